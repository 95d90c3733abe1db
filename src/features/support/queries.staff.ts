import { and, asc, desc, eq, inArray, not, sql } from 'drizzle-orm'
import { keyAfter, type Page, pageOf } from '#core/contract/page.ts'
import { parseSubject, type Subject, subject } from '#core/contract/subject.ts'
import { DAY } from '#core/contract/time.ts'
import type { Db } from '#core/server/db.ts'
import { users } from '#features/accounts/table.ts'
import { contracts } from '#features/contracts/table.ts'
import { events } from '#features/events/table.ts'
import { orders } from '#features/hiring/table.ts'
import { lessons } from '#features/lessons/table.ts'
import type { Section } from '#features/staff/queries.lookUps.ts'
import type { DoneQuery, GivenFact, WaitingRow, WaitingSheet } from '#features/staff/queries.queue.ts'
import type { ArticleVotes } from './contract.ts'
import { messageColumns } from './queries.ts'
import { help_votes, ticket_messages, tickets } from './table.ts'

/* Questions to support as those read them who answer. */

const waits = inArray(tickets.state, ['open', 'in_process'])
const DONE_STATES = {
  answered: eq(tickets.state, 'waiting_user'),
  over: inArray(tickets.state, ['resolved', 'closed']),
}

/** It waits, and what it is about begins within a day and isn't over now: a question of last week may be urgent today. */
function isUrgentNow(now: Date) {
  const id = sql`split_part(${tickets.about}, ':', 2)::bigint`
  const soon = new Date(now.getTime() + DAY).toISOString()
  const from = now.toISOString()
  return sql<boolean>`(${waits} and ${tickets.about} is not null and exists (
    select from ${events} e where split_part(${tickets.about}, ':', 1) = 'event' and e.id = ${id}
      and e.starts_at <= ${soon}::timestamptz and e.ends_at >= ${from}::timestamptz
    union all select from ${lessons} l where split_part(${tickets.about}, ':', 1) = 'lesson' and l.id = ${id}
      and l.starts_at <= ${soon}::timestamptz and l.ends_at >= ${from}::timestamptz
    union all select from ${contracts} c where split_part(${tickets.about}, ':', 1) = 'contract' and c.id = ${id}
      and c.starts_at <= ${soon}::timestamptz and coalesce(c.ends_at, c.starts_at) >= ${from}::timestamptz
    union all select from ${orders} o where split_part(${tickets.about}, ':', 1) = 'order' and o.id = ${id}
      and o.starts_at <= ${soon}::timestamptz and coalesce(o.ends_at, o.starts_at) >= ${from}::timestamptz))`
}

const WHICH = { waiting: waits, done: not(waits), any: undefined }

const ticketRows = (db: Db, now: Date) =>
  db
    .select({
      id: tickets.id,
      user_id: tickets.user_id,
      topic: tickets.topic,
      title: tickets.title,
      about: tickets.about,
      state: tickets.state,
      urgent: isUrgentNow(now),
      created_at: tickets.created_at,
      updated_at: tickets.updated_at,
      name: users.name,
      email: users.email,
      account_type: users.account_type,
    })
    .from(tickets)
    .innerJoin(users, eq(users.id, tickets.user_id))

type Row = Awaited<ReturnType<typeof ticketRows>>[number]

const rowOf = ({ id, title, name, updated_at, urgent }: Row): WaitingRow => ({
  id,
  title,
  who: name,
  since: updated_at,
  urgent,
})

/** How many questions wait. */
export const countTickets = (db: Db): Promise<number> => db.$count(tickets, waits)

/** Those that wait: about an event within a day first, then who has waited the longest for an answer. */
export async function waitingTickets(db: Db, now: Date, most: number): Promise<WaitingRow[]> {
  const rows = await ticketRows(db, now)
    .where(waits)
    .orderBy(desc(isUrgentNow(now)), asc(tickets.updated_at), asc(tickets.id))
    .limit(most)
  return rows.map(rowOf)
}

/** Those that don't wait: answered, or over; what was touched last comes first. @throws Refusal 400 for the cursor */
export async function doneTickets(
  db: Db,
  now: Date,
  { done, cursor, limit }: DoneQuery,
): Promise<Page<WaitingRow>> {
  const after = keyAfter(cursor, ['instant', 'id'])
  const rows = await ticketRows(db, now)
    .where(
      and(
        DONE_STATES[done],
        after &&
          sql`(${tickets.updated_at}, ${tickets.id}) < (${after[0]}::timestamptz, ${after[1]}::bigint)`,
      ),
    )
    .orderBy(desc(tickets.updated_at), desc(tickets.id))
    .limit(limit + 1)
  return pageOf(rows.map(rowOf), limit, (row) => [row.since, row.id])
}

/** Where what a question is about is looked up: an event by its order, a lesson by whom its asker has it with. */
async function lookedUpBy(db: Db, user_id: number, about: string | null): Promise<Subject[]> {
  const { kind, id = 0 } = (about !== null && parseSubject(about)) || {}
  if (kind === 'order' || kind === 'contract') return [subject(kind, id)]
  if (kind === 'lesson') {
    const [lesson] = await db
      .select({ student_id: lessons.student_id, teacher_id: lessons.teacher_id })
      .from(lessons)
      .where(eq(lessons.id, id))
    return lesson
      ? [subject('user', lesson.student_id === user_id ? lesson.teacher_id : lesson.student_id)]
      : []
  }
  if (kind !== 'event') return []
  const [event] = await db.select({ order_id: events.order_id }).from(events).where(eq(events.id, id))
  return event ? [subject('order', event.order_id)] : []
}

/** One question with all that was written in it. @param which only while it waits, or while it doesn't */
export async function ticketSheet(
  db: Db,
  id: number,
  now: Date,
  which: 'waiting' | 'done' | 'any',
): Promise<(WaitingSheet & { state: string }) | null> {
  const [row] = await ticketRows(db, now).where(and(eq(tickets.id, id), WHICH[which]))
  if (!row) return null
  const messages = await db
    .select({ ...messageColumns, colleague: users.name, console_name: ticket_messages.staff_name })
    .from(ticket_messages)
    .leftJoin(
      users,
      eq(users.id, sql`substring(${ticket_messages.staff_name} from '^user:([0-9]{1,15})$')::bigint`),
    )
    .where(eq(ticket_messages.ticket_id, id))
    .orderBy(asc(ticket_messages.id))
  const words = (name: string, value: string): GivenFact => ({
    name,
    words: `functionality:desk.ticket.${name}s.${value}`,
  })
  return {
    state: row.state,
    row: rowOf(row),
    facts: [
      words('topic', row.topic),
      words('state', row.state),
      { name: 'who', text: row.name },
      { name: 'account_type', words: `functionality:desk.user.types.${row.account_type}` },
      { name: 'created_at', at: row.created_at },
    ],
    messages: messages.map(({ by, text, files, created_at, colleague, console_name }) => ({
      author: by === 'person' ? row.name : (colleague ?? console_name),
      by_staff: by === 'staff',
      text,
      at: created_at,
      files: files.map(({ format: _, ...file }) => file),
    })),
    related: [subject('user', row.user_id), ...(await lookedUpBy(db, row.user_id, row.about))],
  }
}

/** The latest questions of somebody, for staff that looks them up. */
export async function ticketsSection(db: Db, user_id: number, most: number): Promise<Section[]> {
  const rows = await db
    .select({ title: tickets.title, state: tickets.state, at: tickets.created_at })
    .from(tickets)
    .where(eq(tickets.user_id, user_id))
    .orderBy(desc(tickets.id))
    .limit(most)
  return [
    {
      name: 'tickets',
      rows: rows.map(({ title, state, at }) => ({
        about: null,
        title,
        words: `functionality:desk.ticket.states.${state}`,
        at,
      })),
    },
  ]
}

/** For how long votes on the help count. */
const VOTES_DAYS = 90

/** What was said of each answer of the help: those that most often didn't help, first. */
export async function articleVotes(db: Db, now: Date): Promise<ArticleVotes[]> {
  const since = new Date(now.getTime() - VOTES_DAYS * DAY).toISOString().slice(0, 10)
  const yes = sql<number>`sum(${help_votes.yes})`.mapWith(Number)
  const no = sql<number>`sum(${help_votes.no})`.mapWith(Number)
  return db
    .select({ article: help_votes.article, yes, no })
    .from(help_votes)
    .where(sql`${help_votes.day} >= ${since}::date`)
    .groupBy(help_votes.article)
    .orderBy(desc(no), asc(help_votes.article))
    .limit(200)
}
