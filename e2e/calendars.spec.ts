import { expect, type Page, test } from '@playwright/test'
import nodeIcal from 'node-ical'
import { createException } from '#features/availability/contract.ts'
import { bandName, bandOf } from './bands.ts'
import { hunterThere, musicianThere, partyAt } from './order.ts'
import { browserOf, watchForErrors } from './people.ts'
import { axe } from './sound.ts'
import { wordsOf } from './words.ts'

/* A musician joins the calendar here with those they have elsewhere. */

/** The first page after signing in leads home by itself. */
async function home(page: Page, path: string) {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

const tag = Date.now().toString(36)

test('dates go out by a secret address, and other calendars come in', async ({ browser, request }) => {
  const { t } = wordsOf('es')
  const musician = await musicianThere(request, `Agenda ${tag}`)
  const context = await browserOf(browser, musician.token, { language: 'es', width: 390 })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await context.newPage()
  const errors = watchForErrors(page)
  await home(page, '/music')
  await page.goto('/calendar')
  const section = page.getByRole('region', { name: t('availability:calendars.title') })
  const words = (key: string, values: Record<string, string> = {}) =>
    t(`availability:calendars.${key}`, values)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.mouse.wheel(0, 4000)

  await section.getByRole('button', { name: words('out.open') }).click()
  const address = section.getByLabel(words('out.address'))
  await expect(address).toHaveValue(/\/api\/calendars\/feed\.ics\?key=[\w-]{43}$/)
  const first = await address.inputValue()
  const { pathname, search } = new URL(first)
  const feed = await request.get(pathname + search)
  expect(feed.headers()['content-type']).toContain('text/calendar')
  expect(Object.keys(nodeIcal.sync.parseICS(await feed.text()))).toContain('vcalendar')
  await expect(section.getByRole('link', { name: words('out.google') })).toHaveAttribute(
    'href',
    /^https:\/\/calendar\.google\.com\/calendar\/render\?cid=webcal/,
  )
  await expect(section.getByRole('link', { name: words('out.apple') })).toHaveAttribute('href', /^webcal:/)

  await section.getByRole('button', { name: words('out.renew') }).click()
  const sure = page.getByRole('alertdialog')
  await sure.getByRole('button', { name: words('out.renew') }).click()
  await expect(address).not.toHaveValue(first)
  expect((await request.get(pathname + search)).status()).toBe(404)

  await section.getByRole('button', { name: words('in.add') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: words('in.name') }).fill('Mi trabajo')
  await dialog.getByRole('textbox', { name: words('in.url') }).fill('http://ejemplo.com/a.ics')
  await dialog.getByRole('button', { name: words('in.save') }).click()
  await expect(dialog.getByText(t('common:validation.calendar_address'))).toBeVisible()
  await dialog.getByRole('textbox', { name: words('in.url') }).fill('https://calendario.invalid/a.ics')
  await dialog.getByRole('button', { name: words('in.save') }).click()
  await expect(dialog).toBeHidden()
  await expect(section.getByText('calendario.invalid')).toBeVisible()
  // Where no name can be looked up, that takes its time.
  const failed = section
    .getByText(words('in.failures.unreachable'))
    .or(section.getByText(words('in.failures.too_slow')))
  await expect(failed).toBeVisible({ timeout: 30_000 })
  await axe(page)
  await section.getByRole('button', { name: words('in.remove_of', { name: 'Mi trabajo' }) }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: words('in.remove'), exact: true })
    .click()
  await expect(section.getByText(words('in.none'))).toBeVisible()
  expect(errors).toEqual([])
  await context.close()
})

test('a day is pressed to note a gig that was agreed elsewhere', async ({ browser, request }) => {
  const { t } = wordsOf('es')
  const musician = await musicianThere(request, `Feria ${tag}`)
  const context = await browserOf(browser, musician.token, { language: 'es', width: 1280 })
  const page = await context.newPage()
  await home(page, '/music')
  await page.goto('/calendar')
  const table = page.getByRole('table')
  await page.getByRole('button', { name: t('business:calendar.next') }).click()
  await expect(table.getByRole('button')).not.toHaveCount(0)
  await table.getByRole('button').nth(10).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(t('availability:exceptions.gig'), { exact: true }).click()
  await dialog
    .getByRole('textbox', { name: t('availability:exceptions.gig_name') })
    .fill('Feria de Jocotenango')
  await axe(page)
  await dialog.getByRole('button', { name: t('availability:exceptions.save') }).click()
  await expect(dialog).toBeHidden()
  const noted = table.getByRole('button', { name: /Feria de Jocotenango/ })
  await expect(noted).toHaveCount(1)

  // Pressed, it is taken back.
  await noted.click()
  const sure = page.getByRole('alertdialog', { name: t('availability:exceptions.remove_titles.gig') })
  await sure.getByRole('button', { name: t('availability:exceptions.remove_now') }).click()
  await expect(noted).toHaveCount(0)
  await context.close()
})

test('one calendar shows all projects, and is narrowed to one', async ({ browser, request }) => {
  const { t } = wordsOf('es')
  const musician = await musicianThere(request, `Doble ${tag}`)
  const band = bandName('La Octava')
  const band_id = await bandOf(request, musician, band)
  const nextMonth = new Date()
  nextMonth.setUTCMonth(nextMonth.getUTCMonth() + 1, 15)
  const month = nextMonth.toISOString().slice(0, 7)
  for (const [reason, project] of [
    ['Serenata en Mixco', musician.project_id],
    ['Desfile de la banda', band_id],
  ] as const)
    await musician.api(createException, {
      query: { project: String(project) },
      body: { kind: 'gig', reason, from: `${month}-15T18:00:00Z`, to: `${month}-15T20:00:00Z` },
    })
  for (const width of [1280, 390]) {
    const context = await browserOf(browser, musician.token, { language: 'es', width })
    const page = await context.newPage()
    const errors = watchForErrors(page)
    await home(page, '/music')
    await page.goto(`/calendar?month=${month}`)
    const entry = (reason: string, project: string) =>
      page.getByRole('button', { name: new RegExp(`${reason}.*${project}`) })
    await expect(entry('Serenata en Mixco', musician.name)).toHaveCount(1)
    await expect(entry('Desfile de la banda', band)).toHaveCount(1)
    await axe(page)

    const filter = page.getByRole('combobox', { name: t('functionality:projects.filter.label') })
    await filter.selectOption({ label: band })
    await page.waitForURL(/[?&]project=\d+/)
    expect(page.url()).toContain(`month=${month}`)
    await expect(entry('Desfile de la banda', band)).toHaveCount(1)
    await expect(entry('Serenata en Mixco', musician.name)).toHaveCount(0)
    // What is joined with other calendars is the band's then.
    await page.mouse.wheel(0, 6000)
    const section = page.getByRole('region', { name: t('availability:calendars.title') })
    await expect(section.getByText(t('functionality:projects.acting', { name: band }))).toBeVisible()
    expect(errors).toEqual([])
    await context.close()
  }
})

test('an event is stored as a file for any calendar', async ({ browser, request }) => {
  const { t } = wordsOf('es')
  const musician = await musicianThere(request, `Archivo ${tag}`)
  const hunter = await hunterThere(request, `Quien contrata ${tag}`)
  const title = `Fiesta ${tag}`
  await partyAt('paid', hunter, title, musician)
  const context = await browserOf(browser, hunter.token, { language: 'es', width: 390 })
  const page = await context.newPage()
  await home(page, '/talent-hunter')
  await page.goto('/events')
  await page.getByRole('link', { name: new RegExp(title) }).click()
  const ways = page.getByRole('group', { name: t('availability:calendars.date.add') })
  const stored = page.waitForEvent('download')
  await ways.getByRole('button', { name: t('availability:calendars.date.file') }).click()
  expect((await stored).suggestedFilename()).toMatch(/^tarima-\d+\.ics$/)
  await expect(ways.getByRole('link', { name: t('availability:calendars.date.google') })).toHaveAttribute(
    'href',
    /^https:\/\/calendar\.google\.com\/calendar\/render\?action=TEMPLATE/,
  )
  await context.close()
})
