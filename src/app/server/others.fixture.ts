import { eq, sql } from 'drizzle-orm'
import { sessions } from '#features/accounts/table.ts'
import { availability_exceptions } from '#features/availability/table.ts'
import { budgets } from '#features/budgets/table.ts'
import { contracts } from '#features/contracts/table.ts'
import { checklist_items, events } from '#features/events/table.ts'
import { files } from '#features/files/table.ts'
import { orders, requests, slots } from '#features/hiring/table.ts'
import { instrument_sets, instruments } from '#features/instruments/table.ts'
import { invitations } from '#features/invitations/table.ts'
import { notifications, push_subscriptions } from '#features/notifications/table.ts'
import { project_members } from '#features/projects/table.ts'
import { services } from '#features/services/table.ts'
import type { Person, TestApp } from './testing.ts'

/** Rows of somebody else, by what they are. */
export type OtherPeople = Record<
  | 'user'
  | 'session'
  | 'project'
  | 'member'
  | 'invitation'
  | 'notification'
  | 'browser'
  | 'file'
  | 'service'
  | 'instrument'
  | 'set'
  | 'exception'
  | 'order'
  | 'slot'
  | 'request'
  | 'budget'
  | 'contract'
  | 'event'
  | 'item',
  number
>

interface OfOthers {
  /** The account type that may call it, here with a row of another. */
  by: 'STUDENT' | 'TALENT_HUNTER' | 'MUSICIAN'
  ids: (others: OtherPeople) => Record<string, string | number>
  /** A body that its schema lets through, where the smallest one would be refused by a rule. */
  body?: object
}

const hunterOrder = (body?: object): OfOthers => ({
  by: 'TALENT_HUNTER',
  ids: ({ order }) => ({ id: order }),
  ...(body ? { body } : {}),
})
const musician = (what: keyof OtherPeople, body?: object): OfOthers => ({
  by: 'MUSICIAN',
  ids: (o) => ({ id: o[what] }),
  ...(body ? { body } : {}),
})
const hunter = (what: keyof OtherPeople, body?: object): OfOthers => ({
  by: 'TALENT_HUNTER',
  ids: (o) => ({ id: o[what] }),
  ...(body ? { body } : {}),
})
const SERVICE = {
  title: 'Boleros en la plaza',
  category: 'MUSIC_SETTING',
  description: 'Boleros y jazz suave para la hora del coctel.',
  genres: ['jazz'],
  event_types: [],
  format: 'solo',
  duration_minutes: 90,
  price_mode: 'fixed',
  price: 20_000,
  currency: 'USD',
  travel_radius_km: 50,
  travel_fee_per_km: 0,
  includes_sound: true,
  setup_minutes: 30,
  lead_time_days: 2,
  languages: ['es'],
  media: [],
  extras: [],
  instrument: null,
  level: null,
  modality: null,
  lesson_minutes: null,
  trial_price: null,
}
export const OFFER = {
  items: [{ kind: 'performance', description: 'Concierto', qty: 1, unit_price: 20_000, optional: false }],
  discount: 0,
  tax: 0,
  currency: 'USD',
  deposit_pct: 30,
  balance_due_at: '2026-12-30T00:00:00.000Z',
  valid_until: '2026-12-10T00:00:00.000Z',
  cancellation: [{ hours_before: 168, refund_pct: 100 }],
  line_up: '',
  note: '',
}

/**
 * Whose row each endpoint with an id is about. 'anybody': it is public to those who may call it, so there is no
 * such thing as another's row.
 */
export const OF_OTHERS: Record<string, OfOthers | 'anybody'> = {
  'GET /api/auth/profile/:id/checkVerified/': hunter('user'),
  'DELETE /api/auth/sessions/:id/': hunter('session'),

  'GET /api/projects/:id/': musician('project'),
  'PATCH /api/projects/:id/': musician('project', { name: 'Otro nombre' }),
  'POST /api/projects/:id/archive/': musician('project'),
  'POST /api/projects/:id/restore/': musician('project'),
  'POST /api/projects/:id/transfer/': musician('project', { member_id: 1 }),
  'POST /api/projects/:id/switch/': musician('project'),
  'POST /api/projects/:id/leave/': musician('project'),
  'PUT /api/projects/:id/shares/': musician('project', { shares: [{ member_id: 1, share: 100 }] }),
  'GET /api/projects/:id/members/': musician('project'),
  'PATCH /api/projects/:id/members/:member_id/': {
    by: 'MUSICIAN',
    ids: (o) => ({ id: o.project, member_id: o.member }),
    body: { function: 'voice' },
  },
  'DELETE /api/projects/:id/members/:member_id/': {
    by: 'MUSICIAN',
    ids: (o) => ({ id: o.project, member_id: o.member }),
  },

  'GET /api/projects/:id/invitations/': musician('project'),
  'POST /api/projects/:id/invitations/': musician('project', { email: 'alguien@tarima.test', message: '' }),
  'POST /api/projects/:id/invitations/:invitation_id/resend/': {
    by: 'MUSICIAN',
    ids: (o) => ({ id: o.project, invitation_id: o.invitation }),
  },
  'POST /api/projects/:id/invitations/:invitation_id/revoke/': {
    by: 'MUSICIAN',
    ids: (o) => ({ id: o.project, invitation_id: o.invitation }),
  },
  'PATCH /api/invitations/:id/accept/': musician('invitation', { action: 'accept' }),
  'PATCH /api/invitations/:id/decline/': musician('invitation', { action: 'decline' }),
  'GET /api/musician/invitations/:id/': musician('invitation'),
  'PATCH /api/notifications/:id/': musician('notification', { read: true }),
  'DELETE /api/notifications/browsers/:id/': musician('browser'),

  'PATCH /api/files/:id/': musician('file'),
  'DELETE /api/files/:id/': musician('file'),

  'GET /api/services/:id/': musician('service'),
  'PUT /api/services/:id/': musician('service', SERVICE),
  'POST /api/services/:id/status/': musician('service', { step: 'archive' }),
  'PUT /api/instruments/:id/': musician('instrument', {
    name: 'guitar',
    type: 'musical instrument',
    family: 'strings',
    brand: null,
    model: null,
    owner_id: null,
    since_year: 2015,
    level: null,
    is_primary: true,
    condition: 'good',
    photo: null,
  }),
  'DELETE /api/instruments/:id/': musician('instrument'),
  'PUT /api/instruments/sets/:id/': musician('set'),
  'DELETE /api/instruments/sets/:id/': musician('set'),
  'DELETE /api/availability/exceptions/:id/': musician('exception'),

  'GET /api/orders/:id/': hunterOrder(),
  'PATCH /api/orders/:id/brief/': hunterOrder({ revision: 1, brief: { event: { guests: 80 } } }),
  'POST /api/orders/:id/submit/': hunterOrder({ revision: 1 }),
  'POST /api/orders/:id/continue/': hunterOrder(),
  'GET /api/orders/:id/plan/': hunterOrder(),
  'POST /api/orders/:id/plan/': hunterOrder(),
  'PATCH /api/orders/:id/plan/:variant/': {
    by: 'TALENT_HUNTER',
    ids: ({ order }) => ({ id: order, variant: 'recommended' }),
  },
  'POST /api/orders/:id/plan/:variant/moments/:slot/': {
    by: 'TALENT_HUNTER',
    ids: ({ order, slot }) => ({ id: order, variant: 'recommended', slot }),
    body: { approved: true },
  },
  'POST /api/orders/:id/approve/': hunterOrder({ variant: 'recommended' }),
  'GET /api/orders/:id/candidates/': hunterOrder(),
  'POST /api/orders/:id/scout/': hunterOrder({
    slots: [{ slot_id: 1, project_ids: [1] }],
    reply_by: '2026-12-01T00:00:00.000Z',
    message: '',
  }),
  'POST /api/orders/:id/requests/:request/withdraw/': {
    by: 'TALENT_HUNTER',
    ids: ({ order, request }) => ({ id: order, request }),
  },
  'POST /api/orders/:id/change/': hunterOrder({ note: 'Otra fecha, por favor' }),
  'POST /api/orders/:id/adjust/': hunterOrder(),
  'GET /api/orders/:id/cancel-preview/': hunterOrder(),
  'POST /api/orders/:id/cancel/': hunterOrder({ confirm: true, reason: 'Ya no hay evento' }),
  'POST /api/orders/:id/postpone/': hunterOrder(),
  'POST /api/orders/:id/reschedule/': hunterOrder(),

  'GET /api/requests/:id/': musician('request'),
  'POST /api/requests/:id/unavailable/': musician('request', {
    reason: 'busy',
    detail: 'Estoy de viaje ese día',
  }),
  'POST /api/requests/:id/available/': musician('request', { budget: OFFER }),
  'GET /api/orders/:id/budgets/': hunterOrder(),
  'POST /api/budgets/:id/viewed/': hunter('budget'),
  'POST /api/budgets/:id/accept/': hunter('budget', { chosen: [] }),
  'POST /api/budgets/:id/changes/': hunter('budget', { note: 'Un poco menos' }),
  'POST /api/budgets/:id/decline/': hunter('budget', { reason: 'Elegimos a otro' }),
  'POST /api/budgets/:id/revise/': musician('budget', { budget: OFFER }),
  'POST /api/budgets/:id/withdraw/': musician('budget', { reason: 'Ya no puedo' }),

  'GET /api/orders/:id/contracts/': hunterOrder(),
  'GET /api/contracts/:id/': musician('contract'),
  'POST /api/contracts/:id/viewed/': musician('contract'),
  'POST /api/contracts/:id/sign/': musician('contract', {
    typed_name: 'Marisol Reyes',
    consent: true,
    sha256: 'a'.repeat(64),
  }),
  'PATCH /api/contracts/:id/': musician('contract', { special_terms: 'Cena incluida' }),
  'POST /api/contracts/:id/reject/': musician('contract', { reason: 'No estoy de acuerdo' }),
  'PATCH /api/contracts/:id/pay-to/': musician('contract', { pay_to: 'Banco Industrial 123' }),
  'POST /api/contracts/:id/deposit/': hunter('contract', { method: 'cash' }),
  'DELETE /api/contracts/:id/deposit/': hunter('contract'),
  'POST /api/contracts/:id/deposit/confirm/': musician('contract'),

  'GET /api/orders/:id/event/': hunterOrder(),
  'GET /api/events/:id/': hunter('event'),
  'POST /api/events/:id/checklist/': hunter('event', {
    title: 'Llevar extensiones',
    owner: 'hunter',
    due_at: '2026-12-18T00:00:00.000Z',
  }),
  'PATCH /api/events/:id/checklist/:item/': {
    by: 'TALENT_HUNTER',
    ids: ({ event, item }) => ({ id: event, item }),
    body: { done: true },
  },
}

/** Somebody else's world, one row of each kind, written as plainly as the tables allow. */
export async function peopleWithThings(t: TestApp): Promise<OtherPeople> {
  const boss: Person = await t.person('TALENT_HUNTER')
  const player: Person = await t.person('MUSICIAN')
  const project = player.project_id ?? 0
  const now = t.clock.now().toISOString()
  const during = '["2026-12-19T20:00:00Z","2026-12-19T22:00:00Z")'
  const first = async (inserted: Promise<{ id: number }[]>): Promise<number> => {
    const [row] = await inserted
    if (!row) throw new Error('no row')
    return row.id
  }

  const service = await first(
    t.db
      .insert(services)
      .values({ ...SERVICE, project_id: project, status: 'active' } as never)
      .returning(),
  )
  const order = await first(
    t.db
      .insert(orders)
      .values({
        hunter_id: boss.id,
        stage: 'contracting',
        zone: 'America/Guatemala',
        currency: 'USD',
        title: 'Boda',
      })
      .returning(),
  )
  const slot = await first(t.db.insert(slots).values({ order_id: order }).returning())
  const request = await first(
    t.db
      .insert(requests)
      .values({
        order_id: order,
        slot_id: slot,
        project_id: project,
        service_id: service,
        during,
        reply_by: '2026-12-01T00:00:00Z',
        status: 'available',
        sent_at: now,
      })
      .returning(),
  )
  const money = {
    subtotal: 20_000,
    discount: 0,
    tax: 0,
    platform_fee: 0,
    total: 20_000,
    payout: 20_000,
    deposit: 6_000,
    currency: 'USD',
    deposit_pct: 30,
  }
  const budget = await first(
    t.db
      .insert(budgets)
      .values({
        ...money,
        request_id: request,
        order_id: order,
        slot_id: slot,
        project_id: project,
        version: 1,
        state: 'sent',
        items: [],
        cancellation: [],
        balance_due_at: '2026-12-18T00:00:00Z',
        valid_until: '2026-12-10T00:00:00Z',
      })
      .returning(),
  )
  const contract = await first(
    t.db
      .insert(contracts)
      .values({
        number: 'T-OTHERS-1',
        order_id: order,
        slot_id: slot,
        request_id: request,
        budget_id: budget,
        project_id: project,
        hunter_id: boss.id,
        state: 'sent',
        terms: {} as never,
        sha256: '0'.repeat(64),
      })
      .returning(),
  )
  const event = await first(
    t.db
      .insert(events)
      .values({
        order_id: order,
        hunter_id: boss.id,
        type: 'wedding',
        state: 'confirmed',
        starts_at: '2026-12-19T20:00:00Z',
        ends_at: '2026-12-19T22:00:00Z',
        zone: 'America/Guatemala',
        confirmed_at: now,
      })
      .returning(),
  )
  const [member] = await t.db.select().from(project_members).where(eq(project_members.project_id, project))
  return {
    user: boss.id,
    session: await first(
      t.db.select({ id: sessions.id }).from(sessions).where(eq(sessions.user_id, boss.id)),
    ),
    project,
    member: member?.id ?? 0,
    invitation: await first(
      t.db
        .insert(invitations)
        .values({
          project_id: project,
          invited_by: player.id,
          email: 'otra@tarima.test',
          expires_at: '2026-12-04T00:00:00Z',
        })
        .returning(),
    ),
    browser: await first(
      t.db
        .insert(push_subscriptions)
        .values({
          user_id: boss.id,
          session_id: sql`(select id from sessions where user_id = ${boss.id} limit 1)`,
          endpoint: 'https://fcm.googleapis.com/fcm/send/another',
          p256dh: 'x',
          auth: 'x',
        })
        .returning(),
    ),
    notification: await first(
      t.db
        .insert(notifications)
        .values({ user_id: boss.id, type: 'BRIEF_INITIATED', subject: 'order:1' })
        .returning(),
    ),
    file: await first(
      t.db
        .insert(files)
        .values({ user_id: player.id, key: 'others', width: 1, height: 1, bytes: 1, parts: {} })
        .returning(),
    ),
    service,
    instrument: await first(
      t.db
        .insert(instruments)
        .values({ project_id: project, type: 'musical instrument', name: 'guitar' } as never)
        .returning(),
    ),
    set: await first(
      t.db
        .insert(instrument_sets)
        .values({ project_id: project, name: 'Equipo chico' } as never)
        .returning(),
    ),
    exception: await first(
      t.db
        .insert(availability_exceptions)
        .values({ project_id: project, during, kind: 'blocked' })
        .returning(),
    ),
    order,
    slot,
    request,
    budget,
    contract,
    event,
    item: await first(
      t.db
        .insert(checklist_items)
        .values({ event_id: event, title: 'Sillas', owner: 'hunter', due_at: '2026-12-18T00:00:00Z' })
        .returning(),
    ),
  }
}
