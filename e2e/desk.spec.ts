import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { openForBooking } from '#app/server/scenes/cast.ts'
import { switchProject } from '#features/projects/contract.ts'
import { bandName, bandOf, calls, rowOf } from './bands.ts'
import { hunterThere, LA_PAZ, musicianThere, partyAt } from './order.ts'
import { browserOf, watchForErrors } from './people.ts'
import { type Words, wordsOf } from './words.ts'

/* A musician with a band: what waits for them in both stands in one place, whichever project they act as. */

/** A musician who acts as their own project, with a band that can be booked too. */
async function twoProjects(request: APIRequestContext, name: string) {
  const alone = await musicianThere(request, name)
  const band = bandName('Los Faros')
  const project_id = await bandOf(request, alone, band)
  const asBand = { ...alone, project_id }
  await openForBooking(asBand, LA_PAZ, [{ title: 'Banda del puerto', format: 'solo' }])
  await alone.api(switchProject, { params: { id: alone.project_id } })
  return { alone, asBand, band }
}

/** The menu's entry of a page, with how much waits there in words. */
const entryOf = (page: Page, { t }: Words, key: 'budgets' | 'contracts') =>
  page
    .getByRole('navigation', { name: t('common:shell.main') })
    .getByRole('link', { name: t(`common:menu.${key}`) })

for (const width of [1280, 390])
  test(`what waits in two projects is one inbox, at ${width} px`, async ({ browser, request }) => {
    const w = wordsOf('es')
    const b = (key: string, values = {}) => w.t(`business:budgets.${key}`, values)
    const hunter = await hunterThere(request, 'Irma Doble')
    const { alone, asBand, band } = await twoProjects(request, 'Rita Faro')
    await partyAt('asked', hunter, 'Cena del muelle', alone)
    const bands = await partyAt('asked', hunter, 'Baile del muelle', asBand)
    const request_id = bands.request_ids[0]?.[0]
    const waiting = (n: number) => w.t('common:menu_waiting.budgets', { n })

    const context = await browserOf(browser, alone.token, { width })
    const page = await context.newPage()
    const errors = watchForErrors(page)
    await page.goto('/music')

    await test.step('the home says what waits in which project', async () => {
      const desk = page.getByRole('region', { name: w.t('business:home.waiting.title') })
      await expect(desk.getByRole('listitem')).toHaveCount(2)
      await expect(rowOf(desk, band)).toContainText(w.t('business:home.waiting.kinds.request'))
      await expect(rowOf(desk, alone.name)).toHaveCount(1)
    })

    await test.step('and a project can be chosen', async () => {
      const filter = page.getByRole('combobox', { name: w.t('functionality:projects.filter.label') })
      await filter.selectOption({ label: band })
      await page.waitForURL(/[?&]project=\d+/)
      const desk = page.getByRole('region', { name: w.t('business:home.waiting.title') })
      await expect(desk.getByRole('listitem')).toHaveCount(1)
      await filter.selectOption({ label: w.t('functionality:projects.filter.all') })
      await expect(desk.getByRole('listitem')).toHaveCount(2)
    })

    await test.step('the menu counts it', async () => {
      if (width < 1024) return
      await expect(entryOf(page, w, 'budgets')).toContainText(waiting(2))
      await expect(entryOf(page, w, 'contracts')).not.toContainText(/\d/)
    })

    await test.step('a request of the band is opened from the bell and answered, without switching', async () => {
      await page
        .getByRole('button', { name: w.like('functionality:notifications.open_label_unread') })
        .click()
      const modal = page.getByRole('dialog', { name: w.t('functionality:notifications.title') })
      await modal
        .getByRole('button', { name: w.t('functionality:notifications.SCOUTING_INITIATED.title_musician') })
        .first()
        .click()
      await page.waitForURL(`**/budgets?request=${request_id}`)
      await expect(page.getByText(w.t('functionality:projects.acting', { name: band }))).toBeVisible()
      await page.getByRole('button', { name: b('answer.unavailable'), exact: true }).click()
      const dialog = page.getByRole('dialog', { name: b('unavailable.title') })
      await dialog.getByRole('button', { name: b('unavailable.send') }).click()
      await expect(page.getByText(b('requests.unavailable')).first()).toBeVisible()
      if (width >= 1024) await expect(entryOf(page, w, 'budgets')).toContainText(waiting(1))
      const { music_project_id } = await calls(request, alone).get('/api/auth/profile/')
      expect(music_project_id).toBe(alone.project_id)
    })

    await test.step('the list names the project of each row, and goes back as it was narrowed', async () => {
      await page.goto(`/budgets?project=${asBand.project_id}&filter=past`)
      const list = page.getByRole('region', { name: b('list') })
      await expect(list.getByRole('listitem')).toHaveCount(1)
      await list.getByRole('link').first().click()
      await expect(page).toHaveURL(/project=\d+/)
      if (width < 1024) {
        await page.getByRole('link', { name: b('back'), exact: true }).click()
        await expect(page).not.toHaveURL(/request=/)
        await expect(rowOf(list, band)).toHaveCount(1)
      }
    })
    expect(errors).toEqual([])
    await context.close()
  })

test('an agreement to sign is in the bell and in the menu at once', async ({ browser, request }) => {
  const w = wordsOf('es')
  const hunter = await hunterThere(request, 'Olivia Firma')
  const { alone, asBand, band } = await twoProjects(request, 'Saúl Firma')
  const context = await browserOf(browser, alone.token)
  const page = await context.newPage()
  const errors = watchForErrors(page)
  await page.goto('/music')
  await expect(page.getByRole('region', { name: w.t('business:home.next.label') })).toBeVisible()
  const desk = page.getByRole('region', { name: w.t('business:home.waiting.title') })
  await expect(desk).toBeHidden()
  const { contracts } = await partyAt('accepted', hunter, 'Cena del faro', asBand)
  const contract_id = contracts[0]?.id

  await expect(entryOf(page, w, 'contracts')).toContainText(w.t('common:menu_waiting.contracts', { n: 1 }))
  // On the page that was open all the while, too.
  await expect(rowOf(desk, band)).toContainText(w.t('business:home.waiting.kinds.sign'))
  await page.getByRole('button', { name: w.like('functionality:notifications.open_label_unread') }).click()
  const modal = page.getByRole('dialog', { name: w.t('functionality:notifications.title') })
  await modal
    .getByRole('button', {
      name: w.t('functionality:notifications.TALENT_AVAILABILITY_CONFIRMED.title_sign'),
    })
    .first()
    .click()
  await page.waitForURL(`**/contracts?contract=${contract_id}`)
  await expect(page.getByText(w.t('functionality:projects.acting', { name: band }))).toBeVisible()
  await expect(
    page.getByRole('button', { name: w.t('business:contracts.sign.send'), exact: true }),
  ).toBeVisible()
  expect(errors).toEqual([])
  await context.close()
})

test('a musician who can’t be found yet is led to the next step, and then shown where to be', async ({
  browser,
  request,
}) => {
  const w = wordsOf('en')
  const h = (key: string, values = {}) => w.t(`business:home.${key}`, values)
  const hunter = await hunterThere(request, 'Nadia Hora')
  const { alone } = await twoProjects(request, 'Héctor Hora')
  const context = await browserOf(browser, alone.token, { language: 'en', theme: 'dark' })
  const page = await context.newPage()
  const errors = watchForErrors(page)

  await page.goto('/music')
  // Photo and presentation are still missing.
  const step = page.getByRole('main').getByRole('link', { name: h('steps.profile') })
  await expect(step.first()).toHaveAttribute('href', '/complete-profile')
  await expect(page.getByRole('heading', { name: h('income.empty') })).toBeVisible()

  await partyAt('paid', hunter, 'Cena con hora', alone)
  await page.reload()
  const stage = page.getByRole('region', { name: h('next.label') })
  for (const name of ['call', 'stage', 'place', 'pay'])
    await expect(stage.getByRole('term').filter({ hasText: h(`next.${name}`) })).toHaveCount(1)
  await expect(stage.getByText('Malecón 12')).toBeVisible()
  await expect(stage.getByText(/\$600/)).toBeVisible()
  await expect(stage.getByRole('link', { name: h('next.map') })).toHaveAttribute('href', /google\.com\/maps/)
  expect(errors).toEqual([])
  await context.close()
})
