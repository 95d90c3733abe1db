import { expect, type Locator, type Page, test } from '@playwright/test'
import { bandName, bandOf, musician } from './bands.ts'
import { appIsThere, browserOf, DEMO, tokenOf, watchForErrors } from './people.ts'
import { type Words, wordsOf } from './words.ts'

/* The shell by keyboard alone, wide and on a phone, in both languages; what fingers do beside it. */

/** Presses Tab until it is there, as somebody without a mouse would. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  for (let times = 0; times < 60; times++) {
    if (await isFocused(target)) return
    await page.keyboard.press(key)
  }
  throw new Error(`Tab never came to ${target}`)
}

const isFocused = (target: Locator) =>
  target.evaluateAll((elements) => elements.some((element) => element === document.activeElement))

const focusIsIn = (target: Locator) =>
  expect.poll(() => target.evaluate((element) => element.contains(document.activeElement))).toBe(true)

const labels = ({ t }: Words) => ({
  skip: t('common:shell.skip'),
  sidebar: t('common:shell.menu'),
  open: t('common:shell.open_menu'),
  dashboard: t('common:shell.dashboard'),
  language: t('common:shell.language'),
  palette: t('common:palette.open'),
  center: t('functionality:projects.center.title'),
  bell: t('functionality:notifications.open_label'),
})

for (const [language, width] of [
  ['es', 1280],
  ['en', 390],
] as const)
  test(`the shell by keyboard, ${language} at ${width}`, async ({ browser, request }) => {
    const words = wordsOf(language)
    const { t } = words
    const said = labels(words)
    const context = await browserOf(browser, await tokenOf(request, DEMO.MUSICIAN), { language, width })
    const page = await context.newPage()
    const errors = watchForErrors(page)
    await page.goto('/music')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForURL('**/music')
    const sidebar = page.locator('#sidebar')
    const hamburger = page.getByRole('button', { name: said.open, exact: true })

    await test.step('the skip link comes first and leads to the content', async () => {
      await page.keyboard.press('Tab')
      const skip = page.getByRole('link', { name: said.skip })
      await expect(skip).toBeFocused()
      await expect(skip).toBeInViewport()
      await page.keyboard.press('Enter')
      await expect(page.locator('#content')).toBeFocused()
      await page.locator('#content').blur()
    })

    if (width >= 1024)
      await test.step('the menu stands open, and says where one is', async () => {
        await expect(hamburger).toBeHidden()
        const budgets = sidebar.getByRole('link', { name: t('common:menu.budgets') })
        await tabTo(page, budgets)
        await page.keyboard.press('Enter')
        await page.waitForURL('**/budgets')
        await expect(budgets).toHaveAttribute('aria-current', 'page')
        await expect(sidebar).toBeVisible()
      })
    else {
      const first = sidebar.getByRole('link', { name: said.dashboard })
      const last = sidebar.getByRole('link', { name: t('common:menu.logout') })
      const openByKey = async () => {
        await tabTo(page, hamburger)
        await page.keyboard.press('Enter')
        await expect(hamburger).toHaveAttribute('aria-expanded', 'true')
        await expect(first).toBeFocused()
      }
      await test.step('the sidebar keeps the focus while it is open', async () => {
        await expect(sidebar).toBeHidden()
        await openByKey()
        await page.keyboard.press('Shift+Tab')
        await expect(last).toBeFocused()
        await page.keyboard.press('Tab')
        await expect(first).toBeFocused()
      })
      await test.step('Escape closes it, and the focus is back on the button', async () => {
        await page.keyboard.press('Escape')
        await expect(sidebar).toBeHidden()
        await expect(hamburger).toBeFocused()
      })
      await test.step('a touch outside closes it', async () => {
        await hamburger.tap()
        await expect(sidebar).toBeVisible()
        await page.touchscreen.tap(370, 500)
        await expect(sidebar).toBeHidden()
      })
      await test.step('choosing an item closes it', async () => {
        await openByKey()
        await tabTo(page, sidebar.getByRole('link', { name: t('common:menu.budgets') }))
        await page.keyboard.press('Enter')
        await page.waitForURL('**/budgets')
        await expect(sidebar).toBeHidden()
      })
    }

    await test.step('the control center: everything in it, Escape, outside', async () => {
      const button = page.getByRole('button', { name: new RegExp(`^${said.center}`) })
      await tabTo(page, button)
      await page.keyboard.press('Enter')
      const popup = page.getByRole('dialog', { name: said.center })
      await expect(popup).toBeVisible()
      await focusIsIn(popup)
      const profile = popup.locator('a[href="/profile"]')
      await expect(profile).toHaveCount(1)
      await expect(popup.getByRole('listitem').first()).toBeVisible()
      expect(await popup.getByRole('listitem').count()).toBeLessThanOrEqual(3)
      await expect(popup.getByRole('link', { name: t('functionality:projects.center.all') })).toHaveAttribute(
        'href',
        '/profiles',
      )
      await expect(
        popup.getByRole('link', { name: t('functionality:projects.center.create') }),
      ).toHaveAttribute('href', '/musician-profile-type?mode=create')
      for (const [entry, path] of [
        ['settings', '/profile#notices'],
        ['support', '/support'],
      ])
        await expect(
          popup.getByRole('link', { name: t(`functionality:projects.center.${entry}`) }),
        ).toHaveAttribute('href', path ?? '')
      await tabTo(page, popup.getByRole('link', { name: t('functionality:projects.center.logout') }))
      await page.keyboard.press('Tab')
      await focusIsIn(popup)
      await page.keyboard.press('Escape')
      await expect(popup).toBeHidden()
      await expect(button).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(popup).toBeVisible()
      if (width < 600) await page.touchscreen.tap(8, 700)
      else await page.mouse.click(400, 700)
      await expect(popup).toBeHidden()
    })

    await test.step('the notifications: at most 600 px, the focus inside, Escape', async () => {
      const bell = page.getByRole('button', { name: new RegExp(`^${said.bell}`) })
      await tabTo(page, bell, 'Shift+Tab')
      await page.keyboard.press('Enter')
      const modal = page.getByRole('dialog', { name: t('functionality:notifications.title') })
      // On a phone the browser's own list stands for the row of tabs.
      const kinds =
        width < 640
          ? modal.getByRole('combobox', { name: t('functionality:notifications.tabs') })
          : modal.getByRole('tab').first()
      await expect(kinds).toBeVisible()
      await focusIsIn(modal)
      expect((await modal.boundingBox())?.width).toBeLessThanOrEqual(600)
      await tabTo(page, kinds)
      await page.keyboard.press(width < 640 ? 'ArrowDown' : 'ArrowRight')
      if (width < 640) await expect(kinds).not.toHaveValue('all')
      else await expect(modal.getByRole('tab').nth(1)).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(modal).toBeHidden()
      await expect(bell).toBeFocused()
    })

    await test.step('the palette: Ctrl K, typing, Enter', async () => {
      await page.keyboard.press('Control+k')
      const palette = page.getByRole('dialog', { name: said.palette })
      await expect(palette.getByRole('searchbox')).toBeFocused()
      await page.keyboard.type(t('common:menu.calendar').slice(0, 5))
      await expect(palette.getByRole('menuitem').first()).toContainText(t('common:menu.calendar'))
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/calendar')
      await expect(palette).toBeHidden()
      await page.keyboard.press('Control+k')
      await expect(palette.getByRole('searchbox')).toBeFocused()
      await page.keyboard.type('zzzz')
      await expect(palette.getByText(t('common:palette.none'))).toBeVisible()
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await expect(palette).toBeHidden()
    })

    await test.step('the language changes at once, and the list closes by Escape', async () => {
      const other = language === 'es' ? 'en' : 'es'
      const button = page.getByRole('button', { name: `${language.toUpperCase()}, ${said.language}` })
      const option = page.locator(`[data-language="${other}"]`)
      await tabTo(page, button, 'Shift+Tab')
      await page.keyboard.press('Enter')
      await expect(option).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(option).toBeHidden()
      await page.keyboard.press('Enter')
      await tabTo(page, option)
      await page.keyboard.press('Enter')
      await expect(page.locator('html')).toHaveAttribute('lang', other)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        wordsOf(other).t('common:titles.calendar'),
      )
      await expect(option).toBeHidden()
    })
    expect(errors).toEqual([])
    await context.close()
  })

test('the language switcher in its other two variants', async ({ browser }) => {
  // Not browserOf: it would choose the language again on every load.
  const context = await browser.newContext({ locale: 'es-GT' })
  const page = await context.newPage()
  const { t } = wordsOf('es')
  await page.goto('/welcome')
  await test.step('buttons in a row', async () => {
    const row = page.getByRole('group', { name: t('common:shell.language') })
    await expect(row.getByRole('button', { name: 'Español' })).toHaveAttribute('aria-pressed', 'true')
    const english = row.getByRole('button', { name: 'English' })
    await english.focus()
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  })
  await test.step('an icon that opens a list', async () => {
    await page.goto('/profile/musician/1')
    await appIsThere(page)
    const button = page.getByRole('button', { name: /^EN, / })
    await tabTo(page, button)
    await page.keyboard.press('Enter')
    const spanish = page.locator('[data-language="es"]')
    await expect(spanish).toBeVisible()
    // Outside closes it.
    await page.mouse.click(600, 700)
    await expect(spanish).toBeHidden()
    await button.focus()
    await page.keyboard.press('Enter')
    await tabTo(page, spanish)
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  })
  await context.close()
})

test('the palette finds a hunter’s orders on the server and opens one', async ({ browser, request }) => {
  const token = await tokenOf(request, DEMO.TALENT_HUNTER)
  const title = `Gala número ${Date.now()}`
  const started = await request.post('/api/orders/', {
    headers: { authorization: `Bearer ${token}` },
    data: { brief: { event: { title } } },
  })
  const { id } = await started.json()
  const context = await browserOf(browser, token)
  const page = await context.newPage()
  await page.goto('/talent-hunter')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page
    .getByRole('banner')
    .getByRole('button', { name: wordsOf('es').t('common:palette.short') })
    .click()
  const palette = page.getByRole('dialog')
  await palette.getByRole('searchbox').fill(title.replace('número', 'NUMERO'))
  await expect(palette.getByRole('menuitem')).toHaveText([new RegExp(title)])
  // A letter is missing.
  await palette.getByRole('searchbox').fill(title.replace('Gala número', 'Gala númro'))
  await expect(palette.getByRole('menuitem').filter({ hasText: title })).toHaveCount(1)
  await palette.getByRole('searchbox').fill(title.replace('número', 'NUMERO'))
  await expect(palette.getByRole('menuitem')).toHaveText([new RegExp(title)])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/order?id=${id}`)
  await context.close()
})

test('the palette finds people and events by name, a slip forgiven', async ({ browser, request }) => {
  const { t } = wordsOf('es')
  const open = async (account: 'TALENT_HUNTER' | 'MUSICIAN', home: string) => {
    const page = await (await browserOf(browser, await tokenOf(request, DEMO[account]))).newPage()
    await page.goto(home)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.press('Control+k')
    return page
  }
  const found = (page: Page, kind: string) =>
    page
      .getByRole('dialog')
      .getByRole('group', { name: t(`common:palette.${kind}`) })
      .getByRole('menuitem')

  const hunter = await open('TALENT_HUNTER', '/talent-hunter')
  const box = hunter.getByRole('dialog').getByRole('searchbox')
  await box.fill('bargaz')
  await expect(found(hunter, 'musicians').first()).toContainText('Vargas')
  const events = await request.get('/api/events/?when=all', {
    headers: { authorization: `Bearer ${await tokenOf(request, DEMO.TALENT_HUNTER)}` },
  })
  const long = /\p{L}{5,}/u
  const event = (await events.json()).results.find(({ title }: { title: string | null }) =>
    long.test(title ?? ''),
  )
  // A letter is missing.
  await box.fill(event.title.replace(long, (word: string) => word.slice(0, 2) + word.slice(3)))
  await found(hunter, 'events').filter({ hasText: event.title }).first().click()
  await hunter.waitForURL(`**/events?event=${event.id}`)
  await hunter.context().close()

  const musician = await open('MUSICIAN', '/music')
  await musician.getByRole('dialog').getByRole('searchbox').fill('servisios')
  await expect(found(musician, 'pages')).toContainText([t('common:menu.services')])
  await musician.context().close()
})

test('the palette finds who plays in the band, a slip forgiven', async ({ browser, request }) => {
  const { t } = wordsOf('es')
  const owner = await musician(request, 'Rosa Directora')
  const mate = await musician(request, 'Anselmo Tzunux')
  await bandOf(request, owner, bandName('La Ceiba'), [mate])
  const page = await (await browserOf(browser, owner.token)).newPage()
  await page.goto('/music')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  const members = page.getByRole('dialog').getByRole('group', { name: t('common:palette.members') })
  await page.getByRole('dialog').getByRole('searchbox').fill('anzelmo')
  await expect(members.getByRole('menuitem')).toHaveText([/Anselmo Tzunux/])
  await members.getByRole('menuitem').click()
  await page.waitForURL('**/members')
  await page.context().close()
})

test('the palette switches to another project', async ({ browser, request }) => {
  const context = await browserOf(browser, await tokenOf(request, DEMO.MUSICIAN))
  const page = await context.newPage()
  await page.goto('/music')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const current = () =>
    page.evaluate(() => JSON.parse(localStorage.getItem('auth-storage') ?? '{}').state?.musicProjectId)
  const before = await current()
  expect(before).toEqual(expect.any(Number))
  const { t } = wordsOf('es')
  const choose = async () => {
    await page.keyboard.press('Control+k')
    const group = page.getByRole('group', { name: t('common:palette.projects') })
    const other = group.getByRole('menuitem').first()
    const name = await other.locator('span').nth(1).textContent()
    await Promise.all([page.waitForEvent('load'), other.click()])
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    return name
  }
  const name = await choose()
  expect(await current()).not.toBe(before)
  await expect(
    page.getByRole('button', { name: new RegExp(`^${t('functionality:projects.center.title')}`) }),
  ).toHaveAccessibleName(t('functionality:projects.center.open', { name: name ?? '' }))
  // Back to what the others expect.
  await choose()
  expect(await current()).toBe(before)
  await context.close()
})
