import { and, asc, desc, eq, lt, type SQL, sql } from 'drizzle-orm'
import { idAfter, type Page, type PageQuery, pageOf } from '#core/contract/page.ts'
import type { Reading } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import type { Viewer } from '#core/server/route.ts'
import { users } from '#features/accounts/table.ts'
import { creditHeldBy } from '#features/plans/queries.ts'
import { CREDIT_CURRENCY, canSpendCredit } from '#features/plans/rules.ts'
import type { Referral, Referrals } from './contract.ts'
import { linkOf, MOST_A_MONTH, monthOf, REWARD, REWARD_DAYS, shortName } from './rules.ts'
import { referral_codes, referrals } from './table.ts'

export type ReferralRow = typeof referrals.$inferSelect

/** Whose a code is, as long as they have an account. */
export async function ownerOfCode(db: Db, code: string): Promise<{ id: number; email: string } | null> {
  const [owner] = await db
    .select({ id: users.id, email: users.email })
    .from(referral_codes)
    .innerJoin(users, eq(users.id, referral_codes.user_id))
    // People write them as they hear them.
    .where(eq(referral_codes.code, code.toUpperCase()))
  return owner ?? null
}

/** Rewards that somebody got in a month for whom they invited. */
export const rewardsIn = (db: Db, referrer_id: number, month: string): Promise<number> =>
  db.$count(referrals, and(eq(referrals.referrer_id, referrer_id), eq(referrals.reward_month, month)))

const number = (value: SQL) => sql<number>`(${value})::int`.mapWith(Number)
const inState = (state: ReferralRow['state']) => number(sql`count(*) filter (where state = ${state})`)

/** A person's code, what the rules are, and what came of it. */
export async function referralsOf(
  { db, app, now }: Reading,
  { id: user_id, account_type }: Pick<Viewer, 'id' | 'account_type'>,
): Promise<Referrals> {
  const [own_code] = await db.select().from(referral_codes).where(eq(referral_codes.user_id, user_id))
  const [sums] = await db
    .select({
      registered: inState('registered'),
      verified: inState('verified'),
      qualified: inState('qualified'),
      rewarded: inState('rewarded'),
      denied: inState('denied'),
      earned: number(sql`coalesce(sum(${referrals.reward}), 0)`),
      rewarded_this_month: number(sql`count(*) filter (where reward_month = ${monthOf(now)})`),
    })
    .from(referrals)
    .where(eq(referrals.referrer_id, user_id))
  const [own] = await db
    .select({
      state: referrals.state,
      denial: referrals.denial,
      reward_at: referrals.reward_at,
      reward: referrals.reward,
    })
    .from(referrals)
    .where(eq(referrals.invited_id, user_id))
  const { earned = 0, rewarded_this_month = 0, ...counts } = sums ?? {}
  return {
    code: own_code?.code ?? null,
    link: own_code ? linkOf(app.config.public_url, own_code.code) : null,
    reward: { amount: REWARD, currency: CREDIT_CURRENCY },
    reward_days: REWARD_DAYS,
    most_a_month: MOST_A_MONTH,
    rewarded_this_month,
    counts: { registered: 0, verified: 0, qualified: 0, rewarded: 0, denied: 0, ...counts },
    earned,
    credit: await creditHeldBy(db, user_id),
    spendable: canSpendCredit(account_type),
    own: own ?? null,
  }
}

/** Who signed up with somebody's code, newest first. */
export async function invitedBy(db: Db, user_id: number, query: PageQuery): Promise<Page<Referral>> {
  const after = idAfter(query.cursor)
  const rows = await db
    .select({ row: referrals, name: users.name })
    .from(referrals)
    .innerJoin(users, eq(users.id, referrals.invited_id))
    .where(and(eq(referrals.referrer_id, user_id), after === undefined ? undefined : lt(referrals.id, after)))
    .orderBy(desc(referrals.id))
    .limit(query.limit + 1)
  const { results, next } = pageOf(rows, query.limit, ({ row }) => row.id)
  return {
    results: results.map(({ row, name }) => ({
      id: row.id,
      name: name === null ? null : shortName(name),
      state: row.state,
      denial: row.denial,
      registered_at: row.created_at,
      verified_at: row.verified_at,
      qualified_at: row.qualified_at,
      reward_at: row.reward_at,
      waits_for_month: row.waits_for_month,
      reward: row.reward,
    })),
    next,
  }
}

/** What the copy of somebody's data says of whom they invited, and of who invited them: nobody's name but their own. */
export async function referralDataOf(db: Db, user_id: number) {
  const [code] = await db.select().from(referral_codes).where(eq(referral_codes.user_id, user_id))
  const columns = {
    state: referrals.state,
    denial: referrals.denial,
    registered_at: referrals.created_at,
    verified_at: referrals.verified_at,
    qualified_at: referrals.qualified_at,
    reward_at: referrals.reward_at,
    reward: referrals.reward,
  }
  const own = await db.select(columns).from(referrals).where(eq(referrals.invited_id, user_id))
  const invited = await db
    .select(columns)
    .from(referrals)
    .where(eq(referrals.referrer_id, user_id))
    .orderBy(asc(referrals.id))
  return [
    ...(code ? [{ kind: 'code', code: code.code, created_at: code.created_at }] : []),
    ...own.map((row) => ({ kind: 'came_by', ...row })),
    ...invited.map((row) => ({ kind: 'invited', ...row })),
  ]
}
