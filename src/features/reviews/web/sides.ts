import type { ReviewRound } from '../contract.ts'

/** Who says something, as questions and sentences name them: of an event, or of lessons. */
export const speakerOf = ({
  side,
  lesson_id,
}: Pick<ReviewRound, 'side' | 'lesson_id'>): 'hunter' | 'artist' | 'student' | 'teacher' =>
  lesson_id === null ? side : side === 'hunter' ? 'student' : 'teacher'
