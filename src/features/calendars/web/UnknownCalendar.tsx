import { CalendarOff } from 'lucide-react'
import { Link } from 'react-router'
import { texts, useTexts } from '#core/web/texts.ts'
import { calendarSyncTexts } from './texts.ts'

const spoken = texts(calendarSyncTexts)

/** Said to whoever is about to promise a date while a calendar of theirs can't be read. */
export function UnknownCalendar({ project }: { project: number }) {
  const { t } = useTexts(spoken)
  return (
    <p className="flex items-start gap-3 rounded-control bg-warn-tint px-4 py-3">
      <CalendarOff aria-hidden className="mt-0.5 size-5 shrink-0" />
      <span>
        {t('calendars.unknown_mine')}{' '}
        <Link to={`/calendar?project=${project}`} className="font-semibold">
          {t('calendars.unknown_mine_link')}
        </Link>
      </span>
    </p>
  )
}
