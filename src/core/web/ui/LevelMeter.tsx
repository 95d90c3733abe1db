import { clsx } from 'clsx'

export interface LevelMeterColumn {
  label: string
  value: number
  /** The value as people read it, e.g. "$2,340". */
  valueText: string
  /** A part on top that is expected, not certain. */
  expected?: number
  /** What it is to be compared with, as a quiet meter beside it; `valueText` says both. */
  against?: number
  isCurrent?: boolean
  /** Left out on a phone, where so many columns have no room. */
  isWide?: boolean
}

const LOOKS = {
  current: 'bg-primary',
  other: 'bg-graph-quiet',
  expected: 'bg-foco-400 dark:bg-foco-700',
} as const

/** A column chart drawn as a mixing desk's level meters. Screen readers get the list of values. */
export function LevelMeter({
  label,
  columns,
  levels = 10,
  max,
  legend,
  className,
}: {
  label: string
  columns: readonly LevelMeterColumn[]
  levels?: number
  max?: number
  /** What each colour in use means, for the eye: screen readers get it from the columns' texts. */
  legend?: Partial<Record<keyof typeof LOOKS, string>>
  className?: string
}) {
  const top =
    max ??
    Math.max(1, ...columns.map(({ value, expected = 0, against = 0 }) => Math.max(value + expected, against)))
  const levelsOf = (value: number) => Math.round((value / top) * levels)
  return (
    <div className={className}>
      <ul aria-label={label} className="flex items-end gap-2.5">
        {columns.map((column) => {
          const { value, expected = 0, against } = column
          return (
            <li
              key={column.label}
              className={clsx(
                'min-w-0 flex-1 flex-col items-center gap-2',
                column.isWide ? 'hidden sm:flex' : 'flex',
              )}
            >
              <span aria-hidden title={column.valueText} className="flex w-full gap-[3px]">
                {against !== undefined && <Meter levels={levels} lit={levelsOf(against)} look="other" />}
                <Meter
                  levels={levels}
                  lit={levelsOf(value)}
                  expected={levelsOf(value + expected)}
                  look={column.isCurrent ? 'current' : 'other'}
                />
              </span>
              <span className="max-w-full truncate text-xs text-ink-2">{column.label}</span>
              <span className="sr-only">{column.valueText}</span>
            </li>
          )
        })}
      </ul>
      {legend && (
        <p aria-hidden className="mt-4 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2">
          {Object.entries(legend).map(([look, meaning]) => (
            <span key={look} className="flex items-center gap-1.5">
              <span className={clsx('h-1.5 w-4 rounded-full', LOOKS[look as keyof typeof LOOKS])} />
              {meaning}
            </span>
          ))}
        </p>
      )}
    </div>
  )
}

/** One meter: so many levels lit, and on top those up to what is expected. */
function Meter({
  levels,
  lit,
  expected = lit,
  look,
}: {
  levels: number
  lit: number
  expected?: number
  look: 'current' | 'other'
}) {
  return (
    <span className="flex min-w-0 flex-1 flex-col-reverse gap-[5px]">
      {Array.from({ length: levels }, (_, i) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: levels have no other identity than their place
          key={i}
          className={clsx(
            'h-1.5 rounded-full',
            i < lit ? LOOKS[look] : i < expected ? LOOKS.expected : 'bg-surface-2',
          )}
        />
      ))}
    </span>
  )
}
