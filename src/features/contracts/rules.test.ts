import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { stepsFrom } from '#core/contract/steps.ts'
import { CONTRACT_STATES, type Terms } from './contract.ts'
import {
  CONTRACT_STEPS,
  type ContractStep,
  canonicalJson,
  carriedOver,
  depositDueAt,
  depositToPay,
  givenBackOf,
  mayLetGo,
  mayReportMissing,
  mayStep,
  mayWithdraw,
  numberOf,
  outcomeOf,
  type Standing,
  signStep,
  waitsFor,
  withoutNames,
} from './rules.ts'

const SAID = { es: 'Cuenta eliminada', en: 'Deleted account' }

describe('signing', () => {
  test('the first signature makes it partially signed, whoever signs first', () => {
    expect(signStep('sent', [], 'hunter')).toBe('sign_first')
    expect(signStep('viewed', [], 'artist')).toBe('sign_first')
  })
  test('the other side completes it', () => {
    expect(signStep('partially_signed', ['hunter'], 'artist')).toBe('sign_last')
  })
  test('nobody signs twice', () => {
    expect(signStep('partially_signed', ['hunter'], 'hunter')).toBeNull()
  })
  test('nobody signs what has ended or is signed already', () => {
    for (const state of ['signed', 'active', 'completed', 'rejected', 'expired', 'voided', 'draft'] as const)
      expect(signStep(state, [], 'hunter')).toBeNull()
  })
})

describe('the lifecycle of an agreement', () => {
  test('either side signs, revises and rejects; only the clock and the platform do the rest', () => {
    const of = (who: 'hunter' | 'artist') =>
      CONTRACT_STATES.flatMap((state) => stepsFrom(CONTRACT_STEPS, state, who))
    const both = ['view', 'sign_first', 'sign_last', 'revise', 'reject', 'let_go']
    expect(new Set(of('hunter'))).toEqual(new Set([...both, 'report_missing']))
    expect(new Set(of('artist'))).toEqual(new Set([...both, 'withdraw']))
  })
  test('what both have signed is left by the artist until it is played, and by who misses them once it begins', () => {
    const ends_at = '2026-12-05T03:00:00.000Z'
    const before = new Date('2026-12-05T02:59:00.000Z')
    for (const state of CONTRACT_STATES) {
      const standing = state === 'signed' || state === 'active'
      expect(mayWithdraw(state, ends_at, before), state).toBe(standing)
      expect(mayWithdraw(state, ends_at, new Date(ends_at)), state).toBe(false)
      expect(mayReportMissing(state, ends_at, before), state).toBe(false)
      expect(mayReportMissing(state, ends_at, new Date(ends_at)), state).toBe(state === 'active')
    }
  })
  test('who doesn’t play gives back what they say they received', () => {
    const deposit = { recorded_by: 'hunter' as const, confirmed_at: null }
    const confirmed = { ...deposit, confirmed_at: '2026-11-02' }
    const terms = { fees: { deposit: 12_000 } }
    expect(givenBackOf({ terms, deposit: null })).toBe(0)
    expect(givenBackOf({ terms, deposit })).toBe(0)
    expect(givenBackOf({ terms, deposit: confirmed })).toBe(12_000)
  })
  test('who doesn’t play on the new date gives back what was paid for the date before, too', () => {
    const confirmed = { recorded_by: 'hunter' as const, confirmed_at: '2026-11-02' }
    const carrying = (carried: number) => ({
      fees: { deposit: 12_000 },
      replaces: { carried, agreements: [{ number: 'T-2026-000001', carried }] },
    })
    // All of it was paid before; a part of it was, and the rest isn't paid, or is.
    expect(givenBackOf({ terms: carrying(12_000), deposit: confirmed })).toBe(12_000)
    expect(givenBackOf({ terms: carrying(5_000), deposit: null })).toBe(5_000)
    expect(givenBackOf({ terms: carrying(5_000), deposit: confirmed })).toBe(12_000)
  })
  test('terms can change until everybody has signed', () => {
    expect(CONTRACT_STATES.filter((state) => mayStep('revise', state))).toEqual([
      'sent',
      'viewed',
      'partially_signed',
    ])
  })
  test('a cancelled order voids all that has not ended', () => {
    expect(CONTRACT_STATES.filter((state) => !mayStep('void', state))).toEqual([
      'completed',
      'rejected',
      'expired',
      'voided',
    ])
  })
  test('every step leads to a state that exists', () => {
    for (const step of Object.keys(CONTRACT_STEPS) as ContractStep[])
      expect(CONTRACT_STATES).toContain(CONTRACT_STEPS[step].to)
  })
})

describe('what an agreement waits for', () => {
  const standing = (more: Partial<Standing>): Standing => ({
    state: 'signed',
    signed: ['hunter', 'artist'],
    deposit_amount: 12_000,
    deposit: null,
    ...more,
  })
  test('first the signatures, of whoever has not signed', () => {
    expect(waitsFor(standing({ state: 'viewed', signed: [] }))).toEqual({
      what: 'signature',
      on: ['hunter', 'artist'],
    })
    expect(waitsFor(standing({ state: 'partially_signed', signed: ['hunter'] }))?.on).toEqual(['artist'])
  })
  test('then the deposit, which the hunter pays', () => {
    expect(waitsFor(standing({}))).toEqual({ what: 'deposit', on: ['hunter'] })
  })
  test('what one side recorded, the other confirms', () => {
    for (const [recorded_by, other] of [
      ['hunter', 'artist'],
      ['artist', 'hunter'],
    ] as const)
      expect(waitsFor(standing({ deposit: { recorded_by, confirmed_at: null } }))).toEqual({
        what: 'confirmation',
        on: [other],
      })
  })
  test('with the deposit confirmed, or none agreed, only the other agreements of the order', () => {
    const confirmed_at = '2026-03-02T00:00:00.000Z'
    for (const complete of [
      { deposit: { recorded_by: 'hunter', confirmed_at } as const },
      { deposit_amount: 0 },
    ])
      expect(waitsFor(standing(complete))).toEqual({ what: 'others', on: [] })
  })
  test('nothing once it is in force or over', () => {
    for (const state of ['active', 'completed', 'rejected', 'expired', 'voided'] as const)
      expect(waitsFor(standing({ state }))).toBeNull()
  })

  const signed_at = '2026-03-02T12:00:00.000Z'
  const due = depositDueAt(signed_at, '2026-04-01T00:00:00.000Z')
  test('a deposit has three days, less when the music begins before', () => {
    expect(due).toBe('2026-03-05T12:00:00.000Z')
    expect(depositDueAt(signed_at, '2026-03-03T20:00:00.000Z')).toBe('2026-03-03T20:00:00.000Z')
  })
  test('a late deposit lets go of the date, one that somebody recorded does not', () => {
    const late = new Date('2026-03-05T12:00:00Z')
    expect(mayLetGo(standing({}), due, new Date('2026-03-05T11:59:59Z'))).toBe(false)
    expect(mayLetGo(standing({}), due, late)).toBe(true)
    expect(mayLetGo(standing({ deposit: { recorded_by: 'hunter', confirmed_at: null } }), due, late)).toBe(
      false,
    )
    expect(mayLetGo(standing({ state: 'active' }), due, late)).toBe(false)
  })
})

describe('the text that is hashed', () => {
  test('does not depend on the order of keys', () => {
    expect(canonicalJson({ b: 1, a: [{ d: null, c: 'é' }] })).toBe(
      canonicalJson({ a: [{ c: 'é', d: null }], b: 1 }),
    )
  })
  test('has no spaces and leaves undefined out', () => {
    expect(canonicalJson({ b: 'x y', a: undefined, c: [1, true] })).toBe('{"b":"x y","c":[1,true]}')
  })
  test('changes with any value', () => {
    expect(canonicalJson({ total: 100 })).not.toBe(canonicalJson({ total: 101 }))
  })
})

test('a number says its year and grows', () => {
  expect(numberOf(42, new Date('2026-03-01T00:00:00Z'))).toBe('T-2026-000042')
})

describe('the terms of somebody who deleted their account', () => {
  const terms = {
    number: 'T-2026-000007',
    buyer: { name: 'Ana Paz', legal_name: 'Eventos Paz (S.A.)', tax_id: '12-3' },
    artist: { name: 'Rosa', signer: 'Rosa Ixchel', line_up: '' },
    fees: { total: 42_400 },
    clauses: {
      es: [
        { title: 'Objeto', text: 'Rosa toca para Eventos Paz (S.A.); firma Ana Paz. La rosaleda, Rosario.' },
      ],
      en: [],
    },
  } as unknown as Terms

  test('lose the names everywhere, in the clauses too, as whole words alone', () => {
    const clean = withoutNames(terms, ['Ana Paz', 'Eventos Paz (S.A.)', null, '', 'Rosa'], SAID)
    expect(clean.buyer.name).toBeNull()
    expect(clean.clauses.es[0]?.text).toBe(
      'Cuenta eliminada toca para Cuenta eliminada; firma Cuenta eliminada. La rosaleda, Rosario.',
    )
  })
  test('are unchanged but for that, and the given object is not touched', () => {
    const clean = withoutNames(terms, ['Ana Paz'], SAID)
    expect(clean).toMatchObject({ number: 'T-2026-000007', fees: { total: 42_400 }, artist: terms.artist })
    expect(terms.buyer.name).toBe('Ana Paz')
    expect(withoutNames(terms, [null, '  '], SAID)).toBe(terms)
  })
  test('take the longer of two names first', () => {
    expect(withoutNames(terms, ['Rosa', 'Rosa Ixchel'], SAID).artist).toMatchObject({
      name: null,
      signer: null,
    })
  })
})

describe('what is said of a firm date', () => {
  const files = ['contracts', 'home'].flatMap((feature) =>
    (['es', 'en'] as const).flatMap((language) => {
      const folder = path.join(import.meta.dirname, '..', feature, 'texts', language)
      return readdirSync(folder).map((name) => path.join(folder, name))
    }),
  )
  const sentencesOf = (texts: unknown): string[] =>
    typeof texts === 'string' ? [texts] : Object.values(texts as object).flatMap(sentencesOf)
  const firm = files
    .flatMap((file) => sentencesOf(JSON.parse(readFileSync(file, 'utf8'))))
    // A date that is "confirmed" is a firm one by another word.
    .filter((text) => /en firme|\bfirm(?!\p{L})|fecha queda confirmada|date is confirmed/iu.test(text))

  test('is the same in clause, banner and letters: nothing before the other agreements are complete', () => {
    expect(firm.length).toBeGreaterThan(10)
    // The name of the state itself, which agreements are in it or that none is, what it doesn't become without, or what
    // follows once it is there.
    for (const text of firm)
      expect(text).toMatch(
        /^(Firm|No firm agreements|(Sin acuerdos )?en firme|The date is firm|Fecha en firme)$|no queda en firme|isn't firm|cuya fecha quedó en firme|whose date is firm|demás|others?\b|acuerdos? en firme|firm agreements?|al quedar en firme|once the agreement is firm/i,
      )
  })
})

describe('a deposit whose agreement ended without the gig', () => {
  const starts_at = '2026-06-20T00:00:00.000Z'
  const terms = {
    event: { starts_at },
    fees: { deposit: 12_001 },
    cancellation: [
      { hours_before: 720, refund_pct: 100 },
      { hours_before: 168, refund_pct: 50 },
    ],
  } as unknown as Terms
  const ahead = (hours: number) => new Date(Date.parse(starts_at) - hours * 3_600_000).toISOString()
  const ended = (hours: number, more: object = {}) =>
    outcomeOf(terms, {
      reason: 'order_postponed',
      ended_at: ahead(hours),
      paid: 12_001,
      carried: null,
      artist_left: false,
      ...more,
    })
  test('comes back by the tiers, as of when it ended', () => {
    const at = (hours: number) => {
      const { refund, refund_pct, by, carried } = ended(hours)
      return [refund, refund_pct, by, carried]
    }
    expect(at(720)).toEqual([12_001, 100, 'terms', 0])
    expect(at(719)).toEqual([6_001, 50, 'terms', 0])
    expect(at(167)).toEqual([0, 0, 'terms', 0])
  })
  test('comes back whole when the artist went, however late', () => {
    expect(ended(1, { reason: 'account_deleted' })).toMatchObject({ refund: 12_001, by: 'artist' })
    // They withdrew in their own words, or weren't there.
    expect(ended(1, { reason: 'Me enfermé', artist_left: true })).toMatchObject({
      refund: 12_001,
      by: 'artist',
    })
  })
  test('comes back only as far as the agreement in its place asks for less', () => {
    expect(ended(1, { carried: 12_001 })).toMatchObject({ carried: 12_001, refund: 0, by: 'carried' })
    expect(ended(1, { carried: 9_000 })).toMatchObject({ carried: 9_000, refund: 3_001, by: 'carried' })
  })
})

describe('what was paid for an earlier date', () => {
  const fees = { total: 40_000, deposit: 12_000, deposit_pct: 30, currency: 'USD' } as const
  const paid = (paid: number, currency = 'USD', number = 'T-2026-000001') => ({ number, currency, paid })
  test('is nothing to a first agreement', () => {
    expect(carriedOver(fees, [])).toEqual({ deposit: 12_000, deposit_pct: 30 })
  })
  test('is the deposit of the new one where the quote is the same', () => {
    const { replaces, ...rest } = carriedOver(fees, [paid(12_000)])
    expect(replaces).toEqual({ carried: 12_000, agreements: [{ number: 'T-2026-000001', carried: 12_000 }] })
    expect(rest).toEqual({ deposit: 12_000, deposit_pct: 30 })
    expect(depositToPay({ fees, replaces })).toBe(0)
  })
  test('leaves the rest to be paid where the new deposit is larger', () => {
    const { replaces, deposit } = carriedOver(fees, [paid(5_000)])
    expect([deposit, depositToPay({ fees: { deposit }, replaces })]).toEqual([12_000, 7_000])
  })
  test('counts whole where the new deposit is smaller, so that less is left of the balance', () => {
    expect(carriedOver(fees, [paid(16_000)])).toMatchObject({ deposit: 16_000, deposit_pct: 40 })
  })
  test('counts up to the total of the new agreement, over several before it', () => {
    const { replaces, deposit } = carriedOver(fees, [paid(30_000, 'USD', 'A'), paid(15_000, 'USD', 'B')])
    expect(replaces?.agreements.map(({ carried }) => carried)).toEqual([30_000, 10_000])
    expect([replaces?.carried, deposit]).toEqual([40_000, 40_000])
  })
  test('is named and comes back where the currency is another', () => {
    expect(carriedOver(fees, [paid(12_000, 'GTQ')])).toMatchObject({
      replaces: { carried: 0, agreements: [{ carried: 0 }] },
      deposit: 12_000,
    })
  })
})
