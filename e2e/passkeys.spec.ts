import { expect, test } from '@playwright/test'
import { browserOf, newPerson, PASSWORD, signIn, watchForErrors } from './people.ts'
import { bring, device } from './secondFactor.ts'

test('a passkey is added, lets in, proves who it is, and is removed', async ({ browser, request }) => {
  const { email, token } = await newPerson(request, 'STUDENT')
  const context = await browserOf(browser, token, { width: 390 })
  const page = await context.newPage()
  const errors = watchForErrors(page)
  const own = await device(page)
  const card = page.getByRole('region', { name: 'Verificación en dos pasos' })
  const add = card.getByRole('button', { name: 'Agregar llave de acceso' })

  await test.step('at the profile, with the recovery codes once', async () => {
    await page.goto('/profile')
    await add.click()
    const codes = page.getByRole('dialog', { name: 'Tus códigos de recuperación' })
    await expect(codes.getByRole('listitem')).toHaveCount(10)
    await codes.getByRole('button', { name: 'Ya los guardé' }).last().click()
    await expect(card.getByRole('listitem')).toHaveCount(1)
    await expect(card.getByRole('listitem')).toContainText('Chrome en Linux')
    await expect(card.getByText('Te quedan 10')).toBeVisible()
  })

  await test.step('one device gets one', async () => {
    await add.click()
    await expect(card.getByText('Este dispositivo ya tiene una llave de acceso de tu cuenta.')).toBeVisible()
    await expect(card.getByRole('listitem')).toHaveCount(1)
  })

  await test.step('signing in asks for it; a device without it gets no further', async () => {
    const elsewhere = await browserOf(browser, null, { width: 390 })
    const door = await elsewhere.newPage()
    const other = await device(door)
    await door.goto('/signin')
    await signIn(door, email, { password: PASSWORD })
    await expect(door.getByRole('heading', { name: 'Un paso más' })).toBeVisible()
    const use = door.getByRole('button', { name: 'Usar mi llave de acceso' })
    await use.click()
    await expect(door.getByText('No se completó. Prueba otra vez o usa otra forma.')).toBeVisible()
    await bring(own, other)
    await use.click()
    await door.waitForURL('**/student')
    // It counts how often it was used, and two that count apart are a copy.
    await bring(other, own)
    await elsewhere.close()
  })

  await test.step('what is sensitive asks for it; with the last one the second step is gone', async () => {
    // As if they had proved themself long ago: what the server answers then, once.
    let tries = 0
    await page.route('**/api/auth/factors/passkeys/*/', async (route) => {
      if (route.request().method() !== 'DELETE' || ++tries > 1) return route.continue()
      await route.fulfill({
        status: 403,
        json: { code: 'access.proof_needed', message: 'Confirma que eres tú para seguir.' },
      })
    })
    await card.getByRole('button', { name: /^Quitar la llave de acceso/ }).click()
    const sure = page.getByRole('alertdialog', { name: '¿Quitar esta llave de acceso?' })
    await expect(sure.getByText('Es tu única verificación en dos pasos')).toBeVisible()
    await sure.getByRole('button', { name: 'Quitar' }).click()
    const proof = page.getByRole('dialog', { name: 'Confirma que eres tú' })
    await expect(proof.getByText('Tu navegador te va a pedir tu llave de acceso.')).toBeVisible()
    await proof.getByRole('button', { name: 'Confirmar' }).click()
    await expect(card.getByRole('listitem')).toHaveCount(0)
    await expect(card.getByText('Códigos de recuperación')).toBeHidden()
  })
  expect(errors).toEqual([])
  await context.close()
})
