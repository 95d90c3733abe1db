import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, getPriority, tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { BEHIND, poolThreads } from '#core/server/threads.ts'
import { startServerProcess } from './serverProcess.fixture.ts'
import { testApp } from './testing.ts'

test.runIf(process.platform === 'linux')(
  'a server that runs has threads for its passwords, two pictures and four files, and all go behind the event loop',
  async () => {
    const t = await testApp()
    const data = mkdtempSync(path.join(tmpdir(), 'tarima-threads-'))
    const server = await startServerProcess(t.settings, data)
    const threads = poolThreads(server.pid)
    expect(threads).toHaveLength(availableParallelism() + 6)
    for (const thread of threads) expect(getPriority(thread)).toBe(Math.max(getPriority(), BEHIND))
    await server.kill()
    await t.close()
    rmSync(data, { recursive: true, force: true })
  },
)
