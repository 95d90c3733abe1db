import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type Axe from 'axe-core'
import { atRest } from './people.ts'
import { type Language, type Words, wordsOf } from './words.ts'

/* What is asked of every page that a journey stops at. */

declare global {
  interface Window {
    axe: typeof Axe
  }
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * The faults that axe knows of on the page as it stands, each named with the elements that have it. Faults alone: what
 * else axe could say of each element (that it passes, and how to find it) costs twice the look. There are no frames.
 */
export async function faultsOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  return page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { resultTypes: ['violations'] })
    return violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join('\n')}`)
  })
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

/** Language and size of a page as it stands, and the others of both. */
async function standing(page: Page) {
  const language: Language = (await page.locator('html').getAttribute('lang')) === 'en' ? 'en' : 'es'
  const size = page.viewportSize() ?? { width: 1280, height: 800 }
  const other: Language = language === 'es' ? 'en' : 'es'
  const across = size.width < 600 ? { width: 1280, height: 800 } : { width: 390, height: 844 }
  return { language, size, other, across }
}

/**
 * Puts a page into a language, a size and the theme that it isn't in. The product's own buttons are pressed, also those that
 * a dialog stands in front of.
 */
async function turn(page: Page, language: Language, size: { width: number; height: number }) {
  await page.setViewportSize(size)
  await page.evaluate((code) => {
    // As whoever presses a button leaves the field they were in.
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur()
    for (const button of ['[data-theme-toggle]', `[data-language="${code}"]`])
      document.querySelector<HTMLElement>(button)?.click()
  }, language)
  await expect(page.locator('html')).toHaveAttribute('lang', language)
}

/**
 * Does something with the page as it stands, in the other language, at the other width and in the other theme, and brings
 * it back: a road that one side goes alone is walked once.
 */
export async function otherwise(page: Page, look: (words: Words) => Promise<void>): Promise<void> {
  const { language, size, other, across } = await standing(page)
  await turn(page, other, across)
  await look(wordsOf(other))
  await turn(page, language, size)
}

/**
 * That a page is sound, and is so otherwise too.
 * @param pairs `crosswise`: each width has the language that the other one has else, so that a road whose stops take turns
 * is looked at in all four
 */
export async function soundBothWays(page: Page, pairs: 'straight' | 'crosswise' = 'straight'): Promise<void> {
  if (pairs === 'straight') {
    await sound(page)
    return otherwise(page, () => sound(page))
  }
  const { language, size, other, across } = await standing(page)
  await turn(page, other, size)
  await sound(page)
  await turn(page, language, across)
  await sound(page)
  await page.setViewportSize(size)
}
