import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { DAY } from '#core/contract/time.ts'
import {
  hunter,
  musician,
  openHiring,
  other,
  scored,
  started,
  t,
  told,
  whole,
} from '../desk/hiring.fixture.ts'
import { orders } from '../table.ts'
import type { ScorePart } from './contract.ts'

openHiring()

describe('starting and writing a brief', () => {
  it('keeps the first field as a draft and tells the hunter', async () => {
    const { status, body } = await other.post('/api/orders/', { brief: { event: { guests: 80 } } })
    expect([status, body.stage, body.status, body.guests]).toEqual([201, 'draft', 'pending', 80])
    expect(body.missing).toContain('event.type')
    expect(body.steps.map(({ step }: { step: string }) => step)).toEqual(['submit', 'cancel'])
    expect(await told(other)).toContain('BRIEF_INITIATED')
  })
  it('says which field has a value that no brief may have', async () => {
    const order = await started()
    const answer = await hunter.patch(`/api/orders/${order.id}/brief/`, {
      revision: order.revision,
      brief: { event: { guests: 0 } },
    })
    expect([answer.status, answer.body.code]).toEqual([422, 'common.invalid'])
    expect(answer.body.fields).toHaveProperty(['brief.event.guests'])
  })
  it('autosaves a field, clears one with null, and counts what is filled', async () => {
    const order = await started()
    const saved = await hunter.patch(`/api/orders/${order.id}/brief/`, {
      revision: order.revision,
      brief: { event: { city: null } },
    })
    expect(saved.status).toBe(200)
    expect(saved.body.missing).toEqual(['event.city'])
    expect(saved.body.revision).toBe(order.revision + 1)
    expect((await hunter.get(`/api/orders/${order.id}/`)).body.brief.event).not.toHaveProperty('city')
  })
  it('refuses the tab that read an older brief', async () => {
    const order = await started()
    const send = (guests: number) =>
      hunter.patch(`/api/orders/${order.id}/brief/`, {
        revision: order.revision,
        brief: { event: { guests } },
      })
    const answers = await Promise.all([send(10), send(20), send(30)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('hiring.brief_moved_on')
  })
  it('keeps the musician whose profile it started from as a wish', async () => {
    const { body } = await hunter.post('/api/orders/', {
      brief: { event: { guests: 10 } },
      musician: musician.project_id,
    })
    expect(body.preferred).toMatchObject({ project_id: musician.project_id, name: musician.name })
    const none = await hunter.post('/api/orders/', { brief: {}, musician: 999_999 })
    expect(none.body.preferred).toBeNull()
  })
  it('lists orders by last change, in pages', async () => {
    const person = await t.person('TALENT_HUNTER')
    for (let i = 0; i < 3; i++) await started(person)
    const first = (await person.get('/api/orders/?limit=2')).body
    const second = (await person.get(`/api/orders/?limit=2&cursor=${encodeURIComponent(first.next)}`)).body
    expect([first.results.length, second.results.length, second.next]).toEqual([2, 1, null])
    expect(new Set([...first.results, ...second.results].map(({ id }) => id)).size).toBe(3)
    expect((await person.get('/api/orders/?when=past')).body.results).toEqual([])
  })
  it('lists orders by the date of their event, in pages: ahead, without a date, over', async () => {
    const person = await t.person('TALENT_HUNTER')
    const now = t.clock.now().getTime()
    /** An order whose event begins so many days from now. */
    const begun = async (days: number | null) => {
      const { id } = await started(person)
      const starts_at = days === null ? null : new Date(now + days * DAY).toISOString()
      await t.db.update(orders).set({ starts_at }).where(eq(orders.id, id))
      return id
    }
    const [late, soon, bare, past, newest, longPast] = [
      await begun(40),
      await begun(2),
      await begun(null),
      await begun(-3),
      await begun(null),
      await begun(-30),
    ]
    const twin = await begun(2)
    const wanted = [soon, twin, late, newest, bare, past, longPast]
    const page = async (cursor = '') =>
      (await person.get(`/api/orders/?sort=date&limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`))
        .body as { results: { id: number }[]; next: string | null }
    const read: number[] = []
    for (let next: string | null = ''; next !== null; ) {
      const answer = await page(next)
      read.push(...answer.results.map(({ id }) => id))
      next = answer.next
      // An event that begins while somebody reads on stays where it was.
      t.clock.set(new Date(now + 3 * DAY))
    }
    t.clock.set(new Date(now))
    expect(read).toEqual(wanted)
    expect((await person.get('/api/orders/?sort=date&cursor=12')).status).toBe(400)
    expect((await person.get('/api/orders/?sort=size')).status).toBe(400)
  })
  it('finds orders by words of title or town, whatever accents and case, and forgives a slip', async () => {
    const person = await t.person('TALENT_HUNTER')
    const named = async (title: string, city: string) =>
      (await person.post('/api/orders/', { brief: { event: { title, city } } })).body.id as number
    const boda = await named('Boda de Sofía', 'Antigua Guatemala')
    const gala = await named('Gala 100 %', 'Cobán')
    const found = async (q: string) =>
      ((await person.get(`/api/orders/?q=${encodeURIComponent(q)}`)).body.results as { id: number }[]).map(
        ({ id }) => id,
      )
    expect(await found('sofia')).toEqual([boda])
    expect(await found(' COBAN ')).toEqual([gala])
    expect(await found('100 %')).toEqual([gala])
    expect(await found('%')).toEqual([gala])
    expect(await found('nada de eso')).toEqual([])
    for (const slip of ['voda', 'sofya', 'boda sofai', 'antiga'])
      expect(await found(slip), slip).toEqual([boda])
    expect(await found('')).toEqual([gala, boda])
    const other = await t.person('TALENT_HUNTER')
    expect((await other.get('/api/orders/?q=boda')).body.results).toEqual([])
  })
})

describe('who may', () => {
  it('is the hunter alone: nobody 401, a musician 403, another hunter 404', async () => {
    const order = await started()
    const paths = [
      ['GET', '/'],
      ['PATCH', '/brief/', { revision: 1, brief: {} }],
      ['POST', '/submit/', { revision: 1 }],
      ['POST', '/continue/'],
      ['POST', '/plan/'],
      ['GET', '/plan/'],
      ['POST', '/approve/', { variant: 'essential' }],
      ['GET', '/candidates/'],
      ['POST', '/change/', {}],
      ['POST', '/adjust/', { option: 'x' }],
      ['GET', '/cancel-preview/'],
      ['POST', '/cancel/', { confirm: true }],
      ['POST', '/postpone/', { confirm: true }],
      ['POST', '/reschedule/', { day: '2027-03-01' }],
      ['POST', '/requests/1/withdraw/'],
    ] as const
    for (const [method, path, body] of paths) {
      const url = `/api/orders/${order.id}${path}`
      const sent = method === 'GET' ? undefined : (body ?? {})
      expect((await t.anonymous.call(method, url, sent)).status, url).toBe(401)
      expect((await musician.call(method, url, sent)).status, url).toBe(403)
      expect((await other.call(method, url, sent)).status, url).toBe(404)
    }
  })
})

describe('handing the brief in', () => {
  it('names every missing field and stays a draft', async () => {
    const order = await started(hunter, { event: { guests: 50 } })
    const answer = await hunter.post(`/api/orders/${order.id}/submit/`, { revision: order.revision })
    expect([answer.status, answer.body.code]).toEqual([422, 'hiring.brief_incomplete'])
    expect(Object.keys(answer.body.fields)).toEqual(
      expect.arrayContaining(['event.type', 'event.day', 'budget.max', 'constraints.consent']),
    )
    expect((await hunter.get(`/api/orders/${order.id}/`)).body.stage).toBe('draft')
  })
  it('refuses a day that has passed and a genre liked and forbidden at once', async () => {
    const order = await started(hunter, {
      ...whole({ day: '2026-01-02' }),
      sound: { genres_liked: ['jazz'], genres_forbidden: ['jazz'], energy: 'calm' },
    })
    const { body } = await hunter.post(`/api/orders/${order.id}/submit/`, { revision: order.revision })
    expect(Object.keys(body.fields).sort()).toEqual(['event.day', 'sound.genres_forbidden'])
  })
  it('validates and scores in one go, with five parts that add up and real counts', async () => {
    const person = await t.person('TALENT_HUNTER')
    const order = await scored(person)
    expect(order.stage).toBe('scored')
    const score = order.score_detail
    expect(score?.parts.map(({ name }) => name)).toEqual([
      'clarity',
      'budget_fit',
      'talent_supply',
      'lead_time',
      'logistics',
    ])
    expect(score?.total).toBe(score?.parts.reduce((sum, { points }) => sum + points, 0))
    expect(score?.facts.free_talent).toBe(6)
    expect(score?.facts.median_price).toBe(42_500)
    expect(await told(person)).toEqual(['OBJECTIVE_SCORE_READY', 'BRIEF_VALIDATED', 'BRIEF_INITIATED'])
    expect(order.timeline.map(({ step }) => step)).toEqual(['start', 'submit', 'score'])
  })
  it('takes five answers and the consent, and draws a plan by the custom of the type', async () => {
    const { event = {}, budget = {} } = whole({ day: '2027-02-20' })
    const { type, day, starts, ends, zone, city, lat, lng, guests } = event
    const order = await started(hunter, {
      event: { type, day, starts, ends, zone, city, lat, lng, guests },
      budget: { max: budget.max, currency: budget.currency },
      constraints: { consent: true },
    })
    const url = `/api/orders/${order.id}`
    const { body } = await hunter.post(`${url}/submit/`, { revision: order.revision })
    expect(body.score_detail.parts[0].raise.key).toBe('score.clarity.raise.genres')
    // The brief itself says no more than before.
    expect(body.brief.sound).toBeUndefined()
    if (body.stage === 'changes_needed') await hunter.post(`${url}/continue/`)
    const drawn = await hunter.post(`${url}/plan/`)
    expect([drawn.status, drawn.body.stage]).toEqual([200, 'planned'])
  })
  it('asks for changes under 50 points, and goes on knowingly', async () => {
    const order = await started(hunter, {
      ...whole({ day: '2026-11-22', max: 10_000 }),
      technical: { sound_available: false, power_available: false },
      sound: { genres_liked: ['punta'], energy: 'calm' },
    })
    const url = `/api/orders/${order.id}`
    const { body } = await hunter.post(`${url}/submit/`, { revision: order.revision })
    expect([body.stage, body.score < 50]).toEqual(['changes_needed', true])
    const parts = body.score_detail.parts as ScorePart[]
    const short = parts.filter(({ points, max }) => points < max)
    expect(short.length, 'parts that lost points').toBeGreaterThan(0)
    for (const { name, raise } of short) expect(raise?.key).toMatch(new RegExp(`^score\\.${name}\\.raise\\.`))
    expect((await hunter.post(`${url}/continue/`)).body.stage).toBe('scored')
    const again = await hunter.post(`${url}/continue/`)
    expect([again.status, again.body.code]).toEqual([409, 'hiring.moved_on'])
  })
  it('goes back to draft when the brief is edited', async () => {
    const order = await scored()
    const saved = await hunter.patch(`/api/orders/${order.id}/brief/`, {
      revision: order.revision,
      brief: { event: { guests: 90 } },
    })
    expect(saved.body.stage).toBe('draft')
    expect((await hunter.get(`/api/orders/${order.id}/`)).body.score).toBeNull()
  })
})
