import { and, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import type { Work } from '#core/server/app.ts'
import { deleteAboutSubjects, notify } from '#features/notifications/commands.ts'
import { keepPaid } from './commands.books.ts'
import { confirmIfComplete } from './commands.sign.ts'
import { enqueueLetter, lockForSigner, toArtist, toHunter } from './commands.ts'
import type { Agreement } from './contract.ts'
import { type ContractRow, signaturesIn, viewOf } from './queries.ts'
import { depositToPay, mayStep, otherSide, PENDING } from './rules.ts'
import { contracts } from './table.ts'

/* One side says that it was paid, the other that this is so: then it stands in the books. */

/** @throws Refusal 409 when the agreement has no deposit that waits to be recorded or confirmed */
function assertDepositDue(row: ContractRow): void {
  if (row.deposit_confirmed_at) throw new Refusal(409, 'contracts.deposit_recorded')
  if (!mayStep('activate', row.state)) throw new Refusal(409, 'contracts.moved_on')
  if (depositToPay(row.terms) === 0) throw new Refusal(409, 'contracts.no_deposit')
}

/** Writes what a locked agreement says of its deposit. @returns it, with the signatures that hold */
async function writeDeposit(work: Work, { id }: ContractRow, set: Partial<typeof contracts.$inferInsert>) {
  const [written] = await work.db
    .update(contracts)
    .set(set)
    .where(eq(contracts.id, id))
    .returning({ ...getTableColumns(contracts), signed: signaturesIn })
  if (!written) throw notFound()
  const { signed, ...row } = written
  return { row, signed }
}

/**
 * One side records the deposit: the hunter that it was sent, the artist that it arrived.
 * @throws Refusal 404 when they are no party, 403 when they don't act for theirs, 409 when none is due or it is recorded
 */
export async function recordDeposit(
  work: Work,
  user_id: number,
  contract_id: number,
  { method, reference }: Pick<NonNullable<Agreement['deposit']>, 'method' | 'reference'>,
): Promise<Agreement> {
  const { row, party, artist } = await lockForSigner(work, user_id, contract_id)
  assertDepositDue(row)
  if (row.deposit_recorded_at) throw new Refusal(409, 'contracts.deposit_recorded')
  const recorded = await writeDeposit(work, row, {
    deposit_method: method,
    deposit_reference: reference,
    deposit_recorded_by: party.side,
    deposit_recorded_at: work.now.toISOString(),
  })
  await enqueueLetter(work, contract_id, otherSide(party.side), 'deposit_recorded')
  notify(work, [
    party.side === 'hunter'
      ? toArtist(recorded.row, artist.owner_id, 'deposit')
      : toHunter(recorded.row, 'deposit_recorded'),
  ])
  return viewOf(work.db, { row: recorded.row, party, artist }, recorded.signed)
}

/**
 * The other side confirms the deposit. With the last one of the required slots the order is confirmed.
 * @throws Refusal 404, 403, 409 when nothing is recorded or it was the caller who recorded it
 */
export async function confirmDeposit(work: Work, user_id: number, contract_id: number): Promise<Agreement> {
  const { order, row, party, artist } = await lockForSigner(work, user_id, contract_id)
  assertDepositDue(row)
  if (!row.deposit_recorded_by) throw new Refusal(409, 'contracts.no_deposit')
  if (row.deposit_recorded_by === party.side) throw new Refusal(409, 'contracts.other_side_confirms')
  const confirmed = await writeDeposit(work, row, { deposit_confirmed_at: work.now.toISOString() })
  await keepPaid(work, confirmed.row)
  const activated = await confirmIfComplete(work, order)
  const now = activated.find(({ id }) => id === row.id) ?? confirmed.row
  return viewOf(work.db, { row: now, party, artist }, confirmed.signed)
}

/**
 * Deletes the record of a deposit, by whoever recorded it or by the other side who denies it; it is due as before.
 * @throws Refusal 404, 403, 409 when nothing is recorded or it was confirmed
 */
export async function clearDeposit(work: Work, user_id: number, contract_id: number): Promise<Agreement> {
  const { row, party, artist } = await lockForSigner(work, user_id, contract_id)
  assertDepositDue(row)
  if (!row.deposit_recorded_at) throw new Refusal(409, 'contracts.no_deposit')
  const cleared = await writeDeposit(work, row, {
    deposit_method: null,
    deposit_reference: null,
    deposit_recorded_by: null,
    deposit_recorded_at: null,
  })
  await enqueueLetter(work, contract_id, otherSide(party.side), 'deposit_cleared')
  // There is nothing to confirm any more; if it is recorded again, that is news again.
  const over = [
    toArtist(row, artist.owner_id, 'deposit'),
    toHunter(row, 'deposit_recorded'),
    toHunter(row, 'deposit_cleared'),
  ]
  await deleteAboutSubjects(
    work,
    [artist.owner_id, row.hunter_id],
    over.map(({ subject }) => subject),
  )
  if (party.side === 'artist') notify(work, [toHunter(row, 'deposit_cleared')])
  return viewOf(work.db, { row: cleared.row, party, artist }, cleared.signed)
}

/**
 * The artist says where the deposit should go; a hunter who has to pay it now gets a letter.
 * @throws Refusal 404 when they aren't the artist's side, 403 when not its owner, 409
 */
export async function savePayTo(
  work: Work,
  user_id: number,
  contract_id: number,
  pay_to: string,
): Promise<Agreement> {
  const { row, party, artist } = await lockForSigner(work, user_id, contract_id)
  if (party.side !== 'artist') throw notFound()
  const [saved] = await work.db
    .update(contracts)
    .set({ pay_to })
    .where(
      and(
        eq(contracts.id, row.id),
        inArray(contracts.state, PENDING),
        isNull(contracts.deposit_confirmed_at),
        sql`(${contracts.terms} -> 'fees' ->> 'deposit')::bigint > 0`,
      ),
    )
    .returning()
  if (!saved) throw new Refusal(409, 'contracts.moved_on')
  const isDue = row.state === 'signed' && !row.deposit_recorded_at
  if (isDue && pay_to !== '' && pay_to !== row.pay_to) {
    await enqueueLetter(work, contract_id, 'hunter', 'deposit_due')
    notify(work, [toHunter(saved, 'pay_to')])
  }
  return viewOf(work.db, { row: saved, party, artist })
}
