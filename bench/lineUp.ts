import * as z from 'zod/mini'
import { type Chance, chance } from '#app/server/demo/random.ts'
import { briefWith } from '#app/server/scenes/brief.ts'
import { DAY, MINUTE } from '#core/contract/time.ts'
import type { Rate } from '#features/directory/contract.estimate.ts'
import { Brief } from '#features/hiring/brief/contract.ts'
import { drawVariant, type Rates, rateKey, type Wish, wishesOf } from '#features/hiring/plan/rules.prices.ts'
import { isLive } from '#features/hiring/plan/rules.ts'
import { shareOf } from '#features/hiring/talent/rules.attempt.ts'
import { byFit, type FitFacts, fitOf } from '#features/hiring/talent/rules.fit.ts'
import { collide, type LineUpCandidate, type LineUpSlot } from '#features/hiring/talent/rules.lineUp.ts'
import { chooseLineUp } from '#features/hiring/talent/worker.ts'
import { EVENT_TYPES, FORMAT_SIZES, FORMATS, type Format, type Genre } from '#features/services/contract.ts'

/*
 * npm run bench:lineup: what the optimiser is worth. Plans of all types of event are drawn with less money than their
 * line-ups usually ask, and filled from a town of musicians and bands: by the optimiser, by whoever takes the best of
 * each moment, and as if each moment had only its own money.
 */

const PLANS = 200
/** Required moments that the optimiser fills more than whoever takes the best of each moment. */
const TARGET_PCT = 5
const LIMIT_MS = 300
const NOW = new Date('2026-11-20T15:00:00Z')
/** Money of a plan, as a part of what its line-ups usually ask. */
const TIGHT = [0.5, 0.9] as const

const GENRES: readonly Genre[] = ['salsa', 'latin', 'jazz', 'pop', 'rock', 'cumbia', 'bolero', 'merengue']

/** Minor units for two hours, from the modest to the wanted. */
const PRICES: Record<Format, readonly [number, number]> = {
  solo: [12_000, 42_000],
  duo: [24_000, 70_000],
  trio: [38_000, 98_000],
  quartet: [52_000, 140_000],
  band: [80_000, 290_000],
}

interface Act extends Omit<FitFacts, 'price' | 'genre_overlap' | 'event_type_named'> {
  project_id: number
  user_ids: number[]
  format: Format
  /** For two hours, and for the way. */
  price: number
  travel: number
}

/** A town where who is better rated asks more, and where people play in several bands. */
function town(c: Chance, people: number, bands: number): Act[] {
  const act = (project_id: number, format: Format): Act => {
    const quality = c.next()
    const count = c.yes(0.2) ? 0 : c.between(1, 90)
    const [low, high] = PRICES[format]
    const distance_km = c.next() ** 2 * 90
    return {
      project_id,
      user_ids: [],
      format,
      genres: c.some(GENRES, c.between(1, 4)),
      price: Math.round(low + (high - low) * Math.min(1, quality * 0.7 + c.next() * 0.3)),
      travel: Math.round(c.pick([0, 0, 25, 40, 60]) * distance_km),
      distance_km,
      // A figure for the bench alone: nobody here has reviews.
      rating:
        count === 0 ? null : Math.round((3.6 + 1.4 * Math.min(1, quality * 0.7 + c.next() * 0.3)) * 10) / 10,
      rating_count: count,
      promises: count === 0 ? c.between(0, 2) : count + c.between(0, 30),
      reliability: 0.86 + c.next() * 0.14,
      reply_minutes: c.pick([12, 25, 40, 60, 90, 180, 360, 720, null]),
      last_active_at: new Date(NOW.getTime() - c.between(0, 120) * DAY).toISOString(),
    }
  }
  const musicians = Array.from({ length: people }, (_, i) => ({
    ...act(i + 1, c.pick(['solo', 'solo', 'duo'] as const)),
    user_ids: [i + 1],
  }))
  const groups = Array.from({ length: bands }, (_, i) => {
    const format = c.pick(FORMATS.slice(1))
    const members = Array.from({ length: FORMAT_SIZES[format] }, () => c.between(1, people))
    return { ...act(people + i + 1, format), user_ids: [...new Set(members)] }
  })
  return [...musicians, ...groups]
}

const median = (numbers: readonly number[]) =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

const priceFor = (act: Act, minutes: number) =>
  Math.ceil(act.price * Math.max(0.7, minutes / 120)) + act.travel

interface Drawn {
  budget: number
  left: number
  slots: (LineUpSlot & { cost: number })[]
}

/** What acts of a line-up ask for a length of time. */
function rateOf(wish: Wish, acts: readonly Act[]): [string, Rate][] {
  const players = acts.filter(({ format }) => format === wish.format)
  const prices = players.map((act) => priceFor(act, wish.minutes))
  if (prices.length === 0) return []
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  const project_ids = players.map(({ project_id }) => project_id)
  return [
    [
      rateKey(wish),
      { level: 'format', n: prices.length, median: median(prices), low, high, least: low, project_ids },
    ],
  ]
}

function draw(seed: number, acts: readonly Act[]): Drawn {
  const c = chance(seed)
  const starts = c.between(12, 18)
  const genres_liked = c.some(GENRES, c.between(2, 4))
  const type = c.pick(EVENT_TYPES)
  const variant = c.yes(0.5) ? 'recommended' : 'essential'
  const length = c.between(4, 8)
  const briefFor = (max: number) =>
    z.parse(
      Brief,
      briefWith({
        event: {
          type,
          day: '2027-02-20',
          starts: `${starts}:00`,
          ends: `${String((starts + length) % 24).padStart(2, '0')}:00`,
          guests: c.pick([40, 80, 150, 300]),
        },
        sound: { genres_liked, genres_forbidden: [] },
        technical: { stage_m2: null, noise_limit_db: null },
        budget: { min: 0, max },
      }),
    )
  // As if money were no limit, and then with less of it than that takes.
  const brief = briefFor(100_000_000)
  const rates: Rates = new Map(wishesOf(brief).flatMap((wish) => rateOf(wish, acts)))
  const moments = drawVariant(brief, variant, rates).filter(isLive)
  const asked = moments.reduce((sum, { cost }) => sum + cost, 0)
  const budget = Math.round(asked * (TIGHT[0] + c.next() * (TIGHT[1] - TIGHT[0])))
  const left = Math.max(0, budget - asked)
  const minutesOf = ({ from, to }: { from: string; to: string }) =>
    (Date.parse(to) - Date.parse(from)) / MINUTE
  const free = acts.filter(() => c.yes(0.5))
  const slots = moments.map((moment, i) => {
    const most = shareOf(moment, budget, left)
    const candidates = free.flatMap((act): LineUpCandidate[] => {
      const price = priceFor(act, minutesOf(moment))
      const genre_overlap = act.genres.filter((genre) => genres_liked.includes(genre)).length
      if (act.format !== moment.format || price > most || genre_overlap === 0) return []
      const facts = { ...act, price, genre_overlap, event_type_named: act.project_id % 3 === 0 }
      const { fit } = fitOf(facts, { ...moment, currency: 'USD' }, NOW)
      return [{ project_id: act.project_id, user_ids: act.user_ids, price, fit, preferred: false }]
    })
    const { from, to, required, cost } = moment
    return { slot_id: i + 1, from, to, required, cost, candidates: candidates.sort(byFit).slice(0, 200) }
  })
  return { budget, left, slots }
}

type Chosen = ReadonlyMap<number, number>

/** Moment by moment, each the best that is still possible and paid. */
function greedy(slots: readonly LineUpSlot[], budget: number): Chosen {
  const taken: { slot: LineUpSlot; one: LineUpCandidate }[] = []
  let left = budget
  for (const slot of slots) {
    const one = slot.candidates.find(
      (each) => each.price <= left && !taken.some((other) => collide(other.slot, other.one, slot, each)),
    )
    if (!one) continue
    taken.push({ slot, one })
    left -= one.price
  }
  return new Map(taken.map(({ slot, one }) => [slot.slot_id, one.project_id]))
}

const requiredFirst = (slots: readonly LineUpSlot[]) =>
  [...slots].sort((a, b) => Number(b.required) - Number(a.required))

interface Sum {
  filled: number
  optional: number
  fit: number
  spent: number
}

const say = (line: string) => void process.stdout.write(`${line}\n`)
const acts = town(chance(7), 220, 130)

const OPTIMISER = 'the optimiser'
/** The first of these is what the target is measured against. */
const WAYS = {
  'the best of each moment': ({ slots, budget }) => greedy(slots, budget),
  'the same, required moments first': ({ slots, budget }) => greedy(requiredFirst(slots), budget),
  'the best of each within its own money': (plan) => greedy(ownMoney(plan), plan.budget),
  'the optimiser within their own money': async (plan) =>
    (await chooseLineUp({ slots: ownMoney(plan), budget: plan.budget, limit_ms: LIMIT_MS })).chosen,
} satisfies Record<string, (plan: Drawn) => Chosen | Promise<Chosen>>

/** As if no moment could use what another one saves. */
const ownMoney = ({ slots, left }: Drawn) =>
  slots.map((slot) => ({
    ...slot,
    candidates: slot.candidates.filter(({ price }) => price <= slot.cost + left),
  }))

function sumOf(slots: readonly LineUpSlot[], chosen: Chosen): Sum {
  const sum: Sum = { filled: 0, optional: 0, fit: 0, spent: 0 }
  for (const slot of slots) {
    const one = slot.candidates.find(({ project_id }) => project_id === chosen.get(slot.slot_id))
    if (!one) continue
    sum[slot.required ? 'filled' : 'optional']++
    sum.fit += one.fit
    sum.spent += one.price
  }
  return sum
}

async function compare(title: string, plans: readonly Drawn[]): Promise<void> {
  const sums = new Map<string, Sum>()
  const note = (way: string, { slots }: Drawn, chosen: Chosen) => {
    const [so_far, one] = [sums.get(way), sumOf(slots, chosen)]
    sums.set(way, {
      filled: (so_far?.filled ?? 0) + one.filled,
      optional: (so_far?.optional ?? 0) + one.optional,
      fit: (so_far?.fit ?? 0) + one.fit,
      spent: (so_far?.spent ?? 0) + one.spent,
    })
  }
  let [best, several] = [0, 0]
  const times: number[] = []
  for (const plan of plans) {
    for (const [way, choose] of Object.entries(WAYS)) note(way, plan, await choose(plan))
    const begun = performance.now()
    const found = await chooseLineUp({ slots: plan.slots, budget: plan.budget, limit_ms: LIMIT_MS })
    times.push(performance.now() - begun)
    note(OPTIMISER, plan, found.chosen)
    best += Number(found.best)
    several += Number(new Set(found.chosen.values()).size < found.chosen.size)
  }
  const slots = plans.flatMap((plan) => plan.slots)
  const required = slots.filter((slot) => slot.required).length
  const money = plans.reduce((sum, { budget }) => sum + budget, 0)
  say(`${title}: ${required} required moments, ${slots.length - required} others`)
  const more = ({ filled }: Sum) => (100 * (sums.get(OPTIMISER)?.filled ?? 0)) / filled - 100
  for (const [way, sum] of sums) {
    const { filled, optional, fit, spent } = sum
    const figures = [
      `${String(filled).padStart(5)} required filled`,
      way === OPTIMISER ? '' : `the optimiser ${more(sum) < 0 ? '' : '+'}${more(sum).toFixed(1)} %`,
      `${String(optional).padStart(4)} others`,
      `fit ${(fit / (filled + optional)).toFixed(1)} each`,
      `${((100 * spent) / money).toFixed(0)} % of the money`,
    ]
    say(`  ${way.padEnd(38)}${figures.filter((one) => one !== '').join(', ')}`)
  }
  const gain = more(sums.get(Object.keys(WAYS)[0] ?? '') ?? { filled: 0, optional: 0, fit: 0, spent: 0 })
  if (gain < TARGET_PCT) process.exitCode = 1
  say(`  +${gain.toFixed(1)} %   target +${TARGET_PCT} %   ${gain >= TARGET_PCT ? 'kept' : 'MISSED'}`)
  times.sort((a, b) => a - b)
  say(
    `  ${best} of ${plans.length} proven the best; median ${median(times).toFixed(1)} ms, slowest ${times.at(-1)?.toFixed(0)} of ${LIMIT_MS}; one project in several moments in ${several} plans`,
  )
}

const plans = Array.from({ length: PLANS }, (_, i) => draw(i + 1, acts))
say(`${PLANS} plans with ${TIGHT[0] * 100} to ${TIGHT[1] * 100} % of what their line-ups usually ask`)
await compare('As they are drawn', plans)
await compare(
  'With every live moment required',
  plans.map((plan) => ({ ...plan, slots: plan.slots.map((slot) => ({ ...slot, required: true })) })),
)
