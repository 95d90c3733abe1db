import type { RequestStatus } from '#features/hiring/talent/contract.ts'

/** Statuses of a moment that may still be played. */
const IN_QUESTION: readonly RequestStatus[] = ['asked', 'available', 'accepted']

/** Whether a moment may still be played by whoever was asked for it. */
export const isInQuestion = (status: RequestStatus): boolean => IN_QUESTION.includes(status)

/** The moments that a request is about: what is open of it, or all once it is over. */
export function inQuestion<Moment extends { status: RequestStatus }>(
  moments: readonly Moment[],
): readonly Moment[] {
  const open = moments.filter(({ status }) => isInQuestion(status))
  return open.length > 0 ? open : moments
}
