import { clsx } from 'clsx'
import { useId } from 'react'
import type { Option } from './fieldStyle.ts'

export interface SegmentedControlProps<V extends string> {
  /** Read by screen readers. */
  label: string
  options: readonly Option<V>[]
  /** null: none yet. */
  value: V | null
  onChange: (value: V) => void
  isRequired?: boolean
  isDisabled?: boolean
  className?: string
}

/** One of two to seven views or short values, all in sight. The browser's own radio buttons under each word. */
export function SegmentedControl<V extends string>({
  label,
  options,
  value,
  onChange,
  isRequired,
  isDisabled = false,
  className,
}: SegmentedControlProps<V>) {
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      aria-required={isRequired}
      className={clsx(
        'inline-flex max-w-full gap-1 overflow-x-auto rounded-control bg-surface-2 p-1',
        className,
      )}
    >
      {options.map((option) => (
        <label
          key={option.value}
          className={clsx(
            'relative inline-flex min-h-10 flex-1 cursor-pointer flex-col items-center justify-center rounded-chip px-2 text-center text-sm leading-tight font-semibold transition-colors sm:px-3 sm:whitespace-nowrap has-focus-visible:outline-3 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus has-disabled:opacity-50 sm:min-h-8',
            option.value === value
              ? 'bg-surface text-ink shadow-sm dark:bg-noche-700'
              : 'text-ink-2 hover:text-ink',
            // Nothing stands out yet: each is drawn as what can be pressed.
            value === null && 'border border-line-strong bg-surface',
          )}
        >
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            disabled={isDisabled || (option.isDisabled ?? false)}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 m-0 size-full cursor-pointer opacity-0"
          />
          {option.label}
          {/* Below, never beside: two words that fit one line in one language don't in another. */}
          {option.description && (
            <span className="text-xs font-normal tabular-nums">{option.description}</span>
          )}
        </label>
      ))}
    </div>
  )
}
