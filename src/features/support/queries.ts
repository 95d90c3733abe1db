import { and, asc, desc, eq, inArray, lt, lte, or, sql } from 'drizzle-orm'
import { notFound } from '#core/contract/errors.ts'
import { idAfter, type Page, type PageQuery, pageOf } from '#core/contract/page.ts'
import { parseSubject, subject } from '#core/contract/subject.ts'
import { DAY } from '#core/contract/time.ts'
import { outer } from '#core/server/columns.ts'
import type { Db } from '#core/server/db.ts'
import { users } from '#features/accounts/table.ts'
import { contracts } from '#features/contracts/table.ts'
import { event_performers, events } from '#features/events/table.ts'
import { orders } from '#features/hiring/table.ts'
import { lessons } from '#features/lessons/table.ts'
import { music_projects } from '#features/projects/table.ts'
import { services } from '#features/services/table.ts'
import type { AskableThing, Ticket, TicketDetail, TicketFile } from './contract.ts'
import { mayWrite, REOPEN_DAYS } from './rules.ts'
import { ticket_files, ticket_messages, tickets } from './table.ts'

export type TicketRow = typeof tickets.$inferSelect

const columns = {
  id: tickets.id,
  topic: tickets.topic,
  title: tickets.title,
  about: tickets.about,
  state: tickets.state,
  urgent: tickets.urgent,
  created_at: tickets.created_at,
  updated_at: tickets.updated_at,
}

/** What somebody asked, the latest first. */
export async function ticketsOf(db: Db, user_id: number, query: PageQuery): Promise<Page<Ticket>> {
  const after = idAfter(query.cursor)
  const rows = await db
    .select(columns)
    .from(tickets)
    .where(and(eq(tickets.user_id, user_id), after === undefined ? undefined : lt(tickets.id, after)))
    .orderBy(desc(tickets.id))
    .limit(query.limit + 1)
  return pageOf(rows, query.limit, (row) => row.id)
}

/** One of their questions, held until the transaction ends. @throws Refusal 404 */
export async function lockTicket(db: Db, user_id: number, ticket_id: number): Promise<TicketRow> {
  const [row] = await db
    .select()
    .from(tickets)
    .where(and(eq(tickets.id, ticket_id), eq(tickets.user_id, user_id)))
    .for('update')
  if (!row) throw notFound()
  return row
}

/** What was written in a question, with what came with it. */
export const messageColumns = {
  id: ticket_messages.id,
  by: ticket_messages.by,
  text: ticket_messages.text,
  files: sql<TicketFile[]>`(select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name,
    'format', f.format, 'bytes', f.bytes) order by f.id), '[]') from ${ticket_files} f
    where f.message_id = ${outer(ticket_messages.id)})`,
  created_at: ticket_messages.created_at,
}

const messagesOf = (db: Db, ticket_id: number) =>
  db
    .select(messageColumns)
    .from(ticket_messages)
    .where(eq(ticket_messages.ticket_id, ticket_id))
    .orderBy(asc(ticket_messages.id))

/** One of their questions, with what was written in it. @throws Refusal 404 */
export async function ticketOf(db: Db, user_id: number, ticket_id: number, now: Date): Promise<TicketDetail> {
  const [row] = await db
    .select({ ...columns, over_at: tickets.over_at })
    .from(tickets)
    .where(and(eq(tickets.id, ticket_id), eq(tickets.user_id, user_id)))
  if (!row) throw notFound()
  const { over_at, ...ticket } = row
  return {
    ...ticket,
    messages: await messagesOf(db, ticket_id),
    open_to_write: mayWrite({ state: row.state, over_at }, now),
  }
}

// ─── What somebody may ask about ─────────────────────────────────────────────────────────────────────────────

/** So many of each kind are offered to choose from. */
const OFFERED = 20

const ownProjects = (db: Db, user_id: number) =>
  db.select({ id: music_projects.id }).from(music_projects).where(eq(music_projects.owner_id, user_id))

const ownEvent = (db: Db, user_id: number) =>
  or(
    eq(events.hunter_id, user_id),
    inArray(
      events.id,
      db
        .select({ id: event_performers.event_id })
        .from(event_performers)
        .where(inArray(event_performers.project_id, ownProjects(db, user_id))),
    ),
  )

const ownContract = (db: Db, user_id: number) =>
  or(eq(contracts.hunter_id, user_id), inArray(contracts.project_id, ownProjects(db, user_id)))

/** Theirs to learn in, or to teach. */
const ownLesson = (user_id: number) => or(eq(lessons.student_id, user_id), eq(lessons.teacher_id, user_id))

/** When something of theirs is; null where it isn't theirs or isn't there. */
export async function thingOf(
  db: Db,
  user_id: number,
  about: string,
): Promise<{ starts_at: string | null; ends_at: string | null } | null> {
  const { kind, id = 0 } = parseSubject(about) ?? {}
  if (kind === 'event') {
    const [row] = await db
      .select({ starts_at: events.starts_at, ends_at: events.ends_at })
      .from(events)
      .where(and(eq(events.id, id), ownEvent(db, user_id)))
    return row ?? null
  }
  if (kind === 'lesson') {
    const [row] = await db
      .select({ starts_at: lessons.starts_at, ends_at: lessons.ends_at })
      .from(lessons)
      .where(and(eq(lessons.id, id), ownLesson(user_id)))
    return row ?? null
  }
  if (kind === 'contract') {
    const [row] = await db
      .select({ starts_at: contracts.starts_at, ends_at: sql<null>`null` })
      .from(contracts)
      .where(and(eq(contracts.id, id), ownContract(db, user_id)))
    return row ?? null
  }
  const [row] = await db
    .select({ starts_at: orders.starts_at, ends_at: sql<null>`null` })
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.hunter_id, user_id)))
  return row ?? null
}

/** Their latest events, lessons, agreements and orders, to ask about. */
export async function askableOf(db: Db, user_id: number): Promise<AskableThing[]> {
  const [own, learned, agreed, ordered] = await Promise.all([
    db
      .select({ id: events.id, name: events.title, starts_at: events.starts_at })
      .from(events)
      .where(ownEvent(db, user_id))
      .orderBy(desc(events.starts_at), desc(events.id))
      .limit(OFFERED),
    db
      .select({ id: lessons.id, name: services.title, starts_at: lessons.starts_at })
      .from(lessons)
      .innerJoin(services, eq(services.id, lessons.service_id))
      .where(ownLesson(user_id))
      .orderBy(desc(lessons.starts_at), desc(lessons.id))
      .limit(OFFERED),
    db
      .select({ id: contracts.id, name: contracts.number, starts_at: contracts.starts_at })
      .from(contracts)
      .where(ownContract(db, user_id))
      .orderBy(desc(contracts.id))
      .limit(OFFERED),
    db
      .select({ id: orders.id, name: orders.title, starts_at: orders.starts_at })
      .from(orders)
      .where(eq(orders.hunter_id, user_id))
      .orderBy(desc(orders.updated_at), desc(orders.id))
      .limit(OFFERED),
  ])
  const named = (kind: string, rows: { id: number; name: string | null; starts_at: string | null }[]) =>
    rows.map(({ id, ...row }) => ({ about: subject(kind, id), ...row }))
  return [
    ...named('event', own),
    ...named('lesson', learned),
    ...named('contract', agreed),
    ...named('order', ordered),
  ]
}

/** Whom to write to about an answer, and where it is; null once the account is going. */
export async function letterFacts(db: Db, ticket_id: number) {
  const [row] = await db
    .select({ to: users.email, language: users.language, title: tickets.title, state: tickets.state })
    .from(tickets)
    .innerJoin(users, eq(users.id, tickets.user_id))
    .where(and(eq(tickets.id, ticket_id), sql`${users.deleted_at} is null`))
  return row ?? null
}

/** Those that were resolved so long ago that nobody opens them again. */
export const resolvedLongAgo = (now: Date) =>
  lte(tickets.over_at, new Date(now.getTime() - REOPEN_DAYS * DAY).toISOString())

/** What somebody asked and was answered, for the copy of their data. */
export async function ticketDataOf(db: Db, user_id: number) {
  const own = await db
    .select(columns)
    .from(tickets)
    .where(eq(tickets.user_id, user_id))
    .orderBy(asc(tickets.id))
  const written = await db
    .select({
      ticket_id: ticket_messages.ticket_id,
      by: ticket_messages.by,
      text: ticket_messages.text,
      created_at: ticket_messages.created_at,
    })
    .from(ticket_messages)
    .innerJoin(tickets, eq(tickets.id, ticket_messages.ticket_id))
    .where(eq(tickets.user_id, user_id))
    .orderBy(asc(ticket_messages.id))
  return own.map((ticket) => ({
    ...ticket,
    messages: written.filter((one) => one.ticket_id === ticket.id).map(({ ticket_id: _, ...one }) => one),
  }))
}
