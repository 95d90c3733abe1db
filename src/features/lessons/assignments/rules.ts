import { wallClock } from '#core/contract/time.ts'
import type { Assignment, AssignmentSummary } from './contract.ts'

/** Whether nothing of an assignment changes any more. */
export const isOver = ({ state }: Pick<Assignment, 'state'>): boolean =>
  state === 'done' || state === 'withdrawn'

/** Whether an assignment waits for the student. */
export const isAwaited = ({ state }: Pick<Assignment, 'state'>): boolean =>
  state === 'given' || state === 'returned'

/** Whether an assignment waits though its day is over on the student's clock, whoever looks at it from wherever. */
export const isLate = (
  assignment: Pick<AssignmentSummary, 'due' | 'state' | 'student_zone'>,
  now: Date,
): boolean =>
  assignment.due !== null &&
  isAwaited(assignment) &&
  assignment.due < wallClock(now, assignment.student_zone).day

/** Those that wait for the student, the soonest first and those without a date last. */
export const awaitedFirst = <One extends Pick<AssignmentSummary, 'due' | 'state' | 'id'>>(
  assignments: readonly One[],
): One[] =>
  assignments
    .filter(isAwaited)
    .sort((a, b) => (a.due ?? '9999').localeCompare(b.due ?? '9999') || a.id - b.id)
