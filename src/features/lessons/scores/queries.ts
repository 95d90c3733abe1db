import { and, asc, desc, eq, isNotNull } from 'drizzle-orm'
import { notFound } from '#core/contract/errors.ts'
import type { Reading } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import { extensionPoint, gather } from '#core/server/events.ts'
import type { StoredFile } from '#features/files/queries.attachments.ts'
import { documentPart } from '#features/files/rules.ts'
import { scoresGiven } from '../assignments/queries.ts'
import { between } from '../progress/queries.ts'
import { type RoomScope, roomScope } from '../room/queries.ts'
import { lesson_scores } from '../table.scores.ts'
import { lessons } from '../table.ts'
import { type LessonScore, SCORES_LISTED, type ScoreSource } from './contract.ts'

/** A PDF that both of a lesson read, with where it is. */
export interface FoundScore extends Pick<LessonScore, 'id' | 'name' | 'bytes'> {
  key: string
}

/**
 * PDFs of what the two wrote to each other about a lesson: conversations stand on lessons, and add theirs.
 * @returns those that both read, the newest first
 */
export const scoresSaid = extensionPoint<{ lesson_id: number; user_id: number }, FoundScore>(
  'lessons.scores_said',
)

/** Where a score's bytes are. */
export const scorePlace = ({ key }: Pick<typeof lesson_scores.$inferSelect, 'key'>) => ({
  key,
  parts: [documentPart('pdf')],
})

/** PDFs that the two brought to any of their lessons, the newest first. */
const scoresBrought = (db: Db, { lesson }: RoomScope) =>
  db
    .select({
      id: lesson_scores.id,
      name: lesson_scores.name,
      bytes: lesson_scores.bytes,
      key: lesson_scores.key,
      user_id: lesson_scores.user_id,
      lesson_id: lesson_scores.lesson_id,
    })
    .from(lesson_scores)
    .innerJoin(lessons, eq(lessons.id, lesson_scores.lesson_id))
    .where(
      and(
        eq(lessons.student_id, lesson.student_id),
        eq(lessons.teacher_id, lesson.teacher_id),
        isNotNull(lesson_scores.stored_at),
      ),
    )
    .orderBy(desc(lesson_scores.id))
    .limit(SCORES_LISTED)

/** All PDFs that the two can open together, with where they are. */
async function scoresFor(
  reading: Reading,
  scope: RoomScope,
): Promise<(LessonScore & Pick<FoundScore, 'key'>)[]> {
  const { db } = reading
  const { lesson, user_id } = scope
  const from = (source: ScoreSource) => (found: FoundScore) => ({ ...found, source, mine: false })
  const brought = await scoresBrought(db, scope)
  const said = await gather(reading, scoresSaid, { lesson_id: lesson.id, user_id })
  return [
    ...brought.map(({ user_id: by, lesson_id, ...found }) => ({
      ...found,
      source: 'lesson' as const,
      mine: by === user_id && lesson_id === lesson.id,
    })),
    ...(await scoresGiven(db, lesson, SCORES_LISTED)).map(from('assignment')),
    ...said.map(from('message')),
  ]
}

/**
 * What the two of a lesson can open together, and how many they brought to it.
 * @throws Refusal 404 when the lesson isn't theirs, or has no room
 */
export async function scoresOf(
  reading: Reading,
  user_id: number,
  lesson_id: number,
): Promise<{ scores: LessonScore[]; brought: number }> {
  const scope = await roomScope(reading.db, user_id, lesson_id)
  const found = await scoresFor(reading, scope)
  return between({
    scores: found.map(({ key: _, ...score }) => score),
    brought: await reading.db.$count(lesson_scores, eq(lesson_scores.lesson_id, lesson_id)),
  })
}

/** A PDF that the two can open together. @throws Refusal 404 for another, or another's lesson */
export async function scoreFile(
  reading: Reading,
  user_id: number,
  lesson_id: number,
  { source, file }: { source: ScoreSource; file: number },
): Promise<StoredFile> {
  const scope = await roomScope(reading.db, user_id, lesson_id)
  const found = (await scoresFor(reading, scope)).find((one) => one.source === source && one.id === file)
  if (!found) throw notFound()
  return { key: found.key, bytes: found.bytes, name: found.name, format: 'pdf' }
}

/** Where the bytes of every score are. */
export const storedScores = async (db: Db) =>
  (await db.select({ key: lesson_scores.key }).from(lesson_scores)).map(scorePlace)

/* ---------------------------------------------------------------- the copy of one's data */

/** PDFs that somebody brought to lessons, with where they are. */
export async function scoreCopiesOf(db: Db, user_id: number) {
  const rows = await db
    .select()
    .from(lesson_scores)
    .where(and(eq(lesson_scores.user_id, user_id), isNotNull(lesson_scores.stored_at)))
    .orderBy(asc(lesson_scores.id))
  return rows.map(({ id, lesson_id, name, bytes, key, created_at }) => ({
    copy: { id, lesson_id, name, bytes, created_at, file: `lesson_scores/${id}.pdf` },
    key,
    part: documentPart('pdf'),
  }))
}
