import { on } from '#core/server/route.ts'
import {
  countProjects,
  featuredProjects,
  listTowns,
  readPublicProfile,
  searchProjects as searchProjectsCall,
} from './contract.ts'
import { countsOf } from './queries.count.ts'
import { listedTowns } from './queries.listed.ts'
import { featured, searchProjects } from './queries.search.ts'
import { publicProfileOf } from './queries.ts'

// A question is short, and its answer may cost the database a lot: a flood of them has places of its own.
const open = { pool: 'open' } as const

export const routes = [
  on(searchProjectsCall, ({ db, now }, { query }) => searchProjects(db, query, now), open),

  on(countProjects, ({ db, now }, { query }) => countsOf(db, query, now), open),

  on(listTowns, async ({ db }) => ({ results: await listedTowns(db) }), open),

  on(readPublicProfile, ({ db, now }, { params, query }) => publicProfileOf(db, params.id, now, query), open),

  on(
    featuredProjects,
    async ({ db, now }, { query }) => ({ results: await featured(db, query.limit, now) }),
    open,
  ),
]
