import type { Finding } from './contract.papers.ts'
import type { ContractState, VersionState } from './contract.ts'
import { FAILED } from './rules.ts'

/** What of a version tells whether a copy is of it. */
export interface Known {
  version: number
  /** SHA-256 of its terms, and of its PDF where it has one. */
  sha256: string
  document_sha256: string | null
}

/**
 * What a copy of an agreement is, by its SHA-256.
 * @param known the agreement of that number, and its other versions; null where there is none of that number
 * @returns also the version that it is of
 */
export function findingOf(
  sha256: string,
  known: {
    state: ContractState
    isSigned: boolean
    current: Known
    /** `isSigned`: both signed it, and it was the agreement once. */
    others: readonly (Known & { state: VersionState; isSigned: boolean })[]
  } | null,
): { finding: Finding; version: number | null } {
  if (!known) return { finding: 'unknown', version: null }
  const is = (one: Known) => one.sha256 === sha256 || one.document_sha256 === sha256
  const isCurrent = is(known.current)
  const other = known.others.find(is)
  const version = isCurrent ? known.current.version : other?.version
  if (version === undefined) return { finding: 'changed', version: null }
  // What both never signed, an amendment or what was changed before, was never the agreement.
  if (other && !isCurrent && (other.state !== 'superseded' || !other.isSigned))
    return { finding: 'unsigned', version }
  if ((FAILED as readonly ContractState[]).includes(known.state)) return { finding: 'voided', version }
  if (!isCurrent) return { finding: 'superseded', version }
  return { finding: known.isSigned ? 'genuine' : 'unsigned', version }
}
