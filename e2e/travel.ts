import { expect, type Page } from '@playwright/test'
import { appIsThere } from './people.ts'
import { wordsOf } from './words.ts'

/** Pages that may use microphone or camera: whoever comes to one inside the app gets it loaded anew. */
const LOADED_ANEW = /^\/(tuner|lessons\/[^/]+\/room)$/

/**
 * Goes to an address inside the running app, as "back" and "forward" do: the same router and guard as a fresh
 * opening, in a fraction of the time. It has arrived when another heading stands there.
 * @param language of the page
 */
export async function travel(page: Page, address: string, language: 'es' | 'en' = 'es'): Promise<void> {
  const { t } = wordsOf(language)
  const goTo = (place: string) =>
    page.evaluate((to) => {
      history.pushState(null, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, place)
  const heading = page.getByRole('heading', { level: 1 }).first()
  // What the server drew goes nowhere by itself.
  await appIsThere(page)
  // From a page that everybody may see.
  const start = address === '/server-error' ? '/not-authorized' : '/server-error'
  await goTo(start)
  const title = t(
    start === '/server-error' ? 'common:pages.server_error.title' : 'common:pages.not_authorized.title',
  )
  await expect(heading).toHaveText(title)
  if (LOADED_ANEW.test(address)) await page.goto(address)
  else await goTo(address)
  await expect(heading).not.toHaveText(title)
}

/** Comes to an address with the app in place: a browser's first page is loaded, to any other it travels. */
export async function visit(page: Page, address: string, language: 'es' | 'en' = 'es'): Promise<void> {
  if (page.url() !== 'about:blank') return travel(page, address, language)
  await page.goto(address)
  await appIsThere(page)
}
