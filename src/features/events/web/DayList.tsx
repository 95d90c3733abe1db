import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import type { DayReport } from '../contract.day.ts'
import type { EventDetail } from '../contract.ts'
import { dayTexts } from './texts.ts'

const spoken = texts(dayTexts)

/** What was said on the day, in the order of its time; read aloud as it comes. */
export function DayList({ event, reports }: { event: EventDetail; reports: readonly DayReport[] }) {
  const { t } = useTexts(spoken)
  const { time, nameOf } = useFormat()
  /** A band's member beside its name; who plays alone has one name. */
  const nameIn = ({ project_id, project_name, person_name }: DayReport): string => {
    if (project_id === null) return [person_name, t('events.day.host')].filter(Boolean).join(' · ')
    const isBand = event.performers.some(
      (one) => one.project_id === project_id && one.project_type === 'GROUP',
    )
    return [isBand ? person_name : null, nameOf(project_name)].filter(Boolean).join(' · ')
  }
  return (
    <ol aria-label={t('events.day.list')} aria-live="polite" className="flex flex-col divide-y divide-line">
      {reports.length === 0 && <li className="text-ink-2">{t('events.day.nothing')}</li>}
      {reports.map((report) => (
        <li key={report.id} className="flex flex-wrap gap-x-3 gap-y-1 py-2">
          <span className="font-semibold tabular-nums">{time(report.at, event.zone)}</span>
          <span className="wrap-anywhere">
            <span className="font-semibold">{nameIn(report)}</span>{' '}
            {t(`events.day.says_${report.kind}`, { count: report.minutes ?? 0 })}
            {report.problem && `: “${report.problem}”`}
          </span>
          {report.kind === 'arrived' && report.call_at && (
            <span className="text-ink-2">
              {t('events.day.called', { time: time(report.call_at, event.zone) })}
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}
