import { on } from '#core/server/route.ts'
import { addFavourite, removeFavourite } from './commands.favourites.ts'
import { reportOn } from './commands.reports.ts'
import { dropFavourite, readFavourites, saveFavourite, searchFavourites } from './contract.favourites.ts'
import { reportProfile } from './contract.reports.ts'
import {
  countProjects,
  featuredProjects,
  listGenres,
  listTowns,
  readPublicProfile,
  searchProjects as searchProjectsCall,
} from './contract.ts'
import { countsOf } from './queries.count.ts'
import { favouritesOf } from './queries.favourites.ts'
import { listedGenres, listedTowns } from './queries.listed.ts'
import { featured, searchProjects } from './queries.search.ts'
import { publicProfileOf } from './queries.ts'

// A question is short, and its answer may cost the database a lot: a flood of them has places of its own.
const open = { pool: 'open' } as const

export const routes = [
  on(searchProjectsCall, ({ db, now }, { query }) => searchProjects(db, query, now), open),

  on(countProjects, ({ db, now }, { query }) => countsOf(db, query, now), open),

  on(
    searchFavourites,
    async ({ db, now, viewer }, { query }) =>
      searchProjects(db, query, now, { among: await favouritesOf(db, viewer.id) }),
    open,
  ),

  on(readFavourites, async ({ db, viewer }) => ({ ids: await favouritesOf(db, viewer.id) })),

  on(saveFavourite, async (ctx, { params }) => {
    await addFavourite(ctx, ctx.viewer.id, params.id)
    return { saved: true }
  }),

  on(dropFavourite, async (ctx, { params }) => {
    await removeFavourite(ctx, ctx.viewer.id, params.id)
    return { saved: false }
  }),

  on(reportProfile, (ctx, { params, body }) => reportOn(ctx, ctx.viewer.id, params.id, body)),

  on(
    listGenres,
    async ({ db }, { query }) => ({
      results: (await listedGenres(db, [query.city])).map(({ genre }) => genre),
    }),
    open,
  ),

  on(listTowns, async ({ db }) => ({ results: await listedTowns(db) }), open),

  on(readPublicProfile, ({ db, now }, { params, query }) => publicProfileOf(db, params.id, now, query), open),

  on(
    featuredProjects,
    async ({ db, now }, { query }) => ({ results: await featured(db, query.limit, now) }),
    open,
  ),
]
