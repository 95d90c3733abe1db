import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePeople } from '#app/server/demo/people.ts'
import { chance } from '#app/server/demo/random.ts'
import { type TestApp, testApp } from '#app/server/testing.ts'
import { all } from './reviews.fixture.ts'
import { distributionOf, ratingOf } from './rules.ts'
import { reviews } from './table.ts'

/* Ratings are nowhere but in the rows: whatever happens to these, what is shown is the formula over them. */

let t: TestApp
let hunter_id: number
beforeAll(async () => {
  t = await testApp({ now: '2026-11-22T15:00:00Z' })
  const people = await t.db.transaction((tx) =>
    makePeople(tx, { now: t.clock.now(), password: 'NadieEntraAqui2026', musicians: 24, bands: 4 }),
  )
  hunter_id = people.hunter_id
}, 120_000)
afterAll(() => t?.close())

/** Columns that disagree with the rows, of projects, of the search and of the matcher. */
async function wrong() {
  const rows = await t.db
    .select({ project_id: reviews.project_id, mark: reviews.mark })
    .from(reviews)
    .where(sql`side = 'hunter' and revealed_at is not null and hidden_at is null`)
  const { rows: stored } = await t.db.execute<{
    id: number
    rating: number | null
    rating_count: number
    searched: number | null
    is_found: boolean
    records: number[]
    record: number
  }>(sql`select p.id::int, p.rating, p.rating_count, f.rating as searched, f.project_id is not null as is_found,
      array(select distinct o.record::int from project_search_offers o where o.project_id = p.id) as records,
      record_points(p.rating, p.rating_count, p.reliability, p.promises, p.reply_minutes) as record
    from music_projects p left join project_search f on f.project_id = p.id`)
  return stored.filter((one) => {
    const marks = rows.filter(({ project_id }) => project_id === one.id).map(({ mark }) => mark ?? 0)
    const rating = ratingOf(marks)
    return (
      one.rating !== rating ||
      one.rating_count !== marks.length ||
      (one.is_found && one.searched !== rating) ||
      one.records.some((record) => record !== one.record)
    )
  })
}

test('invented people have no rating without its rows', async () => {
  expect(await t.db.$count(reviews)).toBeGreaterThan(100)
  expect(await wrong()).toEqual([])
})

test('after 1,000 random operations what is shown is the formula over the rows', async () => {
  const c = chance(11)
  const ids = (
    await t.db.execute<{ id: number }>(sql`select id::int from music_projects order by id`)
  ).rows.map(({ id }) => id)
  const row = () => ({
    ...all(c.between(1, 5)),
    punctuality: c.between(1, 5),
    side: c.pick(['hunter', 'hunter', 'artist'] as const),
    project_id: c.pick(ids),
    hunter_id,
    author_id: hunter_id,
    event_type: 'wedding' as const,
    played_on: '2026-01-01',
    written_at: '2026-01-02T00:00:00Z',
    revealed_at: c.yes(0.5) ? '2026-01-03T00:00:00Z' : null,
  })
  const some = async () =>
    c.pick((await t.db.execute<{ id: number }>(sql`select id::int from reviews order by id`)).rows)?.id ?? 0
  const operations: (() => Promise<unknown>)[] = [
    () => t.db.insert(reviews).values(row()),
    () => t.db.insert(reviews).values(Array.from({ length: c.between(2, 6) }, row)),
    async () =>
      t.db
        .update(reviews)
        .set(all(c.between(1, 5)))
        .where(eq(reviews.id, await some())),
    async () =>
      t.db
        .update(reviews)
        .set({ revealed_at: '2026-01-03T00:00:00Z' })
        .where(eq(reviews.id, await some())),
    async () =>
      t.db
        .update(reviews)
        .set({ hidden_at: '2026-01-04T00:00:00Z', hidden_reason: 'Insulta' })
        .where(eq(reviews.id, await some())),
    async () =>
      t.db
        .update(reviews)
        .set({ hidden_at: null, hidden_reason: null })
        .where(eq(reviews.id, await some())),
    async () =>
      t.db
        .update(reviews)
        .set({ text: 'Otra cosa' })
        .where(eq(reviews.id, await some())),
    async () => t.db.delete(reviews).where(eq(reviews.id, await some())),
  ]
  for (let n = 1; n <= 1000; n++) {
    await c.pick(operations)()
    if (n % 100 === 0) expect(await wrong(), `after ${n}`).toEqual([])
  }
  // As they are shown: on the profile, in the search and beside the reviews.
  const { results } = (await t.as().get('/api/directory/projects/?limit=50&sort=rating')).body
  for (const { id, rating, rating_count } of results) {
    const profile = (await t.as().get(`/api/directory/projects/${id}/`)).body
    const { summary } = (await t.as().get(`/api/reviews/projects/${id}/`)).body
    const marks = await t.db
      .select({ mark: reviews.mark })
      .from(reviews)
      .where(sql`project_id = ${id} and side = 'hunter' and revealed_at is not null and hidden_at is null`)
    const said = { rating: ratingOf(marks.map(({ mark }) => mark ?? 0)), rating_count: marks.length }
    expect([{ rating, rating_count }, profile, summary]).toMatchObject([said, said, said])
    expect(summary.distribution).toEqual(distributionOf(marks.map(({ mark }) => mark ?? 0)))
  }
  expect(results.length).toBeGreaterThan(10)
}, 120_000)

test('twenty at once about one project are all counted', async () => {
  const [one] = (
    await t.db.execute<{ id: number }>(sql`select id::int from music_projects order by id limit 1`)
  ).rows
  const project_id = one?.id ?? 0
  const before = (await t.as().get(`/api/directory/projects/${project_id}/`)).body.rating_count
  await Promise.all(
    Array.from({ length: 20 }, () =>
      t.db.insert(reviews).values({
        ...all(5),
        side: 'hunter',
        project_id,
        hunter_id,
        author_id: hunter_id,
        event_type: 'wedding',
        played_on: '2026-01-01',
        written_at: '2026-01-02T00:00:00Z',
        revealed_at: '2026-01-03T00:00:00Z',
      }),
    ),
  )
  expect((await t.as().get(`/api/directory/projects/${project_id}/`)).body.rating_count).toBe(before + 20)
  expect(await wrong()).toEqual([])
})
