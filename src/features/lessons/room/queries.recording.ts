import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '#core/server/db.ts'
import { lesson_recordings } from '../table.recordings.ts'
import type { RecordingNow } from './contract.ts'
import { isGoingOn } from './rules.recording.ts'

export type RecordingRow = typeof lesson_recordings.$inferSelect

/**
 * What is asked or recorded in a room now; null where nothing is. Whoever calls has checked that the lesson is theirs.
 * @param peers the pages that are there, by whose they are
 */
export async function goingOn(
  db: Db,
  lesson_id: number,
  peers: ReadonlyMap<number, string>,
  now: Date,
): Promise<RecordingRow | null> {
  const [row] = await db
    .select()
    .from(lesson_recordings)
    .where(
      and(eq(lesson_recordings.lesson_id, lesson_id), inArray(lesson_recordings.state, ['asked', 'agreed'])),
    )
  return row && isGoingOn(row, peers.get(row.asked_by) === row.asked_peer, now) ? row : null
}

/** The same as one of the two sees it. */
export const seenBy = (row: RecordingRow, user_id: number): RecordingNow => ({
  id: row.id,
  state: row.state === 'agreed' ? 'agreed' : 'asked',
  mine: row.asked_by === user_id,
  asked_at: row.asked_at,
  agreed_at: row.state === 'agreed' ? row.answered_at : null,
})
