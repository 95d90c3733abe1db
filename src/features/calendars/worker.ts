import { type BusyCalendar, busyIn, type ReadingTask } from './rules.reading.ts'
import { type Calendar, calendarFile } from './rules.writing.ts'

/* What a worker thread runs: nothing here may need the app. */

/** Reads a calendar of up to 5 MB that somebody else wrote; see rules.reading.ts. */
export const readBusy = (task: ReadingTask): BusyCalendar => busyIn(task)

/** Writes a calendar of many dates or zones; see rules.writing.ts. */
export const writeCalendar = (calendar: Calendar): string => calendarFile(calendar)
