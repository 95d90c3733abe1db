import { expect, type Page } from '@playwright/test'
import { saved } from './hunter.ts'
import type { Words } from './words.ts'

/* What both sides say of an event when it is over. */

/** An answer of a question that has a few to choose from. */
export const answerTo = (page: Page, question: string, answer: string) =>
  page.getByRole('radiogroup', { name: question }).getByRole('radio', { name: answer, exact: true })

/** The hunter's survey: the first moment wasn't good, the others were. */
export async function sayHowItWas(page: Page, w: Words) {
  const s = (key: string) => w.t(`business:survey.${key}`)
  await answerTo(page, s('nps.title'), '8').check()
  const groups = (section: string) => page.getByRole('region', { name: s(section) }).getByRole('radiogroup')
  const [moments, performers] = [groups('moments.title'), groups('punctuality.title')]
  await expect(moments.first()).toBeVisible()
  for (let at = 0; at < (await moments.count()); at++)
    await moments
      .nth(at)
      .getByRole('radio', { name: at === 0 ? '2' : '5', exact: true })
      .check()
  for (let at = 0; at < (await performers.count()); at++)
    await performers
      .nth(at)
      .getByRole('radio', { name: s('punctuality.arrivals.on_time'), exact: true })
      .check()
  await saved(page)
  await page.getByRole('button', { name: s('send') }).click()
}
