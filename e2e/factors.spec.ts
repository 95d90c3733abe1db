import { expect, type Page, test } from '@playwright/test'
import { browserOf, mailedLink, newPerson, PASSWORD, tokenOf, watchForErrors } from './people.ts'
import { activate, codeOf } from './secondFactor.ts'
import { wordsOf } from './words.ts'

async function signIn(page: Page, email: string) {
  await page.goto('/signin')
  await page.getByRole('textbox', { name: 'Correo' }).fill(email)
  await page.getByRole('textbox', { name: 'Contraseña', exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Un paso más' })).toBeVisible()
}

test('a second factor is set up, asked for at the door, and replaced by a recovery code', async ({
  browser,
  request,
}) => {
  const { email, token } = await newPerson(request, 'STUDENT')
  const context = await browserOf(browser, token, { width: 390 })
  const page = await context.newPage()
  const errors = watchForErrors(page)
  let secret = ''
  let recovery = ''

  await test.step('at the profile: a picture, the secret to type, a code, and the recovery codes once', async () => {
    await page.goto('/profile')
    const card = page.getByRole('region', { name: 'Verificación en dos pasos' })
    await card.getByRole('button', { name: 'Activar con una app' }).click()
    const dialog = page.getByRole('dialog', { name: 'App de autenticación' })
    await expect(dialog.getByRole('img', { name: 'Código QR para tu app' })).toBeVisible()
    secret = ((await dialog.locator('code').textContent()) ?? '').replace(/\s/g, '')
    await dialog.getByLabel('Código que muestra la app').fill('12')
    await dialog.getByRole('button', { name: 'Activar' }).click()
    await expect(dialog.getByText('Escribe los 6 dígitos de tu app')).toBeVisible()
    await dialog.getByLabel('Código que muestra la app').fill(codeOf(secret))
    await dialog.getByRole('button', { name: 'Activar' }).click()
    const codes = page.getByRole('dialog', { name: 'Tus códigos de recuperación' })
    await expect(codes.getByRole('listitem')).toHaveCount(10)
    recovery = (await codes.getByRole('listitem').first().textContent()) ?? ''
    await codes.getByRole('button', { name: 'Ya los guardé' }).last().click()
    await expect(codes).toBeHidden()
    await expect(card.getByText('Te quedan 10')).toBeVisible()
  })
  await context.close()

  const elsewhere = await browserOf(browser, null, { width: 390 })
  const door = await elsewhere.newPage()
  await test.step('signing in asks for a code of the app', async () => {
    await signIn(door, email)
    await door.getByLabel('Código de tu app').fill('000000')
    await door.getByRole('button', { name: 'Entrar', exact: true }).click()
    await expect(door.getByText('Ese código no sirve, o ya se usó. Espera al siguiente')).toBeVisible()
    await door.getByLabel('Código de tu app').fill(codeOf(secret, 1))
    await door.getByRole('button', { name: 'Entrar', exact: true }).click()
    await door.waitForURL('**/student')
  })
  await elsewhere.close()

  const lost = await browserOf(browser, null)
  const again = await lost.newPage()
  await test.step('or for a recovery code', async () => {
    await signIn(again, email)
    await again.getByRole('button', { name: 'Usar un código de recuperación' }).click()
    await again.getByLabel('Código de recuperación').fill(recovery)
    await again.getByRole('button', { name: 'Entrar', exact: true }).click()
    await again.waitForURL('**/student')
    await again.goto('/profile')
    await expect(again.getByText('Te quedan 9')).toBeVisible()
  })
  expect(errors).toEqual([])
  await lost.close()
})

for (const view of [
  { language: 'es', theme: 'light', width: 390 },
  { language: 'en', theme: 'dark', width: 1280 },
] as const)
  test(`a factor that somebody else added is taken back by the letter that tells of it (${view.language})`, async ({
    browser,
    request,
  }) => {
    const words = wordsOf(view.language)
    const { t } = words
    const { email, token } = await newPerson(request, 'STUDENT')
    const thief = await browserOf(browser, token, view)
    const theirs = await thief.newPage()
    await theirs.goto('/profile')
    await theirs.getByRole('button', { name: t('auth:factors.totp_start') }).click()
    await activate(theirs, words)

    const context = await browserOf(browser, null, view)
    const page = await context.newPage()
    const problems = watchForErrors(page)
    const shot = (name: string) =>
      process.env.TARIMA_SHOTS &&
      page.screenshot({ path: `${process.env.TARIMA_SHOTS}/${name}-${view.width}-${view.language}.png` })
    await page.goto(await mailedLink(request, email, '/not-me'))
    const take = page.getByRole('button', { name: t('auth:not_me.submit') })
    await expect(take).toBeVisible()
    await shot('not-me')
    await take.click()
    await page.waitForURL('**/reset-password')
    await page.getByRole('textbox', { name: t('auth:fields.new_password') }).fill('segundo-ensayo-27')
    await page.getByRole('textbox', { name: t('auth:fields.password_again') }).fill('segundo-ensayo-27')
    await shot('not-me-password')
    await page.getByRole('button', { name: t('auth:reset.new_submit') }).click()
    await page.waitForURL('**/signin')
    // Nobody asks for the code of an app, and whoever added it is out.
    await tokenOf(request, email, 'segundo-ensayo-27')
    await theirs.goto('/profile')
    await theirs.waitForURL('**/signin**')
    expect(problems).toEqual([])
    await thief.close()
    await context.close()
  })
