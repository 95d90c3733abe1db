import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { HOUR } from '#core/contract/time.ts'
import { prove } from '#features/ledger/commands.ts'
import { notifications } from '#features/notifications/table.ts'
import { CELLS, type Cell, CLOCK, MEANINGS, type Meaning, TIMES } from '../changes.fixture.ts'
import { type LessonState, SIDES, type Side } from '../contract.ts'
import { NOW, student, teacher } from '../scene.fixture.ts'
import type { Lesson } from './contract.ts'
import { creditsOf } from './queries.ts'
import { substituting } from './substitutes.fixture.ts'

/* The table of changes, cancellations and not coming, carried out: what is in the books then, and who was told. */

const AT = '/api/lessons/'
let t: TestApp
beforeAll(async () => {
  t = await testApp({ now: NOW, max: 10 })
})
afterAll(async () => {
  await prove(t.app, t.clock.now())
  await t.close()
})

const { slot, step, books } = substituting(() => t)

/** How a lesson is paid: by itself and as the first one, both by hand; or by a credit. */
const WAYS = ['single', 'trial', 'package'] as const
type Way = (typeof WAYS)[number]
const PRICE = { single: 2000, trial: 500, package: 0 } as const

/** A student and a teacher of theirs, with a lesson. */
interface Scene {
  people: Record<Side, Person & { service_id?: number }>
  id: number
  starts_at: string
  pack_id: number
}

const until = (starts_at: string, hours: number) =>
  t.clock.move(Date.parse(starts_at) - hours * HOUR - t.clock.now().getTime())

/** A package of four that was paid, and confirmed to be. */
async function packed(who: Person, gives: Person & { service_id: number }): Promise<number> {
  const { body } = await who.post(`${AT}packages/`, { service_id: gives.service_id, size: 4 })
  await who.post(`${AT}payments/package/${body.id}/`, { method: 'cash' })
  await gives.post(`${AT}payments/package/${body.id}/confirm/`)
  return body.id
}

/** A lesson in a state, that was asked for so many hours before it begins. */
async function lessonIn(
  way: Way,
  { state, moved_by }: Pick<Cell, 'state' | 'moved_by'>,
  since: number,
): Promise<Scene> {
  const [who, gives] = [await student(t), await teacher(t)]
  const { service_id } = gives
  let starts_at = slot(9)
  const pack_id = way === 'package' ? await packed(who, gives) : 0
  until(starts_at, since)
  const asked =
    way === 'package'
      ? await who.post(`${AT}series/`, { package_id: pack_id, note: '', starts: [starts_at] })
      : await who.post(AT, { service_id, kind: way, starts_at, note: '' })
  expect(asked.status, JSON.stringify(asked.body)).toBe(201)
  const id: number = way === 'package' ? asked.body.results[0].id : asked.body.id
  if (state !== 'requested') expect((await step(gives, id, 'accept')).status).toBe(200)
  if (state !== 'requested' && state !== 'accepted' && way !== 'package') {
    await who.post(`${AT}payments/lesson/${id}/`, { method: 'cash' })
    expect((await gives.post(`${AT}payments/lesson/${id}/confirm/`)).status).toBe(200)
  }
  if (state === 'rescheduled') {
    starts_at = new Date(Date.parse(starts_at) + 24 * HOUR).toISOString()
    const moved = await (moved_by === 'teacher' ? gives : who).post(`${AT}${id}/move/`, { starts_at })
    expect(moved.status, JSON.stringify(moved.body)).toBe(200)
  }
  if (state === 'held') {
    until(starts_at, -1)
    await t.app.jobs.runSweeps()
  }
  expect((await read(who, id)).state).toBe(state)
  return { people: { student: who, teacher: gives }, id, starts_at, pack_id }
}

const read = async (who: Person, id: number): Promise<Lesson> => (await who.get(`${AT}${id}/`)).body

/** What of lessons somebody was told, oldest first: the type and what of it. */
const toldTo = async (who: Person) =>
  (
    await t.db
      .select({ type: notifications.type, subject: notifications.subject })
      .from(notifications)
      .where(eq(notifications.user_id, who.id))
      .orderBy(asc(notifications.id))
  ).map(({ type, subject }) => `${type} ${subject}`)

/** Who was told something of the lesson that they weren't told before. */
async function watched({ people, id }: Scene) {
  const before = await Promise.all(SIDES.map((side) => toldTo(people[side])))
  return async () => {
    const now = await Promise.all(SIDES.map((side) => toldTo(people[side])))
    return SIDES.flatMap((side, n) => {
      const news = (now[n] ?? []).slice(before[n]?.length)
      // Nothing else is told either, and nothing twice.
      expect(new Set(news).size, news.join()).toBe(news.length)
      for (const one of news) expect(one).toMatch(new RegExp(`^LESSON_(CHANGED|CONFIRMED) lesson:${id} `))
      return news.length > 0 ? [side] : []
    })
  }
}

/** What a lesson's money and credit are after a step, by what the table says that it means. */
async function expectBooks(scene: Scene, way: Way, from: LessonState, means: Meaning) {
  const { people, id, pack_id } = scene
  const { money, credit } = MEANINGS[means]
  if (way === 'package') {
    const spent = credit === 'returns' ? 0 : 1
    const credits = (await creditsOf(t.db, [pack_id])).get(pack_id)
    expect(credits).toEqual({ left: 4 - spent, spent, expired: 0 })
    return
  }
  const { payments } = await read(people.student, id)
  const [price, fee] = [PRICE[way], PRICE[way] * 0.08]
  const inBooks = { held: 0, earned: 0, owed: 0, fees: 0, ...(await books(people.teacher)) }
  if (from === 'requested' || from === 'accepted') {
    // Nothing was paid yet: what was asked for isn't any more, where that was due.
    expect(inBooks).toEqual({ held: 0, earned: 0, owed: 0, fees: 0 })
    const due = from === 'accepted' || means === 'on'
    expect(payments).toMatchObject(
      due ? [{ state: means === 'on' ? 'due' : 'cancelled', amount: price }] : [],
    )
    return
  }
  const stands = {
    stays: { books: { held: price, earned: 0, owed: 0, fees: 0 }, paid: [{ state: 'held' }] },
    earned: { books: { held: 0, earned: price - fee, owed: 0, fees: fee }, paid: [{ state: 'released' }] },
    returns: {
      books: { held: 0, earned: 0, owed: price, fees: 0 },
      paid: [{ state: 'refunded' }, { is_refund: true, state: 'due', amount: price }],
    },
  }[money]
  expect(inBooks).toEqual(stands.books)
  expect(payments).toMatchObject(stands.paid)
}

/** Of each line the first entry of its kind: what costs the same at two times is carried out at one. */
const lines = CELLS.filter(
  (cell, n) =>
    cell.means !== '-' &&
    cell.means !== '.' &&
    CELLS.findIndex((one) =>
      (['state', 'moved_by', 'side', 'step', 'means'] as const).every((name) => one[name] === cell[name]),
    ) === n,
)
/** How a lesson in a state may have been paid; what is said of a trial is carried out where it wasn't moved. */
function ways(state: LessonState): readonly Way[] {
  // What a package pays never waits to be paid.
  if (state === 'accepted') return ['single', 'trial']
  return state === 'rescheduled' ? ['single', 'package'] : WAYS
}

describe('what each step leaves in the books, and who is told', () => {
  const tried = lines.flatMap((cell) =>
    ways(cell.state).map((way) => ({ ...cell, way, means: cell.means as Meaning })),
  )
  test.each(tried)('$way, $state ($moved_by): $side $step, $time before: $means', async (cell) => {
    const { state, side, step: name, time, means, told, way } = cell
    const hours = TIMES.find((one) => one.name === time)?.hours[1] ?? 0
    // What waits for an answer, or for its payment, is asked for shortly before.
    const isUnsettled = state === 'requested' || state === 'accepted'
    const scene = await lessonIn(way, cell, isUnsettled ? hours + 1 : 60)
    until(scene.starts_at, hours)
    const news = await watched(scene)
    const who = scene.people[side]
    const taken =
      name === 'reschedule'
        ? await who.post(`${AT}${scene.id}/move/`, { starts_at: slot(5) })
        : await step(who, scene.id, name)
    expect(taken.status, JSON.stringify(taken.body)).toBe(200)
    expect(await news()).toEqual(told)
    await expectBooks(scene, way, state, means)
  })
})

describe('what the clock does by itself', () => {
  const tried = CLOCK.flatMap((one) => ways(one.state).map((way) => ({ ...one, way })))
  test.each(tried)('$way, $state since $since h before: $step $until h before', async (one) => {
    const { state, since, until: limit, means, told, way } = one
    const scene = await lessonIn(way, { state, moved_by: null }, Math.max(since, 0) || 60)
    const news = await watched(scene)
    until(scene.starts_at, limit + 1 / 60)
    await t.app.jobs.runSweeps()
    expect((await read(scene.people.student, scene.id)).state, 'a minute before').toBe(state)
    const soon = await news()
    // The clock runs on while it is asked for.
    until(scene.starts_at, limit - 1 / 60)
    await t.app.jobs.runSweeps()
    const left = await read(scene.people.student, scene.id)
    expect(left.state).toBe({ lapse: 'lapsed', hold: 'held', confirm: 'confirmed' }[one.step])
    expect([soon, await news()]).toEqual([[], told])
    await expectBooks(scene, way, state, means)
  })
})
