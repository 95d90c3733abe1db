import { eq, inArray } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EVENING, NOW, wedding } from '#app/server/scenes/wedding.fixture.ts'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { DAY, HOUR, MINUTE } from '#core/contract/time.ts'
import { idempotency_keys } from '#core/server/table.ts'
import { transaction } from '#core/server/work.ts'
import { deleteAccount } from '#features/accounts/commands.deletion.ts'
import { users } from '#features/accounts/table.ts'
import { events } from '#features/events/table.ts'
import type { NewResultsLink, ResultsLinkState, SharedResults } from './contract.share.ts'
import { linkDataOf } from './queries.share.ts'
import { result_links } from './table.ts'

/* Results by a link: made, read by anybody, replaced, taken away. */

let t: TestApp
let hunter: Person
let other: Person
let rosa: Person
let luis: Person
let eva: Person
let order_id: number
let slot_ids: number[]
/** Everything that was logged. */
const lines: string[] = []

beforeAll(async () => {
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
  t = await testApp({ now: NOW, log })
  hunter = await t.person('TALENT_HUNTER', { name: 'Ana Lucía Paz' })
  other = await t.person('TALENT_HUNTER')
  rosa = await t.person('MUSICIAN', { name: 'Rosa Ixchel' })
  luis = await t.person('MUSICIAN', { name: 'Luis Canel' })
  eva = await t.person('MUSICIAN', { name: 'Eva Tuc' })
  ;({ order_id, slot_ids } = await delivered([rosa, luis, eva]))
})
afterAll(() => t?.close())

/** A wedding of the hunter's that these have played, a day ago. */
function delivered(players: readonly Person[], by = hunter) {
  const starts_at = new Date((Math.floor(t.clock.now().getTime() / DAY) + 20) * DAY).toISOString()
  const played = players.map(({ project_id }) => ({ project_ids: [project_id ?? 0] }))
  return wedding(t, 'delivered', by, played, { starts_at })
}
const at = (id = order_id) => `/api/orders/${id}/results/link/`
/** How many links the results of the hunter's wedding have. */
const links = () =>
  t.db.$count(
    result_links,
    inArray(
      result_links.event_id,
      t.db.select({ id: events.id }).from(events).where(eq(events.order_id, order_id)),
    ),
  )
const refusal = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]

/** Deletes an account whose day has come. */
async function erase({ id }: Person) {
  await t.db.update(users).set({ delete_at: t.clock.now().toISOString() }).where(eq(users.id, id))
  await transaction(t.app, t.clock.now(), (work) => deleteAccount(work, id))
}

async function answered(id: number, slots: readonly number[], by = hunter) {
  const survey = `/api/orders/${id}/survey/`
  await by.patch(survey, {
    nps: 3,
    satisfaction: slots.map((slot_id) => ({ slot_id, mark: 4 })),
    actual: 75,
    comment: 'Entre nosotros: carísimo.',
  })
  expect((await by.post(`${survey}send/`)).status).toBe(200)
}
async function made(with_money = false, id = order_id, by = hunter) {
  const { status, body } = await by.post(at(id), { with_money })
  expect(status).toBe(201)
  const { link, url } = body as NewResultsLink
  return { link, key: new URL(url ?? '').searchParams.get('key') ?? '', url: url ?? '' }
}
const read = (key: string) => t.anonymous.get('/api/results/shared/', { query: { key } })

describe('a link to results', () => {
  test('can’t be made before there are results', async () => {
    expect((await hunter.get(at())).body).toEqual({ link: null })
    expect(refusal(await hunter.post(at(), { with_money: false }))).toEqual([409, 'results.not_ready'])
    const early = await wedding(t, 'paid', other, [{ project_ids: [rosa.project_id ?? 0] }], {
      starts_at: EVENING,
    })
    expect(refusal(await other.post(at(early.order_id), { with_money: false }))).toEqual([
      409,
      'results.not_ready',
    ])
    await answered(order_id, slot_ids)
  })

  test('is made, seen and ended by the host alone', async () => {
    const before = await links()
    for (const [who, status] of [
      [t.anonymous, 401],
      [rosa, 403],
      [other, 404],
    ] as const)
      expect([
        (await who.get(at())).status,
        (await who.post(at(), { with_money: false })).status,
        (await who.delete(at())).status,
      ]).toEqual([status, status, status])
    const wrong = await hunter.post(at(), { with_money: 'yes' })
    expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([422, ['with_money']])
    expect(await links()).toBe(before)
  })

  test('is read by anybody who has it, and is kept by nobody on the way', async () => {
    const { key, url, link } = await made()
    expect(url).toBe(`http://tarima.test/shared-results?key=${key}`)
    expect(key).toMatch(/^[\w-]{43}$/)
    const { created_at } = link ?? { created_at: '' }
    expect(link).toEqual({ created_at, with_money: false })
    expect(Math.abs(Date.parse(created_at) - t.clock.now().getTime())).toBeLessThan(MINUTE)
    const { status, body, headers } = await read(key)
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('private, no-store')
    expect(headers['x-robots-tag']).toBe('noindex')
    const shared = body as SharedResults
    expect(shared).toMatchObject({
      type: 'wedding',
      guests: 120,
      objective: { target: 60, actual: 75, reached: true },
      satisfaction: 4,
      performers: ['Eva Tuc', 'Luis Canel', 'Rosa Ixchel'],
      money: null,
    })
    for (const hidden of ['carísimo', hunter.email, rosa.email, '43200', '129600', 'Ana Lucía'])
      expect(JSON.stringify(body)).not.toContain(hidden)
    // Whoever is signed in reads the same.
    expect((await rosa.get('/api/results/shared/', { query: { key } })).body).toEqual(body)
  })

  test('hides what title and town say of how to reach anybody', async () => {
    const { key } = await made()
    const { city } = (await read(key)).body as SharedResults
    await t.db
      .update(events)
      .set({ title: 'Boda, llámame al 5555-1234', city: 'Antigua, 5555-4321' })
      .where(eq(events.order_id, order_id))
    const { body } = await read(key)
    expect((body as SharedResults).title).toMatch(/^Boda/)
    expect((body as SharedResults).city).toMatch(/^Antigua, /)
    expect(JSON.stringify(body)).not.toContain('5555')
    await t.db.update(events).set({ title: null, city }).where(eq(events.order_id, order_id))
  })

  test('shows sums of the whole event where the host wants it', async () => {
    const { key } = await made(true)
    expect((await read(key)).body.money).toMatchObject({ currency: 'USD', planned: 120_000, agreed: 129_600 })
    expect((await hunter.get(at())).body.link.with_money).toBe(true)
  })

  test('takes the place of the one before: one is live for each event', async () => {
    const first = await made()
    t.clock.move(HOUR)
    const second = await made()
    expect((await read(first.key)).status).toBe(404)
    expect((await read(second.key)).status).toBe(200)
    expect(await links()).toBe(1)
    expect((await hunter.get(at())).body).toEqual({ link: second.link })
  })

  test('is told once: neither rows nor repeated calls nor logs have its key', async () => {
    const headers = { 'idempotency-key': 'make-a-link' }
    const first = await hunter.post(at(), { with_money: false }, { headers })
    const key = new URL((first.body as NewResultsLink).url ?? '').searchParams.get('key') ?? ''
    expect((await read(key)).status).toBe(200)
    const again = await hunter.post(at(), { with_money: false }, { headers })
    expect([again.status, again.body]).toEqual([201, { link: first.body.link, url: null }])
    // It wasn't made anew.
    expect((await read(key)).status).toBe(200)
    const kept = [await t.db.select().from(result_links), await t.db.select().from(idempotency_keys)]
    expect(JSON.stringify([...kept, (await hunter.get(at())).body])).not.toContain(key)
    expect(lines.some((line) => line.includes('/api/results/shared/'))).toBe(true)
    expect(lines.join('')).not.toContain(key)
  })

  test('ended, is a page that isn’t there, as one that never was', async () => {
    const { key } = await made()
    const ended = await hunter.delete(at())
    expect([ended.status, ended.body as ResultsLinkState]).toEqual([200, { link: null }])
    const gone = await read(key)
    expect(gone.status).toBe(404)
    for (const never of ['A'.repeat(43), '', "' or 1=1"]) {
      const answer = await read(never)
      expect([answer.status, answer.body]).toEqual([404, gone.body])
    }
    expect((await read('A'.repeat(201))).status).toBe(400)
    // Nothing happens twice.
    expect((await hunter.delete(at())).body).toEqual({ link: null })
    expect((await hunter.get(at())).body).toEqual({ link: null })
  })

  test('doesn’t show sums or arrivals where one or two projects played: each would know the other’s price', async () => {
    for (const players of [[luis], [rosa, luis]]) {
      const few = await delivered(players)
      await answered(few.order_id, few.slot_ids)
      expect(refusal(await hunter.post(at(few.order_id), { with_money: true }))).toEqual([
        409,
        'results.few_prices',
      ])
      expect((await hunter.get(at(few.order_id))).body).toEqual({ link: null })
      const { key } = await made(false, few.order_id)
      expect((await read(key)).body).toMatchObject({
        // One alone isn't named: the marks would be theirs.
        performers: players.length === 1 ? [] : ['Luis Canel', 'Rosa Ixchel'],
        satisfaction: 4,
        money: null,
        punctuality: null,
      })
    }
  })

  test('is made at most twenty times an hour', async () => {
    const busy = await t.person('TALENT_HUNTER')
    const scene = await delivered([rosa, luis], busy)
    await answered(scene.order_id, scene.slot_ids, busy)
    const last = []
    for (let n = 0; n < 20; n++) last.push(await made(false, scene.order_id, busy))
    expect((await busy.post(at(scene.order_id), { with_money: false })).status).toBe(429)
    // The last one that was made still works.
    expect((await read(last.at(-1)?.key ?? '')).status).toBe(200)
    t.clock.move(HOUR)
    await made(false, scene.order_id, busy)
  })

  test('is in the copy of one’s data, without its key, and goes with the account', async () => {
    const leaving = await t.person('TALENT_HUNTER')
    const scene = await delivered([rosa, luis, eva], leaving)
    await answered(scene.order_id, scene.slot_ids, leaving)
    const { key, link } = await made(true, scene.order_id, leaving)
    expect(await linkDataOf(t.db, leaving.id)).toEqual([
      { order_id: scene.order_id, title: expect.toSatisfy((title) => title !== undefined), ...link },
    ])
    expect(await linkDataOf(t.db, other.id)).toEqual([])
    await erase(leaving)
    expect((await read(key)).status).toBe(404)
    expect(await linkDataOf(t.db, leaving.id)).toEqual([])
  })

  test('names nobody whose account was deleted', async () => {
    const host = await t.person('TALENT_HUNTER')
    const stays = await t.person('MUSICIAN', { name: 'Zoila Paz' })
    const leaves = await t.person('MUSICIAN', { name: 'Ana Canel' })
    const scene = await delivered([stays, leaves], host)
    await answered(scene.order_id, scene.slot_ids, host)
    const { key } = await made(false, scene.order_id, host)
    expect((await read(key)).body.performers).toEqual(['Ana Canel', 'Zoila Paz'])
    await erase(leaves)
    expect((await read(key)).body.performers).toEqual(['Zoila Paz', null])
  })

  test('is read at most sixty times a minute from one address', async () => {
    const own = await testApp({ env: { RATE_LIMIT: '1000' } })
    const statuses = []
    for (let n = 0; n < 61; n++)
      statuses.push((await own.anonymous.get('/api/results/shared/', { query: { key: `k${n}` } })).status)
    expect(statuses.slice(0, 60).every((status) => status === 404)).toBe(true)
    expect(statuses[60]).toBe(429)
    await own.close()
  })
})
