import { eq } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { formatMoney } from '#core/contract/money.ts'
import { subject } from '#core/contract/subject.ts'
import type { Work } from '#core/server/app.ts'
import { machine } from '#core/server/steps.ts'
import { notify } from '#features/notifications/commands.ts'
import { currentOf, type MembershipRow } from './queries.ts'
import { MEMBERSHIP_STEPS } from './rules.ts'
import { membership_history, memberships } from './table.ts'

export const membershipSteps = machine({
  table: memberships,
  column: 'state',
  steps: MEMBERSHIP_STEPS,
  moved_on: 'plans.moved_on',
})

/** The caller's membership, locked. @throws Refusal 404 without one */
export async function lockCurrent(work: Work, user_id: number): Promise<MembershipRow> {
  const [row] = await currentOf(work.db, user_id).for('update')
  if (!row) throw notFound()
  return row
}

/** A membership by its id, locked. */
export async function lockMembership(work: Work, id: number): Promise<MembershipRow> {
  const [row] = await work.db.select().from(memberships).where(eq(memberships.id, id)).for('update')
  if (!row) throw notFound()
  return row
}

/** What is written of a membership besides its state. */
export async function writeMembership(
  work: Work,
  id: number,
  set: Partial<Omit<MembershipRow, 'id' | 'state'>>,
): Promise<MembershipRow> {
  const [row] = await work.db
    .update(memberships)
    .set({ ...set, updated_at: work.now.toISOString() })
    .where(eq(memberships.id, id))
    .returning()
  if (!row) throw new Refusal(409, 'plans.moved_on')
  return row
}

type Told =
  | 'charge'
  | 'active'
  | 'past_due'
  | 'inactive'
  | 'failed'
  | 'resumed'
  | 'credited'
  | 'card_failed'
  | 'card_declined'

/**
 * Appends to a membership's history, and tells its payer where they should know.
 * @param more.by member, clock, or the name that staff gave
 * @param more.tells the voice of MEMBERSHIP_CHANGED; none: they did it themselves
 */
export async function note(
  work: Work,
  row: MembershipRow,
  step: string,
  more: {
    by: string
    charge_id?: number
    tells?: Told
    amount?: number
    /** The day that it is about. */
    date?: string
  },
): Promise<void> {
  const [noted] = await work.db
    .insert(membership_history)
    .values({
      membership_id: row.id,
      step,
      state: row.state,
      by: more.by,
      charge_id: more.charge_id ?? null,
      at: work.now.toISOString(),
    })
    .returning({ id: membership_history.id })
  if (!more.tells || !noted) return
  notify(work, [
    {
      user_id: row.user_id,
      type: 'MEMBERSHIP_CHANGED',
      subject: subject('membership', row.id),
      version: noted.id,
      params: {
        voice: more.tells,
        ...(more.amount ? { amount: formatMoney(more.amount, row.currency, 'es') } : {}),
        ...(more.date ? { date: more.date } : {}),
      },
    },
  ])
}
