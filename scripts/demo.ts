import { rmSync } from 'node:fs'
import path from 'node:path'
import { readConfig } from '#core/server/config.ts'
import { migrate } from '#core/server/migrate.ts'
import { type PostgresSettings, startPostgres } from '#core/server/postgres.ts'
import { fillWithDemo } from '../src/app/server/demo/fill.ts'

/* npm run demo: empties the database and loads the demo data again. Never in production. */

const config = readConfig(process.env)
if (config.env === 'production') {
  console.error('This deletes every account: it does not run with NODE_ENV=production.')
  process.exit(1)
}
const embedded = config.database_url
  ? undefined
  : await startPostgres({ folder: path.join(config.data_dir, 'postgres'), say: console.log })
const settings: PostgresSettings = embedded
  ? embedded.settings
  : { connectionString: config.database_url ?? '' }
try {
  await migrate(settings)
  rmSync(path.join(config.data_dir, 'mail'), { recursive: true, force: true })
  await fillWithDemo({ config, settings, anyway: true, say: console.log })
} finally {
  await embedded?.stop()
}
