import highs from 'highs'
import {
  apart,
  bestForMoney,
  bestOfEach,
  byBranches,
  byWorth,
  type Choice,
  choicesOf,
  isPossible,
  type Limits,
  type LineUpSlot,
  lineUpProblem,
  priceOf,
  projectsBySlot,
  type Try,
  worthOf,
} from './rules.lineUp.ts'
import { byTurns } from './rules.turns.ts'

/* What a worker thread runs: nothing here may need the app. */

/** The package is typed as CommonJS and loaded as a module, so its loader is where the types don't see it. */
const load = highs as unknown as typeof highs.default
let solver: ReturnType<typeof load> | undefined

/** What is to be filled, for how much at most (minor units), and how long choosing may take. */
export interface LineUpTask {
  slots: readonly LineUpSlot[]
  budget: number
  limit_ms: number
}

export interface LineUp {
  /** Project by slot; a slot that stays empty isn't in it. */
  chosen: Map<number, number>
  /** There is no better one; false where the time ran out and it is the best that was found. */
  best: boolean
}

const OPTIONS = {
  output_flag: false,
  mip_rel_gap: 0,
  mip_abs_gap: 0.5,
  // The problem comes pruned and is small: what prepares big ones costs several times the search itself.
  presolve: 'off',
  mip_heuristic_effort: 0,
  mip_detect_symmetry: false,
} as const

interface Found {
  taken: Try[]
  best: boolean
}

/** What the optimiser makes of a problem. What it had when its time ran out is taken only if it is a line-up. */
async function answerOf(choices: readonly Choice[], limits: Limits, limit_ms: number): Promise<Found | null> {
  if (limit_ms <= 0) return null
  solver ??= load()
  const problem = lineUpProblem(choices, limits)
  let solution: ReturnType<Awaited<typeof solver>['solve']>
  try {
    solution = (await solver).solve(problem, { ...OPTIONS, time_limit: limit_ms / 1000 })
  } catch {
    // It ran out of memory, say: what it leaves behind can't be used again.
    solver = undefined
    return null
  }
  const isTaken = ({ name }: Try) => {
    const column = solution.Columns[name] as { Primal?: number } | undefined
    return (column?.Primal ?? 0) > 0.5
  }
  const taken = choices.flatMap(({ tries }) => tries.filter(isTaken).slice(0, 1))
  const { budget = Number.POSITIVE_INFINITY, worth = 0 } = limits
  const isLineUp = isPossible(taken) && priceOf(taken) <= budget && worthOf(taken) >= worth
  return isLineUp ? { taken, best: solution.Status === 'Optimal' } : null
}

/**
 * The line-up of most worth as far as the budget pays, and of those the cheapest, by the optimiser.
 * @param until when it has to be over, by `performance.now()`
 */
export async function byOptimiser(
  choices: readonly Choice[],
  budget: number | undefined,
  until: number,
): Promise<Found | null> {
  // Loading it isn't the line-up's time: a thread does it once.
  const begun = performance.now()
  solver ??= load()
  await solver
  const end = until + performance.now() - begun
  const found = await answerOf(choices, { budget }, end - performance.now())
  if (!found?.best) return found
  const worth = worthOf(found.taken)
  const cheapest = await answerOf(choices, { budget, worth }, end - performance.now())
  return cheapest ?? { ...found, best: false }
}

/**
 * The best line-up. What is easy is done without the optimiser: nothing excludes or costs too much, only money is
 * short, or few exclude each other. Then slots that have nothing to do with each other are solved apart; only if the
 * money is short as well, all of them together. Where the time runs out, what is answered is never worse than what taking
 * turns makes of it.
 */
async function search(choices: readonly Choice[], budget: number, until: number): Promise<Found> {
  const wished = bestOfEach(choices)
  if (isPossible(wished) && priceOf(wished) <= budget) return { taken: wished, best: true }
  const paid = bestForMoney(choices, budget)
  if (isPossible(paid)) return { taken: paid, best: true }

  const half = (performance.now() + until) / 2
  const good = byBranches(choices, budget, byTurns(choices, budget), () => performance.now() > half)
  if (good.best) return good

  const free = await withoutLimit(choices, until)
  const isPaid = priceOf(free.taken) <= budget
  if (free.best && isPaid) return free
  const found = free.best ? await byOptimiser(choices, budget, until) : null
  const all = [good.taken, ...(isPaid ? [free.taken] : []), ...(found ? [found.taken] : [])]
  const [taken = []] = all.sort(byWorth)
  return { taken, best: found?.best ?? false }
}

/** The best line-up as if there was money enough: slots that have nothing to do with each other are solved apart. */
async function withoutLimit(choices: readonly Choice[], until: number): Promise<Found> {
  const parts: Found[] = []
  for (const part of apart(choices)) {
    const own = bestOfEach(part)
    if (isPossible(own)) {
      parts.push({ taken: own, best: true })
      continue
    }
    const found = await byOptimiser(part, undefined, until)
    if (found?.best) {
      parts.push(found)
      continue
    }
    const turns = byTurns(part, Number.POSITIVE_INFINITY)
    const [taken = turns] = [turns, ...(found ? [found.taken] : [])].sort(byWorth)
    parts.push({ taken, best: false })
  }
  return { taken: parts.flatMap(({ taken }) => taken), best: parts.every(({ best }) => best) }
}

/**
 * The best line-up over all slots, within the budget that they share and with nobody in two places: as many required
 * slots as can be filled, then the most fit, then the most money left. One project may play several slots. The same
 * slots always give the same line-up, as long as there is time to find the best one.
 */
export async function chooseLineUp({ slots, budget, limit_ms }: LineUpTask): Promise<LineUp> {
  const until = performance.now() + limit_ms
  const choices = choicesOf(slots)
  const { taken, best } = await search(choices, budget, until)
  return { chosen: projectsBySlot(choices, taken), best }
}
