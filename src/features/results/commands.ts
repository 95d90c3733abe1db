import { and, eq, sql } from 'drizzle-orm'
import { Refusal } from '#core/contract/errors.ts'
import { subject } from '#core/contract/subject.ts'
import type { Work } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import { users } from '#features/accounts/table.ts'
import { events } from '#features/events/table.ts'
import { advance, lockOrder, lockOwnOrder } from '#features/hiring/journey/commands.ts'
import { type OrderRow, orderParams, orderRow, SYSTEM } from '#features/hiring/journey/queries.ts'
import { canStep } from '#features/hiring/journey/rules.ts'
import { type Message, notify } from '#features/notifications/commands.ts'
import { lookAgain } from './commands.insights.ts'
import type { HostAnswers, HostSurvey, MusicianAnswers, MusicianSurvey } from './contract.ts'
import { hostSurveyOf, musicianSurveyOf, ownersOfSurveys, projectsAt, type SurveyRef } from './queries.ts'
import { nudgeDue, problemsIn, unanswered, unansweredByMusician, withAnswers } from './rules.ts'
import { follow_ups, host_surveys, musician_surveys } from './table.ts'

/* ---------------------------------------------------------------- asking */

/** What the owner of a project is told of its survey; the hunter is told by the journey's step. */
const toMusician = (
  order: OrderRow,
  survey: { id: number; user_id: number },
  more: { version?: number; voice: 'musician' | 'musician_again' },
): Message => ({
  user_id: survey.user_id,
  type: 'POST_EVENT_SURVEY_SENT',
  subject: subject('survey', survey.id),
  ...(more.version ? { version: more.version } : {}),
  value: String(survey.id),
  params: { ...orderParams(order), voice: more.voice },
})

/** Asks the host of a delivered event, and each project that played, how it was: once. */
export async function openSurveys(
  work: Work,
  { event_id, order_id }: { event_id: number; order_id: number },
): Promise<void> {
  const order = await lockOrder(work, order_id)
  const asked_at = work.now.toISOString()
  await work.db.insert(host_surveys).values({ event_id, asked_at }).onConflictDoNothing()
  const project_ids = await projectsAt(work.db, event_id)
  if (project_ids.length === 0) return
  const opened = await work.db
    .insert(musician_surveys)
    .values(project_ids.map((project_id) => ({ event_id, project_id, asked_at })))
    .onConflictDoNothing()
    .returning({ id: musician_surveys.id })
  if (opened.length === 0) return
  const owners = await ownersOfSurveys(
    work.db,
    opened.map(({ id }) => id),
  )
  notify(
    work,
    owners.map((survey) => toMusician(order, survey, { voice: 'musician' })),
  )
}

/** Asks once more who hasn't sent their survey, where a nudge is due; each nudge once. */
export async function nudge(work: Work, { side, id }: SurveyRef): Promise<void> {
  const table = side === 'host' ? host_surveys : musician_surveys
  const [survey] = await work.db
    .select({
      event_id: table.event_id,
      asked_at: table.asked_at,
      sent_at: table.sent_at,
      nudges: table.nudges,
    })
    .from(table)
    .where(eq(table.id, id))
    .for('update')
  const due = survey && nudgeDue(survey, work.now)
  if (!due) return
  await work.db.update(table).set({ nudges: due }).where(eq(table.id, id))
  const [event] = await work.db
    .select({ order_id: events.order_id })
    .from(events)
    .where(eq(events.id, survey.event_id))
  if (!event) return
  const order = await orderRow(work.db, event.order_id)
  if (side === 'musician') {
    const owners = await ownersOfSurveys(work.db, [id])
    return notify(
      work,
      owners.map((owner) => toMusician(order, owner, { version: due + 1, voice: 'musician_again' })),
    )
  }
  const isThere = await work.db.$count(
    users,
    and(eq(users.id, order.hunter_id), sql`${users.deleted_at} is null`),
  )
  if (isThere === 0) return
  notify(work, [
    {
      user_id: order.hunter_id,
      type: 'POST_EVENT_SURVEY_SENT',
      subject: subject('order', order.id),
      version: due + 1,
      value: String(order.id),
      params: { ...orderParams(order), voice: 'again' },
    },
  ])
}

/** Says that an order has its results, if it is its time: what is told after them begins with it. */
async function report(work: Work, { id, stage }: OrderRow): Promise<void> {
  if (!canStep('report', stage)) return
  const results_at = work.now.toISOString()
  await advance(work, id, 'report', SYSTEM, {
    writes: [work.db.insert(follow_ups).values({ order_id: id, results_at }).onConflictDoNothing()],
  })
}

/** An order whose results waited long enough: they are there without the hunter's answers. */
export const reportResults = async (work: Work, order_id: number): Promise<void> =>
  report(work, await lockOrder(work, order_id))

/* ---------------------------------------------------------------- the host's answers */

/**
 * The survey of an order of the caller's, locked by its order, as long as it isn't sent.
 * @throws Refusal 404, 409 `results.not_yet` or `results.sent`
 */
async function openHostSurvey(work: Work, viewer: { id: number }, order_id: number) {
  await lockOwnOrder(work, viewer, order_id)
  const order = await lockOrder(work, order_id)
  const survey = await hostSurveyOf(work.db, order)
  if (survey.sent_at !== null) throw new Refusal(409, 'results.sent')
  return { order, survey }
}

/**
 * Saves some of the host's answers.
 * @throws Refusal 404, 409 before the event is delivered or once it is sent, 422 for what isn't asked
 */
export async function saveHostAnswers(
  work: Work,
  viewer: { id: number },
  order_id: number,
  given: Partial<HostAnswers>,
): Promise<HostSurvey> {
  const { survey } = await openHostSurvey(work, viewer, order_id)
  const fields = problemsIn(survey, given)
  if (Object.keys(fields).length > 0) throw new Refusal(422, 'common.invalid', { fields })
  const answers = withAnswers(survey.answers, given)
  await work.db.update(host_surveys).set(answers).where(eq(host_surveys.id, survey.survey_id))
  return { ...survey, answers }
}

/**
 * Sends the host's survey: from now on it is only read, and the order has its results.
 * @throws Refusal 404, 409 before the event is delivered or once it is sent, 422 for what has to be answered
 */
export async function sendHostSurvey(
  work: Work,
  viewer: { id: number },
  order_id: number,
): Promise<HostSurvey> {
  const { order, survey } = await openHostSurvey(work, viewer, order_id)
  const fields = unanswered(survey, survey.answers)
  if (Object.keys(fields).length > 0) throw new Refusal(422, 'common.invalid', { fields })
  const sent_at = work.now.toISOString()
  await work.db.update(host_surveys).set({ sent_at }).where(eq(host_surveys.id, survey.survey_id))
  await report(work, order)
  await lookAgain(work, order)
  return { ...survey, sent_at, results_ready: true }
}

/* ---------------------------------------------------------------- the musicians' answers */

/** @throws Refusal 404, 409 `results.sent` */
async function openMusicianSurvey(work: Work, user_id: number, id: number): Promise<MusicianSurvey> {
  await work.db
    .select({ id: musician_surveys.id })
    .from(musician_surveys)
    .where(eq(musician_surveys.id, id))
    .for('update')
  const survey = await musicianSurveyOf(work.db, user_id, id)
  if (survey.sent_at !== null) throw new Refusal(409, 'results.sent')
  return survey
}

/**
 * Saves some answers of a project that played.
 * @throws Refusal 404 for another's, 409 once it is sent
 */
export async function saveMusicianAnswers(
  work: Work,
  user_id: number,
  id: number,
  given: Partial<MusicianAnswers>,
): Promise<MusicianSurvey> {
  const survey = await openMusicianSurvey(work, user_id, id)
  const answers = { ...survey.answers, ...given }
  await work.db.update(musician_surveys).set(answers).where(eq(musician_surveys.id, id))
  return { ...survey, answers }
}

/**
 * Sends them: from now on they are only read.
 * @throws Refusal 404 for another's, 409 once it is sent, 422 for what has to be answered
 */
export async function sendMusicianAnswers(work: Work, user_id: number, id: number): Promise<MusicianSurvey> {
  const survey = await openMusicianSurvey(work, user_id, id)
  const fields = unansweredByMusician(survey.answers)
  if (Object.keys(fields).length > 0) throw new Refusal(422, 'common.invalid', { fields })
  const sent_at = work.now.toISOString()
  await work.db.update(musician_surveys).set({ sent_at }).where(eq(musician_surveys.id, id))
  return { ...survey, sent_at }
}

/* ---------------------------------------------------------------- erasure */

/** Erases what a host wrote; the marks stay with the event, which has no name any more. */
export async function eraseHostComments(db: Db, user_id: number): Promise<void> {
  await db
    .update(host_surveys)
    .set({ comment: '' })
    .where(sql`${host_surveys.event_id} in (select e.id from ${events} e where e.hunter_id = ${user_id})`)
}

/** Erases what was written for a project. */
export async function eraseProjectComments(db: Db, project_id: number): Promise<void> {
  await db.update(musician_surveys).set({ comment: '' }).where(eq(musician_surveys.project_id, project_id))
}
