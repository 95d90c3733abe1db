import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { transaction } from '#core/server/work.ts'
import { formOf } from '#features/files/form.fixture.ts'
import { review_reports, reviews } from '#features/reviews/table.ts'
import { decide, grant } from './commands.ts'
import { loggedIn, staffIn } from './staff.fixture.ts'

/* Messages and reviews that somebody reported, in the queue. */

const QUEUE = '/api/staff/queue/'

let t: TestApp
let marta: Person
let jose: Person
let ana: Person
let rosa: Person

beforeAll(async () => {
  t = await testApp({ max: 8 })
  marta = await staffIn(t)
  jose = await staffIn(t, 'José Xol')
  ana = await t.person('TALENT_HUNTER', { name: 'Ana Lucía Paz' })
  rosa = await t.person('MUSICIAN', { name: 'Rosa Ixchel' })
})
afterAll(async () => {
  await t.close()
  rmSync(t.app.config.data_dir, { recursive: true, force: true })
})

const queue = async (who: Person, query: Record<string, string> = {}) =>
  (await who.get(QUEUE, { query })).body
const decideOn = (who: Person, kind: string, id: number, act: string, text = '') =>
  who.post(`${QUEUE}${kind}/${id}/decide/`, { act, text })
const logged = (act: string, subject?: string) => loggedIn(t, act, subject)

describe('what was reported', () => {
  it('of a conversation stays, or goes with a reason that both sides read', async () => {
    const asks = await t.person('TALENT_HUNTER', { name: 'Ana Lucía Paz' })
    const { body: thread } = await asks.post('/api/threads/', { project_id: rosa.project_id })
    const messages = `/api/threads/${thread.id}/messages/`
    await asks.post(messages, { client_id: 'client-000001', text: 'Hola' })
    const paper = formOf(Buffer.from('%PDF-1.4\n%%EOF\n'), { name: 'cuenta.pdf', type: 'application/pdf' })
    const file = await t.inject({
      method: 'POST',
      url: `/api/threads/${thread.id}/files/`,
      headers: { ...paper.headers, authorization: `Bearer ${rosa.token}` },
      payload: paper.payload,
    })
    const said = await rosa.post(messages, {
      client_id: 'client-000002',
      text: 'Deposítame aparte',
      file_ids: [file.body.id],
    })
    await asks.post(`${messages}${said.body.seq}/report/`, { reason: 'fraud', note: 'Pide dinero' })
    const [report] = (await queue(marta, { kind: 'message' })).results
    const sheet = (await marta.get(`${QUEUE}message/${report.id}/`)).body
    expect(sheet.messages.map(({ text }: { text: string }) => text)).toEqual([
      'Deposítame aparte',
      'Pide dinero',
    ])
    // What would be removed is seen before; of another message nothing is.
    expect(sheet.messages[0].files).toMatchObject([{ id: file.body.id, name: 'cuenta.pdf' }])
    const opened = await marta.get(`${QUEUE}message/${report.id}/files/${file.body.id}/`)
    expect([opened.status, opened.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(await logged('message.open_file', `message:${report.id}`)).toHaveLength(1)
    expect((await marta.get(`${QUEUE}message/${report.id}/files/999999/`)).status).toBe(404)
    expect((await asks.get(`${QUEUE}message/${report.id}/files/${file.body.id}/`)).status).toBe(403)
    const both = await Promise.all([
      decideOn(marta, 'message', report.id, 'remove', 'Los pagos van por la plataforma'),
      decideOn(jose, 'message', report.id, 'remove', 'Los pagos van por la plataforma'),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    for (const who of [asks, rosa]) {
      const [last] = (await who.get(messages)).body.results
      expect(last).toMatchObject({
        text: '',
        deleted: true,
        removed_reason: 'Los pagos van por la plataforma',
      })
    }
    expect(await logged('message.remove', `message:${report.id}`)).toHaveLength(1)
  })
  it('of a review is hidden or kept, and the console’s decisions are in the log by name', async () => {
    const [review] = await t.db
      .insert(reviews)
      .values({
        side: 'hunter',
        project_id: rosa.project_id ?? 0,
        hunter_id: ana.id,
        author_id: ana.id,
        ...{ satisfaction: 1, professionalism: 1, communication: 1, punctuality: 1 },
        text: 'Nunca llegó',
        event_type: 'wedding',
        played_on: '2026-02-01',
        written_at: t.clock.now().toISOString(),
        revealed_at: t.clock.now().toISOString(),
      })
      .returning()
    const id = review?.id ?? 0
    const report = () =>
      t.db.insert(review_reports).values({
        review_id: id,
        user_id: rosa.id,
        reason: 'untrue',
        note: 'Sí llegué',
        reported_at: t.clock.now().toISOString(),
      })
    await report()
    const sheet = (await marta.get(`${QUEUE}review/${id}/`)).body
    expect(sheet.messages.map(({ text }: { text: string }) => text)).toEqual(['Nunca llegó', 'Sí llegué'])
    // Whoever reported it doesn't decide it, nor whoever it is about.
    await t.secondFactor(rosa)
    await transaction(t.app, t.clock.now(), (work) => grant(work, rosa.email, 'Consola', true))
    expect((await decideOn(rosa, 'review', id, 'hide', 'No es cierto')).body.code).toBe('staff.own')
    await transaction(t.app, t.clock.now(), (work) => grant(work, rosa.email, 'Consola', false))
    expect((await decideOn(marta, 'review', id, 'hide', 'No se presentó prueba')).status).toBe(200)
    expect((await decideOn(jose, 'review', id, 'keep')).body.code).toBe('staff.moved_on')
    // At the console what isn't in the queue any more can be shown again.
    await transaction(t.app, t.clock.now(), (work) =>
      decide(
        work,
        { console_name: 'Luisa' },
        { kind: 'review', id },
        { act: 'keep', text: '', file_ids: [] },
      ),
    )
    expect((await logged('review.keep')).at(-1)).toMatchObject({ console_name: 'Luisa', user_id: null })
    expect((await logged('review.hide')).at(-1)).toMatchObject({ reason: 'No se presentó prueba' })
  })
})
