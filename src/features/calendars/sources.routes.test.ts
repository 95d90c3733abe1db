import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { musicianOf, NOW, scouting } from '#app/server/scenes/wedding.fixture.ts'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { DAY, HOUR, MINUTE } from '#core/contract/time.ts'
import { type Outside, Unread } from '#core/server/outside.ts'
import { transaction } from '#core/server/work.ts'
import { deletionsIn } from '#features/accounts/deletion.fixture.ts'
import { entriesOf } from '#features/accounts/queries.exports.ts'
import { replaceImported } from '#features/availability/commands.ts'
import { freeProject, monthOf } from '#features/availability/queries.ts'
import { imported_times } from '#features/availability/table.ts'
import { handOver } from '#features/projects/commands.transfer.ts'
import { project_members } from '#features/projects/table.ts'
import type { CalendarSync, Source } from './contract.ts'
import { sourceSubject } from './queries.ts'
import { MOST_SOURCES } from './rules.ts'
import { calendar_feeds, calendar_sources } from './table.ts'

/** What others serve, by address; anything else isn't there. */
const served = new Map<string, string | Unread>()
const asked: string[] = []
const outside: Outside = {
  async read(address) {
    asked.push(address)
    const answer = served.get(address) ?? new Unread('missing')
    if (answer instanceof Unread) throw answer
    return Buffer.from(answer)
  },
}
const AT = '2026-03-20T20:00:00Z'
const busy = (...starts: string[]) =>
  [
    'BEGIN:VCALENDAR',
    ...starts.flatMap((start, n) => [
      'BEGIN:VEVENT',
      `UID:${n}@example.org`,
      `DTSTART:${start}`,
      'DURATION:PT2H',
      'SUMMARY:Cita secreta',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ].join('\r\n')

let t: TestApp
beforeAll(async () => {
  t = await testApp({ now: NOW, outside, max: 10 })
})
afterAll(() => t.close())
const { ask, someone, graceOver } = deletionsIn(() => t)

const own = (person: Person) => person.project_id ?? 0
/** A musician who plays at any hour. */
async function musician(): Promise<Person> {
  const person = await t.person('MUSICIAN')
  await musicianOf(t, own(person))
  return person
}
const add = (person: Person, url: string, name = 'Mi Google') =>
  person.post('/api/calendars/sources/', { name, url })
const sourcesOf = async (person: Person): Promise<Source[]> =>
  ((await person.get('/api/calendars/')).body as CalendarSync).sources ?? []
const isFree = (person: Person, from = AT) =>
  freeProject(
    t.db,
    own(person),
    new Date(Date.parse(from)).toISOString(),
    new Date(Date.parse(from) + HOUR).toISOString(),
    t.clock.now(),
  )
let numbered = 0
const address = () => `https://calendar.example.org/${++numbered}.ics`

describe('a calendar from elsewhere', () => {
  test('makes its owner busy, and nobody learns with what', async () => {
    const rosa = await musician()
    const url = address()
    served.set(url, busy('20260320T200000Z', '20260401T150000Z'))
    expect(await isFree(rosa)).toBe(true)

    const added = await add(rosa, url.replace('https:', 'webcal:'))
    expect(added.status, added.text).toBe(201)
    expect(added.body.sources).toMatchObject([
      { name: 'Mi Google', host: 'calendar.example.org', reading: true, read_at: null, failure: null },
    ])
    await t.app.jobs.drain()
    expect(await sourcesOf(rosa)).toMatchObject([
      { reading: false, failure: null, unknown: false, times: 2, skipped: 0, cut: false },
    ])
    expect(await isFree(rosa)).toBe(false)
    // With the distance that their gigs keep: an hour after it they aren't free yet either.
    expect(await isFree(rosa, '2026-03-20T22:30:00Z')).toBe(false)
    expect(await isFree(rosa, '2026-03-21T00:00:00Z')).toBe(true)

    const { text } = await rosa.get('/api/calendar/', {
      query: { from: '2026-03-01T00:00:00Z', to: '2026-04-30T00:00:00Z' },
    })
    expect(JSON.parse(text).results).toMatchObject([
      { kind: 'imported', title: null, starts_at: '2026-03-20T20:00:00.000Z' },
      { kind: 'imported', title: null, starts_at: '2026-04-01T15:00:00.000Z' },
    ])
    expect(text).not.toContain('secreta')
    const month = await monthOf(t.db, own(rosa), '2026-03')
    expect(month.busy).toMatchObject([{ kind: 'imported' }])
  })

  test('makes the band busy that can’t play without them', async () => {
    const rosa = await musician()
    const band = await t.project(rosa.id, 'GROUP', 'Los Cenzontles')
    await musicianOf(t, band)
    const free = () => freeProject(t.db, band, AT, '2026-03-20T21:00:00Z', t.clock.now())
    expect(await free()).toBe(true)
    const url = address()
    served.set(url, busy('20260320T200000Z'))
    await add(rosa, url)
    await t.app.jobs.drain()
    expect(await free()).toBe(false)
    // Its people see that it isn't free then, in its month; the calendar of the band has only what is the band's.
    const march = { from: '2026-03-01T00:00:00Z', to: '2026-04-01T00:00:00Z' }
    const listed = async (query: object) =>
      (await rosa.get('/api/calendar/', { query: { ...march, ...query } })).body.results
    expect(await listed({ project: String(band) })).toEqual([])
    expect(await listed({})).toMatchObject([{ kind: 'imported', project_id: own(rosa) }])
    expect((await monthOf(t.db, band, '2026-03')).busy).toMatchObject([{ kind: 'imported' }])
  })

  test('is read again every half hour, and what it says by then counts', async () => {
    const rosa = await musician()
    const url = address()
    served.set(url, busy('20260320T200000Z'))
    await add(rosa, url)
    await t.app.jobs.drain()
    served.set(url, busy('20260321T200000Z'))
    asked.length = 0
    t.clock.move(29 * MINUTE)
    await t.app.jobs.runSweeps()
    await t.app.jobs.drain()
    expect(asked).not.toContain(url)
    expect(await isFree(rosa)).toBe(false)
    t.clock.move(2 * MINUTE)
    await t.app.jobs.runSweeps()
    await t.app.jobs.runSweeps()
    await t.app.jobs.drain()
    expect(asked.filter((one) => one === url)).toHaveLength(1)
    expect(await isFree(rosa)).toBe(true)
    expect(await isFree(rosa, '2026-03-21T20:00:00Z')).toBe(false)
  })

  test('of a project that was archived isn’t read', async () => {
    const rosa = await musician()
    const band = await t.project(rosa.id, 'GROUP', 'Los Archivados')
    const there = t.as({ token: await t.session(rosa.id, band) })
    const url = address()
    served.set(url, busy())
    expect((await there.post('/api/calendars/sources/', { name: 'De la banda', url })).status).toBe(201)
    await t.app.jobs.drain()
    expect((await rosa.post(`/api/projects/${band}/archive/`)).status).toBe(200)
    asked.length = 0
    t.clock.move(HOUR)
    await t.app.jobs.runSweeps()
    await t.app.jobs.drain()
    expect(asked).not.toContain(url)
  })

  test('that can’t be read says why, and makes busy what it made before', async () => {
    const rosa = await musician()
    const url = address()
    served.set(url, busy('20260320T200000Z'))
    const { body } = await add(rosa, url)
    const [{ id }] = body.sources
    await t.app.jobs.drain()
    const readNow = async () => {
      const answer = await rosa.post(`/api/calendars/sources/${id}/read/`)
      expect(answer.status, answer.text).toBe(200)
      await t.app.jobs.drain()
    }
    for (const [answer, failure] of [
      [new Unread('too_slow'), 'too_slow'],
      [new Unread('address'), 'address'],
      ['<html>Sign in</html>', 'no_calendar'],
      [busy('20260321T200000Z', '20260322T200000Z').slice(0, -'END:VCALENDAR'.length), 'no_calendar'],
      [busy(), 'emptied'],
    ] as const) {
      served.set(url, answer)
      await readNow()
      expect(await sourcesOf(rosa)).toMatchObject([{ failure, unknown: false, times: 1 }])
      expect(await isFree(rosa)).toBe(false)
    }
    served.set(url, busy('20260321T200000Z'))
    await readNow()
    expect(await sourcesOf(rosa)).toMatchObject([{ failure: null, times: 1 }])
    expect(await isFree(rosa)).toBe(true)
  })

  test('that can’t be read for a day is said on requests, to both sides', async () => {
    const hunter = await t.person('TALENT_HUNTER')
    const rosa = await musician()
    const url = address()
    await add(rosa, url)
    await t.app.jobs.drain()
    const { order_id, request_ids } = await scouting(t, hunter, [{ project_ids: [own(rosa)] }])
    const said = async () => ({
      musician: (await rosa.get(`/api/requests/${request_ids[0]?.[0]}/`)).body.calendar_unknown,
      listed: (await rosa.get('/api/requests/')).body.results[0].calendar_unknown,
      hunter: (await hunter.get(`/api/orders/${order_id}/`)).body.requests[0].calendar_unknown,
    })
    expect(await said()).toEqual({ musician: false, listed: false, hunter: false })
    t.clock.move(DAY + MINUTE)
    expect(await said()).toEqual({ musician: true, listed: true, hunter: true })
    expect(await sourcesOf(rosa)).toMatchObject([{ unknown: true }])
    served.set(url, busy())
    await t.app.jobs.runSweeps()
    await t.app.jobs.drain()
    expect(await said()).toEqual({ musician: false, listed: false, hunter: false })
  })

  test('is read no more once it is removed, and its times are free', async () => {
    const rosa = await musician()
    const url = address()
    served.set(url, busy('20260320T200000Z'))
    const { body } = await add(rosa, url)
    const [{ id }] = body.sources
    await t.app.jobs.drain()
    await rosa.post(`/api/calendars/sources/${id}/read/`)
    expect((await rosa.delete(`/api/calendars/sources/${id}/`)).status).toBe(200)
    expect(await sourcesOf(rosa)).toEqual([])
    // What was queued finds nothing to read.
    await t.app.jobs.drain()
    expect(await isFree(rosa)).toBe(true)
    expect((await rosa.delete(`/api/calendars/sources/${id}/`)).status).toBe(404)
    expect((await rosa.post(`/api/calendars/sources/${id}/read/`)).status).toBe(404)
  })
})

describe('adding one is refused', () => {
  test.each([
    'http://calendar.example.org/a.ics',
    'https://127.0.0.1/a.ics',
    'https://[::1]/a.ics',
    'https://localhost/a.ics',
    'https://169.254.169.254/latest/meta-data',
    'https://ana:clave@example.org/a.ics',
    'https://example.org:5432/',
    'file:///etc/passwd',
    'mi calendario',
    '',
  ])('for an address that can’t be one: %s', async (url) => {
    const rosa = await t.person('MUSICIAN')
    expect(await add(rosa, url)).toMatchObject({
      status: 422,
      body: { fields: { url: expect.any(String) } },
    })
  })
  test('twice, and beyond so many', async () => {
    const rosa = await t.person('MUSICIAN')
    const url = address()
    for (let n = 0; n < MOST_SOURCES; n++)
      expect((await add(rosa, n === 0 ? url : address())).status).toBe(201)
    expect(await add(rosa, address())).toMatchObject({ status: 409, body: { code: 'calendars.too_many' } })
    const [last] = (await sourcesOf(rosa)).slice(-1)
    await rosa.delete(`/api/calendars/sources/${last?.id}/`)
    expect(await add(rosa, url)).toMatchObject({ status: 409, body: { code: 'calendars.there' } })
  })
  test('for whoever isn’t the owner of a project', async () => {
    const hunter = await t.person('TALENT_HUNTER')
    const student = await t.person('STUDENT')
    expect((await add(hunter, address())).status).toBe(403)
    expect(await add(student, address())).toMatchObject({
      status: 409,
      body: { code: 'projects.none_active' },
    })
    expect((await t.anonymous.get('/api/calendars/')).status).toBe(401)
  })
  test('and reading it now isn’t for ever', async () => {
    const rosa = await t.person('MUSICIAN')
    const { body } = await add(rosa, address())
    const [{ id }] = body.sources
    // Adding it was the first time.
    for (let n = 1; n < 10; n++)
      expect((await rosa.post(`/api/calendars/sources/${id}/read/`)).status).toBe(200)
    expect((await rosa.post(`/api/calendars/sources/${id}/read/`)).status).toBe(429)
    // Nor is it another way to ask somebody's server on and on.
    await rosa.delete(`/api/calendars/sources/${id}/`)
    expect((await add(rosa, address())).status).toBe(429)
  })
})

test('of five thousand times with one more only that one is written', async () => {
  const rosa = await musician()
  const times = Array.from({ length: 5000 }, (_, n): [string, string] => {
    const start = Date.parse('2026-05-01T06:00:00Z') + n * 8 * MINUTE
    return [new Date(start).toISOString(), new Date(start + 5 * MINUTE).toISOString()]
  })
  const store = (busy: [string, string][]) =>
    transaction(t.app, t.clock.now(), (work) => replaceImported(work, own(rosa), sourceSubject(1), busy))
  const rows = async () =>
    (
      await t.db.execute<{ at: string; row: string }>(
        sql`select lower(during) as at, xmin::text as row from imported_times where project_id = ${own(rosa)} order by 1`,
      )
    ).rows
  await store(times)
  // Three minutes between two of them aren't shown as free.
  expect((await monthOf(t.db, own(rosa), '2026-05')).busy).toEqual([
    { from: times[0]?.[0], to: times.at(-1)?.[1], kind: 'imported' },
  ])
  const before = await rows()
  await store([...times.slice(1), ['2026-07-01T00:00:00.000Z', '2026-07-01T01:00:00.000Z']])
  const after = await rows()
  expect(after.slice(0, -1)).toEqual(before.slice(1))
  expect(after.at(-1)?.at).toBe('2026-07-01T00:00:00.000Z')
})

test('whose project it is decides, whichever somebody acts as', async () => {
  const rosa = await musician()
  const band = await t.project(rosa.id, 'GROUP', 'Los Otros')
  const member = await t.person('MUSICIAN')
  await t.db.insert(project_members).values({ project_id: band, user_id: member.id, role: 'COLLABORATOR' })
  const url = address()
  served.set(url, busy('20260320T200000Z'))
  const path = `/api/calendars/sources/?project=${band}`
  const added = await rosa.post(path, { name: 'De la banda', url })
  expect(added.status, added.text).toBe(201)
  const [{ id }] = added.body.sources
  expect(await sourcesOf(rosa)).toEqual([])
  expect(
    (await rosa.get('/api/calendars/', { query: { project: String(band) } })).body.sources,
  ).toMatchObject([{ id }])
  await t.app.jobs.drain()
  expect((await rosa.post(`/api/calendars/sources/${id}/read/`)).status).toBe(200)

  // A collaborator has the band's dates go out, and neither adds calendars nor takes them away.
  expect((await member.post(path, { name: 'Mía', url: address() })).status).toBe(403)
  expect((await member.delete(`/api/calendars/sources/${id}/`)).status).toBe(403)
  expect((await member.call('PUT', `/api/calendars/feed/?project=${band}`, {})).body).toMatchObject({
    feed: { url: expect.any(String) },
    sources: null,
  })
  const stranger = await t.person('MUSICIAN')
  for (const answer of [
    await stranger.post(path, { name: 'Mía', url: address() }),
    await stranger.delete(`/api/calendars/sources/${id}/`),
    await stranger.call('PUT', `/api/calendars/feed/?project=${band}`, {}),
    await stranger.get('/api/calendars/', { query: { project: String(band) } }),
  ])
    expect(answer.status).toBe(404)
})

test('a band that gets another owner has no calendars of the former one any more', async () => {
  const rosa = await musician()
  const band = await t.project(rosa.id, 'GROUP', 'Los Heredados')
  const heir = await t.person('MUSICIAN')
  await t.db.insert(project_members).values({ project_id: band, user_id: heir.id, role: 'COLLABORATOR' })
  const url = address()
  served.set(url, busy('20260320T200000Z'))
  await rosa.post(`/api/calendars/sources/?project=${band}`, { name: 'Mi vida', url })
  await t.app.jobs.drain()
  expect(await t.db.$count(imported_times, eq(imported_times.project_id, band))).toBe(1)
  await transaction(t.app, t.clock.now(), (work) => handOver(work, band, { from: rosa.id, to: heir.id }))
  expect((await heir.get('/api/calendars/', { query: { project: String(band) } })).body.sources).toEqual([])
  expect(await t.db.$count(imported_times, eq(imported_times.project_id, band))).toBe(0)
})

test('the copy of one’s data has the calendars and their times, without the secret; deletion takes all', async () => {
  const rosa = await someone('MUSICIAN')
  const url = address()
  served.set(url, busy('20260820T200000Z'))
  await add(rosa, url)
  const { body } = await rosa.call('PUT', '/api/calendars/feed/', {})
  await t.app.jobs.drain()
  const entries = await entriesOf({ app: t.app, db: t.db, now: t.clock.now() }, rosa.id)
  const copy = await Promise.all(
    (entries ?? []).map(async (entry) => ('text' in entry ? ((await entry.text()) ?? '') : '')),
  )
  const all = copy.join('\n')
  expect(all).toContain(url)
  expect(all).toContain('2026-08-20T20:00:00.000Z')
  expect(all).not.toContain(new URL(body.feed.url).searchParams.get('key'))

  await ask(rosa)
  await graceOver()
  const project_id = own(rosa)
  expect(await t.db.$count(calendar_sources, eq(calendar_sources.project_id, project_id))).toBe(0)
  expect(await t.db.$count(imported_times, eq(imported_times.project_id, project_id))).toBe(0)
  expect(await t.db.$count(calendar_feeds, eq(calendar_feeds.user_id, rosa.id))).toBe(0)
})
