import type { Config } from '#core/server/config.ts'

/*
 * Loads what answers calls, while the database is made (docs/decisions/0082).
 */

/** @returns what opens the app, builds the server on it and lets callers in; compiled as far as it can be without a database */
export async function loadServer(config: Config) {
  const { compose } = await import('./compose.ts')
  const { buildServer } = await import('./server.ts')
  const { listenAtDoors } = await import('./doors.ts')
  const { openLog } = await import('#core/server/open.ts')
  const { prepareWriters } = await import('#core/server/writer.ts')
  const { routes } = await import('./features.ts')
  const endpoints = routes.map(({ endpoint }) => endpoint)
  await prepareWriters({ config }, endpoints)
  return { compose, buildServer, listenAtDoors, log: openLog(config) }
}
