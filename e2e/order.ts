import { type APIRequestContext, expect } from '@playwright/test'
import { dayIn } from './hunter.ts'
import { newPerson } from './people.ts'

/* An order brought to a stage through the API, with a hunter and a musician of its own. */

const ZONE = 'America/Mazatlan'
/** Far from everybody of the demo and of the other journeys. */
const TOWN = { city: 'La Paz', country: 'MX', lat: 24.1426, lng: -110.3128, zone: ZONE }

/** The API as somebody. */
export const callsOf = (request: APIRequestContext, token: string) => {
  const send = async (method: string, path: string, data?: object) => {
    const answer = await request.fetch(path, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(data ? { data } : {}),
    })
    expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true)
    return answer.json()
  }
  return {
    get: (path: string) => send('GET', path),
    post: (path: string, data: object = {}) => send('POST', path, data),
    patch: (path: string, data: object) => send('PATCH', path, data),
    put: (path: string, data: object) => send('PUT', path, data),
  }
}
export type Calls = ReturnType<typeof callsOf>

export interface Someone {
  email: string
  token: string
  name: string
  api: Calls
}

async function someone(
  request: APIRequestContext,
  account_type: 'TALENT_HUNTER' | 'MUSICIAN',
  name: string,
): Promise<Someone> {
  const person = await newPerson(request, account_type, { name })
  return { ...person, name, api: callsOf(request, person.token) }
}

/** A musician of the town with every hour open and a service for a small party. */
export async function musicianThere(request: APIRequestContext, name: string) {
  const who = await someone(request, 'MUSICIAN', name)
  const { music_project } = await who.api.get('/api/auth/profile/')
  const project_id = music_project[0].id as number
  await who.api.patch(`/api/projects/${project_id}/`, TOWN)
  await who.api.put('/api/availability/', {
    zone: ZONE,
    buffer_before_minutes: 30,
    buffer_after_minutes: 30,
    minimum_notice_days: 1,
    maximum_gigs_a_day: 3,
    rules: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '00:00', to: '00:00' })),
  })
  const service = await who.api.post('/api/services/', {
    title: 'Guitarra y voz al atardecer',
    category: 'MUSIC_SETTING',
    description: 'Boleros, jazz y latina suave para una tarde frente al mar.',
    genres: ['jazz', 'latin', 'pop'],
    event_types: [],
    format: 'solo',
    duration_minutes: 120,
    price_mode: 'fixed',
    price: 30_000,
    currency: 'USD',
    travel_radius_km: 100,
    travel_fee_per_km: 0,
    includes_sound: true,
    setup_minutes: 30,
    lead_time_days: 1,
    languages: ['es'],
    media: [],
    extras: [],
    instrument: null,
    level: null,
    modality: null,
    lesson_minutes: null,
    trial_price: null,
  })
  await who.api.post(`/api/services/${service.id}/status/`, { step: 'activate' })
  return { ...who, project_id }
}
export type Musician = Awaited<ReturnType<typeof musicianThere>>

export const hunterThere = (request: APIRequestContext, name: string) =>
  someone(request, 'TALENT_HUNTER', name)

/** The evening that every order here is for, unless moved. */
export const DAY = dayIn(60)
export const briefOf = (title: string) => ({
  objective: { kind: 'ambience', metric: 'satisfaction', target: 4 },
  event: {
    type: 'corporate',
    title,
    day: DAY,
    starts: '18:00',
    ends: '20:00',
    zone: ZONE,
    city: TOWN.city,
    country: TOWN.country,
    address: 'Malecón 12',
    lat: TOWN.lat,
    lng: TOWN.lng,
    setting: 'indoor',
    guests: 60,
    ages: ['adults'],
    recurrence: 'none',
  },
  sound: { genres_liked: ['jazz', 'latin'], genres_forbidden: [], energy: 'calm', languages: ['es'] },
  technical: { formats: ['solo'], sound_available: true, power_available: true },
  budget: { min: 20_000, max: 200_000, currency: 'USD', includes_sound: false },
  constraints: { notes: 'Sin música fuerte antes de las siete', consent: true },
})

/** A brief with its plan of a single moment, which a soloist plays. */
export async function plannedOrder(hunter: Someone, title: string): Promise<number> {
  const { id, revision } = await hunter.api.post('/api/orders/', { brief: briefOf(title) })
  const scored = await hunter.api.post(`/api/orders/${id}/submit/`, { revision })
  if (scored.stage === 'changes_needed') await hunter.api.post(`/api/orders/${id}/continue/`)
  await hunter.api.post(`/api/orders/${id}/plan/`)
  const { plans } = await hunter.api.get(`/api/orders/${id}/plan/`)
  const plan = plans.find(({ variant }: { variant: string }) => variant === 'recommended')
  const [first] = plan.moments
  await hunter.api.patch(`/api/orders/${id}/plan/recommended/`, {
    version: plan.version,
    moments: [
      {
        slot_id: first.slot_id,
        from: plan.moments[0].from,
        to: plan.moments.at(-1).to,
        intent: first.intent,
        title: null,
        energy: 2,
        genre: 'jazz',
        format: 'solo',
        volume: 'low',
        cost: 60_000,
        required: true,
      },
    ],
  })
  return id
}

/** The same, and the musician is asked. */
export async function askedOrder(
  hunter: Someone,
  musician: Musician,
  title: string,
): Promise<{ order_id: number; request_id: number }> {
  const order_id = await plannedOrder(hunter, title)
  return { order_id, request_id: await ask(hunter, musician, order_id) }
}

/** Approves the plan as it is and asks the musician. */
export async function ask(hunter: Someone, musician: Musician, order_id: number): Promise<number> {
  await hunter.api.post(`/api/orders/${order_id}/approve/`, { variant: 'recommended' })
  const { slots } = await hunter.api.get(`/api/orders/${order_id}/candidates/`)
  const order = await hunter.api.post(`/api/orders/${order_id}/scout/`, {
    slots: slots.map(({ slot_id }: { slot_id: number }) => ({
      slot_id,
      project_ids: [musician.project_id],
    })),
    reply_by: new Date(Date.now() + 3 * 86_400_000).toISOString(),
  })
  return order.requests.find(({ status }: { status: string }) => status === 'asked').id
}

/** The musician says yes with a quote of 600.00. */
export async function answer(musician: Musician, request_id: number): Promise<number> {
  const { budget } = await musician.api.post(`/api/requests/${request_id}/available/`, {
    budget: {
      items: [{ kind: 'performance', description: 'Dos horas', qty: 2, unit_price: 30_000, optional: false }],
      discount: 0,
      tax: 0,
      currency: 'USD',
      deposit_pct: 30,
      balance_due_at: new Date(Date.now() + 40 * 86_400_000).toISOString(),
      valid_until: new Date(Date.now() + 7 * 86_400_000).toISOString(),
      cancellation: [
        { hours_before: 720, refund_pct: 100 },
        { hours_before: 168, refund_pct: 50 },
      ],
      line_up: 'Voz y guitarra',
      note: '',
    },
  })
  return budget.id
}

/** Signed by both, the deposit sent and arrived: an event that is being followed. */
export async function trackedOrder(hunter: Someone, musician: Musician, title: string) {
  const { order_id, request_id } = await askedOrder(hunter, musician, title)
  await hunter.api.post(`/api/budgets/${await answer(musician, request_id)}/accept/`)
  const { results } = await hunter.api.get(`/api/orders/${order_id}/contracts/`)
  const [{ id, sha256 }] = results
  for (const { api, name } of [hunter, musician])
    await api.post(`/api/contracts/${id}/sign/`, { typed_name: name, consent: true, sha256 })
  await hunter.api.post(`/api/contracts/${id}/deposit/`, { method: 'cash' })
  await musician.api.post(`/api/contracts/${id}/deposit/confirm/`)
  const order = await hunter.api.get(`/api/orders/${order_id}/`)
  expect(order.stage).toBe('tracking')
  return { order_id, request_id, contract_id: id as number }
}
