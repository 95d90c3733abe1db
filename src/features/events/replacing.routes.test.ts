import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { offerFor } from '#app/server/scenes/order.ts'
import { EVENING, musicianOf, NOW, wedding } from '#app/server/scenes/wedding.fixture.ts'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { subject } from '#core/contract/subject.ts'
import { DAY, HOUR, MINUTE } from '#core/contract/time.ts'
import { deletionsIn } from '#features/accounts/deletion.fixture.ts'
import { busy_times } from '#features/availability/table.ts'
import type { Agreement } from '#features/contracts/contract.ts'
import { contracts } from '#features/contracts/table.ts'
import type { Order } from '#features/hiring/desk/contract.ts'
import { notifications } from '#features/notifications/table.ts'
import type { Replacements } from './contract.replacing.ts'
import type { EventDetail } from './contract.ts'
import { askedOf, standsIn } from './standsIn.fixture.ts'

/* Somebody who was confirmed doesn't play, and somebody else is found for it. */

let t: TestApp
let hunter: Person
let stranger: Person
let rosa: Person
let luis: Person
let eva: Person
let diego: Person

beforeAll(async () => {
  t = await testApp({ now: NOW })
  hunter = await t.person('TALENT_HUNTER', { name: 'Ana Lucía Paz' })
  stranger = await t.person('TALENT_HUNTER')
  rosa = await t.person('MUSICIAN', { name: 'Rosa Ixchel' })
  luis = await t.person('MUSICIAN', { name: 'Luis Canel' })
  eva = await t.person('MUSICIAN', { name: 'Eva Tzul' })
  diego = await t.person('MUSICIAN', { name: 'Diego Cumes' })
  for (const one of [eva, diego]) await musicianOf(t, own(one))
})
afterAll(() => t.close())

const own = (person: Person) => person.project_id ?? 0
let week = 0
const nextWeek = () => new Date(Date.parse(EVENING) + week++ * 7 * DAY).toISOString()

/** A confirmed evening: a moment for each, required unless said. */
async function evening(wishes: readonly { who: Person; required?: boolean }[], starts_at = nextWeek()) {
  const scene = await wedding(
    t,
    'paid',
    hunter,
    wishes.map(({ who, ...wish }) => ({ ...wish, project_ids: [own(who)] })),
    { starts_at },
  )
  const { event } = (await hunter.get(`/api/orders/${scene.order_id}/event/`)).body as { event: EventDetail }
  const agreementOf = (who: Person) =>
    scene.contracts.find(({ project_id }) => project_id === own(who)) as Agreement
  return { ...scene, starts_at, event, agreementOf }
}

const withdraw = (who: Person, { id }: Pick<Agreement, 'id'>, reason = 'Me operan esa semana') =>
  who.post(`/api/contracts/${id}/withdraw/`, { reason })
const eventAs = async (who: Person, id: number): Promise<EventDetail> =>
  (await who.get(`/api/events/${id}/`)).body
const lostOf = async (id: number): Promise<Replacements> =>
  (await hunter.get(`/api/events/${id}/replacements/`)).body
const askFor = (event_id: number, who: Person, ...slot_ids: (number | undefined)[]) =>
  hunter.post(`/api/events/${event_id}/replacements/`, { project_id: own(who), slot_ids })
const orderOf = async (id: number): Promise<Order> => (await hunter.get(`/api/orders/${id}/`)).body

/** What somebody was told about an event, in which voice. */
async function told(who: Person, event_id: number) {
  const rows = await t.db
    .select()
    .from(notifications)
    .where(eq(notifications.user_id, who.id))
    .orderBy(notifications.id)
  return rows
    .filter(({ subject: about }) => about.split('/')[0] === subject('event', event_id))
    .map(({ type, value, params }) => [type, value, (params as { voice?: string }).voice ?? null])
}

/** Kinds of what a project has promised for an order. */
const promised = async (who: Person, order_id: number) =>
  (
    await t.db
      .select({ kind: busy_times.kind })
      .from(busy_times)
      .where(
        and(
          eq(busy_times.subject, subject('order', order_id, { kind: 'project', id: own(who) })),
          isNull(busy_times.released_at),
        ),
      )
  ).map(({ kind }) => kind)

describe('a confirmed musician who withdraws', () => {
  test('is refused where it isn’t theirs to say, or not any more', async () => {
    const { agreementOf } = await evening([{ who: rosa }])
    const hers = agreementOf(rosa)
    const path = `/api/contracts/${hers.id}/withdraw/`
    expect((await t.anonymous.post(path, { reason: 'No puedo' })).status).toBe(401)
    expect((await withdraw(luis, hers)).status).toBe(404)
    const byHunter = await withdraw(hunter, hers)
    expect([byHunter.status, byHunter.body.code]).toEqual([403, 'access.forbidden'])
    expect((await rosa.post(path, { reason: 'x' })).status).toBe(422)
    expect((await rosa.post(path, {})).status).toBe(422)
    // Two at once: one of them.
    const answers = await Promise.all([withdraw(rosa, hers), withdraw(rosa, hers)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('contracts.moved_on')
  })

  test('puts the event at risk, is taken out of it and gives the date back; the others learn of the stage alone', async () => {
    const { order_id, event, agreementOf } = await evening([{ who: rosa }, { who: luis }])
    expect(event).toMatchObject({ state: 'confirmed', lost_moments: 0 })
    expect(await promised(rosa, order_id)).toEqual(['gig'])
    const { status, body } = await withdraw(rosa, agreementOf(rosa))
    expect(status).toBe(200)
    // All that was paid comes back, whatever the tiers for cancelling say.
    const paid = agreementOf(rosa).terms.fees?.deposit
    expect(body).toMatchObject({
      state: 'voided',
      reason: 'Me operan esa semana',
      deposit_outcome: { paid, carried: 0, refund: paid, by: 'artist' },
    })

    const now = await eventAs(hunter, event.id)
    expect(now).toMatchObject({ state: 'at_risk', lost_moments: 1 })
    expect(now.performers.map(({ name }) => name)).toEqual(['Luis Canel'])
    expect(now.checklist.some(({ project_id }) => project_id === own(rosa))).toBe(false)
    expect(now.checklist.some(({ project_id }) => project_id === own(luis))).toBe(true)
    expect(now.stage_plan?.blocks.some(({ project_id }) => project_id === own(rosa))).toBe(false)
    // Her set stays on the stage, for somebody who is found.
    expect(
      now.stage_plan?.blocks.filter(({ kind }) => kind === 'set').map(({ project_id }) => project_id),
    ).toEqual([null, own(luis)])
    expect(await promised(rosa, order_id)).toEqual([])
    expect(await promised(luis, order_id)).toEqual(['gig'])
    expect((await orderOf(order_id)).stage).toBe('tracking')
    expect((await rosa.get(`/api/events/${event.id}/`)).status).toBe(404)

    expect(await eventAs(luis, event.id)).toMatchObject({ state: 'confirmed', lost_moments: 0 })
    expect(await told(hunter, event.id)).toEqual([['EVENT_AT_RISK', String(event.id), null]])
    expect(await told(luis, event.id)).toEqual([
      ['TALENT_AVAILABILITY_CONFIRMED', `event:${event.id}`, 'stage'],
    ])
    expect(await told(rosa, event.id)).toEqual([])
    const letters = (await t.mails(hunter.email)).filter(({ kind }) => kind === 'agreement_withdrew')
    expect(letters.at(0)?.text).toContain('Me operan esa semana')
    expect((await t.mails(luis.email)).some(({ kind }) => kind === 'agreement_withdrew')).toBe(false)
    // In the list of what comes, and still reminded of.
    const { results } = (await hunter.get('/api/events/?limit=100')).body
    expect(results.find(({ id }: { id: number }) => id === event.id).state).toBe('at_risk')
  })

  test('of an optional moment leaves the event as it is', async () => {
    const { event, agreementOf } = await evening([{ who: luis }, { who: rosa, required: false }])
    await withdraw(rosa, agreementOf(rosa))
    expect(await eventAs(hunter, event.id)).toMatchObject({ state: 'confirmed', lost_moments: 1 })
    expect(await told(hunter, event.id)).toEqual([['EVENT_AT_RISK', String(event.id), 'optional']])
  })

  test('before the order is confirmed leaves its moment open again', async () => {
    const { order_id, contracts: drafted } = await wedding(
      t,
      'signed',
      hunter,
      [{ project_ids: [own(rosa)] }],
      { starts_at: nextWeek() },
    )
    const [hers] = drafted as [Agreement]
    expect((await orderOf(order_id)).stage).toBe('contracting')
    expect((await withdraw(rosa, hers)).body.state).toBe('voided')
    expect((await orderOf(order_id)).stage).toBe('adjustment_requested')
    expect(await promised(rosa, order_id)).toEqual([])
  })

  test('while the order is put off: one comes after the other, and the event is off in the end', async () => {
    const { order_id, event, agreementOf } = await evening([{ who: rosa }, { who: luis }])
    const [left, postponed] = await Promise.all([
      withdraw(rosa, agreementOf(rosa)),
      hunter.post(`/api/orders/${order_id}/postpone/`, { confirm: true }),
    ])
    expect(postponed.status).toBe(200)
    expect([200, 409]).toContain(left.status)
    expect(await eventAs(hunter, event.id)).toMatchObject({ state: 'postponed', lost_moments: 0 })
    const rows = await t.db.select().from(contracts).where(eq(contracts.order_id, order_id))
    expect(rows.map(({ state }) => state)).toEqual(['voided', 'voided'])
  })
})

describe('who stands in', () => {
  test('is proposed, asked with one press, and with their agreement the event is confirmed again', async () => {
    const { order_id, event, agreementOf, slot_ids } = await evening([{ who: rosa }, { who: luis }])
    expect((await lostOf(event.id)).moments).toEqual([])
    const early = await askFor(event.id, eva, slot_ids[0])
    expect([early.status, early.body.code]).toEqual([409, 'events.not_lost'])
    await withdraw(rosa, agreementOf(rosa))

    const path = `/api/events/${event.id}/replacements/`
    expect((await t.anonymous.get(path)).status).toBe(401)
    expect((await luis.get(path)).status).toBe(403)
    expect((await stranger.get(path)).status).toBe(404)
    const { currency, moments } = await lostOf(event.id)
    expect(currency).toBe('USD')
    expect(moments).toMatchObject([
      {
        slot_id: slot_ids[0],
        required: true,
        cause: 'withdrawn',
        lost: { name: 'Rosa Ixchel' },
        agreed: 43_200,
        asked: null,
      },
    ])
    const [moment] = moments as [Replacements['moments'][number]]
    // Not who withdrew, and not who plays another moment of the same evening.
    expect(moment.candidates.map(({ name }) => name).sort()).toEqual(['Diego Cumes', 'Eva Tzul'])
    expect(moment.candidates.map(({ difference, suits }) => [difference, suits])).toEqual([
      [-3_200, true],
      [-3_200, true],
    ])

    const body = { project_id: own(eva), slot_ids: [slot_ids[0]] }
    expect((await t.anonymous.post(path, body)).status).toBe(401)
    expect((await luis.post(path, body)).status).toBe(403)
    expect((await stranger.post(path, body)).status).toBe(404)
    expect((await hunter.post(path, { ...body, slot_ids: [] })).status).toBe(422)
    const unfit = await askFor(event.id, rosa, slot_ids[0])
    expect([unfit.status, Object.keys(unfit.body.fields ?? {})]).toEqual([422, ['project_id']])
    const other = await askFor(event.id, eva, slot_ids[1])
    expect([other.status, other.body.code]).toEqual([409, 'events.not_lost'])

    // Two presses at once: one is asked.
    const answers = await Promise.all([
      askFor(event.id, eva, slot_ids[0]),
      askFor(event.id, diego, slot_ids[0]),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('events.replacement_asked')
    const { asked, candidates } = (await lostOf(event.id)).moments[0] ?? {}
    expect(candidates).toEqual([])
    const chosen = asked?.project_id === own(eva) ? eva : diego
    expect(asked).toMatchObject({ name: chosen.name, status: 'asked' })
    const wait = Date.parse(asked?.reply_by ?? '') - t.clock.now().getTime()
    expect(wait).toBeGreaterThan(23 * HOUR)
    expect(wait).toBeLessThanOrEqual(24 * HOUR)
    const { body: open } = await chosen.get('/api/requests/?filter=open')
    expect(open.results.map(({ id }: { id: number }) => id)).toContain(asked?.request_id)

    const agreement = await standsIn(hunter, chosen, order_id)
    expect(await promised(chosen, order_id)).toEqual(['gig'])
    const now = await eventAs(hunter, event.id)
    expect(now).toMatchObject({ state: 'confirmed', lost_moments: 0 })
    expect(now.performers.map(({ name }) => name)).toEqual([chosen.name, 'Luis Canel'])
    expect(now.performers[0]?.contract_ids).toEqual([agreement.id])
    expect(now.checklist.some(({ project_id }) => project_id === own(chosen))).toBe(true)
    expect((await eventAs(chosen, event.id)).contact?.email).toBe(hunter.email)
    expect((await orderOf(order_id)).stage).toBe('tracking')
    expect(await told(hunter, event.id)).toEqual([
      ['EVENT_AT_RISK', String(event.id), null],
      ['EVENT_AT_RISK', String(event.id), 'covered'],
    ])
    expect((await lostOf(event.id)).moments).toEqual([])
  })

  test('who doesn’t answer in time makes room for the next, and the host is told', async () => {
    const { event, agreementOf, slot_ids } = await evening([{ who: rosa }])
    await withdraw(rosa, agreementOf(rosa))
    expect((await askFor(event.id, eva, slot_ids[0])).status).toBe(200)
    const [{ asked } = { asked: null }] = (await lostOf(event.id)).moments
    t.clock.move(DAY + MINUTE)
    await t.app.jobs.runSweeps()
    const { moments } = await lostOf(event.id)
    expect(moments[0]?.asked).toBeNull()
    expect(moments[0]?.candidates.length).toBeGreaterThan(0)
    const rows = await t.db
      .select()
      .from(notifications)
      .where(
        and(
          eq(notifications.user_id, hunter.id),
          eq(notifications.type, 'EVENT_AT_RISK'),
          eq(notifications.subject, subject('request', asked?.request_id ?? 0)),
        ),
      )
    expect(rows.map(({ value }) => value)).toEqual([String(event.id)])
    expect((await eventAs(hunter, event.id)).state).toBe('at_risk')
  })

  test('who stands in and hasn’t signed when it begins has promised nothing any more', async () => {
    const soon = new Date(Math.ceil((t.clock.now().getTime() + 5 * DAY) / DAY) * DAY).toISOString()
    const { order_id, event, agreementOf, slot_ids } = await evening([{ who: luis }], soon)
    await withdraw(luis, agreementOf(luis))
    await askFor(event.id, eva, slot_ids[0])
    const path = `/api/requests/${await askedOf(hunter, eva, order_id)}/`
    const budget = offerFor({ now: t.clock.now(), starts_at: soon })
    const { body: quoted } = await eva.post(`${path}available/`, { budget })
    expect((await hunter.post(`/api/budgets/${quoted.budget.id}/accept/`, {})).status).toBe(200)
    expect(await promised(eva, order_id)).toEqual(['hold'])
    await t.app.jobs.runSweeps(new Date(Date.parse(soon) + MINUTE))
    expect(await promised(eva, order_id)).toEqual([])
    const { status, budget: closed } = (await eva.get(path)).body
    expect([status, closed.state]).toEqual(['expired', 'closed'])
    const { results } = (await hunter.get(`/api/orders/${order_id}/contracts/`)).body
    const theirs = (results as Agreement[]).map(({ project_id, state }) => [project_id, state])
    expect(theirs).toContainEqual([own(eva), 'expired'])
    expect((await orderOf(order_id)).stage).toBe('tracking')
  })
})

describe('a musician who isn’t there', () => {
  test('is reported from the beginning of the event on, and told', async () => {
    const soon = new Date(Math.ceil((t.clock.now().getTime() + 10 * DAY) / DAY) * DAY).toISOString()
    const { order_id, event, agreementOf } = await evening([{ who: rosa }, { who: luis }], soon)
    const his = agreementOf(luis)
    const path = `/api/contracts/${his.id}/missing/`
    expect((await t.anonymous.post(path, {})).status).toBe(401)
    expect((await stranger.post(path, {})).status).toBe(404)
    expect((await luis.post(path, {})).status).toBe(403)
    const early = await hunter.post(path, {})
    expect([early.status, early.body.code]).toEqual([409, 'contracts.not_begun'])

    t.clock.move(Date.parse(soon) + 10 * MINUTE - t.clock.now().getTime())
    await t.app.jobs.runSweeps()
    expect((await eventAs(hunter, event.id)).state).toBe('live')
    const { status, body } = await hunter.post(path, {})
    expect([status, body.state, body.deposit_outcome.by]).toEqual([200, 'voided', 'artist'])
    expect((await hunter.post(path, {})).body.code).toBe('contracts.moved_on')
    expect(await eventAs(hunter, event.id)).toMatchObject({ state: 'at_risk', lost_moments: 1 })
    expect(await told(hunter, event.id)).toEqual([['EVENT_AT_RISK', String(event.id), 'missing']])
    // The stage isn't planned anew once it has begun.
    expect(await told(rosa, event.id)).toEqual([])
    expect((await t.mails(luis.email)).map(({ kind }) => kind)).toContain('agreement_missing')
    expect((await lostOf(event.id)).moments).toMatchObject([{ cause: 'missing', candidates: [] }])
    const late = await askFor(event.id, eva, (await lostOf(event.id)).moments[0]?.slot_id)
    expect(late.status).toBe(422)

    // Nobody was found: it counts as delivered all the same.
    t.clock.move(2 * DAY)
    await t.app.jobs.runSweeps()
    expect((await eventAs(hunter, event.id)).state).toBe('delivered')
    expect((await orderOf(order_id)).stage).toBe('delivered')
    const late_withdrawal = await withdraw(rosa, agreementOf(rosa))
    expect([late_withdrawal.status, late_withdrawal.body.code]).toEqual([409, 'contracts.played'])
  })
})

test('a musician who deletes their account leaves an event at risk, and their name with nobody', async () => {
  const { someone, goes } = deletionsIn(() => t)
  const gone = await someone('MUSICIAN', { name: 'Gabriela Nadie' })
  const begins = new Date(Math.ceil((t.clock.now().getTime() + 40 * DAY) / DAY) * DAY).toISOString()
  const { event } = await evening([{ who: gone }], begins)
  await goes(gone)
  expect(await eventAs(hunter, event.id)).toMatchObject({ state: 'at_risk', lost_moments: 1 })
  expect(await told(hunter, event.id)).toEqual([['EVENT_AT_RISK', String(event.id), null]])
  const rows = await t.db.select().from(notifications).where(eq(notifications.user_id, hunter.id))
  expect(JSON.stringify(rows)).not.toContain('Gabriela')
  expect((await lostOf(event.id)).moments).toMatchObject([{ cause: 'other', lost: { name: null } }])
})
