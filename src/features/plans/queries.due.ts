import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import { DAY } from '#core/contract/time.ts'
import type { Db } from '#core/server/db.ts'
import { CHARGE_DAYS } from './rules.ts'
import { membership_charges, memberships } from './table.ts'

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
        inArray(membership_charges.state, ['due', 'failed']),
        lte(membership_charges.due_at, now.toISOString()),
      ),
    )
    .orderBy(asc(membership_charges.due_at))
    .limit(A_SWEEP)
