import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EVENING, musicianOf, NOW, wedding } from '#app/server/scenes/wedding.fixture.ts'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { DAY, HOUR, MINUTE, wallClock } from '#core/contract/time.ts'
import type { Agreement } from '#features/contracts/contract.ts'
import type { Order, ReschedulePreview } from '#features/hiring/desk/contract.ts'
import type { EventDetail } from './contract.ts'
import { type WeddingDay, weddingDay } from './day.fixture.ts'
import { DAY_AHEAD_MS, NO_ARTIST_FACTS, NO_HOST_FACTS } from './rules.day.ts'
import { askedOf, bothSign, saysAgain, standsIn } from './standsIn.fixture.ts'

/* An event that lacks somebody is still to come: what holds for any other holds for it, and it may get another day. */

const own = (person: Person) => person.project_id ?? 0

describe('an event at risk', () => {
  let w: WeddingDay
  let first: number
  let event: EventDetail
  beforeAll(async () => {
    w = await weddingDay()
    const { performers } = await w.page(w.hunter)
    const theirs = performers.find(({ project_id }) => project_id === w.trio)?.contract_ids[0]
    expect(
      (await w.luis.post(`/api/contracts/${theirs}/withdraw/`, { reason: 'Nos enfermamos' })).status,
    ).toBe(200)
    event = await w.page(w.hunter)
    first = Date.parse(event.day?.from ?? '') + DAY_AHEAD_MS
  })
  afterAll(() => w.t.close())

  const letters = async (who: Person) =>
    (await w.t.mails(who.email)).filter(({ kind }) => kind === 'gig_reminder').length
  const at = async (ms: number) => {
    w.t.clock.set(new Date(ms))
    await w.t.app.jobs.runSweeps(w.t.clock.now())
  }

  test('still has its sheet to be written, by the host and by who plays', async () => {
    expect(event).toMatchObject({ state: 'at_risk', lost_moments: 1 })
    const path = `/api/events/${w.event_id}/facts/`
    const host = await w.hunter.call('PUT', path, { ...NO_HOST_FACTS, parking: 'Portón negro', version: 0 })
    expect([host.status, host.body.host_says?.parking]).toEqual([200, 'Portón negro'])
    const hers = { ...NO_ARTIST_FACTS, power_needs: 'Dos tomas', version: 0 }
    expect((await w.rosa.call('PUT', `${path}${own(w.rosa)}/`, hers)).status).toBe(200)
    const theirs = await w.luis.call('PUT', `${path}${w.trio}/`, { ...NO_ARTIST_FACTS, version: 0 })
    expect(theirs.status).toBe(404)
    expect((await w.rosa.get(`/api/events/${w.event_id}/sheet/`)).status).toBe(200)
  })

  test('is reminded of: its host, and who still plays; not who withdrew', async () => {
    await at(first - 7 * DAY + MINUTE)
    const { body } = await w.hunter.get('/notifications/?notification_type=EVENT_REMINDER_SENT')
    expect(body.results.length).toBeGreaterThan(0)
    expect(await letters(w.rosa)).toBe(1)
    expect(await letters(w.luis)).toBe(0)
    await at(first - 2 * DAY + MINUTE)
    expect(await letters(w.rosa)).toBe(2)
    expect((await w.page(w.hunter)).state).toBe('at_risk')
  })

  test('is followed on its day', async () => {
    await at(first + 5 * MINUTE)
    const path = `/api/events/${w.event_id}/day/`
    expect((await w.rosa.post(path, { kind: 'arrived' })).status).toBe(200)
    expect((await w.rosa.post(path, { kind: 'problem', problem: 'Falta un cable' })).status).toBe(200)
    expect((await w.luis.post(path, { kind: 'arrived' })).status).toBe(404)
    const { results } = (await w.hunter.get('/notifications/?notification_type=EVENT_AT_RISK')).body
    expect(results.map(({ title }: { title: string }) => title)).toEqual([
      'Rosa Ixchel tiene un problema',
      'Tu evento está en riesgo',
    ])
    expect(results.map(({ value }: { value: string }) => value)).toEqual([`${w.event_id}`, `${w.event_id}`])
    const page = await w.page(w.hunter)
    expect(page.day?.reports.map(({ kind }) => kind)).toEqual(['arrived', 'problem'])
  })

  test('is over when its time is, and asked about: its host, and who played', async () => {
    await at(Date.parse(event.ends_at) + DAY + HOUR)
    expect((await w.page(w.hunter)).state).toBe('delivered')
    const survey = await w.hunter.get(`/api/orders/${event.order_id}/survey/`)
    expect(survey.status).toBe(200)
    expect(survey.body.performers.map((one: { project_name: string }) => one.project_name)).toEqual([
      'Rosa Ixchel',
    ])
    const asked = async (who: Person) =>
      (await who.get('/api/surveys/', { query: { event: String(w.event_id) } })).body.results.length
    expect([await asked(w.rosa), await asked(w.luis)]).toEqual([1, 0])
  })
})

describe('a new date', () => {
  let t: TestApp
  let hunter: Person
  let rosa: Person
  let luis: Person
  let eva: Person
  beforeAll(async () => {
    t = await testApp({ now: NOW })
    hunter = await t.person('TALENT_HUNTER', { name: 'Ana Lucía Paz' })
    rosa = await t.person('MUSICIAN', { name: 'Rosa Ixchel' })
    luis = await t.person('MUSICIAN', { name: 'Luis Canel' })
    eva = await t.person('MUSICIAN', { name: 'Eva Tzul' })
    await musicianOf(t, own(eva))
  })
  afterAll(() => t.close())

  let week = 0
  const nextWeek = () => new Date(Date.parse(EVENING) + week++ * 7 * DAY).toISOString()
  const orderOf = async (id: number): Promise<Order> => (await hunter.get(`/api/orders/${id}/`)).body
  const agreementIn = async (order_id: number, id: number): Promise<Agreement> =>
    (await hunter.get(`/api/orders/${order_id}/contracts/`)).body.results.find(
      (one: Agreement) => one.id === id,
    )
  const names = (list: readonly { name: string | null }[]) => list.map(({ name }) => name)

  /** An evening that Rosa and Luis are confirmed for. */
  async function evening(starts_at = nextWeek()) {
    const scene = await wedding(
      t,
      'paid',
      hunter,
      [rosa, luis].map((one) => ({ project_ids: [own(one)] })),
      { starts_at },
    )
    const { event } = (await hunter.get(`/api/orders/${scene.order_id}/event/`)).body as {
      event: EventDetail
    }
    const idOf = (who: Person) => scene.contracts.find(({ project_id }) => project_id === own(who))?.id ?? 0
    return { ...scene, event, idOf, url: `/api/orders/${scene.order_id}` }
  }
  const withdraw = (who: Person, id: number) =>
    who.post(`/api/contracts/${id}/withdraw/`, { reason: 'order_postponed' })
  /** Puts an event off, and says who would be asked first for another day. */
  async function putOff(url: string) {
    expect((await hunter.post(`${url}/postpone/`, { confirm: true })).status).toBe(200)
    const day = wallClock(nextWeek(), 'America/Guatemala').day
    const { musicians }: ReschedulePreview = (await hunter.get(`${url}/reschedule-preview/${day}/`)).body
    return { day, musicians }
  }

  test('asks first who still played; for what was lost the ways on are looked for, whatever was given as the reason', async () => {
    const { order_id, event, idOf, url, slot_ids } = await evening()
    await withdraw(rosa, idOf(rosa))
    const { day, musicians } = await putOff(url)
    expect((await hunter.get(`/api/events/${event.id}/`)).body).toMatchObject({
      state: 'postponed',
      lost_moments: 0,
    })
    expect(names(musicians)).toEqual(['Luis Canel'])
    const forced = await hunter.post(`${url}/reschedule/`, { day, ask: [own(rosa)] })
    expect([forced.status, Object.keys(forced.body.fields ?? {})]).toEqual([422, ['ask']])
    const { body } = await hunter.post(`${url}/reschedule/`, { day })
    expect([body.stage, body.adjustment?.reason]).toEqual(['adjustment_requested', 'lost'])
    expect(body.adjustment.slots.map(({ slot_id }: { slot_id: number }) => slot_id)).toEqual([slot_ids[0]])
    const asked = (await orderOf(order_id)).requests.filter(({ status }) => status === 'asked')
    expect(asked.map(({ project_id }) => project_id)).toEqual([own(luis)])
    // What she was paid comes back whole, and counts for no other agreement.
    const hers = await agreementIn(order_id, idOf(rosa))
    expect(hers.deposit_outcome).toMatchObject({ by: 'artist', carried: 0, refund: hers.terms.fees?.deposit })
  })

  test('asks first who stood in, not whom they stood in for; with both the event is confirmed, and lacks nobody', async () => {
    const { order_id, event, idOf, url, slot_ids } = await evening()
    await withdraw(rosa, idOf(rosa))
    const asks = { project_id: own(eva), slot_ids: [slot_ids[0]] }
    expect((await hunter.post(`/api/events/${event.id}/replacements/`, asks)).status).toBe(200)
    await standsIn(hunter, eva, order_id)
    expect((await hunter.get(`/api/events/${event.id}/`)).body.state).toBe('confirmed')
    const { day, musicians } = await putOff(url)
    expect(names(musicians).sort()).toEqual(['Eva Tzul', 'Luis Canel'])
    expect((await hunter.post(`${url}/reschedule/`, { day })).body.stage).toBe('scouting')
    const quotes: number[] = []
    for (const who of [eva, luis]) {
      const id = await askedOf(hunter, who, order_id)
      const { was_at: _, ...budget } = (await who.get(`/api/requests/${id}/`)).body.again
      quotes.push((await who.post(`/api/requests/${id}/available/`, { budget })).body.budget.id)
    }
    for (const id of quotes) expect((await hunter.post(`/api/budgets/${id}/accept/`, {})).status).toBe(200)
    for (const who of [eva, luis]) await bothSign(hunter, who, order_id)
    const { body: anew } = await hunter.get(`/api/events/${event.id}/`)
    expect(anew).toMatchObject({ state: 'confirmed', lost_moments: 0 })
    expect(names(anew.performers).sort()).toEqual(['Eva Tzul', 'Luis Canel'])
    expect((await hunter.get(`/api/events/${event.id}/replacements/`)).body.moments).toEqual([])
  })

  test('doesn’t ask first who wasn’t there', async () => {
    const soon = new Date(Math.ceil((t.clock.now().getTime() + 10 * DAY) / DAY) * DAY).toISOString()
    const { order_id, event, idOf, url } = await evening(soon)
    t.clock.set(new Date(Date.parse(event.starts_at) + 10 * MINUTE))
    await t.app.jobs.runSweeps()
    expect((await hunter.post(`/api/contracts/${idOf(luis)}/missing/`, {})).status).toBe(200)
    expect((await hunter.post(`${url}/postpone/`, { confirm: true })).status).toBe(200)
    const day = wallClock(new Date(Date.parse(soon) + 120 * DAY).toISOString(), 'America/Guatemala').day
    const { musicians }: ReschedulePreview = (await hunter.get(`${url}/reschedule-preview/${day}/`)).body
    expect(names(musicians)).toEqual(['Rosa Ixchel'])
    const his = await agreementIn(order_id, idOf(luis))
    expect(his.deposit_outcome).toMatchObject({ by: 'artist', refund: his.terms.fees?.deposit })
  })

  test('that somebody withdraws from too: what was paid for the first comes back with it, and nobody had agreed any more', async () => {
    const starts_at = new Date(Math.ceil((t.clock.now().getTime() + 150 * DAY) / DAY) * DAY).toISOString()
    const { order_id } = await wedding(t, 'paid', hunter, [{ project_ids: [own(rosa)] }], { starts_at })
    const url = `/api/orders/${order_id}`
    await hunter.post(`${url}/postpone/`, { confirm: true })
    const day = wallClock(new Date(Date.parse(starts_at) + 7 * DAY).toISOString(), 'America/Guatemala').day
    await hunter.post(`${url}/reschedule/`, { day })
    const fresh = await saysAgain(hunter, rosa, order_id)
    expect(fresh.terms.replaces?.carried).toBeGreaterThan(0)
    expect((await orderOf(order_id)).stage).toBe('tracking')
    const { body } = await withdraw(rosa, fresh.id)
    const paid = fresh.terms.fees?.deposit
    expect(body).toMatchObject({ state: 'voided', deposit_outcome: { by: 'artist', paid, refund: paid } })
    await hunter.post(`${url}/postpone/`, { confirm: true })
    const later = wallClock(new Date(Date.parse(starts_at) + 14 * DAY).toISOString(), 'America/Guatemala').day
    const { musicians } = (await hunter.get(`${url}/reschedule-preview/${later}/`)).body
    expect(musicians).toEqual([])
  })
})
