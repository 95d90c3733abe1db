import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { atRest } from './people.ts'

/* What is asked of every page that a journey stops at. */

/** The faults that axe knows of on the page as it stands, each named with the elements that have it. */
export async function faultsOf(page: Page): Promise<string[]> {
  // The other mode opens a page more at each look, to join what frames of other origins found: there are none here.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
  return violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join('\n')}`)
}

/** No fault that axe knows of. */
export async function axe(page: Page): Promise<void> {
  expect(await faultsOf(page)).toEqual([])
}

/** That, once the page has come to rest, and nothing hangs over its edge. */
export async function sound(page: Page): Promise<void> {
  await atRest(page)
  await axe(page)
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    'nothing hangs over the edge',
  ).toBeLessThanOrEqual(0)
}
