import { expect, test } from '@playwright/test'
import { readProfile, saveProject } from '#features/projects/contract.ts'
import { callsOf } from './order.ts'
import { browserOf, newPerson, watchForErrors } from './people.ts'
import { wordsOf } from './words.ts'

test('the form of a service asks what its category has', async ({ browser, request }) => {
  const { t } = wordsOf('es')
  const s = (key: string) => t(`functionality:services.form.${key}`)
  const musician = await newPerson(request, 'MUSICIAN', { name: 'Obdulia Maestra' })
  const api = callsOf(request, musician.token)
  const { music_project } = await api(readProfile)
  const plays = { main_instrument: 'marimba' } as const
  await api(saveProject, { params: { id: music_project[0]?.id ?? 0 }, body: plays })
  const context = await browserOf(browser, musician.token, { language: 'es', width: 390 })
  const page = await context.newPage()
  const errors = watchForErrors(page)
  const events = page.getByRole('group', { name: s('event_types') })
  const setup = page.getByRole('textbox', { name: s('setup') })
  const instrument = page.getByRole('button', { name: s('instrument') })
  await page.goto('/services/new')
  await expect(events).toBeVisible()
  await expect(setup).toBeVisible()
  await expect(instrument).toBeHidden()

  await page.getByText(t('business:terms.categories.MUSIC_LEARNING'), { exact: true }).click()
  await expect(instrument).toBeVisible()
  await expect(events).toBeHidden()
  await expect(setup).toBeHidden()
  // It begins as of what they mainly play.
  await expect(instrument).toContainText(t('business:terms.instruments.marimba'))
  await expect(page.getByRole('textbox', { name: s('lesson_minutes') })).toHaveValue('60 min')

  await page.getByText(t('business:terms.categories.MUSIC_MARKETING'), { exact: true }).click()
  await expect(page.getByRole('heading', { name: s('time'), exact: true })).toBeVisible()
  await expect(page.getByRole('textbox', { name: s('radius') })).toBeHidden()
  await expect(events).toBeHidden()
  expect(errors).toEqual([])
  await context.close()
})
