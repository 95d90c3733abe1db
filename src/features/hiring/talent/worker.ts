import highs from 'highs'
import {
  apart,
  bestForMoney,
  bestOfEach,
  byTurns,
  type Choice,
  choicesOf,
  isPossible,
  type LineUpSlot,
  leavingOut,
  lineUpProblem,
  pointsOf,
  priceOf,
  projectsBySlot,
  type Try,
} from './rules.lineUp.ts'

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

/** The best line-up as far as the budget pays, by the optimiser. What it found when its time ran out counts too. */
async function solved(
  choices: readonly Choice[],
  budget: number | null,
  limit_ms: number,
): Promise<Found | null> {
  if (limit_ms <= 0) return null
  solver ??= load()
  const problem = lineUpProblem(choices, budget)
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
  if (solution.Status === 'Optimal') return { taken, best: true }
  // Whatever it had when it was stopped is taken only if it is a line-up.
  const isLineUp = isPossible(taken) && (budget === null || priceOf(taken) <= budget)
  return isLineUp ? { taken, best: false } : null
}

/**
 * The best line-up. What is easy is done without the optimiser: nothing excludes or costs too much, or only money is
 * short. Then slots that have nothing to do with each other are solved apart; only if the money is short as well, all
 * of them together.
 */
async function search(choices: readonly Choice[], budget: number, until: number): Promise<Found> {
  const wished = bestOfEach(choices)
  if (isPossible(wished) && priceOf(wished) <= budget) return { taken: wished, best: true }
  const paid = bestForMoney(choices, budget)
  if (isPossible(paid)) return { taken: paid, best: true }

  const left = () => until - performance.now()
  const parts: (Found | null)[] = []
  for (const part of apart(choices)) {
    const own = bestOfEach(part)
    parts.push(isPossible(own) ? { taken: own, best: true } : await solved(part, null, left()))
  }
  const free = parts.flatMap((part) => part?.taken ?? [])
  const isFree = parts.every((part) => part?.best)
  if (isFree && priceOf(free) <= budget) return { taken: free, best: true }

  // Ready before the optimiser has its time, as it seldom has anything when it is stopped.
  const good = leavingOut(choices, budget, () => left() < 0)
  const found = isFree ? await solved(choices, budget, left()) : null
  if (found?.best) return found
  const others = [good, found?.taken, priceOf(free) <= budget ? free : null].filter((one) => !!one)
  const taken = others.reduce(
    (most, one) => (pointsOf(one) > pointsOf(most) ? one : most),
    byTurns(choices, budget),
  )
  return { taken, best: false }
}

/**
 * The line-up of most worth over all slots, within the budget and with nobody in two places. The same slots always
 * give the same line-up, as long as there is time to find the best one.
 */
export async function chooseLineUp({ slots, budget, limit_ms }: LineUpTask): Promise<LineUp> {
  const until = performance.now() + limit_ms
  const choices = choicesOf(slots)
  const { taken, best } = await search(choices, budget, until)
  return { chosen: projectsBySlot(choices, taken), best }
}
