import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import type { Work } from '#core/server/app.ts'
import { transaction } from '#core/server/work.ts'
import { availability_rules, availability_settings } from '#features/availability/table.ts'
import { music_projects } from '#features/projects/table.ts'
import type { Format, Genre } from '#features/services/contract.ts'
import { services } from '#features/services/table.ts'
import type { BriefDraft, ScorePart } from '../brief/contract.ts'
import { advance } from '../journey/commands.ts'
import { orderScope } from '../journey/queries.ts'
import type { Plan } from '../plan/contract.ts'
import { findOptions } from '../talent/commands.adjustment.ts'
import { adjust, approvePlan } from '../talent/commands.match.ts'
import { changeRequest } from '../talent/commands.ts'
import type { CandidateSlot } from '../talent/contract.ts'
import { matchingToAdjust, matchingToApprove } from '../talent/queries.matching.ts'
import type { Order } from './contract.ts'

const NOW = '2026-11-20T15:00:00Z'
const ANTIGUA = { lat: 14.5586, lng: -90.7295 }

let t: TestApp
let hunter: Person
let other: Person
let musician: Person

/** A musician who can be booked any hour: personal project, one service, a whole free week. */
async function player(more: {
  format?: Format
  genres?: Genre[]
  price?: number
  rating?: number | null
}): Promise<Person & { project_id: number }> {
  const person = await t.person('MUSICIAN')
  const project_id = person.project_id as number
  const now = t.clock.now().toISOString()
  await t.db
    .update(music_projects)
    .set({
      city: 'Antigua Guatemala',
      ...ANTIGUA,
      genres: more.genres ?? ['jazz', 'latin', 'salsa'],
      rating: more.rating ?? 4.6,
      rating_count: 12,
      gigs_played: 20,
      reliability: 0.98,
      reply_minutes: 45,
    })
    .where(sql`${music_projects.id} = ${project_id}`)
  await t.db.insert(services).values({
    project_id,
    title: `Música en vivo de ${person.name}`,
    category: 'MUSIC_SETTING',
    description: 'Repertorio para todo tipo de evento.',
    genres: more.genres ?? ['jazz', 'latin', 'salsa'],
    format: more.format ?? 'duo',
    duration_minutes: 180,
    price_mode: 'fixed',
    price: more.price ?? 40_000,
    currency: 'USD',
    travel_radius_km: 80,
    status: 'active',
  })
  await t.db.insert(availability_settings).values({
    project_id,
    zone: 'America/Guatemala',
    week: '{[0,20160)}',
    buffer_before_minutes: 60,
    buffer_after_minutes: 60,
    minimum_notice_days: 1,
    maximum_gigs_a_day: 3,
  })
  await t.db
    .insert(availability_rules)
    .values([1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ project_id, weekday, from: '00:00', to: '00:00' })))
  void now
  return { ...person, project_id }
}

const whole = (more: { day?: string; max?: number; genres?: Genre[]; type?: string } = {}): BriefDraft =>
  ({
    objective: { kind: 'dance_floor', metric: 'dancing_share', target: 60 },
    event: {
      type: more.type ?? 'corporate',
      title: 'Cena de fin de año',
      day: more.day ?? '2027-02-20',
      starts: '18:00',
      ends: '23:00',
      zone: 'America/Guatemala',
      city: 'Antigua Guatemala',
      country: 'GT',
      address: '5a avenida norte 12',
      ...ANTIGUA,
      setting: 'indoor',
      guests: 120,
      ages: ['adults'],
    },
    sound: {
      genres_liked: more.genres ?? ['jazz', 'latin'],
      genres_forbidden: ['reggaeton'],
      energy: 'rising',
      languages: ['es'],
      references: 'Boleros y bossa nova suave al principio',
    },
    technical: {
      formats: [],
      sound_available: true,
      power_available: true,
      stage_m2: 20,
      noise_limit_db: 100,
    },
    budget: { min: 10_000, max: more.max ?? 400_000, currency: 'USD', includes_sound: false },
    constraints: { consent: true, notes: 'Traje formal' },
  }) as BriefDraft

async function started(by: Person = hunter, brief: BriefDraft = whole()): Promise<Order> {
  const { status, body } = await by.post('/api/orders/', { brief })
  expect(status).toBe(201)
  return body
}
async function scored(by: Person = hunter, brief?: BriefDraft): Promise<Order> {
  const order = await started(by, brief)
  const { body } = await by.post(`/api/orders/${order.id}/submit/`, { revision: order.revision })
  if (body.stage === 'changes_needed') return (await by.post(`/api/orders/${order.id}/continue/`)).body
  return body
}
async function planned(by: Person = hunter, brief?: BriefDraft): Promise<Order> {
  const order = await scored(by, brief)
  return (await by.post(`/api/orders/${order.id}/plan/`)).body
}
async function recommended(by: Person = hunter, brief?: BriefDraft): Promise<Order> {
  const order = await planned(by, brief)
  return (await by.post(`/api/orders/${order.id}/approve/`, { variant: 'essential' })).body
}
const slotsOf = async (order: Order, by: Person = hunter): Promise<CandidateSlot[]> =>
  (await by.get(`/api/orders/${order.id}/candidates/`)).body.slots
async function scouting(by: Person = hunter, people = 2, brief?: BriefDraft): Promise<Order> {
  const order = await recommended(by, brief)
  expect(order.stage).toBe('recommended')
  const slots = (await slotsOf(order, by)).map(({ slot_id, candidates }) => ({
    slot_id,
    project_ids: candidates.slice(0, people).map(({ project_id }) => project_id),
  }))
  const { status, body } = await by.post(`/api/orders/${order.id}/scout/`, {
    slots,
    reply_by: '2026-11-24T15:00:00Z',
    message: 'Nos encantaría tenerlos',
  })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const within = <T>(run: (work: Work) => Promise<T>, now = t.clock.now()) => transaction(t.app, now, run)
/** A musician says yes, as the budgets feature has it. */
const sayYes = (request_id: number) => within((work) => changeRequest(work, request_id, 'hold', 'musician'))
const sayNo = (request_id: number) =>
  within((work) => changeRequest(work, request_id, 'decline', 'musician', 'busy'))
/** The order once the job has looked for its ways on. */
async function withOptions(order: Order, by: Person = hunter): Promise<Order> {
  await t.app.jobs.drain()
  return (await by.get(`/api/orders/${order.id}/`)).body
}
const told = async (by: Person): Promise<string[]> =>
  (await by.get('/api/notifications/?limit=100')).body.results.map(({ type }: { type: string }) => type)

beforeAll(async () => {
  t = await testApp({ now: NOW, max: 12 })
  hunter = await t.person('TALENT_HUNTER', { name: 'Lucía Paz' })
  other = await t.person('TALENT_HUNTER')
  musician = await t.person('MUSICIAN')
  for (let i = 0; i < 6; i++) await player({ format: 'duo', price: 30_000 + i * 5_000 })
  for (let i = 0; i < 4; i++) await player({ format: 'trio', price: 60_000 + i * 5_000 })
  for (let i = 0; i < 3; i++) await player({ format: 'quartet', price: 90_000 + i * 5_000 })
}, 60_000)
afterAll(() => t?.close())

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
  it('finds orders by words of title or town, whatever accents and case', async () => {
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
      expect.arrayContaining([
        'objective.kind',
        'event.type',
        'event.day',
        'budget.max',
        'constraints.consent',
      ]),
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

describe('the plan sonoro', () => {
  const plansOf = async (order: Order): Promise<Plan[]> =>
    (await hunter.get(`/api/orders/${order.id}/plan/`)).body.plans
  const edits = (plan: Plan) =>
    plan.moments.map(({ position, repertoire, kpi, approved, ...moment }) => moment)

  it('is drawn in two variants within the budget', async () => {
    const order = await planned()
    expect(order.stage).toBe('planned')
    const plans = await plansOf(order)
    expect(plans.map(({ variant, version }) => [variant, version])).toEqual([
      ['essential', 1],
      ['recommended', 1],
    ])
    for (const plan of plans) expect(plan.total).toBeLessThanOrEqual(400_000)
  })
  it('keeps each edit as a version, and older ones to look back', async () => {
    const order = await planned()
    const [essential] = await plansOf(order)
    if (!essential) throw new Error('no plan')
    const moments = edits(essential)
    const live = moments.findIndex(({ format }) => format !== null)
    const changed = moments.map((moment, i) => (i === live ? { ...moment, genre: 'latin' } : moment))
    const url = `/api/orders/${order.id}/plan/essential/`
    const saved = await hunter.patch(url, { version: 1, moments: changed })
    expect([saved.status, saved.body.version, saved.body.moments[live].genre]).toEqual([200, 2, 'latin'])
    expect(saved.body.moments[live].slot_id).toBe(moments[live]?.slot_id)
    const stale = await hunter.patch(url, { version: 1, moments: changed })
    expect([stale.status, stale.body.code]).toEqual([409, 'hiring.plan_moved_on'])
    const { versions } = (await hunter.get(`/api/orders/${order.id}/plan/`)).body
    expect(versions.map(({ version, variant, state }: Plan) => `${version} ${variant} ${state}`)).toEqual([
      '2 essential draft',
      '1 essential superseded',
      '1 recommended draft',
    ])
    const old = (await hunter.get(`/api/orders/${order.id}/plan/?plan=${essential.id}`)).body.plans
    expect(old.map(({ id }: Plan) => id)).toEqual([essential.id])
  })
  it('adds and removes moments, and says by field what does not fit', async () => {
    const order = await planned()
    const [essential] = await plansOf(order)
    if (!essential) throw new Error('no plan')
    const [first, ...rest] = edits(essential)
    if (!first) throw new Error('no moment')
    const url = `/api/orders/${order.id}/plan/essential/`
    const fewer = await hunter.patch(url, { version: 1, moments: rest })
    expect(fewer.body.moments.length).toBe(rest.length)
    const more = await hunter.patch(url, { version: 2, moments: [{ ...first, slot_id: null }, ...rest] })
    expect(more.status).toBe(200)
    expect(more.body.moments[0].slot_id).not.toBe(first.slot_id)
    const bad = await hunter.patch(url, {
      version: 3,
      moments: [
        { ...rest[0], slot_id: null, genre: 'reggaeton', cost: 900_000, from: '2027-02-20T10:00:00Z' },
      ],
    })
    expect(bad.status).toBe(422)
    expect(Object.keys(bad.body.fields).sort()).toEqual(['moments', 'moments.0.from', 'moments.0.genre'])
  })
  it('ticks moments one by one', async () => {
    const order = await planned()
    const [essential] = await plansOf(order)
    const slot = essential?.moments[0]?.slot_id
    const url = `/api/orders/${order.id}/plan/essential/moments/`
    expect((await hunter.post(`${url}${slot}/`, { approved: true })).body.moments[0].approved).toBe(true)
    expect((await hunter.post(`${url}${slot}/`, { approved: false })).body.moments[0].approved).toBe(false)
    expect((await hunter.post(`${url}999999/`, { approved: true })).status).toBe(404)
  })
  it('offers a continuous plan once when orders repeat', async () => {
    const person = await t.person('TALENT_HUNTER')
    const first = await planned(person)
    expect(first.continuous_offered).toBe(false)
    const second = await planned(person)
    expect(second.continuous_offered).toBe(true)
    await person.post(`/api/orders/${second.id}/plan/`)
    expect((await told(person)).filter((type) => type === 'CONTINUOUS_PLAN_OFFERED')).toHaveLength(1)
  })
})

describe('matching', () => {
  it('ranks free talent with reasons and chooses a line-up within the budget', async () => {
    const order = await recommended()
    expect(order.stage).toBe('recommended')
    const { body } = await hunter.get(`/api/orders/${order.id}/candidates/`)
    expect(body.chosen_total).toBeLessThanOrEqual(body.budget_max)
    expect(body.slots.length).toBeGreaterThan(0)
    for (const slot of body.slots as CandidateSlot[]) {
      expect(slot.candidates.length).toBe(6)
      expect(slot.matching).toBe(6)
      expect(slot.candidates.filter(({ chosen }) => chosen)).toHaveLength(1)
      const fits = slot.candidates.map(({ fit }) => fit)
      expect(fits).toEqual([...fits].sort((a, b) => b - a))
      for (const one of slot.candidates) {
        expect(one.parts.reduce((sum, { points }) => sum + points, 0)).toBe(one.fit)
        expect(one.parts.every(({ reason }) => reason.key.startsWith('fit.'))).toBe(true)
      }
    }
    expect(await told(hunter)).toContain('TALENT_RECOMMENDED')
  })
  it('asks for an adjustment with counted options when nobody fits', async () => {
    const person = await t.person('TALENT_HUNTER')
    const asked = await recommended(person, whole({ genres: ['punta'] }))
    expect(asked.stage).toBe('adjustment_requested')
    expect(asked.adjustment).toMatchObject({ reason: 'no_talent', pending: true, options: [] })
    const order = await withOptions(asked, person)
    expect(order.adjustment).toMatchObject({ reason: 'no_talent' })
    expect(order.adjustment).not.toHaveProperty('pending')
    const genre = order.adjustment?.options.find(({ kind }) => kind === 'genre')
    expect(genre).toMatchObject({ solves: true, count: 6 })
    expect(await told(person)).toContain('STRATEGY_ADJUSTMENT_REQUESTED')
    const url = `/api/orders/${order.id}/adjust/`
    expect((await person.post(url, { option: 'budget:1' })).body.code).toBe('hiring.option_gone')
    const taken = await person.post(url, { option: genre?.id })
    expect(taken.body.stage).toBe('recommended')
    expect((await slotsOf(taken.body, person))[0]?.candidates).toHaveLength(6)
  })
  it('says how much more money is needed, and goes on with it', async () => {
    const order = await withOptions(await recommended(hunter, whole({ max: 20_000 })))
    expect(order.stage).toBe('adjustment_requested')
    const budget = order.adjustment?.options.find(({ kind }) => kind === 'budget')
    expect(budget?.solves).toBe(true)
    expect(budget?.amount).toBeGreaterThanOrEqual(30_000)
    const taken = (await hunter.post(`/api/orders/${order.id}/adjust/`, { option: budget?.id })).body
    expect([taken.stage, taken.budget_max]).toEqual(['recommended', budget?.amount])
  })
})

describe('scouting', () => {
  it('asks the shortlisted, tells each of them and the hunter', async () => {
    const order = await scouting()
    expect([order.stage, order.requests.length]).toEqual(['scouting', 2])
    expect(await told(hunter)).toContain('SCOUTING_INITIATED')
    const [row] = (
      await t.db.execute<{ value: string; params: object }>(
        sql`select value, params from notifications where subject = ${`request:${order.requests[0]?.id}`}`,
      )
    ).rows
    expect(row?.value).toBe(String(order.requests[0]?.id))
    expect(JSON.stringify(row?.params)).not.toContain('Cena')
  })
  it('refuses who is no candidate, too little time, and a required slot without anybody', async () => {
    const order = await recommended()
    const [slot] = await slotsOf(order)
    const url = `/api/orders/${order.id}/scout/`
    const fields = async (body: object) =>
      Object.keys((await hunter.post(url, body)).body.fields ?? {}).sort()
    expect(
      await fields({
        slots: [{ slot_id: slot?.slot_id, project_ids: [musician.project_id] }],
        reply_by: '2026-11-20T15:10:00Z',
      }),
    ).toEqual(['reply_by', 'slots', 'slots.0.project_ids'])
    expect(
      await fields({ slots: [{ slot_id: 999_999, project_ids: [1] }], reply_by: '2028-01-01T00:00:00Z' }),
    ).toEqual(['reply_by', 'slots', 'slots.0.slot_id'])
  })
  it('is available once every required slot is held, and tells the held musician', async () => {
    const order = await scouting()
    const [request] = order.requests
    if (!request) throw new Error('no request')
    await sayYes(request.id)
    const now: Order = (await hunter.get(`/api/orders/${order.id}/`)).body
    expect([now.stage, now.steps.some(({ step }) => step === 'accept_budgets')]).toEqual(['available', true])
    expect(await told(hunter)).toContain('TALENT_AVAILABILITY_CONFIRMED')
  })
  it('asks for an adjustment when the last one says no, and offers those not asked', async () => {
    const order = await scouting(hunter, 2)
    for (const { id } of order.requests) await sayNo(id)
    const now = await withOptions(order)
    expect([now.stage, now.adjustment?.reason]).toEqual(['adjustment_requested', 'nobody_answered'])
    const option = now.adjustment?.options.find(({ kind }) => kind === 'ask_others')
    expect(option?.solves).toBe(true)
    const taken = (await hunter.post(`/api/orders/${order.id}/adjust/`, { option: option?.id })).body
    expect(taken.stage).toBe('recommended')
    const asked = order.requests.map(({ project_id }) => project_id)
    const offered = (await slotsOf(taken))[0]?.candidates.map(({ project_id }) => project_id) ?? []
    expect(offered.length).toBeGreaterThan(0)
    expect(offered.filter((project_id) => asked.includes(project_id))).toEqual([])
  })
  it('moves to another day: requests are closed, holds released, everybody asked anew', async () => {
    const order = await scouting()
    const [request] = order.requests
    if (!request) throw new Error('no request')
    await sayYes(request.id)
    const asking: Order = (await hunter.post(`/api/orders/${order.id}/change/`, { note: 'Otra fecha' })).body
    expect([asking.stage, asking.adjustment?.note]).toEqual(['adjustment_requested', 'Otra fecha'])
    const day = (await withOptions(asking)).adjustment?.options.find(({ kind }) => kind === 'date')
    const moved: Order = (await hunter.post(`/api/orders/${order.id}/adjust/`, { option: day?.id })).body
    expect([moved.stage, moved.brief.event?.day]).toEqual(['recommended', day?.day])
    expect(moved.requests.map(({ status }) => status)).toEqual(['closed', 'closed'])
    expect(await holds(request.project_id)).toBe(0)
    const [slot] = await slotsOf(moved)
    expect(slot?.from.slice(0, 7)).toBe(moved.starts_at?.slice(0, 7))
  })
  it('offers tomorrow until it begins, by the clock of the place', async () => {
    const order = await scouting(hunter, 2, whole({ day: '2026-12-05' }))
    const option = { id: 'date:2026-12-03', kind: 'date', slot_id: null, intent: null, day: '2026-12-03' }
    const adjustment = { reason: 'hunter', note: null, slots: [], options: [option] }
    await t.db.execute(sql`update orders set stage = 'adjustment_requested',
      adjustment = ${JSON.stringify(adjustment)}::jsonb where id = ${order.id}`)
    const take = (now: string) =>
      within(async (work) => {
        const scope = await orderScope(work.db, hunter, order.id)
        await adjust(work, scope, option.id, await matchingToAdjust(work, scope, option.id))
      }, new Date(now))
    // Begun already: six in the evening there is midnight in UTC.
    await expect(take('2026-12-04T00:00:00Z')).rejects.toMatchObject({ code: 'hiring.option_gone' })
    // Nine in the evening of the day before.
    await take('2026-12-03T03:00:00Z')
    expect((await hunter.get(`/api/orders/${order.id}/`)).body.brief.event.day).toBe('2026-12-03')
  })
  it('lets the hunter think again: a change that they asked for may be dropped', async () => {
    const order = await scouting()
    const url = `/api/orders/${order.id}`
    const asking: Order = (await hunter.post(`${url}/change/`, {})).body
    const { adjustment } = await withOptions(asking)
    expect(adjustment?.options.map(({ kind }) => kind)).toContain('keep')
    const { body } = await hunter.post(`${url}/adjust/`, { option: 'keep' })
    expect([body.stage, body.adjustment]).toEqual(['scouting', null])
    expect(body.requests.map(({ status }: { status: string }) => status)).toEqual(['asked', 'asked'])
    expect((await slotsOf(body))[0]?.candidates.length).toBeGreaterThan(0)
  })
  it('closes what is out for the old plan when another one is drawn or written', async () => {
    for (const anew of ['draw', 'write']) {
      const order = await scouting(hunter, 1)
      const [request] = order.requests
      if (!request) throw new Error('no request')
      await sayYes(request.id)
      await t.db.execute(sql`update orders set stage = 'recommended' where id = ${order.id}`)
      const before = await holds(request.project_id)
      const url = `/api/orders/${order.id}`
      const [plan] = (await hunter.get(`${url}/plan/`)).body.plans as Plan[]
      const { status } =
        anew === 'draw'
          ? await hunter.post(`${url}/plan/`)
          : await hunter.patch(`${url}/plan/${plan?.variant}/`, {
              version: plan?.version,
              moments: plan?.moments.map(({ slot_id, from, to, intent, title, energy, genre, ...rest }) => ({
                ...{ slot_id, from, to, intent, title, energy, genre },
                ...{ format: rest.format, volume: rest.volume, cost: rest.cost, required: rest.required },
              })),
            })
      expect(status).toBe(200)
      const now: Order = (await hunter.get(`${url}/`)).body
      expect(now.requests.map(({ status, reason }) => [status, reason])).toEqual([['closed', 'plan_changed']])
      expect(await holds(request.project_id)).toBe(before - 1)
    }
  })
  it('takes a request back', async () => {
    const order = await scouting()
    const [first, second] = order.requests
    if (!first || !second) throw new Error('no request')
    await sayYes(first.id)
    const url = `/api/orders/${order.id}/requests`
    const { body } = await hunter.post(`${url}/${first.id}/withdraw/`)
    expect(body.stage).toBe('scouting')
    expect(await holds(first.project_id)).toBe(0)
    expect((await hunter.post(`${url}/${first.id}/withdraw/`)).status).toBe(409)
    expect((await hunter.post(`${url}/999999/withdraw/`)).status).toBe(404)
  })
  it('expires requests by the clock', async () => {
    const order = await scouting()
    await t.app.jobs.runSweeps(new Date('2026-11-24T15:00:01Z'))
    const now: Order = (await hunter.get(`/api/orders/${order.id}/`)).body
    expect(now.requests.map(({ status }) => status)).toEqual(['expired', 'expired'])
    expect(now.stage).toBe('adjustment_requested')
  })
})

const holds = async (project_id: number): Promise<number> => {
  const { rows } = await t.db.execute<{ count: number }>(
    sql`select count(*)::int as count from busy_times where project_id = ${project_id} and released_at is null
      and subject like 'order:%'`,
  )
  return rows[0]?.count ?? 0
}

describe('one project in several slots of an order', () => {
  it('holds its time once, over all of them, and less when one is taken back', async () => {
    const brief = whole({ day: '2027-05-08' })
    const order = await planned(hunter, { ...brief, technical: { ...brief.technical, formats: ['duo'] } })
    const url = `/api/orders/${order.id}`
    const matched: Order = (await hunter.post(`${url}/approve/`, { variant: 'recommended' })).body
    expect(matched.stage).toBe('recommended')
    const slots = await slotsOf(matched)
    expect(slots.length).toBeGreaterThan(1)
    const project_id = slots[0]?.candidates[0]?.project_id ?? 0
    const asked: Order = (
      await hunter.post(`${url}/scout/`, {
        slots: slots.map(({ slot_id }) => ({ slot_id, project_ids: [project_id] })),
        reply_by: '2026-11-24T15:00:00Z',
      })
    ).body
    const length = async () => {
      const { rows } = await t.db.execute<{ minutes: number }>(
        sql`select extract(epoch from upper(during) - lower(during))::int / 60 as minutes from busy_times
          where project_id = ${project_id} and released_at is null and subject = ${`order:${order.id}/project:${project_id}`}`,
      )
      return rows.map(({ minutes }) => minutes)
    }
    for (const { id } of asked.requests) await sayYes(id)
    const last = slots.at(-1)
    const all = (Date.parse(last?.to ?? '') - Date.parse(slots[0]?.from ?? '')) / 60_000
    // With an hour before and after.
    expect(await length()).toEqual([all + 120])
    const back = asked.requests.find(({ slot_id }) => slot_id === last?.slot_id)
    // Longer buffers since, and somebody else's promise right after: what is less fits all the same.
    await t.db.execute(sql`update availability_settings set buffer_before_minutes = 240, buffer_after_minutes = 240
      where project_id = ${project_id}`)
    await t.db.execute(sql`insert into busy_times (project_id, user_id, during, kind, subject, created_at)
      select project_id, user_id, tstzrange(upper(during), upper(during) + interval '1 hour'), kind, 'other:1', created_at
      from busy_times where released_at is null and subject = ${`order:${order.id}/project:${project_id}`}`)
    expect((await hunter.post(`${url}/requests/${back?.id}/withdraw/`)).status).toBe(200)
    const [less] = await length()
    expect(less).toBeLessThan(all + 120)
    await hunter.post(`${url}/cancel/`, { confirm: true })
    expect(await length()).toEqual([])
  })
})

describe('cancelling', () => {
  it('shows what it takes with it, releases holds, closes requests and tells everybody', async () => {
    const order = await scouting()
    const [first, second] = order.requests
    if (!first || !second) throw new Error('no request')
    await sayYes(first.id)
    const before = await holds(first.project_id)
    const url = `/api/orders/${order.id}`
    const preview = (await hunter.get(`${url}/cancel-preview/`)).body
    expect(preview).toMatchObject({ requests: 2, holds: 1, people: 2 })
    expect((await hunter.post(`${url}/cancel/`, { confirm: false })).status).toBe(422)
    const { body } = await hunter.post(`${url}/cancel/`, { confirm: true, reason: 'Cambio de planes' })
    expect([body.stage, body.status, body.steps]).toEqual(['cancelled', 'cancelled', []])
    expect(body.requests.map(({ status }: { status: string }) => status)).toEqual(['closed', 'closed'])
    expect(await holds(first.project_id)).toBe(before - 1)
    const letter = (await t.mails()).find(
      ({ kind, to }) => kind === 'hiring_order_cancelled' && to === hunter.email,
    )
    expect(letter?.text, 'by the name its hunter gave it').toContain(order.title)
    const again = await hunter.post(`${url}/cancel/`, { confirm: true })
    expect([again.status, again.body.code]).toEqual([409, 'hiring.moved_on'])
  })
  it('works at every stage before the event is over', async () => {
    for (const make of [started, scored, planned, recommended]) {
      const order = await make()
      expect((await hunter.post(`/api/orders/${order.id}/cancel/`, { confirm: true })).body.stage).toBe(
        'cancelled',
      )
    }
  })
  it('postpones, and moves the plan to the new day', async () => {
    const order = await scouting()
    const url = `/api/orders/${order.id}`
    expect((await hunter.post(`${url}/postpone/`, { confirm: true })).body.stage).toBe('postponed')
    expect((await hunter.post(`${url}/reschedule/`, { day: '2026-01-01' })).status).toBe(422)
    const wrong = async (body: object) =>
      Object.keys((await hunter.post(`${url}/reschedule/`, body)).body.fields ?? {})
    expect(await wrong({ day: '2026-01-01' })).toEqual(['day'])
    expect(await wrong({ day: '2030-01-01' })).toEqual(['day'])
    expect(await wrong({ day: '2027-03-06', starts: '18:00', ends: '18:10' })).toEqual(['ends'])
    const { body } = await hunter.post(`${url}/reschedule/`, { day: '2027-03-06' })
    expect([body.stage, body.brief.event.day]).toEqual(['planned', '2027-03-06'])
    const { plans } = (await hunter.get(`${url}/plan/`)).body
    const days = (plans as Plan[]).flatMap(({ moments }) => moments.map(({ from }) => from.slice(0, 10)))
    expect(days.length).toBeGreaterThan(0)
    for (const day of days) expect(day).toMatch(/^2027-03-0[67]$/)
  })
  it('draws the plan anew where its moments would get too short on the new day', async () => {
    const order = await planned()
    const url = `/api/orders/${order.id}`
    await hunter.post(`${url}/postpone/`, { confirm: true })
    const { status } = await hunter.post(`${url}/reschedule/`, { day: '2027-03-06', ends: '18:30' })
    expect(status).toBe(200)
    const { plans } = (await hunter.get(`${url}/plan/`)).body
    const lengths = (plans as Plan[]).flatMap(({ moments }) =>
      moments.map(({ from, to }) => Date.parse(to) - Date.parse(from)),
    )
    expect(lengths.length).toBeGreaterThan(0)
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(10 * 60_000)
  })
  it('goes on with a day that lies further ahead than a brief of then could say', async () => {
    const order = await planned()
    const url = `/api/orders/${order.id}`
    await t.db.execute(sql`update orders set created_at = '2025-01-10T00:00:00Z' where id = ${order.id}`)
    await hunter.post(`${url}/postpone/`, { confirm: true })
    await hunter.post(`${url}/reschedule/`, { day: '2027-06-05' })
    const { status, body } = await hunter.post(`${url}/approve/`, { variant: 'essential' })
    expect([status, body.stage]).toEqual([200, 'recommended'])
  })
  it('tells that the hunter cancelled, whatever the reason they typed', async () => {
    const order = await scouting()
    await hunter.post(`/api/orders/${order.id}/cancel/`, { confirm: true, reason: 'expired' })
    const url = `/order?id=${order.id}`
    const kinds = (await t.mails()).filter(({ text }) => text.includes(`${url}\n`)).map(({ kind }) => kind)
    expect(kinds).toEqual(['hiring_order_cancelled'])
  })
  it('neither cancels nor puts off what has taken place', async () => {
    const order = await started()
    const ends = (at: string) =>
      t.db.execute(sql`update orders set stage = 'tracking', starts_at = ${at}::timestamptz - interval '1 hour',
        ends_at = ${at} where id = ${order.id}`)
    const url = `/api/orders/${order.id}`
    const steps = async () =>
      (await hunter.get(`${url}/`)).body.steps.map(({ step }: { step: string }) => step)
    await ends('2026-11-20T15:30:00Z')
    expect(await steps()).toEqual(['cancel', 'postpone'])
    await ends('2026-11-20T14:59:00Z')
    expect(await steps()).toEqual([])
    for (const step of ['cancel', 'postpone']) {
      const { status, body } = await hunter.post(`${url}/${step}/`, { confirm: true })
      expect([status, body.code]).toEqual([409, 'hiring.event_over'])
    }
  })
  it('expires an order whose day came', async () => {
    const order = await planned(hunter, whole({ day: '2026-12-12' }))
    await t.app.jobs.runSweeps(new Date('2026-12-13T12:00:00Z'))
    expect((await hunter.get(`/api/orders/${order.id}/`)).body.stage).toBe('expired')
  })
})

describe('steps under concurrency', () => {
  it('lets one of twenty win, and keeps one row of history', async () => {
    const order = await scored()
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, () =>
        within((work) => advance(work, order.id, 'publish_plan', { by: 'hunter', user_id: hunter.id })),
      ),
    )
    // publish_plan may be repeated from planned: cancel may not.
    expect(tries.every(({ status }) => status === 'fulfilled')).toBe(true)
    const cancels = await Promise.allSettled(
      Array.from({ length: 20 }, () =>
        within((work) => advance(work, order.id, 'cancel', { by: 'hunter', user_id: hunter.id })),
      ),
    )
    expect(cancels.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { rows } = await t.db.execute<{ count: number }>(
      sql`select count(*)::int as count from order_history where order_id = ${order.id} and step = 'cancel'`,
    )
    expect(rows[0]?.count).toBe(1)
  })
  it('refuses a step by somebody who may not take it', async () => {
    const order = await scored()
    const as = (user_id: number, by: 'hunter' | 'system') =>
      within((work) => advance(work, order.id, 'publish_plan', { by, user_id }))
    await expect(as(other.id, 'hunter')).rejects.toMatchObject({ status: 409 })
    await expect(as(hunter.id, 'system')).rejects.toMatchObject({ status: 403 })
  })
  it('keeps history as it was written', async () => {
    const order = await started()
    for (const statement of ['update order_history set note = $$x$$', 'delete from order_history'])
      await expect(t.db.execute(sql.raw(`${statement} where order_id = ${order.id}`))).rejects.toMatchObject({
        cause: { message: expect.stringContaining('append-only') },
      })
  })
  it('gives one musician and hour to one of two orders', async () => {
    const people = [await t.person('TALENT_HUNTER'), await t.person('TALENT_HUNTER')]
    const orders = await Promise.all(
      people.map((person) => scouting(person, 6, whole({ day: '2027-04-10' }))),
    )
    const shared = orders[0]?.requests[0]?.project_id
    const ids = orders.map((order) => order.requests.find(({ project_id }) => project_id === shared)?.id ?? 0)
    const answers = await Promise.allSettled(ids.map((id) => sayYes(id)))
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'availability.taken' },
    })
    expect(await holds(shared ?? 0)).toBe(1)
  })
})

describe('talent that is matched while the order goes on', () => {
  const reading = () => ({ app: t.app, db: t.db, now: t.clock.now() })
  const read = async (order: Order): Promise<Order> => (await hunter.get(`/api/orders/${order.id}/`)).body
  const search = async (order: Order) => findOptions(t.app, order.id, order.adjustment?.asked_at ?? '')

  it('lets a musician decline at once, and brings the ways on later', async () => {
    const order = await scouting(hunter, 1)
    for (const { id } of order.requests) await sayNo(id)
    const at_once = await read(order)
    expect(at_once.adjustment).toMatchObject({ reason: 'nobody_answered', pending: true, options: [] })
    const later = await withOptions(order)
    expect(later.adjustment?.options.length).toBeGreaterThan(0)
    expect(later.adjustment).not.toHaveProperty('pending')
  })
  it('looks again when somebody declines while it looks', async () => {
    const order = await scouting(hunter, 2)
    const asking: Order = (await hunter.post(`/api/orders/${order.id}/change/`, {})).body
    const [first] = order.requests
    await Promise.all([search(asking), sayNo(first?.id ?? 0)])
    const { adjustment, requests } = await read(order)
    expect(requests.map(({ status }) => status).sort()).toEqual(['asked', 'unavailable'])
    expect(adjustment?.options.find(({ kind }) => kind === 'keep')?.count).toBe(1)
  })
  it('leaves an order alone that was cancelled meanwhile', async () => {
    const order = await scouting(hunter, 2)
    const asking: Order = (await hunter.post(`/api/orders/${order.id}/change/`, {})).body
    await Promise.all([
      search(asking),
      hunter.post(`/api/orders/${order.id}/cancel/`, { confirm: true, reason: 'Ya no' }),
    ])
    const now = await read(order)
    expect([now.stage, now.adjustment]).toEqual(['cancelled', null])
    await search(asking)
    expect((await read(order)).adjustment).toBeNull()
  })
  it('never stores what was matched to another plan', async () => {
    const order = await planned()
    const scope = await orderScope(t.db, hunter, order.id)
    const before = await matchingToApprove(reading(), scope, 'essential')
    await hunter.post(`/api/orders/${order.id}/plan/`)
    await expect(within((work) => approvePlan(work, scope, 'essential', before))).rejects.toMatchObject({
      status: 409,
      code: 'hiring.moved_on',
    })
    expect((await read(order)).stage).toBe('planned')
    const now = await matchingToApprove(reading(), scope, 'essential')
    await within((work) => approvePlan(work, scope, 'essential', now))
    expect((await read(order)).stage).toBe('recommended')
  })
  it('approves once, however often the button is pressed', async () => {
    const order = await planned()
    const url = `/api/orders/${order.id}/approve/`
    const answers = await Promise.all([1, 2, 3].map(() => hunter.post(url, { variant: 'essential' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const { timeline } = await read(order)
    expect(timeline.filter(({ step }) => step === 'approve_plan')).toHaveLength(1)
  })
  it('answers a repeated approval with the first answer', async () => {
    const order = await planned()
    const approve = () =>
      hunter.post(
        `/api/orders/${order.id}/approve/`,
        { variant: 'essential' },
        { headers: { 'idempotency-key': `approve-${order.id}` } },
      )
    const [first, second] = [await approve(), await approve()]
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body.updated_at).toBe(first.body.updated_at)
  })
})
