import { randomInt } from 'node:crypto'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY, MINUTE } from '#core/contract/time.ts'
import { sessions } from '#features/accounts/table.ts'
import { handlers } from '#features/budgets/jobs.ts'
import { answered } from '#features/budgets/queues.ts'
import { orders } from '#features/hiring/table.ts'
import { findOptions } from '#features/hiring/talent/commands.adjustment.ts'
import { project_members } from '#features/projects/table.ts'
import { CLOSE_AFTER } from '#features/results/rules.benchmark.ts'
import { REPORT_AFTER } from '#features/results/rules.ts'
import type { Act } from './anySteps.calls.fixture.ts'
import { actsAt } from './anySteps.fixture.ts'
import { leftBehind } from './leftBehind.fixture.ts'
import { STOPS, type Stop } from './scenes/order.ts'
import { NOW, wedding } from './scenes/wedding.fixture.ts'
import { type Person, type TestApp, testApp } from './testing.ts'
import { enterWorld, openWorlds, rowsNow, storeWorld } from './worlds.fixture.ts'

/*
 * Whatever people do in whatever order, no hold, no busy time, no notification and no money is left behind that the stage
 * of its order doesn't explain. Sequences of calls are drawn from the tables of steps, with refused ones among them, from
 * an order at any stop on; what is there is looked at after each. At the end every day passes, and what was played goes on
 * to its results and until it is closed.
 *
 * STEPS_RUNS=1000 for a longer search, STEPS_SEED=<number> or STEPS_SEED=random for another, STEPS_FROM=paid to begin at
 * one stop alone.
 */

const SEED = process.env.STEPS_SEED === 'random' ? randomInt(2 ** 31) : Number(process.env.STEPS_SEED ?? 13)
const RUNS = Number(process.env.STEPS_RUNS ?? 30)
/** When every evening begins. */
const STARTS = '2026-03-22T00:00:00.000Z'
const BEGINS: readonly Stop[] = STOPS.filter((stop) => stop === (process.env.STEPS_FROM ?? stop))

let t: TestApp
const people = new Map<string, Person>()
/** The schema that holds the rows of an order at each stop. */
const worldOf = (stop: Stop) => `world_${stop}`
/** When it is there: the clock never goes back. */
const leftAt = new Map<Stop, number>()

/** Luis plays with Sara; Leo and Eva, who is asked by herself too, are their substitutes. */
async function trioOf([, luis, eva]: readonly Person[]): Promise<number> {
  if (!luis || !eva) throw new Error('nobody for a trio')
  const trio = await t.project(luis.id, 'GROUP', 'Trío Volcán')
  const sara = await t.person('MUSICIAN', { name: 'Sara Poncio' })
  const leo = await t.person('MUSICIAN', { name: 'Leo Caal' })
  const joins = async (who: Person, more: Partial<typeof project_members.$inferInsert>) =>
    (
      await t.db
        .insert(project_members)
        .values({ project_id: trio, user_id: who.id, role: 'COLLABORATOR', joined_at: NOW, ...more })
        .returning({ id: project_members.id })
    )[0]?.id
  const place = await joins(sara, { function: 'voice', fee: 5_000 })
  for (const [at, who] of [leo, eva].entries())
    await joins(who, { required: false, substitute_for: place, substitute_rank: at + 1 })
  const token = await t.session(luis.id, trio)
  people.set(`project ${trio}`, { ...luis, ...(await t.as({ token })), token, project_id: trio })
  return trio
}

beforeAll(async () => {
  t = await testApp({ now: NOW })
  const ana = await t.person('TALENT_HUNTER', { name: 'Ana Lucía Paz' })
  const berta = await t.person('TALENT_HUNTER', { name: 'Berta Sis' })
  const musicians = []
  for (const name of ['Rosa Ixchel', 'Luis Canel', 'Eva Tzul'])
    musicians.push(await t.person('MUSICIAN', { name }))
  for (const who of [ana, berta]) people.set(`hunter ${who.id}`, who)
  for (const who of musicians) people.set(`project ${who.project_id}`, who)
  const [rosa = 0, , eva = 0] = musicians.map(({ project_id }) => project_id ?? 0)
  const trio = await trioOf(musicians)
  await openWorlds(t.db)
  for (const stop of BEGINS) {
    t.clock.set(new Date(NOW))
    // Somebody else wants Rosa that evening: whoever she answers first has her.
    if (stop === 'asked')
      await wedding(t, 'asked', berta, [{ project_ids: [rosa, eva] }], { starts_at: STARTS })
    const wishes = [
      { project_ids: [rosa, eva] },
      { project_ids: [trio] },
      { project_ids: [rosa], required: false },
    ]
    await wedding(t, stop, ana, wishes, { starts_at: STARTS })
    await t.app.jobs.runSweeps()
    await t.app.jobs.drain()
    expect(await leftBehind(t.db, t.clock.now()), stop).toEqual([])
    await storeWorld(t.db, worldOf(stop))
    leftAt.set(stop, t.clock.now().getTime())
  }
}, 240_000)
afterAll(() => t?.close())

/** The jobs that musicians' answers leave: other orders lose who is taken now, hunters are told. */
async function answersArrive(): Promise<void> {
  const job = handlers.find(({ queue }) => queue.name === answered.name)
  const { rows } = await t.db.$client.query<{ id: string; data: object }>({
    name: 'answers that arrive',
    text: `delete from pgboss.job where name = '${answered.name}' returning id, data`,
  })
  for (const { id, data } of rows)
    await job?.run(t.app, data, { id, attempt: 1, signal: AbortSignal.timeout(60_000) })
}

/** An option of an order's adjustment, once they are found. */
async function optionOf(order_id: number, which: number): Promise<string> {
  const read = async () =>
    (await t.db.select({ adjustment: orders.adjustment }).from(orders).where(eq(orders.id, order_id)))[0]
      ?.adjustment
  const asked = await read()
  if (asked?.pending) await findOptions(t.app, order_id, asked.asked_at)
  const options = (await read())?.options ?? []
  return options[which % Math.max(1, options.length)]?.id ?? 'keep'
}

let calls = 0
/** From so many calls on it is a long search. */
const LONG = 3000
/** What became of the calls, by name: how many went through, how many were refused. */
const counted = new Map<string, [through: number, refused: number]>()

/** Does it, as whoever may; what isn't allowed is refused, and nothing is a fault of the server. */
async function take(act: Act): Promise<string> {
  if ('until' in act) {
    t.clock.set(new Date(act.until))
    // They have looked in meanwhile: nobody's session has run out, and is cleared away.
    await t.db.update(sessions).set({ expires_at: '2999-01-01T00:00:00.000Z' })
    await t.app.jobs.runSweeps()
    return act.name
  }
  const who = people.get(
    'hunter_id' in act.who ? `hunter ${act.who.hunter_id}` : `project ${act.who.project_id}`,
  )
  const call =
    'path' in act
      ? act
      : {
          ...{ method: 'POST' as const, path: `/api/orders/${act.order_id}/adjust/` },
          body: { option: await optionOf(act.order_id, act.which) },
        }
  calls++
  const { status, text } = await t.inject({
    method: call.method,
    url: call.path,
    payload: call.body,
    headers: { authorization: `Bearer ${who?.token}` },
    // A few calls a minute from one address: each comes from another.
    remoteAddress: `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`,
  })
  const said = `${act.name} ${call.method} ${call.path} by ${who?.name}: ${status} ${status < 300 ? '' : text.slice(0, 300)}`
  expect([200, 201, 404, 403, 409, 422], said).toContain(status)
  const [through, refused] = counted.get(act.name) ?? [0, 0]
  counted.set(act.name, status < 300 ? [through + 1, refused] : [through, refused + 1])
  await answersArrive()
  return said
}

/** Deposits of agreements that ended without the gig: what comes back of them is said. */
async function refundsAreSaid(): Promise<string[]> {
  const { rows } = await t.db.$client.query<{ id: number; hunter_id: number }>({
    name: 'deposits of agreements that ended',
    text: `select id::int, hunter_id::int from contracts where state in ('voided', 'rejected', 'expired')
      and exists (select from payments p where p.subject = 'contract:' || contracts.id and p.kind in ('deposit', 'balance')
        and (p.held_at is not null or p.state = 'processing'))`,
  })
  const silent: string[] = []
  for (const { id, hunter_id } of rows) {
    const read = await people.get(`hunter ${hunter_id}`)?.get(`/api/contracts/${id}/`)
    const outcome = read?.body.deposit_outcome
    const sound = outcome && outcome.refund >= 0 && outcome.refund + outcome.carried <= outcome.paid
    if (!sound)
      silent.push(`agreement ${id} doesn’t say what becomes of its deposit: ${JSON.stringify(outcome)}`)
  }
  return silent
}

/** The further an order has come, the more there is to go wrong. */
const often = BEGINS.map((stop, at) => ({ weight: 1 + Math.floor(at / 2), arbitrary: fc.constant(stop) }))
// Small numbers would draw the first of what can be done more often than the rest.
const draws = fc.noBias(
  fc.record({
    stop: fc.oneof(...often),
    numbers: fc.array(fc.nat(99_999), { minLength: 4, maxLength: 10 }),
  }),
)

test(`whatever is done leaves nothing behind (seed ${SEED}, ${RUNS} sequences)`, async () => {
  await fc.assert(
    fc.asyncProperty(draws, async ({ stop, numbers }) => {
      await enterWorld(t.db, worldOf(stop))
      t.clock.set(new Date((leftAt.get(stop) ?? 0) + MINUTE))
      const story = [`from ${stop}`]
      const isSound = async (when?: 'past' | 'closed') => {
        const faults = await leftBehind(t.db, t.clock.now(), when)
        expect(faults, story.join('\n')).toEqual([])
      }
      for (const number of numbers) {
        const rows = await rowsNow(t.db)
        // One in eight may be refused.
        const acts = actsAt({ rows, now: t.clock.now(), which: number % 97 }, number % 8 === 0)
        const act = acts[Math.floor(number / 8) % Math.max(1, acts.length)]
        if (!act) break
        story.push(await take(act))
        await isSound()
      }
      expect(await refundsAreSaid(), story.join('\n')).toEqual([])
      const ends = (await rowsNow(t.db)).orders.map(({ ends_at }) => Date.parse(ends_at))
      const over = Math.max(t.clock.now().getTime(), ...ends) + 2 * DAY
      story.push(await take({ name: 'everything is past', until: over }))
      await isSound('past')
      // Of what wasn't played nothing follows; else nobody says how it was, and the clock goes on to the results, and closes.
      const { orders: all } = await rowsNow(t.db)
      if (!all.some(({ stage }) => stage === 'delivered' || stage === 'results')) return
      for (const [name, after] of [
        ['results', REPORT_AFTER],
        ['closed', CLOSE_AFTER],
      ] as const) {
        story.push(await take({ name, until: t.clock.now().getTime() + after + MINUTE }))
        await isSound(name === 'closed' ? 'closed' : 'past')
      }
    }),
    { seed: SEED, numRuns: RUNS, endOnFailure: true },
  )
}, 3_600_000)

test('most of what was tried went through, and in a long search everything did once', () => {
  const lines = [...counted].map(
    ([name, [through, refused]]) => `${name}: ${through} through, ${refused} refused`,
  )
  console.log(`${calls} calls\n${lines.sort().join('\n')}`)
  const through = [...counted.values()].reduce((sum, [one]) => sum + one, 0)
  expect(through).toBeGreaterThan(calls / 2)
  if (calls > LONG && BEGINS.length === STOPS.length)
    expect([...counted].filter(([, [one]]) => one === 0)).toEqual([])
})
