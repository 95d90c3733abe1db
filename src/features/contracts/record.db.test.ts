import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePeople } from '#app/server/demo/people.ts'
import { chance } from '#app/server/demo/random.ts'
import { wedding } from '#app/server/scenes/wedding.fixture.ts'
import { type TestApp, testApp } from '#app/server/testing.ts'
import { DAY, MINUTE } from '#core/contract/time.ts'
import { replies } from '#features/hiring/table.ts'
import { reportMissing, withdrawContract } from './contract.leaving.ts'
import { contracts, promises } from './table.ts'

/* What is known of a project is nowhere but in the rows: whatever happens to these, what is shown is the formula over them. */

let t: TestApp
beforeAll(async () => {
  t = await testApp({ now: '2026-11-22T15:00:00Z' })
  await t.db.transaction((tx) =>
    makePeople(tx, { now: t.clock.now(), password: 'NadieEntraAqui2026', musicians: 12, bands: 2 }),
  )
}, 120_000)
afterAll(() => t?.close())

/** Promises kept of promises made, four decimals; 1 where none was made. */
const reliabilityOf = (kept: readonly boolean[]) =>
  kept.length === 0 ? 1 : Math.round((kept.filter(Boolean).length / kept.length) * 10_000) / 10_000

/** The median in whole minutes, one at least; null without answers. */
function replyMinutesOf(took: readonly number[]): number | null {
  if (took.length === 0) return null
  const sorted = [...took].sort((a, b) => a - b)
  const at = (n: number) => sorted[n] ?? 0
  const half = Math.floor(sorted.length / 2)
  const median = sorted.length % 2 === 1 ? at(half) : (at(half - 1) + at(half)) / 2
  return Math.max(1, Math.floor(median / MINUTE + 0.5))
}

/** Projects whose figures disagree with their rows, in the profile's columns or in what the matcher reads. */
async function wrong() {
  const made = await t.db.select().from(promises)
  const given = await t.db.select().from(replies)
  const { rows } = await t.db.execute<{
    id: number
    gigs_played: number
    promises: number
    reliability: number
    replies: number
    reply_minutes: number | null
    record: number
    records: number[]
  }>(sql`select p.id::int, p.gigs_played, p.promises, p.reliability, p.replies, p.reply_minutes,
      record_points(p.rating, p.rating_count, p.reliability, p.promises, p.reply_minutes) as record,
      array(select distinct o.record::int from project_search_offers o where o.project_id = p.id) as records
    from music_projects p`)
  return rows.filter((one) => {
    const kept = made.filter(({ project_id }) => project_id === one.id).map((row) => row.kept)
    const took = given
      .filter(({ project_id }) => project_id === one.id)
      .map(({ asked_at, answered_at }) => Date.parse(answered_at) - Date.parse(asked_at))
    return (
      one.gigs_played !== kept.filter(Boolean).length ||
      one.promises !== kept.length ||
      Math.abs(one.reliability - reliabilityOf(kept)) > 1e-6 ||
      one.replies !== took.length ||
      one.reply_minutes !== replyMinutesOf(took) ||
      one.records.some((record) => record !== one.record)
    )
  })
}

test('invented people have no figures without their rows', async () => {
  expect(await t.db.$count(promises)).toBeGreaterThan(100)
  expect(await t.db.$count(replies)).toBeGreaterThan(30)
  expect(await wrong()).toEqual([])
})

test('after 300 random operations what is shown is the formula over the rows', async () => {
  const c = chance(12)
  const ids = (await t.db.execute<{ id: number }>(sql`select id::int from music_projects order by id`)).rows
  const one = () => c.pick(ids).id
  const now = t.clock.now().getTime()
  const promise = () => ({ project_id: one(), kept: c.yes(0.8), settled_at: new Date(now).toISOString() })
  const reply = () => {
    const answered = now - c.between(0, 80 * DAY)
    return {
      project_id: one(),
      asked_at: new Date(answered - c.between(1, 3 * DAY)).toISOString(),
      answered_at: new Date(answered).toISOString(),
    }
  }
  const some = async (table: typeof promises | typeof replies) => {
    const all = await t.db.select({ id: table.id }).from(table).orderBy(table.id)
    return all.length > 0 ? c.pick(all).id : 0
  }
  const operations: (() => Promise<unknown>)[] = [
    () => t.db.insert(promises).values(promise()),
    () => t.db.insert(promises).values(Array.from({ length: c.between(2, 6) }, promise)),
    () => t.db.insert(replies).values(reply()),
    () => t.db.insert(replies).values(Array.from({ length: c.between(2, 6) }, reply)),
    async () =>
      t.db
        .update(promises)
        .set({ kept: c.yes(0.5) })
        .where(eq(promises.id, await some(promises))),
    async () => t.db.delete(promises).where(eq(promises.id, await some(promises))),
    async () => t.db.delete(replies).where(eq(replies.id, await some(replies))),
  ]
  for (let n = 1; n <= 300; n++) {
    await c.pick(operations)()
    if (n % 50 === 0) expect(await wrong(), `after ${n}`).toEqual([])
  }
}, 120_000)

test('an answer counts for ninety days', async () => {
  t.clock.move(91 * DAY)
  for (let n = 0; n < 3; n++) await t.app.jobs.runSweeps()
  expect(await t.db.$count(replies)).toBe(0)
  expect(await wrong()).toEqual([])
}, 60_000)

/** Somebody who plays a wedding, agreed on and paid, and what is known of them. */
async function booked(starts_at: string) {
  const boss = await t.person('TALENT_HUNTER')
  const player = await t.person('MUSICIAN')
  const scene = await wedding(t, 'paid', boss, [{ project_ids: [player.project_id ?? 0] }], { starts_at })
  const [contract] = await t.db
    .select({ id: contracts.id })
    .from(contracts)
    .where(eq(contracts.order_id, scene.order_id))
  const known = async () =>
    (await t.anonymous.get(`/api/directory/projects/${player.project_id}/`)).body as Record<string, number>
  return { boss, player, contract_id: contract?.id ?? 0, known }
}

test('whoever answers, plays, withdraws or doesn’t come is known for it, in the transaction of the step', async () => {
  const at = new Date(t.clock.now().getTime() + 30 * DAY).toISOString()
  const plays = await booked(at)
  const leaves = await booked(at)
  const missed = await booked(at)
  for (const { known } of [plays, leaves, missed])
    expect(await known()).toMatchObject({ promises: 0, reliability: null, replies: 1 })
  await leaves.player.api(withdrawContract, {
    params: { id: leaves.contract_id },
    body: { reason: 'Me enfermé' },
  })
  expect(await leaves.known()).toMatchObject({ promises: 1, reliability: 0, gigs_played: 0 })
  t.clock.set(new Date(Date.parse(at) + 60 * MINUTE))
  await missed.boss.api(reportMissing, { params: { id: missed.contract_id }, body: { reason: 'No llegó' } })
  expect(await missed.known()).toMatchObject({ promises: 1, reliability: 0 })
  t.clock.set(new Date(Date.parse(at) + 3 * DAY))
  await t.app.jobs.runSweeps()
  expect(await plays.known()).toMatchObject({ promises: 1, reliability: 1, gigs_played: 1 })
  expect(await wrong()).toEqual([])
}, 120_000)
