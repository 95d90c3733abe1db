import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { TapeMark } from '#core/web/ui/TapeMark.tsx'
import type { Order } from '#features/hiring/desk/contract.ts'
import { journeyTexts } from '#features/hiring/web/texts.ts'
import { useWords } from '#features/hiring/web/words.ts'
import type { Stage, Step } from '../contract.ts'
import { ACTS, type Act } from '../rules.acts.ts'
import { MILESTONES, milestoneOf } from '../rules.ts'

const spoken = texts(journeyTexts)

/** Steps whose note is somebody's own words. */
const NOTED: readonly Step[] = ['cancel', 'postpone', 'ask_change']

type State = 'done' | 'current' | 'next'

/**
 * Where the order stands: five acts on one taped line, each with its stages and when they were reached; under it
 * everything that happened, on demand. Acts that have something to look at are buttons.
 */
export function JourneyTimeline({
  order,
  shown,
  canShow,
  onShow,
}: {
  order: Order
  shown: Act | null
  canShow: (act: Act) => boolean
  onShow: (act: Act) => void
}) {
  const { t } = useTexts(spoken)
  const words = useWords()
  const { date, time } = useFormat()
  const [isOpen, setOpen] = useState(false)
  const historyId = useId()
  const place = milestoneOf(order.stage)
  const reached = new Map(order.milestones.map((one) => [one.stage, one.reached_at]))
  const lastReached = MILESTONES.reduce((last, stage, i) => (reached.get(stage) ? i : last), 0)
  const position = place ? MILESTONES.indexOf(place) : lastReached
  const stateOf = (stage: Stage): State => {
    const i = (MILESTONES as readonly Stage[]).indexOf(stage)
    return i < position || (i === position && stage === 'closed')
      ? 'done'
      : i === position
        ? 'current'
        : 'next'
  }
  const when = (at: string) => `${date(at, undefined, 'day')} · ${time(at)}`

  return (
    // A brief that is written has steps of its own: on a phone they are the only ones.
    <section
      aria-label={t('order.timeline.label')}
      className={clsx(order.stage === 'draft' && 'max-sm:hidden')}
    >
      <ol className="grid grid-cols-5 gap-1.5 sm:gap-3">
        {ACTS.map((act, i) => {
          const states = act.stages.map(stateOf)
          const state: State = states.every((one) => one === 'done')
            ? 'done'
            : states.some((one) => one !== 'next')
              ? 'current'
              : 'next'
          const current = act.stages.find((_, at) => states[at] === 'current')
          const latest = act.stages.findLast((stage) => reached.get(stage))
          const latestAt = latest ? reached.get(latest) : null
          const isStill = state === 'current' && !place
          const caption =
            state === 'current'
              ? order.stage !== place
                ? words.stage(order.stage)
                : words.stage(current ?? act.stages[0])
              : state === 'done'
                ? latestAt
                  ? date(latestAt, undefined, 'day')
                  : t('order.timeline.done')
                : t('order.timeline.to_come')
          const body = (
            <>
              <span className="relative block h-4">
                <span
                  aria-hidden
                  className={clsx(
                    'absolute inset-x-0 top-1.5 h-1 rounded-full',
                    state === 'done' ? 'bg-graph-ok' : state === 'next' ? 'bg-line' : 'bg-line',
                  )}
                />
                {state === 'current' && (
                  <span
                    aria-hidden
                    className={clsx(
                      'absolute top-1.5 left-0 h-1 rounded-full',
                      isStill ? 'bg-graph-quiet' : 'bg-primary',
                    )}
                    style={{
                      width: `${((states.filter((one) => one === 'done').length + 0.5) / states.length) * 100}%`,
                    }}
                  />
                )}
                <TapeMark
                  shape={state === 'done' ? 'check' : 'l'}
                  className={clsx(
                    'absolute top-0 right-0 size-4',
                    state === 'done'
                      ? 'text-graph-ok'
                      : state === 'current'
                        ? 'text-foco-400'
                        : 'text-graph-quiet/60',
                  )}
                />
              </span>
              <span className="mt-1.5 flex items-baseline gap-1.5 max-sm:justify-start">
                <span
                  aria-hidden
                  className={clsx(
                    'font-display wide-110 text-lg leading-none sm:text-xl',
                    state === 'next' ? 'text-ink-3' : state === 'done' ? 'text-ok' : 'text-accent',
                  )}
                >
                  {i + 1}
                </span>
                <span
                  className={clsx(
                    'text-sm font-semibold sm:text-base max-sm:sr-only',
                    state === 'next' && 'text-ink-2',
                  )}
                >
                  {t(`order.timeline.acts.${act.id}`)}
                </span>
              </span>
              <span className="block text-sm text-ink-2 max-sm:sr-only">{caption}</span>
              <span className="sr-only">{t(`order.timeline.states.${state}`)}</span>
            </>
          )
          const isShown = shown === act.id
          const box = clsx(
            'block w-full rounded-control px-2 pt-2 pb-2.5 text-left',
            isShown && 'bg-surface-2',
          )
          return (
            <li key={act.id} aria-current={state === 'current' ? 'step' : undefined} className="min-w-0">
              {canShow(act.id) ? (
                <button
                  type="button"
                  aria-pressed={isShown}
                  onClick={() => onShow(act.id)}
                  className={clsx(box, 'min-h-11 transition-colors hover:bg-surface-2')}
                >
                  {body}
                </button>
              ) : (
                <div className={box}>{body}</div>
              )}
            </li>
          )
        })}
      </ol>
      <p className="mt-1 px-2 text-sm sm:hidden">
        <span className="font-semibold">{words.stage(order.stage)}</span>
        <span className="text-ink-2">
          {place && MILESTONES[position + 1]
            ? ` · ${t('order.timeline.then', { stage: words.stage(MILESTONES[position + 1] ?? '') })}`
            : null}
        </span>
      </p>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={historyId}
        onClick={() => setOpen(!isOpen)}
        className="mt-1 flex min-h-11 items-center gap-1.5 rounded-control px-2 text-sm font-semibold text-accent sm:min-h-8"
      >
        {t(isOpen ? 'order.timeline.hide' : 'order.timeline.show')}
        <ChevronDown aria-hidden className={clsx('size-4 transition-transform', isOpen && 'rotate-180')} />
      </button>
      <div id={historyId} hidden={!isOpen} className="mt-2">
        {isOpen && (
          <div className="grid gap-6 rounded-card border border-line bg-surface p-5 md:grid-cols-2">
            <div>
              <h3 className="mb-3 font-semibold">{t('order.timeline.road')}</h3>
              <ol className="grid">
                {MILESTONES.map((stage) => {
                  const state = stateOf(stage)
                  const at = reached.get(stage)
                  return (
                    <li
                      key={stage}
                      className="relative grid grid-cols-[1.25rem_1fr_auto] items-baseline gap-3 pb-3 text-sm last:pb-0"
                    >
                      <TapeMark
                        shape={state === 'done' ? 'check' : 'l'}
                        className={clsx(
                          'size-3.5 translate-y-0.5',
                          state === 'done'
                            ? 'text-graph-ok'
                            : state === 'current'
                              ? 'text-accent'
                              : 'text-graph-quiet/60',
                        )}
                      />
                      <span
                        className={clsx(state === 'current' ? 'font-bold' : state === 'next' && 'text-ink-2')}
                      >
                        {words.stage(stage)}
                        <span className="sr-only">, {t(`order.timeline.states.${state}`)}</span>
                      </span>
                      <span className="text-ink-2 tabular-nums">
                        {at && state !== 'next' ? when(at) : null}
                      </span>
                    </li>
                  )
                })}
              </ol>
            </div>
            <div>
              <h3 className="mb-3 font-semibold">{t('order.timeline.history')}</h3>
              <ol className="grid gap-3">
                {[...order.timeline].reverse().map((entry) => (
                  <li key={entry.id} className="grid grid-cols-[1fr_auto] items-baseline gap-3 text-sm">
                    <span className="min-w-0">
                      {words.step(entry.step)}
                      <span className="text-ink-2">
                        {' '}
                        · {entry.actor_name ?? t(`order.timeline.actors.${entry.by}`)}
                      </span>
                      {entry.note && NOTED.includes(entry.step) && (
                        <span className="block text-ink-2">“{entry.note}”</span>
                      )}
                    </span>
                    <time dateTime={entry.at} className="text-ink-2 tabular-nums">
                      {when(entry.at)}
                    </time>
                  </li>
                ))}
              </ol>
            </div>
          </div>
        )}
      </div>
    </section>
  )
}
