import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW, wedding } from '#app/server/scenes/wedding.fixture.ts'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { gather } from '#core/server/events.ts'
import { newKey } from '#core/server/files.ts'
import { deletionsIn } from '#features/accounts/deletion.fixture.ts'
import { deletionParts } from '#features/accounts/queries.deletion.ts'
import { personalData } from '#features/accounts/queries.exports.ts'
import { thread_files, thread_messages } from './table.ts'

/* What the journey says in a thread, and what becomes of what somebody said. */

let t: TestApp
beforeAll(async () => {
  t = await testApp({ now: NOW })
})
afterAll(async () => {
  await t.close()
  rmSync(t.app.config.data_dir, { recursive: true, force: true })
})
const { someone, goes } = deletionsIn(() => t)

const say = (who: Person, id: number, text: string) =>
  who.post(`/api/threads/${id}/messages/`, { client_id: `ends-${Math.random().toString(36).slice(2)}`, text })
const lines = async (who: Person, id: number) =>
  (await who.get(`/api/threads/${id}/messages/?after=0`)).body.results

test('what happens to an order stands in its thread, in the order in which it happened', async () => {
  const host = await t.person('TALENT_HUNTER', { name: 'Rosa Ixchel' })
  const player = await t.person('MUSICIAN', { name: 'Pedro Tum' })
  const project_id = player.project_id ?? 0
  const scene = await wedding(t, 'paid', host, [{ project_ids: [project_id] }])
  const { id } = (await host.post('/api/threads/', { order_id: scene.order_id, project_id })).body
  const told = await lines(host, id)
  expect(told.map(({ event }: { event: string }) => event)).toEqual(['quote_sent', 'agreement_active'])
  expect(told[0]).toMatchObject({ seq: 1, side: null, author: null, params: { version: 1 }, mine: false })
  // Nobody wrote it, so nobody has to read it.
  expect((await player.get('/api/threads/')).body.results[0]).toMatchObject({ id, unread: 0 })
  expect((await host.get('/api/notifications/?notification_type=MESSAGE_RECEIVED')).body.results).toEqual([])
  await host.post(`/api/orders/${scene.order_id}/cancel/`, { confirm: true, reason: 'Cambio de planes' })
  const after = (await lines(player, id)).map(({ event }: { event: string }) => event)
  expect(after).toContain('order_cancelled')
  expect(after).toContain('agreement_ended')
})

test('an event that is put off says so, and on which day it is instead', async () => {
  const host = await t.person('TALENT_HUNTER', { name: 'Inés Coy' })
  const player = await t.person('MUSICIAN', { name: 'Beto Xol' })
  const project_id = player.project_id ?? 0
  const scene = await wedding(t, 'paid', host, [{ project_ids: [project_id] }])
  const { id } = (await host.post('/api/threads/', { order_id: scene.order_id, project_id })).body
  expect((await host.post(`/api/orders/${scene.order_id}/postpone/`, { confirm: true })).status).toBe(200)
  const moved = await host.post(`/api/orders/${scene.order_id}/reschedule/`, {
    day: '2027-05-15',
    from: '18:00',
    to: '23:00',
  })
  expect(moved.status, JSON.stringify(moved.body)).toBe(200)
  expect((await lines(player, id)).slice(-2)).toMatchObject([
    { event: 'order_postponed' },
    { event: 'order_moved', params: { date: '2027-05-15' }, side: null, mine: false },
  ])
})

test('somebody’s copy has what they wrote and sent; with their account it goes, and the answers stay', async () => {
  const host = await someone('TALENT_HUNTER', { name: 'Ana Paz' })
  const player = await t.person('MUSICIAN', { name: 'Luis Coj' })
  const { id } = (await host.post('/api/threads/', { project_id: player.project_id })).body
  await say(host, id, 'Mi pregunta es privada')
  await say(player, id, 'Mi respuesta')
  await t.db.insert(thread_files).values({
    thread_id: id,
    user_id: host.id,
    seq: 1,
    key: newKey(),
    format: 'pdf',
    bytes: 1,
    name: 'plano.pdf',
    stored_at: NOW,
    created_at: NOW,
  })
  const reading = { app: t.app, db: t.db, now: t.clock.now() }
  const parts = await gather(reading, personalData, { user_id: host.id })
  const documents = new Map<string, unknown>()
  for (const part of parts) if ('document' in part) documents.set(part.document, await part.read(t.db))
  expect(documents.get('messages')).toMatchObject([{ thread_id: id, text: 'Mi pregunta es privada' }])
  expect(documents.get('message_files')).toMatchObject([{ name: 'plano.pdf', thread_id: id }])
  expect(JSON.stringify(documents.get('messages'))).not.toContain('respuesta')
  expect(await gather(reading, deletionParts, { user_id: host.id })).toContainEqual({
    kind: 'messages',
    count: 1,
  })

  await goes(host)
  expect(await lines(player, id)).toMatchObject([
    { text: '', deleted: true, author: null, files: [] },
    { text: 'Mi respuesta', deleted: false },
  ])
  expect((await player.get(`/api/threads/${id}/`)).body).toMatchObject({ writing: 'gone', title: null })
  expect((await say(player, id, '¿Sigues ahí?')).body.code).toBe('threads.gone')
  const rows = await t.db.select().from(thread_messages)
  expect(JSON.stringify(rows)).not.toContain('privada')
})
