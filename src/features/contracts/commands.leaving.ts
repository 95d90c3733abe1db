import { Refusal } from '#core/contract/errors.ts'
import type { Work } from '#core/server/app.ts'
import { raise } from '#core/server/events.ts'
import { changeRequest } from '#features/hiring/talent/commands.ts'
import { notify } from '#features/notifications/commands.ts'
import { settleEnded } from './commands.schedule.ts'
import { agreementEnded, contractSteps, enqueueLetter, lockForSigner, toArtist } from './commands.ts'
import type { Agreement, Side } from './contract.ts'
import { type ContractRow, viewOf } from './queries.ts'
import { mayReportMissing, mayWithdraw } from './rules.ts'

/* How an agreement ends that both have signed, because the artist doesn't play: they withdraw, or don't come. */

type Locked = Awaited<ReturnType<typeof lockForSigner>>

/** The agreement locked, for whoever acts for that side. @throws Refusal 404, 403 when it is the other side's to say */
async function lockFor(work: Work, user_id: number, contract_id: number, side: Side): Promise<Locked> {
  const locked = await lockForSigner(work, user_id, contract_id)
  if (locked.party.side !== side) throw new Refusal(403, 'access.forbidden')
  return locked
}

/** Gives the date back, and says so to whoever made something of the agreement. */
async function freeDate(work: Work, row: ContractRow, reason: string): Promise<void> {
  const key = { id: row.request_id, order_id: row.order_id }
  await changeRequest(work, key, 'withdraw', 'system', { reason })
  if (row.state === 'active')
    await raise(work, agreementEnded, { order_id: row.order_id, contract_id: row.id, reason })
}

/**
 * The artist can't play what both have signed: the agreement is void, its date is free, and the buyer is told. What of
 * the money goes back is said by the agreement itself; none is moved here.
 * @throws Refusal 404, 403 when they don't act for the artist, 409 `contracts.moved_on` when it isn't signed by both or
 * has ended, `contracts.played` when what they play there is over
 */
export async function withdraw(
  work: Work,
  user_id: number,
  contract_id: number,
  reason: string,
): Promise<Agreement> {
  const { row, party, artist } = await lockFor(work, user_id, contract_id, 'artist')
  const { ends_at } = row.terms.event
  const isPlayed = work.now.getTime() >= Date.parse(ends_at)
  if (!mayWithdraw(row.state, ends_at, work.now))
    throw new Refusal(409, isPlayed ? 'contracts.played' : 'contracts.moved_on')
  const set = { reason, artist_left: true, ended_at: work.now.toISOString() }
  const ended = await contractSteps.take(work, contract_id, 'withdraw', 'artist', { set })
  await settleEnded(work, ended)
  await freeDate(work, row, 'artist_withdrew')
  await enqueueLetter(work, contract_id, 'hunter', 'withdrew')
  return viewOf(work.db, { row: ended, party, artist })
}

/**
 * The buyer says that the artist isn't there: the agreement is void, and the artist is told.
 * @throws Refusal 404, 403 when they aren't the buyer, 409 `contracts.moved_on` when it isn't in force,
 * `contracts.not_begun` before the event begins
 */
export async function reportMissing(
  work: Work,
  user_id: number,
  contract_id: number,
  reason: string,
): Promise<Agreement> {
  const { order, row, party, artist } = await lockFor(work, user_id, contract_id, 'hunter')
  const begins = order.starts_at ?? row.terms.event.starts_at
  const hasBegun = work.now.getTime() >= Date.parse(begins)
  if (!mayReportMissing(row.state, begins, work.now))
    throw new Refusal(409, hasBegun ? 'contracts.moved_on' : 'contracts.not_begun')
  const set = { reason: reason || 'reported_missing', artist_left: true, ended_at: work.now.toISOString() }
  const ended = await contractSteps.take(work, contract_id, 'report_missing', 'hunter', { set })
  await settleEnded(work, ended)
  await freeDate(work, row, 'reported_missing')
  await enqueueLetter(work, contract_id, 'artist', 'missing')
  notify(work, [toArtist(row, artist.owner_id, 'missing')])
  return viewOf(work.db, { row: ended, party, artist })
}
