import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** As `npm start` and the image say it (docs/decisions/0014): what is measured is what people get. */
export const HEAP = ['--max-semi-space-size=16', '--expose-gc']

/** The server as in production, in a process of its own. */
export interface ProductionServer {
  port: number
  pid: number
  /** Asks it to stop. @returns how long it took, ms */
  stop(): Promise<number>
}

/**
 * Starts the server as in production.
 * @param folder its data, where a database of its own may run already
 */
export async function productionServer(
  folder: string,
  env: Record<string, string> = {},
): Promise<ProductionServer> {
  const port = await freePort()
  const child: ChildProcess = spawn(process.execPath, [...HEAP, 'src/app/server/main.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DATA_DIR: folder,
      DATABASE_URL: '',
      SMTP_URL: '',
      SMS_MAIL_TEMPLATE: '',
      DEMO: '0',
      LOG_LEVEL: 'fatal',
      RATE_LIMIT: '100000000',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const stop = async () => {
    const begun = performance.now()
    if (child.exitCode === null) {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    }
    return performance.now() - begun
  }
  for (let tries = 0; tries < 600 && child.exitCode === null; tries++) {
    try {
      if ((await fetch(`http://127.0.0.1:${port}/readyz`)).ok) return { port, pid: child.pid ?? 0, stop }
    } catch {
      // Nothing listens yet: it is asked again until it does.
    }
    await sleep(100)
  }
  await stop()
  throw new Error('the server did not start')
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as { port: number }
  await new Promise((resolve) => probe.close(resolve))
  return port
}
