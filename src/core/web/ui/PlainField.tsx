import { clsx } from 'clsx'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, type RefCallback, useId } from 'react'
import { controlClass, type FieldProps, fieldClass } from './fieldStyle.ts'

/** A field of a browser's own control; a form is given the control itself, to lead to it when it is wrong. */
export interface PlainFieldProps extends FieldProps {
  ref?: RefCallback<HTMLElement>
}

/** What the control inside takes over from its field. */
export interface PlainControl {
  id: string
  name: string | undefined
  ref: RefCallback<HTMLElement> | undefined
  disabled: boolean | undefined
  className: string
  'aria-required': boolean | undefined
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

const plainClass = clsx(controlClass, 'aria-[invalid=true]:border-bad')

/**
 * A browser's own control with label, help and error as every field has them: for screens that somebody begins with. It
 * brings no library along, opens the phone's own wheels, and is known to every screen reader.
 */
export function PlainField({
  label,
  name,
  ref,
  description,
  errorMessage,
  isRequired,
  isDisabled,
  hideLabel,
  className,
  children,
}: PlainFieldProps & { children: (control: PlainControl) => ReactNode }) {
  const id = useId()
  const [help, wrong] = [`${id}-help`, `${id}-wrong`]
  return (
    <div className={clsx(fieldClass, className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-sm font-semibold text-ink'}>
        {label}
        {isRequired && (
          <span aria-hidden className="ml-1 text-accent">
            *
          </span>
        )}
      </label>
      {children({
        id,
        name,
        ref,
        disabled: isDisabled,
        className: plainClass,
        'aria-required': isRequired,
        'aria-invalid': Boolean(errorMessage),
        'aria-describedby': clsx(description && help, errorMessage && wrong) || undefined,
      })}
      {description && (
        <span id={help} className="text-sm text-ink-2">
          {description}
        </span>
      )}
      {errorMessage && (
        <span id={wrong} className="flex items-start gap-1.5 text-sm font-medium text-bad">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>{errorMessage}</span>
        </span>
      )}
    </div>
  )
}
