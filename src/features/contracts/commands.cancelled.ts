import { and, eq } from 'drizzle-orm'
import { formatMoney } from '#core/contract/money.ts'
import type { Work } from '#core/server/app.ts'
import { tellStopped } from '#features/hiring/journey/commands.telling.ts'
import { type Message, notify } from '#features/notifications/commands.ts'
import { ownersOf } from '#features/projects/queries.ts'
import { settleKept } from './commands.schedule.ts'
import { toArtist, toHunter } from './commands.ts'
import { paymentsByAgreement } from './queries.deposit.ts'
import { PUT_OFF } from './queries.ends.ts'
import type { ContractRow } from './queries.ts'
import { CANCELLED, RAN_OUT } from './rules.ts'
import { contracts } from './table.ts'

/** Why agreements end with their order, and as what it is told. */
const NEWS = { [CANCELLED]: 'cancelled', [PUT_OFF]: 'postponed', [RAN_OUT]: 'expired' } as const

/**
 * Tells both sides of the agreements that have just ended with their order, where the bell is: that the event is
 * cancelled, put off or didn't come about, and what is to be given back. Letters say it too. That an order was put off
 * or has run out its hunter is told once, by the order.
 * @param isErased the hunter's account is going: nobody is left there to be told
 */
export async function tellEnded(
  work: Work,
  order_id: number,
  reason: keyof typeof NEWS,
  isErased = false,
): Promise<void> {
  const news = NEWS[reason]
  const rows = await work.db
    .select()
    .from(contracts)
    .where(
      and(
        eq(contracts.order_id, order_id),
        eq(contracts.state, 'voided'),
        eq(contracts.reason, reason),
        eq(contracts.ended_at, work.now.toISOString()),
      ),
    )
    .orderBy(contracts.id)
  const isHunterTold = !isErased && rows.some(({ sent_at }) => sent_at !== null)
  if (news === 'cancelled' && !isErased && !isHunterTold) await tellStopped(work, order_id, 'cancelled')
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
    // Who erases their account takes along what they called it.
    const { title, ...event } = row.terms.event
    const seen = { ...row, terms: { ...row.terms, event: { ...event, title: isErased ? null : title } } }
    const artist =
      owner_id === undefined
        ? []
        : [
            byHand.length > 0
              ? withSum(toArtist(seen, owner_id, `${news}_refund`), byHand)
              : toArtist(seen, owner_id, news),
          ]
    // A draft was never theirs to read.
    if (isErased || row.sent_at === null) return artist
    if (refunds.length > 0) return [...artist, withSum(toHunter(row, `${news}_refund`), refunds)]
    return news === 'cancelled' ? [...artist, toHunter(row, 'cancelled')] : artist
  })
  notify(work, told)
}

/** Gives back what was kept for a new date that no agreement can be made for any more, and tells both sides. */
export async function giveBackKept(work: Work, kept: Pick<ContractRow, 'id' | 'order_id'>): Promise<void> {
  const row = await settleKept(work, kept)
  if (!row) return
  const due = (await paymentsByAgreement(work.db, [row.id]))(row.id).filter(
    ({ kind, state }) => kind === 'refund' && state === 'due',
  )
  if (due.length === 0) return
  const owner_id = (await ownersOf(work.db, [row.project_id])).get(row.project_id)
  notify(work, [
    ...(owner_id === undefined ? [] : [toArtist(row, owner_id, 'refund_owed')]),
    toHunter(row, 'refund_owed'),
  ])
}
