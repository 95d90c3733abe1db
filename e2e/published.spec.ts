import { expect, test } from '@playwright/test'
import sharp from 'sharp'
import { searchProjects } from '#features/directory/contract.ts'
import { choose, find } from './fields.ts'
import { fillPerson, fillService } from './newcomers.ts'
import { mailedLink } from './people.ts'
import { wordsOf } from './words.ts'

declare global {
  interface Storage {
    /** How often something was pressed in this tab, on all its pages. */
    presses?: string
  }
}

/** The Friday that many weeks on, as YYYY-MM-DD. */
const fridayIn = (weeks: number) => {
  const day = new Date()
  day.setUTCDate(day.getUTCDate() + weeks * 7 + ((5 - day.getUTCDay() + 7) % 7))
  return day.toISOString().slice(0, 10)
}

test('a newcomer on a phone has a published profile after at most 25 presses', async ({
  browser,
  request,
}) => {
  const w = wordsOf('es')
  const { t } = w
  // In letters alone: what looks like a phone number isn't shown to the public.
  const letters = [...String(Date.now())].map((digit) => 'aeioubdlmn'[Number(digit)]).join('')
  const name = `Jimena P${letters}`
  const email = `${letters}@example.com`
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  await context.addInitScript(() => {
    const count = () => {
      sessionStorage.presses = String(Number(sessionStorage.presses ?? 0) + 1)
    }
    addEventListener('click', count, true)
  })
  const page = await context.newPage()
  const presses = () => page.evaluate(() => Number(sessionStorage.presses))
  /** Follows the home's list of what is missing before one is found. */
  const goOn = (step: string) =>
    page
      .getByRole('list')
      .getByRole('link', { name: t(`business:home.steps.${step}`) })
      .click()
  const goHome = async () => {
    await page.getByRole('button', { name: t('common:shell.open_menu') }).click()
    await page.getByRole('link', { name: t('common:menu.music'), exact: true }).click()
  }
  /** Whether anybody who looks for a Friday night sees them. */
  const isFound = async () => {
    const query = { q: name, date: fridayIn(3), from: '20:00', to: '22:00', zone: 'America/Guatemala' }
    const answer = await request.get(searchProjects.path, { params: query })
    const { results } = (await answer.json()) as { results: { name: string }[] }
    return results.some((one) => one.name === name)
  }

  await test.step('signs up from the landing', async () => {
    await page.goto('/welcome')
    await page.locator('a[href="/signup-music"]').first().click()
    await fillPerson(page, w, { name, email })
    await page.getByRole('textbox', { name: t('auth:fields.city'), exact: true }).fill('Antigua Guatemala')
    await choose(page, page, t('auth:fields.main_instrument'), t('business:terms.instruments.guitar'))
    await page.getByRole('button', { name: t('auth:signup.submit') }).click()
    await page.waitForURL('**/verify-email-check')
    await page.goto(await mailedLink(request, email, '/verify-email'))
    await page.waitForURL('**/music')
  })

  await test.step('offers a service', async () => {
    await goOn('service')
    await page.locator('a[href="/services/new"]').first().click()
    await fillService(page, w, ['jazz'])
  })

  await test.step('says when they play: Friday and Saturday night', async () => {
    expect(await isFound()).toBe(false)
    await goHome()
    await goOn('availability')
    const closed = page.getByRole('table').getByRole('button', { pressed: false })
    await expect(closed).toHaveCount(21)
    for (const day of ['viernes', 'sábado'])
      await page.getByRole('button', { name: `${day}, ${t('availability:parts.night')}` }).click()
    await page.getByRole('button', { name: t('availability:week.save') }).click()
    await expect(page.getByText(t('availability:week.saved'))).toBeVisible()
    await expect.poll(isFound).toBe(true)
  })

  await test.step('and shows themself', async () => {
    await goHome()
    await expect(page.getByText(t('business:home.steps.found'))).toBeVisible()
    await goOn('profile')
    const photo = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#c90a47' } })
      .jpeg()
      .toBuffer()
    // The press that opens the system's own dialog of files, and the one in it.
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: t('functionality:files.choose') }).click()
    await (await chooser).setFiles({ name: 'foto.jpg', mimeType: 'image/jpeg', buffer: photo })
    await page.getByRole('button', { name: t('functionality:files.crop.use') }).click()
    await page
      .getByRole('textbox', { name: t('functionality:projects.fields.bio') })
      .fill(
        'Canto y toco la guitarra desde hace diez años: boleros, jazz y trova para cenas, bodas y cocteles.',
      )
    await find(page, page, t('functionality:projects.fields.genres'), t('business:terms.genres.jazz'))
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: t('functionality:projects.complete.save') }).click()
    await expect(page.getByText(t('functionality:projects.complete.done_title'))).toBeVisible()
  })
  const pressed = (await presses()) + 1
  test.info().annotations.push({ type: 'presses', description: String(pressed) })
  // Fewer than there are buttons on the way: nobody counted.
  expect(pressed).toBeGreaterThan(12)
  expect(pressed).toBeLessThanOrEqual(25)
})
