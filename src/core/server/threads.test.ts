import { readFile } from 'node:fs/promises'
import { getPriority } from 'node:os'
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
})
