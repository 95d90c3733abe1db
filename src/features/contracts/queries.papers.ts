import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { readBy } from '#core/server/audience.ts'
import type { Db } from '#core/server/db.ts'
import type { Version } from './contract.papers.ts'
import { type ContractRow, hasDocument, isBinding, partyOf } from './queries.ts'
import type { StoredDocument } from './queues.ts'
import { termsFor, termsForCollaborator } from './rules.audience.ts'
import { findingOf } from './rules.papers.ts'
import { mayAmend } from './rules.ts'
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

/**
 * Where the PDF of a version is, for somebody who acts for a side.
 * @throws Refusal 404 when they are no party of it, or its PDF was erased; 403 for a band's collaborator
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
    const isSigned = (await signaturesOfVersion(db, contract_id, version)).length === 2
    throw new Refusal(409, isSigned ? 'contracts.document_making' : 'contracts.document_unsigned')
  }
  if (document_key === null || document_bytes === null) throw notFound()
  if (!hasDocument(found, party.side, isBinding(row.state)))
    throw new Refusal(409, 'contracts.document_waits')
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
  const { row, party } = await partyOf(db, user_id, contract_id)
  const rows = await db
    .select()
    .from(contract_versions)
    .where(eq(contract_versions.contract_id, contract_id))
    .orderBy(desc(contract_versions.version))
  if (rows.length === 0) return []
  const given = await db
    .select()
    .from(signatures)
    .where(
      and(
        eq(signatures.contract_id, contract_id),
        inArray(
          signatures.version,
          rows.map(({ version }) => version),
        ),
      ),
    )
    .orderBy(asc(signatures.id))
  // Once the agreement is signed they know each other, whatever version it was by.
  const progress = {
    isSigned: row.signed_at !== null,
    isOpen: isBinding(row.state),
  }
  return rows.map((one) => {
    const its = given.filter(({ version }) => version === one.version)
    return readBy(
      { side: party.side, open: progress.isOpen },
      {
        version: one.version,
        state: one.state,
        terms: party.part
          ? termsForCollaborator(one.terms, progress)
          : termsFor(one.terms, party.side, progress),
        sha256: one.sha256,
        proposed_by: one.proposed_by,
        sent_at: one.sent_at,
        ended_at: one.ended_at,
        signatures: its.map(({ side, typed_name, signed_at, sha256 }) => ({
          side,
          typed_name: side === party.side || (progress.isSigned && !party.part) ? typed_name : null,
          signed_at,
          sha256,
        })),
        has_document: party.signs && hasDocument(one, party.side, progress.isOpen),
        can_sign:
          party.signs &&
          one.version === row.amendment_version &&
          mayAmend(row.state, row.terms.event.starts_at, now) &&
          !its.some(({ side, voided_at }) => side === party.side && voided_at === null),
      },
    )
  })
}

/** What a copy of the agreement of that number is, by its SHA-256. Nothing else of it is told. */
export async function verificationOf(db: Db, number: string, sha256: string) {
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

/** Agreements whose present version both signed in that time, and that have no PDF of it yet. */
export async function documentsMissing(db: Db, between: { from: string; to: string }, most: number) {
  const { rows } = await db.execute<{ contract_id: number; version: number }>(sql`
    select c.id as contract_id, c.version from ${contracts} c
    where c.document_sha256 is null and c.signed_at is not null and c.state in ('signed', 'active', 'completed')
      and greatest(c.signed_at, c.sent_at) between ${between.from}::timestamptz and ${between.to}::timestamptz
    order by c.id limit ${most}`)
  return rows
}

/** Where the PDFs of agreements are. */
export async function storedDocuments(db: Db): Promise<StoredDocument[]> {
  const keyed = [contracts, contract_versions].map((table) =>
    db.select({ key: table.document_key }).from(table).where(sql`${table.document_key} is not null`),
  )
  return (await Promise.all(keyed)).flat().flatMap(({ key }) => (key ? [{ key }] : []))
}
