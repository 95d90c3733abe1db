import { on } from '#core/server/route.ts'
import { readMapTiles } from './contract.ts'
import { attributionOf } from './rules.ts'

export const routes = [
  on(readMapTiles, async ({ app }) => {
    const { tiles_url, key } = app.config.maps
    return { url: tiles_url, key: key ?? null, attribution: attributionOf(tiles_url) }
  }),
]
