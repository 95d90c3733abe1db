import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import type { Schedule } from '../contract.ts'
import { scheduleRows } from '../rules.sheet.ts'
import { eventTexts } from './texts.ts'

const spoken = texts(eventTexts)

/** When a project has to be where, hour by hour; the time on stage is the bold part. */
export function ScheduleList({ schedule, zone }: { schedule: Schedule; zone: string }) {
  const { t } = useTexts(spoken)
  const { time } = useFormat()
  return (
    <ol className="relative flex flex-col gap-2.5 border-l-2 border-line pl-5">
      {scheduleRows(schedule, t).map((row) => (
        <li key={row.name} className="relative flex items-baseline justify-between gap-4">
          <span
            aria-hidden
            className={`absolute top-1.5 -left-[1.66rem] size-3 rounded-[3px] border-2 border-surface ${
              row.isOnStage ? 'bg-primary' : 'bg-graph-quiet'
            }`}
          />
          <span className={row.isOnStage ? 'font-semibold' : 'text-ink-2'}>{row.name}</span>
          <span className={`tabular-nums ${row.isOnStage ? 'font-semibold' : 'text-ink-2'}`}>
            {row.at ? time(row.at, zone) : t('events.schedule.right_before')}
            {row.until ? `–${time(row.until, zone)}` : ''}
          </span>
        </li>
      ))}
    </ol>
  )
}
