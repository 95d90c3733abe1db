import { eq, isNull } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Person } from '#app/server/testing.ts'
import { users } from '#features/accounts/table.ts'
import { reviewScene } from './reviews.fixture.ts'
import { review_reports, review_rounds, reviews } from './table.ts'

/* After an account is deleted what it said stays, without its name. */

let s: Awaited<ReturnType<typeof reviewScene>>
beforeEach(async () => {
  s = await reviewScene()
})
afterEach(() => s?.t.close())

async function erase(person: Person) {
  const { t } = s
  await t.db
    .update(users)
    .set({ delete_at: new Date(t.clock.now().getTime() - 1000).toISOString() })
    .where(eq(users.id, person.id))
  await t.app.jobs.runSweeps()
  const [row] = await t.db.select().from(users).where(eq(users.id, person.id))
  expect(row?.deleted_at).not.toBeNull()
}

test('a host who is gone has said it, without a name; the other side may still write, and is told alone', async () => {
  await s.write(s.hunter, 5, 'Puntual y alegre.')
  await erase(s.hunter)
  expect(await s.roundOf(s.rosa)).toMatchObject({ hunter_name: null, can_write: true, theirs: null })
  expect((await s.publicly()).results).toEqual([])
  const { status, body } = await s.write(s.rosa, 4, 'Todo listo a tiempo.')
  expect(status).toBe(200)
  expect(body.theirs).toMatchObject({ text: 'Puntual y alegre.', mark: 5 })
  const { results, summary } = await s.publicly()
  expect(results[0]).toMatchObject({ author: null, text: 'Puntual y alegre.' })
  expect(summary).toMatchObject({ rating: 4.42, rating_count: 1 })
  expect(await s.ratingShown()).toEqual({ rating: 4.42, rating_count: 1 })
  expect(await s.told(s.hunter.id)).toEqual([])
  const [received] = (await s.rosa.get('/api/reviews/')).body.results
  expect(received.author).toBeNull()
})

test('a host who is gone before writing leaves a round that the clock ends', async () => {
  await s.write(s.rosa, 4)
  await erase(s.hunter)
  await s.end()
  expect(await s.t.db.$count(review_rounds, isNull(review_rounds.settled_at))).toBe(0)
  expect((await s.roundOf(s.rosa)).mine).toMatchObject({ mark: 4, can_edit: false })
})

test('a musician who is gone stays named by nobody; their profile is no more, what they wrote to staff neither', async () => {
  await s.write(s.hunter, 5, 'Puntual y alegre.')
  await s.write(s.rosa, 4, 'Todo listo a tiempo.')
  const [about] = await s.t.db.select().from(reviews).where(eq(reviews.side, 'hunter'))
  await s.rosa.post(`/api/reviews/${about?.id}/report/`, { reason: 'private', note: 'Sale mi dirección.' })
  await erase(s.rosa)
  expect((await s.t.as().get(`/api/reviews/projects/${s.project_id}/`)).status).toBe(404)
  const round = await s.roundOf(s.hunter)
  expect(round).toMatchObject({
    project_name: null,
    mine: { mark: 5 },
    theirs: { text: 'Todo listo a tiempo.' },
  })
  expect((await s.hunter.get('/api/reviews/')).body.results[0]).toMatchObject({ author: null })
  const [report] = await s.t.db.select().from(review_reports)
  expect(report).toMatchObject({ reason: 'private', note: '' })
})
