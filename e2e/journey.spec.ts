import { type APIRequestContext, type Browser, expect, type Page, test } from '@playwright/test'
import { offerService, openForBooking } from '#app/server/scenes/cast.ts'
import { readProfile, saveProject, switchProject } from '#features/projects/contract.ts'
import { choose, find } from './fields.ts'
import { approveVariant, askTalent, beginBrief, dayIn, drawPlan, finishBrief, submitBrief } from './hunter.ts'
import { callsOf } from './order.ts'
import { apiOf, browserOf, linkIn, mailTo, tokenOf } from './people.ts'
import { type Words, wordsOf } from './words.ts'

/*
 * The main job, each side in a browser of its own: a stranger becomes a hunter, writes a brief, gets a plan, asks a
 * musician and a band who have just arrived too, compares, accepts, and all sign; the event stands on every side.
 * It plays in a town far from everybody of the demo, so that the two newcomers are the talent there is.
 */

const PASSWORD = 'Guitarra7enlaPlaza'
interface Town {
  city: string
  country: string
  lat: number
  lng: number
  zone: string
}

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
    await sayWhere(musician.page, w, 'Banco del Puerto 77-1204')
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

/** The API as the person of a page, with the token their browser holds. */
const calls = async (page: Page) => apiOf(page.request, await tokenIn(page))

const tokenIn = (page: Page) =>
  page.evaluate(
    () =>
      JSON.parse(localStorage.getItem('auth-storage') ?? sessionStorage.getItem('auth-storage') ?? '{}').state
        ?.accessToken as string,
  )

/** Fills what every sign-up asks for. */
async function fillPerson(page: Page, w: Words, who: { name: string; email: string }) {
  await page.getByRole('textbox', { name: w.t('auth:fields.name'), exact: true }).fill(who.name)
  await page.getByRole('textbox', { name: w.t('auth:fields.email'), exact: true }).fill(who.email)
  await page.getByRole('textbox', { name: w.t('auth:fields.password'), exact: true }).fill(PASSWORD)
  await page.getByText(w.t('auth:terms.accept')).click()
}

async function newHunter(
  browser: Browser,
  request: APIRequestContext,
  w: Words,
  who: { name: string; email: string },
): Promise<Page> {
  return test.step('a hunter signs up and verifies the e-mail', async () => {
    const page = await (await browserOf(browser, null, { language: w.language })).newPage()
    await page.goto('/signup-client')
    await fillPerson(page, w, who)
    await page.getByRole('textbox', { name: w.t('auth:fields.phone'), exact: true }).fill('+52 998 555 0142')
    await page.getByRole('textbox', { name: w.t('auth:fields.city'), exact: true }).fill('Cancún')
    await page.getByRole('button', { name: w.t('auth:signup.submit') }).click()
    await page.waitForURL('**/verify-email-check')
    await page.goto(linkIn(await mailTo(request, who.email), '/verify-email'))
    await page.waitForURL('**/talent-hunter')
    expect(page.url()).not.toContain('token')
    return page
  })
}

async function newMusician(
  browser: Browser,
  request: APIRequestContext,
  w: Words,
  who: { name: string; email: string },
) {
  return test.step(`${who.name} signs up as a musician`, async () => {
    const page = await (await browserOf(browser, null, { language: w.language })).newPage()
    await page.goto('/signup-music')
    await fillPerson(page, w, who)
    await page.getByRole('textbox', { name: w.t('auth:fields.city'), exact: true }).fill('Mérida')
    await choose(page, page, w.t('auth:fields.main_instrument'), w.t('business:terms.instruments.guitar'))
    await page.getByRole('button', { name: w.t('auth:signup.submit') }).click()
    await page.waitForURL('**/verify-email-check')
    await page.goto(linkIn(await mailTo(request, who.email), '/verify-email'))
    await page.waitForURL(/\/(music|complete-profile)$/)
    return { page, ...who }
  })
}

async function offerByHand(page: Page, w: Words) {
  await test.step('the musician adds a service by hand', async () => {
    const s = (key: string) => w.t(`functionality:services.form.${key}`)
    await page.goto('/services/new')
    await page.getByRole('textbox', { name: s('name') }).fill('Boleros y jazz para la cena')
    await page
      .getByRole('textbox', { name: s('description') })
      .fill('Guitarra y voz: boleros, jazz y latina suave para la cena y el coctel.')
    for (const genre of ['jazz', 'latin', 'pop'])
      await find(page, page, s('genres'), w.t(`business:terms.genres.${genre}`))
    await page.keyboard.press('Escape')
    await page
      .getByRole('textbox', { name: s('amount'), exact: true })
      .first()
      .fill('180')
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: s('save_activate') }).click()
    await page.waitForURL('**/services')
    await expect(page.getByText('Boleros y jazz para la cena').first()).toBeVisible()
    // The same in the other small line-ups, so that any plan of few players finds them.
    const token = await tokenIn(page)
    for (const format of ['duo', 'trio', 'quartet'] as const)
      await offerService(
        { api: callsOf(page.request, token) },
        { ...EVENING_SERVICE, title: `Boleros ${format}`, format, price: 25_000 },
      )
  })
}

async function openWeekByHand(page: Page, w: Words) {
  await test.step('and the hours of the week', async () => {
    await page.goto('/availability')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // Every block of the grid that is closed is opened.
    const closed = page.getByRole('table').getByRole('button', { pressed: false })
    await expect(closed).toHaveCount(21)
    for (let left = 20; left >= 0; left--) {
      await closed.first().click()
      await expect(closed).toHaveCount(left)
    }
    await page.getByRole('button', { name: w.t('availability:week.save') }).click()
    await expect(page.getByText(w.t('availability:week.saved'))).toBeVisible()
  })
}

async function makeBand(page: Page, w: Words, name: string) {
  await test.step('the other one makes a band', async () => {
    const p = (key: string) => w.t(`functionality:projects.${key}`)
    await page.goto('/musician-profile-type?mode=create')
    await page.getByText(p('new.types.GROUP.name'), { exact: true }).click()
    await page.getByRole('textbox', { name: p('fields.name') }).fill(name)
    await page.getByRole('button', { name: p('new.submit') }).click()
    await page.waitForURL((url) => url.pathname !== '/musician-profile-type')
  })
}

async function joinBand(browser: Browser, request: APIRequestContext, w: Words, owner: Page, email: string) {
  await test.step('invites a bass player, who joins from the notification', async () => {
    const i = (key: string) => w.t(`functionality:members.${key}`)
    await owner.goto('/members')
    await owner
      .getByRole('button', { name: i('invite.action') })
      .first()
      .click()
    const dialog = owner.getByRole('dialog')
    await dialog.getByRole('textbox', { name: i('invite.email') }).fill(email)
    await dialog.getByRole('textbox', { name: i('fields.function') }).fill('Bajo')
    await dialog.getByRole('button', { name: i('invite.send') }).click()
    await expect(owner.getByText(email).first()).toBeVisible()

    const { page } = await newMusician(browser, request, w, { name: 'Byron Bajo', email })
    await page.goto('/music')
    await page.getByRole('button', { name: w.like('functionality:notifications.open_label_unread') }).click()
    const modal = page.getByRole('dialog')
    await modal.locator('[aria-expanded="false"]').first().click()
    await modal.getByRole('button', { name: w.t('functionality:invitations.accept') }).click()
    await expect(modal.getByText(w.t('functionality:invitations.accepted.title'))).toBeVisible()
    await page.context().close()
    await owner.goto('/members')
    await expect(owner.getByText('Byron Bajo').first()).toBeVisible()
  })
}

/** Puts a project where the event is; a band gets there its hours and a service too, as the forms above gave them. */
async function moveTo(town: Town, request: APIRequestContext, email: string, band?: string) {
  const api = callsOf(request, await tokenOf(request, email, PASSWORD))
  const { music_project } = await api(readProfile)
  const mine = music_project.find(({ name, project_type }) =>
    band ? name === band : project_type.name === 'INDIVIDUAL',
  )
  if (!mine) throw new Error(`no project ${band ?? 'of their own'}`)
  const params = { id: mine.id }
  if (!band) return api(saveProject, { params, body: town })
  await api(switchProject, { params })
  const service = {
    ...EVENING_SERVICE,
    title: 'Banda completa para bailar',
    format: 'band' as const,
    price: 90_000,
  }
  await openForBooking({ api, project_id: mine.id }, town, [service])
}

const EVENING_SERVICE = {
  description: 'Salsa, jazz y latina para una noche que se recuerda, con sonido propio.',
  genres: ['salsa' as const, 'latin' as const, 'merengue' as const, 'jazz' as const, 'pop' as const],
}

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
  await test.step('a musician answers with a quote', async () => {
    const b = (key: string, values = {}) => w.t(`business:budgets.${key}`, values)
    for (;;) {
      await page.goto('/budgets')
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      const { results } = await (await calls(page)).get('/api/requests/?filter=open')
      const open = results.find(({ status }: { status: string }) => status === 'asked')
      if (!open) return
      await page.goto(`/budgets?request=${open.id}`)
      await page.getByRole('button', { name: b('answer.available') }).click()
      await page
        .getByRole('textbox', { name: b('builder.unit_price') })
        .first()
        .fill('200')
      await page.keyboard.press('Tab')
      await page.getByRole('button', { name: b('builder.send') }).click()
      await expect(page.getByText(b('quote.title', { version: 1 })).first()).toBeVisible()
    }
  })
}

async function acceptAll(page: Page, w: Words) {
  await test.step('the hunter compares and accepts', async () => {
    const b = (key: string, values = {}) => w.t(`business:budgets.${key}`, values)
    await page.reload()
    await expect(page.getByRole('heading', { name: b('compare.title') })).toBeVisible()
    const accept = page.getByRole('button', { name: b('compare.accept') })
    await expect(accept.first()).toBeVisible()
    for (let left = await accept.count(); left > 0; left = await accept.count()) {
      await accept.first().click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: b('accept.confirm') }).click()
      await expect(dialog).toBeHidden()
      await expect(accept).not.toHaveCount(left)
    }
  })
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
    for (let left = open.length; left > 0; left--) {
      await expect(send).toHaveCount(left)
      await sign(page, w, name)
    }
    await expect(send).toHaveCount(0)
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

async function sayWhere(page: Page, w: Words, where: string) {
  await test.step('the musician says where the deposit goes', async () => {
    const c = (key: string) => w.t(`business:contracts.${key}`)
    const agreements = await pending(page)
    expect(agreements.length, 'agreements to be paid').toBeGreaterThan(0)
    for (const { id } of agreements) {
      await page.goto(`/contracts?contract=${id}`)
      await page.getByRole('textbox', { name: c('deposit.pay_to') }).fill(where)
      await page.getByRole('button', { name: c('deposit.pay_to_save'), exact: true }).click()
      await expect(page.getByText(c('toast.pay_to'))).toBeVisible()
    }
  })
}

async function payDeposits(page: Page, w: Words, where: string) {
  await test.step('the hunter reads what is due and records each deposit as sent', async () => {
    await page.reload()
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
