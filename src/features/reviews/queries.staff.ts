import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { subject } from '#core/contract/subject.ts'
import type { Db } from '#core/server/db.ts'
import { users } from '#features/accounts/table.ts'
import { music_projects } from '#features/projects/table.ts'
import type { WaitingRow, WaitingSheet } from '#features/staff/queries.queue.ts'
import { review_reports, reviews } from './table.ts'

/* Reviews that were reported, as staff decides on them: one of each review, however many reported it. */

const isOpen = isNull(review_reports.settled_at)

const reported = (db: Db, id?: number) =>
  db
    .select({
      review: reviews,
      author: users.name,
      project: music_projects.name,
      owner_id: music_projects.owner_id,
      reporters: sql<number[]>`json_agg(distinct ${review_reports.user_id})`,
      since: sql<string>`min(${review_reports.reported_at})`.mapWith((at) => new Date(at).toISOString()),
    })
    .from(review_reports)
    .innerJoin(reviews, eq(reviews.id, review_reports.review_id))
    .innerJoin(users, eq(users.id, reviews.author_id))
    .innerJoin(music_projects, eq(music_projects.id, reviews.project_id))
    .where(and(isOpen, id === undefined ? undefined : eq(reviews.id, id)))
    .groupBy(reviews.id, users.id, music_projects.id)

/** How the two sides of a lesson are called. */
const OF_LESSONS = { hunter: 'student', artist: 'teacher' } as const

type Row = Awaited<ReturnType<typeof reported>>[number]

const rowOf = ({ review, author, project, since }: Row): WaitingRow => ({
  id: review.id,
  title: review.text.slice(0, 120) || (project ?? `#${review.id}`),
  who: author,
  since,
  urgent: false,
})

/** How many reviews were reported and wait. */
export async function countReported(db: Db): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(distinct ${review_reports.review_id})`.mapWith(Number) })
    .from(review_reports)
    .where(isOpen)
  return row?.count ?? 0
}

/** Those that wait, the first reported first. */
export async function reportedReviews(db: Db, most: number): Promise<WaitingRow[]> {
  const rows = await reported(db)
    .orderBy(asc(sql`min(${review_reports.reported_at})`), asc(reviews.id))
    .limit(most)
  return rows.map(rowOf)
}

/** One of them, with who finds what wrong with it; null when nobody does any more. */
export async function reportedReview(db: Db, id: number): Promise<WaitingSheet | null> {
  const [row] = await reported(db, id)
  if (!row) return null
  const { review } = row
  const reports = await db
    .select({
      name: users.name,
      reason: review_reports.reason,
      note: review_reports.note,
      at: review_reports.reported_at,
    })
    .from(review_reports)
    .innerJoin(users, eq(users.id, review_reports.user_id))
    .where(and(eq(review_reports.review_id, id), isOpen))
    .orderBy(asc(review_reports.id))
    .limit(20)
  const first = reports[0]
  return {
    row: rowOf(row),
    facts: [
      {
        name: 'side',
        words: `functionality:desk.review.sides.${review.instrument ? OF_LESSONS[review.side] : review.side}`,
      },
      { name: 'project', text: row.project },
      { name: 'mark', text: `${review.mark} / 5` },
      ...(first ? [{ name: 'reason', words: `functionality:desk.review.reasons.${first.reason}` }] : []),
      { name: 'hidden_reason', text: review.hidden_reason },
      { name: 'written_at', at: review.written_at },
    ],
    messages: [
      { author: row.author, text: review.text, at: review.written_at },
      ...(review.answer ? [{ author: row.project, text: review.answer, at: review.answered_at }] : []),
      ...reports
        .filter(({ note }) => note !== '')
        .map(({ name, note, at }) => ({ author: name, text: note, at })),
    ],
    related: [subject('user', review.author_id)],
    parties: [review.hunter_id, row.owner_id, ...row.reporters],
  }
}
