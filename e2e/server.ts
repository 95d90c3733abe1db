import { temporaryFolder } from '../scripts/temporaryFolder.ts'
import { startProvider } from '../src/features/accounts/provider.fixture.ts'
import { SETTINGS } from './settings.ts'

/* The server of the browser tests: the real one, with its own database in a folder that goes away with it. */

const { folder } = temporaryFolder('e2e')
Object.assign(process.env, {
  ...SETTINGS,
  DATA_DIR: folder,
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'error',
  DEMO: process.env.DEMO ?? '1',
  // All the browsers of a run share one address.
  RATE_LIMIT: '1000000',
})
for (const name of [
  'DATABASE_URL',
  'SMTP_URL',
  'SMS_MAIL_TEMPLATE',
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'PUBLIC_URL',
  'S3_BUCKET',
  'S3_REGION',
  'S3_ENDPOINT',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'S3_PATH_STYLE',
]) {
  delete process.env[name]
}
// A real identity provider beside it, which asks in a page of its own who comes.
const provider = await startProvider([`http://localhost:${process.env.PORT ?? 3000}/signin`], { asks: true })
Object.assign(process.env, provider.env)
await import('../scripts/start.ts')
