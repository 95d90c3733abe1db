import { expect, test } from '@playwright/test'
import sharp from 'sharp'
import { calls, musician } from './bands.ts'
import { browserOf, newPerson, watchForErrors } from './people.ts'
import { soundBothWays } from './sound.ts'
import { visit } from './travel.ts'
import { wordsOf } from './words.ts'

/* What was checked of somebody is said by name: they prove a phone and send a document, and who hires reads which. */

test('a phone is proved and a document sent, and whoever hires reads which', async ({ browser, request }) => {
  const { t, like } = wordsOf('es')
  /** The words of who hires. */
  const en = wordsOf('en')
  const rosa = await musician(request, 'Rosa Comprobada')
  const context = await browserOf(browser, rosa.token, { language: 'es', width: 390 })
  const page = await context.newPage()
  const errors = watchForErrors(page)
  const phone = `5${String(Date.now()).slice(-6)}1`

  await page.goto('/profile#verification')
  await expect(
    page.getByRole('heading', { name: t('functionality:verification.title'), exact: true }),
  ).toBeVisible()
  await page.getByRole('button', { name: t('functionality:verification.phone.begin'), exact: true }).click()
  const number = page.getByRole('dialog', { name: t('functionality:verification.phone.dialog') })
  const field = number.getByRole('textbox', { name: t('functionality:verification.phone.number') })
  const send = number.getByRole('button', { name: t('functionality:verification.phone.send'), exact: true })
  await field.fill('2222 3333')
  await send.click()
  await expect(number.getByText(t('common:validation.phone_mobile'))).toBeVisible()
  await expect(field).toHaveValue('2222 3333')
  await soundBothWays(page)
  await field.fill(phone)
  await send.click()
  const code = page.getByRole('dialog', { name: t('functionality:verification.phone.code_title') })
  await expect(code).toBeVisible()
  const sent = async () => {
    const all = (await (await request.get('/dev/sms.json')).json()) as { to: string; text: string }[]
    return /\b\d{6}\b/.exec(all.find(({ to }) => to === `+502${phone}`)?.text ?? '')?.[0]
  }
  await expect.poll(sent).toBeTruthy()
  const digits = (await sent()) ?? ''
  const typed = code.getByRole('textbox', { name: t('functionality:verification.phone.code') })
  await typed.fill(digits === '000000' ? '111111' : '000000')
  const confirm = code.getByRole('button', {
    name: t('functionality:verification.phone.confirm'),
    exact: true,
  })
  await confirm.click()
  await expect(code.getByText(t('common:validation.code_wrong'))).toBeVisible()
  await soundBothWays(page)
  await typed.fill(digits)
  await confirm.click()
  await expect(code).toBeHidden()
  await expect(page.getByText(like('functionality:verification.phone.yours'))).toBeVisible()

  await page
    .getByRole('button', { name: t('functionality:verification.identity.begin'), exact: true })
    .click()
  const document = page.getByRole('dialog', { name: t('functionality:verification.identity.dialog') })
  const hand = document.getByRole('button', {
    name: t('functionality:verification.identity.send'),
    exact: true,
  })
  await hand.click()
  await expect(document.getByText(t('functionality:verification.identity.missing'))).toBeVisible()
  const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#c90a47' } })
    .jpeg()
    .toBuffer()
  await page
    .locator('[data-identity-input]')
    .setInputFiles({ name: 'dpi.jpg', mimeType: 'image/jpeg', buffer: photo })
  await expect(
    document
      .getByRole('list', { name: t('functionality:verification.identity.files') })
      .getByRole('listitem'),
  ).toHaveCount(1)
  await soundBothWays(page)
  // The sentence is its label: where it is pressed is where people press.
  await document.getByText(t('functionality:verification.identity.consent'), { exact: true }).click()
  await expect(document.getByRole('checkbox')).toBeChecked()
  await hand.click()
  await expect(document).toBeHidden()
  const withdraw = page.getByRole('button', {
    name: t('functionality:verification.identity.withdraw'),
    exact: true,
  })
  await expect(withdraw).toBeVisible()
  await soundBothWays(page)
  await withdraw.click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('functionality:verification.identity.withdraw'), exact: true })
    .click()
  await expect(
    page.getByRole('button', { name: t('functionality:verification.identity.again'), exact: true }),
  ).toBeVisible()

  // Whoever hires reads which, not "verified", and can say that something is wrong.
  const host = await newPerson(request, 'TALENT_HUNTER', { name: 'Elena Anfitriona' })
  const outside = await browserOf(browser, host.token, { language: 'en', theme: 'dark', width: 1280 })
  const other = await outside.newPage()
  const { results } = await calls(request, rosa).get('/api/projects/')
  await other.goto(`/profile/musician/${results[0].id}`)
  const list = other.getByRole('list', { name: en.t('functionality:checks.label'), exact: true })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(list).toContainText(
    en.like('functionality:checks.own.phone').source.split('.*')[0]?.slice(1) ?? '',
  )
  await soundBothWays(other)
  await other.getByRole('button', { name: en.t('functionality:directory.profile.report.open') }).click()
  const report = other.getByRole('dialog', { name: en.t('functionality:directory.profile.report.title') })
  await report
    .getByRole('combobox', { name: en.t('functionality:directory.profile.report.reason') })
    .selectOption({ label: en.t('functionality:directory.profile.report.reasons.other') })
  const tell = report.getByRole('button', {
    name: en.t('functionality:directory.profile.report.send'),
    exact: true,
  })
  await tell.click()
  await expect(report.getByText(en.t('common:validation.required'))).toBeVisible()
  await soundBothWays(other)
  await report
    .getByRole('textbox', { name: en.t('functionality:directory.profile.report.note') })
    .fill('Son fotos de otra persona')
  await tell.click()
  await expect(report).toBeHidden()
  expect(errors).toEqual([])
  await context.close()
  await outside.close()
})

test('every page leads to the terms, the privacy and the contact, with a menu and without', async ({
  browser,
  request,
}) => {
  const { t } = wordsOf('es')
  const foot = { name: t('common:foot.label') }
  const paths = {
    private: ['/music', '/profile', '/messages', '/support', '/musician-profile-type?mode=create'],
    open: [
      '/welcome',
      '/signin',
      '/signup',
      '/reset-password',
      '/verify-email',
      '/unsubscribe',
      '/terms',
      '/nada',
    ],
  }
  const rosa = await musician(request, 'Rosa Pies')
  for (const [token, list] of [
    [rosa.token, paths.private],
    [null, paths.open],
  ] as const) {
    const context = await browserOf(browser, token, { width: 390 })
    const page = await context.newPage()
    for (const path of list) {
      // What a stranger reads may be drawn by the server: it is looked at as it comes.
      if (token) await visit(page, path)
      else await page.goto(path)
      const nav = page.getByRole('navigation', foot)
      await expect(nav, path).toHaveCount(1)
      for (const one of ['terms', 'privacy', 'contact'])
        await expect(
          nav.getByRole('link', { name: t(`common:foot.${one}`), exact: true }),
          path,
        ).toHaveAttribute('href', `/${one}`)
    }
    await context.close()
  }
})
