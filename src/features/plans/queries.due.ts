import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import { DAY, HOUR } from '#core/contract/time.ts'
import type { Db } from '#core/server/db.ts'
import { ledger_accounts } from '#features/ledger/table.ts'
import { CHARGE_DAYS } from './rules.ts'
import { membership_charges, memberships, plan_cards } from './table.ts'

/** How many a sweep takes; the next one goes on. */
const A_SWEEP = 200

/** Memberships whose time in their state is over, the longest first. */
export const runOut = (db: Db, now: Date) =>
  db
    .select({ id: memberships.id })
    .from(memberships)
    .where(
      and(
        lte(memberships.state_until, now.toISOString()),
        inArray(memberships.state, ['awaiting', 'trialing', 'active', 'past_due', 'paused']),
        // A transfer that was sent waits for the staff, not for its payer.
        sql`not (${memberships.state} in ('awaiting', 'past_due') and exists (
          select 1 from ${membership_charges} c where c.membership_id = ${memberships.id} and c.state = 'declared'))`,
      ),
    )
    .orderBy(asc(memberships.state_until))
    .limit(A_SWEEP)

/** Memberships whose next charge is to be made out. */
export const toCharge = (db: Db, now: Date) =>
  db
    .select({ id: memberships.id })
    .from(memberships)
    .where(
      and(
        sql`(${memberships.state} = 'past_due' or (${memberships.state} in ('trialing', 'active')
          and ${memberships.next_plan} is null))`,
        eq(memberships.cancels, false),
        lte(memberships.period_end, new Date(now.getTime() + CHARGE_DAYS * DAY).toISOString()),
        sql`not exists (select 1 from ${membership_charges} c
          where c.membership_id = ${memberships.id} and c.state in ('due', 'declared', 'failed'))`,
        // A card is charged by itself; credit that its payer has may pay for it instead, as long as that isn't begun.
        sql`(not exists (select from ${plan_cards} k
            where k.membership_id = ${memberships.id} and k.state in ('begun', 'open', 'running'))
          or ${memberships.state} <> 'past_due'
            and ${memberships.period_end} > ${new Date(now.getTime() + HOUR).toISOString()}::timestamptz
            and exists (select from ${ledger_accounts} a where a.owner_kind = 'user'
              and a.owner_id = ${memberships.user_id} and a.kind = 'credit'))`,
      ),
    )
    .orderBy(asc(memberships.period_end))
    .limit(A_SWEEP)

/** Changes that nobody paid in time. */
export const changesLeft = (db: Db, now: Date) =>
  db
    .select({ id: membership_charges.id, membership_id: membership_charges.membership_id })
    .from(membership_charges)
    .where(
      and(
        eq(membership_charges.kind, 'change'),
        eq(membership_charges.method, 'transfer'),
        inArray(membership_charges.state, ['due', 'failed']),
        lte(membership_charges.due_at, now.toISOString()),
      ),
    )
    .orderBy(asc(membership_charges.due_at))
    .limit(A_SWEEP)
