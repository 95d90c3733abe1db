import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { notFound } from '#core/contract/errors.ts'
import { keyAfter, type Page, type PageQuery, pageOf } from '#core/contract/page.ts'
import type { Db } from '#core/server/db.ts'
import { users } from '#features/accounts/table.ts'
import { firstNameOf } from '#features/contracts/rules.audience.ts'
import { isPublic } from '#features/projects/queries.ts'
import { music_projects } from '#features/projects/table.ts'
import type { EventType } from '#features/services/contract.ts'
import type { PublicReview, ReviewSummary } from './contract.ts'
import { answerOf } from './queries.ts'
import { reviews } from './table.ts'

/** What anybody may see: what hosts say, once it is revealed and unless staff hid it; as `seenAs` says. */
const isShown = sql`${reviews.side} = 'hunter' and ${reviews.revealed_at} is not null and ${reviews.hidden_at} is null`

/**
 * What is said of a project, newest first.
 * @throws Refusal 400 for a cursor that isn't one of ours, 404 when there is no such project, or it was put away
 */
export async function projectReviews(
  db: Db,
  project_id: number,
  {
    cursor,
    limit,
    event_type,
    lessons,
  }: PageQuery & { event_type?: EventType | undefined; lessons?: '1' | undefined },
): Promise<Page<PublicReview> & { summary: ReviewSummary }> {
  const after = keyAfter(cursor, ['instant', 'id'])
  const [project] = await db
    .select({ rating: music_projects.rating, rating_count: music_projects.rating_count })
    .from(music_projects)
    .where(and(eq(music_projects.id, project_id), isPublic))
  if (!project) throw notFound()
  const rows = await db
    .select({ review: reviews, author: users.name })
    .from(reviews)
    .innerJoin(users, eq(users.id, reviews.author_id))
    .where(
      and(
        eq(reviews.project_id, project_id),
        isShown,
        event_type && eq(reviews.event_type, event_type),
        lessons && isNotNull(reviews.instrument),
        after &&
          sql`(${reviews.revealed_at}, ${reviews.id}) < (${after[0]}::timestamptz, ${after[1]}::bigint)`,
      ),
    )
    .orderBy(desc(reviews.revealed_at), desc(reviews.id))
    .limit(limit + 1)
  const views = rows.map(({ review, author }): PublicReview => {
    const { id, satisfaction, professionalism, communication, punctuality, mark, text } = review
    return {
      ...{ id, satisfaction, professionalism, communication, punctuality, mark, text },
      author: firstNameOf(author),
      event_type: review.event_type,
      instrument: review.instrument,
      city: review.city,
      played_on: review.played_on,
      revealed_at: review.revealed_at ?? review.written_at,
      answer: answerOf(review),
    }
  })
  return {
    ...pageOf(views, limit, ({ revealed_at, id }) => [revealed_at, id]),
    summary: { ...project, ...(await figuresOf(db, project_id)) },
  }
}

/** How many gave which mark, the means of what is asked, and after what: of the rows of one project. */
async function figuresOf(
  db: Db,
  project_id: number,
): Promise<Pick<ReviewSummary, 'distribution' | 'aspects' | 'event_types' | 'lessons'>> {
  const sum = (column: AnyPgColumn) => sql<number>`sum(${column})::int`
  const rows = await db
    .select({
      mark: sql<number>`floor(${reviews.mark} + 0.5)::int`.as('rounded'),
      event_type: reviews.event_type,
      count: sql<number>`count(*)::int`,
      satisfaction: sum(reviews.satisfaction),
      professionalism: sum(reviews.professionalism),
      communication: sum(reviews.communication),
      punctuality: sum(reviews.punctuality),
    })
    .from(reviews)
    .where(and(eq(reviews.project_id, project_id), isShown))
    .groupBy(sql`rounded`, reviews.event_type)
  const total = rows.reduce((sum, { count }) => sum + count, 0)
  const of = (aspect: 'satisfaction' | 'professionalism' | 'communication' | 'punctuality') =>
    Math.round((rows.reduce((sum, row) => sum + row[aspect], 0) / total) * 100) / 100
  const types = new Map<EventType, number>()
  let lessons = 0
  for (const { event_type, count } of rows)
    if (event_type === null) lessons += count
    else types.set(event_type, (types.get(event_type) ?? 0) + count)
  return {
    distribution: [5, 4, 3, 2, 1].map((mark) => ({
      mark,
      count: rows.filter((row) => row.mark === mark).reduce((sum, { count }) => sum + count, 0),
    })),
    aspects:
      total === 0
        ? null
        : {
            satisfaction: of('satisfaction'),
            professionalism: of('professionalism'),
            communication: of('communication'),
            punctuality: of('punctuality'),
          },
    event_types: [...types]
      .map(([event_type, count]) => ({ event_type, count }))
      .sort((a, b) => b.count - a.count || a.event_type.localeCompare(b.event_type)),
    lessons,
  }
}
