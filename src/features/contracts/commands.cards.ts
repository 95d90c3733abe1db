import { notFound, Refusal } from '#core/contract/errors.ts'
import type { App, Work } from '#core/server/app.ts'
import type { ReadContext } from '#core/server/route.ts'
import { transaction } from '#core/server/work.ts'
import { accountPageOf } from '#features/payments/commands.accounts.ts'
import type { Said } from '#features/payments/commands.moves.ts'
import { beginPage, checkPage, endPage, pageAddress } from '#features/payments/commands.pages.ts'
import { portOf } from '#features/payments/commands.port.ts'
import { heed } from '#features/payments/commands.provider.ts'
import * as payments from '#features/payments/commands.ts'
import { mayStep as mayPay } from '#features/payments/rules.ts'
import { actedFor } from '#features/projects/queries.ts'
import { assertOpen, follow, lockSubject, paymentOf } from './commands.payments.ts'
import { enqueueLetter, lockForSigner } from './commands.ts'
import { recount } from './commands.versions.ts'
import type { CardKind } from './contract.cards.ts'
import type { Agreement } from './contract.ts'
import { paymentsOf } from './queries.deposit.ts'
import { paidBeside } from './queries.extras.ts'
import { partyOf } from './queries.parties.ts'
import { agreementOf } from './queries.ts'
import { hasFailed } from './rules.ts'

/* Payments of agreements by card: begun by who pays, settled by what the provider says of them. */

/** Who reads, and what they wrote the call with. */
type Caller = Pick<ReadContext, 'app' | 'now' | 'viewer' | 'language'>

/**
 * The hunter pays by card. Pressed twice, or in two windows, it is one page of the provider's.
 * @returns where the browser goes
 * @throws Refusal 404 when they are no party, 403 when it isn't theirs to pay, 409 when nothing is to be paid, it is
 * recorded otherwise, or cards aren't taken; 503 when the provider doesn't answer
 */
export async function payByCard(
  { app, now, viewer, language }: Caller,
  contract_id: number,
  kind: CardKind,
): Promise<string> {
  const page = await transaction(app, now, async (work) => {
    const { row, party } = await lockForSigner(work, viewer.id, contract_id)
    if (party.side !== 'hunter') throw new Refusal(403, 'contracts.buyer_pays')
    if (hasFailed(row.state)) throw new Refusal(409, 'contracts.moved_on')
    const one = await paymentOf(work, row, kind)
    assertOpen(row, kind, one)
    if (!mayPay('declare', one.state) && one.method !== 'card')
      throw new Refusal(409, 'contracts.payment_recorded')
    const title = app.texts.say(language, `business:contracts.card.item_${kind}`, { number: row.number })
    return beginPage(work, one, {
      title,
      language,
      return_url: `${app.config.public_url}/order?id=${row.order_id}&view=agreement`,
    })
  })
  return pageAddress(app, page.id)
}

/** The payment of a kind, for who pays it; undefined where there is none. @throws Refusal 404, 403 */
async function paidBy({ app, viewer }: Caller, contract_id: number, kind: CardKind) {
  const { row, party } = await partyOf(app.db, viewer.id, contract_id)
  if (party.side !== 'hunter') throw new Refusal(403, 'contracts.buyer_pays')
  const { own, beyond } = await paidBeside(app.db, [row.id], paymentsOf)
  const paid = [...own(row.id), ...beyond(row.id).flatMap(({ payment }) => payment ?? [])]
  return paid.findLast((payment) => payment.kind === kind)
}

/** Asks the provider now; nothing where no card's payment is open. @throws Refusal 404, 403, 503 */
export async function checkCard(caller: Caller, contract_id: number, kind: CardKind): Promise<Agreement> {
  const one = await paidBy(caller, contract_id, kind)
  if (one) await checkPage(caller.app, one.id)
  return agreementOf(caller.app.db, caller.viewer.id, contract_id)
}

/**
 * The hunter doesn't pay by card after all.
 * @throws Refusal 404, 403, 409 `contracts.no_payment` when no card's payment is open, 503
 */
export async function endCard(caller: Caller, contract_id: number, kind: CardKind): Promise<Agreement> {
  const one = await paidBy(caller, contract_id, kind)
  if (!one || !(await endPage(caller.app, one.id))) throw new Refusal(409, 'contracts.no_payment')
  return agreementOf(caller.app.db, caller.viewer.id, contract_id)
}

/** The provider said something of an agreement's payment: what follows is what follows when people say it. */
export async function heedProvider(
  work: Work,
  { subject: about, said }: { subject: string; said: Said },
): Promise<void> {
  const locked = await lockSubject(work, about)
  if (!locked) return
  const { order, row } = locked
  const heard = await heed(work, said)
  if (!heard) return
  const { news, row: one } = heard
  const tell = (
    side: 'hunter' | 'artist',
    letter: 'card_paid' | 'card_declined' | 'card_returned' | 'card_disputed' | 'card_dispute_ended',
  ) => enqueueLetter(work, row.id, side, letter, one.kind === 'carried' ? undefined : one.kind)
  if (news === 'paid') {
    // Paid for what had ended by then: all of it goes back, whatever the terms say of what was paid before.
    if (hasFailed(row.state))
      await payments.giveBack(work, 'refund', [{ row: one, refunded: one.amount }], paymentsOf(row.id))
    else if (one.kind !== 'carried') {
      await tell('artist', 'card_paid')
      await follow(work, order, row, one)
    }
  } else if (news === 'declined') await tell('hunter', 'card_declined')
  else if (news === 'returned') await tell('hunter', 'card_returned')
  // Of what ended nothing is to be paid any more.
  else if (news === 'over') {
    if (hasFailed(row.state)) await payments.cancel(work, [one])
  } else {
    for (const side of ['hunter', 'artist'] as const)
      await tell(side, news === 'disputed' ? 'card_disputed' : 'card_dispute_ended')
    // What goes back of a date that was put off doesn't count for the one to come.
    if (news === 'dispute_lost') await recount(work, row)
  }
}

/**
 * Where a project's owner says what is missing to be paid what came by card.
 * @throws Refusal 404 for a project that isn't theirs, 409 `payments.no_cards`, 503
 */
export async function openPayouts(
  { app, viewer }: { app: App; viewer: { id: number } },
  project_id: number,
  email: string,
): Promise<string> {
  const [project] = await actedFor(app.db, { user_id: viewer.id, project_id })
  if (project?.role !== 'OWNER') throw notFound()
  if (!portOf(app.config).takes_cards) throw new Refusal(409, 'payments.no_cards')
  const back = `${app.config.public_url}/contracts?project=${project_id}`
  return accountPageOf(app, { project_id, email }, { return_url: back, refresh_url: back })
}
