import { and, desc, eq, isNull, lt, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { notFound } from '#core/contract/errors.ts'
import { idAfter, keyAfter, type Page, type PageQuery, pageOf } from '#core/contract/page.ts'
import { readBy } from '#core/server/audience.ts'
import type { Db } from '#core/server/db.ts'
import { users } from '#features/accounts/table.ts'
import { firstNameOf } from '#features/contracts/rules.audience.ts'
import { events } from '#features/events/table.ts'
import { lessons } from '#features/lessons/table.ts'
import { music_projects } from '#features/projects/table.ts'
import { saidOf } from '#features/results/queries.ts'
import type { InstrumentName } from '#features/services/contract.ts'
import { services } from '#features/services/table.ts'
import type { ReceivedReview, Review, ReviewRound, ReviewSide } from './contract.ts'
import {
  canAnswer,
  canEdit,
  canEditAnswer,
  canWrite,
  type Suggested,
  seenAs,
  suggestedByArtist,
  suggestedByHost,
} from './rules.ts'
import { review_reports, review_rounds, reviews } from './table.ts'

export type ReviewRow = typeof reviews.$inferSelect
export type RoundRow = typeof review_rounds.$inferSelect

/** The answer to a review, where there is one. */
export const answerOf = ({ answer, answered_at }: ReviewRow) =>
  answer === null || answered_at === null ? null : { text: answer, answered_at }

/* ---------------------------------------------------------------- the two sides */

/** A review as its author or the other side reads it; the other side only what `seenAs` lets them. */
function viewOf(
  row: ReviewRow,
  reader: { isAuthor: boolean; closes_at: string | null; reported: boolean },
  now: Date,
): Review {
  const { id, side, satisfaction, professionalism, communication, punctuality, mark, text } = row
  const { isAuthor } = reader
  return readBy(
    // Their own words as they wrote them.
    { side: null, open: isAuthor },
    {
      ...{ id, side, satisfaction, professionalism, communication, punctuality, mark, text },
      written_at: row.written_at,
      edited_at: row.edited_at,
      revealed_at: row.revealed_at,
      hidden_reason: row.hidden_reason,
      answer: answerOf(row),
      can_edit: isAuthor && canEdit(row, reader.closes_at, now),
      can_answer: !isAuthor && canAnswer(row),
      can_edit_answer: !isAuthor && canEditAnswer(row, now),
      can_report: !isAuthor && !reader.reported && seenAs(row, 'reviewed') === 'whole',
    },
  )
}

const ofHunter = alias(reviews, 'of_hunter')
const ofArtist = alias(reviews, 'of_artist')
const hunters = alias(users, 'hunters')

const hasReported = (review: typeof ofHunter | typeof ofArtist | typeof reviews, user_id: number) =>
  sql<boolean>`exists (select from ${review_reports} rr where rr.review_id = ${review.id} and rr.user_id = ${user_id})`

/**
 * Whether a project is somebody's. Theirs are an array, found before: an index serves beside an `or` then, where
 * `in (select …)`, or what is joined, would have everybody's rows read.
 */
const isOwn = (project_id: SQLWrapper, user_id: number) =>
  sql`${project_id} = any(array(select own.id from ${music_projects} own where own.owner_id = ${user_id}))`

/** Rounds that somebody is a side of: as the host or the student, or as the owner of the project. */
const ownRounds = (db: Db, user_id: number, which?: SQL) =>
  db
    .select({
      round: review_rounds,
      event: events,
      lesson: lessons,
      instrument: services.instrument,
      zone: music_projects.zone,
      project_name: music_projects.name,
      hunter_name: hunters.name,
      by_hunter: ofHunter,
      by_artist: ofArtist,
      reported: sql<boolean>`${hasReported(ofHunter, user_id)} or ${hasReported(ofArtist, user_id)}`,
    })
    .from(review_rounds)
    .leftJoin(events, eq(events.id, review_rounds.event_id))
    .leftJoin(lessons, eq(lessons.id, review_rounds.lesson_id))
    .leftJoin(services, eq(services.id, lessons.service_id))
    .innerJoin(music_projects, eq(music_projects.id, review_rounds.project_id))
    .innerJoin(hunters, eq(hunters.id, review_rounds.hunter_id))
    .leftJoin(ofHunter, and(eq(ofHunter.round_id, review_rounds.id), eq(ofHunter.side, 'hunter')))
    .leftJoin(ofArtist, and(eq(ofArtist.round_id, review_rounds.id), eq(ofArtist.side, 'artist')))
    .where(and(or(eq(review_rounds.hunter_id, user_id), isOwn(review_rounds.project_id, user_id)), which))

type OwnRound = Awaited<ReturnType<typeof ownRounds>>[number]

/** What a round is about: an event, or a lesson on its teacher's clock. */
function aboutOf({ round, event, lesson, instrument, zone }: OwnRound) {
  const its = { event_id: round.event_id, lesson_id: round.lesson_id }
  if (event)
    return {
      ...{ ...its, title: event.title, type: event.type, instrument: null, city: event.city },
      ...{ starts_at: event.starts_at, zone: event.zone },
    }
  if (!lesson) throw new Error('a round about nothing')
  return {
    ...{ ...its, title: null, type: null, instrument: instrument as InstrumentName | null, city: null },
    ...{ starts_at: lesson.starts_at, zone },
  }
}

const NOTHING: Suggested = {
  satisfaction: null,
  professionalism: null,
  communication: null,
  punctuality: null,
}

/** Rounds as one of their sides reads them. */
async function roundViews(
  db: Db,
  user_id: number,
  rows: readonly OwnRound[],
  now: Date,
): Promise<ReviewRound[]> {
  const open = rows.flatMap(({ round, event }) => (event && canWrite(round, false, now) ? [event.id] : []))
  const said = open.length === 0 ? null : await saidOf(db, open)
  return rows.map((row) => {
    const { round, event, project_name, hunter_name, by_hunter, by_artist, reported } = row
    const side: ReviewSide = round.hunter_id === user_id ? 'hunter' : 'artist'
    const [mine, theirs] = side === 'hunter' ? [by_hunter, by_artist] : [by_artist, by_hunter]
    const { closes_at } = round
    const can_write = canWrite(round, mine !== null, now)
    const byHost = event && said?.byHost(event.id)
    return readBy(
      { side, open: false },
      {
        ...aboutOf(row),
        id: round.id,
        side,
        project_id: round.project_id,
        project_name,
        hunter_name: firstNameOf(hunter_name),
        closes_at,
        can_write,
        other_wrote: theirs !== null,
        mine: mine && viewOf(mine, { isAuthor: true, closes_at, reported: false }, now),
        theirs:
          theirs && seenAs(theirs, 'reviewed') !== 'nothing'
            ? viewOf(theirs, { isAuthor: false, closes_at, reported }, now)
            : null,
        // Nobody is asked about a lesson before.
        suggested:
          !can_write || !event
            ? NOTHING
            : side === 'artist'
              ? suggestedByArtist(said?.byProject(event.id, round.project_id))
              : byHost
                ? suggestedByHost(byHost, round.project_id, said?.slotsOf(event.id, round.project_id) ?? [])
                : NOTHING,
      },
    )
  })
}

/**
 * Events and lessons after which somebody may say something of the other side, or did, newest first.
 * @throws Refusal 400 for a cursor that isn't one of ours
 */
export async function roundsOf(
  db: Db,
  user_id: number,
  {
    cursor,
    limit,
    event,
    lesson,
    waiting,
  }: PageQuery & { event?: number | undefined; lesson?: number | undefined; waiting?: '1' | undefined },
  now: Date,
): Promise<Page<ReviewRound>> {
  const after = idAfter(cursor)
  const { id, event_id, lesson_id, closes_at, settled_at, hunter_id } = review_rounds
  const rows = await ownRounds(
    db,
    user_id,
    and(
      after === undefined ? undefined : lt(id, after),
      event === undefined ? undefined : eq(event_id, event),
      lesson === undefined ? undefined : eq(lesson_id, lesson),
      waiting &&
        and(
          isNull(settled_at),
          sql`${closes_at} > ${now.toISOString()}::timestamptz`,
          sql`case when ${hunter_id} = ${user_id} then ${ofHunter.id} else ${ofArtist.id} end is null`,
        ),
    ),
  )
    .orderBy(desc(id))
    .limit(limit + 1)
  return pageOf(await roundViews(db, user_id, rows, now), limit, (row) => row.id)
}

/** One of them. @throws Refusal 404 when it isn't there, or is of others */
export async function roundOf(db: Db, user_id: number, id: number, now: Date): Promise<ReviewRound> {
  const rows = await ownRounds(db, user_id, eq(review_rounds.id, id))
  const [view] = await roundViews(db, user_id, rows, now)
  if (!view) throw notFound()
  return view
}

/** Reviews about somebody that they can read: of their projects, or of them as a host. */
export const received = (db: Db, user_id: number, which?: SQL) =>
  db
    .select({
      review: reviews,
      project_name: music_projects.name,
      author: users.name,
      reported: hasReported(reviews, user_id),
    })
    .from(reviews)
    .innerJoin(music_projects, eq(music_projects.id, reviews.project_id))
    .innerJoin(users, eq(users.id, reviews.author_id))
    .where(
      and(
        sql`case ${reviews.side} when 'hunter' then ${music_projects.owner_id} else ${reviews.hunter_id} end = ${user_id}`,
        // For the indexes: the line above decides.
        or(
          sql`${reviews.side} = 'hunter' and ${isOwn(reviews.project_id, user_id)}`,
          sql`${reviews.side} = 'artist' and ${reviews.hunter_id} = ${user_id}`,
        ),
        sql`${reviews.revealed_at} is not null`,
        which,
      ),
    )

export const receivedView = (
  { review, project_name, author, reported }: Awaited<ReturnType<typeof received>>[number],
  now: Date,
): ReceivedReview => ({
  ...viewOf(review, { isAuthor: false, closes_at: null, reported }, now),
  project_id: review.project_id,
  project_name,
  author: review.side === 'hunter' ? firstNameOf(author) : project_name,
  event_type: review.event_type,
  instrument: review.instrument,
  city: review.city,
  played_on: review.played_on,
})

/**
 * What is said of somebody and of the projects that they own, newest first.
 * @throws Refusal 400 for a cursor that isn't one of ours
 */
export async function receivedReviews(
  db: Db,
  user_id: number,
  { cursor, limit, project }: PageQuery & { project?: number | undefined },
  now: Date,
): Promise<Page<ReceivedReview>> {
  const after = keyAfter(cursor, ['instant', 'id'])
  const rows = await received(
    db,
    user_id,
    and(
      project === undefined ? undefined : eq(reviews.project_id, project),
      after && sql`(${reviews.revealed_at}, ${reviews.id}) < (${after[0]}::timestamptz, ${after[1]}::bigint)`,
    ),
  )
    .orderBy(desc(reviews.revealed_at), desc(reviews.id))
    .limit(limit + 1)
  return pageOf(
    rows.map((row) => receivedView(row, now)),
    limit,
    ({ revealed_at, written_at, id }) => [revealed_at ?? written_at, id],
  )
}

/** One of them. @throws Refusal 404 when it isn't there, isn't revealed, or is about somebody else */
export async function receivedReview(
  db: Db,
  user_id: number,
  id: number,
  now: Date,
): Promise<ReceivedReview> {
  const [row] = await received(db, user_id, eq(reviews.id, id))
  if (!row) throw notFound()
  return receivedView(row, now)
}
