import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import type { Reading } from '#core/server/app.ts'
import { readBy, shownBy } from '#core/server/audience.ts'
import { outer } from '#core/server/columns.ts'
import type { Db } from '#core/server/db.ts'
import { extensionPoint, gather } from '#core/server/events.ts'
import { type PaperKind, paperOf, type Verification, Version } from './contract.papers.ts'
import { SIDES } from './contract.ts'
import { partyIn, partyOf, type Seen } from './queries.parties.ts'
import { agreementDataOf, type ContractRow, hasDocument } from './queries.ts'
import type { StoredDocument } from './queues.ts'
import { termsFor, termsForCollaborator, withoutContactsInClauses } from './rules.audience.ts'
import { findingOf } from './rules.papers.ts'
import { isBinding, mayAmend } from './rules.ts'
import { contract_versions, contracts, signatures } from './table.ts'

/** The one part that a document is stored as. */
export const PART = 'agreement.pdf'

type VersionRow = typeof contract_versions.$inferSelect
/** A signature as it was given, with what it was given from. */
export type GivenSignature = typeof signatures.$inferSelect

/** What is known of one version of an agreement, whichever table it is in. */
interface VersionFacts {
  table: 'contracts' | 'versions'
  row: ContractRow
  terms: ContractRow['terms']
  sha256: string
  document_key: string | null
  document_sha256: string | null
  document_bytes: number | null
}

/**
 * A version of an agreement: the present one, or one before it.
 * @returns null where there is none of that number, or none that was ever the agreement
 */
export async function versionOf(db: Db, contract_id: number, version: number): Promise<VersionFacts | null> {
  const [found] = await db
    .select({ row: contracts, old: contract_versions })
    .from(contracts)
    .leftJoin(
      contract_versions,
      and(
        eq(contract_versions.contract_id, contracts.id),
        eq(contract_versions.version, version),
        eq(contract_versions.state, 'superseded'),
      ),
    )
    .where(eq(contracts.id, contract_id))
  if (!found) return null
  const { row, old } = found
  if (row.version === version) return { table: 'contracts', row, ...factsOf(row) }
  return old && { table: 'versions', row, ...factsOf(old) }
}

const factsOf = ({
  terms,
  sha256,
  document_key,
  document_sha256,
  document_bytes,
}: ContractRow | VersionRow) => ({
  terms,
  sha256,
  document_key,
  document_sha256,
  document_bytes,
})

/** Who signed a version, with everything that a signature keeps; those that hold. */
export const signaturesOfVersion = (
  db: Db,
  contract_id: number,
  version: number,
): Promise<GivenSignature[]> =>
  db
    .select()
    .from(signatures)
    .where(
      and(
        eq(signatures.contract_id, contract_id),
        eq(signatures.version, version),
        isNull(signatures.voided_at),
      ),
    )
    .orderBy(asc(signatures.id))

/** Whether a version lost a name with an account: no PDF is made of it any more. */
export const isErased = (
  { artist, buyer }: Pick<ContractRow['terms'], 'artist' | 'buyer'>,
  given: readonly GivenSignature[],
): boolean =>
  artist.name === null || buyer.name === null || given.some(({ typed_name }) => typed_name === null)

/**
 * Where the PDF of a version is, for somebody who acts for a side.
 * @throws Refusal 404 when they are no party of it, or its PDF was erased or never made of erased names; 403 for a band's
 * collaborator
 * @throws Refusal 409 `contracts.document_unsigned` before both have signed, `contracts.document_making` right after,
 * `contracts.document_waits` while the other side's contact details in it aren't to be read yet
 */
export async function documentOf(
  db: Db,
  user_id: number,
  contract_id: number,
  asked?: number,
): Promise<{ key: string; bytes: number; number: string; version: number }> {
  const { row, party } = await partyOf(db, user_id, contract_id)
  if (!party.signs) throw new Refusal(403, 'contracts.owner_only')
  const version = asked ?? row.version
  const found = await versionOf(db, contract_id, version)
  if (!found) throw notFound()
  const { document_key, document_sha256, document_bytes } = found
  if (document_sha256 === null) {
    const given = await signaturesOfVersion(db, contract_id, version)
    if (isErased(found.terms, given)) throw notFound()
    throw new Refusal(409, given.length === 2 ? 'contracts.document_making' : 'contracts.document_unsigned')
  }
  if (document_key === null || document_bytes === null) throw notFound()
  if (!hasDocument(found, party.side, row)) throw new Refusal(409, 'contracts.document_waits')
  return { key: document_key, bytes: document_bytes, number: row.number, version }
}

/**
 * Versions of an agreement that aren't the present one, newest first, as its party sees them. Each is shown as far as it
 * came itself: of one that the other side never signed nobody learns more than they did then.
 * @throws Refusal 404 when they are no party of it
 */
export async function versionsOf(
  db: Db,
  user_id: number,
  contract_id: number,
  now: Date,
): Promise<Version[]> {
  return versionsSeen(db, await partyOf(db, user_id, contract_id), now)
}

async function versionsSeen(
  db: Db,
  { row, party }: Pick<Seen, 'row' | 'party'>,
  now: Date,
): Promise<Version[]> {
  const rows = await db
    .select()
    .from(contract_versions)
    .where(eq(contract_versions.contract_id, row.id))
    .orderBy(desc(contract_versions.version))
  if (rows.length === 0) return []
  const given = await db
    .select()
    .from(signatures)
    .where(
      and(
        eq(signatures.contract_id, row.id),
        inArray(
          signatures.version,
          rows.map(({ version }) => version),
        ),
      ),
    )
    .orderBy(asc(signatures.id))
  const isOpen = isBinding(row.state)
  const { starts_at } = row.terms.event
  const isAmendable = mayAmend(row.state, starts_at, now)
  // What an amendment waited for no longer comes: from when the agreement ended, or the music began.
  const lapsed_at =
    row.ended_at && Date.parse(row.ended_at) < Date.parse(starts_at) ? row.ended_at : starts_at
  return rows.map((one) => {
    const its = given.filter(({ version }) => version === one.version)
    // Amendments are between people who know each other; what was replaced before both had signed it isn't.
    const progress = { isSigned: one.proposed_by !== null || its.length === SIDES.length, isOpen }
    return readBy(
      { side: party.side, open: isOpen && !party.part },
      {
        version: one.version,
        ...(one.state === 'proposed' && !isAmendable
          ? { state: 'lapsed' as const, ended_at: lapsed_at }
          : { state: one.state, ended_at: one.ended_at }),
        terms: party.part
          ? termsForCollaborator(one.terms, progress)
          : termsFor(one.terms, party.side, progress),
        sha256: one.sha256,
        proposed_by: one.proposed_by,
        sent_at: one.sent_at,
        signatures: its.map(({ side, typed_name, signed_at, sha256 }) => ({
          side,
          typed_name: side === party.side || (progress.isSigned && !party.part) ? typed_name : null,
          signed_at,
          sha256,
        })),
        has_document: party.signs && hasDocument(one, party.side, row),
        can_sign:
          party.signs &&
          one.version === row.amendment_version &&
          isAmendable &&
          !its.some(({ side, voided_at }) => side === party.side && voided_at === null),
      },
    )
  })
}

/** Every agreement that somebody is a party of with all its versions, for the copy of their data. */
export async function agreementCopiesOf(db: Db, user_id: number, now: Date) {
  const agreements = await agreementDataOf(db, user_id)
  const ids = agreements.map(({ id }) => id)
  const changed = await db
    .select()
    .from(contracts)
    .where(
      and(
        inArray(contracts.id, ids),
        sql`exists (select from ${contract_versions} v where v.contract_id = ${outer(contracts.id)})`,
      ),
    )
  const shown = shownBy(Version)
  const copies = []
  for (const agreement of agreements) {
    const { id, side } = agreement
    const row = changed.find((one) => one.id === id)
    const versions = row ? await versionsSeen(db, { row, party: { side, signs: true } }, now) : []
    copies.push({
      ...agreement,
      versions: versions.map(({ can_sign: _, ...one }) =>
        shown(readBy({ side, open: false }, { ...one, terms: withoutContactsInClauses(one.terms, side) })),
      ),
    })
  }
  return copies
}

/** What a PDF is called where it is kept. */
export const documentName = (number: string, version: number): string => `${number}-v${version}.pdf`

/**
 * The PDFs of somebody's agreements that they can fetch, for the copy of their data: the version that stands and those
 * before it. What both have signed is theirs as it is, with whatever is said in it.
 */
export async function documentsFor(db: Db, user_id: number): Promise<{ name: string; key: string }[]> {
  const rows = await db
    .select({ row: contracts, old: contract_versions })
    .from(contracts)
    .leftJoin(contract_versions, eq(contract_versions.contract_id, contracts.id))
    .where(partyIn(user_id))
    .orderBy(asc(contracts.id), asc(contract_versions.version))
  const stands = [...new Map(rows.map(({ row }) => [row.id, row])).values()].map((row) => ({ row, one: row }))
  const before = rows.flatMap(({ row, old }) => (old ? [{ row, one: old }] : []))
  return [...stands, ...before].flatMap(({ row, one }) =>
    one.document_key && hasDocument(one, row.hunter_id === user_id ? 'hunter' : 'artist', row)
      ? [{ name: documentName(row.number, one.version), key: one.document_key }]
      : [],
  )
}

/** What copies of other papers are that go by a number: whoever makes such papers answers for their kind. */
export const copyChecks = extensionPoint<{ paper: PaperKind; number: string; sha256: string }, Verification>(
  'contracts.copies',
)

/** What a copy of the paper of that number is, by its SHA-256. Nothing else of it is told. */
export async function verificationOf(
  reading: Reading,
  number: string,
  sha256: string,
): Promise<Verification> {
  const paper = paperOf(number)
  if (paper === 'agreement') return { paper, ...(await agreementCheck(reading.db, number, sha256)) }
  const [found] = await gather(reading, copyChecks, { paper, number, sha256 })
  return found ?? { paper, finding: 'unknown', version: null, signed_at: null }
}

/** What a copy of the agreement of that number is. */
async function agreementCheck(db: Db, number: string, sha256: string): Promise<Omit<Verification, 'paper'>> {
  const [row] = await db
    .select({
      id: contracts.id,
      state: contracts.state,
      version: contracts.version,
      sha256: contracts.sha256,
      document_sha256: contracts.document_sha256,
      signed_at: contracts.signed_at,
    })
    .from(contracts)
    .where(and(eq(contracts.number, number), sql`${contracts.state} <> 'draft'`))
  if (!row) return { ...findingOf(sha256, null), signed_at: null }
  const others = await db
    .select({
      version: contract_versions.version,
      state: contract_versions.state,
      sha256: contract_versions.sha256,
      document_sha256: contract_versions.document_sha256,
      isSigned: sql<boolean>`(select count(*) from ${signatures} s
        where s.contract_id = ${outer(contract_versions.contract_id)} and s.version = ${outer(contract_versions.version)}
          and s.voided_at is null) = ${SIDES.length}`,
    })
    .from(contract_versions)
    .where(eq(contract_versions.contract_id, row.id))
  const found = findingOf(sha256, {
    state: row.state,
    isSigned: row.signed_at !== null,
    current: row,
    others,
  })
  if (found.version === null) return { ...found, signed_at: null }
  const signed = await signaturesOfVersion(db, row.id, found.version)
  return { ...found, signed_at: signed.length === 2 ? (signed.at(-1)?.signed_at ?? null) : null }
}

/** The statement of `documentsMissing`. */
export const documentsMissingOf = (until: string, most: number) => sql`
    select one.contract_id, one.version from (
      select c.id as contract_id, c.version, c.terms from ${contracts} c
      where c.document_sha256 is null and c.signed_at is not null
      union all
      select v.contract_id, v.version, v.terms from ${contract_versions} v
      where v.document_sha256 is null and v.state = 'superseded') one
    where (select count(*) from ${signatures} s
      where s.contract_id = one.contract_id and s.version = one.version and s.voided_at is null
        and s.typed_name is not null and s.signed_at <= ${until}::timestamptz) = ${SIDES.length}
      and one.terms -> 'artist' ->> 'name' is not null and one.terms -> 'buyer' ->> 'name' is not null
    order by one.contract_id desc, one.version desc limit ${most}`

/**
 * Versions that both had signed by then and that have no PDF, the latest first: the present ones, however their agreement
 * ended, and those that an amendment took the place of. Not those that name somebody whose account is gone.
 */
export async function documentsMissing(db: Db, until: string, most: number) {
  const { rows } = await db.execute<{ contract_id: number; version: number }>(documentsMissingOf(until, most))
  return rows
}

/** Where the PDFs of agreements are. */
export async function storedDocuments(db: Db): Promise<StoredDocument[]> {
  const keyed = [contracts, contract_versions].map((table) =>
    db.select({ key: table.document_key }).from(table).where(sql`${table.document_key} is not null`),
  )
  return (await Promise.all(keyed)).flat().flatMap(({ key }) => (key ? [{ key }] : []))
}
