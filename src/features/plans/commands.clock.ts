import type { Currency } from '#core/contract/money.ts'
import { DAY, HOUR } from '#core/contract/time.ts'
import type { Work } from '#core/server/app.ts'
import { isUniqueViolation } from '#core/server/db.ts'
import { savepoint } from '#core/server/work.ts'
import { runningCard, tellCard } from './commands.cards.keep.ts'
import { dropCharge, makeCharge } from './commands.charges.ts'
import { lockMembership, membershipSteps, note, writeMembership } from './commands.history.ts'
import { applyLimits } from './commands.limits.ts'
import { resume } from './commands.ts'
import { cardOf, creditForPlans, openChargeOf, servedBy } from './queries.ts'
import { CARD_PATIENCE_HOURS, creditIn, GRACE_DAYS, mayStepPlan, priceOf } from './rules.ts'

/** What the clock does with a membership whose time in its state is over; safe to ask for twice. */
export async function passTime(work: Work, { id }: { id: number }): Promise<void> {
  const row = await lockMembership(work, id)
  const { now } = work
  if (row.state === 'inactive' || Date.parse(row.state_until) > now.getTime()) return
  if (row.state === 'paused') return resume(work, row, 'clock')
  const [card] = await cardOf(work.db, id)
  // Somebody is about to type in a card: an hour, at most.
  if (card && card.state !== 'running') return
  const ended = Date.parse(row.period_end) + CARD_PATIENCE_HOURS * HOUR
  if (card && !row.cancels && mayStepPlan('run_out', row.state) && now.getTime() < ended) {
    // Its card is charged by now, and what came of it is asked for by the sweep of cards.
    await writeMembership(work, id, { state_until: new Date(ended).toISOString() })
    return
  }
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
  await tellCard(work, id)
  for (const served of await servedBy(work.db, row)) await applyLimits(work, served)
}

/** Makes out the next charge of a membership and tells its payer. */
export async function chargeNext(work: Work, { id }: { id: number }): Promise<void> {
  const row = await lockMembership(work, id)
  const plan = row.next_plan ?? row.plan
  const interval = row.next_interval ?? row.interval
  const amount = priceOf(plan, interval, row.currency as Currency)
  const card = await runningCard(work, id)
  // A card is charged by itself, unless credit pays all of it.
  if (card && creditIn(await creditForPlans(work, row.user_id), row.currency as Currency) < amount) return
  try {
    await savepoint(work, async (part) => {
      const charge = await makeCharge(part, row, {
        kind: 'renewal',
        ...{ plan, interval, amount },
        project_id: row.next_plan ? row.next_project_id : row.project_id,
        due_at: row.state === 'past_due' ? row.state_until : row.period_end,
        method: card ? 'card' : 'transfer',
      })
      // Credit paid it: that was told.
      if (charge.state === 'paid') return tellCard(part, id)
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
