import type { Logger } from 'pino'
import type { App, Clock } from '#core/server/app.ts'
import type { Config } from '#core/server/config.ts'
import { reactionsOf } from '#core/server/events.ts'
import { openApp } from '#core/server/open.ts'
import type { Outside } from '#core/server/outside.ts'
import type { EmbeddedPostgres, PostgresSettings } from '#core/server/postgres.ts'
import { checkHandlers } from '#core/server/queues.ts'
import { readTexts, textsFrom } from '#core/server/texts.ts'
import { handlers, reactions, sweeps } from './features.ts'
import { TEXT_FOLDERS } from './texts.ts'

/** The app with everything its features bring, on a migrated database: below HTTP. */
export function compose(options: {
  config: Config
  settings: PostgresSettings
  embedded?: Pick<EmbeddedPostgres, 'home' | 'isUp'> | undefined
  work: boolean
  mail?: 'as configured' | 'in memory'
  max?: number
  patient?: boolean
  clock?: Clock
  log?: Logger
  free?: ((folder: string) => Promise<number>) | undefined
  outside?: Outside | undefined
  workers?: Pick<App, 'workers' | 'side_workers'>
}) {
  checkHandlers(handlers)
  return openApp({
    ...options,
    texts: textsFrom(readTexts(TEXT_FOLDERS)),
    reactions: reactionsOf(reactions),
    handlers,
    sweeps,
  })
}
