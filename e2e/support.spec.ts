import { expect, test } from '@playwright/test'
import { TERMS_VERSION } from '#features/accounts/contract.terms.ts'
import { musician } from './bands.ts'
import { browserOf, newPerson, watchForErrors } from './people.ts'
import { otherwise, soundBothWays } from './sound.ts'
import { travel } from './travel.ts'
import { type Words, wordsOf } from './words.ts'

/* Whoever wonders finds an answer in spite of a slip, asks when there is none, and reads by which rules all this is. */

const es = wordsOf('es')
const { t } = es

test('a question is answered by the help, and another one asked', async ({ browser, request }) => {
  const rosa = await musician(request, 'Rosa Preguntas')
  const context = await browserOf(browser, rosa.token, { language: 'es', width: 390 })
  const page = await context.newPage()
  const errors = watchForErrors(page)

  await page.goto('/support')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('functionality:help.title'))
  await expect(page.getByText(t('functionality:tickets.none'), { exact: true })).toBeVisible()
  await soundBothWays(page)
  const search = async (words: Words, typed: string) => {
    await page.getByRole('searchbox', { name: words.t('functionality:help.search') }).fill(typed)
    const title = words.t('functionality:help.articles.deposit.title')
    const found = page.getByRole('link', { name: title, exact: true })
    await expect(found).toBeVisible()
    return found
  }
  await otherwise(page, async (words) => {
    await search(words, 'depossit')
  })
  await (await search(es, 'antisipo')).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    t('functionality:help.articles.deposit.title'),
  )
  await soundBothWays(page)

  await page.getByRole('link', { name: t('functionality:help.write'), exact: true }).click()
  await expect(page).toHaveURL('/tickets/new')
  await soundBothWays(page)
  await page.getByRole('button', { name: t('functionality:tickets.send'), exact: true }).click()
  await expect(page.getByText(t('common:validation.required')).first()).toBeVisible()
  await page
    .getByRole('combobox', { name: t('functionality:tickets.topic') })
    .selectOption({ label: t('functionality:tickets.topics.payment') })
  await page.getByRole('textbox', { name: t('functionality:tickets.subject') }).fill('El anticipo no aparece')
  await page.getByRole('textbox', { name: t('functionality:tickets.text') }).fill('Lo pagaron ayer.')
  await page.getByRole('button', { name: t('functionality:tickets.send'), exact: true }).click()

  await expect(page).toHaveURL(/\/tickets\/\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('El anticipo no aparece')
  await page.getByRole('textbox', { name: t('functionality:tickets.reply') }).fill('Fue en efectivo.')
  await page.getByRole('button', { name: t('functionality:tickets.reply_send'), exact: true }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Fue en efectivo.' })).toBeVisible()
  await soundBothWays(page)
  await page.getByRole('button', { name: t('functionality:tickets.close'), exact: true }).click()
  await expect(page.getByText(t('functionality:tickets.states.closed'), { exact: true })).toBeVisible()

  await page.getByRole('link', { name: t('functionality:tickets.back') }).click()
  await expect(page.getByRole('link', { name: 'El anticipo no aparece' })).toBeVisible()
  await soundBothWays(page)
  expect(errors).toEqual([])
  await context.close()
})

test('strangers read the rules and the help', async ({ browser }) => {
  const context = await browserOf(browser, null, { language: 'es', width: 390 })
  const page = await context.newPage()
  const errors = watchForErrors(page)
  await page.goto('/signup?kind=student')
  const foot = page.getByRole('navigation', { name: t('common:foot.label') })
  for (const [name, path, title] of [
    ['terms', '/terms', 'functionality:legal.terms.title'],
    ['privacy', '/privacy', 'functionality:legal.privacy.title'],
    ['contact', '/contact', 'functionality:legal.contact.title'],
    ['help', '/help', 'functionality:help.title'],
  ] as const) {
    await foot.getByRole('link', { name: t(`common:foot.${name}`), exact: true }).click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t(title))
    await soundBothWays(page)
  }
  expect(errors).toEqual([])
  await context.close()
})

test('new terms are accepted before anything else', async ({ browser, request }) => {
  const rosa = await musician(request, 'Rosa Términos')
  const context = await browserOf(browser, rosa.token, { language: 'es', width: 390 })
  const page = await context.newPage()
  // As the server says it of somebody who accepted earlier ones.
  await page.route('**/api/auth/profile/', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), terms_version: 0 } })
  })
  await page.goto('/services')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('auth:terms_again.title'))
  await soundBothWays(page)
  await travel(page, '/complete-profile')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('auth:terms_again.title'))
  await page.getByRole('link', { name: t('auth:terms_again.read'), exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('functionality:legal.terms.title'))
  await page.goBack()
  await page.unroute('**/api/auth/profile/')
  await page.getByRole('button', { name: t('auth:terms_again.accept', { version: TERMS_VERSION }) }).click()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(t('auth:terms_again.title'))
  await context.close()
})

test('who learns and was here before says with the new terms when they were born', async ({
  browser,
  request,
}) => {
  const { token } = await newPerson(request, 'STUDENT')
  const context = await browserOf(browser, token, { language: 'es', width: 390 })
  const page = await context.newPage()
  const errors = watchForErrors(page)
  // As the server says it of somebody who accepted the ones before.
  await page.route('**/api/auth/profile/', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), terms_version: 3 } })
  })
  await page.goto('/student')
  const accept = page.getByRole('button', { name: t('auth:terms_again.accept', { version: TERMS_VERSION }) })
  await accept.click()
  await expect(page.getByText(t('common:validation.required'))).toBeVisible()
  const parts = page.getByRole('group', { name: t('auth:minors.fields.birth_date') }).getByRole('spinbutton')
  const type = async (...typed: string[]) => {
    for (const [n, part] of typed.entries()) {
      await parts.nth(n).click()
      await page.keyboard.type(part)
    }
  }
  const guardian = page.getByRole('textbox', { name: t('auth:minors.fields.guardian_email') })
  await type('20', '05', '2016')
  await expect(guardian).toBeVisible()
  await soundBothWays(page)
  await type('20', '05', '1990')
  await expect(guardian).toHaveCount(0)
  await page.unroute('**/api/auth/profile/')
  await accept.click()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(t('auth:terms_again.title'))
  expect(errors).toEqual([])
  await context.close()
})
