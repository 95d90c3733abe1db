import { and, eq } from 'drizzle-orm'
import { formatMoney } from '#core/contract/money.ts'
import type { Work } from '#core/server/app.ts'
import { users } from '#features/accounts/table.ts'
import { tellStopped } from '#features/hiring/journey/commands.telling.ts'
import { type Message, notify } from '#features/notifications/commands.ts'
import { ownersOf } from '#features/projects/queries.ts'
import { settleKept } from './commands.schedule.ts'
import { toArtist, toHunter } from './commands.ts'
import { paymentsByAgreement } from './queries.deposit.ts'
import type { ContractRow } from './queries.ts'
import { CANCELLED, PUT_OFF, RAN_OUT } from './rules.ts'
import { contracts } from './table.ts'

/** Why agreements end with their order, and as what it is told. */
const NEWS = { [CANCELLED]: 'cancelled', [PUT_OFF]: 'postponed', [RAN_OUT]: 'expired' } as const

/** A message that says what is given back. */
const withSum = (message: Message, { terms }: Pick<ContractRow, 'terms'>, sum: number): Message => ({
  ...message,
  params: { ...message.params, amount: formatMoney(sum, terms.fees.currency, 'es') },
})

/** Who erases their account takes along what they called their event. */
const untitled = (row: ContractRow): ContractRow => ({
  ...row,
  terms: { ...row.terms, event: { ...row.terms.event, title: null } },
})

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
    const sumOf = (counted: typeof refunds) => counted.reduce((all, { amount }) => all + amount, 0)
    // What was paid by card goes back to it without the artist.
    const byHand = refunds.filter(({ state }) => state === 'due')
    const owner_id = owners.get(row.project_id)
    const seen = isErased ? untitled(row) : row
    const artist =
      owner_id === undefined
        ? []
        : [
            byHand.length > 0
              ? withSum(toArtist(seen, owner_id, `${news}_refund`), row, sumOf(byHand))
              : toArtist(seen, owner_id, news),
          ]
    // A draft was never theirs to read.
    if (isErased || row.sent_at === null) return artist
    if (refunds.length > 0) return [...artist, withSum(toHunter(row, `${news}_refund`), row, sumOf(refunds))]
    return news === 'cancelled' ? [...artist, toHunter(row, 'cancelled')] : artist
  })
  notify(work, told)
}

/**
 * Gives back what was kept for a new date that no agreement can be made for any more, and tells both sides what. What
 * goes back to a card does so without the artist.
 */
export async function giveBackKept(work: Work, kept: Pick<ContractRow, 'id' | 'order_id'>): Promise<void> {
  const settled = await settleKept(work, kept)
  if (!settled) return
  const { row, by_hand, to_cards } = settled
  const [hunter] = await work.db
    .select({ deleted_at: users.deleted_at })
    .from(users)
    .where(eq(users.id, row.hunter_id))
  // Nobody is left there to be told.
  const isErased = !hunter || hunter.deleted_at !== null
  const owner_id = (await ownersOf(work.db, [row.project_id])).get(row.project_id)
  const told: Message[] = []
  if (owner_id !== undefined && by_hand > 0)
    told.push(withSum(toArtist(isErased ? untitled(row) : row, owner_id, 'refund_owed'), row, by_hand))
  if (!isErased && by_hand + to_cards > 0)
    told.push(withSum(toHunter(row, 'refund_owed'), row, by_hand + to_cards))
  notify(work, told)
}
