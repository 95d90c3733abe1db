import { eq, sql } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import type { Currency } from '#core/contract/money.ts'
import { DAY } from '#core/contract/time.ts'
import type { Work } from '#core/server/app.ts'
import { type Db, isUniqueViolation, takeTurns } from '#core/server/db.ts'
import { enqueue } from '#core/server/queues.ts'
import type { Viewer } from '#core/server/route.ts'
import { savepoint } from '#core/server/work.ts'
import { portOf } from '#features/payments/commands.port.ts'
import { projectScope } from '#features/projects/queries.ts'
import { eraseCards, refuseOpenPage, runningCard, tellCard } from './commands.cards.keep.ts'
import { cancelCharge, dropCharge, makeCharge } from './commands.charges.ts'
import { lockCurrent, membershipSteps, note, writeMembership } from './commands.history.ts'
import { applyLimits } from './commands.limits.ts'
import type { PaidPlan, PlanInterval } from './contract.ts'
import { currentOf, openChargeOf, servedBy } from './queries.ts'
import { planCards } from './queues.ts'
import { CHARGE_DAYS, changeTo, periodAfter, plansFor, priceOf, TRIAL_DAYS } from './rules.ts'
import { membership_charges, memberships, plan_choices } from './table.ts'

interface Choice {
  plan: PaidPlan
  interval: PlanInterval
  project_id?: number | undefined
}

const invalid = (field: string) =>
  new Refusal(422, 'common.invalid', { fields: { [field]: { key: 'validation.option' } } })

/**
 * The band that a plan is to cover; null for the other plans.
 * @throws Refusal 422 for a plan that isn't theirs, or without its band; 409 `plans.not_sold`; 404 for another's band
 */
async function bandOf(work: Work, viewer: Viewer, { plan, project_id }: Choice): Promise<number | null> {
  const offered = plansFor(viewer.account_type).find(({ key }) => key === plan)
  if (!offered) throw invalid('plan')
  if (!offered.sold) throw new Refusal(409, 'plans.not_sold')
  if (plan !== 'band') return null
  if (project_id === undefined) throw invalid('project_id')
  const scope = await projectScope(work.db, viewer, project_id)
  if (scope.project_type !== 'GROUP') throw invalid('project_id')
  return project_id
}

/**
 * A band is one membership's, also while another one is about to be changed to it: of two who do so at once one is told.
 * @throws Refusal 409 `plans.band_covered`
 */
async function refuseCovered(work: Work, project_id: number | null, own_id: number | null): Promise<void> {
  if (project_id === null) return
  await takeTurns(work.db, 'plans.band', [project_id])
  const { rows } = await work.db.execute(sql`
    select 1 from ${memberships} m where m.id <> ${own_id ?? 0} and m.state <> 'inactive'
      and (m.project_id = ${project_id} or m.next_project_id = ${project_id}
        or exists (select from ${membership_charges} c where c.membership_id = m.id and c.project_id = ${project_id}
          and c.state in ('due', 'declared', 'failed')))
    limit 1`)
  if (rows.length > 0) throw new Refusal(409, 'plans.band_covered')
}

const inDays = (now: Date, days: number) => new Date(now.getTime() + days * DAY).toISOString()

/** A band or an account has one membership: whoever comes second is told. */
async function once<Result>(work: Work, run: (work: Work) => Promise<Result>): Promise<Result> {
  try {
    return await savepoint(work, run)
  } catch (error) {
    if (isUniqueViolation(error, 'one_membership_of_band')) throw new Refusal(409, 'plans.band_covered')
    if (isUniqueViolation(error, 'one_membership')) throw new Refusal(409, 'plans.has_one')
    if (isUniqueViolation(error, 'one_trial')) throw new Refusal(409, 'plans.moved_on')
    throw error
  }
}

/**
 * Begins a plan: with its trial the first time, else with a charge that is to be transferred.
 * @throws Refusal 409 without an account to transfer to, with a plan already, or for a band that has one
 */
export async function begin(
  work: Work,
  viewer: Viewer,
  { currency, ...choice }: Choice & { currency: Currency },
): Promise<void> {
  const project_id = await bandOf(work, viewer, choice)
  const { currencies } = portOf(work.app.config)
  if (!work.app.config.transfer_account && !currencies.includes(currency))
    throw new Refusal(409, 'plans.not_payable')
  await refuseCovered(work, project_id, null)
  const had = await work.db.$count(memberships, eq(memberships.user_id, viewer.id))
  const has_trial = had === 0
  const { now } = work
  const until = inDays(now, has_trial ? TRIAL_DAYS : CHARGE_DAYS)
  const [row] = await once(work, ({ db }) =>
    db
      .insert(memberships)
      .values({
        user_id: viewer.id,
        plan: choice.plan,
        interval: choice.interval,
        currency,
        project_id,
        state: has_trial ? 'trialing' : 'awaiting',
        period_start: now.toISOString(),
        period_end: until,
        state_until: until,
        anchor_day: new Date(until).getUTCDate(),
        had_trial: has_trial,
        created_at: now.toISOString(),
        updated_at: now.toISOString(),
      })
      .returning(),
  )
  if (!row) throw notFound()
  await note(work, row, has_trial ? 'try' : 'order', { by: 'member' })
  if (has_trial) {
    for (const served of await servedBy(work.db, row)) await applyLimits(work, served)
    return
  }
  const amount = priceOf(choice.plan, choice.interval, currency)
  await makeCharge(work, row, { kind: 'first', ...choice, project_id, amount, due_at: until })
}

/**
 * Changes a membership: at once in a trial, with the difference paid, or when the period ends.
 * @param shown what the caller was shown to pay
 * @throws Refusal 409 when it costs something else by now, in a pause, or while a payment is late or on its way
 */
export async function change(work: Work, viewer: Viewer, choice: Choice, shown: number): Promise<void> {
  const row = await lockCurrent(work, viewer.id)
  await refuseOpenPage(work, row.id)
  const project_id = await bandOf(work, viewer, choice)
  const isSame = row.plan === choice.plan && row.interval === choice.interval && row.project_id === project_id
  if (isSame) throw new Refusal(409, 'plans.same')
  if (row.state === 'past_due') throw new Refusal(409, 'plans.pay_first')
  if (row.state === 'paused' || row.cancels) throw new Refusal(409, 'plans.moved_on')
  const to = changeTo({ ...row, currency: row.currency as Currency }, choice, work.now)
  if (to.amount !== shown) throw new Refusal(409, 'plans.price_moved')
  await refuseCovered(work, project_id, row.id)
  await dropCharge(work, row.id)
  const card = await runningCard(work, row.id)
  const none = { next_plan: null, next_interval: null, next_project_id: null }
  const { plan, interval } = choice
  if (to.when === 'free') {
    const changed = await once(work, (part) =>
      writeMembership(part, row.id, { plan, interval, project_id, ...none }),
    )
    await note(work, changed, 'change', { by: 'member' })
    if (row.state === 'awaiting')
      await makeCharge(work, changed, {
        kind: 'first',
        ...{ plan, interval, project_id },
        amount: to.price,
        due_at: row.state_until,
      })
    for (const user_id of await servedBy(work.db, row)) await applyLimits(work, user_id)
    await tellCard(work, row.id)
    return
  }
  if (to.when === 'later') {
    const next = { next_plan: plan, next_interval: interval, next_project_id: project_id }
    await note(work, await writeMembership(work, row.id, next), 'change_later', { by: 'member' })
    await tellCard(work, row.id)
    return
  }
  const changed = await writeMembership(work, row.id, none)
  const open_until = inDays(work.now, CHARGE_DAYS)
  const due_at = [open_until, row.period_end].sort()[0] ?? open_until
  const charge = await makeCharge(work, changed, {
    kind: 'change',
    ...{ plan, interval, project_id, due_at },
    amount: to.amount,
    method: card ? 'card' : 'transfer',
  })
  if (charge.state === 'paid') {
    await tellCard(work, row.id)
    return
  }
  await note(work, changed, 'change_asked', { by: 'member', charge_id: charge.id })
  // Its card is asked for it once that is written down.
  if (card) await enqueue(work, planCards, { card_id: card.id })
}

/** Takes back a change that is to come, or whose difference isn't paid. @throws Refusal 409 when there is none */
export async function dropChange(work: Work, user_id: number): Promise<void> {
  const row = await lockCurrent(work, user_id)
  await refuseOpenPage(work, row.id)
  const [open] = await openChargeOf(work.db, row.id)
  if (!row.next_plan && open?.kind !== 'change') throw new Refusal(409, 'plans.moved_on')
  if (open?.kind === 'change') await dropCharge(work, row.id)
  const back = await writeMembership(work, row.id, {
    next_plan: null,
    next_interval: null,
    next_project_id: null,
  })
  await note(work, back, 'change_undone', { by: 'member' })
  await tellCard(work, row.id)
}

/** Ends a plan with what is paid, or at once where nothing is. @throws Refusal 409 when a transfer is on its way */
export async function cancel(work: Work, user_id: number): Promise<void> {
  const row = await lockCurrent(work, user_id)
  if (row.cancels) return
  await refuseOpenPage(work, row.id)
  await dropCharge(work, row.id)
  if (row.state === 'awaiting' || row.state === 'past_due') {
    const over = await membershipSteps.take(work, row.id, 'give_up', 'member', {
      set: { updated_at: work.now.toISOString() },
    })
    await note(work, over, 'give_up', { by: 'member' })
    await tellCard(work, row.id)
    for (const served of await servedBy(work.db, row)) await applyLimits(work, served)
    return
  }
  const none = { next_plan: null, next_interval: null, next_project_id: null }
  await note(work, await writeMembership(work, row.id, { cancels: true, ...none }), 'cancel', {
    by: 'member',
  })
  await tellCard(work, row.id)
}

/** Takes a cancellation back; twice is once. */
export async function keep(work: Work, user_id: number): Promise<void> {
  const row = await lockCurrent(work, user_id)
  if (!row.cancels) return
  await note(work, await writeMembership(work, row.id, { cancels: false }), 'keep', { by: 'member' })
  await tellCard(work, row.id)
}

/**
 * Pauses a plan: the free limits apply, what is left of the period waits.
 * @throws Refusal 409 when it isn't running, or a transfer is on its way
 */
export async function pause(work: Work, user_id: number, months: number): Promise<void> {
  const row = await lockCurrent(work, user_id)
  await refuseOpenPage(work, row.id)
  await dropCharge(work, row.id)
  const { now } = work
  const until = periodAfter(now, 'month', now.getUTCDate(), months).toISOString()
  const paused = await membershipSteps.take(work, row.id, 'pause', 'member', {
    set: { state_until: until, updated_at: now.toISOString(), ...left(row, now) },
  })
  await note(work, paused, 'pause', { by: 'member' })
  await tellCard(work, row.id)
  for (const served of await servedBy(work.db, row)) await applyLimits(work, served)
}

/** What of a period is left, from now on: its length and what was paid for it. */
function left(row: { period_start: string; period_end: string; period_paid: number }, now: Date) {
  const [start, end] = [Date.parse(row.period_start), Date.parse(row.period_end)]
  const share = end > start ? Math.max(0, end - now.getTime()) / (end - start) : 0
  return { period_start: now.toISOString(), period_paid: Math.floor(row.period_paid * Math.min(1, share)) }
}

/** Ends a pause: what was left runs from now on. @throws Refusal 409 when it isn't paused */
export async function resume(
  work: Work,
  row: { id: number; period_start: string; period_end: string },
  by: 'member' | 'clock',
): Promise<void> {
  const remaining = Date.parse(row.period_end) - Date.parse(row.period_start)
  const end = new Date(work.now.getTime() + remaining)
  const resumed = await membershipSteps.take(work, row.id, 'resume', by, {
    set: {
      period_start: work.now.toISOString(),
      period_end: end.toISOString(),
      state_until: end.toISOString(),
      anchor_day: end.getUTCDate(),
      updated_at: work.now.toISOString(),
    },
  })
  await note(work, resumed, 'resume', {
    by,
    date: end.toISOString(),
    ...(by === 'clock' ? { tells: 'resumed' } : {}),
  })
  await tellCard(work, row.id)
  // What was inactive may be activated again; pictures above the free number are shown again by themselves.
  for (const served of await servedBy(work.db, resumed)) await applyLimits(work, served)
}

/** The caller's own pause. */
export const resumeOwn = async (work: Work, user_id: number): Promise<void> =>
  resume(work, await lockCurrent(work, user_id), 'member')

/** What somebody wants to stay active with the free plan. */
export async function saveStays(
  work: Work,
  user_id: number,
  { projects, services }: { projects: number[]; services: number[] },
): Promise<void> {
  await work.db
    .insert(plan_choices)
    .values({ user_id, projects, services })
    .onConflictDoUpdate({ target: plan_choices.user_id, set: { projects, services } })
}

/** Ends what somebody pays for with their account; what they paid stays among the charges, which go by no name. */
export async function erasePlans(work: Work, user_id: number): Promise<void> {
  await eraseChoices(work.db, user_id)
  const [row] = await currentOf(work.db, user_id).for('update')
  if (!row) return
  const [open] = await openChargeOf(work.db, row.id)
  if (open && open.state !== 'declared') await cancelCharge(work, open.id)
  const over = await membershipSteps.take(work, row.id, 'erase', 'system')
  await note(work, over, 'erase', { by: 'member' })
  await eraseCards(work, user_id)
  await tellCard(work, row.id)
}

const eraseChoices = (db: Db, user_id: number) =>
  db.delete(plan_choices).where(eq(plan_choices.user_id, user_id))
