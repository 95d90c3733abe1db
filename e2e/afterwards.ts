import { expect, type Page } from '@playwright/test'
import { saved } from './hunter.ts'
import type { Words } from './words.ts'

/* What both sides say of an event when it is over. */

/** An answer of a question that has a few to choose from. */
export const answerTo = (page: Page, question: string, answer: string) =>
  page.getByRole('radiogroup', { name: question }).getByRole('radio', { name: answer, exact: true })

/** Of everybody who played. */
export async function sayAllCameOnTime(page: Page, { t }: Words) {
  const name = t('business:survey.punctuality.title')
  for (const one of await page.getByRole('region', { name }).getByRole('radiogroup').all())
    await one
      .getByRole('radio', { name: t('business:survey.punctuality.arrivals.on_time'), exact: true })
      .check()
}

/** The hunter's survey: the first moment wasn't good, the others were. */
export async function sayHowItWas(page: Page, w: Words) {
  const s = (key: string) => w.t(`business:survey.${key}`)
  await answerTo(page, s('nps.title'), '8').check()
  const moments = page.getByRole('region', { name: s('moments.title') }).getByRole('radiogroup')
  await expect(moments.first()).toBeVisible()
  for (let at = 0; at < (await moments.count()); at++)
    await moments
      .nth(at)
      .getByRole('radio', { name: at === 0 ? '2' : '5', exact: true })
      .check()
  await sayAllCameOnTime(page, w)
  await saved(page)
  await page.getByRole('button', { name: s('send') }).click()
}
