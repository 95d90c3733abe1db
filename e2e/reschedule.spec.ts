import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { offerFor, orderAt, sendBudget } from '#app/server/scenes/order.ts'
import { createException } from '#features/availability/contract.ts'
import { acceptBudget, listBudgets } from '#features/budgets/contract.ts'
import { listOrderContracts } from '#features/contracts/contract.ts'
import { postponeOrder, readOrder, scoutTalent } from '#features/hiring/desk/contract.ts'
import { readCandidates } from '#features/hiring/talent/contract.ts'
import { typeDay } from './fields.ts'
import { dayIn } from './hunter.ts'
import { hunterThere, musicianThere, partyOf } from './order.ts'
import { browserOf, watchForErrors } from './people.ts'
import { wordsOf } from './words.ts'

/*
 * An event with three musicians is put off and gets a date that one of them can't make: two keep it at their quotes and
 * with their deposits, one is replaced by another. What was signed and paid before stays on the pages.
 */

const es = wordsOf('es')
const en = wordsOf('en')

/** Far from everybody of the other journeys. */
const LORETO = { city: 'Loreto', country: 'MX', lat: 26.0128, lng: -111.3433, zone: 'America/Mazatlan' }
const NEW_DAY = dayIn(75)
const MOMENTS = ['El coctel', 'La cena', 'La despedida'] as const

const fits = async (page: Page) =>
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    'nothing hangs over the edge',
  ).toBeLessThanOrEqual(0)

/** Three who are booked and paid, one more in the town, and the order that was put off. */
async function putOff(request: APIRequestContext) {
  const hunter = await hunterThere(request, 'Hilda Pospone')
  const [ana, beto, carla, diego] = await Promise.all(
    ['Ana Sigue', 'Beto Sigue', 'Carla Ocupada', 'Diego Suple'].map((name) =>
      musicianThere(request, name, LORETO),
    ),
  )
  if (!ana || !beto || !carla || !diego) throw new Error('no musicians')
  const party = partyOf('Fiesta que cambia de fecha')
  const scene = await orderAt('paid', {
    hunter,
    brief: { ...party, event: { ...party.event, ...LORETO } },
    moments: [ana, beto, carla].map((asks, at) => ({
      ...{ asks: [asks], title: MOMENTS[at] ?? null, energy: 2, genre: 'jazz', format: 'solo' },
      ...{ volume: 'low', cost: 60_000 },
    })),
    now: new Date(),
    offer: {
      items: [
        { kind: 'performance', description: 'Media hora', qty: 1, unit_price: 60_000, optional: false },
      ],
    },
  })
  await hunter.api(postponeOrder, { params: { id: scene.order_id }, body: { confirm: true } })
  await carla.api(createException, {
    body: {
      kind: 'blocked',
      from: `${NEW_DAY}T00:00:00Z`,
      to: new Date(Date.parse(`${NEW_DAY}T00:00:00Z`) + 2 * 86_400_000).toISOString(),
      reason: '',
    },
  })
  return { hunter, ana, beto, carla, diego, ...scene }
}

test('a new date keeps two of three musicians and replaces the third', async ({ browser, request }) => {
  test.setTimeout(240_000)
  const { hunter, ana, beto, carla, diego, order_id, slot_ids, contracts } = await putOff(request)
  const params = { id: order_id }
  const leave = (key: string, values = {}) => es.t(`business:order.page.leave.reschedule.${key}`, values)
  const b = (key: string, values = {}) => es.t(`business:budgets.${key}`, values)
  const c = (key: string, values = {}) => es.t(`business:contracts.${key}`, values)
  const context = await browserOf(browser, hunter.token)
  const page = await context.newPage()
  const errors = watchForErrors(page)

  await test.step('what was signed and paid is there while the event has no date', async () => {
    await page.goto(`/order?id=${order_id}`)
    await expect(
      page.getByRole('heading', { name: es.t('business:order.page.over.postponed.title') }),
    ).toBeVisible()
    await expect(page.getByText(c('panel_over'))).toBeVisible()
    const line = page.getByRole('button', { name: /^Carla Ocupada/ })
    await expect(line).toContainText(c('states.voided'))
    await line.click()
    await expect(page.getByText(es.like('business:contracts.deposit.outcome.part_hunter'))).toBeVisible()
    await expect(page.getByText(c('deposit.outcome.may_count'))).toBeVisible()
    await expect(page.getByRole('button', { name: es.t('business:papers.download') })).toBeVisible()
    await page.screenshot({ path: test.info().outputPath('postponed.png'), fullPage: true })
  })
  await test.step('while it can’t be checked who is free, nobody can be asked', async () => {
    const other = await context.newPage()
    await other.route('**/reschedule-preview/**', (route) => route.abort())
    await other.goto(`/order?id=${order_id}`)
    await other.getByRole('button', { name: leave('action') }).click()
    const dialog = other.getByRole('dialog', { name: leave('title') })
    await typeDay(dialog, es.t('business:order.brief.fields.event.day'), NEW_DAY, 'es')
    await expect(dialog.getByText(leave('check_failed'))).toBeVisible()
    await expect(dialog.getByRole('button', { name: leave('confirm') })).toBeDisabled()
    await other.unrouteAll()
    await dialog.getByRole('button', { name: es.t('common:boundary.retry') }).click()
    await expect(dialog.getByRole('button', { name: leave('confirm_ask', { count: 2 }) })).toBeEnabled()
    await other.close()
  })
  await test.step('the hunter sees who can and who can’t before choosing, and what becomes of the deposits', async () => {
    await page.getByRole('button', { name: leave('action') }).click()
    const dialog = page.getByRole('dialog', { name: leave('title') })
    await typeDay(dialog, es.t('business:order.brief.fields.event.day'), NEW_DAY, 'es')
    const who = dialog.getByRole('region', { name: leave('who') })
    await expect(who.getByRole('listitem')).toHaveCount(3)
    await expect(who.getByRole('listitem').filter({ hasText: 'Ana Sigue' })).toContainText(MOMENTS[0])
    await expect(who.getByRole('listitem').filter({ hasText: 'Ana Sigue' })).toContainText('194.40')
    const carlas = who.getByRole('listitem').filter({ hasText: 'Carla Ocupada' })
    await expect(carlas).toContainText(leave('why.busy'))
    await expect(carlas).toContainText('194.40')
    // They have three days unless the hunter says how long.
    const answer = dialog.getByRole('radiogroup', { name: es.t('business:order.talent.reply_by') })
    await expect(answer.getByRole('radio', { checked: true })).toHaveAccessibleName(
      es.t('business:order.talent.hours', { count: 72 }),
    )
    await answer.getByRole('radio', { name: es.t('business:order.talent.hours', { count: 24 }) }).check()
    await page.screenshot({ path: test.info().outputPath('new-date.png') })
    await dialog.getByRole('button', { name: leave('confirm_ask', { count: 2 }) }).click()
    await expect(page.getByText(leave('done_asked'))).toBeVisible()
    await expect(page.getByRole('heading', { name: es.t('business:order.page.adjust.title') })).toBeVisible()
  })
  await test.step('who keeps it says yes with the same quote in one press', async () => {
    for (const musician of [ana, beto]) {
      const { requests } = await hunter.api(readOrder, { params })
      const asked = requests.find(
        ({ project_id, status }) => project_id === musician.project_id && status === 'asked',
      )
      const theirs = await (await browserOf(browser, musician.token)).newPage()
      await theirs.goto(`/budgets?request=${asked?.id}`)
      await expect(theirs.getByRole('heading', { name: b('again.title') })).toBeVisible()
      await expect(theirs.getByText('Media hora')).toBeVisible()
      await theirs.screenshot({ path: test.info().outputPath(`again-${musician.name}.png`) })
      await theirs.getByRole('button', { name: b('again.yes') }).click()
      await expect(theirs.getByText(b('card.title', { version: 1 })).first()).toBeVisible()
      const left = Date.parse(asked?.reply_by ?? '') - Date.now()
      expect(left, 'as long as the hunter gave them').toBeLessThanOrEqual(24 * 3_600_000)
      expect(left).toBeGreaterThan(23 * 3_600_000)
      await theirs.context().close()
    }
  })
  await test.step('somebody else is asked for the third moment', async () => {
    const take = page.getByRole('button', {
      name: new RegExp(es.t('business:order.page.adjust.options.ask_others', { slot: MOMENTS[2] })),
    })
    await expect(take).toBeVisible({ timeout: 60_000 })
    await take.click()
    await expect.poll(async () => (await hunter.api(readOrder, { params })).stage).toBe('recommended')
    const { slots } = await hunter.api(readCandidates, { params })
    const third = slots.find(({ slot_id }) => slot_id === slot_ids[2])
    const ids = third?.candidates.map(({ project_id }) => project_id)
    expect(ids).toContain(diego.project_id)
    expect(ids).not.toContain(carla.project_id)
    const now = new Date()
    const { requests, starts_at } = await hunter.api(scoutTalent, {
      params,
      body: {
        slots: [{ slot_id: slot_ids[2] ?? 0, project_ids: [diego.project_id] }],
        reply_by: new Date(now.getTime() + 48 * 3_600_000).toISOString(),
        message: '',
      },
    })
    const asked = requests.find(({ project_id }) => project_id === diego.project_id)
    await sendBudget(diego, asked?.id ?? 0, offerFor({ now, starts_at: starts_at ?? '' }))
  })
  await test.step('the quotes are accepted, and the deposits count for the new agreements', async () => {
    const { slots } = await hunter.api(listBudgets, { params })
    const open = slots.flatMap(({ budgets }) =>
      budgets.filter(({ state }) => state === 'sent' || state === 'viewed'),
    )
    expect(open.map(({ project }) => project.name).sort()).toEqual(['Ana Sigue', 'Beto Sigue', 'Diego Suple'])
    for (const { id } of open) await hunter.api(acceptBudget, { params: { id }, body: { chosen: [] } })
    await page.reload()
    await expect(page.getByRole('heading', { name: c('panel_title'), exact: true })).toBeVisible()
    const old = contracts.find(({ project_id }) => project_id === ana.project_id)
    const both = page.getByRole('button', { name: /^Ana Sigue/ })
    await expect(both).toHaveCount(2)
    await both.first().click()
    const carried = page.getByText(es.like('business:contracts.deposit.carried_all'))
    await expect(carried).toContainText('194.40')
    await expect(carried).toContainText(old?.number ?? '–')
    await both.last().click()
    const { results } = await hunter.api(listOrderContracts, { params })
    const fresh = results.find((one) => one.project_id === ana.project_id && one.id !== old?.id)
    await expect(page.getByText(c('replaced_by', { number: fresh?.number ?? '' }))).toBeVisible()
    const counts = page.getByText(es.like('business:contracts.deposit.outcome.carried'))
    await expect(counts).toContainText('194.40')
    await expect(counts).toContainText(fresh?.number ?? '–')
    await page.screenshot({ path: test.info().outputPath('carried.png'), fullPage: true })
  })
  expect(errors).toEqual([])
  await context.close()

  await test.step('who was replaced finds the agreement, its PDF and what goes back, on a phone in English', async () => {
    const past = contracts.find(({ project_id }) => project_id === carla.project_id)
    const phone = await browserOf(browser, carla.token, { language: 'en', theme: 'dark', width: 390 })
    const theirs = await phone.newPage()
    const faults = watchForErrors(theirs)
    await theirs.goto('/contracts?filter=past')
    await theirs.getByRole('link', { name: new RegExp(past?.number ?? '–') }).click()
    await expect(theirs.getByText(en.like('business:contracts.deposit.outcome.part_artist'))).toBeVisible()
    await expect(theirs.getByRole('button', { name: en.t('business:papers.download') })).toBeVisible()
    await fits(theirs)
    await theirs.screenshot({ path: test.info().outputPath('past-390.png'), fullPage: true })
    expect(faults).toEqual([])
    await phone.close()
  })
})

test('the new date on a phone in English, by keyboard', async ({ browser, request }) => {
  test.setTimeout(120_000)
  const { hunter, order_id } = await putOff(request)
  const leave = (key: string, values = {}) => en.t(`business:order.page.leave.reschedule.${key}`, values)
  const context = await browserOf(browser, hunter.token, { language: 'en', theme: 'dark', width: 390 })
  const page = await context.newPage()
  const errors = watchForErrors(page)
  await page.goto(`/order?id=${order_id}`)
  await page.getByRole('button', { name: leave('action') }).click()
  const dialog = page.getByRole('dialog', { name: leave('title') })
  await typeDay(dialog, en.t('business:order.brief.fields.event.day'), NEW_DAY, 'en')
  await expect(dialog.getByRole('region', { name: leave('who') }).getByRole('listitem')).toHaveCount(3)
  await fits(page)
  await page.screenshot({ path: test.info().outputPath('new-date-390.png') })
  const save = dialog.getByRole('button', { name: leave('confirm_ask', { count: 2 }) })
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(save).toBeFocused({ timeout: 200 })
  }).toPass()
  await page.keyboard.press('Enter')
  await expect(page.getByText(leave('done_asked'))).toBeVisible()
  expect(errors).toEqual([])
  await context.close()
})
