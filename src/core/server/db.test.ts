import type { Socket } from 'node:net'
import { eq, getTableColumns, sql } from 'drizzle-orm'
import { bigint, pgTable, text } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { id, instant, tstzrange } from './columns.ts'
import { closeDb, isExclusionViolation, isUniqueViolation, openDb, sqlState, takeTurns } from './db.ts'
import { isoInstant } from './parsers.ts'
import { preparedRead } from './prepared.ts'
import { testDatabase } from './testing.ts'

const bookings = pgTable('bookings', {
  id: id(),
  project_id: bigint({ mode: 'number' }).notNull(),
  during: tstzrange().notNull(),
  at: instant().notNull(),
  note: text(),
})

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase({ max: 20 })
  await database.db.execute(sql`
    create table bookings (id bigint primary key generated always as identity, project_id bigint not null,
      during tstzrange not null, at timestamptz(3) not null, note text constraint bookings_note_unique unique,
      constraint bookings_no_overlap exclude using gist (project_id with =, during with &&))`)
})
afterAll(() => database.drop())

describe('values', () => {
  it('come back as ISO instants and numbers, from builders and from raw SQL', async () => {
    const { db } = database
    const [row] = await db
      .insert(bookings)
      .values({
        project_id: 1,
        during: '[2030-01-01T00:00Z,2030-01-02T00:00Z)',
        at: '2030-05-01T10:00:00.120Z',
      })
      .returning()
    expect(row).toMatchObject({ id: 1, project_id: 1, at: '2030-05-01T10:00:00.120Z' })
    const raw = await db.execute(
      sql`select at, id, count(*) over () as n, sum(id) over () as s, array[at, at] as list, at::date as day from bookings`,
    )
    expect(raw.rows[0]).toEqual({
      at: '2030-05-01T10:00:00.120Z',
      id: 1,
      n: 1,
      s: 1,
      list: ['2030-05-01T10:00:00.120Z', '2030-05-01T10:00:00.120Z'],
      day: '2030-05-01',
    })
  })

  it('are the same text as Date#toISOString', () => {
    expect(isoInstant('2026-01-02 03:04:05+00')).toBe('2026-01-02T03:04:05.000Z')
    expect(isoInstant('2026-01-02 03:04:05.1+00')).toBe('2026-01-02T03:04:05.100Z')
    expect(isoInstant('2026-01-02 03:04:05.123456+00')).toBe('2026-01-02T03:04:05.123Z')
    expect(isoInstant('2026-01-02 03:04:05-06')).toBe('2026-01-02T09:04:05.000Z')
    expect(isoInstant('infinity')).toBe('infinity')
  })
  it('of a prepared read are those of the same select, also inside a transaction', async () => {
    const { db } = database
    const [added] = await db
      .insert(bookings)
      .values({
        project_id: 7,
        during: '[2031-01-01T00:00Z,2031-01-02T00:00Z)',
        at: '2031-05-01T10:00:00.120Z',
      })
      .returning()
    const columns = { ...getTableColumns(bookings), long: sql<boolean>`${bookings.at} > now()` }
    const one = preparedRead('booking_by', (db) =>
      db
        .select(columns)
        .from(bookings)
        .where(eq(bookings.id, sql.placeholder('id'))),
    )
    const id = added?.id ?? 0
    const same = await db.select(columns).from(bookings).where(eq(bookings.project_id, 7))
    expect(await one(db, { id })).toEqual(same)
    expect(same).toMatchObject([{ ...added, note: null, long: true }])
    expect(await db.transaction((tx) => one(tx, { id }))).toEqual(same)
    expect(await one(db, { id: 0 })).toEqual([])
  })
})

describe('errors', () => {
  it('are told apart by state and constraint', async () => {
    const { db } = database
    const overlap = {
      project_id: 1,
      during: '[2030-01-01T12:00Z,2030-01-03T00:00Z)',
      at: '2030-05-01T10:00:00Z',
    }
    const error = await db
      .insert(bookings)
      .values(overlap)
      .catch((e: unknown) => e)
    expect(sqlState(error)).toEqual({ code: '23P01', constraint: 'bookings_no_overlap' })
    expect(isExclusionViolation(error, 'bookings_no_overlap')).toBe(true)
    expect(isUniqueViolation(error)).toBe(false)
    expect(sqlState(new Error('other'))).toBeUndefined()
  })
})

describe('one hour of one project', () => {
  it('goes to exactly one of fifty who want it at once, in every round', async () => {
    const db = openDb(database.settings, { max: 20 })
    for (let round = 0; round < 20; round++) {
      const day = String(round + 1).padStart(2, '0')
      const tries = await Promise.allSettled(
        Array.from({ length: 50 }, () =>
          db.transaction(async (tx) => {
            await takeTurns(tx, 'busy', [7])
            await tx.insert(bookings).values({
              project_id: 7,
              during: `[2031-03-${day}T20:00Z,2031-03-${day}T23:00Z)`,
              at: '2030-01-01T00:00:00Z',
            })
          }),
        ),
      )
      const lost = tries.filter((result) => result.status === 'rejected').map((result) => result.reason)
      expect(lost).toHaveLength(49)
      expect(lost.every((reason) => isExclusionViolation(reason))).toBe(true)
    }
    await db.$client.end()
  })
})

describe('a connection that breaks just before its transaction begins', () => {
  it('leaves its place in the pool to another one', async () => {
    const db = openDb(database.settings, { max: 1 })
    db.$client.once('acquire', (client) => {
      const { stream } = (client as pg.PoolClient & { connection: { stream: Socket } }).connection
      stream.destroy()
    })
    await expect(db.transaction(async () => 'written')).rejects.toThrow()
    expect(await db.transaction(async () => 'written')).toBe('written')
    await closeDb(db)
  })
})

describe('named statements', () => {
  const named = (seconds = 0) =>
    database.db.$client.query({
      name: 'who_answers',
      text: 'select pg_backend_pid() as pid, pg_sleep($1)',
      values: [seconds],
    }) as Promise<{ rows: { pid: number }[] }>

  it('share a few connections, however many are asked at once', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => named()))
    expect(new Set(answers.map(({ rows }) => rows[0]?.pid)).size).toBeLessThanOrEqual(3)
  })
  it('keep their errors to themselves', async () => {
    const wrong = database.db.$client.query({ name: 'wrong', text: 'select 1 / $1::int', values: [0] })
    const [refused, ...right] = await Promise.allSettled([wrong, named(), named(), named()])
    expect(refused.status).toBe('rejected')
    expect(right.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
  })
  it('are answered all the same when their connection breaks', async () => {
    const [first] = (await named()).rows
    const waiting = Array.from({ length: 6 }, () => named(0.2))
    await database.db.execute(sql`select pg_terminate_backend(${first?.pid}::int)`)
    for (const answer of await Promise.all(waiting)) expect(answer.rows).toHaveLength(1)
    expect((await named()).rows[0]?.pid).not.toBe(first?.pid)
  })
})
