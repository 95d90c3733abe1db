import { expect } from '@playwright/test'
import { openForBooking } from '#app/server/scenes/cast.ts'
import { formatMoney } from '#core/contract/money.ts'
import { cancelOrder } from '#features/hiring/desk/contract.ts'
import { orderPackage } from '#features/lessons/booking/contract.ts'
import type { Subscription } from '#features/payments/stripePlans.fixture.ts'
import { unfold } from './agreeing.ts'
import { bandName, bandOf, calls } from './bands.ts'
import { EXPIRED, GOOD, keep, type Look, PHONE, test, typeCard, WIDE, wordsFor } from './cardServer.ts'
import { toBePaid } from './lesson.ts'
import { DAY, hunterThere, LA_PAZ, musicianThere, partyAt } from './order.ts'
import { moveClock } from './ownServer.ts'
import { browserOf, PASSWORD, tokenOf, watchForErrors } from './people.ts'
import { setUpWhereAsked } from './secondFactor.ts'
import { sound } from './sound.ts'
import { wordsOf } from './words.ts'

/*
 * Payments by card, with a Stripe on this machine: a card that isn't taken, one that is, and what comes back of it when the
 * party is cancelled; plans; and last, since it moves the clock, a balance, an extra and a tip, as they go on to
 * a band.
 */

test('a deposit is paid by card and comes back by the terms', async ({ browser, request, there }) => {
  const { w, c, p } = wordsFor(PHONE)
  const hunter = await hunterThere(request, 'Carla Tarjeta')
  const musician = await musicianThere(request, 'Mario Cobros')
  const { order_id, contracts } = await partyAt('signed', hunter, 'Fiesta con tarjeta', musician)
  const context = await browserOf(browser, hunter.token, PHONE)
  const page = await context.newPage()
  const errors = watchForErrors(page)
  const card = (key: string, values = {}) => c(`card.${key}`, values)

  await test.step('the hunter is offered a card beside the transfer', async () => {
    await page.goto(`/order?id=${order_id}`)
    await expect(page.getByRole('button', { name: card('pay_deposit') })).toBeVisible()
    await expect(page.getByRole('button', { name: c('deposit.record_hunter') })).toBeVisible()
    await sound(page)
    await keep(page, 'offer', PHONE)
  })

  await test.step('a card that has expired isn’t taken; the page says so, and leads back to it', async () => {
    await page.getByRole('button', { name: card('pay_deposit') }).click()
    await typeCard(page, EXPIRED)
    await expect(page.getByRole('alert')).toBeVisible()
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(page.getByText(p('failed_open', { why: p('failures.expired_card') }))).toBeVisible()
    await sound(page)
    await keep(page, 'failed', PHONE)
  })

  await test.step('left, it may be paid otherwise; begun anew, another card is taken', async () => {
    await page.getByRole('button', { name: p('end.open') }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: p('end.send') })
      .click()
    await expect(page.getByText(p('failed', { why: p('failures.expired_card') }))).toBeVisible()
    await page.getByRole('button', { name: card('pay_deposit') }).click()
    await typeCard(page, GOOD)
    await expect(page.getByText(w.like('business:payments.card.paid'))).toBeVisible()
    await expect(page.getByText(card('held_hunter'))).toBeVisible()
    await sound(page)
    await keep(page, 'paid', PHONE)
  })

  await test.step('the musician sees it kept, and what is missing to be paid', async () => {
    const theirs = wordsFor(WIDE)
    const open = await browserOf(browser, musician.token, { ...WIDE, theme: 'dark' })
    const other = await open.newPage()
    const seen = watchForErrors(other)
    await other.goto(`/contracts?filter=active&contract=${contracts[0]?.id}`)
    await expect(other.getByText(theirs.c('card.held_artist'))).toBeVisible()
    await keep(other, 'kept', WIDE)
    await other.goto('/contracts?filter=active')
    await expect(other.getByRole('button', { name: theirs.c('payout_account.open_none') })).toBeVisible()
    await sound(other)
    await keep(other, 'payouts', WIDE)
    expect(seen).toEqual([])
    await open.close()
  })

  await test.step('cancelled, what is due comes back to the card', async () => {
    const before = there.stripe.all('refund').length
    await hunter.api(cancelOrder, { params: { id: order_id }, body: { confirm: true } })
    await expect.poll(() => there.stripe.all('refund').length).toBe(before + 1)
    await expect(async () => {
      await page.goto(`/order?id=${order_id}`)
      await expect(page.getByText(w.like('business:payments.card.refunded'))).toBeVisible({
        timeout: 5_000,
      })
    }).toPass()
    await sound(page)
    await keep(page, 'refunded', PHONE)
  })
  expect(errors).toEqual([])
  await context.close()
})

test('a plan is charged to a card, grows, shrinks and ends by it', async ({ browser, request, there }) => {
  const rosa = await musicianThere(request, 'Rosa Tarjeta')
  /** The page of what they pay for, as it looks there. */
  const membership = async (look: Look) => {
    const context = await browserOf(browser, rosa.token, look)
    const page = await context.newPage()
    const errors = watchForErrors(page)
    await page.goto('/membership')
    const end = async () => {
      expect(errors).toEqual([])
      await context.close()
    }
    const { t } = wordsOf(look.language)
    return { page, end, word: (key: string, values = {}) => t(`business:plans.${key}`, values) }
  }

  await test.step('on a phone the plan is tried, and a card typed', async () => {
    const { page, end, word } = await membership(PHONE)
    await page.getByRole('button', { name: word('try_of', { plan: word('names.pro') }) }).click()
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
    await keep(page, 'plan', PHONE)
    await end()
  })

  await test.step('on a wide screen it grows, shrinks, is cancelled and kept, and another card is given', async () => {
    const { page, end, word } = await membership(WIDE)
    const subscription = there.stripe.all<Subscription>('subscription').at(-1)
    const charged = () => subscription?.items.data[0].price
    const dialog = page.getByRole('dialog')
    await expect(page.getByText(word('card.running'))).toBeVisible()
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
    await sound(page)
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
    await end()
  })
})

test('a lesson and a package are paid by card, and their teacher sees them paid', async ({
  browser,
  request,
}) => {
  const { gives, learns, learning, service_id, id } = await toBePaid(request)
  const { id: pack } = await learning(orderPackage, { body: { service_id, size: 4 } })
  const words = ({ language }: Look) => {
    const w = wordsOf(language)
    return { w, l: (key: string, values = {}) => w.t(`functionality:lessons.${key}`, values) }
  }
  const { l } = words(PHONE)
  const { w, p } = wordsFor(PHONE)
  const context = await browserOf(browser, learns.token, PHONE)
  const page = await context.newPage()
  const errors = watchForErrors(page)
  const paid = page.getByText(w.like('business:payments.card.paid'))

  await test.step('the student is offered a card beside the transfer', async () => {
    await page.goto(`/calendar?lesson=${id}`)
    await expect(page.getByRole('button', { name: l('card.pay') })).toBeVisible()
    await expect(page.getByRole('button', { name: l('payment.record_paid') })).toBeVisible()
    await sound(page)
    await keep(page, 'lesson-offer', PHONE)
  })

  await test.step('a card that has expired isn’t taken, and another on the same page is', async () => {
    await page.getByRole('button', { name: l('card.pay') }).click()
    await typeCard(page, EXPIRED)
    await expect(page.getByRole('alert')).toBeVisible()
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(page.getByText(p('failed_open', { why: p('failures.expired_card') }))).toBeVisible()
    await sound(page)
    await keep(page, 'lesson-open', PHONE)
    await page.getByRole('button', { name: p('go_on') }).click()
    await typeCard(page, GOOD)
    await expect(page).toHaveURL(new RegExp(`lesson=${id}`))
    await expect(paid).toBeVisible()
    await expect(page.getByText(l('card.held.lesson_student'))).toBeVisible()
    await sound(page)
    await keep(page, 'lesson-paid', PHONE)
  })

  await test.step('the package is paid from the student’s page, which it leads back to', async () => {
    await page.goto('/student')
    await page.getByRole('button', { name: l('card.pay') }).click()
    await typeCard(page, GOOD)
    await expect(page).toHaveURL(new RegExp(`/student\\?package=${pack}`))
    // The next lesson on that page is paid too.
    const its = page.getByRole('article').filter({ hasText: l('package.states.active') })
    await expect(its.getByText(w.like('business:payments.card.paid'))).toBeInViewport()
    await expect(its.getByText(l('card.held.package_student'))).toBeVisible()
    await sound(page)
    await keep(page, 'package-paid', PHONE)
  })
  expect(errors).toEqual([])
  await context.close()

  await test.step('the teacher sees both kept, and where they are paid', async () => {
    const theirs = words(WIDE)
    const open = await browserOf(browser, gives.token, { ...WIDE, theme: 'dark' })
    const other = await open.newPage()
    const seen = watchForErrors(other)
    await other.goto(`/calendar?lesson=${id}`)
    await expect(other.getByText(theirs.w.like('business:payments.card.paid'))).toBeVisible()
    await expect(other.getByText(theirs.l('card.held.lesson_teacher'))).toBeVisible()
    await sound(other)
    await keep(other, 'lesson-kept', WIDE)
    await other.goto('/calendar?view=lessons')
    await expect(other.getByText(theirs.l('card.held.package_teacher'))).toBeVisible()
    await sound(other)
    await keep(other, 'package-kept', WIDE)
    await other
      .getByRole('link', { name: theirs.l('card.payouts') })
      .first()
      .click()
    await expect(
      other.getByRole('button', { name: wordsFor(WIDE).c('payout_account.open_none') }),
    ).toBeVisible()
    expect(seen).toEqual([])
    await open.close()
  })
})

test('a balance, an extra and a tip are paid by card and go on to a band', async ({
  browser,
  request,
  there,
}) => {
  test.setTimeout(240_000)
  const { w, c } = wordsFor(WIDE)
  const band = wordsFor(PHONE)
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
  const artist = { ...rosa, project_id }
  await openForBooking(artist, LA_PAZ, [{ title: 'Dúo con tarjeta', format: 'solo' }])
  const { order_id, contracts } = await partyAt('paid', hunter, 'Cena con tarjeta', artist)
  const extras = `/api/contracts/${contracts[0]?.id}/extras/`
  const asked = await calls(request, rosa).post(extras, { title: 'Una hora más', amount: 10_000 })
  /** What reaches the band beyond the agreement: the extra less its fee, and the tip whole. */
  const beyond = (asked.extras[0].payout as number) + 5_000
  const agreement = `/order?id=${order_id}&view=agreement`
  const transfers = () => there.stripe.all('transfer').length

  const context = await browserOf(browser, hunter.token, WIDE)
  const page = await context.newPage()
  const errors = watchForErrors(page)
  await test.step('the hunter pays the balance on the provider’s page', async () => {
    await page.goto(agreement)
    await unfold(page)
    await page.getByRole('button', { name: c('card.pay_balance') }).click()
    await typeCard(page, GOOD)
    await unfold(page)
    await expect(page.getByText(w.like('business:payments.card.paid'))).toBeVisible()
    await expect(page.getByText(c('card.held_hunter'))).toBeVisible()
    await sound(page)
  })
  await test.step('and the extra that the band proposed, once accepted', async () => {
    await page.getByRole('button', { name: c('extras.accept') }).click()
    await page.getByRole('button', { name: c('card.pay_extra') }).click()
    await typeCard(page, GOOD)
    await unfold(page)
    await expect(page.getByText('Una hora más')).toBeVisible()
    await expect(page.getByText(w.like('business:payments.card.paid'))).toHaveCount(2)
    await sound(page)
    await keep(page, 'extra', WIDE)
  })
  expect(errors).toEqual([])
  await context.close()

  const recovery = await test.step('the band’s owner opens an account at the provider', async () => {
    const theirs = await browserOf(browser, rosa.token, PHONE)
    const other = await theirs.newPage()
    await other.goto(`/contracts?project=${project_id}`)
    await other.getByRole('button', { name: band.c('payout_account.open_none') }).click()
    const code = await setUpWhereAsked(other, band.w, 'app')
    await other.getByRole('button', { name: 'Agree and submit' }).click()
    await expect(async () => {
      await other.goto(`/contracts?project=${project_id}`)
      await expect(other.getByRole('button', { name: band.c('payout_account.open_ready') })).toBeVisible({
        timeout: 5_000,
      })
    }).toPass()
    await theirs.close()
    return code
  })

  /** A browser of somebody's so many days after the evening, signed in anew. */
  const on = async (who: { email: string }, look: Look, days: number, recovery?: string) => {
    const now = await moveClock(request, new Date(Date.parse(`${DAY}T18:00:00Z`) + days * 86_400_000))
    const token = await tokenOf(request, who.email, PASSWORD, recovery)
    const its = await browserOf(browser, token, { ...look, now })
    const opened = await its.newPage()
    return { page: opened, errors: watchForErrors(opened), close: () => its.close() }
  }

  await test.step('the hunter gives a tip by card, once it was played', async () => {
    const theirs = await on(hunter, WIDE, 2)
    await theirs.page.goto(agreement)
    await unfold(theirs.page)
    await theirs.page.getByRole('button', { name: c('extras.tip.open') }).click()
    await theirs.page.getByLabel(c('extras.tip.amount'), { exact: true }).fill('50')
    await theirs.page.getByLabel(c('extras.tip.words')).fill('¡Qué noche!')
    await sound(theirs.page)
    await theirs.page.getByRole('button', { name: c('extras.tip.send'), exact: true }).click()
    const pay = theirs.page.getByRole('button', { name: c('card.pay_tip') })
    await expect(pay).toBeVisible()
    await keep(theirs.page, 'tip', WIDE)
    await pay.click()
    await typeCard(theirs.page, GOOD)
    await unfold(theirs.page)
    await expect(theirs.page.getByText('“¡Qué noche!”')).toBeVisible()
    await expect(theirs.page.getByText(w.like('business:payments.card.paid'))).toHaveCount(3)
    await sound(theirs.page)
    expect(theirs.errors).toEqual([])
    await theirs.close()
  })

  await test.step('all three go on to the band, and each member reads their part', async () => {
    const before = transfers()
    const owner = await on(rosa, PHONE, 4, recovery)
    await expect.poll(transfers).toBe(before + 3)
    await expect(async () => {
      await owner.page.goto(`/contracts?filter=past&project=${project_id}`)
      await expect(owner.page.getByText(band.c('payout_account.sent'), { exact: true })).toBeVisible({
        timeout: 5_000,
      })
    }).toPass()
    const parts = owner.page.getByRole('region', { name: band.c('payouts.title') })
    await expect(parts.getByRole('listitem')).toHaveCount(2)
    for (const share of [0.6, 0.4])
      await expect(parts).toContainText(
        band.c('payouts.extras', {
          amount: formatMoney(Math.round(beyond * share), 'USD', PHONE.language),
        }),
      )
    await sound(owner.page)
    await keep(owner.page, 'band', PHONE)
    expect(owner.errors).toEqual([])
    await owner.close()
  })
  expect((await request.post('/api/dev/clock', { data: { reset: true } })).ok()).toBe(true)
})
