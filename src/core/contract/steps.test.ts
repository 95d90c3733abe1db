import { expect, it } from 'vitest'
import { canStep, type StepRow, stepsFrom } from './steps.ts'

const DOOR = {
  open: { from: ['shut'], to: 'open', by: ['guest', 'porter'] },
  shut: { from: ['open'], to: 'shut', by: 'porter' },
  lock: { from: ['shut'], to: 'locked', by: 'porter' },
  board_up: { from: ['open', 'shut', 'locked'], to: 'boarded', by: 'clock' },
} as const satisfies Record<
  string,
  StepRow<'open' | 'shut' | 'locked' | 'boarded', 'guest' | 'porter' | 'clock'>
>

it('a step starts from the states of its row alone', () => {
  expect(canStep(DOOR, 'open', 'shut')).toBe(true)
  expect(canStep(DOOR, 'open', 'locked')).toBe(false)
})
it('and is taken by whom the row names', () => {
  expect(canStep(DOOR, 'open', 'shut', 'guest')).toBe(true)
  expect(canStep(DOOR, 'lock', 'shut', 'guest')).toBe(false)
  expect(canStep(DOOR, 'lock', 'shut', 'porter')).toBe(true)
})
it('the steps that somebody may take come in the order of the table', () => {
  expect(stepsFrom(DOOR, 'shut', 'porter')).toEqual(['open', 'lock'])
  expect(stepsFrom(DOOR, 'shut')).toEqual(['open', 'lock', 'board_up'])
  expect(stepsFrom(DOOR, 'boarded')).toEqual([])
})
it('knows its own words', () => {
  // @ts-expect-error no such step
  expect(canStep(DOOR, 'jump', 'shut')).toBe(false)
  // @ts-expect-error nobody of that name takes a step
  expect(canStep(DOOR, 'open', 'shut', 'burglar')).toBe(false)
})
