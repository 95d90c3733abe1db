import { type BrowserContext, expect, type Page, test, type Worker } from '@playwright/test'
import { startPushService } from '#features/notifications/push.fixture.ts'
import { browserOf, linkIn, mailTo, newPerson, watchForErrors } from './people.ts'
import { wordsOf } from './words.ts'

/*
 * What reaches somebody outside of the pages: chosen on /profile, pushed to the service worker, sent as letters,
 * stopped from a letter. The browser of these tests knows no push service of its own: what it would say of its
 * subscription is said for it, and what arrived at the service is handed to the worker as the browser would.
 */

type Browser = { endpoint: string; keys: { p256dh: string; auth: string } }

/** A browser whose push manager subscribes at our service. */
async function withPush(context: BrowserContext, browser: Browser) {
  await context.grantPermissions(['notifications'])
  await context.addInitScript((made) => {
    // Without a window the browser says so even where it was allowed.
    Object.defineProperty(Notification, 'permission', { value: 'granted' })
    const subscription = {
      endpoint: made.endpoint,
      toJSON: () => made,
      unsubscribe: async () => {
        localStorage.removeItem('subscribed')
        return true
      },
    }
    Object.assign(PushManager.prototype, {
      subscribe: async () => {
        localStorage.setItem('subscribed', 'yes')
        return subscription
      },
      getSubscription: async () => (localStorage.getItem('subscribed') ? subscription : null),
    })
  }, browser)
}

const cardOf = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })

/**
 * Hands an event to the worker, as the browser would. Without a window it shows no notification: what the worker asks
 * it to show is kept.
 */
const handTo = (worker: Worker, kind: 'push' | 'notificationclick', content: unknown) =>
  worker.evaluate(
    async ([kind, content]) => {
      const { registration, PushEvent } = self as unknown as WorkerScope
      const shown: unknown[] = []
      Object.assign(registration, {
        showNotification: async (title: string, options: object) => void shown.push({ title, ...options }),
      })
      const waited: Promise<unknown>[] = []
      const isPush = kind === 'push'
      const event = isPush ? new PushEvent(kind, { data: content }) : new Event(kind)
      Object.assign(event, {
        waitUntil: (promise: Promise<unknown>) => void waited.push(promise),
        ...(isPush ? {} : { notification: { data: content, close: () => shown.push('closed') } }),
      })
      self.dispatchEvent(event)
      await Promise.all(waited)
      return shown
    },
    [kind, content] as const,
  )

/** What these tests use of a worker's global object; the pages' types don't have it. */
interface WorkerScope {
  registration: ServiceWorkerRegistration
  PushEvent: new (kind: string, init: { data: unknown }) => Event
}

test('what is chosen is pushed and sent, and a letter’s link stops its kind', async ({
  browser,
  request,
}) => {
  const { t } = wordsOf('es')
  const service = await startPushService()
  const hunter = await newPerson(request, 'TALENT_HUNTER', { name: 'Jimena Avisos' })
  const context = await browserOf(browser, hunter.token)
  await withPush(context, service.browser())
  const page = await context.newPage()
  const errors = watchForErrors(page)
  const brief = t('functionality:notifications.types.BRIEF_INITIATED')
  const emailOf = (name: string) =>
    cardOf(page, t('functionality:notices.title')).getByRole('radiogroup', {
      name: t('functionality:notices.types.email_of', { name }),
      exact: true,
    })
  const saved = () =>
    expect(
      cardOf(page, t('functionality:notices.title')).getByText(t('functionality:notices.saved'), {
        exact: true,
      }),
    ).toBeVisible()
  const openTypes = () => page.locator('#notices summary').click()
  let worker: Worker

  await test.step('the bell’s list leads to the choices', async () => {
    await page.goto('/talent-hunter')
    await page.getByRole('button', { name: new RegExp(t('functionality:notifications.open_label')) }).click()
    await page
      .getByRole('dialog')
      .getByRole('link', { name: t('functionality:notifications.settings') })
      .click()
    await page.waitForURL('**/profile#notices')
    await expect(cardOf(page, t('functionality:notices.title'))).toBeInViewport()
  })

  await test.step('this browser is switched on', async () => {
    const here = page.getByRole('switch', { name: t('functionality:notices.push.here') })
    await expect(page.getByText(t('functionality:notices.push.off'))).toBeVisible()
    await here.press('Space')
    await expect(page.getByText(t('functionality:notices.push.on'))).toBeVisible()
    await expect(here).toBeChecked()
    await expect(page.getByRole('list', { name: t('functionality:notices.push.browsers') })).toContainText(
      'Chrome',
    )
    worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
    expect(new URL(worker.url()).pathname).toBe('/worker.js')
  })

  await test.step('a kind is chosen at once by e-mail and here, at any hour', async () => {
    await page
      .getByRole('region', { name: t('functionality:notices.quiet.title') })
      .getByRole('switch')
      .press('Space')
    await expect(page.getByText(t('functionality:notices.quiet.off'))).toBeVisible()
    await openTypes()
    // Switches show what they are: all that are on look alike, and otherwise than all that are off.
    await expect(async () => {
      const looks = await page.locator('#notices input[role=switch]').evaluateAll((switches) =>
        switches.map((one) => ({
          on: (one as HTMLInputElement).checked,
          look: one.nextElementSibling ? getComputedStyle(one.nextElementSibling).backgroundColor : '',
        })),
      )
      const looksOf = (on: boolean) => [
        ...new Set(looks.filter((one) => one.on === on).map(({ look }) => look)),
      ]
      expect([looksOf(true).length, looksOf(false).length]).toEqual([1, 1])
      expect(looksOf(true)).not.toEqual(looksOf(false))
    }).toPass()
    await emailOf(brief).getByText(t('functionality:notices.types.email.now')).click()
    await page
      .getByRole('switch', { name: t('functionality:notices.types.push_of', { name: brief }), exact: true })
      .press('Space')
    await saved()
    await page.reload()
    await openTypes()
    await expect(emailOf(brief).getByLabel(t('functionality:notices.types.email.now'))).toBeChecked()
    await expect(page.getByText(t('functionality:notices.quiet.off'))).toBeVisible()
  })

  await test.step('it is pushed, shown by the worker, and leads to the order', async () => {
    const made = await request.post('/api/orders/', {
      data: { brief: {} },
      headers: { authorization: `Bearer ${hunter.token}` },
    })
    expect(made.ok(), await made.text()).toBe(true)
    const { id } = await made.json()
    await expect.poll(() => service.received.length).toBe(1)
    const shown = await handTo(worker, 'push', service.received[0]?.text)
    expect(shown).toEqual([
      {
        title: t('functionality:notifications.BRIEF_INITIATED.title'),
        body: t('functionality:notifications.BRIEF_INITIATED.message', {
          order_name: t('functionality:notifications.unnamed.order_name'),
        }),
        tag: expect.stringMatching(/^notification-\d+$/),
        lang: 'es',
        icon: '/icon-192.png',
        badge: '/badge-96.png',
        data: { url: `/order?id=${id}` },
      },
    ])
    expect(await handTo(worker, 'notificationclick', { url: `/order?id=${id}` })).toEqual(['closed'])
    await page.waitForURL(`**/order?id=${id}`)
    expect(await handTo(worker, 'push', 'not what the server sends')).toEqual([])
    await handTo(worker, 'notificationclick', { url: 'https://elsewhere.example/' })
    expect(new URL(page.url()).pathname).toBe('/order')
  })

  await test.step('the letter’s link, opened by anybody, asks first and then stops that kind', async () => {
    const letter = await mailTo(
      request,
      hunter.email,
      new RegExp(t('functionality:notifications.BRIEF_INITIATED.title')),
    )
    const anybody = await browserOf(browser, null)
    const reader = await anybody.newPage()
    await reader.goto(linkIn(letter, '/api/notifications/unsubscribe'))
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText(t('functionality:notices.stop.title'))
    // Taken away as soon as the page, which comes drawn, is alive.
    await expect.poll(() => new URL(reader.url()).search, 'the token stays in no history').toBe('')
    await reader.route('**/api/notifications/unsubscribe/**', (route) => route.abort())
    const stop = reader.getByRole('button', {
      name: t('functionality:notices.stop.one', { type: brief }),
    })
    await stop.click()
    await expect(reader.getByRole('alert').filter({ hasText: /./ })).toHaveText(
      t('common:errors.common.connection'),
    )
    await reader.unroute('**/api/notifications/unsubscribe/**')
    await stop.click()
    await expect(reader.getByText(t('functionality:notices.stop.done_one', { type: brief }))).toBeVisible()
    await anybody.close()

    await page.goto('/profile#notices')
    await openTypes()
    await expect(emailOf(brief).getByLabel(t('functionality:notices.types.email.off'))).toBeChecked()
  })

  await test.step('switched off, this browser hears nothing any more', async () => {
    await page.getByRole('switch', { name: t('functionality:notices.push.here') }).press('Space')
    await expect(page.getByText(t('functionality:notices.push.off'))).toBeVisible()
    await expect(page.getByRole('list', { name: t('functionality:notices.push.browsers') })).toBeHidden()
  })
  expect(errors).toEqual([])
  await context.close()
  await service.stop()
})

test('on a phone, in English: hours, all kinds at once, and a server that can’t be reached', async ({
  browser,
  request,
}) => {
  const { t } = wordsOf('en')
  const student = await newPerson(request, 'MUSICIAN', { name: 'Adelina Notices' })
  const context = await browserOf(browser, student.token, { language: 'en', width: 390 })
  await context.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'))
  const page = await context.newPage()
  await page.goto('/profile#notices')
  const card = cardOf(page, t('functionality:notices.title'))
  await expect(card.getByText(t('functionality:notices.push.unsupported'))).toBeVisible()
  await expect(card.getByRole('switch', { name: t('functionality:notices.push.here') })).toBeDisabled()

  await test.step('the hours are typed, and kept when they are whole', async () => {
    const change = card.getByRole('button', { name: t('functionality:notices.quiet.change') })
    await change.click()
    const hours = card.getByRole('group', { name: t('functionality:notices.quiet.from'), exact: true })
    await hours.getByRole('spinbutton').first().click()
    await page.keyboard.type('2330')
    await card.getByRole('heading', { level: 2 }).click()
    await expect(card.getByText(t('functionality:notices.saved'), { exact: true })).toBeVisible()
    await page.reload()
    await change.click()
    await expect(hours.getByRole('spinbutton').first()).toHaveText('23')
    await expect(hours.getByRole('spinbutton').nth(1)).toHaveText('30')
  })

  await test.step('no choice is cut at the edge of a phone', async () => {
    const wider = await card
      .getByRole('radiogroup')
      .first()
      .evaluate((row) => row.scrollWidth - row.clientWidth)
    expect(wider).toBeLessThanOrEqual(0)
  })

  await test.step('a choice that can’t be kept is taken back, and said', async () => {
    const all = card.getByRole('radiogroup', {
      name: t('functionality:notices.types.email_of', { name: t('functionality:notices.types.all') }),
    })
    await page.route('**/api/notifications/settings/', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    )
    await all.getByText(t('functionality:notices.types.email.now')).click()
    await expect(page.getByText(t('common:errors.common.connection'))).toBeVisible()
    await expect(all.getByRole('radio', { checked: true })).toHaveCount(0)
    await page.unroute('**/api/notifications/settings/')
    await all.getByText(t('functionality:notices.types.email.off')).click()
    await expect(all.getByLabel(t('functionality:notices.types.email.off'))).toBeChecked()
    await expect(card.getByText(t('functionality:notices.saved'), { exact: true })).toBeVisible()
    await page.reload()
    await expect(all.getByLabel(t('functionality:notices.types.email.off'))).toBeChecked()
  })
  await context.close()
})

test('a link that is broken or nobody was sent says so', async ({ browser }) => {
  const { t } = wordsOf('es')
  const context = await browserOf(browser, null)
  const page = await context.newPage()
  await page.goto('/unsubscribe')
  await expect(page.getByText(t('functionality:notices.stop.no_token'))).toBeVisible()
  await page.goto(`/unsubscribe?token=${'x'.repeat(43)}&type=all`)
  await page.getByRole('button', { name: t('functionality:notices.stop.all') }).click()
  await expect(page.getByText(t('common:errors.notifications.unknown_link'))).toBeVisible()
  await context.close()
})
