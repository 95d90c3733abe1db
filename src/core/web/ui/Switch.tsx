import { clsx } from 'clsx'
import { type ReactNode, type Ref, useId } from 'react'

export interface SwitchProps {
  children: ReactNode
  name?: string
  value?: boolean | null
  onChange?: (value: boolean) => void
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
  description?: ReactNode
  errorMessage?: string | undefined
  isDisabled?: boolean
  className?: string
}

/**
 * On or off, at once. `value` is a boolean. The browser's own checkbox under the picture of a switch, which follows this
 * checkbox alone: hence the group's name.
 */
export function Switch({
  children,
  value,
  onChange,
  description,
  errorMessage,
  isDisabled,
  className,
  ...props
}: SwitchProps) {
  const id = useId()
  return (
    <div className={clsx('flex flex-col gap-1', className)}>
      <label
        className={clsx(
          'group/switch relative flex min-h-11 items-center justify-between gap-4 sm:min-h-8',
          isDisabled ? 'opacity-50' : 'cursor-pointer',
        )}
      >
        <span className="font-medium">{children}</span>
        <input
          {...props}
          type="checkbox"
          role="switch"
          checked={value ?? false}
          aria-checked={value ?? false}
          aria-invalid={Boolean(errorMessage)}
          disabled={isDisabled}
          aria-describedby={description || errorMessage ? id : undefined}
          onChange={({ target }) => onChange?.(target.checked)}
          className="absolute inset-0 m-0 size-full cursor-[inherit] opacity-0"
        />
        <span
          aria-hidden
          className="flex h-6.5 w-11 shrink-0 items-center rounded-full border border-line-strong bg-surface-2 p-0.5 transition-colors group-has-checked/switch:border-primary group-has-checked/switch:bg-primary group-has-focus-visible/switch:outline-3 group-has-focus-visible/switch:outline-offset-2 group-has-focus-visible/switch:outline-focus"
        >
          <span className="size-5 rounded-full bg-ink-3 transition-all group-has-checked/switch:translate-x-[18px] group-has-checked/switch:bg-on-primary" />
        </span>
      </label>
      {(description || errorMessage) && (
        <p id={id} className="text-sm text-ink-2">
          {description} {errorMessage && <span className="font-medium text-bad">{errorMessage}</span>}
        </p>
      )}
    </div>
  )
}
