import { openForBooking } from '#app/server/scenes/cast.ts'
import { unfold } from './agreeing.ts'
import { bandOf, calls } from './bands.ts'
import { DAY as EVENING, hunterThere, LA_PAZ, musicianThere, partyAt } from './order.ts'
import { expect, moveClock, test } from './ownServer.ts'
import { browserOf, PASSWORD, tokenOf, watchForErrors } from './people.ts'
import { sound } from './sound.ts'
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

for (const { language, theme, width } of [
  { language: 'es', theme: 'light', width: 390 },
  { language: 'en', theme: 'dark', width: 1280 },
] as const)
  test(`a band is paid, shares it and pays its fees (${language} at ${width})`, async ({
    browser,
    request,
  }) => {
    test.setTimeout(300_000)
    const w = wordsOf(language)
    const c = (key: string, values = {}) => w.t(`business:contracts.${key}`, values)
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
      const context = await browserOf(browser, rosa.token, { language, theme, width })
      const page = await context.newPage()
      const errors = watchForErrors(page)
      await page.goto(`/budgets?request=${request_ids[0]?.[0]}`)
      await page.getByRole('button', { name: w.t('business:budgets.answer.available') }).click()
      const split = page.getByRole('region', { name: w.t('business:budgets.split.title') })
      await expect(split.getByRole('term')).toHaveText(['Sara Xol', w.t('business:budgets.split.you')])
      await sound(page)
      expect(errors).toEqual([])
      await context.close()
    })
    const { order_id, contracts } = await partyAt('signed', hunter, 'Cena del recibo', band)
    const contract = contracts[0]?.id ?? 0
    const look = { language, theme, width }

    await test.step('the client records the deposit and adds its slip', async () => {
      const context = await browserOf(browser, hunter.token, look)
      const page = await context.newPage()
      const errors = watchForErrors(page)
      await page.goto(`/order?id=${order_id}&view=agreement`)
      await unfold(page)
      await page.getByRole('textbox', { name: c('deposit.reference') }).fill('BI 4411')
      await page.getByRole('button', { name: c('deposit.record_hunter'), exact: true }).click()
      await expect(page.getByRole('button', { name: w.t('business:slips.add') })).toBeVisible()
      await page.locator('[data-slip-input="payment"]').setInputFiles(SLIP)
      await expect(page.getByRole('button', { name: w.t('business:slips.open') })).toBeVisible()
      await sound(page)
      expect(errors).toEqual([])
      await context.close()
    })

    await test.step('the band’s owner sees the slip and confirms', async () => {
      const context = await browserOf(browser, rosa.token, look)
      const page = await context.newPage()
      const errors = watchForErrors(page)
      await page.goto(`/contracts?contract=${contract}`)
      const coming = page.waitForEvent('download')
      await page.getByRole('button', { name: w.t('business:slips.open') }).click()
      expect((await coming).suggestedFilename()).toMatch(/^payment-\d+\.pdf$/)
      await page.getByRole('button', { name: c('deposit.confirm_artist'), exact: true }).click()
      await expect(page.getByText(c('toast.deposit_confirmed'), { exact: true })).toBeVisible()
      await page.goto('/contracts')
      const months = page.getByRole('region', { name: c('months.title') })
      await expect(months.getByRole('table')).toContainText(c('months.sum'))
      await sound(page)
      expect(errors).toEqual([])
      await context.close()
    })

    const balance = `/api/contracts/${contract}/payments/balance/`
    await calls(request, hunter).post(balance, { method: 'cash' })
    await calls(request, rosa).post(`${balance}confirm/`)

    /** Goes to a page on a day after the event, signed in anew. */
    const on = async (who: { email: string }, days: number, path: string) => {
      const now = await moveClock(request, new Date(Date.parse(`${EVENING}T18:00:00Z`) + days * DAYS))
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

    await test.step('an hour more is proposed, accepted, paid and confirmed', async () => {
      const past = `/contracts?filter=past&contract=${contract}`
      const owner = await on(rosa, 2, past)
      await owner.page.getByRole('button', { name: c('extras.propose.open') }).click()
      await owner.page.getByLabel(c('extras.propose.what')).fill('Una hora más')
      await owner.page.getByLabel(c('extras.propose.amount_artist')).fill('100')
      await sound(owner.page)
      await owner.page.getByRole('button', { name: c('extras.propose.send'), exact: true }).click()
      await expect(owner.page.getByText(c('extras.states.proposed'))).toBeVisible()
      await owner.end()
      const host = await on(hunter, 2, `/order?id=${order_id}&view=agreement`)
      await unfold(host.page)
      await host.page.getByRole('button', { name: c('extras.accept') }).click()
      await host.page.getByRole('button', { name: c('beyond.record_hunter'), exact: true }).click()
      await expect(host.page.getByText(c('toast.beyond'), { exact: true })).toBeVisible()
      await sound(host.page)
      await host.page.screenshot({
        path: test.info().outputPath(`extra-${language}-${width}.png`),
        fullPage: true,
      })
      await host.end()
      const again = await on(rosa, 2, past)
      await again.page.getByRole('button', { name: c('beyond.confirm_artist'), exact: true }).click()
      await expect(again.page.getByText(c('toast.beyond_confirmed'), { exact: true })).toBeVisible()
      await again.end()
    })

    await test.step('each member reads what they get, the owner what everybody does', async () => {
      const theirs = await on(sara, 3, '/contracts')
      const parts = (page: typeof theirs.page) => page.getByRole('region', { name: c('payouts.title') })
      await expect(parts(theirs.page).getByRole('listitem')).toHaveCount(1)
      await expect(parts(theirs.page)).toContainText(c('payouts.received_all'))
      await sound(theirs.page)
      await theirs.end()
      const owners = await on(rosa, 3, '/contracts')
      await expect(parts(owners.page).getByRole('listitem')).toHaveCount(2)
      await expect(parts(owners.page)).toContainText('Sara Xol')
      await owners.end()
    })

    await test.step('the month is closed: its fees are on a statement, and paid by a transfer', async () => {
      const { page, end } = await on(rosa, 35, '/membership')
      const fees = page.getByRole('region', { name: w.t('business:fees.title') })
      await expect(fees.getByText(w.t('business:fees.states.due'), { exact: true })).toBeVisible()
      await sound(page)
      const coming = page.waitForEvent('download')
      await fees.getByRole('button', { name: w.like('business:fees.document') }).click()
      expect((await coming).suggestedFilename()).toMatch(/^E-P\d+-0001\.pdf$/)
      await fees.getByRole('textbox', { name: w.t('business:fees.reference') }).fill('BI 9')
      await fees.getByRole('button', { name: w.t('business:fees.declare') }).click()
      await expect(fees.getByText(w.t('business:fees.waits', { reference: 'BI 9' }))).toBeVisible()
      await fees.locator('[data-slip-input="fees"]').setInputFiles(SLIP)
      await expect(fees.getByRole('button', { name: w.t('business:slips.open') })).toBeVisible()
      await sound(page)
      await end()
    })
  })
