import { and, asc, desc, eq, isNotNull, or } from 'drizzle-orm'
import { notFound } from '#core/contract/errors.ts'
import { DEFAULT_ZONE, wallClock } from '#core/contract/time.ts'
import type { Db } from '#core/server/db.ts'
import type { StoredFile } from '#features/files/queries.attachments.ts'
import { documentPart } from '#features/files/rules.ts'
import type { RecordingRow } from '../room/queries.recording.ts'
import { lesson_recordings } from '../table.recordings.ts'
import { lessons } from '../table.ts'
import type { Recording } from './contract.ts'

type LessonRow = typeof lessons.$inferSelect

/** Where a recording's bytes are; null where there are none. */
export const recordingPlace = ({ key, format }: Pick<RecordingRow, 'key' | 'format'>) =>
  key && format ? { key, parts: [documentPart(format)] } : null

/** A lesson of one of its two. @throws Refusal 404 for anybody else */
export async function ownLesson(db: Db, user_id: number, lesson_id: number): Promise<LessonRow> {
  const [lesson] = await db
    .select()
    .from(lessons)
    .where(
      and(eq(lessons.id, lesson_id), or(eq(lessons.student_id, user_id), eq(lessons.teacher_id, user_id))),
    )
  if (!lesson) throw notFound()
  return lesson
}

/** A recording as both read it. */
export const shown = (row: RecordingRow, lesson: Pick<LessonRow, 'student_id'>): Recording => ({
  id: row.id,
  state: row.state,
  asked_by: row.asked_by === lesson.student_id ? 'student' : 'teacher',
  asked_at: row.asked_at,
  answered_at: row.answered_at,
  seconds: row.seconds,
  bytes: row.bytes,
  expires_at: row.expires_at,
})

/** What of a lesson can be heard, the newest first. @throws Refusal 404 when the lesson isn't theirs */
export async function recordingsOf(db: Db, user_id: number, lesson_id: number): Promise<Recording[]> {
  const lesson = await ownLesson(db, user_id, lesson_id)
  const rows = await db
    .select()
    .from(lesson_recordings)
    .where(and(eq(lesson_recordings.lesson_id, lesson_id), eq(lesson_recordings.state, 'kept')))
    .orderBy(desc(lesson_recordings.id))
  return rows.map((row) => shown(row, lesson))
}

/**
 * A recording of somebody's lesson, in whatever state.
 * @throws Refusal 404 where there is none, or the lesson isn't theirs
 */
export async function recordingRow(
  db: Db,
  user_id: number,
  { id, recording }: { id: number; recording: number },
): Promise<{ row: RecordingRow; lesson: LessonRow; as: 'asker' | 'other' }> {
  const lesson = await ownLesson(db, user_id, id)
  const [row] = await db
    .select()
    .from(lesson_recordings)
    .where(and(eq(lesson_recordings.id, recording), eq(lesson_recordings.lesson_id, id)))
  if (!row) throw notFound()
  return { row, lesson, as: row.asked_by === user_id ? 'asker' : 'other' }
}

/** Its file. @throws Refusal 404 where there is none (any more) */
export async function recordingFile(
  db: Db,
  user_id: number,
  params: { id: number; recording: number },
): Promise<StoredFile> {
  const { row, lesson } = await recordingRow(db, user_id, params)
  const { key, format, bytes, state } = row
  if (state !== 'kept' || !key || !format || bytes === null) throw notFound()
  return { key, format, bytes, name: `${wallClock(lesson.starts_at, DEFAULT_ZONE).day} ${row.id}.${format}` }
}

/* ---------------------------------------------------------------- the copy of one's data */

/** Every recording that somebody agreed to, or refused, with where its file is if there is one. */
export async function recordingCopiesOf(db: Db, user_id: number) {
  const rows = await db
    .select({ row: lesson_recordings })
    .from(lesson_recordings)
    .innerJoin(lessons, eq(lessons.id, lesson_recordings.lesson_id))
    .where(or(eq(lessons.student_id, user_id), eq(lessons.teacher_id, user_id)))
    .orderBy(asc(lesson_recordings.id))
  return rows.map(({ row }) => {
    const place = row.state === 'kept' ? recordingPlace(row) : null
    const { id, lesson_id, state, asked_at, answered_at, stopped_at, seconds, expires_at, removed_at } = row
    const file = place ? `lesson_recordings/${id}.${row.format}` : null
    return {
      copy: {
        ...{ id, lesson_id, state, asked_by_you: row.asked_by === user_id, asked_at, answered_at },
        ...{ stopped_at, seconds, expires_at, removed_at, file },
      },
      place,
    }
  })
}

/** Where the bytes of every recording are. */
export async function storedRecordings(db: Db) {
  const rows = await db
    .select({ key: lesson_recordings.key, format: lesson_recordings.format })
    .from(lesson_recordings)
    .where(isNotNull(lesson_recordings.key))
  return rows.map(recordingPlace).filter((place) => place !== null)
}
