import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Badge } from '#core/web/ui/Badge.tsx'
import { SegmentedControl } from '#core/web/ui/SegmentedControl.tsx'
import { useReason } from '#features/hiring/talent/web/reasons.ts'
import { REQUEST_TONES } from '#features/hiring/talent/web/requestTone.ts'
import { useWords } from '#features/hiring/web/words.ts'
import type { MusicianRequest } from '../contract.ts'
import { isInQuestion } from '../rules.question.ts'
import { useMomentName } from './momentName.ts'
import { budgetTexts, compareTexts, requestTexts } from './texts.ts'

const spoken = texts(budgetTexts, compareTexts, requestTexts)

/** The moments of a request for several, each with a yes or no of its own while it may be answered. */
export function MomentList({
  request,
  refused,
  onRefuse,
}: {
  request: MusicianRequest
  /** Slots that are answered with no. */
  refused: ReadonlySet<number>
  /** None where nothing can be answered. */
  onRefuse: ((slot_id: number, isRefused: boolean) => void) | null
}) {
  const { t } = useTexts(spoken)
  const { time, money } = useFormat()
  const words = useWords()
  const nameOf = useMomentName()
  const reasonOf = useReason()
  const { zone } = request.event
  return (
    <section aria-labelledby="moments-title">
      <h3 id="moments-title" className="mb-3 text-lg font-semibold">
        {t('budgets.moments.title')}
      </h3>
      <ul className="flex flex-col divide-y divide-line rounded-card border border-line bg-surface">
        {request.moments.map((moment) => (
          <li key={moment.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 p-4">
            <div className="min-w-0">
              <p className="font-semibold">{nameOf(moment)}</p>
              <p className="text-sm text-ink-2">
                {time(moment.starts_at, zone)}–{time(moment.ends_at, zone)} · {words.genre(moment.genre)}
                {moment.format ? ` · ${words.lineUp(moment.format)}` : ''}
              </p>
              <p className="text-sm text-ink-2">
                {[
                  `${t('budgets.facts.energy')}: ${t('budgets.facts.energy_of', { n: moment.energy })}`,
                  moment.cost === null
                    ? ''
                    : t('budgets.compare.planned', { amount: money(moment.cost, moment.currency) }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
              {moment.reason && !isInQuestion(moment.status) && (
                <p className="mt-1 text-sm text-ink-2">{reasonOf(moment.reason)}</p>
              )}
            </div>
            {onRefuse && (moment.status === 'asked' || moment.status === 'available') ? (
              <SegmentedControl
                label={nameOf(moment)}
                value={refused.has(moment.id) ? 'no' : 'yes'}
                onChange={(value) => onRefuse(moment.id, value === 'no')}
                options={(['yes', 'no'] as const).map((value) => ({
                  value,
                  label: t(`budgets.moments.${value}`),
                }))}
              />
            ) : (
              <Badge tone={REQUEST_TONES[moment.status]}>{t(`budgets.requests.${moment.status}`)}</Badge>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
