import { once } from 'node:events'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { address, call, repeat } from './attackCalls.ts'

/*
 * Who only wants to sign in, and whoever looks whether the server lives, while others attack it. They have a thread of
 * their own: what the attack's own sending takes isn't counted as the server's.
 */

const HEALTH_EVERY_MS = 20
const LOGIN_EVERY_MS = 250

/** One answer as it was seen. */
export interface Seen {
  status: number
  ms: number
}
/** Ascending by time. */
interface Watched {
  health: Seen[]
  logins: Seen[]
  ready: Seen[]
}
interface Watch {
  port: number
  /** Who signs in; nobody: only the server's health is looked at. */
  who?: { username: string; password: string }
}

/** Asks steadily, whether it is answered or not. @returns what was seen when something is done */
export function watch(of: Watch): { until(done: Promise<unknown>): Promise<Watched> } {
  const thread = new Worker(new URL(import.meta.url), { workerData: of })
  return {
    async until(done) {
      await done
      thread.postMessage('done')
      const [seen] = await once(thread, 'message')
      await thread.terminate()
      return seen
    },
  }
}

if (!isMainThread && parentPort) {
  const { port, who }: Watch = workerData
  const over = once(parentPort, 'message')
  let real = 0
  const [health, logins, ready] = await Promise.all([
    repeat(() => call(port, '/healthz', {}), HEALTH_EVERY_MS, over),
    // From another address each time, at which they have no session.
    who
      ? repeat(
          () => call(port, '/api/auth/login/', { from: address(2, real++), body: who }),
          LOGIN_EVERY_MS,
          over,
        )
      : [],
    repeat(() => call(port, '/readyz', {}), LOGIN_EVERY_MS, over),
  ])
  const plain = (answers: readonly Seen[]) => answers.map(({ status, ms }) => ({ status, ms }))
  parentPort.postMessage({ health: plain(health), logins: plain(logins), ready: plain(ready) })
}
