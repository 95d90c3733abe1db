import { and, eq } from 'drizzle-orm'
import { formatMoney } from '#core/contract/money.ts'
import type { Work } from '#core/server/app.ts'
import { type Message, notify } from '#features/notifications/commands.ts'
import { ownersOf } from '#features/projects/queries.ts'
import { toArtist, toHunter } from './commands.ts'
import { paymentsByAgreement } from './queries.deposit.ts'
import { CANCELLED } from './rules.ts'
import { contracts } from './table.ts'

/**
 * Tells both sides of the agreements that have just ended with their order, where the bell is: that the event is
 * cancelled, and what is to be given back. Letters say it too.
 * @param isErased the hunter's account is going: nobody is left there to be told
 */
export async function tellCancelled(work: Work, order_id: number, isErased: boolean): Promise<void> {
  const rows = await work.db
    .select()
    .from(contracts)
    .where(
      and(
        eq(contracts.order_id, order_id),
        eq(contracts.state, 'voided'),
        eq(contracts.reason, CANCELLED),
        eq(contracts.ended_at, work.now.toISOString()),
      ),
    )
    .orderBy(contracts.id)
  if (rows.length === 0) return
  const paymentsOfRow = await paymentsByAgreement(
    work.db,
    rows.map(({ id }) => id),
  )
  const owners = await ownersOf(
    work.db,
    rows.map(({ project_id }) => project_id),
  )
  const told = rows.flatMap((row): Message[] => {
    const refunds = paymentsOfRow(row.id).filter(({ kind }) => kind === 'refund')
    const withSum = (message: Message, counted: typeof refunds): Message => {
      const sum = counted.reduce((all, { amount }) => all + amount, 0)
      return {
        ...message,
        params: { ...message.params, amount: formatMoney(sum, row.terms.fees.currency, 'es') },
      }
    }
    // What was paid by card goes back to it without the artist.
    const byHand = refunds.filter(({ state }) => state === 'due')
    const owner_id = owners.get(row.project_id)
    const artist =
      owner_id === undefined
        ? []
        : [
            byHand.length > 0
              ? withSum(toArtist(row, owner_id, 'cancelled_refund'), byHand)
              : toArtist(row, owner_id, 'cancelled'),
          ]
    // A draft was never theirs to read.
    if (isErased || row.sent_at === null) return artist
    return [
      ...artist,
      refunds.length > 0 ? withSum(toHunter(row, 'cancelled_refund'), refunds) : toHunter(row, 'cancelled'),
    ]
  })
  notify(work, told)
}
