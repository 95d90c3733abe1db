import { LESSON_STATES, type LessonState, LessonStep, type Side } from './contract.ts'

/*
 * What a step with a lesson does, by its state, who takes it and how long before it begins, written out by hand from what the
 * product promises: a change is free until twelve hours before; later, or not coming, costs the lesson; a teacher who cancels
 * or doesn't come gives back what was paid, and one lesson more from the second time within thirty days; what a teacher moved,
 * the student may leave for nothing. Checked against the rules in changes.test.ts, and carried out on the server in
 * booking/changes.routes.test.ts.
 */

/** When a step is taken, in the order of the table's columns: hours before the lesson of an hour begins, negative after. */
export const TIMES = [
  /** 24 h before, or more */
  { name: 'day', hours: [400, 30, 24] },
  /** from 12 to 24 h before */
  { name: 'half', hours: [23.99, 18, 12] },
  /** under 12 h before */
  { name: 'late', hours: [11.99, 5, 0.01] },
  /** begun, not for a quarter of an hour yet */
  { name: 'begun', hours: [0, -0.1, -0.24] },
  /** for a quarter of an hour, or more */
  { name: 'on', hours: [-0.25, -0.5, -0.99] },
  /** over */
  { name: 'over', hours: [-1, -3, -70] },
] as const
export type Time = (typeof TIMES)[number]['name']

/**
 * What an entry of the table means for a lesson by itself or a trial that was paid, for the credit of a package, and for the
 * teacher. `-`: it may not be taken. `.`: a lesson doesn't stand so then.
 */
export const MEANINGS = {
  /** It goes on: nothing is earned, nothing comes back. */
  on: { money: 'stays', credit: 'stays', counts: false },
  /** It costs nothing: money and credit come back. */
  back: { money: 'returns', credit: 'returns', counts: false },
  /** The same, and the second time within thirty days gives one lesson more. */
  owes: { money: 'returns', credit: 'returns', counts: true },
  /** It counts as taken: the money is the teacher's, the credit is spent. */
  taken: { money: 'earned', credit: 'stays', counts: false },
} as const
export type Meaning = keyof typeof MEANINGS

/** Every step that one of the two takes; anybody else's never is one. The last column: who is told. */
const TABLE = `
                               day    half   late   begun  on     over
requested
  teacher accept               on     on     on     -      -      -      student
  teacher decline              back   back   back   -      -      -      student
  teacher cancel_as_teacher    -      -      -      -      -      -
  student cancel_as_student    back   back   back   -      -      -      teacher
  student reschedule           -      -      -      -      -      -
  teacher reschedule           -      -      -      -      -      -
  student confirm              -      -      -      -      -      -
  student miss_as_teacher      -      -      -      -      -      -
  teacher miss_as_student      -      -      -      -      -      -

accepted
  teacher accept               -      -      -      -      -      -
  teacher decline              -      -      -      -      -      -
  teacher cancel_as_teacher    back   back   back   -      -      -      student
  student cancel_as_student    back   back   back   -      -      -      teacher
  student reschedule           -      -      -      -      -      -
  teacher reschedule           -      -      -      -      -      -
  student confirm              -      -      -      -      -      -
  student miss_as_teacher      -      -      -      -      -      -
  teacher miss_as_student      -      -      -      -      -      -

scheduled
rescheduled by student
  teacher accept               -      -      -      -      -      -
  teacher decline              -      -      -      -      -      -
  teacher cancel_as_teacher    owes   owes   owes   -      -      -      student
  student cancel_as_student    back   back   taken  -      -      -      teacher
  student reschedule           on     on     -      -      -      -      teacher
  teacher reschedule           on     on     -      -      -      -      student
  student confirm              -      -      -      -      -      -
  student miss_as_teacher      -      -      -      -      owes   owes   teacher
  teacher miss_as_student      -      -      -      -      taken  taken  student

rescheduled by teacher
  teacher accept               -      -      -      -      -      -
  teacher decline              -      -      -      -      -      -
  teacher cancel_as_teacher    owes   owes   owes   -      -      -      student
  student cancel_as_student    back   back   back   -      -      -      teacher
  student reschedule           on     on     -      -      -      -      teacher
  teacher reschedule           on     on     -      -      -      -      student
  student confirm              -      -      -      -      -      -
  student miss_as_teacher      -      -      -      -      owes   owes   teacher
  teacher miss_as_student      -      -      -      -      taken  taken  student

held
  teacher accept               .      .      .      .      .      -
  teacher decline              .      .      .      .      .      -
  teacher cancel_as_teacher    .      .      .      .      .      -
  student cancel_as_student    .      .      .      .      .      -
  student reschedule           .      .      .      .      .      -
  teacher reschedule           .      .      .      .      .      -
  student confirm              .      .      .      .      .      taken
  student miss_as_teacher      .      .      .      .      .      owes   teacher
  teacher miss_as_student      .      .      .      .      .      taken  student

confirmed
reviewed
no_show_student
no_show_teacher
declined
lapsed
cancelled_by_student
cancelled_by_teacher
  teacher accept               -      -      -      -      -      -
  teacher decline              -      -      -      -      -      -
  teacher cancel_as_teacher    -      -      -      -      -      -
  student cancel_as_student    -      -      -      -      -      -
  student reschedule           -      -      -      -      -      -
  teacher reschedule           -      -      -      -      -      -
  student confirm              -      -      -      -      -      -
  student miss_as_teacher      -      -      -      -      -      -
  teacher miss_as_student      -      -      -      -      -      -
`

/**
 * What the clock does by itself, in hours before a lesson of an hour begins: from when on it stood so, when that is over, what
 * it means and who is told. In any other state the clock does nothing.
 */
export const CLOCK = [
  // Nobody answered: two days, at most until it begins.
  { state: 'requested', since: 100, until: 52, step: 'lapse', means: 'back', told: ['student', 'teacher'] },
  { state: 'requested', since: 30, until: 0, step: 'lapse', means: 'back', told: ['student', 'teacher'] },
  // Nobody paid: two days, a day before it begins, two hours in any case.
  { state: 'accepted', since: 100, until: 52, step: 'lapse', means: 'back', told: ['student', 'teacher'] },
  { state: 'accepted', since: 60, until: 24, step: 'lapse', means: 'back', told: ['student', 'teacher'] },
  { state: 'accepted', since: 20, until: 18, step: 'lapse', means: 'back', told: ['student', 'teacher'] },
  // It is over: the student may say for three days that it wasn't as it should be.
  { state: 'scheduled', since: 60, until: -1, step: 'hold', means: 'on', told: ['student'] },
  { state: 'rescheduled', since: 60, until: -1, step: 'hold', means: 'on', told: ['student'] },
  { state: 'held', since: -1, until: -73, step: 'confirm', means: 'taken', told: [] },
] as const satisfies readonly {
  state: LessonState
  since: number
  until: number
  step: LessonStep
  means: Meaning
  told: readonly Side[]
}[]

/** One entry of the table. */
export interface Cell {
  state: LessonState
  /** Who moved it last. */
  moved_by: Side | null
  side: Side
  step: LessonStep
  time: Time
  means: Meaning | '-' | '.'
  told: readonly Side[]
}

const SIDE: Readonly<Record<string, Side>> = { student: 'student', teacher: 'teacher' }
const MEANS = [...Object.keys(MEANINGS), '-', '.'] as Cell['means'][]

function cellsOf(block: string): Cell[] {
  const lines = block.split('\n').filter((line) => line.trim() !== '')
  const states = lines.filter((line) => !line.startsWith(' '))
  return states.flatMap((line) => {
    const [name, , mover] = line.split(' ')
    const state = LESSON_STATES.find((one) => one === name)
    if (!state) throw new Error(`no state ${line}`)
    return lines
      .filter((one) => one.startsWith(' '))
      .flatMap((one): Cell[] => {
        const [side, step, ...means] = one.trim().split(/\s+/)
        const told = SIDE[means[TIMES.length] ?? '']
        return TIMES.map(({ name: time }, n) => {
          const found = MEANS.find((each) => each === means[n])
          const by = SIDE[side ?? '']
          if (!found || !by) throw new Error(`no entry ${line}: ${one}`)
          return {
            ...{ state, moved_by: SIDE[mover ?? ''] ?? null, side: by, step: LessonStep.parse(step), time },
            ...{ means: found, told: told ? [told] : [] },
          }
        })
      })
  })
}

/** Every entry of the table by itself. */
export const CELLS: readonly Cell[] = TABLE.split('\n').slice(2).join('\n').split('\n\n').flatMap(cellsOf)
