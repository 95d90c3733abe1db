import { subject } from '#core/contract/subject.ts'
import type { Work } from '#core/server/app.ts'
import { post } from '#features/ledger/commands.ts'
import { earnedBy, heldBy, inHand, move } from '#features/ledger/rules.ts'
import { firmlyPaidOf } from './queries.deposit.ts'
import type { ContractRow } from './queries.ts'
import { depositToPay } from './rules.ts'

/* What agreements write into the books. What is carried to another agreement of the same project stays held by it. */

/** A deposit that both sides confirmed: the project has it, for what is still to be played. */
export async function keepPaid(work: Work, { id, project_id, terms }: ContractRow): Promise<void> {
  const { currency } = terms.fees
  const lines = move(depositToPay(terms), inHand(currency), heldBy(project_id, currency))
  const about = subject('contract', id)
  await post(work, [{ key: `${about} deposit`, subject: about, at: work.now, lines }])
}

/** Agreements were played: what was paid for them is earned. */
export async function releasePaid(work: Work, played: readonly ContractRow[]): Promise<void> {
  await post(
    work,
    played.map((row) => {
      const { currency } = row.terms.fees
      const about = subject('contract', row.id)
      const lines = move(
        firmlyPaidOf(row),
        heldBy(row.project_id, currency),
        earnedBy(row.project_id, currency),
      )
      return { key: `${about} played`, subject: about, at: work.now, lines }
    }),
  )
}
