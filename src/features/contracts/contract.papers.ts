import * as z from 'zod/mini'
import { endpoint, IdParams } from '#core/contract/endpoint.ts'
import { Instant } from '#core/contract/time.ts'
import { Agreement, Change, Side, Signature, Signing, VersionState } from './contract.ts'

/* An agreement as a paper: its PDF, its versions, and the public page that says whether a copy is the one. */

const VersionQuery = z.object({
  /** The present one unless said. */
  version: z.optional(z.coerce.number().check(z.int(), z.positive(), z.maximum(100_000))),
})

export const readDocument = endpoint({
  method: 'GET',
  path: '/api/contracts/:id/document/',
  access: 'signed-in',
  summary: 'The sealed PDF of an agreement that both have signed, for whoever acts for a side',
  params: IdParams,
  query: VersionQuery,
  raw: ['application/pdf'],
})

/** A version that isn't the agreement's own. */
export const Version = z.object({
  version: z.int(),
  state: VersionState,
  /** As the reader may see them. */
  terms: Agreement.shape.terms,
  sha256: z.string(),
  proposed_by: z.nullable(Side),
  sent_at: z.nullable(Instant),
  ended_at: z.nullable(Instant),
  signatures: z.array(Signature),
  has_document: z.boolean(),
  /** Whether the reader may sign it now. */
  can_sign: z.boolean(),
})
export type Version = z.output<typeof Version>

export const listVersions = endpoint({
  method: 'GET',
  path: '/api/contracts/:id/versions/',
  access: 'signed-in',
  summary: 'Versions before the present one, and amendments to it, newest first',
  params: IdParams,
  reply: z.object({ results: z.array(Version) }),
})

export const proposeAmendment = endpoint({
  method: 'POST',
  path: '/api/contracts/:id/amendment/',
  access: 'signed-in',
  summary: 'Propose a version that takes the place of the signed one once both have signed it too',
  params: IdParams,
  body: Change,
  reply: Agreement,
})

export const signAmendment = endpoint({
  method: 'POST',
  path: '/api/contracts/:id/amendment/sign/',
  access: 'signed-in',
  summary: 'Sign the proposed version with a typed name; with both names it is the agreement',
  params: IdParams,
  body: Signing,
  reply: Agreement,
})

export const endAmendment = endpoint({
  method: 'DELETE',
  path: '/api/contracts/:id/amendment/',
  access: 'signed-in',
  summary: 'Take one’s own proposal back, or decline the other side’s; the agreement stays as it was signed',
  params: IdParams,
  reply: Agreement,
})

/** What is found out about a copy of an agreement. */
export const FINDINGS = ['genuine', 'changed', 'superseded', 'voided', 'unsigned', 'unknown'] as const
export const Finding = z.enum(FINDINGS)
export type Finding = z.output<typeof Finding>

/** What can be checked by its number, by the letter that it begins with. */
const PAPERS = { T: 'agreement', C: 'certificate' } as const
export const PaperKind = z.enum(PAPERS)
export type PaperKind = z.output<typeof PaperKind>

/** A paper's number as it is written; spaces around it and small letters are forgiven. */
export const PaperNumber = z
  .string()
  .check(z.trim(), z.toUpperCase(), z.regex(/^[TC]-\d{4}-\d{6,12}$/, 'validation.contract_number'))

/** What a number is of. */
export const paperOf = (number: string): PaperKind => (number.startsWith('C') ? PAPERS.C : PAPERS.T)
/** A SHA-256 as it is written: 64 hexadecimal digits. */
export const Sha256 = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.regex(/^[0-9a-f]{64}$/, 'validation.sha256'))

export const Verification = z.object({
  /** What the number is of. */
  paper: PaperKind,
  finding: Finding,
  /** Of the version that the copy is of; null where it is of none, and of certificates, which have none. */
  version: z.nullable(z.int()),
  /** When the last signature of that version was given, or the certificate was asked for. */
  signed_at: z.nullable(Instant),
})
export type Verification = z.output<typeof Verification>

export const verifyContract = endpoint({
  method: 'GET',
  path: '/api/verify-contract/',
  access: 'public',
  summary:
    'Whether a copy is the agreement or certificate of that number: by the SHA-256 of its PDF or of what it says. No names, no sums',
  query: z.object({ number: PaperNumber, sha256: Sha256 }),
  reply: Verification,
  limit: 30,
})
