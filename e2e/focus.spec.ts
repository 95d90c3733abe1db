import { test as base, expect, type Page } from '@playwright/test'
import { productionServer } from '../scripts/productionServer.ts'
import { temporaryFolder } from '../scripts/temporaryFolder.ts'
import { atRest, browserOf, DEMO, tokenOf } from './people.ts'
import { SETTINGS } from './settings.ts'
import { wordsOf } from './words.ts'

/*
 * The keyboard is never lost: each button of each page is pressed, whatever it does. Where it opens a dialog, a menu or a
 * panel, that is left by Escape, and the focus is back on the button; where it does something, or takes itself away, the
 * focus is somewhere on the page. The server and its demo data are the test's own: what is pressed is really done.
 */
const test = base.extend<{ address: string }>({
  address: async ({ locale: _ }, give) => {
    const { folder, remove } = temporaryFolder('focus')
    const server = await productionServer(folder, { ...SETTINGS, PUBLIC_URL: '', DEMO: '1' })
    await give(`http://localhost:${server.port}`)
    await server.stop()
    remove()
  },
  baseURL: ({ address }, give) => give(address),
})

const PAGES = {
  MUSICIAN: [
    '/music',
    '/budgets',
    '/contracts',
    '/calendar',
    '/availability',
    '/services',
    '/instruments',
    '/members',
    '/reviews',
    '/messages',
    '/membership',
    '/referrals',
    '/profile',
    '/profiles',
    '/support',
  ],
  TALENT_HUNTER: [
    '/talent-hunter',
    '/events',
    '/musics',
    '/messages',
    '/suscription',
    '/referrals',
    '/profile',
  ],
  STUDENT: ['/student', '/profile', '/support'],
} as const

/** Of buttons that look alike, as in the rows of a list, so many are pressed. */
const ALIKE = 1
const OVERLAY = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/** The buttons of a page that can be pressed, one of each kind: what they are and where, by their place in the document. */
const buttonsOf = (page: Page, ending: string): Promise<{ at: number; name: string }[]> =>
  page.evaluate(
    ([alike, ending]) => {
      const seen = new Map<string, number>()
      return [...document.querySelectorAll('main button, header button')].flatMap((button, at) => {
        const name = (button.getAttribute('aria-label') ?? button.textContent ?? '').trim()
        if (!button.checkVisibility({ visibilityProperty: true }) || button.matches(':disabled')) return []
        if (name.startsWith(ending)) return []
        const kind = `${button.className} ${[...button.childNodes].map(({ nodeName }) => nodeName)} ${button.closest('li, tr, article') ? '' : name}`
        seen.set(kind, (seen.get(kind) ?? 0) + 1)
        return (seen.get(kind) ?? 0) > Number(alike) ? [] : [{ at, name }]
      })
    },
    [ALIKE, ending] as const,
  )

const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    return !element || element === document.body ? null : element.tagName
  })

for (const [who, paths] of Object.entries(PAGES))
  test(`no press loses the keyboard: ${who}`, async ({ browser, request }) => {
    test.setTimeout(1_200_000)
    const token = await tokenOf(request, DEMO[who as keyof typeof DEMO])
    const context = await browserOf(browser, token)
    const page = await context.newPage()
    const lost: string[] = []
    let pressed = 0
    // A session that was ended shows nothing more.
    const ending = wordsOf('es').t('auth:sessions.revoke')
    for (const path of paths) {
      const open = async () => {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
        await atRest(page)
        // What watches over the focus is fetched with the first touch.
        await page.keyboard.press('Shift')
        await page.waitForLoadState('networkidle')
      }
      await open()
      for (const { at, name } of await buttonsOf(page, ending)) {
        const button = page.locator('main button, header button').nth(at)
        const isSame = (await button.count()) > 0 && (await nameOf(page, at)) === name
        // The press before has changed the page.
        if (!isSame) {
          await open()
          if ((await nameOf(page, at)) !== name) continue
        }
        await button.focus()
        await page.keyboard.press('Enter')
        pressed += 1
        await atRest(page)
        const overlay = page.locator(OVERLAY).last()
        const opened = await overlay.isVisible()
        if (opened) {
          for (let tries = 0; tries < 3 && (await page.locator(OVERLAY).count()) > 0; tries++) {
            await page.keyboard.press('Escape')
            await atRest(page)
          }
        }
        const where = `${path}: ${name}${opened ? ' (opened and left)' : ''}`
        await expect
          .poll(() => focused(page), { message: where, timeout: 5_000 })
          .not.toBeNull()
          .catch(() => lost.push(where))
        if (new URL(page.url()).pathname !== path) await open()
      }
    }
    expect(lost, `of ${pressed} presses`).toEqual([])
    expect(pressed).toBeGreaterThan(10)
    await context.close()
  })

const nameOf = (page: Page, at: number) =>
  page.evaluate((at) => {
    const button = document.querySelectorAll('main button, header button')[at]
    return (button?.getAttribute('aria-label') ?? button?.textContent ?? '').trim()
  }, at)
