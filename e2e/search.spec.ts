import { expect, type Page, test } from '@playwright/test'
import type { DirectoryProject } from '#features/directory/contract.ts'
import { dayIn, newHunter } from './hunter.ts'
import { calls, fillPerson } from './newcomers.ts'
import { browserOf, mailedLink, newPerson, signIn, watchForErrors } from './people.ts'
import { axe } from './sound.ts'
import { type Words, wordsOf } from './words.ts'

/*
 * The first minute: somebody without an account searches on the landing, sees who can play and for how much, asks for a
 * date, and finds all that they said in the form, and in a brief from there, whichever way they come in.
 */

const DAY = dayIn(40)
const email = (who: string) => `${who}-${process.pid}-${Date.now()}@example.com`
const results = (page: Page, { t }: Words) => page.getByRole('region', { name: t('common:found.title') })
const askFirst = (page: Page, w: Words) =>
  results(page, w)
    .getByRole('link', { name: w.like('functionality:directory.ask_for') })
    .first()

/** What, where and when, as a visitor says it. */
async function search(page: Page, { t }: Words) {
  await page.goto('/welcome')
  await page.getByLabel(t('common:welcome.search.what')).selectOption('wedding')
  await page.getByLabel(t('common:welcome.search.where'), { exact: true }).fill('Antigua')
  await page.getByLabel(t('common:welcome.search.when'), { exact: true }).fill(DAY)
  await page.getByRole('button', { name: t('common:welcome.search.submit'), exact: true }).click()
}

/**
 * Whoever is asked is asked with all that was said on the landing; a brief goes on from there with it too, and keeps it
 * with its first answer.
 */
async function expectAsked(page: Page, w: Words, more: { event?: object; sound?: object } = {}) {
  const { t } = w
  const field = (path: string) => t(`business:order.brief.fields.event.${path}`)
  await page.waitForURL(/\/order\?.*musician=\d+/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(w.like('business:order.ask.title'))
  await expect(page.getByRole('combobox', { name: field('city') })).toHaveValue(/^Antigua Guatemala\|/)
  await expect(page.getByRole('combobox', { name: field('type') })).toHaveValue('wedding')
  await page.getByRole('link', { name: w.like('business:order.ask.plan') }).click()
  await page.waitForURL(/\/order\?.*musician=\d+.*new=1/)
  await page.getByRole('textbox', { name: t('business:order.brief.start.budget') }).fill('3000')
  await page.keyboard.press('Tab')
  await page.waitForURL(/\/order\?id=\d+$/)
  await expect(page.locator('[data-save-state=saved]')).toBeVisible()
  const id = Number(new URL(page.url()).searchParams.get('id'))
  const order = await (await calls(page)).get(`/api/orders/${id}/`)
  expect(order.brief).toMatchObject({
    event: {
      type: 'wedding',
      city: 'Antigua Guatemala',
      day: DAY,
      starts: '18:00',
      ends: '23:00',
      lat: expect.any(Number),
      ...more.event,
    },
    ...(more.sound ? { sound: more.sound } : {}),
  })
}

test('a newcomer searches, chooses, signs up, verifies, and nothing is asked twice', async ({
  browser,
  request,
}) => {
  const w = wordsOf('es')
  const { t } = w
  const page = await (await browserOf(browser, null, { language: 'es' })).newPage()
  const errors = watchForErrors(page)
  const who = { name: 'Ximena Nueva', email: email('busca') }

  await test.step('who can play comes under the hero, free that day and with the price for it', async () => {
    const answer = page.waitForResponse(
      (response) => new URL(response.url()).pathname === '/api/directory/projects/',
    )
    await search(page, w)
    await expect(page.getByRole('heading', { name: t('common:found.title') })).toBeFocused()
    await expect(page).toHaveURL(`/welcome?event_type=wedding&city=Antigua&date=${DAY}`)
    const { results: found }: { results: DirectoryProject[] } = await (await answer).json()
    const cardOf = (project?: DirectoryProject) =>
      results(page, w)
        .getByRole('article')
        .filter({ has: page.getByRole('link', { name: project?.name ?? 'nobody', exact: true }) })
    const rated = found.find(({ rating }) => rating !== null)
    await expect(cardOf(rated)).toContainText(`${rated?.rating?.toFixed(1)} (${rated?.rating_count})`)
    // A photo is fetched once its card is near.
    const pictured = cardOf(found.find(({ profile_image }) => profile_image))
    await pictured.scrollIntoViewIfNeeded()
    const photo = pictured.locator('img')
    await expect
      .poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
    const first = results(page, w).getByRole('article').first()
    await expect(first).toContainText(/\$\d/)
    await expect(first).toContainText(/km/)
    await expect(results(page, w).getByRole('status')).toContainText('18:00')
    await axe(page)
  })

  await test.step('the rest narrows it down, and the address keeps it', async () => {
    await results(page, w).getByLabel(t('functionality:directory.genre')).selectOption('salsa')
    await page.waitForURL(/genre=salsa/)
    await results(page, w).getByLabel(t('common:found.guests')).fill('120')
    await page.keyboard.press('Enter')
    await page.waitForURL(/guests=120/)
    await results(page, w).getByLabel(t('functionality:directory.sort')).selectOption('price')
    await page.waitForURL(/sort=price/)
    await expect(askFirst(page, w)).toBeVisible()
    // Two changes in a row, the second before the page has heard of the first.
    await results(page, w).evaluate((found) => {
      const choose = (value: string) => {
        const select = found.querySelector<HTMLSelectElement>(`select:has(option[value="${value}"])`)
        if (!select) throw new Error(`nothing offers ${value}`)
        Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(select, value)
        select.dispatchEvent(new Event('change', { bubbles: true }))
      }
      choose('rating')
      choose('bolero')
    })
    await page.waitForURL(/genre=bolero/)
    expect(page.url()).toContain('sort=rating')
    await results(page, w).getByLabel(t('functionality:directory.genre')).selectOption('salsa')
    await page.waitForURL(/genre=salsa/)
  })

  await test.step('back from a profile the results are there again; further back, the landing', async () => {
    await results(page, w).getByRole('article').first().getByRole('heading').getByRole('link').click()
    await page.waitForURL(/\/profile\/musician\/\d+\?/)
    // The day that was searched for, not the next seven.
    await expect(page.getByText(w.like('functionality:directory.profile.free'))).toBeVisible()
    await expect(page.getByRole('columnheader').and(page.locator('[aria-current=date]'))).toContainText(
      String(Number(DAY.slice(8))),
    )
    await axe(page)
    await page.goBack()
    await expect(askFirst(page, w)).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(/\/welcome$/)
    await expect(results(page, w)).toBeHidden()
    await page.goForward()
    await expect(askFirst(page, w)).toBeVisible()
    await expect(page.getByLabel(t('common:welcome.search.where'), { exact: true })).toHaveValue('Antigua')
  })

  await test.step('asking for a date leads to the sign-up, the link in the mail to the form', async () => {
    await askFirst(page, w).click()
    await page.waitForURL(/\/signup-client\?next=/)
    // Name, e-mail and password; where and when the event is was said before.
    await expect(page.getByRole('textbox')).toHaveCount(3)
    await expect(page.getByRole('radio')).toHaveCount(0)
    await axe(page)
    await fillPerson(page, w, who)
    await page.getByRole('button', { name: t('auth:signup.submit') }).click()
    await page.waitForURL('**/verify-email-check')
    await page.goto(await mailedLink(request, who.email, '/verify-email'))
    await expectAsked(page, w, { event: { guests: 120 }, sound: { genres_liked: ['salsa'] } })
  })
  expect(errors).toEqual([])
  await page.context().close()
})

test('a shared link shows the same search; what is wrong or missing says so (en, 390 px, dark)', async ({
  browser,
}) => {
  const w = wordsOf('en')
  const { t } = w
  const context = await browserOf(browser, null, { language: 'en', width: 390, theme: 'dark' })
  const page = await context.newPage()

  await test.step('a failing search can be tried again', async () => {
    await context.route('**/api/directory/projects/**', (route) => route.abort())
    await page.goto(`/welcome?event_type=wedding&city=Antigua&date=${DAY}`)
    await expect(results(page, w).getByText(t('functionality:directory.error'))).toBeVisible()
    await context.unroute('**/api/directory/projects/**')
    await results(page, w)
      .getByRole('button', { name: t('common:boundary.retry') })
      .click()
    await expect(askFirst(page, w)).toBeVisible()
    await axe(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })

  await test.step('more pages come at a press', async () => {
    const cards = results(page, w).getByRole('article')
    await expect(cards).toHaveCount(12)
    await results(page, w)
      .getByRole('button', { name: t('common:more') })
      .click()
    await expect(cards).toHaveCount(24)
  })

  await test.step('a wrong place and a day that has passed are said at their fields', async () => {
    await page.goto('/welcome?city=Atlantis&date=2020-01-01')
    const form = page.getByRole('search')
    await expect(
      form.getByRole('combobox', { name: t('common:welcome.search.where') }),
    ).toHaveAccessibleDescription(t('common:welcome.search.where_unknown'))
    await expect(form.getByText(t('common:welcome.search.when_past'))).toBeVisible()
  })

  await test.step('where nobody is found, what to leave out is one press away', async () => {
    await expect(
      results(page, w).getByText(t('functionality:directory.unknown', { city: 'Atlantis' })),
    ).toBeVisible()
    await results(page, w)
      .getByRole('button', { name: new RegExp(`^${t('functionality:directory.loosen.city')}`) })
      .click()
    await expect(askFirst(page, w)).toBeVisible()
    await expect(page).not.toHaveURL(/Atlantis/)
  })
  await context.close()
})

test('whoever has an account signs in and goes on to the same brief', async ({ browser, request }) => {
  const w = wordsOf('es')
  const { t } = w
  const mine = email('conocida')
  await newHunter(request, mine, 'Ximena Conocida')
  const page = await (await browserOf(browser, null, { language: 'es' })).newPage()
  await search(page, w)
  await askFirst(page, w).click()
  await page.waitForURL(/\/signup-client\?next=/)
  await page.getByRole('link', { name: t('auth:signup.sign_in'), exact: true }).click()
  await page.waitForURL(/\/signin\?next=/)
  // As a page of its own, which was drawn ahead of time, too.
  await page.reload()
  await signIn(page, mine)
  await expectAsked(page, w)
  await page.context().close()
})

test('an identity provider on the way loses nothing either', async ({ browser }) => {
  const w = wordsOf('es')
  const { t } = w
  const page = await (await browserOf(browser, null, { language: 'es' })).newPage()
  await search(page, w)
  await askFirst(page, w).click()
  await page.waitForURL(/\/signup-client\?next=/)
  await page.getByRole('link', { name: t('auth:signup.sign_in'), exact: true }).click()
  await page.waitForURL(/\/signin\?next=/)
  await page.getByRole('button', { name: t('auth:identity.button') }).click()
  await page.waitForURL(/^http:\/\/127\.0\.0\.1:\d+\/interaction\//)
  await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill(email('proveedor'))
  await page.getByRole('textbox', { name: 'Name' }).fill('Luz Marina')
  await page.getByRole('checkbox', { name: 'E-mail is verified' }).check()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByText(t('auth:signup.kinds.client.title')).click()
  await page.getByText(t('auth:terms.accept')).click()
  await page.getByRole('button', { name: t('auth:signup.submit') }).click()
  await expectAsked(page, w)
  await page.context().close()
})

test('verified in another browser, what was begun waits in this one until somebody signs in', async ({
  browser,
  request,
}) => {
  const w = wordsOf('es')
  const mine = await newPerson(request, 'TALENT_HUNTER')
  const page = await (await browserOf(browser, null, { language: 'es' })).newPage()
  await page.goto('/signin')
  await page.evaluate(
    (day) =>
      localStorage.setItem(
        'after-verify',
        `/order?event_type=wedding&city=Antigua&date=${day}&from=18:00&to=23:00&musician=1`,
      ),
    DAY,
  )
  await signIn(page, mine.email)
  await expectAsked(page, w)
  expect(await page.evaluate(() => localStorage.getItem('after-verify'))).toBeNull()
  await page.context().close()
})

test('a question that a newcomer began is asked once they have an account', async ({ browser, request }) => {
  const w = wordsOf('es')
  const { t } = w
  const page = await (await browserOf(browser, null, { language: 'es' })).newPage()
  const who = { name: 'Ximena Pregunta', email: email('pregunta') }
  const { results } = await (await request.get('/api/directory/projects/?limit=1')).json()
  await page.goto(`/profile/musician/${results[0].id}`)
  const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  await page.getByRole('link', { name: t('functionality:directory.profile.question_to', { name }) }).click()
  await page.waitForURL(/\/signup-client\?next=/)
  await fillPerson(page, w, who)
  await page.getByRole('button', { name: t('auth:signup.submit') }).click()
  await page.waitForURL('**/verify-email-check')
  await page.goto(await mailedLink(request, who.email, '/verify-email'))
  await page.waitForURL(/\/messages\?thread=\d+$/)
  await expect(page.getByText(name).first()).toBeVisible()
  await page.context().close()
})

test('whoever is signed in keeps the menu on a profile, sees prices for their hours, and saves who they like', async ({
  browser,
  request,
}) => {
  const w = wordsOf('es')
  const { t } = w
  const token = await newHunter(request, email('casa'), 'Ximena en Casa')
  const page = await (await browserOf(browser, token, { language: 'es' })).newPage()
  const errors = watchForErrors(page)
  await page.goto(`/musics?city=Antigua+Guatemala&date=${DAY}&from=18:00&to=23:00`)
  const found = page.getByRole('region', { name: t('functionality:directory.results') })
  await expect(found.getByRole('status').first()).toContainText(/\d/)
  await expect(found.getByText(/5 h/)).toBeVisible()
  await found.getByRole('article').first().getByRole('heading').getByRole('link').click()
  await page.waitForURL(/\/profile\/musician\/\d+\?.*date=/)
  const menu = page.getByRole('navigation', { name: t('common:shell.main') })
  await expect(menu.getByRole('link', { name: t('common:menu.musics') })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await axe(page)
  const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  const heart = page.getByRole('button', { name: t('functionality:directory.favourites.save', { name }) })
  // Pressed at once, and kept when the server says so: a page that is loaded anew would cut that off.
  const kept = page.waitForResponse(
    (answer) => answer.url().includes('/favourites/') && answer.request().method() !== 'GET',
  )
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await kept
  await page.goto('/musics')
  await page.getByRole('switch', { name: t('functionality:directory.favourites.only') }).click()
  await page.waitForURL(/favourites=1/)
  await expect(found.getByRole('article')).toHaveCount(1)
  await axe(page)
  await heart.click()
  await expect(page.getByText(t('functionality:directory.favourites.none'))).toBeVisible()
  await page.goto(`/musics?q=marimva`)
  await expect(
    page.getByText(t('functionality:directory.found.instead', { q: 'marimva', instead: 'marimba' })),
  ).toBeVisible()
  await page.goBack()
  await page.goBack()
  await page.getByRole('link', { name: w.like('functionality:directory.profile.ask') }).click()
  await page.waitForURL(/\/order\?.*musician=\d+/)
  // As the drawn page's own link does, when it is pressed before the page is awake.
  await page.goto(`/signup-client?${new URLSearchParams({ next: '/order?musician=1&city=Puntarenas' })}`)
  await page.waitForURL(/\/order\?.*musician=1/)
  // A day that has passed is said at its field, and isn't searched for.
  await page.goto('/musics?date=2020-01-01&from=18:00&to=23:00')
  await expect(page.getByText(t('common:validation.in_future'))).toBeVisible()
  await expect(found.getByRole('article').first()).toBeVisible()
  expect(errors).toEqual([])
  await page.context().close()
})
