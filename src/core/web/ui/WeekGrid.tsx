import { clsx } from 'clsx'
import { Check, Music2 } from 'lucide-react'

export type BlockState = 'free' | 'booked' | 'off'

export interface WeekGridProps {
  label: string
  /** Seven day names, Monday first: short for the eye, long for screen readers. */
  days: readonly { short: string; long: string }[]
  /** The parts of the day, one row each. */
  parts: readonly string[]
  /** states[part][day] */
  states: readonly (readonly BlockState[])[]
  /** Names of the states, for the legend and for screen readers. */
  legend: Record<BlockState, string>
  /** Which of the days is meant, if one is. */
  marked?: number
  /** Given, the blocks that aren't booked become buttons. */
  onToggle?: (part: number, day: number) => void
  className?: string
}

const looks: Record<BlockState, string> = {
  free: 'bg-graph-ok text-white dark:text-noche-950',
  booked: 'bg-ink text-surface',
  off: 'bg-surface-2 text-ink-3',
}

const sign = (state: BlockState) =>
  state === 'free' ? (
    <Check aria-hidden className="size-4" strokeWidth={3} />
  ) : state === 'booked' ? (
    <Music2 aria-hidden className="size-4" strokeWidth={2.75} />
  ) : null

/** A week in 7 × 3 blocks: free, booked or off, each with colour and sign. */
export function WeekGrid({ label, days, parts, states, legend, marked, onToggle, className }: WeekGridProps) {
  return (
    <div className={className}>
      <table className="w-full table-fixed border-separate border-spacing-1">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr>
            <td className="w-19" />
            {days.map((day, d) => (
              <th
                key={day.long}
                scope="col"
                aria-current={d === marked ? 'date' : undefined}
                className={clsx(
                  'pb-1 text-sm font-semibold',
                  d === marked ? 'text-accent underline decoration-2 underline-offset-4' : 'text-ink-2',
                )}
              >
                <span aria-hidden>{day.short}</span>
                <span className="sr-only">{day.long}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {parts.map((part, p) => (
            <tr key={part}>
              <th scope="row" className="pr-1 text-left text-xs font-normal text-ink-2 sm:text-sm">
                {part}
              </th>
              {days.map((day, d) => {
                const state = states[p]?.[d] ?? 'off'
                const look = clsx(
                  'grid w-full place-items-center rounded-chip',
                  onToggle ? 'h-11 sm:h-9' : 'h-9',
                  looks[state],
                )
                return (
                  <td key={day.long} className="p-0">
                    {onToggle && state !== 'booked' ? (
                      <button
                        type="button"
                        aria-pressed={state === 'free'}
                        aria-label={`${day.long}, ${part}`}
                        onClick={() => onToggle(p, d)}
                        className={clsx(look, 'transition-colors hover:brightness-95')}
                      >
                        {sign(state)}
                      </button>
                    ) : (
                      <span className={look}>
                        {sign(state)}
                        <span className="sr-only">{legend[state]}</span>
                      </span>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <ul aria-hidden className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2">
        {(['free', 'booked', 'off'] as const).map((state) => (
          <li key={state} className="flex items-center gap-1.5">
            <span
              className={clsx('grid size-4 place-items-center rounded-[4px] [&>svg]:size-3', looks[state])}
            >
              {sign(state)}
            </span>
            {legend[state]}
          </li>
        ))}
      </ul>
    </div>
  )
}
