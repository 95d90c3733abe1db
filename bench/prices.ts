import path from 'node:path'
import * as z from 'zod/mini'
import { compose } from '#app/server/compose.ts'
import { makePeople } from '#app/server/demo/people.ts'
import { chance } from '#app/server/demo/random.ts'
import { ANTIGUA, briefWith } from '#app/server/scenes/brief.ts'
import { addDays, wallClock } from '#core/contract/time.ts'
import { readConfig } from '#core/server/config.ts'
import { migrate } from '#core/server/migrate.ts'
import { startPostgres } from '#core/server/postgres.ts'
import { reachOf } from '#features/directory/queries.parts.ts'
import { withHours } from '#features/directory/rules.event.ts'
import { Brief } from '#features/hiring/brief/contract.ts'
import { VARIANTS } from '#features/hiring/plan/contract.ts'
import { ratesOf } from '#features/hiring/plan/queries.prices.ts'
import { drawVariant } from '#features/hiring/plan/rules.prices.ts'
import { isLive } from '#features/hiring/plan/rules.ts'
import { tryMatch } from '#features/hiring/talent/queries.match.ts'
import { EVENT_TYPES, GENRES } from '#features/services/contract.ts'
import { temporaryFolder } from '../scripts/temporaryFolder.ts'

/*
 * npm run bench:prices: whether what is planned for a moment is what musicians really ask for it. Plans of all types of
 * event are drawn in the demo's city and matched to its people, and the planned costs are compared with the prices of
 * whoever is recommended.
 */

const PLANS = 60
/** How far what is planned may lie from what is asked, and in how many moments it has to lie nearer. */
const NEAR = 0.15
const TARGET = 0.8
/** Candidates of a moment that are recommended: as many as an order stores. */
const RECOMMENDED = 20
const say = (line: string) => void process.stdout.write(`${line}\n`)

const { folder, remove } = temporaryFolder('prices')
const database = await startPostgres({ folder: path.join(folder, 'postgres'), fsync: false, say: () => {} })
try {
  await migrate(database.settings)
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: folder, LOG_LEVEL: 'error' })
  const { app, close } = await compose({
    config,
    settings: database.settings,
    work: false,
    mail: 'in memory',
  })
  try {
    const now = app.clock.now()
    // As many as the demo has.
    await app.db.transaction((db) =>
      makePeople(db, { now, password: 'TarimaBench2026', musicians: 420, bands: 60 }),
    )
    await app.db.execute('analyze')
    const reach = await reachOf(app.db)
    const found: Found[] = []
    const times: number[] = []
    for (const brief of briefs(now)) {
      const begun = performance.now()
      const rates = await ratesOf(app.db, brief, now)
      times.push(performance.now() - begun)
      for (const variant of VARIANTS) {
        const moments = drawVariant(brief, variant, rates)
          .filter(isLive)
          .map((moment, i) => ({ ...moment, slot_id: i + 1 }))
        const attempt = {
          ...{ brief, moments, reach },
          ...{ covered: new Map<number, number>(), declined: new Map(), preferred: null },
        }
        const { slots, chosen } = await app.workers.inTurn('bench', async (effort) =>
          tryMatch({ app, db: app.db, now }, attempt, effort),
        )
        const total = moments.reduce((sum, { cost }) => sum + cost, 0)
        const played = slots.map(({ moment, ranked }) => ({
          moment,
          asked: ranked.slice(0, RECOMMENDED).map(({ price }) => price),
          taken: ranked.find(({ project_id }) => project_id === chosen.get(moment.slot_id))?.price ?? null,
        }))
        found.push({ variant, total, max: brief.budget.max, played })
      }
    }
    report(found)
    say(
      `  what its line-ups ask is read in ${middle(times).toFixed(0)} ms in the middle, ${Math.max(...times).toFixed(0)} at most`,
    )
  } finally {
    await close()
  }
} finally {
  await database.stop()
  remove()
}

/** Events of all types in the demo's city: Saturdays to come, what is liked and how much money at random. */
function briefs(now: Date): Brief[] {
  const c = chance(49)
  const { day, weekday } = wallClock(now, ANTIGUA.zone)
  return Array.from({ length: PLANS }, (_, i) => {
    const type = EVENT_TYPES[i % EVENT_TYPES.length] ?? 'other'
    const { from, to } = withHours({ event_type: type })
    return z.parse(
      Brief,
      briefWith({
        event: {
          ...{ type, day: addDays(day, ((6 - weekday + 7) % 7) + 7 * c.between(2, 12)) },
          ...{ starts: from, ends: to, guests: c.pick([40, 80, 150, 300]) },
        },
        sound: { genres_liked: c.some(GENRES, c.between(2, 5)), genres_forbidden: [] },
        technical: { stage_m2: null, noise_limit_db: null },
        budget: { min: 0, max: c.pick([100_000, 200_000, 350_000, 600_000]) },
      }),
    )
  })
}

interface Found {
  variant: string
  total: number
  max: number
  played: readonly { moment: { cost: number; required: boolean }; asked: number[]; taken: number | null }[]
}

function middle(prices: readonly number[]): number {
  const sorted = [...prices].sort((a, b) => a - b)
  const [low, high] = [Math.floor((sorted.length - 1) / 2), Math.ceil((sorted.length - 1) / 2)]
  return ((sorted[low] ?? Number.NaN) + (sorted[high] ?? Number.NaN)) / 2
}

function report(found: readonly Found[]): void {
  const moments = found.flatMap(({ played }) => played)
  const isNear = (price: number, cost: number) => Math.abs(price - cost) <= NEAR * cost
  const share = <One>(all: readonly One[], is: (one: One) => boolean) =>
    all.filter(is).length / Math.max(1, all.length)
  const pct = (part: number) => `${(100 * part).toFixed(0)} %`
  const asked = moments.filter((one) => one.asked.length > 0)
  const kept = share(asked, (one) => isNear(middle(one.asked), one.moment.cost))
  const each = asked.flatMap((one) => one.asked.map((price) => ({ price, cost: one.moment.cost })))
  const taken = asked.flatMap(({ taken, moment }) =>
    taken === null ? [] : [{ price: taken, cost: moment.cost }],
  )
  say(
    `${found.length} plans of ${PLANS} events, ${moments.length} live moments, ${asked.length} with anybody to recommend`,
  )
  if (kept < TARGET) process.exitCode = 1
  say(
    `  what is recommended asks, in the middle, within ${pct(NEAR)} of what is planned in ${pct(kept)} of the moments   target ${pct(TARGET)}   ${kept >= TARGET ? 'kept' : 'MISSED'}`,
  )
  say(`  whoever was chosen asks that in ${pct(share(taken, (one) => isNear(one.price, one.cost)))} of them`)
  say(`  of all who are recommended ${pct(share(each, (one) => isNear(one.price, one.cost)))} ask that`)
  const required = moments.filter((one) => one.moment.required)
  say(
    `  ${pct(share(required, ({ taken }) => taken !== null))} of ${required.length} required moments are filled`,
  )
  say(`  ${pct(share(moments, ({ taken }) => taken !== null))} of all moments are filled`)
  const [essential, recommended] = VARIANTS.map((variant) => found.filter((one) => one.variant === variant))
  const pairs = (essential ?? []).map((one, i) => [one, recommended?.[i] ?? one] as const)
  say(
    `  the essential plan costs less in ${pct(share(pairs, ([a, b]) => a.total < b.total))}, more in ${pct(share(pairs, ([a, b]) => a.total > b.total))}`,
  )
  say(
    `  the reserve of the recommended plan is ${pct(middle(pairs.map(([, { total, max }]) => (100 * (max - total)) / max)) / 100)} of the money in the middle`,
  )
}
