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
import { wordsOf } from './words.ts'

/*
 * A confirmed musician withdraws; the hunter sees the event at risk, asks somebody else with one press, and the event is
 * confirmed again once they have answered and both have signed. Each in a town where nobody else plays.
 */

const VIEWS = [
  {
    language: 'es',
    width: 1280,
    town: { city: 'Punta Arenas', country: 'CL', lat: -53.1638, lng: -70.9171, zone: 'America/Punta_Arenas' },
  },
  {
    language: 'en',
    width: 390,
    town: { city: 'Ushuaia', country: 'AR', lat: -54.8019, lng: -68.303, zone: 'America/Argentina/Ushuaia' },
  },
] as const

for (const { language, width, town } of VIEWS)
  test(`who withdraws is replaced, in ${language} at ${width} px`, async ({ browser, request }) => {
    const w = wordsOf(language)
    const r = (key: string, values = {}) => w.t(`business:replacing.${key}`, values)
    const c = (key: string, values = {}) => w.t(`business:contracts.${key}`, values)
    const hunter = await hunterThere(request, 'Helena Sustituta')
    const leaving = await musicianThere(request, 'Martín Adiós', town)
    const standing = await musicianThere(request, 'Nora Relevo', town)
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
      brief: { ...party, event: { ...party.event, ...town } },
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
      const context = await browserOf(browser, leaving.token, { language, width })
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
      await page.screenshot({ path: test.info().outputPath(`withdraw-${width}.png`) })
      await send.click()
      await expect(dialog).toBeHidden()
      await expect(page.getByText(c('leaving.done'))).toBeVisible()
      await expect(page.getByText(c('states.voided')).first()).toBeVisible()
      await expect(page.getByRole('button', { name: c('withdraw.open') })).toBeHidden()
      expect(errors).toEqual([])
      await context.close()
    })

    const context = await browserOf(browser, hunter.token, { language, width })
    const page = await context.newPage()
    const errors = watchForErrors(page)
    const state = (name: string) =>
      page.getByText(w.t(`business:events.states.${name}`), { exact: true }).first()

    await test.step('the hunter sees it at risk, and asks somebody else', async () => {
      await page.goto(`/events?event=${event?.id}`)
      await expect(state('at_risk')).toBeVisible()
      const card = page.getByRole('region', { name: r('title') })
      await expect(card).toContainText(r('cause.withdrawn', { name: 'Martín Adiós' }))
      const ask = card.getByRole('button', { name: new RegExp(`^${r('ask')}.*Nora Relevo`) })
      await expect(ask).toBeVisible()
      await page.screenshot({ path: test.info().outputPath(`at-risk-${width}.png`), fullPage: true })
      await ask.click()
      await expect(page.getByText(r('sent', { name: 'Nora Relevo' }), { exact: true })).toBeVisible()
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
      await expect(page.getByText(r('asked.available', { name: 'Nora Relevo' }))).toBeVisible()
      await page.getByRole('button', { name: w.t('business:budgets.compare.accept'), exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: w.t('business:budgets.accept.confirm') }).click()
      await expect(dialog).toBeHidden()
      await page.getByRole('link', { name: r('to_agreement') }).click()
      await expect(page.getByRole('heading', { name: c('panel_title'), exact: true })).toBeVisible()
      await expect(page.getByRole('button', { name: /Nora Relevo/ }).first()).toBeVisible()
      await page.screenshot({ path: test.info().outputPath(`agreement-${width}.png`), fullPage: true })
    })

    await test.step('with both signatures and the deposit the event is confirmed again', async () => {
      const agreement = (await contractsOf(hunter, order_id)).find(
        ({ project_id }) => project_id === standing.project_id,
      )
      if (!agreement) throw new Error('there is no agreement')
      for (const side of [hunter, standing]) await sign(side, agreement, side.name)
      await payDeposit(hunter, agreement.id)
      await receiveDeposit(standing, agreement.id)
      await page.goto(`/events?event=${event?.id}`)
      await expect(state('confirmed')).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Nora Relevo' })).toBeVisible()
      await expect(page.getByRole('region', { name: r('title') })).toBeHidden()
      await page.screenshot({ path: test.info().outputPath(`confirmed-${width}.png`), fullPage: true })
    })
    expect(errors).toEqual([])
    await context.close()
  })
