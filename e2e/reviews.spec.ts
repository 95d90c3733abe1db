import { expect, type Page, test } from '@playwright/test'
import { listEvents } from '#features/events/contract.ts'
import { listReviewRounds } from '#features/reviews/contract.ts'
import { callsOf } from './order.ts'
import { appIsThere, browserOf, DEMO, tokenOf, watchForErrors } from './people.ts'
import { sound } from './sound.ts'
import { wordsOf } from './words.ts'

/*
 * After an event the host and who played review each other; what the host says is read on the public profile, with or
 * without scripts. The newest event of the demo that is over waits for both reviews; they are written here and nowhere else.
 */

const es = wordsOf('es')
const en = wordsOf('en')
type Words = typeof es

const ASPECTS = ['satisfaction', 'professionalism', 'communication', 'punctuality'] as const

/** Gives four marks and a text, and sends them. */
async function review(page: Page, w: Words, side: 'hunter' | 'artist', mark: string, text: string) {
  const o = (key: string) => w.t(`business:own_reviews.${key}`)
  for (const aspect of ASPECTS)
    await page
      .getByRole('radiogroup', { name: o(`form.${side}.${aspect}`) })
      .getByRole('radio', { name: mark, exact: true })
      .check()
  await page.getByRole('textbox', { name: o('form.text') }).fill(text)
  await sound(page)
  await page.getByRole('button', { name: o('form.send') }).click()
}

test('both sides review each other, and anybody reads what the host says', async ({ browser, request }) => {
  await request.post('/api/dev/clock', { data: { move_ms: 0 } })
  const [host, musician] = [await tokenOf(request, DEMO.TALENT_HUNTER), await tokenOf(request, DEMO.MUSICIAN)]
  const rounds = await callsOf(request, musician)(listReviewRounds, { query: { waiting: '1' } })
  const round = rounds.results[0]
  const { results } = await callsOf(request, host)(listEvents, { query: { when: 'past' } })
  expect(results.map(({ id }) => id)).toContain(round?.event_id)
  const said = 'Llegó antes, cantó todo y nadie se quería ir.'

  await test.step('the host writes on a phone; what lacks is led to; nobody reads it yet', async () => {
    const page = await (await browserOf(browser, host, { width: 390 })).newPage()
    const errors = watchForErrors(page)
    await page.goto(`/events?event=${round?.event_id}`)
    const card = page.getByRole('region', { name: es.t('business:own_reviews.after') })
    await card
      .getByRole('button', {
        name: es.t('business:own_reviews.write_of', { name: round?.project_name ?? '' }),
      })
      .click()
    await card.getByRole('button', { name: es.t('business:own_reviews.form.send') }).click()
    await expect(card.getByText(es.t('common:validation.required')).first()).toBeVisible()
    await review(page, es, 'hunter', '5', `${said} Mi número es 5555 0142.`)
    await expect(card.getByRole('button', { name: es.t('business:own_reviews.change') })).toBeVisible()
    await sound(page)
    await page.goto(`/profile/musician/${round?.project_id}`)
    await expect(page.getByRole('region', { name: es.t('business:reviews.title') })).toBeVisible()
    await expect(page.getByText(said)).toHaveCount(0)
    expect(errors).toEqual([])
    await page.context().close()
  })

  await test.step('who played writes in English and in the dark, reads what was said, and answers', async () => {
    const look = { language: 'en', theme: 'dark' } as const
    const page = await (await browserOf(browser, musician, look)).newPage()
    const errors = watchForErrors(page)
    await page.goto('/reviews')
    await expect(page.getByText(en.t('business:own_reviews.other_wrote'))).toBeVisible()
    await sound(page)
    await page
      .getByRole('button', {
        name: en.t('business:own_reviews.write_of', { name: round?.hunter_name ?? '' }),
      })
      .click()
    await review(page, en, 'artist', '4', 'Everything was ready when we came.')
    const received = page.getByRole('region', { name: en.t('business:own_reviews.page.received') })
    const mine = received.getByRole('listitem').filter({ hasText: said })
    await expect(mine).toBeVisible()
    await expect(mine).not.toContainText('5555')
    await mine.getByRole('button', { name: en.t('business:own_reviews.answer.write') }).click()
    await page
      .getByRole('textbox', { name: en.t('business:own_reviews.answer.label') })
      .fill('Gracias, fue una noche linda.')
    await sound(page)
    await page.getByRole('button', { name: en.t('business:own_reviews.answer.send') }).click()
    await expect(mine).toContainText('Gracias, fue una noche linda.')
    await mine.getByRole('button', { name: en.t('business:own_reviews.report.open') }).click()
    await sound(page)
    await page.getByRole('button', { name: en.t('business:own_reviews.report.send') }).click()
    await expect(mine.getByRole('button', { name: en.t('business:own_reviews.report.open') })).toHaveCount(0)
    expect(errors).toEqual([])
    await page.context().close()
  })

  await test.step('the host reads theirs beside the event', async () => {
    const page = await (await browserOf(browser, host, { width: 390, theme: 'dark' })).newPage()
    await page.goto(`/events?event=${round?.event_id}`)
    const card = page.getByRole('region', { name: es.t('business:own_reviews.after') })
    await expect(card).toContainText('Everything was ready when we came.')
    await sound(page)
    await page.context().close()
  })

  for (const [w, language, theme] of [
    [es, 'es', 'light'],
    [en, 'en', 'dark'],
  ] as const)
    await test.step(`anybody reads it on the profile, in ${language}, with and without scripts`, async () => {
      const drawn = await (
        await request.get(`/profile/musician/${round?.project_id}?lang=${language}`)
      ).text()
      expect(drawn).toContain(said)
      expect(drawn).toContain('Gracias, fue una noche linda.')
      expect(drawn).not.toContain('5555 0142')
      const page = await (await browserOf(browser, null, { width: 390, language, theme })).newPage()
      const errors = watchForErrors(page)
      await page.goto(`/profile/musician/${round?.project_id}?lang=${language}`)
      await appIsThere(page)
      const section = page.getByRole('region', { name: w.t('business:reviews.title') })
      await expect(section.getByText(said)).toBeVisible()
      await expect(section.getByRole('list', { name: w.t('business:reviews.bars') })).toBeVisible()
      await sound(page)
      const types = section.getByRole('combobox', { name: w.t('business:reviews.filter') })
      const offered = await types
        .getByRole('option')
        .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value))
      const other = offered.find((type) => type !== 'all' && type !== round?.type)
      await types.selectOption(other ?? '')
      await expect(section.getByText(said)).toHaveCount(0)
      expect(errors).toEqual([])
      await page.context().close()
    })
})
