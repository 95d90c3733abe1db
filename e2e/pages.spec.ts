import { expect, type Page, test } from '@playwright/test'
import { guard } from '#app/web/guard.ts'
import { ALL_PAGES } from '#app/web/pages.tsx'
import { permissionsOf } from '#features/access/rules.ts'
import { type AccountType, atRest, browserOf, DEMO, tokenOf, watchForErrors } from './people.ts'
import { faultsOf } from './sound.ts'
import { travel } from './travel.ts'
import { wordsOf } from './words.ts'

/*
 * Every page × those who may stay on it, anonymous and each account type, in a real browser: it says what it is in a
 * heading, complains of nothing, and has no accessibility fault in either theme.
 */

const VISITORS = ['anonymous', 'TALENT_HUNTER', 'MUSICIAN', 'STUDENT'] as const

const addressOf = (path: string) =>
  path === '*'
    ? '/no/such/page'
    : path
        .replace(':id', '999999')
        .replace(':article', 'deposit')
        .replace(':musicProjectId', '1')
        .replace(':city/:genre?', 'antigua-guatemala')

/** Where a visitor ends who opens a page, through every redirect. */
function endOf(path: string, visitor: (typeof VISITORS)[number]): string {
  const session =
    visitor === 'anonymous'
      ? null
      : {
          accountType: visitor,
          verified: true,
          permissions: permissionsOf({
            account_type: visitor,
            project_type: visitor === 'MUSICIAN' ? 'INDIVIDUAL' : null,
            owner: visitor === 'MUSICIAN',
          }),
        }
  const page = ALL_PAGES.find((one) => one.path === path)
  if (!page) throw new Error(`no page at ${path}`)
  const to = page.redirect ?? guard(page, session)
  return to && to !== path ? endOf(to, visitor) : path
}

/** Looked at by the first visitor who stays there: what is for one visitor alone has an address of its own. */
const looker = (path: string) => VISITORS.find((visitor) => endOf(path, visitor) === path)

test.describe.configure({ mode: 'parallel' })
for (const visitor of VISITORS)
  test(`pages as ${visitor}`, async ({ browser, request }) => {
    test.setTimeout(900_000)
    const token = visitor === 'anonymous' ? null : await tokenOf(request, DEMO[visitor as AccountType])
    // Each stays in its tab, as people do: a new one would load and compile the whole app again.
    const light = await (await browserOf(browser, token)).newPage()
    const dark = await (
      await browserOf(browser, token, { theme: 'dark', language: 'en', width: 390 })
    ).newPage()
    const errors = watchForErrors(light)
    // The first page after signing in leads home by itself; the table is about those who are at home already.
    if (token) for (const page of [light, dark]) await open(page, '/profile')

    for (const { path, page: key } of ALL_PAGES) {
      if (key === 'logout') continue
      // Where somebody is sent on to is the guard's own test; here a page is opened by those who stay on it.
      if (endOf(path, visitor) !== path) continue
      const look = looker(path) === visitor
      await test.step(path, async () => {
        // What the page before still complains of as it goes isn't this one's.
        if (look) await light.goto('about:blank')
        errors.length = 0
        // Opened afresh once, by whom it is looked at; others come to it inside the app, which takes a third of the time.
        if (look) {
          await light.goto(addressOf(path))
          await light.waitForURL((url) => url.pathname === addressOf(path))
        } else await travel(light, addressOf(path))
        await atRest(light)
        await expect(headingOf(light)).toBeVisible()
        expect(errors, `errors on ${path}`).toEqual([])
        if (look) await accessible(light, `${path} (light, es, 1280)`)
      })
      if (look)
        await test.step(`${path} in the dark, in English, on a phone`, async () => {
          // What a stranger reads is mostly drawn by the server: it is looked at as it comes.
          if (token) await travel(dark, addressOf(path), 'en')
          else await open(dark, addressOf(path))
          await accessible(dark, `${path} (dark, en, 390)`)
        })
    }
    // Leaving comes last: it ends the session.
    await test.step('/logout', async () => {
      await light.goto('/logout')
      await light.waitForURL((url) => ['/signin', '/welcome'].includes(url.pathname))
    })
    await Promise.all([light.context().close(), dark.context().close()])
  })

test('a list that fails says so, and another try leaves the keyboard where the list comes', async ({
  browser,
  request,
}) => {
  const context = await browserOf(browser, await tokenOf(request, DEMO.TALENT_HUNTER))
  const page = await context.newPage()
  await page.route('**/api/orders/?*', (route) =>
    route.fulfill({ status: 400, contentType: 'application/json', body: '{"message":"Hoy no."}' }),
  )
  await page.goto('/order')
  const failure = page.getByRole('alert').filter({ hasText: 'Hoy no.' })
  const again = failure.getByRole('button', { name: 'Probar de nuevo' })
  await again.focus()
  const failed = page.waitForResponse((response) => response.status() === 400)
  await page.keyboard.press('Enter')
  // It fails again: the button is one step on, and can be pressed once the answer is there.
  await failed
  await expect(again).toBeEnabled()
  await page.keyboard.press('Tab')
  await expect(again).toBeFocused()
  await page.unroute('**/api/orders/?*')
  await page.keyboard.press('Enter')
  const first = page.getByRole('main').getByRole('listitem').getByRole('link').first()
  await expect(first).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(first).toBeFocused()
  await context.close()
})

test('whoever hires and looks for lessons reads what they are for', async ({ browser, request }) => {
  const context = await browserOf(browser, await tokenOf(request, DEMO.TALENT_HUNTER))
  const page = await context.newPage()
  const errors = watchForErrors(page)
  const { t } = wordsOf('es')
  for (const path of ['/student', '/student/book/999999', '/student/progress']) {
    await open(page, path)
    const main = page.getByRole('main')
    const said = path.endsWith('progress') ? 'progress.not_yours' : 'lessons.not_yours'
    await expect(main.getByRole('heading', { name: t(`functionality:${said}`) })).toBeVisible()
    await expect(main.getByRole('alert')).toHaveCount(0)
    expect(errors, `errors on ${path}`).toEqual([])
  }
  await context.close()
})

const headingOf = (page: Page) => page.getByRole('heading', { level: 1 }).first()

async function open(page: Page, address: string) {
  await page.goto(address)
  await expect(headingOf(page)).toBeVisible()
}

/** No fault that axe knows of, and nothing that scrolls sideways. */
async function accessible(page: Page, what: string) {
  await atRest(page)
  await expect(headingOf(page)).toBeVisible()
  expect.soft(await faultsOf(page), `accessibility of ${what}`).toEqual([])
  const wide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect.soft(wide, `${what} scrolls sideways`).toBeLessThanOrEqual(0)
}
