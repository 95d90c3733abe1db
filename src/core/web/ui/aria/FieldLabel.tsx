import { clsx } from 'clsx'
import { Label } from 'react-aria-components'

/** The label above a control, with a mark when the field is required. */
export function FieldLabel({
  children,
  isRequired,
  isHidden,
}: {
  children: string
  isRequired?: boolean | undefined
  isHidden?: boolean | undefined
}) {
  return (
    <Label className={clsx(isHidden ? 'sr-only' : 'text-sm font-semibold text-ink')}>
      {children}
      {isRequired && (
        <span aria-hidden className="ml-1 text-accent">
          *
        </span>
      )}
    </Label>
  )
}
