import { and, eq, sql } from 'drizzle-orm'
import { Refusal } from '#core/contract/errors.ts'
import { subject } from '#core/contract/subject.ts'
import type { Work } from '#core/server/app.ts'
import { domainEvent, raise } from '#core/server/events.ts'
import { enqueue } from '#core/server/queues.ts'
import { machine } from '#core/server/steps.ts'
import { lockOrderOf } from '#features/hiring/journey/commands.ts'
import { canStep } from '#features/hiring/journey/rules.ts'
import { changeRequest } from '#features/hiring/talent/commands.ts'
import { deleteAboutSubjects, type Message, notify } from '#features/notifications/commands.ts'
import type { NotificationType } from '#features/notifications/contract.ts'
import { eventParams } from '#features/notifications/rules.ts'
import { ownersOf } from '#features/projects/queries.ts'
import { statePayouts } from './commands.payouts.ts'
import { releasePlayed, settleEnded } from './commands.schedule.ts'
import type { RecordedKind } from './contract.payments.ts'
import type { Agreement, Side } from './contract.ts'
import { mayBeParty, partyOf } from './queries.parties.ts'
import { type ContractRow, viewOf } from './queries.ts'
import { type AgreementNews, documents, letters } from './queues.ts'
import { CONTRACT_STEPS, depositDueAt } from './rules.ts'
import { contracts } from './table.ts'

/** Agreements came into force: their holds are gigs, an event can be made of them. */
export const agreementsActivated = domainEvent<{ order_id: number; contract_ids: number[] }>(
  'contracts.activated',
)

/** An agreement that was in force was voided. */
export const agreementEnded = domainEvent<{ order_id: number; contract_id: number; reason: string }>(
  'contracts.ended',
)

export const contractSteps = machine({
  table: contracts,
  column: 'state',
  steps: CONTRACT_STEPS,
  moved_on: 'contracts.moved_on',
})

/** Enqueues a letter to one side of an agreement. */
export const enqueueLetter = (
  work: Work,
  contract_id: number,
  side: Side,
  news: AgreementNews,
  kind?: RecordedKind,
): Promise<void> => enqueue(work, letters, { contract_id, side, news, ...(kind ? { kind } : {}) })

/** Enqueues the PDF of the version that both have just signed. */
export const enqueueDocument = (
  work: Work,
  { id, version }: Pick<ContractRow, 'id' | 'version'>,
): Promise<void> => enqueue(work, documents, { contract_id: id, version })

/** Notes that a party has opened it; only the first time counts. @throws Refusal 404 when they are no party of it */
export async function markViewed(work: Work, user_id: number, contract_id: number): Promise<Agreement> {
  const { row, party, artist, signed } = await partyOf(work.db, user_id, contract_id)
  const [viewed] = await contractSteps.takeAll(work, eq(contracts.id, contract_id), 'view', party.side, {
    set: { viewed_at: work.now.toISOString() },
  })
  return viewOf(work.db, { row: viewed ?? row, party, artist }, signed)
}

/**
 * The agreement with its order and itself locked, and its signatures that hold, for somebody who acts for their side.
 * @throws Refusal 404 when they are no party of it, 403 when they don't act for theirs
 */
export async function lockForSigner(work: Work, user_id: number, contract_id: number) {
  const { order } = await lockOrderOf(
    work,
    contracts,
    and(eq(contracts.id, contract_id), mayBeParty(user_id)),
  )
  // Whoever signs locks the order first: once that is ours, no signature comes in between.
  const locked = await partyOf(work.db, user_id, contract_id, { lock: true })
  if (!locked.party.signs) throw new Refusal(403, 'contracts.owner_only')
  return { order, ...locked }
}

/** What an artist is told of an agreement in the list of notifications. */
export type ArtistNews =
  | 'sign'
  | 'deposit'
  | 'balance'
  | 'refund'
  | 'extra_proposed'
  | 'extra_agreed'
  | 'extra_unanswered'
  | 'extra'
  | 'tip'
  | 'firm'
  | 'missing'
  /** The event is off; with it, or not, something is to be given back. */
  | 'cancelled'
  | 'cancelled_refund'
  /** It is put off without a date, or its day came before all had been agreed. */
  | 'postponed'
  | 'postponed_refund'
  | 'expired'
  | 'expired_refund'
  /** What was kept for a new date is to be given back. */
  | 'refund_owed'
  | MoneyNews

/** Each news of money that has arrived, as its type: no letter of its own tells these. */
const MONEY_NEWS = {
  deposit_paid: 'PAYMENT_RECEIVED',
  balance_paid: 'PAYMENT_RECEIVED',
  refund_paid: 'PAYMENT_RECEIVED',
  extra_paid: 'PAYMENT_RECEIVED',
  tip_paid: 'PAYMENT_RECEIVED',
  released: 'PAYOUT_RELEASED',
} as const satisfies Record<string, NotificationType>
type MoneyNews = keyof typeof MONEY_NEWS
const isMoney = (news: ArtistNews): news is MoneyNews => news in MONEY_NEWS

/**
 * What the owner of an agreement's project is told at once where the bell is. A letter of its own says it too, so the
 * notification brings no other.
 */
export function toArtist(
  { id, version, terms }: Pick<ContractRow, 'id' | 'version' | 'terms'>,
  owner_id: number,
  news: ArtistNews,
): Message {
  const { starts_at, zone } = terms.event
  return {
    user_id: owner_id,
    type: isMoney(news) ? MONEY_NEWS[news] : 'TALENT_AVAILABILITY_CONFIRMED',
    subject: subject('contract', id, { kind: news, id: version }),
    value: subject('contract', id),
    params: { ...eventParams(terms.event), date: starts_at, zone, voice: news },
    hasLetter: !isMoney(news),
  }
}

/** What a hunter is told of an agreement that waits for them, each news as its type. */
const HUNTER_NEWS = {
  /** The artist has signed first. */
  signed: 'CONTRACT_READY',
  revised: 'CONTRACT_READY',
  recounted: 'CONTRACT_READY',
  amended: 'CONTRACT_READY',
  /** The artist has signed what the hunter proposed. */
  amendment_signed: 'CONTRACT_READY',
  /** They cancelled the event; with it, or not, something comes back. */
  cancelled: 'CONTRACT_READY',
  cancelled_refund: 'CONTRACT_READY',
  /** It was put off, or its day came; something comes back. */
  postponed_refund: 'CONTRACT_READY',
  expired_refund: 'CONTRACT_READY',
  /** What was kept for a new date comes back. */
  refund_owed: 'CONTRACT_READY',
  deposit_due: 'PAYMENT_DUE',
  pay_to: 'PAYMENT_DUE',
  deposit_recorded: 'PAYMENT_DUE',
  deposit_cleared: 'PAYMENT_DUE',
  balance_recorded: 'PAYMENT_DUE',
  balance_cleared: 'PAYMENT_DUE',
  refund_recorded: 'PAYMENT_DUE',
  refund_cleared: 'PAYMENT_DUE',
  /** The artist asks for something beyond the agreement, agrees to it, or left what was proposed unanswered. */
  extra_proposed: 'PAYMENT_DUE',
  extra_agreed: 'PAYMENT_DUE',
  extra_unanswered: 'PAYMENT_DUE',
  extra_recorded: 'PAYMENT_DUE',
  extra_cleared: 'PAYMENT_DUE',
  tip_cleared: 'PAYMENT_DUE',
  /** What was recorded as paid has arrived. */
  deposit_confirmed: 'PAYMENT_RECEIVED',
  balance_confirmed: 'PAYMENT_RECEIVED',
  refund_confirmed: 'PAYMENT_RECEIVED',
  extra_confirmed: 'PAYMENT_RECEIVED',
  tip_confirmed: 'PAYMENT_RECEIVED',
} as const satisfies Record<string, NotificationType>
export type HunterNews = keyof typeof HUNTER_NEWS

/** News that no letter of their own tells: the notification's does. */
const WITHOUT_LETTER: readonly HunterNews[] = [
  'signed',
  'amendment_signed',
  'deposit_confirmed',
  'balance_confirmed',
  'refund_confirmed',
  'extra_confirmed',
  'tip_confirmed',
]

/** What a hunter is told at once where the bell is, once for each version of the agreement. */
export function toHunter(
  {
    id,
    order_id,
    hunter_id,
    version,
    terms,
    signed_at,
  }: Pick<ContractRow, 'id' | 'order_id' | 'hunter_id' | 'version' | 'terms' | 'signed_at'>,
  news: HunterNews,
): Message {
  const { starts_at, zone } = terms.event
  return {
    user_id: hunter_id,
    type: HUNTER_NEWS[news],
    subject: subject('contract', id, { kind: news, id: version }),
    value: String(order_id),
    params: {
      ...eventParams(terms.event),
      ...(terms.artist.name ? { project_name: terms.artist.name } : {}),
      ...(signed_at ? { until: depositDueAt(signed_at, starts_at) } : {}),
      date: starts_at,
      zone,
      voice: news,
    },
    hasLetter: !WITHOUT_LETTER.includes(news),
  }
}

/** Takes back what hunters were told of a project's agreements, in all their versions: its name is in it. */
export async function deleteNewsTold(work: Work, project_id: number): Promise<void> {
  const { id, version, hunter_id } = contracts
  const its = await work.db
    .select({ id, version, hunter_id })
    .from(contracts)
    .where(eq(contracts.project_id, project_id))
  await deleteAboutSubjects(
    work,
    [...new Set(its.map((one) => one.hunter_id))],
    its.flatMap((one) =>
      Object.keys(HUNTER_NEWS).flatMap((kind) =>
        Array.from({ length: one.version }, (_, n) => subject('contract', one.id, { kind, id: n + 1 })),
      ),
    ),
  )
}

/** Voids the agreements of a request or an order that ended, as far as they haven't ended before, and writes to them. @returns which */
export async function voidAgreements(
  work: Work,
  of: { request_id: number } | { order_id: number },
  reason: string,
): Promise<ContractRow[]> {
  const which =
    'request_id' in of ? eq(contracts.request_id, of.request_id) : eq(contracts.order_id, of.order_id)
  const active = await work.db
    .select({ id: contracts.id })
    .from(contracts)
    .where(sql`${which} and ${contracts.state} = 'active'`)
  const voided = await contractSteps.takeAll(work, which, 'void', 'system', {
    set: { reason, ended_at: work.now.toISOString() },
  })
  for (const row of voided) {
    const { id, order_id } = row
    await settleEnded(work, row)
    if (active.some((one) => one.id === id))
      await raise(work, agreementEnded, { order_id, contract_id: id, reason })
    await enqueueLetter(work, id, 'artist', 'voided')
    // The hunter didn't cause it either.
    if (reason === 'account_deleted') await enqueueLetter(work, id, 'hunter', 'voided')
  }
  return voided
}

/** Completes agreements in force whose event ended a day ago. */
export async function completePlayed(work: Work): Promise<void> {
  const now = work.now.toISOString()
  const played = await contractSteps.takeAll(
    work,
    sql`${contracts.ends_at} + interval '24 hours' <= ${now}::timestamptz`,
    'complete',
    'clock',
    { set: { ended_at: now } },
  )
  const released = await releasePlayed(work, played)
  await statePayouts(work, played)
  if (released.length === 0) return
  const owners = await ownersOf(
    work.db,
    released.map(({ project_id }) => project_id),
  )
  notify(
    work,
    released.flatMap((row) => {
      const owner_id = owners.get(row.project_id)
      return owner_id === undefined ? [] : [toArtist(row, owner_id, 'released')]
    }),
  )
}

/**
 * Expires an agreement that isn't in force when what it is about begins. Of a confirmed order its request ends with it,
 * so that nothing stays promised by it; an order that isn't confirmed ends as a whole.
 */
export async function expireUnfinished(work: Work, contract_id: number): Promise<void> {
  const { order } = await lockOrderOf(work, contracts, eq(contracts.id, contract_id))
  const now = work.now.toISOString()
  const [expired] = await contractSteps.takeAll(
    work,
    sql`${contracts.id} = ${contract_id} and ${contracts.starts_at} <= ${now}::timestamptz`,
    'expire',
    'clock',
    { set: { ended_at: now } },
  )
  if (expired) await settleEnded(work, expired)
  if (!expired || canStep('expire', order.stage)) return
  const key = { id: expired.request_id, order_id: order.id }
  await changeRequest(work, key, 'expire', 'system', { reason: 'contract_expired' })
}
