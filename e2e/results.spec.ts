import { expect, test } from '@playwright/test'
import { listEvents } from '#features/events/contract.ts'
import { answerTo, sayAllCameOnTime } from './afterwards.ts'
import { saved } from './hunter.ts'
import { callsOf } from './order.ts'
import { appIsThere, browserOf, DEMO, tokenOf, watchForErrors } from './people.ts'
import { sound } from './sound.ts'
import { wordsOf } from './words.ts'

/*
 * After the event: the host and who played say how it was, and the host reads what it achieved. The newest
 * event of the demo that is over waits for its answers; it is answered here and nowhere else.
 */

/** How long somebody takes on a phone to read a question and press an answer, and to type one. */
const PRESS_SECONDS = 5
const TYPE_SECONDS = 20

const es = wordsOf('es')
const en = wordsOf('en')

test('both sides say how it was, and the host reads what it achieved', async ({ browser, request }) => {
  // Whatever is over by now is delivered.
  await request.post('/api/dev/clock', { data: { move_ms: 0 } })
  const token = await tokenOf(request, DEMO.TALENT_HUNTER)
  const { results } = await callsOf(request, token)(listEvents, { query: { when: 'past' } })
  const event = results.find(({ state }) => state === 'delivered')
  const order_id = event?.order_id ?? 0
  const s = (key: string, values = {}) => es.t(`business:survey.${key}`, values)

  await test.step('the host answers on a phone, goes away and comes back', async () => {
    const page = await (await browserOf(browser, token, { width: 390 })).newPage()
    const errors = watchForErrors(page)
    await page.goto('/talent-hunter')
    await page
      .getByRole('list', { name: es.t('business:hunter_home.surveys') })
      .getByRole('link')
      .first()
      .click()
    await page.waitForURL(`**/results/${order_id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(event?.title ?? '')
    await sound(page)

    const form = page.getByRole('main')
    const questions = await form.getByRole('radiogroup').count()
    const typed = await form.getByRole('textbox').count()
    expect(questions).toBeGreaterThan(1)
    // A press for each question and one to send; all that is asked fits into two minutes.
    expect((questions + 1) * PRESS_SECONDS + typed * TYPE_SECONDS).toBeLessThanOrEqual(120)

    // What has to be answered is led to.
    await page.getByRole('button', { name: s('send') }).click()
    await expect(page.getByText(es.t('common:validation.required')).first()).toBeVisible()
    await expect(answerTo(page, s('nps.title'), '0')).toBeFocused()
    await answerTo(page, s('nps.title'), '9').check()
    await saved(page)

    await page.reload()
    await expect(answerTo(page, s('nps.title'), '9')).toBeChecked()
    const moments = page.getByRole('region', { name: s('moments.title') }).getByRole('radiogroup')
    for (let at = 0; at < (await moments.count()); at++)
      await moments
        .nth(at)
        .getByRole('radio', { name: at === 0 ? '5' : '4', exact: true })
        .check()
    // With one press each all is answered that has to be.
    const needed = 1 + (await moments.count())
    await expect(page.getByRole('progressbar', { name: s('progress') })).toHaveAttribute(
      'aria-valuetext',
      `${needed} / ${needed}`,
    )
    await page.getByRole('textbox', { name: s('aim.actual') }).fill('4.8')
    await page.getByRole('textbox', { name: s('comment.label') }).fill('Nadie se quería ir.')
    await saved(page)
    await sayAllCameOnTime(page, es)
    await saved(page)
    await sound(page)

    // What can't be saved isn't sent, and that is said.
    const other = await page.context().newPage()
    await other.goto(page.url())
    await other.route('**/survey/', (route) =>
      route.request().method() === 'GET' ? route.continue() : route.abort(),
    )
    await answerTo(other, s('nps.title'), '8').check()
    await other.getByRole('button', { name: s('send') }).click()
    await expect(other.getByText(es.t('common:errors.common.connection'))).toBeVisible()
    await other.unrouteAll()
    await answerTo(other, s('nps.title'), '9').check()
    await saved(other)
    await other.close()
    await page.getByRole('button', { name: s('send') }).click()

    const satisfaction = page.getByRole('region', { name: es.t('business:results.moments.title') })
    await expect(satisfaction.getByRole('table')).toContainText(
      es.t('business:results.moments.of_five', { n: 5 }),
    )
    await expect(
      satisfaction.getByRole('list', { name: es.t('business:results.moments.graph') }),
    ).toBeVisible()
    await expect(page.getByText(es.t('business:results.objective.reached'))).toBeVisible()
    await expect(page.getByText('Nadie se quería ir.')).toBeVisible()
    const money = page.getByRole('region', { name: es.t('business:results.money.title') })
    await expect(money.getByRole('list', { name: es.t('business:results.money.graph') })).toBeVisible()
    await sound(page)
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: es.t('business:results.share.download') }).click()
    expect((await coming).suggestedFilename()).toMatch(new RegExp(`^\\d{4}-\\d\\d-\\d\\d-${order_id}\\.pdf$`))
    await page.reload()
    await expect(page.getByText(es.t('business:results.objective.reached'))).toBeVisible()
    await expect(page.getByRole('button', { name: s('send') })).toHaveCount(0)
    expect(errors).toEqual([])
    await page.context().close()
  })

  await test.step('the event leads to the results, in English and in the dark', async () => {
    const page = await (await browserOf(browser, token, { language: 'en', theme: 'dark' })).newPage()
    const errors = watchForErrors(page)
    await page.goto(`/events?event=${event?.id}`)
    await page.getByRole('link', { name: en.t('business:survey.after.see') }).click()
    await page.waitForURL(`**/results/${order_id}`)
    const money = page.getByRole('region', { name: en.t('business:results.money.title') })
    await expect(money.getByRole('row', { name: en.t('business:results.money.total') })).toContainText('$')
    await expect(
      page.getByRole('region', { name: en.t('business:results.value.per_guest_title') }),
    ).toContainText('$')
    await sound(page)
    await page.goto(`/order?id=${order_id}`)
    await expect(page.getByRole('link', { name: en.t('business:survey.after.see') })).toBeVisible()
    expect(errors).toEqual([])
    await page.context().close()
  })

  await test.step('who played answers three questions', async () => {
    const musician = await tokenOf(request, DEMO.MUSICIAN)
    const page = await (await browserOf(browser, musician, { width: 390, theme: 'dark' })).newPage()
    const errors = watchForErrors(page)
    await page.goto(`/calendar?event=${event?.id}`)
    await page.getByRole('link', { name: es.like('business:survey.after.answer_as') }).click()
    await page.waitForURL(/\/survey\/\d+$/)
    await answerTo(page, s('musician.mark'), '5').check()
    await answerTo(page, s('musician.as_agreed'), s('musician.yes')).check()
    await saved(page)
    await sound(page)
    await page.getByRole('button', { name: s('musician.send') }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(s('musician.thanks'))
    await page.reload()
    await expect(answerTo(page, s('musician.mark'), '5')).toBeChecked()
    await expect(answerTo(page, s('musician.mark'), '5')).toBeDisabled()
    expect(errors).toEqual([])
    await page.context().close()
  })

  await test.step('and the host sees that they did', async () => {
    const page = await (await browserOf(browser, token)).newPage()
    await page.goto(`/results/${order_id}`)
    await expect(page.getByRole('region', { name: es.t('business:results.musicians.title') })).toContainText(
      es.t('business:results.musicians.mark', { n: 5 }),
    )
    await page.context().close()
  })

  await test.step('who shares them by a link, which anybody reads until it is taken back', async () => {
    const r = (key: string, values = {}) => es.t(`business:results.${key}`, values)
    const page = await (await browserOf(browser, token, { width: 390 })).newPage()
    const errors = watchForErrors(page)
    await page.goto(`/results/${order_id}`)
    const card = page.getByRole('region', { name: r('share.title') })
    await card.getByRole('button', { name: r('share.make') }).click()
    const address = card.getByRole('textbox', { name: r('share.address') })
    await expect(address).toHaveValue(/\/shared-results\?key=[\w-]{43}$/)
    await sound(page)
    const { pathname, search } = new URL(await address.inputValue())
    const link = pathname + search

    const answer = await request.get(link)
    expect(answer.status()).toBe(200)
    expect(answer.headers()).toMatchObject({
      'x-robots-tag': 'noindex',
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
    })
    const outside = await (
      await browserOf(browser, null, { width: 390, language: 'en', theme: 'dark' })
    ).newPage()
    const faults = watchForErrors(outside)
    await outside.goto(link)
    await appIsThere(outside)
    await expect(outside.getByRole('heading', { level: 1 })).toHaveText(event?.title ?? '')
    await expect(outside).toHaveTitle(en.t('business:results.shared.title', { event: event?.title ?? '' }))
    await expect(outside.getByText(en.t('business:results.objective.reached'))).toBeVisible()
    const moments = outside.getByRole('region', { name: en.t('business:results.moments.title') })
    await expect(moments.getByRole('table')).toContainText(en.t('business:results.moments.of_five', { n: 5 }))
    await expect(outside.getByRole('main')).not.toContainText('Nadie se quería ir.')
    await expect(outside.getByRole('main')).not.toContainText('$')
    await sound(outside)
    expect(faults).toEqual([])

    // It isn't told again: whoever lost it makes another, and it is said since when there is one.
    await page.reload()
    await expect(card.getByText(r('share.lost'))).toBeVisible()
    await expect(card.getByText(r('share.no_money'))).toBeVisible()
    await expect(address).toHaveCount(0)
    // What a link includes is asked where it is made: beside one that is there it would seem to change that one.
    const money = { name: r('share.with_money') }
    await expect(card.getByRole('switch', money)).toHaveCount(0)
    const sure = page.getByRole('alertdialog')
    await card.getByRole('button', { name: r('share.renew') }).click()
    await expect(sure.getByRole('switch', money)).not.toBeChecked()
    await sound(page)
    await sure.getByRole('button', { name: r('share.renew') }).click()
    await expect(address).toHaveValue(/key=/)
    expect((await request.get(link)).status(), 'the one before').toBe(404)
    const { search: renewed } = new URL(await address.inputValue())
    expect((await request.get(pathname + renewed)).status()).toBe(200)

    await card.getByRole('button', { name: r('share.end') }).click()
    await sure.getByRole('button', { name: r('share.end') }).click()
    await expect(card.getByRole('button', { name: r('share.make') })).toBeVisible()
    expect((await request.get(pathname + renewed)).status()).toBe(404)
    await outside.goto(pathname + renewed)
    await expect(outside.getByRole('heading', { level: 1 })).toHaveText(
      en.t('business:results.shared.missing'),
    )
    await sound(outside)
    expect(errors).toEqual([])
    await Promise.all([page.context().close(), outside.context().close()])
  })
})
