import { expect, test } from '@playwright/test'
import {
  answerEssentials,
  approveVariant,
  askTalent,
  type BriefFacts,
  beginBrief,
  dayIn,
  drawPlan,
  fillEssentials,
  finishBrief,
  newHunter,
  saved,
  submitBrief,
} from './hunter.ts'
import { fillPerson } from './newcomers.ts'
import { browserOf, mailedLink, watchForErrors } from './people.ts'
import { axe, soundBothWays } from './sound.ts'
import { travel } from './travel.ts'
import { wordsOf } from './words.ts'

/* A new talent hunter alone: from the empty home over brief, score and plan to the first requests. */

test('from the landing five answers bring a score and a plan, and the rest may be said later', async ({
  browser,
  request,
}) => {
  const words = wordsOf('es')
  const { t } = words
  const who = { name: 'Ximena Prisa', email: `five-${Date.now()}@example.com` }
  const context = await browserOf(browser, null, { language: 'es', width: 390 })
  // The tab keeps the count over all the documents on the way.
  await context.addInitScript(() => {
    const count = () => {
      sessionStorage.presses = String(Number(sessionStorage.presses ?? 0) + 1)
    }
    addEventListener('click', count, true)
  })
  const page = await context.newPage()
  const errors = watchForErrors(page)
  await page.goto('/welcome')
  const began = Date.now()
  await page.locator('a[href^="/signup-client?next="]').first().click()
  await fillPerson(page, words, who)
  await page.getByRole('button', { name: t('auth:signup.submit') }).click()
  await page.waitForURL('**/verify-email-check')
  await page.goto(await mailedLink(request, who.email, '/verify-email'))
  await expect(page.getByRole('heading', { name: t('business:order.brief.start.title') })).toBeVisible()
  await axe(page)

  await test.step('what is missing is said at its field', async () => {
    await page.getByRole('button', { name: t('business:order.brief.start.submit') }).click()
    await expect(page.locator('[data-field="event.type"]')).toContainText(t('common:validation.required'))
    await expect(page.locator('[data-field="budget.max"]')).toContainText(t('common:validation.required'))
  })
  const facts = { day: dayIn(75), starts: '19:00', ends: '23:00', city: 'Antigua Guatemala', guests: '60' }

  await test.step('what can’t be meant isn’t passed over for what was saved before', async () => {
    await fillEssentials(page, words, { ...facts, budget: '3000' })
    await saved(page)
    const budget = page.getByRole('textbox', { name: t('business:order.brief.start.budget') })
    await budget.fill('3000 dls')
    await page.getByRole('button', { name: t('business:order.brief.start.submit') }).click()
    await expect(page.getByText(t('common:errors.common.invalid'))).toBeVisible()
    await expect(budget).toHaveValue('3000 dls')
  })
  expect(await answerEssentials(page, words, { ...facts, budget: '3000' })).toBeGreaterThan(0)
  await axe(page)
  // The score names what would help most of what nobody said.
  await expect(page.getByText(/Elige los géneros que quieres: \+5/)).toBeVisible()
  const anyway = page.getByRole('button', { name: t('business:order.page.go_on_knowingly') })
  if (await anyway.isVisible()) await anyway.click()
  await drawPlan(page, words)
  const presses = await page.evaluate(() => Number(sessionStorage.presses))
  expect(presses, 'presses from the landing to the plan').toBeGreaterThan(5)
  expect(presses).toBeLessThanOrEqual(25)
  // A script types at once and this machine may be busy: what it took is said, for whoever compares.
  const seconds = Math.round((Date.now() - began) / 1000)
  process.stdout.write(`landing to plan: ${presses} presses, ${seconds} s\n`)

  await test.step('what is assumed is marked as such, and gives way to what is said', async () => {
    await page.goto('/order?new=1')
    await page.getByRole('button', { name: t('business:order.brief.start.more') }).click()
    await page
      .getByRole('button', { name: t('business:order.brief.sections.technical.name') })
      .first()
      .click()
    const power = page.locator('[data-field="technical.power_available"]')
    await expect(power.getByRole('radio', { name: t('business:order.brief.unsaid') })).toBeChecked()
    await power
      .locator('label', { hasText: t('business:order.brief.answers.power_yes') })
      .first()
      .click()
    await page.waitForURL(/\/order\?id=\d+/)
    await page
      .getByRole('button', { name: t('business:order.brief.sections.summary.name') })
      .first()
      .click()
    const summary = page.getByRole('region', { name: t('business:order.brief.sections.technical.name') })
    await expect(summary.getByText(t('business:order.brief.we_assume'))).toHaveCount(1)
  })
  expect(errors).toEqual([])
  await context.close()
})

test('a brief becomes requests', async ({ browser, request }) => {
  test.setTimeout(900_000)
  const words = wordsOf('es')
  const { t } = words
  const email = `hunter-${Date.now()}@example.com`
  const token = await newHunter(request, email, 'Ximena Prueba')
  const context = await browserOf(browser, token, { language: 'es', width: 390 })
  const page = await context.newPage()
  const errors = watchForErrors(page)
  const facts: BriefFacts = {
    title: 'Boda de prueba',
    day: dayIn(75),
    city: 'Antigua Guatemala',
    starts: '17:00',
    ends: '23:00',
    guests: '120',
    genres: ['salsa', 'jazz', 'latin', 'merengue'],
    budget: '6000',
  }

  await test.step('an empty home leads into the brief', async () => {
    await page.goto('/talent-hunter')
    await page.getByRole('link', { name: t('business:hunter_home.start') }).click()
    await page.waitForURL(/\/order/)
    await soundBothWays(page)
  })

  let id = 0
  await test.step('fields save themselves, and leaving loses nothing', async () => {
    id = await beginBrief(page, words, facts)
    expect(id).toBeGreaterThan(0)
    // One row of steps on a phone: those of the brief, while it is written.
    await expect(
      page.getByRole('navigation', { name: t('business:order.brief.sections_label') }),
    ).toBeVisible()
    await expect(page.getByRole('region', { name: t('business:order.timeline.label') })).toBeHidden()
    await soundBothWays(page)
    await travel(page, '/talent-hunter')
    await page.goto(`/order?id=${id}`)
    // It opens at the first section of which nothing is said: the sound.
    await expect(
      page.getByRole('heading', { name: t('business:order.brief.sections.sound.title') }),
    ).toBeVisible()
    await page.getByRole('button', { name: t('business:order.brief.back') }).click()
    await expect(
      page.getByRole('textbox', { name: t('business:order.brief.fields.event.title') }),
    ).toHaveValue(facts.title)
  })

  await test.step('without a network the text stays and goes out later', async () => {
    const address = page.getByRole('textbox', { name: t('business:order.brief.fields.event.address') })
    await context.setOffline(true)
    await address.fill('Finca La Ceiba')
    await expect(page.locator('[data-save-state=retrying]')).toBeVisible()
    // The next sections were fetched ahead: going on and back works too.
    const sound = t('business:order.brief.sections.sound.name')
    await page.getByRole('button', { name: t('business:order.brief.next', { section: sound }) }).click()
    const top = page.getByRole('heading', { name: t('business:order.brief.sections.sound.title') })
    await expect(top).toBeVisible()
    // The button was at the foot of a long section: the next one opens at its top.
    await expect(top).toBeFocused()
    await expect(top).toBeInViewport()
    await page.getByRole('button', { name: t('business:order.brief.back') }).click()
    await expect(address).toHaveValue('Finca La Ceiba')
    await context.setOffline(false)
    await saved(page)
    await page.reload()
    await page.getByRole('button', { name: t('business:order.brief.back') }).click()
    await expect(address).toHaveValue('Finca La Ceiba')
  })

  await test.step('another tab is merged, and the same field is asked about', async () => {
    const other = await context.newPage()
    await other.goto(`/order?id=${id}`)
    await other.getByRole('button', { name: t('business:order.brief.back') }).click()
    const title = t('business:order.brief.fields.event.title')
    const guests = t('business:order.brief.fields.event.guests')
    await other.getByRole('textbox', { name: guests }).fill('140')
    await other.keyboard.press('Tab')
    await other.getByRole('textbox', { name: title }).fill('Boda de otra ventana')
    await saved(other)
    await page.getByRole('textbox', { name: title }).fill('Boda de esta ventana')
    const clash = page.getByRole('dialog', { name: t('business:order.brief.clash.title') })
    await expect(clash).toBeVisible()
    await clash.getByRole('button', { name: t('business:order.brief.clash.mine') }).click()
    await saved(page)
    await expect(page.getByRole('textbox', { name: guests })).toHaveValue('140')
    await other.close()
  })

  await test.step('a wrong field is shown where it stands', async () => {
    await page
      .getByRole('button', { name: t('business:order.brief.sections.summary.name') })
      .first()
      .click()
    await page.getByRole('button', { name: t('business:order.brief.submit') }).click()
    await expect(
      page.getByRole('heading', { name: t('business:order.brief.sections.budget.title') }),
    ).toBeVisible()
    await expect(page.locator('[data-field="budget.max"]')).toContainText(t('common:validation.required'))
    await soundBothWays(page)
    await page
      .getByRole('button', { name: t('business:order.brief.sections.sound.name') })
      .first()
      .click()
  })

  await test.step('the whole brief is scored', async () => {
    await finishBrief(page, words, facts)
    await soundBothWays(page)
    const score = await submitBrief(page, words)
    expect(score).toBeGreaterThan(0)
    await soundBothWays(page)
  })

  await test.step('the plan has two variants and keeps versions', async () => {
    await drawPlan(page, words)
    await soundBothWays(page)
    // Each moment says what its line-up asks there; what isn't planned stays.
    const range = new RegExp(words.like('business:order.plan.estimate.range').source.slice(1, -1))
    await expect(page.getByText(range).first()).toBeVisible()
    const reserve = page.getByText(words.like('business:order.plan.reserve')).filter({ visible: true })
    await expect(reserve.first()).toBeVisible()
    const edit = page.getByRole('button', { name: words.like('business:order.plan.edit_said') }).first()
    await edit.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: t('business:order.plan.fields.title') }).fill('Entrada')
    await soundBothWays(page)
    await dialog.getByRole('button', { name: t('business:order.plan.save_moment') }).click()
    await expect(page.getByRole('heading', { name: 'Entrada' })).toBeVisible()
    await page.getByRole('button', { name: t('business:order.plan.versions') }).click()
    const versions = page.getByRole('dialog', { name: t('business:order.plan.versions') })
    await versions
      .getByRole('button', { name: /^v1/ })
      .filter({ hasText: t('business:order.plan.variants.recommended.name') })
      .click()
    await versions.getByRole('button', { name: t('business:order.plan.restore') }).click()
    await expect(versions).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Entrada' })).toBeHidden()
  })

  await test.step('talent is ranked, and the chosen are asked', async () => {
    await approveVariant(page, words, 'recommended')
    await soundBothWays(page)
    // Where there was no time to find the best line-up, the page says so.
    const not_best = page.getByText(t('business:order.talent.not_best'))
    for (const best of [true, false]) {
      await page.route('**/candidates/', async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, json: { ...(await response.json()), best } })
      })
      await page.reload()
      await expect(page.getByRole('article').first()).toBeVisible()
      await expect(not_best).toBeVisible({ visible: !best })
    }
    await page.unroute('**/candidates/')
    // Two of a moment are compared from the bar that stays in sight, on a phone too; their names lead to their profiles.
    const wanted = page
      .getByRole('article')
      .locator('label')
      .filter({ hasText: t('business:order.talent.compare') })
    await wanted.nth(0).click()
    await wanted.nth(1).click()
    const compare = page.getByRole('button', {
      name: t('business:order.talent.compare_count', { count: 2 }),
    })
    await expect(compare).toBeInViewport()
    await compare.click()
    const side = page.getByRole('dialog', { name: t('business:order.talent.compare_title') })
    await expect(side.getByRole('columnheader').getByRole('link').first()).toHaveAttribute(
      'href',
      /^\/profile\/musician\/\d+\?.*date=/,
    )
    await page.keyboard.press('Escape')
    await expect(side).toBeHidden()
    await askTalent(page, words, 'Nos vemos en la finca')
    await soundBothWays(page)
  })

  await test.step('cancelling tells what it takes along', async () => {
    await page.getByRole('button', { name: t('business:order.page.actions') }).click()
    await page.getByRole('menuitem', { name: t('business:order.page.leave.cancel.action') }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('listitem').first()).toBeVisible()
    // Nobody has an agreement yet who would read why.
    await expect(dialog.getByText(t('business:order.page.leave.reason_read'))).toHaveCount(0)
    await soundBothWays(page)
    await dialog.getByRole('button', { name: t('business:order.page.leave.cancel.confirm') }).click()
    await expect(
      page.getByRole('heading', { name: t('business:order.page.over.cancelled.title') }),
    ).toBeVisible()
  })

  expect(errors).toEqual([])
  await context.close()
})
