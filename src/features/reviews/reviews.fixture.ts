import { eq, sql } from 'drizzle-orm'
import { NOW, wedding } from '#app/server/scenes/wedding.fixture.ts'
import { type Person, testApp } from '#app/server/testing.ts'
import { DAY } from '#core/contract/time.ts'
import { transaction } from '#core/server/work.ts'
import { events } from '#features/events/table.ts'
import { decideReview } from './commands.ts'
import type { ReviewRound } from './contract.ts'
import { WINDOW } from './rules.ts'
import { review_rounds, reviews } from './table.ts'

/** Marks of a review: all the same. */
export const all = (mark: number, text = '') => ({
  satisfaction: mark,
  professionalism: mark,
  communication: mark,
  punctuality: mark,
  text,
})

/** A host and a musician whose wedding was delivered a moment ago, and what tests of reviews do over and over. */
export async function reviewScene() {
  const t = await testApp({ now: NOW })
  const hunter = await t.person('TALENT_HUNTER', { name: 'Ana Lucía Paz' })
  const rosa = await t.person('MUSICIAN', { name: 'Rosa Ixchel' })
  const stranger = await t.person('TALENT_HUNTER')
  const project_id = rosa.project_id ?? 0
  const starts_at = new Date((Math.floor(t.clock.now().getTime() / DAY) + 20) * DAY).toISOString()
  const { order_id } = await wedding(t, 'delivered', hunter, [{ project_ids: [project_id] }], { starts_at })
  const [event] = await t.db.select().from(events).where(eq(events.order_id, order_id))
  const [row] = await t.db.select().from(review_rounds)
  if (!event || !row) throw new Error('no round was opened')
  const path = `/api/reviews/rounds/${row.id}/`

  const roundOf = async (person: Person): Promise<ReviewRound> =>
    (await person.get('/api/reviews/rounds/')).body.results[0]
  const write = (person: Person, mark: number, text = '') => person.post(path, all(mark, text))
  /** Nothing is written, and the time begins now. */
  async function fresh() {
    await t.db.delete(reviews)
    await t.db.update(review_rounds).set({
      opened_at: t.clock.now().toISOString(),
      closes_at: new Date(t.clock.now().getTime() + WINDOW).toISOString(),
      settled_at: null,
      reminded_at: null,
    })
    await t.db.execute(sql`delete from notifications where type like 'REVIEW%'`)
  }
  /** The time is over, as far as the round knows. */
  async function end() {
    await t.db.update(review_rounds).set({ closes_at: t.clock.now().toISOString() })
    await t.app.jobs.runSweeps()
  }
  const decide = (id: number, hidden: { reason: string } | null) =>
    transaction(t.app, t.clock.now(), (work) => decideReview(work, id, 'Marta', hidden))
  const publicly = async () => (await t.as().get(`/api/reviews/projects/${project_id}/`)).body
  const ratingShown = async () => {
    const { rating, rating_count } = (await t.as().get(`/api/directory/projects/${project_id}/`)).body
    return { rating, rating_count }
  }
  /** Types, versions and voices of what somebody was told of reviews. */
  const told = async (user_id: number) =>
    (
      await t.db.execute<{ type: string; version: number }>(sql`select type, version from notifications
        where user_id = ${user_id} and type like 'REVIEW%' order by id`)
    ).rows.map(({ type, version }) => `${type} ${version}`)
  return {
    ...{ t, hunter, rosa, stranger, project_id, event, order_id, round_id: row.id, path },
    ...{ roundOf, write, fresh, end, decide, publicly, ratingShown, told },
  }
}
