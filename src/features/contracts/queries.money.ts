import type { Db } from '#core/server/db.ts'
import { balancesOf } from '#features/ledger/queries.ts'
import { actedFor } from '#features/projects/queries.ts'
import type { ProjectMoney } from './contract.money.ts'

/**
 * What was paid to the projects that somebody owns, archived ones too, by project and currency; those that nothing was
 * paid to are left out, and bands that they work in. From the books alone.
 * @throws Refusal 404 when one is asked for that isn't theirs
 */
export async function moneyOf(
  db: Db,
  mine: { user_id: number; project_id?: number | undefined },
): Promise<ProjectMoney[]> {
  const projects = (await actedFor(db, { ...mine, archived: true })).filter(({ role }) => role === 'OWNER')
  const balances = await balancesOf(
    db,
    projects.map(({ project_id }) => ({ owner_kind: 'project', owner_id: project_id })),
  )
  const sums = new Map<string, ProjectMoney>()
  for (const { owner_id: project_id, currency, kind, balance } of balances) {
    const key = `${project_id} ${currency}`
    const project_name = projects.find((one) => one.project_id === project_id)?.name ?? null
    const before = sums.get(key) ?? { project_id, project_name, currency, held: 0, earned: 0 }
    sums.set(key, kind === 'held' || kind === 'earned' ? { ...before, [kind]: balance } : before)
  }
  return [...sums.values()].filter(({ held, earned }) => held !== 0 || earned !== 0)
}
