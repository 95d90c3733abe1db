import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { App } from './app.ts'
import { openClock } from './clock.ts'
import { reactionsOf } from './events.ts'
import { handle, openJobs, sweep } from './jobs.ts'
import { mailHandler } from './mail.ts'
import { openApp } from './open.ts'
import { checkHandlers, enqueue, queue } from './queues.ts'
import { testConfig, testDatabase } from './testing.ts'
import { savepoint, transaction } from './work.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const ran: { n: number; attempt: number }[] = []
const swept: string[] = []
let failures = 0
const greetings = queue<{ n: number }>({ name: 'test.greet', retry: { limit: 3, delay_seconds: 0 } })
const greet = handle(greetings, async (_app, { n }, { attempt }) => {
  ran.push({ n, attempt })
  if (failures-- > 0) {
    throw new Error('not yet')
  }
})
const look = sweep({
  name: 'test.look',
  run: async ({ now }) => {
    swept.push(now.toISOString())
  },
})

const open: { app: App; close(): Promise<void> }[] = []
afterEach(async () => {
  ran.length = 0
  swept.length = 0
  failures = 0
  for (const { close } of open.splice(0)) {
    await close()
  }
})

async function app(work: boolean, more: Partial<Parameters<typeof openApp>[0]> = {}): Promise<App> {
  const opened = await openApp({
    config: testConfig(),
    settings: database.settings,
    texts: { say: () => '', knows: () => false },
    reactions: reactionsOf([]),
    handlers: [greet],
    sweeps: [look],
    work,
    mail: 'in memory',
    clock: openClock(new Date('2030-01-01T00:00:00Z')),
    ...more,
  })
  open.push(opened)
  return opened.app
}

async function until(done: () => boolean, limit = 5_000) {
  const end = Date.now() + limit
  while (!done()) {
    if (Date.now() > end) {
      throw new Error('it did not happen')
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

it('a job of a rolled-back transaction never runs; of a committed one it runs once', async () => {
  const { db, jobs } = await app(false)
  await db
    .transaction(async (tx) => {
      await jobs.enqueue(tx, greetings, [{ data: { n: 1 } }])
      throw new Error('rolled back')
    })
    .catch(() => {})
  await db.transaction((tx) => jobs.enqueue(tx, greetings, [{ data: { n: 2 } }]))
  expect(await jobs.drain()).toBe(1)
  expect(await jobs.drain()).toBe(0)
  expect(ran).toEqual([{ n: 2, attempt: 1 }])
})

it('outside of a transaction a job is there at once', async () => {
  const { db, jobs, ...rest } = await app(false)
  await enqueue({ db, app: { db, jobs, ...rest } }, greetings, { n: 3 }, { key: 'three' })
  expect(await jobs.drain()).toBe(1)
  expect(ran).toEqual([{ n: 3, attempt: 1 }])
})

it('what a write enqueues is queued together at its end, as far as that is not undone', async () => {
  const one = await app(false)
  const queued = vi.spyOn(one.jobs, 'enqueue')
  await transaction(one, new Date(), async (work) => {
    for (const n of [1, 2, 2]) await enqueue(work, greetings, { n }, { key: `write ${n}` })
    const part = savepoint(work, async (part) => {
      await enqueue(part, greetings, { n: 3 })
      throw new Error('undone')
    })
    await expect(part).rejects.toThrow('undone')
  })
  expect(queued).toHaveBeenCalledTimes(1)
  expect(await one.jobs.drain()).toBe(2)
  expect(ran.map(({ n }) => n).sort()).toEqual([1, 2])
})

it('statements of the queues have limits of time, also while they wait for a lock', async () => {
  const { db, log } = await app(false)
  const openWith = (limits: object) =>
    openJobs({
      settings: database.settings,
      handlers: [greet],
      sweeps: [],
      app: () => open[0]?.app as App,
      log,
      work: false,
      limits,
    })
  for (const [limits, code] of [
    [{ lock: 200 }, '55P03'],
    [{ statement: 200 }, '57014'],
  ] as const) {
    const jobs = await openWith(limits)
    await db.transaction(async (tx) => {
      await tx.execute(sql`lock table pgboss.job in access exclusive mode`)
      await expect(jobs.drain()).rejects.toMatchObject({ code })
    })
    expect(await jobs.drain()).toBe(0)
    await jobs.stop()
  }
})

it('a queue that nobody handles is found before anything starts, and so are two who do', () => {
  const orphans = queue({ name: 'test.orphans' })
  expect(() => checkHandlers([greet, mailHandler])).toThrow('test.orphans')
  const adopted = handle(orphans, async () => {})
  expect(() => checkHandlers([greet, mailHandler, adopted])).not.toThrow()
  expect(() => checkHandlers([greet, mailHandler, adopted, adopted])).toThrow('test.orphans')
})

it('the same key is queued once, also after it ran and from two transactions at once', async () => {
  const { db, jobs } = await app(false)
  await Promise.all(
    [1, 2, 3].map((n) => db.transaction((tx) => jobs.enqueue(tx, greetings, [{ data: { n }, key: 'once' }]))),
  )
  expect(await jobs.drain()).toBe(1)
  await jobs.enqueue(
    db,
    greetings,
    [4, 5].map((n) => ({ data: { n }, key: 'once' })),
  )
  expect(await jobs.drain()).toBe(0)
})

it('a worker picks it up at once and tries again until it works', async () => {
  const { db, jobs } = await app(true)
  failures = 1
  await new Promise((resolve) => setTimeout(resolve, 200))
  const asked = Date.now()
  await db.transaction((tx) => jobs.enqueue(tx, greetings, [{ data: { n: 5 } }]))
  await until(() => ran.length === 1)
  // Without being woken it would look again after five seconds.
  expect(Date.now() - asked).toBeLessThan(4_000)
  await until(() => ran.length === 2, 15_000)
  expect(ran).toEqual([
    { n: 5, attempt: 1 },
    { n: 5, attempt: 2 },
  ])
})

it('a worker goes on with what else waits, without waiting for its next look', async () => {
  const { db, jobs } = await app(true)
  await new Promise((resolve) => setTimeout(resolve, 200))
  // By its looks alone, two every five seconds, this would take a minute and a half.
  await db.transaction(async (tx) => {
    for (let n = 1; n <= 40; n++) await jobs.enqueue(tx, greetings, [{ data: { n } }])
  })
  await until(() => ran.length === 40, 10_000)
  expect(new Set(ran.map(({ n }) => n)).size).toBe(40)
})

it("a group's jobs run one after the other, and leave room for those of others", async () => {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const grouped = queue<{ name: string }>({ name: 'test.grouped', concurrency: 2, grouped: true })
  const waits = handle(grouped, (_app, { name }) => {
    begun.push(name)
    return new Promise((resolve) => ends.set(name, () => resolve()))
  })
  const { db, ...rest } = await app(false)
  const jobs = await openJobs({
    settings: database.settings,
    handlers: [waits],
    sweeps: [],
    app: () => ({ db, ...rest }),
    log: rest.log,
    work: true,
  })
  await jobs.start()
  const enqueueAll = (...names: string[]) =>
    db.transaction(async (tx) => {
      for (const name of names) await jobs.enqueue(tx, grouped, [{ data: { name }, group: name.slice(0, 1) }])
    })
  // Workers that look at the very same instant may take two of a group; here one runs already.
  await enqueueAll('a1')
  await until(() => begun.includes('a1'), 20_000)
  await enqueueAll('a2', 'a3', 'b1')
  await until(() => begun.includes('b1'), 20_000)
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(begun.toSorted()).toEqual(['a1', 'b1'])
  ends.get('a1')?.()
  await until(() => begun.includes('a2'), 20_000)
  for (const name of ['a2', 'b1']) ends.get(name)?.()
  await until(() => begun.includes('a3'), 20_000)
  ends.get('a3')?.()
  await jobs.stop()
  expect(begun.indexOf('a3')).toBeGreaterThan(begun.indexOf('a2'))
})

it('stopping lets a running job finish', async () => {
  let [begun, finished] = [false, false]
  const naps = queue<{ n: number }>({ name: 'test.slow' })
  const slow = handle(naps, async () => {
    begun = true
    await new Promise((resolve) => setTimeout(resolve, 400))
    finished = true
  })
  const { db, ...rest } = await app(false)
  const jobs = await openJobs({
    settings: database.settings,
    handlers: [slow],
    sweeps: [],
    app: () => ({ db, ...rest }),
    log: rest.log,
    work: true,
  })
  await jobs.start()
  await new Promise((resolve) => setTimeout(resolve, 200))
  await jobs.enqueue(db, naps, [{ data: { n: 1 } }])
  await until(() => begun, 20_000)
  await jobs.stop()
  expect(finished).toBe(true)
})

it('sweeps see the moved clock', async () => {
  const { jobs, clock } = await app(false)
  await jobs.runSweeps()
  clock.move(3 * 24 * 3600_000)
  await jobs.runSweeps()
  expect(swept.map((at) => at.slice(0, 10))).toEqual(['2030-01-01', '2030-01-04'])
})

it('nothing runs before the whole app is open, however long that takes', async () => {
  const free = () => new Promise<number>((resolve) => setTimeout(() => resolve(1e12), 1000))
  await app(true, { config: { ...testConfig(), disk_reserve: 1 }, free })
  await until(() => swept.length > 0)
  expect(swept).toHaveLength(1)
})

it('only one of two processes sweeps', async () => {
  await app(true)
  await app(true)
  await until(() => swept.length > 0)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(swept).toHaveLength(1)
})

it('a failing job of a drain is reported', async () => {
  const { db, jobs } = await app(false)
  failures = 1
  await jobs.enqueue(db, greetings, [{ data: { n: 6 } }])
  await expect(jobs.drain()).rejects.toThrow('not yet')
  await db.execute(sql`select 1`)
})
