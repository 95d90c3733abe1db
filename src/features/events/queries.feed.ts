import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Language } from '#core/contract/language.ts'
import { subject } from '#core/contract/subject.ts'
import type { Reading } from '#core/server/app.ts'
import { wordsFor } from '#core/server/audience.ts'
import type { FeedEntry } from '#features/calendars/queries.ts'
import { type ProjectScope, projectScope } from '#features/projects/queries.ts'
import type { EventType } from '#features/services/contract.ts'
import { type DateOfProject, datesBetween } from './queries.calendar.ts'
import { type EventRow, readerOf } from './queries.ts'
import { isOff } from './rules.ts'
import { events } from './table.ts'

/* What calendar programs are told of gigs, holds and events: a title and a place. */

const inBoth = (say: (language: Language) => string): Record<Language, string> => ({
  es: say('es'),
  en: say('en'),
})

/** What an event is called: the hunter's own title, else what it is and where. */
function nameOf(
  { app: { texts } }: Pick<Reading, 'app'>,
  { title, type, city }: { title: string | null; type: EventType | null; city: string | null },
): Record<Language, string> {
  return inBoth((language) => {
    if (title) return title
    const kind = texts.say(language, `business:terms.event_types.${type ?? 'other'}`)
    return city ? texts.say(language, 'business:order.names.type_city', { type: kind, city }) : kind
  })
}

const placeOf = (...parts: (string | null)[]) => parts.filter(Boolean).join(', ') || null

/** The events of somebody who hires. */
export async function hostEntries(
  reading: Reading,
  user_id: number,
  { from, to }: { from: string; to: string },
): Promise<FeedEntry[]> {
  const rows = await reading.db
    .select()
    .from(events)
    .where(
      and(
        eq(events.hunter_id, user_id),
        sql`${events.starts_at} < ${to}::timestamptz and ${events.ends_at} > ${from}::timestamptz`,
      ),
    )
    .orderBy(events.starts_at, events.id)
    .limit(1000)
  return rows.map((event) => hostEntry(reading, event))
}

const hostEntry = (reading: Reading, event: EventRow): FeedEntry => ({
  subject: subject('event', event.id),
  // Postponed, it isn't then any more; with its new day it is on again.
  status: isOff(event.state) ? 'cancelled' : 'confirmed',
  title: nameOf(reading, event),
  place: placeOf(event.place, event.city),
  starts_at: event.starts_at,
  ends_at: event.ends_at,
  zone: event.zone,
  path: `/events?event=${event.id}`,
})

/** Gigs and holds of a project; of a person also those of their bands. What came to nothing lately is said too. */
export async function projectEntries(
  reading: Reading,
  scope: ProjectScope,
  span: { from: string; to: string },
): Promise<FeedEntry[]> {
  const dates = await datesBetween(reading.db, scope, span, reading.now)
  const event_ids = dates.flatMap(({ event_id }) => event_id ?? [])
  const places =
    event_ids.length === 0
      ? []
      : await reading.db
          .select({ id: events.id, place: events.place })
          .from(events)
          .where(inArray(events.id, event_ids))
  const placeBy = new Map(places.map(({ id, place }) => [id, place]))
  return dates.map((date) => projectEntry(reading, date, placeBy))
}

function projectEntry(
  reading: Reading,
  date: DateOfProject,
  placeBy: ReadonlyMap<number, string | null>,
): FeedEntry {
  const { event_id, kind, released } = date
  const firm = kind === 'gig' && event_id !== null
  // Until an agreement is in force they read the hunter's words without contact details, here too; a band's collaborators
  // always do.
  const open = firm && date.owns
  const city = date.city && wordsFor(date.city, { open })
  const name = nameOf(reading, { title: date.title && wordsFor(date.title, { open }), type: date.type, city })
  return {
    subject: date.subject,
    status: released ? 'cancelled' : kind === 'gig' ? 'confirmed' : 'tentative',
    title: inBoth((language) =>
      reading.app.texts.say(language, `business:calendar.feed.${kind === 'gig' ? 'gig' : 'hold'}`, {
        title: name[language],
        project: date.project_name,
      }),
    ),
    place: placeOf(firm ? wordsFor(placeBy.get(event_id) ?? '', { open }) : null, city),
    starts_at: date.starts_at,
    ends_at: date.ends_at,
    zone: date.zone,
    path: event_id ? `/calendar?event=${event_id}` : `/budgets?request=${date.request_id ?? ''}`,
  }
}

/**
 * One event as a calendar program is told of it, for its host or for each project of theirs that plays.
 * @throws Refusal 404 when they neither host nor play it
 */
export async function eventEntries(
  reading: Reading,
  user_id: number,
  event_id: number,
): Promise<FeedEntry[]> {
  const { event, reader } = await readerOf(reading.db, user_id, event_id)
  if (reader.side === 'hunter') return [hostEntry(reading, event)]
  const span = { from: event.starts_at, to: event.ends_at }
  const entries: FeedEntry[] = []
  for (const project_id of reader.project_ids) {
    const scope = await projectScope(reading.db, { id: user_id }, project_id)
    const own = subject('order', event.order_id, { kind: 'project', id: project_id })
    const found = await projectEntries(reading, scope, span)
    entries.push(...found.filter((entry) => entry.subject === own))
  }
  return entries
}
