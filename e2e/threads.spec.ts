import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import {
  contractsOf,
  offerFor,
  payDeposit,
  receiveDeposit,
  sendBudget,
  sign,
} from '#app/server/scenes/order.ts'
import { acceptBudget } from '#features/budgets/contract.ts'
import { readOrder } from '#features/hiring/desk/contract.ts'
import { hunterThere, musicianThere, partyAt } from './order.ts'
import { browserOf, watchForErrors } from './people.ts'
import { soundBothWays } from './sound.ts'
import { wordsOf } from './words.ts'

/*
 * Whoever hires and whoever plays talk about a request, each with their page open: nothing that is typed is lost, what is
 * said is there at once, how to reach each other isn't told before the agreement, and who is bothered needn't be.
 */

const CONTACT = '5555-1234'
const ASKED = `¿Traes micrófono? Mi número es ${CONTACT}`

test('a hunter and a musician talk about a request', async ({ browser, request }) => {
  const [es, en] = [wordsOf('es'), wordsOf('en')]
  /** Her words. */
  const m = (key: string, values = {}) => es.t(`functionality:threads.${key}`, values)
  /** His. */
  const n = (key: string, values = {}) => en.t(`functionality:threads.${key}`, values)
  const hunter = await hunterThere(request, 'Camila Conversa')
  const musician = await musicianThere(request, 'Tomás Responde')
  const { order_id, request_ids } = await partyAt('asked', hunter, 'Tarde de preguntas', musician)
  const request_id = request_ids[0]?.[0] ?? 0

  const open = async (token: string, look: Parameters<typeof browserOf>[2]) => {
    const context = await browserOf(browser, token, look)
    const page = await context.newPage()
    return { context, page, errors: watchForErrors(page) }
  }
  const hers = await open(hunter.token, { language: 'es', width: 390 })
  const his = await open(musician.token, { language: 'en', theme: 'dark', width: 1280 })
  const talk = (page: Page, say: typeof m) => ({
    lines: page.getByRole('list', { name: say('messages') }),
    field: page.getByRole('textbox', { name: say('write') }),
    send: page.getByRole('button', { name: say('send'), exact: true }),
    fault: (text: string) => page.getByRole('alert').filter({ hasText: text }),
  })
  const [she, he] = [talk(hers.page, m), talk(his.page, n)]
  const line = (of: typeof she, text: string) => of.lines.getByRole('listitem').filter({ hasText: text })
  const openHers = async () => {
    await hers.page.goto(`/order?id=${order_id}`)
    await hers.page
      .getByRole('button', { name: es.t('functionality:talk.with', { name: musician.name }) })
      .click()
  }
  const sending = '**/api/threads/*/messages/'
  const inbox = his.page.locator('header [data-inbox]')

  await test.step('what she typed is still there when she comes back', async () => {
    await openHers()
    await expect(hers.page.getByText(m('nothing'))).toBeVisible()
    await she.field.fill(ASKED)
    await hers.page.goto('/events')
    await expect(hers.page.getByRole('heading', { level: 1 })).toBeVisible()
    await openHers()
    await expect(she.field).toHaveValue(ASKED)
    await expect(she.lines).toBeHidden()
  })

  await test.step('without a network it keeps her words and says why, and goes out once at the next try', async () => {
    await his.page.goto('/availability')
    await expect(inbox).toHaveAccessibleName(en.t('common:menu.messages'))
    await inbox.click()
    await his.page.waitForURL('**/messages')
    await expect(his.page.getByText(n('empty'), { exact: true })).toBeVisible()
    // The first one gets there and only its answer is lost: the same message again isn't a second one.
    await hers.page.route(sending, async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      await route.fetch()
      await route.abort()
    })
    await she.send.click()
    await expect(she.fault(es.t('common:errors.common.connection'))).toBeVisible()
    await expect(she.field).toHaveValue(ASKED)
    await hers.page.unroute(sending)
    await she.send.click()
    await expect(she.field).toHaveValue('')
    await expect(she.field).toBeFocused()
    await expect(line(she, ASKED)).toHaveCount(1)
    await expect(line(she, ASKED)).toContainText(m('masked'))
    await soundBothWays(hers.page)
  })

  await test.step('he has it at once, as unread, and doesn’t read how to reach her', async () => {
    const row = his.page.getByRole('region', { name: n('list') }).getByRole('listitem')
    await expect(row).toHaveCount(1)
    await expect(row).toContainText(n('unread', { count: 1 }))
    await expect(inbox).toHaveAccessibleName(
      `${en.t('common:menu.messages')}, ${en.t('common:menu_waiting.messages', { n: 1 })}`,
    )
    await expect(inbox).toHaveText('1')
    await expect(
      his.page
        .getByRole('navigation', { name: en.t('common:shell.main') })
        .getByRole('link', { name: en.t('common:menu.messages') }),
    ).toContainText(en.t('common:menu_waiting.messages', { n: 1 }))
    await expect(row).toContainText('¿Traes micrófono?')
    await row.getByRole('link').click()
    const asked = line(he, '¿Traes micrófono?')
    await expect(asked).toContainText(n('hidden'))
    await expect(his.page.getByText(CONTACT)).toHaveCount(0)
    await expect(row.filter({ hasText: n('unread', { count: 1 }) })).toHaveCount(0)
    await expect(inbox).toHaveAccessibleName(en.t('common:menu.messages'))
    await expect(inbox).toHaveText('')
    await soundBothWays(his.page)
    await expect(line(she, ASKED)).toContainText(m('seen'))
  })

  await test.step('his answer with a picture is on her open page, and the picture comes as it was sent', async () => {
    const picture = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#c90a47' } })
      .png()
      .toBuffer()
    await he.field.fill('Sí, este:')
    await his.page
      .locator('[data-message-input]')
      .setInputFiles({ name: 'micrófono.png', mimeType: 'image/png', buffer: picture })
    await expect(
      his.page.getByRole('button', {
        name: en.t('functionality:attach.remove', { name: 'micrófono.png' }),
      }),
    ).toBeVisible()
    await he.send.click()
    const file = line(she, 'Sí, este:').getByRole('button', { name: 'micrófono.png' })
    await expect(file).toBeVisible()
    const [download] = await Promise.all([hers.page.waitForEvent('download'), file.click()])
    expect(download.suggestedFilename()).toMatch(/^micrófono\./)
    expect(await sharp(await download.path()).metadata()).toMatchObject({ width: 90, height: 60 })
  })

  await test.step('what bothers her she reports, and it is folded away for her', async () => {
    await he.field.fill('Págame fuera de aquí y sale más barato')
    await he.send.click()
    const bad = line(she, 'Págame fuera de aquí')
    await bad.getByRole('button', { name: m('actions') }).click()
    await hers.page.getByRole('menuitem', { name: m('report') }).click()
    const dialog = hers.page.getByRole('dialog', { name: m('report_title') })
    await dialog
      .getByRole('combobox', { name: m('report_reason') })
      .selectOption({ label: m('reasons.contact') })
    await soundBothWays(hers.page)
    await dialog.getByRole('button', { name: m('report_send') }).click()
    await expect(dialog).toBeHidden()
    await expect(bad).toHaveCount(0)
    await expect(line(she, m('reported'))).toHaveCount(1)
    await expect(line(he, 'Págame fuera de aquí')).toHaveCount(1)
  })

  await test.step('who is blocked can’t write, and keeps what they typed; let in again, they send it', async () => {
    const act = async (name: string) => {
      await hers.page.getByRole('button', { name: m('conversation_actions') }).click()
      await hers.page.getByRole('menuitem', { name }).click()
    }
    await he.field.fill('Perdón, era una broma')
    await act(m('block'))
    await hers.page
      .getByRole('alertdialog', { name: m('block_title', { name: musician.name }) })
      .getByRole('button', { name: m('block') })
      .click()
    await expect(hers.page.getByText(m('writing.blocking'))).toBeVisible()
    await expect(she.field).toBeHidden()
    await his.page.reload()
    await expect(his.page.getByText(n('writing.blocked'))).toBeVisible()
    await expect(he.field).toBeHidden()
    await act(m('unblock'))
    await expect(she.field).toBeVisible()
    await his.page.reload()
    await expect(he.field).toHaveValue('Perdón, era una broma')
    await he.send.click()
    await expect(line(she, 'Perdón, era una broma')).toBeVisible()
  })

  await test.step('once the agreement is in force he reads how to reach her', async () => {
    const { starts_at } = await hunter.api(readOrder, { params: { id: order_id } })
    const { id } = await sendBudget(
      musician,
      request_id,
      offerFor({ now: new Date(), starts_at: starts_at ?? '' }),
    )
    await hunter.api(acceptBudget, { params: { id }, body: { chosen: [] } })
    for (const agreement of await contractsOf(hunter, order_id)) {
      for (const side of [hunter, musician]) await sign(side, agreement, side.name)
      // Two signatures alone tell nothing yet.
      await expect(his.page.getByText(CONTACT)).toHaveCount(0)
      await payDeposit(hunter, agreement.id)
      await receiveDeposit(musician, agreement.id)
    }
    await expect(line(he, n('events.agreement_active'))).toBeVisible()
    await expect(line(he, ASKED)).toBeVisible()
    await expect(line(he, n('hidden'))).toHaveCount(0)
  })

  for (const { context, errors } of [hers, his]) {
    expect(errors).toEqual([])
    await context.close()
  }
})
