import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import {
  holds,
  hunter,
  openHiring,
  other,
  planned,
  recommended,
  sayYes,
  scored,
  scouting,
  started,
  t,
  whole,
  within,
} from '../desk/hiring.fixture.ts'
import type { Plan } from '../plan/contract.ts'
import { advance } from './commands.ts'

openHiring()

describe('cancelling', () => {
  it('shows what it takes with it, releases holds, closes requests and tells everybody', async () => {
    const order = await scouting()
    const [first, second] = order.requests
    if (!first || !second) throw new Error('no request')
    await sayYes(first.id)
    const before = await holds(first.project_id)
    const url = `/api/orders/${order.id}`
    const preview = (await hunter.get(`${url}/cancel-preview/`)).body
    expect(preview).toMatchObject({ requests: 2, holds: 1, people: 2 })
    expect((await hunter.post(`${url}/cancel/`, { confirm: false })).status).toBe(422)
    const { body } = await hunter.post(`${url}/cancel/`, { confirm: true, reason: 'Cambio de planes' })
    expect([body.stage, body.status, body.steps]).toEqual(['cancelled', 'cancelled', []])
    expect(body.requests.map(({ status }: { status: string }) => status)).toEqual(['closed', 'closed'])
    expect(await holds(first.project_id)).toBe(before - 1)
    const letter = (await t.mails()).find(
      ({ kind, to }) => kind === 'hiring_order_cancelled' && to === hunter.email,
    )
    expect(letter?.text, 'by the name its hunter gave it').toContain(order.title)
    const again = await hunter.post(`${url}/cancel/`, { confirm: true })
    expect([again.status, again.body.code]).toEqual([409, 'hiring.moved_on'])
  })
  it('works at every stage before the event is over', async () => {
    for (const make of [started, scored, planned, recommended]) {
      const order = await make()
      expect((await hunter.post(`/api/orders/${order.id}/cancel/`, { confirm: true })).body.stage).toBe(
        'cancelled',
      )
    }
  })
  it('postpones, and moves the plan to the new day', async () => {
    const order = await scouting()
    const url = `/api/orders/${order.id}`
    expect((await hunter.post(`${url}/postpone/`, { confirm: true })).body.stage).toBe('postponed')
    expect((await hunter.post(`${url}/reschedule/`, { day: '2026-01-01' })).status).toBe(422)
    const wrong = async (body: object) =>
      Object.keys((await hunter.post(`${url}/reschedule/`, body)).body.fields ?? {})
    expect(await wrong({ day: '2026-01-01' })).toEqual(['day'])
    expect(await wrong({ day: '2030-01-01' })).toEqual(['day'])
    expect(await wrong({ day: '2027-03-06', starts: '18:00', ends: '18:10' })).toEqual(['ends'])
    const { body } = await hunter.post(`${url}/reschedule/`, { day: '2027-03-06' })
    expect([body.stage, body.brief.event.day]).toEqual(['planned', '2027-03-06'])
    const { plans } = (await hunter.get(`${url}/plan/`)).body
    const days = (plans as Plan[]).flatMap(({ moments }) => moments.map(({ from }) => from.slice(0, 10)))
    expect(days.length).toBeGreaterThan(0)
    for (const day of days) expect(day).toMatch(/^2027-03-0[67]$/)
  })
  it('draws the plan anew where its moments would get too short on the new day', async () => {
    const order = await planned()
    const url = `/api/orders/${order.id}`
    await hunter.post(`${url}/postpone/`, { confirm: true })
    const { status } = await hunter.post(`${url}/reschedule/`, { day: '2027-03-06', ends: '18:30' })
    expect(status).toBe(200)
    const { plans } = (await hunter.get(`${url}/plan/`)).body
    const lengths = (plans as Plan[]).flatMap(({ moments }) =>
      moments.map(({ from, to }) => Date.parse(to) - Date.parse(from)),
    )
    expect(lengths.length).toBeGreaterThan(0)
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(10 * 60_000)
  })
  it('goes on with a day that lies further ahead than a brief of then could say', async () => {
    const order = await planned()
    const url = `/api/orders/${order.id}`
    await t.db.execute(sql`update orders set created_at = '2025-01-10T00:00:00Z' where id = ${order.id}`)
    await hunter.post(`${url}/postpone/`, { confirm: true })
    await hunter.post(`${url}/reschedule/`, { day: '2027-06-05' })
    const { status, body } = await hunter.post(`${url}/approve/`, { variant: 'essential' })
    expect([status, body.stage]).toEqual([200, 'recommended'])
  })
  it('tells that the hunter cancelled, whatever the reason they typed', async () => {
    const order = await scouting()
    await hunter.post(`/api/orders/${order.id}/cancel/`, { confirm: true, reason: 'expired' })
    const url = `/order?id=${order.id}`
    const kinds = (await t.mails()).filter(({ text }) => text.includes(`${url}\n`)).map(({ kind }) => kind)
    expect(kinds).toEqual(['hiring_order_cancelled'])
  })
  it('neither cancels nor puts off what has taken place', async () => {
    const order = await started()
    const ends = (at: string) =>
      t.db.execute(sql`update orders set stage = 'tracking', starts_at = ${at}::timestamptz - interval '1 hour',
        ends_at = ${at} where id = ${order.id}`)
    const url = `/api/orders/${order.id}`
    const steps = async () =>
      (await hunter.get(`${url}/`)).body.steps.map(({ step }: { step: string }) => step)
    await ends('2026-11-20T15:30:00Z')
    expect(await steps()).toEqual(['cancel', 'postpone'])
    await ends('2026-11-20T14:59:00Z')
    expect(await steps()).toEqual([])
    for (const step of ['cancel', 'postpone']) {
      const { status, body } = await hunter.post(`${url}/${step}/`, { confirm: true })
      expect([status, body.code]).toEqual([409, 'hiring.event_over'])
    }
  })
  it('never expires a draft: its day is said to be past, and another one may be written', async () => {
    const order = await started(hunter, whole({ day: '2026-11-19' }))
    await t.app.jobs.runSweeps(new Date('2026-12-13T12:00:00Z'))
    const url = `/api/orders/${order.id}`
    expect((await hunter.get(`${url}/`)).body.stage).toBe('draft')
    const late = await hunter.post(`${url}/submit/`, { revision: order.revision })
    expect([late.status, Object.keys(late.body.fields)]).toEqual([422, ['event.day']])
    const { body } = await hunter.patch(`${url}/brief/`, {
      revision: order.revision,
      brief: { event: { day: '2027-02-20' } },
    })
    expect((await hunter.post(`${url}/submit/`, { revision: body.revision })).status).toBe(200)
  })
  it('expires an order whose day came', async () => {
    const order = await planned(hunter, whole({ day: '2026-12-12' }))
    await t.app.jobs.runSweeps(new Date('2026-12-13T12:00:00Z'))
    expect((await hunter.get(`/api/orders/${order.id}/`)).body.stage).toBe('expired')
  })
})

describe('steps under concurrency', () => {
  it('lets one of twenty win, and keeps one row of history', async () => {
    const order = await scored()
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, () =>
        within((work) => advance(work, order.id, 'publish_plan', { by: 'hunter', user_id: hunter.id })),
      ),
    )
    // publish_plan may be repeated from planned: cancel may not.
    expect(tries.every(({ status }) => status === 'fulfilled')).toBe(true)
    const cancels = await Promise.allSettled(
      Array.from({ length: 20 }, () =>
        within((work) => advance(work, order.id, 'cancel', { by: 'hunter', user_id: hunter.id })),
      ),
    )
    expect(cancels.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { rows } = await t.db.execute<{ count: number }>(
      sql`select count(*)::int as count from order_history where order_id = ${order.id} and step = 'cancel'`,
    )
    expect(rows[0]?.count).toBe(1)
  })
  it('refuses a step by somebody who may not take it', async () => {
    const order = await scored()
    const as = (user_id: number, by: 'hunter' | 'system') =>
      within((work) => advance(work, order.id, 'publish_plan', { by, user_id }))
    await expect(as(other.id, 'hunter')).rejects.toMatchObject({ status: 409 })
    await expect(as(hunter.id, 'system')).rejects.toMatchObject({ status: 403 })
  })
  it('keeps history as it was written', async () => {
    const order = await started()
    for (const statement of ['update order_history set note = $$x$$', 'delete from order_history'])
      await expect(t.db.execute(sql.raw(`${statement} where order_id = ${order.id}`))).rejects.toMatchObject({
        cause: { message: expect.stringContaining('append-only') },
      })
  })
  it('gives one musician and hour to one of two orders', async () => {
    const people = [await t.person('TALENT_HUNTER'), await t.person('TALENT_HUNTER')]
    const orders = await Promise.all(
      people.map((person) => scouting(person, 6, whole({ day: '2027-04-10' }))),
    )
    const shared = orders[0]?.requests[0]?.project_id
    const ids = orders.map((order) => order.requests.find(({ project_id }) => project_id === shared)?.id ?? 0)
    const answers = await Promise.allSettled(ids.map((id) => sayYes(id)))
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'availability.taken' },
    })
    expect(await holds(shared ?? 0)).toBe(1)
  })
})
