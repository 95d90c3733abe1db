import { expect, type Locator, test } from '@playwright/test'
import { act, alertWith, bandName, bandOf, bellOf, calls, expectActingAs, musician, rowOf } from './bands.ts'
import { choose, find } from './fields.ts'
import { GUATEMALA } from './lesson.ts'
import { browserOf, linkIn, mailTo, watchForErrors } from './people.ts'
import { wordsOf } from './words.ts'

/* A band from its making to its archive: whom its owner invites, what each of them is paid, and how it changes hands. */

test('a band is made, and its owner invites, takes back and invites again', async ({ browser, request }) => {
  const w = wordsOf('es')
  const p = (key: string, values = {}) => w.t(`functionality:projects.${key}`, values)
  const m = (key: string, values = {}) => w.t(`functionality:members.${key}`, values)
  const [owner, invitee] = await Promise.all([
    musician(request, 'Olga Faroles'),
    musician(request, 'Irene Invitada'),
  ])
  const band = bandName('Los Faroles')
  const own = await calls(request, owner).get('/api/auth/profile/')
  await calls(request, owner).patch(`/api/projects/${own.music_project[0].id}/`, GUATEMALA)
  const context = await browserOf(browser, owner.token)
  const page = await context.newPage()
  const errors = watchForErrors(page)
  await page.clock.install()

  await test.step('made, it is who the owner acts as', async () => {
    await page.goto('/musician-profile-type?mode=create')
    await expect(page.getByRole('radio', { name: p('new.types.INDIVIDUAL.name') })).toBeDisabled()
    await page.getByText(p('new.types.GROUP.name'), { exact: true }).click()
    await page.getByRole('textbox', { name: p('fields.band_name') }).fill(band)
    // It begins in its owner's town.
    await expect(page.getByRole('combobox', { name: p('fields.city') })).toHaveValue(
      new RegExp(`^${GUATEMALA.city}`),
    )
    await page.getByRole('button', { name: p('new.submit') }).click()
    await page.waitForURL('**/profile')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(band)
    await expectActingAs(page, w, band, 'band_owner')
  })

  const send = async (fill: (dialog: Locator) => Promise<void>) => {
    await page.getByRole('button', { name: m('invite.action'), exact: true }).click()
    const dialog = page.getByRole('dialog', { name: m('invite.title') })
    await fill(dialog)
    await dialog.getByRole('button', { name: m('invite.send') }).click()
    return dialog
  }
  const list = page.getByRole('region', { name: m('invitations.title') })
  const invitation = list.getByRole('listitem')

  await test.step('an invitation goes out with its message, and is pending', async () => {
    await page
      .getByRole('link', { name: p('members') })
      .last()
      .click()
    await page.waitForURL('**/members')
    await expect(list.getByText(m('invitations.empty'))).toBeVisible()
    const dialog = await send(async (form) => {
      await form.getByRole('textbox', { name: m('invite.email') }).fill('nadie')
    })
    await expect(dialog.getByText(w.t('common:validation.email'))).toBeVisible()
    await dialog.getByRole('textbox', { name: m('invite.email') }).fill(invitee.email)
    await dialog.getByRole('textbox', { name: m('fields.function') }).fill('Violín segundo')
    await dialog.getByRole('textbox', { name: m('invite.message') }).fill('Ensayamos los martes.\n¿Vienes?')
    await dialog.getByRole('button', { name: m('invite.send') }).click()
    await expect(page.getByText(m('invite.sent', { email: invitee.email }))).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(invitation).toHaveCount(1)
    await expect(invitation).toContainText(invitee.email)
    await expect(invitation).toContainText(m('invitations.states.pending'))
    const letter = await mailTo(request, invitee.email, new RegExp(band))
    expect(letter.text).toContain('Ensayamos los martes.')
    expect(linkIn(letter, '/invitation')).toContain('token=')
  })

  await test.step('sent again too soon it says when; later it goes', async () => {
    const again = invitation.getByRole('button', { name: m('invitations.resend') })
    await again.click()
    await expect(page.getByText(w.like('common:errors.common.too_many'))).toBeVisible()
    const [kept] = (await calls(request, owner).get('/api/projects/')).results
      .filter(({ name }: { name: string }) => name === band)
      .map(({ id }: { id: number }) => id)
    const [sent] = (await calls(request, owner).get(`/api/projects/${kept}/invitations/`)).results
    // An hour on, which other journeys would notice if the clock itself were moved.
    await page.route('**/resend/', (route) => route.fulfill({ json: sent }), { times: 1 })
    await page.clock.fastForward(4_000)
    await expect(page.getByText(m('invite.sent', { email: invitee.email }))).toBeHidden()
    await again.click()
    await expect(page.getByText(m('invite.sent', { email: invitee.email }))).toBeVisible()
  })

  await test.step('an open one isn’t doubled', async () => {
    const dialog = await send((form) =>
      form.getByRole('textbox', { name: m('invite.email') }).fill(invitee.email.toUpperCase()),
    )
    await expect(alertWith(dialog, w.t('common:errors.invitations.open_already'))).toBeVisible()
    await dialog
      .getByRole('button', { name: p('cancel') })
      .last()
      .click()
    await expect(dialog).toBeHidden()
  })

  await test.step('taken back only when it is meant', async () => {
    const back = invitation.getByRole('button', { name: m('invitations.revoke') })
    const asked = page.getByRole('alertdialog', {
      name: m('invitations.revoke_title', { email: invitee.email }),
    })
    await back.click()
    await expect(asked.getByText(m('invitations.revoke_text'))).toBeVisible()
    await asked.getByRole('button', { name: p('cancel') }).click()
    await expect(asked).toBeHidden()
    await expect(invitation).toContainText(m('invitations.states.pending'))
    await back.click()
    await asked.getByRole('button', { name: m('invitations.revoke') }).click()
    await expect(invitation).toContainText(m('invitations.states.revoked'))
    await expect(asked).toBeHidden()
    await expect(invitation.getByRole('button')).toHaveCount(0)
  })

  await test.step('and invited again', async () => {
    const dialog = await send((form) =>
      form.getByRole('textbox', { name: m('invite.email') }).fill(invitee.email),
    )
    await expect(dialog).toBeHidden()
    await expect(invitation).toHaveCount(2)
    await expect(invitation.first()).toContainText(m('invitations.states.pending'))
    await expect(invitation.last()).toContainText(m('invitations.states.revoked'))
  })
  expect(errors).toEqual([])
  await context.close()
})

test('what is said of a member is kept, and money is seen by whom it concerns', async ({
  browser,
  request,
}) => {
  const w = wordsOf('es')
  const m = (key: string, values = {}) => w.t(`functionality:members.${key}`, values)
  const [owner, singer, stand] = await Promise.all([
    musician(request, 'Olga Dueña'),
    musician(request, 'Sara Cantante'),
    musician(request, 'Saúl Suplente', 'en'),
  ])
  const band = bandName('La Cuenta Clara')
  const id = await bandOf(request, owner, band, [singer, stand])
  const context = await browserOf(browser, owner.token)
  const page = await context.newPage()
  const errors = watchForErrors(page)
  await page.goto('/members')
  const members = page.getByRole('region', { name: m('list_other', { count: 3 }) })
  const dialogOf = (name: string) => page.getByRole('dialog', { name })
  const edit = (name: string) => act(page, w, name, w.t('functionality:projects.edit'))
  const save = async (dialog: Locator) => {
    await dialog.getByRole('button', { name: w.t('functionality:projects.save') }).click()
    await expect(dialog).toBeHidden()
  }
  const fee = (dialog: Locator) => dialog.getByRole('textbox', { name: m('fields.fee') })
  const required = (dialog: Locator) => dialog.getByRole('switch', { name: m('fields.required') })

  await test.step('function, instruments, whether it goes without, and the fee', async () => {
    await edit(singer.name)
    const dialog = dialogOf(singer.name)
    await dialog.getByRole('textbox', { name: m('fields.function') }).fill('Voz principal')
    await find(dialog, page, m('fields.instruments'), w.t('business:terms.instruments.piano'))
    await page.keyboard.press('Escape')
    await expect(required(dialog)).toBeChecked()
    await required(dialog).uncheck()
    await fee(dialog).fill('150')
    await fee(dialog).press('Tab')
    await save(dialog)
    const row = rowOf(members, singer.name)
    await expect(row).toContainText(`Voz principal · ${w.t('business:terms.instruments.piano')}`)
    await expect(row).toContainText(m('optional'))
    await expect(row).toContainText('$150')
  })

  await test.step('a substitute, and how it is shared', async () => {
    await edit(stand.name)
    const dialog = dialogOf(stand.name)
    await choose(dialog, page, m('fields.substitute_for'), singer.name)
    await expect(required(dialog)).toBeHidden()
    await dialog.getByRole('textbox', { name: m('fields.substitute_rank') }).fill('2')
    await save(dialog)
    await expect(rowOf(members, stand.name)).toContainText(m('substitute_of', { name: singer.name, rank: 2 }))
    await page.getByRole('button', { name: m('shares.action') }).click()
    const shares = dialogOf(m('shares.title'))
    await shares.getByRole('textbox', { name: owner.name }).fill('40')
    await shares.getByRole('textbox', { name: owner.name }).press('Tab')
    await expect(alertWith(shares, m('shares.not_whole'))).toBeVisible()
    await expect(shares.getByRole('button', { name: w.t('functionality:projects.save') })).toBeDisabled()
    await shares.getByRole('button', { name: m('shares.even') }).click()
    await save(shares)
    // Who is paid a sum keeps it, and has no share.
    await expect(rowOf(members, owner.name)).toContainText(/50\s?%/)
    await expect(rowOf(members, singer.name).first()).toContainText('$150')
    await expect(rowOf(members, singer.name).first()).not.toContainText('%')
  })

  await test.step('after a reload all of it is still there', async () => {
    await page.reload()
    await expect(rowOf(members, stand.name)).toContainText(/50\s?%/)
    await edit(singer.name)
    const one = dialogOf(singer.name)
    await expect(one.getByRole('textbox', { name: m('fields.function') })).toHaveValue('Voz principal')
    await expect(one.getByRole('row', { name: w.t('business:terms.instruments.piano') })).toBeVisible()
    await expect(required(one)).not.toBeChecked()
    await expect(fee(one)).toHaveValue(/150/)
    await page.keyboard.press('Escape')
    await expect(one).toBeHidden()
    await edit(stand.name)
    const other = dialogOf(stand.name)
    await expect(other.getByRole('button', { name: m('fields.substitute_for') })).toContainText(singer.name)
    await expect(other.getByRole('textbox', { name: m('fields.substitute_rank') })).toHaveValue('2')
    await expect(fee(other)).toBeHidden()
    await expect(other.getByText(w.like('functionality:members.fields.has_share'))).toContainText(/50\s?%/)
  })

  await test.step('a collaborator sees their own money, and nobody else’s', async () => {
    const { results } = await calls(request, stand).get(`/api/projects/${id}/members/`)
    const money = results.map(({ is_you, fee, share }: Record<string, unknown>) => ({ is_you, fee, share }))
    expect(money).toEqual([
      { is_you: false, fee: null, share: null },
      { is_you: false, fee: null, share: null },
      { is_you: true, fee: null, share: 50 },
    ])
    const en = wordsOf('en')
    await calls(request, stand).post(`/api/projects/${id}/switch/`)
    const phone = await browserOf(browser, stand.token, { language: 'en', width: 390 })
    const theirs = await phone.newPage()
    await theirs.goto('/profile')
    const card = theirs.getByRole('region', { name: en.t('functionality:members.title') })
    await expect(rowOf(card, stand.name)).toContainText('50%')
    await expect(rowOf(card, singer.name).first()).toContainText('Voz principal')
    for (const name of [owner.name, singer.name])
      await expect(rowOf(card, name).first()).not.toContainText(/[%$]/)
    // Found by name with a letter missing, a member is shown where a collaborator sees them.
    await theirs.goto('/music')
    await expect(theirs.getByRole('heading', { level: 1 })).toBeVisible()
    await theirs.keyboard.press('Control+k')
    const palette = theirs.getByRole('dialog')
    await palette.getByRole('searchbox').fill('Sara Cantnte')
    await palette
      .getByRole('group', { name: en.t('common:palette.members') })
      .getByRole('menuitem')
      .filter({ hasText: singer.name })
      .click()
    await theirs.waitForURL('**/profile')
    await expect(rowOf(card, singer.name).first()).toBeVisible()
    await theirs.goto('/members')
    await theirs.waitForURL('**/not-authorized')
    await phone.close()
  })

  await test.step('taken out, their part is shared out again, and the keyboard stays on the page', async () => {
    await page.reload()
    await expect(rowOf(members, stand.name)).toBeVisible()
    await act(page, w, stand.name, m('remove.action'))
    const asked = page.getByRole('alertdialog', { name: m('remove.title', { name: stand.name }) })
    await asked.getByRole('button', { name: m('remove.action') }).click()
    const left = page.getByRole('region', { name: m('list_other', { count: 2 }) })
    await expect(left).toBeVisible()
    await expect(rowOf(left, stand.name)).toHaveCount(0)
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
    await page.getByRole('button', { name: m('shares.again'), exact: true }).click()
    const shares = dialogOf(m('shares.title'))
    await shares.getByRole('button', { name: m('shares.even') }).click()
    await save(shares)
    await expect(page.getByRole('button', { name: m('shares.again'), exact: true })).toBeHidden()
    await expect(rowOf(left, owner.name)).toContainText(/100\s?%/)
  })
  expect(errors).toEqual([])
  await context.close()
})

test('a band changes hands, is left, put away and brought back', async ({ browser, request }) => {
  const w = wordsOf('es')
  const p = (key: string, values = {}) => w.t(`functionality:projects.${key}`, values)
  const m = (key: string, values = {}) => w.t(`functionality:members.${key}`, values)
  const [owner, heir] = await Promise.all([
    musician(request, 'Olga Primera'),
    musician(request, 'Hilda Heredera', 'en'),
  ])
  const band = bandName('De Mano en Mano')
  const id = await bandOf(request, owner, band, [heir])
  const context = await browserOf(browser, owner.token)
  const page = await context.newPage()
  const errors = watchForErrors(page)
  await page.clock.install()
  /** What is said in a corner covers the profile button for a while. */
  const afterToasts = () => page.clock.fastForward(4_000)
  const confirm = (title: string) => page.getByRole('alertdialog', { name: title })

  await test.step('handed over, it is somebody else’s', async () => {
    await page.goto('/profile')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(band)
    // The last owner can't just go.
    await expect(page.getByRole('button', { name: p('edit_band') })).toBeVisible()
    await expect(page.getByRole('button', { name: p('leave') })).toBeHidden()
    await page.goto('/members')
    await act(page, w, heir.name, m('transfer.action'))
    const asked = confirm(m('transfer.title', { name: heir.name }))
    await expect(asked.getByText(m('transfer.text'))).toBeVisible()
    await asked.getByRole('button', { name: p('cancel') }).click()
    await expect(asked).toBeHidden()
    await act(page, w, heir.name, m('transfer.action'))
    await asked.getByRole('button', { name: m('transfer.action') }).click()
    await expect(page.getByText(m('transfer.done', { name: heir.name }), { exact: true })).toBeVisible()
    await expect(
      page.getByRole('button', { name: w.t('functionality:transfers.withdraw'), exact: true }),
    ).toBeVisible()
    // Whose it is to be says yes; until then it is whose it was.
    const en = wordsOf('en')
    const offered = (key: string) =>
      en.t(`functionality:transfers.${key}`, { person_name: owner.name, band_name: band })
    const heirs = await browserOf(browser, heir.token, { language: 'en', width: 390 })
    const offers = await heirs.newPage()
    const complaints = watchForErrors(offers)
    await offers.goto('/profiles')
    await expect(offers.getByRole('heading', { name: offered('offer') })).toBeVisible()
    await offers.getByRole('button', { name: offered('accept'), exact: true }).tap()
    await expect(offers.getByText(offered('accepted'))).toBeVisible()
    await expect(offers.getByRole('heading', { name: offered('offer') })).toBeHidden()
    await expect(offers.getByRole('heading', { level: 1 })).toBeFocused()
    expect(complaints).toEqual([])
    await heirs.close()
    await page.goto('/profile')
    await expect(page.getByRole('button', { name: p('leave') })).toBeVisible()
    await expect(page.getByRole('button', { name: p('edit_band') })).toBeHidden()
    await expect(page.getByRole('link', { name: p('members') })).toHaveCount(0)
    await afterToasts()
    await expectActingAs(page, w, band, 'band_collaborator')
  })

  await test.step('left, it is gone', async () => {
    await page.getByRole('button', { name: p('leave') }).click()
    const asked = confirm(p('leave_title', { band_name: band }))
    await expect(asked.getByText(p('leave_text'))).toBeVisible()
    await asked.getByRole('button', { name: p('leave') }).click()
    await page.waitForURL('**/profiles')
    await expect(page.getByText(p('left', { band_name: band }))).toBeVisible()
    const cards = page.getByRole('main')
    await expect(rowOf(cards, owner.name)).toContainText(p('all.current'))
    await expect(rowOf(cards, band)).toHaveCount(0)
    await afterToasts()
    await expectActingAs(page, w, owner.name, 'personal')
    expect(errors).toEqual([])
    await context.close()
  })

  await test.step('put away and brought back by whom it belongs to now', async () => {
    const en = wordsOf('en')
    const q = (key: string, values = {}) => en.t(`functionality:projects.${key}`, values)
    await calls(request, heir).post(`/api/projects/${id}/switch/`)
    const phone = await browserOf(browser, heir.token, { language: 'en', width: 390 })
    const theirs = await phone.newPage()
    const complaints = watchForErrors(theirs)
    await theirs.goto('/profiles')
    const card = rowOf(theirs.getByRole('main'), band)
    await expect(card).toContainText(q('labels.band_owner'))
    await expect(card).toContainText(q('all.current'))
    await card.getByRole('button', { name: q('all.archive') }).tap()
    const asked = theirs.getByRole('alertdialog', { name: q('all.archive_title', { band_name: band }) })
    await expect(asked.getByText(q('all.archive_text'))).toBeVisible()
    await asked.getByRole('button', { name: q('all.archive') }).tap()
    await expect(theirs.getByText(q('all.archived_done'))).toBeVisible()
    await expect(card).toHaveCount(0)
    await expect(rowOf(theirs.getByRole('main'), heir.name)).toContainText(q('all.current'))
    // What happens elsewhere is still told here.
    const other = await musician(request, 'Otto Otro')
    const another = await bandOf(request, other, bandName('Otra'))
    await calls(request, other).post(`/api/projects/${another}/invitations/`, { email: heir.email })
    await expect(bellOf(theirs, en, 1)).toBeVisible()

    await theirs.getByText(q('all.archived'), { exact: true }).tap()
    await card.getByRole('button', { name: q('all.restore') }).tap()
    await expect(theirs.getByText(q('all.restored'))).toBeVisible()
    await expect(theirs.getByText(q('all.empty_archived'))).toBeVisible()
    await theirs.getByText(q('all.active'), { exact: true }).tap()
    await expect(card).toContainText(q('labels.band_owner'))
    await expect(card.getByRole('button', { name: q('all.archive') })).toBeVisible()
    expect(complaints).toEqual([])
    await phone.close()
  })
})
