import { randomBytes } from 'node:crypto'
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { formatMoney } from '#core/contract/money.ts'
import { subject } from '#core/contract/subject.ts'
import type { Work } from '#core/server/app.ts'
import { isUniqueViolation } from '#core/server/db.ts'
import { machine } from '#core/server/steps.ts'
import { savepoint } from '#core/server/work.ts'
import { users } from '#features/accounts/table.ts'
import { notify } from '#features/notifications/commands.ts'
import { giveCredit } from '#features/plans/commands.credit.ts'
import { CREDIT_CURRENCY, canSpendCredit } from '#features/plans/rules.ts'
import type { Denial } from './contract.ts'
import { firstPaidOf, sameMailbox, sharedBy, stillPaid } from './queries.due.ts'
import { ownerOfCode, type ReferralRow, rewardsIn } from './queries.ts'
import { codeOf, MOST_A_MONTH, monthOf, nextMonth, REFERRAL_STEPS, REWARD, rewardAfter } from './rules.ts'
import { referral_codes, referrals } from './table.ts'

const referralSteps = machine({
  table: referrals,
  column: 'state',
  steps: REFERRAL_STEPS,
  moved_on: 'referrals.moved_on',
})

/** What the staff reads of a mailbox that came twice. */
const INVITED_BEFORE = 'mailbox that was invited before'

/** Gives somebody a code to invite with; who has one keeps it. */
export async function makeCode(work: Work, user_id: number): Promise<void> {
  await work.db
    .insert(referral_codes)
    .values({ user_id, code: codeOf(randomBytes(16)), created_at: work.now.toISOString() })
    .onConflictDoNothing({ target: referral_codes.user_id })
}

/**
 * Remembers by whose code somebody signed up. A code that nobody has is no referral, and no reason to refuse a sign-up;
 * whoever is there already, by the mailbox of their e-mail, is denied.
 */
export async function register(
  work: Work,
  { user_id, ref, verified }: { user_id: number; ref: string | null; verified: boolean },
): Promise<void> {
  const referrer = ref ? await ownerOfCode(work.db, ref) : null
  if (!referrer) return
  const { hash, denial, evidence } = await sameMailbox(work.db, { user_id, referrer_id: referrer.id })
  const at = work.now.toISOString()
  const write = ({ db }: Work, denied: Denial | null, why: string) =>
    db.insert(referrals).values({
      referrer_id: referrer.id,
      invited_id: user_id,
      mailbox_hash: hash,
      created_at: at,
      ...(denied
        ? { state: REFERRAL_STEPS.deny.to, denial: denied, evidence: why, settled_at: at }
        : { state: REFERRAL_STEPS.register.to }),
    })
  try {
    await savepoint(work, (part) => write(part, denial, evidence))
  } catch (error) {
    if (!isUniqueViolation(error, 'one_referral_a_mailbox')) throw error
    await write(work, 'same_person', INVITED_BEFORE)
  }
  if (verified) await verify(work, user_id)
}

/**
 * Somebody's e-mail is theirs: so is the referral by which they came, if any. It may be another than they signed up with:
 * its mailbox is looked at again.
 */
export async function verify(work: Work, user_id: number): Promise<void> {
  const [row] = await referralSteps.takeAll(work, eq(referrals.invited_id, user_id), 'verify', 'system', {
    set: { verified_at: work.now.toISOString() },
  })
  if (!row) return
  const { hash, denial, evidence } = await sameMailbox(work.db, { user_id, referrer_id: row.referrer_id })
  if (denial) return deny(work, row, { denial, evidence })
  try {
    await savepoint(work, ({ db }) =>
      db.update(referrals).set({ mailbox_hash: hash }).where(eq(referrals.id, row.id)),
    )
  } catch (error) {
    if (!isUniqueViolation(error, 'one_referral_a_mailbox')) throw error
    return deny(work, row, { denial: 'same_person', evidence: INVITED_BEFORE })
  }
  await deniedNow(work, row)
}

async function deny(
  work: Work,
  { id }: ReferralRow,
  why: { denial: Denial; evidence: string },
): Promise<void> {
  await referralSteps.take(work, id, 'deny', 'system', {
    set: { ...why, reward_at: null, waits_for_month: false, settled_at: work.now.toISOString() },
  })
}

/** Denies a referral of two who look like one person by now. @returns whether it did */
async function deniedNow(work: Work, row: ReferralRow): Promise<boolean> {
  const shared = await sharedBy(work.db, row)
  if (!shared) return false
  await deny(work, row, shared)
  return true
}

/** A referral by its id, in one of those states, locked; undefined when it is past them. */
async function lockIn(work: Work, id: number, state: ReferralRow['state']): Promise<ReferralRow | undefined> {
  const [row] = await work.db
    .select()
    .from(referrals)
    .where(and(eq(referrals.id, id), eq(referrals.state, state)))
    .for('update')
  return row
}

/** Somebody had their first paid event or lesson: the reward comes once it has stood. Safe to ask for twice. */
export async function qualify(work: Work, { id }: { id: number }): Promise<void> {
  const row = await lockIn(work, id, 'verified')
  if (!row) return
  const by = await firstPaidOf(work.db, row.invited_id)
  if (by === null || (await deniedNow(work, row))) return
  await referralSteps.take(work, id, 'qualify', 'clock', {
    set: {
      ...by,
      qualified_at: work.now.toISOString(),
      reward_at: rewardAfter(work.now).toISOString(),
    },
  })
}

/**
 * Gives the two of a referral what they were promised, once however often it is asked for: what was paid still is, they
 * aren't one person, and the month has a reward left; else it waits for the next.
 */
export async function reward(work: Work, { id }: { id: number }): Promise<void> {
  const row = await lockIn(work, id, 'qualified')
  if (!row || row.reward_at === null || Date.parse(row.reward_at) > work.now.getTime()) return
  if (!(await stillPaid(work.db, row))) {
    const none = {
      contract_id: null,
      lesson_id: null,
      qualified_at: null,
      reward_at: null,
      waits_for_month: false,
    }
    await referralSteps.take(work, id, 'unqualify', 'clock', { set: none })
    return
  }
  if (await deniedNow(work, row)) return
  const people = await work.db
    .select({ id: users.id, deleted_at: users.deleted_at, account_type: users.account_type })
    .from(users)
    .where(inArray(users.id, [row.referrer_id, row.invited_id]))
    .orderBy(users.id)
    // Rewards of one person are numbered one after the other.
    .for('no key update')
  const month = monthOf(work.now)
  const given = await rewardsIn(work.db, row.referrer_id, month)
  if (given >= MOST_A_MONTH) {
    const reward_at = nextMonth(work.now).toISOString()
    await work.db.update(referrals).set({ reward_at, waits_for_month: true }).where(eq(referrals.id, id))
    return
  }
  const at = work.now.toISOString()
  await referralSteps.take(work, id, 'reward', 'clock', {
    set: {
      ...{ reward: REWARD, reward_month: month, reward_no: given + 1 },
      ...{ reward_at: at, settled_at: at, waits_for_month: false },
    },
  })
  const about = subject('referral', id)
  const rewarded = people.filter(({ deleted_at }) => deleted_at === null)
  const ids = rewarded.map((person) => person.id)
  await giveCredit(work, { key: `${about} reward`, subject: about }, ids, REWARD)
  notify(
    work,
    rewarded.map(({ id: user_id, account_type }) => ({
      user_id,
      type: 'REFERRAL_REWARDED',
      subject: about,
      params: {
        voice: `${user_id === row.referrer_id ? 'inviter' : 'invited'}${canSpendCredit(account_type) ? '' : '_kept'}`,
        amount: formatMoney(REWARD, CREDIT_CURRENCY, 'es'),
      },
    })),
  )
}

/**
 * Forgets somebody's code with their account, and denies what they came by and weren't rewarded for. What was given stays
 * as numbers; of a mailbox that a reward went to, its hash stays, so that it isn't rewarded again.
 */
export async function eraseReferrals(work: Work, user_id: number): Promise<void> {
  const { db } = work
  await db.delete(referral_codes).where(eq(referral_codes.user_id, user_id))
  const came = eq(referrals.invited_id, user_id)
  await referralSteps.takeAll(work, came, 'deny', 'system', {
    set: {
      denial: 'account_deleted',
      reward_at: null,
      waits_for_month: false,
      settled_at: work.now.toISOString(),
    },
  })
  const either = sql`(${referrals.invited_id} = ${user_id} or ${referrals.referrer_id} = ${user_id})`
  await db.update(referrals).set({ evidence: '' }).where(either)
  await db
    .update(referrals)
    .set({ mailbox_hash: null })
    .where(and(came, isNotNull(referrals.mailbox_hash), eq(referrals.state, 'denied')))
}
