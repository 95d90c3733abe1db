import { expect, test } from '@playwright/test'
import { musician } from './bands.ts'
import { apiOf, browserOf, tokenOf, watchForErrors } from './people.ts'
import { soundBothWays } from './sound.ts'
import { travel } from './travel.ts'
import { wordsOf } from './words.ts'

/* A question is asked with a picture, taken, answered with another, and stands in the log; somebody is looked up with a reason. */

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: PIXEL })

test('staff works through what waits', async ({ browser, request }) => {
  /** The words of who asks; staff's are English. */
  const { t } = wordsOf('es')
  const en = wordsOf('en')
  const s = (key: string, values?: Record<string, string | number>) =>
    en.t(`functionality:staff.${key}`, values)
  const d = (key: string) => en.t(`functionality:desk.${key}`)
  // A second try meets what the first one left; names have no digits.
  const { retry, repeatEachIndex } = test.info()
  const name = `Petrona Quibic${'ó'.repeat(retry)}${'í'.repeat(repeatEachIndex)}`
  const title = `El recibo no abre (${retry}.${repeatEachIndex})`
  const asker = await musician(request, name)

  // Asks, with a picture.
  const askers = await browserOf(browser, asker.token, { language: 'es', width: 390 })
  const asking = await askers.newPage()
  const errors = watchForErrors(asking)
  await asking.goto('/tickets/new')
  await asking
    .getByRole('combobox', { name: t('functionality:tickets.topic') })
    .selectOption({ label: t('functionality:tickets.topics.payment') })
  await asking.getByRole('textbox', { name: t('functionality:tickets.subject') }).fill(title)
  await asking.getByRole('textbox', { name: t('functionality:tickets.text') }).fill('Sale en blanco.')
  await asking.locator('[data-attach-input]').setInputFiles(picture('pantalla.png'))
  await expect(
    asking.getByRole('list', { name: t('functionality:attach.list') }).getByText('pantalla.png'),
  ).toBeVisible()
  await soundBothWays(asking)
  await asking.getByRole('button', { name: t('functionality:tickets.send'), exact: true }).click()
  await expect(asking).toHaveURL(/\/tickets\/\d+$/)
  const ticket = asking.url().split('/').at(-1)
  await expect(asking.getByRole('button', { name: /pantalla\.png/ })).toBeVisible()

  // Nobody else sees the desk.
  expect(
    (
      await request.get('/api/staff/queue/', { headers: { authorization: `Bearer ${asker.token}` } })
    ).status(),
  ).toBe(403)

  const token = await tokenOf(request, 'soporte@tarima.demo')
  await apiOf(request, token).patch('/api/auth/profile/', { language: 'en' })
  const context = await browserOf(browser, token, { language: 'en', theme: 'dark', width: 1280 })
  const page = await context.newPage()
  const faults = watchForErrors(page)
  await page.goto('/staff')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(s('title'))
  const list = page.getByRole('region', { name: s('queue.list'), exact: true })
  await expect(list.getByRole('listitem').first()).toBeVisible()
  await soundBothWays(page)
  await list.getByRole('combobox', { name: s('queue.kind') }).selectOption({ value: 'ticket' })
  await list.getByRole('link', { name: new RegExp(title.replace(/[().]/g, '\\$&')) }).click()
  const panel = page.getByRole('region', { name: title, exact: true })
  await expect(panel.getByText('Sale en blanco.')).toBeVisible()
  await panel.getByRole('button', { name: s('item.take'), exact: true }).click()
  await expect(panel.getByRole('button', { name: s('item.leave'), exact: true })).toBeVisible()
  await soundBothWays(page)

  // Without words nothing is answered; with them, and a file, it is.
  await panel.getByRole('button', { name: d('ticket.acts.answer'), exact: true }).click()
  await expect(panel.getByText(en.t('common:validation.required'))).toBeVisible()
  await panel.getByRole('textbox', { name: d('ticket.texts.answer') }).fill('Prueba con este.')
  await panel.locator('[data-attach-input]').setInputFiles(picture('recibo.png'))
  await expect(panel.getByText('recibo.png')).toBeVisible()
  await panel.getByRole('button', { name: d('ticket.acts.answer'), exact: true }).click()
  await expect(page.getByText(s('decide.done'))).toBeVisible()
  await expect(list.getByRole('link', { name: new RegExp(title.replace(/[().]/g, '\\$&')) })).toHaveCount(0)

  await asking.reload()
  await expect(asking.getByText('Prueba con este.')).toBeVisible()
  await expect(asking.getByRole('button', { name: /recibo\.png/ })).toBeVisible()
  await soundBothWays(asking)

  // What was answered stays to be read.
  await list
    .getByRole('radiogroup', { name: s('queue.state') })
    .getByText(s('queue.state_answered'), { exact: true })
    .click()
  await list.getByRole('link', { name: new RegExp(title.replace(/[().]/g, '\\$&')) }).click()
  await expect(panel.getByText('Prueba con este.')).toBeVisible()
  await expect(panel.getByText(s('item.done'))).toBeVisible()
  await expect(panel.getByRole('button', { name: s('item.take'), exact: true })).toHaveCount(0)
  await soundBothWays(page)
  const saved = page.waitForEvent('download')
  await panel.getByRole('button', { name: /pantalla\.png/ }).click()
  expect((await saved).suggestedFilename()).toBe('pantalla.png')

  // Somebody is found hidden, and opened with a reason.
  const views = page.getByRole('radiogroup', { name: s('views.label') })
  await views.getByText(s('views.search'), { exact: true }).click()
  await page.getByRole('searchbox', { name: s('search.label') }).fill(name.replace('b', 'v'))
  await page.getByRole('searchbox', { name: s('search.label') }).press('Enter')
  const results = page.getByRole('list', { name: s('search.results') })
  await expect(results.getByRole('listitem').first()).toContainText('•••')
  await expect(results.getByText(name)).toHaveCount(0)
  await soundBothWays(page)
  await results.getByRole('button').first().click()
  const why = page.getByRole('dialog', { name: s('look_up.title') })
  await why.getByRole('button', { name: s('look_up.submit'), exact: true }).click()
  await expect(why.getByRole('textbox', { name: s('look_up.reason') })).toHaveAttribute(
    'aria-invalid',
    'true',
  )
  await why.getByRole('textbox', { name: s('look_up.reason') }).fill(`Pregunta ${ticket}`)
  await soundBothWays(page)
  await why.getByRole('button', { name: s('look_up.submit'), exact: true }).click()
  const opened = page.getByRole('dialog', { name: new RegExp(name) })
  await expect(opened.getByText(asker.email)).toBeVisible()
  await soundBothWays(page)
  await opened
    .getByRole('button', { name: s('decide.close'), exact: true })
    .last()
    .click()

  // All of it stands in the log.
  await views.getByText(s('views.log'), { exact: true }).click()
  await expect(page.getByText(`Pregunta ${ticket}`).first()).toBeVisible()
  await expect(page.getByText(`ticket:${ticket}`).first()).toBeVisible()
  await expect(page.getByText(d('ticket.acts.open_file')).first()).toBeVisible()
  await soundBothWays(page)

  // Whether the help helps is counted once.
  await travel(asking, '/help/deposit')
  const vote = asking.getByRole('region', { name: t('functionality:votes.ask') })
  await vote.getByRole('button', { name: t('functionality:votes.no'), exact: true }).click()
  await expect(asking.getByText(t('functionality:votes.thanks'))).toBeVisible()
  await soundBothWays(asking)
  await views.getByText(s('views.help'), { exact: true }).click()
  await expect(
    page.getByRole('rowheader', { name: en.t('functionality:help.articles.deposit.title') }),
  ).toBeVisible()
  await soundBothWays(page)
  expect([errors, faults]).toEqual([[], []])
  await context.close()
  await askers.close()
})
