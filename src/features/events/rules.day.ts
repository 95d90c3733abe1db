import type { Problem } from '#core/contract/errors.ts'
import { DAY, HOUR, MINUTE } from '#core/contract/time.ts'
import type { ArtistFacts, HostFacts, HostSays, NewReport, ReportKind, Song } from './contract.day.ts'
import type { Schedule } from './contract.ts'
import type { Reader } from './rules.ts'

/* What each side says of an event and on its day: who sees what, and when something may be said. */

/** What a host says who hasn't said anything. */
export const NO_HOST_FACTS: HostFacts = {
  parking: '',
  way_in: '',
  power: '',
  dress: '',
  meals: '',
  day_contact: null,
  do_not_play: [],
  must_play: [],
}

/** What a project says that hasn't said anything. */
export const NO_ARTIST_FACTS: ArtistFacts = { set_list: [], meal_needs: '', power_needs: '' }

/** Nobody has written it yet. */
export const UNEDITED = { version: 0, edited_at: null, edited_by: null }

/**
 * What the host says, as its reader may know it: whom to call is for the host and for the owners of the projects that
 * play, as other contact details are, and for nobody once the event is off.
 */
export const hostSaysTo = (says: HostSays, reader: Reader, off: boolean): HostSays =>
  !off && (reader.side === 'hunter' || reader.owns) ? says : { ...says, day_contact: null }

// ─── Lists that are typed as lines ───────────────────────────────────────────────────────────────────────────

/** Lines of a text that say something. */
export const linesIn = (text: string): string[] => text.split(/\r?\n/).flatMap((one) => one.trim() || [])

/** Minutes at the end of a line: `Sabor a mí · 4 min`, `Perfect (5')`. */
const MINUTES = /[\s·,(–—-]+(\d{1,2})\s*(?:min(?:utos?|utes?|s)?\.?|['′’])\s*\)?$/iu

/** Songs as they are typed: one a line, with its minutes where they are said. */
export const songsIn = (text: string): Song[] =>
  linesIn(text).map((one) => {
    const found = MINUTES.exec(one)
    const title = found ? one.slice(0, found.index).trim() : ''
    return found && title ? { title, minutes: Number(found[1]) } : { title: one, minutes: null }
  })

/** A song in one line, as it is read and typed. */
export const songLine = ({ title, minutes }: Song): string =>
  minutes === null ? title : `${title} · ${minutes} min`

/** Minutes of a set as far as they are said, and of how many songs they aren't. */
export function lengthOf(songs: readonly Song[]): { minutes: number; unsaid: number } {
  return {
    minutes: songs.reduce((sum, { minutes }) => sum + (minutes ?? 0), 0),
    unsaid: songs.filter(({ minutes }) => minutes === null).length,
  }
}

// ─── The day ─────────────────────────────────────────────────────────────────────────────────────────────────

/** How long what was said can be taken back, milliseconds. */
export const UNDO_MS = 10_000
/** The way there may take as long as this besides. */
export const UNDO_WAY_MS = 3_000
/** The other side is notified of the same kind by the same person, as the same project, once in so long, milliseconds. */
export const TOLD_EVERY_MS = 5 * MINUTE
/** What one person can say on one day. */
export const REPORTS_MAX = 100

/** So long before the first call the day begins: whoever is on the way may come late, milliseconds. */
export const DAY_AHEAD_MS = 12 * HOUR

/** From twelve hours before the first call to the end of the event; null while nobody plays. */
export function dayOf(
  schedules: readonly Pick<Schedule, 'call_at'>[],
  ends_at: string,
): { from: string; to: string } | null {
  if (schedules.length === 0) return null
  const first = Math.min(...schedules.map(({ call_at }) => Date.parse(call_at)))
  return { from: new Date(first - DAY_AHEAD_MS).toISOString(), to: ends_at }
}

/** Whether the day begins within 24 hours, is on or is over: when pages show it. */
export const isDayNear = (day: { from: string }, now = new Date()): boolean =>
  Date.parse(day.from) - DAY <= now.getTime()

/** Whether a moment lies in the day. */
export const isInDay = (day: { from: string; to: string }, at: Date): boolean =>
  at.getTime() >= Date.parse(day.from) && at.getTime() <= Date.parse(day.to)

/** What is missing of what somebody says: how late they are, what the problem is. */
export function reportProblems({
  kind,
  minutes,
  problem,
}: Pick<NewReport, 'kind' | 'minutes' | 'problem'>): Record<string, Problem> {
  if (kind === 'late' && minutes === null) return { minutes: { key: 'validation.required' } }
  if (kind === 'problem' && problem === '') return { problem: { key: 'validation.required' } }
  return {}
}

/**
 * What somebody said on the day, as its reader may know it; null: not at all. The host reads everything, who plays what
 * the host and they themselves say, and of others only who has arrived or comes late.
 */
export function reportFor<
  Row extends {
    project_id: number | null
    kind: ReportKind
    problem: string
    person_name: string | null
  },
>(row: Row, reader: Pick<Reader, 'side' | 'project_ids'>): Row | null {
  if (reader.side === 'hunter' || row.project_id === null || reader.project_ids.includes(row.project_id))
    return row
  return row.kind === 'problem' ? null : { ...row, problem: '', person_name: null }
}
