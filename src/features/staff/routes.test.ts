import { rmSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { NOW, wedding } from '#app/server/scenes/wedding.fixture.ts'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { DAY, HOUR } from '#core/contract/time.ts'
import { transaction } from '#core/server/work.ts'
import { sessions } from '#features/accounts/table.ts'
import { formOf } from '#features/files/form.fixture.ts'
import { settleCharge } from '#features/plans/commands.charges.ts'
import { grant } from './commands.ts'
import { TAKEN_MS } from './rules.ts'
import { loggedIn, staffIn } from './staff.fixture.ts'

const QUEUE = '/api/staff/queue/'

let t: TestApp
let marta: Person
let jose: Person
let ana: Person
let rosa: Person
let contract_id: number
let order_id: number
let played: string

beforeAll(async () => {
  t = await testApp({ now: NOW, max: 8, env: { TRANSFER_ACCOUNT: 'Banco Ejemplo|Cuenta 00-1' } })
  marta = await staffIn(t)
  jose = await staffIn(t, 'José Xol')
  ana = await t.person('TALENT_HUNTER', { name: 'Ana Lucía Paz', email: 'ana.paz@correo.test' })
  rosa = await t.person('MUSICIAN', { name: 'Rosa Ixchel' })
  played = new Date((Math.floor(t.clock.now().getTime() / DAY) + 20) * DAY).toISOString()
  const scene = await wedding(t, 'signed', ana, [{ project_ids: [rosa.project_id ?? 0] }], {
    starts_at: played,
  })
  order_id = scene.order_id
  contract_id = (await ana.get(`/api/orders/${order_id}/contracts/`)).body.results[0].id
}, 60_000)
afterEach(() => t?.clock.set(new Date(NOW)))
afterAll(async () => {
  await t.close()
  rmSync(t.app.config.data_dir, { recursive: true, force: true })
})

const queue = async (who: Person, query: Record<string, string> = {}) =>
  (await who.get(QUEUE, { query })).body
const decideOn = (who: Person, kind: string, id: number, act: string, text = '', more: object = {}) =>
  who.post(`${QUEUE}${kind}/${id}/decide/`, { act, text, ...more })
const logged = (act: string, subject?: string) => loggedIn(t, act, subject)
const ask = async (who: Person, more: object = {}) =>
  (
    await who.post('/api/support/tickets/', {
      topic: 'other',
      title: 'No veo mi pedido',
      text: 'Desde ayer.',
      ...more,
    })
  ).body
const deposit = () => `/api/contracts/${contract_id}/payments/deposit/`

describe('the desk', () => {
  it('is for who has the grant, and nobody else', async () => {
    for (const who of [t.anonymous, ana, rosa, await t.person('STUDENT')])
      for (const path of [QUEUE, '/api/staff/log/', '/api/staff/search/?q=ana', '/api/staff/help/'])
        expect((await who.get(path)).status).toBe(who === t.anonymous ? 401 : 403)
    expect((await marta.get(QUEUE)).status).toBe(200)
    expect((await marta.get('/api/auth/profile/')).body.permissions).toContain('read:staff')
    expect((await ana.get('/api/auth/profile/')).body.permissions).not.toContain('read:staff')
  })
  it('asks for a second factor, and is closed again with the grant, at once', async () => {
    const lena = await t.person('MUSICIAN')
    await transaction(t.app, t.clock.now(), (work) => grant(work, lena.email, 'Consola', true))
    const refused = await lena.get(QUEUE)
    expect([refused.status, refused.body.code]).toEqual([403, 'access.second_needed'])
    await t.secondFactor(lena)
    expect((await lena.get(QUEUE)).status).toBe(200)
    await transaction(t.app, t.clock.now(), (work) => grant(work, lena.email, 'Consola', false))
    expect((await lena.get(QUEUE)).body.code).toBe('access.forbidden')
    expect((await logged('staff.grant')).at(-1)).toMatchObject({
      console_name: 'Consola',
      user_id: null,
      subject: `user:${lena.id}`,
    })
    expect((await logged('staff.revoke')).at(-1)?.subject).toBe(`user:${lena.id}`)
  })
  it('asks the demo’s account for none outside production, and for one in it', async () => {
    const demo = await t.person('STUDENT', { email: 'soporte@tarima.demo' })
    await transaction(t.app, t.clock.now(), (work) => grant(work, demo.email, 'Consola', true))
    expect((await demo.get(QUEUE)).status).toBe(200)
    const live = await testApp({ env: { NODE_ENV: 'production', PUBLIC_URL: 'https://tarima.test' } })
    const same = await live.person('STUDENT', { email: 'soporte@tarima.demo' })
    await transaction(live.app, live.clock.now(), (work) => grant(work, same.email, 'Consola', true))
    expect((await same.get(QUEUE)).body.code).toBe('access.second_needed')
    await live.close()
  })
  it('is given once, to a verified account that is there', async () => {
    const give = (email: string) =>
      transaction(t.app, t.clock.now(), (work) => grant(work, email, 'Consola', true))
    await expect(give('nadie@correo.test')).rejects.toMatchObject({ status: 404 })
    await expect(give(marta.email)).rejects.toMatchObject({ status: 409, code: 'accounts.staff_so' })
    const { email } = await t.person('STUDENT', { verified: false })
    await expect(give(email)).rejects.toMatchObject({ status: 409, code: 'access.unverified' })
  })
})

describe('a question to support', () => {
  it('waits in the queue, opens with what was written, and is answered with a file', async () => {
    const png = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#a35' } })
      .png()
      .toBuffer()
    const upload = async (who: Person, url = '/api/support/files/') => {
      const { headers, payload } = formOf(png, { name: 'captura.png', type: 'image/png' })
      const sent = await t.inject({
        method: 'POST',
        url,
        payload,
        headers: { ...headers, authorization: `Bearer ${who.token}` },
      })
      expect(sent.status, sent.text).toBe(201)
      return sent.body.id as number
    }
    const letters = async () =>
      (await t.mails(ana.email)).filter(({ kind }) => kind === 'support_answered').length
    const before = await letters()
    const file = await upload(ana)
    const foreign = await ask(rosa, { file_ids: [file] })
    expect(Object.keys(foreign.fields)).toEqual(['file_ids'])
    const ticket = await ask(ana, { file_ids: [file], about: `order:${order_id}` })
    expect(ticket.messages[0].files).toMatchObject([{ id: file, name: 'captura.png' }])
    // A file goes with one message.
    const again = await ana.post(`/api/support/tickets/${ticket.id}/messages/`, {
      text: 'x',
      file_ids: [file],
    })
    expect(again.status).toBe(422)

    const listed = (await queue(marta)).results.find(
      (one: { kind: string; id: number }) => one.kind === 'ticket' && one.id === ticket.id,
    )
    expect(listed).toMatchObject({ title: 'No veo mi pedido', who: 'Ana Lucía Paz', taken_by: null })
    const sheet = (await marta.get(`${QUEUE}ticket/${ticket.id}/`)).body
    expect(sheet.messages).toMatchObject([{ author: 'Ana Lucía Paz', text: 'Desde ayer.', by_staff: false }])
    expect(sheet.related.map(({ subject }: { subject: string }) => subject)).toEqual([
      `user:${ana.id}`,
      `order:${order_id}`,
    ])
    expect(sheet.acts.map(({ act, text }: { act: string; text: string }) => [act, text])).toEqual([
      ['answer', 'required'],
      ['resolve', 'required'],
    ])
    const path = `${QUEUE}ticket/${ticket.id}/files/${sheet.messages[0].files[0].id}/`
    expect((await marta.get(path)).headers['content-disposition']).toMatch(
      /^attachment; filename="captura.png"/,
    )
    expect(await logged('ticket.open_file', `ticket:${ticket.id}`)).toMatchObject([
      { user_id: marta.id, reason: '' },
    ])
    const own = `/api/support/tickets/${ticket.id}/files/${file}/`
    expect([(await ana.get(own)).status, (await rosa.get(own)).status, (await ana.get(path)).status]).toEqual(
      [200, 404, 403],
    )

    const empty = await decideOn(marta, 'ticket', ticket.id, 'answer')
    expect([empty.status, Object.keys(empty.body.fields)]).toEqual([422, ['text']])
    const answered = await decideOn(marta, 'ticket', ticket.id, 'answer', 'Ya quedó.', {
      file_ids: [await upload(marta, `${QUEUE}ticket/${ticket.id}/files/`)],
    })
    expect(answered.status).toBe(200)
    const read = (await ana.get(`/api/support/tickets/${ticket.id}/`)).body
    expect(read).toMatchObject({ state: 'waiting_user' })
    expect(read.messages.at(-1)).toMatchObject({
      by: 'staff',
      text: 'Ya quedó.',
      files: [{ name: 'captura.png' }],
    })
    expect(JSON.stringify(read)).not.toContain('Marta')
    expect(await letters()).toBe(before + 1)
    expect(await logged('ticket.answer', `ticket:${ticket.id}`)).toMatchObject([
      { user_id: marta.id, reason: '' },
    ])
    expect((await marta.get(`${QUEUE}ticket/${ticket.id}/`)).body).toMatchObject({ waits: false, acts: [] })
    // Her asker and the refused left nothing in the log.
    expect(await logged('ticket.open_file', `ticket:${ticket.id}`)).toHaveLength(1)
  })
  it('is taken by one, who is seen by the others, and left again; after some hours it is anybody’s', async () => {
    const { id } = await ask(rosa)
    const path = `${QUEUE}ticket/${id}/`
    const taken = await marta.post(`${path}take/`)
    expect([taken.status, taken.body.taken_by, taken.body.taken_by_me]).toEqual([200, 'Marta Ajú', true])
    expect((await rosa.get(`/api/support/tickets/${id}/`)).body.state).toBe('in_process')
    expect((await jose.get(path)).body).toMatchObject({ taken_by: 'Marta Ajú', taken_by_me: false })
    const of = async (who: Person, taken: string) =>
      (await queue(who, { kind: 'ticket', taken })).results.map((one: { id: number }) => one.id)
    expect(await of(marta, 'mine')).toContain(id)
    expect([await of(jose, 'mine'), await of(jose, 'free')].flat()).not.toContain(id)
    for (const call of [jose.post(`${path}take/`), decideOn(jose, 'ticket', id, 'answer', 'Hola')]) {
      const refused = await call
      expect([refused.status, refused.body.code]).toEqual([409, 'staff.taken'])
    }
    expect((await jose.post(`${path}leave/`)).status).toBe(409)
    expect((await marta.post(`${path}leave/`)).body.taken_by).toBeNull()
    await marta.post(`${path}take/`)
    t.clock.move(TAKEN_MS + 1000)
    expect((await jose.post(`${path}take/`)).body.taken_by).toBe('José Xol')
    expect((await decideOn(jose, 'ticket', id, 'resolve', 'Listo')).status).toBe(200)
    expect(await logged('ticket.take', `ticket:${id}`)).toHaveLength(3)
    expect(await logged('ticket.leave', `ticket:${id}`)).toHaveLength(1)
  })
  it('that two answer at once has one answer: the second is told that it moved on', async () => {
    const { id } = await ask(rosa)
    const answers = await Promise.all(
      [marta, jose].map((who) => decideOn(who, 'ticket', id, 'answer', `De ${who.name}`)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const read = (await rosa.get(`/api/support/tickets/${id}/`)).body
    expect(read.messages.filter(({ by }: { by: string }) => by === 'staff')).toHaveLength(1)
    expect(await logged('ticket.answer', `ticket:${id}`)).toHaveLength(1)
  })
  it('comes first when its event begins within a day, though nobody knew when it was asked', async () => {
    const calm = await ask(rosa)
    const near = await ask(ana, { about: `contract:${contract_id}` })
    expect(near.urgent).toBe(false)
    t.clock.set(new Date(Date.parse(played) - 20 * HOUR))
    const { results } = await queue(marta, { kind: 'ticket' })
    expect(results[0]).toMatchObject({ id: near.id, urgent: true })
    expect(results.find((one: { id: number }) => one.id === calm.id).urgent).toBe(false)
    // Answered, it is urgent for nobody.
    await decideOn(marta, 'ticket', near.id, 'answer', 'Ya quedó')
    expect((await marta.get(`${QUEUE}ticket/${near.id}/`)).body).toMatchObject({
      waits: false,
      urgent: false,
    })
  })
})

describe('money', () => {
  it('that was sent for a plan is found or not, after a fresh proof, by the command of the console', async () => {
    const payer = await t.person('MUSICIAN')
    const begun = await payer.post('/api/membership/begin/', {
      plan: 'pro',
      interval: 'month',
      currency: 'USD',
    })
    expect(begun.status).toBe(200)
    // The trial's charge comes before it ends.
    t.clock.move(12 * DAY)
    await t.app.jobs.runSweeps()
    const charge_id = (await payer.get('/api/membership/')).body.open_charge.id
    await payer.post('/api/membership/transfer/', { charge_id, reference: 'BI 9981' })
    const sheet = (await marta.get(`${QUEUE}charge/${charge_id}/`)).body
    expect(sheet.title).toBe('9.00 USD · BI 9981')
    await t.db
      .update(sessions)
      .set({ proved_at: new Date(t.clock.now().getTime() - HOUR).toISOString() })
      .where(eq(sessions.user_id, marta.id))
    expect((await decideOn(marta, 'charge', charge_id, 'confirm')).body.code).toBe('access.proof_needed')
    await t.allProve()
    expect((await decideOn(marta, 'charge', charge_id, 'fail')).status).toBe(422)
    const both = await Promise.all([
      decideOn(marta, 'charge', charge_id, 'confirm'),
      decideOn(jose, 'charge', charge_id, 'fail', 'No está'),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const about = `charge:${charge_id}`
    const settled = [...(await logged('charge.confirm', about)), ...(await logged('charge.fail', about))]
    expect(settled).toHaveLength(1)
    await expect(
      transaction(t.app, t.clock.now(), (work) => settleCharge(work, charge_id, 'Consola', { failed: 'x' })),
    ).rejects.toMatchObject({ status: 409 })
  })
  it('that the sides don’t agree on, or don’t answer for 72 hours, is settled', async () => {
    await t.allProve()
    await ana.post(deposit(), { method: 'transfer', reference: 'BI 4411' })
    expect((await queue(marta, { kind: 'payment' })).results).toEqual([])
    t.clock.move(73 * HOUR)
    const [unanswered] = (await queue(marta, { kind: 'payment' })).results
    expect(unanswered).toMatchObject({ who: 'Ana Lucía Paz' })
    await rosa.delete(deposit())
    expect((await queue(marta, { kind: 'payment' })).results).toEqual([])
    const [dispute] = (await queue(marta, { kind: 'dispute' })).results
    expect(dispute.id).toBe(unanswered.id)
    // What waited as another kind doesn't any more.
    await t.allProve()
    expect((await decideOn(marta, 'payment', dispute.id, 'find')).body.code).toBe('staff.moved_on')
    expect((await decideOn(marta, 'dispute', dispute.id, 'miss', 'No hay depósito')).status).toBe(200)
    const [payment] = (await ana.get(`/api/contracts/${contract_id}/`)).body.payments
    expect(payment.state).toBe('failed')
    expect((await logged('dispute.miss')).at(-1)).toMatchObject({
      user_id: marta.id,
      subject: `payment:${dispute.id}`,
      reason: 'No hay depósito',
    })
  })
})

describe('what waits', () => {
  it('is decided by somebody else than whom it is about', async () => {
    const { id } = await ask(marta)
    const own = await decideOn(marta, 'ticket', id, 'resolve', 'Listo')
    expect([own.status, own.body.code]).toEqual([403, 'staff.own'])
    expect((await decideOn(jose, 'ticket', id, 'resolve', 'Listo')).status).toBe(200)
  })
  it('is decided by an act of its kind alone', async () => {
    const { id } = await ask(rosa)
    expect((await decideOn(marta, 'ticket', id, 'hide', 'x')).status).toBe(422)
    expect((await decideOn(marta, 'ticket', id, 'constructor', 'x')).status).toBe(422)
    expect((await decideOn(marta, 'nothing', id, 'answer', 'x')).status).toBe(404)
    expect((await decideOn(marta, 'ticket', 999_999, 'answer', 'x')).status).toBe(409)
  })
})
