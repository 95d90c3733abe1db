import { clsx } from 'clsx'

export interface LevelMeterColumn {
  label: string
  value: number
  /** The value as people read it, e.g. "$2,340". */
  valueText: string
  /** A part on top that is expected, not certain. */
  expected?: number
  isCurrent?: boolean
}

/** A column chart drawn as a mixing desk's level meters. Screen readers get the list of values. */
export function LevelMeter({
  label,
  columns,
  levels = 10,
  max,
  className,
}: {
  label: string
  columns: readonly LevelMeterColumn[]
  levels?: number
  max?: number
  className?: string
}) {
  const top = max ?? Math.max(1, ...columns.map((column) => column.value + (column.expected ?? 0)))
  return (
    <ul aria-label={label} className={clsx('flex items-end gap-2.5', className)}>
      {columns.map((column) => {
        const lit = Math.round((column.value / top) * levels)
        const all = Math.round(((column.value + (column.expected ?? 0)) / top) * levels)
        return (
          <li key={column.label} className="flex min-w-0 flex-1 flex-col items-center gap-2">
            <span aria-hidden title={column.valueText} className="flex w-full flex-col-reverse gap-[5px]">
              {Array.from({ length: levels }, (_, i) => (
                <span
                  // biome-ignore lint/suspicious/noArrayIndexKey: levels have no other identity than their place
                  key={i}
                  className={clsx(
                    'h-1.5 rounded-full',
                    i < lit
                      ? column.isCurrent
                        ? 'bg-primary'
                        : 'bg-graph-quiet'
                      : i < all
                        ? 'bg-foco-400 dark:bg-foco-700'
                        : 'bg-surface-2',
                  )}
                />
              ))}
            </span>
            <span className="max-w-full truncate text-xs text-ink-2">{column.label}</span>
            <span className="sr-only">{column.valueText}</span>
          </li>
        )
      })}
    </ul>
  )
}
