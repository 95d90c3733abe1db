import { eq, sql } from 'drizzle-orm'
import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { id, instant, money, tstzrange } from './columns.ts'
import { Connection } from './pool.ts'
import { testDatabase } from './testing.ts'
import { instantOf, together } from './together.ts'

const gigs = pgTable('gigs', {
  id: id(),
  title: text(),
  genres: text().array().notNull(),
  facts: jsonb().$type<{ guests: number }>(),
  price: money().notNull(),
  during: tstzrange().notNull(),
  seen_at: instant(),
})

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
  await database.db.execute(sql`create table gigs (id bigint primary key generated always as identity, title text,
    genres text[] not null, facts jsonb, price bigint not null, during tstzrange not null, seen_at timestamptz(3))`)
  await database.db.insert(gigs).values([
    {
      title: '2030-01-01T00:00:00+00:00',
      genres: ['jazz', 'son, "alegre"'],
      facts: { guests: 80 },
      price: 2 ** 52,
      during: '[2030-01-01T18:00:00Z,2030-01-01T20:00:00.5Z)',
      seen_at: '2029-12-31T23:59:59.120Z',
    },
    { genres: [], price: 0, during: '[2030-01-02T18:00:00Z,2030-01-02T20:00:00Z)' },
  ])
})
afterAll(() => database.drop())

it('reads in one statement what the selects would find one by one', async () => {
  const { db } = database
  const selects = () => ({
    newest_first: db.select().from(gigs).orderBy(sql`${gigs.id} desc`),
    ends: db
      .select({
        id: gigs.id,
        until: instantOf(sql<string>`upper(${gigs.during})`),
        rich: sql<boolean>`${gigs.price} > 9`,
      })
      .from(gigs)
      .orderBy(gigs.id),
    none: db.select({ title: gigs.title }).from(gigs).where(eq(gigs.price, 7)),
  })
  const { newest_first, ends, none } = selects()
  const alone = { newest_first: await newest_first, ends: await ends, none: await none }
  const query = vi.spyOn(Connection.prototype, 'query')
  const read = await together(db, selects())
  expect(query).toHaveBeenCalledTimes(1)
  query.mockRestore()
  expect(read).toEqual(alone)
  expect(read.ends).toEqual([
    { id: 1, until: '2030-01-01T20:00:00.500Z', rich: true },
    { id: 2, until: '2030-01-02T20:00:00.000Z', rich: false },
  ])
})

it('takes no select with fields within fields', async () => {
  const nested = database.db.select({ gig: { id: gigs.id } }).from(gigs)
  await expect(together(database.db, { nested })).rejects.toThrow('nested')
})
