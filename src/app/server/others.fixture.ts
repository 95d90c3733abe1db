import { NO_ARTIST_FACTS, NO_HOST_FACTS } from '#features/events/rules.day.ts'
import { hunter, musician, type OfOthers } from './others.ids.fixture.ts'
import { LESSONS_OF_OTHERS } from './others.lessons.fixture.ts'
import { SERVICE } from './scenes/cast.ts'
import { offerFor } from './scenes/order.ts'

const hunterOrder = (body?: object): OfOthers => ({
  by: 'TALENT_HUNTER',
  ids: ({ order }) => ({ id: order }),
  ...(body ? { body } : {}),
})
const media = (body?: object): OfOthers => ({
  by: 'MUSICIAN',
  ids: (o) => ({ id: o.project, media_id: o.medium }),
  ...(body ? { body } : {}),
})
const deposit = (by: 'TALENT_HUNTER' | 'MUSICIAN', body?: object): OfOthers => ({
  by,
  ids: ({ contract }) => ({ id: contract, kind: 'deposit' }),
  ...(body ? { body } : {}),
})
const extra = (by: 'TALENT_HUNTER' | 'MUSICIAN'): OfOthers => ({
  by,
  ids: (o) => ({ id: o.contract, extra: o.extra }),
})
const hunterDocument = (body?: object): OfOthers => ({
  by: 'TALENT_HUNTER',
  ids: ({ event, document }) => ({ id: event, document }),
  ...(body ? { body } : {}),
})
const REVIEW = { satisfaction: 5, professionalism: 5, communication: 5, punctuality: 5, text: '' }
const OFFER = offerFor({ now: new Date('2026-12-01T00:00:00Z'), starts_at: '2026-12-31T00:00:00Z' })

/**
 * Whose row each endpoint with an id is about. 'anybody': it is public to those who may call it, so there is no
 * such thing as another's row.
 */
export const OF_OTHERS: Record<string, OfOthers | 'anybody'> = {
  'GET /api/auth/profile/:id/checkVerified/': hunter('user'),
  'DELETE /api/auth/sessions/:id/': hunter('session'),
  'DELETE /api/auth/factors/passkeys/:id/': musician('passkey'),

  'GET /api/support/tickets/:id/': hunter('ticket'),
  'POST /api/support/tickets/:id/messages/': hunter('ticket', { text: 'Sigue igual' }),
  'POST /api/support/tickets/:id/close/': hunter('ticket'),

  'GET /api/support/tickets/:id/files/:file/': {
    by: 'TALENT_HUNTER',
    ids: (o) => ({ id: o.ticket, file: 1 }),
  },
  // Who has the grant reads what waits, whosever it is; nobody else gets so far.
  'GET /api/staff/queue/:kind/:id/': 'anybody',
  'POST /api/staff/queue/:kind/:id/take/': 'anybody',
  'POST /api/staff/queue/:kind/:id/leave/': 'anybody',
  'POST /api/staff/queue/:kind/:id/files/': 'anybody',
  'GET /api/staff/queue/:kind/:id/files/:file/': 'anybody',
  'POST /api/staff/queue/:kind/:id/decide/': 'anybody',

  'PUT /api/directory/favourites/:id/': 'anybody',
  'DELETE /api/directory/favourites/:id/': 'anybody',

  'POST /api/directory/projects/:id/report/': 'anybody',
  'DELETE /api/verification/identity/files/:id/': musician('identity_file'),

  'GET /api/projects/:id/': musician('project'),
  'PATCH /api/projects/:id/': musician('project', { name: 'Otro nombre' }),
  'POST /api/projects/:id/archive/': musician('project'),
  'POST /api/projects/:id/restore/': musician('project'),
  'POST /api/projects/:id/transfer/': musician('project', { member_id: 1 }),
  'GET /api/projects/:id/transfer/': musician('project'),
  'DELETE /api/projects/:id/transfer/': musician('project'),
  'POST /api/projects/:id/transfer/answer/': musician('project', { action: 'accept' }),
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

  'GET /api/projects/:id/media/': musician('project'),
  'POST /api/projects/:id/media/pictures/': musician('project', {
    picture: '/api/files/1/?v=0123456789abcdef',
    title: '',
  }),
  'POST /api/projects/:id/media/sounds/': musician('project'),
  'POST /api/projects/:id/media/links/': musician('project', {
    url: 'https://youtu.be/dQw4w9WgXcQ',
    title: 'En vivo',
  }),
  'PUT /api/projects/:id/media/order/': musician('project', { kind: 'picture', ids: [] }),
  'PUT /api/projects/:id/media/songs/': musician('project', { songs: [] }),
  'PUT /api/projects/:id/media/stage/': musician('project', { needs: '', rider: '' }),
  'POST /api/projects/:id/media/rider/': musician('project'),
  'DELETE /api/projects/:id/media/rider/': musician('project'),
  'GET /api/projects/:id/media/rider/': musician('project'),
  'PATCH /api/projects/:id/media/:media_id/': media({ title: 'Otro' }),
  'DELETE /api/projects/:id/media/:media_id/': media(),
  'POST /api/projects/:id/media/:media_id/restore/': media(),
  'PUT /api/projects/:id/media/:media_id/levels/': media({ levels: Array(96).fill(50) }),

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

  ...LESSONS_OF_OTHERS,

  'POST /api/calendars/sources/:id/read/': musician('source'),
  'DELETE /api/calendars/sources/:id/': musician('source'),

  'GET /api/orders/:id/': hunterOrder(),
  'PATCH /api/orders/:id/brief/': hunterOrder({ revision: 1, brief: { event: { guests: 80 } } }),
  'PATCH /api/orders/:id/address/': hunterOrder({ address: '5a avenida norte 12' }),
  'POST /api/orders/:id/submit/': hunterOrder({ revision: 1 }),
  'POST /api/orders/:id/continue/': hunterOrder(),
  'GET /api/orders/:id/plan/': hunterOrder(),
  'GET /api/orders/:id/plan/estimates/:genre/:format/:minutes/': {
    by: 'TALENT_HUNTER',
    ids: ({ order }) => ({ id: order, genre: 'jazz', format: 'duo', minutes: 60 }),
  },
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
  'GET /api/orders/:id/reschedule-preview/:day/': {
    by: 'TALENT_HUNTER',
    ids: ({ order }) => ({ id: order, day: '2026-12-31' }),
  },
  'POST /api/orders/:id/reschedule/': hunterOrder(),
  'POST /api/orders/:id/ask/': hunterOrder({
    service_id: 1,
    price: 40_000,
    day: '2026-12-31',
    starts: '18:00',
    ends: '22:00',
  }),
  'POST /api/orders/:id/musicians/': hunterOrder({ musician: 1 }),

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
  'GET /api/contracts/:id/document/': musician('contract'),
  'GET /api/receipts/:id/document/': hunter('receipt'),
  'POST /api/slips/:of/:id/': { by: 'TALENT_HUNTER', ids: (o) => ({ of: 'payment', id: o.payment }) },
  'GET /api/slips/:of/:id/': { by: 'TALENT_HUNTER', ids: (o) => ({ of: 'payment', id: o.payment }) },
  'POST /api/fees/:id/transfer/': musician('fees', { reference: 'BI 4411' }),
  'GET /api/fees/:id/document/': musician('fees'),
  'GET /api/contracts/:id/versions/': musician('contract'),
  'POST /api/contracts/:id/amendment/': musician('contract', { special_terms: 'Cena incluida' }),
  'POST /api/contracts/:id/amendment/sign/': musician('contract', {
    typed_name: 'Marisol Reyes',
    consent: true,
    sha256: 'a'.repeat(64),
  }),
  'DELETE /api/contracts/:id/amendment/': musician('contract'),
  'POST /api/contracts/:id/reject/': musician('contract', { reason: 'No estoy de acuerdo' }),
  'POST /api/contracts/:id/withdraw/': musician('contract', { reason: 'Estoy enferma' }),
  'POST /api/contracts/:id/missing/': hunter('contract'),
  'PATCH /api/contracts/:id/pay-to/': musician('contract', { pay_to: 'Banco Industrial 123' }),
  'POST /api/contracts/:id/extras/': musician('contract', { title: 'Una hora más', amount: 15_000 }),
  'POST /api/contracts/:id/extras/:extra/accept/': extra('TALENT_HUNTER'),
  'DELETE /api/contracts/:id/extras/:extra/': extra('MUSICIAN'),
  'POST /api/contracts/:id/tips/': hunter('contract', { amount: 5_000 }),
  'POST /api/contracts/:id/payments/:kind/': deposit('TALENT_HUNTER', { method: 'cash' }),
  'DELETE /api/contracts/:id/payments/:kind/': deposit('TALENT_HUNTER'),
  'POST /api/contracts/:id/payments/:kind/confirm/': deposit('MUSICIAN'),
  'POST /api/contracts/:id/payments/:kind/card/': deposit('TALENT_HUNTER'),
  'POST /api/contracts/:id/payments/:kind/card/check/': deposit('TALENT_HUNTER'),
  'DELETE /api/contracts/:id/payments/:kind/card/': deposit('TALENT_HUNTER'),
  'POST /api/payouts/:id/': musician('project'),

  'GET /api/orders/:id/event/': hunterOrder(),
  'GET /api/threads/:id/': hunter('thread'),
  'GET /api/threads/:id/messages/': hunter('thread'),
  'POST /api/threads/:id/messages/': hunter('thread', { client_id: 'not-ours-at-all', text: 'Hola' }),
  'DELETE /api/threads/:id/messages/:seq/': { by: 'TALENT_HUNTER', ids: (o) => ({ id: o.thread, seq: 1 }) },
  'POST /api/threads/:id/messages/:seq/report/': {
    by: 'TALENT_HUNTER',
    ids: (o) => ({ id: o.thread, seq: 1 }),
    body: { reason: 'spam' },
  },
  'POST /api/threads/:id/read/': hunter('thread', { seq: 1 }),
  'POST /api/threads/:id/block/': hunter('thread', { blocked: true }),
  'POST /api/threads/:id/files/': hunter('thread'),
  'GET /api/threads/:id/files/:file/': {
    by: 'TALENT_HUNTER',
    ids: (o) => ({ id: o.thread, file: o.thread_file }),
  },
  'PATCH /api/saved-replies/:id/': musician('reply', { title: 'Otra', text: 'Otra' }),
  'DELETE /api/saved-replies/:id/': musician('reply'),
  'GET /api/events/:id/': hunter('event'),
  'PATCH /api/events/:id/opening/': hunter('event', { opens_at: null }),
  'GET /api/events/:id/replacements/': hunter('event'),
  'POST /api/events/:id/replacements/': hunter('event', { project_id: 1, slot_ids: [1] }),
  'GET /api/events/:id/backups/': hunter('event'),
  'POST /api/events/:id/backups/:backup/ask/': {
    by: 'TALENT_HUNTER',
    ids: ({ event, backup }) => ({ id: event, backup }),
  },
  'POST /api/events/:id/backups/risk/': hunter('event', { slot_id: 1 }),
  'GET /api/events/:id/band/:project/': {
    by: 'MUSICIAN',
    ids: (o) => ({ id: o.event, project: o.project }),
  },
  'POST /api/events/:id/substitutes/': musician('event', {
    project_id: 1,
    member_id: 1,
    substitute_id: 2,
  }),
  'POST /api/events/:id/substitutes/:substitute/answer/': {
    by: 'TALENT_HUNTER',
    ids: (o) => ({ id: o.event, substitute: 1 }),
    body: { accept: true },
  },
  'DELETE /api/events/:id/substitutes/:substitute/': {
    by: 'MUSICIAN',
    ids: (o) => ({ id: o.event, substitute: 1 }),
  },
  'POST /api/standby/:id/answer/': musician('backup', { stands: true }),
  'GET /api/events/:id/file/': hunter('event'),
  'GET /api/events/:id/sheet/': hunter('event'),
  'PUT /api/events/:id/facts/': hunter('event', { ...NO_HOST_FACTS, parking: 'Atrás', version: 0 }),
  'PUT /api/events/:id/facts/:project/': {
    by: 'MUSICIAN',
    ids: ({ event, project }) => ({ id: event, project }),
    body: { ...NO_ARTIST_FACTS, version: 0 },
  },
  'POST /api/events/:id/documents/': hunter('event'),
  'GET /api/events/:id/documents/:document/': hunterDocument(),
  'PATCH /api/events/:id/documents/:document/': hunterDocument({ title: 'Plano del salón' }),
  'DELETE /api/events/:id/documents/:document/': hunterDocument(),
  'POST /api/events/:id/day/': hunter('event', { kind: 'arrived' }),
  'DELETE /api/events/:id/day/:report/': {
    by: 'MUSICIAN',
    ids: ({ event, report }) => ({ id: event, report }),
  },
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

  'GET /api/orders/:id/survey/': hunterOrder(),
  'PATCH /api/orders/:id/survey/': hunterOrder({ nps: 9 }),
  'POST /api/orders/:id/survey/send/': hunterOrder(),
  'GET /api/orders/:id/continuous/': hunterOrder(),
  'POST /api/orders/:id/continuous/': hunterOrder({
    rhythm: 'weekly',
    days: ['2027-01-09'],
    budget: 100_000,
    line_up: 'open',
  }),
  'GET /api/orders/:id/results/': hunterOrder(),
  'GET /api/orders/:id/insights/': hunterOrder(),
  'GET /api/orders/:id/results/paper/': hunterOrder(),
  'GET /api/orders/:id/results/link/': hunterOrder(),
  'POST /api/orders/:id/results/link/': hunterOrder({ with_money: false }),
  'DELETE /api/orders/:id/results/link/': hunterOrder(),
  'GET /api/surveys/:id/': musician('survey'),
  'PATCH /api/surveys/:id/': musician('survey', { mark: 4 }),
  'POST /api/surveys/:id/send/': musician('survey'),
  'POST /api/reviews/rounds/:id/': musician('round', REVIEW),
  'PATCH /api/reviews/rounds/:id/': hunter('round', REVIEW),
  'POST /api/reviews/:id/answer/': hunter('review', { text: 'Gracias' }),
  'PATCH /api/reviews/:id/answer/': hunter('review', { text: 'Gracias' }),
  'POST /api/reviews/:id/report/': musician('review', { reason: 'untrue' }),
}
