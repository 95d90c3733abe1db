/** How a text finds somebody: conditions on `f` by its words and by their name. */
export interface Said {
  words(): string
  named(): string
}

/**
 * Scores above which everybody has an index of their own for words and names (words_of_best, words_of_good): where enough
 * of them say a text, nobody else is looked at. One in a hundred and one in six, as people are scored usually; a number that
 * few or all are above costs time alone.
 */
export const TIERS = ['best', 'good'] as const
/** As those indexes have it: by one column each, or the planner takes the larger index and the order for the smaller one. */
const ABOVE = { best: 'f.score > 90', good: 'f.turned_score < -86' }

/** Among whom people are looked for; null: everybody; along: those on the way, one after the other. */
type Tier = keyof typeof ABOVE | null | 'along'
/** Who are found by their words, and by their names. */
export interface Tiers {
  words: Tier
  names: Tier
}

/** Whoever fits a condition in a tier. `offset 0` finds them by the condition's own index instead of along the best. */
const within = (tier: keyof typeof ABOVE | null, where: readonly string[]) =>
  `(select f.project_id, f.turned_score from project_search f
    where ${[...where, ...(tier ? [ABOVE[tier]] : [])].join(' and ')} offset 0) f`

/** The highest tier that has as many as `best` who fit a condition; null where none has. */
const tierSql = (condition: () => string, where: () => readonly string[], best: string): string =>
  `case ${TIERS.map(
    (
      tier,
    ) => `when (select count(*) from (select from ${within(tier, [condition(), ...where()])} limit ${best}) enough)
      = ${best} then '${tier}'`,
  ).join(' ')} end`

/** In which tiers enough say a text and have such a name: one statement, which counts no tier that isn't needed. */
export const tiersSql = ({ words, named }: Said, where: () => readonly string[], best: string): string =>
  `select ${tierSql(words, where, best)} as words, ${tierSql(named, where, best)} as names`

/**
 * The best that a text finds, `f`, among those who fit the other filters.
 * @param key of `f`, what they are put in order by; theirs is `f.key`
 * @param walk the way, best first, for who is looked for along it
 */
export function saidSql(
  { words, named }: Said,
  tiers: Tiers,
  where: readonly string[],
  best: string,
  key: string,
  walk: () => string,
): string {
  const inOrder = `order by f.turned_score, f.project_id limit ${best}`
  const by = (tier: Tier, condition: string, isCounted: boolean) => {
    if (tier === 'along')
      return `${walk()} w cross join lateral (select f.project_id, w.turned_score from project_search f
        where ${['f.project_id = w.project_id', condition, ...where].join(' and ')} offset 0) f
        order by w.turned_score, w.project_id limit ${best}`
    // Among all, the planner knows how many say a word, and goes along the best for one that many say.
    if (tier === null && isCounted)
      return `project_search f where ${[condition, ...where].join(' and ')} ${inOrder}`
    return `${within(tier, [condition, ...where])} ${inOrder}`
  }
  // In order before anything else is read of them: of most of them nothing else is.
  return `(select f.*, ${key} as key
    from ((select f.project_id from ${by(tiers.words, words(), true)})
      union (select f.project_id from ${by(tiers.names, named(), false)})) best
      cross join lateral (
        select r.* from project_search r where r.project_id = best.project_id offset 0) f
    order by ${key}, f.project_id offset 0) f`
}
