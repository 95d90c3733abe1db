import { and, eq, isNull, lt, type SQL } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { HOUR } from '#core/contract/time.ts'
import type { Work } from '#core/server/app.ts'
import { takeTurns } from '#core/server/db.ts'
import { enqueue } from '#core/server/queues.ts'
import type { ReadContext } from '#core/server/route.ts'
import { transaction } from '#core/server/work.ts'
import { keepAttachment } from '#features/files/commands.attachments.ts'
import { encodeDocument } from '#features/files/commands.ts'
import { removals } from '#features/files/queues.ts'
import { documentFormatOf } from '#features/files/rules.ts'
import { between } from '../progress/queries.ts'
import { roomScope } from '../room/queries.ts'
import { lesson_scores } from '../table.scores.ts'
import { type LessonScore, MOST_SCORES } from './contract.ts'
import { scorePlace } from './queries.ts'

/** How long an upload may take to be stored: what isn't by then broke off, milliseconds. */
const STORED_WITHIN_MS = HOUR

/** A PDF as it is; other documents can't be turned page by page. @throws Refusal 415 */
async function encodeScore(bytes: Buffer) {
  if (documentFormatOf(bytes) !== 'pdf') throw new Refusal(415, 'lessons.score_not_pdf')
  return { format: 'pdf' as const, bytes: (await encodeDocument(bytes)).bytes as Buffer }
}

/**
 * Brings a PDF to a lesson. Its row comes first: what breaks off is found by it.
 * @throws Refusal 404, 409 `lessons.scores_full`, 413, 415 or 422 for the file, 429 after too many
 */
export async function add(ctx: ReadContext, lesson_id: number): Promise<LessonScore> {
  const { app, now, viewer } = ctx
  await roomScope(app.db, viewer.id, lesson_id)
  const kept = await keepAttachment(ctx, encodeScore, {
    insert: ({ format: _, ...its }) =>
      transaction(app, now, async ({ db }) => {
        // One after the other: how many there are decides whether there is room.
        await takeTurns(db, 'lesson_scores', [lesson_id])
        if ((await db.$count(lesson_scores, eq(lesson_scores.lesson_id, lesson_id))) >= MOST_SCORES)
          throw new Refusal(409, 'lessons.scores_full', { values: { count: MOST_SCORES } })
        const [made] = await db
          .insert(lesson_scores)
          .values({ ...its, lesson_id, user_id: viewer.id, created_at: now.toISOString() })
          .returning({ id: lesson_scores.id })
        if (!made) throw new Error('a score was not inserted')
        return made.id
      }),
    stored: async (id) =>
      (
        await app.db
          .update(lesson_scores)
          .set({ stored_at: now.toISOString() })
          .where(eq(lesson_scores.id, id))
          .returning({ id: lesson_scores.id })
      ).length > 0,
    drop: (id) =>
      transaction(app, now, async (work) => {
        await deleteScores(work, eq(lesson_scores.id, id))
      }),
  })
  const { format: _, ...its } = kept
  return between({ ...its, source: 'lesson', mine: true })
}

/** Removes a PDF that somebody brought themselves. @throws Refusal 404 for another's */
export async function remove(work: Work, user_id: number, lesson_id: number, id: number): Promise<void> {
  await roomScope(work.db, user_id, lesson_id)
  const own = and(
    eq(lesson_scores.id, id),
    eq(lesson_scores.lesson_id, lesson_id),
    eq(lesson_scores.user_id, user_id),
  )
  if ((await deleteScores(work, own)) === 0) throw notFound()
}

/** Deletes scores; a job removes their bytes once that has happened. @returns how many */
async function deleteScores(work: Work, which: SQL | undefined): Promise<number> {
  const deleted = await work.db.delete(lesson_scores).where(which).returning({ key: lesson_scores.key })
  for (const file of deleted) await enqueue(work, removals, scorePlace(file))
  return deleted.length
}

/** Deletes scores whose upload broke off. */
export async function deleteBrokenOff(work: Work): Promise<void> {
  const before = new Date(work.now.getTime() - STORED_WITHIN_MS).toISOString()
  await deleteScores(work, and(isNull(lesson_scores.stored_at), lt(lesson_scores.created_at, before)))
}

/** Somebody is gone, and what they brought goes with them. */
export async function eraseScores(work: Work, user_id: number): Promise<void> {
  await deleteScores(work, eq(lesson_scores.user_id, user_id))
}
