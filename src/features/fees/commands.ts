import { eq, sql } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import type { Currency } from '#core/contract/money.ts'
import { formatMoney } from '#core/contract/money.ts'
import { type Subject, subject } from '#core/contract/subject.ts'
import type { Work } from '#core/server/app.ts'
import { takeTurns } from '#core/server/db.ts'
import { gather } from '#core/server/events.ts'
import { machine } from '#core/server/steps.ts'
import { users } from '#features/accounts/table.ts'
import { post } from '#features/ledger/commands.ts'
import type { Unit } from '#features/ledger/contract.ts'
import { notify } from '#features/notifications/commands.ts'
import { creditFrom, creditLines } from '#features/plans/commands.credit.ts'
import { music_projects } from '#features/projects/table.ts'
import { issue } from '#features/receipts/commands.ts'
import { receiptFacts, sourceOf } from '#features/receipts/queries.ts'
import { forgetSlip } from '#features/slips/commands.ts'
import { feesToState, type StatementRow, statementOf } from './queries.ts'
import { closedMonth, creditedLines, FEE_STEPS, feesDueAt, numberOf, paidLines, remindAt } from './rules.ts'
import { fee_history, fee_lines, fee_months, fee_statements } from './table.ts'

/*
 * What the platform is owed gathers in the books when something is earned; a month that is over is closed as a
 * statement, which is paid by credit and a transfer that staff confirms.
 */

const feeSteps = machine({
  table: fee_statements,
  column: 'state',
  steps: FEE_STEPS,
  moved_on: 'fees.settled',
})

/** What is told of a statement, as voices of MEMBERSHIP_CHANGED. */
type Told = 'fees' | 'fees_late' | 'fees_failed' | 'fees_paid' | 'fees_credited'

/** Appends to a statement's history, and tells whoever owns the project by now where they should know. */
async function note(work: Work, row: StatementRow, step: string, by: string, tells?: Told): Promise<void> {
  const [noted] = await work.db
    .insert(fee_history)
    .values({ statement_id: row.id, step, state: row.state, by, at: work.now.toISOString() })
    .returning({ id: fee_history.id })
  if (!tells || !noted) return
  const [project] = await work.db
    .select({ owner_id: music_projects.owner_id })
    .from(music_projects)
    .where(eq(music_projects.id, row.project_id))
  if (!project) return
  notify(work, [
    {
      user_id: project.owner_id,
      type: 'MEMBERSHIP_CHANGED',
      subject: subject('fees', row.id),
      version: noted.id,
      params: {
        voice: tells,
        number: numberOf(row),
        amount: formatMoney(row.amount - row.credit, row.currency, 'es'),
        date: row.due_at,
      },
    },
  ])
}

/** Notes that a month is closed for everybody. */
export async function markClosed(work: Work, month: string): Promise<void> {
  await work.db.insert(fee_months).values({ month, closed_at: work.now.toISOString() }).onConflictDoNothing()
}

/** What a project is called, and who stands for it. */
async function partyOf(work: Work, project_id: number) {
  const [found] = await work.db
    .select({
      name: music_projects.name,
      person_id: users.id,
      legal_name: sql<string | null>`coalesce(${users.legal_name}, ${users.name})`,
      tax_id: users.tax_id,
      is_gone: sql<boolean>`${users.deleted_at} is not null`,
    })
    .from(music_projects)
    .innerJoin(users, eq(users.id, music_projects.owner_id))
    .where(eq(music_projects.id, project_id))
  if (!found) throw notFound()
  return found
}

/**
 * Closes the month that is over for a project: every fee that is on no statement yet becomes a line of one, however late
 * it came into the books. The owner's credit pays of it what it can. Safe to ask for twice.
 */
export async function closeMonth(
  work: Work,
  { project_id, currency: named }: { project_id: number; currency: string },
): Promise<void> {
  const currency = named as Unit
  const { month, until } = closedMonth(work.now)
  await takeTurns(work.db, 'fees', [project_id])
  const fees = await feesToState(work.db, { project_id, currency, until })
  const amount = fees.reduce((sum, one) => sum + one.amount, 0)
  if (amount === 0) return
  const { is_gone, ...party } = await partyOf(work, project_id)
  const credit = await creditFrom(work, party.person_id, amount, currency as Currency)
  const due_at = feesDueAt(work.now)
  const [row] = await work.db
    .insert(fee_statements)
    .values({
      ...{ project_id, month, currency, amount, credit, due_at, ...party },
      number: sql`(select coalesce(max(s.number), 0) + 1 from ${fee_statements} s where s.project_id = ${project_id})`,
      closed_at: work.now.toISOString(),
      state: FEE_STEPS.close.to,
      remind_at: is_gone ? null : remindAt({ state: FEE_STEPS.close.to, due_at }, work.now),
    })
    .onConflictDoNothing()
    .returning()
  // Closed already: what came late is on the next one.
  if (!row) return
  const about = new Map<string, Awaited<ReturnType<typeof aboutOf>>>()
  for (const one of fees)
    if (!about.has(one.subject)) about.set(one.subject, await aboutOf(work, one.subject))
  await work.db
    .insert(fee_lines)
    .values(fees.map((one) => ({ ...one, statement_id: row.id, about: about.get(one.subject) ?? null })))
  if (credit > 0)
    await post(work, [
      {
        key: `${subject('fees', row.id)} credit`,
        subject: subject('fees', row.id),
        at: work.now,
        lines: [...creditLines(party.person_id, credit, currency as Currency), ...creditedLines(row)],
      },
    ])
  await note(work, row, 'close', 'clock', credit < amount && !is_gone ? 'fees' : undefined)
  if (credit === amount) await settle(work, row.id, 'credit', 'system')
}

/** What a fee is of, as whoever owns its subject says it. */
const aboutOf = async (work: Work, of: string) =>
  (await gather(work, receiptFacts, { subject: of }))[0]?.about ?? null

const lockStatement = async (work: Work, id: number): Promise<StatementRow> => {
  const [row] = await work.db.select().from(fee_statements).where(eq(fee_statements.id, id)).for('update')
  if (!row) throw notFound()
  return row
}

/**
 * The owner says that a statement was paid.
 * @throws Refusal 404 for another's, 403 to who only plays in the band, 409 when it is settled or said already, or nothing
 * can be paid here
 */
export async function declareFees(work: Work, user_id: number, id: number, reference: string): Promise<void> {
  await statementOf(work.db, user_id, id)
  if (!work.app.config.transfer_account) throw new Refusal(409, 'plans.not_payable')
  await lockStatement(work, id)
  const row = await feeSteps.take(work, id, 'declare', 'owner', {
    set: { reference, declared_at: work.now.toISOString(), note: '', remind_at: null },
  })
  // Of what was said before and wasn't found.
  await forgetSlip(work, subject('fees', id))
  await note(work, row, 'declare', 'owner')
}

/**
 * Staff found the money of a statement, or didn't.
 * @param by who of the staff says so
 * @param outcome.failed why it wasn't found; left out: it was
 * @throws Refusal 404 for no such statement, 409 when it was settled before
 */
export const settleFees = (
  work: Work,
  id: number,
  by: string,
  outcome: { failed?: string } = {},
): Promise<StatementRow> => settle(work, id, by, 'staff', outcome)

/** The same for whoever settles: staff, or the owner's credit. */
async function settle(
  work: Work,
  id: number,
  by: string,
  actor: 'staff' | 'system',
  outcome: { failed?: string } = {},
): Promise<StatementRow> {
  const before = await lockStatement(work, id)
  const set = { settled_by: by, settled_at: work.now.toISOString() }
  if (outcome.failed) {
    const remind_at = remindAt({ state: FEE_STEPS.fail.to, due_at: before.due_at }, work.now)
    const row = await feeSteps.take(work, id, 'fail', 'staff', {
      set: { ...set, note: outcome.failed, remind_at },
    })
    await note(work, row, 'fail', by, 'fees_failed')
    return row
  }
  const row = await feeSteps.take(work, id, 'confirm', actor, { set: { ...set, note: '', remind_at: null } })
  if (row.credit < row.amount) {
    await post(work, [
      {
        key: `${subject('fees', id)} paid`,
        subject: subject('fees', id),
        at: work.now,
        lines: paidLines(row),
      },
    ])
    await giveReceipt(work, row)
  }
  await note(work, row, 'confirm', by, actor === 'staff' ? 'fees_paid' : 'fees_credited')
  return row
}

/** The platform's receipt for a statement that was paid; credit isn't money that came in. */
async function giveReceipt(work: Work, row: StatementRow): Promise<void> {
  const { is_gone: _, ...party } = await partyOf(work, row.project_id)
  const about = { agreement: null, event_type: null, starts_at: null, zone: null, plan: null, interval: null }
  await issue(work, {
    source: sourceOf('fees', row.id),
    subject: subject('fees', row.id) as Subject,
    kind: 'fees',
    issuer: { kind: 'platform', id: 0, name: 'Tarima', ...work.app.config.operator },
    payer: { kind: 'project', id: row.project_id, ...party },
    about: { ...about, statement: numberOf(row) },
    amount: row.amount - row.credit,
    currency: row.currency,
    method: 'transfer',
    reference: row.reference,
    paid_at: work.now.toISOString(),
  })
}

/** Whoever has to pay a statement is told again, and when it is time the next time. */
export async function remind(work: Work, { id }: { id: number }): Promise<void> {
  const row = await lockStatement(work, id)
  if (!row.remind_at || Date.parse(row.remind_at) > work.now.getTime()) return
  const remind_at = remindAt(row, work.now)
  await work.db.update(fee_statements).set({ remind_at }).where(eq(fee_statements.id, id))
  if (remind_at && work.app.config.transfer_account)
    await note(work, row, 'remind', 'clock', work.now >= new Date(row.due_at) ? 'fees_late' : 'fees')
}

/**
 * Erases from statements what names somebody who stood for a project. A reference that waits for staff is of whoever stands
 * for it now.
 */
export async function eraseFromStatements(work: Work, person_id: number): Promise<void> {
  await work.db
    .update(fee_statements)
    .set({
      legal_name: null,
      tax_id: null,
      reference: sql`case when ${fee_statements.state} = 'declared' then ${fee_statements.reference} else '' end`,
    })
    .where(eq(fee_statements.person_id, person_id))
}

/** Erases a project's name from its statements, and nobody is reminded of them. */
export async function eraseProjectFromStatements(work: Work, project_id: number): Promise<void> {
  await work.db
    .update(fee_statements)
    .set({ name: null, legal_name: null, tax_id: null, reference: '', remind_at: null })
    .where(eq(fee_statements.project_id, project_id))
}
