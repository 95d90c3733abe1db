import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { appIsThere, browserOf, DEMO, tokenOf } from './people.ts'
import { wordsOf } from './words.ts'

declare global {
  interface Window {
    /** How far what was shown moved, summed up. */
    moved: number
    /** How often the document was seen without a title. */
    untitled: number
    /** How often it was seen without what it is about. */
    blank: number
  }
}

/* How the world finds a musician: pages that say what they have to before any script runs, and addresses that are true. */

const { t } = wordsOf('es')
const english = wordsOf('en')
const ASSETS = path.resolve('dist/web/assets')

/** Which addresses are the app’s own files, and not of the few lines that a drawn page brings. */
function isApp() {
  const app = new Set(
    readdirSync(ASSETS).filter(
      (name) => name.endsWith('.js') && readFileSync(path.join(ASSETS, name), 'utf8').includes('createRoot'),
    ),
  )
  expect(app.size).toBeGreaterThan(0)
  return ({ pathname }: URL) => app.has(path.basename(pathname))
}

test('a public profile can be read without scripts, in either language', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'es-GT' })
  const page = await context.newPage()
  await page.goto('/profile/musician/1')
  const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  expect(name.length).toBeGreaterThan(2)
  await expect(
    page.getByRole('heading', { name: t('functionality:directory.profile.services') }),
  ).toBeVisible()
  await expect(page).toHaveTitle(new RegExp(`^${name}: `))
  expect(await page.locator('html').getAttribute('lang')).toBe('es')

  await page.goto('/profile/musician/1?lang=en')
  await expect(
    page.getByRole('heading', { name: english.t('functionality:directory.profile.services') }),
  ).toBeVisible()
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toMatch(
    /\/profile\/musician\/1\?lang=en$/,
  )
  await context.close()
})

test('a drawn profile is moved before the app is there: its language and its colours', async ({
  browser,
}) => {
  const context = await browser.newContext({ locale: 'es-GT', colorScheme: 'light' })
  // All that the page brings is its own few lines: the app never comes.
  await context.route(isApp(), (route) => route.abort())
  const page = await context.newPage()
  await page.goto('/profile/musician/1')
  await page.locator('[data-theme-toggle]').first().click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('button', { name: /^ES, / }).click()
  await page.locator('[data-language="en"]').click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(
    page.getByRole('heading', { name: english.t('functionality:directory.profile.services') }),
  ).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await context.close()
})

test('whoever reads on, presses or moves by keyboard before the app is there loses nothing when it comes', async ({
  browser,
}) => {
  const context = await browserOf(browser, null, { width: 390 })
  let letThrough = () => {}
  let held = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await context.route(isApp(), async (route) => {
    await held
    await route.continue()
  })
  const page = await context.newPage()
  await page.goto('/musicos/antigua-guatemala')
  const found = page.locator('main a[href^="/profile/musician/"]')
  const before = await found.count()
  const more = page.getByRole('button', { name: t('common:more') })
  await more.click()
  await expect(more).toHaveAttribute('aria-busy', 'true')
  const down = await page.evaluate(() => scrollY)
  expect(down).toBeGreaterThan(500)
  letThrough()
  await appIsThere(page)
  await expect.poll(() => found.count()).toBeGreaterThan(before)
  expect(Math.abs((await page.evaluate(() => scrollY)) - down)).toBeLessThan(60)

  held = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.reload()
  for (let n = 0; n < 6; n++) await page.keyboard.press('Tab')
  const on = () => page.evaluate(() => document.activeElement?.outerHTML.slice(0, 40))
  const link = await on()
  expect(link).toContain('<a')
  letThrough()
  await appIsThere(page)
  expect(await on()).toBe(link)
  await context.close()
})

test('the app takes a drawn profile over without asking again and without moving anything', async ({
  browser,
}) => {
  const context = await browserOf(browser, null)
  const page = await context.newPage()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.addInitScript(() => {
    window.untitled = 0
    new MutationObserver(() => {
      if (document.readyState !== 'loading' && document.title === '') window.untitled++
    }).observe(document, { subtree: true, childList: true })
    window.moved = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry) window.moved += Number(entry.value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/profile/musician/1')
  await expect(page.locator('#drawn')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
  expect(asked.filter((path) => path === '/api/directory/projects/1/')).toEqual([])
  expect(await page.evaluate(() => window.moved)).toBeLessThan(0.02)
  // What the server put into the head gave way to the app's own.
  await expect(page.locator('link[rel=canonical]')).toHaveCount(1)
  await expect(page.locator('head title')).toHaveCount(1)
  expect(await page.evaluate(() => window.untitled), 'it is never without a title').toBe(0)
  const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  await expect(page).toHaveTitle(new RegExp(`^${name}: `))
  // It is the app: the language changes without the page being loaded again.
  await page.getByRole('button', { name: new RegExp(t('common:shell.language')) }).click()
  await page.locator('[data-language="en"]').click()
  await expect(
    page.getByRole('heading', { name: english.t('functionality:directory.profile.services') }),
  ).toBeVisible()
  await context.close()
})

test('whoever is signed in keeps the menu on a public profile, which hardly moves when it comes', async ({
  browser,
  request,
}) => {
  const context = await browserOf(browser, await tokenOf(request, DEMO.TALENT_HUNTER))
  const page = await context.newPage()
  await page.addInitScript(() => {
    window.blank = 0
    let isThere = false
    new MutationObserver(() => {
      const now = document.querySelector('h1') !== null
      if (isThere && !now) window.blank++
      isThere = now
    }).observe(document, { subtree: true, childList: true })
    window.moved = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry) window.moved += Number(entry.value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  // The browser knows by now who is signed in.
  await page.goto('/musics')
  const menu = page.getByRole('navigation', { name: t('common:shell.main') })
  await expect(menu).toBeVisible()
  await page.goto('/profile/musician/1')
  await expect(menu).toBeVisible()
  await expect(page.getByRole('link', { name: t('functionality:directory.profile.sign_in') })).toHaveCount(0)
  expect(await page.evaluate(() => window.moved)).toBeLessThan(0.1)
  // What was drawn stays until the app shows the same: nobody waits before an empty page.
  expect(await page.evaluate(() => window.blank)).toBe(0)
  await context.close()
})

test('a page’s own title and tags leave with it', async ({ browser }) => {
  const page = await (await browserOf(browser, null, { language: 'es' })).newPage()
  await page.goto('/musicos/antigua-guatemala')
  await expect(page.locator('#drawn')).toHaveCount(0)
  const canonical = page.locator('link[rel=canonical]')
  await expect(canonical).toHaveAttribute('href', /\/musicos\/antigua-guatemala$/)
  await page.getByRole('link', { name: t('functionality:directory.place.by_date') }).click()
  await page.waitForURL(/\/welcome\?/)
  await expect(canonical).toHaveAttribute('href', /\/welcome$/)
  await expect(page).toHaveTitle(t('common:welcome.title'))
  await page
    .getByRole('link', { name: t('common:welcome.nav.sign_in') })
    .first()
    .click()
  await page.waitForURL('/signin')
  await expect(canonical).toHaveCount(0)
  await expect(page).toHaveTitle(`${t('common:titles.signin')} · Tarima`)
  await page.context().close()
})

test('who plays in a place is listed without scripts, and leads to profiles and genres', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'es-GT' })
  const page = await context.newPage()
  await page.goto('/musicos/antigua-guatemala')
  await expect(page).toHaveTitle(
    new RegExp(`^${t('functionality:directory.place.title', { town: 'Antigua Guatemala' })}`),
  )
  expect(await page.locator('a[href^="/profile/musician/"]').count()).toBeGreaterThan(3)
  await page
    .getByRole('navigation', { name: t('functionality:directory.genre') })
    .getByRole('link')
    .first()
    .click()
  await expect(page).toHaveURL(/\/musicos\/antigua-guatemala\/[a-z-]+$/)
  await page.locator('a[href^="/profile/musician/"]').first().click()
  await expect(page).toHaveURL(/\/profile\/musician\/\d+$/)
  await context.close()
})

test('from a town’s page no link leads nowhere', async ({ request }) => {
  const seen = new Set(['/musicos/antigua-guatemala'])
  // Every town, and the genres of the first few.
  let left = 150
  for (const path of seen) {
    if (left-- === 0) break
    const answer = await request.get(path)
    expect(answer.status(), path).toBe(200)
    for (const [, link = ''] of (await answer.text()).matchAll(/href="(\/musicos\/[^"]+)"/g)) seen.add(link)
  }
  expect(seen.size).toBeGreaterThan(10)
})

test('an address answers as what it is', async ({ request }) => {
  const answerOf = async (path: string) => {
    const answer = await request.get(path)
    return [answer.status(), answer.headers()['x-robots-tag'] ?? 'index']
  }
  expect(await answerOf('/welcome')).toEqual([200, 'index'])
  expect(await answerOf('/profile/musician/1')).toEqual([200, 'index'])
  expect(await answerOf('/profile/musician/99999999')).toEqual([404, 'noindex'])
  expect(await answerOf('/profile/musician/nadie')).toEqual([404, 'noindex'])
  expect(await answerOf('/musicos/antigua-guatemala')).toEqual([200, 'index'])
  expect(await answerOf('/musicos/antigua-guatemala/polka')).toEqual([404, 'noindex'])
  expect(await answerOf('/musicos/atlantis')).toEqual([404, 'noindex'])
  expect(await answerOf('/no/such/page')).toEqual([404, 'noindex'])
  expect(await answerOf('/shared-results')).toEqual([404, 'noindex'])
  expect(await answerOf(`/shared-results?key=${'A'.repeat(43)}`)).toEqual([404, 'noindex'])
  expect(await answerOf(`/shared-results?key=${'A'.repeat(300)}`)).toEqual([404, 'noindex'])
  expect(await answerOf('/order')).toEqual([200, 'noindex'])
  expect(await answerOf('/services/3/edit')).toEqual([200, 'noindex'])
})

test('a link that is shared has a picture', async ({ request }) => {
  for (const path of ['/welcome', '/profile/musician/1', '/profile/musician/1?lang=en']) {
    const html = await (await request.get(path)).text()
    const picture = /property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? ''
    const { pathname, search } = new URL(picture.replaceAll('&amp;', '&'))
    const answer = await request.get(pathname + search)
    expect([answer.status(), answer.headers()['content-type']], path).toEqual([200, 'image/jpeg'])
  }
  expect((await request.get('/og/musician/99999999.jpg')).status()).toBe(404)
  expect((await request.get('/og/musician/1.png')).status()).toBe(404)
})
