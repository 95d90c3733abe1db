import { eq } from 'drizzle-orm'
import { subject } from '#core/contract/subject.ts'
import type { Db } from '#core/server/db.ts'
import { users } from '#features/accounts/table.ts'
import { music_projects } from '#features/projects/table.ts'
import { contractIdOf } from './queries.extras.ts'
import { contracts } from './table.ts'

/* What receipts say of agreements. */

/**
 * Who pays and who is paid by an agreement, as a receipt names them. Who pays in the buyer's place is who paid; for the
 * artist stands whoever owns the project by now. Its title stays out: people name each other in it.
 * @returns nothing for what isn't an agreement's
 */
export async function receiptFactsOf(db: Db, paid: string) {
  const contract_id = await contractIdOf(db, paid)
  if (contract_id === null) return []
  const [found] = await db
    .select({
      terms: contracts.terms,
      owner: { id: users.id, name: users.name, legal_name: users.legal_name, tax_id: users.tax_id },
    })
    .from(contracts)
    .innerJoin(music_projects, eq(music_projects.id, contracts.project_id))
    .innerJoin(users, eq(users.id, music_projects.owner_id))
    .where(eq(contracts.id, contract_id))
  if (!found) return []
  const { owner } = found
  const { number, buyer, payer, artist, event } = found.terms
  return [
    {
      // Extras and tips are found with their agreement's.
      under: subject('contract', contract_id),
      user: payer ? { legal_name: null, ...payer } : buyer,
      project: {
        name: artist.name,
        legal_name: owner.legal_name ?? owner.name,
        tax_id: owner.tax_id,
        person_id: owner.id,
      },
      about: {
        agreement: number,
        event_type: event.type,
        starts_at: event.starts_at,
        zone: event.zone,
        plan: null,
        interval: null,
      },
    },
  ]
}
