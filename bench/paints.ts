import path from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { compose } from '#app/server/compose.ts'
import { makePeople } from '#app/server/demo/people.ts'
import { readConfig } from '#core/server/config.ts'
import { migrate } from '#core/server/migrate.ts'
import { startPostgres } from '#core/server/postgres.ts'
import { findBrowser } from '../e2e/browser.ts'
import { productionServer } from '../scripts/productionServer.ts'
import { temporaryFolder } from '../scripts/temporaryFolder.ts'

/*
 * npm run bench:paints: when a phone shows the largest part of a public page (largest contentful paint): a quarter of this
 * machine's speed and a slow mobile network, nothing kept from before. With pages that are built (npm run build).
 */

const ROUNDS = Number(process.env.ROUNDS ?? 5)
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, locale: 'es-GT' }
/** Bytes a second; the way there and back in milliseconds. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}
const SLOWER = 4
/** What comes later than this isn't waited for. */
const SETTLED_MS = 3_000
const say = (line: string) => void process.stdout.write(`${line}\n`)

const { folder, remove } = temporaryFolder('paints')
const database = await startPostgres({ folder: path.join(folder, 'postgres'), say: () => {} })
let stopServer: (() => Promise<number>) | undefined
let browser: Browser | undefined
try {
  await migrate(database.settings)
  const profile = await makeSomebody()
  const { port, stop } = await productionServer(folder)
  stopServer = stop
  browser = await chromium.launch(await findBrowser())
  const goals = [
    ['/welcome', 1_000],
    ['/signin', 1_000],
    [`/profile/musician/${profile}`, 1_200],
  ] as const
  say('Largest contentful paint on a phone')
  for (const [page, goal] of goals) {
    const times: number[] = []
    // The first one fills what the server keeps.
    for (let round = 0; round <= ROUNDS; round++) {
      const ms = await paintOf(browser, `http://127.0.0.1:${port}${page}`)
      if (round > 0) times.push(ms)
    }
    times.sort((a, b) => a - b)
    const middle = times[Math.floor(times.length / 2)] ?? Number.NaN
    if (!(middle < goal)) process.exitCode = 1
    say(
      `  ${page.padEnd(24)} ${(middle / 1000).toFixed(2)} s (${times.map((ms) => (ms / 1000).toFixed(2)).join(', ')})   goal ${(goal / 1000).toFixed(1)} s   ${middle < goal ? 'kept' : 'OVER'}`,
    )
  }
} finally {
  await browser?.close()
  await stopServer?.()
  await database.stop()
  remove()
}

/** A few musicians. @returns the profile of one of them */
async function makeSomebody(): Promise<number> {
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: folder, LOG_LEVEL: 'error' })
  const { app, close } = await compose({
    config,
    settings: database.settings,
    work: false,
    mail: 'in memory',
  })
  const people = { now: app.clock.now(), password: 'TarimaBench2026', musicians: 200, bands: 40 }
  await app.db.transaction((db) => makePeople(db, people))
  await app.db.execute(sql`vacuum analyze`)
  const { rows } = await app.db.execute<{ id: number }>(
    sql`select min(project_id) as id from services where status = 'active'`,
  )
  await close()
  return rows[0]?.id ?? 0
}

/** Milliseconds until the largest part was painted, as the browser says it. */
async function paintOf(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext(PHONE)
  const tab = await context.newPage()
  const session = await context.newCDPSession(tab)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', NETWORK)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await tab.goto(url)
  await tab.waitForLoadState('load')
  await tab.waitForTimeout(SETTLED_MS)
  const ms = await tab.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe(
          {
            type: 'largest-contentful-paint',
            buffered: true,
          },
        )
      }),
  )
  await context.close()
  return ms
}
