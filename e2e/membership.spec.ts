import { expect, test } from '@playwright/test'
import { bandName, bandOf, musician } from './bands.ts'
import { browserOf, watchForErrors } from './people.ts'
import { soundBothWays } from './sound.ts'
import { wordsOf } from './words.ts'

/* Plans as people see them: begun with a trial, changed up and down, cancelled and kept after all. */

test('a plan is tried, grows, shrinks, ends and stays', async ({ browser, request }) => {
  const { t } = wordsOf('es')
  const name = (plan: 'free' | 'pro' | 'band') => t(`business:plans.names.${plan}`)
  const rosa = await musician(request, 'Rosa Planes')
  const band = bandName('Los Planes')
  await bandOf(request, rosa, band)
  const context = await browserOf(browser, rosa.token, { language: 'es', width: 390 })
  const page = await context.newPage()
  const errors = watchForErrors(page)

  await page.goto('/membership')
  await expect(page.getByText(t('business:plans.no_charge'))).toBeVisible()
  await soundBothWays(page)

  await page.getByRole('button', { name: t('business:plans.try_of', { plan: name('pro') }) }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(t('business:plans.says.trial'))
  await soundBothWays(page)
  await dialog.getByRole('button', { name: t('business:plans.try'), exact: true }).click()
  await expect(page.getByText(t('business:plans.states.trialing'))).toBeVisible()
  await expect(dialog).toHaveCount(0)

  // Up: the band's plan.
  await page.getByRole('button', { name: t('business:plans.change_to', { plan: name('band') }) }).click()
  await expect(dialog).toContainText(t('business:plans.says.free'))
  await dialog.getByRole('button', { name: t('business:plans.change'), exact: true }).click()
  await expect(page.getByText(t('business:plans.of_band', { band }))).toBeVisible()
  await expect(dialog).toHaveCount(0)

  // And down again.
  await page.getByRole('button', { name: t('business:plans.change_to', { plan: name('pro') }) }).click()
  await dialog.getByRole('button', { name: t('business:plans.change'), exact: true }).click()
  await expect(page.getByText(t('business:plans.of_band', { band }))).toHaveCount(0)
  await expect(dialog).toHaveCount(0)

  await page.getByRole('button', { name: t('business:plans.cancel'), exact: true }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('business:plans.cancel'), exact: true })
    .click()
  await page.getByRole('button', { name: t('business:plans.keep'), exact: true }).click()
  await expect(page.getByRole('button', { name: t('business:plans.cancel'), exact: true })).toBeVisible()
  await soundBothWays(page)
  expect(errors).toEqual([])
  await context.close()
})
