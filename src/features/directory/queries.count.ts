import type { ReplyOf } from '#core/contract/endpoint.ts'
import type { Db } from '#core/server/db.ts'
import { COUNT_MAX, type countProjects, LOOSER, type Looser, WITHOUT_MAX } from './contract.ts'
import type { Search } from './queries.ask.ts'
import { counting } from './queries.search.ts'

type Filters = Omit<Search, 'limit' | 'cursor' | 'sort'>

/** What goes out of a search together with the one that a person would name. */
const TOGETHER: Partial<Record<Looser, readonly (keyof Filters)[]>> = {
  // The hours stay: they are the length that prices are for.
  date: ['date', 'zone'],
  city: ['city', 'lat', 'lng', 'radius'],
  price_max: ['price_max', 'currency'],
}

/**
 * How many a search finds, no further than COUNT_MAX; for one that finds nobody, how many it would without each thing that
 * it asks for, the most first. None of these is counted further than WITHOUT_MAX; of those with more, the order is
 * that of LOOSER.
 * @throws Refusal 422 for a time that lacks a part
 */
export async function countsOf(db: Db, query: Filters, now: Date): Promise<ReplyOf<typeof countProjects>> {
  const count = counting(db, now)
  const all = await count(query, COUNT_MAX)
  const without: ReplyOf<typeof countProjects>['without'] = []
  if (all.count > 0) return { ...all, without }
  for (const field of LOOSER) {
    const names = TOGETHER[field] ?? [field]
    if (!names.some((name) => query[name] !== undefined)) continue
    const looser = { ...query }
    for (const name of names) delete looser[name]
    const found = await count(looser, WITHOUT_MAX)
    if (found.count > 0) without.push({ field, ...found })
  }
  return { ...all, without: without.sort((a, b) => Number(b.more) - Number(a.more) || b.count - a.count) }
}
