import { getTableName } from 'drizzle-orm'
import { music_projects } from '#features/projects/table.ts'

/** How a text finds somebody: conditions on `f` by its words, on `n` by their name; and how many of the best of each. */
export interface Said {
  words: string
  named: string
  best: string
}

/** The best that a text finds, `f`, among those who fit the other filters. `offset 0` reads them one by one, and only them. */
export function saidSql({ words, named, best }: Said, where: readonly string[]): string {
  const bestOf = (from: string, condition: string) => `(select f.project_id from ${from}
    where ${[condition, ...where].join(' and ')} order by f.turned_score, f.project_id limit ${best})`
  return `(${bestOf('project_search f', words)}
    union ${bestOf(`project_search f join ${getTableName(music_projects)} n on n.id = f.project_id`, named)}) best
    cross join lateral (
      select r.* from project_search r where r.project_id = best.project_id offset 0) f`
}
