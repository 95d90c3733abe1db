import type { Benchmark, Compared, ComparedFigure, Recommendation, Recommended } from './contract.insights.ts'
import type { Results } from './contract.ts'
import { figuresOfOwn } from './rules.benchmark.ts'

/*
 * What to repeat and what to change after an event. Each rule reads figures that the page shows, says them, and names the
 * part of the brief that it would change; where a figure isn't known its rules say nothing.
 */

/** The most that are given, the weightiest first. */
export const MOST_RECOMMENDATIONS = 6

/** So far from plan or target something is worth saying. */
const APART = 0.1
/** Beyond its target by so much, the target was low. */
const BEYOND = 0.2
/** Where something came back on every amount that was spent, and this much more: repeat it. */
const GOOD_RETURN = 0.25
/** A moment with this mark or a lower one is to be changed. */
const POOR = 3
/** A musician with this mean or a higher one, and no mark below four, is to be asked again. */
const EXCELLENT = 4.5

/** What the rules read. */
interface Facts {
  results: Omit<Results, 'order_id' | 'title' | 'type' | 'city' | 'starts_at' | 'ends_at' | 'zone'>
  benchmark: Pick<Benchmark, 'figures'>
  /** Who left the event once it had begun: with their agreements void, they aren't among who played. */
  absent: readonly { project_id: number; project_name: string | null }[]
}

type Rule = (facts: Facts) => readonly Recommendation[]

const NOBODY = { project_id: null, project_name: null, metric: null, moment: null }
const say = (
  kind: Recommended,
  section: Recommendation['section'],
  figures: Recommendation['figures'],
  more: Partial<Recommendation> = {},
): Recommendation[] => [{ kind, section, figures, ...NOBODY, ...more }]

const peersIn = ({ figures }: Facts['benchmark'], name: Compared): ComparedFigure | undefined =>
  figures.find((one) => one.name === name)

const rounded = (value: number) => Math.round(value * 100) / 100

/** What came back of what was spent. */
const returned: Rule = ({ results: { money } }) => {
  const { declared, agreed, roi } = money
  if (declared === null || agreed === null || roi === null) return []
  if (roi < 0) return say('no_return', 'budget', { declared, agreed, roi })
  return roi >= GOOD_RETURN ? say('return', 'event', { declared, agreed, roi }) : []
}

/** The target: too high where others didn't reach theirs either, else missed; or so low that it was left behind. */
const target: Rule = ({ results: { objective, moments }, benchmark }) => {
  const { metric, target, actual, share } = objective
  if (metric === null || target === null) return say('name_metric', 'objective', {})
  if (actual === null || share === null) return []
  const figures = { actual, target, share }
  if (share >= 1 + BEYOND) return say('target_beaten', 'objective', figures, { metric })
  if (share > 1 - APART) return []
  const peers = peersIn(benchmark, 'share')
  if (peers && peers.median < 1)
    return say(
      'target_high',
      'objective',
      { ...figures, peers: peers.median, events: peers.events, suggested: rounded(target * peers.median) },
      { metric },
    )
  const worst = lowest(moments)
  return worst === null
    ? []
    : say('target_missed', 'sound', { ...figures, mark: worst.mark }, { metric, moment: worst.moment })
}

/** The moment with the lowest mark, the first of those. */
function lowest(moments: Results['moments']) {
  const marked = moments.flatMap(({ mark, ...moment }) => (mark === null ? [] : [{ ...moment, mark }]))
  const [first] = marked.sort((a, b) => a.mark - b.mark)
  return first
    ? {
        mark: first.mark,
        project_name: first.project_name,
        moment: { title: first.title, intent: first.intent },
      }
    : null
}

/** Whether somebody played everything that was planned: otherwise less was spent because something was missing. */
const isWhole = ({ moments }: Pick<Results, 'moments'>): boolean =>
  moments.every(({ project_id }) => project_id !== null)

/** Money agreed against money planned. */
const spending: Rule = ({ results: { money, moments } }) => {
  const { planned, agreed } = money
  if (!planned || agreed === null) return []
  const apart = rounded((agreed - planned) / planned)
  const figures = { agreed, planned, share: Math.abs(apart), difference: Math.abs(agreed - planned) }
  if (apart >= APART) return say('over_plan', 'budget', figures)
  return apart <= -APART && isWhole({ moments }) ? say('under_plan', 'budget', figures) : []
}

/** Cost against that of others, where satisfaction doesn't say the same. */
const costAmongOthers: Rule = ({ results, benchmark }) => {
  const cost = peersIn(benchmark, 'per_guest')
  const joy = peersIn(benchmark, 'satisfaction')
  const { per_guest, satisfaction } = figuresOfOwn(results)
  if (!cost || !joy || per_guest === null || satisfaction === null) return []
  const figures = { per_guest, satisfaction, peers_satisfaction: joy.median, events: cost.events }
  if (per_guest > cost.upper && satisfaction <= joy.median)
    return say('dear', 'budget', { ...figures, quarter: cost.upper })
  return per_guest < cost.lower && satisfaction < joy.median && isWhole(results)
    ? say('cheap', 'budget', { ...figures, quarter: cost.lower })
    : []
}

/** The moment that was liked least, where it wasn't liked. */
const changeMoment: Rule = ({ results: { moments } }) => {
  const worst = lowest(moments)
  if (!worst || worst.mark > POOR) return []
  const { mark, project_name, moment } = worst
  return say('change_moment', 'sound', { mark }, { moment, project_name })
}

/** Who came late, or not at all. */
const arrivals: Rule = ({ results: { punctuality }, absent }) => [
  ...absent.flatMap((who) => say('absent', 'constraints', {}, who)),
  ...punctuality.flatMap(({ project_id, project_name, arrival }) =>
    arrival === 'late' || arrival === 'absent'
      ? say(arrival, 'constraints', {}, { project_id, project_name })
      : [],
  ),
]

/** Musicians who say that something wasn't as it was agreed. */
const notAsAgreed: Rule = ({ results: { musicians } }) => {
  const { answered, as_agreed } = musicians
  return as_agreed < answered
    ? say('not_as_agreed', 'technical', { others: answered - as_agreed, answered })
    : []
}

/** Who was liked in everything that they played, and came on time as far as that is known. */
const repeat: Rule = ({ results: { moments, punctuality } }) => {
  const late = new Set(
    punctuality.flatMap(({ project_id, arrival }) =>
      arrival === 'late' || arrival === 'absent' ? [project_id] : [],
    ),
  )
  const played = new Map<number, { project_name: string | null; marks: (number | null)[] }>()
  for (const { project_id, project_name, mark } of moments)
    if (project_id !== null && !late.has(project_id)) {
      const marks = played.get(project_id)?.marks ?? []
      played.set(project_id, { project_name, marks: [...marks, mark] })
    }
  return [...played]
    .flatMap(([project_id, { project_name, marks }]) => {
      const given = marks.flatMap((mark) => mark ?? [])
      const mark = given.reduce((sum, one) => sum + one, 0) / given.length
      // Whose account is gone can't be asked.
      const isLiked = project_name !== null && given.length === marks.length && Math.min(...given) >= 4
      return isLiked && mark >= EXCELLENT ? [{ project_id, project_name, mark: rounded(mark) }] : []
    })
    .sort((a, b) => b.mark - a.mark)
    .flatMap(({ mark, ...who }) => say('repeat', null, { mark }, who))
}

const RULES: readonly Rule[] = [
  returned,
  target,
  spending,
  costAmongOthers,
  changeMoment,
  arrivals,
  notAsAgreed,
  repeat,
]

/** What to repeat and what to change, each with the figures it follows from; nothing where nothing stands out. */
export const recommendationsOf = (facts: Facts): Recommendation[] =>
  RULES.flatMap((rule) => rule(facts)).slice(0, MOST_RECOMMENDATIONS)
