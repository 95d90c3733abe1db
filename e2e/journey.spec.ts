import { readOrderEvent } from '#features/events/contract.ts'
import { answerTo, sayHowItWas } from './afterwards.ts'
import {
  acceptQuotes,
  answer,
  confirmDeposits,
  payDeposits,
  sayWhere,
  sayWhoHires,
  signAsHunter,
  signAsMusician,
} from './agreeing.ts'
import {
  approveVariant,
  askTalent,
  beginBrief,
  dayIn,
  drawPlan,
  finishBrief,
  saved,
  submitBrief,
} from './hunter.ts'
import {
  calls,
  joinBand,
  makeBand,
  moveTo,
  newHunter,
  newMusician,
  offerByHand,
  offerLineUps,
  openWeekByHand,
  type Town,
  tokenOfNewcomer,
} from './newcomers.ts'
import { callsOf } from './order.ts'
import { expect, moveClock, type Page, test } from './ownServer.ts'
import { browserOf, watchForErrors } from './people.ts'
import { type Words, wordsOf } from './words.ts'

/*
 * The whole road, each side in a browser of its own, from an empty database: a stranger becomes a hunter, writes a
 * brief, gets a plan, asks a musician and a band who have just arrived too, compares, accepts, and all sign. The musician
 * withdraws, and another takes the place. The day comes, everybody says how it was, the hunter reads what the event
 * achieved, and the order closes. The server is the test's own, so that its clock can be moved.
 */

const TOWN: Town = { city: 'Cancún', country: 'MX', lat: 21.1619, lng: -86.8515, zone: 'America/Cancun' }

/** Who hires sits at a desk and reads Spanish; who plays has a phone, and reads English. */
const SIDES = { hires: { language: 'es', width: 1280 }, plays: { language: 'en', width: 390 } } as const

const HOUR = 3_600_000
const DAY = 24 * HOUR

// Once as most people see it, with what moves: no other test waits for that.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('a brief becomes a closed order, with somebody else on the way', async ({ browser, request }) => {
  test.setTimeout(900_000)
  const w = wordsOf('es')
  const m = wordsOf('en')
  const person = (name: string) => ({ name, email: `${name.toLowerCase()}@tarima.test` })
  const title = 'Boda en el patio'

  const musician = await newMusician(browser, request, m, person('Marisol'))
  await offerByHand(musician.page, m)
  await openWeekByHand(musician.page, m)
  await moveTo(TOWN, request, musician.email)

  const band = await newMusician(browser, request, m, person('Rodrigo'))
  await makeBand(band.page, m, 'Candela')
  await joinBand(browser, request, m, band.page, 'bajo@tarima.test')
  await moveTo(TOWN, request, band.email, 'Candela')

  const who = { ...person('Lucia'), name: 'Lucía' }
  const hunter = await newHunter(browser, request, w, who)
  await writeBrief(hunter, w, TOWN, title)
  await planAndAsk(hunter, w, [musician.name, 'Candela'])
  const order_id = Number(new URL(hunter.url()).searchParams.get('id'))

  await answer(musician.page, m)
  await answer(band.page, m)
  // The page has stood open since they asked: what was answered meanwhile is on it, and told.
  await expect(hunter.getByRole('heading', { name: w.t('business:budgets.compare.title') })).toBeVisible()
  await sayWhoHires(hunter, w)
  await acceptQuotes(hunter, w, order_id)
  await signAsHunter(hunter, w, who.name)
  await signAsMusician(musician.page, m, musician.name)
  await signAsMusician(band.page, m, band.name)

  await test.step('signed is not confirmed: the deposits are missing', async () => {
    await hunter.goto('/events')
    await expect(hunter.getByRole('heading', { level: 1 })).toBeVisible()
    expect((await (await calls(hunter)).get('/api/events/')).results).toEqual([])
    await hunter.goBack()
  })
  await sayWhere(musician.page, m, 'Banco del Puerto 77-1204', 'passkey')
  await payDeposits(hunter, w, 'Banco del Puerto 77-1204')
  await confirmDeposits(musician.page, m)
  await confirmDeposits(band.page, m)

  await test.step('the event stands on every side', async () => {
    await hunter.goto('/events')
    await expect(hunter.getByText(title).first()).toBeVisible()
    for (const { page } of [musician, band]) {
      await page.goto('/calendar')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const { results } = await (await calls(page)).get('/api/contracts/?filter=active')
      expect(results.length, 'active agreements').toBeGreaterThan(0)
    }
  })

  const api = callsOf(request, await tokenOfNewcomer(request, who.email))
  const { event } = await api(readOrderEvent, { params: { id: order_id } })
  if (!event) throw new Error('there is no event')
  const other = await newMusician(browser, request, m, person('Nora'))
  await offerLineUps(other.page, TOWN)
  await withdraw(musician.page, m)
  await askInstead(hunter, w, event.id, [musician.name, other.name])
  await answer(other.page, m, TOWN.city)
  await test.step('the other one can, and everything is agreed anew', async () => {
    await hunter.reload()
    await acceptQuotes(hunter, w, order_id)
    await hunter
      .getByRole('link', { name: w.t('business:replacing.to_agreement') })
      .first()
      .click()
    await hunter.waitForURL('**/order?id=*')
    await signAsHunter(hunter, w, who.name)
    await signAsMusician(other.page, m, other.name)
    await payDeposits(hunter, w)
    await confirmDeposits(other.page, m)
    await hunter.goto(`/events?event=${event.id}`)
    await expect(
      hunter.getByText(w.t('business:events.states.confirmed'), { exact: true }).first(),
    ).toBeVisible()
    await expect(hunter.getByRole('heading', { name: other.name })).toBeVisible()
  })
  for (const { page } of [musician, band, other]) await page.context().close()
  await hunter.context().close()

  /** Everybody comes back on another day, and has to sign in again by then. */
  const comeBack = async (email: string, at: Date) => {
    const side = email === who.email ? SIDES.hires : SIDES.plays
    const token = await tokenOfNewcomer(request, email)
    const page = await (await browserOf(browser, token, { ...side, now: at })).newPage()
    return { page, errors: watchForErrors(page) }
  }
  const begins = Date.parse(event.starts_at)
  const ends = Date.parse(event.ends_at)

  await test.step('on the day the hunter sees who has arrived', async () => {
    const now = await moveClock(request, new Date(begins - HOUR))
    const [phone, desk] = [await comeBack(other.email, now), await comeBack(who.email, now)]
    await desk.page.goto(`/events?event=${event.id}`)
    await phone.page.goto(`/calendar?event=${event.id}`)
    await phone.page.getByRole('button', { name: m.t('business:events.day.arrived'), exact: true }).click()
    const said = desk.page.getByRole('list', { name: w.t('business:events.day.list') })
    await expect(said).toContainText(other.name)
    await expect(said).toContainText(w.t('business:events.day.says_arrived'))
    expect([...phone.errors, ...desk.errors]).toEqual([])
    await Promise.all([phone.page.context().close(), desk.page.context().close()])
  })

  const after = await moveClock(request, new Date(ends + 25 * HOUR))
  await test.step('when it is over both sides say how it was, and the hunter reads the results', async () => {
    const [desk, phone] = [await comeBack(who.email, after), await comeBack(other.email, after)]
    await desk.page.goto('/talent-hunter')
    await desk.page
      .getByRole('list', { name: w.t('business:hunter_home.surveys') })
      .getByRole('link')
      .first()
      .click()
    await desk.page.waitForURL(`**/results/${order_id}`)
    await sayHowItWas(desk.page, w)
    await expect(
      desk.page.getByRole('region', { name: w.t('business:results.moments.title') }),
    ).toContainText(w.t('business:results.moments.of_five', { n: 2 }))

    await phone.page.goto(`/calendar?event=${event.id}`)
    await phone.page.getByRole('link', { name: m.like('business:survey.after.answer_as') }).click()
    await phone.page.waitForURL(/\/survey\/\d+$/)
    const s = (key: string) => m.t(`business:survey.musician.${key}`)
    await answerTo(phone.page, s('mark'), '4').check()
    await answerTo(phone.page, s('as_agreed'), s('yes')).check()
    await saved(phone.page)
    await phone.page.getByRole('button', { name: s('send') }).click()
    await expect(phone.page.getByRole('heading', { level: 1 })).toHaveText(s('thanks'))
    await desk.page.reload()
    await expect(
      desk.page.getByRole('region', { name: w.t('business:results.musicians.title') }),
    ).toContainText(w.t('business:results.musicians.mark', { n: 4 }))
    expect([...phone.errors, ...desk.errors]).toEqual([])
    await Promise.all([phone.page.context().close(), desk.page.context().close()])
  })

  await test.step('days later it is said what to do next time, and after a month the order is closed', async () => {
    await moveClock(request, new Date(after.getTime() + 4 * DAY))
    const now = await moveClock(request, new Date(after.getTime() + 31 * DAY))
    const { page, errors } = await comeBack(who.email, now)
    await page.goto(`/order?id=${order_id}`)
    await expect(page.getByRole('link', { name: w.t('business:survey.after.see') })).toBeVisible()
    expect((await (await calls(page)).get(`/api/orders/${order_id}/`)).stage).toBe('closed')
    await page.goto(`/results/${order_id}`)
    await expect(
      page
        .getByRole('region', { name: w.t('business:insights.recommendations.title') })
        .getByRole('listitem'),
    ).not.toHaveCount(0)
    expect(errors).toEqual([])
    const told: string[] = (await (await calls(page)).get('/api/notifications/?limit=100')).results
      .map(({ type }: { type: string }) => type)
      .reverse()
    // In this order, whatever else is told in between.
    const road = [
      'BRIEF_INITIATED',
      'BRIEF_VALIDATED',
      'OBJECTIVE_SCORE_READY',
      'PLAN_SONORO_CREATED',
      'TALENT_RECOMMENDED',
      'SCOUTING_INITIATED',
      'TALENT_AVAILABILITY_CONFIRMED',
      'PAYMENT_DUE',
      'MUSICIANS_CONFIRMED',
      'PROGRESS_TRACKING_ACTIVE',
      'EVENT_AT_RISK',
      'EVENT_REMINDER_SENT',
      'POST_EVENT_SURVEY_SENT',
      'EVENT_RESULTS_READY',
      'ROI_RECOMMENDATIONS_READY',
    ]
    expect(
      road.filter((type) => !told.includes(type)),
      'never told',
    ).toEqual([])
    const first = road.map((type) => told.indexOf(type))
    expect(first, told.join(', ')).toEqual(first.toSorted((a, b) => a - b))
    await page.context().close()
  })
})

const FACTS = {
  day: dayIn(45),
  starts: '17:00',
  ends: '22:00',
  guests: '90',
  genres: ['latin', 'jazz', 'pop'],
  budget: '9000',
}

async function writeBrief(page: Page, w: Words, town: Town, title: string) {
  const facts = { ...FACTS, ...town, elsewhere: town, title }
  await test.step('the hunter begins a brief, leaves and resumes it', async () => {
    const id = await beginBrief(page, w, facts)
    await page.goto('/talent-hunter')
    await page.getByRole('main').locator(`a[href="/order?id=${id}"]`).first().click()
    await page.waitForURL(`**/order?id=${id}`)
  })
  await test.step('writes it to the end, and reads the score', async () => {
    await finishBrief(page, w, facts)
    expect(await submitBrief(page, w)).toBeGreaterThan(0)
    const anyway = page.getByRole('button', { name: w.t('business:order.page.go_on_knowingly') })
    const draw = page.getByRole('button', { name: w.t('business:order.page.draw_plan') })
    await expect(anyway.or(draw).first()).toBeVisible()
    if (await anyway.isVisible()) await anyway.click()
  })
}

async function planAndAsk(page: Page, w: Words, names: string[]) {
  await test.step('has a plan drawn, approves it and asks the talent found', async () => {
    await drawPlan(page, w)
    await approveVariant(page, w, 'recommended')
    await askTalent(page, w, '¿Pueden acompañarnos?')
    for (const name of names) await expect(page.getByText(name).first()).toBeVisible()
  })
}

async function withdraw(page: Page, w: Words) {
  await test.step('the musician reads what it means, and withdraws', async () => {
    const c = (key: string) => w.t(`business:contracts.${key}`)
    const { results } = await (await calls(page)).get('/api/contracts/?filter=active')
    await page.goto(`/contracts?contract=${results[0].id}`)
    await page.getByRole('button', { name: c('withdraw.open') }).click()
    const dialog = page.getByRole('dialog', { name: c('leaving.title') })
    await dialog.getByRole('textbox', { name: c('leaving.words') }).fill('Me enfermé de la garganta')
    await dialog.getByRole('button', { name: c('leaving.send') }).click()
    await expect(page.getByText(c('leaving.done'))).toBeVisible()
  })
}

/** @param names who withdrew, and who is to play instead */
async function askInstead(page: Page, w: Words, event_id: number, [lost, instead]: [string, string]) {
  await test.step('the hunter sees the event at risk, and asks somebody else', async () => {
    const r = (key: string, values = {}) => w.t(`business:replacing.${key}`, values)
    await page.goto(`/events?event=${event_id}`)
    await expect(page.getByText(w.t('business:events.states.at_risk'), { exact: true }).first()).toBeVisible()
    const card = page.getByRole('region', { name: r('title') })
    await expect(card).toContainText(r('cause.withdrawn', { name: lost }))
    const ask = card.getByRole('button', { name: new RegExp(`^${r('ask')}.*${instead}`) })
    await expect(ask.first()).toBeVisible()
    for (let left = await ask.count(); left > 0; left--) {
      await expect(ask).toHaveCount(left)
      await ask.first().click()
    }
    await expect(ask).toHaveCount(0)
    await expect(card.getByRole('link', { name: r('to_requests') }).first()).toBeVisible()
  })
}
