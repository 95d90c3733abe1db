import { sql } from 'drizzle-orm'
import nodeIcal, { type VEvent } from 'node-ical'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { EVENING, NOW, wedding } from '#app/server/scenes/wedding.fixture.ts'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { DAY, HOUR } from '#core/contract/time.ts'
import { readOrderEvent } from '#features/events/contract.ts'
import { student, teacher } from '#features/lessons/scene.fixture.ts'
import { project_members } from '#features/projects/table.ts'
import type { CalendarSync } from './contract.ts'

let t: TestApp
let hunter: Person
let rosa: Person
beforeAll(async () => {
  t = await testApp({ now: NOW })
  hunter = await t.person('TALENT_HUNTER', { name: 'Ana Lucía Paz' })
  rosa = await t.person('MUSICIAN', { name: 'Rosa Ixchel' })
})
afterAll(() => t.close())

const own = (person: Person) => person.project_id ?? 0
const pathOf = (url: string) => url.replace('http://tarima.test', '')
/** Makes an address, and reads it as a calendar program does. */
async function feedOf(person: Person) {
  const { body } = await person.call('PUT', '/api/calendars/feed/', {})
  const { feed } = body as CalendarSync
  const answer = await t.anonymous.get(pathOf(feed?.url ?? ''))
  expect(answer.status, answer.text).toBe(200)
  return { url: pathOf(feed?.url ?? ''), text: answer.text, headers: answer.headers }
}
/** What another library reads in it. */
const eventsIn = (text: string): VEvent[] =>
  Object.values(nodeIcal.sync.parseICS(text)).filter((part): part is VEvent => part?.type === 'VEVENT')

describe('dates that go out', () => {
  test('a hold is tentative; released, the same entry is cancelled', async () => {
    const { order_id } = await wedding(t, 'quoted', hunter, [{ project_ids: [own(rosa)] }])
    const first = await feedOf(rosa)
    expect(first.headers['content-type']).toBe('text/calendar; charset=utf-8')
    const [held] = eventsIn(first.text)
    expect(held).toMatchObject({ status: 'TENTATIVE', sequence: 0 })
    expect(held?.start.toISOString()).toBe(EVENING)
    expect(first.text).toContain('BEGIN:VTIMEZONE\r\nTZID:America/Guatemala')
    // Without an agreement, the place is the town alone.
    expect(held?.location).toBe('Antigua Guatemala')

    // The hold is released: it came to nothing, and is said to have.
    await hunter.post(`/api/orders/${order_id}/cancel/`, { confirm: true, reason: 'Ya no' })
    const [gone] = eventsIn((await t.anonymous.get(first.url)).text)
    expect(gone).toMatchObject({ uid: held?.uid, status: 'CANCELLED', sequence: 1 })
    expect(gone?.start.toISOString()).toBe(EVENING)
    // A month later it isn't said any more.
    t.clock.move(31 * DAY)
    expect(eventsIn((await t.anonymous.get(first.url)).text)).toEqual([])
    t.clock.set(new Date(NOW))
  })

  test('a hold has the hours that are held, whatever else came to nothing', async () => {
    const vera = await t.person('MUSICIAN')
    const at = (weeks: number) => ({
      starts_at: new Date(Date.parse(EVENING) + weeks * 7 * DAY).toISOString(),
    })
    const twice = [{ project_ids: [own(vera)] }, { project_ids: [own(vera)] }]
    const { request_ids } = await wedding(t, 'quoted', hunter, twice, at(3))
    // The second of the two moments she can't play.
    await t.db.execute(sql`update request_moments set status = 'unavailable' where id = (
      select max(id) from request_moments where request_id = ${request_ids[1]?.[0]})`)
    const { url, text } = await feedOf(vera)
    const [held] = eventsIn(text)
    const other = await wedding(t, 'quoted', hunter, [{ project_ids: [own(vera)] }], at(4))
    await hunter.post(`/api/orders/${other.order_id}/cancel/`, { confirm: true, reason: 'Ya no' })
    const [still, gone] = eventsIn((await t.anonymous.get(url)).text)
    expect(gone).toMatchObject({ status: 'CANCELLED' })
    expect(still).toMatchObject({ uid: held?.uid, status: 'TENTATIVE', sequence: 0, end: held?.end })
    expect(Number(held?.end) - Number(held?.start)).toBe(2 * HOUR)
  })

  test('says a gig with its place, and nothing else about anybody', async () => {
    const luis = await t.person('MUSICIAN', { name: 'Luis Canel' })
    const { order_id } = await wedding(t, 'paid', hunter, [{ project_ids: [own(luis)] }], {
      starts_at: new Date(Date.parse(EVENING) + 7 * DAY).toISOString(),
    })
    const { text, url } = await feedOf(luis)
    const [gig, ...others] = eventsIn(text)
    expect(others).toEqual([])
    expect(gig).toMatchObject({ status: 'CONFIRMED' })
    for (const word of [hunter.name, hunter.email, luis.email, '5555', 'GTQ', 'USD'])
      expect(text).not.toContain(word)

    // Cancelled, it is said to be: the same entry, one change on.
    await hunter.post(`/api/orders/${order_id}/cancel/`, { confirm: true, reason: 'Ya no' })
    const [after] = eventsIn((await t.anonymous.get(url)).text)
    expect(after).toMatchObject({ uid: gig?.uid, status: 'CANCELLED' })
    expect(Number(after?.sequence)).toBe(Number(gig?.sequence) + 1)
  })

  test('of whoever hires are their events, and a file for each', async () => {
    const boss = await t.person('TALENT_HUNTER', { name: 'Berta' })
    const eva = await t.person('MUSICIAN', { name: 'Eva Tun' })
    const { order_id } = await wedding(t, 'paid', boss, [{ project_ids: [own(eva)] }], {
      starts_at: new Date(Date.parse(EVENING) + 14 * DAY).toISOString(),
    })
    const { event } = await boss.api(readOrderEvent, { params: { id: order_id } })
    const [listed] = eventsIn((await feedOf(boss)).text)
    expect(listed).toMatchObject({ uid: `event-${event?.id}@tarima.test`, status: 'CONFIRMED' })

    const file = await boss.get(`/api/events/${event?.id}/file/`)
    expect(file.headers['content-disposition']).toContain(`tarima-${event?.id}.ics`)
    expect(eventsIn(file.text)).toMatchObject([{ uid: listed?.uid, sequence: listed?.sequence }])
    // To the musician it is the same gig as in their feed, not the host's event.
    const [gig] = eventsIn((await feedOf(eva)).text)
    expect(eventsIn((await eva.get(`/api/events/${event?.id}/file/`)).text)).toMatchObject([
      { uid: gig?.uid, sequence: gig?.sequence },
    ])
    expect((await rosa.get(`/api/events/${event?.id}/file/`)).status).toBe(404)
    expect((await t.anonymous.get(`/api/events/${event?.id}/file/`)).status).toBe(401)
  })

  test('are said again only when they are others', async () => {
    const { url, headers } = await feedOf(rosa)
    const etag = String(headers.etag)
    const same = await t.anonymous.get(url, { headers: { 'if-none-match': `W/"old", ${etag}` } })
    expect(same).toMatchObject({ status: 304, text: '' })
    const head = await t.inject({ method: 'HEAD', url })
    expect(head).toMatchObject({ status: 200, text: '' })
    expect(head.headers.etag).toBe(etag)
    expect(headers['cache-control']).toBe('private, no-cache')
  })

  test('many of them are written beside everybody else, and not at all for who has them', async () => {
    const person = await t.person('MUSICIAN')
    const add = (from: number, to: number) =>
      t.db.execute(sql`insert into availability_exceptions (project_id, kind, during, reason)
        select ${own(person)}, 'gig', tstzrange(at, at + interval '1 hour'), 'Feria ' || n
        from generate_series(${from}::int, ${to}::int) n, lateral (
          select ${NOW}::timestamptz + make_interval(hours => n * 20) as at) moment`)
    await add(1, 5)
    const run = vi.spyOn(t.app.side_workers, 'run')
    try {
      const { url, headers, text } = await feedOf(person)
      expect(eventsIn(text)).toHaveLength(5)
      expect(run).not.toHaveBeenCalled()
      await add(6, 205)
      const many = await t.anonymous.get(url)
      expect(eventsIn(many.text)).toHaveLength(205)
      expect(many.headers.etag).not.toBe(headers.etag)
      expect(run).toHaveBeenCalledTimes(1)
      const same = await t.anonymous.get(url, { headers: { 'if-none-match': String(many.headers.etag) } })
      expect(same.status).toBe(304)
      expect(run).toHaveBeenCalledTimes(1)
    } finally {
      run.mockRestore()
    }
  })

  test('are read thirty times a minute by one address, and others go on being read', async () => {
    const [busy, quiet] = [await t.person('MUSICIAN'), await t.person('MUSICIAN')]
    const [{ url }, { url: another }] = [await feedOf(busy), await feedOf(quiet)]
    const answers: number[] = []
    for (let n = 0; n < 30; n++) answers.push((await t.anonymous.get(url)).status)
    expect(answers).toEqual([...Array(29).fill(200), 429])
    expect((await t.anonymous.get(another)).status).toBe(200)
    t.clock.move(61_000)
    expect((await t.anonymous.get(url)).status).toBe(200)
    t.clock.move(-61_000)
  })

  test('a gig that was agreed elsewhere is there too, by the note about it', async () => {
    const ixmucane = await t.person('MUSICIAN')
    await ixmucane.post('/api/availability/exceptions/', {
      from: '2026-05-01T02:00:00Z',
      to: '2026-05-01T05:00:00Z',
      kind: 'gig',
      reason: 'Feria de Jocotenango; "La Octava"',
    })
    expect(eventsIn((await feedOf(ixmucane)).text)).toMatchObject([
      { summary: 'Feria de Jocotenango; "La Octava"', status: 'CONFIRMED' },
    ])
  })

  test('are read by nobody once the address is another one, or none', async () => {
    const person = await t.person('MUSICIAN')
    const { url } = await feedOf(person)
    // Asking again doesn't change it.
    expect((await feedOf(person)).url).toBe(url)
    const { body } = await person.post('/api/calendars/feed/renew/')
    const renewed = pathOf((body as CalendarSync).feed?.url ?? '')
    expect((await t.anonymous.get(url)).status).toBe(404)
    expect((await t.anonymous.get(renewed)).status).toBe(200)
    expect((await person.delete('/api/calendars/feed/')).body.feed).toBeNull()
    expect((await t.anonymous.get(renewed)).status).toBe(404)
    expect(await person.post('/api/calendars/feed/renew/')).toMatchObject({
      status: 409,
      body: { code: 'calendars.no_feed' },
    })
    expect((await t.anonymous.get('/api/calendars/feed.ics')).status).toBe(404)
    expect((await t.anonymous.get('/api/calendars/feed.ics?key=none')).status).toBe(404)
  })

  test('of a band are read by nobody who left it', async () => {
    const band = await t.project(rosa.id, 'GROUP', 'Los Cenzontles')
    const member = await t.person('MUSICIAN')
    await t.db.insert(project_members).values({ project_id: band, user_id: member.id, role: 'COLLABORATOR' })
    const there = t.as({ token: await t.session(member.id, band) })
    const { body } = await there.call('PUT', '/api/calendars/feed/', {})
    const url = pathOf((body as CalendarSync).feed?.url ?? '')
    expect((body as CalendarSync).sources).toBeNull()
    expect((await t.anonymous.get(url)).status).toBe(200)
    expect((await there.post(`/api/projects/${band}/leave/`)).status).toBe(200)
    expect((await t.anonymous.get(url)).status).toBe(404)
  })

  test('of a student are their lessons, of a teacher those they give, and of nobody another’s', async () => {
    const [learner, gives] = [await student(t), await teacher(t)]
    const start = Math.floor(t.clock.now().getTime() / DAY) * DAY + 10 * DAY + 22 * HOUR
    const { status, body } = await learner.post('/api/lessons/', {
      ...{ service_id: gives.service_id, kind: 'single', note: 'Quiero tocar boleros' },
      starts_at: new Date(start).toISOString(),
    })
    expect(status, JSON.stringify(body)).toBe(201)
    const at = `/api/lessons/${body.id}/`
    const { text, url } = await feedOf(learner)
    const [asked, ...others] = eventsIn(text)
    expect(others).toEqual([])
    expect(asked).toMatchObject({
      uid: `lesson-${body.id}-student-${learner.id}@tarima.test`,
      ...{ status: 'TENTATIVE', sequence: 0, summary: expect.stringMatching(/^Por confirmar: .*Guitarra/) },
    })
    expect(Number(asked?.start)).toBe(start)
    expect(Number(asked?.end)).toBe(start + HOUR)
    const theirs = async (path: string) => eventsIn((await t.anonymous.get(path)).text)
    // Accepted, it still waits for its payment.
    await gives.post(`${at}steps/`, { step: 'accept' })
    expect(await theirs(url)).toMatchObject([{ uid: asked?.uid, status: 'TENTATIVE', sequence: 0 }])
    await learner.post(`/api/lessons/payments/lesson/${body.id}/`, { method: 'cash' })
    expect(await theirs(url)).toMatchObject([{ uid: asked?.uid, status: 'CONFIRMED', sequence: 1 }])

    const taught = await feedOf(gives)
    expect(eventsIn(taught.text)).toMatchObject([
      { uid: `lesson-${body.id}-teacher-${gives.id}@tarima.test`, status: 'CONFIRMED' },
    ])
    expect(taught.text).not.toContain(learner.name)
    for (const word of [learner.email, gives.email, 'boleros', 'USD'])
      expect(taught.text + text, word).not.toContain(word)

    const moved = new Date(start + DAY).toISOString()
    expect((await gives.post(`${at}move/`, { starts_at: moved })).status).toBe(200)
    const [after] = await theirs(url)
    expect(after).toMatchObject({ uid: asked?.uid, status: 'CONFIRMED', sequence: 2 })
    expect(Number(after?.start)).toBe(start + DAY)
    await learner.post(`${at}steps/`, { step: 'cancel_as_student' })
    expect(await theirs(url)).toMatchObject([{ uid: asked?.uid, status: 'CANCELLED', sequence: 3 }])
    expect(await theirs(taught.url)).toMatchObject([{ status: 'CANCELLED' }])

    // Neither another student nor a band of the teacher's has it.
    expect(eventsIn((await feedOf(await student(t))).text)).toEqual([])
    const band = await t.project(gives.id, 'GROUP', 'Las Chicharras')
    const there = t.as({ token: await t.session(gives.id, band) })
    const shared = await there.call('PUT', '/api/calendars/feed/', {})
    expect(await theirs(pathOf((shared.body as CalendarSync).feed?.url ?? ''))).toEqual([])

    t.clock.move(31 * DAY)
    expect([await theirs(url), await theirs(taught.url)]).toEqual([[], []])
    t.clock.move(-31 * DAY)
  })
})
