import { and, eq, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EVENING, NOW, offer, scouting } from '#app/server/scenes/wedding.fixture.ts'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { subject } from '#core/contract/subject.ts'
import { DAY, HOUR, MINUTE } from '#core/contract/time.ts'
import { transaction } from '#core/server/work.ts'
import { availability_exceptions, busy_times } from '#features/availability/table.ts'
import type { Agreement } from '#features/contracts/contract.ts'
import { sign } from '#features/contracts/scene.fixture.ts'
import { contracts } from '#features/contracts/table.ts'
import { orders } from '#features/hiring/table.ts'
import { versionAt } from '#features/hiring/talent/rules.ts'
import { notifications } from '#features/notifications/table.ts'
import { project_members } from '#features/projects/table.ts'
import { openEvent } from './commands.opening.ts'
import type { ChecklistItem, EventDetail } from './contract.ts'
import { CHECKLIST_MAX } from './rules.ts'
import { payBalances } from './standsIn.fixture.ts'
import { events } from './table.ts'

let t: TestApp
let hunter: Person
let rosa: Person
let luis: Person
let stranger: Person

beforeAll(async () => {
  t = await testApp({ now: NOW })
  hunter = await t.person('TALENT_HUNTER', { name: 'Ana Lucía Paz', city: 'Antigua Guatemala' })
  rosa = await t.person('MUSICIAN', { name: 'Rosa Ixchel' })
  luis = await t.person('MUSICIAN', { name: 'Luis Canel' })
  stranger = await t.person('MUSICIAN')
})
afterAll(() => t.close())

const own = (person: Person) => person.project_id ?? 0
let week = 0

/** An order that went all the way: signed by everybody, its event made. */
async function confirmed(people: Person[]) {
  const starts_at = new Date(Date.parse(EVENING) + week++ * 7 * DAY).toISOString()
  const { order_id, request_ids } = await scouting(
    t,
    hunter,
    people.map((person) => ({ project_ids: [own(person)] })),
    { starts_at },
  )
  for (const [i, person] of people.entries()) {
    const { body } = await person.post(`/api/requests/${request_ids[i]?.[0]}/available/`, { budget: offer() })
    await hunter.post(`/api/budgets/${body.budget.id}/accept/`, {})
  }
  const { body } = await hunter.get(`/api/orders/${order_id}/contracts/`)
  for (const agreement of body.results as Agreement[]) {
    const artist = people.find((person) => person.name === agreement.terms.artist.name) as Person
    for (const signer of [hunter, artist]) await sign(signer, agreement)
    await hunter.post(`/api/contracts/${agreement.id}/payments/deposit/`, { method: 'transfer' })
    await artist.post(`/api/contracts/${agreement.id}/payments/deposit/confirm/`)
  }
  const { event } = (await hunter.get(`/api/orders/${order_id}/event/`)).body as { event: EventDetail }
  return { order_id, starts_at, event }
}

/** Numbers of the reminders of an order's host, by when its event was confirmed last. */
async function reminders(order_id: number) {
  const of = and(
    eq(notifications.type, 'EVENT_REMINDER_SENT'),
    eq(notifications.subject, subject('order', order_id)),
  )
  const told = await t.db.select().from(notifications).where(of).orderBy(notifications.id)
  const [event] = await t.db.select().from(events).where(eq(events.order_id, order_id))
  return told.map(({ version }) => version - versionAt(new Date(event?.confirmed_at ?? 0)))
}

describe('an event', () => {
  let order_id: number
  let event: EventDetail
  beforeAll(async () => {
    ;({ order_id, event } = await confirmed([rosa, luis]))
  })

  test('is made of the agreements: performers, schedules, contacts and a first checklist', async () => {
    expect(event).toMatchObject({
      state: 'confirmed',
      side: 'hunter',
      place: '5a avenida norte 12',
      guests: 120,
    })
    expect(event.performers.map((one) => [one.name, one.contact?.email])).toEqual([
      ['Rosa Ixchel', rosa.email],
      ['Luis Canel', luis.email],
    ])
    // One set each, the second when the first is over; and each is called before it.
    expect(event.performers.map(({ schedule }) => schedule.sets[0]?.starts_at)).toEqual([
      event.starts_at,
      new Date(Date.parse(event.starts_at) + 2 * HOUR).toISOString(),
    ])
    for (const { schedule } of event.performers)
      expect(Date.parse(schedule.call_at)).toBeLessThan(Date.parse(event.starts_at))
    const keys = event.checklist.map((item) => item.key)
    expect(keys).toEqual(expect.arrayContaining(['rain_plan', 'sound_rented', 'key_moments', 'balance_paid']))
    expect(
      event.checklist.filter((item) => item.key === 'set_list').map((item) => item.project_name),
    ).toEqual(['Rosa Ixchel', 'Luis Canel'])
  })

  test('stands in the list of its host and of nobody else', async () => {
    const { body } = await hunter.get('/api/events/')
    expect(body.results[0]).toMatchObject({
      id: event.id,
      items: event.checklist.length,
      open_items: event.checklist.length,
    })
    const found = async (q: string, when: string) =>
      (await hunter.get('/api/events/', { query: { q, when } })).body.results.map(
        ({ id }: { id: number }) => id,
      )
    for (const q of ['', 'ixchel', 'Ixhcel']) expect(await found(q, 'all'), q).toEqual([event.id])
    expect(await found('nadie', 'all')).toEqual([])
    expect(await found('ixchel', 'past')).toEqual([])
    expect((await rosa.get('/api/events/')).status).toBe(403)
    expect((await t.anonymous.get('/api/events/')).status).toBe(401)
    const other = await t.person('TALENT_HUNTER')
    expect((await other.get('/api/events/')).body.results).toEqual([])
    expect((await other.get(`/api/events/${event.id}/`)).status).toBe(404)
    expect((await other.get(`/api/orders/${order_id}/event/`)).status).toBe(404)
    expect((await stranger.get(`/api/events/${event.id}/`)).status).toBe(404)
  })

  test('shows a musician the host, and their own items, not those of another project', async () => {
    const { body } = await rosa.get(`/api/events/${event.id}/`)
    expect(body).toMatchObject({ side: 'musician', contact: { email: hunter.email } })
    expect(body.performers.map((one: { contact: unknown }) => one.contact)).toEqual([null, null])
    const owners = new Set(body.checklist.map((item: ChecklistItem) => item.project_name))
    expect(owners).toEqual(new Set([null, 'Rosa Ixchel']))
    expect(body.checklist.filter((item: ChecklistItem) => item.mine)).toHaveLength(
      body.checklist.filter((item: ChecklistItem) => item.owner === 'musician').length,
    )
  })

  test('lets everybody tick their own items only', async () => {
    const hers = event.checklist.find((item) => item.project_name === 'Rosa Ixchel')
    const path = (id = hers?.id) => `/api/events/${event.id}/checklist/${id}/`
    expect((await luis.patch(path(), { done: true })).status).toBe(403)
    expect((await hunter.patch(path(), { done: true })).body.code).toBe('events.not_yours')
    expect((await stranger.patch(path(), { done: true })).status).toBe(404)
    expect((await rosa.patch(path(999_999), { done: true })).status).toBe(404)
    expect((await rosa.patch(path(), {})).status).toBe(422)
    const { body } = await rosa.patch(path(), { done: true })
    expect(body.checklist.find((item: ChecklistItem) => item.id === hers?.id).done_at).toMatch(
      /^\d{4}-\d\d-\d\dT/,
    )
    const back = await rosa.patch(path(), { done: false })
    expect(back.body.checklist.find((item: ChecklistItem) => item.id === hers?.id).done_at).toBeNull()
  })

  test('takes items of the host, for themselves or for a project that plays', async () => {
    const path = `/api/events/${event.id}/checklist/`
    const item = { title: 'Flores en el escenario', due_at: event.starts_at }
    const { body } = await hunter.post(path, { ...item, project_id: own(luis) })
    expect(body.checklist.at(-1)).toMatchObject({
      title: 'Flores en el escenario',
      project_name: 'Luis Canel',
    })
    expect((await hunter.post(path, { ...item, project_id: own(stranger) })).status).toBe(422)
    expect((await hunter.post(path, { ...item, title: 'x' })).status).toBe(422)
    expect((await hunter.post(path, { ...item, due_at: '2027-01-01T00:00:00Z' })).status).toBe(422)
    expect((await hunter.post(path, { ...item, due_at: '2026-02-27T15:00:00Z' })).status).toBe(422)
    expect((await rosa.post(path, item)).status).toBe(403)
    await t.db.execute(sql`insert into checklist_items (event_id, title, owner, due_at)
      select ${event.id}, 'Otro', 'hunter', ${event.starts_at}::timestamptz
      from generate_series((select count(*) + 1 from checklist_items where event_id = ${event.id}), ${CHECKLIST_MAX})`)
    const one_more = await hunter.post(path, item)
    expect([one_more.status, one_more.body.code]).toEqual([409, 'events.checklist_full'])
  })
})

describe('the calendar', () => {
  const span = { from: '2026-03-30T06:00:00.000Z', to: '2026-06-29T06:00:00.000Z' }
  test('shows gigs and holds by their time on stage, and own blocks', async () => {
    const { event } = await confirmed([rosa])
    const starts_at = new Date(Date.parse(EVENING) + week++ * 7 * DAY).toISOString()
    const { request_ids } = await scouting(t, hunter, [{ project_ids: [own(rosa)] }], { starts_at })
    await rosa.post(`/api/requests/${request_ids[0]?.[0]}/available/`, { budget: offer() })
    await t.db.insert(availability_exceptions).values({
      project_id: own(rosa),
      during: '[2026-04-06T06:00:00Z,2026-04-08T06:00:00Z)',
      kind: 'blocked',
      reason: 'Viaje familiar',
    })
    const { status, body } = await rosa.get('/api/calendar/', { query: span })
    expect(status).toBe(200)
    const gig = body.results.find((one: { event_id: number }) => one.event_id === event.id)
    expect(gig).toMatchObject({
      kind: 'gig',
      type: 'wedding',
      city: 'Antigua Guatemala',
      starts_at: event.starts_at,
    })
    const hold = body.results.find((one: { kind: string }) => one.kind === 'hold')
    expect(hold).toMatchObject({ request_id: request_ids[0]?.[0], event_id: null, starts_at })
    expect(body.results.filter((one: { kind: string }) => one.kind === 'block')).toHaveLength(1)
  })
  test('shows all of a person’s projects, each entry with its own, or one of them', async () => {
    const band = await t.project(luis.id, 'GROUP', 'Los de la Sexta')
    const starts_at = new Date(Date.parse(EVENING) + week++ * 7 * DAY).toISOString()
    const { request_ids } = await scouting(t, hunter, [{ project_ids: [band] }], { starts_at })
    await luis.post(`/api/requests/${request_ids[0]?.[0]}/available/`, { budget: offer() })
    const mine = (await luis.get('/api/calendar/', { query: span })).body.results
    expect(
      mine.filter((one: { project_name: string }) => one.project_name === 'Los de la Sexta'),
    ).toHaveLength(1)
    expect(mine.some((one: { project_name: string }) => one.project_name === 'Luis Canel')).toBe(true)
    // Whichever they act as, all of them are there; one is asked for.
    const asBand = t.as({ token: await t.session(luis.id, band) })
    expect((await asBand.get('/api/calendar/', { query: span })).body.results).toEqual(mine)
    const theirs = (await luis.get('/api/calendar/', { query: { ...span, project: String(band) } })).body
      .results
    expect(theirs).toMatchObject([{ kind: 'hold', project_id: band, project_name: 'Los de la Sexta' }])
    // Of the personal one alone, what the person plays in the band takes their time too.
    const alone = (await luis.get('/api/calendar/', { query: { ...span, project: String(own(luis)) } })).body
      .results
    expect(alone).toEqual(mine)
    expect((await rosa.get('/api/calendar/', { query: { ...span, project: String(band) } })).status).toBe(404)
  })
  test('shows collaborators what concerns them in a band, and its owner takes it back from any project', async () => {
    const band = await t.project(rosa.id, 'GROUP', 'Marimba de Occidente')
    const pablo = await t.person('MUSICIAN', { name: 'Pablo Coc' })
    const late = await t.person('MUSICIAN')
    const member = { project_id: band, role: 'COLLABORATOR' as const }
    await t.db.insert(project_members).values([
      { ...member, user_id: pablo.id, joined_at: NOW },
      { ...member, user_id: late.id, joined_at: '2026-05-20T00:00:00Z' },
    ])
    const noted = await rosa.post(`/api/availability/exceptions/?project=${band}`, {
      kind: 'gig',
      from: '2026-05-09T02:00:00Z',
      to: '2026-05-09T05:00:00Z',
      reason: 'Feria de Xela',
    })
    expect(noted.status, noted.text).toBe(201)
    const seen = (await pablo.get('/api/calendar/', { query: span })).body.results
    expect(seen).toMatchObject([
      { kind: 'own', title: 'Feria de Xela', project_id: band, exception_id: noted.body.id },
    ])
    // Nor what was over when they joined.
    expect((await late.get('/api/calendar/', { query: span })).body.results).toEqual([])
    const at = `/api/availability/exceptions/${noted.body.id}/`
    expect((await pablo.delete(at)).status).toBe(403)
    expect((await luis.delete(at)).status).toBe(404)
    expect((await luis.post(`/api/availability/exceptions/?project=${band}`, noted.body)).status).toBe(404)
    expect((await pablo.post(`/api/availability/exceptions/?project=${band}`, noted.body)).status).toBe(403)
    // She acts as her own project all the while.
    expect((await rosa.delete(at)).status).toBe(200)
    expect((await pablo.get('/api/calendar/', { query: span })).body.results).toEqual([])
  })
  test('is empty for whoever has no project yet', async () => {
    const student = await t.person('STUDENT')
    expect((await student.get('/api/calendar/', { query: span })).body).toEqual({
      zone: 'America/Guatemala',
      results: [],
    })
  })
  test('is for musicians, and for a hundred days at most', async () => {
    expect((await t.anonymous.get('/api/calendar/', { query: span })).status).toBe(401)
    expect((await hunter.get('/api/calendar/', { query: span })).status).toBe(403)
    const wide = await rosa.get('/api/calendar/', { query: { ...span, to: '2026-12-01T00:00:00Z' } })
    expect([wide.status, wide.body.code]).toEqual([422, 'events.range'])
  })
  test('feeds the home of the musician', async () => {
    const { status, body } = await rosa.get('/api/home/music/')
    expect(status).toBe(200)
    expect(new Set(body.dates.map((one: { kind: string }) => one.kind))).toEqual(new Set(['gig', 'hold']))
    expect(body.income.months).toHaveLength(6)
    expect((await hunter.get('/api/home/music/')).status).toBe(403)
  })
})

test('reminders come at 14 days, 7 days, 48 hours and on the day, each once, while something is open', async () => {
  const { order_id, starts_at } = await confirmed([rosa])
  const at = (ms: number) => t.app.jobs.runSweeps(new Date(Date.parse(starts_at) + ms))
  await at(-15 * DAY)
  expect(await reminders(order_id)).toEqual([])
  await at(-14 * DAY)
  await at(-14 * DAY + HOUR)
  expect(await reminders(order_id)).toEqual([1])
  await at(-7 * DAY)
  await at(-2 * DAY)
  expect(await reminders(order_id)).toEqual([1, 2, 3])
  await at(-2 * HOUR)
  await at(-HOUR)
  expect(await reminders(order_id)).toEqual([1, 2, 3, 4])
  const mine = await t.db.select().from(notifications).where(eq(notifications.type, 'EVENT_REMINDER_SENT'))
  expect(new Set(mine.map((one) => one.user_id))).toEqual(new Set([hunter.id]))
})

test('with everything done an event is ready and nobody is reminded; it goes live and is delivered', async () => {
  const { order_id, starts_at, event } = await confirmed([rosa])
  for (const item of event.checklist)
    await (item.owner === 'hunter' ? hunter : rosa).patch(`/api/events/${event.id}/checklist/${item.id}/`, {
      done: true,
    })
  await payBalances(hunter, [rosa], order_id)
  const at = async (ms: number) => {
    await t.app.jobs.runSweeps(new Date(Date.parse(starts_at) + ms))
    const [row] = await t.db.select({ state: events.state }).from(events).where(eq(events.id, event.id))
    return row?.state
  }
  expect(await at(-14 * DAY)).toBe('ready')
  const own = event.checklist.find(({ owner, key }) => owner === 'hunter' && key !== 'balance_paid')
  const again = (done: boolean) => hunter.patch(`/api/events/${event.id}/checklist/${own?.id}/`, { done })
  await again(false)
  expect(await at(-14 * DAY + HOUR)).toBe('confirmed')
  await again(true)
  expect(await at(-14 * DAY + 2 * HOUR)).toBe('ready')
  expect(await reminders(order_id)).toEqual([])
  expect(await at(HOUR)).toBe('live')
  expect(await at(6 * HOUR + DAY + 60_000)).toBe('delivered')
  const [order] = await t.db.select({ stage: orders.stage }).from(orders).where(eq(orders.id, order_id))
  expect(order?.stage).toBe('delivered')
  expect((await hunter.get('/api/events/', { query: { when: 'past' } })).body.results[0].id).toBe(event.id)
  const hers = event.checklist.find(({ owner }) => owner === 'musician')
  const late = await rosa.patch(`/api/events/${event.id}/checklist/${hers?.id}/`, { done: false })
  expect([late.status, late.body.code]).toEqual([409, 'events.over'])
})

test('cancelling counts first, then takes budgets, agreements, holds and the event with it and tells everybody', async () => {
  const { order_id, event } = await confirmed([rosa, luis])
  const { body: preview } = await hunter.get(`/api/orders/${order_id}/cancel-preview/`)
  expect(preview).toMatchObject({
    ...{ requests: 2, accepted_total: 86_400 },
    parts: [
      { kind: 'budgets', count: 2 },
      { kind: 'contracts', count: 2 },
      { kind: 'events', count: 1 },
    ],
    // Two of 30 %; the event is more than thirty days ahead.
    ...{ paid: 25_920, refund: 25_920 },
  })
  const { status } = await hunter.post(`/api/orders/${order_id}/cancel/`, {
    confirm: true,
    reason: 'Se movió todo',
  })
  expect(status).toBe(200)
  const rows = await t.db.select().from(contracts).where(eq(contracts.order_id, order_id))
  expect(rows.map((one) => one.state)).toEqual(['voided', 'voided'])
  const { body } = await hunter.get(`/api/events/${event.id}/`)
  expect(body.state).toBe('cancelled')
  expect(body.performers).toHaveLength(2)
  expect(body.checklist.filter((item: ChecklistItem) => !item.done_at)).toEqual([])
  const busy = await t.db
    .select()
    .from(busy_times)
    .where(
      and(
        eq(busy_times.subject, subject('order', order_id, { kind: 'project', id: own(rosa) })),
        isNull(busy_times.released_at),
      ),
    )
  expect(busy).toEqual([])
  const mails = await t.mails()
  for (const person of [rosa, luis])
    expect(mails.filter((mail) => mail.to === person.email && mail.kind === 'agreement_voided')).toHaveLength(
      1,
    )
  const compared = (await hunter.get(`/api/orders/${order_id}/budgets/`)).body
  expect(compared.accepted_total).toBe(0)
})

test('a postponed event says so, and is cancelled when its order is', async () => {
  const { order_id, event } = await confirmed([rosa])
  await hunter.post(`/api/orders/${order_id}/postpone/`, { confirm: true })
  for (const person of [hunter, rosa])
    expect((await person.get(`/api/events/${event.id}/`)).body).toMatchObject({
      state: 'postponed',
      contact: null,
    })
  const { body: past } = await hunter.get('/api/events/', { query: { when: 'past' } })
  expect(past.results.find(({ id }: { id: number }) => id === event.id).state).toBe('postponed')
  await hunter.post(`/api/orders/${order_id}/cancel/`, { confirm: true })
  expect((await hunter.get(`/api/events/${event.id}/`)).body.state).toBe('cancelled')
})

test('a postponed event starts over when its order is agreed again, and its host is reminded again', async () => {
  const { order_id, event, starts_at } = await confirmed([rosa])
  const twoWeeksBefore = new Date(Date.parse(starts_at) - 14 * DAY)
  await t.app.jobs.runSweeps(twoWeeksBefore)
  expect(await reminders(order_id)).toEqual([1])
  await hunter.post(`/api/orders/${order_id}/postpone/`, { confirm: true })
  await t.db.update(contracts).set({ state: 'active' }).where(eq(contracts.order_id, order_id))
  await transaction(t.app, new Date(t.clock.now().getTime() + HOUR), (work) => openEvent(work, order_id))
  const again = (await hunter.get(`/api/events/${event.id}/`)).body
  expect(again.state).toBe('confirmed')
  expect(again.performers).toHaveLength(1)
  expect(again.checklist).toHaveLength(event.checklist.length)
  const [row] = await t.db.select().from(events).where(eq(events.id, event.id))
  expect(row).toMatchObject({ reminder: 0, ended_at: null })
  await t.app.jobs.runSweeps(twoWeeksBefore)
  expect(await reminders(order_id)).toEqual([1 - HOUR / MINUTE, 1])
})
