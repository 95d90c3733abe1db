import { type APIRequestContext, type Browser, expect, type Locator, type Page, test } from '@playwright/test'
import type { Hunter, Musician } from '#app/server/scenes/cast.ts'
import { answerUnavailable } from '#features/budgets/contract.ts'
import { readCalendar } from '#features/events/contract.ts'
import { postponeOrder, readOrder, rescheduleOrder } from '#features/hiring/desk/contract.ts'
import { readPlans } from '#features/hiring/plan/contract.ts'
import { listNotifications } from '#features/notifications/contract.ts'
import { briefControl, typeDay, typeTime } from './fields.ts'
import { dayIn } from './hunter.ts'
import { DAY, hunterThere, musicianThere, partyAt, partyOf, type Signed } from './order.ts'
import { browserOf, mailTo, watchForErrors } from './people.ts'
import { type Words, wordsOf } from './words.ts'

/*
 * What a hunter does when the plans change: the order copied, put off, given another day, cancelled. Everybody here
 * is new, in a town of their own: nothing that others look at is touched.
 */

const es = wordsOf('es')
const en = wordsOf('en')

interface View {
  words?: Words
  theme?: 'light' | 'dark'
  width?: number
}

/** The order on its page, in a browser of the hunter's own. */
async function deskOf(
  browser: Browser,
  hunter: Hunter & Signed,
  order_id: number,
  { words = es, theme = 'light', width = 1280 }: View = {},
): Promise<Page> {
  const context = await browserOf(browser, hunter.token, { language: words.language, theme, width })
  const page = await context.newPage()
  await page.goto(`/order?id=${order_id}`)
  await expect(page.getByRole('button', { name: words.t('business:order.page.actions') })).toBeVisible()
  return page
}

const orderOf = ({ api }: Hunter, id: number) => api(readOrder, { params: { id } })

/** Opens the menu of the order and takes one of its actions, by keyboard alone. */
async function act(page: Page, words: Words, action: string): Promise<void> {
  await page.getByRole('button', { name: words.t('business:order.page.actions') }).focus()
  await page.keyboard.press('Enter')
  const item = page.getByRole('menuitem', { name: words.t(`business:order.page.${action}`) })
  await expect(item).toBeVisible()
  await expect(async () => {
    if (!(await item.evaluate((one) => one === document.activeElement)))
      await page.keyboard.press('ArrowDown')
    await expect(item).toBeFocused({ timeout: 200 })
  }).toPass()
  await page.keyboard.press('Enter')
}

/** What the dialog says that goes with it: a number and its words each. */
const takes = (dialog: Locator, words: Words, names: readonly string[]) =>
  expect(dialog.getByRole('listitem')).toHaveText(
    names.map((name) => new RegExp(words.like(`business:order.page.leave.takes.${name}`).source.slice(1))),
  )

const fits = async (page: Page) =>
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    'nothing hangs over the edge',
  ).toBeLessThanOrEqual(0)

/** Two who are new, met for one test. */
async function two(
  request: APIRequestContext,
): Promise<{ hunter: Hunter & Signed; musician: Musician & Signed }> {
  const [hunter, musician] = await Promise.all([
    hunterThere(request, 'Hilda Cambios'),
    musicianThere(request, 'Mateo Marea'),
  ])
  return { hunter, musician }
}

test('a copy has the brief and nobody of the people', async ({ browser, request }) => {
  const { hunter, musician } = await two(request)
  const { order_id } = await partyAt('asked', hunter, 'Cena frente al mar', musician)
  const page = await deskOf(browser, hunter, order_id)
  const errors = watchForErrors(page)
  await act(page, es, 'duplicate')
  await expect(page.getByText(es.t('business:order.page.duplicated'))).toBeVisible()
  // It opens where something is missing: the day.
  await expect(
    page.getByRole('heading', { name: es.t('business:order.brief.sections.event.title') }),
  ).toBeVisible()
  const copy_id = Number(new URL(page.url()).searchParams.get('id'))
  expect(copy_id).not.toBe(order_id)
  await expect(
    page.getByRole('textbox', { name: es.t('business:order.brief.fields.event.title') }),
  ).toHaveValue('Cena frente al mar')

  const copy = await orderOf(hunter, copy_id)
  const { day: _, ...event } = partyOf('Cena frente al mar').event ?? {}
  expect(copy.brief).toEqual({ ...partyOf('Cena frente al mar'), event })
  expect(copy).toMatchObject({
    stage: 'draft',
    missing: ['event.day'],
    requests: [],
    plans: [],
    preferred: null,
    asked_alone: false,
    asked_name: null,
    score: null,
  })
  const old = await orderOf(hunter, order_id)
  expect([old.stage, old.brief.event?.day, old.requests.length]).toEqual(['scouting', DAY, 1])

  // With a day it is a brief like any other.
  await briefControl(page, 'event.day').fill(dayIn(80))
  await page.keyboard.press('Tab')
  await expect.poll(async () => (await orderOf(hunter, copy_id)).brief.event?.day).toBe(dayIn(80))
  expect(errors).toEqual([])
})

test('when the last musician declines, the ways on arrive by themselves', async ({ browser, request }) => {
  const { hunter, musician } = await two(request)
  const { order_id, request_ids } = await partyAt('asked', hunter, 'Cena sin guitarra', musician)
  const adjust = (key: string) => es.t(`business:order.page.adjust.${key}`)
  await musician.api(answerUnavailable, {
    params: { id: request_ids[0]?.[0] ?? 0 },
    body: { reason: 'busy', detail: '' },
  })
  const page = await deskOf(browser, hunter, order_id)
  const errors = watchForErrors(page)
  await expect(page.getByRole('heading', { name: adjust('title') })).toBeVisible()
  await expect(page.getByRole('button', { name: adjust('take') }).first()).toBeVisible()
  await expect(page.getByText(adjust('pending'))).toBeHidden()
  expect(errors).toEqual([])
})

test('an event is put off, gets its new day and asks its musicians again', async ({ browser, request }) => {
  const { hunter, musician } = await two(request)
  const scene = await partyAt('paid', hunter, 'Cena frente al mar', musician)
  const { order_id } = scene
  const request_id = scene.request_ids[0]?.[0]
  const contract_id = scene.contracts[0]?.id
  const page = await deskOf(browser, hunter, order_id)
  const errors = watchForErrors(page)
  const leave = (key: string) => es.t(`business:order.page.leave.${key}`)

  await test.step('the hunter sees what goes with it, and puts it off', async () => {
    await act(page, es, 'leave.postpone.action')
    const dialog = page.getByRole('dialog', { name: leave('postpone.title') })
    await takes(dialog, es, [
      'requests_one',
      'holds_one',
      'budgets_one',
      'contracts_one',
      'events_put_off_one',
      'people_one',
      'accepted_total',
      'paid_postpone',
    ])
    await expect(dialog.getByText(/\$648/)).toBeVisible()
    await dialog.getByRole('textbox', { name: leave('reason') }).fill('Viene un huracán')
    await page.screenshot({ path: test.info().outputPath('postpone.png') })
    await dialog.getByRole('button', { name: leave('postpone.confirm') }).click()
    await expect(page.getByText(leave('postpone.done'))).toBeVisible()
    await expect(
      page.getByRole('heading', { name: es.t('business:order.page.over.postponed.title') }),
    ).toBeVisible()
    const journey = page.getByRole('region', { name: es.t('business:order.timeline.label') })
    await expect(journey.getByRole('listitem').last()).toContainText(
      es.t('business:order.timeline.stages.postponed'),
    )
  })
  await test.step('both sides are told, and the date is free', async () => {
    await mailTo(request, hunter.email, es.like('business:order.mail.hunter.order_postponed.subject'))
    await mailTo(request, musician.email, es.like('business:contracts.mail.voided.subject'))
    await page.goto('/events')
    await page.getByText(es.t('business:events.past'), { exact: true }).click()
    await expect(page.getByText(es.t('business:events.states.postponed'), { exact: true })).toBeVisible()
    const from = new Date(Date.now()).toISOString()
    const to = new Date(Date.now() + 90 * 86_400_000).toISOString()
    const { results } = await musician.api(readCalendar, { query: { from, to } })
    expect(results).toEqual([])

    const theirs = await (await browserOf(browser, musician.token)).newPage()
    await theirs.goto(`/contracts?contract=${contract_id}`)
    const because = es.t('business:budgets.reasons.order_postponed')
    await expect(theirs.getByText(because)).toBeVisible()
    await theirs.goto(`/budgets?request=${request_id}`)
    await expect(theirs.getByText(because)).toHaveCount(2)
    await theirs.context().close()
  })
  await test.step('a day that has passed and hours that are no event are refused; what was typed stays', async () => {
    await page.goto(`/order?id=${order_id}`)
    await page.getByRole('button', { name: leave('reschedule.action') }).click()
    const dialog = page.getByRole('dialog', { name: leave('reschedule.title') })
    const save = dialog.getByRole('button', { name: leave('reschedule.confirm') })
    const field = (name: string) => es.t(`business:order.brief.fields.event.${name}`)
    await expect(save).toBeDisabled()
    await typeDay(dialog, field('day'), dayIn(-3), 'es')
    await save.click()
    await expect(dialog.getByText(es.t('common:validation.in_future'))).toBeVisible()
    await typeDay(dialog, field('day'), dayIn(75), 'es')
    await typeTime(dialog, field('ends'), '18:10')
    await expect(dialog.getByText(es.t('common:validation.event_length'))).toBeVisible()
    // Nobody is looked for at such hours: nothing is shown as being on its way.
    await expect(dialog.locator('[aria-busy="true"]')).toHaveCount(0)
    const refused = page.waitForResponse((response) => response.url().includes('/reschedule/'))
    await save.click()
    expect((await refused).status()).toBe(422)
    await expect(dialog.getByText(es.t('common:validation.event_length'))).toBeVisible()
    await expect(dialog.getByText(es.t('common:validation.in_future'))).toHaveCount(0)
    await expect(dialog.getByRole('group', { name: field('starts') })).toContainText('18')
    await page.screenshot({ path: test.info().outputPath('reschedule.png') })
    await typeTime(dialog, field('ends'), '20:30')
    const who = dialog.getByRole('region', { name: leave('reschedule.who') })
    await expect(who.getByRole('listitem')).toContainText(['Mateo Marea'])
    await dialog
      .getByRole('button', { name: es.t('business:order.page.leave.reschedule.confirm_ask', { count: 1 }) })
      .click()
    await expect(page.getByText(leave('reschedule.done_asked'))).toBeVisible()
    await expect(dialog).toBeHidden()
  })
  await test.step('the approved plan has moved there, and who was to play is asked', async () => {
    const order = await orderOf(hunter, order_id)
    expect([order.stage, order.brief.event?.day, order.brief.event?.ends]).toEqual([
      'scouting',
      dayIn(75),
      '20:30',
    ])
    expect(order.requests.map(({ status }) => status)).toEqual(['asked', 'closed'])
    const { plans } = await hunter.api(readPlans, { params: { id: order_id } })
    const moved = plans.find(({ variant }) => variant === order.variant)
    expect([moved?.moments[0]?.from, moved?.moments.at(-1)?.to]).toEqual([order.starts_at, order.ends_at])
    const { results } = await hunter.api(listNotifications, {
      query: { notification_type: 'SCOUTING_INITIATED' },
    })
    expect(results[0]).toMatchObject({ read: false, value: String(order_id) })
  })
  await test.step('they say yes with the same quote, and hold the new day', async () => {
    const { requests } = await orderOf(hunter, order_id)
    const again = requests.find(({ status }) => status === 'asked')?.id
    expect(again).not.toBe(request_id)
    const theirs = await (await browserOf(browser, musician.token)).newPage()
    await theirs.goto(`/budgets?request=${again}`)
    await theirs.getByRole('button', { name: es.t('business:budgets.again.yes') }).click()
    await expect(theirs.getByText(es.t('business:budgets.card.title', { version: 1 })).first()).toBeVisible()
    await theirs.context().close()
    await page.reload()
    await expect(page.getByRole('heading', { name: es.t('business:budgets.compare.title') })).toBeVisible()
    const from = new Date(Date.now() + 70 * 86_400_000).toISOString()
    const to = new Date(Date.now() + 80 * 86_400_000).toISOString()
    const { results } = await musician.api(readCalendar, { query: { from, to } })
    expect(results).toMatchObject([{ kind: 'hold', request_id: again }])
  })
  expect(errors).toEqual([])
})

test('cancelling shows what it costs first, on a phone by keyboard too', async ({ browser, request }) => {
  const { hunter, musician } = await two(request)
  const { order_id } = await partyAt('paid', hunter, 'Dinner by the sea', musician)
  const page = await deskOf(browser, hunter, order_id, { words: en, theme: 'dark', width: 390 })
  const errors = watchForErrors(page)
  const leave = (key: string) => en.t(`business:order.page.leave.${key}`)
  const dialog = page.getByRole('dialog', { name: leave('cancel.title') })

  await act(page, en, 'leave.cancel.action')
  await expect(dialog.getByText(/\$648/)).toBeVisible()
  // Escape leaves everything as it was, and the focus where it came from.
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect((await orderOf(hunter, order_id)).stage).toBe('tracking')

  await act(page, en, 'leave.cancel.action')
  await takes(dialog, en, [
    'requests_one',
    'holds_one',
    'budgets_one',
    'contracts_one',
    'events_one',
    'people_one',
    'accepted_total',
    'paid_cancel',
  ])
  // Whoever has an agreement reads why.
  await expect(dialog.getByText(leave('reason_read'))).toBeVisible()
  // Sixty days ahead all of the deposit comes back.
  await expect(dialog.getByText(/\$194\.40.*\$194\.40/)).toBeVisible()
  await fits(page)
  await page.screenshot({ path: test.info().outputPath('cancel.png') })
  const confirm = dialog.getByRole('button', { name: leave('cancel.confirm') })
  await dialog.getByRole('textbox', { name: leave('reason') }).focus()
  await page.keyboard.type('We move abroad')
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(confirm).toBeFocused({ timeout: 200 })
  }).toPass()
  await page.keyboard.press('Enter')
  await expect(page.getByText(leave('cancel.done'))).toBeVisible()
  await expect(
    page.getByRole('heading', { name: en.t('business:order.page.over.cancelled.title') }),
  ).toBeVisible()
  await fits(page)
  await page.screenshot({ path: test.info().outputPath('cancelled.png') })
  await mailTo(request, musician.email, es.like('business:contracts.mail.voided.subject'))
  // It can't be taken back, only begun anew.
  await page.getByRole('button', { name: en.t('business:order.page.actions') }).click()
  await expect(page.getByRole('menuitem')).toHaveText([en.t('business:order.page.duplicate')])
  expect(errors).toEqual([])
})

test('an order that has moved on in another tab says so and shows where it stands', async ({
  browser,
  request,
}) => {
  const hunter = await hunterThere(request, 'Hilda Cambios')
  const { order_id } = await partyAt('planned', hunter, 'Cena frente al mar')
  const page = await deskOf(browser, hunter, order_id)
  const leave = (key: string) => es.t(`business:order.page.leave.${key}`)
  const movedOn = es.t('common:errors.hiring.moved_on')
  const params = { id: order_id }

  await test.step('put off there, put off here', async () => {
    await act(page, es, 'leave.postpone.action')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(leave('nothing'))).toBeVisible()
    const reason = dialog.getByRole('textbox', { name: leave('reason') })
    await reason.fill('Falta el permiso')
    await hunter.api(postponeOrder, { params, body: { confirm: true } })
    const confirm = dialog.getByRole('button', { name: leave('postpone.confirm') })
    await confirm.click()
    await expect(dialog.getByRole('alert').getByText(movedOn)).toBeVisible()
    await expect(reason).toHaveValue('Falta el permiso')
    await expect(confirm).toBeDisabled()
    await dialog.getByRole('button', { name: es.t('business:order.page.keep') }).click()
    await expect(
      page.getByRole('heading', { name: es.t('business:order.page.over.postponed.title') }),
    ).toBeVisible()
  })
  await test.step('given a day there, given a day here', async () => {
    await page.getByRole('button', { name: leave('reschedule.action') }).click()
    const dialog = page.getByRole('dialog')
    const day = es.t('business:order.brief.fields.event.day')
    await typeDay(dialog, day, dayIn(90), 'es')
    await hunter.api(rescheduleOrder, { params, body: { day: dayIn(75) } })
    await dialog.getByRole('button', { name: leave('reschedule.confirm') }).click()
    await expect(dialog.getByRole('alert').getByText(movedOn)).toBeVisible()
    await expect(dialog.getByRole('group', { name: day })).toContainText(dayIn(90).slice(0, 4))
    await dialog.getByRole('button', { name: es.t('business:order.page.cancel') }).click()
    await expect(
      page.getByRole('heading', {
        name: es.t('business:order.plan.variants.recommended.name'),
        exact: true,
      }),
    ).toBeVisible()
    expect((await orderOf(hunter, order_id)).brief.event?.day).toBe(dayIn(75))
  })
})
