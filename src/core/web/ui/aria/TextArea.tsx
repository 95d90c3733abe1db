import type { Ref } from 'react'
import { TextArea as AriaTextArea, TextField } from 'react-aria-components'
import { controlClass, type FieldProps, fieldClass } from '../fieldStyle.ts'
import { SharedNote } from '../SharedNote.tsx'
import { FieldLabel } from './FieldLabel.tsx'
import { FieldNotes } from './FieldNotes.tsx'

export interface TextAreaProps extends FieldProps {
  value?: string | null
  onChange?: (value: string) => void
  onBlur?: () => void
  ref?: Ref<HTMLTextAreaElement>
  placeholder?: string
  rows?: number
  /** Shows "n / maxLength" and stops typing there. */
  maxLength?: number
  /** Others read it before there is an agreement: the writer is told that contact details are hidden from them. */
  shared?: boolean
}

/** Several lines of text; grows with its content where the browser can. */
export function TextArea({
  label,
  description,
  errorMessage,
  hideLabel,
  className,
  value,
  ref,
  placeholder,
  rows = 4,
  maxLength,
  shared,
  ...props
}: TextAreaProps) {
  return (
    <TextField
      {...props}
      {...(maxLength ? { maxLength } : {})}
      value={value ?? ''}
      isInvalid={Boolean(errorMessage)}
      validationBehavior="aria"
      className={`${fieldClass} ${className ?? ''}`}
    >
      <FieldLabel isRequired={props.isRequired} isHidden={hideLabel}>
        {label}
      </FieldLabel>
      <AriaTextArea
        ref={ref}
        rows={rows}
        placeholder={placeholder}
        className={`${controlClass} h-auto! resize-y py-2.5 leading-normal field-sizing-content`}
        style={{ minHeight: `${rows * 1.5 + 1.35}rem` }}
      />
      {maxLength && (
        <span aria-hidden className="-mb-1 self-end text-xs text-ink-3 tabular-nums">
          {(value ?? '').length} / {maxLength}
        </span>
      )}
      <FieldNotes description={description} errorMessage={errorMessage} />
      {shared && <SharedNote text={value} />}
    </TextField>
  )
}
