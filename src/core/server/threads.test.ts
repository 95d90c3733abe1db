import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { getPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { BEHIND, lowerThreadPool, poolThreads } from './threads.ts'

describe.runIf(process.platform === 'linux')('threads that hash passwords and encode pictures', () => {
  it('go behind the event loop where cores are short', async () => {
    await readFile(import.meta.filename)
    const before = getPriority()

    expect(lowerThreadPool()).toBeGreaterThan(0)

    for (const thread of poolThreads()) expect(getPriority(thread)).toBe(Math.max(before, BEHIND))
    expect(getPriority()).toBe(before)
  })

  it('are found while others come and go', async () => {
    await readFile(import.meta.filename)
    const all = poolThreads().length
    expect(all).toBeGreaterThan(0)
    const others = Array.from({ length: 12 }, () => new Worker('', { eval: true }))
    const ended = Promise.all(others.map((worker) => once(worker, 'exit')))
    let running = true
    void ended.then(() => {
      running = false
    })
    while (running) {
      expect(poolThreads()).toHaveLength(all)
      await new Promise(setImmediate)
    }
  })
})
