import { type Browser, expect, type Page, test } from '@playwright/test'
import { browserOf, mailedLink, newPerson, PASSWORD, tokenOf, watchForErrors } from './people.ts'
import { type Words, wordsOf } from './words.ts'

/*
 * What somebody signs in with, changed from inside (rule S-19), and the note to whoever types a contact detail where
 * the other side reads it. Each in a wide and a narrow window, in both languages and both themes.
 */

const VIEWS = [
  { language: 'es', theme: 'light', width: 1280 },
  { language: 'en', theme: 'dark', width: 390 },
] as const
type View = (typeof VIEWS)[number]

let others = 0
const otherEmail = () => `otro-${process.pid}-${Date.now()}-${++others}@example.com`

async function pageOf(browser: Browser, token: string, view: View) {
  const context = await browserOf(browser, token, view)
  const page = await context.newPage()
  const problems = watchForErrors(page)
  return { page, context, problems }
}

const field = (page: Page, name: string) => page.getByRole('dialog').getByRole('textbox', { name })
/** A picture for people to look at: TARIMA_SHOTS names a folder. */
async function shot(page: Page, name: string, { language, theme, width }: View) {
  const folder = process.env.TARIMA_SHOTS
  if (folder) await page.screenshot({ path: `${folder}/${name}-${width}-${language}-${theme}.png` })
}
/** Nothing of a dialog is beside the window. */
async function fits(page: Page) {
  const box = await page.getByRole('dialog').boundingBox()
  expect(box?.x).toBeGreaterThanOrEqual(0)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
}

const save = (page: Page, { t }: Words) =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: t('auth:credentials.save'), exact: true })
    .click()

for (const view of VIEWS) {
  const words = wordsOf(view.language)
  const { t } = words

  test.describe(`${view.width}, ${view.language}, ${view.theme}`, () => {
    test('the password is changed at /profile, with the one that is', async ({ browser, request }) => {
      const { email, token } = await newPerson(request, 'STUDENT')
      const { page, context, problems } = await pageOf(browser, token, view)
      await page.goto('/profile')
      await page.getByRole('button', { name: t('auth:credentials.change_password') }).click()
      await field(page, t('auth:credentials.current')).fill('no-es-esta-clave')
      await field(page, t('auth:fields.new_password')).fill('tarima2026')
      await save(page, words)
      await expect(page.getByRole('dialog')).toContainText(t('common:validation.own_password'))
      await field(page, t('auth:credentials.current')).fill(PASSWORD)
      await save(page, words)
      await expect(page.getByRole('dialog')).toContainText(t('common:validation.password_words'))
      await fits(page)
      await shot(page, 'password', view)
      await field(page, t('auth:fields.new_password')).fill('segundo-ensayo-27')
      await save(page, words)
      await expect(page.getByText(t('auth:credentials.password_changed'))).toBeVisible()
      await expect(page.getByRole('dialog')).toBeHidden()
      await tokenOf(request, email, 'segundo-ensayo-27')
      expect(problems).toEqual([])
      await context.close()
    })

    test('the e-mail is changed at /profile once the link to the new one was used', async ({
      browser,
      request,
    }) => {
      const { token } = await newPerson(request, 'STUDENT')
      const { page, context, problems } = await pageOf(browser, token, view)
      const ask = async (email: string) => {
        await page.getByRole('button', { name: t('auth:credentials.change_email') }).click()
        await field(page, t('auth:credentials.new_email')).fill(email)
        await field(page, t('auth:credentials.current')).fill(PASSWORD)
        await fits(page)
        await shot(page, 'email', view)
        await save(page, words)
        await expect(page.getByRole('dialog')).toBeHidden()
        await expect(page.getByText(t('auth:credentials.email_waits', { email }))).toBeVisible()
      }
      const email = otherEmail()
      await page.goto('/profile')
      await ask(otherEmail())
      await page.getByRole('button', { name: t('auth:credentials.email_take_back') }).click()
      await expect(page.getByText(t('auth:credentials.email_taken_back'))).toBeVisible()
      await ask(email)
      await shot(page, 'email-waits', view)
      await page.goto(await mailedLink(request, email, '/new-email'))
      const use = page.getByRole('button', { name: t('auth:new_email.submit') })
      await expect(use).toBeVisible()
      await shot(page, 'new-email', view)
      await use.click()
      await expect(page.getByRole('main')).toContainText(t('auth:new_email.done_text', { email }))
      await shot(page, 'new-email-done', view)
      await page.getByRole('link', { name: t('auth:new_email.go_on') }).click()
      await page.waitForURL('**/profile')
      await expect(page.getByRole('main')).toContainText(email)
      await tokenOf(request, email, PASSWORD)
      expect(problems).toEqual([])
      await context.close()
    })

    test('a mistyped e-mail is corrected on the page that waits for it', async ({ browser, request }) => {
      const { token } = await newPerson(request, 'STUDENT', { verified: false })
      const { page, context, problems } = await pageOf(browser, token, view)
      const email = otherEmail()
      await page.goto('/verify-email-check')
      await page.getByRole('button', { name: t('auth:check.correct') }).click()
      await field(page, t('auth:credentials.new_email')).fill(email)
      await field(page, t('auth:credentials.current')).fill(PASSWORD)
      await fits(page)
      await shot(page, 'correct', view)
      await save(page, words)
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(page.getByRole('main')).toContainText(email)
      expect(await mailedLink(request, email, '/verify-email')).toContain('token=')
      expect(problems).toEqual([])
      await context.close()
    })

    test('who types a phone number where others read it is told that it is hidden, and it stays', async ({
      browser,
      request,
    }) => {
      const { token } = await newPerson(request, 'MUSICIAN')
      const { page, context, problems } = await pageOf(browser, token, view)
      await page.goto('/edit-profile')
      const bio = page.getByRole('textbox', { name: t('functionality:projects.fields.bio') })
      await bio.fill('Toco marimba en bodas. Escríbeme al +502 5555 1234.')
      const note = page.getByText(t('common:contact_hidden'))
      await expect(note).toBeVisible()
      await note.scrollIntoViewIfNeeded()
      await shot(page, 'contact', view)
      await expect(bio).toHaveValue(/5555 1234/)
      await bio.fill('Toco marimba en bodas desde 2011.')
      await expect(note).toBeHidden()
      expect(problems).toEqual([])
      await context.close()
    })
  })
}
