import { type APIRequestContext, type Browser, expect, type Page, test } from '@playwright/test'
import { offerService, openForBooking } from '#app/server/scenes/cast.ts'
import { readProfile, saveProject, switchProject } from '#features/projects/contract.ts'
import { choose, find } from './fields.ts'
import { callsOf, tryPro } from './order.ts'
import { apiOf, browserOf, mailedLink, tokenOf } from './people.ts'
import type { Words } from './words.ts'

/* A hunter, a musician and a band who come to the product for the first time and do everything by hand. */

const PASSWORD = 'Guitarra7enlaPlaza'

export interface Town {
  city: string
  country: string
  lat: number
  lng: number
  zone: string
}

const EVENING_SERVICE = {
  description: 'Salsa, jazz y latina para una noche que se recuerda, con sonido propio.',
  genres: ['salsa' as const, 'latin' as const, 'merengue' as const, 'jazz' as const, 'pop' as const],
}

const SMALL_LINE_UPS = (['duo', 'trio', 'quartet'] as const).map((format) => ({
  ...EVENING_SERVICE,
  title: `Boleros ${format}`,
  format,
  price: 25_000,
}))

/** A token of one of these, as the sign-in page would get it. */
export const tokenOfNewcomer = (request: APIRequestContext, email: string) =>
  tokenOf(request, email, PASSWORD)

/** The API as the person of a page, with the token their browser holds. */
export const calls = async (page: Page) => apiOf(page.request, await tokenIn(page))

export const tokenIn = (page: Page) =>
  page.evaluate(
    () =>
      JSON.parse(localStorage.getItem('auth-storage') ?? sessionStorage.getItem('auth-storage') ?? '{}').state
        ?.accessToken as string,
  )

/** Fills what every sign-up asks for, and a hunter's nothing besides. */
export async function fillPerson(page: Page, w: Words, who: { name: string; email: string }) {
  await page.getByRole('textbox', { name: w.t('auth:fields.name'), exact: true }).fill(who.name)
  await page.getByRole('textbox', { name: w.t('auth:fields.email'), exact: true }).fill(who.email)
  await page.getByRole('textbox', { name: w.t('auth:fields.password'), exact: true }).fill(PASSWORD)
  await page.getByText(w.t('auth:terms.accept')).click()
}

export async function newHunter(
  browser: Browser,
  request: APIRequestContext,
  w: Words,
  who: { name: string; email: string },
): Promise<Page> {
  return test.step('a hunter signs up and verifies the e-mail', async () => {
    const page = await (await browserOf(browser, null, { language: w.language })).newPage()
    await page.goto('/signup-client')
    await fillPerson(page, w, who)
    await page.getByRole('button', { name: w.t('auth:signup.submit') }).click()
    await page.waitForURL('**/verify-email-check')
    await page.goto(await mailedLink(request, who.email, '/verify-email'))
    await page.waitForURL('**/talent-hunter')
    expect(page.url()).not.toContain('token')
    return page
  })
}

export async function newMusician(
  browser: Browser,
  request: APIRequestContext,
  w: Words,
  who: { name: string; email: string },
) {
  return test.step(`${who.name} signs up as a musician`, async () => {
    const page = await (await browserOf(browser, null, { language: w.language })).newPage()
    await page.goto('/signup-music')
    await fillPerson(page, w, who)
    await page.getByRole('textbox', { name: w.t('auth:fields.city'), exact: true }).fill('Mérida')
    await choose(page, page, w.t('auth:fields.main_instrument'), w.t('business:terms.instruments.guitar'))
    await page.getByRole('button', { name: w.t('auth:signup.submit') }).click()
    await page.waitForURL('**/verify-email-check')
    await page.goto(await mailedLink(request, who.email, '/verify-email'))
    await page.waitForURL(/\/(music|complete-profile)$/)
    return { page, ...who }
  })
}

/** Fills the form of a new service, which is open, and has it offered. */
export async function fillService(page: Page, w: Words, genres: readonly string[]) {
  const s = (key: string) => w.t(`functionality:services.form.${key}`)
  await page.getByRole('textbox', { name: s('name') }).fill('Boleros y jazz para la cena')
  await page
    .getByRole('textbox', { name: s('description') })
    .fill('Guitarra y voz: boleros, jazz y latina suave para la cena y el coctel.')
  for (const genre of genres) await find(page, page, s('genres'), w.t(`business:terms.genres.${genre}`))
  await page.keyboard.press('Escape')
  await page
    .getByRole('textbox', { name: s('amount'), exact: true })
    .first()
    .fill('180')
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: s('save_activate') }).click()
  await page.waitForURL('**/services')
}

export async function offerByHand(page: Page, w: Words) {
  await test.step('the musician adds a service by hand', async () => {
    await page.goto('/services/new')
    await fillService(page, w, ['jazz', 'latin', 'pop'])
    await expect(page.getByText('Boleros y jazz para la cena').first()).toBeVisible()
    // The same in the other small line-ups, so that any plan of few players finds them.
    const api = callsOf(page.request, await tokenIn(page))
    await tryPro(api)
    for (const service of SMALL_LINE_UPS) await offerService({ api }, service)
  })
}

/** Somebody who comes later offers the same, and a solo, in a town. */
export async function offerLineUps(page: Page, town: Town) {
  await test.step('another musician offers the same', async () => {
    const api = callsOf(page.request, await tokenIn(page))
    const { music_project } = await api(readProfile)
    await tryPro(api)
    const solo = { ...EVENING_SERVICE, title: 'Boleros solo', format: 'solo' as const, price: 18_000 }
    await openForBooking({ api, project_id: music_project[0]?.id ?? 0 }, town, [solo, ...SMALL_LINE_UPS])
  })
}

export async function openWeekByHand(page: Page, w: Words) {
  await test.step('and the hours of the week', async () => {
    await page.goto('/availability')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // Every block of the grid that is closed is opened.
    const closed = page.getByRole('table').getByRole('button', { pressed: false })
    await expect(closed).toHaveCount(21)
    for (let left = 20; left >= 0; left--) {
      await closed.first().click()
      await expect(closed).toHaveCount(left)
    }
    await page.getByRole('button', { name: w.t('availability:week.save') }).click()
    await expect(page.getByText(w.t('availability:week.saved'))).toBeVisible()
  })
}

export async function makeBand(page: Page, w: Words, name: string) {
  await test.step('the other one makes a band', async () => {
    const p = (key: string) => w.t(`functionality:projects.${key}`)
    await page.goto('/musician-profile-type?mode=create')
    await page.getByText(p('new.types.GROUP.name'), { exact: true }).click()
    await page.getByRole('textbox', { name: p('fields.band_name') }).fill(name)
    await page.getByRole('button', { name: p('new.submit') }).click()
    await page.waitForURL((url) => url.pathname !== '/musician-profile-type')
  })
}

export async function joinBand(
  browser: Browser,
  request: APIRequestContext,
  w: Words,
  owner: Page,
  email: string,
) {
  await test.step('invites a bass player, who joins from the notification', async () => {
    const i = (key: string) => w.t(`functionality:members.${key}`)
    await owner.goto('/members')
    await owner
      .getByRole('button', { name: i('invite.action') })
      .first()
      .click()
    const dialog = owner.getByRole('dialog')
    await dialog.getByRole('textbox', { name: i('invite.email') }).fill(email)
    await dialog.getByRole('textbox', { name: i('fields.function') }).fill('Bajo')
    await dialog.getByRole('button', { name: i('invite.send') }).click()
    await expect(owner.getByText(email).first()).toBeVisible()

    const { page } = await newMusician(browser, request, w, { name: 'Byron Bajo', email })
    await page.goto('/music')
    await page.getByRole('button', { name: w.like('functionality:notifications.open_label_unread') }).click()
    const modal = page.getByRole('dialog')
    await modal.locator('[aria-expanded="false"]').first().click()
    await modal.getByRole('button', { name: w.t('functionality:invitations.accept') }).click()
    await expect(modal.getByText(w.t('functionality:invitations.accepted.title'))).toBeVisible()
    await page.context().close()
    await owner.goto('/members')
    await expect(owner.getByText('Byron Bajo').first()).toBeVisible()
  })
}

/** Puts a project where the event is; a band gets there its hours and a service too, as the forms above gave them. */
export async function moveTo(town: Town, request: APIRequestContext, email: string, band?: string) {
  const api = callsOf(request, await tokenOfNewcomer(request, email))
  const { music_project } = await api(readProfile)
  const mine = music_project.find(({ name, project_type }) =>
    band ? name === band : project_type.name === 'INDIVIDUAL',
  )
  if (!mine) throw new Error(`no project ${band ?? 'of their own'}`)
  const params = { id: mine.id }
  if (!band) return api(saveProject, { params, body: town })
  await api(switchProject, { params })
  const service = {
    ...EVENING_SERVICE,
    title: 'Banda completa para bailar',
    format: 'band' as const,
    price: 90_000,
  }
  await openForBooking({ api, project_id: mine.id }, town, [service])
}
