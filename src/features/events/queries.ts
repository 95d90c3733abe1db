import { and, asc, desc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { momentAfter, type Page, pageOf } from '#core/contract/page.ts'
import { DAY } from '#core/contract/time.ts'
import type { Work } from '#core/server/app.ts'
import { outer } from '#core/server/columns.ts'
import type { Db } from '#core/server/db.ts'
import { users } from '#features/accounts/table.ts'
import { activeAgreements } from '#features/contracts/queries.ts'
import { advance, lockOrder, orderParams, orderScope, SYSTEM } from '#features/hiring/queries.ts'
import { canStep } from '#features/hiring/rules.ts'
import { requests } from '#features/hiring/table.ts'
import { notify } from '#features/notifications/queries.ts'
import type { ProjectScope } from '#features/projects/queries.ts'
import { music_projects } from '#features/projects/table.ts'
import { services } from '#features/services/table.ts'
import type { CalendarEntry, ChecklistItem, EventDetail, EventState, EventSummary } from './contract.ts'
import {
  CHECKLIST_MAX,
  DELIVERED_AFTER,
  EVENT_STEPS,
  type EventStep,
  firstChecklist,
  isDue,
  isOff,
  isOver,
  reminderDue,
  scheduleOf,
} from './rules.ts'
import { checklist_items, event_performers, events } from './table.ts'

type Row = typeof events.$inferSelect

/* ---------------------------------------------------------------- making and ending */

/**
 * Makes the event of an order whose agreements came into force, with schedules and the first checklist; or adds
 * performers to the event that is there. The order goes on to tracking.
 */
export async function openEvent(work: Work, order_id: number): Promise<void> {
  const order = await lockOrder(work, order_id)
  const agreements = await activeAgreements(work.db, order_id)
  const now = work.now.toISOString()
  const starts_at = order.starts_at ?? agreements[0]?.terms.event.starts_at
  const ends_at = order.ends_at ?? agreements.at(-1)?.terms.event.ends_at
  if (!starts_at || !ends_at) throw new Refusal(409, 'hiring.moved_on')
  const values = {
    order_id,
    hunter_id: order.hunter_id,
    title: order.title,
    type: order.type ?? 'other',
    state: 'confirmed' as const,
    starts_at,
    ends_at,
    zone: order.zone,
    city: order.city,
    place: order.brief.event?.address || null,
    lat: order.lat,
    lng: order.lng,
    guests: order.guests,
    setting: order.brief.event?.setting ?? null,
    confirmed_at: now,
    created_at: now,
  } satisfies typeof events.$inferInsert
  const [made] = await work.db
    .insert(events)
    .values(values)
    // An event that was put off and has its new day begins anew.
    .onConflictDoUpdate({
      target: events.order_id,
      set: { ...values, reminder: 0, ended_at: null },
      setWhere: inArray(events.state, ['postponed', 'cancelled']),
    })
    .returning()
  const [event] = made ? [made] : await work.db.select().from(events).where(eq(events.order_id, order_id))
  if (!event) throw notFound()
  if (made) {
    await work.db.delete(event_performers).where(eq(event_performers.event_id, event.id))
    await work.db.delete(checklist_items).where(eq(checklist_items.event_id, event.id))
  }

  const known = await work.db
    .select({ contract_id: event_performers.contract_id })
    .from(event_performers)
    .where(eq(event_performers.event_id, event.id))
  const fresh = agreements.filter(({ id }) => !known.some(({ contract_id }) => contract_id === id))
  const facts = await setupFacts(
    work.db,
    fresh.map(({ request_id }) => request_id),
  )
  if (fresh.length > 0)
    await work.db.insert(event_performers).values(
      fresh.map(({ id, project_id, slot_id, request_id, terms }) => ({
        event_id: event.id,
        project_id,
        contract_id: id,
        slot_id,
        intent: terms.event.intent,
        slot_title: terms.event.slot_title,
        line_up: terms.artist.line_up,
        schedule: scheduleOf(
          [{ starts_at: terms.event.starts_at, ends_at: terms.event.ends_at }],
          facts.get(request_id)?.setup_minutes ?? 30,
        ),
      })),
    )
  // Who plays two slots has one list.
  const projects = [...new Map(fresh.map((one) => [one.project_id, one])).values()]
  const planned = firstChecklist(
    {
      type: event.type,
      setting: event.setting,
      guests: event.guests,
      starts_at: event.starts_at,
      sound_available: order.brief.technical?.sound_available ?? null,
      performers: projects.map(({ project_id, request_id, terms }) => ({
        project_id,
        format: facts.get(request_id)?.format ?? null,
        brings_sound: facts.get(request_id)?.includes_sound ?? false,
        balance_due_at: terms.fees.balance > 0 ? terms.fees.balance_due_at : null,
      })),
    },
    work.now,
  ).filter((item) => made || item.owner === 'musician')
  if (planned.length > 0)
    await work.db.insert(checklist_items).values(planned.map((item) => ({ event_id: event.id, ...item })))
  if (canStep('open_tracking', order.stage)) await advance(work, order_id, 'open_tracking', SYSTEM)
}

/** What the booked services need to set up, by request. */
async function setupFacts(db: Db, request_ids: number[]) {
  if (request_ids.length === 0) return new Map<number, never>()
  const rows = await db
    .select({
      id: requests.id,
      setup_minutes: services.setup_minutes,
      includes_sound: services.includes_sound,
      format: services.format,
    })
    .from(requests)
    .innerJoin(services, eq(services.id, requests.service_id))
    .where(inArray(requests.id, request_ids))
  return new Map(rows.map((row) => [row.id, row]))
}

/** Ends the event of an order, for good or until it has its new day: nothing is due any more. */
export async function callOff(work: Work, order_id: number, name: 'cancel' | 'postpone'): Promise<void> {
  const [ended] = await work.db
    .update(events)
    .set({ state: EVENT_STEPS[name].to, ended_at: work.now.toISOString() })
    .where(and(eq(events.order_id, order_id), inArray(events.state, [...EVENT_STEPS[name].from])))
    .returning({ id: events.id })
  if (!ended) return
  await work.db
    .delete(checklist_items)
    .where(and(eq(checklist_items.event_id, ended.id), isNull(checklist_items.done_at)))
}

/** Takes a performer off the event, and what they had to do. */
export async function dropPerformer(work: Work, contract_id: number): Promise<void> {
  const gone = await work.db
    .delete(event_performers)
    .where(eq(event_performers.contract_id, contract_id))
    .returning({ event_id: event_performers.event_id, project_id: event_performers.project_id })
  for (const { event_id, project_id } of gone) {
    const others = await work.db.$count(
      event_performers,
      and(eq(event_performers.event_id, event_id), eq(event_performers.project_id, project_id)),
    )
    if (others === 0)
      await work.db
        .delete(checklist_items)
        .where(
          and(
            eq(checklist_items.event_id, event_id),
            eq(checklist_items.project_id, project_id),
            isNull(checklist_items.done_at),
          ),
        )
  }
}

/** How many events cancelling an order would end: 0 or 1. */
export const standingEvents = (db: Db, order_id: number): Promise<number> =>
  db.$count(events, and(eq(events.order_id, order_id), inArray(events.state, [...EVENT_STEPS.cancel.from])))

/* ---------------------------------------------------------------- reading */

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
const counts = {
  items: sql<number>`(select count(*) from checklist_items i where i.event_id = ${outer(events.id)})`,
  open_items: sql<number>`(
    select count(*) from checklist_items i where i.event_id = ${outer(events.id)} and i.done_at is null)`,
}
const UPCOMING: readonly EventState[] = ['confirmed', 'ready', 'live']

/** The hunter's events: upcoming soonest first, past newest first. The cursor is start and id. */
export async function eventsOf(
  db: Db,
  hunter_id: number,
  query: { cursor?: string | undefined; limit: number; when: 'upcoming' | 'past' },
): Promise<Page<EventSummary>> {
  const upcoming = query.when === 'upcoming'
  const last = momentAfter(query.cursor)
  const after = last ? sql`(${last.at}::timestamptz, ${last.id}::bigint)` : null
  const key = sql`(${events.starts_at}, ${events.id})`
  const rows = await db
    .select({ ...summaryColumns, ...counts })
    .from(events)
    .where(
      and(
        eq(events.hunter_id, hunter_id),
        upcoming
          ? inArray(events.state, [...UPCOMING])
          : sql`${events.state} not in ('confirmed', 'ready', 'live')`,
        after ? (upcoming ? sql`${key} > ${after}` : sql`${key} < ${after}`) : undefined,
      ),
    )
    .orderBy(
      upcoming ? asc(events.starts_at) : desc(events.starts_at),
      upcoming ? asc(events.id) : desc(events.id),
    )
    .limit(query.limit + 1)
  const { results, next } = pageOf(rows, query.limit, (row) => `${row.starts_at}_${row.id}`)
  const performers = await performersOf(
    db,
    results.map((row) => row.id),
  )
  return {
    results: results.map((row) => ({
      ...row,
      performers: performers
        .filter((one) => one.event_id === row.id)
        .map(({ project_id, name }) => ({ project_id, name })),
    })),
    next,
  }
}

async function performersOf(db: Db, event_ids: readonly number[]) {
  if (event_ids.length === 0) return []
  return db
    .select({
      event_id: event_performers.event_id,
      project_id: event_performers.project_id,
      name: music_projects.name,
      project_type: music_projects.project_type,
      profile_image: music_projects.profile_image,
      intent: event_performers.intent,
      slot_title: event_performers.slot_title,
      line_up: event_performers.line_up,
      contract_id: event_performers.contract_id,
      schedule: event_performers.schedule,
      owner: { name: users.name, email: users.email, phone: users.phone },
      owner_gone: sql<boolean>`${users.deleted_at} is not null`,
    })
    .from(event_performers)
    .innerJoin(music_projects, eq(music_projects.id, event_performers.project_id))
    .innerJoin(users, eq(users.id, music_projects.owner_id))
    .where(inArray(event_performers.event_id, [...event_ids]))
    .orderBy(sql`${event_performers.schedule} ->> 'call_at'`, event_performers.id)
}

/** Who reads: the host, or somebody of the projects that play. */
interface Reader {
  side: 'hunter' | 'musician'
  /** Projects of theirs that play here. */
  project_ids: readonly number[]
}

/** @throws Refusal 404 when they neither host nor play it */
async function readerOf(db: Db, user_id: number, event_id: number): Promise<{ event: Row; reader: Reader }> {
  const [event] = await db.select().from(events).where(eq(events.id, event_id))
  if (!event) throw notFound()
  if (event.hunter_id === user_id) return { event, reader: { side: 'hunter', project_ids: [] } }
  const { rows } = await db.execute<{ project_id: number }>(sql`
    select distinct p.project_id from event_performers p
      join project_members m on m.project_id = p.project_id and m.user_id = ${user_id} and m.left_at is null
    where p.event_id = ${event_id}`)
  if (rows.length === 0) throw notFound()
  return { event, reader: { side: 'musician', project_ids: rows.map((row) => row.project_id) } }
}

async function detailOf(db: Db, event: Row, reader: Reader): Promise<EventDetail> {
  const performers = await performersOf(db, [event.id])
  const items = await db
    .select({
      id: checklist_items.id,
      key: checklist_items.key,
      title: checklist_items.title,
      owner: checklist_items.owner,
      project_id: checklist_items.project_id,
      project_name: music_projects.name,
      due_at: checklist_items.due_at,
      done_at: checklist_items.done_at,
    })
    .from(checklist_items)
    .leftJoin(music_projects, eq(music_projects.id, checklist_items.project_id))
    .where(eq(checklist_items.event_id, event.id))
    .orderBy(asc(checklist_items.due_at), asc(checklist_items.id))
  const [host] = await db
    .select({ name: users.name, email: users.email, phone: users.phone })
    .from(users)
    .where(and(eq(users.id, event.hunter_id), isNull(users.deleted_at)))
  const hosts = reader.side === 'hunter'
  const off = isOff(event.state)
  return {
    id: event.id,
    order_id: event.order_id,
    title: event.title,
    type: event.type,
    state: event.state,
    starts_at: event.starts_at,
    ends_at: event.ends_at,
    zone: event.zone,
    city: event.city,
    place: event.place,
    guests: event.guests,
    lat: event.lat,
    lng: event.lng,
    side: reader.side,
    contact: hosts || off ? null : (host ?? null),
    performers: performers.map(({ event_id: _, owner, owner_gone, ...performer }) => ({
      ...performer,
      contact: hosts && !off && !owner_gone ? owner : null,
    })),
    // A musician sees the host's items and their own, not another project's.
    checklist: items
      .filter((item) => hosts || item.owner === 'hunter' || reader.project_ids.includes(item.project_id ?? 0))
      .map((item): ChecklistItem => ({ ...item, mine: isMine(item, reader) })),
  }
}

const isMine = (
  item: { owner: 'hunter' | 'musician'; project_id: number | null },
  reader: Reader,
): boolean =>
  item.owner === 'hunter' ? reader.side === 'hunter' : reader.project_ids.includes(item.project_id ?? 0)

/** An event as its host or its musicians see it. @throws Refusal 404 */
export async function eventOf(db: Db, user_id: number, event_id: number): Promise<EventDetail> {
  const { event, reader } = await readerOf(db, user_id, event_id)
  return detailOf(db, event, reader)
}

/** The event of an order of the caller's; null before there is one. @throws Refusal 404 */
export async function eventOfOrder(
  db: Db,
  viewer: { id: number },
  order_id: number,
): Promise<EventDetail | null> {
  await orderScope(db, viewer, order_id)
  const [event] = await db.select().from(events).where(eq(events.order_id, order_id))
  return event ? detailOf(db, event, { side: 'hunter', project_ids: [] }) : null
}

/* ---------------------------------------------------------------- the checklist */

/** Ticks or opens an item of one's own. @throws Refusal 404, 403 for somebody else's item, 409 when it is over */
export async function tick(
  work: Work,
  user_id: number,
  event_id: number,
  item_id: number,
  done: boolean,
): Promise<EventDetail> {
  const { event, reader } = await readerOf(work.db, user_id, event_id)
  const [item] = await work.db
    .select()
    .from(checklist_items)
    .where(and(eq(checklist_items.id, item_id), eq(checklist_items.event_id, event_id)))
  if (!item) throw notFound()
  if (!isMine(item, reader)) throw new Refusal(403, 'events.not_yours')
  if (isOver(event.state)) throw new Refusal(409, 'events.over')
  await work.db
    .update(checklist_items)
    .set(
      done
        ? { done_at: sql`coalesce(${checklist_items.done_at}, ${work.now.toISOString()})`, done_by: user_id }
        : { done_at: null, done_by: null },
    )
    .where(eq(checklist_items.id, item_id))
  return detailOf(work.db, event, reader)
}

/**
 * Adds an item for the host, or for a project that plays.
 * @throws Refusal 404, 409 when the event is over, 422 for a project that doesn't play or a day that is past
 */
export async function addTo(
  work: Work,
  user_id: number,
  event_id: number,
  item: { title: string; due_at: string; project_id: number | null },
): Promise<EventDetail> {
  const { event, reader } = await readerOf(work.db, user_id, event_id)
  if (reader.side !== 'hunter') throw notFound()
  if (isOver(event.state)) throw new Refusal(409, 'events.over')
  const due = Date.parse(item.due_at)
  // Today is fine at any hour.
  if (due < work.now.getTime() - DAY)
    throw new Refusal(422, 'common.invalid', { fields: { due_at: { key: 'validation.in_future' } } })
  if (due > Date.parse(event.ends_at) + DAY)
    throw new Refusal(422, 'common.invalid', { fields: { due_at: { key: 'validation.before_event' } } })
  if (item.project_id !== null) {
    const plays = await work.db.$count(
      event_performers,
      and(eq(event_performers.event_id, event_id), eq(event_performers.project_id, item.project_id)),
    )
    if (plays === 0)
      throw new Refusal(422, 'common.invalid', { fields: { project_id: { key: 'validation.option' } } })
  }
  if ((await work.db.$count(checklist_items, eq(checklist_items.event_id, event_id))) >= CHECKLIST_MAX)
    throw new Refusal(409, 'events.checklist_full', { values: { count: CHECKLIST_MAX } })
  await work.db.insert(checklist_items).values({
    event_id,
    title: item.title,
    owner: item.project_id === null ? 'hunter' : 'musician',
    project_id: item.project_id,
    due_at: new Date(due).toISOString(),
  })
  return detailOf(work.db, event, reader)
}

/* ---------------------------------------------------------------- the calendar */

const SUBJECT = /^order:(\d+)\/project:(\d+)$/

/**
 * What keeps a project busy in a span: its own promises and blocks and, for a person, what they promised through
 * bands, and through whichever project for the people a band can't play without.
 */
export async function calendarOf(
  db: Db,
  scope: ProjectScope,
  from: string,
  to: string,
): Promise<{ zone: string; results: CalendarEntry[] }> {
  const span = sql`tstzrange(${from}::timestamptz, ${to}::timestamptz)`
  const [project] = await db
    .select({ zone: music_projects.zone, name: music_projects.name })
    .from(music_projects)
    .where(eq(music_projects.id, scope.project_id))
  if (!project) throw notFound()
  const mine =
    scope.project_type === 'INDIVIDUAL'
      ? sql`(b.project_id = ${scope.project_id} or b.user_id = ${scope.user_id})`
      : sql`b.project_id = ${scope.project_id}`
  const { rows: promised } = await db.execute<{
    subject: string
    kind: 'hold' | 'gig' | 'lesson'
    project_id: number
    project_name: string
    starts_at: string
    ends_at: string
  }>(sql`
    select distinct b.subject, b.kind, b.project_id, p.name as project_name,
      lower(b.during) as starts_at, upper(b.during) as ends_at
    from busy_times b join music_projects p on p.id = b.project_id
    where b.released_at is null and b.during && ${span} and ${mine}
    order by 5, 1`)
  const orderIds = promised.flatMap(({ subject }) => {
    const found = SUBJECT.exec(subject)
    return found ? [Number(found[1])] : []
  })
  const { rows: facts } =
    orderIds.length === 0
      ? { rows: [] }
      : await db.execute<{
          order_id: number
          project_id: number
          title: string | null
          type: CalendarEntry['type']
          city: string | null
          zone: string
          starts_at: string
          ends_at: string
          request_id: number
          event_id: number | null
        }>(sql`
    select r.order_id, r.project_id, case when e.id is null then null else o.title end as title, o.type, o.city,
      o.zone, min(lower(r.during)) as starts_at, max(upper(r.during)) as ends_at, min(r.id) as request_id,
      e.id as event_id
    from requests r join orders o on o.id = r.order_id
      left join events e on e.order_id = o.id and e.state not in ('postponed', 'cancelled')
        and exists (select 1 from event_performers p where p.event_id = e.id and p.project_id = r.project_id)
    where r.order_id in ${orderIds} and r.status in ('available', 'accepted')
    group by r.order_id, r.project_id, o.id, e.id`)
  const { rows: blocks } = await db.execute<{ id: number; starts_at: string; ends_at: string }>(sql`
    select x.id, lower(x.during) as starts_at, upper(x.during) as ends_at
    from availability_exceptions x
    where x.project_id = ${scope.project_id} and x.kind = 'blocked' and x.during && ${span}
    order by 2, 1`)
  const results = [
    ...promised.map(({ subject, kind, project_id, project_name, starts_at, ends_at }): CalendarEntry => {
      const order_id = Number(SUBJECT.exec(subject)?.[1] ?? 0)
      const known = facts.find((fact) => fact.order_id === order_id && fact.project_id === project_id)
      return {
        key: `${subject}/${project_id}`,
        kind,
        title: known?.title ?? null,
        type: known?.type ?? null,
        city: known?.city ?? null,
        // The time on stage; the promise itself is longer by its buffers.
        starts_at: known?.starts_at ?? starts_at,
        ends_at: known?.ends_at ?? ends_at,
        zone: known?.zone ?? project.zone,
        project_id,
        project_name,
        event_id: kind === 'gig' ? (known?.event_id ?? null) : null,
        request_id: known?.request_id ?? null,
      }
    }),
    ...blocks.map(
      ({ id, starts_at, ends_at }): CalendarEntry => ({
        key: `block:${id}`,
        kind: 'block',
        title: null,
        type: null,
        city: null,
        starts_at,
        ends_at,
        zone: project.zone,
        project_id: scope.project_id,
        project_name: project.name,
        event_id: null,
        request_id: null,
      }),
    ),
  ].sort((a, b) => a.starts_at.localeCompare(b.starts_at))
  return { zone: project.zone, results }
}

/* ---------------------------------------------------------------- the clock */

/** Ids of events that the clock has something to do with now: a reminder, getting ready, beginning, delivery. */
export async function eventsToMove(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .select({
      id: events.id,
      state: events.state,
      starts_at: events.starts_at,
      ends_at: events.ends_at,
      zone: events.zone,
      confirmed_at: events.confirmed_at,
      sent: events.reminder,
      open_items: counts.open_items,
    })
    .from(events)
    .where(
      and(
        inArray(events.state, [...UPCOMING]),
        lte(events.starts_at, new Date(now.getTime() + 15 * DAY).toISOString()),
      ),
    )
    .orderBy(events.id)
  return rows.filter((event) => isDue(event, now)).map((event) => event.id)
}

async function step(work: Work, id: number, name: EventStep): Promise<boolean> {
  const { rowCount } = await work.db
    .update(events)
    .set({
      state: EVENT_STEPS[name].to,
      ...(name === 'deliver' ? { ended_at: work.now.toISOString() } : {}),
    })
    .where(and(eq(events.id, id), inArray(events.state, [...EVENT_STEPS[name].from])))
  return Boolean(rowCount)
}

/**
 * Does for one event what its hour asks: a reminder of what is still open, ready while nothing is, live from the
 * first guest on, delivered a day after the end (its order too).
 */
export async function moveEvent(work: Work, event_id: number): Promise<void> {
  const [found] = await work.db.select().from(events).where(eq(events.id, event_id))
  if (!found) return
  // Order before event, as everybody locks them.
  const order = await lockOrder(work, found.order_id)
  const [event] = await work.db.select().from(events).where(eq(events.id, event_id)).for('update')
  if (!event) return
  const now = work.now.getTime()
  if (now >= Date.parse(event.ends_at) + DELIVERED_AFTER) {
    if ((await step(work, event_id, 'deliver')) && canStep('deliver', order.stage))
      await advance(work, order.id, 'deliver', SYSTEM)
    return
  }
  if (now >= Date.parse(event.starts_at)) {
    await step(work, event_id, 'begin')
    return
  }
  const open = await work.db.$count(
    checklist_items,
    and(eq(checklist_items.event_id, event_id), isNull(checklist_items.done_at)),
  )
  await step(work, event_id, open === 0 ? 'get_ready' : 'open_again')
  const due = reminderDue({ ...event, sent: event.reminder }, work.now)
  if (due === null) return
  await work.db.update(events).set({ reminder: due }).where(eq(events.id, event_id))
  // Nothing open, nothing to remind of.
  if (open === 0) return
  await notify(work, [
    {
      user_id: event.hunter_id,
      type: 'EVENT_REMINDER_SENT',
      subject: `order:${order.id}`,
      version: due,
      value: String(order.id),
      params: { ...orderParams(order), count: open },
    },
  ])
}

/* ---------------------------------------------------------------- what homes read */

/** The next gigs and holds of a project, soonest first. */
export async function nextDates(
  db: Db,
  scope: ProjectScope,
  now: Date,
  limit: number,
): Promise<CalendarEntry[]> {
  const until = new Date(now.getTime() + 365 * DAY).toISOString()
  const { results } = await calendarOf(db, scope, now.toISOString(), until)
  return results.filter(({ kind }) => kind === 'gig' || kind === 'hold').slice(0, limit)
}

/* ---------------------------------------------------------------- somebody's data */

/** Every event that somebody hosts or that their own projects play, without the contact details of others. */
export async function eventDataOf(db: Db, user_id: number) {
  const { rows } = await db.execute<{ id: number }>(sql`
    select e.id from events e where e.hunter_id = ${user_id} or exists (
      select 1 from event_performers p join music_projects m on m.id = p.project_id and m.owner_id = ${user_id}
      where p.event_id = e.id)
    order by e.id`)
  const all = []
  for (const { id } of rows) {
    const { event, reader } = await readerOf(db, user_id, id)
    const { contact: _, performers, ...detail } = await detailOf(db, event, reader)
    all.push({
      ...detail,
      performers: performers
        .filter(({ project_id }) => reader.side === 'hunter' || reader.project_ids.includes(project_id))
        .map(({ contact: __, ...performer }) => performer),
    })
  }
  return all
}

/** Takes what a host wrote, and where exactly it was, off their events. */
export async function eraseHost(db: Db, user_id: number): Promise<void> {
  await db
    .update(events)
    .set({ title: null, place: null, lat: null, lng: null })
    .where(eq(events.hunter_id, user_id))
  await db.execute(sql`delete from checklist_items i using events e
    where e.id = i.event_id and e.hunter_id = ${user_id} and i.owner = 'hunter'`)
}

/** Takes the line-up of a project that goes off the events it played. */
export async function erasePerformer(db: Db, project_id: number): Promise<void> {
  await db.update(event_performers).set({ line_up: '' }).where(eq(event_performers.project_id, project_id))
}
