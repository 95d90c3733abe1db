import type { Work } from '#core/server/app.ts'
import { split } from '#features/projects/rules.parts.ts'
import { bandsOf } from './queries.payouts.ts'
import type { ContractRow } from './queries.ts'
import { payout_parts } from './table.ts'

/** Agreements were played: what each member of their bands gets is stated, as the band splits it by now. */
export async function statePayouts(work: Work, rows: readonly ContractRow[]): Promise<void> {
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
