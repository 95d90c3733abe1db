import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { musicianOf, NOW } from '#app/server/scenes/wedding.fixture.ts'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { DAY, HOUR, MINUTE } from '#core/contract/time.ts'
import { freeProject } from '#features/availability/queries.ts'
import type { CalendarSync, Source } from './contract.ts'

/** What others serve, by address. */
const served = new Map<string, string>()
const asked: string[] = []

let t: TestApp
beforeAll(async () => {
  t = await testApp({
    now: NOW,
    outside: {
      async read(address) {
        asked.push(address)
        return Buffer.from(served.get(address) ?? '')
      },
    },
  })
})
afterAll(() => t.close())

const own = (person: Person) => person.project_id ?? 0
const AT = '2026-03-20T20:00:00.000Z'
const calendar = (...starts: string[]) =>
  [
    'BEGIN:VCALENDAR',
    ...starts.flatMap((start) => ['BEGIN:VEVENT', `DTSTART:${start}`, 'DURATION:PT2H', 'END:VEVENT']),
    'END:VCALENDAR',
  ].join('\r\n')

let numbered = 0
/** A calendar that was added and says so much. */
async function added(person: Person, says: string, query = ''): Promise<{ id: number; url: string }> {
  const url = `https://calendar.example.org/jobs-${++numbered}.ics`
  served.set(url, says)
  const { body } = await person.post(`/api/calendars/sources/${query}`, { name: 'Otro', url })
  const id = (body as CalendarSync).sources?.at(-1)?.id
  if (!id) throw new Error('not added')
  return { id, url }
}
const sourceOf = async (person: Person): Promise<Source | undefined> =>
  ((await person.get('/api/calendars/')).body as CalendarSync).sources?.[0]
/** What the clock does within some time. */
async function after(ms: number) {
  t.clock.move(ms)
  await t.app.jobs.runSweeps()
  await t.app.jobs.drain()
}

test('a calendar that comes back empty frees nothing until it has been empty for a day', async () => {
  const rosa = await t.person('MUSICIAN')
  await musicianOf(t, own(rosa))
  const isFree = () => freeProject(t.db, own(rosa), AT, '2026-03-20T21:00:00.000Z', t.clock.now())
  const { id, url } = await added(rosa, calendar('20260320T200000Z', '20260401T200000Z'))
  await t.app.jobs.drain()
  const { read_at } = (await sourceOf(rosa)) ?? {}
  served.set(url, calendar())
  await after(31 * MINUTE)
  // Its owner is told, and when it was read last.
  expect(await sourceOf(rosa)).toMatchObject({ failure: 'emptied', read_at, times: 2, unknown: false })
  expect(await isFree()).toBe(false)
  await after(22 * HOUR)
  expect(await isFree()).toBe(false)

  // It was a fault of theirs: what it says now counts at once, and the day begins anew.
  served.set(url, calendar('20260401T200000Z'))
  await after(31 * MINUTE)
  expect(await sourceOf(rosa)).toMatchObject({ failure: null, times: 1 })
  expect(await isFree()).toBe(true)
  served.set(url, calendar())
  await after(2 * HOUR)
  expect(await sourceOf(rosa)).toMatchObject({ failure: 'emptied', times: 1 })
  // It really is empty: whoever can't wait for the day takes it away.
  await after(DAY)
  expect(await sourceOf(rosa)).toMatchObject({ failure: null, times: 0, unknown: false })
  expect((await rosa.delete(`/api/calendars/sources/${id}/`)).status).toBe(200)
})

test('one that couldn’t be read for long and comes back empty has a day too', async () => {
  const rosa = await t.person('MUSICIAN')
  await musicianOf(t, own(rosa))
  const { url } = await added(rosa, calendar('20260320T200000Z'))
  await t.app.jobs.drain()
  served.set(url, 'Bad Gateway')
  await after(31 * MINUTE)
  await after(DAY)
  expect(await sourceOf(rosa)).toMatchObject({ failure: 'no_calendar', unknown: true })
  served.set(url, calendar())
  await after(7 * HOUR)
  expect(await sourceOf(rosa)).toMatchObject({ failure: 'emptied', unknown: true, times: 1 })
})

test('one whose last date has passed is empty at once', async () => {
  const rosa = await t.person('MUSICIAN')
  await musicianOf(t, own(rosa))
  const soon = new Date(t.clock.now().getTime() + 2 * HOUR).toISOString()
  const { url } = await added(rosa, calendar(soon.replace(/[-:]|\.\d+/g, '')))
  await t.app.jobs.drain()
  expect(await sourceOf(rosa)).toMatchObject({ times: 1 })
  served.set(url, calendar())
  await after(5 * HOUR)
  expect(await sourceOf(rosa)).toMatchObject({ failure: null, times: 0 })
})

test('calendars of all of somebody’s projects are read one after the other', async () => {
  const rosa = await t.person('MUSICIAN')
  const band = await t.project(rosa.id, 'GROUP', 'Los Turnos')
  await added(rosa, calendar())
  await added(rosa, calendar(), `?project=${band}`)
  const { rows } = await t.db.execute<{ group_id: string }>(
    sql`select group_id from pgboss.job where name = 'calendars.reading' and state = 'created'`,
  )
  expect(rows.map(({ group_id }) => group_id)).toEqual([`user:${rosa.id}`, `user:${rosa.id}`])
  await t.app.jobs.drain()
})

test('one that waited so long that it was queued again is read once', async () => {
  const rosa = await t.person('MUSICIAN')
  const { url } = await added(rosa, calendar())
  t.clock.move(31 * MINUTE)
  await t.app.jobs.runSweeps()
  asked.length = 0
  await t.app.jobs.drain()
  expect(asked.filter((one) => one === url)).toHaveLength(1)
})
