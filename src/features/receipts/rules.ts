import { MINOR_UNITS } from '#core/contract/money.ts'
import { DEFAULT_ZONE, wallClock } from '#core/contract/time.ts'
import type { PartyKind } from './contract.ts'

/** The year that a receipt of that moment is numbered in: for every issuer alike, where most are. */
export const yearOf = (at: Date): number => Number(wallClock(at, DEFAULT_ZONE).day.slice(0, 4))

/** A letter for each kind of issuer, so that no two have the same numbers. */
const SERIES: Record<PartyKind, string> = { project: 'P', user: 'U', platform: 'T' }

/** A receipt's number as it is read: of whom, which year, the how many-th. */
export const numberOf = (one: {
  issuer_kind: PartyKind
  issuer_id: number
  year: number
  number: number
}): string =>
  `R-${one.year}-${SERIES[one.issuer_kind]}${one.issuer_id || ''}-${String(one.number).padStart(5, '0')}`

/** An amount in minor units as a table of figures takes it: a point, two decimals, nothing else. */
export const plainAmount = (minor: number): string => (minor / MINOR_UNITS).toFixed(2)

/** What a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@\t\r]/

/**
 * Rows as CSV (RFC 4180), with what a spreadsheet knows UTF-8 by. Words of other people are never run as a formula: what
 * looks like one begins with an apostrophe.
 */
export function csvOf(rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => {
    const plain = FORMULA.test(text) ? `'${text}` : text
    return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
  }
  return `\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`
}
