import { test as base, expect, type Page } from '@playwright/test'
import { openForBooking } from '#app/server/scenes/cast.ts'
import { formatMoney } from '#core/contract/money.ts'
import { cancelOrder } from '#features/hiring/desk/contract.ts'
import { type FakeStripe, startStripe } from '#features/payments/stripe.fixture.ts'
import type { Subscription } from '#features/payments/stripePlans.fixture.ts'
import { productionServer } from '../scripts/productionServer.ts'
import { temporaryFolder } from '../scripts/temporaryFolder.ts'
import { unfold } from './agreeing.ts'
import { bandName, bandOf, calls } from './bands.ts'
import { DAY, hunterThere, LA_PAZ, musicianThere, partyAt } from './order.ts'
import { moveClock } from './ownServer.ts'
import { browserOf, PASSWORD, tokenOf, watchForErrors } from './people.ts'
import { setUpWhereAsked } from './secondFactor.ts'
import { SETTINGS } from './settings.ts'
import { sound } from './sound.ts'
import { wordsOf } from './words.ts'

/*
 * Payments by card, with a Stripe on this machine: a card that isn't taken, one that is, and what comes back of it when the
 * party is cancelled; plans; and last, since it moves the clock, a balance and a tip, as they go on to a band.
 */

const EXPIRED = '4000000000000069'
const GOOD = '4242424242424242'

/** A server of its own where cards are taken, for all of these. */
const test = base.extend<object, { there: { address: string; stripe: FakeStripe } }>({
  there: [
    async ({ browserName: _ }, give) => {
      const { folder, remove } = temporaryFolder('cards')
      const at = { port: 0 }
      const stripe = await startStripe({ hook: () => `http://127.0.0.1:${at.port}/api/webhooks/stripe/` })
      const start = () => productionServer(folder, { ...SETTINGS, PUBLIC_URL: '', ...stripe.env })
      // The first start makes a database; where a busy machine takes too long for that, the next one goes on with it.
      const server = await start().catch(start)
      at.port = server.port
      await give({ address: `http://localhost:${server.port}`, stripe })
      await server.stop()
      await stripe.stop()
      remove()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: ({ there }, give) => give(there.address),
})

/** Types a card into the page that stands for Stripe's. */
async function typeCard(page: Page, card: string) {
  await page.getByLabel('Card number').fill(card)
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
}

for (const [language, width] of [
  ['es', 1280],
  ['en', 390],
] as const)
  test(`a deposit is paid by card and comes back by the terms, in ${language} at ${width} px`, async ({
    browser,
    request,
    there,
  }) => {
    const w = wordsOf(language)
    const card = (key: string, values = {}) => w.t(`business:contracts.card.${key}`, values)
    const hunter = await hunterThere(request, 'Carla Tarjeta')
    const musician = await musicianThere(request, 'Mario Cobros')
    const { order_id, contracts } = await partyAt('signed', hunter, 'Fiesta con tarjeta', musician)
    const context = await browserOf(browser, hunter.token, { language, width })
    const page = await context.newPage()
    const errors = watchForErrors(page)
    const shot = (name: string) =>
      page.screenshot({ path: test.info().outputPath(`${name}-${language}-${width}.png`), fullPage: true })

    await test.step('the hunter is offered a card beside the transfer', async () => {
      await page.goto(`/order?id=${order_id}`)
      await expect(page.getByRole('button', { name: card('pay_deposit') })).toBeVisible()
      await expect(
        page.getByRole('button', { name: w.t('business:contracts.deposit.record_hunter') }),
      ).toBeVisible()
      await sound(page)
      await shot('offer')
    })

    await test.step('a card that has expired isn’t taken; the page says so, and leads back to it', async () => {
      await page.getByRole('button', { name: card('pay_deposit') }).click()
      await typeCard(page, EXPIRED)
      await expect(page.getByRole('alert')).toBeVisible()
      await page.getByRole('link', { name: 'Back' }).click()
      await expect(page.getByText(card('failed_open', { why: card('failures.expired_card') }))).toBeVisible()
      await sound(page)
      await shot('failed')
    })

    await test.step('left, it may be paid otherwise; begun anew, another card is taken', async () => {
      await page.getByRole('button', { name: card('end.open') }).click()
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: card('end.send') })
        .click()
      await expect(page.getByText(card('failed', { why: card('failures.expired_card') }))).toBeVisible()
      await page.getByRole('button', { name: card('pay_deposit') }).click()
      await typeCard(page, GOOD)
      await expect(page.getByText(w.like('business:contracts.card.paid'))).toBeVisible()
      await expect(page.getByText(card('held_hunter'))).toBeVisible()
      await sound(page)
      await shot('paid')
    })

    await test.step('the musician sees it kept, and what is missing to be paid', async () => {
      const theirs = await browserOf(browser, musician.token, { language, width, theme: 'dark' })
      const other = await theirs.newPage()
      const seen = watchForErrors(other)
      await other.goto(`/contracts?filter=active&contract=${contracts[0]?.id}`)
      await expect(other.getByText(card('held_artist'))).toBeVisible()
      await other.screenshot({
        path: test.info().outputPath(`kept-${language}-${width}.png`),
        fullPage: true,
      })
      await other.goto('/contracts?filter=active')
      await expect(
        other.getByRole('button', { name: w.t('business:contracts.payout_account.open_none') }),
      ).toBeVisible()
      await sound(other)
      await other.screenshot({
        path: test.info().outputPath(`payouts-${language}-${width}.png`),
        fullPage: true,
      })
      expect(seen).toEqual([])
      await theirs.close()
    })

    await test.step('cancelled, what is due comes back to the card', async () => {
      const before = there.stripe.all('refund').length
      await hunter.api(cancelOrder, { params: { id: order_id }, body: { confirm: true } })
      await expect.poll(() => there.stripe.all('refund').length).toBe(before + 1)
      await expect(async () => {
        await page.goto(`/order?id=${order_id}`)
        await expect(page.getByText(w.like('business:contracts.card.refunded'))).toBeVisible({
          timeout: 5_000,
        })
      }).toPass()
      await sound(page)
      await shot('refunded')
    })
    expect(errors).toEqual([])
    await context.close()
  })

for (const [language, width] of [
  ['es', 390],
  ['en', 1280],
] as const)
  test(`a plan is charged to a card, grows, shrinks and ends by it, in ${language} at ${width} px`, async ({
    browser,
    request,
    there,
  }) => {
    const { t } = wordsOf(language)
    const word = (key: string, values = {}) => t(`business:plans.${key}`, values)
    const pro = word('names.pro')
    const rosa = await musicianThere(request, 'Rosa Tarjeta')
    const context = await browserOf(browser, rosa.token, { language, width })
    const page = await context.newPage()
    const errors = watchForErrors(page)
    await page.goto('/membership')
    await page.getByRole('button', { name: word('try_of', { plan: pro }) }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: word('try'), exact: true }).click()
    await expect(dialog).toHaveCount(0)

    await page.getByRole('button', { name: word('card.pay') }).click()
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(page.getByText(word('card.open'))).toBeVisible()
    await sound(page)
    await page.getByRole('button', { name: word('card.go_on') }).click()
    await typeCard(page, GOOD)
    await expect(page.getByText(word('card.running'))).toBeVisible()
    await sound(page)
    await page.screenshot({ path: test.info().outputPath(`plan-${language}-${width}.png`), fullPage: true })
    const subscription = there.stripe.all<Subscription>('subscription').at(-1)
    const charged = () => subscription?.items.data[0].price

    for (const [interval, amount] of [
      ['year', 9_000],
      ['month', 900],
    ] as const) {
      await page.getByRole('button', { name: word('change'), exact: true }).click()
      await dialog.getByText(word(`intervals.${interval}`), { exact: true }).click()
      await dialog.getByRole('button', { name: word('change'), exact: true }).click()
      await expect(dialog).toHaveCount(0)
      await expect.poll(() => charged()?.unit_amount).toBe(amount)
    }
    await page.getByRole('button', { name: word('cancel'), exact: true }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: word('cancel'), exact: true })
      .click()
    await expect.poll(() => subscription?.cancel_at_period_end).toBe(true)
    await page.getByRole('button', { name: word('keep'), exact: true }).click()
    await expect.poll(() => subscription?.cancel_at_period_end).toBe(false)
    await page.getByRole('button', { name: word('card.portal') }).click()
    await page.getByLabel('Card number').fill(GOOD)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(word('card.running'))).toBeVisible()
    expect(errors).toEqual([])
    await context.close()
  })

for (const [language, width] of [
  ['es', 390],
  ['en', 1280],
] as const)
  test(`a balance and a tip are paid by card and go on to a band, in ${language} at ${width} px`, async ({
    browser,
    request,
    there,
  }) => {
    test.setTimeout(240_000)
    const w = wordsOf(language)
    const c = (key: string, values = {}) => w.t(`business:contracts.${key}`, values)
    const hunter = await hunterThere(request, 'Carla Saldo')
    const rosa = await musicianThere(request, 'Rosa Cobros')
    const sara = await musicianThere(request, 'Sara Cobros')
    const project_id = await bandOf(request, rosa, bandName('Los del Cobro'), [sara])
    const path = `/api/projects/${project_id}`
    const { results } = await calls(request, rosa).get(`${path}/members/`)
    await calls(request, rosa).put(`${path}/shares/`, {
      shares: (results as { id: number; role: string }[]).map(({ id, role }) => ({
        ...{ member_id: id, share: role === 'OWNER' ? 60 : 40 },
      })),
    })
    const band = { ...rosa, project_id }
    await openForBooking(band, LA_PAZ, [{ title: 'Dúo con tarjeta', format: 'solo' }])
    const { order_id } = await partyAt('paid', hunter, 'Cena con tarjeta', band)
    const look = { language, width } as const
    const agreement = `/order?id=${order_id}&view=agreement`
    const transfers = () => there.stripe.all('transfer').length

    const context = await browserOf(browser, hunter.token, look)
    const page = await context.newPage()
    const errors = watchForErrors(page)
    await test.step('the hunter pays the balance on the provider’s page', async () => {
      await page.goto(agreement)
      await unfold(page)
      await page.getByRole('button', { name: c('card.pay_balance') }).click()
      await typeCard(page, GOOD)
      await unfold(page)
      await expect(page.getByText(w.like('business:contracts.card.paid'))).toBeVisible()
      await expect(page.getByText(c('card.held_hunter'))).toBeVisible()
      await sound(page)
    })
    expect(errors).toEqual([])
    await context.close()

    await test.step('the band’s owner opens an account at the provider', async () => {
      const theirs = await browserOf(browser, rosa.token, look)
      const other = await theirs.newPage()
      await other.goto(`/contracts?project=${project_id}`)
      await other.getByRole('button', { name: c('payout_account.open_none') }).click()
      await setUpWhereAsked(other, w, 'app')
      await other.getByRole('button', { name: 'Agree and submit' }).click()
      await expect(async () => {
        await other.goto(`/contracts?project=${project_id}`)
        await expect(other.getByRole('button', { name: c('payout_account.open_ready') })).toBeVisible({
          timeout: 5_000,
        })
      }).toPass()
      await theirs.close()
    })

    /** A browser of somebody's so many days after the evening, signed in anew. */
    const on = async (who: { email: string }, days: number) => {
      const now = await moveClock(request, new Date(Date.parse(`${DAY}T18:00:00Z`) + days * 86_400_000))
      const token = await tokenOf(request, who.email, PASSWORD)
      const its = await browserOf(browser, token, { ...look, now })
      const opened = await its.newPage()
      return { page: opened, errors: watchForErrors(opened), close: () => its.close() }
    }

    await test.step('the hunter gives a tip by card, once it was played', async () => {
      const theirs = await on(hunter, 2)
      await theirs.page.goto(agreement)
      await unfold(theirs.page)
      await theirs.page.getByRole('button', { name: c('extras.tip.open') }).click()
      await theirs.page.getByLabel(c('extras.tip.amount'), { exact: true }).fill('50')
      await theirs.page.getByLabel(c('extras.tip.words')).fill('¡Qué noche!')
      await sound(theirs.page)
      await theirs.page.getByRole('button', { name: c('extras.tip.send'), exact: true }).click()
      await theirs.page.screenshot({
        path: test.info().outputPath(`tip-${language}-${width}.png`),
        fullPage: true,
      })
      await theirs.page.getByRole('button', { name: c('card.pay_tip') }).click()
      await typeCard(theirs.page, GOOD)
      await unfold(theirs.page)
      await expect(theirs.page.getByText('“¡Qué noche!”')).toBeVisible()
      await expect(theirs.page.getByText(w.like('business:contracts.card.paid'))).toHaveCount(2)
      await sound(theirs.page)
      expect(theirs.errors).toEqual([])
      await theirs.close()
    })

    await test.step('both go on to the band, and each member reads their part', async () => {
      const before = transfers()
      const owner = await on(rosa, 4)
      await expect.poll(transfers).toBe(before + 2)
      await expect(async () => {
        await owner.page.goto(`/contracts?filter=past&project=${project_id}`)
        await expect(owner.page.getByText(c('payout_account.sent'), { exact: true })).toBeVisible({
          timeout: 5_000,
        })
      }).toPass()
      const parts = owner.page.getByRole('region', { name: c('payouts.title') })
      await expect(parts.getByRole('listitem')).toHaveCount(2)
      await expect(parts).toContainText(c('payouts.extras', { amount: formatMoney(3_000, 'USD', language) }))
      await expect(parts).toContainText(c('payouts.extras', { amount: formatMoney(2_000, 'USD', language) }))
      await sound(owner.page)
      await owner.page.screenshot({
        path: test.info().outputPath(`band-${language}-${width}.png`),
        fullPage: true,
      })
      expect(owner.errors).toEqual([])
      await owner.close()
    })
    expect((await request.post('/api/dev/clock', { data: { reset: true } })).ok()).toBe(true)
  })
