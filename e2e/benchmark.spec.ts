import { expect, test } from '@playwright/test'
import { listEvents } from '#features/events/contract.ts'
import { drawPlan, listOrders, startOrder, submitBrief } from '#features/hiring/desk/contract.ts'
import { callsOf, hunterThere, partyOf } from './order.ts'
import { browserOf, DEMO, tokenOf, watchForErrors } from './people.ts'
import { sound, soundBothWays } from './sound.ts'
import { travel } from './travel.ts'
import { wordsOf } from './words.ts'

/*
 * What follows from results: the event among others like it, what to do next, a series of dates and the subscription.
 * The demo has events of its hunter with their results, those of others, and a series that runs; here they are only read.
 */

const { t } = wordsOf('es')

test('an event among others, and what to do next', async ({ browser, request }) => {
  const token = await tokenOf(request, DEMO.TALENT_HUNTER)
  const { results } = await callsOf(request, token)(listEvents, { query: { when: 'past' } })
  const idOf = (title: string) => results.find((one) => one.title === title)?.order_id ?? 0
  const page = await (await browserOf(browser, token, { language: 'es', width: 390 })).newPage()
  const errors = watchForErrors(page)

  await page.goto(`/results/${idOf('Tarde de boleros')}`)
  const compared = page.getByRole('region', { name: t('business:insights.benchmark.title') })
  await expect(
    compared.getByRole('row', { name: t('business:insights.benchmark.figures.satisfaction') }),
  ).toContainText(t('business:insights.benchmark.of', { events: 10 }))
  await expect(compared).toContainText('Antigua Guatemala')
  const advice = page.getByRole('region', { name: t('business:insights.recommendations.title') })
  // It was late, and liked least.
  await expect(advice.getByRole('listitem')).not.toHaveCount(0)
  await soundBothWays(page)
  await advice
    .getByRole('link', { name: t('business:insights.recommendations.brief') })
    .first()
    .click()
  await page.waitForURL('**/order?id=*&view=brief')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tarde de boleros')

  // Nobody else had such an evening: that is said instead.
  await travel(page, `/results/${idOf('Noches de jazz')}`)
  await expect(compared).toContainText(t('business:insights.benchmark.too_few', { events: 0, least: 10 }))
  await expect(compared.getByRole('table')).toHaveCount(0)
  await soundBothWays(page)

  // Its series runs: each date is an order.
  await travel(page, `/order?id=${idOf('Noches de jazz')}`)
  await page.getByRole('link', { name: t('business:order.page.continuous_plan') }).click()
  await page.waitForURL('**/continuous/*')
  const dates = page.getByRole('region', { name: t('business:continuous.plan.dates') })
  await expect(dates.getByRole('listitem')).toHaveCount(4)
  await soundBothWays(page)
  await dates.getByRole('link').last().click()
  await page.waitForURL('**/order?id=*')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Noches de jazz')
  expect(errors).toEqual([])
  await page.context().close()
})

test('a series is built of an order that repeats, on a phone', async ({ browser, request }) => {
  const hunter = await hunterThere(request, 'Nora Serie')
  const brief = partyOf('Martes de patio')
  const order = await hunter.api(startOrder, {
    body: { brief: { ...brief, event: { ...brief.event, recurrence: 'weekly' } } },
  })
  const params = { id: order.id }
  const { stage } = await hunter.api(submitBrief, { params, body: { revision: order.revision } })
  expect(['scored', 'changes_needed']).toContain(stage)
  if (stage === 'changes_needed')
    await request.post(`/api/orders/${order.id}/continue/`, {
      headers: { authorization: `Bearer ${hunter.token}` },
    })
  await hunter.api(drawPlan, { params })

  const page = await (await browserOf(browser, hunter.token, { width: 390 })).newPage()
  const errors = watchForErrors(page)
  await page.goto(`/order?id=${order.id}`)
  await page.getByRole('link', { name: t('business:order.page.continuous') }).click()
  await page.waitForURL(`**/continuous/${order.id}`)
  const dates = page.getByRole('region', { name: t('business:continuous.dates') })
  await expect(dates.getByRole('checkbox')).toHaveCount(8)
  await sound(page)
  await dates.getByRole('checkbox').first().focus()
  await page.keyboard.press('Space')
  await expect(dates.getByRole('checkbox').first()).not.toBeChecked()
  const other = await page.context().newPage()
  await other.goto(page.url())
  const again = other.getByRole('button', { name: t('business:continuous.build', { count: 8 }) })
  await expect(again).toBeVisible()
  await page.getByRole('button', { name: t('business:continuous.build', { count: 7 }) }).click()
  const built = page.getByRole('region', { name: t('business:continuous.plan.dates') })
  await expect(built.getByRole('listitem')).toHaveCount(7)
  // In a page that was open meanwhile it isn't built again, but shown.
  await again.click()
  const shown = other.getByRole('region', { name: t('business:continuous.plan.dates') })
  await expect(shown.getByRole('listitem')).toHaveCount(7)
  await other.close()
  await sound(page)
  await page.reload()
  await expect(built.getByRole('listitem')).toHaveCount(7)
  expect((await hunter.api(listOrders, {})).results).toHaveLength(8)
  expect(errors).toEqual([])
  await page.context().close()
})

test('the subscription says what there will be', async ({ browser, request }) => {
  const hunter = await hunterThere(request, 'Nora Suscrita')
  const page = await (
    await browserOf(browser, hunter.token, { language: 'es', theme: 'dark', width: 390 })
  ).newPage()
  const errors = watchForErrors(page)
  await page.goto('/suscription')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('business:subscription.title'))
  await expect(page.getByRole('heading', { name: t('business:plans.names.frequent') })).toBeVisible()
  await expect(page.getByText(t('business:subscription.savings.none'))).toBeVisible()
  const wants = page.getByRole('switch', { name: t('business:subscription.offers.label') })
  await expect(wants).not.toBeChecked()
  await wants.press('Space')
  await expect(page.getByText(t('business:subscription.offers.on'))).toBeVisible()
  await page.reload()
  await expect(wants).toBeChecked()
  await soundBothWays(page)
  expect(errors).toEqual([])
  await page.context().close()
})
