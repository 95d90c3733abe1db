import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { browserOf, DEMO, OTHER_MUSICIAN, tokenOf, watchForErrors } from './people.ts'
import { wordsOf } from './words.ts'

/* The map picker in the brief and in a profile: by click, by keyboard, by one's own place, and without any pictures. */

const { t } = wordsOf('es')
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const TILES = /tile\.openstreetmap\.org/

const withTiles = (page: Page) =>
  page.route(TILES, (route) => route.fulfill({ contentType: 'image/png', body: PIXEL }))
const withoutTiles = (page: Page) => page.route(TILES, (route) => route.abort())

/** The place of the event in a brief of its own. */
async function openBrief(context: BrowserContext, token: string) {
  const started = await context.request.post('/api/orders/', {
    headers: { authorization: `Bearer ${token}` },
    data: { brief: { objective: { kind: 'dance_floor' } } },
  })
  expect(started.ok(), await started.text()).toBe(true)
  const { id } = await started.json()
  const page = await context.newPage()
  return { id: id as number, page, open: () => page.goto(`/order?id=${id}`) }
}

const point = (page: Page) => page.locator('[data-map-point]')
const map = (page: Page) => page.locator('[data-map]')

test.describe('where the event is', () => {
  test('a click picks, the map is 400 px high, and the town follows', async ({ browser, request }) => {
    const token = await tokenOf(request, DEMO.TALENT_HUNTER)
    const context = await browserOf(browser, token)
    const { page, open, id } = await openBrief(context, token)
    await withTiles(page)
    const errors = watchForErrors(page)
    const fetched: string[] = []
    page.on('request', (one) => fetched.push(one.url()))
    await open()
    await expect(page.getByRole('button', { name: t('functionality:map.open') })).toBeVisible()
    await expect(point(page)).toHaveText(t('functionality:map.none'))
    const ofTheMap = () => fetched.filter((url) => /Map(Panel|Canvas)|tile/.test(url))
    expect(ofTheMap()).toEqual([])
    await page.getByRole('button', { name: t('functionality:map.open') }).click()
    await expect(map(page)).toBeVisible()
    expect(ofTheMap().filter((url) => /Map(Panel|Canvas)/.test(url)).length).toBeGreaterThan(0)
    expect((await map(page).boundingBox())?.height).toBeCloseTo(400, -1)
    await expect
      .poll(() => fetched.filter((url) => /\/14\/\d+\/\d+\.png/.test(url)).length)
      .toBeGreaterThan(0)
    await expect(map(page)).not.toHaveAttribute('data-no-tiles', 'true')
    await map(page).click({ position: { x: 120, y: 90 } })
    await expect(point(page)).toContainText('Ciudad de Guatemala')
    await expect(page.locator('[data-save-state=saved]')).toBeVisible()
    const order = await (
      await request.get(`/api/orders/${id}/`, { headers: { authorization: `Bearer ${token}` } })
    ).json()
    expect(order.brief.event).toMatchObject({ city: 'Ciudad de Guatemala', zone: 'America/Guatemala' })
    await expect(point(page)).toHaveAttribute(
      'data-map-point',
      `${order.brief.event.lat.toFixed(5)}, ${order.brief.event.lng.toFixed(5)}`,
    )
    expect(errors).toEqual([])
    await context.close()
  })

  test('by keyboard: arrows move, Enter picks the middle, figures are typed', async ({
    browser,
    request,
  }) => {
    const token = await tokenOf(request, DEMO.TALENT_HUNTER)
    const context = await browserOf(browser, token)
    const { page, open } = await openBrief(context, token)
    await withTiles(page)
    await open()
    await page.getByRole('button', { name: t('functionality:map.open') }).press('Enter')
    await expect(map(page)).toHaveAttribute('tabindex', '0')
    await map(page).focus()
    await page.keyboard.press('Enter')
    await expect(point(page)).toHaveAttribute('data-map-point', '14.63490, -90.50690')
    await map(page).focus()
    await page.keyboard.press('ArrowUp')
    // The map glides: what is picked on the way isn't there yet. Pixels are not metres: the meridian is kept to a few.
    await expect(async () => {
      await page.keyboard.press('Enter')
      await expect(point(page)).toHaveAttribute('data-map-point', /^14\.64\d+, -90\.506/, { timeout: 1_000 })
    }).toPass()
    const figures = page.getByRole('textbox', { name: t('functionality:map.coordinates') })
    await figures.fill('por ahí')
    await figures.press('Enter')
    await expect(page.getByText(t('functionality:map.coordinates_error'))).toBeVisible()
    await figures.fill('14.5586, -90.7295')
    await figures.press('Enter')
    await expect(point(page)).toContainText('Antigua Guatemala')
    await expect(page.getByText(t('functionality:map.coordinates_error'))).toBeHidden()
    await context.close()
  })

  test('one’s own place, where the browser may tell it', async ({ browser, request }) => {
    const token = await tokenOf(request, DEMO.TALENT_HUNTER)
    const context = await browserOf(browser, token)
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation({ latitude: 13.69294, longitude: -89.21819 })
    const { page, open } = await openBrief(context, token)
    await withTiles(page)
    await open()
    await page.getByRole('button', { name: t('functionality:map.open') }).click()
    await page.getByRole('button', { name: 'Utilizar mi ubicación' }).click()
    await expect(point(page)).toContainText('San Salvador')
    await expect(point(page)).toHaveAttribute('data-map-point', '13.69294, -89.21819')
    await context.close()
  })

  test('where it may not, and where it can not, an alert says so', async ({ browser, request }) => {
    const token = await tokenOf(request, DEMO.TALENT_HUNTER)
    const context = await browserOf(browser, token)
    await context.clearPermissions()
    const { page, open } = await openBrief(context, token)
    await withTiles(page)
    await open()
    await page.getByRole('button', { name: t('functionality:map.open') }).click()
    const mine = page.getByRole('button', { name: 'Utilizar mi ubicación' })
    await mine.click()
    const alert = page.getByRole('alert').filter({ hasText: 'No se pudo obtener la ubicación.' })
    await expect(alert).toBeVisible()
    await expect(point(page)).toHaveText(t('functionality:map.none'))
    await page.evaluate(() =>
      Object.defineProperty(navigator, 'geolocation', { value: undefined, configurable: true }),
    )
    await mine.click()
    await expect(page.getByRole('alert').filter({ hasText: 'Geolocalización no soportada.' })).toBeVisible()
    await context.close()
  })

  test('without pictures the grid serves, on a phone too', async ({ browser, request }) => {
    const token = await tokenOf(request, DEMO.TALENT_HUNTER)
    const context = await browserOf(browser, token, { width: 390 })
    const { page, open } = await openBrief(context, token)
    await withoutTiles(page)
    await open()
    await page.getByRole('button', { name: t('functionality:map.open') }).tap()
    await expect(page.getByText(t('functionality:map.no_tiles'))).toBeVisible()
    await map(page).tap({ position: { x: 60, y: 60 } })
    await expect(point(page)).toContainText('Ciudad de Guatemala')
    await context.close()
  })
})

test('a musician’s place is kept to the point', async ({ browser, request }) => {
  const token = await tokenOf(request, OTHER_MUSICIAN)
  const context = await browserOf(browser, token)
  const page = await context.newPage()
  await withTiles(page)
  // The first page after signing in leads home by itself.
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/edit-profile')
  await page.getByRole('button', { name: t('functionality:map.open') }).click()
  await expect(map(page)).toBeVisible()
  const before = (await point(page).getAttribute('data-map-point')) ?? ''
  await map(page).click({ position: { x: 100, y: 80 } })
  await expect(point(page)).not.toHaveAttribute('data-map-point', before)
  const picked = /(-?\d+\.\d{5}), (-?\d+\.\d{5})/.exec(
    (await point(page).getAttribute('data-map-point')) ?? '',
  )
  const headers = { authorization: `Bearer ${token}` }
  await page.getByRole('button', { name: t('functionality:projects.save') }).click()
  await page.waitForURL('**/profile')
  const { music_project_id } = await (await request.get('/api/auth/profile/', { headers })).json()
  const project = await (await request.get(`/api/projects/${music_project_id}/`, { headers })).json()
  expect([project.lat, project.lng]).toEqual([Number(picked?.[1]), Number(picked?.[2])])
  await context.close()
})
