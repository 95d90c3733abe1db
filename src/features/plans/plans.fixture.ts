import type { Db } from '#core/server/db.ts'
import type { PaidPlan } from './contract.ts'
import { memberships } from './table.ts'

/** Gives somebody a plan that is paid for ten years, for tests that are about something else than its limits. */
export async function givePlan(
  db: Db,
  user_id: number,
  { plan = 'pro', project_id = null }: { plan?: PaidPlan; project_id?: number | null } = {},
): Promise<void> {
  const period_end = '2036-01-01T00:00:00.000Z'
  await db.insert(memberships).values({
    ...{ user_id, plan, project_id, period_end, state_until: period_end },
    interval: 'year',
    currency: 'USD',
    state: 'active',
    period_start: '2026-01-01T00:00:00.000Z',
    anchor_day: 1,
  })
}
