import * as z from 'zod/mini'
import { endpoint } from '#core/contract/endpoint.ts'

/** Where the pictures of the map come from. */
export const MapTiles = z.object({
  /** With {z}, {x}, {y}, and {key} and {s} where the provider wants them. */
  url: z.string(),
  /** Meant for browsers: the provider ties it to the site's address. */
  key: z.nullable(z.string()),
  /** Whose map it is, where they ask to be named. */
  attribution: z.nullable(z.string()),
})
export type MapTiles = z.output<typeof MapTiles>

export const readMapTiles = endpoint({
  method: 'GET',
  path: '/api/maps/tiles/',
  access: 'signed-in',
  summary: 'Where the map gets its pictures, as this server is configured',
  reply: MapTiles,
})
