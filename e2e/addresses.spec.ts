import { expect, test } from '@playwright/test'
import { linkIn, mailedLink, mailTo, newPerson, SESSION_KEY, signIn } from './people.ts'
import { wordsOf } from './words.ts'

/* What addresses carry, and where they may lead (rules S-11 to S-14). */

const { t } = wordsOf('es')

test("a mailed link's token leaves the address and the history at once", async ({ page, request }) => {
  const { email } = await newPerson(request, 'STUDENT', { verified: false })
  const tokenless = async (path: string) => {
    await expect.poll(() => page.evaluate(() => location.pathname + location.search)).toBe(path)
    const entries = await page.evaluate(() => JSON.stringify([history.state, document.referrer]))
    expect(entries).not.toContain('token')
  }
  await test.step('verification', async () => {
    await page.goto('/welcome')
    const sent: string[] = []
    page.on('request', (one) => sent.push(`${one.url()} ${one.headers().referer ?? ''}`))
    const link = await mailedLink(request, email, '/verify-email')
    await page.goto(link)
    await page.waitForURL('**/student')
    const token = new URL(link, 'http://here').searchParams.get('token') ?? ''
    // Once as the page itself, and in no other address or referrer of a call.
    expect(sent.filter((one) => one.includes('/api/') && one.split(' ')[0]?.includes(token))).toEqual([])
    await page.goBack()
    expect(page.url()).not.toContain(token)
    await page.goto('/logout')
    await page.waitForURL('**/signin')
  })
  await test.step('reset', async () => {
    await page.goto('/reset-password')
    await page.getByRole('textbox', { name: t('auth:fields.email') }).fill(email)
    await page.getByRole('button', { name: t('auth:reset.submit') }).click()
    await expect(page.getByText(t('auth:reset.sent', { email }))).toBeVisible()
    const mail = await mailTo(request, email, new RegExp(t('auth:mail.reset.subject')))
    const link = linkIn(mail, '/reset-password')
    await page.goto(link)
    await tokenless('/reset-password')
    await page.getByRole('textbox', { name: t('auth:fields.new_password') }).fill('otro-ensayo-27')
    await page.getByRole('textbox', { name: t('auth:fields.password_again') }).fill('otro-ensayo-27')
    await page.getByRole('button', { name: t('auth:reset.new_submit') }).click()
    await page.waitForURL('**/signin')
    await page.goBack()
    expect(page.url()).not.toContain('token')
    await page.goto(link)
    await tokenless('/reset-password')
    await page.getByRole('textbox', { name: t('auth:fields.new_password') }).fill('otro-ensayo-28')
    await page.getByRole('textbox', { name: t('auth:fields.password_again') }).fill('otro-ensayo-28')
    await page.getByRole('button', { name: t('auth:reset.new_submit') }).click()
    await expect(
      page.getByRole('alert').filter({ hasText: t('common:errors.accounts.link_used') }),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: t('auth:reset.ask_again') })).toBeVisible()
    await page.goto('/signin')
    await signIn(page, email, { password: 'otro-ensayo-27' })
    await page.waitForURL('**/student')
  })
})

test('signing in leads nowhere but into the house, whatever an address or a storage asks for', async ({
  page,
  request,
  baseURL,
}) => {
  const { email } = await newPerson(request, 'STUDENT')
  const outside: string[] = []
  await page.route(
    (url) => url.origin !== baseURL,
    (route) => {
      outside.push(route.request().url())
      return route.abort()
    },
  )
  await page.goto(
    '/signin?next=https://evil.example/&redirect=//evil.example&returnTo=//evil.example#//evil.example',
  )
  await signIn(page, email)
  await page.waitForURL('**/student')
  await page.goto('/logout')
  await page.waitForURL('**/signin')
  for (const lastAttemptedRoute of ['https://evil.example/', '//evil.example/']) {
    await page.goto('/availability')
    await page.waitForURL('**/signin')
    await page.evaluate(
      ([key, route]) => {
        const area = localStorage.getItem(key) ? localStorage : sessionStorage
        const copy = JSON.parse(area.getItem(key) ?? '')
        if (copy.state.lastAttemptedRoute !== '/availability') throw new Error('it was not kept')
        copy.state.lastAttemptedRoute = route
        area.setItem(key, JSON.stringify(copy))
        localStorage.setItem('after-verify', route)
      },
      [SESSION_KEY, lastAttemptedRoute] as const,
    )
    await page.goto('/signin')
    await signIn(page, email)
    await page.waitForURL('**/student')
    await page.goto('/logout')
    await page.waitForURL('**/signin')
  }
  // Addresses that look like another house.
  for (const address of ['//evil.example/', '/%5Cevil.example', '/signin//evil.example']) {
    await page.goto(`${baseURL}${address}`)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    expect(new URL(page.url()).origin).toBe(baseURL)
  }
  expect(outside).toEqual([])
})
