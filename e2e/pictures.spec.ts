import { expect, test } from '@playwright/test'
import sharp from 'sharp'
import { atRest, browserOf, DEMO, tokenOf } from './people.ts'

const PICTURE = /\/api\/files\/\d+\//

test('a photo is cropped, fails, is tried again, and becomes the profile’s', async ({ browser, request }) => {
  const musician = await browserOf(browser, await tokenOf(request, DEMO.MUSICIAN), { width: 390 })
  const page = await musician.newPage()
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/edit-profile')
  const field = page.getByRole('group', { name: 'Foto de perfil' })
  const before = await field.locator('img').getAttribute('src')
  const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#c90a47' } })
    .jpeg()
    .toBuffer()
  await page
    .locator('[data-picture-input]')
    .setInputFiles({ name: 'foto.jpg', mimeType: 'image/jpeg', buffer: photo })
  const dialog = page.getByRole('dialog', { name: 'Recorta tu foto' })
  // There is nothing to move before the browser has read it.
  await expect(dialog.getByRole('button', { name: 'Usar esta foto' })).toBeEnabled()
  await dialog.getByRole('group', { name: 'Foto que se recorta' }).press('+')
  await expect(dialog.getByRole('slider')).toHaveValue('1.1')

  await page.route('**/api/files/', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Usar esta foto' }).click()
  await expect(field.getByRole('alert')).toHaveText('Sin conexión. Revisa tu red y prueba de nuevo.')
  await page.unroute('**/api/files/')
  let go = () => {}
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route('**/api/files/', async (route) => {
    await held
    await route.continue()
  })
  await field.getByRole('button', { name: 'Probar de nuevo' }).click()
  await expect(field.getByRole('progressbar')).toBeVisible()
  await expect(field.getByRole('button', { name: 'Detener' })).toBeFocused()
  // Saved now, it would be saved without it.
  await expect(page.getByRole('button', { name: 'Guardar' })).toBeDisabled()
  go()
  await expect(field.locator('img')).not.toHaveAttribute('src', before ?? '')
  await expect(field.getByRole('button', { name: 'Cambiar foto' })).toBeFocused()
  const after = await field.locator('img').getAttribute('src')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await page.waitForURL('**/profile')
  await expect(page.locator(`img[src="${after}"]`).first()).toBeVisible()
  await musician.close()
})

test('photos are fetched within 100 px of the screen, and say so where they fail', async ({
  browser,
  request,
}) => {
  const context = await browserOf(browser, await tokenOf(request, DEMO.TALENT_HUNTER), { width: 390 })
  const page = await context.newPage()
  const asked: string[] = []
  page.on('request', (one) => {
    if (PICTURE.test(one.url())) asked.push(new URL(one.url()).pathname)
  })
  const fail = (url: URL) => PICTURE.test(url.pathname)
  await page.route(fail, (route) => route.abort())
  await page.goto('/musics')
  const broken = page.getByText('Error al cargar la imagen')
  // The first photo that is still too far away: those that are near hold their image, or what is said in its place.
  const far = page.locator('article span[data-loading]:not(:has(img))').first()
  await expect
    .poll(() => far.evaluate((box) => box.getBoundingClientRect().top - innerHeight))
    .toBeGreaterThan(100)
  const box = await far.elementHandle()
  const distance = async () =>
    (await box?.evaluate((element) => element.getBoundingClientRect().top - innerHeight)) ?? 0
  expect(await distance()).toBeGreaterThan(100)
  const scrollTo = async (away: number) => {
    await page.mouse.wheel(0, (await distance()) - away)
    await expect.poll(async () => Math.abs((await distance()) - away)).toBeLessThan(2)
    await atRest(page)
  }
  await scrollTo(110)
  const [photos, errors] = [asked.length, await broken.count()]
  await scrollTo(90)
  await expect.poll(() => asked.length).toBe(photos + 1)
  await expect(broken).toHaveCount(errors + 1)
  await page.unroute(fail)
  await context.close()
})
