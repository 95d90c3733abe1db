import { eq } from 'drizzle-orm'
import { parseSubject } from '#core/contract/subject.ts'
import type { Db } from '#core/server/db.ts'
import { payments } from '#features/payments/table.ts'
import type { SlipAsked, SlipRights } from '#features/slips/queries.ts'
import { contractIdOf } from './queries.extras.ts'
import { partyOf } from './queries.parties.ts'

/**
 * What somebody may do with the slip of a payment of an agreement: read it as one who acts for a side, add it while what
 * their side recorded isn't answered. A card's payment has none: the provider says what became of it.
 * @returns nothing for what isn't an agreement's, and for a band's collaborators, who don't read its money
 * @throws Refusal 404 when they are no party of it
 */
export async function slipRightsOf(
  db: Db,
  { subject, user_id, holds = false }: SlipAsked,
): Promise<SlipRights[]> {
  const asked = parseSubject(subject)
  if (asked?.kind !== 'payment') return []
  const its = db.select().from(payments).where(eq(payments.id, asked.id))
  const [one] = await (holds ? its.for('share') : its)
  const contract_id = one ? await contractIdOf(db, one.subject) : null
  if (!one || contract_id === null) return []
  const { party } = await partyOf(db, user_id, contract_id)
  if (party.part) return []
  const end = party.side === 'hunter' ? 'user' : 'project'
  return [{ adds: one.state === 'processing' && one.declared_by === end && one.method !== 'card' }]
}
