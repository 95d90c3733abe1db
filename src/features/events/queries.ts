import { and, asc, desc, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import { notFound } from '#core/contract/errors.ts'
import { keyAfter, type Page, pageOf } from '#core/contract/page.ts'
import { readBy, shownBy } from '#core/server/audience.ts'
import { outer, present } from '#core/server/columns.ts'
import type { Db } from '#core/server/db.ts'
import { saysTyped } from '#core/server/spelling.ts'
import { together } from '#core/server/together.ts'
import { users } from '#features/accounts/table.ts'
import type { Terms } from '#features/contracts/contract.ts'
import { setsOf } from '#features/contracts/rules.ts'
import { contracts } from '#features/contracts/table.ts'
import { orderScope } from '#features/hiring/journey/queries.ts'
import type { Role } from '#features/projects/contract.ts'
import { music_projects, project_members } from '#features/projects/table.ts'
import { type ChecklistItem, EventDetail, type EventSummary } from './contract.ts'
import { artistSaysOf, dayLists, hostSaysOf, reportsFor } from './queries.day.ts'
import { standingOf } from './queries.risk.ts'
import { substitutesAt, substitutesFor } from './queries.substitutes.ts'
import { dayOf, hostSaysTo } from './rules.day.ts'
import { keepsDocuments, readsDocument } from './rules.documents.ts'
import { stillLost } from './rules.replacing.ts'
import { hasSheet } from './rules.sheet.ts'
import { byProject, isMine, isOff, isOver, type Reader, stateForPlayers, UPCOMING } from './rules.ts'
import { checklist_items, event_performers, events } from './table.ts'

export type EventRow = typeof events.$inferSelect

const summaryColumns = {
  id: events.id,
  order_id: events.order_id,
  title: events.title,
  type: events.type,
  state: events.state,
  starts_at: events.starts_at,
  ends_at: events.ends_at,
  zone: events.zone,
  city: events.city,
  place: events.place,
  guests: events.guests,
}
export const checklistCounts = {
  items: sql<number>`(select count(*) from ${checklist_items} i where i.event_id = ${outer(events.id)})`,
  open_items: sql<number>`(
    select count(*) from ${checklist_items} i where i.event_id = ${outer(events.id)} and i.done_at is null)`,
}
const HOST: Reader = { side: 'hunter', project_ids: [], owns: false, owned_ids: [] }

/** The hunter's events: upcoming soonest first, past and all newest first; those of some words, when asked. */
export async function eventsOf(
  db: Db,
  hunter_id: number,
  query: {
    cursor?: string | undefined
    limit: number
    when: 'upcoming' | 'past' | 'all'
    q?: string | undefined
  },
): Promise<Page<EventSummary>> {
  const upcoming = query.when === 'upcoming'
  const last = keyAfter(query.cursor, ['instant', 'id'])
  const after = last ? sql`(${last[0]}::timestamptz, ${last[1]}::bigint)` : null
  const key = sql`(${events.starts_at}, ${events.id})`
  const said = query.q
    ? await saysTyped(
        db,
        {
          id: sql`events.id`,
          text: sql`concat_ws(' ', events.title, events.city, (
            select string_agg(p.name, ' ') from ${event_performers} plays
            join ${music_projects} p on p.id = plays.project_id where plays.event_id = events.id))`,
          among: sql`from ${events} where hunter_id = ${hunter_id} order by starts_at desc`,
        },
        query.q,
      )
    : undefined
  const rows = await db
    .select({ ...summaryColumns, ...checklistCounts })
    .from(events)
    .where(
      and(
        eq(events.hunter_id, hunter_id),
        upcoming ? inArray(events.state, UPCOMING) : undefined,
        query.when === 'past' ? notInArray(events.state, UPCOMING) : undefined,
        said,
        after ? (upcoming ? sql`${key} > ${after}` : sql`${key} < ${after}`) : undefined,
      ),
    )
    .orderBy(
      upcoming ? asc(events.starts_at) : desc(events.starts_at),
      upcoming ? asc(events.id) : desc(events.id),
    )
    .limit(query.limit + 1)
  const { results, next } = pageOf(rows, query.limit, (row) => [row.starts_at, row.id])
  const names = await namesOf(
    db,
    results.map((row) => row.id),
  )
  return {
    results: results.map((row) =>
      readBy(
        { side: 'hunter', open: true },
        {
          ...row,
          performers: names
            .filter((one) => one.event_id === row.id)
            .map(({ project_id, name }) => ({ project_id, name })),
        },
      ),
    ),
    next,
  }
}

/** In the order of playing: who plays last is often called first. */
const PLAYS_FROM = sql`${event_performers.schedule} #>> '{sets,0,starts_at}'`

/** Who plays at events by name, each project once. */
async function namesOf(db: Db, event_ids: readonly number[]) {
  if (event_ids.length === 0) return []
  const { event_id, project_id } = event_performers
  return db
    .select({ event_id, project_id, name: music_projects.name })
    .from(event_performers)
    .innerJoin(music_projects, eq(music_projects.id, project_id))
    .where(inArray(event_id, [...event_ids]))
    .groupBy(event_id, project_id, music_projects.id)
    .orderBy(sql`min(${PLAYS_FROM})`, sql`min(${event_performers.id})`)
}

/** Who plays at an event, each project once, with everything that its agreements are for. */
async function performersOf(db: Db, event_id: number) {
  const rows = await db
    .select({
      project_id: event_performers.project_id,
      name: music_projects.name,
      project_type: music_projects.project_type,
      profile_image: music_projects.profile_image,
      agreed: sql<Terms['event']>`${contracts.terms} -> 'event'`,
      line_up: event_performers.line_up,
      contract_id: event_performers.contract_id,
      schedule: event_performers.schedule,
      owner: { name: present(users.name), email: users.email, phone: users.phone },
      owner_gone: sql<boolean>`${users.deleted_at} is not null`,
    })
    .from(event_performers)
    .innerJoin(contracts, eq(contracts.id, event_performers.contract_id))
    .innerJoin(music_projects, eq(music_projects.id, event_performers.project_id))
    .innerJoin(users, eq(users.id, music_projects.owner_id))
    .where(eq(event_performers.event_id, event_id))
    .orderBy(PLAYS_FROM, event_performers.id)
  return byProject(rows.map(({ agreed, ...row }) => ({ ...row, sets: setsOf(agreed) })))
}

/**
 * An event and who reads it. A band's collaborator reads those that begin after they joined.
 * @throws Refusal 404 when they neither host nor play it
 */
export async function readerOf(
  db: Db,
  user_id: number,
  event_id: number,
): Promise<{ event: EventRow; reader: Reader }> {
  const [event] = await db.select().from(events).where(eq(events.id, event_id))
  if (!event) throw notFound()
  if (event.hunter_id === user_id) return { event, reader: HOST }
  const { rows } = await db.execute<{ project_id: number; role: Role }>(sql`
    select distinct p.project_id, m.role from ${event_performers} p
      join ${project_members} m on m.project_id = p.project_id and m.user_id = ${user_id} and m.left_at is null
        and (m.role = 'OWNER' or m.joined_at <= ${event.starts_at}::timestamptz)
    where p.event_id = ${event_id} order by p.project_id`)
  if (rows.length === 0) throw notFound()
  const project_ids = rows.map((row) => row.project_id)
  const owned_ids = rows.filter(({ role }) => role === 'OWNER').map((row) => row.project_id)
  return { event, reader: { side: 'musician', project_ids, owns: owned_ids.length > 0, owned_ids } }
}

/** An event with everything that its reader may see of it. */
export async function eventDetail(
  db: Db,
  event: EventRow,
  reader: Reader,
  user_id: number,
): Promise<EventDetail> {
  const performers = await performersOf(db, event.id)
  const { items, host, artists, reports, documents, substitutes } = await together(db, {
    items: db
      .select({
        id: checklist_items.id,
        key: checklist_items.key,
        title: checklist_items.title,
        owner: checklist_items.owner,
        project_id: checklist_items.project_id,
        project_name: sql<string | null>`${music_projects.name}`,
        due_at: checklist_items.due_at,
        done_at: checklist_items.done_at,
      })
      .from(checklist_items)
      .leftJoin(music_projects, eq(music_projects.id, checklist_items.project_id))
      .where(eq(checklist_items.event_id, event.id))
      .orderBy(asc(checklist_items.due_at), asc(checklist_items.id)),
    ...dayLists(db, event),
    substitutes: substitutesAt(db, event.id),
  })
  const [person] = await db
    .select({ name: present(users.name), email: users.email, phone: users.phone })
    .from(users)
    .where(and(eq(users.id, event.hunter_id), isNull(users.deleted_at)))
  const hosts = reader.side === 'hunter'
  const side = hosts ? 'hunter' : 'artist'
  const off = isOff(event.state)
  const lost = hosts && !isOver(event.state) ? stillLost(await standingOf(db, event.order_id)) : []
  const day = dayOf(
    performers.map(({ schedule }) => schedule),
    event.ends_at,
  )
  // Those who play read the host's words as written where they have the host's contact.
  return readBy(
    { side, open: !off && (hosts || reader.owns) },
    {
      id: event.id,
      order_id: event.order_id,
      title: event.title,
      type: event.type,
      state: hosts ? event.state : stateForPlayers(event.state),
      starts_at: event.starts_at,
      ends_at: event.ends_at,
      zone: event.zone,
      city: event.city,
      place: event.place,
      guests: event.guests,
      lat: event.lat,
      lng: event.lng,
      side: reader.side,
      // A band's collaborators ask its owner, who made the agreement.
      contact: hosts || off || !reader.owns ? null : (person ?? null),
      performers: performers
        .map(({ owner, owner_gone, ...performer }) => {
          const mine = reader.project_ids.includes(performer.project_id)
          return {
            ...performer,
            mine,
            owned: reader.owned_ids.includes(performer.project_id),
            contact: hosts && !off && !owner_gone ? owner : null,
            says: hasSheet(reader, { mine }) ? artistSaysOf(artists, performer.project_id) : null,
            substitutes: substitutesFor(substitutes, performer.project_id, reader),
          }
        })
        // One's own first.
        .sort((a, b) => Number(b.mine) - Number(a.mine)),
      // Nobody plays it: what was planned would send people there.
      stage_plan: off ? null : event.stage_plan,
      opens_at: event.opens_at,
      host_says: hostSaysTo(hostSaysOf(host), reader, off),
      documents: documents
        .filter((one) => readsDocument(reader, one, off))
        .map((one) =>
          keepsDocuments(reader, one.project_id)
            ? readBy({ side, open: true }, { ...one, mine: true })
            : { ...one, mine: false },
        ),
      day: off || !day ? null : { ...day, reports: reportsFor(reports, user_id, reader) },
      // A musician sees the host's items and their own, not another project's.
      checklist: items
        .filter(
          (item) => hosts || item.owner === 'hunter' || reader.project_ids.includes(item.project_id ?? 0),
        )
        .map((item): ChecklistItem => ({ ...item, mine: isMine(item, reader) })),
      lost_moments: lost.length,
    },
  )
}

/** An event for what is drawn of it here: its words as its reader would read them on the page. */
export const shownEvent = shownBy(EventDetail)

/** An event as its host or its musicians see it. @throws Refusal 404 */
export async function eventOf(db: Db, user_id: number, event_id: number): Promise<EventDetail> {
  const { event, reader } = await readerOf(db, user_id, event_id)
  return eventDetail(db, event, reader, user_id)
}

/** The event of an order of the caller's; null before there is one. @throws Refusal 404 */
export async function eventOfOrder(
  db: Db,
  viewer: { id: number },
  order_id: number,
): Promise<EventDetail | null> {
  await orderScope(db, viewer, order_id)
  const [event] = await db.select().from(events).where(eq(events.order_id, order_id))
  return event ? eventDetail(db, event, HOST, viewer.id) : null
}

/** Every event that somebody hosts or that their own projects play, without the contact details of others. */
export async function eventDataOf(db: Db, user_id: number) {
  const { rows } = await db.execute<{ id: number }>(sql`
    select e.id from ${events} e where e.hunter_id = ${user_id} or exists (
      select 1 from ${event_performers} p join ${music_projects} m on m.id = p.project_id and m.owner_id = ${user_id}
      where p.event_id = e.id)
    order by e.id`)
  const all = []
  for (const { id } of rows) {
    const { event, reader } = await readerOf(db, user_id, id)
    const side = reader.side === 'hunter' ? 'hunter' : 'artist'
    const {
      contact: _,
      performers,
      stage_plan,
      host_says,
      ...detail
    } = shownEvent(
      // In a copy others' words have no contact details, whatever was agreed.
      readBy({ side, open: false }, await eventDetail(db, event, reader, user_id)),
    )
    all.push({
      ...detail,
      host_says: reader.side === 'hunter' ? host_says : { ...host_says, day_contact: null },
      // Of others on the stage it says when they play.
      ...(reader.side === 'hunter' ? { stage_plan } : {}),
      performers: performers
        .filter(({ project_id }) => reader.side === 'hunter' || reader.project_ids.includes(project_id))
        // Who of a band stands in for whom names others: each has it in a document of their own.
        .map(({ contact: __, substitutes: ___, ...performer }) => performer),
    })
  }
  return all
}
