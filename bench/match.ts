import * as z from 'zod/mini'
import { briefWith } from '#app/server/scenes/brief.ts'
import { HOUR } from '#core/contract/time.ts'
import type { App } from '#core/server/app.ts'
import { reachOf } from '#features/directory/queries.parts.ts'
import { Brief } from '#features/hiring/brief/contract.ts'
import { tryMatch } from '#features/hiring/talent/queries.match.ts'
import type { LiveMoment } from '#features/hiring/talent/rules.attempt.ts'

const RUNS = 9

const BRIEF = z.parse(
  Brief,
  briefWith({
    event: { day: '2027-02-20', starts: '15:00', setting: 'both', guests: 150 },
    sound: {
      genres_liked: ['salsa', 'latin', 'jazz', 'classical', 'pop'],
      genres_forbidden: ['electronic'],
      energy: 'peak_late',
    },
    technical: { stage_m2: null, noise_limit_db: null },
    budget: { min: 0, max: 1_200_000, includes_sound: true },
  }),
)

/** Eight moments of a long wedding, some at the same time in two places. */
const SLOTS = [
  [0, 1, 'classical', 'solo'],
  [1, 2, 'jazz', 'duo'],
  [2, 4, 'latin', 'trio'],
  [2, 4, 'jazz', 'solo'],
  [4, 6, 'salsa', 'band'],
  [4, 5, 'bolero', 'solo'],
  [6, 8, 'pop', 'quartet'],
  [8, 9, 'pop', 'solo'],
] as const

/**
 * What matches them: hard rules in SQL, fit scores and the optimiser together, as approving a plan runs them.
 * @param held moments that somebody holds: of all but one, as when one who had agreed can't come
 */
export function matching(app: App, held = 0) {
  const start = Date.parse('2027-02-20T21:00:00Z')
  const moments: LiveMoment[] = SLOTS.map(([from, to, genre, format], at) => ({
    slot_id: at + 1,
    from: new Date(start + from * HOUR).toISOString(),
    to: new Date(start + to * HOUR).toISOString(),
    genre,
    format,
    cost: 140_000,
    required: true,
  }))
  const attempt = {
    brief: BRIEF,
    moments,
    covered: new Map(moments.slice(0, held).map(({ slot_id, cost }) => [slot_id, cost])),
    declined: new Map(),
    preferred: null,
  }
  return () =>
    app.workers.inTurn('bench', async (effort) =>
      tryMatch(
        { app, db: app.db, now: app.clock.now() },
        { ...attempt, reach: await reachOf(app.db) },
        effort,
      ),
    )
}

/** A replacement is proposed in a second. */
const REPLACEMENT_MS = 1_000

/** How long that takes, as lines; a run that takes longer ends with 1. @param target_ms what it should take */
export async function matchSlots(app: App, target_ms: number): Promise<string[]> {
  const match = matching(app)
  // The first run loads the solver and reads from disk.
  const { slots, chosen } = await match()
  const found = slots.reduce((sum, { ranked }) => sum + ranked.length, 0)
  return [
    `${chosen.size} of ${SLOTS.length} slots filled out of ${found} ranked candidates`,
    await timesOf(match, 'all of them', target_ms),
    await timesOf(matching(app, SLOTS.length - 1), 'a replacement for one', REPLACEMENT_MS),
  ]
}

async function timesOf(match: () => Promise<unknown>, name: string, target_ms: number): Promise<string> {
  const times: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const begun = performance.now()
    await match()
    times.push(performance.now() - begun)
  }
  const median = times.sort((a, b) => a - b)[Math.floor(RUNS / 2)] ?? Number.NaN
  if (!(median < target_ms)) process.exitCode = 1
  return `${name.padEnd(22)} median ${median.toFixed(0)} ms, slowest ${times.at(-1)?.toFixed(0)} ms of ${RUNS}   target ${target_ms}   ${median < target_ms ? 'kept' : 'OVER'}`
}
