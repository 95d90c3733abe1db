import { desc, eq } from 'drizzle-orm'
import { Currency } from '#core/contract/money.ts'
import { DEFAULT_ZONE, monthsAround, wallClock } from '#core/contract/time.ts'
import type { Db } from '#core/server/db.ts'
import { spendingByMonth } from '#features/contracts/queries.desk.ts'
import { refundsAwaited } from '#features/contracts/queries.refunds.ts'
import { orders } from '#features/hiring/table.ts'
import { openHostSurveys } from '#features/results/queries.ts'
import type { HunterHome } from './contract.ts'
import { mainSums, spanOfMonths } from './rules.ts'

const BEFORE = 3
const AFTER = 2

/** So many surveys are shown, and so much of what comes back. */
const SURVEYS = 3
const REFUNDS = 6

/** The talent hunter's dashboard: what agreements and what is paid beyond them cost by the month of the event, minor units; and which events they are asked about. */
export async function hunterHomeOf(db: Db, hunter_id: number, now: Date): Promise<HunterHome> {
  const present = wallClock(now, DEFAULT_ZONE).day.slice(0, 7)
  const months = monthsAround(present, BEFORE, AFTER)
  const found = mainSums(await spendingByMonth(db, hunter_id, spanOfMonths(months)), months)
  return {
    is_new: !(await hasOrders(db, hunter_id)),
    spending: found && {
      currency: Currency.parse(found.currency),
      months: found.months.map((one) => ({ ...one, current: one.month === present })),
    },
    refunds: await refundsAwaited(db, hunter_id, REFUNDS),
    surveys: await openHostSurveys(db, hunter_id, now, SURVEYS),
  }
}

async function hasOrders(db: Db, hunter_id: number): Promise<boolean> {
  // The latest: as many as the index is asked for, whoever else has how many.
  const latest = await db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.hunter_id, hunter_id))
    .orderBy(desc(orders.updated_at))
    .limit(1)
  return latest.length > 0
}
