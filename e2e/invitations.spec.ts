import { type APIRequestContext, expect, type Request, test } from '@playwright/test'
import { alertWith, bandName, bandOf, bellOf, calls, musician, type Person, rowOf, tag } from './bands.ts'
import { choose } from './fields.ts'
import { callsOf, tryPro } from './order.ts'
import { browserOf, linkIn, mailedLink, mailTo, PASSWORD, watchForErrors } from './people.ts'
import { wordsOf } from './words.ts'

/* What the invited see and answer, on a phone and without an account yet. */

/* On a phone in either language: one accepts, the other declines. */
for (const [language, answer] of [
  ['en', 'accept'],
  ['es', 'decline'],
] as const)
  test(`an invitation comes to a phone, fails, and is answered: ${answer} (${language})`, async ({
    browser,
    request,
  }) => {
    const w = wordsOf(language)
    const n = (key: string, values = {}) => w.t(`functionality:notifications.${key}`, values)
    const i = (key: string, values = {}) => w.t(`functionality:invitations.${key}`, values)
    const es = wordsOf('es')
    const [owner, invitee] = await Promise.all([
      musician(request, 'Olga Marea'),
      musician(request, 'Inés Invitada', language),
    ])
    const band = bandName('Marea Baja')
    const id = await bandOf(request, owner, band)
    const desk = await browserOf(browser, owner.token)
    const owners = await desk.newPage()
    await owners.goto('/members')
    await expect(bellOf(owners, es, 0)).toBeVisible()

    const context = await browserOf(browser, invitee.token, { language, width: 390 })
    const page = await context.newPage()
    const errors = watchForErrors(page)
    await page.clock.install()
    await page.goto('/music')
    await expect(bellOf(page, w, 0)).toBeVisible()
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    const details: Request[] = []
    page.on('request', (one) => {
      if (/\/musician\/invitations\//.test(one.url())) details.push(one)
    })

    await test.step('it arrives by itself', async () => {
      await calls(request, owner).post(`/api/projects/${id}/invitations/`, {
        email: invitee.email,
        function: 'Contrabajo',
        message: 'Tocamos en junio',
      })
      await expect(bellOf(page, w, 1)).toBeVisible()
      expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
    })

    await bellOf(page, w, 1).tap()
    const modal = page.getByRole('dialog', { name: n('title') })
    const notice = modal.getByRole('button', { name: n('INVITE_BAND_MEMBER.title'), expanded: false })
    const unread = modal.getByRole('button', { name: `${n('mark_read')}: ${n('INVITE_BAND_MEMBER.title')}` })
    const shown = (text: string) => alertWith(modal, text)
    /** Says this and nothing else, goes when it is closed. */
    const closes = async (text: string) => {
      await expect(shown(text)).toHaveText(text)
      await shown(text)
        .getByRole('button', { name: n('close') })
        .tap()
      await expect(shown(text)).toBeHidden()
    }
    const failing = { status: 500, json: {} }

    await test.step('what can’t be marked says so, and stays unread', async () => {
      await expect(modal.getByRole('combobox', { name: n('tabs') }).locator('option:checked')).toHaveText(
        n('all', { count: 1 }),
      )
      await expect(modal).toContainText(
        n('INVITE_BAND_MEMBER.message', { person_name: owner.name, band_name: band }),
      )
      await page.route('**/notifications/mark-all-read/', (route) => route.fulfill(failing))
      await modal.getByRole('button', { name: n('mark_all') }).tap()
      await closes(n('errors.read_all'))
      await page.route('**/notifications/mark-all-read/', (route) => route.abort())
      await modal.getByRole('button', { name: n('mark_all') }).tap()
      await closes(n('errors.read_all'))
      await page.unroute('**/notifications/mark-all-read/')

      await page.route(/\/notifications\/\d+\//, (route) => route.fulfill(failing))
      await unread.tap()
      await closes(n('errors.read'))
      await page.unroute(/\/notifications\/\d+\//)
      await page.route(/\/notifications\/\d+\//, (route) => route.abort())
      await unread.tap()
      await expect(shown(n('errors.read'))).toHaveText(n('errors.read'))
      await page.unroute(/\/notifications\/\d+\//)
      await expect(unread).toBeVisible()
    })

    await test.step('opened, it reads its details once', async () => {
      await notice.tap()
      await expect(modal.getByText('Tocamos en junio')).toBeVisible()
      // What failed before is over.
      await expect(shown(n('errors.read'))).toBeHidden()
      await expect(unread).toBeHidden()
      await expect(
        modal.getByText(`${i('from', { person_name: owner.name })} · ${i('as', { function: 'Contrabajo' })}`),
      ).toBeVisible()
      const open = modal.getByRole('button', { name: n('INVITE_BAND_MEMBER.title'), expanded: true })
      await open.tap()
      await expect(modal.getByText('Tocamos en junio')).toBeHidden()
      await notice.tap()
      await expect(modal.getByText('Tocamos en junio')).toBeVisible()
      expect(details).toHaveLength(1)
    })

    const accept = modal.getByRole('button', { name: i('accept'), exact: true })
    const decline = modal.getByRole('button', { name: i('decline'), exact: true })
    await test.step('an answer that doesn’t get through says so for five seconds', async () => {
      const answers = /\/invitations\/\d+\/(accept|decline)\//
      const tries = [
        [accept, i('errors.accept')],
        [decline, i('errors.decline')],
      ] as const
      // From here on time passes when it is told to, so that five seconds are five on a slow machine too.
      await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
      await page.route(answers, (route) => route.fulfill(failing))
      for (const [button, text] of tries) {
        await button.tap()
        await expect(async () => {
          await page.clock.runFor(20)
          expect(await shown(text).isVisible()).toBe(true)
        }).toPass()
        await expect(shown(text)).toHaveText(text)
        await page.clock.runFor(4_000)
        await expect(shown(text)).toBeVisible()
        await page.clock.runFor(1_000)
        await expect(shown(text)).toBeHidden()
      }
      await page.clock.resume()
      await page.unroute(answers)
      await page.route(answers, (route) => route.abort())
      for (const [button, text] of tries) {
        await button.tap()
        await expect(shown(text).getByText(text, { exact: true })).toBeVisible()
        await expect(shown(text)).toContainText(w.t('common:errors.common.connection'))
        await shown(text)
          .getByRole('button', { name: n('close') })
          .tap()
        await expect(shown(text)).toBeHidden()
      }
      await page.unroute(answers)
      expect((await noticeOf(request, invitee)).invitation_status).toBe('in_process')
    })

    const outcome = answer === 'accept' ? 'accepted' : 'declined'
    await test.step('the answer that does', async () => {
      await (answer === 'accept' ? accept : decline).tap()
      await expect(modal.getByText(i(`${outcome}.title`), { exact: true })).toBeVisible()
      await expect(modal.getByText(i(`${outcome}.text`), { exact: true })).toBeVisible()
      await expect(accept).toBeHidden()
      await expect(decline).toBeHidden()
      expect(await noticeOf(request, invitee)).toMatchObject({
        read: true,
        invitation_status: answer === 'accept' ? 'accepted' : 'canceled',
      })
      expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
      await page.reload()
      await bellOf(page, w, 0).tap()
      await notice.tap()
      await expect(modal.getByText(i(`${outcome}.title`), { exact: true })).toBeVisible()
      await expect(accept).toBeHidden()
    })

    await test.step('what the others see of it', async () => {
      await page.goto('/profiles')
      const card = (name: string) => rowOf(page.getByRole('main'), name)
      await expect(card(invitee.name)).toContainText(w.t('functionality:projects.labels.personal'))
      if (answer === 'decline') {
        await expect(card(band)).toHaveCount(0)
        await owners.reload()
        await expect(rowOf(owners.getByRole('main'), invitee.email)).toContainText(
          es.t('functionality:members.invitations.states.rejected'),
        )
        await expect(bellOf(owners, es, 0)).toBeVisible()
        return
      }
      await expect(card(band)).toContainText(w.t('functionality:projects.labels.band_collaborator'))
      await bellOf(owners, es, 1).click()
      await expect(owners.getByRole('dialog')).toContainText(
        es.t('functionality:notifications.INVITE_BAND_CONFIRMED.message', {
          person_name: invitee.name,
          band_name: band,
        }),
      )
      await owners.keyboard.press('Escape')
      await expect(
        rowOf(
          owners.getByRole('region', { name: es.t('functionality:members.list_other', { count: 2 }) }),
          invitee.name,
        ),
      ).toContainText('Contrabajo')
    })
    expect(errors).toEqual([])
    await Promise.all([context.close(), desk.close()])
  })

/** The invitation among somebody's notifications. */
async function noticeOf(request: APIRequestContext, who: Person) {
  const { results } = await calls(request, who).get(
    '/api/notifications/?notification_type=INVITE_BAND_MEMBER',
  )
  return results[0]
}

test('who has no account yet makes one, and the invitation waits', async ({ browser, request }) => {
  const w = wordsOf('es')
  const owner = await musician(request, 'Olga Espera')
  const band = bandName('La Espera')
  const id = await bandOf(request, owner, band)
  const email = `por-venir-${tag}-${Date.now()}@example.com`
  await calls(request, owner).post(`/api/projects/${id}/invitations/`, {
    email,
    message: 'Te guardo el bajo',
  })
  const letter = await mailTo(request, email, new RegExp(band))
  expect(letter.text).toContain('Te guardo el bajo')
  expect(letter.text).toContain(w.t('functionality:invitations.mail.how_new'))

  const context = await browserOf(browser, null, { width: 390 })
  const page = await context.newPage()
  const errors = watchForErrors(page)
  await test.step('the letter leads to the sign-up', async () => {
    await page.goto(linkIn(letter, '/invitation'))
    const link = (key: string, values = {}) => w.t(`functionality:invitations.link.${key}`, values)
    await expect(page.getByRole('heading', { name: link('title', { band_name: band }) })).toBeVisible()
    await expect(page.getByText(email)).toBeVisible()
    await page.getByRole('link', { name: link('sign_up') }).click()
    const field = (key: string) => page.getByRole('textbox', { name: w.t(`auth:fields.${key}`), exact: true })
    // It is filled with the e-mail that was invited, and says of what.
    await expect(field('email')).toHaveValue(email)
    await expect(page.getByRole('status').filter({ hasText: band })).toContainText(owner.name)
    await field('name').fill('Porfirio Venidero')
    await field('password').fill(PASSWORD)
    await field('city').fill('Antigua Guatemala')
    await choose(page, page, w.t('auth:fields.main_instrument'), w.t('business:terms.instruments.bass'))
    await page.getByText(w.t('auth:terms.accept')).click()
    await page.getByRole('button', { name: w.t('auth:signup.submit') }).click()
    await page.waitForURL('**/verify-email-check')
  })
  await test.step('with the e-mail verified it is there, and is accepted', async () => {
    await page.goto(await mailedLink(request, email, '/verify-email'))
    // Back to what they came for, which waits in the bell as well.
    await page.waitForURL(/\/invitation\?token=/)
    await page.goto('/music')
    await bellOf(page, w, 1).tap()
    const modal = page.getByRole('dialog', { name: w.t('functionality:notifications.title') })
    await modal
      .getByRole('button', {
        name: w.t('functionality:notifications.INVITE_BAND_MEMBER.title'),
        expanded: false,
      })
      .tap()
    await expect(modal.getByText('Te guardo el bajo')).toBeVisible()
    await modal.getByRole('button', { name: w.t('functionality:invitations.accept'), exact: true }).tap()
    await expect(modal.getByText(w.t('functionality:invitations.accepted.title'))).toBeVisible()
    const { results } = await calls(request, owner).get(`/api/projects/${id}/members/`)
    expect(results.map(({ user }: { user: { name: string } }) => user.name)).toEqual([
      owner.name,
      'Porfirio Venidero',
    ])
  })
  expect(errors).toEqual([])
  await context.close()
})

test('whoever has an account of another e-mail accepts by the link of the letter', async ({
  browser,
  request,
}) => {
  const w = wordsOf('es')
  const link = (key: string, values = {}) => w.t(`functionality:invitations.link.${key}`, values)
  const [owner, other] = await Promise.all([
    musician(request, 'Olga Enlace'),
    musician(request, 'Rita Otrocorreo'),
  ])
  const band = bandName('El Enlace')
  const id = await bandOf(request, owner, band)
  const email = `otro-correo-${tag}-${Date.now()}@example.com`
  await calls(request, owner).post(`/api/projects/${id}/invitations/`, { email })
  const address = linkIn(await mailTo(request, email, new RegExp(band)), '/invitation')

  const context = await browserOf(browser, other.token, { width: 390 })
  const page = await context.newPage()
  const errors = watchForErrors(page)
  await page.goto(address)
  await expect(page.getByText(link('as', { name: other.name, email: other.email }))).toBeVisible()
  await page.getByRole('button', { name: link('accept') }).tap()
  await expect(page.getByText(w.t('functionality:invitations.accepted.text'))).toBeVisible()
  await page.getByRole('link', { name: link('bands') }).tap()
  await expect(rowOf(page.getByRole('main'), band)).toBeVisible()
  await page.goto(address)
  await expect(
    page.getByRole('heading', { name: link('states.taken.title', { band_name: band }) }),
  ).toBeVisible()
  await page.goto('/invitation')
  await expect(page.getByRole('heading', { name: link('broken.title') })).toBeVisible()
  expect(errors).toEqual([])
  await context.close()
})

test('all is marked as read, and that is taken back', async ({ browser, request }) => {
  const w = wordsOf('es')
  const n = (key: string, values = {}) => w.t(`functionality:notifications.${key}`, values)
  const [owner, invitee] = await Promise.all([
    musician(request, 'Olga Doble'),
    musician(request, 'Lea Lectora'),
  ])
  await tryPro(callsOf(request, owner.token))
  for (const name of ['Uno', 'Dos']) {
    const id = await bandOf(request, owner, bandName(name))
    await calls(request, owner).post(`/api/projects/${id}/invitations/`, { email: invitee.email })
  }
  const context = await browserOf(browser, invitee.token)
  const page = await context.newPage()
  const errors = watchForErrors(page)
  await page.clock.install()
  await page.goto('/music')
  await bellOf(page, w, 2).click()
  const modal = page.getByRole('dialog', { name: n('title') })
  const marks = (key: string) => modal.getByRole('button', { name: new RegExp(`^${n(key)}: `) })
  const all = modal.getByRole('button', { name: n('mark_all') })
  const undo = modal.getByRole('button', { name: n('undo') })
  await expect(marks('mark_read')).toHaveCount(2)

  await all.click()
  await expect(modal.getByText(n('marked_all'))).toBeVisible()
  await expect(all).toBeHidden()
  await expect(marks('mark_unread')).toHaveCount(2)
  await undo.click()
  await expect(marks('mark_read')).toHaveCount(2)
  await expect(undo).toBeHidden()

  await all.click()
  await expect(undo).toBeVisible()
  await page.clock.fastForward(8_000)
  await expect(undo).toBeHidden()
  await expect(all).toBeHidden()
  await modal.getByRole('button', { name: n('close') }).click()
  await expect(bellOf(page, w, 0)).toBeVisible()
  await page.reload()
  await bellOf(page, w, 0).click()
  await expect(marks('mark_unread')).toHaveCount(2)
  await marks('mark_unread').first().click()
  await expect(all).toBeVisible()
  await modal.getByRole('button', { name: n('close') }).click()
  await expect(bellOf(page, w, 1)).toBeVisible()
  expect(errors).toEqual([])
  await context.close()
})
