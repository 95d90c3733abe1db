import { type BusyCalendar, busyIn, type ReadingTask } from './rules.reading.ts'

/* What a worker thread runs: nothing here may need the app. */

/** Reads a calendar of up to 5 MB that somebody else wrote; see rules.reading.ts. */
export const readBusy = (task: ReadingTask): BusyCalendar => busyIn(task)
