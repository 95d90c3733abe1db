import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach } from 'vitest'
import { runningPostgres } from './postgres.ts'

/* Servers of a test's own, on folders that go away with it. */

const made: string[] = []
const children: ChildProcess[] = []

afterEach(async () => {
  for (const child of children.splice(0)) {
    child.kill('SIGKILL')
  }
  for (const folder of made.splice(0)) {
    for (const home of [folder, path.join(folder, 'data'), path.join(folder, 'postgres')]) {
      const pid = existsSync(home) ? runningPostgres(home) : undefined
      if (pid) {
        process.kill(pid, 'SIGQUIT')
        await gone(pid)
      }
    }
    rmSync(folder, { recursive: true, force: true })
  }
})

/** A folder that any user may enter. */
export function folder(): string {
  const name = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'tarima-pg-')))
  chmodSync(name, 0o755)
  made.push(name)
  return name
}

export async function gone(pid: number) {
  for (let i = 0; i < 1000; i++) {
    try {
      process.kill(pid, 0)
    } catch {
      return
    }
    await sleep(10)
  }
  throw new Error(`${pid} did not end`)
}

export async function ask(settings: pg.ClientConfig, text: string) {
  const client = new pg.Client(settings)
  // The statement under way is told too; without a listener it would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** Another Node process that starts on the folder, says "pid started" and stays. */
export async function otherProcess(home: string, as: { uid?: number; gid?: number } = {}) {
  const source = `
    import { startPostgres } from ${JSON.stringify(path.resolve(import.meta.dirname, 'postgres.ts'))}
    try {
      const postgres = await startPostgres({ folder: ${JSON.stringify(home)}, fsync: false })
      process.send({ pid: postgres.pid, started: postgres.started, settings: postgres.settings })
      process.on('message', async () => { await postgres.stop(); process.exit(0) })
    } catch (error) { process.send({ error: String(error.message) }) }`
  const file = path.join(folder(), 'other.mts')
  writeFileSync(file, source)
  chmodSync(file, 0o644)
  const child = spawn(process.execPath, [file], {
    ...as,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    cwd: '/',
  })
  children.push(child)
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const message = await new Promise<{
    pid: number
    started: boolean
    error?: string
    settings: { host: string; port: number; user: string; database: string }
  }>((resolve, reject) => {
    child.once('message', (said) => resolve(said as never))
    child.once('exit', () => reject(new Error('the other process ended')))
  })
  return { child, ended, ...message }
}
