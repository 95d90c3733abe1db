import { clsx } from 'clsx'
import { Link } from 'react-router'
import { DEFAULT_ZONE, wallClock } from '#core/contract/time.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { useWords } from '#features/hiring/web/words.ts'
import { useHasSeveral } from '#features/projects/web/ProjectFilter.tsx'
import type { ShownEntry } from '../rules.ts'
import { HATCH, ICONS, LOOKS } from './kinds.tsx'
import { calendarTexts } from './texts.ts'

const spoken = texts(calendarTexts)

export function MonthGrid({
  month,
  weeks,
  today,
  byDay,
  zone,
  onPress,
  removal,
}: {
  month: string
  weeks: string[][]
  today: string
  byDay: ReadonlyMap<string, readonly ShownEntry[]>
  zone: string
  /** Something is added on a day; null for whoever may not. */
  onPress: ((day: string) => void) | null
  /** How an entry is taken back; null for one that can't be. */
  removal: (entry: ShownEntry) => (() => void) | null
}) {
  const { t, i18n } = useTexts(spoken)
  const { calendarDay } = useFormat()
  const weekday = (style: 'short' | 'long', day: string) =>
    new Intl.DateTimeFormat(i18n.language, { weekday: style, timeZone: 'UTC' }).format(
      new Date(`${day}T00:00:00Z`),
    )
  return (
    <table className="w-full table-fixed border-separate border-spacing-0 overflow-hidden rounded-card border border-line bg-surface max-md:hidden">
      <caption className="sr-only">
        {t('calendar.caption', { month: calendarDay(`${month}-01`, 'month') })}
      </caption>
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th
              key={day}
              scope="col"
              className="border-b border-line py-2 text-sm font-semibold text-ink-2 first-letter:uppercase"
            >
              <span aria-hidden>{weekday('short', day)}</span>
              <span className="sr-only">{weekday('long', day)}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week, row) => (
          <tr key={week[0]}>
            {week.map((day, column) => {
              const outside = !day.startsWith(month)
              const entries = byDay.get(day) ?? []
              return (
                <td
                  key={day}
                  className={clsx(
                    'h-28 p-1.5 align-top',
                    column < 6 && 'border-r border-line',
                    row < weeks.length - 1 && 'border-b border-line',
                    outside && 'bg-bg',
                  )}
                >
                  <DayMark day={day} isToday={day === today} isOutside={outside} onPress={onPress} />
                  <ul className="flex flex-col gap-1">
                    {entries.map((entry) => (
                      <li key={entry.key}>
                        <Entry entry={entry} zone={zone} onRemove={removal(entry)} />
                      </li>
                    ))}
                  </ul>
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The number of a day; where something may be added, it is pressed for that. A day that is over isn't. */
function DayMark({
  day,
  isToday,
  isOutside,
  onPress,
}: {
  day: string
  isToday: boolean
  isOutside: boolean
  onPress: ((day: string) => void) | null
}) {
  const { t } = useTexts(spoken)
  const { calendarDay } = useFormat()
  const look = clsx(
    'mb-1 grid size-7 place-items-center rounded-full text-sm font-semibold tabular-nums',
    isToday ? 'bg-foco-400 text-noche-950' : isOutside ? 'text-ink-3' : 'text-ink',
  )
  const number = <span aria-hidden>{Number(day.slice(8))}</span>
  const name = `${calendarDay(day, 'full')}${isToday ? `, ${t('calendar.today')}` : ''}`
  if (!onPress || day < wallClock(new Date(), DEFAULT_ZONE).day)
    return (
      <span className={look}>
        {number}
        <span className="sr-only">{name}</span>
      </span>
    )
  return (
    <button
      type="button"
      className={clsx(look, 'cursor-pointer hover:inset-ring-2 hover:inset-ring-primary')}
      onClick={() => onPress(day)}
    >
      {number}
      <span className="sr-only">
        {name}. {t('calendar.add_on', { date: calendarDay(day, 'long') })}
      </span>
    </button>
  )
}

/** One entry: it leads to what it is about, or is taken back by pressing it. */
export function Entry({
  entry,
  zone,
  onRemove,
  isLarge = false,
}: {
  entry: ShownEntry
  zone: string
  onRemove: (() => void) | null
  isLarge?: boolean
}) {
  const { t } = useTexts(spoken)
  const { time } = useFormat()
  const words = useWords()
  const namesProject = useHasSeveral()
  const kind = t(`calendar.kinds.${entry.kind}`)
  const title =
    entry.type || entry.title
      ? words.title(entry)
      : entry.times > 1
        ? t('calendar.times', { kind, count: entry.times })
        : kind
  const to = entry.event_id
    ? `/calendar?event=${entry.event_id}`
    : entry.request_id
      ? `/budgets?request=${entry.request_id}`
      : null
  const hours = `${time(entry.starts_at, zone)}–${time(entry.ends_at, zone)}`
  const look = clsx(
    'flex w-full items-center gap-1.5 rounded-chip border text-start no-underline [&>svg]:size-3.5 [&>svg]:shrink-0',
    isLarge ? 'min-h-14 px-3 py-2' : 'px-1.5 py-0.5 text-xs',
    LOOKS[entry.kind],
    onRemove && 'cursor-pointer hover:inset-ring-2 hover:inset-ring-primary',
  )
  const content = (
    <>
      {ICONS[entry.kind]}
      <span className="min-w-0 flex-1">
        <span className="sr-only">{kind}: </span>
        <span className="block font-semibold hyphens-auto wrap-break-word">{title}</span>
        <span className="block">{isLarge ? hours : time(entry.starts_at, zone)}</span>
        {namesProject && <span className="block wrap-break-word">{entry.project_name}</span>}
      </span>
    </>
  )
  const shown = {
    title: `${title}, ${hours}, ${entry.project_name}`,
    className: look,
    style: HATCH[entry.kind],
  }
  if (to)
    return (
      <Link to={to} {...shown}>
        {content}
      </Link>
    )
  if (!onRemove) return <span {...shown}>{content}</span>
  return (
    <button type="button" onClick={onRemove} {...shown}>
      {content}
      <span className="sr-only">. {t('calendar.remove')}</span>
    </button>
  )
}
