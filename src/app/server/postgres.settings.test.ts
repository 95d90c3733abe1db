import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBucket } from '#core/server/bucket.fixture.ts'
import { folder } from '#core/server/postgres.fixture.ts'

let bucket: Awaited<ReturnType<typeof openBucket>>
beforeAll(async () => {
  bucket = await openBucket()
})
afterAll(() => bucket.close())

/** Starts a server that ends by itself. @returns its code, and what it said to people and of what was wrong */
async function startThatFails(data: string, env: Record<string, string>) {
  const child = spawn(process.execPath, ['src/app/server/main.ts'], {
    env: {
      ...process.env,
      ...{ NODE_ENV: 'test', DEMO: '0', DATA_DIR: data, DATABASE_URL: '', PORT: '0', LOG_LEVEL: 'error' },
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [said, wrong, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ])
  return { code, said, wrong }
}

const WRONG: Record<string, () => Record<string, string>> = {
  'PORT must be a whole number': () => ({ PORT: 'abc' }),
  'HOST 0.0.0.0 lets other machines in': () => ({ HOST: '0.0.0.0' }),
  'PUBLIC_URL is missing': () => ({ NODE_ENV: 'production', PUBLIC_URL: '' }),
  "SIGNING_P12 /no/such.p12 can't be used: ENOENT": () => ({ SIGNING_P12: '/no/such.p12' }),
  "S3_BUCKET fotos can't keep files": () => ({ ...bucket.env, S3_SECRET_ACCESS_KEY: 'de otro' }),
}

it.each(Object.keys(WRONG))(
  'a first start with wrong settings says so (%s), and leaves its folder empty',
  async (line) => {
    const data = folder()
    const { code, said, wrong } = await startThatFails(data, WRONG[line]?.() ?? {})
    expect(code).toBe(1)
    expect(wrong.split('\n', 2)).toEqual([
      "The configuration can't be used:",
      expect.stringContaining(`  ${line}`),
    ])
    expect(said).toBe('Stopping (the start failed): running requests and jobs finish first\nStopped\n')
    expect(readdirSync(data)).toEqual([])
  },
)
