// What every page moves that came drawn: language, theme, and, on those that were drawn ahead of time, the app for
// whoever is signed in.

import { readText, storeText } from '#core/web/storage.ts'
import { readSession } from '#features/accounts/web/storedSession.ts'

const page = document.documentElement

/** The language the page was drawn in. */
export const language = page.dataset.drawn === 'en' ? 'en' : 'es'

/** Somebody is signed in here, as far as this browser knows. */
export const isSignedIn = (): boolean => Boolean(readSession()?.state.accessToken)

/** The server picks the page's language by this cookie. */
function reloadIn(chosen: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API isn't in every browser we serve
  document.cookie = `language=${chosen}; path=/; max-age=31536000; samesite=lax`
  location.reload()
}

/** A language chosen here before wins over the one the page came in. */
export function followStoredLanguage() {
  const chosen = readText('local', 'language')
  if ((chosen !== 'es' && chosen !== 'en') || chosen === language) return
  // Once: where cookies are refused the page stays as it came.
  if (readText('session', 'landing-language') === chosen) return
  if (storeText('session', 'landing-language', chosen)) reloadIn(chosen)
}

const app = document.querySelector<HTMLScriptElement>('script[data-app]')?.dataset.app

/** The app takes the page over. It throws when the app can't be fetched. */
export async function startApp(): Promise<void> {
  if (app) await import(/* @vite-ignore */ app)
}

/** Fetches the app ahead of its start. */
export function fetchApp() {
  if (!app) return
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = app
  document.head.append(link)
}

/** Stands until the app puts its own in its place, which moves by itself. */
const drawn = document.getElementById('root')?.firstElementChild

/** What was drawn stands, the app isn't there yet. */
export const isDrawn = (): boolean => Boolean(drawn?.isConnected)

document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element) || !isDrawn()) return
  const chosen = target.closest<HTMLElement>('[data-language]')?.dataset.language
  if (chosen) {
    target.closest<HTMLElement>('[popover]')?.hidePopover()
    if (chosen === language) return
    storeText('local', 'language', chosen)
    reloadIn(chosen)
  }
  if (target.closest('[data-theme-toggle]')) {
    const theme = page.dataset.theme === 'dark' ? 'light' : 'dark'
    page.dataset.theme = theme
    storeText('local', 'theme', theme)
  }
})
