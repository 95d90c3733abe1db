import { and, asc, eq, lte, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#core/server/db.ts'
import { devices, sessions, users } from '#features/accounts/table.ts'
import { contracts } from '#features/contracts/table.ts'
import { ledger_accounts, ledger_postings, ledger_transactions } from '#features/ledger/table.ts'
import { lessons } from '#features/lessons/table.ts'
import { payments } from '#features/payments/table.ts'
import { membership_charges } from '#features/plans/table.ts'
import { music_projects, project_members } from '#features/projects/table.ts'
import type { Denial } from './contract.ts'
import type { ReferralRow } from './queries.ts'
import { referrals } from './table.ts'

/** How many a sweep takes; the next one goes on. */
const A_SWEEP = 200

/** An agreement that was played, and that money was earned with, as the books have it. */
const playedAndPaid = (contract: SQL) => sql`${contract}.state = 'completed' and exists (
  select from ${ledger_transactions} lt join ${ledger_postings} lp on lp.transaction_id = lt.id
  join ${ledger_accounts} la on la.id = lp.account_id
  where lt.subject = 'contract:' || ${contract}.id and la.owner_kind = 'project' and la.kind = 'earned'
  group by lt.subject having sum(lp.amount) > 0)`

/** An agreement is somebody's who hired by it, or who belongs to the project that played. */
const isOf = (user_id: SQL, contract: SQL) => sql`(${contract}.hunter_id = ${user_id} or exists (
  select from ${project_members} pm where pm.project_id = ${contract}.project_id and pm.user_id = ${user_id}
  and pm.left_at is null))`

/**
 * A lesson that took place, and that money was earned with: itself, or the package that its credit was of, as the books have it.
 * A package is earned when it is used up or has run out, so its first lesson counts then.
 */
const taughtAndPaid = (lesson: SQL) => sql`${lesson}.state in ('confirmed', 'reviewed') and exists (
  select from ${ledger_transactions} lt join ${ledger_postings} lp on lp.transaction_id = lt.id
  join ${ledger_accounts} la on la.id = lp.account_id
  where lt.subject in ('lesson:' || ${lesson}.id, 'lesson_package:' || ${lesson}.package_id)
    and la.owner_kind = 'project' and la.kind = 'earned'
  group by lt.subject having sum(lp.amount) > 0)`

/** A lesson is somebody's who learned or taught in it. */
const isIn = (user_id: SQL, lesson: SQL) => sql`${user_id} in (${lesson}.student_id, ${lesson}.teacher_id)`

/** What somebody qualifies by: one agreement, or one lesson. */
export type Qualified = { contract_id: number; lesson_id: null } | { contract_id: null; lesson_id: number }

/** The first paid event of somebody, by the agreement, or else their first paid lesson; null while there is neither. */
export async function firstPaidOf(db: Db, user_id: number): Promise<Qualified | null> {
  const { rows } = await db.execute<Qualified>(sql`
    select contract_id, lesson_id from (
    (select 1 as place, c.id as contract_id, null::bigint as lesson_id from ${contracts} c
      where ${isOf(sql`${user_id}`, sql`c`)} and ${playedAndPaid(sql`c`)} order by c.ended_at, c.id limit 1)
    union all
    (select 2, null, l.id from ${lessons} l
      where ${isIn(sql`${user_id}`, sql`l`)} and ${taughtAndPaid(sql`l`)} order by l.ends_at, l.id limit 1)) paid
    order by place limit 1`)
  return rows[0] ?? null
}

/** Whether what somebody qualified by still counts. */
export async function stillPaid(
  db: Db,
  { contract_id, lesson_id }: Pick<ReferralRow, 'contract_id' | 'lesson_id'>,
): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select from ${contracts} c where c.id = ${contract_id} and ${playedAndPaid(sql`c`)}
      union all select from ${lessons} l where l.id = ${lesson_id} and ${taughtAndPaid(sql`l`)}`,
  )
  return rows.length > 0
}

/** Referrals of people who have had a paid event or lesson by now. */
export const toQualify = async (db: Db): Promise<{ id: number }[]> => {
  const { rows } = await db.execute<{ id: number }>(sql`
    select r.id from ${referrals} r where r.state = 'verified' and (exists (
      select from ${contracts} c where ${isOf(sql`r.invited_id`, sql`c`)} and ${playedAndPaid(sql`c`)})
      or exists (select from ${lessons} l where l.student_id = r.invited_id and ${taughtAndPaid(sql`l`)})
      or exists (select from ${lessons} l where l.teacher_id = r.invited_id and ${taughtAndPaid(sql`l`)}))
    order by r.id limit ${A_SWEEP}`)
  return rows
}

/** Referrals whose reward is due. */
export const toReward = (db: Db, now: Date) =>
  db
    .select({ id: referrals.id })
    .from(referrals)
    .where(and(eq(referrals.state, 'qualified'), lte(referrals.reward_at, now.toISOString())))
    .orderBy(asc(referrals.reward_at), asc(referrals.id))
    .limit(A_SWEEP)

/** An e-mail of another account that is the same mailbox, whatever alias each wrote. */
export async function sameMailbox(
  db: Db,
  { user_id, referrer_id }: { user_id: number; referrer_id: number },
): Promise<{ hash: string; denial: Denial | null; evidence: string }> {
  const { rows } = await db.execute<{ hash: string; other: number | null }>(sql`
    select encode(sha256(convert_to(mailbox_of(u.email::text), 'UTF8')), 'hex') as hash,
      (select o.id from ${users} o where mailbox_of(o.email::text) = mailbox_of(u.email::text) and o.id <> u.id
        order by o.id = ${referrer_id} desc, o.id limit 1) as other
    from ${users} u where u.id = ${user_id}`)
  const [found] = rows
  if (!found) throw new Error(`there is no account ${user_id}`)
  const { hash, other } = found
  if (other === null) return { hash, denial: null, evidence: '' }
  return {
    hash,
    denial: other === referrer_id ? 'self' : 'same_person',
    evidence: `mailbox of user ${other}`,
  }
}

/** A browser that both have signed in with; where a browser keeps no cookie, its name from the same address. */
const SHARED_DEVICE = (one: SQL, other: SQL) => sql`
  select 1 as place, 'device' as denial, 'browser ' || left(d.device_hash, 12) as evidence from ${devices} d
  join ${devices} e on e.device_hash = d.device_hash and e.user_id = ${other} where d.user_id = ${one}
  union all
  select 2, 'device', 'address ' || s.ip from ${sessions} s join ${sessions} z on z.user_id = ${other}
    and z.ip = s.ip and z.user_agent = s.user_agent
  where s.user_id = ${one} and (s.device_hash is null or z.device_hash is null)`

/** Words that a transfer is found by, of what somebody paid for plans and agreements or got by them. */
const references = (user: SQL) => sql`
  select lower(regexp_replace(mc.reference, '\\s', '', 'g')) as reference from ${membership_charges} mc
  where mc.user_id = ${user} and mc.state in ('declared', 'paid')
  union select lower(regexp_replace(p.reference, '\\s', '', 'g')) from ${payments} p
  where p.user_id = ${user} and p.declared_at is not null and p.reference <> ''`

/** Where somebody wants to be paid, of agreements of projects that they own: spaces and marks don't count. */
const payees = (user: SQL) => sql`
  select lower(regexp_replace(c.pay_to, '[^[:alnum:]]', '', 'g')) as payee from ${contracts} c
  join ${music_projects} mp on mp.id = c.project_id where mp.owner_id = ${user}`

/** Why the two look like one person, as far as is known by now; null when they don't. */
export async function sharedBy(
  db: Db,
  { referrer_id, invited_id }: Pick<ReferralRow, 'referrer_id' | 'invited_id'>,
): Promise<{ denial: Denial; evidence: string } | null> {
  const [one, other] = [sql`${referrer_id}::bigint`, sql`${invited_id}::bigint`]
  const { rows } = await db.execute<{ denial: 'device' | 'reference' | 'payment'; evidence: string }>(sql`
    select denial, evidence from (
      ${SHARED_DEVICE(one, other)}
      union all
      select 3, 'payment', 'account ' || payee from (${payees(one)}) p join (${payees(other)}) q using (payee)
      where length(payee) > 5
      union all
      select 4, 'reference', 'reference ' || reference from (${references(one)}) p
      join (${references(other)}) q using (reference) where length(reference) > 2) shared
    order by place, evidence limit 1`)
  const [found] = rows
  return found ? { denial: `same_${found.denial}`, evidence: found.evidence } : null
}
