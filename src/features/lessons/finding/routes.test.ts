import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { DAY, HOUR } from '#core/contract/time.ts'
import { imported_times } from '#features/availability/table.ts'
import { NOW, student, teacher } from '../scene.fixture.ts'
import { type FoundTeacher, TeacherQuery } from './contract.ts'
import { teachersFor } from './queries.search.ts'

/* Finding a teacher, and the starts that they have free. */

const AT = '/api/lessons/'
let t: TestApp
let guitar: Person & { service_id: number }
let piano: Person & { service_id: number }
let who: Person
beforeAll(async () => {
  t = await testApp({ now: NOW })
  guitar = await teacher(t)
  piano = await teacher(t, {
    ...{ title: 'Piano clásico', description: 'Piano clásico desde la primera nota, con partituras.' },
    ...{ instrument: 'piano', level: 'advanced', modality: 'in_person', price: 5000, trial_price: null },
    languages: ['en'],
  })
  await teacher(t, { price_mode: 'on_request', price: null, instrument: 'violin' })
  who = await student(t)
})
afterAll(() => t?.close())

const search = async (query: Record<string, string> = {}): Promise<FoundTeacher[]> =>
  (await who.get(`${AT}teachers/`, { query })).body.results
const services = (found: readonly FoundTeacher[]) => found.map(({ offer }) => offer.service_id)

describe('a search for teachers', () => {
  test('finds those who fit everything at once', async () => {
    expect(await search()).toHaveLength(3)
    expect(services(await search({ instrument: 'guitar' }))).toEqual([guitar.service_id])
    expect(services(await search({ level: 'beginner', instrument: 'piano' }))).toEqual([])
    expect(services(await search({ modality: 'in_person' }))).toEqual([piano.service_id])
    expect(services(await search({ language: 'en' }))).toEqual([piano.service_id])
    expect(services(await search({ max_price: '2500' }))).toEqual([guitar.service_id])
    expect(services(await search({ max_price: '2500', currency: 'GTQ' }))).toEqual([])
    expect(services(await search({ trial: 'true', instrument: 'piano' }))).toEqual([])
    expect(services(await search({ city: 'ciudad de guatemala', modality: 'in_person' }))).toEqual([
      piano.service_id,
    ])
  })

  test('reads words without accents, names by a part of them and roughly', async () => {
    expect(services(await search({ q: 'clasico' }))).toEqual([piano.service_id])
    expect(services(await search({ q: 'guitarra' }))).toContain(guitar.service_id)
    expect(services(await search({ q: guitar.name.slice(0, 6) })).length).toBeGreaterThan(0)
    expect(await search({ q: '100%_' })).toEqual([])
    expect((await search({ q: guitar.name.replace('so', 'zo') })).length).toBeGreaterThan(0)
  })

  test('goes on behind its last row, and refuses a cursor that isn’t ours', async () => {
    const first = await who.get(`${AT}teachers/`, { query: { limit: '2' } })
    const rest = await who.get(`${AT}teachers/`, { query: { limit: '2', cursor: first.body.next } })
    expect(new Set(services([...first.body.results, ...rest.body.results])).size).toBe(3)
    expect(rest.body.next).toBeNull()
    expect((await who.get(`${AT}teachers/`, { query: { cursor: 'x' } })).status).toBe(400)
  })

  test('by one’s own times finds who is free then, and not who is taken', async () => {
    const found = await search({ at_my_times: 'true', instrument: 'guitar' })
    expect(services(found)).toEqual([guitar.service_id])
    // 17:00 in New York is 16:00 in Guatemala.
    expect(found[0]?.starts[0]).toBe('2026-02-02T22:00:00.000Z')
    const early = await t.person('STUDENT')
    await early.call('PUT', '/api/availability/', {
      ...{ zone: 'America/Guatemala', rules: [{ weekday: 1, from: '02:00', to: '04:00' }] },
      ...{ buffer_before_minutes: 0, buffer_after_minutes: 0, minimum_notice_days: 0, maximum_gigs_a_day: 1 },
    })
    expect((await early.get(`${AT}teachers/`, { query: { at_my_times: 'true' } })).body.results).toEqual([])
  })

  test('shows nobody who stopped giving lessons', async () => {
    const gone = await teacher(t, { instrument: 'harp' })
    expect(await search({ instrument: 'harp' })).toHaveLength(1)
    await gone.post(`/api/services/${gone.service_id}/status/`, { step: 'deactivate' })
    expect(await search({ instrument: 'harp' })).toEqual([])
  })
})

test('a search by one’s own times finds who opened such a time although their week has none', async () => {
  const instrument = 'trumpet'
  const gives = await teacher(t, { instrument })
  const late = await t.person('STUDENT')
  const week = (weekday: number, from: string, to: string) => ({
    ...{ zone: 'America/Guatemala', rules: [{ weekday, from, to }], minimum_notice_days: 0 },
    ...{ buffer_before_minutes: 0, buffer_after_minutes: 0, maximum_gigs_a_day: 1 },
  })
  await gives.call('PUT', '/api/availability/', week(1, '08:00', '12:00'))
  await late.call('PUT', '/api/availability/', week(4, '19:00', '21:00'))
  const found = async (): Promise<FoundTeacher[]> =>
    (await late.get(`${AT}teachers/`, { query: { at_my_times: 'true', instrument } })).body.results
  const open = async (from: string, to: string): Promise<number> => {
    const draft = { from, to, kind: 'available', reason: '' }
    const { status, body } = await gives.post('/api/availability/exceptions/', draft)
    expect(status).toBe(201)
    return body.id
  }
  expect(await found()).toEqual([])
  // Behind the days that are looked at, and shorter than the lesson.
  await open('2026-02-13T01:00:00.000Z', '2026-02-13T03:00:00.000Z')
  await open('2026-02-06T01:00:00.000Z', '2026-02-06T01:30:00.000Z')
  expect(await found()).toEqual([])
  const id = await open('2026-02-06T02:00:00.000Z', '2026-02-06T03:00:00.000Z')
  const offer = { service_id: gives.service_id }
  expect(await found()).toMatchObject([{ offer, starts: ['2026-02-06T02:00:00.000Z'] }])
  // Also of a lesson that is offered only then.
  const offered = (step: string) => gives.post(`/api/services/${gives.service_id}/status/`, { step })
  await offered('deactivate')
  expect(await found()).toEqual([])
  await offered('activate')
  expect(await found()).toMatchObject([{ offer }])
  await gives.delete(`/api/availability/exceptions/${id}/`)
  expect(await found()).toEqual([])
})

test('a search by one’s own times walks past so many in a call and no more, and goes on there', async () => {
  const instrument = 'flute'
  await teacher(t, { instrument })
  await teacher(t, { instrument })
  const opens = await teacher(t, { instrument })
  // Hours that nobody's week has.
  const early = await t.person('STUDENT')
  await early.call('PUT', '/api/availability/', {
    ...{ zone: 'America/Guatemala', rules: [{ weekday: 4, from: '02:00', to: '04:00' }] },
    ...{ buffer_before_minutes: 0, buffer_after_minutes: 0, minimum_notice_days: 0, maximum_gigs_a_day: 1 },
  })
  const times = { from: '2026-02-05T08:00:00.000Z', to: '2026-02-05T10:00:00.000Z' }
  await opens.post('/api/availability/exceptions/', { ...times, kind: 'available', reason: '' })
  const pages: number[][] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = TeacherQuery.parse({ at_my_times: 'true', instrument, ...(cursor && { cursor }) })
    const { results, next } = await teachersFor(t.db, query, early.id, t.clock.now(), { walked: 1 })
    pages.push(services(results))
    cursor = next
  }
  expect(pages).toEqual([[], [], [opens.service_id], []])
})

describe('a search by one’s own times goes on', () => {
  /** Teachers of the accordion who are asked before everybody else, and have nothing free for ten days. */
  const bookedOut = async (count: number) => {
    const instrument = 'accordion' as const
    const all = sql`select n from generate_series(1, ${count}::int) n`
    await t.db.execute(sql`insert into users (name, email, account_type, terms_accepted_at, verified_at)
      select 'Lleno ' || n, 'lleno' || n || '@tarima.test', 'MUSICIAN', now(), now() from (${all}) x`)
    await t.db.execute(sql`insert into music_projects (owner_id, project_type, name, city, zone, rating, rating_count)
      select u.id, 'INDIVIDUAL', u.name, 'Antigua', 'America/Guatemala', 5, 500 from users u where u.email like 'lleno%'`)
    const full = sql`(select p.* from music_projects p join users u on u.id = p.owner_id where u.email like 'lleno%') p`
    await t.db.execute(sql`insert into availability_rules (project_id, weekday, "from", "to")
      select p.id, d, '08:00', '20:00' from ${full}, generate_series(1, 7) d`)
    await t.db.execute(sql`insert into availability_settings (project_id, zone, week)
      select p.id, 'America/Guatemala', (select range_agg(int4range(d * 1440 + 480, d * 1440 + 1200))
        from generate_series(0, 13) d) from ${full}`)
    await t.db.execute(sql`insert into busy_times (project_id, user_id, during, kind, subject)
      select p.id, p.owner_id, tstzrange(at, at + interval '12 hours'), 'lesson', 'lesson:' || (p.id * 100 + d)
      from ${full}, generate_series(0, 10) d,
        lateral (select '2026-02-02T14:00Z'::timestamptz + make_interval(days => d) as at) x`)
    await t.db.execute(sql`insert into services (project_id, title, category, description, genres, format, duration_minutes,
        price_mode, price, currency, travel_radius_km, instrument, level, modality, lesson_minutes, status)
      select p.id, 'Clases', 'MUSIC_LEARNING', 'Clases a tu ritmo con canciones.', '{pop}', 'solo', 60, 'fixed', 2000, 'USD', 0,
        ${instrument}, 'any', 'online', 60, 'active' from ${full}`)
    return { instrument }
  }

  test('until it finds who is free, however many of the best are booked out', async () => {
    const { instrument } = await bookedOut(700)
    const free = await teacher(t, { instrument })
    const found: FoundTeacher[] = []
    let calls = 0
    for (let cursor: string | null = ''; cursor !== null; calls++) {
      const query: Record<string, string> = { at_my_times: 'true', instrument, ...(cursor && { cursor }) }
      const { body } = await who.get(`${AT}teachers/`, { query })
      found.push(...body.results)
      cursor = body.next
    }
    expect(services(found)).toEqual([free.service_id])
    // One call looks at so many and no more.
    expect(calls).toBe(4)
  })

  test('and ends where nobody is left', async () => {
    const { body } = await who.get(`${AT}teachers/`, { query: { at_my_times: 'true', instrument: 'cello' } })
    expect(body).toEqual({ results: [], next: null })
  })

  test('by what is blocked, agreed elsewhere or in another calendar as by lessons', async () => {
    const instrument = 'saxophone'
    const [away, plays, elsewhere] = [
      await teacher(t, { instrument }),
      await teacher(t, { instrument }),
      await teacher(t, { instrument }),
    ]
    const notice = await teacher(t, { instrument, lead_time_days: 9 })
    const asked = { at_my_times: 'true', instrument }
    expect(services(await search(asked)).sort()).toEqual(
      [away, plays, elsewhere].map(({ service_id }) => service_id).sort(),
    )
    expect(services(await search({ instrument }))).toContain(notice.service_id)
    const days = { from: '2026-02-02T18:00:00.000Z', to: '2026-02-12T18:00:00.000Z' }
    for (const [whose, kind] of [
      [away, 'blocked'],
      [plays, 'gig'],
    ] as const)
      expect((await whose.post('/api/availability/exceptions/', { ...days, kind, reason: '' })).status).toBe(
        201,
      )
    await t.db.insert(imported_times).values({
      ...{
        project_id: elsewhere.project_id ?? 0,
        during: `[${days.from},${days.to})`,
        subject: 'calendar:1',
      },
    })
    expect(services(await search(asked))).toEqual([])
    // An hour that is left is enough, and half an hour isn't.
    await t.db.execute(
      sql`update imported_times set during = ${'[2026-02-02T18:00Z,2026-02-05T22:30Z)'}::tstzrange`,
    )
    await t.db.insert(imported_times).values({
      ...{ project_id: elsewhere.project_id ?? 0, subject: 'calendar:1' },
      during: '[2026-02-05T23:00:00Z,2026-02-12T18:00:00Z)',
    })
    expect(services(await search(asked))).toEqual([])
    await t.db.execute(sql`update imported_times set during = ${'[2026-02-05T23:30Z,2026-02-12T18:00Z)'}::tstzrange
      where lower(during) = '2026-02-05T23:00Z'`)
    expect((await search(asked))[0]).toMatchObject({ starts: ['2026-02-05T22:30:00.000Z'] })
    // Nor is what somebody opens besides their week overlooked: on Thursday evening, until nine.
    await t.db.execute(sql`delete from availability_exceptions where project_id = ${plays.project_id}`)
    await t.db.insert(imported_times).values({
      ...{ project_id: plays.project_id ?? 0, subject: 'calendar:1' },
      // The hour of their week that the other has.
      during: '[2026-02-06T01:00:00Z,2026-02-06T02:00:00Z)',
    })
    const late = await t.person('STUDENT')
    await late.call('PUT', '/api/availability/', {
      ...{ zone: 'America/Guatemala', rules: [{ weekday: 4, from: '19:00', to: '21:00' }] },
      ...{ buffer_before_minutes: 0, buffer_after_minutes: 0, minimum_notice_days: 0, maximum_gigs_a_day: 1 },
    })
    const found = async () => services((await late.get(`${AT}teachers/`, { query: asked })).body.results)
    expect(await found()).not.toContain(plays.service_id)
    await plays.post('/api/availability/exceptions/', {
      ...{ from: '2026-02-06T02:00:00.000Z', to: '2026-02-06T03:00:00.000Z', kind: 'available', reason: '' },
    })
    expect(await found()).toContain(plays.service_id)
  })
})

describe('what anybody may see of a teacher', () => {
  test('is their lessons with prices, and the starts of a week on a clock', async () => {
    const offers = await t.as().get(`${AT}offers/`, { query: { project: String(guitar.project_id) } })
    expect(offers.body.results).toMatchObject([
      {
        ...{
          service_id: guitar.service_id,
          instrument: 'guitar',
          minutes: 60,
          price: 2000,
          trial_price: 500,
        },
        packages: [
          { size: 4, price: 7200 },
          { size: 8, price: 13_600 },
        ],
      },
    ])
    const at = `${AT}offers/${guitar.service_id}/starts/`
    const query = { from: '2026-03-06', days: '7', zone: 'America/New_York' }
    const { body } = await t.as().get(at, { query })
    expect(body).toMatchObject({ zone: 'America/New_York', teacher_zone: 'America/Guatemala', minutes: 60 })
    // 23 starts a day, also over the night in which the clocks of New York change.
    expect(body.starts).toHaveLength(7 * 23)
    expect((await t.as().get(`${AT}offers/999999/starts/`)).status).toBe(404)
    expect((await t.as().get(`${AT}offers/999999/`)).status).toBe(404)
  })

  test('is, for a student, without what they have themselves', async () => {
    const mine = await student(t)
    const starts_at = new Date(Date.parse('2026-02-05T00:00:00.000Z') + 22 * HOUR).toISOString()
    await mine.post(AT, { service_id: piano.service_id, kind: 'single', starts_at, note: '' })
    const query = { from: '2026-02-05', days: '1', zone: 'America/Guatemala' }
    const starts = async (as: { get: Person['get'] }) =>
      (await as.get(`${AT}offers/${guitar.service_id}/starts/`, { query })).body.starts.map(
        (one: { starts_at: string }) => one.starts_at,
      )
    expect(await starts(t.as())).toContain(starts_at)
    expect(await starts(mine)).not.toContain(starts_at)
  })
})

test('a trial is offered to whoever hasn’t had theirs with that teacher', async () => {
  const gives = await teacher(t, { instrument: 'accordion' })
  const mine = await student(t)
  const offered = async (who: { get: Person['get'] }) =>
    (await who.get(`${AT}offers/${gives.service_id}/`)).body.trial
  expect([await offered(mine), await offered(t.as())]).toEqual([true, true])
  const starts_at = new Date(Date.parse('2026-02-07T00:00:00.000Z') + 22 * HOUR).toISOString()
  const asked = await mine.post(AT, { service_id: gives.service_id, kind: 'trial', starts_at, note: '' })
  expect(asked.status).toBe(201)
  expect([await offered(mine), await offered(await student(t))]).toEqual([false, true])
  // One that the teacher declines wasn't had.
  await gives.post(`${AT}${asked.body.id}/steps/`, { step: 'decline' })
  expect(await offered(mine)).toBe(true)
})

describe('a lesson that can’t be booked any more', () => {
  test('is read by whoever gives it, or has booked it, and by nobody else', async () => {
    const gives = await teacher(t, { instrument: 'cello' })
    const mine = await student(t)
    const starts_at = new Date(Date.parse('2026-02-06T00:00:00.000Z') + 22 * HOUR).toISOString()
    await mine.post(AT, { service_id: gives.service_id, kind: 'single', starts_at, note: '' })
    await gives.post(`/api/services/${gives.service_id}/status/`, { step: 'deactivate' })
    for (const path of ['', 'starts/'])
      for (const [who, status] of [
        [mine, 200],
        [gives, 200],
        [await student(t), 404],
        [t.as(), 404],
      ] as const)
        expect((await who.get(`${AT}offers/${gives.service_id}/${path}`)).status).toBe(status)
  })
})

describe('what a student says of themselves, without a project', () => {
  test('is their week, days that differ, and a month of it', async () => {
    const one = await student(t)
    expect((await one.get('/api/availability/')).body).toMatchObject({
      ...{ project_id: null, saved: true, zone: 'America/New_York', editable: true },
    })
    const from = new Date(t.clock.now().getTime() + 2 * DAY).toISOString()
    const to = new Date(t.clock.now().getTime() + 3 * DAY).toISOString()
    const blocked = { from, to, kind: 'blocked', reason: 'Viaje' }
    const made = await one.post('/api/availability/exceptions/', blocked)
    expect(made.status).toBe(201)
    const other = await student(t)
    expect((await other.delete(`/api/availability/exceptions/${made.body.id}/`)).status).toBe(404)
    const { body } = await one.get('/api/availability/month/', { query: { month: '2026-02' } })
    expect(body.busy).toMatchObject([{ kind: 'blocked' }])
    expect((await one.delete(`/api/availability/exceptions/${made.body.id}/`)).status).toBe(200)
  })

  test('is their instruments, with the experience that the years make', async () => {
    const instruments = [
      { name: 'guitar', since_year: 2025, level: 'beginner' },
      { name: 'piano', since_year: 2018, level: 'advanced' },
    ]
    const saved = await who.call('PUT', '/api/instruments/mine/', { instruments })
    expect(saved.body.results.map(({ experience }: { experience: string }) => experience)).toEqual([
      'graduate',
      'lead',
    ])
    const twice = { instruments: [instruments[0], instruments[0]] }
    expect((await who.call('PUT', '/api/instruments/mine/', twice)).status).toBe(422)
    const ahead = { instruments: [{ ...instruments[0], since_year: 2050 }] }
    expect((await who.call('PUT', '/api/instruments/mine/', ahead)).status).toBe(422)
    expect((await who.get('/api/instruments/mine/')).body.results).toHaveLength(2)
  })
})
