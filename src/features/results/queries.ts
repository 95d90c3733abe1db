import { and, desc, eq, inArray, isNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import type { Currency } from '#core/contract/money.ts'
import { idAfter, type Page, type PageQuery, pageOf } from '#core/contract/page.ts'
import { type Subject, subject } from '#core/contract/subject.ts'
import { present } from '#core/server/columns.ts'
import type { Db } from '#core/server/db.ts'
import { users } from '#features/accounts/table.ts'
import { BINDING } from '#features/contracts/rules.ts'
import { contracts } from '#features/contracts/table.ts'
import { event_performers, events } from '#features/events/table.ts'
import { type OrderRow, ownOrder } from '#features/hiring/journey/queries.ts'
import { momentsOf } from '#features/hiring/plan/queries.ts'
import { orders } from '#features/hiring/table.ts'
import { music_projects } from '#features/projects/table.ts'
import type { HostAnswers, HostSurvey, MusicianSurvey, Results } from './contract.ts'
import { resultsOf } from './rules.results.ts'
import { aimOf, NUDGES, type PlayedBy, playedMoments, playedProjects, REPORT_AFTER } from './rules.ts'
import { host_surveys, musician_surveys } from './table.ts'

export type HostSurveyRow = typeof host_surveys.$inferSelect

/* ---------------------------------------------------------------- the host's survey */

/** What an event is called and when it was. */
const about = {
  title: events.title,
  type: events.type,
  city: events.city,
  starts_at: events.starts_at,
  ends_at: events.ends_at,
  zone: events.zone,
}

/** Agreements that were in force when an order's event was, and with whom. */
const playedBy = (db: Db, order_id: number): Promise<PlayedBy[]> =>
  db
    .select({
      project_id: contracts.project_id,
      project_name: music_projects.name,
      terms: contracts.terms,
    })
    .from(contracts)
    .innerJoin(music_projects, eq(music_projects.id, contracts.project_id))
    .where(and(eq(contracts.order_id, order_id), inArray(contracts.state, [...BINDING])))
    .orderBy(contracts.id)

/** An order's event with the survey that its host is asked; undefined before it is delivered. */
async function askedOf(db: Db, order_id: number) {
  const [found] = await db
    .select({ about: { ...about, guests: events.guests, event_id: events.id }, survey: host_surveys })
    .from(events)
    .innerJoin(host_surveys, eq(host_surveys.event_id, events.id))
    .where(eq(events.order_id, order_id))
  return found
}

const answersOf = ({
  nps,
  satisfaction,
  actual,
  declared,
  punctuality,
  comment,
}: HostSurveyRow): HostAnswers => ({ nps, satisfaction, actual, declared, punctuality, comment })

/**
 * The survey of an order of the caller's, as they have answered it so far.
 * @throws Refusal 409 `results.not_yet` before the event is delivered
 */
export async function hostSurveyOf(db: Db, order: OrderRow): Promise<HostSurvey & { survey_id: number }> {
  const found = await askedOf(db, order.id)
  if (!found) throw new Refusal(409, 'results.not_yet')
  const moments = playedMoments(await playedBy(db, order.id))
  const { guests: _, event_id: __, ...event } = found.about
  return {
    survey_id: found.survey.id,
    order_id: order.id,
    ...event,
    currency: order.currency as Currency,
    aim: aimOf(order.brief),
    moments,
    performers: playedProjects(moments),
    answers: answersOf(found.survey),
    sent_at: found.survey.sent_at,
    results_ready: hasResults(order),
  }
}

/** The survey of an order, for its hunter. @throws Refusal 404, 409 `results.not_yet` */
export const readHostSurvey = async (db: Db, viewer: { id: number }, order_id: number): Promise<HostSurvey> =>
  hostSurveyOf(db, await ownOrder(db, viewer, order_id))

/** Whether an order has come as far as its results. */
const hasResults = ({ stage }: OrderRow): boolean => stage === 'results' || stage === 'closed'

/* ---------------------------------------------------------------- results */

/**
 * What the event of an order of the caller's achieved, computed from what stands in the rows now.
 * @throws Refusal 404, 409 `results.not_ready` before the survey is sent or its time is over
 */
export async function resultsOfOrder(db: Db, viewer: { id: number }, order_id: number): Promise<Results> {
  return resultsOfRow(db, await ownOrder(db, viewer, order_id))
}

/** The same of an order whose row is known. @throws Refusal 409 `results.not_ready` */
export async function resultsOfRow(db: Db, order: OrderRow): Promise<Results> {
  const order_id = order.id
  const found = hasResults(order) ? await askedOf(db, order_id) : undefined
  if (!found) throw new Refusal(409, 'results.not_ready')
  const { survey } = found
  const { guests, event_id, ...event } = found.about
  const plan = order.plan_id === null ? null : (await momentsOf(db, [order.plan_id])).get(order.plan_id)
  const musicians = await db
    .select({
      mark: musician_surveys.mark,
      as_agreed: musician_surveys.as_agreed,
      comment: musician_surveys.comment,
      sent_at: musician_surveys.sent_at,
    })
    .from(musician_surveys)
    .where(eq(musician_surveys.event_id, event_id))
  return {
    order_id,
    ...event,
    ...resultsOf({
      guests,
      currency: order.currency as Currency,
      brief: order.brief,
      plan: plan ?? null,
      agreements: await playedBy(db, order_id),
      survey: survey.sent_at === null ? null : { answers: answersOf(survey), sent_at: survey.sent_at },
      musicians: musicians.map(({ sent_at, ...answers }) => (sent_at === null ? null : answers)),
    }),
  }
}

/* ---------------------------------------------------------------- the musicians' surveys */

const musicianColumns = {
  id: musician_surveys.id,
  event_id: musician_surveys.event_id,
  project_id: musician_surveys.project_id,
  project_name: present(music_projects.name),
  ...about,
  mark: musician_surveys.mark,
  as_agreed: musician_surveys.as_agreed,
  comment: musician_surveys.comment,
  sent_at: musician_surveys.sent_at,
}

/** Surveys of the projects that somebody owns. */
const ownedSurveys = (db: Db, user_id: number, which?: SQL) =>
  db
    .select(musicianColumns)
    .from(musician_surveys)
    .innerJoin(events, eq(events.id, musician_surveys.event_id))
    .innerJoin(
      music_projects,
      and(eq(music_projects.id, musician_surveys.project_id), eq(music_projects.owner_id, user_id)),
    )
    .where(which)

type MusicianRow = Awaited<ReturnType<typeof ownedSurveys>>[number]
const viewOf = ({ mark, as_agreed, comment, ...survey }: MusicianRow): MusicianSurvey => ({
  ...survey,
  answers: { mark, as_agreed, comment },
})

/**
 * What the projects that somebody owns are asked, newest first; about one event, when given.
 * @throws Refusal 400 for a cursor that isn't one of ours
 */
export async function surveysOf(
  db: Db,
  user_id: number,
  { cursor, limit, event }: PageQuery & { event?: number | undefined },
): Promise<Page<MusicianSurvey>> {
  const after = idAfter(cursor)
  const { id, event_id } = musician_surveys
  const rows = await ownedSurveys(
    db,
    user_id,
    and(
      event === undefined ? undefined : eq(event_id, event),
      after === undefined ? undefined : lt(id, after),
    ),
  )
    .orderBy(desc(id))
    .limit(limit + 1)
  return pageOf(rows.map(viewOf), limit, (row) => row.id)
}

/** One of them. @throws Refusal 404 when it isn't there, or is of a project that somebody else owns */
export async function musicianSurveyOf(db: Db, user_id: number, id: number): Promise<MusicianSurvey> {
  const [row] = await ownedSurveys(db, user_id, eq(musician_surveys.id, id))
  if (!row) throw notFound()
  return viewOf(row)
}

/* ---------------------------------------------------------------- what was said already */

/** What the surveys of events say by now, sent or not, with the moments that each project was hired for. */
export async function saidOf(db: Db, event_ids: readonly number[]) {
  const ids = [...event_ids]
  const hosts = await db.select().from(host_surveys).where(inArray(host_surveys.event_id, ids))
  const musicians = await db.select().from(musician_surveys).where(inArray(musician_surveys.event_id, ids))
  const agreements = await db
    .select({ event_id: events.id, project_id: contracts.project_id, terms: contracts.terms })
    .from(contracts)
    .innerJoin(events, eq(events.order_id, contracts.order_id))
    .where(and(inArray(events.id, ids), inArray(contracts.state, [...BINDING])))
  const of = (event_id: number, project_id: number) => (one: { event_id: number; project_id: number }) =>
    one.event_id === event_id && one.project_id === project_id
  return {
    byHost: (event_id: number) => hosts.find((survey) => survey.event_id === event_id),
    byProject: (event_id: number, project_id: number) => musicians.find(of(event_id, project_id)),
    slotsOf: (event_id: number, project_id: number) =>
      playedMoments(
        agreements.filter(of(event_id, project_id)).map((one) => ({ ...one, project_name: null })),
      ).map(({ slot_id }) => slot_id),
  }
}

/* ---------------------------------------------------------------- what waits */

/** A survey that somebody hasn't sent yet, as homes show it. */
export interface OpenSurvey {
  title: string | null
  type: MusicianSurvey['type']
  city: string | null
  starts_at: string
  zone: string
}

/** So long a survey is shown as waiting: as long as the results wait for it. */
const isAsked = (asked_at: typeof host_surveys.asked_at | typeof musician_surveys.asked_at, now: Date) =>
  sql`${asked_at} > ${new Date(now.getTime() - REPORT_AFTER).toISOString()}::timestamptz`

/** Surveys that a hunter hasn't sent and whose results still wait for them, the newest first. */
export const openHostSurveys = (
  db: Db,
  hunter_id: number,
  now: Date,
  most: number,
): Promise<(OpenSurvey & { order_id: number })[]> =>
  db
    .select({
      order_id: events.order_id,
      title: events.title,
      type: events.type,
      city: events.city,
      starts_at: events.starts_at,
      zone: events.zone,
    })
    .from(host_surveys)
    .innerJoin(events, eq(events.id, host_surveys.event_id))
    .where(
      and(eq(events.hunter_id, hunter_id), isNull(host_surveys.sent_at), isAsked(host_surveys.asked_at, now)),
    )
    .orderBy(desc(host_surveys.id))
    .limit(most)

/**
 * Surveys that wait for somebody as the owner of a project, of all of theirs or of one, the newest first, each with how
 * many there are: a select, to be read alone or with others.
 */
export const openMusicianSurveys = (
  db: Db,
  mine: { user_id: number; project_id?: number | undefined },
  now: Date,
  most: number,
) =>
  db
    .select({
      id: musician_surveys.id,
      project_id: musician_surveys.project_id,
      project_name: present(music_projects.name),
      title: events.title,
      type: events.type,
      city: events.city,
      starts_at: events.starts_at,
      zone: events.zone,
      surveys: sql<number>`(count(*) over ())::int`,
    })
    .from(musician_surveys)
    .innerJoin(events, eq(events.id, musician_surveys.event_id))
    .innerJoin(
      music_projects,
      and(
        eq(music_projects.id, musician_surveys.project_id),
        eq(music_projects.owner_id, mine.user_id),
        eq(music_projects.status, 'active'),
      ),
    )
    .where(
      and(
        mine.project_id === undefined ? undefined : eq(musician_surveys.project_id, mine.project_id),
        isNull(musician_surveys.sent_at),
        isAsked(musician_surveys.asked_at, now),
      ),
    )
    .orderBy(desc(musician_surveys.id))
    .limit(most)

/* ---------------------------------------------------------------- what is due */

/** A survey by whose it is and its id. */
export interface SurveyRef {
  side: 'host' | 'musician'
  id: number
}

/**
 * Surveys that are due for a nudge; which one is said by `nudgeDue`. Who waits for their second one isn't among them:
 * otherwise they would take the places of those who are due.
 */
export async function surveysToNudge(db: Db, now: Date): Promise<SurveyRef[]> {
  const before = (after: number) => sql`${new Date(now.getTime() - after).toISOString()}::timestamptz`
  const isDue = sql`sent_at is null and nudges < 2 and asked_at <= ${before(NUDGES[0])}
    and (nudges = 0 or asked_at <= ${before(NUDGES[1])})`
  const { rows } = await db.execute<{ side: SurveyRef['side']; id: number }>(sql`
    select 'host' as side, id from ${host_surveys} where ${isDue}
    union all
    select 'musician', id from ${musician_surveys} where ${isDue}
    order by 1, 2 limit 500`)
  return rows
}

/** Orders whose results are there by now though their hunter said nothing. Who is gone is told nothing any more. */
export async function ordersToReport(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(events, eq(events.order_id, orders.id))
    .innerJoin(host_surveys, eq(host_surveys.event_id, events.id))
    .innerJoin(users, eq(users.id, orders.hunter_id))
    .where(
      and(
        eq(orders.stage, 'delivered'),
        isNull(users.deleted_at),
        lte(host_surveys.asked_at, new Date(now.getTime() - REPORT_AFTER).toISOString()),
      ),
    )
    .orderBy(orders.id)
    .limit(200)
  return rows.map(({ id }) => id)
}

/** Whom a musician's survey is told: the owner of the project, while they have an account. */
export const ownersOfSurveys = (db: Db, ids: readonly number[]) =>
  db
    .select({ id: musician_surveys.id, user_id: music_projects.owner_id })
    .from(musician_surveys)
    .innerJoin(music_projects, eq(music_projects.id, musician_surveys.project_id))
    .innerJoin(users, eq(users.id, music_projects.owner_id))
    .where(and(inArray(musician_surveys.id, [...ids]), isNull(users.deleted_at)))

/** The projects that played at an event, each once. */
export async function projectsAt(db: Db, event_id: number): Promise<number[]> {
  const rows = await db
    .selectDistinct({ project_id: event_performers.project_id })
    .from(event_performers)
    .where(eq(event_performers.event_id, event_id))
    .orderBy(event_performers.project_id)
  return rows.map(({ project_id }) => project_id)
}

/* ---------------------------------------------------------------- a copy of one's data */

/** Everything that somebody answered, as a host and for the projects that they own. */
export async function surveyDataOf(db: Db, user_id: number) {
  const hosted = await db
    .select({ about: { order_id: events.order_id, ...about }, survey: host_surveys })
    .from(host_surveys)
    .innerJoin(events, eq(events.id, host_surveys.event_id))
    .where(eq(events.hunter_id, user_id))
    .orderBy(host_surveys.id)
  const played = await ownedSurveys(db, user_id).orderBy(musician_surveys.id)
  return [
    ...hosted.map(({ about: event, survey }) => ({
      ...event,
      answers: answersOf(survey),
      sent_at: survey.sent_at,
    })),
    ...played.map(viewOf),
  ]
}

/** The surveys that projects were asked to answer of these orders' events, as the subjects of notifications. */
export async function surveysTold(db: Db, order_ids: readonly number[]): Promise<Subject[]> {
  const rows = await db
    .select({ id: musician_surveys.id })
    .from(musician_surveys)
    .innerJoin(events, eq(events.id, musician_surveys.event_id))
    .where(inArray(events.order_id, [...order_ids]))
  return rows.map(({ id }) => subject('survey', id))
}
