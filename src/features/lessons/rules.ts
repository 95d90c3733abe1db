import { canStep, type StepRow, stepsFrom } from '#core/contract/steps.ts'
import { addDays, DAY, HOUR, instantOf, MINUTE, wallClock } from '#core/contract/time.ts'
import {
  type AssignmentState,
  type AssignmentStep,
  type LessonModality,
  type LessonState,
  type LessonStep,
  type PackageState,
  SIDES,
  type Side,
} from './contract.ts'

/** Life of a lesson; buttons, the server's check and its history read the same table. */
export const LESSON_STEPS = {
  request: { from: [], to: 'requested', by: 'student' },
  accept: { from: ['requested'], to: 'accepted', by: 'teacher' },
  decline: { from: ['requested'], to: 'declined', by: 'teacher' },
  /** It is paid, by money or by a credit, or costs nothing. */
  schedule: { from: ['accepted'], to: 'scheduled', by: 'system' },
  /** What was said to be paid for it wasn't: it waits for that again. */
  unsettle: { from: ['scheduled', 'rescheduled'], to: 'accepted', by: 'system' },
  /** It takes place at another time. */
  reschedule: { from: ['scheduled', 'rescheduled'], to: 'rescheduled', by: ['student', 'teacher'] },
  cancel_as_student: {
    from: ['requested', 'accepted', 'scheduled', 'rescheduled'],
    to: 'cancelled_by_student',
    by: 'student',
  },
  cancel_as_teacher: {
    from: ['accepted', 'scheduled', 'rescheduled'],
    to: 'cancelled_by_teacher',
    by: 'teacher',
  },
  /** Nobody answered, or nobody paid. */
  lapse: { from: ['requested', 'accepted'], to: 'lapsed', by: 'clock' },
  /** Its time is over, and nobody has said that it didn't take place. */
  hold: { from: ['scheduled', 'rescheduled'], to: 'held', by: 'clock' },
  confirm: { from: ['held'], to: 'confirmed', by: ['student', 'clock'] },
  miss_as_student: { from: ['scheduled', 'rescheduled', 'held'], to: 'no_show_student', by: 'teacher' },
  miss_as_teacher: { from: ['scheduled', 'rescheduled', 'held'], to: 'no_show_teacher', by: 'student' },
  review: { from: ['confirmed'], to: 'reviewed', by: 'system' },
} as const satisfies Record<LessonStep, StepRow<LessonState, Side | 'clock' | 'system'>>

/** Life of a package of lessons. */
export const PACKAGE_STEPS = {
  order: { from: [], to: 'ordered', by: 'student' },
  /** What was paid for it arrived. */
  activate: { from: ['ordered'], to: 'active', by: 'system' },
  cancel: { from: ['ordered'], to: 'cancelled', by: 'student' },
  lapse: { from: ['ordered'], to: 'lapsed', by: 'clock' },
  /** All of its lessons were taken. */
  finish: { from: ['active'], to: 'used', by: 'clock' },
  expire: { from: ['active'], to: 'expired', by: 'clock' },
  /** A credit came back after its time was over: there is time again. */
  revive: { from: ['expired', 'used'], to: 'active', by: 'system' },
  /** The teacher gives back what is left. */
  refund: { from: ['active'], to: 'refunded', by: 'teacher' },
  /** The bank of who paid it by card took all of it back. */
  charge_back: { from: ['active'], to: 'refunded', by: 'system' },
} as const satisfies Record<string, StepRow<PackageState, Side | 'clock' | 'system'>>
export type PackageStep = keyof typeof PACKAGE_STEPS

/** Life of an assignment: the teacher gives it, the student turns it in, as often as it takes. */
export const ASSIGNMENT_STEPS = {
  give: { from: [], to: 'given', by: 'teacher' },
  turn_in: { from: ['given', 'returned'], to: 'turned_in', by: 'student' },
  /** Once more, with what is to be better. */
  return: { from: ['turned_in'], to: 'returned', by: 'teacher' },
  accept: { from: ['turned_in'], to: 'done', by: 'teacher' },
  /** It was given by mistake, or isn't needed any more: what was turned in already isn't thrown away. */
  withdraw: { from: ['given'], to: 'withdrawn', by: 'teacher' },
} as const satisfies Record<AssignmentStep, StepRow<AssignmentState, Side>>

/** Assignments that wait for either side. */
export const OPEN_ASSIGNMENTS = [
  'given',
  'turned_in',
  'returned',
] as const satisfies readonly AssignmentState[]

/** Lessons that hold both people's time. */
export const UPCOMING = [
  'requested',
  'accepted',
  'scheduled',
  'rescheduled',
] as const satisfies readonly LessonState[]

/** Lessons that certainly take place. */
export const SETTLED = ['scheduled', 'rescheduled'] as const satisfies readonly LessonState[]

/** Lessons that were had. */
export const HAD = ['held', 'confirmed', 'reviewed'] as const satisfies readonly LessonState[]

/** Lessons that take place, or took place: who gives one teaches who takes it. */
export const TAUGHT = [...SETTLED, ...HAD] as const satisfies readonly LessonState[]

/** A lesson certainly takes place, or took place: from then on its two sides know how to reach each other. */
export const isSure = (state: LessonState): boolean => TAUGHT.some((one) => one === state)

/**
 * Where a lesson in person is held, as its two sides read it: nowhere until it is certain. What is to come follows the usual
 * place of its teacher; what was had has the place that it was held at.
 */
export const placeOf = (
  { state, modality, place }: { state: LessonState; modality: LessonModality; place: string },
  usual: string,
): string => {
  if (modality !== 'in_person' || !isSure(state)) return ''
  return place || (SETTLED.some((one) => one === state) ? usual : '')
}

/** Lessons by which a substitute sees how the student gets on: theirs, until it is confirmed. */
export const PROGRESS_FOR_SUBSTITUTES = [...SETTLED, 'held'] as const satisfies readonly LessonState[]

/* ---------------------------------------------------------------- how long each thing has */

/** Until when a lesson can be moved or cancelled for nothing. */
export const FREE_UNTIL = 12 * HOUR
/** How long a teacher has to answer a request, at most until the lesson begins. */
export const REPLY_HOURS = 48
/** How long a lesson that was accepted, or a package, can be paid. */
export const PAY_HOURS = 48
export const PACKAGE_PAY_HOURS = 72
/** A lesson is to be paid by then, where there is time. */
const PAID_BEFORE = 24 * HOUR
/** How long a student has to say that a lesson wasn't held as it should have been. */
export const CONFIRM_HOURS = 72
/** From when on somebody may say that the other didn't come. */
export const MISSED_AFTER = 15 * MINUTE
/** The soonest that a lesson can begin. */
export const SOONEST = 2 * HOUR
/** How far ahead a lesson can be booked. */
export const FARTHEST_DAYS = 190
/** A reminder goes out so long before a lesson begins. */
export const REMIND_BEFORE = 24 * HOUR
/** How long credits last, in months. */
export const CREDIT_MONTHS = 6
/** What comes back after the credits ran out can still be used for so long. */
export const REVIVED_DAYS = 30
/** Days before the end of which somebody is warned. */
export const WARNED_DAYS = [30, 7] as const
/** A teacher who cancels for the second time within these days gives one more lesson. */
export const CANCELLED_WITHIN = 30 * DAY

/** By when a request is answered, or it lapses. */
export const replyBy = (starts_at: string, now: Date): string =>
  new Date(Math.min(now.getTime() + REPLY_HOURS * HOUR, Date.parse(starts_at))).toISOString()

/** By when an accepted lesson is paid, or it lapses: two days, a day before it begins where there is time for that. */
export function payBy(starts_at: string, now: Date): string {
  const start = Date.parse(starts_at)
  const soonest = now.getTime() + 2 * HOUR
  const wanted = Math.min(now.getTime() + PAY_HOURS * HOUR, start - PAID_BEFORE)
  return new Date(Math.min(Math.max(wanted, soonest), start)).toISOString()
}

/** When credits that begin now run out: six months later on the calendar. */
export function expiryOf(from: Date): string {
  const at = new Date(from)
  const day = at.getUTCDate()
  at.setUTCMonth(at.getUTCMonth() + CREDIT_MONTHS, 1)
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()
  at.setUTCDate(Math.min(day, last))
  return at.toISOString()
}

/** How many days before the end somebody is warned by now; null where it is too early. */
export function warningDue(expires_at: string, now: Date): (typeof WARNED_DAYS)[number] | null {
  const left = Date.parse(expires_at) - now.getTime()
  return [...WARNED_DAYS].reverse().find((days) => left <= days * DAY) ?? null
}

/* ---------------------------------------------------------------- what a step costs */

/** How long before a lesson a step is taken. */
export type Notice = 'in_time' | 'late'

/** What follows for the student's money or credit, and who is told of it. */
export interface Consequence {
  step: LessonStep
  /** States that it is so in. */
  from: readonly LessonState[]
  notice: Notice | 'any'
  /** `nothing`: what was paid comes back; `lesson`: it counts as taken; `refused`: the step can't be taken so late. */
  costs: 'nothing' | 'lesson' | 'refused'
  /** It counts against the teacher: one more lesson after the second within thirty days. */
  counts: boolean
  /** `other`: whoever didn't take the step. */
  tells: readonly Side[] | 'other'
}

const UNSETTLED = ['requested', 'accepted'] as const
const MISSED = ['scheduled', 'rescheduled', 'held'] as const

/** Changes, cancellations and not coming: state × step × time before the lesson. */
export const CONSEQUENCES: readonly Consequence[] = [
  {
    step: 'decline',
    from: ['requested'],
    notice: 'any',
    costs: 'nothing',
    counts: false,
    tells: ['student'],
  },
  {
    step: 'lapse',
    from: UNSETTLED,
    notice: 'any',
    costs: 'nothing',
    counts: false,
    tells: ['student', 'teacher'],
  },
  {
    step: 'cancel_as_student',
    from: UNSETTLED,
    notice: 'any',
    costs: 'nothing',
    counts: false,
    tells: ['teacher'],
  },
  {
    step: 'cancel_as_student',
    from: SETTLED,
    notice: 'in_time',
    costs: 'nothing',
    counts: false,
    tells: ['teacher'],
  },
  {
    step: 'cancel_as_student',
    from: SETTLED,
    notice: 'late',
    costs: 'lesson',
    counts: false,
    tells: ['teacher'],
  },
  {
    step: 'cancel_as_teacher',
    from: ['accepted'],
    notice: 'any',
    costs: 'nothing',
    counts: false,
    tells: ['student'],
  },
  {
    step: 'cancel_as_teacher',
    from: SETTLED,
    notice: 'any',
    costs: 'nothing',
    counts: true,
    tells: ['student'],
  },
  {
    step: 'reschedule',
    from: SETTLED,
    notice: 'in_time',
    costs: 'nothing',
    counts: false,
    tells: 'other',
  },
  { step: 'reschedule', from: SETTLED, notice: 'late', costs: 'refused', counts: false, tells: [] },
  {
    step: 'miss_as_student',
    from: MISSED,
    notice: 'any',
    costs: 'lesson',
    counts: false,
    tells: ['student'],
  },
  {
    step: 'miss_as_teacher',
    from: MISSED,
    notice: 'any',
    costs: 'nothing',
    counts: true,
    tells: ['teacher'],
  },
]

/** What decides how late a step is. */
export interface Noticed {
  state: LessonState
  starts_at: string
  /** Who moved it last. */
  moved_by: Side | null
}

/** Whether a change is in time. What the teacher moved, the student may leave for nothing until it begins. */
export function noticeOf({ state, starts_at, moved_by }: Noticed, step: LessonStep, now: Date): Notice {
  const left = Date.parse(starts_at) - now.getTime()
  if (step === 'cancel_as_student' && state === 'rescheduled' && moved_by === 'teacher')
    return left > 0 ? 'in_time' : 'late'
  return left >= FREE_UNTIL ? 'in_time' : 'late'
}

/** What follows from a step now; null for steps that only go on. */
export function consequenceOf(lesson: Noticed, step: LessonStep, now: Date): Consequence | null {
  const notice = noticeOf(lesson, step, now)
  return (
    CONSEQUENCES.find(
      (one) =>
        one.step === step &&
        one.from.includes(lesson.state) &&
        (one.notice === 'any' || one.notice === notice),
    ) ?? null
  )
}

/** Who is told of a step that somebody took. */
export const toldOf = ({ tells }: Pick<Consequence, 'tells'>, actor: Side | 'clock'): readonly Side[] =>
  tells === 'other' ? SIDES.filter((side) => side !== actor) : tells

/** Who is told that somebody moved a lesson; a holiday moves whatever falls into it, however late that is. */
export function toldOfMove(actor: Side): readonly Side[] {
  const row = CONSEQUENCES.find(({ step, costs }) => step === 'reschedule' && costs !== 'refused')
  return row ? toldOf(row, actor) : []
}

/** When a step may be taken, besides the state: before a lesson begins, or after. */
function isTime({ starts_at }: Noticed, step: LessonStep, now: Date): boolean {
  const begins = Date.parse(starts_at)
  if (step === 'miss_as_student' || step === 'miss_as_teacher') return now.getTime() >= begins + MISSED_AFTER
  if (step === 'confirm') return true
  return now.getTime() < begins
}

/** Whether somebody may take a step with a lesson now. */
export const mayTake = (lesson: Noticed, step: LessonStep, side: Side, now: Date): boolean =>
  canStep(LESSON_STEPS, step, lesson.state, side) &&
  isTime(lesson, step, now) &&
  consequenceOf(lesson, step, now)?.costs !== 'refused'

/** The steps that somebody may take with a lesson now, in the table's order. */
export const stepsOf = (lesson: Noticed, side: Side, now: Date): LessonStep[] =>
  stepsFrom(LESSON_STEPS, lesson.state, side).filter((step) => mayTake(lesson, step, side, now))

/** Whether a cancellation gives one more lesson: the second of a teacher's with a student within thirty days, and each after. */
export const givesOneMore = (before: number): boolean => before >= 1

/* ---------------------------------------------------------------- where */

/**
 * How a lesson is held: as the student asked, among the ways in which it is offered.
 * @param offered of the service; null counts as both
 * @returns null where it is offered both ways and they said none, or isn't offered as they asked
 */
export function heldAs(
  offered: LessonModality | 'both' | null,
  asked: LessonModality | undefined,
): LessonModality | null {
  if (offered === null || offered === 'both') return asked ?? null
  return asked === undefined || asked === offered ? offered : null
}

/**
 * Whether a lesson is held in the built-in room: its teacher said so, it is held online, it certainly takes place, or took
 * place, and no place of its own was said for it.
 */
export const isInRoom = ({
  state,
  modality,
  room,
  link,
}: {
  state: LessonState
  modality: LessonModality
  room: boolean
  link: string
}): boolean => room && link === '' && modality === 'online' && isSure(state)

/* ---------------------------------------------------------------- a series */

/**
 * The starts of a weekly series: the same hour on the teacher's clock, week after week. On a clock that changes
 * meanwhile it is another hour.
 * @param first instant of the first lesson
 * @param zone the teacher's
 */
export function weeklyStarts(first: string, count: number, zone: string): string[] {
  const { day, time } = wallClock(first, zone)
  return Array.from({ length: count }, (_, n) =>
    n === 0 ? new Date(first).toISOString() : instantOf(addDays(day, 7 * n), time, zone).toISOString(),
  )
}
