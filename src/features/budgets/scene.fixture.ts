import { eq } from 'drizzle-orm'
import type { Person, TestApp } from '#app/server/testing.ts'
import { DAY, HOUR, wallClock } from '#core/contract/time.ts'
import type { BriefDraft } from '#features/hiring/contract.ts'
import { orders, plan_moments, plans, requests, slots } from '#features/hiring/table.ts'
import { services } from '#features/services/table.ts'
import type { Offer } from './contract.ts'

/** When the tests' clock starts, and an evening six weeks later. */
export const NOW = '2026-03-02T15:00:00.000Z'
export const EVENING = '2026-04-19T00:00:00.000Z'
const hours = (from: string, n: number) => new Date(Date.parse(from) + n * HOUR).toISOString()

/** Complete, so that the order can be matched again when it loses somebody. */
const briefOn = (starts_at: string, city: string): BriefDraft => ({
  objective: { kind: 'dance_floor', metric: 'dancing_share', target: 60 },
  event: {
    type: 'wedding',
    day: wallClock(starts_at, 'America/Guatemala').day,
    starts: '18:00',
    ends: '23:30',
    zone: 'America/Guatemala',
    city,
    country: 'GT',
    address: '5a avenida norte 12',
    lat: 14.5586,
    lng: -90.7295,
    setting: 'outdoor',
    guests: 120,
    ages: ['adults'],
    recurrence: 'none',
  },
  sound: { genres_liked: ['bolero'], genres_forbidden: ['reggaeton'], energy: 'rising', languages: ['es'] },
  technical: {
    formats: [],
    sound_available: false,
    power_available: true,
    stage_m2: 20,
    noise_limit_db: 95,
  },
  budget: { min: 100_000, max: 400_000, currency: 'USD', includes_sound: false },
  constraints: { notes: '', consent: true },
})

/** A service to be asked for, of a project. */
export async function serviceOf(t: TestApp, project_id: number): Promise<number> {
  const [service] = await t.db
    .insert(services)
    .values({
      project_id,
      title: 'Boleros en vivo',
      category: 'MUSIC_SETTING',
      description: 'Boleros y trova para la cena y la pista.',
      genres: ['bolero'],
      format: 'duo',
      duration_minutes: 120,
      price_mode: 'fixed',
      price: 40_000,
      currency: 'USD',
      travel_radius_km: 80,
      setup_minutes: 45,
      status: 'active',
    })
    .returning({ id: services.id })
  return service?.id ?? 0
}

export interface SceneSlot {
  /** Who is asked for this moment: projects by id. */
  project_ids: number[]
  required?: boolean
  /** Hours after the event's start; two hours long. */
  after?: number
}

/** An order at the stage of scouting, as the calls before it would have left it. */
export async function scouting(
  t: TestApp,
  hunter: Person,
  wishes: SceneSlot[],
  more: { starts_at?: string; city?: string; reply_by?: string } = {},
): Promise<{ order_id: number; slot_ids: number[]; request_ids: number[][] }> {
  const starts_at = more.starts_at ?? EVENING
  const now = t.clock.now().toISOString()
  const [order] = await t.db
    .insert(orders)
    .values({
      hunter_id: hunter.id,
      stage: 'scouting',
      brief: briefOn(starts_at, more.city ?? 'Antigua Guatemala'),
      type: 'wedding',
      starts_at,
      ends_at: hours(starts_at, 6),
      zone: 'America/Guatemala',
      city: more.city ?? 'Antigua Guatemala',
      lat: 14.5586,
      lng: -90.7295,
      guests: 120,
      currency: 'USD',
      budget_max: 400_000,
      variant: 'essential',
      created_at: now,
      updated_at: now,
    })
    .returning({ id: orders.id })
  const order_id = order?.id ?? 0
  const [plan] = await t.db
    .insert(plans)
    .values({ order_id, version: 1, variant: 'essential', state: 'approved', total: 80_000, currency: 'USD' })
    .returning({ id: plans.id })
  const plan_id = plan?.id ?? 0
  await t.db.update(orders).set({ plan_id }).where(eq(orders.id, order_id))
  const slot_ids: number[] = []
  const request_ids: number[][] = []
  for (const [position, wish] of wishes.entries()) {
    const [slot] = await t.db.insert(slots).values({ order_id }).returning({ id: slots.id })
    const slot_id = slot?.id ?? 0
    const from = hours(starts_at, wish.after ?? position * 2)
    const to = hours(from, 2)
    await t.db.insert(plan_moments).values({
      plan_id,
      slot_id,
      position,
      from,
      to,
      intent: 'dance',
      energy: 4,
      genre: 'bolero',
      format: 'duo',
      volume: 'medium',
      cost: 40_000,
      kpi: { key: 'kpi.dance', values: {} },
      required: wish.required ?? true,
      approved: true,
    })
    slot_ids.push(slot_id)
    const ids: number[] = []
    for (const project_id of wish.project_ids) {
      const [request] = await t.db
        .insert(requests)
        .values({
          order_id,
          slot_id,
          project_id,
          service_id: await serviceOf(t, project_id),
          during: `[${from},${to})`,
          reply_by: more.reply_by ?? new Date(t.clock.now().getTime() + 3 * DAY).toISOString(),
          message: 'Escríbeme a rosa@correo.com o al 5555-1234',
          sent_at: now,
        })
        .returning({ id: requests.id })
      ids.push(request?.id ?? 0)
    }
    request_ids.push(ids)
  }
  return { order_id, slot_ids, request_ids }
}

/** A budget in order: 400.00 and an optional 50.00 of sound. */
export const offer = (more: Partial<Offer> = {}): Offer => ({
  items: [
    { kind: 'performance', description: 'Dos horas de música', qty: 2, unit_price: 20_000, optional: false },
    { kind: 'sound', description: 'Sonido para 120 personas', qty: 1, unit_price: 5_000, optional: true },
  ],
  discount: 0,
  tax: 0,
  currency: 'USD',
  deposit_pct: 30,
  balance_due_at: '2026-04-17T18:00:00.000Z',
  valid_until: '2026-03-09T18:00:00.000Z',
  cancellation: [
    { hours_before: 720, refund_pct: 100 },
    { hours_before: 168, refund_pct: 50 },
  ],
  line_up: 'Voz y guitarra',
  note: '',
  ...more,
})
