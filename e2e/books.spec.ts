import { openForBooking } from '#app/server/scenes/cast.ts'
import { unfold } from './agreeing.ts'
import { bandOf, calls } from './bands.ts'
import { DAY as EVENING, hunterThere, LA_PAZ, musicianThere, partyAt } from './order.ts'
import { expect, moveClock, test } from './ownServer.ts'
import { browserOf, PASSWORD, tokenOf, watchForErrors } from './people.ts'
import { soundBothWays } from './sound.ts'
import { travel } from './travel.ts'
import { wordsOf } from './words.ts'

/*
 * The money of a band: a deposit with its slip, the balance, what each member gets once it was played, and the platform's
 * fees of the month, paid by a transfer.
 */

const DAYS = 24 * 3_600_000
const SLIP = {
  name: 'boleta.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'),
}

test('a band is paid, shares it and pays its fees', async ({ browser, request }) => {
  test.setTimeout(300_000)
  // The client and a member of the band read Spanish on a phone; its owner English, at a desk.
  const [es, en] = [wordsOf('es'), wordsOf('en')]
  const c = (key: string, values = {}) => es.t(`business:contracts.${key}`, values)
  const o = (key: string, values = {}) => en.t(`business:contracts.${key}`, values)
  const phone = { language: 'es', width: 390 } as const
  const desk = { language: 'en', theme: 'dark', width: 1280 } as const
  const hunter = await hunterThere(request, 'Ana Paz')
  const rosa = await musicianThere(request, 'Rosa Ixchel')
  const sara = await musicianThere(request, 'Sara Xol')
  const project_id = await bandOf(request, rosa, 'Los del Recibo', [sara])
  const members = (await calls(request, rosa).get(`/api/projects/${project_id}/members/`)).results as {
    id: number
    role: string
  }[]
  await calls(request, rosa).put(`/api/projects/${project_id}/shares/`, {
    shares: members.map(({ id, role }) => ({ member_id: id, share: role === 'OWNER' ? 60 : 40 })),
  })
  const band = { ...rosa, project_id }
  await openForBooking(band, LA_PAZ, [{ title: 'Trío de jazz', format: 'solo' }])
  await test.step('the owner sees who gets what while the quote is written', async () => {
    const { request_ids } = await partyAt('asked', hunter, 'Brindis del recibo', band)
    const context = await browserOf(browser, rosa.token, desk)
    const page = await context.newPage()
    const errors = watchForErrors(page)
    await page.goto(`/budgets?request=${request_ids[0]?.[0]}`)
    await page.getByRole('button', { name: en.t('business:budgets.answer.available') }).click()
    const split = page.getByRole('region', { name: en.t('business:budgets.split.title') })
    await expect(split.getByRole('term')).toHaveText(['Sara Xol', en.t('business:budgets.split.you')])
    await soundBothWays(page)
    expect(errors).toEqual([])
    await context.close()
  })
  const { order_id, contracts } = await partyAt('signed', hunter, 'Cena del recibo', band)
  const contract = contracts[0]?.id ?? 0

  await test.step('the client records the deposit and adds its slip', async () => {
    const context = await browserOf(browser, hunter.token, phone)
    const page = await context.newPage()
    const errors = watchForErrors(page)
    await page.goto(`/order?id=${order_id}&view=agreement`)
    await unfold(page)
    await page.getByRole('textbox', { name: c('deposit.reference') }).fill('BI 4411')
    await page.getByRole('button', { name: c('deposit.record_hunter'), exact: true }).click()
    await expect(page.getByRole('button', { name: es.t('business:slips.add') })).toBeVisible()
    await page.locator('[data-slip-input="payment"]').setInputFiles(SLIP)
    await expect(page.getByRole('button', { name: es.t('business:slips.open') })).toBeVisible()
    await soundBothWays(page)
    expect(errors).toEqual([])
    await context.close()
  })

  await test.step('the band’s owner sees the slip and confirms', async () => {
    const context = await browserOf(browser, rosa.token, desk)
    const page = await context.newPage()
    const errors = watchForErrors(page)
    await page.goto(`/contracts?contract=${contract}`)
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: en.t('business:slips.open') }).click()
    expect((await coming).suggestedFilename()).toMatch(/^payment-\d+\.pdf$/)
    await page.getByRole('button', { name: o('deposit.confirm_artist'), exact: true }).click()
    await expect(page.getByText(o('toast.deposit_confirmed'), { exact: true })).toBeVisible()
    await travel(page, '/contracts', 'en')
    const months = page.getByRole('region', { name: o('months.title') })
    await expect(months.getByRole('table')).toContainText(o('months.sum'))
    await soundBothWays(page)
    expect(errors).toEqual([])
    await context.close()
  })

  const balance = `/api/contracts/${contract}/payments/balance/`
  await calls(request, hunter).post(balance, { method: 'cash' })
  await calls(request, rosa).post(`${balance}confirm/`)

  const setDay = (days: number) =>
    moveClock(request, new Date(Date.parse(`${EVENING}T18:00:00Z`) + days * DAYS))
  /** Goes to a page on a day after the event, signed in anew. */
  const on = async (who: { email: string }, now: Date, path: string) => {
    const look = who === rosa ? desk : phone
    const context = await browserOf(browser, await tokenOf(request, who.email, PASSWORD), { ...look, now })
    const page = await context.newPage()
    const errors = watchForErrors(page)
    await page.goto(path)
    const end = async () => {
      expect(errors).toEqual([])
      await context.close()
    }
    return { page, end }
  }

  const later = await setDay(2)
  const owner = await on(rosa, later, `/contracts?filter=past&contract=${contract}`)
  await test.step('an hour more is proposed, accepted, paid and confirmed', async () => {
    await owner.page.getByRole('button', { name: o('extras.propose.open') }).click()
    await owner.page.getByLabel(o('extras.propose.what')).fill('Una hora más')
    await owner.page.getByLabel(o('extras.propose.amount_artist')).fill('100')
    await soundBothWays(owner.page)
    await owner.page.getByRole('button', { name: o('extras.propose.send'), exact: true }).click()
    await expect(owner.page.getByText(o('extras.states.proposed'))).toBeVisible()
    const host = await on(hunter, later, `/order?id=${order_id}&view=agreement`)
    await unfold(host.page)
    await host.page.getByRole('button', { name: c('extras.accept') }).click()
    await host.page.getByRole('button', { name: c('beyond.record_hunter'), exact: true }).click()
    await expect(host.page.getByText(c('toast.beyond'), { exact: true })).toBeVisible()
    await soundBothWays(host.page)
    await host.page.screenshot({ path: test.info().outputPath('extra-390.png'), fullPage: true })
    await host.end()
    await owner.page.reload()
    await owner.page.getByRole('button', { name: o('beyond.confirm_artist'), exact: true }).click()
    await expect(owner.page.getByText(o('toast.beyond_confirmed'), { exact: true })).toBeVisible()
  })

  await test.step('each member reads what they get, the owner what everybody does', async () => {
    const now = await setDay(3)
    const theirs = await on(sara, now, '/contracts')
    const hers = theirs.page.getByRole('region', { name: c('payouts.title') })
    await expect(hers.getByRole('listitem')).toHaveCount(1)
    await expect(hers).toContainText(c('payouts.received_all'))
    await soundBothWays(theirs.page)
    await theirs.end()
    await owner.page.clock.setSystemTime(now)
    await travel(owner.page, '/contracts', 'en')
    const everybodys = owner.page.getByRole('region', { name: o('payouts.title') })
    await expect(everybodys.getByRole('listitem')).toHaveCount(2)
    await expect(everybodys).toContainText('Sara Xol')
    await owner.end()
  })

  await test.step('the month is closed: its fees are on a statement, and paid by a transfer', async () => {
    const { page, end } = await on(rosa, await setDay(35), '/membership')
    const fees = page.getByRole('region', { name: en.t('business:fees.title') })
    await expect(fees.getByText(en.t('business:fees.states.due'), { exact: true })).toBeVisible()
    await soundBothWays(page)
    const coming = page.waitForEvent('download')
    await fees.getByRole('button', { name: en.like('business:fees.document') }).click()
    expect((await coming).suggestedFilename()).toMatch(/^E-P\d+-0001\.pdf$/)
    await fees.getByRole('textbox', { name: en.t('business:fees.reference') }).fill('BI 9')
    await fees.getByRole('button', { name: en.t('business:fees.declare') }).click()
    await expect(fees.getByText(en.t('business:fees.waits', { reference: 'BI 9' }))).toBeVisible()
    await fees.locator('[data-slip-input="fees"]').setInputFiles(SLIP)
    await expect(fees.getByRole('button', { name: en.t('business:slips.open') })).toBeVisible()
    await soundBothWays(page)
    await end()
  })
})
