import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import { DAY } from '#core/contract/time.ts'
import type { Db } from '#core/server/db.ts'
import { ledger_accounts, ledger_postings } from '#features/ledger/table.ts'
import { REMIND_BEFORE, SETTLED, WARNED_DAYS, warningDue } from '../rules.ts'
import { lesson_packages, lessons } from '../table.ts'

/* What is due by the clock; each sweep takes some, the next one goes on. */

const A_SWEEP = 200
const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

/** Lessons that nobody answered, paid or spoke of in time. */
export const toGoOn = async (db: Db, now: Date): Promise<number[]> =>
  ids(
    await db
      .select({ id: lessons.id })
      .from(lessons)
      .where(lte(lessons.due_at, now.toISOString()))
      .orderBy(asc(lessons.due_at))
      .limit(A_SWEEP),
  )

/** Lessons whose time is over. */
export const toHold = async (db: Db, now: Date): Promise<number[]> =>
  ids(
    await db
      .select({ id: lessons.id })
      .from(lessons)
      .where(and(inArray(lessons.state, [...SETTLED]), lte(lessons.ends_at, now.toISOString())))
      .orderBy(asc(lessons.ends_at))
      .limit(A_SWEEP),
  )

/** Lessons that begin soon, and whose people weren't reminded. */
export const toRemindOf = async (db: Db, now: Date): Promise<number[]> =>
  ids(
    await db
      .select({ id: lessons.id })
      .from(lessons)
      .where(
        and(
          inArray(lessons.state, [...SETTLED]),
          isNull(lessons.reminded_at),
          lte(lessons.starts_at, new Date(now.getTime() + REMIND_BEFORE).toISOString()),
        ),
      )
      .orderBy(asc(lessons.starts_at))
      .limit(A_SWEEP),
  )

/** Orders of packages that nobody paid in time. */
export const toLapse = async (db: Db, now: Date): Promise<number[]> =>
  ids(
    await db
      .select({ id: lesson_packages.id })
      .from(lesson_packages)
      .where(and(eq(lesson_packages.state, 'ordered'), lte(lesson_packages.pay_by, now.toISOString())))
      .orderBy(asc(lesson_packages.pay_by))
      .limit(A_SWEEP),
  )

/** What of a package can still be booked, as the books have it. */
const leftOf = sql`coalesce((
  select sum(lp.amount) from ${ledger_accounts} la join ${ledger_postings} lp on lp.account_id = la.id
  where la.owner_kind = 'package' and la.owner_id = p.id and la.kind = 'credit' and la.currency = 'LESSON'), 0)`

/** How long ago the last lesson of a package may have ended for it to be looked at: the longest that sweeps may rest. */
const ENDED_WITHIN = 2 * DAY

/**
 * Packages that have run out, or none of whose lessons is left or to come. The books are asked only for packages of which a
 * lesson ended lately; what they miss closes when it runs out.
 */
export const toClose = async (db: Db, now: Date): Promise<number[]> => {
  const at = sql`${now.toISOString()}::timestamptz`
  const lately = sql`${new Date(now.getTime() - ENDED_WITHIN).toISOString()}::timestamptz`
  const { rows } = await db.execute<{ id: number }>(sql`
    select p.id from ${lesson_packages} p
    where p.state = 'active' and (p.expires_at <= ${at} or ${leftOf} = 0)
      and p.id in (
        select e.id from ${lesson_packages} e where e.state = 'active' and e.expires_at <= ${at}
        union select e.package_id from ${lessons} e where e.package_id is not null and e.ended_at >= ${lately})
      and not exists (select from ${lessons} l where l.package_id = p.id
        and l.state in ('requested', 'accepted', 'scheduled', 'rescheduled', 'held'))
    order by p.expires_at, p.id limit ${A_SWEEP}`)
  return ids(rows)
}

/** Packages whose student is to be warned that they run out. */
export async function toWarn(db: Db, now: Date): Promise<{ id: number; days: number }[]> {
  const soon = new Date(now.getTime() + WARNED_DAYS[0] * 86_400_000).toISOString()
  const rows = await db
    .select({
      id: lesson_packages.id,
      expires_at: lesson_packages.expires_at,
      warned_days: lesson_packages.warned_days,
    })
    .from(lesson_packages)
    .where(
      and(
        eq(lesson_packages.state, 'active'),
        lte(lesson_packages.expires_at, soon),
        sql`${lesson_packages.expires_at} > ${now.toISOString()}::timestamptz`,
        sql`coalesce(${lesson_packages.warned_days}, 99) > case when ${lesson_packages.expires_at}
          <= ${now.toISOString()}::timestamptz + interval '7 days' then 7 else 30 end`,
      ),
    )
    .orderBy(asc(lesson_packages.expires_at))
    .limit(A_SWEEP)
  return rows.flatMap(({ id, expires_at }) => {
    const days = expires_at && warningDue(expires_at, now)
    return days ? [{ id, days }] : []
  })
}
