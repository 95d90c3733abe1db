import { and, eq, not } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import type { Work } from '#core/server/app.ts'
import { notify } from '#features/notifications/commands.ts'
import * as payments from '#features/payments/commands.ts'
import { mayStep as mayPay } from '#features/payments/rules.ts'
import { ownersOf } from '#features/projects/queries.ts'
import { extraSteps } from './commands.schedule.ts'
import { enqueueLetter, lockForSigner, toArtist, toHunter } from './commands.ts'
import type { GivenTip, ProposedExtra } from './contract.extras.ts'
import type { Agreement, ExtraKind, Side } from './contract.ts'
import { type ExtraRow, extraSubject, isUnanswered, lastBeyond, lockBeyond } from './queries.extras.ts'
import { type ContractRow, viewOf } from './queries.ts'
import {
  EXTRA_STEPS,
  extraDueAt,
  extraFee,
  isOpenExtra,
  letsGo,
  MOST_OF_A_KIND,
  mayPropose,
  mayTip,
} from './rules.extras.ts'
import { isBinding, otherSide } from './rules.ts'
import { contract_extras, contracts } from './table.ts'

/* What is paid beyond an agreement: one side proposes it and the other agrees, or the buyer gives it. */

type Locked = Awaited<ReturnType<typeof lockForSigner>>

/** When what was agreed is over. */
const endsAt = ({ terms }: ContractRow): string => terms.event.ends_at

/**
 * One at a time is open: so "the extra" is one thing to both. And there is an end to them: whoever proposes and takes back
 * again and again would fill the other's mailbox.
 * @throws Refusal 409 `contracts.extra_open`, `contracts.tip_open`, `contracts.extras_full`
 */
async function assertRoom(work: Work, { id }: ContractRow, kind: ExtraKind): Promise<void> {
  const last = await lastBeyond(work.db, id, kind)
  if (last && isOpenExtra(last.row.state, last.payment?.state ?? null))
    throw new Refusal(409, `contracts.${kind}_open`)
  const all = and(eq(contract_extras.contract_id, id), eq(contract_extras.kind, kind))
  if ((await work.db.$count(contract_extras, all)) >= MOST_OF_A_KIND)
    throw new Refusal(409, 'contracts.extras_full')
}

async function add(
  work: Work,
  { id, project_id, terms }: ContractRow,
  one: Pick<ExtraRow, 'kind' | 'title' | 'amount' | 'fee' | 'state' | 'proposed_by'>,
): Promise<ExtraRow> {
  const at = work.now.toISOString()
  const [row] = await work.db
    .insert(contract_extras)
    .values({
      ...one,
      ...{ contract_id: id, project_id, currency: terms.fees.currency, created_at: at },
      answered_at: one.state === EXTRA_STEPS.give.to ? at : null,
    })
    .returning()
  if (!row) throw notFound()
  return row
}

/** What was agreed is to be paid from now on. */
const ask = (work: Work, { hunter_id }: ContractRow, extra: ExtraRow, due_at: string): Promise<void> =>
  payments.schedule(work, [
    {
      ...{ subject: extraSubject(extra), kind: extra.kind, user_id: hunter_id, project_id: extra.project_id },
      ...{ amount: extra.amount, fee: extra.fee, currency: extra.currency, due_at, isDue: true },
    },
  ])

/** Tells the other side, by a letter and where the bell is. */
async function tell(
  work: Work,
  { row, party, artist }: Pick<Locked, 'row' | 'party' | 'artist'>,
  news: 'extra_proposed' | 'extra_agreed',
  extra: ExtraRow,
): Promise<void> {
  await enqueueLetter(work, row.id, otherSide(party.side), news, extra.kind)
  const message = party.side === 'hunter' ? toArtist(row, artist.owner_id, news) : toHunter(row, news)
  notify(work, [{ ...message, version: extra.id }])
}

/**
 * One side proposes something beyond an agreement in force, and what it costs.
 * @param asked.amount what the buyer pays, minor units
 * @throws Refusal 404 when they are no party, 403 when they don't act for theirs, 409 `contracts.moved_on` when it isn't in
 * force, `contracts.extras_over` two weeks after the music, `contracts.extra_open` while another one waits, `contracts.extras_full` after twenty
 */
export async function propose(
  work: Work,
  user_id: number,
  contract_id: number,
  { title, amount }: ProposedExtra,
): Promise<Agreement> {
  const { signed, ...locked } = await lockForSigner(work, user_id, contract_id)
  const { row, party, artist } = locked
  if (!isBinding(row.state)) throw new Refusal(409, 'contracts.moved_on')
  if (!mayPropose(row.state, endsAt(row), work.now)) throw new Refusal(409, 'contracts.extras_over')
  await assertRoom(work, row, 'extra')
  const extra = await add(work, row, {
    ...{ kind: 'extra', title, amount, fee: extraFee(amount, row.terms.fees) },
    ...{ state: EXTRA_STEPS.propose.to, proposed_by: party.side },
  })
  await tell(work, locked, 'extra_proposed', extra)
  return viewOf(work.db, { row, party, artist }, signed)
}

/** An extra or a tip of an agreement, locked after it. @throws Refusal 404, also for a tip of the artist's: it is the buyer's alone */
async function lockExtra(
  work: Work,
  { row: { id }, party }: Pick<Locked, 'row' | 'party'>,
  extra_id: number,
): Promise<ExtraRow> {
  const [extra] = await work.db
    .select()
    .from(contract_extras)
    .where(and(eq(contract_extras.id, extra_id), eq(contract_extras.contract_id, id)))
    .for('update')
  if (!extra || (extra.kind === 'tip' && party.side === 'artist')) throw notFound()
  return extra
}

/**
 * The other side agrees: it is to be paid, 72 hours after the music or from now.
 * @throws Refusal 404, 403, 409 `contracts.other_side_agrees` for whoever proposed it, `contracts.extra_moved_on` when it
 * isn't proposed any more, or its time to be answered is over
 */
export async function accept(
  work: Work,
  user_id: number,
  contract_id: number,
  extra_id: number,
): Promise<Agreement> {
  const { signed, ...locked } = await lockForSigner(work, user_id, contract_id)
  const { row, party, artist } = locked
  const { proposed_by } = await lockExtra(work, locked, extra_id)
  if (proposed_by === party.side) throw new Refusal(409, 'contracts.other_side_agrees')
  const extra = await extraSteps.take(work, extra_id, 'agree', party.side, {
    set: { answered_at: work.now.toISOString() },
    where: not(isUnanswered(work.now)),
  })
  await ask(work, row, extra, extraDueAt(endsAt(row), work.now))
  await tell(work, locked, 'extra_agreed', extra)
  return viewOf(work.db, { row, party, artist }, signed)
}

/**
 * It isn't to be after all. Proposed, either side says so. Agreed and not paid, an extra is let go by the artist, who would
 * have been paid, and a tip is taken back by the buyer.
 * @throws Refusal 404, 403 `contracts.artist_lets_go` for a buyer's debt, 409 `contracts.payment_recorded` once somebody
 * said that it was paid, `contracts.extra_moved_on` when it is over
 */
export async function end(
  work: Work,
  user_id: number,
  contract_id: number,
  extra_id: number,
): Promise<Agreement> {
  const { row, signed, party, artist } = await lockForSigner(work, user_id, contract_id)
  const extra = await lockExtra(work, { row, party }, extra_id)
  const set = { answered_at: work.now.toISOString() }
  if (extra.state === 'agreed') await letGo(work, row, extra, party.side)
  else
    await extraSteps.take(
      work,
      extra_id,
      extra.proposed_by === party.side ? 'withdraw' : 'decline',
      party.side,
      { set },
    )
  // Of a tip that was never given the artist knows nothing.
  if (extra.kind === 'extra')
    await enqueueLetter(work, contract_id, otherSide(party.side), 'extra_ended', 'extra')
  return viewOf(work.db, { row, party, artist }, signed)
}

/** Nobody answered in time: it is off, and whoever proposed it is told. Safe to ask for twice. */
export async function expireExtra(work: Work, id: number): Promise<void> {
  const due = and(eq(contract_extras.id, id), isUnanswered(work.now))
  if (!due) return
  const over = await extraSteps.takeAll(work, due, 'expire', 'clock', {
    set: { answered_at: work.now.toISOString() },
  })
  for (const extra of over) {
    const [row] = await work.db.select().from(contracts).where(eq(contracts.id, extra.contract_id))
    if (!row) continue
    await enqueueLetter(work, row.id, extra.proposed_by, 'extra_unanswered', extra.kind)
    const owner_id = (await ownersOf(work.db, [row.project_id])).get(row.project_id)
    const message =
      extra.proposed_by === 'hunter'
        ? toHunter(row, 'extra_unanswered')
        : owner_id === undefined
          ? null
          : toArtist(row, owner_id, 'extra_unanswered')
    if (message) notify(work, [{ ...message, version: extra.id }])
  }
}

/** Nobody has paid it, and it isn't asked for any more. */
async function letGo(work: Work, row: ContractRow, extra: ExtraRow, side: Side): Promise<void> {
  const one = (await lockBeyond(work.db, row.id)).find(({ subject }) => subject === extraSubject(extra))
  if (!one || !mayPay('cancel', one.state)) throw new Refusal(409, 'contracts.payment_recorded')
  if (side !== letsGo(extra.kind)) throw new Refusal(403, 'contracts.artist_lets_go')
  await extraSteps.take(work, extra.id, 'let_go', side, { set: { answered_at: work.now.toISOString() } })
  await payments.cancel(work, [one])
}

/**
 * The buyer gives a tip: paid as other payments are, without a fee. Who plays hears of it once it is paid, or said to be.
 * @param given.amount minor units
 * @throws Refusal 404, 403 `contracts.buyer_tips` for the artist, 409 `contracts.moved_on` when the agreement isn't in force
 * or completed, `contracts.not_played` before the music is over, `contracts.extras_over` thirty days after,
 * `contracts.tip_open` while another one waits, `contracts.extras_full` after twenty
 */
export async function give(
  work: Work,
  user_id: number,
  contract_id: number,
  { title, amount }: GivenTip,
): Promise<Agreement> {
  const { row, signed, party, artist } = await lockForSigner(work, user_id, contract_id)
  if (party.side !== 'hunter') throw new Refusal(403, 'contracts.buyer_tips')
  if (!isBinding(row.state)) throw new Refusal(409, 'contracts.moved_on')
  if (!mayTip(row.state, endsAt(row), work.now)) {
    const isPlayed = work.now.getTime() >= Date.parse(endsAt(row))
    throw new Refusal(409, isPlayed ? 'contracts.extras_over' : 'contracts.not_played')
  }
  await assertRoom(work, row, 'tip')
  const tip = await add(work, row, {
    ...{ kind: 'tip', title, amount, fee: 0 },
    ...{ state: EXTRA_STEPS.give.to, proposed_by: 'hunter' },
  })
  await ask(work, row, tip, work.now.toISOString())
  return viewOf(work.db, { row, party, artist }, signed)
}
