import { expect, test } from '@playwright/test'
import { browserOf, DEMO, tokenOf } from './people.ts'

declare global {
  interface Window {
    /** What moved by itself, and how far. */
    shifts: { value: number; what: string }[]
  }
}

/* Nothing moves away from under a finger while a page is still loading: on a phone, with what it is about to show. */

const PAGES = [
  ['/talent-hunter', DEMO.TALENT_HUNTER],
  ['/order', DEMO.TALENT_HUNTER],
  ['/music', DEMO.MUSICIAN],
  ['/budgets', DEMO.MUSICIAN],
  ['/profile', DEMO.MUSICIAN],
] as const

for (const [path, email] of PAGES)
  test(`${path} stays where it is while it loads`, async ({ browser, request }) => {
    // The browser knows by now who is signed in, and has kept nothing else.
    const before = await browserOf(browser, await tokenOf(request, email), { width: 390 })
    const first = await before.newPage()
    await first.goto(path)
    await first.waitForFunction(() => JSON.parse(localStorage.getItem('auth-storage') ?? '{}').state?.user)
    const context = await browser.newContext({
      storageState: await before.storageState(),
      viewport: { width: 390, height: 844 },
    })
    await before.close()
    const page = await context.newPage()
    await page.addInitScript(() => {
      window.shifts = []
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & {
          value: number
          sources: { node: Node | null }[]
        })[])
          window.shifts.push({
            value: entry.value,
            what: entry.sources.map(({ node }) => node?.textContent?.slice(0, 40) ?? '').join(' | '),
          })
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await expect(page.locator('main .animate-shimmer')).toHaveCount(0)
    await expect(page.getByRole('contentinfo')).toBeAttached()
    const shifts = await page.evaluate(() => window.shifts)
    const moved = shifts.reduce((sum, { value }) => sum + value, 0)
    expect(moved, JSON.stringify(shifts)).toBeLessThan(0.02)
    await context.close()
  })
