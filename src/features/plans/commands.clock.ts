import type { Currency } from '#core/contract/money.ts'
import { DAY } from '#core/contract/time.ts'
import type { Work } from '#core/server/app.ts'
import { isUniqueViolation } from '#core/server/db.ts'
import { savepoint } from '#core/server/work.ts'
import { dropCharge, makeCharge } from './commands.charges.ts'
import { lockMembership, membershipSteps, note } from './commands.history.ts'
import { applyLimits } from './commands.limits.ts'
import { resume } from './commands.ts'
import { openChargeOf, servedBy } from './queries.ts'
import { GRACE_DAYS, priceOf } from './rules.ts'

/** What the clock does with a membership whose time in its state is over; safe to ask for twice. */
export async function passTime(work: Work, { id }: { id: number }): Promise<void> {
  const row = await lockMembership(work, id)
  const { now } = work
  if (row.state === 'inactive' || Date.parse(row.state_until) > now.getTime()) return
  if (row.state === 'paused') return resume(work, row, 'clock')
  const [open] = await openChargeOf(work.db, id)
  const updated_at = now.toISOString()
  if ((row.state === 'trialing' || row.state === 'active') && !row.cancels) {
    if (open?.kind === 'change' && open.state !== 'declared') await dropCharge(work, id)
    const until = new Date(Date.parse(row.period_end) + GRACE_DAYS * DAY).toISOString()
    const due = await membershipSteps.take(work, id, 'run_out', 'clock', {
      set: { state_until: until, updated_at },
    })
    await note(work, due, 'run_out', { by: 'clock', tells: 'past_due', date: until })
    return
  }
  if (open?.state === 'declared') return
  await dropCharge(work, id)
  const over =
    row.state === 'awaiting' || row.state === 'past_due'
      ? await membershipSteps.take(work, id, 'lapse', 'clock', { set: { updated_at } })
      : await membershipSteps.take(work, id, 'end', 'clock', { set: { updated_at } })
  await note(work, over, 'end', { by: 'clock', tells: 'inactive' })
  for (const served of await servedBy(work.db, row)) await applyLimits(work, served)
}

/** Makes out the next charge of a membership and tells its payer. */
export async function chargeNext(work: Work, { id }: { id: number }): Promise<void> {
  const row = await lockMembership(work, id)
  const plan = row.next_plan ?? row.plan
  const interval = row.next_interval ?? row.interval
  const amount = priceOf(plan, interval, row.currency as Currency)
  try {
    await savepoint(work, async (part) => {
      const charge = await makeCharge(part, row, {
        kind: 'renewal',
        ...{ plan, interval, amount },
        project_id: row.next_plan ? row.next_project_id : row.project_id,
        due_at: row.state === 'past_due' ? row.state_until : row.period_end,
      })
      // Credit paid it: that was told.
      if (charge.state === 'paid') return
      await note(part, row, 'charge', {
        by: 'clock',
        charge_id: charge.id,
        tells: 'charge',
        amount: charge.amount - charge.credit,
        date: charge.due_at,
      })
    })
  } catch (error) {
    // There is one by now.
    if (!isUniqueViolation(error, 'one_open_charge')) throw error
  }
}

/** Takes back a change that nobody paid in time. */
export async function leaveChange(work: Work, { membership_id }: { membership_id: number }): Promise<void> {
  const row = await lockMembership(work, membership_id)
  const [open] = await openChargeOf(work.db, membership_id)
  if (open?.kind !== 'change' || open.state === 'declared') return
  await dropCharge(work, membership_id)
  await note(work, row, 'change_lapsed', { by: 'clock' })
}
