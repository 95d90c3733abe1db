import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { hideProject } from '#features/projects/commands.hiding.ts'
import type { Order } from '../desk/contract.ts'
import {
  holds,
  hunter,
  musician,
  openHiring,
  planned,
  recommended,
  sayNo,
  sayYes,
  scouting,
  slotsOf,
  t,
  told,
  whole,
  within,
  withOptions,
} from '../desk/hiring.fixture.ts'
import { orderScope } from '../journey/queries.ts'
import type { Plan } from '../plan/contract.ts'
import { adjust } from './commands.match.ts'
import { matchingToAdjust } from './queries.matching.ts'

openHiring()

describe('scouting', () => {
  it('asks the shortlisted, tells each of them and the hunter', async () => {
    const order = await scouting()
    expect([order.stage, order.requests.length]).toEqual(['scouting', 2])
    expect(await told(hunter)).toContain('SCOUTING_INITIATED')
    const [row] = (
      await t.db.execute<{ value: string; params: object }>(
        sql`select value, params from notifications where subject = ${`request:${order.requests[0]?.id}`}`,
      )
    ).rows
    expect(row?.value).toBe(String(order.requests[0]?.id))
    expect(JSON.stringify(row?.params)).not.toContain('Cena')
  })
  it('refuses who is no candidate, too little time, and a required slot without anybody', async () => {
    const order = await recommended()
    const [slot] = await slotsOf(order)
    const url = `/api/orders/${order.id}/scout/`
    const fields = async (body: object) =>
      Object.keys((await hunter.post(url, body)).body.fields ?? {}).sort()
    expect(
      await fields({
        slots: [{ slot_id: slot?.slot_id, project_ids: [musician.project_id] }],
        reply_by: '2026-11-20T15:10:00Z',
      }),
    ).toEqual(['reply_by', 'slots', 'slots.0.project_ids'])
    expect(
      await fields({ slots: [{ slot_id: 999_999, project_ids: [1] }], reply_by: '2028-01-01T00:00:00Z' }),
    ).toEqual(['reply_by', 'slots', 'slots.0.slot_id'])
  })
  it('asks nobody whom staff has hidden since they were found, and shows them no more', async () => {
    const order = await recommended()
    const [slot] = await slotsOf(order)
    const [gone] = slot?.candidates ?? []
    const project_id = gone?.project_id ?? 0
    const hide = (hidden: { reason: string; by: string } | null) =>
      within((work) => hideProject(work, project_id, hidden))
    await hide({ reason: 'Las fotos son de otra persona', by: 'Carla' })
    const left = (await slotsOf(order)).flatMap(({ candidates }) => candidates)
    expect(left.map((one) => one.project_id)).not.toContain(project_id)
    const asked = await hunter.post(`/api/orders/${order.id}/scout/`, {
      slots: [{ slot_id: slot?.slot_id, project_ids: [project_id] }],
      reply_by: '2026-11-24T15:00:00Z',
    })
    expect([asked.status, asked.body.code]).toEqual([409, 'hiring.no_longer_free'])
    await hide(null)
    expect(
      (await slotsOf(order)).flatMap(({ candidates }) => candidates.map((one) => one.project_id)),
    ).toContain(project_id)
  })
  it('is available once every required slot is held, and tells the held musician', async () => {
    const order = await scouting()
    const [request] = order.requests
    if (!request) throw new Error('no request')
    await sayYes(request.id)
    const now: Order = (await hunter.get(`/api/orders/${order.id}/`)).body
    expect([now.stage, now.steps.some(({ step }) => step === 'accept_budgets')]).toEqual(['available', true])
    expect(await told(hunter)).toContain('TALENT_AVAILABILITY_CONFIRMED')
  })
  it('asks for an adjustment when the last one says no, and offers those not asked', async () => {
    const order = await scouting(hunter, 2)
    for (const { id } of order.requests) await sayNo(id)
    const now = await withOptions(order)
    expect([now.stage, now.adjustment?.reason]).toEqual(['adjustment_requested', 'nobody_answered'])
    const option = now.adjustment?.options.find(({ kind }) => kind === 'ask_others')
    expect(option?.solves).toBe(true)
    const taken = (await hunter.post(`/api/orders/${order.id}/adjust/`, { option: option?.id })).body
    expect(taken.stage).toBe('recommended')
    const asked = order.requests.map(({ project_id }) => project_id)
    const offered = (await slotsOf(taken))[0]?.candidates.map(({ project_id }) => project_id) ?? []
    expect(offered.length).toBeGreaterThan(0)
    expect(offered.filter((project_id) => asked.includes(project_id))).toEqual([])
  })
  it('moves to another day: requests are closed, holds released, everybody asked anew', async () => {
    const order = await scouting()
    const [request] = order.requests
    if (!request) throw new Error('no request')
    await sayYes(request.id)
    const asking: Order = (await hunter.post(`/api/orders/${order.id}/change/`, { note: 'Otra fecha' })).body
    expect([asking.stage, asking.adjustment?.note]).toEqual(['adjustment_requested', 'Otra fecha'])
    const day = (await withOptions(asking)).adjustment?.options.find(({ kind }) => kind === 'date')
    const moved: Order = (await hunter.post(`/api/orders/${order.id}/adjust/`, { option: day?.id })).body
    expect([moved.stage, moved.brief.event?.day]).toEqual(['recommended', day?.day])
    expect(moved.requests.map(({ status }) => status)).toEqual(['closed', 'closed'])
    expect(await holds(request.project_id)).toBe(0)
    const [slot] = await slotsOf(moved)
    expect(slot?.from.slice(0, 7)).toBe(moved.starts_at?.slice(0, 7))
  })
  it('offers tomorrow until it begins, by the clock of the place', async () => {
    const order = await scouting(hunter, 2, whole({ day: '2026-12-05' }))
    const option = { id: 'date:2026-12-03', kind: 'date', slot_id: null, intent: null, day: '2026-12-03' }
    const adjustment = { reason: 'hunter', note: null, slots: [], options: [option] }
    await t.db.execute(sql`update orders set stage = 'adjustment_requested',
      adjustment = ${JSON.stringify(adjustment)}::jsonb where id = ${order.id}`)
    const take = (now: string) =>
      within(async (work) => {
        const scope = await orderScope(work.db, hunter, order.id)
        await adjust(work, scope, option.id, await matchingToAdjust(work, hunter, order.id, option.id))
      }, new Date(now))
    // Begun already: six in the evening there is midnight in UTC.
    await expect(take('2026-12-04T00:00:00Z')).rejects.toMatchObject({ code: 'hiring.option_gone' })
    // Nine in the evening of the day before.
    await take('2026-12-03T03:00:00Z')
    expect((await hunter.get(`/api/orders/${order.id}/`)).body.brief.event.day).toBe('2026-12-03')
  })
  it('lets the hunter think again: a change that they asked for may be dropped', async () => {
    const order = await scouting()
    const url = `/api/orders/${order.id}`
    const asking: Order = (await hunter.post(`${url}/change/`, {})).body
    const { adjustment } = await withOptions(asking)
    expect(adjustment?.options.map(({ kind }) => kind)).toContain('keep')
    const { body } = await hunter.post(`${url}/adjust/`, { option: 'keep' })
    expect([body.stage, body.adjustment]).toEqual(['scouting', null])
    expect(body.requests.map(({ status }: { status: string }) => status)).toEqual(['asked', 'asked'])
    expect((await slotsOf(body))[0]?.candidates.length).toBeGreaterThan(0)
  })
  it('closes what is out for the old plan when another one is drawn or written', async () => {
    for (const anew of ['draw', 'write']) {
      const order = await scouting(hunter, 1)
      const [request] = order.requests
      if (!request) throw new Error('no request')
      await sayYes(request.id)
      await t.db.execute(sql`update orders set stage = 'recommended' where id = ${order.id}`)
      const before = await holds(request.project_id)
      const url = `/api/orders/${order.id}`
      const [plan] = (await hunter.get(`${url}/plan/`)).body.plans as Plan[]
      const { status } =
        anew === 'draw'
          ? await hunter.post(`${url}/plan/`)
          : await hunter.patch(`${url}/plan/${plan?.variant}/`, {
              version: plan?.version,
              moments: plan?.moments.map(({ slot_id, from, to, intent, title, energy, genre, ...rest }) => ({
                ...{ slot_id, from, to, intent, title, energy, genre },
                ...{ format: rest.format, volume: rest.volume, cost: rest.cost, required: rest.required },
              })),
            })
      expect(status).toBe(200)
      const now: Order = (await hunter.get(`${url}/`)).body
      expect(now.requests.map(({ status, reason }) => [status, reason])).toEqual([['closed', 'plan_changed']])
      expect(await holds(request.project_id)).toBe(before - 1)
    }
  })
  it('takes a request back', async () => {
    const order = await scouting()
    const [first, second] = order.requests
    if (!first || !second) throw new Error('no request')
    await sayYes(first.id)
    const url = `/api/orders/${order.id}/requests`
    const { body } = await hunter.post(`${url}/${first.id}/withdraw/`)
    expect(body.stage).toBe('scouting')
    expect(await holds(first.project_id)).toBe(0)
    expect((await hunter.post(`${url}/${first.id}/withdraw/`)).status).toBe(409)
    expect((await hunter.post(`${url}/999999/withdraw/`)).status).toBe(404)
  })
  it('expires requests by the clock', async () => {
    const order = await scouting()
    await t.app.jobs.runSweeps(new Date('2026-11-24T15:00:01Z'))
    const now: Order = (await hunter.get(`/api/orders/${order.id}/`)).body
    expect(now.requests.map(({ status }) => status)).toEqual(['expired', 'expired'])
    expect(now.stage).toBe('adjustment_requested')
  })
})

describe('one project in several slots of an order', () => {
  it('holds its time once, over all of them, and less when one is taken back', async () => {
    const brief = whole({ day: '2027-05-08' })
    const order = await planned(hunter, { ...brief, technical: { ...brief.technical, formats: ['duo'] } })
    const url = `/api/orders/${order.id}`
    const matched: Order = (await hunter.post(`${url}/approve/`, { variant: 'recommended' })).body
    expect(matched.stage).toBe('recommended')
    const slots = await slotsOf(matched)
    expect(slots.length).toBeGreaterThan(1)
    const project_id = slots[0]?.candidates[0]?.project_id ?? 0
    const asked: Order = (
      await hunter.post(`${url}/scout/`, {
        slots: slots.map(({ slot_id }) => ({ slot_id, project_ids: [project_id] })),
        reply_by: '2026-11-24T15:00:00Z',
      })
    ).body
    const length = async () => {
      const { rows } = await t.db.execute<{ minutes: number }>(
        sql`select extract(epoch from upper(during) - lower(during))::int / 60 as minutes from busy_times
          where project_id = ${project_id} and released_at is null and subject = ${`order:${order.id}/project:${project_id}`}`,
      )
      return rows.map(({ minutes }) => minutes)
    }
    expect(asked.requests).toMatchObject([{ project_id, status: 'asked' }])
    const [request] = asked.requests
    expect(request?.moments.map(({ slot_id }) => slot_id)).toEqual(slots.map(({ slot_id }) => slot_id))
    await sayYes(request?.id ?? 0)
    const last = slots.at(-1)
    const all = (Date.parse(last?.to ?? '') - Date.parse(slots[0]?.from ?? '')) / 60_000
    // With an hour before and after.
    expect(await length()).toEqual([all + 120])
    // Longer buffers since, and somebody else's promise right after: what is less fits all the same.
    await t.db.execute(sql`update availability_settings set buffer_before_minutes = 240, buffer_after_minutes = 240
      where project_id = ${project_id}`)
    await t.db.execute(sql`insert into busy_times (project_id, user_id, during, kind, subject, created_at)
      select project_id, user_id, tstzrange(upper(during), upper(during) + interval '1 hour'), kind, 'other:1', created_at
      from busy_times where released_at is null and subject = ${`order:${order.id}/project:${project_id}`}`)
    const back = { slot_ids: [last?.slot_id] }
    expect((await hunter.post(`${url}/requests/${request?.id}/withdraw/`, back)).status).toBe(200)
    const [less] = await length()
    expect(less).toBeLessThan(all + 120)
    await hunter.post(`${url}/cancel/`, { confirm: true })
    expect(await length()).toEqual([])
  })
})
