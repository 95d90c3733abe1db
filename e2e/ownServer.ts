import { type APIRequestContext, test as base, expect } from '@playwright/test'
import { productionServer } from '../scripts/productionServer.ts'
import { temporaryFolder } from '../scripts/temporaryFolder.ts'
import { SETTINGS } from './settings.ts'

export { expect, type Page } from '@playwright/test'

/** A test with a server and an empty database of its own: it may move their clock, which everybody else shares. */
export const test = base.extend<{ address: string }>({
  address: async ({ locale: _ }, give) => {
    const { folder, remove } = temporaryFolder('own')
    const env = { ...SETTINGS, PUBLIC_URL: '' }
    const server = await productionServer(folder, env)
    await give(`http://localhost:${server.port}`)
    await server.stop()
    remove()
  },
  baseURL: ({ address }, give) => give(address),
})

/** Moves the clock of such a server, and does what is due by then. */
export async function moveClock(request: APIRequestContext, now: Date): Promise<Date> {
  const answer = await request.post('/api/dev/clock', { data: { now: now.toISOString() } })
  expect(answer.ok(), await answer.text()).toBe(true)
  return now
}
