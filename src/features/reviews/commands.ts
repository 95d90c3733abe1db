import { and, desc, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { subject } from '#core/contract/subject.ts'
import { wallClock } from '#core/contract/time.ts'
import type { Work } from '#core/server/app.ts'
import { type Db, takeTurns } from '#core/server/db.ts'
import { users } from '#features/accounts/table.ts'
import { firstNameOf } from '#features/contracts/rules.audience.ts'
import { events } from '#features/events/table.ts'
import { orderParams, orderRow } from '#features/hiring/journey/queries.ts'
import { reviewed } from '#features/lessons/booking/commands.steps.ts'
import { lessons } from '#features/lessons/table.ts'
import { type Message, notify } from '#features/notifications/commands.ts'
import { music_projects } from '#features/projects/table.ts'
import { projectsAt } from '#features/results/queries.ts'
import type { InstrumentName } from '#features/services/contract.ts'
import { services } from '#features/services/table.ts'
import type { ReceivedReview, ReportReason, ReviewBody, ReviewRound, ReviewSide } from './contract.ts'
import { receivedReview, roundOf } from './queries.ts'
import {
  canAnswer,
  canEdit,
  canEditAnswer,
  canWrite,
  isSettled,
  opensRound,
  seenAs,
  WINDOW,
} from './rules.ts'
import { review_reports, review_rounds, reviews } from './table.ts'

/* ---------------------------------------------------------------- telling */

/** Who the two sides of a round are now, and what it is about; who has no account any more isn't told. */
async function sidesOf(db: Db, round_id: number) {
  const [found] = await db
    .select({
      event_id: review_rounds.event_id,
      lesson_id: review_rounds.lesson_id,
      hunter: review_rounds.hunter_id,
      artist: music_projects.owner_id,
      project_name: music_projects.name,
      order_id: events.order_id,
      starts_at: lessons.starts_at,
      zone: music_projects.zone,
      student: users.name,
    })
    .from(review_rounds)
    .leftJoin(events, eq(events.id, review_rounds.event_id))
    .leftJoin(lessons, eq(lessons.id, review_rounds.lesson_id))
    .innerJoin(users, eq(users.id, review_rounds.hunter_id))
    .innerJoin(music_projects, eq(music_projects.id, review_rounds.project_id))
    .where(eq(review_rounds.id, round_id))
  if (!found) throw notFound()
  const there = await db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, [found.hunter, found.artist]), isNull(users.deleted_at)))
  const params =
    found.order_id === null
      ? {
          ...(found.student ? { person_name: firstNameOf(found.student) ?? '' } : {}),
          ...(found.starts_at ? { date: found.starts_at, zone: found.zone } : {}),
        }
      : orderParams(await orderRow(db, found.order_id))
  return { ...found, params, isThere: (side: ReviewSide) => there.some(({ id }) => id === found[side]) }
}

/** What one side is told. @param version each once: 1 the other has written, 2 the time is nearly over */
function message(
  sides: Awaited<ReturnType<typeof sidesOf>>,
  round_id: number,
  to: ReviewSide,
  type: 'REVIEW_REQUESTED' | 'REVIEW_PUBLISHED',
  more: { version?: number; voice?: string } = {},
): Message[] {
  if (!sides.isThere(to)) return []
  const isLesson = sides.lesson_id !== null
  const who = to === 'artist' ? (isLesson ? 'teacher' : 'musician') : isLesson && 'student'
  const voice = [who, more.voice].filter(Boolean).join('_')
  return [
    {
      user_id: sides[to],
      type,
      subject: subject('review_round', round_id),
      ...(more.version ? { version: more.version } : {}),
      value: sides.lesson_id === null ? String(sides.event_id) : subject('lesson', sides.lesson_id),
      params: {
        ...sides.params,
        ...(sides.project_name ? { project_name: sides.project_name } : {}),
        ...(voice ? { voice } : {}),
      },
    },
  ]
}

const other = (side: ReviewSide): ReviewSide => (side === 'hunter' ? 'artist' : 'hunter')

/* ---------------------------------------------------------------- rounds */

/**
 * Opens what the host of a delivered event and each project that played may say of each other. Nobody is told: the survey
 * asks them, and leads here.
 */
export async function openRounds(work: Work, { event_id }: { event_id: number }): Promise<void> {
  const [event] = await work.db
    .select({ hunter_id: events.hunter_id })
    .from(events)
    .where(eq(events.id, event_id))
  const project_ids = await projectsAt(work.db, event_id)
  if (!event || project_ids.length === 0) return
  const opened_at = work.now.toISOString()
  const closes_at = new Date(work.now.getTime() + WINDOW).toISOString()
  await work.db
    .insert(review_rounds)
    .values(project_ids.map((project_id) => ({ event_id, project_id, ...event, opened_at, closes_at })))
    .onConflictDoNothing()
}

/**
 * Opens what who learned and who taught may say of each other after a lesson that was held as it should: one round in ninety
 * days, however many lessons they have. Nobody is told: it stands with the lesson and on both their pages.
 */
export async function openLessonRound(
  work: Work,
  { id, student_id, project_id }: { id: number; student_id: number; project_id: number },
): Promise<void> {
  // One after the other: of two lessons that are confirmed at once one is asked about.
  await takeTurns(work.db, 'review_rounds', [student_id])
  const [last] = await work.db
    .select({ opened_at: review_rounds.opened_at })
    .from(review_rounds)
    .where(
      and(
        eq(review_rounds.hunter_id, student_id),
        eq(review_rounds.project_id, project_id),
        isNotNull(review_rounds.lesson_id),
      ),
    )
    .orderBy(desc(review_rounds.opened_at))
    .limit(1)
  if (!opensRound(last?.opened_at ?? null, work.now)) return
  await work.db
    .insert(review_rounds)
    .values({
      ...{ lesson_id: id, project_id, hunter_id: student_id, opened_at: work.now.toISOString() },
      closes_at: new Date(work.now.getTime() + WINDOW).toISOString(),
    })
    .onConflictDoNothing()
}

/** What a review is about, as its row says it for ever. */
async function aboutOf(db: Db, { event_id, lesson_id }: typeof review_rounds.$inferSelect) {
  if (event_id !== null) {
    const [event] = await db
      .select({ event_type: events.type, city: events.city, starts_at: events.starts_at, zone: events.zone })
      .from(events)
      .where(eq(events.id, event_id))
    if (!event) throw notFound()
    const { starts_at, zone, ...about } = event
    return { ...about, instrument: null, played_on: wallClock(new Date(starts_at), zone).day }
  }
  const [lesson] = await db
    .select({
      instrument: services.instrument,
      starts_at: lessons.starts_at,
      zone: music_projects.zone,
    })
    .from(lessons)
    .innerJoin(services, eq(services.id, lessons.service_id))
    .innerJoin(music_projects, eq(music_projects.id, lessons.project_id))
    .where(eq(lessons.id, lesson_id ?? 0))
  if (!lesson) throw notFound()
  const instrument = lesson.instrument as InstrumentName
  const played_on = wallClock(new Date(lesson.starts_at), lesson.zone).day
  return { event_type: null, instrument, city: null, played_on }
}

async function lockRound(db: Db, id: number) {
  const [round] = await db.select().from(review_rounds).where(eq(review_rounds.id, id)).for('update')
  if (!round) throw notFound()
  const written = await db.select().from(reviews).where(eq(reviews.round_id, id))
  return { round, written }
}

/** Ends a round if it is its time: what is written can be read from now on, and whom it is about is told. */
export async function settleRound(work: Work, round_id: number): Promise<void> {
  const { round, written } = await lockRound(work.db, round_id)
  if (round.settled_at !== null || !isSettled(written.length, round.closes_at, work.now)) return
  const now = work.now.toISOString()
  await work.db.update(review_rounds).set({ settled_at: now }).where(eq(review_rounds.id, round_id))
  if (written.length === 0) return
  await work.db.update(reviews).set({ revealed_at: now }).where(eq(reviews.round_id, round_id))
  const sides = await sidesOf(work.db, round_id)
  notify(
    work,
    written.flatMap(({ side }) => message(sides, round_id, other(side), 'REVIEW_PUBLISHED')),
  )
}

/** Reminds who hasn't written that the time is nearly over: once. */
export async function remindOfRound(work: Work, round_id: number): Promise<void> {
  const { round, written } = await lockRound(work.db, round_id)
  if (round.settled_at !== null || round.reminded_at !== null) return
  const reminded_at = work.now.toISOString()
  await work.db.update(review_rounds).set({ reminded_at }).where(eq(review_rounds.id, round_id))
  if (work.now.getTime() >= Date.parse(round.closes_at)) return
  const sides = await sidesOf(work.db, round_id)
  notify(
    work,
    (['hunter', 'artist'] as const)
      .filter((side) => written.every((one) => one.side !== side))
      .flatMap((side) => message(sides, round_id, side, 'REVIEW_REQUESTED', { version: 2, voice: 'last' })),
  )
}

/* ---------------------------------------------------------------- writing */

/**
 * Says how it was with the other side: once, while the time lasts. With the second one both can be read.
 * @throws Refusal 404 for a round of others, 409 `reviews.written` or `reviews.closed`
 */
export async function writeOwnReview(
  work: Work,
  user_id: number,
  round_id: number,
  given: ReviewBody,
): Promise<ReviewRound> {
  const { side } = await roundOf(work.db, user_id, round_id, work.now)
  const { round, written } = await lockRound(work.db, round_id)
  if (written.some((one) => one.side === side)) throw new Refusal(409, 'reviews.written')
  if (!canWrite(round, false, work.now)) throw new Refusal(409, 'reviews.closed')
  const about = await aboutOf(work.db, round)
  const { project_id, hunter_id } = round
  const [added] = await work.db
    .insert(reviews)
    .values({
      ...{ round_id, side, project_id, hunter_id, author_id: user_id, ...about, ...given },
      written_at: work.now.toISOString(),
    })
    .onConflictDoNothing()
    .returning({ id: reviews.id })
  if (!added) throw new Refusal(409, 'reviews.written')
  if (written.length === 0)
    notify(work, message(await sidesOf(work.db, round_id), round_id, other(side), 'REVIEW_REQUESTED'))
  // It was said how it was, by one of the two.
  if (round.lesson_id !== null) await reviewed(work, round.lesson_id)
  await settleRound(work, round_id)
  return roundOf(work.db, user_id, round_id, work.now)
}

/**
 * Changes what somebody has written, as long as nobody else could read it.
 * @throws Refusal 404 for a round of others, or before it is written, 409 `reviews.revealed`
 */
export async function editOwnReview(
  work: Work,
  user_id: number,
  round_id: number,
  given: Partial<ReviewBody>,
): Promise<ReviewRound> {
  const { side } = await roundOf(work.db, user_id, round_id, work.now)
  const { round, written } = await lockRound(work.db, round_id)
  const mine = written.find((one) => one.side === side)
  if (!mine) throw notFound()
  if (!canEdit(mine, round.closes_at, work.now)) throw new Refusal(409, 'reviews.revealed')
  await work.db
    .update(reviews)
    .set({ ...given, edited_at: work.now.toISOString() })
    .where(eq(reviews.id, mine.id))
  return roundOf(work.db, user_id, round_id, work.now)
}

/* ---------------------------------------------------------------- answering */

/** A review about somebody, locked. @throws Refusal 404 when it is about others, or isn't revealed */
async function lockReceived(work: Work, user_id: number, id: number) {
  await receivedReview(work.db, user_id, id, work.now)
  const [review] = await work.db.select().from(reviews).where(eq(reviews.id, id)).for('update')
  if (!review) throw notFound()
  return review
}

async function saveAnswer(
  work: Work,
  user_id: number,
  id: number,
  set: Partial<typeof reviews.$inferInsert>,
) {
  await work.db.update(reviews).set(set).where(eq(reviews.id, id))
  return receivedReview(work.db, user_id, id, work.now)
}

/**
 * Answers a review about oneself or one's project, once and in public.
 * @throws Refusal 404 for one about others, 409 `reviews.answered` or `reviews.hidden`
 */
export async function answerReceived(
  work: Work,
  user_id: number,
  id: number,
  text: string,
): Promise<ReceivedReview> {
  const review = await lockReceived(work, user_id, id)
  if (review.hidden_at !== null) throw new Refusal(409, 'reviews.hidden')
  if (!canAnswer(review)) throw new Refusal(409, 'reviews.answered')
  const answered_at = work.now.toISOString()
  return saveAnswer(work, user_id, id, { answer: text, answered_by: user_id, answered_at })
}

/**
 * Changes such an answer, for a day.
 * @throws Refusal 404 for one about others, 409 `reviews.not_answered`, `reviews.hidden` or `reviews.answer_final`
 */
export async function editOwnAnswer(
  work: Work,
  user_id: number,
  id: number,
  text: string,
): Promise<ReceivedReview> {
  const review = await lockReceived(work, user_id, id)
  if (review.answered_at === null) throw new Refusal(409, 'reviews.not_answered')
  if (review.hidden_at !== null) throw new Refusal(409, 'reviews.hidden')
  if (!canEditAnswer(review, work.now)) throw new Refusal(409, 'reviews.answer_final')
  return saveAnswer(work, user_id, id, { answer: text })
}

/* ---------------------------------------------------------------- reports, and staff */

/**
 * Tells staff that a review shouldn't be shown, once a person: one that anybody can read, or that is about oneself.
 * @throws Refusal 404 for one that the caller can't read, 409 `reviews.own` or `reviews.reported`
 */
export async function reportOf(
  work: Work,
  user_id: number,
  id: number,
  given: { reason: ReportReason; note: string },
): Promise<{ reported: boolean }> {
  const [found] = await work.db
    .select({ review: reviews, owner_id: music_projects.owner_id })
    .from(reviews)
    .innerJoin(music_projects, eq(music_projects.id, reviews.project_id))
    .where(eq(reviews.id, id))
  if (!found) throw notFound()
  const { review, owner_id } = found
  if (review.author_id === user_id) throw new Refusal(409, 'reviews.own')
  const about = review.side === 'hunter' ? owner_id : review.hunter_id
  if (seenAs(review, about === user_id ? 'reviewed' : 'public') === 'nothing') throw notFound()
  const [added] = await work.db
    .insert(review_reports)
    .values({ review_id: id, user_id, ...given, reported_at: work.now.toISOString() })
    .onConflictDoNothing()
    .returning({ id: review_reports.id })
  if (!added) throw new Refusal(409, 'reviews.reported')
  return { reported: true }
}

/**
 * Staff hides a review, with a reason that both sides see, or shows it again; whoever reported it has been heard. The
 * rating follows in the same transaction.
 * @param hidden null: it is shown again, or stays
 * @throws Refusal 404
 */
export async function decideReview(
  work: Work,
  id: number,
  by: string,
  hidden: { reason: string } | null,
): Promise<void> {
  const now = work.now.toISOString()
  const [decided] = await work.db
    .update(reviews)
    .set({ hidden_at: hidden ? now : null, hidden_reason: hidden?.reason ?? null, hidden_by: by })
    .where(eq(reviews.id, id))
    .returning({ id: reviews.id })
  if (!decided) throw notFound()
  await work.db
    .update(review_reports)
    .set({ settled_at: now })
    .where(and(eq(review_reports.review_id, id), isNull(review_reports.settled_at)))
}

/* ---------------------------------------------------------------- erasure */

/** Erases what somebody wrote to staff. What they said of others stays, without their name. */
export async function eraseReports(db: Db, user_id: number): Promise<void> {
  await db.update(review_reports).set({ note: '' }).where(eq(review_reports.user_id, user_id))
}
