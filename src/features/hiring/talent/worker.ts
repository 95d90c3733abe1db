import highs from 'highs'
import {
  collide,
  type LineUpCandidate,
  type LineUpSlot,
  lineUpProblem,
  shortened,
  worthOf,
} from './rules.lineUp.ts'

/* What a worker thread runs: nothing here may need the app. */

/** The package is typed as CommonJS and loaded as a module, so its loader is where the types don't see it. */
const load = highs as unknown as typeof highs.default
let solver: ReturnType<typeof load> | undefined

/** What is to be filled, for how much at most (minor units). */
export interface LineUpTask {
  slots: readonly LineUpSlot[]
  budget: number
}

/**
 * The line-up of most worth over all slots, within the budget and with nobody in two places. The same slots always
 * give the same line-up.
 * @returns project by slot; a slot that stays empty isn't in it
 */
export async function chooseLineUp({ slots, budget }: LineUpTask): Promise<Map<number, number>> {
  const chosen = new Map<number, number>()
  const problem = lineUpProblem(slots, budget)
  if (!problem) return chosen
  solver ??= load()
  const solution = (await solver).solve(problem.lp, {
    output_flag: false,
    mip_rel_gap: 0,
    mip_abs_gap: 0.5,
    // The problem comes pruned and is small: what prepares big ones costs several times the search itself.
    presolve: 'off',
    mip_heuristic_effort: 0,
    mip_detect_symmetry: false,
    // Far beyond what it takes, so that a busy machine chooses like an idle one.
    time_limit: 10,
  })
  if (solution.Status !== 'Optimal') return byTurns(slots, budget)
  for (const [name, column] of Object.entries(solution.Columns)) {
    const variable = problem.variables.get(name)
    if (variable && (column as { Primal?: number }).Primal && (column as { Primal: number }).Primal > 0.5)
      chosen.set(variable.slot_id, variable.project_id)
  }
  return chosen
}

/** Where the optimiser runs out of time: required slots first, each its best that still fits. */
function byTurns(line_up: readonly LineUpSlot[], budget: number): Map<number, number> {
  const taken: { slot: LineUpSlot; candidate: LineUpCandidate }[] = []
  let left = budget
  const order = [...line_up].sort(
    (a, b) => Number(b.required) - Number(a.required) || a.candidates.length - b.candidates.length,
  )
  for (const slot of order) {
    const best = shortened(slot.candidates)
      .sort((a, b) => worthOf(slot, b) - worthOf(slot, a))
      .find(
        (one) => one.price <= left && !taken.some((other) => collide(slot, one, other.slot, other.candidate)),
      )
    if (!best) continue
    taken.push({ slot, candidate: best })
    left -= best.price
  }
  return new Map(taken.map(({ slot, candidate }) => [slot.slot_id, candidate.project_id]))
}
