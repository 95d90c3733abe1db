import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { DELETED_NAME } from '#core/contract/deleted.ts'
import { notFound, Refusal } from '#core/contract/errors.ts'
import type { Work } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import { domainEvent, raise } from '#core/server/events.ts'
import { lockOrder } from '#features/hiring/commands.ts'
import type { Terms } from './contract.ts'
import { partyOf, type Row } from './queries.ts'
import { CONTRACT_STEPS, type ContractStep, withoutNames } from './rules.ts'
import { contracts, signatures } from './table.ts'

/** Agreements came into force: their holds are gigs, an event can be made of them. */
export const agreementsActivated = domainEvent<{ order_id: number; contract_ids: number[] }>(
  'contracts.activated',
)

/** An agreement that was in force is no more. */
export const agreementEnded = domainEvent<{ order_id: number; contract_id: number; reason: string }>(
  'contracts.ended',
)

/* ---------------------------------------------------------------- steps */

/** Takes a step of the table above. @throws Refusal 409 when the agreement is past it */
export async function step(
  work: Work,
  contract_id: number,
  name: ContractStep,
  set: Partial<typeof contracts.$inferInsert> = {},
): Promise<Row> {
  const [moved] = await work.db
    .update(contracts)
    .set({ ...set, state: CONTRACT_STEPS[name].to })
    .where(and(eq(contracts.id, contract_id), inArray(contracts.state, [...CONTRACT_STEPS[name].from])))
    .returning()
  if (!moved) throw new Refusal(409, 'contracts.moved_on')
  return moved
}

/** Notes that a party has opened it; once. */
export async function markViewed(work: Work, user_id: number, contract_id: number): Promise<void> {
  await partyOf(work.db, user_id, contract_id)
  await work.db
    .update(contracts)
    .set({ state: 'viewed', viewed_at: work.now.toISOString() })
    .where(and(eq(contracts.id, contract_id), eq(contracts.state, 'sent')))
}

/** The agreement with its order and itself locked, for somebody who acts for their side. @throws Refusal 404, 403 */
export async function lockForSigner(work: Work, user_id: number, contract_id: number) {
  const { row, party } = await partyOf(work.db, user_id, contract_id)
  if (!party.signs) throw new Refusal(403, 'contracts.owner_only')
  const order = await lockOrder(work, row.order_id)
  const [locked] = await work.db.select().from(contracts).where(eq(contracts.id, contract_id)).for('update')
  if (!locked) throw notFound()
  return { order, row: locked, party }
}

/** A request ended: its agreement is void. @returns the agreements that were voided */
export async function voidAgreements(
  work: Work,
  of: { request_id: number } | { order_id: number },
  reason: string,
): Promise<Row[]> {
  const which =
    'request_id' in of ? eq(contracts.request_id, of.request_id) : eq(contracts.order_id, of.order_id)
  const before = await work.db
    .select({ id: contracts.id, state: contracts.state })
    .from(contracts)
    .where(and(which, inArray(contracts.state, [...CONTRACT_STEPS.void.from])))
  if (before.length === 0) return []
  const ended = await work.db
    .update(contracts)
    .set({ state: CONTRACT_STEPS.void.to, reason, ended_at: work.now.toISOString() })
    .where(
      inArray(
        contracts.id,
        before.map(({ id }) => id),
      ),
    )
    .returning()
  for (const { id, order_id } of ended)
    if (before.find((one) => one.id === id)?.state === 'active')
      await raise(work, agreementEnded, { order_id, contract_id: id, reason })
  return ended
}

/* ---------------------------------------------------------------- the clock, letters, and what events read */

/** Agreements whose event was a day ago are completed; unsigned ones whose event has begun ran out. */
export async function moveWithTime(db: Db, now: Date): Promise<void> {
  const at = now.toISOString()
  await db
    .update(contracts)
    .set({ state: CONTRACT_STEPS.complete.to, ended_at: at })
    .where(
      and(
        inArray(contracts.state, [...CONTRACT_STEPS.complete.from]),
        sql`(${contracts.terms} -> 'event' ->> 'ends_at')::timestamptz + interval '24 hours' <= ${at}::timestamptz`,
      ),
    )
  await db
    .update(contracts)
    .set({ state: CONTRACT_STEPS.expire.to, ended_at: at })
    .where(
      and(
        inArray(contracts.state, [...CONTRACT_STEPS.expire.from]),
        sql`(${contracts.terms} -> 'event' ->> 'starts_at')::timestamptz <= ${at}::timestamptz`,
      ),
    )
}

/** Takes the names off agreements; everything else stays as it was signed. */
async function rewriteTerms(db: Db, which: SQL | undefined, change: (terms: Terms) => Terms): Promise<void> {
  const rows = await db.select({ id: contracts.id, terms: contracts.terms }).from(contracts).where(which)
  for (const { id, terms } of rows)
    await db
      .update(contracts)
      .set({ terms: change(terms) })
      .where(eq(contracts.id, id))
}

/** Takes a project that went with its owner off its agreements, and where it was paid. */
export async function eraseArtist(db: Db, project_id: number, name: string): Promise<void> {
  const its = and(eq(contracts.project_id, project_id), sql`${contracts.state} <> 'draft'`)
  await rewriteTerms(db, its, (terms) => {
    const clean = withoutNames(terms, [name, terms.artist.name, terms.artist.signer])
    return { ...clean, artist: { ...clean.artist, line_up: '' } }
  })
  await db.update(contracts).set({ pay_to: '' }).where(its)
}

/** Takes somebody off the agreements that they bought by or signed: names, and what their signatures say of them. */
export async function eraseSigner(db: Db, user_id: number, name: string): Promise<void> {
  await rewriteTerms(
    db,
    and(eq(contracts.hunter_id, user_id), sql`${contracts.state} <> 'draft'`),
    (terms) => {
      const { legal_name, tax_id } = terms.buyer
      const clean = withoutNames(terms, [name, terms.buyer.name, legal_name, tax_id])
      return { ...clean, buyer: { ...clean.buyer, legal_name: null, tax_id: null } }
    },
  )
  // Bands that go on, and that they signed for.
  await rewriteTerms(
    db,
    sql`exists (select 1 from signatures s
      where s.contract_id = ${contracts.id} and s.user_id = ${user_id} and s.side = 'artist')`,
    (terms) => withoutNames(terms, [name]),
  )
  await db
    .update(signatures)
    .set({ typed_name: DELETED_NAME, ip: '', user_agent: '' })
    .where(eq(signatures.user_id, user_id))
}
