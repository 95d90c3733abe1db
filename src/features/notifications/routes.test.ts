import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import type { Database } from '#core/server/db.ts'
import { atEnd, collect, transaction } from '#core/server/work.ts'
import { statementsOf } from '../../../bench/statements.ts'
import { type Message, notify } from './commands.ts'
import { countsOf, notificationsOf } from './queries.ts'

let t: TestApp
let ana: Person
let beto: Person

const tell = (...messages: Message[]) =>
  transaction(t.app, t.clock.now(), async (work) => notify(work, messages))
/** After the rows are written and before they are committed. */
const pause = atEnd<number>(
  'test.pause',
  () => new Promise((resolve) => setTimeout(resolve, Math.random() * 8)),
)
const order = (user_id: number, id: number, type: Message['type'] = 'BRIEF_INITIATED'): Message => ({
  user_id,
  type,
  subject: `order:${id}`,
  value: String(id),
  params: { order_name: `Evento ${id}` },
})

beforeAll(async () => {
  t = await testApp({ max: 20 })
  ana = await t.person('TALENT_HUNTER', { name: 'Ana' })
  beto = await t.person('MUSICIAN', { name: 'Beto' })
})
afterAll(() => t.close())

describe('the list', () => {
  it('is empty at first', async () => {
    expect((await ana.get('/api/notifications/')).body).toEqual({ results: [], next: null })
    expect((await ana.get('/api/notifications/counts/')).body).toEqual({
      types: [],
      total: 0,
      unread: 0,
      last_id: 0,
      waiting: [],
    })
  })

  it('comes newest first', async () => {
    await tell(order(ana.id, 1), order(ana.id, 2), order(beto.id, 3))
    const { status, body } = await ana.get('/notifications/')
    expect(status).toBe(200)
    expect(body.next).toBeNull()
    expect(body.results.map((one: { value: string }) => one.value)).toEqual(['2', '1'])
    expect(body.results[1]).toEqual({
      id: expect.any(Number),
      type: 'BRIEF_INITIATED',
      title: 'Empezaste un brief',
      message: 'Guardamos Evento 1 mientras escribes. Síguelo cuando quieras.',
      created_at: expect.stringMatching(/Z$/),
      read: false,
      value: '1',
      invitation_status: null,
    })
  })

  it('speaks the language of the question', async () => {
    const { body } = await ana.get('/notifications/', { headers: { 'accept-language': 'en' } })
    expect(body.results[0].title).toBe('You started a brief')
  })

  it('answers only what came after last_event_id', async () => {
    const { body: before } = await ana.get('/notifications/')
    const highest = before.results[0].id
    expect((await ana.get(`/notifications/?last_event_id=${highest}`)).body.results).toEqual([])
    await tell(order(ana.id, 4, 'TALENT_RECOMMENDED'))
    const { body } = await ana.get(`/notifications/?last_event_id=${highest}`)
    expect(body.results.map((one: { value: string }) => one.value)).toEqual(['4'])
  })

  it('answers one type', async () => {
    const { body } = await ana.get('/notifications/?notification_type=TALENT_RECOMMENDED')
    expect(body.results.map((one: { type: string }) => one.type)).toEqual(['TALENT_RECOMMENDED'])
  })

  it('comes in pages that neither repeat nor skip while more arrive', async () => {
    const reader = await t.person('TALENT_HUNTER')
    await tell(...Array.from({ length: 25 }, (_, i) => order(reader.id, 100 + i)))
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const { body } = await reader.get(`/notifications/?limit=10${cursor ? `&cursor=${cursor}` : ''}`)
      seen.push(...body.results.map((one: { value: string }) => one.value))
      cursor = body.next
      await tell(order(reader.id, 500 + seen.length))
    } while (cursor)
    expect(seen).toEqual(Array.from({ length: 25 }, (_, i) => String(124 - i)))
  })
})

describe('being told', () => {
  it('reaches ten thousand people at once', async () => {
    const { rows } = await t.db.execute<{ id: number }>(sql`
      insert into users (name, email, account_type, verified_at, terms_accepted_at)
      select 'Persona', 'muchas' || n || '@tarima.test', 'TALENT_HUNTER', now(), now()
      from generate_series(1, 10000) n returning id`)
    await tell(
      ...rows.map(({ id }) => ({ ...order(id, 77), params: { order_name: 'Él dijo: "sí" {y} \\ no' } })),
    )
    const told = await t.db.execute<{ count: number }>(sql`
      select count(*)::int as count from notifications
      where subject = 'order:77' and params ->> 'order_name' = 'Él dijo: "sí" {y} \\ no'`)
    expect(told.rows).toEqual([{ count: 10_000 }])
  })
  it('happens once per user, type, subject and version', async () => {
    const reader = await t.person('TALENT_HUNTER')
    await tell(order(reader.id, 1), order(reader.id, 1))
    await tell(order(reader.id, 1))
    await tell({ ...order(reader.id, 1), version: 2 })
    expect((await reader.get('/notifications/')).body.results).toHaveLength(2)
  })

  it('never shows a lower id after a higher one was seen, however transactions overlap', async () => {
    const reader = await t.person('TALENT_HUNTER')
    let highest = 0
    let seen = 0
    let busy = true
    const watch = (async () => {
      while (busy) {
        const { body } = await reader.get(`/notifications/?limit=100&last_event_id=${highest}`)
        for (const { id } of body.results) if (id > highest) highest = id
        seen += body.results.length
      }
    })()
    await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        transaction(t.app, t.clock.now(), async (work) => {
          notify(work, [
            order(i % 2 ? reader.id : beto.id, 1000 + i),
            order(i % 2 ? beto.id : reader.id, 1000 + i, 'BRIEF_VALIDATED'),
          ])
          collect(work, pause, [1])
        }),
      ),
    )
    busy = false
    await watch
    const rest = await reader.get(`/notifications/?limit=100&last_event_id=${highest}`)
    expect(seen + rest.body.results.length).toBe(60)
  })
})

describe('reading', () => {
  it('one, and back again', async () => {
    const reader = await t.person('TALENT_HUNTER')
    await tell(order(reader.id, 1), order(reader.id, 2))
    const [newest, oldest] = (await reader.get('/notifications/')).body.results
    const path = `/api/notifications/${oldest.id}/`
    expect((await reader.patch(path, { read: true })).body).toMatchObject({ id: oldest.id, read: true })
    const { body } = await reader.get('/api/notifications/counts/')
    expect(body).toMatchObject({ total: 2, unread: 1, last_id: newest.id })
    expect(body.types).toEqual([{ type: 'BRIEF_INITIATED', total: 2, unread: 1 }])
    await reader.patch(path, { read: false })
    expect((await reader.get('/api/notifications/counts/')).body.unread).toBe(2)
  })

  it('is undone as a whole: what was read before stays read', async () => {
    const reader = await t.person('TALENT_HUNTER')
    await tell(order(reader.id, 1), order(reader.id, 2), order(reader.id, 3))
    const [first] = (await reader.get('/notifications/')).body.results
    await reader.patch(`/api/notifications/${first.id}/`, { read: true })
    const { read_at } = (await reader.patch('/notifications/mark-all-read/')).body
    expect((await ana.patch('/notifications/undo-mark-all-read/', { read_at })).body).toEqual({ marked: 0 })
    expect((await reader.patch('/notifications/undo-mark-all-read/', { read_at })).body).toEqual({
      marked: 2,
    })
    expect((await reader.get('/api/notifications/counts/')).body.unread).toBe(2)
    expect((await reader.patch('/notifications/mark-all-read/')).body.marked).toBe(2)
    expect((await reader.patch('/notifications/mark-all-read/')).body).toEqual({ marked: 0, read_at: null })
  })

  it('several at once, such as a group, and only one’s own', async () => {
    const reader = await t.person('TALENT_HUNTER')
    await tell(order(reader.id, 1), order(reader.id, 2), order(reader.id, 3))
    const ids = (await reader.get('/notifications/')).body.results.map(({ id }: { id: number }) => id)
    const [theirs] = (await ana.get('/notifications/')).body.results
    const mine = (await ana.get('/api/notifications/counts/')).body.unread
    await reader.patch(`/api/notifications/${ids[0]}/`, { read: true })
    const mark = (body: object) => reader.patch('/api/notifications/mark-read/', body)
    expect((await mark({ ids: [...ids.slice(0, 2), theirs.id] })).body).toEqual({ marked: 1 })
    expect((await reader.get('/api/notifications/counts/')).body.unread).toBe(1)
    expect((await mark({ ids, read: false })).body).toEqual({ marked: 2 })
    expect((await reader.get('/api/notifications/counts/')).body.unread).toBe(3)
    expect((await ana.get('/api/notifications/counts/')).body.unread).toBe(mine)
    for (const wrong of [{}, { ids: [] }, { ids: ['x'] }, { ids: Array(501).fill(1) }])
      expect((await mark(wrong)).status).toBe(422)
  })

  it('leaves what came after to_id unread', async () => {
    const reader = await t.person('TALENT_HUNTER')
    await tell(order(reader.id, 1), order(reader.id, 2))
    const { results } = (await reader.get('/notifications/')).body
    await reader.patch('/notifications/mark-all-read/', { to_id: results[1].id })
    expect((await reader.get('/api/notifications/counts/')).body.unread).toBe(1)
  })
})

describe('10,000 of one person among 200,000', () => {
  let reader: Person

  beforeAll(async () => {
    reader = await t.person('TALENT_HUNTER')
    const others = await Promise.all(Array.from({ length: 19 }, () => t.person('TALENT_HUNTER')))
    // The reader's came first and lie deepest: the worst case for a walk from the newest of all.
    for (const ids of [[reader.id], others.map(({ id }) => id)])
      await t.db.execute(sql`
        insert into notifications (user_id, type, subject, value, read_at, params)
        select person, (array['BRIEF_INITIATED', 'TALENT_RECOMMENDED', 'EVENT_REMINDER_SENT'])[1 + n % 3],
          'order:' || n, n::text, case when n % 2 = 0 then now() end, '{"order_name": "Boda"}'
        from generate_series(1, 10000) n cross join unnest(${sql.param(ids)}::bigint[]) person`)
    await t.db.execute(sql`analyze notifications`)
  }, 60_000)

  it.each<[string, string, (db: Database) => Promise<unknown>]>([
    ['the list', 'notifications_of_user', (db) => notificationsOf(db, reader.id, { limit: 20 })],
    [
      'what came since',
      'notifications_of_user',
      (db) => notificationsOf(db, reader.id, { limit: 20, last_event_id: 5 }),
    ],
    [
      'one type',
      'notifications_of_type',
      (db) => notificationsOf(db, reader.id, { limit: 20, notification_type: 'TALENT_RECOMMENDED' }),
    ],
    ['the tabs', 'notifications_of_', (db) => countsOf(db, reader.id)],
  ])('%s reads the reader’s own rows only', async (_name, index, run) => {
    const statements = await statementsOf(t.settings, run)
    expect(statements).toHaveLength(1)
    const client = new pg.Client(t.settings)
    await client.connect()
    try {
      const [{ text, values }] = statements as [(typeof statements)[0]]
      const { rows } = await client.query(`explain (analyze, costs off, timing off) ${text}`, values)
      const plan = rows.map((one) => one['QUERY PLAN']).join('\n')
      expect(plan).toContain(index)
      expect(plan).not.toMatch(/Seq Scan|notifications_pkey|Rows Removed|Sort Key/)
    } finally {
      await client.end()
    }
  })

  it('are counted as they are, and come in pages of twenty', async () => {
    expect((await reader.get('/api/notifications/counts/')).body).toMatchObject({
      total: 10_000,
      unread: 5_000,
    })
    expect((await reader.get('/notifications/')).body.results).toHaveLength(20)
  })
})
