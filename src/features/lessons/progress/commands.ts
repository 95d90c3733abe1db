import { and, eq } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import type { Work } from '#core/server/app.ts'
import { type Db, takeTurns } from '#core/server/db.ts'
import { learner_objectives, learner_pieces, practice_entries } from '../table.ts'
import {
  MOST_A_DAY,
  MOST_MINUTES_A_DAY,
  MOST_OBJECTIVES,
  MOST_PIECES,
  type ObjectiveDraft,
  type PieceDraft,
  type PracticeChange,
  type PracticeDraft,
} from './contract.ts'
import {
  type Asker,
  assertLearns,
  dayOf,
  practiceOf,
  practiceOfKey,
  scopeOfRow,
  studentScope,
  type StudentScope,
  todayOf,
} from './queries.ts'
import { canBeNoted } from './rules.ts'

/* ---------------------------------------------------------------- practice */

/** @throws Refusal 422 for a day that can't be noted, 409 `lessons.practice_full` for one that is full */
async function assertRoom(
  { db, now }: Work,
  user_id: number,
  { day, minutes }: PracticeChange,
  except: number | null,
): Promise<void> {
  const { today } = await todayOf(db, user_id, now)
  if (!canBeNoted(day, today))
    throw new Refusal(422, 'common.invalid', { fields: { day: { key: 'lessons.practice_day' } } })
  const noted = await dayOf(db, user_id, day, except)
  if (noted.times >= MOST_A_DAY || noted.minutes + minutes > MOST_MINUTES_A_DAY)
    throw new Refusal(409, 'lessons.practice_full')
}

/**
 * Notes practice; what was noted under the same key before is left as it is.
 * @returns its id
 * @throws Refusal 403 for who doesn't learn, 422 for a day to come or too far back, 409 for a day that is full
 */
export async function notePractice(work: Work, asker: Asker, draft: PracticeDraft): Promise<number> {
  assertLearns(asker)
  await takeTurns(work.db, 'practice', [asker.id])
  const before = await practiceOfKey(work.db, asker.id, draft.key)
  if (before) return before.id
  await assertRoom(work, asker.id, draft, null)
  const [made] = await work.db
    .insert(practice_entries)
    .values({ user_id: asker.id, ...draft })
    .returning({ id: practice_entries.id })
  if (!made) throw notFound()
  return made.id
}

/** Changes what was noted. @throws Refusal as `notePractice`, 404 for somebody else's */
export async function changePractice(
  work: Work,
  asker: Asker,
  id: number,
  change: PracticeChange,
): Promise<void> {
  assertLearns(asker)
  await takeTurns(work.db, 'practice', [asker.id])
  await practiceOf(work.db, asker.id, id)
  await assertRoom(work, asker.id, change, id)
  await work.db
    .update(practice_entries)
    .set(change)
    .where(and(eq(practice_entries.user_id, asker.id), eq(practice_entries.id, id)))
}

/** Removes what was noted. @throws Refusal 403 for who doesn't learn, 404 for somebody else's */
export async function removePractice({ db }: Work, asker: Asker, id: number): Promise<void> {
  assertLearns(asker)
  const gone = await db
    .delete(practice_entries)
    .where(and(eq(practice_entries.user_id, asker.id), eq(practice_entries.id, id)))
    .returning({ id: practice_entries.id })
  if (gone.length === 0) throw notFound()
}

/* ---------------------------------------------------------------- repertoire and objectives */

/** @throws Refusal 409 when a student has as many as there may be */
async function assertFewer(
  db: Db,
  { student_id }: StudentScope,
  table: typeof learner_pieces | typeof learner_objectives,
  most: number,
  code: string,
): Promise<void> {
  await takeTurns(db, 'practice', [student_id])
  if ((await db.$count(table, eq(table.student_id, student_id))) >= most) throw new Refusal(409, code)
}

/**
 * Adds a piece to a student's repertoire. @returns its id
 * @throws Refusal 403, 404 as `studentScope`, 409 `lessons.pieces_full`
 */
export async function addPiece(
  { db }: Work,
  asker: Asker,
  student_id: number,
  draft: PieceDraft,
): Promise<number> {
  const scope = await studentScope(db, asker, student_id)
  await assertFewer(db, scope, learner_pieces, MOST_PIECES, 'lessons.pieces_full')
  const [made] = await db
    .insert(learner_pieces)
    .values({ student_id, ...draft })
    .returning({ id: learner_pieces.id })
  if (!made) throw notFound()
  return made.id
}

/** Changes a piece. @returns whose it is @throws Refusal 403, 404 as `scopeOfRow` */
export async function savePiece(
  { db }: Work,
  asker: Asker,
  id: number,
  draft: PieceDraft,
): Promise<StudentScope> {
  const scope = await scopeOfRow(db, asker, learner_pieces, id)
  await db.update(learner_pieces).set(draft).where(eq(learner_pieces.id, id))
  return scope
}

/** Removes a piece. @throws Refusal 403, 404 as `scopeOfRow` */
export async function removePiece({ db }: Work, asker: Asker, id: number): Promise<void> {
  await scopeOfRow(db, asker, learner_pieces, id)
  await db.delete(learner_pieces).where(eq(learner_pieces.id, id))
}

/**
 * Sets a student an objective. @returns its id
 * @throws Refusal 403, 404 as `studentScope`, 409 `lessons.objectives_full`
 */
export async function addObjective(
  { db, now }: Work,
  asker: Asker,
  student_id: number,
  { reached, ...draft }: ObjectiveDraft,
): Promise<number> {
  const scope = await studentScope(db, asker, student_id)
  await assertFewer(db, scope, learner_objectives, MOST_OBJECTIVES, 'lessons.objectives_full')
  const [made] = await db
    .insert(learner_objectives)
    .values({ student_id, ...draft, reached_at: reached ? now.toISOString() : null })
    .returning({ id: learner_objectives.id })
  if (!made) throw notFound()
  return made.id
}

/** Changes an objective; one that was reached before keeps when. @returns whose it is @throws Refusal 403, 404 */
export async function saveObjective(
  { db, now }: Work,
  asker: Asker,
  id: number,
  { reached, ...draft }: ObjectiveDraft,
): Promise<StudentScope> {
  const scope = await scopeOfRow(db, asker, learner_objectives, id)
  const [before] = await db
    .select({ reached_at: learner_objectives.reached_at })
    .from(learner_objectives)
    .where(eq(learner_objectives.id, id))
  const reached_at = reached ? (before?.reached_at ?? now.toISOString()) : null
  await db
    .update(learner_objectives)
    .set({ ...draft, reached_at })
    .where(eq(learner_objectives.id, id))
  return scope
}

/** Removes an objective. @throws Refusal 403, 404 as `scopeOfRow` */
export async function removeObjective({ db }: Work, asker: Asker, id: number): Promise<void> {
  await scopeOfRow(db, asker, learner_objectives, id)
  await db.delete(learner_objectives).where(eq(learner_objectives.id, id))
}

/** Somebody who learned is gone, and with them what they practised, learned and wanted to reach. */
export async function eraseProgress({ db }: Work, user_id: number): Promise<void> {
  await db.delete(practice_entries).where(eq(practice_entries.user_id, user_id))
  await db.delete(learner_pieces).where(eq(learner_pieces.student_id, user_id))
  await db.delete(learner_objectives).where(eq(learner_objectives.student_id, user_id))
}
