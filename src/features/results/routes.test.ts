import { and, asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EVENING, NOW, wedding } from '#app/server/scenes/wedding.fixture.ts'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { subject } from '#core/contract/subject.ts'
import { DAY, HOUR } from '#core/contract/time.ts'
import { transaction } from '#core/server/work.ts'
import { type EventDetail, readOrderEvent } from '#features/events/contract.ts'
import { orders } from '#features/hiring/table.ts'
import type { HunterHome, MusicHome } from '#features/home/contract.ts'
import type { Notification } from '#features/notifications/contract.ts'
import { notifications } from '#features/notifications/table.ts'
import { handOver } from '#features/projects/commands.transfer.ts'
import { eraseHostComments, eraseProjectComments, openSurveys } from './commands.ts'
import type { HostSurvey, MusicianSurvey, Results } from './contract.ts'
import { surveyDataOf, surveysToNudge } from './queries.ts'
import { host_surveys, musician_surveys } from './table.ts'

/* After the event: both sides are asked how it was, and the host reads what it achieved. */

let t: TestApp
let hunter: Person
let other: Person
let rosa: Person
let luis: Person

beforeAll(async () => {
  t = await testApp({ now: NOW })
  hunter = await t.person('TALENT_HUNTER', { name: 'Ana Lucía Paz' })
  other = await t.person('TALENT_HUNTER')
  rosa = await t.person('MUSICIAN', { name: 'Rosa Ixchel' })
  luis = await t.person('MUSICIAN', { name: 'Luis Canel' })
})
afterAll(() => t?.close())

const own = (person: Person) => person.project_id ?? 0
/** Six in the evening there, that many days from now. */
const eveningIn = (days: number) =>
  new Date((Math.floor(t.clock.now().getTime() / DAY) + days) * DAY).toISOString()

/** A wedding that Rosa and Luis have played, a day ago; so soon that their sessions last. */
const delivered = (starts_at = eveningIn(20)) =>
  wedding(t, 'delivered', hunter, [{ project_ids: [own(rosa)] }, { project_ids: [own(luis)] }], { starts_at })

const stageOf = async (order_id: number) =>
  (await t.db.select({ stage: orders.stage }).from(orders).where(eq(orders.id, order_id)))[0]?.stage
const surveyOf = async (who: Person, event_id: number): Promise<MusicianSurvey> =>
  (await who.get('/api/surveys/', { query: { event: String(event_id) } })).body.results[0]
const eventOf = async (order_id: number): Promise<EventDetail> => {
  const { event } = await hunter.api(readOrderEvent, { params: { id: order_id } })
  if (!event) throw new Error('no event')
  return event
}
/** Versions in which somebody was told of a survey. */
const toldVersions = async (user_id: number, about: string) =>
  (
    await t.db
      .select({ version: notifications.version })
      .from(notifications)
      .where(
        and(
          eq(notifications.user_id, user_id),
          eq(notifications.type, 'POST_EVENT_SURVEY_SENT'),
          eq(notifications.subject, about),
        ),
      )
      .orderBy(asc(notifications.id))
  ).map(({ version }) => version)
const resultsTold = (order_id: number) =>
  t.db.$count(
    notifications,
    and(eq(notifications.type, 'EVENT_RESULTS_READY'), eq(notifications.subject, subject('order', order_id))),
  )
const adviceTold = (order_id: number) =>
  t.db.$count(
    notifications,
    and(
      eq(notifications.type, 'ROI_RECOMMENDATIONS_READY'),
      eq(notifications.subject, subject('order', order_id)),
    ),
  )
const refusal = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]

describe('a survey', () => {
  let order_id: number
  let slot_ids: number[]
  let path: string

  test('isn’t there before the event is delivered', async () => {
    const soon = await t.person('TALENT_HUNTER')
    const scene = await wedding(t, 'paid', soon, [{ project_ids: [own(rosa)] }], { starts_at: EVENING })
    const early = `/api/orders/${scene.order_id}`
    expect(refusal(await soon.get(`${early}/survey/`))).toEqual([409, 'results.not_yet'])
    expect(refusal(await soon.patch(`${early}/survey/`, { nps: 9 }))).toEqual([409, 'results.not_yet'])
    expect(refusal(await soon.post(`${early}/survey/send/`))).toEqual([409, 'results.not_yet'])
    expect(refusal(await soon.get(`${early}/results/`))).toEqual([409, 'results.not_ready'])
    expect((await rosa.get('/api/surveys/')).body.results).toEqual([])
  })

  test('is opened for both sides when it is, and all of them are told', async () => {
    ;({ order_id, slot_ids } = await delivered())
    path = `/api/orders/${order_id}/survey/`
    const { status, body } = await hunter.get(path)
    expect(status).toBe(200)
    const survey = body as HostSurvey
    expect(survey).toMatchObject({
      order_id,
      currency: 'USD',
      aim: { metric: 'dancing_share', target: 60 },
      performers: [
        { project_id: own(rosa), project_name: 'Rosa Ixchel' },
        { project_id: own(luis), project_name: 'Luis Canel' },
      ],
      answers: { nps: null, satisfaction: [], comment: '' },
      sent_at: null,
      results_ready: false,
    })
    expect(survey.moments.map((one) => [one.slot_id, one.project_name])).toEqual([
      [slot_ids[0], 'Rosa Ixchel'],
      [slot_ids[1], 'Luis Canel'],
    ])
    expect(await toldVersions(hunter.id, subject('order', order_id))).toEqual([1])
    const event = await eventOf(order_id)
    const [told] = (await rosa.get('/api/notifications/')).body.results as Notification[]
    expect(told).toMatchObject({
      type: 'POST_EVENT_SURVEY_SENT',
      title: '¿Cómo te fue?',
      value: String((await surveyOf(rosa, event.id)).id),
    })
    // Once, whatever happens again.
    await transaction(t.app, t.clock.now(), (work) => openSurveys(work, { event_id: event.id, order_id }))
    expect(await t.db.$count(musician_surveys, eq(musician_surveys.event_id, event.id))).toBe(2)
    expect(await t.db.$count(host_surveys, eq(host_surveys.event_id, event.id))).toBe(1)
  })

  test('waits at home, for who hosts and for who played', async () => {
    const home = (await hunter.get('/api/home/talent-hunter/')).body as HunterHome
    expect(home.surveys.map((one) => one.order_id)).toEqual([order_id])
    const { waiting } = (await luis.get('/api/home/music/')).body as MusicHome
    expect(waiting.surveys).toBe(1)
    expect(waiting.first).toMatchObject([{ kind: 'survey', project_name: 'Luis Canel', until: null }])
  })

  test('is nobody else’s', async () => {
    expect((await t.anonymous.get(path)).status).toBe(401)
    expect((await rosa.get(path)).status).toBe(403)
    for (const answer of [
      await other.get(path),
      await other.patch(path, { nps: 1 }),
      await other.post(`${path}send/`),
      await other.get(`/api/orders/${order_id}/results/`),
    ])
      expect(answer.status).toBe(404)
    const { id } = await surveyOf(rosa, (await eventOf(order_id)).id)
    expect((await t.anonymous.get(`/api/surveys/${id}/`)).status).toBe(401)
    expect((await hunter.get(`/api/surveys/${id}/`)).status).toBe(403)
    for (const answer of [
      await luis.get(`/api/surveys/${id}/`),
      await luis.patch(`/api/surveys/${id}/`, { mark: 1 }),
      await luis.post(`/api/surveys/${id}/send/`),
    ])
      expect(answer.status).toBe(404)
  })

  test('stores each answer as it is given, and is gone on with later', async () => {
    const [first = 0, second = 0] = slot_ids
    await hunter.patch(path, { nps: 4 })
    await hunter.patch(path, { satisfaction: [{ slot_id: first, mark: 3 }] })
    await hunter.patch(path, { nps: 9, satisfaction: [{ slot_id: second, mark: 4 }] })
    await hunter.patch(path, { satisfaction: [{ slot_id: first, mark: 5 }], comment: '  Muy bien  ' })
    expect((await hunter.get(path)).body.answers).toEqual({
      nps: 9,
      satisfaction: [
        { slot_id: first, mark: 5 },
        { slot_id: second, mark: 4 },
      ],
      actual: null,
      declared: null,
      punctuality: [],
      comment: 'Muy bien',
    })
  })

  test('takes only what is asked, each field with its own sentence', async () => {
    const wrong = async (body: object) => {
      const answer = await hunter.patch(path, body)
      return [answer.status, ...Object.keys(answer.body.fields ?? {})]
    }
    expect(await wrong({ nps: 11 })).toEqual([422, 'nps'])
    expect(await wrong({ satisfaction: [{ slot_id: 999_999, mark: 5 }] })).toEqual([422, 'satisfaction'])
    expect(await wrong({ satisfaction: [{ slot_id: slot_ids[0], mark: 6 }] })).toEqual([
      422,
      'satisfaction.0.mark',
    ])
    expect(await wrong({ punctuality: [{ project_id: 999_999, arrival: 'late' }] })).toEqual([
      422,
      'punctuality',
    ])
    expect(await wrong({ actual: 140 })).toEqual([422, 'actual'])
    expect(await wrong({ declared: -1 })).toEqual([422, 'declared'])
    expect(await wrong({ comment: 'x'.repeat(2001) })).toEqual([422, 'comment'])
    expect((await hunter.get(path)).body.answers).toMatchObject({ nps: 9, actual: null, punctuality: [] })
  })

  test('is sent once, when what has to be answered is: then the results are there', async () => {
    const unfinished = await delivered()
    const empty = await hunter.post(`/api/orders/${unfinished.order_id}/survey/send/`)
    expect([empty.status, Object.keys(empty.body.fields)]).toEqual([
      422,
      ['nps', ...unfinished.slot_ids.map((slot_id) => `satisfaction.${slot_id}`)],
    ])
    expect(await stageOf(unfinished.order_id)).toBe('delivered')

    await hunter.patch(path, {
      actual: 75,
      punctuality: [
        { project_id: own(rosa), arrival: 'on_time' },
        { project_id: own(luis), arrival: 'late' },
      ],
    })
    const sent = await hunter.post(`${path}send/`)
    expect(sent.body).toMatchObject({ results_ready: true, sent_at: expect.any(String) })
    expect(await stageOf(order_id)).toBe('results')
    expect(await resultsTold(order_id)).toBe(1)
    expect(refusal(await hunter.post(`${path}send/`))).toEqual([409, 'results.sent'])
    expect(refusal(await hunter.patch(path, { nps: 0 }))).toEqual([409, 'results.sent'])
    expect((await hunter.get(path)).body.answers.nps).toBe(9)
    const home = (await hunter.get('/api/home/talent-hunter/')).body as HunterHome
    expect(home.surveys.map((one) => one.order_id)).toEqual([unfinished.order_id])
  })

  test('of a project is its owner’s, and is sent once too', async () => {
    const { id } = await surveyOf(rosa, (await eventOf(order_id)).id)
    const at = `/api/surveys/${id}/`
    expect((await rosa.patch(at, { mark: 4 })).body.answers).toEqual({
      mark: 4,
      as_agreed: null,
      comment: '',
    })
    const early = await rosa.post(`${at}send/`)
    expect([early.status, Object.keys(early.body.fields)]).toEqual([422, ['as_agreed']])
    expect((await rosa.patch(at, { mark: 0 })).status).toBe(422)
    await rosa.patch(at, { as_agreed: true, comment: 'Gente linda' })
    expect((await rosa.post(`${at}send/`)).body.sent_at).toEqual(expect.any(String))
    expect(refusal(await rosa.post(`${at}send/`))).toEqual([409, 'results.sent'])
    expect(refusal(await rosa.patch(at, { mark: 1 }))).toEqual([409, 'results.sent'])
    expect((await rosa.get(at)).body.answers).toEqual({ mark: 4, as_agreed: true, comment: 'Gente linda' })
  })

  test('makes results of what stands in the rows, without what musicians wrote', async () => {
    const { body } = await hunter.get(`/api/orders/${order_id}/results/`)
    const results = body as Results
    expect(results).toMatchObject({
      guests: 120,
      objective: { kind: 'dance_floor', target: 60, actual: 75, reached: true, share: 1.25 },
      nps: 9,
      satisfaction: 4.5,
      money: { planned: 80_000, agreed: 86_400, roi: null, per_guest: 720 },
      musicians: { asked: 2, answered: 1, mark: 4, as_agreed: 1 },
      comment: 'Muy bien',
      missing: [],
    })
    expect(results.moments.map((one) => [one.project_name, one.mark, one.planned, one.agreed])).toEqual([
      ['Rosa Ixchel', 5, 40_000, 43_200],
      ['Luis Canel', 4, 40_000, 43_200],
    ])
    expect(results.punctuality.map(({ arrival }) => arrival)).toEqual(['on_time', 'late'])
    expect(JSON.stringify(body)).not.toContain('Gente linda')
  })

  test('is in the copy of one’s data, and its words go with the account', async () => {
    const [hosted] = await surveyDataOf(t.db, hunter.id)
    expect(hosted).toMatchObject({ order_id, answers: { nps: 9, comment: 'Muy bien' } })
    expect(JSON.stringify(await surveyDataOf(t.db, rosa.id))).toContain('Gente linda')
    expect(await surveyDataOf(t.db, other.id)).toEqual([])
    await eraseHostComments(t.db, hunter.id)
    await eraseProjectComments(t.db, own(rosa))
    expect((await surveyDataOf(t.db, hunter.id))[0]?.answers).toMatchObject({ nps: 9, comment: '' })
    expect(JSON.stringify(await surveyDataOf(t.db, rosa.id))).not.toContain('Gente linda')
  })
})

test('who says nothing is asked again after 72 hours and 7 days, once each, and gets results after 14 days', async () => {
  const { order_id } = await delivered()
  const event = await eventOf(order_id)
  const asked = t.clock.now().getTime()
  const [hers, his] = [await surveyOf(rosa, event.id), await surveyOf(luis, event.id)]
  await luis.patch(`/api/surveys/${his.id}/`, { mark: 5, as_agreed: true })
  await luis.post(`/api/surveys/${his.id}/send/`)
  const at = async (ms: number) => {
    await t.app.jobs.runSweeps(new Date(asked + ms))
    await t.app.jobs.runSweeps(new Date(asked + ms + 60_000))
    return Promise.all([
      toldVersions(hunter.id, subject('order', order_id)),
      toldVersions(rosa.id, subject('survey', hers.id)),
      toldVersions(luis.id, subject('survey', his.id)),
    ])
  }
  expect(await at(72 * HOUR - 2 * 60_000)).toEqual([[1], [1], [1]])
  expect(await at(72 * HOUR)).toEqual([[1, 2], [1, 2], [1]])
  expect(await at(6 * DAY)).toEqual([[1, 2], [1, 2], [1]])
  // Who waits for their second nudge takes no place among those who are due.
  const dueAt = async (ms: number) =>
    (await surveysToNudge(t.db, new Date(asked + ms))).some(
      ({ side, id }) => side === 'musician' && id === hers.id,
    )
  expect([await dueAt(6 * DAY), await dueAt(7 * DAY)]).toEqual([false, true])
  expect(await at(7 * DAY)).toEqual([[1, 2, 3], [1, 2, 3], [1]])
  const [nudged] = (await hunter.get('/api/notifications/')).body.results as Notification[]
  expect(nudged).toMatchObject({ title: 'Falta tu opinión', value: String(order_id) })
  expect(await stageOf(order_id)).toBe('delivered')
  expect(refusal(await hunter.get(`/api/orders/${order_id}/results/`))).toEqual([409, 'results.not_ready'])

  expect(await at(14 * DAY)).toEqual([[1, 2, 3], [1, 2, 3], [1]])
  expect(await stageOf(order_id)).toBe('results')
  expect(await resultsTold(order_id)).toBe(1)
  const { body } = await hunter.get(`/api/orders/${order_id}/results/`)
  expect(body).toMatchObject({
    answered_at: null,
    nps: null,
    money: { agreed: 86_400, per_guest: 720 },
    musicians: { asked: 2, answered: 1 },
    missing: ['survey'],
  })

  // Three days later there is nothing to advise, as nobody said how it was.
  await at(17 * DAY + HOUR)
  expect(await adviceTold(order_id)).toBe(0)

  // It can still be answered, and nobody is told twice that the results are there.
  const path = `/api/orders/${order_id}/survey/`
  const { moments } = (await hunter.get(path)).body as HostSurvey
  await hunter.patch(path, {
    nps: 7,
    satisfaction: moments.map(({ slot_id }) => ({ slot_id, mark: 4 })),
    declared: 172_800,
  })
  expect((await hunter.post(`${path}send/`)).status).toBe(200)
  expect(await resultsTold(order_id)).toBe(1)
  expect((await hunter.get(`/api/orders/${order_id}/results/`)).body).toMatchObject({
    nps: 7,
    money: { declared: 172_800, roi: 1, per_guest: null },
    missing: ['actual', 'punctuality'],
  })
  // What the answers advise is told then, once.
  await at(17 * DAY + 2 * HOUR)
  expect(await adviceTold(order_id)).toBe(1)
  await at(18 * DAY)
  expect(await adviceTold(order_id)).toBe(1)
})

test('what an event was is lost to nobody by two who answer at once', async () => {
  const { order_id, slot_ids } = await delivered()
  const path = `/api/orders/${order_id}/survey/`
  const answers = await Promise.all([
    hunter.patch(path, { nps: 8 }),
    ...slot_ids.map((slot_id) => hunter.patch(path, { satisfaction: [{ slot_id, mark: 2 }] })),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const { body } = await hunter.get(path)
  expect(body.answers.nps).toBe(8)
  expect(body.answers.satisfaction).toHaveLength(2)
})

test('what an owner wrote stays theirs when the band gets another owner', async () => {
  const host = await t.person('TALENT_HUNTER')
  const before = await t.person('MUSICIAN', { name: 'Maya Cuxil' })
  const after = await t.person('MUSICIAN', { name: 'Nico Batz' })
  const band = (await before.post('/api/projects/', { name: 'Los Primos', project_type: 'GROUP' })).body.id
  await wedding(t, 'delivered', host, [{ project_ids: [band] }], { starts_at: eveningIn(20) })
  const { id } = (await before.get('/api/surveys/')).body.results[0]
  const at = `/api/surveys/${id}/`
  expect((await before.patch(at, { mark: 2, comment: 'Solo para mí' })).status).toBe(200)
  await transaction(t.app, t.clock.now(), (work) => handOver(work, band, { from: before.id, to: after.id }))
  expect((await before.get(at)).status).toBe(404)
  expect((await after.get(at)).body.answers).toEqual({ mark: 2, as_agreed: null, comment: '' })
})
