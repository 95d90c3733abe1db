import { and, eq } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { subject } from '#core/contract/subject.ts'
import { DAY } from '#core/contract/time.ts'
import type { Work } from '#core/server/app.ts'
import { sendLetter } from '#core/server/letters.ts'
import { limit } from '#core/server/limits.ts'
import { enqueue } from '#core/server/queues.ts'
import { machine } from '#core/server/steps.ts'
import { notify } from '#features/notifications/commands.ts'
import { bringFiles, deleteFilesOf } from './commands.files.ts'
import type { NewTicket, TicketDetail, TicketReply } from './contract.ts'
import { lockTicket, resolvedLongAgo, thingOf, ticketOf } from './queries.ts'
import { letters } from './queues.ts'
import { addressIn, isUrgent, mayWrite, OVER, REPLIES_A_DAY, TICKET_STEPS, TICKETS_A_DAY } from './rules.ts'
import { ticket_messages, tickets } from './table.ts'

const ticketSteps = machine({
  table: tickets,
  column: 'state',
  steps: TICKET_STEPS,
  moved_on: 'support.moved_on',
})

type Written = Pick<typeof ticket_messages.$inferInsert, 'by' | 'text' | 'staff_name'>

/** @param files those that come with it, by who uploaded them */
async function write(
  work: Work,
  ticket_id: number,
  message: Written,
  files: { user_id: number; file_ids: readonly number[] } | null,
): Promise<void> {
  const [written] = await work.db
    .insert(ticket_messages)
    .values({ ...message, ticket_id, created_at: work.now.toISOString() })
    .returning({ id: ticket_messages.id })
  if (!written) throw new Error('a message was not inserted')
  if (files) await bringFiles(work, files.user_id, written.id, files.file_ids)
}

/** Tells the mailbox that support reads. */
const tellSupport = (work: Work, ticket: { id: number; title: string; urgent: boolean }): Promise<void> =>
  sendLetter(work, {
    to: addressIn(work.app.config.mail_from),
    language: 'es',
    kind: 'support_asked',
    words: 'functionality:tickets.mail.staff',
    values: { id: ticket.id, title: ticket.title },
    subject: ticket.urgent ? 'subject_urgent' : 'subject',
    title: { text: ticket.title },
    paragraphs: ['body'],
    footer: 'footer',
  })

/**
 * Asks support.
 * @throws Refusal 422 on `about` or `file_ids` for what isn't theirs, 429 for too many in a day
 */
export async function askSupport(work: Work, user_id: number, body: NewTicket): Promise<TicketDetail> {
  const { db, now } = work
  const { topic, title, text, about = null, file_ids } = body
  const thing = about === null ? null : await thingOf(db, user_id, about)
  if (about !== null && !thing)
    throw new Refusal(422, 'common.invalid', { fields: { about: { key: 'validation.invalid' } } })
  await limit(db, `tickets:${user_id}`, TICKETS_A_DAY, DAY, now)
  const at = now.toISOString()
  const [ticket] = await db
    .insert(tickets)
    .values({ user_id, topic, title, about, urgent: isUrgent(thing, now), updated_at: at, created_at: at })
    .returning()
  if (!ticket) throw new Error('a ticket was not inserted')
  await write(work, ticket.id, { by: 'person', text }, { user_id, file_ids })
  await tellSupport(work, ticket)
  return ticketOf(db, user_id, ticket.id, now)
}

/**
 * Writes again in one of their questions; one that is over is opened again.
 * @throws Refusal 404, 409 when it has been over for too long, 422 for files that aren't theirs, 429 for too many in a day
 */
export async function replyTo(
  work: Work,
  user_id: number,
  ticket_id: number,
  { text, file_ids }: TicketReply,
): Promise<TicketDetail> {
  const { db, now } = work
  const ticket = await lockTicket(db, user_id, ticket_id)
  if (!mayWrite(ticket, now)) throw new Refusal(409, 'support.over')
  await limit(db, `ticket_replies:${user_id}`, REPLIES_A_DAY, DAY, now)
  const updated_at = now.toISOString()
  // Whoever adds to what waits anyway has waited since then, and isn't put behind others.
  if (OVER.includes(ticket.state))
    await ticketSteps.take(work, ticket_id, 'reopen', 'person', { set: { over_at: null, updated_at } })
  else if (ticket.state === 'waiting_user')
    await ticketSteps.take(work, ticket_id, 'reply', 'person', { set: { updated_at } })
  await write(work, ticket_id, { by: 'person', text }, { user_id, file_ids })
  await tellSupport(work, ticket)
  return ticketOf(db, user_id, ticket_id, now)
}

/** Closes one of their questions. @throws Refusal 404, 409 when it is closed */
export async function closeOwn(work: Work, user_id: number, ticket_id: number): Promise<TicketDetail> {
  await lockTicket(work.db, user_id, ticket_id)
  const at = work.now.toISOString()
  await ticketSteps.take(work, ticket_id, 'close', 'person', { set: { over_at: at, updated_at: at } })
  return ticketOf(work.db, user_id, ticket_id, work.now)
}

/**
 * Support answers, and says whether that is all there is to it. The person reads it in their question and in a letter.
 * @param by who of support
 * @throws Refusal 404, 409 when it is over
 */
export async function answerTicket(
  work: Work,
  ticket_id: number,
  {
    by,
    text,
    resolves = false,
    files = null,
  }: {
    by: string
    text: string
    resolves?: boolean
    files?: { user_id: number; file_ids: readonly number[] } | null
  },
): Promise<void> {
  const [known] = await work.db
    .select({ id: tickets.id, user_id: tickets.user_id })
    .from(tickets)
    .where(eq(tickets.id, ticket_id))
    .for('update')
  if (!known) throw notFound()
  const at = work.now.toISOString()
  if (resolves)
    await ticketSteps.take(work, ticket_id, 'resolve', 'staff', { set: { over_at: at, updated_at: at } })
  else await ticketSteps.take(work, ticket_id, 'answer', 'staff', { set: { updated_at: at } })
  await write(work, ticket_id, { by: 'staff', staff_name: by, text }, files)
  await enqueue(work, letters, { ticket_id })
  const answers = await work.db.$count(
    ticket_messages,
    and(eq(ticket_messages.ticket_id, ticket_id), eq(ticket_messages.by, 'staff')),
  )
  notify(work, [
    {
      user_id: known.user_id,
      type: 'SUPPORT_REPLIED',
      subject: subject('ticket', ticket_id),
      version: answers,
      value: String(ticket_id),
      hasLetter: true,
    },
  ])
}

/** Somebody of support works on it: the person sees that. */
export async function takeTicket(work: Work, ticket_id: number): Promise<void> {
  await ticketSteps.takeAll(work, eq(tickets.id, ticket_id), 'take', 'staff')
}

/** Closes what was resolved and nobody opened again. */
export async function closeResolved(work: Work): Promise<void> {
  await ticketSteps.takeAll(work, resolvedLongAgo(work.now), 'lapse', 'clock')
}

/** Forgets what somebody asked, with their account. */
export async function eraseTickets(work: Work, user_id: number): Promise<void> {
  await deleteFilesOf(work, user_id)
  await work.db.delete(tickets).where(eq(tickets.user_id, user_id))
}
