import { clsx } from 'clsx'
import { useMemo } from 'react'
import { HOUR, MINUTE } from '#core/contract/time.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { LEVEL_COLOURS } from '#features/hiring/web/EnergyMeter.tsx'
import { planTexts } from '#features/hiring/web/texts.ts'
import { useWords } from '#features/hiring/web/words.ts'
import type { Moment, Plan } from '../contract.ts'
import { inOrder } from './moments.ts'

const spoken = texts(planTexts)

const at = (instant: string) => Date.parse(instant)

/** Ticks that people read: every half hour, hour or two hours, so few that a phone keeps them apart. */
function ticksOf(start: number, end: number): number[] {
  const step = [30 * MINUTE, HOUR, 2 * HOUR, 3 * HOUR].find((one) => (end - start) / one <= 5) ?? 4 * HOUR
  const ticks = []
  for (let tick = Math.ceil(start / step) * step; tick <= end; tick += step) ticks.push(tick)
  return ticks
}

/**
 * The night as a mixing desk would show it: time from left to right, each moment a column as wide as it is long,
 * lit up to its energy. Choosing a column chooses the moment.
 */
export function PlanTimeline({
  plan,
  zone,
  chosen,
  onChoose,
  tall = false,
}: {
  plan: Pick<Plan, 'moments' | 'variant'>
  zone: string
  /** slot_id */
  chosen: number | null
  onChoose: (slot_id: number) => void
  tall?: boolean
}) {
  const { t } = useTexts(spoken)
  const words = useWords()
  const { time } = useFormat()
  const moments = useMemo(() => inOrder(plan.moments), [plan.moments])
  const start = Math.min(...moments.map((one) => at(one.from)))
  const end = Math.max(...moments.map((one) => at(one.to)))
  if (moments.length === 0) return null
  const share = (ms: number) => ((ms - start) / (end - start)) * 100
  const isSomeChosen = moments.some((one) => one.slot_id === chosen)
  const name = (moment: Moment) => moment.title ?? words.intent(moment.intent)

  return (
    <div className="relative">
      <div className={clsx('relative', tall ? 'h-56' : 'h-44 sm:h-52')}>
        {/* level lines behind, so that height reads as energy */}
        {[1, 2, 3, 4, 5].map((level) => (
          <span
            key={level}
            aria-hidden
            className="absolute inset-x-0 border-t border-noche-800"
            style={{ bottom: `${level * 16}%` }}
          />
        ))}
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own box */}
        <div role="group" aria-label={t('order.plan.timeline_label')}>
          {moments.map((moment, i) => {
            const width = share(at(moment.to)) - share(at(moment.from))
            const isChosen = moment.slot_id === chosen
            const isLive = moment.format !== null
            return (
              <button
                key={moment.slot_id}
                type="button"
                aria-pressed={isChosen}
                onClick={() => onChoose(moment.slot_id)}
                aria-label={t('order.plan.moment_said', {
                  number: i + 1,
                  name: name(moment),
                  from: time(moment.from, zone),
                  to: time(moment.to, zone),
                  energy: moment.energy,
                  genre: words.genre(moment.genre),
                  line_up: words.lineUp(moment.format),
                })}
                className="group @container absolute inset-y-0 flex flex-col justify-end px-[1.5px] focus-visible:outline-offset-0"
                style={{ left: `${share(at(moment.from))}%`, width: `${width}%` }}
              >
                {isChosen && (
                  <span
                    aria-hidden
                    className="absolute inset-x-0 top-0 bottom-0 bg-linear-to-b from-foco-400/35 to-transparent"
                    style={{ clipPath: 'polygon(38% 0, 62% 0, 100% 100%, 0 100%)' }}
                  />
                )}
                <span
                  className={clsx(
                    'relative mb-1 line-clamp-2 shrink-0 text-center text-xs leading-4 font-semibold hyphens-auto wrap-break-word',
                    isChosen ? 'text-foco-300' : 'text-noche-100',
                  )}
                >
                  <span className="@min-[4.6rem]:hidden">{i + 1}</span>
                  <span className="hidden @min-[4.6rem]:inline">{name(moment)}</span>
                </span>
                <span
                  className="relative flex flex-col-reverse gap-[3px]"
                  style={{ height: `${moment.energy * 16}%` }}
                >
                  {Array.from({ length: moment.energy }, (_, level) => (
                    <span
                      // biome-ignore lint/suspicious/noArrayIndexKey: a lamp has no other identity than its place
                      key={level}
                      className={clsx(
                        'flex-1 rounded-[4px] transition-[filter,opacity]',
                        isLive ? LEVEL_COLOURS[level] : 'bg-noche-500',
                        isSomeChosen && !isChosen ? 'opacity-60 group-hover:opacity-100' : '',
                      )}
                    />
                  ))}
                </span>
              </button>
            )
          })}
        </div>
      </div>
      {/* the floor: two planks and the time */}
      <span aria-hidden className="block h-[3px] rounded-full bg-noche-50" />
      <div aria-hidden className="relative mt-1 h-5">
        {ticksOf(start, end).map((tick) => (
          <span
            key={tick}
            className={clsx(
              'absolute text-xs text-noche-300 tabular-nums',
              share(tick) > 94 ? '-translate-x-full' : share(tick) > 5 && '-translate-x-1/2',
            )}
            style={{ left: `${share(tick)}%` }}
          >
            {time(new Date(tick), zone)}
          </span>
        ))}
      </div>
      <span aria-hidden className="mt-1 block h-[5px] rounded-full bg-noche-100/80" />
      <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1.5 text-xs text-noche-200">
        <li className="flex items-center gap-1.5">
          <span aria-hidden className="flex items-end gap-[2px]">
            {LEVEL_COLOURS.map((colour, i) => (
              <span
                key={colour}
                className={clsx('w-2 rounded-[2px]', colour)}
                style={{ height: 4 + 2 * i }}
              />
            ))}
          </span>
          {t('order.plan.legend_energy')}
        </li>
        {moments.some((one) => one.format === null) && (
          <li className="flex items-center gap-1.5">
            <span aria-hidden className="size-2.5 rounded-[2px] bg-noche-500" />
            {words.lineUp(null)}
          </li>
        )}
      </ul>
    </div>
  )
}
