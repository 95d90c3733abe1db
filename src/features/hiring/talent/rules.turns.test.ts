import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  byWorth,
  type Choice,
  choicesOf,
  collide,
  type LineUpSlot,
  priceOf,
  suitOf,
  type Try,
} from './rules.lineUp.ts'
import { byTurns } from './rules.turns.ts'

/** Who asks more the better they fit, some of them in several projects. */
const person = fc.record({
  project_id: fc.integer({ min: 1, max: 40 }),
  fit: fc.integer({ min: 1, max: 100 }),
  extra: fc.nat(60),
  shares: fc.nat(8),
})
const plan = fc.array(
  fc.record({
    start: fc.nat(12),
    length: fc.integer({ min: 1, max: 5 }),
    required: fc.integer({ min: 0, max: 3 }).map((one) => one > 0),
    people: fc.uniqueArray(person, { selector: ({ project_id }) => project_id, maxLength: 14 }),
  }),
  { minLength: 1, maxLength: 12 },
)

const at = (n: number) => new Date(Date.UTC(2027, 1, 20, 12) + n * 1_800_000).toISOString()
const slotsOf = (
  moments: readonly {
    start: number
    length: number
    required: boolean
    people: readonly { project_id: number; fit: number; extra: number; shares: number }[]
  }[],
): LineUpSlot[] =>
  moments.map(({ start, length, required, people }, i) => ({
    ...{ slot_id: i + 1, from: at(start), to: at(start + length), required },
    candidates: people.map(({ project_id, fit, extra, shares }) => ({
      ...{ project_id, fit, price: 100 + fit * 5 + extra, preferred: false },
      user_ids: shares === 0 ? [project_id] : [project_id, 100 + shares],
    })),
  }))

interface Taken {
  choice: Choice
  one: Try
}

/** Moment by moment, each the first in an order who is possible and paid. */
function simply(choices: readonly Choice[], budget: number, order: (a: Try, b: Try) => number): Taken[] {
  const taken: Taken[] = []
  let left = budget
  for (const choice of choices) {
    const one = [...choice.tries]
      .sort(order)
      .find(
        ({ candidate }) =>
          candidate.price <= left &&
          !taken.some((other) => collide(choice.slot, candidate, other.choice.slot, other.one.candidate)),
      )
    if (!one) continue
    taken.push({ choice, one })
    left -= one.candidate.price
  }
  return taken
}

const dearest = (a: Try, b: Try) =>
  suitOf(b.candidate) - suitOf(a.candidate) || a.candidate.price - b.candidate.price || a.rank - b.rank
const cheapest = (a: Try, b: Try) =>
  a.candidate.price - b.candidate.price || suitOf(b.candidate) - suitOf(a.candidate) || a.rank - b.rank
const requiredFirst = (choices: readonly Choice[]) =>
  [...choices].sort((a, b) => Number(b.slot.required) - Number(a.slot.required))
const fewestFirst = (choices: readonly Choice[]) =>
  requiredFirst([...choices].sort((a, b) => a.tries.length - b.tries.length))

/** The simple ways to fill a plan. */
const RULES = {
  'the best of each moment': (choices, budget) => simply(requiredFirst(choices), budget, dearest),
  'the best, where there is least to choose first': (choices, budget) =>
    simply(fewestFirst(choices), budget, dearest),
  'the cheapest of each moment': (choices, budget) => simply(requiredFirst(choices), budget, cheapest),
  'the cheapest, where there is least to choose first': (choices, budget) =>
    simply(fewestFirst(choices), budget, cheapest),
} satisfies Record<string, (choices: readonly Choice[], budget: number) => Taken[]>

const slotOf = (choices: readonly Choice[], one: Try) =>
  choices.find(({ tries }) => tries.includes(one)) as Choice
const required = (choices: readonly Choice[], taken: readonly Try[]) =>
  taken.filter((one) => slotOf(choices, one).slot.required).length

/** A plan, and somewhat more or less money than the cheapest of each moment ask together. */
const tight = fc.tuple(plan, fc.integer({ min: 40, max: 170 })).map(([moments, percent]) => {
  const choices = choicesOf(slotsOf(moments))
  const least = choices.reduce(
    (sum, { tries }) => sum + Math.min(...tries.map(({ candidate }) => candidate.price)),
    0,
  )
  return { choices, budget: Math.round((least * percent) / 100) }
})

describe('a line-up by turns', () => {
  it.each(Object.entries(RULES))(
    'fills as many required moments as taking %s does, and is never worth less',
    (_name, rule) => {
      fc.assert(
        fc.property(tight, ({ choices, budget }) => {
          const simple = rule(choices, budget).map(({ one }) => one)
          const taken = byTurns(choices, budget)
          expect(required(choices, taken)).toBeGreaterThanOrEqual(required(choices, simple))
          expect(byWorth(taken, simple)).toBeLessThanOrEqual(0)
        }),
        { numRuns: 300 },
      )
    },
  )
  it('costs no more than there is, has one for each moment, and nobody in two places', () => {
    fc.assert(
      fc.property(tight, ({ choices, budget }) => {
        const taken = byTurns(choices, budget)
        expect(priceOf(taken)).toBeLessThanOrEqual(budget)
        const slots = taken.map((one) => slotOf(choices, one).slot)
        expect(new Set(slots).size).toBe(taken.length)
        taken.forEach((a, i) => {
          taken.slice(i + 1).forEach((b, j) => {
            const [one, other] = [slots[i] as LineUpSlot, slots[i + 1 + j] as LineUpSlot]
            expect(collide(one, a.candidate, other, b.candidate)).toBe(false)
          })
        })
      }),
      { numRuns: 500 },
    )
  })
  /** Twenty moments one after the other, each with seventy who ask more the better they fit; eleven play in several. */
  const evening = choicesOf(
    Array.from({ length: 20 }, (_, s): LineUpSlot => {
      const begins = Date.UTC(2027, 1, 20, 12) + s * 26 * 60_000
      return {
        slot_id: s + 1,
        from: new Date(begins).toISOString(),
        to: new Date(begins + 26 * 60_000).toISOString(),
        required: true,
        candidates: Array.from({ length: 70 }, (_, c) => {
          const project_id = 1 + ((c * 7 + s * 3) % 79)
          const price = 40_000 + c * 1_537 + s * 101
          return { project_id, price, fit: c, user_ids: [project_id, 1000 + (c % 11)], preferred: false }
        }),
      }
    }),
  )
  it('leaves no moment empty that the money is enough for, though the best of each would cost more', () => {
    expect(byTurns(evening, 1_000_000)).toHaveLength(20)
  })
  it('takes better ones with what the cheapest leave of the money', () => {
    const fitOf = (taken: readonly Try[]) => taken.reduce((sum, { candidate }) => sum + candidate.fit, 0)
    const plain = RULES['the cheapest of each moment'](evening, 1_200_000).map(({ one }) => one)
    const taken = byTurns(evening, 1_200_000)
    expect(taken).toHaveLength(20)
    expect(fitOf(taken)).toBeGreaterThan(2 * fitOf(plain))
    // Nobody better could be had for what is left.
    const left = 1_200_000 - priceOf(taken)
    for (const { tries } of evening) {
      const now = tries.find((one) => taken.includes(one)) as Try
      for (const one of tries) {
        const isOpen = taken.every((other) => other === now || !other.excludes.has(one))
        const isPaid = one.candidate.price - now.candidate.price <= left
        expect(isOpen && isPaid && one.worth > now.worth).toBe(false)
      }
    }
  })
})
