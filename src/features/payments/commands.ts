import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { notFound } from '#core/contract/errors.ts'
import type { Subject } from '#core/contract/subject.ts'
import { DAY } from '#core/contract/time.ts'
import type { Work } from '#core/server/app.ts'
import { domainEvent, raise } from '#core/server/events.ts'
import { post } from '#features/ledger/commands.ts'
import { heldBy, move } from '#features/ledger/rules.ts'
import { orderMoves } from './commands.moves.ts'
import { book, note, noted, paymentSteps, takeStep } from './commands.steps.ts'
import type { End, RecordedMethod } from './contract.ts'
import type { PaymentRow } from './queries.ts'
import { divided, GIVEN_BACK_DAYS, nextAsked, nextReminder, PAYMENT_STEPS, remindAt } from './rules.ts'
import { card_charges, payment_history, payments } from './table.ts'

/*
 * What becomes of payments. Whoever owns their subject has locked it before, and says when; each step is written down
 * and, where money moves, into the books.
 */

/** Somebody has to do something about a payment, and is told again. */
export const paymentReminded = domainEvent<{ payment_id: number; subject: string }>('payments.reminded')

/** The other end, or staff, said that a payment arrived. */
export const paymentConfirmed = domainEvent<PaymentRow>('payments.confirmed')

/** What is scheduled: a payment without what becomes of it. */
export type Scheduled = Pick<
  PaymentRow,
  'kind' | 'user_id' | 'project_id' | 'amount' | 'fee' | 'currency' | 'due_at'
> & { subject: Subject } & Partial<
    Pick<PaymentRow, 'method' | 'reference' | 'declared_by' | 'declared_at' | 'held_at'>
  >

/** Schedules payments, or has them due at once; what is scheduled already stays as it is. */
export async function schedule(
  work: Work,
  some: readonly (Scheduled & { isDue?: boolean })[],
): Promise<void> {
  if (some.length === 0) return
  const rows = await work.db
    .insert(payments)
    .values(
      some.map(({ isDue = false, ...one }) => ({
        ...one,
        state: PAYMENT_STEPS[isDue ? 'fall_due' : 'schedule'].to,
        remind_at: isDue ? nextAsked(one, work.now) : null,
        created_at: work.now.toISOString(),
      })),
    )
    .onConflictDoNothing()
    .returning()
  await note(work, rows, 'schedule', 'system')
}

/** What is scheduled and hasn't begun is of another sum. */
export async function reschedule(
  work: Work,
  { id }: Pick<PaymentRow, 'id'>,
  { amount, fee, method, reference, declared_by, declared_at, held_at }: Omit<Scheduled, 'subject'>,
): Promise<void> {
  const rows = await work.db
    .update(payments)
    .set({ amount, fee, method, reference, declared_by, declared_at, held_at })
    .where(and(eq(payments.id, id), eq(payments.state, PAYMENT_STEPS.schedule.to)))
    .returning()
  await note(work, rows, 'schedule', 'system')
}

/** Takes a step for each of some payments that may, by the system. @returns those that took it */
async function takeAll(
  work: Work,
  rows: readonly PaymentRow[],
  step: 'bring' | 'release' | 'cancel',
  set: { settled_at?: string },
): Promise<PaymentRow[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const taken = await paymentSteps.takeAll(work, inArray(payments.id, ids), step, 'system', {
    set: { ...set, remind_at: null, waits: false },
    noted: noted(work, step, 'system'),
  })
  await book(work, taken, step)
  return taken
}

/** Payments of a kind fall due: from now on they may be paid, and are spoken of. */
export async function fallDue(
  work: Work,
  subjects: readonly Subject[],
  kind: PaymentRow['kind'],
): Promise<void> {
  const its = and(inArray(payments.subject, [...subjects]), eq(payments.kind, kind)) ?? sql`false`
  const taken = await paymentSteps.takeAll(work, its, 'fall_due', 'system', {
    // At once where it is late already, else three days before.
    set: {
      remind_at: sql`greatest(${payments.due_at} - interval '3 days', ${work.now.toISOString()}::timestamptz)`,
    },
    noted: noted(work, 'fall_due', 'system'),
  })
  await book(work, taken, 'fall_due')
}

/** What was paid before counts for this subject from now on. */
export const bring = (work: Work, rows: readonly PaymentRow[]) => takeAll(work, rows, 'bring', {})

/** Which of some payments a bank asks for back: they stay where they are until it has decided. */
async function disputedOf(work: Work, rows: readonly PaymentRow[]): Promise<ReadonlySet<number>> {
  const ids = rows.flatMap(({ id, carded }) => (carded > 0 ? [id] : []))
  if (ids.length === 0) return new Set()
  const found = await work.db
    .select({ payment_id: card_charges.payment_id })
    .from(card_charges)
    .where(and(inArray(card_charges.payment_id, ids), eq(card_charges.dispute, 'open')))
  return new Set(found.map(({ payment_id }) => payment_id))
}

/**
 * What was paid for has been played or held: it is theirs. What came by card is kept a while longer, and goes on then.
 * @param until when that is over; left out: it is
 */
export async function release(
  work: Work,
  rows: readonly PaymentRow[],
  until: (row: PaymentRow) => string | null = () => null,
): Promise<PaymentRow[]> {
  const disputed = await disputedOf(work, rows)
  const keptUntil = (row: PaymentRow) => {
    const at = row.carded > 0 ? until(row) : null
    if (disputed.has(row.id)) return at ?? work.now.toISOString()
    return at !== null && Date.parse(at) > work.now.getTime() ? at : null
  }
  for (const row of rows) {
    const release_at = keptUntil(row)
    if (release_at !== null && row.state === 'held')
      await work.db.update(payments).set({ release_at }).where(eq(payments.id, row.id))
  }
  const due = rows.filter((row) => keptUntil(row) === null)
  const released = await takeAll(work, due, 'release', { settled_at: work.now.toISOString() })
  for (const row of released)
    if (row.carded > 0) await orderMoves(work, 'transfer', row, row, divided({ ...row, refunded: 0 }).out)
  return released
}

/** What was kept for a while after it was played is theirs now. A step of another in between leaves it as it is. */
export async function releaseKept(work: Work, { id }: PaymentRow): Promise<void> {
  const [row] = await work.db.select().from(payments).where(eq(payments.id, id)).for('update')
  if (row?.state === 'held' && row.release_at !== null) await release(work, [row])
}

/**
 * Somebody else does what was paid for: what is held of it is kept for them from now on, with the share that was agreed.
 * @param rows locked; those that aren't held stay as they are
 */
export async function handOver(work: Work, rows: readonly PaymentRow[], project_id: number): Promise<void> {
  const held = rows.filter(({ state, kind }) => state === 'held' && kind !== 'refund')
  if (held.length === 0) return
  const ids = held.map(({ id }) => id)
  await work.db.update(payments).set({ project_id }).where(inArray(payments.id, ids))
  await work.db.insert(payment_history).values(
    held.map(({ id, state, project_id: from }) => ({
      ...{ payment_id: id, step: 'hand_over', state, by: 'system' },
      ...{ note: `project ${from} to ${project_id}`, at: work.now.toISOString() },
    })),
  )
  await post(
    work,
    held.map((row) => ({
      key: `payment:${row.id} handed to ${project_id}`,
      subject: row.subject as Subject,
      at: work.now,
      lines: move(row.amount, heldBy(row.project_id, row.currency), heldBy(project_id, row.currency)),
    })),
  )
}

/** What wasn't paid isn't asked for any more. What is to be given back still is. */
export const cancel = (work: Work, rows: readonly PaymentRow[]) =>
  takeAll(
    work,
    rows.filter(({ kind }) => kind !== 'refund'),
    'cancel',
    { settled_at: work.now.toISOString() },
  )

/**
 * One end says that it was paid.
 * @throws Refusal 409 `payments.moved_on` when it isn't to be paid, or was said already
 */
export async function declare(
  work: Work,
  { id, due_at }: PaymentRow,
  by: End,
  { method, reference }: { method: RecordedMethod | 'card'; reference: string },
): Promise<PaymentRow> {
  const declared_at = work.now.toISOString()
  const remind_at = remindAt({ state: 'processing', due_at, declared_at, method }, work.now)
  const set = { method, reference, declared_by: by, declared_at, remind_at }
  return takeStep(work, id, 'declare', by, { set, text: [method, reference].filter(Boolean).join(' ') })
}

/** It wasn't so: whoever said it takes it back, the other end contests it. @throws Refusal 409 `payments.moved_on` */
export async function unsay(work: Work, one: PaymentRow, by: End): Promise<PaymentRow> {
  const step = one.declared_by === by ? 'take_back' : 'contest'
  const remind_at = nextAsked(one, work.now)
  const nothing = { method: null, reference: '', declared_by: null, declared_at: null }
  const set = { remind_at, ...(step === 'take_back' ? nothing : {}) }
  return takeStep(work, one.id, step, by, { set })
}

/** The other end has it, or staff found it. @throws Refusal 409 `payments.moved_on` when nobody says that it was paid */
export async function confirm(
  work: Work,
  { id }: PaymentRow,
  by: End | { staff: string },
): Promise<PaymentRow> {
  const set = { held_at: work.now.toISOString(), remind_at: null }
  const row =
    typeof by === 'string'
      ? await takeStep(work, id, 'confirm', by, { set })
      : await takeStep(work, id, 'find', 'staff', { set, by: by.staff })
  await raise(work, paymentConfirmed, row)
  // Of what was given back nothing is kept.
  if (row.kind !== 'refund') return row
  const [back] = await release(work, [row])
  return back ?? row
}

/** Staff didn't find it: it may be paid again. @throws Refusal 409 `payments.moved_on` */
export async function fail(work: Work, one: PaymentRow, staff: string, why: string): Promise<PaymentRow> {
  const set = { remind_at: nextAsked(one, work.now) }
  return takeStep(work, one.id, 'miss', 'staff', { set, by: staff, text: why })
}

/**
 * Payments come to their end without what they were for: what comes back of them is to be given back from now on, as one
 * payment the other way round.
 * @param ends which step each takes, and what of it comes back
 * @param to what the refund is for; left out: what was paid
 */
export async function giveBack(
  work: Work,
  step: 'refund' | 'carry',
  ends: readonly { row: PaymentRow; refunded: number }[],
  to?: Subject,
): Promise<PaymentRow | null> {
  const taken: PaymentRow[] = []
  for (const { row, refunded } of ends)
    taken.push(
      await paymentSteps.take(work, row.id, step, 'system', {
        set: { refunded, settled_at: work.now.toISOString(), waits: false, remind_at: null },
        noted: noted(work, step, 'system'),
      }),
    )
  await book(work, taken, step)
  let byHand = 0
  for (const row of taken) {
    const { back, out } = divided(row)
    byHand += row.refunded - back
    if (back > 0) await refundToCards(work, { ...row, subject: to ?? row.subject }, back)
    // What goes on for another agreement is nobody's yet.
    if (out > 0 && step === 'refund') await orderMoves(work, 'transfer', row, row, out)
  }
  const [first] = taken
  return first && byHand > 0 ? owe(work, { ...first, subject: to ?? first.subject }, byHand) : null
}

/** What was paid by card goes back to it: a refund that the provider carries out. */
async function refundToCards(
  work: Work,
  { id, subject, user_id, project_id, currency }: PaymentRow,
  amount: number,
): Promise<void> {
  const at = work.now.toISOString()
  const [row] = await work.db
    .insert(payments)
    .values({
      ...{ subject, user_id, project_id, currency, amount, due_at: at, created_at: at },
      ...{ kind: 'refund', state: 'processing', method: 'card', declared_by: 'project', declared_at: at },
      refund_of: id,
    })
    .returning()
  if (!row) throw notFound()
  await note(work, [row], 'declare', 'system')
  await orderMoves(work, 'refund', { id }, row, amount)
}

/** Adds what is to be given back to the refund of a subject that is open, or begins one. */
async function owe(
  work: Work,
  { subject, user_id, project_id, currency }: PaymentRow,
  amount: number,
): Promise<PaymentRow> {
  const [more] = await work.db
    .update(payments)
    .set({ amount: sql`${payments.amount} + ${amount}` })
    .where(
      and(
        eq(payments.subject, subject),
        eq(payments.kind, 'refund'),
        isNull(payments.refund_of),
        inArray(payments.state, ['due', 'failed', 'disputed']),
      ),
    )
    .returning()
  if (more) return more
  const due_at = new Date(work.now.getTime() + GIVEN_BACK_DAYS * DAY).toISOString()
  const [row] = await work.db
    .insert(payments)
    .values({
      ...{ subject, user_id, project_id, currency, amount, due_at },
      kind: 'refund',
      state: 'due',
      remind_at: nextReminder(due_at, work.now),
      created_at: work.now.toISOString(),
    })
    .returning()
  if (!row) throw notFound()
  await note(work, [row], 'fall_due', 'system')
  return row
}

/** What they were for was put off: they are kept for what may take its place. */
export async function keepWaiting(work: Work, rows: readonly PaymentRow[]): Promise<void> {
  const ids = rows.filter(({ state }) => state === 'held').map(({ id }) => id)
  if (ids.length > 0) await work.db.update(payments).set({ waits: true }).where(inArray(payments.id, ids))
}

/**
 * Asks whoever owns a payment's subject to speak of it, and notes when it is time again. The subject's owner locks that
 * first, as for every step.
 */
export async function remind(work: Work, { id, subject }: PaymentRow): Promise<void> {
  await raise(work, paymentReminded, { payment_id: id, subject })
  const [row] = await work.db.select().from(payments).where(eq(payments.id, id)).for('update')
  if (row)
    await work.db
      .update(payments)
      .set({ remind_at: remindAt(row, work.now) })
      .where(eq(payments.id, id))
}
