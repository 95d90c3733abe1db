import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import {
  browserOf,
  mailedLink,
  mailTo,
  newPerson,
  PASSWORD as SHARED_PASSWORD,
  tokenOf,
  watchForErrors,
} from './people.ts'
import { soundBothWays } from './sound.ts'
import { travel } from './travel.ts'
import { wordsOf } from './words.ts'

const PASSWORD = 'tablas-del-patio-7'

test('somebody takes a copy of their data, asks to be deleted, and stays', async ({ browser, request }) => {
  const email = `copia-${Date.now()}@correo.test`
  const signedUp = await request.post('/api/auth/signup/', {
    data: {
      ...{ name: 'Nicté Copia', email, password: PASSWORD, terms: true, language: 'es' },
      birth_date: '1990-05-05',
    },
  })
  expect(signedUp.ok(), await signedUp.text()).toBe(true)
  const link = await mailedLink(request, email, '/verify-email')
  const verified = await request.post('/api/auth/verify-email/', {
    data: { token: new URLSearchParams(link.split('?')[1]).get('token') },
  })
  expect(verified.ok(), await verified.text()).toBe(true)
  const context = await browserOf(browser, await tokenOf(request, email, PASSWORD), { width: 390 })
  const page = await context.newPage()
  const errors = watchForErrors(page)

  await test.step('the copy is prepared, told by mail, and downloaded', async () => {
    await page.goto('/profile')
    const card = page.getByRole('region', { name: 'Tus datos' })
    await card.getByRole('button', { name: 'Preparar mi copia' }).click()
    await expect(card.getByText('Tu copia está lista')).toBeVisible()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      card.getByRole('button', { name: 'Descargar ZIP' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^tarima-\d{4}-\d\d-\d\d\.zip$/)
    const entries = unzipSync(new Uint8Array(readFileSync(await download.path())))
    const account = JSON.parse(strFromU8(entries['account.json'] ?? new Uint8Array()))
    expect(account).toMatchObject({ name: 'Nicté Copia', email })
    expect(strFromU8(entries['README.txt'] ?? new Uint8Array())).toContain('Nicté Copia')
    await mailTo(request, email, /^La copia de tus datos está lista/)
  })

  await test.step('deletion wants the password, and is told', async () => {
    await page.getByRole('button', { name: 'Borrar mi cuenta' }).click()
    const dialog = page.getByRole('dialog', { name: '¿Borrar tu cuenta?' })
    await expect(dialog.getByText('Tu correo queda libre.')).toBeVisible()
    await dialog.getByLabel('Tu contraseña').fill('no-es-esta-99')
    await dialog.getByRole('button', { name: 'Borrar mi cuenta' }).click()
    await expect(dialog.getByText('Esa no es tu contraseña')).toBeVisible()
    await expect(dialog.getByLabel('Tu contraseña')).toHaveValue('no-es-esta-99')
    await dialog.getByLabel('Tu contraseña').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Borrar mi cuenta' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('region', { name: 'Tu cuenta tiene fecha de borrado' })).toBeVisible()
    await mailTo(request, email, /^Tu cuenta se borrará el/)
  })

  await test.step('whoever signs in again sees it everywhere, and keeps the account', async () => {
    const again = await browserOf(browser, await tokenOf(request, email, PASSWORD))
    const home = await again.newPage()
    await home.goto('/student')
    const banner = home.getByRole('region', { name: 'Tu cuenta tiene fecha de borrado' })
    await banner.getByRole('button', { name: 'Conservar mi cuenta' }).click()
    await expect(home.getByText('Conservas tu cuenta')).toBeVisible()
    await expect(banner).toBeHidden()
    await home.goto('/profile')
    await expect(home.getByRole('button', { name: 'Borrar mi cuenta' })).toBeVisible()
    await mailTo(request, email, /^Tu cuenta sigue contigo/)
    await again.close()
  })
  expect(errors).toEqual([])
  await context.close()
})

test('what is sensitive asks who it is, in a dialog above the page, and then goes on by itself', async ({
  browser,
  request,
}) => {
  const { token } = await newPerson(request, 'STUDENT')
  const context = await browserOf(browser, token, { width: 390 })
  const page = await context.newPage()
  // As if they had signed in long ago: what the server answers then, for the first two tries.
  let tries = 0
  await page.route('**/api/auth/export/', async (route) => {
    if (route.request().method() !== 'POST' || ++tries > 2) return route.continue()
    await route.fulfill({
      status: 403,
      json: { code: 'access.proof_needed', message: 'Confirma que eres tú para seguir.' },
    })
  })
  await page.goto('/profile')
  const card = page.getByRole('region', { name: 'Tus datos' })
  const dialog = page.getByRole('dialog', { name: 'Confirma que eres tú' })
  await card.getByRole('button', { name: 'Preparar mi copia' }).click()
  await expect(dialog.getByLabel('Tu contraseña')).toBeFocused()
  await dialog.getByRole('button', { name: 'Cancelar' }).last().click()
  await expect(dialog).toBeHidden()
  await expect(card.getByText('Confirma que eres tú para seguir.')).toBeVisible()
  await card.getByRole('button', { name: 'Preparar mi copia' }).click()
  await dialog.getByLabel('Tu contraseña').fill('no-es-esta-99')
  await dialog.getByRole('button', { name: 'Confirmar' }).click()
  await expect(dialog.getByText('Esa no es tu contraseña')).toBeVisible()
  await dialog.getByLabel('Tu contraseña').fill(SHARED_PASSWORD)
  await dialog.getByRole('button', { name: 'Confirmar' }).click()
  await expect(dialog).toBeHidden()
  await expect(card.getByText('Tu copia está lista')).toBeVisible()
  await context.close()
})

test('a new hunter completes what the sign-up didn’t ask when they like, at the profile', async ({
  browser,
  request,
}) => {
  const { t } = wordsOf('es')
  const { token } = await newPerson(request, 'TALENT_HUNTER', { name: 'Ximena Nueva' })
  const context = await browserOf(browser, token, { language: 'es', width: 390 })
  const page = await context.newPage()
  const errors = watchForErrors(page)
  const p = (key: string) => t(`functionality:projects.${key}`)
  const field = (key: string) => page.getByRole('textbox', { name: t(`auth:fields.${key}`), exact: true })
  const card = page.getByRole('region', { name: p('account.title') })

  await test.step('what isn’t known says so, and another name is saved without it', async () => {
    await page.goto('/profile')
    await expect(card.getByText(p('account.none'))).toHaveCount(2)
    await expect(page.getByText(/null|undefined/)).toHaveCount(0)
    await soundBothWays(page)
    await card.getByRole('button', { name: p('edit') }).click()
    const dialog = page.getByRole('dialog')
    const kinds = dialog.getByRole('radiogroup', { name: t('auth:fields.client_kind') })
    await expect(kinds.getByRole('radio', { checked: false })).toHaveCount(2)
    await dialog.getByRole('textbox', { name: p('account.name'), exact: true }).fill('Ximena Otra')
    await dialog.getByRole('button', { name: p('save'), exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(card.getByText('Ximena Otra')).toBeVisible()
    await expect(card.getByText(p('account.none'))).toHaveCount(2)
  })

  await test.step('the way to a complete profile asks for all of it', async () => {
    await page.getByRole('link', { name: p('steps.go'), exact: true }).click()
    await page.waitForURL('**/complete-profile')
    await expect(page.getByText(p('steps.info.client'))).toBeVisible()
    await page.getByText(t('auth:client_kinds.BUSINESS.title')).click()
    await page.getByRole('button', { name: p('complete.save') }).click()
    await expect(page.getByText(t('common:validation.required'))).toHaveCount(4)
    await soundBothWays(page)
  })

  await test.step('so does its own page, and then the profile has it', async () => {
    await travel(page, '/signup-client-update')
    await field('phone').fill('llámame')
    await page.getByRole('button', { name: t('auth:client_update.submit') }).click()
    await expect(page.getByText(t('common:validation.phone'))).toBeVisible()
    await expect(page.getByText(t('common:validation.required'))).toHaveCount(1)
    await soundBothWays(page)
    await field('phone').fill('+502 5555 0142')
    await field('city').fill('Cobán')
    await page.getByRole('button', { name: t('auth:client_update.submit') }).click()
    await page.waitForURL('**/talent-hunter')
    await page.goto('/profile')
    await expect(card.getByText('+502 5555 0142')).toBeVisible()
    await expect(card.getByText('Cobán')).toBeVisible()
    await expect(page.getByRole('link', { name: p('steps.go'), exact: true })).toBeHidden()
  })
  expect(errors).toEqual([])
  await context.close()
})
