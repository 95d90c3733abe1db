import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import type { Schedule } from '../contract.ts'
import { eventTexts } from './texts.ts'

const spoken = texts(eventTexts)

/** When a project has to be where, hour by hour; the time on stage is the bold part. */
export function ScheduleList({ schedule, zone }: { schedule: Schedule; zone: string }) {
  const { t } = useTexts(spoken)
  const { time } = useFormat()
  const rows: { name: string; at: string | null; until?: string; onStage?: boolean }[] = [
    { name: t('events.schedule.call'), at: schedule.call_at },
    { name: t('events.schedule.load_in'), at: schedule.load_in_at },
    // Without time for a check, lines are tried out as they come on.
    {
      name: t(schedule.soundcheck_at ? 'events.schedule.soundcheck' : 'events.schedule.line_check'),
      at: schedule.soundcheck_at,
    },
    ...schedule.sets.map((set, i) => ({
      name: schedule.sets.length > 1 ? t('events.schedule.set_n', { n: i + 1 }) : t('events.schedule.set'),
      at: set.starts_at,
      until: set.ends_at,
      onStage: true,
    })),
    { name: t('events.schedule.load_out'), at: schedule.load_out_at },
  ]
  return (
    <ol className="relative flex flex-col gap-2.5 border-l-2 border-line pl-5">
      {rows.map((row) => (
        <li key={row.name} className="relative flex items-baseline justify-between gap-4">
          <span
            aria-hidden
            className={`absolute top-1.5 -left-[1.66rem] size-3 rounded-[3px] border-2 border-surface ${
              row.onStage ? 'bg-primary' : 'bg-graph-quiet'
            }`}
          />
          <span className={row.onStage ? 'font-semibold' : 'text-ink-2'}>{row.name}</span>
          <span className={`tabular-nums ${row.onStage ? 'font-semibold' : 'text-ink-2'}`}>
            {row.at ? time(row.at, zone) : t('events.schedule.right_before')}
            {row.until ? `–${time(row.until, zone)}` : ''}
          </span>
        </li>
      ))}
    </ol>
  )
}
