import { queue } from '#core/server/queues.ts'

/** Where something was written that isn't a message: what is to be done, a word about that, a file's name, notes of a lesson, where it is held. */
export type CopiedKind = 'assignment' | 'remark' | 'assignment_file' | 'notes' | 'place'

/**
 * What was written with a minor, for the adult who opened their account. It carries the words themselves, as the minor reads
 * them: what is changed or taken back a moment later was read as well.
 */
export const wordCopies = queue<{
  user_id: number
  /** As whom the teacher gives lessons. */
  project_id: number
  side: 'student' | 'teacher'
  kind: CopiedKind
  /** Of the assignment; empty for what isn't about one. */
  title: string
  text: string
  at: string
}>({ name: 'lessons.copy' })
