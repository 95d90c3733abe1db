import { expect, test } from '@playwright/test'
import { openForBooking } from '#app/server/scenes/cast.ts'
import { orderAt } from '#app/server/scenes/order.ts'
import { readOrderEvent } from '#features/events/contract.ts'
import { listNotifications } from '#features/notifications/contract.ts'
import { listMembers, saveMember } from '#features/projects/contract.ts'
import { bandName, bandOf, musician } from './bands.ts'
import { choose } from './fields.ts'
import { callsOf, hunterThere, LA_PAZ, partyOf } from './order.ts'
import { browserOf, watchForErrors } from './people.ts'
import { sound } from './sound.ts'
import { wordsOf } from './words.ts'

/*
 * A member of a band can't play one evening: who leads the band proposes a substitute on a phone, the host looks at who it
 * is and accepts on a desktop, and everybody concerned reads it.
 */

test('a band proposes a substitute for one evening, and the host accepts', async ({ browser, request }) => {
  const es = wordsOf('es')
  const en = wordsOf('en')
  const key = (name: string) => `business:substitutes.${name}`
  const hunter = await hunterThere(request, 'Amalia Anfitriona')
  const [owner, away, stand] = await Promise.all([
    musician(request, 'Óscar Dirige'),
    musician(request, 'Beto Ausente'),
    musician(request, 'Celia Releva'),
  ])
  const name = bandName('Los del Malecón')
  const project_id = await bandOf(request, owner, name, [away, stand])
  const band = { name, project_id, api: callsOf(request, owner.token) }
  await openForBooking(band, LA_PAZ, [{ title: 'Dúo al atardecer', format: 'duo' }])
  const members = (await band.api(listMembers, { params: { id: project_id }, query: {} })).results
  const memberOf = ({ name }: { name: string }) => members.find(({ user }) => user.name === name)
  await band.api(saveMember, {
    params: { id: project_id, member_id: memberOf(stand)?.id ?? 0 },
    body: { substitute_for: memberOf(away)?.id ?? 0, substitute_rank: 1, required: false },
  })
  const { order_id } = await orderAt('paid', {
    hunter,
    brief: partyOf('Brindis frente al mar'),
    moments: [{ asks: [band], title: 'Brindis', energy: 2, genre: 'jazz', volume: 'low', cost: 60_000 }],
    now: new Date(),
  })
  const { event } = await hunter.api(readOrderEvent, { params: { id: order_id } })
  const at = (page: string) => `/${page}?event=${event?.id}`
  const sentence = ({ t }: typeof es, voice: string) =>
    t(`functionality:notifications.EVENT_AT_RISK.${voice}`)
  const proposal = { substitute: stand.name, member: away.name }

  const phone = await browserOf(browser, owner.token, { language: 'es', width: 390 })
  const his = await phone.newPage()
  const desktop = await browserOf(browser, hunter.token, { language: 'en', width: 1280 })
  const hers = await desktop.newPage()
  const errors = [watchForErrors(his), watchForErrors(hers)]
  const part = (page: typeof his, { t }: typeof es) =>
    page.getByRole('region', { name: `${t(key('heading'))}: ${name}` })
  const propose = async (reason: string) => {
    await his.getByRole('button', { name: es.t(key('open')) }).click()
    const dialog = his.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: es.t(key('send')), exact: true })).toBeDisabled()
    await choose(dialog, his, es.t(key('who')), away.name)
    await choose(dialog, his, es.t(key('instead')), stand.name)
    await dialog.getByRole('textbox', { name: es.t(key('reason')) }).fill(reason)
    return dialog
  }

  await test.step('he proposes; a failed call keeps what he chose', async () => {
    await his.goto(at('calendar'))
    const dialog = await propose('Se lastimó la mano')
    await his.screenshot({ path: test.info().outputPath('dialog-390.png') })
    await sound(his)
    const calls = '**/api/events/*/substitutes/'
    await his.route(calls, (route) => route.abort())
    await dialog.getByRole('button', { name: es.t(key('send')), exact: true }).click()
    await expect(dialog.getByText(es.t('common:errors.common.connection'))).toBeVisible()
    await his.unroute(calls)
    await expect(dialog.getByRole('textbox', { name: es.t(key('reason')) })).toHaveValue('Se lastimó la mano')
    await dialog.getByRole('button', { name: es.t(key('send')), exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(part(his, es)).toContainText(es.t(key('states.proposed')))
  })

  await test.step('he takes it back, and proposes again', async () => {
    await part(his, es)
      .getByRole('button', { name: es.t(key('withdraw')) })
      .click()
    await expect(part(his, es)).toBeHidden()
    const dialog = await propose('Viaja ese día')
    await dialog.getByRole('button', { name: es.t(key('send')), exact: true }).click()
    await expect(part(his, es)).toContainText('Viaja ese día')
    await his.screenshot({ path: test.info().outputPath('proposed-390.png'), fullPage: true })
    await sound(his)
  })

  await test.step('the bell tells the host, who looks at who it is and accepts', async () => {
    await hers.goto('/talent-hunter')
    await hers.getByRole('button', { name: en.like('functionality:notifications.open_label_unread') }).click()
    const told = hers.getByRole('dialog').getByText(sentence(en, 'title_substitute'))
    await told.first().click()
    await hers.waitForURL(`**${at('events')}*`)
    const its = part(hers, en)
    await expect(its).toContainText('Viaja ese día')
    await expect(its.getByRole('link', { name: stand.name })).toBeVisible()
    await hers.screenshot({ path: test.info().outputPath('asked-1280.png'), fullPage: true })
    await sound(hers)
    await its.getByRole('button', { name: new RegExp(`^${en.t(key('accept'))}.*${stand.name}`) }).click()
    await expect(its).toContainText(en.t(key('plays'), proposal))
    await expect(its.getByRole('button')).toHaveCount(0)
  })

  await test.step('the band reads it at once, and each of the two is told', async () => {
    await expect(part(his, es)).toContainText(es.t(key('plays'), proposal))
    for (const [who, title] of [
      [stand, 'title_substitute_plays'],
      [away, 'title_substitute_out'],
    ] as const) {
      const { results } = await callsOf(request, who.token)(listNotifications, { query: {} })
      expect(results.map((one) => one.title)).toContain(sentence(es, title))
    }
  })

  await test.step('the sheet and its PDF name who comes', async () => {
    await hers.goto(`${at('events')}&sheet=${project_id}`)
    await expect(hers.getByText(en.t(key('plays'), proposal))).toBeVisible()
  })
  expect(errors.flat()).toEqual([])
})
