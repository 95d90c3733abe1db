import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  accountKey,
  clearing,
  earnedBy,
  faultOf,
  feesOf,
  heldBy,
  inHand,
  type Line,
  owedBy,
  ownIncome,
} from '#features/ledger/rules.ts'
import type { PaymentState } from './contract.ts'
import {
  type Booked,
  divided,
  linesOf,
  mayStep,
  PAYMENT_STEPS,
  type PaymentStep,
  partsOf,
  spread,
} from './rules.ts'

/*
 * Payments in any order of steps, told twice, failing, given back in part, and cut off between any two writes: a model of
 * the tables beside the rules. What the database does with them is walked through by anySteps.test.ts, and by the crashes.
 */

interface Row extends Booked {
  id: number
  state: PaymentState
}

/** What is stored; a step changes a draft of it, which is kept whole or not at all. */
interface World {
  rows: Row[]
  books: Map<string, readonly Line[]>
  history: { id: number; step: PaymentStep; state: PaymentState }[]
}

const CURRENCY = 'USD'
const STEPS = Object.keys(PAYMENT_STEPS) as PaymentStep[]

/** An agreement's payments, as both sign it. */
function signed(priced: Parameters<typeof partsOf>[0]): World {
  const rows = partsOf(priced).map(
    ({ kind, amount, fee }, at): Row => ({
      ...{
        id: at + 1,
        kind,
        amount,
        fee,
        project_id: 7,
        currency: CURRENCY,
        refunded: 0,
        method: null,
        carded: 0,
      },
      state: kind === 'deposit' ? 'due' : 'scheduled',
    }),
  )
  return {
    rows,
    books: new Map(),
    history: rows.map(({ id, state }) => ({ id, step: 'schedule', state })),
  }
}

/** Whether the commands would take the step for that payment. */
function mayTake({ kind, state, method }: Row, step: PaymentStep): boolean {
  // Of a card that is being charged, and of what one paid, the provider speaks and nobody else; it knows of nothing else.
  const isProviders = PAYMENT_STEPS[step].by === 'provider'
  if (isProviders ? method !== 'card' : state === 'processing' && method === 'card') return false
  const ofAnother =
    kind === 'refund'
      ? ['refund', 'carry', 'charge_back', 'cancel'].includes(step)
      : step === 'bring' && kind !== 'carried'
  return !ofAnother && mayStep(step, state)
}

class Cut extends Error {}

/**
 * Takes a step as the commands do, one write after the other. @param more.cut after so many writes everything stops
 * @param more.card what is declared is paid by card
 * @returns the world as it is stored afterwards
 */
function take(
  world: World,
  id: number,
  step: PaymentStep,
  more: { share: number; cut: number; card?: boolean },
): World {
  const draft: World = {
    rows: world.rows.map((row) => ({ ...row })),
    books: new Map(world.books),
    history: [...world.history],
  }
  let writes = 0
  const write = (change: () => void) => {
    if (writes++ === more.cut) throw new Cut()
    change()
  }
  const row = draft.rows.find((one) => one.id === id)
  // Whoever comes second is refused.
  if (!row || !mayTake(row, step)) return world
  try {
    write(() => {
      row.state = PAYMENT_STEPS[step].to
      if (step === 'declare') row.method = more.card && row.kind !== 'refund' ? 'card' : 'transfer'
      if (step === 'collect' && row.kind !== 'refund') row.carded = row.amount
      if (step === 'refund') row.refunded = Math.round(row.amount * more.share)
      if (step === 'carry') row.refunded = 0
    })
    write(() => draft.history.push({ id, step, state: row.state }))
    post(draft, `payment:${id} ${step === 'find' ? 'confirm' : step}`, linesOf(step, row), write)
    if (step === 'refund') {
      const { back } = divided(row)
      if (back > 0) write(() => addRefund(draft, back, 'card'))
      if (row.refunded > back) write(() => owe(draft, row.refunded - back))
    }
    return draft
  } catch (error) {
    if (error instanceof Cut) return world
    throw error
  }
}

function post(draft: World, key: string, lines: readonly Line[], write: (change: () => void) => void) {
  const moving = lines.filter(({ amount }) => amount !== 0)
  if (moving.length === 0) return
  const before = draft.books.get(key)
  if (before) {
    expect(moving).toEqual(before)
    return
  }
  expect(faultOf(moving)).toBeNull()
  write(() => draft.books.set(key, moving))
}

/** What comes back by hand is one payment the other way round. */
function owe(draft: World, amount: number) {
  const open = draft.rows.find(
    ({ kind, state, method }) =>
      kind === 'refund' && method !== 'card' && ['due', 'failed', 'disputed'].includes(state),
  )
  if (open) open.amount += amount
  else addRefund(draft, amount, null)
}

/** By hand it is due; to a card the provider is told at once. */
function addRefund(draft: World, amount: number, method: 'card' | null) {
  const id = draft.rows.length + 1
  const state = method ? 'processing' : 'due'
  draft.rows.push({
    ...{ id, kind: 'refund', project_id: 7, currency: CURRENCY, amount, fee: 0, refunded: 0, carded: 0 },
    ...{ method, state },
  })
  draft.history.push({ id, step: method ? 'declare' : 'fall_due', state })
}

function sums(world: World): Map<string, number> {
  const all = new Map<string, number>()
  for (const lines of world.books.values())
    for (const line of lines) {
      const key = accountKey(line)
      all.set(key, (all.get(key) ?? 0) + line.amount)
    }
  return all
}

function check(world: World, total: number) {
  const on = sums(world)
  const of = (kind: string) =>
    [...on].filter(([key]) => key.includes(` ${kind} `)).reduce((sum, [, amount]) => sum + amount, 0)
  // The books of the currency sum to zero, and nothing is paid out that didn't come in.
  expect([...on.values()].reduce((sum, one) => sum + one, 0)).toBe(0)
  for (const kind of ['held', 'owed', 'earned', 'fees']) expect(of(kind)).toBeGreaterThanOrEqual(0)
  // Nobody is charged twice, nor for more than was agreed.
  expect(-of('hand') - of('clearing')).toBeLessThanOrEqual(total)
  const own = world.rows.filter(({ kind }) => kind !== 'refund')
  // The provider has what came by card, less what it gave back and what banks took.
  const sumOf = (rows: readonly Row[]) => rows.reduce((sum, { amount }) => sum + amount, 0)
  const wentBack = world.rows.filter(
    ({ kind, method, state }) =>
      kind === 'refund' && method === 'card' && (state === 'held' || state === 'released'),
  )
  const lost = world.rows.filter(({ id }) =>
    world.history.some((one) => one.id === id && one.step === 'charge_back'),
  )
  expect(0 - of('clearing')).toBe(
    sumOf(own.filter(({ carded }) => carded > 0)) - sumOf(wentBack) - sumOf(lost),
  )
  expect(sumOf(own)).toBe(total)
  // Each state is where its last step led, and each was reached from the one before.
  for (const { id, state } of world.rows) {
    const path = world.history.filter((one) => one.id === id)
    expect(path.at(-1)?.state).toBe(state)
    for (const [at, { step }] of path.entries()) {
      const from: readonly PaymentState[] = PAYMENT_STEPS[step].from
      const before = path[at - 1]?.state
      if (before) expect(from).toContain(before)
    }
  }
  // What is kept is what was confirmed and is neither theirs nor on its way back.
  const held = own.filter(({ state, kind }) => state === 'held' && kind !== 'carried')
  const carried = own.filter(
    ({ kind, state }) => kind === 'carried' && ['released', 'refunded'].includes(state),
  )
  const brought = carried.reduce((sum, { amount }) => sum + amount, 0)
  expect(of('held') + brought).toBe(held.reduce((sum, { amount }) => sum + amount, 0) + movedOn(world))
}

/** What stays held for another agreement: its row goes on with it. */
const movedOn = ({ rows }: World) =>
  rows
    .filter(({ state, kind }) => state === 'carried' && kind !== 'carried')
    .reduce((sum, { amount, refunded }) => sum + amount - refunded, 0)

const priced = fc
  .record({
    total: fc.integer({ min: 1, max: 5_000_000 }),
    fee: fc.integer({ min: 0, max: 10 }),
    deposit: fc.integer({ min: 0, max: 100 }),
  })
  .map(({ total, fee, deposit }) => ({
    total,
    platform_fee: Math.floor((total * fee) / 100),
    carried: 0,
    deposit: Math.round((total * deposit) / 100),
  }))

const doing = fc.record({
  /** Which of the steps that may be taken; one in eight is drawn from all, and may be refused. */
  which: fc.nat(10_000),
  share: fc.double({ min: 0, max: 1, noNaN: true }),
  /** Most steps have three writes: beyond them nothing is cut off. */
  cut: fc.integer({ min: 0, max: 12 }),
  card: fc.boolean(),
  again: fc.boolean(),
})

/** What a number stands for in a world, where anything can be done. */
function drawn({ rows }: World, which: number): { id: number; step: PaymentStep } | undefined {
  const all = rows.flatMap((row) => STEPS.map((step) => ({ row, step })))
  const possible = which % 8 === 0 ? all : all.filter(({ row, step }) => mayTake(row, step))
  const one = possible[Math.floor(which / 8) % Math.max(1, possible.length)]
  return one && { id: one.row.id, step: one.step }
}

test('any steps of payments, twice, failing and cut off anywhere: the books are right and nobody pays twice', () => {
  fc.assert(
    fc.property(priced, fc.array(doing, { minLength: 1, maxLength: 40 }), (agreed, todo) => {
      let world = signed(agreed)
      for (const { which, again, ...more } of todo) {
        const { id, step } = drawn(world, which) ?? {}
        if (!id || !step) continue
        world = take(world, id, step, more)
        // Told once more: by somebody else, or after an answer that was lost.
        if (again) world = take(world, id, step, { ...more, cut: 99 })
      }
      check(world, agreed.total)
    }),
    { numRuns: 10_000 },
  )
}, 120_000)

test('once everything is over nothing is held or owed: all that came in is theirs, the platform’s, or went back', () => {
  const ends = fc.array(
    fc.record({
      end: fc.constantFrom('release', 'refund'),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    { minLength: 4, maxLength: 4 },
  )
  fc.assert(
    fc.property(priced, fc.array(doing, { maxLength: 15 }), ends, (agreed, todo, over) => {
      let world = signed(agreed)
      for (const { which, again: _, ...more } of todo) {
        const one = drawn(world, which)
        if (one && one.step !== 'carry') world = take(world, one.id, one.step, more)
      }
      const whole = { share: 0, cut: 99 }
      // Whatever is open is paid or given up, what is held ends, and what is owed goes back.
      for (const step of ['fall_due', 'declare', 'find', 'collect'] as const)
        for (const { id } of world.rows) world = take(world, id, step, whole)
      for (const [at, { id }] of [...world.rows].entries())
        world = take(world, id, over[at]?.end === 'refund' ? 'refund' : 'release', {
          ...whole,
          share: over[at]?.share ?? 0,
        })
      for (const step of ['declare', 'find', 'collect', 'release', 'cancel'] as const)
        for (const { id } of world.rows) world = take(world, id, step, whole)
      const on = sums(world)
      const balance = (account: Parameters<typeof accountKey>[0]) => on.get(accountKey(account)) ?? 0
      expect([balance(heldBy(7, CURRENCY)), balance(owedBy(7, CURRENCY))]).toEqual([0, 0])
      // By card the platform keeps its share; of what came by hand it is owed it.
      const share = balance(feesOf(7, CURRENCY)) + balance(ownIncome(CURRENCY))
      expect(balance(earnedBy(7, CURRENCY)) + share).toBe(
        0 - balance(inHand(CURRENCY)) - balance(clearing(CURRENCY)),
      )
      expect(share).toBeLessThanOrEqual(agreed.platform_fee + world.rows.length)
    }),
    { numRuns: 2_000 },
  )
}, 60_000)

test('what comes back of several payments is taken of the last ones first, and never more than each was', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1_000_000), { maxLength: 6 }), fc.nat(5_000_000), (amounts, sum) => {
      const back = spread(amounts, sum)
      const all = amounts.reduce((total, one) => total + one, 0)
      expect(back.reduce((total, one) => total + one, 0)).toBe(Math.min(all, sum))
      expect(back.every((one, at) => one >= 0 && one <= (amounts[at] ?? 0))).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})
