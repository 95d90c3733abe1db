import { eq } from 'drizzle-orm'
import type { TestApp } from '#app/server/testing.ts'
import { newKey } from '#core/server/files.ts'
import { passkeys, sessions } from '#features/accounts/table.ts'
import { createException } from '#features/availability/contract.ts'
import { addSource } from '#features/calendars/contract.ts'
import { contract_extras } from '#features/contracts/table.ts'
import { addItem, readOrderEvent } from '#features/events/contract.ts'
import { day_reports, event_backups, event_documents } from '#features/events/table.ts'
import { fee_lines, fee_statements } from '#features/fees/table.ts'
import { files } from '#features/files/table.ts'
import { createInstrument, createInstrumentSet } from '#features/instruments/contract.ts'
import { invite } from '#features/invitations/contract.ts'
import { LESSON } from '#features/lessons/scene.fixture.ts'
import { addLink } from '#features/media/contract.ts'
import { addBrowser, listNotifications } from '#features/notifications/contract.ts'
import { payments } from '#features/payments/table.ts'
import { createProject, listMembers } from '#features/projects/contract.ts'
import { listReceipts } from '#features/receipts/contract.ts'
import { musician_surveys } from '#features/results/table.ts'
import { review_rounds, reviews } from '#features/reviews/table.ts'
import { createService, listServices } from '#features/services/contract.ts'
import { createTicket } from '#features/support/contract.ts'
import { addReply, openThread, sendMessage } from '#features/threads/contract.ts'
import { thread_files } from '#features/threads/table.ts'
import { identity_files } from '#features/verification/table.ts'
import { SERVICE } from './cast.ts'
import { idOf, type LessonsOfOthers, lessonsOf } from './others.lessons.fixture.ts'
import { wedding } from './wedding.fixture.ts'

/** Rows of somebody else, by what they are. */
export type OtherPeople = Record<
  | 'user'
  | 'session'
  | 'passkey'
  | 'project'
  | 'member'
  | 'invitation'
  | 'notification'
  | 'browser'
  | 'file'
  | 'medium'
  | 'identity_file'
  | 'service'
  | 'instrument'
  | 'set'
  | 'exception'
  | 'source'
  | 'order'
  | 'slot'
  | 'request'
  | 'budget'
  | 'contract'
  | 'extra'
  | 'receipt'
  | 'payment'
  | 'fees'
  | 'event'
  | 'report'
  | 'document'
  | 'survey'
  | 'round'
  | 'review'
  | 'item'
  | 'backup'
  | 'thread'
  | 'thread_file'
  | 'reply'
  | 'ticket'
  | keyof LessonsOfOthers,
  number
>

/** Somebody else's world: a confirmed wedding, whoever plays it, and one row of every other kind. */
export async function peopleWithThings(t: TestApp): Promise<OtherPeople> {
  const boss = await t.person('TALENT_HUNTER')
  const player = await t.person('MUSICIAN')
  const project = player.project_id ?? 0
  const scene = await wedding(t, 'paid', boss, [{ project_ids: [project] }], {
    starts_at: '2026-12-19T20:00:00Z',
  })
  const order = scene.order_id
  const { event } = await boss.api(readOrderEvent, { params: { id: order } })
  const { checklist } = await boss.api(addItem, {
    params: { id: idOf(event) },
    body: { title: 'Sillas', due_at: '2026-12-18T00:00:00Z' },
  })
  const { browsers } = await boss.api(addBrowser, {
    body: {
      endpoint: 'https://fcm.googleapis.com/fcm/send/another',
      keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
    },
  })

  const instrument = await player.api(createInstrument, {
    body: {
      name: 'guitar',
      type: 'musical instrument',
      family: 'strings',
      brand: null,
      model: null,
      owner_id: null,
      since_year: null,
      level: null,
      is_primary: true,
      condition: 'good',
      photo: null,
    },
  })
  const set = await player.api(createInstrumentSet, {
    body: {
      name: 'Equipo chico',
      instrument_ids: [instrument.id],
      setup_minutes: 20,
      teardown_minutes: 20,
      footprint_m2: null,
      watts: null,
      input_channels: null,
    },
  })
  const exception = await player.api(createException, {
    body: { from: '2026-12-26T20:00:00Z', to: '2026-12-26T22:00:00Z', kind: 'blocked', reason: '' },
  })
  const { sources } = await player.api(addSource, {
    body: { name: 'Otro calendario', url: 'https://calendar.invalid.test/secret.ics' },
  })
  const services = await player.api(listServices)
  const own = await player.api(addLink, {
    params: { id: project },
    body: { url: 'https://youtu.be/dQw4w9WgXcQ', title: 'En vivo' },
  })
  const members = await player.api(listMembers, { params: { id: project } })
  const band = await player.api(createProject, { body: { name: 'La Ceiba', project_type: 'GROUP' } })
  const invitation = await player.api(invite, {
    params: { id: band.id },
    body: { email: 'otra@tarima.test', message: '' },
  })
  const given = await boss.api(listReceipts)
  const told = await boss.api(listNotifications)
  const [session] = await t.db.select({ id: sessions.id }).from(sessions).where(eq(sessions.user_id, boss.id))
  // A key that nobody has: it lets nobody in, and can be removed.
  const [passkey] = await t.db
    .insert(passkeys)
    .values({ user_id: player.id, credential_id: 'nobody', public_key: '', counter: 0, transports: [] })
    .returning()
  // Said before its day: nobody may say anything of theirs yet.
  const [report] = await t.db
    .insert(day_reports)
    .values({
      event_id: idOf(event),
      user_id: player.id,
      project_id: project,
      kind: 'arrived',
      at: t.clock.now().toISOString(),
    })
    .returning()
  // A picture's bytes are nothing to the calls that are refused.
  const [file] = await t.db
    .insert(files)
    .values({ user_id: player.id, key: newKey(), width: 1, height: 1, bytes: 1, parts: {} })
    .returning()
  const [identity_file] = await t.db
    .insert(identity_files)
    .values({
      user_id: player.id,
      key: newKey(),
      format: 'jpeg',
      bytes: 1,
      stored_at: t.clock.now().toISOString(),
    })
    .returning()
  // Nor are a document's bytes.
  const [document] = await t.db
    .insert(event_documents)
    .values({
      event_id: idOf(event),
      user_id: boss.id,
      key: newKey(),
      format: 'pdf',
      bytes: 1,
      title: 'Plano',
      stored_at: t.clock.now().toISOString(),
    })
    .returning()
  // The event is still ahead: what is asked after it is nothing to the calls that are refused.
  const [survey] = await t.db
    .insert(musician_surveys)
    .values({ event_id: idOf(event), project_id: project, asked_at: t.clock.now().toISOString() })
    .returning()
  const at = t.clock.now().toISOString()
  const [round] = await t.db
    .insert(review_rounds)
    .values({
      ...{ event_id: idOf(event), project_id: project, hunter_id: boss.id, opened_at: at },
      closes_at: '2999-01-01T00:00:00.000Z',
    })
    .returning()
  // Between the two sides alone: what hosts say of musicians is for everybody.
  const [review] = await t.db
    .insert(reviews)
    .values({
      ...{ round_id: idOf(round), side: 'artist', project_id: project, hunter_id: boss.id },
      ...{ author_id: boss.id, satisfaction: 5, professionalism: 5, communication: 5, punctuality: 5 },
      ...{ event_type: 'wedding', played_on: '2026-01-01', written_at: at },
    })
    .returning()
  const [backup] = await t.db
    .insert(event_backups)
    .values({
      event_id: idOf(event),
      slot_id: scene.slot_ids[0] ?? 0,
      project_id: project,
      service_id: idOf(services.results[0]),
      price: 40_000,
      fit: 50,
      state: 'asked',
    })
    .returning()
  const [payment] = await t.db.select().from(payments).orderBy(payments.id).limit(1)
  const [extra] = await t.db
    .insert(contract_extras)
    .values({
      ...{ contract_id: idOf(scene.contracts[0]), project_id: project, kind: 'extra', title: 'Una hora más' },
      ...{ amount: 15_000, fee: 0, currency: 'USD', state: 'proposed', proposed_by: 'artist' },
    })
    .returning()
  // Posted by hand: what is earned comes long after the last of the scene's days.
  const stated = await t.db.transaction(async (tx) => {
    const [row] = await tx
      .insert(fee_statements)
      .values({
        ...{
          project_id: project,
          number: 1,
          month: '2026-01',
          currency: 'USD',
          amount: 100,
          person_id: player.id,
        },
        ...{ name: 'Otra banda', closed_at: at, due_at: at, state: 'due' },
      })
      .returning()
    await tx
      .insert(fee_lines)
      .values({ statement_id: idOf(row), posting_id: 1, subject: 'contract:1', amount: 100, at })
    return row
  })
  const thread = await boss.api(openThread, { body: { order_id: order, project_id: project } })
  await boss.api(sendMessage, {
    params: { id: thread.id },
    body: { client_id: 'a-first-message', text: 'Hola', file_ids: [] },
  })
  const [sent] = await t.db
    .insert(thread_files)
    .values({
      thread_id: thread.id,
      user_id: boss.id,
      seq: 1,
      key: newKey(),
      format: 'pdf',
      bytes: 1,
      name: 'Plano.pdf',
      stored_at: t.clock.now().toISOString(),
      created_at: t.clock.now().toISOString(),
    })
    .returning()
  const reply = await player.api(addReply, { body: { title: 'Gracias', text: 'Gracias por escribir.' } })
  const ticket = await boss.api(createTicket, {
    body: { topic: 'other', title: 'No abre', text: 'No abre mi evento' },
  })
  return {
    user: boss.id,
    session: idOf(session),
    passkey: idOf(passkey),
    project,
    member: idOf(members.results[0]),
    invitation: idOf(invitation),
    notification: idOf(told.results[0]),
    browser: idOf(browsers[0]),
    file: idOf(file),
    medium: idOf(own.links[0]),
    identity_file: idOf(identity_file),
    service: idOf(services.results[0]),
    instrument: instrument.id,
    set: idOf(set),
    exception: idOf(exception),
    source: idOf(sources?.[0]),
    order,
    slot: scene.slot_ids[0] ?? 0,
    request: scene.request_ids[0]?.[0] ?? 0,
    budget: scene.budget_ids[0] ?? 0,
    contract: idOf(scene.contracts[0]),
    extra: idOf(extra),
    receipt: idOf(given.results[0]),
    payment: idOf(payment),
    fees: idOf(stated),
    event: idOf(event),
    report: idOf(report),
    document: idOf(document),
    item: idOf(checklist.find(({ title }) => title === 'Sillas')),
    survey: idOf(survey),
    round: idOf(round),
    review: idOf(review),
    backup: idOf(backup),
    thread: thread.id,
    thread_file: idOf(sent),
    reply: reply.id,
    ticket: ticket.id,
    ...(await lessonsOf(t, {
      ...{ id: player.id, project_id: project },
      service_id: idOf(await player.api(createService, { body: { ...SERVICE, ...LESSON, activate: false } })),
    })),
  }
}
