import type { Reading } from '#core/server/app.ts'
import { enqueue } from '#core/server/queues.ts'
import { copiedTo } from '#features/accounts/queries.minors.ts'
import type { Side } from '../contract.ts'
import { type CopiedKind, wordCopies } from './queues.ts'

/**
 * Has what was written with a student sent to the adult who opened their account, where they are under age: at once and as it
 * is written now, so that nothing is lost when it is changed or taken back.
 * @param said.side who wrote it
 * @param said.project_id as whom the teacher gives lessons
 */
export async function copyWords(
  work: Parameters<typeof enqueue>[0] & Pick<Reading, 'now'>,
  {
    student_id,
    ...said
  }: {
    student_id: number
    project_id: number
    side: Side
    kind: CopiedKind
    title?: string
    text: string
  },
): Promise<void> {
  if (!(await copiedTo(work.db, student_id, work.now))) return
  const at = work.now.toISOString()
  await enqueue(work, wordCopies, { title: '', ...said, user_id: student_id, at })
}
