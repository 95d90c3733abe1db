import { gzipSync } from 'node:zlib'
import { type Browser, chromium } from '@playwright/test'
import { findBrowser } from '../e2e/browser.ts'
import { browserOf } from '../e2e/people.ts'

declare global {
  interface Window {
    /** How far what was shown moved, summed up in the page that is measured. */
    shift: number
  }
}

/** Who looks; the tokens of whoever is signed in. */
export type Visitors = Record<'hunter' | 'musician' | 'student', string>

/** KB that every page is to come to; what keeps some of them above is in docs/decisions/0056. */
export const GOAL = 190
/** How far what a page shows may move while it loads (cumulative layout shift): nothing goes away from under a pointer. */
export const MOVED = 0.03
/** KB that a page may cost, by who opens it: what it weighs and a little more, so that growth is seen. */
const BUDGETS: readonly [page: string, visitor: keyof Visitors | null, budget: number][] = [
  ['/welcome', null, 36],
  ['/signin', null, 30],
  ['/talent-hunter', 'hunter', 206],
  ['/order', 'hunter', 222],
  ['/music', 'musician', 213],
  ['/budgets', 'musician', 203],
  ['/profile', 'musician', 224],
  ['/student', 'student', 210],
]

export interface FirstLoad {
  page: string
  budget: number
  kilobytes: number
  /** How far what was shown moved by itself (cumulative layout shift). */
  shift: number
  files: number
}

/** What a browser fetches of document, scripts and styles until a page is quiet, in KB (1000 bytes) gzip. */
export async function firstLoads(address: string, visitors: Visitors): Promise<FirstLoad[]> {
  const browser = await chromium.launch(await findBrowser())
  const found = []
  for (const [page, visitor, budget] of BUDGETS)
    found.push({ page, budget, ...(await load(browser, address + page, visitor && visitors[visitor])) })
  await browser.close()
  return found
}

async function load(browser: Browser, url: string, token: string | null) {
  // The first page after signing in leads home; what counts is the page itself, with nothing kept but who one is.
  const before = await browserOf(browser, token)
  if (token) {
    const tab = await before.newPage()
    await tab.goto(url)
    await tab.waitForFunction(() => JSON.parse(localStorage.getItem('auth-storage') ?? '{}').state?.user)
  }
  const context = await browser.newContext({ locale: 'es-GT', storageState: await before.storageState() })
  await before.close()
  const tab = await context.newPage()
  await tab.addInitScript(() => {
    window.shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
      })[])
        if (!entry.hadRecentInput) window.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const sizes: Promise<number>[] = []
  tab.on('response', (response) => {
    if (['document', 'script', 'stylesheet'].includes(response.request().resourceType()))
      sizes.push(response.body().then((body) => gzipSync(body, { level: 9 }).length))
  })
  await tab.goto(url)
  await tab.waitForLoadState('load')
  // The stream of notifications never ends, so the network is never idle.
  await tab.getByRole('heading', { level: 1 }).first().waitFor()
  await tab.waitForTimeout(1500)
  const kilobytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1000
  const shift = await tab.evaluate(() => window.shift)
  await context.close()
  return { kilobytes, shift, files: sizes.length }
}
