import { clsx } from 'clsx'
import { CircleAlert } from 'lucide-react'
import { useId } from 'react'
import type { Option } from '#core/web/ui/fieldStyle.ts'

const GRIDS = {
  2: 'grid-cols-2',
  3: 'grid-cols-3',
  5: 'grid-cols-5',
  11: 'grid-cols-6 sm:grid-cols-11',
} as const

/**
 * One answer of a few, all in sight and none chosen to begin with: the browser's own radio buttons, as large as a thumb.
 */
export function ChoiceField<V extends string>({
  label,
  description,
  options,
  value,
  onChange,
  columns,
  ends,
  errorMessage,
  isDisabled = false,
}: {
  label: string
  /** A line under the question. */
  description?: string
  options: readonly Option<V>[]
  value: V | null
  onChange: (value: V) => void
  columns: keyof typeof GRIDS
  /** What the first and the last of them mean. */
  ends?: readonly [string, string]
  errorMessage?: string | undefined
  isDisabled?: boolean
}) {
  const id = useId()
  const [help, wrong] = [`${id}-help`, `${id}-wrong`]
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-describedby={clsx((description || ends) && help, errorMessage && wrong) || undefined}
      aria-invalid={errorMessage ? true : undefined}
      className="min-w-0"
    >
      <p id={`${id}-label`} className="mb-1 font-semibold wrap-anywhere">
        {label}
      </p>
      {(description || ends) && (
        <p id={help} className="mb-2 text-sm text-ink-2">
          {[description, ends?.join(' · ')].filter(Boolean).join('. ')}
        </p>
      )}
      <div className={clsx('grid gap-1.5', GRIDS[columns])}>
        {options.map((option) => {
          const isChosen = option.value === value
          return (
            <label
              key={option.value}
              className={clsx(
                'relative flex min-h-11 cursor-pointer items-center justify-center rounded-control border px-1 text-center font-semibold transition-colors has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus has-disabled:cursor-default',
                isChosen
                  ? 'border-primary bg-primary text-on-primary'
                  : 'border-line-strong bg-surface text-ink hover:border-ink-3 has-disabled:text-ink-2',
              )}
            >
              <input
                type="radio"
                name={id}
                value={option.value}
                checked={isChosen}
                disabled={isDisabled}
                onChange={() => onChange(option.value)}
                className="absolute inset-0 m-0 size-full cursor-pointer opacity-0 disabled:cursor-default"
              />
              {option.label}
            </label>
          )
        })}
      </div>
      {errorMessage && (
        <p id={wrong} className="mt-2 flex items-start gap-1.5 text-sm font-medium text-bad">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>{errorMessage}</span>
        </p>
      )}
    </div>
  )
}

const upTo = (from: number, to: number): Option[] =>
  Array.from({ length: to - from + 1 }, (_, at) => ({ value: String(from + at), label: String(from + at) }))

/** 0 to 10: how likely it is. */
export const LIKELIHOODS = upTo(0, 10)
/** 1 to 5: how good it was. */
export const MARKS = upTo(1, 5)

/** A number as such a field holds it. */
export const chosenOf = (value: number | null | undefined): string | null =>
  value === null || value === undefined ? null : String(value)
