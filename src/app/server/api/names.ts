import { readdirSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from 'zod/mini'
import type { Named } from '#core/server/openapi.schemas.ts'
import type { About } from '#core/server/openapi.ts'
import { UNITS } from '#core/server/openapi.units.ts'

/** Where the contracts are: every feature's own files of that name. */
const FEATURES = path.resolve(import.meta.dirname, '../../../features')

/**
 * The schemas and the calls of all contracts by the names that they are exported under, so that a name is written once:
 * what programs in other languages call `Order` and `startOrder` is called so here too.
 * @throws when two schemas share a name
 */
export async function contractNames(): Promise<Pick<About, 'names' | 'calls'>> {
  const calls = new Map<unknown, string>()
  const names = new Map<z.core.$ZodType, Named>(UNITS)
  const taken = new Set([...names.values()].map(({ id }) => id))
  const files = readdirSync(FEATURES, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(^|[\\/])contract(\.\w+)?\.ts$/.test(file) && !file.endsWith('.test.ts'))
    .toSorted()
  for (const file of files) {
    const contract: Record<string, unknown> = await import(pathToFileURL(path.join(FEATURES, file)).href)
    for (const [id, exported] of Object.entries(contract)) {
      if (!(exported instanceof z.ZodMiniType)) calls.set(exported, id)
      if (!(exported instanceof z.ZodMiniType) || names.has(exported)) continue
      if (taken.has(id))
        throw new Error(`two schemas of the contracts are called ${id}; one of them in ${file}`)
      taken.add(id)
      names.set(exported, { id })
    }
  }
  return { names, calls }
}
