import { randomInt } from 'node:crypto'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { Failure } from '#core/contract/errors.ts'
import { DAY } from '#core/contract/time.ts'
import type { AnyEndpoint } from '#core/server/route.ts'
import { type AccountType, permissionsOf } from '#features/access/rules.ts'
import { users } from '#features/accounts/table.ts'
import { givePlan } from '#features/plans/plans.fixture.ts'
import { createProject } from '#features/projects/contract.ts'
import { music_projects, project_members } from '#features/projects/table.ts'
import { staffIn } from '#features/staff/staff.fixture.ts'
import { routes } from './features.ts'
import { refusalOf, type Shot, shotsAt, urlOf } from './fuzz.fixture.ts'
import { OF_OTHERS } from './others.fixture.ts'
import { briefWith } from './scenes/brief.ts'
import { SERVICE } from './scenes/cast.ts'
import { STOPS } from './scenes/order.ts'
import { type OtherPeople, peopleWithThings } from './scenes/others.fixture.ts'
import { wedding } from './scenes/wedding.fixture.ts'
import { type TestApp, testApp } from './testing.ts'

/*
 * Every endpoint, called by everybody with requests made from its contract and bent out of shape. Nothing of it is a
 * 5xx or reaches the database as a value that it refuses, each failure has the one shape, and what the contract
 * refuses gets the status that it demands.
 *
 * It takes two minutes at most: each endpoint has its share of the time that is left, and no fewer than a few tries
 * however slow the machine is. FUZZ_SEED=<number> or FUZZ_SEED=random, FUZZ_RUNS=<a call's number> and
 * FUZZ_SECONDS=<in all> for longer searches.
 */

const SEED = process.env.FUZZ_SEED === 'random' ? randomInt(2 ** 31) : Number(process.env.FUZZ_SEED ?? 13)
const RUNS = Number(process.env.FUZZ_RUNS ?? 25)
const SECONDS = Number(process.env.FUZZ_SECONDS ?? 120)
/** Tries that each endpoint has, whatever the time. */
const LEAST = 5

interface Caller {
  token: string | null
  /** What the account may do; an unverified one may do little of it. */
  permissions: readonly string[]
  renew: () => Promise<string | null>
}

let t: TestApp
/** Rows that are there, a set for each order. */
const worlds: OtherPeople[] = []
const callers: Record<string, Caller> = {}
const CALLERS = [
  'nobody',
  'hunter',
  'musician',
  'member',
  'student',
  'unverified',
  'stranger',
  'staff',
] as const
/** What the server logged as its own fault during a call. */
let faults: string[] = []

beforeAll(async () => {
  const log = pino(
    { level: 'warn' },
    {
      write: (line: string) => {
        faults.push(line)
      },
    },
  )
  t = await testApp({ now: '2026-11-20T15:00:00Z', log })
  const others = await peopleWithThings(t)
  worlds.push(others)
  // Whoever guesses what a value is by its looks takes these names for moments.
  await t.db.update(users).set({ name: sql`'2026-01-01T00:00x ' || ${users.name}` })
  await t.db.update(music_projects).set({ name: sql`'2026-01-01T00:00 ' || ${music_projects.name}` })
  const [hunter, musician] = t.people
  if (!hunter || !musician) throw new Error('nobody is there')
  // One order of every stage, all of them of the same two.
  const project_ids = [musician.project_id ?? 0]
  for (const [n, stop] of STOPS.entries()) {
    const scene = await wedding(t, stop, hunter, [{ project_ids }], {
      starts_at: new Date(Date.parse('2027-01-10T20:00:00Z') + n * 7 * DAY).toISOString(),
    })
    worlds.push({
      ...others,
      order: scene.order_id,
      slot: scene.slot_ids[0] ?? others.slot,
      request: scene.request_ids[0]?.[0] ?? others.request,
      budget: scene.budget_ids[0] ?? others.budget,
      contract: scene.contracts[0]?.id ?? others.contract,
    })
  }
  const member = await t.person('MUSICIAN')
  // With the others' bands it would be one more than the free plan has room for.
  await givePlan(t.db, musician.id)
  const band = await musician.api(createProject, {
    body: { name: '2026-01-01T00:00 Los Tercos', project_type: 'GROUP' },
  })
  await t.db.insert(project_members).values({ project_id: band.id, user_id: member.id, role: 'COLLABORATOR' })
  const student = await t.person('STUDENT')
  const unverified = await t.person('TALENT_HUNTER', { verified: false })
  const stranger = await t.person('MUSICIAN')
  await t.secondFactor(stranger)
  const enter = async (name: string, id: number, account_type: AccountType, project: number | null) => {
    const renew = () => t.session(id, project)
    const permissions = permissionsOf({
      account_type,
      project_type: project === band.id ? 'GROUP' : 'INDIVIDUAL',
      owner: project !== band.id,
      staff: name === 'staff',
    })
    callers[name] = { token: await renew(), permissions, renew }
  }
  callers.nobody = { token: null, permissions: [], renew: async () => null }
  await enter('hunter', hunter.id, 'TALENT_HUNTER', null)
  await enter('musician', musician.id, 'MUSICIAN', musician.project_id)
  await enter('member', member.id, 'MUSICIAN', band.id)
  await enter('student', student.id, 'STUDENT', null)
  await enter('unverified', unverified.id, 'TALENT_HUNTER', null)
  await enter('stranger', stranger.id, 'MUSICIAN', stranger.project_id)
  await enter('staff', (await staffIn(t)).id, 'STUDENT', null)
}, 120_000)
afterAll(() => t?.close())

let calls = 0
async function shoot(endpoint: AnyEndpoint, shot: Shot, caller: Caller) {
  faults = []
  calls++
  const { body } = shot
  return t.inject({
    method: endpoint.method,
    url: urlOf(endpoint, shot),
    // A few calls a minute from one address: each comes from another.
    remoteAddress: `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`,
    headers: {
      ...(body === null || endpoint.upload ? {} : { 'content-type': 'application/json' }),
      ...(caller.token ? { authorization: `Bearer ${caller.token}` } : {}),
      ...shot.headers,
    },
    ...(body === null ? {} : { payload: body }),
  })
}

/** Sound bodies of calls that begin something. */
const BODIES: Record<string, object> = {
  'POST /api/orders/': { brief: briefWith({ event: { day: '2027-03-20' } }) },
  'PATCH /api/orders/:id/brief/': { revision: 1, brief: briefWith({ event: { day: '2027-03-20' } }) },
  'POST /api/services/': SERVICE,
  'POST /api/availability/exceptions/': {
    from: '2027-06-01T10:00:00Z',
    to: '2027-06-01T12:00:00Z',
    kind: 'blocked',
    reason: '',
  },
  'POST /api/notifications/browsers/': {
    endpoint: 'https://fcm.googleapis.com/fcm/send/one',
    keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
  },
  'POST /api/auth/login/': { username: 'persona1@tarima.test', password: 'ClaveSegura2026' },
  'POST /api/auth/signup/': {
    name: 'Beto',
    email: 'beto@tarima.test',
    password: 'ClaveSegura2026',
    terms: true,
    birth_date: '1990-05-05',
  },
}

/** Mostly whoever may call: of the others there is little to be seen. */
const callerOf = ({ access }: AnyEndpoint) =>
  fc
    .nat()
    .chain((n) =>
      n % 5 === 0
        ? fc.constantFrom(...CALLERS)
        : fc.constantFrom(
            ...CALLERS.filter(
              (who) =>
                who !== 'unverified' &&
                (access === 'public' ||
                  (access === 'signed-in' ? who !== 'nobody' : callers[who]?.permissions.includes(access))),
            ),
          ),
    )

const titleOf = ({ method, path }: AnyEndpoint) => `${method} ${path}`
/** What ends sessions, projects and orders comes last, so that the others find them. */
const isEnd = ({ method, path }: AnyEndpoint) =>
  method === 'DELETE' ||
  /archive|leave|transfer|logout|revoke|reject|decline|withdraw|cancel|deletion|erase/.test(path)
/** An open stream never answers: it is called with what it must refuse. */
const isStream = ({ path }: AnyEndpoint) => path.endsWith('/stream/')

/** A password's hash takes a tenth of a second, on purpose. */
const hashes = ({ path }: AnyEndpoint) => /login|signup|register|reset\/confirm|identity\/account/.test(path)

const endpoints = routes.map(({ endpoint }) => endpoint)
const inOrder = [...endpoints.filter((one) => !isEnd(one)), ...endpoints.filter(isEnd)]

describe(`whatever is sent (seed ${SEED}, ${RUNS} each, ${SECONDS} s)`, () => {
  let begun: number | undefined
  const tries = new Map<string, number>()
  for (const [place, endpoint] of inOrder.entries())
    it(`to ${titleOf(endpoint)}`, async () => {
      const now = performance.now()
      begun ??= now
      const left = begun + SECONDS * 1000 - now
      const until = now + left / (inOrder.length - place)
      const runs = hashes(endpoint) ? Math.ceil(RUNS / 5) : RUNS
      const least = Math.min(LEAST, runs)
      let tried = 0
      const known = OF_OTHERS[titleOf(endpoint)]
      const mine = known && known !== 'anybody' ? known : undefined
      const ids = worlds.map((rows) =>
        Object.entries(mine?.ids(rows) ?? {}).map(([name, id]) => [name, String(id)]),
      )
      const shots = shotsAt(endpoint, {
        ids: mine ? ids.map((row) => Object.fromEntries(row)) : [],
        body: mine?.body ?? BODIES[titleOf(endpoint)],
      })
      await fc.assert(
        fc.asyncProperty(shots, callerOf(endpoint), async (shot, who) => {
          if (tried >= least && performance.now() > until) return
          const refused = refusalOf(endpoint, shot)
          tried++
          if (isStream(endpoint) && refused === null) return
          const caller = callers[who]
          if (!caller) throw new Error(`${who} isn't there`)
          const answer = await shoot(endpoint, shot, caller)
          const said = `${who}: ${answer.status} ${answer.text.slice(0, 500)} ${faults.join('')}`
          expect(answer.status, said).toBeLessThan(500)
          expect(faults, said).toEqual([])
          if (answer.status >= 400) expect(z.safeParse(Failure, answer.body).error, said).toBeUndefined()
          // Who may not call hears nothing of what is wrong with the call.
          if ([401, 403, 429].includes(answer.status)) {
            if (answer.status === 401) caller.token = await caller.renew()
          } else if (refused) expect(answer.status, said).toBe(refused)
        }),
        { seed: SEED, numRuns: runs, endOnFailure: true },
      )
      tries.set(titleOf(endpoint), tried)
      expect(tried).toBeGreaterThanOrEqual(least)
    }, 600_000)

  it('and no endpoint was left out for want of time', () => {
    const all = [...tries.values()].reduce((sum, one) => sum + one, 0)
    const seconds = (performance.now() - (begun ?? 0)) / 1000
    process.stdout.write(
      `fuzz: ${all} tries of ${tries.size} endpoints in ${seconds.toFixed(0)} s, ${Math.min(...tries.values())} at least\n`,
    )
    expect([...tries.keys()]).toEqual(inOrder.map(titleOf))
  })

  // What one wrote is another's to read: it was taken then, and has to be shown now.
  it.each(CALLERS)(
    'and nothing of it is in the way of the pages of: %s',
    async (who) => {
      const caller = callers[who]
      if (!caller) throw new Error(`${who} isn't there`)
      caller.token = await caller.renew()
      const pages = inOrder.filter((one) => one.method === 'GET' && !one.path.includes(':') && !isStream(one))
      const shot: Shot = { params: {}, query: [], body: null, headers: {} }
      for (const endpoint of pages.filter((one) => refusalOf(one, shot) === null)) {
        const answer = await shoot(endpoint, shot, caller)
        const said = `${who}: ${titleOf(endpoint)} ${answer.status} ${answer.text.slice(0, 500)} ${faults.join('')}`
        expect(answer.status, said).toBeLessThan(500)
        expect(faults, said).toEqual([])
      }
    },
    600_000,
  )

  it('the jobs and the sweeps that it leaves behind do their work', async () => {
    faults = []
    await t.app.jobs.drain()
    t.clock.move(30 * DAY)
    await t.app.jobs.runSweeps()
    await t.app.jobs.drain()
    expect(faults).toEqual([])
  }, 600_000)
})
