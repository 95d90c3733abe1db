import { type Browser, expect, type Page, test } from '@playwright/test'
import { orderAt } from '#app/server/scenes/order.ts'
import { readOrderEvent } from '#features/events/contract.ts'
import { typeTime } from './fields.ts'
import { hunterThere, musicianThere, partyOf, type Signed } from './order.ts'
import { browserOf, watchForErrors } from './people.ts'
import { sound } from './sound.ts'
import { type Words, wordsOf } from './words.ts'

/*
 * One stage for two who play: its plan for everybody, a sheet for each, and what the host says of the place. Everybody
 * here is new, in a town of their own.
 */

const es = wordsOf('es')
const en = wordsOf('en')

const pageOf = async (
  browser: Browser,
  who: Signed,
  view: { words?: Words; theme?: 'light' | 'dark'; width?: number } = {},
) => {
  const { words = es, theme = 'light', width = 1280 } = view
  return (await browserOf(browser, who.token, { language: words.language, theme, width })).newPage()
}

const stageOf = (page: Page, words: Words) =>
  page.getByRole('region', { name: words.t('business:stage.title'), exact: true })
const hours = (page: Page, words: Words) =>
  page.getByRole('list', { name: words.t('business:stage.list') }).getByRole('listitem')

/** Fetches the sheet that is shown. @returns the name of its file */
async function fileFrom(page: Page, words: Words): Promise<string> {
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: words.t('business:stage.sheet.download'), exact: true }).click()
  return (await coming).suggestedFilename()
}

test('the stage is planned over everybody, and each has a sheet', async ({ browser, request }) => {
  const [hunter, first, last] = await Promise.all([
    hunterThere(request, 'Hortensia Tablas'),
    musicianThere(request, 'Pilar Primero'),
    musicianThere(request, 'Ulises Último'),
  ])
  const live = { energy: 2, genre: 'jazz', format: 'solo', volume: 'low', cost: 60_000 } as const
  const { order_id } = await orderAt('paid', {
    hunter,
    brief: partyOf('Cena con dos músicos'),
    moments: [
      { ...live, intent: 'ceremony', asks: [first] },
      { ...live, intent: 'meal', format: null, required: false, cost: 0, asks: [] },
      { ...live, intent: 'dance', asks: [last] },
    ],
    now: new Date(),
  })
  const { event } = await hunter.api(readOrderEvent, { params: { id: order_id } })
  const id = event?.id ?? 0

  await test.step('the host sees who has the stage when, and that everything fits', async () => {
    const page = await pageOf(browser, hunter)
    const errors = watchForErrors(page)
    await page.goto(`/events?event=${id}`)
    await expect(stageOf(page, es).getByText(es.t('business:stage.fits'))).toBeVisible()
    const kind = (name: string) => es.t(`business:stage.kinds.${name}`)
    await expect(hours(page, es)).toHaveText(
      [
        `Ulises Último${kind('set_up')}`,
        `Ulises Último${kind('soundcheck')}`,
        `Pilar Primero${kind('set_up')}`,
        `Pilar Primero${kind('soundcheck')}`,
        es.t('business:stage.arriving'),
        `Pilar Primero${kind('set')}`,
        kind('free'),
        `Ulises Último${kind('changeover')}`,
        `Ulises Último${kind('set')}`,
      ].map((said) => new RegExp(said)),
    )
    await sound(page)

    const saved = page.waitForResponse((answer) => answer.url().includes(`/api/events/${id}/opening/`))
    await typeTime(page, es.t('business:stage.opening.label'), '15:45')
    await page.getByRole('button', { name: es.t('business:stage.opening.save') }).click()
    expect((await saved).status()).toBe(200)
    // A little too late for two: who opens does without a soundcheck.
    await expect(
      stageOf(page, es).getByText(es.t('business:stage.line_check', { name: 'Pilar Primero' })),
    ).toBeVisible()
    await expect(page.getByText(es.t('business:events.schedule.right_before')).first()).toBeVisible()
    await page.getByRole('button', { name: es.t('business:stage.opening.clear') }).click()
    await expect(stageOf(page, es).getByText(es.t('business:stage.fits'))).toBeVisible()
    expect(errors).toEqual([])

    await test.step('and has its sheet on a page of its own, as a PDF to print or keep', async () => {
      await stageOf(page, es)
        .getByRole('link', { name: es.t('business:stage.sheet.stage') })
        .click()
      await page.waitForURL(`**/events?event=${id}&sheet=stage`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(es.t('business:stage.title'))
      await expect(hours(page, es).first()).toBeVisible()
      await expect(page.getByText(es.t('business:stage.doors'), { exact: true })).toBeVisible()
      await sound(page)
      expect(await fileFrom(page, es)).toMatch(new RegExp(`^\\d{4}-\\d\\d-\\d\\d-${id}-stage\\.pdf$`))
      // A browser that prints the page itself leaves the menu out.
      await page.emulateMedia({ media: 'print' })
      await expect(page.getByRole('navigation')).toHaveCount(0)
      await page.emulateMedia({ media: 'screen' })
      await page.getByRole('link', { name: es.t('business:stage.sheet.back') }).click()
      await page.waitForURL(`**/events?event=${id}`)
    })
    await page.context().close()
  })

  await test.step('who plays sees the stage and their own sheet, on a phone in the dark', async () => {
    const page = await pageOf(browser, last, { words: en, theme: 'dark', width: 390 })
    const errors = watchForErrors(page)
    await page.goto(`/calendar?event=${id}`)
    await expect(stageOf(page, en)).toBeVisible()
    await expect(hours(page, en)).toHaveCount(9)
    await sound(page)
    const sheets = page.getByRole('link', { name: en.t('business:events.open_sheet') })
    await expect(sheets).toHaveCount(1)
    await sheets.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      en.t('business:stage.sheet.of', { name: 'Ulises Último' }),
    )
    await expect(page.getByText(en.t('business:events.schedule.soundcheck'))).toBeVisible()
    await expect(page.getByText('Pilar Primero')).toHaveCount(0)
    await sound(page)
    expect(await fileFrom(page, en)).toMatch(
      new RegExp(`^\\d{4}-\\d\\d-\\d\\d-${id}-${last.project_id}\\.pdf$`),
    )

    // Somebody else's sheet isn't theirs: the event is shown.
    await page.goto(`/calendar?event=${id}&sheet=${first.project_id}`)
    await expect(stageOf(page, en)).toBeVisible()
    await expect(page.getByText(en.t('business:stage.sheet.of', { name: 'Pilar Primero' }))).toHaveCount(0)
    await page.goto('/music')
    await expect(page.getByText(en.t('business:home.next.call'))).toBeVisible()
    expect(errors).toEqual([])
    await page.context().close()
  })
})
