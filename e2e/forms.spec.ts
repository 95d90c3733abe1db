import { expect, test } from '@playwright/test'
import { apiOf, browserOf, newPerson, watchForErrors } from './people.ts'
import { wordsOf } from './words.ts'

/* Forms that lose nothing, and say why they don't go on. */

const { t } = wordsOf('es')
const p = (key: string, values = {}) => t(`functionality:projects.${key}`, values)

test('a profile that was written in isn’t left without a question, and a town that we don’t know stays', async ({
  browser,
  request,
}) => {
  const { token } = await newPerson(request, 'MUSICIAN')
  const context = await browserOf(browser, token)
  const page = await context.newPage()
  const errors = watchForErrors(page)
  // The first page after signing in leads home by itself.
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page
    .getByRole('link', { name: p('edit_profile') })
    .first()
    .click()
  await page.waitForURL('**/edit-profile')
  const bio = page.getByRole('textbox', { name: p('fields.bio') })
  await bio.fill('Toco marimba en bodas desde 2011.')
  const asked = page.getByRole('alertdialog', { name: t('auth:leave.title') })

  await test.step('going elsewhere asks first', async () => {
    await page
      .getByRole('link', { name: t('common:menu.music') })
      .first()
      .click()
    await asked.getByRole('button', { name: t('auth:leave.stay') }).click()
    await expect(asked).toBeHidden()
    await expect(bio).toHaveValue('Toco marimba en bodas desde 2011.')
  })

  await test.step('a town of the list is known however it is written; another one stays and is asked for', async () => {
    const city = page.getByRole('combobox', { name: p('fields.city') })
    await city.fill('coban')
    await city.press('Tab')
    await expect(city).toHaveValue(/^Cobán/)
    await city.fill('Aldea El Rosario')
    await city.press('Tab')
    await expect(city).toHaveValue('Aldea El Rosario')
    await expect(page.getByText(p('fields.city_unknown'))).toBeVisible()
  })

  await test.step('saved, it is left without a question', async () => {
    await page.getByRole('button', { name: p('save'), exact: true }).click()
    await page.waitForURL('**/profile')
    await expect(asked).toBeHidden()
    const { music_project_id } = await apiOf(request, token).get('/api/auth/profile/')
    const project = await apiOf(request, token).get(`/api/projects/${music_project_id}/`)
    expect(project).toMatchObject({ city: 'Aldea El Rosario', lat: null, lng: null })
  })
  expect(errors).toEqual([])
  await context.close()
})

test('the way to a complete profile names what is missing, and leads to it', async ({ browser, request }) => {
  const { token } = await newPerson(request, 'MUSICIAN')
  const context = await browserOf(browser, token, { width: 390 })
  const page = await context.newPage()
  await page.goto('/complete-profile')
  const missing = page.getByRole('status').filter({ hasText: p('fields.profile_image') })
  await expect(missing).toContainText(p('fields.bio'))
  await page.getByRole('textbox', { name: p('fields.bio') }).fill('Toco marimba en bodas. '.repeat(5))
  await expect(missing).not.toContainText(p('fields.bio'))
  await page.getByRole('button', { name: p('complete.save') }).click()
  await expect(page.getByText(p('saved'), { exact: true })).toBeVisible()
  // The first of what is missing: the picture.
  await expect(
    page
      .getByRole('group', { name: p('fields.profile_image') })
      .getByRole('button')
      .first(),
  ).toBeFocused()
  await context.close()
})

test('the form of a service names what keeps it from being saved, and leads to it', async ({
  browser,
  request,
}) => {
  const { token } = await newPerson(request, 'MUSICIAN')
  const context = await browserOf(browser, token)
  const page = await context.newPage()
  const s = (key: string, values = {}) => t(`functionality:services.form.${key}`, values)
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/services/new')
  await page.getByRole('button', { name: s('save_activate') }).click()
  const wrong = page.getByRole('alert').filter({ hasText: s('name') })
  await expect(wrong).toBeVisible()
  await expect(page.getByRole('textbox', { name: s('name') })).toBeFocused()
  await context.close()
})
