import * as z from 'zod/mini'
import { endpoint, Id, IdParams } from '#core/contract/endpoint.ts'
import { SearchQuery, searchProjects } from './contract.ts'

/** So many somebody may save; whoever needs more has a list of their own. */
export const FAVOURITES_MAX = 500

/** Whether a project is saved, after a change. */
const Saved = z.object({ saved: z.boolean() })

export const searchFavourites = endpoint({
  method: 'GET',
  path: '/api/directory/favourites/',
  access: 'read:musics',
  summary: 'Search among the musicians and bands that I saved',
  query: SearchQuery,
  reply: searchProjects.reply,
})

export const readFavourites = endpoint({
  method: 'GET',
  path: '/api/directory/favourites/ids/',
  access: 'read:musics',
  summary: 'Whom I saved, the latest first',
  reply: z.object({ ids: z.array(Id) }),
})

export const saveFavourite = endpoint({
  method: 'PUT',
  path: '/api/directory/favourites/:id/',
  access: 'read:musics',
  summary: 'Save a musician or band to find them again; twice is once',
  params: IdParams,
  reply: Saved,
})

export const dropFavourite = endpoint({
  method: 'DELETE',
  path: '/api/directory/favourites/:id/',
  access: 'read:musics',
  summary: 'No longer save a musician or band; also one that is gone',
  params: IdParams,
  reply: Saved,
})
