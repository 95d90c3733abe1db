import { PassThrough, Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { App, Contribution } from './app.ts'
import { openClock } from './clock.ts'
import { contribute, reactionsOf } from './events.ts'
import { closeLive, endedAmong, endedSessions, type Feed, liveOf, payloadsOf, signals } from './live.ts'
import { testDatabase } from './testing.ts'
import { collect, transaction } from './work.ts'

const NOW = new Date('2030-01-01T00:00:00Z')
const FAR = '2999-01-01T00:00:00.000Z'

let database: Awaited<ReturnType<typeof testDatabase>>
let app: App
beforeAll(async () => {
  database = await testDatabase()
  const clock = openClock(NOW)
  const reactions = reactionsOf([
    contribute(endedAmong, async (_reading, { session_ids }) => session_ids.filter((id) => over.has(id))),
  ])
  app = { db: database.db, log: pino({ level: 'silent' }), clock, reactions } as unknown as App
})
afterAll(async () => {
  await closeLive(app)
  await database.drop()
})

/** Sessions that have ended. */
const over = new Set<number>()

/** Numbers that somebody has, as a feature would read them from its table. */
const numbers = new Map<number, number[]>()
const feed: Feed = {
  topic: 'numbers',
  newest: async (_db, user_id) => Math.max(0, ...(numbers.get(user_id) ?? [])),
  after: async (_db, wanted, limit) =>
    wanted.flatMap(({ user_id, after }) =>
      (numbers.get(user_id) ?? [])
        .filter((id) => id > after)
        .slice(0, limit)
        .map((id) => ({ user_id, id, name: 'number', data: { id } })),
    ),
}

async function open(user_id: number, last_id: number | null, session_id = user_id * 10, of = feed) {
  const to = new PassThrough({ encoding: 'utf8' })
  let text = ''
  to.on('data', (chunk) => {
    text += chunk
  })
  await liveOf(app).open(of, { user_id, session_id, expires_at: FAR }, last_id, to)
  return {
    async until(what: string) {
      const end = Date.now() + 5_000
      while (!text.includes(what) && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 5))
      expect(text).toContain(what)
      return text
    },
    text: () => text,
    ended: new Promise((resolve) => to.once('end', resolve)),
    close: () => to.destroy(),
  }
}
const signal = (user_id: number, topic: string) =>
  transaction(app, NOW, async (work) => collect(work, signals, [{ user_id, topic }]))

it('carries what the feed has, from the last id the page saw, and what is signalled from then on', async () => {
  numbers.set(1, [3, 4])
  const page = await open(1, 3)
  await page.until('event: number\nid: 4\ndata: {"id":4}')
  numbers.set(1, [3, 4, 5])
  await signal(1, 'numbers')
  const text = await page.until('id: 5')
  expect(text).toMatch(/^event: ready\nid: 3\n/)
  expect(text.match(/event: number/g)).toHaveLength(2)
  page.close()
})

it('says when something of the feed changed that was there before', async () => {
  const page = await open(2, null)
  await signal(2, 'numbers')
  await page.until('event: changed\ndata: {}')
  page.close()
})

it('tells one person alone about any other topic, once for a transaction and never for one that is undone', async () => {
  const [mine, other] = [await open(3, null), await open(4, null)]
  await transaction(app, NOW, async (work) => {
    collect(work, signals, [{ user_id: 3, topic: 'order:11' }])
    throw new Error('undone')
  }).catch(() => {})
  await transaction(app, NOW, async (work) => {
    for (let n = 0; n < 3; n++) collect(work, signals, [{ user_id: 3, topic: 'order:12' }])
  })
  await signal(3, 'order:13')
  const text = await mine.until('order:13')
  expect(text.match(/event: update\ndata: {"topic":"order:12"}/g)).toHaveLength(1)
  expect(text).not.toContain('order:11')
  expect(other.text()).not.toContain('update')
  mine.close()
  other.close()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(liveOf(app).count()).toBe(0)
})

it('ends what was opened with a session that has ended, and nothing else of the same person', async () => {
  const [gone, stays] = [await open(5, null, 51), await open(5, null, 52)]
  await transaction(app, NOW, async (work) => {
    collect(work, endedSessions, [{ user_id: 5, session_id: 51 }])
    throw new Error('undone')
  }).catch(() => {})
  await signal(5, 'order:14')
  await gone.until('order:14')
  await transaction(app, NOW, async (work) => collect(work, endedSessions, [{ user_id: 5, session_id: 51 }]))
  await gone.ended
  await signal(5, 'order:15')
  expect(await stays.until('order:15')).not.toContain('session')
  expect(gone.text()).not.toContain('order:15')
  stays.close()
})

it('ends at once when its session ended while it was being opened', async () => {
  const stays = await open(9, null, 92)
  const opening: Feed = {
    ...feed,
    async newest() {
      over.add(91)
      await transaction(app, NOW, async (work) =>
        collect(work, endedSessions, [{ user_id: 9, session_id: 91 }]),
      )
      await signal(9, 'order:16')
      // Heard in the order in which it was announced: of the end there will be no word any more.
      await stays.until('order:16')
      return 0
    },
  }
  const gone = await open(9, null, 91, opening)
  await gone.ended
  await signal(9, 'order:17')
  await stays.until('order:17')
  expect(gone.text()).not.toContain('order:17')
  stays.close()
})

it('ends when its session ended while the process could not listen', async () => {
  const [gone, stays] = [await open(10, null, 101), await open(10, null, 102)]
  await signal(10, 'order:18')
  await stays.until('order:18')
  // Announced to nobody.
  over.add(101)
  await database.db.execute(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'tarima live' and datname = current_database()`)
  await gone.ended
  await signal(10, 'order:19')
  await stays.until('order:19')
  stays.close()
})

it('goes on, and is asked about again, when its session can’t be read for a moment', async () => {
  const ask = vi.spyOn(app.reactions.contributions.get(endedAmong.name)?.[0] as Contribution, 'run')
  ask.mockRejectedValueOnce(new Error('no database'))
  over.add(111)
  const [gone, stays] = [await open(11, null, 111), await open(11, null, 112)]
  await gone.ended
  await signal(11, 'order:20')
  await stays.until('order:20')
  expect(ask.mock.calls.length).toBeGreaterThan(1)
  ask.mockRestore()
  stays.close()
})

it('announces any number of people within what a payload holds', () => {
  const people = Array.from({ length: 5_000 }, (_, n) => 9_000_000_000_000 + n)
  const payloads = payloadsOf('numbers', people)
  expect(Math.max(...payloads.map((payload) => payload.length))).toBeLessThan(8_000)
  const named = payloads.flatMap((payload) => payload.slice('numbers '.length).split(',').map(Number))
  expect(named).toEqual(people)
  expect(payloadsOf('numbers', [])).toEqual([])
})

it('doesn’t wait for whoever doesn’t read at the end of the process', async () => {
  const other = { ...app } as App
  const stuck = new Writable({ write: () => {} })
  await liveOf(other).open(feed, { user_id: 6, session_id: 60, expires_at: FAR }, 0, stuck)
  await closeLive(other)
  await vi.waitFor(() => expect(stuck.destroyed).toBe(true), 5_000)
  expect(liveOf(other).count()).toBe(0)
})

it('ends at once in a process that stops, also the first it has', async () => {
  const other = { ...app } as App
  await closeLive(other)
  const to = new PassThrough()
  await liveOf(other).open(feed, { user_id: 8, session_id: 80, expires_at: FAR }, 0, to)
  expect([to.writableEnded, liveOf(other).count()]).toEqual([true, 0])
})

it('ends at once where it can’t be opened', async () => {
  const to = new PassThrough()
  const broken: Feed = { ...feed, newest: () => Promise.reject(new Error('no database')) }
  await expect(
    liveOf(app).open(broken, { user_id: 7, session_id: 70, expires_at: FAR }, null, to),
  ).rejects.toThrow('no database')
  expect(to.destroyed).toBe(true)
})
