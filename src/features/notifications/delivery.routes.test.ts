import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { HOUR, MINUTE } from '#core/contract/time.ts'
import { startSmtp } from '#core/server/smtp.fixture.ts'
import { transaction } from '#core/server/work.ts'
import { type Message, notify } from './commands.ts'
import { startPushService } from './push.fixture.ts'

/* Letters through a real SMTP server, pushes through a push service that decrypts them as a browser does. */

let t: TestApp
let smtp: Awaited<ReturnType<typeof startSmtp>>
let service: Awaited<ReturnType<typeof startPushService>>

beforeAll(async () => {
  smtp = await startSmtp()
  service = await startPushService()
  t = await testApp({ mail: 'as configured', env: { SMTP_URL: smtp.url }, max: 10 })
})
afterAll(async () => {
  await t.close()
  await smtp.stop()
  await service.stop()
})

/** A moment on a clock in Guatemala, where people are until they say otherwise. */
const at = (day: string, time: string) => new Date(`${day}T${time}:00-06:00`)
beforeEach(() => {
  t.clock.set(at('2026-11-20', '12:00'))
  smtp.be('well')
  service.answer(201)
})

const SETTINGS = '/api/notifications/settings/'
const tell = (...messages: Message[]) =>
  transaction(t.app, t.clock.now(), async (work) => notify(work, messages))
let subject = 0
const reminder = (who: Person, more: Partial<Message> = {}): Message => ({
  user_id: who.id,
  type: 'EVENT_REMINDER_SENT',
  subject: `order:${++subject}`,
  value: '7',
  params: { order_name: 'Boda de Ana', date: '2026-12-06T02:00:00.000Z' },
  ...more,
})
const choose = (who: Person, email: string, type = 'EVENT_REMINDER_SENT') =>
  who.patch(SETTINGS, { types: [{ type, email }] })
/** What happens at that moment: sweeps, then what they queued. */
async function happens(moment?: Date) {
  if (moment) t.clock.set(moment)
  await t.app.jobs.runSweeps()
  await t.app.jobs.drain()
}
const letters = (who: Person) => smtp.received.filter(({ to }) => to === who.email)
const pathOf = (address: string | undefined) => {
  const url = new URL(address ?? '')
  return url.pathname + url.search
}
const linkOf = (who: Person) => pathOf(letters(who).at(-1)?.headers['list-unsubscribe']?.replace(/[<>]/g, ''))

describe('a letter at once', () => {
  it('goes out when something is told, in the reader’s language, and never twice', async () => {
    const ana = await t.person('TALENT_HUNTER', { language: 'en' })
    await choose(ana, 'now')
    const message = reminder(ana)
    await tell(message)
    await tell(message)
    await t.app.jobs.drain()
    expect(letters(ana)).toHaveLength(1)
    await happens(at('2026-11-21', '12:00'))
    await Promise.all([t.app.jobs.runSweeps(), t.app.jobs.runSweeps()])
    await t.app.jobs.drain()
    expect(letters(ana)).toHaveLength(1)
    const [letter] = letters(ana)
    expect(letter?.text).toContain('Boda de Ana: Saturday, December 5')
    expect(letter?.text).toContain('http://tarima.test/order?id=7')
    expect(letter?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
  })

  it.each(['2026-01-01T00:00x Paz', '2026-01-01T00:00:00.000Z'])(
    'is written, and the list read, whoever it names: %s',
    async (person_name) => {
      const ana = await t.person('TALENT_HUNTER')
      const type = 'MESSAGE_RECEIVED'
      await choose(ana, 'now', type)
      await tell(reminder(ana, { type, params: { person_name } }))
      await happens(at('2026-11-20', '12:30'))
      expect(letters(ana)[0]?.text).toContain(person_name)
      const { results } = (await ana.get('/api/notifications/')).body
      expect(`${results[0].title} ${results[0].message}`).toContain(person_name)
    },
  )

  it('names its kind as the reader’s own list does, where it can be stopped', async () => {
    const [ana, rosa] = [await t.person('TALENT_HUNTER'), await t.person('MUSICIAN')]
    const type = 'TALENT_AVAILABILITY_CONFIRMED'
    for (const who of [ana, rosa]) await choose(who, 'now', type)
    await tell(reminder(ana, { type }), reminder(rosa, { type }))
    await t.app.jobs.drain()
    expect(letters(ana)[0]?.text).toContain('este tipo (Disponibilidad)')
    expect(letters(rosa)[0]?.text).toContain('este tipo (Fechas y acuerdos)')
  })

  it('waits for the end of quiet hours, across midnight, in the reader’s own zone', async () => {
    const [ana, beto] = [await t.person('TALENT_HUNTER'), await t.person('TALENT_HUNTER')]
    for (const who of [ana, beto]) await choose(who, 'now')
    // 23:30 in Guatemala is 06:30 in Madrid, whose quiet hours end at 07:00.
    await beto.patch(SETTINGS, { zone: 'Europe/Madrid' })
    t.clock.set(at('2026-11-20', '23:30'))
    await tell(reminder(ana), reminder(beto))
    await happens()
    expect([letters(ana).length, letters(beto).length]).toEqual([0, 0])
    await happens(at('2026-11-21', '00:00'))
    expect([letters(ana).length, letters(beto).length]).toEqual([0, 1])
    await happens(at('2026-11-21', '06:59'))
    expect(letters(ana)).toHaveLength(0)
    await happens(at('2026-11-21', '07:00'))
    expect([letters(ana).length, letters(beto).length]).toEqual([1, 1])
  })

  it('that the mail server refused in the evening is not sent at night', async () => {
    const ana = await t.person('TALENT_HUNTER')
    await choose(ana, 'now')
    t.clock.set(at('2026-11-20', '21:59'))
    await tell(reminder(ana))
    smtp.be('busy')
    await expect(t.app.jobs.drain()).rejects.toThrow()
    smtp.be('well')
    t.clock.set(at('2026-11-20', '22:05'))
    await t.db.execute(sql`update pgboss.job set start_after = now() where state = 'retry'`)
    await happens()
    expect(letters(ana)).toHaveLength(0)
    await happens(at('2026-11-21', '07:00'))
    expect(letters(ana)).toHaveLength(1)
  })

  it('is not sent about what was read meanwhile, nor to an address that is not verified', async () => {
    const ana = await t.person('TALENT_HUNTER')
    const stranger = await t.person('TALENT_HUNTER', { verified: false })
    await choose(ana, 'now')
    t.clock.set(at('2026-11-20', '23:30'))
    await tell(reminder(ana), reminder(stranger))
    await ana.patch('/api/notifications/mark-all-read/')
    await happens(at('2026-11-22', '12:00'))
    expect([letters(ana).length, letters(stranger).length]).toEqual([0, 0])
  })

  it('is not sent when the transaction that told it is undone', async () => {
    const ana = await t.person('TALENT_HUNTER')
    await choose(ana, 'now')
    await transaction(t.app, t.clock.now(), async (work) => {
      notify(work, [reminder(ana)])
      throw new Error('undone')
    }).catch(() => {})
    await happens(at('2026-11-22', '12:00'))
    expect(letters(ana)).toHaveLength(0)
  })
})

describe('the day’s letter', () => {
  it('gathers what is unread, once a day at eight', async () => {
    const ana = await t.person('TALENT_HUNTER')
    await tell(reminder(ana))
    t.clock.move(HOUR)
    await tell(reminder(ana, { type: 'MUSICIANS_CONFIRMED' }), reminder(ana, { type: 'BRIEF_INITIATED' }))
    await happens(at('2026-11-21', '07:59'))
    expect(letters(ana)).toHaveLength(0)
    await happens(at('2026-11-21', '08:00'))
    await happens(at('2026-11-21', '08:01'))
    expect(letters(ana)).toHaveLength(1)
    const [letter] = letters(ana)
    expect(letter?.subject).toBe('2 novedades en Tarima')
    expect(letter?.text).toContain('/talent-hunter?notifications=open')
    await happens(at('2026-11-22', '08:00'))
    expect(letters(ana)).toHaveLength(1)
  })

  it('goes as chosen by the time it goes', async () => {
    const [ana, beto] = [await t.person('TALENT_HUNTER'), await t.person('TALENT_HUNTER')]
    await tell(reminder(ana), reminder(beto))
    await choose(ana, 'off')
    await choose(beto, 'now')
    await happens()
    expect([letters(ana).length, letters(beto).length]).toEqual([0, 1])
    await happens(at('2026-11-21', '08:00'))
    expect([letters(ana).length, letters(beto).length]).toEqual([0, 1])
  })

  it('lists twenty and counts the rest', async () => {
    const ana = await t.person('TALENT_HUNTER')
    await tell(...Array.from({ length: 25 }, () => reminder(ana)))
    await happens(at('2026-11-21', '08:00'))
    expect(letters(ana)).toHaveLength(1)
    expect(letters(ana)[0]?.subject).toBe('25 novedades en Tarima')
    expect(letters(ana)[0]?.text.match(/Boda de Ana/g)).toHaveLength(20)
    expect(letters(ana)[0]?.text).toContain('Y 5 más.')
  })
})

describe('stopping letters', () => {
  it('takes the page’s button or one click of a mail program; opening the link changes nothing', async () => {
    const ana = await t.person('TALENT_HUNTER')
    await choose(ana, 'now')
    await tell(reminder(ana))
    await happens()
    const link = linkOf(ana)
    const opened = await t.anonymous.get(link)
    expect(opened.status).toBe(302)
    expect(opened.headers.location).toMatch(
      /^\/unsubscribe\?token=[\w-]+&type=EVENT_REMINDER_SENT&as=TALENT_HUNTER$/,
    )
    const choice = async (type: string) =>
      (await ana.get(SETTINGS)).body.types.find((one: { type: string }) => one.type === type).email
    expect(await choice('EVENT_REMINDER_SENT')).toBe('now')

    const click = await t.inject({
      method: 'POST',
      url: link,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
    expect(click.status).toBe(200)
    expect(await choice('EVENT_REMINDER_SENT')).toBe('off')
    expect(await choice('MUSICIANS_CONFIRMED')).toBe('daily')

    const all = await t.anonymous.post(link.replace('EVENT_REMINDER_SENT', 'all'))
    expect(all.body).toEqual({ type: 'all' })
    expect(await choice('MUSICIANS_CONFIRMED')).toBe('off')
    await tell(reminder(ana), reminder(ana, { type: 'MUSICIANS_CONFIRMED' }))
    await happens(at('2026-11-22', '12:00'))
    expect(letters(ana)).toHaveLength(1)
  })

  it('needs a link that was sent', async () => {
    const unknown = '/api/notifications/unsubscribe/?type=all&token='
    expect((await t.anonymous.post(`${unknown}${'x'.repeat(43)}`)).status).toBe(404)
    expect((await t.anonymous.post(`${unknown}x`)).status).toBe(400)
    expect((await t.anonymous.post('/api/notifications/unsubscribe/')).status).toBe(400)
  })

  it('is the only call that takes form fields', async () => {
    const ana = await t.person('TALENT_HUNTER')
    const answer = await t.inject({
      method: 'PATCH',
      url: '/api/notifications/mark-all-read/',
      headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: `Bearer ${ana.token}` },
      payload: 'a=b',
    })
    expect(answer.status).toBe(415)
  })
})

describe('a push', () => {
  const pushes = (browser: { endpoint: string }) =>
    service.received
      .filter(({ path }) => browser.endpoint.endsWith(path))
      .map(({ text }) => JSON.parse(text) as { title: string; body: string; url: string; tag: string })

  async function withBrowser(account: 'TALENT_HUNTER' | 'MUSICIAN' = 'TALENT_HUNTER') {
    const who = await t.person(account)
    const browser = service.browser()
    const answer = await who.post('/api/notifications/browsers/', browser, {
      headers: { 'user-agent': 'Navegador de prueba' },
    })
    expect(answer.status).toBe(200)
    return { who, browser, kept: answer.body.browsers[0] }
  }

  it('arrives at each browser that was switched on, encrypted, signed, and once', async () => {
    const { who, browser, kept } = await withBrowser()
    const other = service.browser()
    await who.post('/api/notifications/browsers/', other)
    expect(kept).toMatchObject({ endpoint: browser.endpoint, user_agent: 'Navegador de prueba' })
    await tell(reminder(who))
    await happens()
    await happens(at('2026-11-20', '13:00'))
    for (const one of [browser, other])
      expect(pushes(one)).toEqual([
        {
          title: 'Se acerca tu evento',
          body: 'Boda de Ana: sábado, 5 de diciembre. Revisa lo que falta.',
          url: '/order?id=7',
          tag: expect.stringMatching(/^notification-\d+$/),
          language: 'es',
        },
      ])
    const [push] = service.received.filter(({ path }) => browser.endpoint.endsWith(path))
    expect(push?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' })
    const { push_key } = (await who.get(SETTINGS)).body
    expect(push?.vapid).toMatchObject({
      aud: service.address,
      sub: 'mailto:hola@tarima.example',
      key: push_key,
    })
  })

  it('waits for the end of quiet hours, and counts what gathered there', async () => {
    const { who, browser } = await withBrowser()
    t.clock.set(at('2026-11-20', '22:30'))
    await tell(reminder(who))
    t.clock.move(HOUR)
    await tell(reminder(who, { type: 'MUSICIANS_CONFIRMED' }), reminder(who))
    await happens()
    expect(pushes(browser)).toEqual([])
    await happens(at('2026-11-21', '07:00'))
    expect(pushes(browser)).toMatchObject([
      { title: '3 novedades en Tarima', url: '/talent-hunter?notifications=open', tag: 'notifications' },
    ])
  })

  it('goes only about the kinds that were chosen', async () => {
    const { who, browser } = await withBrowser()
    await who.patch(SETTINGS, { types: [{ type: 'EVENT_REMINDER_SENT', push: false }] })
    await tell(reminder(who), reminder(who, { type: 'BRIEF_INITIATED' }))
    await happens()
    expect(pushes(browser)).toEqual([])
  })

  it.each([404, 410])('to a browser that is gone (%d) makes the server forget it', async (status) => {
    const { who } = await withBrowser()
    service.answer(status)
    await tell(reminder(who))
    await happens()
    expect((await who.get(SETTINGS)).body.browsers).toEqual([])
    const asked = service.asked()
    await tell(reminder(who))
    await happens()
    expect(service.asked()).toBe(asked)
  })

  it.each([429, 503])(
    'is tried again when the service is busy (%d), only at that browser',
    async (status) => {
      const { who, browser } = await withBrowser()
      service.answer(status)
      await tell(reminder(who))
      await expect(happens()).rejects.toThrow(String(status))
      service.answer(201)
      await t.db.execute(sql`update pgboss.job set start_after = now() where state = 'retry'`)
      await happens()
      expect(pushes(browser)).toHaveLength(1)
      expect((await who.get(SETTINGS)).body.browsers).toHaveLength(1)
    },
  )

  it('that a service refuses for good is let go', async () => {
    const { who, browser } = await withBrowser()
    service.answer(400)
    await tell(reminder(who))
    await happens()
    service.answer(201)
    await t.db.execute(sql`update pgboss.job set start_after = now() where state = 'retry'`)
    await happens()
    expect(pushes(browser)).toEqual([])
  })

  it('ends with the session that switched it on, and with the browser’s next owner', async () => {
    const { who, browser } = await withBrowser()
    const beto = await t.person('TALENT_HUNTER')
    await beto.post('/api/notifications/browsers/', browser)
    expect((await who.get(SETTINGS)).body.browsers).toEqual([])
    await tell(reminder(who), reminder(beto))
    await happens()
    expect(pushes(browser)).toHaveLength(1)
    await beto.post('/api/auth/logout/')
    const again = t.as({ token: await t.session(beto.id) })
    expect((await again.get(SETTINGS)).body.browsers).toEqual([])
  })

  it('is switched off by its owner only', async () => {
    const { who, kept } = await withBrowser()
    const beto = await t.person('TALENT_HUNTER')
    expect((await beto.delete(`/api/notifications/browsers/${kept.id}/`)).status).toBe(404)
    expect((await who.delete(`/api/notifications/browsers/${kept.id}/`)).body.browsers).toEqual([])
    expect((await who.delete(`/api/notifications/browsers/${kept.id}/`)).status).toBe(404)
  })

  it('goes to push services only, never to an address of somebody’s choice', async () => {
    const who = await t.person('TALENT_HUNTER')
    const { keys, endpoint } = service.browser()
    for (const wrong of ['http://169.254.169.254/latest/', 'https://tarima.test/push', 'file:///etc/passwd'])
      expect((await who.post('/api/notifications/browsers/', { endpoint: wrong, keys })).status).toBe(422)
    expect(
      (await who.post('/api/notifications/browsers/', { endpoint, keys: { ...keys, auth: 'short' } })).status,
    ).toBe(422)
    expect((await who.get(SETTINGS)).body.browsers).toEqual([])
  })

  it('follows the moved clock by the minute', async () => {
    const { who, browser } = await withBrowser()
    await who.patch(SETTINGS, { quiet: { from: '11:55', to: '12:10' } })
    await tell(reminder(who))
    await happens()
    expect(pushes(browser)).toHaveLength(0)
    t.clock.move(10 * MINUTE)
    await happens()
    expect(pushes(browser)).toHaveLength(1)
  })
})
