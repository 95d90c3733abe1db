import { describe, expect, it } from 'vitest'
import { canStep } from '#core/contract/steps.ts'
import { HOUR } from '#core/contract/time.ts'
import { CELLS, type Cell, CLOCK, MEANINGS, TIMES } from './changes.fixture.ts'
import { LESSON_STATES, LESSON_STEP_NAMES, type LessonStep, SIDES } from './contract.ts'
import { consequenceOf, LESSON_STEPS, mayTake, toldOf } from './rules.ts'

/* The rules against what is written down by hand, entry by entry. */

const START = Date.parse('2026-03-10T16:00:00.000Z')
/** Steps that one of the two takes with a lesson that was asked for. */
const TAKEN = LESSON_STEP_NAMES.filter(
  (step) => step !== 'request' && SIDES.some((side) => [LESSON_STEPS[step].by].flat().includes(side)),
)
const key = (parts: readonly unknown[]) => parts.join(' ')

describe('the table of changes, cancellations and not coming', () => {
  it('has every state, whoever moved it, with every step of each, at every time, once', () => {
    const wanted = LESSON_STATES.flatMap((state) =>
      (state === 'rescheduled' ? SIDES : [null]).flatMap((moved_by) =>
        TAKEN.flatMap((step) =>
          SIDES.filter((side) => [LESSON_STEPS[step].by].flat().includes(side as never)).flatMap((side) =>
            TIMES.map(({ name }) => key([state, moved_by, side, step, name])),
          ),
        ),
      ),
    )
    const said = CELLS.map(({ state, moved_by, side, step, time }) =>
      key([state, moved_by, side, step, time]),
    )
    expect(said.toSorted()).toEqual(wanted.toSorted())
    expect(new Set(said).size).toBe(said.length)
  })

  const states = new Set(CELLS.map(({ state, moved_by }) => key([state, moved_by])))
  it.each([...states])('holds for a lesson that is %s', (name) => {
    for (const cell of CELLS.filter(({ state, moved_by }) => key([state, moved_by]) === name))
      for (const hours of TIMES.find(({ name: time }) => time === cell.time)?.hours ?? []) check(cell, hours)
  })

  function check({ state, moved_by, side, step, means, told }: Cell, hours: number) {
    if (means === '.') return
    const lesson = { state, moved_by, starts_at: new Date(START).toISOString() }
    const now = new Date(START - hours * HOUR)
    const what = `${side} ${step} ${hours} h before`
    expect(mayTake(lesson, step, side, now), what).toBe(means !== '-')
    // Nobody takes the other's step.
    for (const other of SIDES)
      if (![LESSON_STEPS[step].by].flat().includes(other as never))
        expect(mayTake(lesson, step, other, now), `${what}, as ${other}`).toBe(false)
    if (means === '-') return
    const found = consequenceOf(lesson, step, now)
    // What only goes on, or ends as it should, is no change.
    if (step === 'accept' || step === 'confirm') {
      expect(found, what).toBeNull()
      return
    }
    const { money, counts } = MEANINGS[means]
    expect(found, what).toMatchObject({ costs: money === 'earned' ? 'lesson' : 'nothing', counts })
    if (found) expect(toldOf(found, side), what).toEqual(told)
  }

  it('has every state that the clock ends or goes on with, and no other', () => {
    for (const state of LESSON_STATES)
      for (const step of LESSON_STEP_NAMES)
        expect(canStep(LESSON_STEPS, step, state, 'clock'), `${state} ${step}`).toBe(
          CLOCK.some((one) => one.state === state && one.step === (step as LessonStep)),
        )
    for (const { state, step, told, means } of CLOCK) {
      const lesson = { state, moved_by: null, starts_at: new Date(START).toISOString() }
      const found = consequenceOf(lesson, step, new Date(START))
      if (step !== 'lapse') expect(found).toBeNull()
      else {
        expect(found).toMatchObject({ costs: 'nothing', counts: MEANINGS[means].counts })
        if (found) expect(toldOf(found, 'clock')).toEqual(told)
      }
    }
  })
})
