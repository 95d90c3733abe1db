import type { HTMLInputAutoCompleteAttribute, ReactNode, Ref } from 'react'
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  Group,
  Input,
} from 'react-aria-components'
import { bareInputClass, controlClass, type FieldProps, fieldClass, groupClass } from '../fieldStyle.ts'
import { SharedNote } from '../SharedNote.tsx'
import { FieldLabel } from './FieldLabel.tsx'
import { FieldNotes } from './FieldNotes.tsx'

export interface TextFieldProps extends FieldProps {
  value?: string | null
  onChange?: (value: string) => void
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
  type?: 'text' | 'email' | 'password' | 'tel' | 'url' | 'search'
  inputMode?: 'text' | 'email' | 'tel' | 'url' | 'search' | 'numeric' | 'decimal'
  autoComplete?: HTMLInputAutoCompleteAttribute
  placeholder?: string
  maxLength?: number
  isReadOnly?: boolean
  /** Others read it before there is an agreement: the writer is told that contact details are hidden from them. */
  shared?: boolean
  autoFocus?: boolean
  onKeyDown?: NonNullable<AriaTextFieldProps['onKeyDown']>
  /** Something before or after the text inside the box: an icon, a unit, a small button. */
  before?: ReactNode
  after?: ReactNode
}

/** One line of text. */
export function TextField({
  label,
  description,
  errorMessage,
  hideLabel,
  className,
  value,
  ref,
  placeholder,
  before,
  after,
  shared,
  ...props
}: TextFieldProps) {
  const input = (
    <Input ref={ref} placeholder={placeholder} className={before || after ? bareInputClass : controlClass} />
  )
  return (
    <AriaTextField
      {...props}
      value={value ?? ''}
      isInvalid={Boolean(errorMessage)}
      validationBehavior="aria"
      className={`${fieldClass} ${className ?? ''}`}
    >
      <FieldLabel isRequired={props.isRequired} isHidden={hideLabel}>
        {label}
      </FieldLabel>
      {before || after ? (
        <Group
          className={groupClass}
          isInvalid={Boolean(errorMessage)}
          isDisabled={props.isDisabled ?? false}
        >
          {before && <span className="flex shrink-0 pl-3 text-ink-2 [&>svg]:size-5">{before}</span>}
          {input}
          {after && <span className="flex shrink-0 pr-1 text-ink-2 [&>svg]:size-5">{after}</span>}
        </Group>
      ) : (
        input
      )}
      <FieldNotes description={description} errorMessage={errorMessage} />
      {shared && <SharedNote text={value} />}
    </AriaTextField>
  )
}
