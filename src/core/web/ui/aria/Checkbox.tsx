import { Check, Minus } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { CheckboxButton, CheckboxField } from 'react-aria-components'
import { FieldNotes } from './FieldNotes.tsx'

export interface CheckboxProps {
  /** The label: text, or text with links. */
  children: ReactNode
  name?: string
  value?: boolean | null
  onChange?: (value: boolean) => void
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
  description?: ReactNode
  errorMessage?: string | undefined
  isRequired?: boolean
  isDisabled?: boolean
  isIndeterminate?: boolean
  className?: string
}

/** Yes or no, taken when a form is sent. `value` is a boolean. */
export function Checkbox({
  children,
  value,
  onChange,
  ref,
  description,
  errorMessage,
  className,
  ...props
}: CheckboxProps) {
  return (
    <CheckboxField
      {...props}
      {...(ref ? { inputRef: ref as React.RefObject<HTMLInputElement> } : {})}
      {...(onChange ? { onChange } : {})}
      isSelected={value ?? false}
      isInvalid={Boolean(errorMessage)}
      validationBehavior="aria"
      className={`flex flex-col gap-1.5 ${className ?? ''}`}
    >
      <CheckboxButton className="group flex min-h-11 cursor-pointer items-center gap-3 disabled:cursor-default disabled:opacity-50 sm:min-h-8">
        {({ isSelected, isIndeterminate }) => (
          <>
            <span className="grid size-5.5 shrink-0 place-items-center rounded-check border border-line-strong bg-surface transition-colors group-hover:border-ink-3 group-focus-visible:outline-3 group-focus-visible:outline-offset-2 group-focus-visible:outline-focus group-invalid:border-bad group-selected:border-primary group-selected:bg-primary group-selected:text-on-primary sm:size-5">
              {isIndeterminate ? (
                <Minus aria-hidden className="size-4" strokeWidth={3} />
              ) : (
                isSelected && <Check aria-hidden className="size-4" strokeWidth={3} />
              )}
            </span>
            <span>{children}</span>
          </>
        )}
      </CheckboxButton>
      <FieldNotes description={description} errorMessage={errorMessage} />
    </CheckboxField>
  )
}
