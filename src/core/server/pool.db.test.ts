import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeDb, type Database, isTooSlow, openDb, sqlState, type TimeLimits } from './db.ts'
import { hangingDatabase } from './hanging.fixture.ts'
import type { KnownStatement } from './knownRead.ts'
import { isUnreachable, type LanedPool, whileWaitedFor } from './pool.ts'
import { testDatabase } from './testing.ts'
import { gone } from './turns.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
const pools: Database[] = []
const open = (limits: Partial<TimeLimits>, settings = database.settings) => {
  const db = openDb(settings, { max: 2, lanes: 1, limits, name: 'tarima limits' })
  pools.push(db)
  return db
}
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => {
  await Promise.all(pools.map(closeDb))
  await database.drop()
})

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

describe('a statement', () => {
  it('ends at its time limit, and the next one is answered', async () => {
    const db = open({ statement: 50 })
    expect(isTooSlow(await failure(db.execute(sql`select pg_sleep(60)`)))).toBe(true)
    expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
  })
  it('waits for what another transaction holds only so long', async () => {
    const db = open({ lock: 50 })
    await db.transaction(async (holding) => {
      await holding.execute(sql`select pg_advisory_xact_lock(77)`)
      const waiting = db.transaction((tx) => tx.execute(sql`select pg_advisory_xact_lock(77)`))
      expect(isTooSlow(await failure(waiting))).toBe(true)
    })
  })
  it('fails when the database hangs, also inside a transaction, and is answered once it is back', async () => {
    const hanging = await hangingDatabase(database.settings)
    const db = open({ answer: 300, connect: 300 }, hanging.settings)
    const named = () => db.$client.query({ name: 'one', text: 'select 1' })
    await named()
    const inside = db.transaction(async (tx) => {
      hanging.hold()
      await tx.execute(sql`select 1`)
    })
    expect(isUnreachable(await failure(inside))).toBe(true)
    expect(isUnreachable(await failure(named()))).toBe(true)
    expect(isUnreachable(await failure(db.execute(sql`select 1`)))).toBe(true)
    hanging.release()
    expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
    expect((await named()).rows).toHaveLength(1)
    hanging.close()
  })
})

describe('reads that share a connection', () => {
  it('and are asked in one turn of the event loop are sent in one write', async () => {
    const wire = await hangingDatabase(database.settings)
    const db = open({}, wire.settings)
    const read = (n: number) =>
      db.$client.query<{ n: number }>({ name: 'number', text: 'select $1::int as n', values: [n] })
    await read(0)
    const before = wire.writes()
    const found = await Promise.all([1, 2, 3, 4, 5].map(read))
    expect(found.map(({ rows }) => rows[0]?.n)).toEqual([1, 2, 3, 4, 5])
    expect(wire.writes() - before).toBe(1)
    wire.close()
  })
  it('are sent again through the pool when their connection breaks under them', async () => {
    const db = open({})
    const read = (n: number) =>
      db.$client.query<{ pid: number }>({
        name: `process ${n}`,
        text: 'select pg_backend_pid() as pid, $1::int',
        values: [n],
      })
    const shared = (await read(0)).rows[0]?.pid
    await database.db.execute(sql`select pg_terminate_backend(${shared}::int)`)
    const found = await Promise.all([1, 2, 3].map(read))
    for (const { rows } of found) expect(rows[0]?.pid).not.toBe(shared)
  })
})

describe('a read that is asked for all the time', () => {
  let count = 0
  const statement = (text: string): KnownStatement => ({ name: `known ${++count}`, text, parsers: null })
  const pool = () => open({}).$client as LanedPool

  it('has its columns described once, and its rows as the texts that the database writes', async () => {
    const wire = await hangingDatabase(database.settings)
    const known = statement('select $1::int8 as n, $2::timestamptz as at, null as none, $3::bool as yes')
    const db = open({}, wire.settings).$client as LanedPool
    const first = await db.readKnown(known, [7, '2030-05-01T10:00:00Z', true])
    expect(first).toEqual([['7', '2030-05-01 10:00:00+00', null, 't']])
    expect(known.parsers?.map((parse, at) => parse(first[0]?.[at] ?? ''))).toEqual([
      7,
      '2030-05-01T10:00:00.000Z',
      '',
      true,
    ])
    const { parsers } = known
    const many = [1, 2, 3, 4, 5].map((n) => db.readKnown(known, [n, 'infinity', false]))
    expect(await Promise.all(many)).toEqual([1, 2, 3, 4, 5].map((n) => [[`${n}`, 'infinity', null, 'f']]))
    expect(known.parsers).toBe(parsers)
    wire.close()
  })
  it('fails alone, and those beside it on its connection are answered', async () => {
    const db = pool()
    const known = statement('select 10 / $1::int as part')
    const [one, none, two] = await Promise.all([
      db.readKnown(known, [5]),
      failure(db.readKnown(known, [0])),
      db.readKnown(known, [2]),
    ])
    expect([one, two]).toEqual([[['2']], [['5']]])
    expect(sqlState(none)?.code).toBe('22012')
  })
  it('is sent again through the pool when its connection breaks under it', async () => {
    const db = pool()
    const known = statement('select pg_backend_pid(), $1::int')
    const [[shared] = []] = await db.readKnown(known, [0])
    await database.db.execute(sql`select pg_terminate_backend(${shared}::int)`)
    const found = await Promise.all([1, 2, 3].map((n) => db.readKnown(known, [n])))
    for (const rows of found) expect(rows[0]?.[0]).not.toBe(shared)
  })
  it('fails when the database hangs, and is answered once it is back', async () => {
    const hanging = await hangingDatabase(database.settings)
    const db = open({ answer: 300, connect: 300 }, hanging.settings).$client as LanedPool
    const known = statement('select 1 as one')
    await db.readKnown(known, [])
    hanging.hold()
    expect(isUnreachable(await failure(db.readKnown(known, [])))).toBe(true)
    hanging.release()
    expect(await db.readKnown(known, [])).toEqual([['1']])
    hanging.close()
  })
})

describe('a read that is planned once', () => {
  it('is, for whatever it is asked, and nothing else is', async () => {
    const db = open({}).$client as LanedPool
    const text = "select current_setting('plan_cache_mode') as mode, pg_backend_pid() as pid, $1::int as n"
    const read = async (n: number) =>
      (await db.readPlanned<{ mode: string; pid: number; n: number }>({ text, values: [n] }))[0]
    const first = await read(1)
    expect(first).toEqual({ mode: 'force_generic_plan', pid: first?.pid, n: 1 })
    expect(await read(2)).toEqual({ ...first, n: 2 })
    expect((await db.query(text, [3])).rows).toMatchObject([{ mode: 'auto', n: 3 }])
  })
  it('goes to another connection once one knows too many', async () => {
    const db = open({}).$client as LanedPool
    const read = async (n: number) =>
      (await db.readPlanned<{ pid: number }>({ text: `select pg_backend_pid() as pid, ${n}`, values: [] }))[0]
        ?.pid
    const pids: (number | undefined)[] = []
    for (let n = 0; n < 40; n++) pids.push(await read(n))
    expect(new Set(pids).size).toBe(2)
    const there = () =>
      database.db.execute(sql`select from pg_stat_activity where pid = ${pids[0] ?? 0}::int`)
    await expect.poll(async () => (await there()).rows.length).toBe(0)
  })
  it('is read like any other where those that go on for long have all such connections', async () => {
    const db = open({}).$client as LanedPool
    const slow = Array.from({ length: 3 }, (_, n) =>
      db.readPlanned({ text: `select pg_sleep($1::float8), ${n}`, values: [3] }),
    )
    const text = "select current_setting('plan_cache_mode') as mode"
    const read = async () => (await db.readPlanned<{ mode: string }>({ text, values: [] }))[0]?.mode
    expect(await Promise.all([read(), read()])).toEqual(['auto', 'auto'])
    await Promise.all(slow)
    // What nobody waited for any more is free again.
    expect(await Promise.all([read(), read(), read()])).toEqual(Array(3).fill('force_generic_plan'))
  })
  it('is cancelled when whoever waits for it leaves', async () => {
    const db = open({}).$client as LanedPool
    const leaving = new AbortController()
    const reading = failure(
      whileWaitedFor(leaving.signal, () =>
        db.readPlanned({ text: 'select pg_sleep($1::float8)', values: [62] }),
      ),
    )
    const asleep = () =>
      database.db.execute(sql`select from pg_stat_activity
        where query = 'select pg_sleep($1::float8)' and state = 'active'`)
    await expect.poll(async () => (await asleep()).rows.length).toBe(1)
    leaving.abort()
    expect(sqlState(await reading)?.code).toBe('57014')
    expect((await asleep()).rows).toEqual([])
  })
})

describe('a transaction', () => {
  it('that does nothing is ended, and what it held is free', async () => {
    const db = open({ idle: 50 })
    const idle = db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(78)`)
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      await tx.execute(sql`select 1`)
    })
    expect(await failure(idle)).not.toBeNull()
    await db.transaction((tx) => tx.execute(sql`select pg_advisory_xact_lock(78)`))
  })
})

/** What went wrong in the end. */
const said = (error: unknown): string =>
  error instanceof Error
    ? error.cause instanceof Error
      ? error.cause.message
      : error.message
    : String(error)

describe('what is read for somebody who leaves', () => {
  const running = async () => {
    const { rows } = await database.db.execute<{ count: number }>(
      sql`select count(*)::int as count from pg_stat_activity
        where application_name = 'tarima limits' and state = 'active' and query like '%pg_sleep(61)%'
          and datname = current_database()`,
    )
    return rows[0]?.count
  }
  const until = async (count: number) => {
    for (const end = Date.now() + 10_000; (await running()) !== count && Date.now() < end; )
      await new Promise((resolve) => setTimeout(resolve, 10))
    expect(await running()).toBe(count)
  }
  it('is cancelled in the database, also what still waits for a place', async () => {
    const db = open({})
    const leaving = new AbortController()
    const reading = Array.from({ length: 5 }, () =>
      failure(whileWaitedFor(leaving.signal, () => db.execute(sql`select pg_sleep(61)`))),
    )
    await until(2)
    leaving.abort()
    const errors = (await Promise.all(reading)).map((error) => said(error))
    expect(errors.filter((message) => message.includes('due to user request'))).toHaveLength(2)
    expect(errors.filter((message) => message === said(gone()))).toHaveLength(3)
    await until(0)
    expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
  })
})
