import type { Stage } from './contract.ts'
import { milestoneOf } from './rules.ts'

/** The journey in five acts; together they are MILESTONES, in their order. */
export const ACTS = [
  { id: 'brief', stages: ['draft', 'scored'] },
  { id: 'plan', stages: ['planned'] },
  { id: 'talent', stages: ['recommended', 'scouting', 'available'] },
  { id: 'agreement', stages: ['contracting', 'confirmed'] },
  { id: 'show', stages: ['tracking', 'delivered', 'results', 'closed'] },
] as const satisfies readonly { id: string; stages: readonly Stage[] }[]
export type Act = (typeof ACTS)[number]['id']

/** The act that a stage is of; none once the order has ended before its time. */
export function actOf(stage: Stage): Act | null {
  const place = milestoneOf(stage)
  return ACTS.find((act) => (act.stages as readonly Stage[]).some((one) => one === place))?.id ?? null
}
