import type { Work } from '#core/server/app.ts'
import { split } from '#features/projects/rules.parts.ts'
import { bandsOf, toState, unstatedOf } from './queries.payouts.ts'
import type { ContractRow } from './queries.ts'
import { payout_parts } from './table.ts'

/**
 * Events are over: what each member of their bands gets is stated at once, as the band splits it by now, before anybody
 * leaves it or a share is changed.
 */
export const stateEnded = async (work: Work): Promise<void> =>
  statePayouts(work, await toState(work.db, work.now))

/** Agreements were played: what each member of their bands gets is stated, once. */
export async function statePayouts(work: Work, played: readonly ContractRow[]): Promise<void> {
  const rows = await unstatedOf(work.db, played)
  if (rows.length === 0) return
  const bands = await bandsOf(work.db, rows)
  const parts = rows.flatMap(({ id, project_id, terms }) => {
    const band = bands.get(id)
    if (!band) return []
    const { payout, currency } = terms.fees
    return split(payout, band.members, band.played).map((one) => ({
      ...one,
      ...{ contract_id: id, project_id, currency, at: work.now.toISOString() },
    }))
  })
  if (parts.length > 0) await work.db.insert(payout_parts).values(parts).onConflictDoNothing()
}
