import { and, desc, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { subject } from '#core/contract/subject.ts'
import { DAY, HOUR } from '#core/contract/time.ts'
import type { App } from '#core/server/app.ts'
import { newKey, storeOf } from '#core/server/files.ts'
import { transaction } from '#core/server/work.ts'
import { reportProfile } from '#features/directory/contract.reports.ts'
import { events } from '#features/events/table.ts'
import { documentPart } from '#features/files/rules.ts'
import { membership_charges, memberships } from '#features/plans/table.ts'
import { reportReview } from '#features/reviews/contract.ts'
import { reviews } from '#features/reviews/table.ts'
import { decide, grant } from '#features/staff/commands.ts'
import { createTicket, rateArticle } from '#features/support/contract.ts'
import { openThread, reportMessage, sendMessage } from '#features/threads/contract.ts'
import { sendIdentity } from '#features/verification/contract.ts'
import { identity_files } from '#features/verification/table.ts'
import { specimen } from './art.ts'
import { callsOf } from './orders.ts'
import type { DemoPeople } from './people.ts'

/** The demo's account with the desk. */
export const DEMO_STAFF = 'soporte@tarima.demo'

/** Fills the desk: what people ask and report, a document to look at, and a transfer that somebody has to find. */
export async function makeStaff(
  app: App,
  server: FastifyInstance,
  people: DemoPeople,
  say: (line: string) => void,
): Promise<void> {
  const { db } = app
  const now = app.clock.now()
  const musician = people.musicians[0]
  const other = people.musicians[3]
  const payer = people.musicians[7]
  if (!musician || !other || !payer) throw new Error('the demo has too few musicians')
  await transaction(app, now, (work) => grant(work, DEMO_STAFF, 'demo', true))
  const hunter = await callsOf(app, server, people.hunter_id)
  const player = await callsOf(app, server, musician.user_id, musician.project_id)
  const stranger = await callsOf(app, server, other.user_id, other.project_id)

  const [event] = await db
    .select({ id: events.id })
    .from(events)
    .where(eq(events.hunter_id, people.hunter_id))
    .orderBy(desc(events.starts_at))
    .limit(1)
  await hunter(createTicket, {
    body: {
      topic: 'event',
      title: 'El salón cambió la hora de entrada',
      text: 'Nos avisaron que solo se puede entrar a montar desde las 15:00. ¿Dónde lo cambio para que lo vea la banda?',
      about: event ? subject('event', event.id) : null,
      file_ids: [],
    },
  })
  await player(createTicket, {
    body: {
      topic: 'payment',
      title: 'No veo el recibo de mi último pago',
      text: 'El cliente me confirmó el saldo el viernes y todavía no me aparece el recibo.',
      file_ids: [],
    },
  })
  const answered = await hunter(createTicket, {
    body: {
      topic: 'account',
      title: '¿Puedo cambiar el correo de mi cuenta?',
      text: 'Ya no uso el correo con el que me registré.',
      file_ids: [],
    },
  })
  await transaction(app, now, (work) =>
    decide(
      work,
      { console_name: 'demo' },
      { kind: 'ticket', id: answered.id },
      {
        act: 'answer',
        text: 'Sí. En tu perfil, en «Cómo entras», elige «Cambiar correo»: al correo nuevo te llega un enlace para confirmarlo.',
        file_ids: [],
      },
    ),
  )
  // Somebody who isn't known yet writes what shouldn't be written.
  const thread = await hunter(openThread, { body: { project_id: other.project_id } })
  const params = { id: thread.id }
  await hunter(sendMessage, {
    params,
    body: { client_id: 'demo-question-1', text: '¿Tocas en bodas fuera de la capital?', file_ids: [] },
  })
  const said = await stranger(sendMessage, {
    params,
    body: {
      client_id: 'demo-answer-1',
      text: 'Sí, pero mejor deposítame todo por adelantado y lo arreglamos fuera de aquí.',
      file_ids: [],
    },
  })
  await hunter(reportMessage, {
    params: { ...params, seq: said.seq },
    body: { reason: 'fraud', note: 'Me pide pagarle antes y por fuera.' },
  })
  await hunter(reportProfile, {
    params: { id: other.project_id },
    body: { reason: 'other', note: 'Las fotos son de otra agrupación.' },
  })
  const [review] = await db
    .select({ id: reviews.id })
    .from(reviews)
    .where(and(eq(reviews.project_id, musician.project_id), eq(reviews.side, 'hunter')))
    .orderBy(reviews.mark, reviews.id)
    .limit(1)
  if (review)
    await player(reportReview, {
      params: { id: review.id },
      body: { reason: 'untrue', note: 'Ese día no toqué para esa persona.' },
    })
  await player(sendIdentity, { body: { files: [await makeDocument(app, musician.user_id)], consent: true } })
  await makeTransfer(app, payer.user_id)
  for (const [article, helped] of [
    ['deposit', true],
    ['cancel', false],
  ] as const)
    await hunter.maybe(rateArticle, { params: { article }, body: { helped } })
  say('a desk for staff with questions, reports, a document and a transfer')
}

/** One side of a document, uploaded and not sent yet. @returns its id */
async function makeDocument({ db, clock, config }: App, user_id: number): Promise<number> {
  const bytes = await specimen()
  const key = newKey()
  await storeOf(config).put(key, new Map([[documentPart('png'), bytes]]))
  const at = clock.now().toISOString()
  const [file] = await db
    .insert(identity_files)
    .values({ user_id, key, format: 'png', bytes: bytes.length, stored_at: at, created_at: at })
    .returning({ id: identity_files.id })
  if (!file) throw new Error('no document was written')
  return file.id
}

/** A transfer for a plan that was sent this morning; plans aren't sold here until somebody says where to pay. */
async function makeTransfer({ db, clock }: App, user_id: number): Promise<void> {
  const now = clock.now()
  const at = now.toISOString()
  const until = new Date(now.getTime() + 6 * DAY).toISOString()
  const [membership] = await db
    .insert(memberships)
    .values({
      ...{ user_id, plan: 'pro', interval: 'month', currency: 'USD', state: 'awaiting' },
      ...{ period_start: at, period_end: at, anchor_day: now.getUTCDate(), state_until: until },
    })
    .returning({ id: memberships.id })
  if (!membership) throw new Error('no membership was written')
  await db.insert(membership_charges).values({
    ...{ membership_id: membership.id, user_id, kind: 'first', plan: 'pro', interval: 'month' },
    ...{ amount: 900, currency: 'USD', state: 'declared', due_at: until },
    reference: 'BI 204417',
    declared_at: new Date(now.getTime() - 5 * HOUR).toISOString(),
    created_at: at,
  })
}
