import { fillPerson, tokenOfNewcomer } from './newcomers.ts'
import { callsOf, DAY as EVENING, musicianThere, partyAt } from './order.ts'
import { expect, moveClock, test } from './ownServer.ts'
import { browserOf, mailedLink, PASSWORD, tokenOf, watchForErrors } from './people.ts'
import { soundBothWays } from './sound.ts'
import { wordsOf } from './words.ts'

/*
 * A referral from its link to its reward: a musician invites, a client comes by the link, goes astray on the way and
 * signs up all the same, has their first paid event, and two weeks later both have their credit.
 */

const DAYS = 24 * 3_600_000

test('a referral becomes a reward for both', async ({ browser, request }) => {
  test.setTimeout(300_000)
  // Who invites reads English at a desk; who comes Spanish, on a phone.
  const [es, en] = [wordsOf('es'), wordsOf('en')]
  const r = (key: string, values = {}) => en.t(`functionality:referrals.${key}`, values)
  const desk = { language: 'en', theme: 'dark', width: 1280 } as const
  const phone = { language: 'es', width: 390 } as const
  const rosa = await musicianThere(request, 'Rosa Ixchel')
  const ana = { name: 'Ana Lucía Paz', email: 'ana@tarima.test' }
  let link = ''
  let code = ''

  await test.step('the musician creates a link and takes it along', async () => {
    const context = await browserOf(browser, rosa.token, desk)
    // Where the browser can hand it on.
    await context.addInitScript(() => {
      const handed: ShareData[] = []
      Object.assign(window, { handed })
      Object.defineProperty(navigator, 'share', {
        value: (data: ShareData) => {
          handed.push(data)
          return Promise.resolve()
        },
      })
    })
    const page = await context.newPage()
    const errors = watchForErrors(page)
    await page.goto('/referrals')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(r('title'))
    await expect(page.getByText(r('people.none'), { exact: true })).toBeVisible()
    await soundBothWays(page)
    // By keyboard alone.
    await page.getByRole('button', { name: r('start.button') }).focus()
    await page.keyboard.press('Enter')
    const field = page.getByRole('textbox', { name: r('invite.link') })
    await expect(field).toHaveValue(/\/signup\?ref=/)
    link = await field.inputValue()
    code = await page.getByRole('textbox', { name: r('invite.code') }).inputValue()
    await expect(page.getByRole('img', { name: r('invite.qr') })).toBeVisible()
    await page.getByRole('button', { name: r('invite.share') }).click()
    expect(await page.evaluate(() => (window as never as { handed: ShareData[] }).handed)).toMatchObject([
      { url: link },
    ])
    await soundBothWays(page)
    expect(errors).toEqual([])
    await context.close()
  })

  // A browser of her own: two accounts on one device are one person.
  const hers = await browserOf(browser, null, phone)
  await test.step('somebody comes by it, and by the sign-in page, and signs up', async () => {
    const page = await hers.newPage()
    const errors = watchForErrors(page)
    const { pathname, search } = new URL(link)
    await page.goto(pathname + search)
    await page.getByRole('link', { name: es.t('auth:signup.sign_in'), exact: true }).click()
    await page.waitForURL('**/signin')
    await page.getByRole('link', { name: es.t('auth:signin.sign_up'), exact: true }).click()
    await page.getByRole('link', { name: es.t('auth:signup.kinds.client.title') }).click()
    await page.waitForURL('**/signup-client*')
    await expect(page.getByText(es.t('auth:terms.referral', { code }))).toBeVisible()
    await soundBothWays(page)
    await fillPerson(page, es, ana)
    await page.getByRole('button', { name: es.t('auth:signup.submit') }).click()
    await page.waitForURL('**/verify-email-check')
    await page.goto(await mailedLink(request, ana.email, '/verify-email'))
    await page.waitForURL('**/talent-hunter')
    expect(errors).toEqual([])
    await page.close()
  })

  const hunter = {
    name: ana.name,
    api: callsOf(hers.request, await tokenOfNewcomer(hers.request, ana.email)),
  }
  await partyAt('paid', hunter, 'Cena de aniversario', rosa)

  /** What the musician reads on a day. */
  const readOn = async (days: number, sentences: readonly (string | RegExp)[]) => {
    const now = await moveClock(request, new Date(Date.parse(`${EVENING}T18:00:00Z`) + days * DAYS))
    const token = await tokenOf(request, rosa.email, PASSWORD)
    const context = await browserOf(browser, token, { ...desk, now })
    const page = await context.newPage()
    const errors = watchForErrors(page)
    await page.goto('/referrals')
    const people = page.getByRole('region', { name: r('people.title') })
    await expect(people.getByText('Ana P.', { exact: true })).toBeVisible()
    for (const sentence of sentences) await expect(people).toContainText(sentence)
    await soundBothWays(page)
    expect(errors).toEqual([])
    return { page, context, now }
  }

  await test.step('the event is played: the reward has a date, and comes then', async () => {
    const waiting = await readOn(3, [r('states.qualified')])
    await waiting.context.close()
    const done = await readOn(20, [r('states.rewarded'), '+$10'])
    const rewards = done.page.getByRole('region', { name: r('rewards.title') })
    await expect(rewards).toContainText(r('rewards.of_most', { count: 1, most: 20 }))
    await expect(rewards).toContainText('$10')
    await rewards.getByRole('link', { name: r('rewards.plan') }).click()
    await expect(
      done.page.getByText(en.t('business:plans.credit', { amount: '$10' }), { exact: true }),
    ).toBeVisible()
    await soundBothWays(done.page)
    await done.context.close()

    // Who came has theirs where clients have their plan.
    const token = await tokenOfNewcomer(hers.request, ana.email)
    const context = await browserOf(browser, token, { ...phone, now: done.now })
    const page = await context.newPage()
    await page.goto('/suscription')
    await expect(
      page.getByText(es.t('business:plans.credit', { amount: '$10' }), { exact: true }),
    ).toBeVisible()
    await soundBothWays(page)
    await Promise.all([context.close(), hers.close()])
  })
})
