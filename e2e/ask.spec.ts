import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import type { Hunter, Musician } from '#app/server/scenes/cast.ts'
import { placeOf } from '#core/contract/places.ts'
import { answerUnavailable, readRequest, requestBudgetChanges } from '#features/budgets/contract.ts'
import { tone, wavOf } from '#features/files/sounds.fixture.ts'
import { readOrder } from '#features/hiring/desk/contract.ts'
import { readCandidates } from '#features/hiring/talent/contract.ts'
import { dayIn } from './hunter.ts'
import { hunterThere, musicianThere, partyAt, type Signed } from './order.ts'
import { appIsThere, browserOf, watchForErrors } from './people.ts'
import { axe, sound } from './sound.ts'
import { wordsOf } from './words.ts'

/*
 * One musician is asked for a date: from their profile to their quote; when they can't, for another date, and then others;
 * and somebody is added to an order that is there.
 */

const PUNTARENAS = placeOf('Puntarenas')
if (!PUNTARENAS) throw new Error('no such town')

const DAY = dayIn(50)
const idIn = (page: Page) => Number(new URL(page.url()).searchParams.get('id'))

/** The profile of somebody, looked at for an evening there, and from it the form to ask them. */
async function openForm(page: Page, w: ReturnType<typeof wordsOf>, project_id: number, name: string) {
  const said = new URLSearchParams({
    ...{ event_type: 'wedding', city: 'Puntarenas', date: DAY, from: '18:00', to: '20:00' },
  })
  await page.goto(`/profile/musician/${project_id}?${said}`)
  await appIsThere(page)
  await page.getByRole('link', { name: w.t('functionality:directory.profile.ask', { name }) }).click()
  await page.waitForURL(/\/order\?.*musician=\d+/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(w.t('business:order.ask.title', { name }))
}

/** Says for how many, and asks. @returns the order */
async function send(page: Page, { t }: ReturnType<typeof wordsOf>): Promise<number> {
  await page.getByRole('textbox', { name: t('business:order.brief.fields.event.guests') }).fill('70')
  await page.getByRole('button', { name: t('business:order.ask.submit'), exact: true }).click()
  await page.waitForURL(/\/order\?id=\d+$/)
  await expect(page.getByRole('heading', { name: t('business:order.talent.scouting_title') })).toBeVisible()
  return idIn(page)
}

/** The request that an order has out says no. */
async function decline(hunter: Hunter, musician: Musician, id: number) {
  const { requests } = await hunter.api(readOrder, { params: { id } })
  const open = requests.find(({ status }) => status === 'asked')
  await musician.api(answerUnavailable, { params: { id: open?.id ?? 0 }, body: { reason: 'busy' } })
}

/** Something of theirs can be heard from now on. */
async function addSound(request: APIRequestContext, { token, project_id }: Musician & Signed) {
  const answer = await request.post(`/api/projects/${project_id}/media/sounds/`, {
    headers: { authorization: `Bearer ${token}` },
    multipart: { file: { name: 'Vals.wav', mimeType: 'audio/wav', buffer: wavOf(tone(60)) } },
  })
  expect(answer.status(), await answer.text()).toBe(201)
}

test('from a profile to the musician’s request, and to their quote (es)', async ({ browser, request }) => {
  test.setTimeout(120_000)
  const w = wordsOf('es')
  const { t } = w
  const tag = Date.now().toString(36)
  const musician = await musicianThere(request, `Nayeli ${tag}`, PUNTARENAS)
  const hunter = await hunterThere(request, `Lucía ${tag}`)
  const page = await (await browserOf(browser, hunter.token, { language: 'es' })).newPage()
  const errors = watchForErrors(page)

  await test.step('the form knows what the profile was looked at for, and says price and calendar', async () => {
    await openForm(page, w, musician.project_id, musician.name)
    const field = (path: string) => t(`business:order.brief.fields.event.${path}`)
    await expect(page.getByRole('combobox', { name: field('city') })).toHaveValue(/^Puntarenas\|/)
    await expect(page.getByRole('combobox', { name: field('type') })).toHaveValue('wedding')
    const answer = page.getByRole('region', { name: t('business:order.ask.answer') })
    await expect(answer).toContainText('400')
    await expect(answer.getByText(w.like('business:order.ask.free'))).toBeVisible()
    await axe(page)
  })

  await test.step('what is missing is said at its field', async () => {
    await page.getByRole('button', { name: t('business:order.ask.submit'), exact: true }).click()
    await expect(page.getByText(t('common:validation.required')).first()).toBeVisible()
    await expect(
      page.getByRole('textbox', { name: t('business:order.brief.fields.event.guests') }),
    ).toBeFocused()
    expect(page.url()).toContain('musician=')
  })

  await test.step('a number that can’t be meant stays as it was typed, and is said while it is typed', async () => {
    const guests = page.getByRole('textbox', { name: t('business:order.brief.fields.event.guests') })
    for (const [typed, wrong] of [
      ['200000', t('common:validation.maximum', { value: '100,000' })],
      ['150 personas', t('common:validation.number')],
      ['2.5', t('common:validation.whole')],
      ['0', t('common:validation.minimum', { value: 1 })],
    ] as const) {
      await guests.fill('')
      await guests.pressSequentially(typed)
      await expect(page.getByText(wrong)).toBeVisible()
      await guests.blur()
      await expect(guests).toHaveValue(typed === '200000' ? /^200,?000$/ : typed)
      await page.getByRole('button', { name: t('business:order.ask.submit'), exact: true }).click()
      await expect(guests).toBeFocused()
    }
    await guests.fill('')
  })

  await test.step('a day that is over is said at its field while it is written', async () => {
    const day = page.getByLabel(t('business:order.brief.fields.event.day'))
    await day.fill(dayIn(-3))
    await expect(page.getByText(t('common:validation.in_future'))).toBeVisible()
    await day.fill(DAY)
    await expect(page.getByText(t('common:validation.in_future'))).toBeHidden()
  })

  await test.step('an end before the start is asked about, and has no price', async () => {
    const ends = page.getByLabel(t('business:order.brief.fields.event.ends'))
    const said = await ends.inputValue()
    const starts = await page.getByLabel(t('business:order.brief.fields.event.starts')).inputValue()
    const turned = `${String(Number(starts.slice(0, 2)) - 1).padStart(2, '0')}:30`
    await ends.fill(turned)
    await expect(page.getByText(t('common:validation.ends_before_start'))).toBeVisible()
    await expect(page.getByText(t('business:order.ask.pending'))).toBeVisible()
    await ends.fill(said)
    await expect(page.getByText(t('common:validation.ends_before_start'))).toBeHidden()
    await expect(page.getByText(w.like('business:order.ask.free'))).toBeVisible()
  })

  const id = await send(page, w)
  await test.step('the order is called by whom it is for, and only they are asked', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      t('business:order.names.asked', {
        name: musician.name,
        type: t('business:terms.event_types.wedding'),
      }),
    )
    const { requests } = await hunter.api(readOrder, { params: { id } })
    expect(requests.map(({ project_id }) => project_id)).toEqual([musician.project_id])
    await axe(page)
  })

  await test.step('where exactly it is wasn’t asked for on the way, and is said beside the request', async () => {
    const missing = page.getByRole('form', { name: t('business:order.address.title') })
    const save = missing.getByRole('button', { name: t('business:order.address.save') })
    await save.click()
    await expect(missing.getByText(t('common:validation.required'))).toBeVisible()
    await missing
      .getByRole('textbox', { name: t('business:order.address.label') })
      .fill('Hotel Las Brisas, salón Pacífico')
    await axe(page)
    await save.click()
    await expect(page.getByText(t('business:order.address.saved'))).toBeVisible()
    await expect(missing).toHaveCount(0)
    const { brief } = await hunter.api(readOrder, { params: { id } })
    expect(brief.event?.address).toBe('Hotel Las Brisas, salón Pacífico')
    // The keyboard goes on at the heading of the panel that it was asked for in.
    await expect(page.getByRole('heading', { name: t('business:order.talent.scouting_title') })).toBeFocused()
  })

  await test.step('a slip in it is put right beside the order’s facts', async () => {
    await page.getByRole('button', { name: t('business:order.address.correct') }).click()
    const form = page.getByRole('form', { name: t('business:order.address.correct') })
    const written = form.getByRole('textbox', { name: t('business:order.address.label') })
    await expect(written).toBeFocused()
    await form.getByRole('button', { name: t('business:order.address.leave') }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await page.getByRole('button', { name: t('business:order.address.correct') }).click()
    await written.fill('Hotel Las Brisas, salón Atlántico')
    await axe(page)
    await form.getByRole('button', { name: t('business:order.address.save') }).click()
    await expect(form).toHaveCount(0)
    await expect(
      page.getByText(t('business:order.address.said', { address: 'Hotel Las Brisas, salón Atlántico' })),
    ).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })

  await test.step('the musician reads it, and answers with a quote', async () => {
    const b = (key: string, values = {}) => t(`business:budgets.${key}`, values)
    await page.getByRole('button', { name: t('business:order.talent.ask_change') }).click()
    const written = page.getByRole('textbox', { name: t('business:order.talent.change_note') })
    await written.fill('Que toque también a la salida')
    const { requests } = await hunter.api(readOrder, { params: { id } })
    const theirs = await (await browserOf(browser, musician.token, { language: 'es' })).newPage()
    await theirs.goto(`/budgets?request=${requests[0]?.id}`)
    await expect(
      theirs.getByText(b('facts.from_hunter', { name: 'Lucía' }), { exact: true }).first(),
    ).toBeVisible()
    await theirs.getByRole('button', { name: b('answer.available') }).click()
    await theirs
      .getByRole('textbox', { name: b('builder.unit_price') })
      .first()
      .fill('400')
    await theirs.keyboard.press('Tab')
    // What was written of it outlives a reload.
    await theirs.reload()
    await expect(theirs.getByText(b('builder.stored'))).toBeVisible()
    await expect(theirs.getByRole('textbox', { name: b('builder.unit_price') }).first()).toHaveValue(/400/)
    const moved = page.waitForResponse(
      async (answer) =>
        new URL(answer.url()).pathname === `/api/orders/${id}/` && (await answer.json()).stage !== 'scouting',
    )
    await theirs.getByRole('button', { name: b('builder.send') }).click()
    await expect(theirs.getByText(b('card.title', { version: 1 })).first()).toBeVisible()
    // The hunter's page has been open all the time: the quote comes to it by itself, and takes nothing that is being written.
    await moved
    await expect(page.getByText(t('business:order.talent.covered'), { exact: true })).toBeAttached()
    await expect(written).toHaveValue('Que toque también a la salida')
    await page.getByRole('button', { name: t('business:order.page.cancel') }).click()
    await expect(page.getByRole('heading', { name: b('compare.title') })).toBeVisible()

    // What the hunter asks to be changed is on the musician's page at once, and stays above the form.
    const { budget } = await musician.api(readRequest, { params: { id: requests[0]?.id ?? 0 } })
    const note = 'Con dos canciones de marimba'
    await hunter.api(requestBudgetChanges, { params: { id: budget?.id ?? 0 }, body: { note } })
    await expect(theirs.getByText(note)).toBeVisible()
    await theirs.getByRole('button', { name: b('answer.revise') }).click()
    await expect(theirs.getByRole('button', { name: b('builder.send_version') })).toBeVisible()
    await expect(theirs.getByText(note)).toBeVisible()
    await theirs.context().close()
  })
  expect(errors).toEqual([])
  await page.context().close()
})

test('who can’t is asked for another date, and others are found, heard and compared only when the hunter wants (en, 390 px, dark)', async ({
  browser,
  request,
}) => {
  test.setTimeout(120_000)
  const w = wordsOf('en')
  const { t } = w
  const tag = Date.now().toString(36)
  const musician = await musicianThere(request, `Itzel ${tag}`, PUNTARENAS)
  const other = await musicianThere(request, `Bruno ${tag}`, PUNTARENAS)
  await addSound(request, other)
  await musicianThere(request, `Dora ${tag}`, PUNTARENAS)
  const hunter = await hunterThere(request, `Ana ${tag}`)
  const context = await browserOf(browser, hunter.token, { language: 'en', width: 390, theme: 'dark' })
  const page = await context.newPage()
  await openForm(page, w, musician.project_id, musician.name)
  await axe(page)
  const id = await send(page, w)
  const cannot = page.getByRole('heading', {
    name: t('business:order.ask.alone.title', { name: musician.name }),
  })

  await test.step('they say no: nobody else is asked, and the hunter asks for another date', async () => {
    await decline(hunter, musician, id)
    await page.reload()
    await expect(cannot).toBeVisible()
    await axe(page)
    const again = t('business:order.ask.alone.again', { name: musician.name })
    await page.getByRole('button', { name: again }).click()
    const dialog = page.getByRole('dialog', { name: again })
    await dialog.getByLabel(t('business:order.brief.fields.event.day')).fill(dayIn(57))
    await dialog.getByLabel(t('business:order.brief.fields.event.ends')).fill('21:00')
    await expect(dialog.getByRole('region', { name: t('business:order.ask.answer') })).toContainText('600')
    await dialog.getByRole('button', { name: t('business:order.ask.again_submit') }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('heading', { name: t('business:order.talent.scouting_title') })).toBeVisible()
    const { requests, brief } = await hunter.api(readOrder, { params: { id } })
    expect(requests.map(({ status }) => status)).toEqual(['asked', 'unavailable'])
    expect(brief.event?.day).toBe(dayIn(57))
  })

  await test.step('they can’t then either: others are found', async () => {
    await decline(hunter, musician, id)
    await page.reload()
    await expect(cannot).toBeVisible()
    await page.getByRole('button', { name: t('business:order.ask.alone.others'), exact: true }).click()
    await expect(page.getByRole('navigation', { name: t('business:order.talent.slots_label') })).toBeVisible()
    const { slots } = await hunter.api(readCandidates, { params: { id } })
    const found = slots.flatMap(({ candidates }) => candidates.map(({ project_id }) => project_id))
    expect(found).toContain(other.project_id)
    expect(found).not.toContain(musician.project_id)
    expect((await hunter.api(readOrder, { params: { id } })).requests).toHaveLength(2)
  })

  await test.step('who is found is heard before they are asked, from their card and beside another', async () => {
    const of = { name: other.name }
    const play = { name: t('functionality:media.hear.play_of', of) }
    const pause = { name: t('functionality:media.hear.pause_of', of) }
    const card = page.getByRole('article').filter({ hasText: other.name })
    const another = page.getByRole('article').filter({ hasNotText: other.name }).first()
    await card.getByRole('button', play).click()
    const player = page.getByRole('region', { name: t('functionality:media.player.label') })
    await expect(player).toContainText(other.name)
    await expect(card.getByRole('button', pause)).toBeVisible()
    await card.getByRole('button', pause).click()
    await expect(card.getByRole('button', play)).toBeVisible()
    await sound(page)
    for (const article of [card, another])
      await article
        .locator('label')
        .filter({ hasText: t('business:order.talent.compare') })
        .click()
    await page.getByRole('button', { name: t('business:order.talent.compare_count', { count: 2 }) }).click()
    const side = page.getByRole('dialog', { name: t('business:order.talent.compare_title') })
    await side.getByRole('button', play).click()
    await expect(side.getByRole('button', pause)).toBeVisible()
    await sound(page)
  })
  await context.close()
})

test('somebody is added to an order that is there, from their profile (es)', async ({ browser, request }) => {
  test.setTimeout(120_000)
  const w = wordsOf('es')
  const { t } = w
  const tag = Date.now().toString(36)
  const first = await musicianThere(request, `Pilar ${tag}`)
  const hunter = await hunterThere(request, `Sofía ${tag}`)
  const { order_id } = await partyAt('approved', hunter, `Atardecer ${tag}`, first)
  const added = await musicianThere(request, `Renata ${tag}`)
  const page = await (await browserOf(browser, hunter.token, { language: 'es' })).newPage()
  await page.goto(`/profile/musician/${added.project_id}`)
  await appIsThere(page)
  await page.getByRole('link', { name: t('functionality:directory.add_of', { name: added.name }) }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    t('business:order.ask.adding.title', { name: added.name }),
  )
  await axe(page)
  await page
    .getByRole('button', { name: t('business:order.ask.adding.button_said', { order: `Atardecer ${tag}` }) })
    .click()
  await page.waitForURL(`**/order?id=${order_id}`)
  await expect(page.getByText(added.name).first()).toBeVisible()
  await expect(page.getByText(t('business:order.talent.preferred')).first()).toBeVisible()
  await page.context().close()
})
