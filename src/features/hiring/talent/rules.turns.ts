import { byBest, byWorth, type Choice, priceOf, type Try } from './rules.lineUp.ts'

/* Line-ups that are found at once: what a search begins with, and what is left where there is no time for one. */

type Order<T> = (a: T, b: T) => number

/** The least that a slot can be filled for. */
const leastOf = ({ tries }: Choice): number => Math.min(...tries.map(({ candidate }) => candidate.price))

/** Whose turn it is: slots as they are played, those with the fewest to choose from, or those that cost least first. */
const ORDERS: readonly Order<Choice>[] = [
  () => 0,
  (a, b) => a.tries.length - b.tries.length,
  (a, b) => leastOf(a) - leastOf(b),
]

const byPrice: Order<Try> = (a, b) => a.candidate.price - b.candidate.price || byBest(a, b)

/** Exchanges that one line-up is improved by; a plan of twenty slots hardly ever takes half of them. */
const MOST_EXCHANGES = 400

/**
 * The best of some line-ups that are made slot by slot, required ones first. Each slot takes its best, which may leave
 * nothing for the others, or its cheapest: with what that leaves, others are then taken instead.
 */
export function byTurns(choices: readonly Choice[], budget: number): Try[] {
  const worthTaking = choices.map(({ slot, tries }) => ({
    slot,
    tries: tries.filter(({ worth }) => worth > 0),
  }))
  const made = ORDERS.flatMap((order) => {
    const all = [...worthTaking].sort(
      (a, b) => Number(b.slot.required) - Number(a.slot.required) || order(a, b),
    )
    // Money may do more for the required ones than the cheapest of the others would.
    const required = all.filter(({ slot }) => slot.required)
    return [
      oneByOne(all, budget, byBest),
      oneByOne(all, budget, byPrice),
      oneByOne(required, budget, byPrice),
    ]
  })
  const [best = []] = made.map((taken) => improved(worthTaking, budget, taken)).sort(byWorth)
  return best
}

/** Slot by slot, each the first in an order who is possible beside those before, and paid by what they leave. */
function oneByOne(choices: readonly Choice[], budget: number, order: Order<Try>): Try[] {
  const taken: Try[] = []
  let left = budget
  for (const { tries } of choices) {
    const one = [...tries]
      .sort(order)
      .find(
        ({ candidate, excludes }) => candidate.price <= left && !taken.some((other) => excludes.has(other)),
      )
    if (!one) continue
    taken.push(one)
    left -= one.candidate.price
  }
  return taken
}

/** Somebody taken for a slot, in the place of whoever it has. */
interface Exchange {
  choice: Choice
  one: Try
  /** The slot is required and has nobody. */
  fills: boolean
  /** In worth, never less than nothing. */
  gain: number
  /** What it costs more; less than nothing where it saves money. */
  cost: number
}

/** A required slot filled first, then the most gain for its money. */
const byGain: Order<Exchange> = (a, b) =>
  Number(b.fills) - Number(a.fills) ||
  b.gain * Math.max(0, a.cost) - a.gain * Math.max(0, b.cost) ||
  b.gain - a.gain ||
  a.cost - b.cost

/** A line-up after exchanges, one after the other, each worth more or as much for less: never worse than it was. */
function improved(choices: readonly Choice[], budget: number, start: readonly Try[]): Try[] {
  const taken = new Map<Choice, Try>()
  for (const choice of choices) {
    const one = choice.tries.find((each) => start.includes(each))
    if (one) taken.set(choice, one)
  }
  let left = budget - priceOf(start)
  for (let done = 0; done < MOST_EXCHANGES; done++) {
    const best = bestExchange(choices, taken, left)
    if (!best) break
    taken.set(best.choice, best.one)
    left -= best.cost
  }
  return [...taken.values()]
}

function bestExchange(
  choices: readonly Choice[],
  taken: ReadonlyMap<Choice, Try>,
  left: number,
): Exchange | undefined {
  let best: Exchange | undefined
  for (const choice of choices) {
    const now = taken.get(choice)
    const others = [...taken.values()].filter((one) => one !== now)
    const fills = choice.slot.required && !now
    for (const one of choice.tries) {
      const gain = one.worth - (now?.worth ?? 0)
      const cost = one.candidate.price - (now?.candidate.price ?? 0)
      if (cost > left || gain < 0 || (gain === 0 && cost >= 0)) continue
      const exchange = { choice, one, fills, gain, cost }
      if (best && byGain(best, exchange) <= 0) continue
      if (!others.some((other) => one.excludes.has(other))) best = exchange
    }
  }
  return best
}
