import { orderAt } from '#app/server/scenes/order.ts'
import { MINUTE } from '#core/contract/time.ts'
import { readContingency } from '#features/events/contract.backups.ts'
import { readEvent, readOrderEvent } from '#features/events/contract.ts'
import { callsOf, hunterThere, musicianThere, partyOf } from './order.ts'
import { expect, moveClock, test } from './ownServer.ts'
import { browserOf, PASSWORD, tokenOf, watchForErrors } from './people.ts'
import { soundBothWays } from './sound.ts'
import { wordsOf } from './words.ts'

/*
 * Somebody stands by, and is needed: the host asks on the event's page, the musician answers on a phone where quotes are
 * asked for. On the day who was agreed isn't there, and the host says so. The server is the test's own, so that its clock
 * can be moved.
 */

test('who stands by is there when somebody doesn’t come', async ({ browser, request }) => {
  const [es, en] = [wordsOf('es'), wordsOf('en')]
  /** The host's words. */
  const b = (key: string, values = {}) => en.t(`business:${key}`, values)
  /** Those of who stands by. */
  const s = (key: string, values = {}) => es.t(`business:standby.${key}`, values)
  const look = { language: 'en', theme: 'dark', width: 1280 } as const
  const hunter = await hunterThere(request, 'Irma Prevenida')
  const missing = await musicianThere(request, 'Hugo Falta')
  const standing = await musicianThere(request, 'Nora Relevo')
  const { order_id } = await orderAt('paid', {
    hunter,
    brief: partyOf('Coctel con reserva'),
    moments: [{ asks: [missing], energy: 2, genre: 'jazz', format: 'solo', volume: 'low', cost: 60_000 }],
    now: new Date(),
    offer: {
      items: [{ kind: 'performance', description: 'Dos horas', qty: 2, unit_price: 30_000, optional: false }],
    },
  })
  const { event } = await hunter.api(readOrderEvent, { params: { id: order_id } })
  if (!event) throw new Error('there is no event')
  const its = { params: { id: event.id } }
  // Who could stand by is looked for once it is confirmed.
  await moveClock(request, new Date())
  await expect
    .poll(async () =>
      (await hunter.api(readContingency, its)).moments.flatMap(({ backups }) => backups.length),
    )
    .toEqual([1])

  const desk = await browserOf(browser, hunter.token, look)
  const hers = await desk.newPage()
  const phone = await browserOf(browser, standing.token, { language: 'es', width: 390 })
  const theirs = await phone.newPage()
  const errors = [watchForErrors(hers), watchForErrors(theirs)]
  const backups = hers.getByRole('region', { name: b('backups.title') })

  await test.step('the host asks somebody to stand by', async () => {
    await hers.goto(`/events?event=${event.id}`)
    await backups.getByRole('button', { name: new RegExp(`^${b('backups.ask')}`) }).click()
    await expect(hers.getByText(b('backups.sent', { name: standing.name }))).toBeVisible()
    await expect(backups.getByText(b('backups.states.asked'), { exact: true })).toBeVisible()
    await expect(backups.getByText(b('backups.ready'), { exact: true })).toBeVisible()
    await soundBothWays(hers)
  })

  await test.step('the musician says yes; a failed call leaves the question', async () => {
    await theirs.goto('/budgets')
    const card = theirs.getByRole('region', { name: s('title') })
    const yes = card.getByRole('button', { name: new RegExp(`^${s('yes')}`) })
    await expect(card.getByText(es.like('business:standby.until'))).toBeVisible()
    await soundBothWays(theirs)
    await theirs.screenshot({ path: test.info().outputPath('standby-390.png') })
    const calls = '**/api/standby/*/answer/'
    await theirs.route(calls, (route) => route.abort())
    await yes.click()
    await expect(theirs.getByText(es.t('common:errors.common.connection'))).toBeVisible()
    await theirs.unroute(calls)
    await yes.click()
    await expect(theirs.getByText(s('said_yes'))).toBeVisible()
    await expect(yes).toBeHidden()
    await expect(card.getByRole('button', { name: new RegExp(`^${s('leave')}`) })).toBeVisible()
    await hers.reload()
    await expect(backups.getByText(b('backups.states.standing'), { exact: true })).toBeVisible()
  })
  expect(errors).toEqual([[], []])
  await Promise.all([desk.close(), phone.close()])

  const now = await moveClock(request, new Date(Date.parse(event.starts_at) + 5 * MINUTE))
  await test.step('it has begun without who was agreed, and the host says so', async () => {
    const token = await tokenOf(request, hunter.email, PASSWORD)
    const context = await browserOf(browser, token, { ...look, now })
    const page = await context.newPage()
    const faults = watchForErrors(page)
    const m = (key: string, values = {}) => b(`replacing.missing.${key}`, { name: missing.name, ...values })
    await page.goto(`/events?event=${event.id}`)
    const open = page.getByRole('button', { name: new RegExp(`^${m('open')}`) })
    await open.click()
    const dialog = page.getByRole('dialog', { name: m('title') })
    await expect(dialog).toContainText(m('text'))
    await soundBothWays(page)
    await page.screenshot({ path: test.info().outputPath('missing-1280.png') })
    await dialog.getByRole('button', { name: m('back'), exact: true }).click()
    await expect(dialog).toBeHidden()
    const api = callsOf(request, token)
    expect((await api(readEvent, its)).lost_moments).toBe(0)
    await open.click()
    await dialog.getByRole('textbox', { name: m('words') }).fill('Lo esperamos media hora')
    await dialog.getByRole('button', { name: m('send'), exact: true }).click()
    await expect(page.getByText(m('done'))).toBeVisible()
    await expect(dialog).toBeHidden()
    const card = page.getByRole('region', { name: b('replacing.title') })
    await expect(card).toContainText(b('replacing.cause.missing', { name: missing.name }))
    await expect(card).toContainText(standing.name)
    await page.screenshot({ path: test.info().outputPath('at-risk-1280.png'), fullPage: true })
    await soundBothWays(page)
    expect((await api(readEvent, its)).state).toBe('at_risk')
    expect(faults).toEqual([])
    await context.close()
  })
})
