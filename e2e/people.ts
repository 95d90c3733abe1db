import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  expect,
  type Page,
} from '@playwright/test'
import { wordsOf } from './words.ts'

const { t } = wordsOf('es')

/** Where a browser keeps who is signed in. */
export const SESSION_KEY = 'auth-storage'

export const DEMO_PASSWORD = 'TarimaDemo2026'
export const DEMO = {
  TALENT_HUNTER: 'hunter@tarima.demo',
  MUSICIAN: 'musico@tarima.demo',
  STUDENT: 'estudiante@tarima.demo',
} as const
export type AccountType = keyof typeof DEMO
/** A demo musician whose profile one test changes while others look at the musician of `DEMO`. */
export const OTHER_MUSICIAN = 'musico1@tarima.demo'

/** A token of somebody, as the sign-in page would get it. @param recovery a code of an account with a second factor */
export async function tokenOf(
  request: APIRequestContext,
  email: string,
  password = DEMO_PASSWORD,
  recovery?: string,
): Promise<string> {
  const send = async (path: string, data: object) => {
    const answer = await request.post(path, { data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return answer.json()
  }
  const first = await send('/api/auth/login/', { username: email, password, remember: true })
  if (recovery === undefined) return first.access
  return (await send('/api/auth/login/second/', { ticket: first.second_factor.ticket, recovery })).access
}

/** Fills the sign-in page in, which is open in Spanish, and sends it. */
export async function signIn(page: Page, email: string, { remember = true, password = PASSWORD } = {}) {
  await page.getByRole('textbox', { name: t('auth:fields.email') }).fill(email)
  await page.getByRole('textbox', { name: t('auth:fields.password'), exact: true }).fill(password)
  await page.getByRole('checkbox', { name: t('auth:signin.remember') }).setChecked(remember)
  await page.getByRole('button', { name: t('auth:signin.submit'), exact: true }).click()
}

/** The API as somebody, by path; a refusal fails the test. By contract: `callsOf` of order.ts. */
export function apiOf(request: APIRequestContext, token: string) {
  const send = async (method: string, path: string, data?: object) => {
    const answer = await request.fetch(path, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(data ? { data } : {}),
    })
    expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true)
    return answer.json()
  }
  return {
    get: (path: string) => send('GET', path),
    post: (path: string, data: object = {}) => send('POST', path, data),
    patch: (path: string, data: object) => send('PATCH', path, data),
    put: (path: string, data: object) => send('PUT', path, data),
  }
}

export const PASSWORD = 'ensayo-general-26'
const CALLS = {
  STUDENT: ['/api/auth/signup/', { birth_date: '1990-05-05' }],
  MUSICIAN: ['/api/auth/register/musician/', { city: 'Antigua Guatemala', main_instrument: 'guitar' }],
  TALENT_HUNTER: ['/api/auth/register/talent-hunter/', {}],
} as const
let people = 0

/** Somebody new with a session, their e-mail verified unless told otherwise. */
export async function newPerson(
  request: APIRequestContext,
  account_type: AccountType,
  {
    verified = true,
    name = 'Ximena Prueba',
    email = `nueva-${process.pid}-${Date.now()}-${++people}@example.com`,
  } = {},
): Promise<{ email: string; token: string }> {
  const [path, more] = CALLS[account_type]
  const signed = await request.post(path, {
    data: { name, email, password: PASSWORD, terms: true, remember: true, ...more },
  })
  expect(signed.ok(), await signed.text()).toBe(true)
  const token = (await signed.json()).access as string
  if (verified) {
    const link = await mailedLink(request, email, '/verify-email')
    // With their session: several may be made at once, and the browser that the calls share is the last one's.
    const used = await request.post('/api/auth/verify-email/', {
      headers: { authorization: `Bearer ${token}` },
      data: { token: new URL(link, 'http://here').searchParams.get('token') },
    })
    expect(used.ok(), await used.text()).toBe(true)
  }
  return { email, token }
}

/** A browser of their own for somebody who is already signed in. */
export async function browserOf(
  browser: Browser,
  token: string | null,
  options: {
    language?: 'es' | 'en'
    theme?: 'light' | 'dark'
    width?: number
    now?: Date
    zone?: string
    /** Of a browser that a test launches itself. */
    baseURL?: string
  } = {},
): Promise<BrowserContext> {
  const { language = 'es', theme = 'light', width = 1280, now, zone, baseURL } = options
  const context = await browser.newContext({
    viewport: { width, height: width < 600 ? 844 : 800 },
    hasTouch: width < 600,
    locale: language === 'es' ? 'es-GT' : 'en-US',
    ...(zone ? { timezoneId: zone } : {}),
    ...(baseURL ? { baseURL, reducedMotion: 'reduce' } : {}),
  })
  // Where the server's clock was moved.
  if (now) await context.clock.install({ time: now })
  await context.addInitScript(
    ([access, language, theme]) => {
      localStorage.setItem('language', language ?? 'es')
      localStorage.setItem('theme', theme ?? 'light')
      if (access && !localStorage.getItem('auth-storage'))
        localStorage.setItem(
          'auth-storage',
          JSON.stringify({
            state: {
              accessToken: access,
              rememberMe: true,
              pendingInvitations: [],
              user: null,
              error: null,
              lastAttemptedRoute: null,
              musicProjectId: null,
              selectedServices: [],
              completedSteps: {},
            },
            version: 0,
          }),
        )
    },
    [token, language, theme],
  )
  return context
}

interface SentMail {
  to: string
  subject: string
  text: string
}

/** What a mail holds that is waited for, the newest first: a mail is a job. */
async function inMails<Found>(
  request: APIRequestContext,
  to: string,
  find: (mail: SentMail) => Found | undefined,
): Promise<Found> {
  let found: Found | undefined
  await expect
    .poll(async () => {
      const mails = (await (await request.get('/dev/mail.json')).json()) as SentMail[]
      const theirs = mails.filter((mail) => mail.to.includes(to))
      found = theirs.map(find).find((one) => one !== undefined)
      return found !== undefined
    }, `a mail to ${to}`)
    .toBe(true)
  return found as Found
}

/** The newest mail to somebody, waited for. */
export const mailTo = (request: APIRequestContext, to: string, subject?: RegExp): Promise<SentMail> =>
  inMails(request, to, (mail) => (!subject || subject.test(mail.subject) ? mail : undefined))

/** The link in the newest mail to somebody with one whose path begins so, as a path of the server under test. */
export const mailedLink = (request: APIRequestContext, to: string, path: string): Promise<string> =>
  inMails(request, to, (mail) => linkOf(mail, path))

/** First link in a mail whose path begins so, as a path of the server under test. */
export function linkIn(mail: SentMail, path: string): string {
  const found = linkOf(mail, path)
  if (!found) throw new Error(`no link to ${path} in: ${mail.text}`)
  return found
}

const linkOf = (mail: SentMail, path: string): string | undefined =>
  new RegExp(`https?://[^\\s"<>]*?(${path}[^\\s"<>]*)`).exec(mail.text)?.[1]

/** Waits until a page has come to rest: nothing loads, moves or has changed for a moment. */
export async function atRest(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const moves = () =>
          document.getAnimations().some(
            (one) =>
              one.playState === 'running' &&
              // One that follows scrolling "runs" for as long as the page is there.
              one.timeline === document.timeline &&
              one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
          )
        // What the server drew is at rest too until the app takes its place, which shows nothing for a moment.
        const isThere = () => !document.getElementById('drawn') && document.querySelector('main') !== null
        let timer = 0
        const watcher = new MutationObserver(() => again())
        const again = () => {
          clearTimeout(timer)
          timer = window.setTimeout(() => {
            if (moves() || !isThere()) return again()
            watcher.disconnect()
            resolve()
          }, 250)
        }
        watcher.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
        again()
      }),
  )
}

/** Fails on whatever the page itself complained about. */
export function watchForErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      errors.push(message.text())
  })
  return errors
}

/** Waits until the app has put its own in place of what the server drew: what is pressed in between is the app's. */
export const appIsThere = (page: Page): Promise<unknown> =>
  page.waitForFunction(() =>
    Object.keys(document.getElementById('root')?.firstElementChild ?? {}).some((key) =>
      key.startsWith('__react'),
    ),
  )

/** Whether all files that a page was made of so far are stored, so that it opens without connection. */
export const isStored = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const cache = await caches.open('pages')
    const files = performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.includes('/assets/'))
    const found = await Promise.all(files.map((name) => cache.match(name)))
    return files.length > 10 && found.every(Boolean)
  })
