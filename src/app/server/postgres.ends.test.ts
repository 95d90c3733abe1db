import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { folder } from '#core/server/postgres.fixture.ts'
import { runningPostgres } from '#core/server/postgres.ts'
import { type ServerProcess, startServerProcess } from './serverProcess.fixture.ts'

let server: ServerProcess | undefined
afterEach(() => server?.kill())

it('a server that is stopped while its database is made waits for it, and leaves nothing running', async () => {
  const data = folder()
  const child = spawn(process.execPath, ['src/app/server/main.ts'], {
    env: { ...process.env, NODE_ENV: 'test', DEMO: '0', DATA_DIR: data, DATABASE_URL: '', PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  let output = ''
  for await (const said of child.stdout.setEncoding('utf8')) {
    if (!output.includes('Creating') && said.includes('Creating')) child.kill('SIGTERM')
    output += said
  }
  expect(await ended).toEqual([0, null])
  expect(output).toMatch(/Creating the database.*Stopping \(SIGTERM\).*Stopped\n$/s)
  const home = path.join(data, 'postgres')
  expect(runningPostgres(home)).toBeUndefined()
  expect(readdirSync(home).filter((name) => name.startsWith('draft'))).toEqual([])
})

it('a server whose database can’t be started again ends with code 1, and one line that says why', async () => {
  const data = folder()
  server = await startServerProcess(null, data, { TARIMA_FSYNC: 'off', TARIMA_RECOVERY_MS: '500' })
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  const home = path.join(data, 'postgres')
  const pid = runningPostgres(home) ?? 0
  const control = path.join(home, 'cluster/global/pg_control')
  // No file that could be written again: a checkpoint that is being made when the database is killed would mend one.
  rmSync(control)
  mkdirSync(control)
  process.kill(pid, 'SIGKILL')
  expect(await server.ended).toBe(1)
  const lines = server.output().split('\n')
  expect(lines.filter((line) => line.includes("can't be started"))).toEqual([
    expect.stringMatching(/^The database in .* can't be started again, for \d+ s: (PANIC|FATAL): /),
  ])
  expect(runningPostgres(home)).toBeUndefined()
})
