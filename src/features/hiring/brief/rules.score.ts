import type { Brief, Score, ScorePart, Sentence } from './contract.ts'
import type { AssumableField } from './rules.assumed.ts'

/** Of the formula below; raise it with every change, so that old scores aren't compared with new ones. */
export const SCORE_VERSION = 3
/** Under this the brief comes back with what would raise it. */
export const ENOUGH = 50

/** What the database knows about a brief. */
export interface ScoreFacts {
  /** What the smallest plan costs there by what is planned with, minor units of the brief's currency; null: nobody plays it. */
  median_price: number | null
  /** How many musicians and bands say so, each once. */
  comparable_services: number
  /** Free, matching projects for the scarcest required slot. */
  free_talent: number
  /** The same without asking whether they are free then. */
  matching_talent: number
  /** In how many days the event is, there (`daysUntil`). */
  lead_days: number
  /** People of the biggest line-up planned. */
  people_on_stage: number
}

type Part = Omit<ScorePart, 'name' | 'max'>
const said = (key: string, values: Sentence['values'] = {}): Sentence => ({ key: `score.${key}`, values })

/** Straight lines between known points. */
function along(value: number, points: readonly (readonly [at: number, gives: number])[]): number {
  let [before, given] = points[0] ?? [0, 0]
  if (value <= before) return given
  for (const [at, gives] of points.slice(1)) {
    if (value <= at) return given + ((gives - given) * (value - before)) / (at - before)
    before = at
    given = gives
  }
  return given
}

/** What the brief itself says, not what is assumed where it is silent. */
type Says = (path: AssumableField) => boolean

type Detail = readonly [name: string, points: number, has: (brief: Brief, says: Says) => boolean]

const SAYS: readonly Detail[] = [
  ['genres', 5, (_, says) => says('sound.genres_liked')],
  ['target', 4, ({ objective }) => objective.metric !== null && objective.target !== null],
  ['kind', 2, (_, says) => says('objective.kind')],
  ['energy', 2, (_, says) => says('sound.energy')],
  ['setting', 2, (_, says) => says('event.setting')],
  ['references', 2, ({ sound }) => (sound.references?.length ?? 0) >= 10],
  ['address', 2, ({ event }) => Boolean(event.address)],
  ['languages', 1, ({ sound }) => (sound.languages?.length ?? 0) > 0],
  ['ages', 1, ({ event }) => (event.ages?.length ?? 0) > 0],
  ['notes', 1, ({ objective, constraints }) => Boolean(objective.notes || constraints.notes)],
]

/** 25: what a brief says beyond its required fields, which alone are worth 3. */
function clarity(brief: Brief, says: Says): Part {
  const lacking = SAYS.filter(([, , has]) => !has(brief, says))
  const points = 25 - lacking.reduce((sum, [, lost]) => sum + lost, 0)
  const [first] = lacking
  return {
    points,
    reason: first
      ? said('clarity.partial', { count: SAYS.length - lacking.length, total: SAYS.length })
      : said('clarity.full'),
    raise: first ? said(`clarity.raise.${first[0]}`, { points: first[1] }) : null,
  }
}

/** 25: the money against what comparable line-ups ask there for that long. */
function budgetFit(brief: Brief, { median_price, comparable_services }: ScoreFacts): Part {
  const { max, currency } = brief.budget
  if (median_price === null || median_price === 0)
    return { points: 12, reason: said('budget_fit.unknown'), raise: said('budget_fit.raise.format') }
  const ratio = max / median_price
  const points = Math.round(
    along(ratio, [
      [0.4, 0],
      [0.6, 6],
      [0.8, 13],
      [1, 20],
      [1.2, 25],
    ]),
  )
  const values = { median: median_price, budget: max, currency, count: comparable_services }
  const reason = ratio >= 1.2 ? 'above' : ratio >= 1 ? 'fits' : ratio >= 0.8 ? 'tight' : 'below'
  return {
    points,
    reason: said(`budget_fit.${reason}`, values),
    raise:
      points < 25
        ? said('budget_fit.raise.amount', { amount: Math.ceil((median_price * 1.2) / 1000) * 1000, currency })
        : null,
  }
}

/** 20: how many could really play, counted for the scarcest required moment. */
function talentSupply({ free_talent, matching_talent }: ScoreFacts): Part {
  const points = Math.round(
    along(free_talent, [
      [0, 0],
      [1, 6],
      [3, 11],
      [6, 16],
      [12, 20],
    ]),
  )
  const values = { count: free_talent, total: matching_talent }
  const busy = matching_talent > 2 * free_talent && matching_talent >= 3
  return {
    points,
    reason: said(
      matching_talent === 0
        ? 'talent_supply.nobody'
        : free_talent === 0
          ? 'talent_supply.none'
          : points < 20
            ? 'talent_supply.few'
            : 'talent_supply.many',
      values,
    ),
    raise:
      points === 20
        ? null
        : busy
          ? said('talent_supply.raise.date', values)
          : said('talent_supply.raise.genres', values),
  }
}

const LEAD = [
  [2, 0],
  [3, 2],
  [7, 5],
  [14, 8],
  [30, 12],
  [60, 15],
] as const

/** A date is moved by some days if at all: nobody postpones a wedding by a month for a better score. */
const MOVABLE_DAYS = 7

/** 15: good musicians are booked weeks ahead. */
function leadTime({ lead_days }: ScoreFacts): Part {
  const points = Math.round(along(lead_days, LEAD))
  const next = LEAD.find(([, gives]) => gives > points)
  const later = next ? Math.max(1, next[0] - lead_days) : 0
  return {
    points,
    reason: said(points === 15 ? 'lead_time.ample' : points >= 8 ? 'lead_time.enough' : 'lead_time.short', {
      count: lead_days,
    }),
    raise: !next
      ? null
      : later <= MOVABLE_DAYS
        ? said('lead_time.raise.later', { count: later })
        : said('lead_time.raise.ask'),
  }
}

/** 15: sound 5, power 4, stage 3, noise 3. What nobody has said yet counts as missing, and is named as unsaid. */
function logistics(brief: Brief, says: Says, { people_on_stage }: ScoreFacts): Part {
  const { technical, sound, budget, event } = brief
  const lost: [name: string, points: number][] = []
  if (!technical.sound_available && !budget.includes_sound)
    lost.push([says('technical.sound_available') ? 'sound' : 'sound_unsaid', 5])
  if (!says('technical.power_available')) lost.push(['power_unsaid', 2])
  else if (!technical.power_available) lost.push(['power', event.setting === 'indoor' ? 3 : 4])
  const needed = Math.max(4, people_on_stage * 3)
  if (technical.stage_m2 === null) lost.push(['stage', 2])
  else if (technical.stage_m2 < needed) lost.push(['stage_small', 3])
  const loud = sound.energy !== 'calm'
  if (technical.noise_limit_db === null) lost.push(['noise', 1])
  else if (technical.noise_limit_db < 85 && loud) lost.push(['noise_low', 3])
  lost.sort((a, b) => b[1] - a[1])
  const points = 15 - lost.reduce((sum, [, less]) => sum + less, 0)
  const [worst] = lost
  return {
    points,
    reason: worst
      ? said(`logistics.${worst[0]}`, { count: lost.length, m2: needed })
      : said('logistics.full'),
    raise: worst ? said(`logistics.raise.${worst[0]}`, { points: worst[1], m2: needed }) : null,
  }
}

/**
 * The objective score of a brief, 0 to 100; the same brief and facts always give the same score.
 * @param assumed fields that the brief leaves open (`assumedIn`)
 */
export function scoreOf(
  brief: Brief,
  assumed: readonly AssumableField[],
  facts: ScoreFacts,
  now: Date,
): Score {
  const says: Says = (path) => !assumed.includes(path)
  const parts: ScorePart[] = [
    { name: 'clarity', max: 25, ...clarity(brief, says) },
    { name: 'budget_fit', max: 25, ...budgetFit(brief, facts) },
    { name: 'talent_supply', max: 20, ...talentSupply(facts) },
    { name: 'lead_time', max: 15, ...leadTime(facts) },
    { name: 'logistics', max: 15, ...logistics(brief, says, facts) },
  ]
  const { median_price, comparable_services, free_talent, matching_talent, lead_days } = facts
  return {
    version: SCORE_VERSION,
    total: parts.reduce((sum, part) => sum + part.points, 0),
    parts,
    facts: { median_price, comparable_services, free_talent, matching_talent, lead_days },
    scored_at: now.toISOString(),
  }
}
