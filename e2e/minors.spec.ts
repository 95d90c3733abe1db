import { expect, type Page, test } from '@playwright/test'
import { stepLesson } from '#features/lessons/booking/contract.ts'
import { openThread, sendMessage } from '#features/threads/contract.ts'
import { teachesFree } from './lesson.ts'
import { callsOf } from './order.ts'
import { appIsThere, browserOf, mailedLink, mailTo, PASSWORD, watchForErrors } from './people.ts'
import { soundBothWays } from './sound.ts'
import { wordsOf } from './words.ts'

/* Somebody under age signs up; the adult they named says yes without an account, and takes it back one day. */

for (const { child, adult } of [
  { child: { language: 'es', width: 390 }, adult: { language: 'en', width: 1280, theme: 'dark' } },
  { child: { language: 'en', width: 1280 }, adult: { language: 'es', width: 390 } },
] as const)
  test(`a minor in ${child.language} at ${child.width} px, their adult in ${adult.language} at ${adult.width} px`, async ({
    browser,
    request,
  }) => {
    const [c, a] = [wordsOf(child.language), wordsOf(adult.language)]
    const m = (key: string, values = {}) => c.t(`auth:minors.${key}`, values)
    const p = (key: string, values = {}) => a.t(`auth:minors.part.${key}`, values)
    const stamp = `${process.pid}-${Date.now()}`
    const [email, guardian] = [`sofia-${stamp}@example.com`, `marta-${stamp}@example.com`]
    const mine = await browserOf(browser, null, child)
    const page = await mine.newPage()
    const theirs = await browserOf(browser, null, adult)
    const other = await theirs.newPage()
    const errors = [watchForErrors(page), watchForErrors(other)]
    // The two children between them see each stop in both languages at both widths.
    const look = (which: Page) => soundBothWays(which, child.language === 'es' ? 'straight' : 'crosswise')

    await test.step('signing up asks for a birth date, and of a minor for an adult', async () => {
      await page.goto('/signup?kind=student')
      await appIsThere(page)
      await page.getByRole('textbox', { name: c.t('auth:fields.name') }).fill('Sofía Ramos')
      await page.getByRole('textbox', { name: c.t('auth:fields.email'), exact: true }).fill(email)
      await page.getByRole('textbox', { name: c.t('auth:fields.password'), exact: true }).fill(PASSWORD)
      await page.getByText(c.t('auth:terms.accept'), { exact: true }).click()
      await page.getByRole('button', { name: c.t('auth:signup.submit') }).click()
      await expect(page.getByText(c.t('common:validation.required'))).toBeVisible()
      const born = page.getByRole('group', { name: m('fields.birth_date') })
      const parts = born.getByRole('spinbutton')
      const typed = child.language === 'es' ? ['20', '05', '2013'] : ['05', '20', '2013']
      for (const [i, part] of typed.entries()) {
        await parts.nth(i).click()
        await page.keyboard.type(part)
      }
      const asked = page.getByRole('textbox', { name: m('fields.guardian_email') })
      await asked.fill(email)
      await page.getByRole('button', { name: c.t('auth:signup.submit') }).click()
      await expect(page.getByText(c.t('common:errors.accounts.guardian_is_you'))).toBeVisible()
      await look(page)
      await page.screenshot({ path: `test-results/minors-signup-${child.language}.png`, fullPage: true })
      await asked.fill(guardian)
      await page.getByRole('button', { name: c.t('auth:signup.submit') }).click()
      await expect(page).toHaveURL(/verify-email-check/)
    })

    await test.step('with their own e-mail verified they wait for the adult', async () => {
      await page.goto(await mailedLink(request, email, '/verify-email'))
      await expect(page.getByText(m('check.awaited_text', { guardian_email: guardian }))).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(c.t('auth:check.guardian'))
      await expect(page.getByText(c.t('auth:stage.guardian.one'))).toBeVisible()
      await page.goto('/student')
      await expect(page).toHaveURL(/verify-email-check/)
      await look(page)
      await page.screenshot({ path: `test-results/minors-waits-${child.language}.png`, fullPage: true })
    })

    await test.step('the adult reads what they allow, and says yes without an account', async () => {
      await other.goto(await mailedLink(request, guardian, '/guardian'))
      await expect(
        other.getByRole('heading', { level: 1, name: p('title', { name: 'Sofía Ramos' }) }),
      ).toBeVisible()
      // The day itself, whatever the clock of whoever reads it.
      await expect(
        other.getByText(adult.language === 'en' ? 'Born on May 20, 2013' : 'Nació el 20 de mayo de 2013'),
      ).toBeVisible()
      await other.getByRole('button', { name: p('confirm') }).click()
      await expect(other.getByText(a.t('common:validation.declares'))).toBeVisible()
      await look(other)
      await other.screenshot({ path: `test-results/minors-adult-${adult.language}.png`, fullPage: true })
      await other.getByRole('textbox', { name: p('name') }).fill('Marta Ramos')
      await other.getByText(p('declares', { name: 'Sofía Ramos' })).click()
      await other.getByRole('button', { name: p('confirm') }).click()
      await expect(
        other.getByRole('heading', { level: 1, name: p('confirmed_title', { name: 'Sofía Ramos' }) }),
      ).toBeVisible()
      await expect(page).toHaveURL(/\/student$/)
      await look(other)
      await other.screenshot({ path: `test-results/minors-open-${adult.language}.png`, fullPage: true })
    })

    await test.step('that lessons may be recorded is asked apart, and no until they say yes', async () => {
      const name = 'Sofía Ramos'
      const button = (key: string) => other.getByRole('button', { name: p(key), exact: true })
      await expect(other.getByText(p('recording_no', { name }))).toBeVisible()
      await button('recording_allow').click()
      await expect(other.getByText(p('recording_yes', { name }))).toBeVisible()
      await expect(other.getByText(p('recording_done'))).toBeVisible()
      await look(other)
      await button('recording_forbid').click()
      await other
        .getByRole('alertdialog')
        .getByRole('button', { name: p('recording_forbid') })
        .click()
      await expect(other.getByText(p('recording_no', { name }))).toBeVisible()
    })

    await test.step('the conversation with a teacher says that it is copied', async () => {
      const access = await page.evaluate(
        () => JSON.parse(localStorage.getItem('auth-storage') ?? '{}').state.accessToken,
      )
      const { teaching, book } = await teachesFree(request)
      const learning = callsOf(request, access)
      const lesson = await book(learning)
      await teaching(stepLesson, { params: { id: lesson.id }, body: { step: 'accept' } })
      const { id } = await teaching(openThread, { body: { lesson_id: lesson.id } })
      await teaching(sendMessage, {
        params: { id },
        body: { client_id: 'minor-000001', text: 'Trae tu guitarra', file_ids: [] },
      })
      await page.goto(`/messages?thread=${id}`)
      await expect(page.getByText(c.t('functionality:threads.copied_hunter'))).toBeVisible()
      await look(page)
      await page.screenshot({ path: `test-results/minors-talk-${child.language}.png`, fullPage: true })
    })

    await test.step('the adult takes it back: the account closes', async () => {
      await other.getByRole('button', { name: p('withdraw') }).click()
      await other
        .getByRole('alertdialog')
        .getByRole('button', { name: p('withdraw') })
        .click()
      await expect(
        other.getByRole('heading', { level: 1, name: p('refused_title', { name: 'Sofía Ramos' }) }),
      ).toBeVisible()
      await look(other)
      await page.goto('/student')
      await expect(page).toHaveURL(/\/signin/)
      await mailTo(request, email, new RegExp(c.t('auth:mail.guardian_refused.subject')))
    })
    expect(errors.flat()).toEqual([])
    await mine.close()
    await theirs.close()
  })
