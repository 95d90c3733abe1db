import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Workers } from './app.ts'
import { openWorkers, TooLong, workerTask } from './workers.ts'

const fixture = new URL('./workers.fixture.ts', import.meta.url)
const doubled = workerTask<number, number>(fixture, 'doubled')
const failing = workerTask<null, never>(fixture, 'failing')
const dying = workerTask<string | null, string>(fixture, 'dying')
const slow = workerTask<number, string>(fixture, 'slow')

let workers: Workers | undefined
const open = (options?: Parameters<typeof openWorkers>[0]): Workers => {
  workers = openWorkers(options)
  return workers
}
afterEach(() => workers?.close())

/** A thread takes its time to start where many run. */
const SLOW = { timeout: 60_000 }

describe('worker threads', SLOW, () => {
  it('compute beside the event loop', async () => {
    expect(await open().run(doubled, 21)).toBe(42)
  })
  it('hand on what a task throws', async () => {
    await expect(open().run(failing, null)).rejects.toThrow('that is no number')
  })
  it('do a task again when the thread was lost', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'workers-'))
    try {
      expect(await open().run(dying, path.join(folder, 'mark'))).toBe('alive')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
  it('give up a task that loses every thread, and go on with others', async () => {
    const pool = open()
    await expect(pool.run(dying, null)).rejects.toThrow()
    expect(await pool.run(doubled, 2)).toBe(4)
  })
  it('stop what takes too long', async () => {
    const pool = open({ limit_ms: 1_000 })
    await expect(pool.run(slow, 60_000)).rejects.toMatchObject({ status: 503, code: 'common.busy' })
  })
  it('stop a task sooner that was given less time, and tell that from having no room', async () => {
    const pool = open()
    await expect(pool.run(slow, 60_000, { limit_ms: 1_000 })).rejects.toBeInstanceOf(TooLong)
  })
  it('refuse when too many wait', async () => {
    const pool = open({ threads: 1, waiting: 1 })
    const all = await Promise.allSettled([1, 2, 3, 4].map(() => pool.run(slow, 200)))
    const refused = all.filter((one) => one.status === 'rejected')
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]).toMatchObject({ reason: { code: 'common.busy' } })
    expect(all[0]).toMatchObject({ status: 'fulfilled', value: 'done' })
  })
  it('end with the app, and take nothing more', async () => {
    const pool = open()
    const running = pool.run(slow, 60_000).catch((error: unknown) => error)
    await pool.close()
    expect(await running).toMatchObject({ code: 'common.busy' })
    await expect(pool.run(doubled, 1)).rejects.toMatchObject({ code: 'common.busy' })
  })
})

describe('turns', () => {
  it("let a person's calculations run one after the other, and other people's beside them", async () => {
    const pool = open({ at_once: 2 })
    const order: string[] = []
    const step = (person: string, name: string, ms: number) =>
      pool.inTurn(person, async () => {
        order.push(`${name} begins`)
        await new Promise((resolve) => setTimeout(resolve, ms))
        order.push(`${name} ends`)
      })
    await Promise.all([step('a', 'first', 50), step('a', 'second', 1), step('b', 'other', 1)])
    expect(order.indexOf('second begins')).toBeGreaterThan(order.indexOf('first ends'))
    expect(order.indexOf('other ends')).toBeLessThan(order.indexOf('first ends'))
  })
  it('are two at once for everybody', async () => {
    const pool = open({ at_once: 2 })
    let running = 0
    let most = 0
    const step = (person: number) =>
      pool.inTurn(`user:${person}`, async () => {
        most = Math.max(most, ++running)
        await new Promise((resolve) => setTimeout(resolve, 5))
        running--
      })
    await Promise.all(Array.from({ length: 12 }, (_, n) => step(n)))
    expect(most).toBe(2)
  })
  it('go on after one that failed', async () => {
    const pool = open()
    const failed = pool.inTurn('a', async () => {
      throw new Error('no')
    })
    const after = pool.inTurn('a', async () => 'yes')
    await expect(failed).rejects.toThrow('no')
    expect(await after).toBe('yes')
  })
  it('have so much time in all, and are told when whoever asked has left', async () => {
    const pool = open({ effort_ms: 200 })
    const leaving = new AbortController()
    await pool.inTurn(
      'a',
      async (effort) => {
        expect(effort.left()).toBeGreaterThan(0)
        effort.check()
        await new Promise((resolve) => setTimeout(resolve, 250))
        expect(effort.left()).toBe(0)
        leaving.abort()
        expect(() => effort.check()).toThrow(expect.objectContaining({ status: 499 }))
      },
      { signal: leaving.signal },
    )
  })
  it('are refused to somebody who waits for too many already', async () => {
    const pool = open()
    const all = Array.from({ length: 11 }, () => pool.inTurn('a', async () => 'done'))
    const answers = await Promise.allSettled(all)
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    expect(answers.at(-1)).toMatchObject({ reason: { code: 'common.busy' } })
  })
  it('are refused to somebody who waited for long; a job waits on', async () => {
    const pool = open({ at_once: 1, patience_ms: 50 })
    const end = Promise.withResolvers<void>()
    const long = pool.inTurn('a', () => end.promise)
    const job = pool.inTurn('b', async () => 'done')
    const { signal } = new AbortController()
    await expect(pool.inTurn('c', async () => 'done', { signal })).rejects.toMatchObject({
      status: 503,
      code: 'common.busy',
      headers: { 'retry-after': expect.any(String) },
    })
    end.resolve()
    expect(await job).toBe('done')
    await long
  })
})
