import { on } from '#core/server/route.ts'
import { featuredProjects, readPublicProfile, searchProjects as searchProjectsCall } from './contract.ts'
import { featured, searchProjects } from './queries.search.ts'
import { publicProfileOf } from './queries.ts'

export const routes = [
  on(searchProjectsCall, ({ db, now }, { query }) => searchProjects(db, query, now)),

  on(readPublicProfile, ({ db, now }, { params }) => publicProfileOf(db, params.id, now)),

  on(featuredProjects, async ({ db, now }, { query }) => ({
    results: await featured(db, query.limit, now),
  })),
]
