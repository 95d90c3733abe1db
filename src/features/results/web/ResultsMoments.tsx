import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Card } from '#core/web/ui/Card.tsx'
import { LevelMeter } from '#core/web/ui/LevelMeter.tsx'
import { useWords } from '#features/hiring/web/words.ts'
import type { Results } from '../contract.ts'
import { cellClass, headClass, sumClass } from './tableStyle.ts'
import { resultsTexts } from './texts.ts'

const spoken = texts(resultsTexts)

type Moment = Results['moments'][number]
/** A moment with its mark; who played it where the reader may know. */
type Rated = Pick<Moment, 'slot_id' | 'intent' | 'title' | 'mark'> &
  Partial<Pick<Moment, 'project_id' | 'project_name'>>

/** What a moment is called. */
function useMomentName() {
  const words = useWords()
  return ({ title, intent }: Pick<Moment, 'title' | 'intent'>) => title ?? words.intent(intent)
}

/** What the host said of each moment: as a mixing desk would show it, and the same figures as a table. */
export function MomentSatisfaction({
  results: { moments, satisfaction },
}: {
  results: { moments: readonly Rated[]; satisfaction: number | null }
}) {
  const { t } = useTexts(spoken)
  const { number, nameOf } = useFormat()
  const name = useMomentName()
  const played = moments.filter(({ project_id }) => project_id !== null)
  const said = (mark: number | null) =>
    mark === null ? t('results.moments.none') : t('results.moments.of_five', { n: mark })
  if (played.length === 0) return null
  return (
    <Card title={t('results.moments.title')} className="md:col-span-2">
      {satisfaction !== null && (
        <p className="mb-4 text-ink-2">{t('results.moments.mean', { n: number(satisfaction) })}</p>
      )}
      <div className="grid grid-cols-1 items-start gap-6 md:grid-cols-2">
        {satisfaction !== null && (
          <LevelMeter
            label={t('results.moments.graph')}
            levels={5}
            max={5}
            className="max-w-lg"
            columns={played.map((moment, at) => ({
              label: String(at + 1),
              value: moment.mark ?? 0,
              valueText: `${name(moment)}: ${said(moment.mark)}`,
              isCurrent: true,
            }))}
          />
        )}
        <table className="w-full border-collapse">
          <thead className="border-b border-line-strong">
            <tr>
              <th scope="col" className={headClass}>
                {t('results.moments.number')}
              </th>
              <th scope="col" className={headClass}>
                {t('results.moments.moment')}
              </th>
              <th scope="col" className={`${headClass} pr-0 text-right`}>
                {t('results.moments.mark')}
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {played.map((moment, at) => (
              <tr key={moment.slot_id}>
                <td className={`${cellClass} tabular-nums`}>{at + 1}</td>
                <th scope="row" className={`${cellClass} text-left font-semibold`}>
                  {name(moment)}
                  {moment.project_name !== undefined && (
                    <span className="block text-sm font-normal text-ink-2">
                      {nameOf(moment.project_name)}
                    </span>
                  )}
                </th>
                <td className={sumClass}>{said(moment.mark)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}

/** What was planned and what was agreed, moment by moment: side by side, and the same figures as a table. */
export function MomentMoney({ results: { moments, money, currency } }: { results: Results }) {
  const { t } = useTexts(spoken)
  const { money: inMoney, nameOf } = useFormat()
  const name = useMomentName()
  const sum = (amount: number | null) =>
    amount === null ? t('results.money.none') : inMoney(amount, currency)
  const { planned, agreed } = money
  const more = planned !== null && agreed !== null ? agreed - planned : null
  if (moments.length === 0) return null
  return (
    <Card title={t('results.money.title')} className="md:col-span-2">
      {more !== null && (
        <p className="mb-4 text-ink-2">
          {t(`results.money.${more < 0 ? 'under' : more > 0 ? 'over' : 'even'}`, {
            amount: inMoney(Math.abs(more), currency),
          })}
        </p>
      )}
      <div className="grid grid-cols-1 items-start gap-6 md:grid-cols-2">
        {more !== null && (
          <LevelMeter
            label={t('results.money.graph')}
            legend={{ other: t('results.money.planned'), current: t('results.money.agreed') }}
            className="max-w-lg"
            columns={moments.map((moment, at) => ({
              label: String(at + 1),
              value: moment.agreed ?? 0,
              against: moment.planned ?? 0,
              valueText: t('results.money.both', {
                moment: name(moment),
                planned: sum(moment.planned),
                agreed: sum(moment.agreed),
              }),
              isCurrent: true,
            }))}
          />
        )}
        <table className="w-full border-collapse">
          <thead className="border-b border-line-strong">
            <tr>
              <th scope="col" className={headClass}>
                {t('results.moments.number')}
              </th>
              <th scope="col" className={headClass}>
                {t('results.moments.moment')}
              </th>
              <th scope="col" className={`${headClass} pr-0 text-right`}>
                {t('results.money.planned')}
              </th>
              <th scope="col" className={`${headClass} pr-0 text-right`}>
                {t('results.money.agreed')}
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {moments.map((moment, at) => (
              <tr key={moment.slot_id}>
                <td className={`${cellClass} tabular-nums`}>{at + 1}</td>
                <th scope="row" className={`${cellClass} text-left font-semibold`}>
                  {name(moment)}
                  <span className="block text-sm font-normal text-ink-2">
                    {moment.project_id === null ? t('results.moments.nobody') : nameOf(moment.project_name)}
                  </span>
                </th>
                <td className={sumClass}>{sum(moment.planned)}</td>
                <td className={sumClass}>{sum(moment.agreed)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot className="border-t border-line-strong font-semibold">
            <tr>
              <th scope="row" colSpan={2} className={`${cellClass} text-left`}>
                {t('results.money.total')}
              </th>
              <td className={sumClass}>{sum(planned)}</td>
              <td className={sumClass}>{sum(agreed)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
    </Card>
  )
}
