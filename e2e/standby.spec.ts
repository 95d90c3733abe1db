import { expect, test } from '@playwright/test'
import {
  contractsOf,
  offerFor,
  orderAt,
  payDeposit,
  receiveDeposit,
  sendBudget,
  sign,
} from '#app/server/scenes/order.ts'
import { readOrderEvent } from '#features/events/contract.ts'
import { readOrder } from '#features/hiring/desk/contract.ts'
import { hunterThere, musicianThere, partyOf } from './order.ts'
import { browserOf, watchForErrors } from './people.ts'
import { soundBothWays } from './sound.ts'
import { visit } from './travel.ts'
import { wordsOf } from './words.ts'

/*
 * A confirmed musician withdraws; the hunter sees the event at risk, asks somebody else with one press, and the event is
 * confirmed again once they have answered and both have signed. In a town where nobody else plays.
 */

const USHUAIA = {
  city: 'Ushuaia',
  country: 'AR',
  lat: -54.8019,
  lng: -68.303,
  zone: 'America/Argentina/Ushuaia',
}

test('who withdraws is replaced', async ({ browser, request }) => {
  const [es, en] = [wordsOf('es'), wordsOf('en')]
  /** The hunter's words. */
  const r = (key: string, values = {}) => en.t(`business:replacing.${key}`, values)
  /** Those of who leaves. */
  const c = (key: string, values = {}) => es.t(`business:contracts.${key}`, values)
  // Of this try alone: whoever stands in for an earlier one is still there.
  const nora = `Nora ${Date.now().toString(36)}`
  const hunter = await hunterThere(request, 'Helena Sustituta')
  const leaving = await musicianThere(request, 'Martín Adiós', USHUAIA)
  const standing = await musicianThere(request, nora, USHUAIA)
  const party = partyOf('Cóctel del sur')
  const offer = {
    items: [
      {
        kind: 'performance' as const,
        description: 'Dos horas',
        qty: 2,
        unit_price: 30_000,
        optional: false,
      },
    ],
  }
  const { order_id, contracts } = await orderAt('paid', {
    hunter,
    brief: { ...party, event: { ...party.event, ...USHUAIA } },
    moments: [
      {
        asks: [leaving],
        title: 'Cóctel',
        energy: 2,
        genre: 'jazz',
        format: 'solo',
        volume: 'low',
        cost: 60_000,
      },
    ],
    now: new Date(),
    offer,
  })
  const { event } = await hunter.api(readOrderEvent, { params: { id: order_id } })
  expect(event?.state).toBe('confirmed')

  await test.step('the musician reads what it means, and withdraws', async () => {
    const context = await browserOf(browser, leaving.token, { language: 'es', width: 390 })
    const page = await context.newPage()
    const errors = watchForErrors(page)
    await page.goto(`/contracts?contract=${contracts[0]?.id}`)
    await page.getByRole('button', { name: c('withdraw.open') }).click()
    const dialog = page.getByRole('dialog', { name: c('leaving.title') })
    await expect(dialog.getByRole('listitem')).toHaveCount(4)
    await expect(dialog).toContainText(c('leaving.free'))
    await expect(dialog).toContainText(c('leaving.clause'))
    const send = dialog.getByRole('button', { name: c('leaving.send') })
    await expect(send).toBeDisabled()
    await dialog.getByRole('textbox', { name: c('leaving.words') }).fill('Me enfermé de la garganta')
    await page.screenshot({ path: test.info().outputPath('withdraw-390.png') })
    await soundBothWays(page)
    await send.click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText(c('leaving.done'))).toBeVisible()
    // On a phone the list, which keeps it for what is to be given back, stands behind the agreement that is open.
    await expect(page.getByText(c('states.voided')).filter({ visible: true }).first()).toBeVisible()
    await expect(page.getByRole('button', { name: c('withdraw.open') })).toBeHidden()
    expect(errors).toEqual([])
    await context.close()
  })

  const context = await browserOf(browser, hunter.token, { language: 'en', theme: 'dark', width: 1280 })
  const page = await context.newPage()
  const errors = watchForErrors(page)
  const state = (name: string) =>
    page.getByText(en.t(`business:events.states.${name}`), { exact: true }).first()

  await test.step('the hunter sees it at risk, and asks somebody else', async () => {
    await visit(page, `/events?event=${event?.id}`, 'en')
    await expect(state('at_risk')).toBeVisible()
    const card = page.getByRole('region', { name: r('title') })
    await expect(card).toContainText(r('cause.withdrawn', { name: 'Martín Adiós' }))
    const ask = card.getByRole('button', { name: new RegExp(`^${r('ask')}.*${nora}`) })
    await expect(ask).toBeVisible()
    await page.screenshot({ path: test.info().outputPath('at-risk-1280.png'), fullPage: true })
    await soundBothWays(page)
    await ask.click()
    await expect(page.getByText(r('sent', { name: nora }), { exact: true })).toBeVisible()
    await expect(ask).toBeHidden()
    await expect(card.getByRole('link', { name: r('to_requests') })).toBeVisible()
  })

  await test.step('she answers, and the hunter accepts her quote right there', async () => {
    const order = await hunter.api(readOrder, { params: { id: order_id } })
    const asked = order.requests.find(({ project_id }) => project_id === standing.project_id)
    await sendBudget(
      standing,
      asked?.id ?? 0,
      offerFor({ now: new Date(), starts_at: order.starts_at ?? '' }, offer),
    )
    await page.reload()
    await expect(page.getByText(r('asked.available', { name: nora }))).toBeVisible()
    await page.getByRole('button', { name: en.t('business:budgets.compare.accept'), exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: en.t('business:budgets.accept.confirm') }).click()
    await expect(dialog).toBeHidden()
    await page.getByRole('link', { name: r('to_agreement') }).click()
    await expect(
      page.getByRole('heading', { name: en.t('business:contracts.panel_title'), exact: true }),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: new RegExp(nora) }).first()).toBeVisible()
    await page.screenshot({ path: test.info().outputPath('agreement-1280.png'), fullPage: true })
    await soundBothWays(page)
  })

  await test.step('with both signatures and the deposit the event is confirmed again', async () => {
    const agreement = (await contractsOf(hunter, order_id)).find(
      ({ project_id }) => project_id === standing.project_id,
    )
    if (!agreement) throw new Error('there is no agreement')
    for (const side of [hunter, standing]) await sign(side, agreement, side.name)
    await payDeposit(hunter, agreement.id)
    await receiveDeposit(standing, agreement.id)
    await visit(page, `/events?event=${event?.id}`, 'en')
    await expect(state('confirmed')).toBeVisible()
    await expect(page.getByRole('heading', { name: nora })).toBeVisible()
    await expect(page.getByRole('region', { name: r('title') })).toBeHidden()
    await page.screenshot({ path: test.info().outputPath('confirmed-1280.png'), fullPage: true })
    await soundBothWays(page)
  })
  expect(errors).toEqual([])
  await context.close()
})
