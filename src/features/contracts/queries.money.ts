import { type SQL, sql } from 'drizzle-orm'
import { outer } from '#core/server/columns.ts'
import type { Db } from '#core/server/db.ts'
import { orders, requests } from '#features/hiring/table.ts'
import { OPEN } from '#features/hiring/talent/rules.ts'
import { balancesOf } from '#features/ledger/queries.ts'
import { payments } from '#features/payments/table.ts'
import { actedFor } from '#features/projects/queries.ts'
import type { ProjectMoney } from './contract.money.ts'
import { hasTakenPlace } from './queries.deposit.ts'
import { PUT_OFF } from './rules.ts'
import { contracts } from './table.ts'

/** Stages of an order that still may get a new date for what was agreed. */
const LOOKING = [
  'planned',
  'recommended',
  'scouting',
  'adjustment_requested',
  'available',
  'contracting',
  'postponed',
] as const

/**
 * Whether what was paid for an agreement that ended as its order was put off still may count for another: one stands in
 * its place, or its project is asked again or may be.
 */
export const isKept = (of: typeof contracts): SQL => sql`(
  exists (select from ${contracts} n where n.id = ${outer(of.replaced_by_id)}
    and ${hasTakenPlace({ signed_at: sql`n.signed_at`, state: sql`n.state` })})
  or exists (select from ${orders} o where o.id = ${outer(of.order_id)} and o.stage in ${LOOKING})
    and coalesce((select r.status in ${OPEN} or r.status = 'closed' and r.reason = ${PUT_OFF} from ${requests} r
      where r.order_id = ${outer(of.order_id)} and r.project_id = ${outer(of.project_id)}
      order by r.id desc limit 1), false))`

/**
 * Agreements whose money was kept for a new date, and isn't any more: as many as one sweep goes through. Those of which a
 * refund was said to be given back wait for the answer.
 */
export async function toSettle(db: Db): Promise<{ id: number; order_id: number }[]> {
  return db
    .select({ id: contracts.id, order_id: contracts.order_id })
    .from(contracts)
    .where(sql`${contracts.id} in (select split_part(p.subject, ':', 2)::bigint from ${payments} p
        where p.waits and p.state = 'held' and p.subject like 'contract:%')
      and not exists (select from ${payments} said where said.subject = 'contract:' || ${outer(contracts.id)}
        and said.kind = 'refund' and said.refund_of is null and said.state = 'processing')
      and not ${isKept(contracts)}`)
    .orderBy(contracts.id)
    .limit(200)
}

/** What is still to be paid to some projects by agreements that stand, as far as nobody confirmed it. */
const dueOf = async (db: Db, project_ids: readonly number[]) =>
  (
    await db.execute<{ project_id: number; currency: string; due: number }>(sql`
      select p.project_id, p.currency, sum(p.amount)::bigint as due from ${payments} p
      where p.project_id in (select unnest(${sql.param(project_ids)}::bigint[])) and p.kind <> 'refund'
        and p.kind <> 'carried' and p.state in ('scheduled', 'due', 'processing', 'failed', 'disputed')
        and (p.kind <> 'tip' or p.state in ('processing', 'disputed'))
      group by 1, 2 order by 1, 2`)
  ).rows

/** What is on accounts of projects; others are a person's, the platform's or a provider's. */
const OF_PROJECTS = ['held', 'earned', 'owed', 'fees'] as const
const isOfProject = (kind: string): kind is (typeof OF_PROJECTS)[number] =>
  (OF_PROJECTS as readonly string[]).includes(kind)

/**
 * What is paid to the projects that somebody owns, archived ones too, by project and currency; those without any are left
 * out, and bands that they work in. What there is comes from the books alone, what is to come from the payments.
 * @throws Refusal 404 when one is asked for that isn't theirs
 */
export async function moneyOf(
  db: Db,
  mine: { user_id: number; project_id?: number | undefined },
): Promise<ProjectMoney[]> {
  const projects = (await actedFor(db, { ...mine, archived: true })).filter(({ role }) => role === 'OWNER')
  const ids = projects.map(({ project_id }) => project_id)
  const balances = await balancesOf(
    db,
    ids.map((project_id) => ({ owner_kind: 'project', owner_id: project_id })),
  )
  const sums = new Map<string, ProjectMoney>()
  const sumsOf = (project_id: number, currency: string): ProjectMoney => {
    const key = `${project_id} ${currency}`
    const project_name = projects.find((one) => one.project_id === project_id)?.name ?? null
    const known = sums.get(key) ?? {
      ...{ project_id, project_name, currency: currency as ProjectMoney['currency'] },
      ...{ due: 0, held: 0, earned: 0, owed: 0, fees: 0 },
    }
    sums.set(key, known)
    return known
  }
  for (const { owner_id, currency, kind, balance } of balances)
    if (isOfProject(kind)) sumsOf(owner_id, currency)[kind] = balance
  for (const { project_id, currency, due } of ids.length > 0 ? await dueOf(db, ids) : [])
    sumsOf(project_id, currency).due = due
  return [...sums.values()].filter(({ due, held, earned, owed, fees }) =>
    [due, held, earned, owed, fees].some((sum) => sum !== 0),
  )
}
