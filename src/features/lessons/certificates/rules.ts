import type { Certified } from './contract.ts'

/** What there is to certify with a teacher, as counts. */
interface Counted {
  lessons: number
  objectives: number
  pieces: number
}

/**
 * What is still needed for a certificate: a lesson that was had, and one thing that the teacher said is reached or ready. What
 * only the student says doesn't count.
 * @returns null when nothing is
 */
export function missingFor({ lessons, objectives, pieces }: Counted): 'lesson' | 'word' | null {
  if (lessons === 0) return 'lesson'
  return objectives + pieces === 0 ? 'word' : null
}

/** What of a certificate is counted. */
export const countsOf = ({ lessons, objectives, pieces }: Certified): Counted => ({
  lessons,
  objectives: objectives.length,
  pieces: pieces.length,
})

/** The number that people go by: the year in which it was asked for, and the row's id. */
export const numberOf = ({ id, created_at }: { id: number; created_at: string }): string =>
  `C-${new Date(created_at).getUTCFullYear()}-${String(id).padStart(6, '0')}`

/** The row that a number names. */
export const idOfNumber = (number: string): number => Number(number.split('-').at(-1))
