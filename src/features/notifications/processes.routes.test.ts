import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServerProcess, startServerProcess } from '#app/server/serverProcess.fixture.ts'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { transaction } from '#core/server/work.ts'
import { type Message, notify } from './commands.ts'
import { followStream } from './web/live.ts'

/*
 * Two servers as they run in production, each a process of its own, on one database; the pages follow their streams
 * with what the browser uses.
 */

let t: TestApp
let here: ServerProcess
let there: ServerProcess
const data = mkdtempSync(path.join(os.tmpdir(), 'tarima-processes-'))

beforeAll(async () => {
  t = await testApp({ max: 10 })
  const start = () => startServerProcess(t.settings, data)
  ;[here, there] = await Promise.all([start(), start()])
}, 60_000)
afterAll(async () => {
  await Promise.all([here, there].map((server) => server?.kill()))
  await t.close()
  rmSync(data, { recursive: true, force: true })
})

interface Page {
  ids: number[]
  /** When each arrived, milliseconds. */
  times: number[]
  ready: Promise<void>
  close(): void
}

/** An open page; where its server is gone it asks the next one, as behind a load balancer. */
function page(who: Person, servers: readonly ServerProcess[]): Page {
  const stop = new AbortController()
  const ids: number[] = []
  const times: number[] = []
  let at = 0
  let isReady = () => {}
  const ready = new Promise<void>((resolve) => {
    isReady = resolve
  })
  void followStream(
    async (last_id, signal) => {
      const url = servers[at % servers.length]?.url
      try {
        return await fetch(`${url}/api/notifications/stream/`, {
          headers: {
            authorization: `Bearer ${who.token}`,
            ...(last_id === null ? {} : { 'last-event-id': String(last_id) }),
          },
          signal,
        })
      } catch (error) {
        at++
        throw error
      }
    },
    ({ name, id }) => {
      if (name === 'ready') isReady()
      if (name !== 'notification' || id === null) return
      ids.push(id)
      times.push(performance.now())
    },
    stop.signal,
  )
  return { ids, times, ready, close: () => stop.abort() }
}

async function until(holds: () => boolean, ms: number) {
  const end = Date.now() + ms
  while (!holds() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 10))
}

const order = (user_id: number, id: number): Message => ({
  user_id,
  type: 'BRIEF_VALIDATED',
  subject: `order:${id}`,
  value: String(id),
})

describe('two server processes on one database', () => {
  it('bring what one raises to a page that the other holds, without waiting for a look at the database', async () => {
    const owner = await t.person('MUSICIAN')
    const took: number[] = []
    for (let round = 0; round < 5; round++) {
      const band = await t.project(owner.id, 'GROUP', `Banda ${round}`)
      const invitee = await t.person('MUSICIAN')
      const seen = page(invitee, [there])
      await seen.ready
      const asked = performance.now()
      const answer = await fetch(`${here.url}/api/projects/${band}/invitations/`, {
        method: 'POST',
        headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ email: invitee.email }),
      })
      expect(answer.status).toBe(201)
      await until(() => seen.ids.length > 0, 5000)
      took.push((seen.times[0] ?? Number.POSITIVE_INFINITY) - asked)
      seen.close()
    }
    // With the call that raised it, on a machine that may stall.
    expect(Math.max(...took)).toBeLessThan(5_000)
  })

  it('miss nothing when one is killed: 10,000 raised, 10,000 seen exactly once', async () => {
    const people = await Promise.all(Array.from({ length: 50 }, () => t.person('TALENT_HUNTER')))
    const each = 200
    // Forty of fifty pages are at the server that dies.
    const pages = people.map((who, i) => page(who, i % 5 === 0 ? [there, here] : [here, there]))
    await Promise.all(pages.map(({ ready }) => ready))

    let raised = 0
    const raise = async (who: Person) => {
      for (let at = 0; at < each; at += 20) {
        const some = Array.from({ length: 20 }, (_, i) => order(who.id, at + i))
        await transaction(t.app, new Date(), async (work) => notify(work, some))
        raised += some.length
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    }
    const raising = Promise.all(people.map(raise))
    await until(() => raised > 3000, 10_000)
    await here.kill()
    const before = pages.reduce((sum, { ids }) => sum + ids.length, 0)
    expect(before).toBeGreaterThan(0)
    expect(raised).toBeLessThan(people.length * each)
    await raising
    expect(raised).toBe(10_000)

    await until(() => pages.every(({ ids }) => ids.length >= each), 20_000)
    // Whoever would come twice has time to.
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(pages.reduce((sum, { ids }) => sum + ids.length, 0)).toBe(10_000)
    expect(new Set(pages.flatMap(({ ids }) => ids)).size).toBe(10_000)
    for (const { ids, close } of pages) {
      expect(ids).toHaveLength(each)
      expect([...ids].sort((a, b) => a - b)).toEqual(ids)
      close()
    }
  }, 60_000)
})
