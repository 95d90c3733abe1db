import { expect, type Page, test } from '@playwright/test'
import { approveVariant, askTalent, beginBrief, dayIn, drawPlan, finishBrief, submitBrief } from './hunter.ts'
import {
  calls,
  joinBand,
  makeBand,
  moveTo,
  newHunter,
  newMusician,
  offerByHand,
  openWeekByHand,
  type Town,
} from './newcomers.ts'
import { setUpWhereAsked } from './secondFactor.ts'
import { type Words, wordsOf } from './words.ts'

/*
 * The main job, each side in a browser of its own: a stranger becomes a hunter, writes a brief, gets a plan, asks a
 * musician and a band who have just arrived too, compares, accepts, and all sign; the event stands on every side.
 * It plays in a town far from everybody of the demo, so that the two newcomers are the talent there is.
 */

/** Far from everybody of the demo and from each other: one for each run, so that nobody finds another run's talent. */
const TOWNS: Record<'es' | 'en', readonly Town[]> = {
  es: [
    { city: 'Cancún', country: 'MX', lat: 21.1619, lng: -86.8515, zone: 'America/Cancun' },
    { city: 'Monterrey', country: 'MX', lat: 25.6866, lng: -100.3161, zone: 'America/Monterrey' },
  ],
  en: [
    { city: 'Tijuana', country: 'MX', lat: 32.5149, lng: -117.0382, zone: 'America/Tijuana' },
    { city: 'Hermosillo', country: 'MX', lat: 29.0729, lng: -110.9559, zone: 'America/Hermosillo' },
  ],
}

for (const language of ['es', 'en'] as const)
  test(`a brief becomes a confirmed event (${language})`, async ({ browser, request }, { retry }) => {
    test.setTimeout(900_000)
    const town = TOWNS[language][retry]
    if (!town) throw new Error('no town left for another try')
    const w = wordsOf(language)
    const tag = `${language}${Date.now().toString(36)}`

    const musician = await newMusician(browser, request, w, {
      name: `Marisol ${tag}`,
      email: `marisol.${tag}@tarima.test`,
    })
    await offerByHand(musician.page, w)
    await openWeekByHand(musician.page, w)
    await moveTo(town, request, musician.email)

    const band = await newMusician(browser, request, w, {
      name: `Rodrigo ${tag}`,
      email: `rodrigo.${tag}@tarima.test`,
    })
    await makeBand(band.page, w, `Candela ${tag}`)
    await joinBand(browser, request, w, band.page, `bajo.${tag}@tarima.test`)
    await moveTo(town, request, band.email, `Candela ${tag}`)

    const hunter = await newHunter(browser, request, w, {
      name: `Lucía ${tag}`,
      email: `lucia.${tag}@tarima.test`,
    })
    await writeBrief(hunter, w, town, `Boda ${tag}`)
    await planAndAsk(hunter, w, [musician.name, `Candela ${tag}`])

    await answer(musician.page, w)
    await answer(band.page, w)

    await acceptAll(hunter, w)
    await signAsHunter(hunter, w, `Lucía ${tag}`)
    await signAsMusician(musician.page, w, musician.name)
    await signAsMusician(band.page, w, band.name)

    await test.step('signed is not confirmed: the deposits are missing', async () => {
      await hunter.goto('/events')
      await expect(hunter.getByRole('heading', { level: 1 })).toBeVisible()
      expect((await (await calls(hunter)).get('/api/events/')).results).toEqual([])
      await hunter.goBack()
    })
    await sayWhere(musician.page, w, 'Banco del Puerto 77-1204', language === 'es' ? 'passkey' : 'app')
    await payDeposits(hunter, w, 'Banco del Puerto 77-1204')
    await confirmDeposits(musician.page, w)
    await confirmDeposits(band.page, w)

    await test.step('the event stands on every side', async () => {
      await hunter.goto('/events')
      await expect(hunter.getByText(`Boda ${tag}`).first()).toBeVisible()
      for (const { page } of [musician, band]) {
        await page.goto('/calendar')
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        const { results } = await (await calls(page)).get('/api/contracts/?filter=active')
        expect(results.length, 'active agreements').toBeGreaterThan(0)
      }
      const told = (await (await calls(hunter)).get('/api/notifications/?limit=100')).results.map(
        ({ type }: { type: string }) => type,
      )
      for (const type of [
        'BRIEF_INITIATED',
        'BRIEF_VALIDATED',
        'OBJECTIVE_SCORE_READY',
        'PLAN_SONORO_CREATED',
        'TALENT_RECOMMENDED',
        'SCOUTING_INITIATED',
        'TALENT_AVAILABILITY_CONFIRMED',
        'MUSICIANS_CONFIRMED',
        'PROGRESS_TRACKING_ACTIVE',
      ])
        expect(told, `told ${type}`).toContain(type)
    })
  })

/** On whose behalf the hunter accepts and signs. */
const BUYER = 'Fiestas del Caribe, S. A.'

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

async function answer(page: Page, w: Words) {
  await test.step('a musician answers with a budget', async () => {
    const b = (key: string, values = {}) => w.t(`business:budgets.${key}`, values)
    for (;;) {
      await page.goto('/budgets')
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      const { results } = await (await calls(page)).get('/api/requests/?filter=open')
      const open = results.find(({ status }: { status: string }) => status === 'asked')
      if (!open) return
      await page.goto(`/budgets?request=${open.id}`)
      // Of a hunter who hasn't said where they live.
      await expect(
        page.getByText(b('facts.from_hunter', { name: 'Lucía' }), { exact: true }).first(),
      ).toBeVisible()
      await page.getByRole('button', { name: b('answer.available') }).click()
      await page
        .getByRole('textbox', { name: b('builder.unit_price') })
        .first()
        .fill('200')
      await page.keyboard.press('Tab')
      await page.getByRole('button', { name: b('builder.send') }).click()
      await expect(page.getByText(b('card.title', { version: 1 })).first()).toBeVisible()
    }
  })
}

async function acceptAll(page: Page, w: Words) {
  await test.step('the hunter compares and accepts', async () => {
    const b = (key: string, values = {}) => w.t(`business:budgets.${key}`, values)
    // The page has stood open since they asked: what was answered meanwhile is on it, and told.
    await expect(page.getByRole('heading', { name: b('compare.title') })).toBeVisible({ timeout: 30_000 })
    const accept = page.getByRole('button', { name: b('compare.accept') })
    await expect(accept.first()).toBeVisible()
    await sayWhoHires(page, w)
    for (let left = await accept.count(); left > 0; left = await accept.count()) {
      await accept.first().click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: b('accept.confirm') }).click()
      await expect(dialog).toBeHidden()
      // What is behind a dialog can't be counted: the page is back, and knows what was accepted.
      await expect(async () => {
        await expect(page.getByRole('main')).toBeVisible({ timeout: 1_000 })
        expect(await accept.count()).toBeLessThan(left)
      }).toPass({ timeout: 30_000 })
    }
  })
}

/** The sign-up didn't ask; before the agreement that names them is drawn up, they say it, and come back. */
async function sayWhoHires(page: Page, w: Words) {
  const b = (key: string) => w.t(`business:budgets.${key}`)
  const field = (key: string) => page.getByRole('textbox', { name: w.t(`auth:fields.${key}`), exact: true })
  const order = new URL(page.url()).search
  const accept = page.getByRole('button', { name: b('compare.accept') }).first()
  await accept.click()
  await page
    .getByRole('dialog')
    .getByRole('link', { name: b('complete_data') })
    .click()
  await page.waitForURL('**/signup-client-update?**')
  await page.getByText(w.t('auth:client_kinds.BUSINESS.title')).click()
  await field('legal_name').fill(BUYER)
  await field('tax_id').fill('1234567-8')
  await field('phone').fill('+52 998 555 0142')
  // Where they look for music, unless they say otherwise.
  await expect(field('city')).not.toHaveValue('')
  await page.getByRole('button', { name: w.t('auth:client_update.submit') }).click()
  await page.waitForURL(`**/order${order}`)
  await accept.click()
  const dialog = page.getByRole('dialog')
  // One quote may be for several moments.
  await expect(
    dialog.getByText(b('accept.text')).or(dialog.getByText(w.like('business:budgets.accept.text_several'))),
  ).toBeVisible()
  await expect(dialog.getByText(b('accept.incomplete'))).toBeHidden()
  await dialog.getByRole('button', { name: b('accept.keep') }).click()
  await expect(dialog).toBeHidden()
}

async function sign(page: Page, w: Words, name: string) {
  const c = (key: string) => w.t(`business:contracts.${key}`)
  await page
    .getByRole('textbox', { name: c('sign.name') })
    .first()
    .fill(name)
  await page.getByText(c('sign.consent')).first().click()
  await page
    .getByRole('button', { name: c('sign.send'), exact: true })
    .first()
    .click()
}

/** Opens each agreement of the order that is folded to its line. */
async function unfold(page: Page) {
  const lines = page.getByRole('main').locator('h3 > button[aria-expanded]')
  await expect(lines.first()).toBeVisible()
  const folded = page.getByRole('main').locator('h3 > button[aria-expanded=false]')
  // One that comes, or is drawn anew, while others are opened is folded too.
  await expect(async () => {
    if ((await folded.count()) > 0) await folded.first().click()
    await expect(folded).toHaveCount(0, { timeout: 500 })
  }).toPass({ timeout: 60_000 })
}

/** Every agreement of the order that the page shows. */
async function agreementsOn(
  page: Page,
): Promise<{ can_sign: boolean; deposit: object | null; deposit_due_at: string | null }[]> {
  const id = new URL(page.url()).searchParams.get('id')
  return (await (await calls(page)).get(`/api/orders/${id}/contracts/`)).results
}

async function signAsHunter(page: Page, w: Words, name: string) {
  await test.step('the hunter signs each agreement', async () => {
    await page.reload()
    const send = page.getByRole('button', { name: w.t('business:contracts.sign.send'), exact: true })
    const open = (await agreementsOn(page)).filter(({ can_sign }) => can_sign)
    expect(open.length, 'agreements to sign').toBeGreaterThan(0)
    // Several are read and signed one after the other: the next comes up by itself.
    const isReview = open.length > 1
    if (isReview) {
      const start = w.t('business:contracts.review.start', { count: open.length })
      await page.getByRole('button', { name: start }).click()
    } else await unfold(page)
    for (let place = 1; place <= open.length; place++) {
      if (isReview)
        await expect(
          page.getByRole('heading', {
            name: w.t('business:contracts.review.title', { place, of: open.length }),
          }),
        ).toBeVisible()
      // As they said before accepting.
      await expect(page.getByText(BUYER).first()).toBeVisible()
      await expect(send).toHaveCount(1)
      await sign(page, w, name)
    }
    await expect(send).toHaveCount(0)
    await expect(
      page.getByRole('heading', { name: w.t('business:contracts.panel_title'), exact: true }),
    ).toBeVisible()
  })
}

async function signAsMusician(page: Page, w: Words, name: string) {
  await test.step(`${name} signs`, async () => {
    for (;;) {
      const { results } = await (await calls(page)).get('/api/contracts/?filter=pending')
      const open = results.find(({ can_sign }: { can_sign: boolean }) => can_sign)
      if (!open) return
      await page.goto(`/contracts?contract=${open.id}`)
      await sign(page, w, name)
      await expect(
        page.getByRole('button', { name: w.t('business:contracts.sign.send'), exact: true }),
      ).toBeHidden()
    }
  })
}

/** Every agreement of the musician that isn't in force yet. */
const pending = async (page: Page): Promise<{ id: number; deposit: object | null }[]> =>
  (await (await calls(page)).get('/api/contracts/?filter=pending')).results

/** @param by how they protect their account, which they are asked to the first time */
async function sayWhere(page: Page, w: Words, where: string, by: 'passkey' | 'app') {
  await test.step('the musician says where the deposit goes', async () => {
    const c = (key: string) => w.t(`business:contracts.${key}`)
    const agreements = await pending(page)
    expect(agreements.length, 'agreements to be paid').toBeGreaterThan(0)
    for (const [n, { id }] of agreements.entries()) {
      await page.goto(`/contracts?contract=${id}`)
      const place = page.getByRole('textbox', { name: c('deposit.pay_to') })
      const save = page.getByRole('button', { name: c('deposit.pay_to_save'), exact: true })
      await place.fill(where)
      await save.click()
      if (n === 0) {
        await page
          .getByRole('button', { name: w.t('auth:factors.needed_cancel'), exact: true })
          .last()
          .click()
        await expect(page.getByText(w.t('common:errors.access.second_needed'))).toBeVisible()
        await expect(place).toHaveValue(where)
        await save.click()
        await setUpWhereAsked(page, w, by)
      }
      await expect(page.getByText(c('toast.pay_to'))).toBeVisible()
    }
  })
}

async function payDeposits(page: Page, w: Words, where: string) {
  await test.step('the hunter reads what is due and records each deposit as sent', async () => {
    await page.reload()
    await unfold(page)
    await expect(page.getByText(where).first()).toBeVisible()
    const record = page.getByRole('button', { name: w.t('business:contracts.deposit.record_hunter') })
    const due = (await agreementsOn(page)).filter((one) => one.deposit_due_at && !one.deposit)
    expect(due.length, 'deposits to record').toBeGreaterThan(0)
    for (let left = due.length; left > 0; left--) {
      await expect(record).toHaveCount(left)
      await page
        .getByRole('textbox', { name: w.t('business:contracts.deposit.reference') })
        .first()
        .fill(`REF-${left}`)
      await record.first().click()
    }
    await expect(record).toHaveCount(0)
  })
}

async function confirmDeposits(page: Page, w: Words) {
  await test.step('a musician confirms that the deposit arrived', async () => {
    const open = (await pending(page)).filter(({ deposit }) => deposit)
    expect(open.length, 'deposits to confirm').toBeGreaterThan(0)
    for (const { id } of open) {
      await page.goto(`/contracts?contract=${id}`)
      await page.getByRole('button', { name: w.t('business:contracts.deposit.confirm_artist') }).click()
      await expect(page.getByText(w.like('business:contracts.deposit.confirmed'))).toBeVisible()
    }
  })
}
