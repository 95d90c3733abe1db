import { and, eq, inArray, isNull, lte } from 'drizzle-orm'
import { type Subject, subject } from '#core/contract/subject.ts'
import { wordsFor } from '#core/server/audience.ts'
import type { Db } from '#core/server/db.ts'
import { events } from '#features/events/table.ts'
import { type ReviewRow, received, receivedView } from './queries.ts'
import { REMIND_BEFORE } from './rules.ts'
import { review_reports, review_rounds, reviews } from './table.ts'

/* ---------------------------------------------------------------- what is due */

/** Rounds whose time is over. */
export async function roundsToSettle(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .select({ id: review_rounds.id })
    .from(review_rounds)
    .where(and(isNull(review_rounds.settled_at), lte(review_rounds.closes_at, now.toISOString())))
    .orderBy(review_rounds.closes_at, review_rounds.id)
    .limit(200)
  return rows.map(({ id }) => id)
}

/** Rounds that end soon, and whose sides weren't reminded yet. */
export async function roundsToRemind(db: Db, now: Date): Promise<number[]> {
  const soon = new Date(now.getTime() + REMIND_BEFORE).toISOString()
  const rows = await db
    .select({ id: review_rounds.id })
    .from(review_rounds)
    .where(
      and(
        isNull(review_rounds.settled_at),
        isNull(review_rounds.reminded_at),
        lte(review_rounds.closes_at, soon),
      ),
    )
    .orderBy(review_rounds.closes_at, review_rounds.id)
    .limit(200)
  return rows.map(({ id }) => id)
}

/* ---------------------------------------------------------------- a copy of one's data, and staff */

/** What somebody wrote, what was said of them, and what they reported, for the copy of their data. */
export async function reviewDataOf(db: Db, user_id: number, now: Date): Promise<object[]> {
  const shown = (row: ReviewRow) => ({
    side: row.side,
    event_type: row.event_type,
    instrument: row.instrument,
    city: row.city,
    played_on: row.played_on,
    satisfaction: row.satisfaction,
    professionalism: row.professionalism,
    communication: row.communication,
    punctuality: row.punctuality,
    text: row.text,
    written_at: row.written_at,
    revealed_at: row.revealed_at,
    answer: row.answer,
    answered_at: row.answered_at,
    hidden_reason: row.hidden_reason,
  })
  const written = await db.select().from(reviews).where(eq(reviews.author_id, user_id)).orderBy(reviews.id)
  const got = await received(db, user_id).orderBy(reviews.id)
  const reports = await db
    .select({
      review_id: review_reports.review_id,
      reason: review_reports.reason,
      note: review_reports.note,
      reported_at: review_reports.reported_at,
    })
    .from(review_reports)
    .where(eq(review_reports.user_id, user_id))
    .orderBy(review_reports.id)
  return [
    ...written.map((row) => ({ kind: 'written', ...shown(row) })),
    ...got.map((row) => {
      const view = receivedView(row, now)
      return { kind: 'received', ...view, text: wordsFor(view.text, { open: false }) }
    }),
    ...reports.map((row) => ({ kind: 'reported', ...row })),
  ]
}

/** Reports that staff hasn't looked at, oldest first, each with what it is about. */
export const openReports = (db: Db) =>
  db
    .select({
      review_id: review_reports.review_id,
      reason: review_reports.reason,
      note: review_reports.note,
      reported_at: review_reports.reported_at,
      project_id: reviews.project_id,
      side: reviews.side,
      text: reviews.text,
      answer: reviews.answer,
      hidden_reason: reviews.hidden_reason,
    })
    .from(review_reports)
    .innerJoin(reviews, eq(reviews.id, review_reports.review_id))
    .where(isNull(review_reports.settled_at))
    .orderBy(review_reports.id)
    .limit(200)

/** The rounds of these orders' events, as the subjects of notifications. */
export async function roundsTold(db: Db, order_ids: readonly number[]): Promise<Subject[]> {
  const rows = await db
    .select({ id: review_rounds.id })
    .from(review_rounds)
    .innerJoin(events, eq(events.id, review_rounds.event_id))
    .where(inArray(events.order_id, [...order_ids]))
  return rows.map(({ id }) => subject('review_round', id))
}
