import { expect, test } from 'vitest'
import { type Agreed, againOf } from './rules.again.ts'

const moment = (slot_id: number) => ({
  slot_id,
  intent: 'dance' as const,
  title: null,
  from: `2026-05-02T0${slot_id}:00:00.000Z`,
  to: `2026-05-02T0${slot_id + 1}:00:00.000Z`,
})
const agreed = (project_id: number, ...slot_ids: number[]): Agreed => ({
  project_id,
  number: `T-${project_id}-${slot_ids.join('-')}`,
  moments: slot_ids.map((slot_id) => ({ slot_id, service_id: 10 * project_id })),
  paid: 0,
  refund: 0,
})
const asked = (all: readonly Agreed[]) =>
  againOf(all, [moment(1), moment(2)]).map(({ project_id, asks }) => [
    project_id,
    asks.map(({ slot_id }) => slot_id),
  ])

test('each is asked once, for all that they had agreed to and the plan still has', () => {
  expect(asked([agreed(7, 1), agreed(8, 9), agreed(7, 2)])).toEqual([[7, [1, 2]]])
})

test('put off twice: who plays a moment since is asked for it, not whoever had it for the first date', () => {
  expect(asked([agreed(7, 1), agreed(8, 2), agreed(9, 1)])).toEqual([
    [8, [2]],
    [9, [1]],
  ])
})
