import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { atRest } from './people.ts'

/* What is asked of every page that a journey stops at. */

/** No fault that axe knows of; each is named with the elements that have it. */
export async function axe(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join('\n')}`)).toEqual([])
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
