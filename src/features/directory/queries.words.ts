import { FOUND_TIERS } from './table.ts'

/** How a text finds somebody: conditions on `f` by its words and by their name. */
export interface Said {
  words(): string
  named(): string
}

/** Whoever fits the conditions in a tier. `offset 0` finds them by the index of that tier instead of along the best. */
const inTier = (tier: string, where: readonly string[]) =>
  `(select f.project_id, f.turned_score from project_search f where ${[...where, tier].join(' and ')} offset 0) f`

/**
 * The best by score who fit the conditions: tier by tier, and none below the tier in which there are enough.
 * @param best how many; null: all of them
 */
function bestSql(where: readonly string[], best: number | null): string {
  if (best === null)
    return FOUND_TIERS.map((tier) => `select f.project_id, f.turned_score from ${inTier(tier, where)}`).join(
      ' union all ',
    )
  const names = FOUND_TIERS.map((_, at) => `tier_${at}`)
  const inOrder = `order by turned_score, project_id limit ${best}`
  const tiers = FOUND_TIERS.map((tier, at) => {
    const above = names.slice(0, at).map((name) => `(select count(*) from ${name})`)
    return `tier_${at} as materialized (select f.project_id, f.turned_score from ${inTier(tier, where)}
      ${at > 0 ? `where ${above.join(' + ')} < ${best}` : ''} ${inOrder})`
  })
  return `with ${tiers.join(', ')}
    select * from (${names.map((name) => `select * from ${name}`).join(' union all ')}) tiers ${inOrder}`
}

/** Who are found by a text, by their words or their name, the best of each: their `project_id`. */
export const foundSql = ({ words, named }: Said, where: readonly string[], best: number | null): string =>
  `(select project_id from (${bestSql([words(), ...where], best)}) by_words
    union select project_id from (${bestSql([named(), ...where], best)}) by_name)`

/** How many say a text, no further than `most`. */
export const sayingSql = ({ words }: Said, most: number): string =>
  `select count(*) as some from (select from (${bestSql([words()], null)}) said limit ${most}) said`

/** Those who are found, `f`, in an order. @param key of `f`, what they are put in order by; theirs is `f.key` */
export const saidSql = (found: string, key: string): string =>
  // In order before anything else is read of them: of most of them nothing else is.
  `(select f.*, ${key} as key
    from ${found} found
      cross join lateral (
        select r.* from project_search r where r.project_id = found.project_id offset 0) f
    order by ${key}, f.project_id offset 0) f`
