import path from 'node:path'
import { Refusal } from '#core/contract/errors.ts'
import type { App } from '#core/server/app.ts'
import { readConfig } from '#core/server/config.ts'
import { startPostgres } from '#core/server/postgres.ts'
import { transaction } from '#core/server/work.ts'
import { decide } from '#features/staff/commands.ts'
import { compose } from '../src/app/server/compose.ts'

/*
 * What staff does at the server's console: the same commands as on the pages, and the same log, by a name that is typed.
 * Whoever reaches the machine may.
 */

/** Opens what the server is made of, below HTTP, and closes it again. */
export async function atConsole(run: (app: App) => Promise<void>): Promise<void> {
  const config = readConfig(process.env)
  const embedded = config.database_url
    ? undefined
    : await startPostgres({ folder: path.join(config.data_dir, 'postgres'), say: console.error })
  const settings = embedded ? embedded.settings : { connectionString: config.database_url ?? '' }
  try {
    const { app, close } = await compose({ config, settings, work: false })
    try {
      await run(app)
    } finally {
      await close()
    }
  } finally {
    await embedded?.stop()
  }
}

/** Says how it is used, and ends. */
export function usage(line: string): never {
  console.error(line)
  process.exit(2)
}

/** Does something that may be refused, and says why when it is. */
export async function orSay(run: () => Promise<void>, refused: (error: Refusal) => string): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    console.error(refused(error))
    process.exitCode = 1
  }
}

/** Decides one of what waits for staff, by a name. @throws Refusal as the command */
export const decideByName = (
  app: App,
  by: string,
  item: { kind: string; id: number },
  act: string,
  text = '',
): Promise<void> =>
  transaction(app, app.clock.now(), (work) =>
    decide(work, { console_name: by }, item, { act, text, file_ids: [] }),
  )

/** A number as it was typed; null for anything else. */
export const idOf = (typed: string | undefined): number | null => {
  const id = Number(typed)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}
