import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { Refusal } from '#core/contract/errors.ts'
import type { Work } from '#core/server/app.ts'
import { budgets } from '#features/budgets/table.ts'
import type { OrderRow } from '#features/hiring/journey/queries.ts'
import { notify } from '#features/notifications/commands.ts'
import { ownersOf } from '#features/projects/queries.ts'
import { buyerOf, hashOf, nextTerms, placedTerms, recountedTerms, replacedBy } from './commands.draft.ts'
import { recountCarried } from './commands.schedule.ts'
import type { Given } from './commands.sign.ts'
import {
  contractSteps,
  enqueueDocument,
  enqueueLetter,
  lockForSigner,
  toArtist,
  toHunter,
} from './commands.ts'
import { type Agreement, type Change, SIDES, type Side, type Terms } from './contract.ts'
import { type ContractRow, viewOf } from './queries.ts'
import { CONTRACT_STEPS, carriedOver, MOST_VERSIONS, mayAmend, mayStep, otherSide } from './rules.ts'
import { contract_versions, contracts, signatures } from './table.ts'

/*
 * Versions of an agreement. Before both have signed, a changed one takes its place at once; what both have signed stays
 * in force until both have signed what is to come in its place.
 */

/** Keeps the present version as one before it: what takes its place is written right after. */
async function supersede(work: Work, { id }: ContractRow): Promise<void> {
  const { db, now } = work
  const c = contracts
  await db.execute(sql`
    insert into ${contract_versions} (contract_id, version, state, terms, sha256, sent_at, ended_at,
      document_key, document_sha256, document_bytes, created_at)
    select ${c.id}, ${c.version}, 'superseded', ${c.terms}, ${c.sha256}, ${c.sent_at}, ${now.toISOString()}::timestamptz,
      ${c.document_key}, ${c.document_sha256}, ${c.document_bytes}, ${now.toISOString()}::timestamptz
    from ${c} where ${c.id} = ${id}`)
}

/** The number of a version to come: those of amendments that came to nothing aren't given again, signatures go by them. */
async function nextVersion(work: Work, row: ContractRow): Promise<number> {
  const [last] = await work.db
    .select({ version: sql<number>`coalesce(max(${contract_versions.version}), 0)` })
    .from(contract_versions)
    .where(eq(contract_versions.contract_id, row.id))
  return Math.max(row.version, last?.version ?? 0) + 1
}

/**
 * The terms with a change in them, as the next version, where the event is by now.
 * @throws Refusal 403 when the artist would say who signs or pays for the buyer, 409 when there are as many versions as
 * there may be
 */
async function changed(
  work: Work,
  { row, order }: { row: ContractRow; order: OrderRow },
  side: Side,
  change: Change,
): Promise<Terms> {
  const says = change.signer !== undefined || change.payer !== undefined
  if (says && side !== 'hunter') throw new Refusal(403, 'contracts.buyer_says')
  const { special_terms, signer = row.terms.signer ?? null, payer = row.terms.payer ?? null } = change
  const buyer = await buyerOf(work.db, row.hunter_id)
  const version = await nextVersion(work, row)
  if (version > MOST_VERSIONS)
    throw new Refusal(409, 'contracts.too_many_versions', { values: { count: MOST_VERSIONS } })
  const { texts } = work.app
  const terms = nextTerms(texts, row.terms, {
    version,
    buyer,
    special_terms,
    signer: signer ?? undefined,
    payer: payer ?? undefined,
  })
  // The street may have been put right since somebody signed: what is signed next has it.
  const street = order.brief.event?.address
  return street && street !== terms.event.place ? placedTerms(texts, terms, version, street) : terms
}

/** Marks signatures of a version as void; they stay readable with it. */
const voidSignatures = ({ db, now }: Work, contract_id: number, version: number) =>
  db
    .update(signatures)
    .set({ voided_at: now.toISOString() })
    .where(
      and(
        eq(signatures.contract_id, contract_id),
        eq(signatures.version, version),
        isNull(signatures.voided_at),
      ),
    )

/**
 * Changes the special terms, or who signs and pays for the buyer: a new version, and every signature so far is void. It
 * is in the name that the buyer's account has by now.
 * @throws Refusal 404, 403 when they don't act for their side or it isn't theirs to say, 409 once both have signed
 */
export async function revise(
  work: Work,
  user_id: number,
  contract_id: number,
  change: Change,
): Promise<Agreement> {
  const { row, order, party, artist } = await lockForSigner(work, user_id, contract_id)
  const terms = await changed(work, { row, order }, party.side, change)
  await supersede(work, row)
  const revised = await contractSteps.take(work, contract_id, 'revise', party.side, {
    set: { version: terms.version, terms, sha256: hashOf(terms), sent_at: work.now.toISOString() },
  })
  await voidSignatures(work, contract_id, row.version)
  await enqueueLetter(work, contract_id, otherSide(party.side), 'revised')
  notify(work, [
    party.side === 'hunter' ? toArtist(revised, artist.owner_id, 'sign') : toHunter(revised, 'revised'),
  ])
  return viewOf(work.db, { row: revised, party, artist }, [])
}

/**
 * What was paid for another date went back to its payer before both had signed the agreement that counts on it: that one
 * asks for what is missing, as a new version. What both have signed took the money along, and isn't touched.
 */
export async function recount(work: Work, old: ContractRow): Promise<void> {
  const { db, app, now } = work
  if (old.replaced_by_id === null) return
  const [row] = await db.select().from(contracts).where(eq(contracts.id, old.replaced_by_id)).for('update')
  if (!row || !mayStep('recount', row.state)) return
  const before = await replacedBy(db, row.id)
  const [asked] = await db
    .select({ deposit: budgets.deposit, deposit_pct: budgets.deposit_pct })
    .from(budgets)
    .where(eq(budgets.id, row.budget_id))
  const { replaces, ...deposit } = carriedOver({ ...row.terms.fees, ...asked }, before)
  if (replaces?.carried === row.terms.replaces?.carried) return
  const version = await nextVersion(work, row)
  const terms = recountedTerms(app.texts, row.terms, { version, replaces, ...deposit })
  await supersede(work, row)
  const fresh = await contractSteps.take(work, row.id, 'recount', 'system', {
    set: { version, terms, sha256: hashOf(terms), sent_at: now.toISOString() },
  })
  await voidSignatures(work, row.id, row.version)
  await recountCarried(work, fresh, before.findLast(({ last }) => last !== null)?.last ?? null)
  for (const side of SIDES) await enqueueLetter(work, row.id, side, 'recounted')
  const owner_id = (await ownersOf(db, [row.project_id])).get(row.project_id)
  notify(work, [
    toHunter(fresh, 'recounted'),
    ...(owner_id === undefined ? [] : [toArtist(fresh, owner_id, 'sign')]),
  ])
}

/**
 * The street of an event was said, or put right: agreements that nobody has signed have it, as their next version. Nobody
 * is told, it is where they meant to play; what one side has signed stays as it was signed, until it is revised.
 */
export async function placeAgreements(work: Work, order_id: number, place: string): Promise<void> {
  const { db, app, now } = work
  const rows = await db
    .select()
    .from(contracts)
    .where(and(eq(contracts.order_id, order_id), inArray(contracts.state, [...CONTRACT_STEPS.place.from])))
    .orderBy(contracts.id)
    .for('update')
  for (const row of rows) {
    if (row.terms.event.place === place) continue
    const version = await nextVersion(work, row)
    const terms = placedTerms(app.texts, row.terms, version, place)
    await supersede(work, row)
    await contractSteps.take(work, row.id, 'place', 'system', {
      set: { version, terms, sha256: hashOf(terms), sent_at: now.toISOString() },
    })
  }
}

/** Writes which amendment a locked agreement waits for. */
async function writeAmendment(work: Work, id: number, set: Partial<typeof contracts.$inferInsert>) {
  const [written] = await work.db.update(contracts).set(set).where(eq(contracts.id, id)).returning()
  if (!written) throw new Refusal(404, 'common.not_found')
  return written
}

const NO_AMENDMENT = { amendment_version: null, amendment_by: null }

/**
 * Proposes another version of what both have signed. The signed one stays in force until both have signed this one.
 * @throws Refusal 404, 403 when they don't act for their side or it isn't theirs to say
 * @throws Refusal 409 before both have signed, once the music has begun, or while another amendment is waited for
 */
export async function amend(
  work: Work,
  user_id: number,
  contract_id: number,
  change: Change,
): Promise<Agreement> {
  const { row, order, signed, party, artist } = await lockForSigner(work, user_id, contract_id)
  if (!mayAmend(row.state, row.terms.event.starts_at, work.now))
    throw new Refusal(409, 'contracts.not_amendable')
  if (row.amendment_version !== null) throw new Refusal(409, 'contracts.amendment_open')
  const terms = await changed(work, { row, order }, party.side, change)
  const at = work.now.toISOString()
  await work.db.insert(contract_versions).values({
    contract_id,
    version: terms.version,
    state: 'proposed',
    terms,
    sha256: hashOf(terms),
    proposed_by: party.side,
    sent_at: at,
    created_at: at,
  })
  const amended = await writeAmendment(work, contract_id, {
    amendment_version: terms.version,
    amendment_by: party.side,
  })
  await enqueueLetter(work, contract_id, otherSide(party.side), 'amended')
  const next = { ...amended, version: terms.version }
  notify(work, [
    party.side === 'hunter' ? toArtist(next, artist.owner_id, 'sign') : toHunter(next, 'amended'),
  ])
  return viewOf(work.db, { row: amended, party, artist }, signed)
}

/** The amendment that a locked agreement waits for. @throws Refusal 409 when it waits for none, or can't any more */
async function openAmendment(work: Work, row: ContractRow) {
  if (row.amendment_version === null) throw new Refusal(409, 'contracts.no_amendment')
  if (!mayAmend(row.state, row.terms.event.starts_at, work.now))
    throw new Refusal(409, 'contracts.not_amendable')
  const which = and(
    eq(contract_versions.contract_id, row.id),
    eq(contract_versions.version, row.amendment_version),
  )
  const [proposed] = await work.db.select().from(contract_versions).where(which)
  if (!proposed) throw new Refusal(409, 'contracts.no_amendment')
  return { proposed, which }
}

/**
 * Signs the amendment that was on the screen. With the second signature it is the agreement, and what was signed before
 * stays readable as the version before it.
 * @throws Refusal 404, 403 when they don't act for their side
 * @throws Refusal 409 when there is none, it is another by now, or this side has signed it
 */
export async function signAmendment(
  work: Work,
  user_id: number,
  contract_id: number,
  signature: Given,
): Promise<Agreement> {
  const { row, signed, party, artist } = await lockForSigner(work, user_id, contract_id)
  const { proposed, which } = await openAmendment(work, row)
  const { version, terms, sha256 } = proposed
  const its = signed.filter((one) => one.version === version)
  if (its.some(({ side }) => side === party.side)) throw new Refusal(409, 'contracts.signed_already')
  if (signature.sha256 !== sha256) throw new Refusal(409, 'contracts.terms_changed')
  const added = await work.db
    .insert(signatures)
    .values({
      contract_id,
      version,
      side: party.side,
      user_id,
      ...signature,
      signed_at: work.now.toISOString(),
    })
    .returning()
  const all = [...signed, ...added]
  if (its.length + added.length < SIDES.length) {
    // What the hunter has proposed waits for them alone by now; what the artist has, they were told of.
    if (party.side === 'artist' && proposed.proposed_by === 'hunter')
      notify(work, [toHunter({ ...row, version }, 'amendment_signed')])
    return viewOf(work.db, { row, party, artist }, all)
  }
  await work.db.delete(contract_versions).where(which)
  await supersede(work, row)
  const amended = await writeAmendment(work, contract_id, {
    ...NO_AMENDMENT,
    version,
    terms,
    sha256,
    sent_at: proposed.sent_at,
    document_key: null,
    document_sha256: null,
    document_bytes: null,
  })
  await enqueueDocument(work, amended)
  for (const side of SIDES) await enqueueLetter(work, contract_id, side, 'amendment_signed')
  return viewOf(work.db, { row: amended, party, artist }, all)
}

/**
 * Ends the amendment that is waited for: its own side takes it back, the other declines it. What was signed stays.
 * @throws Refusal 404, 403 when they don't act for their side, 409 when there is none
 */
export async function endAmendment(work: Work, user_id: number, contract_id: number): Promise<Agreement> {
  const { row, signed, party, artist } = await lockForSigner(work, user_id, contract_id)
  const { proposed, which } = await openAmendment(work, row)
  const state = proposed.proposed_by === party.side ? 'withdrawn' : 'declined'
  await work.db.update(contract_versions).set({ state, ended_at: work.now.toISOString() }).where(which)
  await voidSignatures(work, contract_id, proposed.version)
  const ended = await writeAmendment(work, contract_id, NO_AMENDMENT)
  await enqueueLetter(work, contract_id, otherSide(party.side), 'amendment_ended')
  return viewOf(work.db, { row: ended, party, artist }, signed)
}
