import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '#core/server/config.ts'

/*
 * Loads what answers calls, while the database is made (docs/decisions/0082). A module comes with all that it imports in one
 * turn of the event loop: the whole server at once would hold it up for a second, and the database waits for a word of
 * ours between its steps. So it comes in parts.
 */

/** About equal ones. What none of them brings comes after them: a new feature isn't listed here. */
const PARTS: readonly (() => Promise<unknown>)[] = [
  () => import('fastify'),
  () => import('#core/server/jobs.ts'),
  () => import('#core/server/open.ts'),
  () => import('#core/server/mount.ts'),
  () => import('#features/accounts/routes.ts'),
  () => import('#features/accounts/routes.factors.ts'),
  () => import('#features/availability/routes.ts'),
  () => import('#features/budgets/routes.ts'),
  () => import('#features/contracts/routes.ts'),
  () => import('#features/events/routes.ts'),
  () => import('#features/reviews/routes.ts'),
  () => import('#features/lessons/booking/routes.ts'),
  () => import('#features/lessons/certificates/routes.ts'),
  () => import('#features/threads/routes.ts'),
  () => import('./features.ts'),
  () => import('./docs.ts'),
  () => import('./security.ts'),
]

/** After each of them, for some words to and fro. */
const PAUSE_MS = 1

/** @returns what opens the app, builds the server on it and lets callers in; compiled as far as it can be without a database */
export async function loadServer(config: Config) {
  for (const part of PARTS) {
    await part()
    await sleep(PAUSE_MS)
  }
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
