import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import type { Work } from '#core/server/app.ts'
import { transaction } from '#core/server/work.ts'
import { availability_rules, availability_settings } from '#features/availability/table.ts'
import { music_projects } from '#features/projects/table.ts'
import type { Format, Genre } from '#features/services/contract.ts'
import { services } from '#features/services/table.ts'
import type { BriefDraft } from '../brief/contract.ts'
import { requests } from '../table.ts'
import { changeRequest } from '../talent/commands.ts'
import type { CandidateSlot } from '../talent/contract.ts'
import type { Order } from './contract.ts'

export const NOW = '2026-11-20T15:00:00Z'
export const ANTIGUA = { lat: 14.5586, lng: -90.7295 }

export let t: TestApp
export let hunter: Person
export let other: Person
export let musician: Person

/** A musician who can be booked any hour: personal project, one service, a whole free week. */
export async function player(more: {
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
      promises: 20,
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

export const whole = (
  more: { day?: string; max?: number; genres?: Genre[]; type?: string } = {},
): BriefDraft =>
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

export async function started(by: Person = hunter, brief: BriefDraft = whole()): Promise<Order> {
  const { status, body } = await by.post('/api/orders/', { brief })
  expect(status).toBe(201)
  return body
}
export async function scored(by: Person = hunter, brief?: BriefDraft): Promise<Order> {
  const order = await started(by, brief)
  const { body } = await by.post(`/api/orders/${order.id}/submit/`, { revision: order.revision })
  if (body.stage === 'changes_needed') return (await by.post(`/api/orders/${order.id}/continue/`)).body
  return body
}
export async function planned(by: Person = hunter, brief?: BriefDraft): Promise<Order> {
  const order = await scored(by, brief)
  return (await by.post(`/api/orders/${order.id}/plan/`)).body
}
export async function recommended(by: Person = hunter, brief?: BriefDraft): Promise<Order> {
  const order = await planned(by, brief)
  return (await by.post(`/api/orders/${order.id}/approve/`, { variant: 'essential' })).body
}
export const slotsOf = async (order: Order, by: Person = hunter): Promise<CandidateSlot[]> =>
  (await by.get(`/api/orders/${order.id}/candidates/`)).body.slots
export async function scouting(by: Person = hunter, people = 2, brief?: BriefDraft): Promise<Order> {
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
export const within = <T>(run: (work: Work) => Promise<T>, now = t.clock.now()) =>
  transaction(t.app, now, run)
const requestOf = async (id: number) => {
  const [row] = await t.db.select().from(requests).where(eq(requests.id, id))
  if (!row) throw new Error(`no request ${id}`)
  return row
}
/** A musician says yes, as the budgets feature has it. */
export const sayYes = (request_id: number) =>
  within(async (work) => changeRequest(work, await requestOf(request_id), 'hold', 'musician'))
export const sayNo = (request_id: number) =>
  within(async (work) =>
    changeRequest(work, await requestOf(request_id), 'decline', 'musician', { reason: 'busy' }),
  )
/** The order once the job has looked for its ways on. */
export async function withOptions(order: Order, by: Person = hunter): Promise<Order> {
  await t.app.jobs.drain()
  return (await by.get(`/api/orders/${order.id}/`)).body
}
export const told = async (by: Person): Promise<string[]> =>
  (await by.get('/api/notifications/?limit=100')).body.results.map(({ type }: { type: string }) => type)

export const holds = async (project_id: number): Promise<number> => {
  const { rows } = await t.db.execute<{ count: number }>(
    sql`select count(*)::int as count from busy_times where project_id = ${project_id} and released_at is null
      and subject like 'order:%'`,
  )
  return rows[0]?.count ?? 0
}

/** Opens the app with a hunter, another one and a musician, for the tests of one file. */
export function openHiring(): void {
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
}
