import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NOW, wedding } from '#app/server/scenes/wedding.fixture.ts'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { transaction } from '#core/server/work.ts'
import { deleteAccount } from '#features/accounts/commands.deletion.ts'
import { users } from '#features/accounts/table.ts'
import { contracts } from '#features/contracts/table.ts'
import { payments } from '#features/payments/table.ts'
import { memberships } from '#features/plans/table.ts'
import { staffIn } from './staff.fixture.ts'
import { staff_log } from './table.ts'

/* Who is looked up, and what stays in the log. */

const QUEUE = '/api/staff/queue/'

let t: TestApp
let marta: Person
let jose: Person
let ana: Person
let rosa: Person
let contract_id: number
let order_id: number

beforeAll(async () => {
  t = await testApp({ now: NOW })
  marta = await staffIn(t)
  jose = await staffIn(t, 'José Xol')
  ana = await t.person('TALENT_HUNTER', { name: 'Ana Lucía Paz', email: 'ana.paz@correo.test' })
  rosa = await t.person('MUSICIAN', { name: 'Rosa Ixchel' })
  order_id = (await wedding(t, 'accepted', ana, [{ project_ids: [rosa.project_id ?? 0] }])).order_id
  contract_id = (await ana.get(`/api/orders/${order_id}/contracts/`)).body.results[0].id
  await ask(ana)
  await t.db.insert(memberships).values({
    ...{ user_id: ana.id, plan: 'pro', interval: 'month', currency: 'USD', state: 'awaiting' },
    ...{ period_start: NOW, period_end: NOW, anchor_day: 2, state_until: NOW },
  })
}, 60_000)
afterAll(() => t.close())

const ask = async (who: Person) =>
  (
    await who.post('/api/support/tickets/', {
      topic: 'other',
      title: 'No veo mi pedido',
      text: 'Desde ayer.',
    })
  ).body
const logged = async (act: string) =>
  t.db.select().from(staff_log).where(eq(staff_log.act, act)).orderBy(staff_log.id)

describe('looking up', () => {
  it('finds in spite of a slip, and shows nothing that names anybody', async () => {
    const found = async (q: string) => (await marta.get('/api/staff/search/', { query: { q } })).body.results
    for (const q of ['Ana Lucia', 'ana.paz@correo.test', 'lusya paz', String(ana.id), `#${ana.id}`]) {
      const results = await found(q)
      const person = results.find((one: { subject: string }) => one.subject === `user:${ana.id}`)
      expect(person, q).toMatchObject({ title: `#${ana.id} A••• L••• P•••` })
      expect(JSON.stringify(results)).not.toMatch(/Ana|Paz|correo/)
    }
    const [contract] = (await ana.get(`/api/orders/${order_id}/contracts/`)).body.results
    expect(await found(contract.number)).toMatchObject([
      { subject: `contract:${contract_id}`, detail: expect.stringMatching(/^[A-ZÁÉÍÓÚ][a-záéíóú ]+$/) },
    ])
    expect((await found('paz')).map((one: { subject: string }) => one.subject)).toContain(`order:${order_id}`)
    expect((await marta.get('/api/staff/search/', { query: { q: ' ' } })).status).toBe(400)
  })
  it('opens with a reason alone, which stays in the log', async () => {
    const open = (subject: string, reason: string) => marta.post('/api/staff/look-ups/', { subject, reason })
    const before = await logged('staff.look_up')
    expect(Object.keys((await open(`user:${ana.id}`, ' ')).body.fields)).toEqual(['reason'])
    expect((await open('user:999999', 'Pregunta 12')).status).toBe(404)
    expect((await open('nothing:1', 'Pregunta 12')).status).toBe(404)
    expect(await logged('staff.look_up')).toEqual(before)
    const { status, body } = await open(`user:${ana.id}`, 'Pregunta 12')
    expect(status).toBe(200)
    expect(body).toMatchObject({ title: 'Ana Lucía Paz' })
    expect(body.sections.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['orders', 'contracts', 'tickets']),
    )
    expect((await logged('staff.look_up')).at(-1)).toMatchObject({
      user_id: marta.id,
      subject: `user:${ana.id}`,
      reason: 'Pregunta 12',
    })
    const plans = body.sections.find(({ name }: { name: string }) => name === 'memberships')
    expect(plans.rows[0].title).toBe('Pro')
    for (const about of [`order:${order_id}`, `contract:${contract_id}`])
      expect((await open(about, 'Pregunta 12')).status, about).toBe(200)
    // Each payment says what of it is paid, and by when only where that is still open.
    const [agreement] = await t.db.select().from(contracts).where(eq(contracts.id, contract_id))
    const paid = {
      subject: `contract:${contract_id}`,
      user_id: ana.id,
      amount: 1000,
      currency: 'USD',
    } as const
    const due_at = '2027-01-15T18:00:00.000Z'
    await t.db.insert(payments).values([
      { ...paid, project_id: agreement?.project_id ?? 0, kind: 'deposit', state: 'cancelled', due_at },
      { ...paid, project_id: agreement?.project_id ?? 0, kind: 'balance', state: 'due', due_at },
    ])
    const { sections } = (await open(`contract:${contract_id}`, 'Pregunta 12')).body
    expect(sections.find(({ name }: { name: string }) => name === 'payments')?.rows).toMatchObject([
      { detail: expect.stringMatching(/^Anticipo · /), at: null },
      { detail: expect.stringMatching(/^Saldo · /), at: due_at },
    ])
    // Why it ended is said, and not by its code.
    await t.db.update(contracts).set({ reason: 'order_expired' }).where(eq(contracts.id, contract_id))
    const { facts } = (await open(`contract:${contract_id}`, 'Pregunta 12')).body
    expect(facts.find(({ name }: { name: string }) => name === 'reason')?.text).toBe(
      'El pedido venció sin confirmarse.',
    )
    await t.db.update(contracts).set({ reason: 'No nos alcanza' }).where(eq(contracts.id, contract_id))
    const written = (await open(`contract:${contract_id}`, 'Pregunta 12')).body.facts
    expect(written.find(({ name }: { name: string }) => name === 'reason')?.text).toBe('No nos alcanza')
    // The sums and the terms are read; nothing of them is changed by any call of staff.
    expect(JSON.stringify(body)).not.toMatch(/password|secret|token/)
  })
})

describe('the log', () => {
  it('is never changed, not even by who could write into the database', async () => {
    for (const statement of ["update staff_log set reason = ''", 'delete from staff_log'])
      await expect(t.db.execute(sql.raw(statement))).rejects.toMatchObject({
        cause: expect.objectContaining({ message: 'what staff did is not rewritten' }),
      })
  })
  it('is read by staff, the latest first, by kind, by who and by what it is about', async () => {
    const log = async (query: Record<string, string> = {}) =>
      (await marta.get('/api/staff/log/', { query })).body
    const { id } = await ask(rosa)
    await jose.post(`${QUEUE}ticket/${id}/take/`)
    const about = `user:${(await t.person('STUDENT')).id}`
    await marta.post('/api/staff/look-ups/', { subject: about, reason: 'Pregunta 13' })
    const all = await log({ limit: '100' })
    expect(all.results.map(({ id }: { id: number }) => id)).toEqual(
      all.results.map(({ id }: { id: number }) => id).sort((a: number, b: number) => b - a),
    )
    const grants = (await log({ kind: 'staff', who: 'consola' })).results
    expect(grants).toHaveLength(2)
    expect(grants[0]).toMatchObject({ who: 'Consola', at_console: true })
    expect((await log({ subject: about })).results).toMatchObject([{ reason: 'Pregunta 13' }])
    expect((await log({ who: 'jose' })).results.every(({ who }: { who: string }) => who === 'José Xol')).toBe(
      true,
    )
    expect((await log({ limit: '2' })).next).not.toBeNull()
  })
  it('keeps what somebody did without their name, once their account is deleted', async () => {
    expect((await marta.get('/api/staff/log/', { query: { who: '%' } })).body.results).toEqual([])
    const { id } = await ask(rosa)
    await jose.post(`${QUEUE}ticket/${id}/take/`)
    await t.db.update(users).set({ delete_at: t.clock.now().toISOString() }).where(eq(users.id, jose.id))
    await transaction(t.app, t.clock.now(), (work) => deleteAccount(work, jose.id))
    const [last] = (await marta.get('/api/staff/log/', { query: { subject: `ticket:${id}` } })).body.results
    expect(last).toMatchObject({ act: 'ticket.take', who: null, at_console: false })
    expect((await marta.get(`${QUEUE}ticket/${id}/`)).body.taken_by).toBeNull()
    expect((await jose.get(QUEUE)).status).toBe(401)
  })
})
