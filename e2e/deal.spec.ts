import { contractsOf, orderAt, payDeposit, receiveDeposit, sign } from '#app/server/scenes/order.ts'
import { DAY, HOUR } from '#core/contract/time.ts'
import { readOrderEvent } from '#features/events/contract.ts'
import { readOrder } from '#features/hiring/desk/contract.ts'
import { sayHowItWas } from './afterwards.ts'
import { callsOf, hunterThere, musicianThere, partyAt, partyOf } from './order.ts'
import { expect, moveClock, test } from './ownServer.ts'
import { browserOf, PASSWORD, tokenOf, watchForErrors } from './people.ts'
import { soundBothWays } from './sound.ts'
import { visit } from './travel.ts'
import { wordsOf } from './words.ts'

/*
 * An artist who plays two moments of a party: one request, one quote with lines of each, one agreement, one row of events
 * and one call; asked about both when it is over, until the order closes. The server is the test's own, so that its clock
 * can be moved.
 */

const MOMENT = { energy: 2, genre: 'jazz', format: 'solo', volume: 'low', cost: 30_000 } as const

test('two moments of one artist are one deal', async ({ browser, request }) => {
  const [es, en] = [wordsOf('es'), wordsOf('en')]
  /** The musician's words. */
  const m = (key: string, values = {}) => es.t(`business:budgets.${key}`, values)
  /** The hunter's. */
  const b = (key: string, values = {}) => en.t(`business:budgets.${key}`, values)
  const phone = { language: 'es', width: 390 } as const
  const desk = { language: 'en', theme: 'dark', width: 1280 } as const
  const hunter = await hunterThere(request, 'Olga Dos')
  const musician = await musicianThere(request, 'Tomás Tandas')
  const { order_id, request_ids } = await orderAt('asked', {
    hunter,
    brief: partyOf('Fiesta de dos tandas'),
    moments: [
      { ...MOMENT, title: 'La cena', asks: [musician] },
      { ...MOMENT, title: 'El brindis', asks: [musician] },
    ],
    now: new Date(),
  })
  expect(request_ids[0]).toEqual(request_ids[1])

  await test.step('the musician sees both, and quotes them in one form', async () => {
    const context = await browserOf(browser, musician.token, phone)
    const page = await context.newPage()
    const errors = watchForErrors(page)
    await page.goto(`/budgets?request=${request_ids[0]?.[0]}`)
    const asked = page.getByRole('region', { name: m('moments.title') })
    await expect(asked.getByRole('listitem')).toHaveCount(2)
    for (const moment of ['La cena', 'El brindis'])
      await expect(asked.getByRole('radiogroup', { name: moment, exact: true })).toBeVisible()
    await page.screenshot({ path: test.info().outputPath('request-390.png') })
    await soundBothWays(page)
    await page.getByRole('button', { name: m('answer.available') }).click()
    for (const moment of ['La cena', 'El brindis'])
      await expect(page.getByRole('group', { name: new RegExp(moment) })).toBeVisible()
    await expect(page.getByRole('group', { name: m('moments.all') })).toBeVisible()
    await page.screenshot({ path: test.info().outputPath('quote-390.png') })
    await soundBothWays(page)
    await page.getByRole('button', { name: m('builder.send') }).click()
    await expect(page.getByText(m('card.title', { version: 1 })).first()).toBeVisible()
    await expect(page.getByText(m('moments.covers', { moments: 'La cena y El brindis' }))).toBeVisible()
    expect(errors).toEqual([])
    await context.close()
  })

  await test.step('the hunter accepts it whole, and has one agreement', async () => {
    const context = await browserOf(browser, hunter.token, desk)
    const page = await context.newPage()
    const errors = watchForErrors(page)
    await page.goto(`/order?id=${order_id}`)
    await expect(page.getByRole('heading', { name: b('compare.title') })).toBeVisible()
    const at = (moment: string) => page.getByRole('region', { name: moment, exact: true })
    await expect(at('La cena')).toContainText(b('moments.one_quote', { count: 2 }))
    // The same one, which is answered at the first.
    await expect(
      at('El brindis').getByRole('link', { name: /^The same quote: .* for the 2 moments$/ }),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: b('compare.accept') })).toHaveCount(1)
    await at('El brindis').getByRole('link').click()
    await expect(page.locator('[id^="budget-"]')).toBeFocused()
    await expect(page.locator('[id^="budget-"]')).toBeInViewport()
    await page.screenshot({ path: test.info().outputPath('compare-1280.png'), fullPage: true })
    await soundBothWays(page)
    await page.getByRole('button', { name: b('compare.accept') }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('La cena and El brindis')
    // Pressed twice it is accepted once: no refusal of a second time stands above the success.
    const answers: number[] = []
    page.on('response', (answer) => {
      if (/\/budgets\/\d+\/accept\//.test(answer.url())) answers.push(answer.status())
    })
    await dialog.getByRole('button', { name: b('accept.confirm') }).dblclick()
    await expect(dialog).toBeHidden()
    const panel = page.getByRole('button', { name: /^Tomás Tandas/ })
    await expect(panel).toHaveCount(1)
    await expect(panel).toContainText('El brindis')
    expect(answers).toEqual([200])
    expect(errors).toEqual([])
    await context.close()
  })

  const agreements = await contractsOf(hunter, order_id)
  expect(agreements).toHaveLength(1)
  for (const agreement of agreements) {
    for (const side of [hunter, musician]) await sign(side, agreement, side.name)
    await payDeposit(hunter, agreement.id)
    await receiveDeposit(musician, agreement.id)
  }
  const { event } = await hunter.api(readOrderEvent, { params: { id: order_id } })
  if (!event) throw new Error('there is no event')

  await test.step('signed and paid it is one row of events, with one call for both', async () => {
    expect(event.performers).toMatchObject([{ moments: [{ title: 'La cena' }, { title: 'El brindis' }] }])
    for (const [at, { token }] of [hunter, musician].entries()) {
      const context = await browserOf(browser, token, at === 0 ? desk : phone)
      const page = await context.newPage()
      const errors = watchForErrors(page)
      if (at === 0) {
        await page.goto('/events')
        await expect(page.getByRole('main').locator(`a[href*="event=${event.id}"]`)).toHaveCount(1)
      }
      await visit(page, `/${at === 0 ? 'events' : 'calendar'}?event=${event.id}`, at === 0 ? 'en' : 'es')
      const call = page.getByText((at === 0 ? en : es).t('business:events.schedule.call'), { exact: true })
      await expect(call.first()).toBeVisible()
      await expect(call).toHaveCount(1)
      await soundBothWays(page)
      expect(errors).toEqual([])
      await context.close()
    }
  })

  const after = await moveClock(request, new Date(Date.parse(event.ends_at) + 25 * HOUR))
  await test.step('when it is over the hunter is asked about both moments, and reads how they were', async () => {
    const token = await tokenOf(request, hunter.email, PASSWORD)
    const context = await browserOf(browser, token, { ...desk, now: after })
    const page = await context.newPage()
    const errors = watchForErrors(page)
    await page.goto(`/results/${order_id}`)
    const questions = page.getByRole('region', { name: en.t('business:survey.moments.title') })
    await expect(questions.getByRole('radiogroup')).toHaveCount(2)
    await expect(
      page.getByRole('region', { name: en.t('business:survey.punctuality.title') }).getByRole('radiogroup'),
    ).toHaveCount(1)
    await soundBothWays(page)
    await sayHowItWas(page, en)
    const marks = page.getByRole('region', { name: en.t('business:results.moments.title') })
    for (const moment of ['La cena', 'El brindis']) await expect(marks).toContainText(moment)
    await page.screenshot({ path: test.info().outputPath('results-1280.png'), fullPage: true })
    await soundBothWays(page)
    expect(errors).toEqual([])
    await context.close()
  })

  await test.step('a month later the order is closed', async () => {
    await moveClock(request, new Date(after.getTime() + 31 * DAY))
    const api = callsOf(request, await tokenOf(request, hunter.email, PASSWORD))
    expect((await api(readOrder, { params: { id: order_id } })).stage).toBe('closed')
  })
})

test('an acceptance that comes too late says so, and leaves the page as it stands', async ({
  browser,
  request,
}) => {
  const w = wordsOf('es')
  const hunter = await hunterThere(request, 'Rita Tarde')
  const musician = await musicianThere(request, 'Simón Primero')
  const { order_id } = await partyAt('quoted', hunter, 'Fiesta de dos pestañas', musician)
  const context = await browserOf(browser, hunter.token)
  const page = await context.newPage()
  await page.goto(`/order?id=${order_id}`)
  const accept = page.getByRole('button', { name: w.t('business:budgets.compare.accept') })
  await accept.first().click()
  const message = w.t('common:errors.budgets.moved_on')
  await page.route('**/accept/', (route) => route.fulfill({ status: 409, json: { message } }))
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: w.t('business:budgets.accept.confirm') }).click()
  await expect(page.getByText(message)).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(accept.first()).toBeVisible()
  await context.close()
})
