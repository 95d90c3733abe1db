import { readFileSync, writeFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { signAmendment } from '#features/contracts/contract.papers.ts'
import { readContract } from '#features/contracts/contract.ts'
import { hunterThere, musicianThere, partyAt } from './order.ts'
import { appIsThere, browserOf, linkIn, mailTo, watchForErrors } from './people.ts'
import { wordsOf } from './words.ts'

/* An agreement as a paper: fetched where it is read, checked by anybody, changed by both. */

const w = wordsOf('es')
const c = (key: string, values = {}) => w.t(`business:contracts.${key}`, values)
const p = (key: string, values = {}) => w.t(`business:papers.${key}`, values)
const v = (key: string, values = {}) => w.t(`business:copies.${key}`, values)

/** Chooses a copy on the public page, and reads what it is. */
async function check(page: Page, number: string, file: string, finding: string) {
  await page.goto(`/verify-contract?number=${number}`)
  // It comes drawn; a file is chosen where the app reads it.
  await appIsThere(page)
  await expect(page.getByRole('textbox', { name: v('number') })).toHaveValue(number)
  await page.getByLabel(v('file')).setInputFiles(file)
  await expect(page.getByRole('textbox', { name: v('sha256') })).toHaveValue(/^[0-9a-f]{64}$/)
  await page.getByRole('button', { name: v('send') }).click()
  await expect(page.getByRole('heading', { name: v(`findings.${finding}.title`) })).toBeVisible()
}

test('an agreement is fetched as a PDF, checked without an account, and amended by both', async ({
  browser,
  request,
}, info) => {
  const hunter = await hunterThere(request, 'Irma Papel')
  const player = await musicianThere(request, 'Teo Papel')
  const { order_id, contracts } = await partyAt('paid', hunter, 'Cena de los papeles', player)
  const { id, number } = contracts[0] ?? { id: 0, number: '' }
  // Made by a job.
  const isMade = async () => (await hunter.api(readContract, { params: { id } })).has_document
  await expect.poll(isMade, { timeout: 60_000 }).toBe(true)

  const context = await browserOf(browser, hunter.token)
  const page = await context.newPage()
  const errors = watchForErrors(page)
  const copy = info.outputPath('acuerdo.pdf')
  /** Where the letter leads that says that both have signed, and that the agreement is there as a paper. */
  const letterOf = async (to: string, side: 'hunter' | 'artist') => {
    const mail = await mailTo(request, to, w.like(`business:contracts.mail.deposit_due.subject_${side}`))
    expect(mail.text).toContain(c('mail.document'))
    return mail
  }
  await test.step('the hunter’s letter leads to the order, where it is fetched', async () => {
    const path = linkIn(await letterOf(hunter.email, 'hunter'), '/order')
    expect(path).toBe(`/order?id=${order_id}`)
    await page.goto(path)
    const coming = page.waitForEvent('download')
    await page
      .getByRole('button', { name: w.t('business:events.download_agreement') })
      .or(page.getByRole('button', { name: p('download') }))
      .first()
      .click()
    const file = await coming
    expect(file.suggestedFilename()).toBe(`${number}-v1.pdf`)
    await file.saveAs(copy)
    expect(readFileSync(copy).subarray(0, 5).toString()).toBe('%PDF-')
  })
  await test.step('the musician’s letter leads to the agreement, where it is the same paper', async () => {
    const players = await browserOf(browser, player.token, { width: 390 })
    const phone = await players.newPage()
    await phone.goto(linkIn(await letterOf(player.email, 'artist'), '/contracts'))
    const coming = phone.waitForEvent('download')
    await phone.getByRole('button', { name: p('download') }).click()
    const file = await coming
    expect(file.suggestedFilename()).toBe(`${number}-v1.pdf`)
    expect(readFileSync(await file.path()).equals(readFileSync(copy))).toBe(true)
    await players.close()
  })
  await test.step('and the day sheet in /events', async () => {
    const { results } = await (
      await request.get('/api/events/', { headers: { authorization: `Bearer ${hunter.token}` } })
    ).json()
    await page.goto(`/events?event=${results[0].id}`)
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: w.t('business:events.download_sheet') }).click()
    expect((await coming).suggestedFilename()).toMatch(/^\d{4}-\d\d-\d\d-\d+\.pdf$/)
  })

  const stranger = await browserOf(browser, null)
  const outside = await stranger.newPage()
  const changed = info.outputPath('cambiado.pdf')
  await test.step('anybody checks a copy, which stays with them', async () => {
    const sent: string[] = []
    outside.on('request', (call) => {
      if (call.method() !== 'GET') sent.push(call.url())
    })
    await check(outside, number, copy, 'genuine')
    await expect(outside.getByText('Irma Papel')).toHaveCount(0)
    expect(sent).toEqual([])
    const bytes = readFileSync(copy)
    bytes[bytes.length - 10] = (bytes[bytes.length - 10] ?? 0) ^ 1
    writeFileSync(changed, bytes)
    await check(outside, number, changed, 'changed')
  })

  const theirs = await browserOf(browser, player.token, { width: 390 })
  const desk = await theirs.newPage()
  await test.step('the musician proposes an amendment and signs it', async () => {
    await desk.goto(`/contracts?filter=active&contract=${id}`)
    await desk.getByRole('button', { name: p('amend.open') }).click()
    const dialog = desk.getByRole('dialog', { name: p('amend.title') })
    await dialog.getByRole('textbox', { name: p('amend.words') }).fill('Media hora más de jazz')
    await dialog.getByRole('button', { name: p('amend.send') }).click()
    await expect(dialog).toBeHidden()
    await expect(desk.getByText(p('amend.own'))).toBeVisible()
    await expect(desk.getByText('Media hora más de jazz')).toBeVisible()

    // A name that isn't like theirs is asked about once, and kept.
    await desk.getByRole('textbox', { name: c('sign.name') }).fill('El Trovador')
    await desk.getByText(c('sign.consent')).click()
    await desk.getByRole('button', { name: c('sign.send'), exact: true }).click()
    await expect(
      desk.getByText(c('sign.other_name', { typed: 'El Trovador', named: 'Teo Papel' })),
    ).toBeVisible()
    await desk.getByRole('button', { name: c('sign.send_so'), exact: true }).click()
    await expect(desk.getByText(p('amend.signed', { side: c('sides.artist') }))).toBeVisible()
  })
  await test.step('with the hunter’s signature it is the agreement, and the old copy says so', async () => {
    const { results } = await (
      await request.get(`/api/contracts/${id}/versions/`, {
        headers: { authorization: `Bearer ${hunter.token}` },
      })
    ).json()
    await hunter.api(signAmendment, {
      params: { id },
      body: { typed_name: 'Irma Papel', consent: true, sha256: results[0].sha256, language: 'es' },
    })
    await check(outside, number, copy, 'superseded')
    await desk.reload()
    await desk.getByRole('button', { name: p('versions') }).click()
    await expect(desk.getByText(`${p('version', { version: 1 })} · ${p('states.superseded')}`)).toBeVisible()
    await expect(desk.getByRole('button', { name: p('download_version', { version: 1 }) })).toBeVisible()
  })
  expect(errors).toEqual([])
  await Promise.all([context.close(), stranger.close(), theirs.close()])
})

test('the page that checks copies says what it is before any script runs', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'es-GT' })
  const page = await context.newPage()
  await page.goto('/verify-contract?number=T-2026-000001')
  await expect(page.getByRole('heading', { level: 1, name: v('title') })).toBeVisible()
  await expect(page).toHaveTitle(new RegExp(v('title')))
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toMatch(/\/verify-contract$/)
  await context.close()
})
