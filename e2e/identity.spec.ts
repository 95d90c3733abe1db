import { expect, type Page, test } from '@playwright/test'
import { newPerson, watchForErrors } from './people.ts'
import { wordsOf } from './words.ts'

/*
 * Signing in with a real identity provider (server.ts starts it), which asks on a page of its own who comes.
 * Wrong nonce, replayed code, expired and forged tokens: features/accounts/identity.routes.test.ts.
 */

const { t } = wordsOf('es')
const button = (page: Page) => page.getByRole('button', { name: t('auth:identity.button') })
const kept = (page: Page) =>
  page.evaluate(() => ({
    long: JSON.parse(localStorage.getItem('auth-storage') ?? 'null')?.state ?? null,
    own: JSON.parse(sessionStorage.getItem('auth-storage') ?? 'null')?.state ?? null,
  }))

let n = 0
const somebody = () => `alguien-${process.pid}-${Date.now()}-${++n}@proveedor.test`

/** Fills in the provider's own page. */
async function sayWho(
  page: Page,
  email: string,
  { name = 'Luz Marina', verified = true, allow = true } = {},
) {
  await page.waitForURL(/^http:\/\/127\.0\.0\.1:\d+\/interaction\//)
  await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill(email)
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('checkbox', { name: 'E-mail is verified' }).setChecked(verified)
  await page.getByRole('button', { name: allow ? 'Allow' : 'Refuse' }).click()
  await page.waitForURL(/\/signin|\/music|\/student|\/talent-hunter|\/profile/)
}

async function choose(page: Page, kind: 'client' | 'musician' | 'student') {
  await page.getByText(t(`auth:signup.kinds.${kind}.title`)).click()
  await page.getByText(t('auth:terms.accept')).click()
  await page.getByRole('button', { name: t('auth:signup.submit') }).click()
}

test('the button has three heights: 40, 32 and 20 px', async ({ page }) => {
  for (const [address, height] of [
    ['/signin', 40],
    ['/signup', 32],
    ['/reset-password', 20],
  ] as const) {
    await page.goto(address)
    await expect(button(page)).toBeVisible()
    expect((await button(page).boundingBox())?.height, address).toBe(height)
  }
})

test('an unknown e-mail asks the account type; the next time it comes straight in', async ({ page }) => {
  const errors = watchForErrors(page)
  const email = somebody()
  await test.step('the provider vouches, the person chooses', async () => {
    await page.goto('/signin')
    await page.getByRole('checkbox', { name: t('auth:signin.remember') }).check()
    await button(page).click()
    await sayWho(page, email)
    await expect(page.getByRole('heading', { name: t('auth:signup.title') })).toBeVisible()
    await expect(page.getByText(t('auth:identity.new', { email }))).toBeVisible()
    // The code is out of the address, and there is no session yet.
    expect(page.url()).toMatch(/\/signin$/)
    expect((await kept(page)).long?.accessToken ?? null).toBeNull()
    await expect(page.getByRole('textbox', { name: t('auth:fields.name') })).toHaveValue('Luz Marina')
  })
  await test.step('without choosing there is no account', async () => {
    await page.getByRole('button', { name: t('auth:signup.submit') }).click()
    await expect(page.getByText(t('common:validation.required'))).toBeVisible()
    await expect(page.getByText(t('common:validation.terms'))).toBeVisible()
  })
  await test.step('a musician is at home, verified, and remembered', async () => {
    await choose(page, 'musician')
    await page.waitForURL('**/music')
    const { long, own } = await kept(page)
    expect(own).toBeNull()
    expect(long).toMatchObject({ rememberMe: true, user: { email, accountType: 'MUSICIAN', verified: true } })
  })
  await test.step('going back finds no code', async () => {
    await page.goBack()
    expect(page.url()).not.toContain('code=')
    await page.goto('/logout')
    await page.waitForURL('**/signin')
  })
  await test.step('again, without remembering', async () => {
    await page.getByRole('checkbox', { name: t('auth:signin.remember') }).uncheck()
    // The provider still knows them and asks nothing.
    await button(page).click()
    await page.waitForURL('**/music')
    const { long, own } = await kept(page)
    expect(long).toBeNull()
    expect(own).toMatchObject({ rememberMe: false, user: { email } })
  })
  expect(errors).toEqual([])
})

test('a referral and an invitation survive the way to the provider; a client is asked nothing more', async ({
  page,
}) => {
  await page.goto('/signup?ref=LUZ-42&invitation=7')
  await button(page).click()
  await sayWho(page, somebody())
  const sent = page.waitForRequest('**/api/auth/identity/account/')
  await choose(page, 'client')
  expect((await sent).postDataJSON()).toMatchObject({
    account_type: 'TALENT_HUNTER',
    ref: 'LUZ-42',
    invitation: 7,
  })
  await page.waitForURL('**/talent-hunter')
})

test('somebody with a password comes into the same account, with the button where passwords are lost', async ({
  page,
  request,
}) => {
  const { email } = await newPerson(request, 'STUDENT')
  await page.goto('/reset-password')
  await button(page).click()
  await sayWho(page, email)
  await page.waitForURL('**/student')
  expect((await kept(page)).own?.user.email).toBe(email)
})

for (const [what, options, sentence] of [
  ['refused consent', { allow: false }, 'common:errors.accounts.identity_refused'],
  ['an e-mail the provider does not vouch for', { verified: false }, 'common:errors.accounts.identity_email'],
] as const)
  test(`${what} leaves nobody signed in, and says why`, async ({ page, request }) => {
    // Not even into an account that is there.
    const { email } = await newPerson(request, 'STUDENT')
    await page.goto('/signin')
    await button(page).click()
    await sayWho(page, email, options)
    await expect(page.getByRole('alert').filter({ hasText: t(sentence) })).toBeVisible()
    expect(page.url()).toMatch(/\/signin$/)
    const { long, own } = await kept(page)
    expect([long?.accessToken ?? null, own?.accessToken ?? null]).toEqual([null, null])
    await page.getByRole('link', { name: t('auth:identity.back') }).click()
    await expect(page.getByRole('textbox', { name: t('auth:fields.email') })).toBeVisible()
  })

test('an address that somebody else left for is worth nothing here', async ({ page }) => {
  await page.goto('/signin?code=stolen&state=stolen')
  await expect(
    page.getByRole('alert').filter({ hasText: t('common:errors.accounts.identity_expired') }),
  ).toBeVisible()
  expect(page.url()).toMatch(/\/signin$/)
})
