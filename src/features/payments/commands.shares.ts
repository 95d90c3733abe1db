import { eq, sql } from 'drizzle-orm'
import type { Subject } from '#core/contract/subject.ts'
import type { Work } from '#core/server/app.ts'
import { post } from '#features/ledger/commands.ts'
import { earnedBy, heldBy, move } from '#features/ledger/rules.ts'
import { orderMoves } from './commands.moves.ts'
import type { PaymentRow } from './queries.ts'
import { payments } from './table.ts'

/** A part of a payment that somebody else earned. */
export interface Share {
  /** Whose it is. */
  project_id: number
  /** Minor units, less the platform's share. */
  amount: number
  /** What they did for it; shared once. */
  part: Subject
  /** Until when it is kept where it came by card. */
  until: string
}

/**
 * Somebody else did a part of what was paid for: it is theirs, and the rest goes on being held. What came by card goes on to
 * their account by itself; what came by hand is in the other's.
 * @param row locked by whoever owns its subject
 * @returns how it reaches them: by the provider, by the other's hand, or not, since nothing of it is there any more
 */
export async function share(
  work: Work,
  row: PaymentRow,
  { project_id, amount, part, until }: Share,
): Promise<'card' | 'hand' | 'none'> {
  // All of it went back, or its payer's bank took it.
  if (amount === 0 || row.refunded === row.amount) return 'none'
  const isHeld = row.state === 'held'
  // What isn't held any more is earned, less what others earned of it before.
  const from = isHeld ? heldBy : earnedBy
  await post(work, [
    {
      key: `${part} shared`,
      subject: part,
      at: work.now,
      lines: move(amount, from(row.project_id, row.currency), earnedBy(project_id, row.currency)),
    },
  ])
  // Who was paid all of it passes it on; of what was given back there is nothing to pass.
  if (!isHeld) return row.state === 'released' ? 'hand' : 'none'
  await work.db
    .update(payments)
    .set({ shared: sql`${payments.shared} + ${amount}` })
    .where(eq(payments.id, row.id))
  if (row.carded === 0) return 'hand'
  const send_at = Date.parse(until) > work.now.getTime() ? until : null
  await orderMoves(work, 'transfer', row, { ...row, project_id }, amount, { part, send_at })
  return 'card'
}
