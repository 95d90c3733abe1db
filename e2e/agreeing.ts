import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { listBudgets } from '#features/budgets/contract.ts'
import { calls, tokenIn } from './newcomers.ts'
import { callsOf } from './order.ts'
import { setUpWhereAsked } from './secondFactor.ts'
import type { Words } from './words.ts'

/* From the requests to an agreement in force, by hand: quotes, signatures and deposits of both sides. */

/** On whose behalf the hunter accepts and signs. */
const BUYER = 'Fiestas del Caribe, S. A.'

/** @param city where the hunter lives, once they have said it */
export async function answer(page: Page, w: Words, city?: string) {
  await test.step('a musician answers with a budget', async () => {
    const b = (key: string, values = {}) => w.t(`business:budgets.${key}`, values)
    for (;;) {
      await page.goto('/budgets')
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      const { results } = await (await calls(page)).get('/api/requests/?filter=open')
      const open = results.find(({ status }: { status: string }) => status === 'asked')
      if (!open) return
      await page.goto(`/budgets?request=${open.id}`)
      const asks = [b('facts.from_hunter', { name: 'Lucía' }), ...(city ? [city] : [])].join(' · ')
      await expect(page.getByText(asks, { exact: true }).first()).toBeVisible()
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

export async function acceptQuotes(page: Page, w: Words, order_id: number) {
  await test.step('the hunter accepts each quote', async () => {
    const b = (key: string) => w.t(`business:budgets.${key}`)
    const accept = page.getByRole('button', { name: b('compare.accept') })
    const confirm = page.getByRole('dialog').getByRole('button', { name: b('accept.confirm') })
    const open = async () => {
      const { slots } = await callsOf(page.request, await tokenIn(page))(listBudgets, {
        params: { id: order_id },
      })
      const quotes = slots.flatMap(({ budgets }) => budgets)
      const waiting = quotes.filter(({ state }) => state === 'sent' || state === 'viewed')
      return new Set(waiting.map(({ id }) => id)).size
    }
    await expect(accept.first()).toBeVisible()
    // One that is for several moments has a button at each; all of them go when it is accepted, and the page is drawn anew.
    for (let left = await open(); left > 0; left--) {
      await expect(async () => {
        await accept.first().click({ timeout: 5_000 })
        await expect(confirm).toBeVisible({ timeout: 5_000 })
      }).toPass()
      await confirm.click()
      await expect(confirm).toBeHidden()
      await expect.poll(open).toBe(left - 1)
    }
    await expect(accept).toHaveCount(0)
  })
}

/** The sign-up didn't ask; before the agreement that names them is drawn up, they say it, and come back. */
export async function sayWhoHires(page: Page, w: Words) {
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
export async function unfold(page: Page) {
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

export async function signAsHunter(page: Page, w: Words, name: string) {
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

export async function signAsMusician(page: Page, w: Words, name: string) {
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
export async function sayWhere(page: Page, w: Words, where: string, by: 'passkey' | 'app') {
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

/** @param where what somebody wrote about where it goes, where they did */
export async function payDeposits(page: Page, w: Words, where?: string) {
  await test.step('the hunter reads what is due and records each deposit as sent', async () => {
    await page.reload()
    await unfold(page)
    if (where) await expect(page.getByText(where).first()).toBeVisible()
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

export async function confirmDeposits(page: Page, w: Words) {
  await test.step('a musician confirms that the deposit arrived', async () => {
    const open = (await pending(page)).filter(({ deposit }) => deposit)
    expect(open.length, 'deposits to confirm').toBeGreaterThan(0)
    for (const { id } of open) {
      await page.goto(`/contracts?contract=${id}`)
      await page.getByRole('button', { name: w.t('business:contracts.deposit.confirm_artist') }).click()
      await expect(page.getByText(w.like('business:contracts.deposit.confirmed'))).toBeVisible()
    }
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: w.t('business:receipts.open.deposit') }).click()
    const file = await coming
    expect(file.suggestedFilename()).toMatch(/^R-\d{4}-P\d+-\d{5}\.pdf$/)
    expect(
      readFileSync(await file.path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
  })
}
