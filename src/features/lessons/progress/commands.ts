import { and, eq } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import type { Work } from '#core/server/app.ts'
import { isCheckViolation, takeTurns } from '#core/server/db.ts'
import type { Viewer } from '#core/server/route.ts'
import type { PieceStatus } from '../contract.ts'
import { assertStudent } from '../queries.ts'
import {
  learner_objectives,
  learner_pieces,
  piece_statuses,
  piece_tempos,
  practice_entries,
} from '../table.ts'
import {
  type LearnerObjective,
  MOST_OBJECTIVES,
  MOST_PIECES,
  type ObjectiveDraft,
  type Piece,
  type PieceDraft,
  type Practice,
  type PracticeChange,
  type PracticeDraft,
} from './contract.ts'
import {
  between,
  objectiveColumns,
  pieceColumns,
  practiceColumns,
  practiceOf,
  practiceOfKey,
  type StudentScope,
  scopeOfRow,
  studentScope,
  todayOf,
} from './queries.ts'
import { canBeNoted, voucherOf } from './rules.ts'

/* ---------------------------------------------------------------- practice */

/** Who notes: their account decides whether they learn. */
type Noter = Pick<Viewer, 'id' | 'account_type'>

/** @throws Refusal 422 for a day to come, or one too far back */
async function assertNotable({ db, now }: Work, user_id: number, day: string): Promise<void> {
  const { today } = await todayOf(db, user_id, now)
  if (!canBeNoted(day, today))
    throw new Refusal(422, 'common.invalid', { fields: { day: { key: 'errors.lessons.practice_day' } } })
}

/** Writes practice; the database counts the day. @throws Refusal 409 `lessons.practice_full` */
async function withinDay<Answer>(write: PromiseLike<Answer>): Promise<Answer> {
  try {
    return await write
  } catch (error) {
    if (isCheckViolation(error, 'practice_day_full')) throw new Refusal(409, 'lessons.practice_full')
    throw error
  }
}

/**
 * Notes practice. What was noted under the same key before stays as it is and is the answer, also when two send it at once.
 * @throws Refusal 403 for who doesn't learn, 422 for a day to come or too far back, 409 `lessons.practice_full`
 */
export async function notePractice(work: Work, noter: Noter, draft: PracticeDraft): Promise<Practice> {
  assertStudent(noter)
  const before = await practiceOfKey(work.db, noter.id, draft.key)
  if (before) return before
  await assertNotable(work, noter.id, draft.day)
  const [made] = await withinDay(
    work.db
      .insert(practice_entries)
      .values({ user_id: noter.id, ...draft, created_at: work.now.toISOString() })
      .onConflictDoNothing({ target: [practice_entries.user_id, practice_entries.key] })
      .returning(practiceColumns),
  )
  const noted = made ?? (await practiceOfKey(work.db, noter.id, draft.key))
  if (!noted) throw notFound()
  return noted
}

/**
 * Changes what was noted; it keeps its day however long ago that is.
 * @throws Refusal as `notePractice`, 404 for somebody else's
 */
export async function changePractice(
  work: Work,
  noter: Noter,
  id: number,
  change: PracticeChange,
): Promise<Practice> {
  assertStudent(noter)
  const { day } = await practiceOf(work.db, noter.id, id)
  if (change.day !== day) await assertNotable(work, noter.id, change.day)
  const [changed] = await withinDay(
    work.db
      .update(practice_entries)
      .set(change)
      .where(and(eq(practice_entries.user_id, noter.id), eq(practice_entries.id, id)))
      .returning(practiceColumns),
  )
  if (!changed) throw notFound()
  return changed
}

/** Removes what was noted. @throws Refusal 403 for who doesn't learn, 404 for somebody else's */
export async function removePractice({ db }: Work, noter: Noter, id: number): Promise<void> {
  assertStudent(noter)
  const gone = await db
    .delete(practice_entries)
    .where(and(eq(practice_entries.user_id, noter.id), eq(practice_entries.id, id)))
    .returning({ id: practice_entries.id })
  if (gone.length === 0) throw notFound()
}

/* ---------------------------------------------------------------- repertoire */

/** @throws Refusal 409 with the code when a student has as many as there may be */
async function assertFewer(
  { db }: Work,
  { student_id }: StudentScope,
  table: typeof learner_pieces | typeof learner_objectives,
  most: number,
  code: string,
): Promise<void> {
  await takeTurns(db, 'progress', [student_id])
  if ((await db.$count(table, eq(table.student_id, student_id))) >= most)
    throw new Refusal(409, code, { values: { count: most } })
}

/** Remembers how fast a piece goes today; what it was earlier on the same day is forgotten. */
async function rememberTempo(
  { db, now }: Work,
  { student_id }: StudentScope,
  piece_id: number,
  tempo: number,
) {
  const { today: day } = await todayOf(db, student_id, now)
  await db
    .insert(piece_tempos)
    .values({ piece_id, day, tempo })
    .onConflictDoUpdate({ target: [piece_tempos.piece_id, piece_tempos.day], set: { tempo } })
}

/** Remembers how far somebody is with a piece today; what it was earlier on the same day is forgotten. */
async function rememberStatus(
  { db, now }: Work,
  { student_id }: StudentScope,
  piece_id: number,
  status: PieceStatus,
) {
  const { today: day } = await todayOf(db, student_id, now)
  await db
    .insert(piece_statuses)
    .values({ piece_id, day, status })
    .onConflictDoUpdate({ target: [piece_statuses.piece_id, piece_statuses.day], set: { status } })
}

/**
 * Adds a piece to a student's repertoire.
 * @throws Refusal 404 as `studentScope`, 409 `lessons.pieces_full`
 */
export async function addPiece(
  work: Work,
  user_id: number,
  student_id: number,
  draft: PieceDraft,
): Promise<Piece> {
  const scope = await studentScope(work.db, user_id, student_id, work.now)
  await assertFewer(work, scope, learner_pieces, MOST_PIECES, 'lessons.pieces_full')
  const at = work.now.toISOString()
  const saved = { user_id, student_id, is_done: draft.status === 'ready', is_same: false, at }
  const [made] = await work.db
    .insert(learner_pieces)
    .values({ student_id, ...draft, ...voucherOf(saved), created_at: at })
    .returning(pieceColumns)
  if (!made) throw notFound()
  await rememberStatus(work, scope, made.id, made.status)
  if (made.tempo_now !== null) await rememberTempo(work, scope, made.id, made.tempo_now)
  return between(made)
}

/** Changes a piece; a status or tempo that is new is remembered with its day. @throws Refusal 404 as `scopeOfRow` */
export async function savePiece(work: Work, user_id: number, id: number, draft: PieceDraft): Promise<Piece> {
  const scope = await scopeOfRow(work.db, user_id, learner_pieces, id, work.now)
  const mine = and(eq(learner_pieces.student_id, scope.student_id), eq(learner_pieces.id, id))
  const [before] = await work.db.select().from(learner_pieces).where(mine).for('update')
  if (!before) throw notFound()
  const voucher = voucherOf(
    {
      ...{ user_id, student_id: scope.student_id, at: work.now.toISOString() },
      is_done: draft.status === 'ready',
      is_same: draft.piece === before.piece && draft.composer === before.composer,
    },
    before,
  )
  const [saved] = await work.db
    .update(learner_pieces)
    .set({ ...draft, ...voucher })
    .where(mine)
    .returning(pieceColumns)
  if (!saved) throw notFound()
  if (saved.status !== before.status) await rememberStatus(work, scope, id, saved.status)
  if (saved.tempo_now !== null && saved.tempo_now !== before.tempo_now)
    await rememberTempo(work, scope, id, saved.tempo_now)
  return between(saved)
}

/** Removes a piece, and how its tempo rose. @throws Refusal 404 as `scopeOfRow` */
export async function removePiece({ db, now }: Work, user_id: number, id: number): Promise<void> {
  const { student_id } = await scopeOfRow(db, user_id, learner_pieces, id, now)
  await db
    .delete(learner_pieces)
    .where(and(eq(learner_pieces.student_id, student_id), eq(learner_pieces.id, id)))
}

/* ---------------------------------------------------------------- objectives */

/**
 * Sets a student an objective.
 * @throws Refusal 404 as `studentScope`, 409 `lessons.objectives_full`
 */
export async function addObjective(
  work: Work,
  user_id: number,
  student_id: number,
  { reached, ...draft }: ObjectiveDraft,
): Promise<LearnerObjective> {
  const scope = await studentScope(work.db, user_id, student_id, work.now)
  await assertFewer(work, scope, learner_objectives, MOST_OBJECTIVES, 'lessons.objectives_full')
  const at = work.now.toISOString()
  const voucher = voucherOf({ user_id, student_id, is_done: reached, is_same: false, at })
  const [made] = await work.db
    .insert(learner_objectives)
    .values({ student_id, ...draft, reached_at: reached ? at : null, ...voucher, created_at: at })
    .returning(objectiveColumns)
  if (!made) throw notFound()
  return between(made)
}

/** Changes an objective; one that was reached before keeps when. @throws Refusal 404 as `scopeOfRow` */
export async function saveObjective(
  { db, now }: Work,
  user_id: number,
  id: number,
  { reached, ...draft }: ObjectiveDraft,
): Promise<LearnerObjective> {
  const { student_id } = await scopeOfRow(db, user_id, learner_objectives, id, now)
  const mine = and(eq(learner_objectives.student_id, student_id), eq(learner_objectives.id, id))
  const [before] = await db.select().from(learner_objectives).where(mine).for('update')
  if (!before) throw notFound()
  const at = now.toISOString()
  const voucher = voucherOf(
    { user_id, student_id, is_done: reached, is_same: draft.title === before.title, at },
    before,
  )
  const [saved] = await db
    .update(learner_objectives)
    .set({ ...draft, reached_at: reached ? (before.reached_at ?? at) : null, ...voucher })
    .where(mine)
    .returning(objectiveColumns)
  if (!saved) throw notFound()
  return between(saved)
}

/** Removes an objective. @throws Refusal 404 as `scopeOfRow` */
export async function removeObjective({ db, now }: Work, user_id: number, id: number): Promise<void> {
  const { student_id } = await scopeOfRow(db, user_id, learner_objectives, id, now)
  await db
    .delete(learner_objectives)
    .where(and(eq(learner_objectives.student_id, student_id), eq(learner_objectives.id, id)))
}

/**
 * Somebody is gone, and with them what they practised, learned and wanted to reach. What a teacher stood for stays as the
 * student's, and nobody stands for it any more.
 */
export async function eraseProgress({ db }: Work, user_id: number): Promise<void> {
  for (const table of [learner_pieces, learner_objectives])
    await db.update(table).set({ vouched_by: null, vouched_at: null }).where(eq(table.vouched_by, user_id))
  await db.delete(practice_entries).where(eq(practice_entries.user_id, user_id))
  await db.delete(learner_pieces).where(eq(learner_pieces.student_id, user_id))
  await db.delete(learner_objectives).where(eq(learner_objectives.student_id, user_id))
}
