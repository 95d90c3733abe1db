import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ANTIGUA } from '#app/server/scenes/brief.ts'
import { openForBooking } from '#app/server/scenes/cast.ts'
import { EVENING, musicianOf, NOW, offer, wedding } from '#app/server/scenes/wedding.fixture.ts'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { DAY, HOUR, MINUTE, wallClock } from '#core/contract/time.ts'
import { transaction } from '#core/server/work.ts'
import type { Agreement } from '#features/contracts/contract.ts'
import { notifications } from '#features/notifications/table.ts'
import { hideProject } from '#features/projects/commands.hiding.ts'
import type { ContingencyPlan, StandBy } from './contract.backups.ts'
import type { Replacements } from './contract.replacing.ts'
import type { EventDetail } from './contract.ts'
import { saysAgain, standsIn } from './standsIn.fixture.ts'

/* Who stands by for an event, should somebody be lost. */

let t: TestApp
let hunter: Person
let stranger: Person
let rosa: Person
let eva: Person
let diego: Person
let dear: Person

beforeAll(async () => {
  t = await testApp({ now: NOW })
  hunter = await t.person('TALENT_HUNTER', { name: 'Ana Lucía Paz' })
  stranger = await t.person('TALENT_HUNTER')
  rosa = await t.person('MUSICIAN', { name: 'Rosa Ixchel' })
  eva = await t.person('MUSICIAN', { name: 'Eva Tzul' })
  diego = await t.person('MUSICIAN', { name: 'Diego Cumes' })
  dear = await t.person('MUSICIAN', { name: 'Clara Cara' })
  for (const one of [eva, diego]) await musicianOf(t, own(one))
  // She fits as well as the others, for more than 115 % of what is agreed.
  await openForBooking({ api: dear.api, project_id: own(dear) }, ANTIGUA, [{ price: 49_681 }])
})
afterAll(() => t.close())

const own = (person: Person) => person.project_id ?? 0
let week = 0
const nextWeek = () => new Date(Date.parse(EVENING) + week++ * 7 * DAY).toISOString()

/** The clock has backups ranked. */
async function rank() {
  await t.app.jobs.runSweeps()
  await t.app.jobs.drain()
}

/** A confirmed evening that Rosa plays, with its backups ranked. */
async function evening(starts_at = nextWeek()) {
  const scene = await wedding(t, 'paid', hunter, [{ project_ids: [own(rosa)] }], { starts_at })
  await rank()
  const { event } = (await hunter.get(`/api/orders/${scene.order_id}/event/`)).body as { event: EventDetail }
  return { ...scene, starts_at, event, agreement: scene.contracts[0] as Agreement }
}
const planOf = async (event_id: number): Promise<ContingencyPlan> =>
  (await hunter.get(`/api/events/${event_id}/backups/`)).body
const backupOf = (plan: ContingencyPlan, who: Person) =>
  plan.moments[0]?.backups.find(({ project_id }) => project_id === own(who))
const askToStandBy = (event_id: number, id: number | undefined) =>
  hunter.post(`/api/events/${event_id}/backups/${id}/ask/`)
const standBys = async (who: Person): Promise<StandBy[]> => (await who.get('/api/standby/')).body.results
const answer = (who: Person, id: number | undefined, stands: boolean) =>
  who.post(`/api/standby/${id}/answer/`, { stands })

/** What the host was told of an event's plan, by its version since the first; or in which voices about who stands by. */
const toldPlan = async (event_id: number) =>
  (
    await t.db
      .select()
      .from(notifications)
      .where(
        and(eq(notifications.type, 'CONTINGENCY_PLAN_READY'), eq(notifications.subject, `event:${event_id}`)),
      )
      .orderBy(notifications.id)
  ).map(({ user_id, version }, _, [first]) => [user_id, 1 + version - (first?.version ?? 0)])
const toldOf = async (who: Person, backup_id: number | undefined, event_id: number) =>
  (
    await t.db
      .select()
      .from(notifications)
      .where(
        and(
          eq(notifications.user_id, who.id),
          eq(notifications.subject, `standby:${backup_id}/event:${event_id}`),
        ),
      )
      .orderBy(notifications.id)
  ).map(({ params }) => (params as { voice?: string }).voice)

describe('backups of a confirmed event', () => {
  test('are ranked when it is confirmed: who could play it for 115 % at most, not who does', async () => {
    const { event } = await evening()
    const plan = await planOf(event.id)
    expect(plan).toMatchObject({ currency: 'USD', ready: false, pending: false })
    expect(plan.moments).toMatchObject([{ required: true, agreed: 43_200, risk_accepted_at: null }])
    expect(plan.moments[0]?.backups.map(({ name }) => name).sort()).toEqual(['Diego Cumes', 'Eva Tzul'])
    for (const backup of plan.moments[0]?.backups ?? [])
      expect(backup).toMatchObject({ price: 40_000, difference: -3_200, state: 'ranked', reply_by: null })

    const path = `/api/events/${event.id}/backups/`
    for (const [who, status] of [
      [t.anonymous, 401],
      [rosa, 403],
      [stranger, 404],
    ] as const) {
      expect((await who.get(path)).status).toBe(status)
      expect((await who.post(`${path}${backupOf(plan, eva)?.id}/ask/`)).status).toBe(status)
      expect((await who.post(`${path}risk/`, { slot_id: 1 })).status).toBe(status)
    }
    expect((await askToStandBy(event.id, 999_999)).status).toBe(404)
  })

  test('aren’t asked once staff has hidden them', async () => {
    const { event } = await evening()
    const { id } = backupOf(await planOf(event.id), eva) ?? {}
    const hide = (hidden: { reason: string; by: string } | null) =>
      transaction(t.app, t.clock.now(), (work) => hideProject(work, own(eva), hidden))
    await hide({ reason: 'Las fotos son de otra persona', by: 'Carla' })
    expect((await askToStandBy(event.id, id)).body.code).toBe('hiring.no_longer_free')
    expect(await toldOf(eva, id, event.id)).toEqual([])
    await hide(null)
    expect(backupOf(await planOf(event.id), eva)?.state).toBe('ranked')
  })

  test('are asked and answer among their quotes; with one who is asked the plan is ready', async () => {
    const { event } = await evening()
    const { id } = backupOf(await planOf(event.id), eva) ?? {}
    const asked = await askToStandBy(event.id, id)
    expect([asked.status, asked.body.ready]).toEqual([200, true])
    expect(backupOf(asked.body, eva)?.state).toBe('asked')
    expect((await askToStandBy(event.id, id)).body.code).toBe('events.backup_moved_on')
    expect(await toldPlan(event.id)).toEqual([[hunter.id, 1]])
    expect(await toldOf(eva, id, event.id)).toEqual(['standby'])

    expect((await t.anonymous.get('/api/standby/')).status).toBe(401)
    expect((await hunter.get('/api/standby/')).status).toBe(403)
    expect((await standBys(diego)).some((one) => one.id === id)).toBe(false)
    expect((await standBys(eva)).find((one) => one.id === id)).toMatchObject({
      state: 'asked',
      mine: true,
      city: 'Antigua Guatemala',
    })
    expect((await answer(diego, id, true)).status).toBe(404)
    expect((await eva.post(`/api/standby/${id}/answer/`, {})).status).toBe(422)
    // Twice at once: once.
    const answers = await Promise.all([answer(eva, id, true), answer(eva, id, true)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(backupOf(await planOf(event.id), eva)?.state).toBe('standing')
    expect(await toldOf(hunter, id, event.id)).toEqual(['standby_yes'])
    const span = { from: event.starts_at, to: event.ends_at }
    const { body: calendar } = await eva.get('/api/calendar/', { query: span })
    expect(calendar.results).toMatchObject([{ kind: 'standby', title: null, city: 'Antigua Guatemala' }])
  })

  test('block nothing, and fall when a real booking comes', async () => {
    const { event, starts_at } = await evening()
    const { id } = backupOf(await planOf(event.id), diego) ?? {}
    await askToStandBy(event.id, id)
    expect((await answer(diego, id, true)).status).toBe(200)
    const other = await wedding(t, 'asked', stranger, [{ project_ids: [own(diego)] }], { starts_at })
    expect((await diego.get('/api/standby/')).body.results).not.toEqual([])
    const quoted = await diego.post(`/api/requests/${other.request_ids[0]?.[0]}/available/`, {
      budget: offer(),
    })
    expect(quoted.status).toBe(200)
    await t.app.jobs.runSweeps()
    const plan = await planOf(event.id)
    expect(backupOf(plan, diego)?.state).toBe('fallen')
    expect(plan.ready).toBe(false)
    expect(await toldOf(hunter, id, event.id)).toEqual(['standby_yes', 'standby_fell'])
    expect((await standBys(diego)).some((one) => one.id === id)).toBe(false)
    // Whose hour is promised isn't asked either.
    const taken = await answer(diego, id, true)
    expect([taken.status, taken.body.code]).toEqual([409, 'availability.taken'])
  })

  test('can be gone without, by whom and when is kept', async () => {
    const { event, slot_ids } = await evening()
    const path = `/api/events/${event.id}/backups/risk/`
    expect((await hunter.post(path, { slot_id: 999_999 })).status).toBe(422)
    const { status, body } = await hunter.post(path, { slot_id: slot_ids[0] })
    expect([status, body.ready]).toEqual([200, true])
    expect(Date.parse(body.moments[0].risk_accepted_at)).toBeLessThanOrEqual(t.clock.now().getTime())
    expect(await toldPlan(event.id)).toEqual([[hunter.id, 1]])
  })

  test('are let go, and told, when the order is cancelled', async () => {
    const { event, order_id } = await evening()
    const { id } = backupOf(await planOf(event.id), eva) ?? {}
    await askToStandBy(event.id, id)
    await hunter.post(`/api/orders/${order_id}/cancel/`, { confirm: true })
    expect(await toldOf(eva, id, event.id)).toEqual(['standby', 'standby_over'])
    expect((await standBys(eva)).some((one) => one.id === id)).toBe(false)
    expect((await askToStandBy(event.id, id)).body.code).toBe('events.over')
  })
})

test('backups are let go, and told, when the event is put off, and looked for anew for its new date', async () => {
  const { event, order_id, slot_ids } = await evening()
  const plan = await planOf(event.id)
  const { id } = backupOf(plan, eva) ?? {}
  const waits = backupOf(plan, diego)?.id
  for (const one of [id, waits]) await askToStandBy(event.id, one)
  expect((await answer(eva, id, true)).status).toBe(200)
  await hunter.post(`/api/events/${event.id}/backups/risk/`, { slot_id: slot_ids[0] })
  expect(await toldPlan(event.id)).toHaveLength(1)

  expect((await hunter.post(`/api/orders/${order_id}/postpone/`, { confirm: true })).status).toBe(200)
  expect(await toldOf(eva, id, event.id)).toEqual(['standby', 'standby_over'])
  expect(await toldOf(diego, waits, event.id)).toEqual(['standby', 'standby_over'])
  const span = { from: event.starts_at, to: event.ends_at }
  for (const who of [eva, diego]) {
    expect((await standBys(who)).some((one) => [id, waits].includes(one.id))).toBe(false)
    expect((await who.get('/api/calendar/', { query: span })).body.results).toEqual([])
  }
  expect((await answer(diego, waits, true)).body.code).toBe('events.backup_moved_on')
  expect((await askToStandBy(event.id, id)).body.code).toBe('events.over')
  // Nobody is ranked for an event without a date.
  await rank()
  expect((await planOf(event.id)).ready).toBe(false)

  const day = wallClock(nextWeek(), event.zone).day
  // Of the stand-bys nobody is asked to play: only who had agreed to.
  const { musicians } = (await hunter.get(`/api/orders/${order_id}/reschedule-preview/${day}/`)).body
  expect(musicians.map(({ name }: { name: string }) => name)).toEqual(['Rosa Ixchel'])
  await hunter.post(`/api/orders/${order_id}/reschedule/`, { day })
  t.clock.move(10 * MINUTE)
  await saysAgain(hunter, rosa, order_id)
  await rank()
  const anew = await planOf(event.id)
  expect(anew).toMatchObject({ ready: false, pending: false })
  expect(anew.moments[0]?.risk_accepted_at).toBeNull()
  expect(anew.moments[0]?.backups.map(({ name, state }) => [name, state]).sort()).toEqual([
    ['Diego Cumes', 'ranked'],
    ['Eva Tzul', 'ranked'],
  ])
  await askToStandBy(event.id, backupOf(anew, eva)?.id)
  expect(await toldPlan(event.id)).toHaveLength(2)
  const [hers] = (await standBys(eva)).filter(({ state }) => state === 'asked')
  expect(wallClock(hers?.starts_at ?? '', event.zone).day).toBe(day)
})

test('who stands by is proposed first when somebody is lost, and the plan is made again after them', async () => {
  const { event, agreement, slot_ids, order_id } = await evening()
  const { id } = backupOf(await planOf(event.id), eva) ?? {}
  await askToStandBy(event.id, id)
  await answer(eva, id, true)
  await rosa.post(`/api/contracts/${agreement.id}/withdraw/`, { reason: 'Me enfermé' })
  const path = `/api/events/${event.id}/replacements/`
  const { moments } = (await hunter.get(path)).body as Replacements
  expect(moments[0]?.candidates[0]).toMatchObject({ name: 'Eva Tzul', stands_by: true, suits: true })
  expect(moments[0]?.candidates.slice(1).every(({ stands_by }) => !stands_by)).toBe(true)
  expect((await hunter.post(path, { project_id: own(eva), slot_ids: [slot_ids[0]] })).status).toBe(200)
  expect(await toldPlan(event.id)).toEqual([[hunter.id, 1]])

  await standsIn(hunter, eva, order_id)
  t.clock.move(10 * MINUTE)
  await rank()
  const plan = await planOf(event.id)
  expect(plan.ready).toBe(false)
  expect(plan.moments[0]?.backups.map(({ name, state }) => [name, state])).toEqual(
    expect.arrayContaining([
      ['Eva Tzul', 'called'],
      ['Diego Cumes', 'ranked'],
    ]),
  )
  await askToStandBy(event.id, backupOf(plan, diego)?.id)
  expect(await toldPlan(event.id)).toEqual([
    [hunter.id, 1],
    [hunter.id, 2],
  ])
})

test('who doesn’t say whether they stand by doesn’t', async () => {
  const { event } = await evening()
  const { id } = backupOf(await planOf(event.id), eva) ?? {}
  await askToStandBy(event.id, id)
  t.clock.move(48 * HOUR + MINUTE)
  expect((await answer(eva, id, true)).body.code).toBe('events.backup_moved_on')
  await t.app.jobs.runSweeps()
  expect(backupOf(await planOf(event.id), eva)?.state).toBe('unanswered')
  expect(await toldOf(hunter, id, event.id)).toEqual(['standby_no'])
})

test('who could play all that an artist plays is ranked by what they ask for all of it', async () => {
  // Of two hours each; alone they would ask twice as much for either as is agreed with Rosa.
  const lena = await t.person('MUSICIAN', { name: 'Lena Pop' })
  const service = { duration_minutes: 240, price: 42_000 }
  await openForBooking({ api: lena.api, project_id: own(lena) }, ANTIGUA, [service])
  const both = [{ project_ids: [own(rosa)] }, { project_ids: [own(rosa)] }]
  const { order_id } = await wedding(t, 'paid', hunter, both, { starts_at: nextWeek() })
  await rank()
  const { event } = (await hunter.get(`/api/orders/${order_id}/event/`)).body as { event: EventDetail }
  const { moments } = await planOf(event.id)
  expect(moments.map(({ agreed }) => agreed)).toEqual([21_600, 21_600])
  for (const { backups } of moments)
    expect(backups).toMatchObject([{ name: 'Lena Pop', price: 21_000, difference: -600 }])
})

describe('an artist who plays a moment that the event can’t do without and one that it can', () => {
  /** An evening of both, with a price of each of its lines. */
  async function evening(required: readonly boolean[]) {
    const wishes = required.map((one) => ({ project_ids: [own(rosa)], required: one }))
    const { order_id } = await wedding(t, 'paid', hunter, wishes, { starts_at: nextWeek() })
    await rank()
    const { event } = (await hunter.get(`/api/orders/${order_id}/event/`)).body as { event: EventDetail }
    return (await planOf(event.id)).moments
  }
  test('is compared by all that is agreed with them: a rival isn’t priced alone for the one', async () => {
    const moments = await evening([true, false])
    expect(moments.map(({ agreed }) => agreed)).toEqual([21_600])
    expect(moments[0]?.backups).toMatchObject([{ name: 'Lena Pop', price: 21_000, difference: -600 }])
  })
})
