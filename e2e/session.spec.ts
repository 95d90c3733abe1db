import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import {
  atRest,
  browserOf,
  mailedLink,
  newPerson,
  PASSWORD,
  SESSION_KEY,
  signIn,
  tokenOf,
  watchForErrors,
} from './people.ts'
import { wordsOf } from './words.ts'

/* What a browser stores of a session, and how it begins and ends (rules S-11 to S-14). */

const { t } = wordsOf('es')

/** Both copies of the session, as the browser keeps them. */
const kept = (page: Page) =>
  page.evaluate((key) => {
    const read = (area: Storage) => JSON.parse(area.getItem(key) ?? 'null')?.state ?? null
    return { long: read(localStorage), own: read(sessionStorage) }
  }, SESSION_KEY)

/** How often each page asked who is signed in. */
function countProfiles(page: Page) {
  const asked: string[] = []
  page.on('request', (request) => {
    if (/\/auth\/profile\/?$/.test(new URL(request.url()).pathname)) asked.push(request.method())
  })
  return asked
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).first()
/** Everything a page asked for has come; the stream of notifications never ends, so the network is never idle. */
async function quiet(page: Page) {
  await expect(heading(page)).toBeVisible()
  await atRest(page)
}

async function newTab(context: BrowserContext, address: string) {
  const page = await context.newPage()
  await page.goto(address)
  return page
}

test('"remember me" chooses the storage; without the copy that belongs there the token is dropped', async ({
  page,
  request,
}) => {
  const { email } = await newPerson(request, 'STUDENT')
  const FIELDS = [
    'accessToken',
    'completedSteps',
    'error',
    'lastAttemptedRoute',
    'musicProjectId',
    'pendingInvitations',
    'rememberMe',
    'selectedServices',
    'user',
  ]
  for (const remember of [false, true]) {
    await page.goto('/signin')
    await signIn(page, email, { remember })
    await page.waitForURL('**/student')
    const { long, own } = await kept(page)
    const [there, elsewhere] = remember ? [long, own] : [own, long]
    expect(elsewhere).toBeNull()
    expect(there).toMatchObject({ rememberMe: remember, user: { email, verified: true }, error: null })
    expect(Object.keys(there).sort()).toEqual(FIELDS)

    await page.reload()
    await expect(heading(page)).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/student')

    // The copy in the other storage is none. Moved where no page of ours runs: it would write its own again.
    await page.goto('/healthz')
    await page.evaluate(
      ([key, remember]) => {
        const [from, to] = remember ? [localStorage, sessionStorage] : [sessionStorage, localStorage]
        to.setItem(key, from.getItem(key) ?? '')
        from.removeItem(key)
      },
      [SESSION_KEY, remember] as const,
    )
    await page.goto('/student')
    await page.waitForURL('**/signin')
    expect((await kept(page)).own?.accessToken ?? null).toBeNull()
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
  }
})

test('two tabs stay in step: in, and out', async ({ page, context, request }) => {
  const { email } = await newPerson(request, 'STUDENT')
  const errors = watchForErrors(page)
  await page.goto('/signin')
  await signIn(page, email)
  await page.waitForURL('**/student')
  const other = await newTab(context, '/calendar')
  await expect(heading(other)).toBeVisible()
  await page.goto('/logout')
  await page.waitForURL('**/signin')
  await other.waitForURL('**/signin')
  expect((await kept(other)).long).toMatchObject({ accessToken: null, user: null })
  // Of their own will: nothing is to be gone back to, and nothing to be explained.
  expect((await kept(other)).long).toMatchObject({ lastAttemptedRoute: null, error: null })

  await signIn(other, email)
  await other.waitForURL('**/student')
  const profile = await page.request.get('/api/auth/profile/', {
    headers: { authorization: `Bearer ${(await kept(page)).long.accessToken}` },
  })
  expect(profile.ok()).toBe(true)
  await page.goto('/student')
  await expect(heading(page)).toBeVisible()
  expect(errors).toEqual([])
})

test('a session of one tab alone is left alone by the others', async ({ page, context, request }) => {
  const { email } = await newPerson(request, 'STUDENT')
  const remembered = await newPerson(request, 'TALENT_HUNTER')
  await page.goto('/signin')
  await signIn(page, email, { remember: false })
  await page.waitForURL('**/student')
  const other = await newTab(context, '/signin')
  await signIn(other, remembered.email)
  await other.waitForURL('**/talent-hunter')
  await other.goto('/logout')
  await other.waitForURL('**/signin')
  await page.reload()
  await expect(heading(page)).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/student')
})

test('the profile is fetched exactly once at start-up, whatever the page asks', async ({
  browser,
  request,
}) => {
  const { token } = await newPerson(request, 'MUSICIAN')
  for (const address of ['/music', '/profile', '/calendar']) {
    const context = await browserOf(browser, token)
    const page = await context.newPage()
    const asked = countProfiles(page)
    await page.goto(address)
    await quiet(page)
    expect(asked, `first opening of ${address}`).toEqual(['GET'])
    asked.length = 0
    await page.reload()
    await quiet(page)
    expect(asked, `reload of ${address}`).toEqual(['GET'])
    await context.close()
  }
})

test('what the browser kept of somebody is brought up to date at start-up', async ({ browser, request }) => {
  const { token, email } = await newPerson(request, 'STUDENT', { verified: false })
  const context = await browserOf(browser, token)
  const page = await context.newPage()
  await page.goto('/student')
  await page.waitForURL('**/verify-email-check')
  await page.goto('about:blank')
  const link = new URL(await mailedLink(request, email, '/verify-email'), 'http://here')
  await request.post('/api/auth/verify-email/', { data: { token: link.searchParams.get('token') } })
  await page.goto('/student')
  // By what was kept they would stay at the check.
  await expect.poll(async () => (await kept(page)).long?.user?.verified).toBe(true)
  await page.goto('/student')
  await expect(heading(page)).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/student')
  await context.close()
})

test('a 401 anywhere clears the session and goes to sign-in; after it, back to where one was', async ({
  page,
  request,
}) => {
  const { email } = await newPerson(request, 'STUDENT')
  await test.step('nobody signed in asks for a page of the house', async () => {
    await page.goto('/profile?from=letter#data')
    await page.waitForURL('**/signin')
    await signIn(page, email)
    await page.waitForURL('**/profile?from=letter#data')
    await quiet(page)
    expect((await kept(page)).long.lastAttemptedRoute).toBeNull()
  })
  const endElsewhere = async () => {
    const elsewhere = await tokenOf(request, email, PASSWORD)
    const gone = await request.post('/api/auth/sessions/revoke-others/', {
      headers: { authorization: `Bearer ${elsewhere}` },
    })
    expect(gone.ok()).toBe(true)
  }
  const isOver = async () => {
    await page.waitForURL('**/signin')
    await expect(page.getByRole('alert').filter({ hasText: t('auth:signin.session_over') })).toBeVisible()
  }
  await test.step('the session is ended elsewhere: the stream ends, and the page knows by itself', async () => {
    await endElsewhere()
    await isOver()
    expect((await kept(page)).long).toMatchObject({
      accessToken: null,
      lastAttemptedRoute: '/profile?from=letter#data',
    })
    await signIn(page, email)
    await page.waitForURL('**/profile?from=letter#data')
    await quiet(page)
  })
  await test.step('without a stream the next call says so', async () => {
    await page.route('**/api/notifications/**', (route) => route.abort())
    await endElsewhere()
    await page.getByRole('link', { name: t('common:menu.calendar') }).click()
    await isOver()
    await page.unroute('**/api/notifications/**')
    expect((await kept(page)).long).toMatchObject({
      accessToken: null,
      user: null,
      error: 'Unauthorized',
      lastAttemptedRoute: '/calendar',
      musicProjectId: null,
      selectedServices: [],
    })
  })
  await test.step('a wrong password clears nothing of it', async () => {
    await signIn(page, email, { password: 'no-es-esta-1' })
    await expect(
      page.getByRole('alert').filter({ hasText: t('common:errors.accounts.wrong_credentials') }),
    ).toBeVisible()
    expect(page.url()).toMatch(/\/signin$/)
    expect((await kept(page)).long.lastAttemptedRoute).toBe('/calendar')
  })
  await test.step('back', async () => {
    await signIn(page, email)
    await page.waitForURL('**/calendar')
    expect((await kept(page)).long).toMatchObject({ error: null, lastAttemptedRoute: null })
  })
})

test('logging out revokes on the server and leaves nothing behind', async ({ page, request }) => {
  const { email } = await newPerson(request, 'STUDENT')
  await page.goto('/signin')
  await signIn(page, email)
  await page.waitForURL('**/student')
  const { accessToken } = (await kept(page)).long
  const asked = () =>
    request.get('/api/auth/profile/', { headers: { authorization: `Bearer ${accessToken}` } })
  expect((await asked()).status()).toBe(200)
  await page.getByRole('link', { name: t('common:menu.logout') }).click()
  await page.waitForURL('**/signin')
  expect((await asked()).status()).toBe(401)
  expect((await kept(page)).long).toMatchObject({
    accessToken: null,
    user: null,
    error: null,
    lastAttemptedRoute: null,
    musicProjectId: null,
    selectedServices: [],
  })
  await page.goBack()
  await page.waitForURL('**/signin')
})

test('where one is signed in: one other place ends, then all others', async ({ browser, request }) => {
  const { email, token } = await newPerson(request, 'STUDENT')
  const others = [await tokenOf(request, email, PASSWORD), await tokenOf(request, email, PASSWORD)]
  const statuses = () =>
    Promise.all(
      [token, ...others].map(async (one) =>
        (await request.get('/api/auth/profile/', { headers: { authorization: `Bearer ${one}` } })).status(),
      ),
    )
  const context = await browserOf(browser, token)
  const page = await context.newPage()
  await page.goto('/profile')
  const card = page
    .locator('section, article, div')
    .filter({
      has: page.getByRole('heading', { name: t('auth:sessions.title') }),
    })
    .last()
  const rows = card.getByRole('listitem')
  // The verification of the e-mail opened one too.
  await expect(rows).toHaveCount(4)
  await expect(rows.filter({ hasText: t('auth:sessions.here') })).toHaveCount(1)
  await card
    .getByRole('listitem')
    .filter({ hasNotText: t('auth:sessions.here') })
    .first()
    .getByRole('button')
    .click()
  await expect(rows).toHaveCount(3)
  expect((await statuses()).filter((status) => status === 401)).toHaveLength(1)
  await page.getByRole('button', { name: t('auth:sessions.revoke_others') }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('auth:sessions.revoke'), exact: true })
    .click()
  await expect(rows).toHaveCount(1)
  expect(await statuses()).toEqual([200, 401, 401])
  await page.reload()
  await expect(rows).toHaveCount(1)
  await context.close()
})
