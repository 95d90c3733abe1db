import { spawn } from 'node:child_process'
import path from 'node:path'
import type { PostgresSettings } from '#core/server/postgres.ts'

/* The server as a process of its own, as it runs in production, on a test's database. */

const ROOT = path.resolve(import.meta.dirname, '../../..')

export interface ServerProcess {
  url: string
  pid: number
  kill(): Promise<void>
  /** The code that it ends with; null when a signal ended it. */
  ended: Promise<number | null>
  /** What it has said so far. */
  output(): string
}

/** The settings as an address, which is what a process is told. */
function addressOf(settings: PostgresSettings): string {
  if ('connectionString' in settings) return settings.connectionString
  const { user, database, host, port } = settings
  return `postgres://${user}@localhost:${port ?? 5432}/${database}?host=${encodeURIComponent(host)}`
}

/**
 * Starts one; kill it before the test ends.
 * @param settings null: on the database that comes along
 * @throws Error with what it said when it doesn't start
 */
export async function startServerProcess(
  settings: PostgresSettings | null,
  data: string,
  env: Record<string, string> = {},
): Promise<ServerProcess> {
  const child = spawn(process.execPath, ['src/app/server/main.ts'], {
    cwd: ROOT,
    env: {
      ...process.env,
      NODE_ENV: 'test',
      DEMO: '0',
      DATA_DIR: data,
      DATABASE_URL: settings ? addressOf(settings) : '',
      PORT: '0',
      PUBLIC_URL: '',
      SMTP_URL: '',
      SMS_MAIL_TEMPLATE: '',
      LOG_LEVEL: 'error',
      RATE_LIMIT: '1000000',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // With everything that it said.
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk
      const ready = /ready at (http:\S+)/.exec(output)?.[1]
      if (ready) resolve(ready)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', () => reject(new Error(`The server did not start:\n${output}`)))
  })
  return {
    url,
    pid: child.pid ?? 0,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    ended,
    output: () => output,
  }
}
