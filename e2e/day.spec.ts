import { readFileSync } from 'node:fs'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { offerService } from '#app/server/scenes/cast.ts'
import { orderAt } from '#app/server/scenes/order.ts'
import { HOUR, MINUTE, wallClock } from '#core/contract/time.ts'
import { readAvailability, saveAvailability } from '#features/availability/contract.ts'
import { readEvent, readOrderEvent, saveHostFacts, saveOpening } from '#features/events/contract.ts'
import { hunterThere, LA_PAZ, musicianThere, partyOf, type Signed } from './order.ts'
import { browserOf, isStored, watchForErrors } from './people.ts'
import { sound } from './sound.ts'
import { type Words, wordsOf } from './words.ts'

/*
 * The day of an event: what both sides write about it and hand over, what they say on the day, and what a phone shows of
 * it without connection. Everybody here is new, and plays today.
 */

const es = wordsOf('es')
const en = wordsOf('en')

const contextOf = (browser: Browser, who: Signed, words: Words, width: number) =>
  browserOf(browser, who.token, { language: words.language, width })

/** A floor plan, as small as a PDF may be. */
const PLAN = Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n')

const region = (page: Page, words: Words, key: string) =>
  page.getByRole('region', { name: words.t(`business:events.${key}`), exact: true })
const said = (page: Page, words: Words) =>
  page.getByRole('list', { name: words.t('business:events.day.list') }).getByRole('listitem')
const press = (page: Page, words: Words, key: string) =>
  page.getByRole('button', { name: words.t(`business:events.${key}`), exact: true })

test('the day of an event, followed by both sides', async ({ browser, request }) => {
  const [hunter, musician] = await Promise.all([
    hunterThere(request, 'Delia Anfitriona'),
    musicianThere(request, 'Bruno Temprano'),
  ])
  // Booked for the same evening: called a little ago.
  await musician.api(saveAvailability, {
    body: { ...(await musician.api(readAvailability)), minimum_notice_days: 0 },
  })
  await offerService(musician, { title: 'Guitarra para hoy', format: 'solo', lead_time_days: 0 })
  const now = new Date()
  const begins = new Date(Math.floor((now.getTime() + 95 * MINUTE) / MINUTE) * MINUTE)
  const from = wallClock(begins, LA_PAZ.zone)
  const to = wallClock(new Date(begins.getTime() + 2 * HOUR), LA_PAZ.zone)
  const party = partyOf('Cena de hoy')
  const { order_id } = await orderAt('paid', {
    hunter,
    brief: { ...party, event: { ...party.event, day: from.day, starts: from.time, ends: to.time } },
    moments: [{ asks: [musician], energy: 2, genre: 'jazz', format: 'solo', volume: 'low', cost: 60_000 }],
    now,
    reply_by: new Date(now.getTime() + 70 * MINUTE).toISOString(),
    offer: { valid_until: begins.toISOString(), balance_due_at: begins.toISOString() },
  })
  const { event } = await hunter.api(readOrderEvent, { params: { id: order_id } })
  const id = event?.id ?? 0
  await hunter.api(saveOpening, {
    params: { id },
    body: { opens_at: new Date(begins.getTime() - 6 * HOUR).toISOString() },
  })

  const desk = await (await contextOf(browser, hunter, es, 1280)).newPage()
  const phones = await contextOf(browser, musician, en, 390)
  const phone = await phones.newPage()
  const errors = [watchForErrors(desk), watchForErrors(phone)]
  await desk.goto(`/events?event=${id}`)
  await phone.goto(`/calendar?event=${id}`)

  await test.step('what the host writes appears on the open page of who plays', async () => {
    await expect(
      region(phone, en, 'facts.host_title').getByText(en.t('business:events.facts.empty_artist')),
    ).toBeVisible()
    await press(desk, es, 'facts.write').click()
    const form = desk.getByRole('dialog')
    await form.getByLabel(es.t('business:events.facts.parking')).fill('Portón negro, atrás')
    await form.getByLabel(es.t('business:events.facts.day_contact')).fill('Julia Paz')
    await form.getByLabel(es.t('business:events.facts.do_not_play')).fill('Despacito\nLa macarena')
    // A name without a phone is sent back; what was typed stays.
    await press(desk, es, 'facts.save').click()
    const number = form.getByLabel(es.t('business:events.facts.contact_phone'))
    await expect(number).toBeFocused()
    await expect(form.getByLabel(es.t('business:events.facts.parking'))).toHaveValue('Portón negro, atrás')
    await number.fill('+52 612 555 0101')
    await press(desk, es, 'facts.save').click()
    await expect(form).toHaveCount(0)
    const facts = region(phone, en, 'facts.host_title')
    await expect(facts.getByText('Portón negro, atrás')).toBeVisible()
    await expect(facts.getByText('La macarena')).toBeVisible()
    await expect(facts.getByRole('link', { name: '+52 612 555 0101' })).toBeVisible()
    await sound(desk)
    await sound(phone)
  })

  await test.step('who is writing is told that something else was saved meanwhile, with both ways on', async () => {
    await region(desk, es, 'facts.host_title')
      .getByRole('button', { name: es.t('business:events.facts.edit'), exact: true })
      .click()
    const form = desk.getByRole('dialog')
    await expect(form.getByLabel(es.t('business:events.facts.parking'))).toHaveValue('Portón negro, atrás')
    const {
      edited_at: _,
      edited_by: __,
      ...facts
    } = (await hunter.api(readEvent, { params: { id } })).host_says
    await hunter.api(saveHostFacts, { params: { id }, body: { ...facts, dress: 'Guayabera' } })
    await expect(form.getByText(es.t('business:events.facts.changed'))).toBeVisible()
    await sound(desk)
    await press(desk, es, 'facts.load_theirs').click()
    await expect(form.getByLabel(es.t('business:events.facts.dress'))).toHaveValue('Guayabera')
    await expect(form.getByText(es.t('business:events.facts.changed'))).toHaveCount(0)
    await press(desk, es, 'facts.cancel').click()
    await expect(form).toHaveCount(0)
  })

  await test.step('and the other way round, on a phone', async () => {
    await phone.getByRole('button', { name: new RegExp(`^${en.t('business:events.own.edit')}`) }).click()
    const form = phone.getByRole('dialog')
    await form.getByLabel(en.t('business:events.own.set_list')).fill('Sabor a mí · 4 min\nBésame mucho')
    await form.getByLabel(en.t('business:events.own.power_needs')).fill('Two outlets')
    await sound(phone)
    await press(phone, en, 'facts.save').click()
    await expect(form).toHaveCount(0)
    await expect(desk.getByText('Sabor a mí · 4 min')).toBeVisible()
    await expect(desk.getByText('Two outlets')).toBeVisible()
  })

  await test.step('a document of the host is on the phone at once, and is downloaded there', async () => {
    const theirs = region(phone, en, 'documents.host_title')
    await expect(theirs).toHaveCount(0)
    const own = region(desk, es, 'documents.host_title')
    const choose = desk.locator('[data-document-input="host"]')
    // What isn't a document is refused by its content, and said where it was chosen.
    await choose.setInputFiles({
      name: 'plano.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('no es un PDF'),
    })
    await expect(own.getByRole('alert')).toHaveText(es.t('common:errors.files.not_a_document'))
    await choose.setInputFiles({ name: 'Plano del salón.pdf', mimeType: 'application/pdf', buffer: PLAN })
    await expect(own.getByRole('listitem')).toHaveText([/Plano del salón/])
    await expect(own.getByRole('alert')).toHaveCount(0)
    await expect(theirs.getByRole('listitem')).toHaveText([/Plano del salón/])
    await sound(desk)
    await sound(phone)
    // Who only reads it can't change it.
    await expect(theirs.getByRole('button')).toHaveCount(1)
    const coming = phone.waitForEvent('download')
    await theirs
      .getByRole('button', {
        name: new RegExp(`^${en.t('business:events.documents.download')}.*Plano del salón$`),
      })
      .click()
    const file = await coming
    expect(file.suggestedFilename()).toBe('Plano del salón.pdf')
    expect(readFileSync(await file.path()).equals(PLAN)).toBe(true)
  })

  await test.step('it is renamed, by keyboard, and its new name appears there too', async () => {
    const own = region(desk, es, 'documents.host_title')
    await own
      .getByRole('button', { name: `${es.t('business:events.documents.rename')}: Plano del salón` })
      .press('Enter')
    const form = desk.getByRole('dialog')
    await form.getByLabel(es.t('business:events.documents.name')).fill('Plano y entrada')
    await sound(desk)
    await form.getByLabel(es.t('business:events.documents.name')).press('Enter')
    await expect(form).toHaveCount(0)
    await expect(
      region(phone, en, 'documents.host_title').getByText('Plano y entrada', { exact: true }),
    ).toBeVisible()
  })

  await test.step('without connection the phone opens the event and its sheet as they were', async () => {
    // In the background the page has its files stored: once the worker is there, also those that it fetches later.
    for (let loads = 0; loads < 2; loads++) {
      await expect.poll(() => isStored(phone)).toBe(true)
      await phone.reload()
      await expect(region(phone, en, 'facts.host_title').getByText('La macarena')).toBeVisible()
    }
    await expect.poll(() => isStored(phone)).toBe(true)
    await phones.setOffline(true)
    await phone.reload()
    await expect(phone.getByText(en.like('business:events.offline.as_of'))).toBeVisible()
    await expect(region(phone, en, 'facts.host_title').getByText('La macarena')).toBeVisible()
    // Documents are listed; the files themselves need a connection, and that is said.
    const documents = region(phone, en, 'documents.host_title')
    await expect(documents.getByText('Plano y entrada', { exact: true })).toBeVisible()
    await expect(documents.getByText(en.t('business:events.documents.offline'))).toBeVisible()
    await expect(documents.getByRole('button')).toHaveCount(0)
    await phone.getByRole('link', { name: en.t('business:events.open_sheet') }).click()
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText(
      en.t('business:stage.sheet.of', { name: 'Bruno Temprano' }),
    )
    await expect(phone.getByText('Sabor a mí · 4 min')).toBeVisible()
    await expect(phone.getByText('Plano y entrada')).toBeVisible()
    await phone.getByRole('link', { name: en.t('business:stage.sheet.back') }).click()
  })

  await test.step('an arrival that is pressed there is sent once it is back, and seen by the host', async () => {
    await press(phone, en, 'day.arrived').click()
    await expect(phone.getByText(en.like('business:events.offline.waiting'))).toBeVisible()
    await expect(said(desk, es)).toHaveText([es.t('business:events.day.nothing')])
    await phones.setOffline(false)
    await expect(said(desk, es)).toHaveText([/Bruno Temprano/])
    await expect(said(desk, es).first()).toContainText(es.t('business:events.day.says_arrived'))
    await expect(said(phone, en)).toHaveCount(1)
    await expect(phone.getByText(en.like('business:events.offline.as_of'))).toHaveCount(0)
  })

  await test.step('a delay appears on the other page without a reload, and can be taken back', async () => {
    await press(phone, en, 'day.late').click()
    await press(phone, en, 'day.late_send').click()
    await expect(said(desk, es)).toHaveCount(2)
    await expect(said(desk, es).last()).toContainText(es.t('business:events.day.says_late', { count: 15 }))
    await press(phone, en, 'day.undo').click()
    await expect(said(desk, es)).toHaveCount(1)
  })

  await test.step('a document is removed once that is confirmed, and goes from the phone too', async () => {
    const own = region(desk, es, 'documents.host_title')
    const remove = own.getByRole('button', {
      name: `${es.t('business:events.documents.remove')}: Plano y entrada`,
    })
    await remove.click()
    const asked = desk.getByRole('alertdialog', {
      name: es.t('business:events.documents.remove_title', { title: 'Plano y entrada' }),
    })
    await asked.getByRole('button', { name: es.t('business:events.documents.keep') }).click()
    await expect(asked).toHaveCount(0)
    await expect(own.getByRole('listitem')).toHaveCount(1)
    await remove.click()
    await sound(desk)
    await asked.getByRole('button', { name: es.t('business:events.documents.remove') }).click()
    await expect(own.getByText(es.t('business:events.documents.empty_host'))).toBeVisible()
    await expect(region(phone, en, 'documents.host_title')).toHaveCount(0)
  })

  await test.step('a problem of the host is told to who plays, in their language', async () => {
    await press(desk, es, 'day.problem').click()
    await desk.getByLabel(es.t('business:events.day.problem_words')).fill('Se fue la luz')
    await press(desk, es, 'day.problem_send').click()
    await expect(said(phone, en).last()).toContainText('Se fue la luz')
    await sound(desk)
    await sound(phone)
    await phone.goto('/music?notifications=open')
    await expect(
      phone.getByRole('dialog').getByText(
        en.t('functionality:notifications.EVENT_AT_RISK.title_problem', {
          person_name: 'Delia Anfitriona',
        }),
      ),
    ).toBeVisible()
  })

  await test.step('whoever logs out leaves nothing of it on the phone', async () => {
    const stored = () => phone.evaluate(() => localStorage.getItem('own-events'))
    expect(await stored()).toContain('La macarena')
    await phone.goto('/logout')
    // The page is left for another one meanwhile.
    await expect(async () => expect(await stored()).toBeNull()).toPass()
  })
  // A browser complains of what it can't reach while there is no connection.
  expect(errors.flat().filter((one) => !/network error response|Failed to fetch/.test(one))).toEqual([])
  await Promise.all([desk.context().close(), phones.close()])
})
