import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ANTIGUA, briefWith } from '#app/server/scenes/brief.ts'
import { orderAt, type Script } from '#app/server/scenes/order.ts'
import { EVENING, musicianOf, NOW, wedding } from '#app/server/scenes/wedding.fixture.ts'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { DAY, HOUR, wallClock } from '#core/contract/time.ts'
import { raise } from '#core/server/events.ts'
import { transaction } from '#core/server/work.ts'
import { busy_times } from '#features/availability/table.ts'
import { agreementEnded } from '#features/contracts/commands.ts'
import type { Agreement } from '#features/contracts/contract.ts'
import { contracts } from '#features/contracts/table.ts'
import { openEvent } from './commands.opening.ts'
import type { EventDetail, EventSummary } from './contract.ts'
import { event_performers, events } from './table.ts'

let t: TestApp
let hunter: Person
let rosa: Person
let luis: Person

beforeAll(async () => {
  t = await testApp({ now: NOW })
  hunter = await t.person('TALENT_HUNTER', { name: 'Ana Lucía Paz', city: 'Antigua Guatemala' })
  rosa = await t.person('MUSICIAN', { name: 'Rosa Ixchel' })
  luis = await t.person('MUSICIAN', { name: 'Luis Canel' })
})
afterAll(() => t.close())

const own = (person: Person) => person.project_id ?? 0
let week = 0

const minute = 60_000
const clock = (event: EventDetail, at: string) => (Date.parse(at) - Date.parse(event.starts_at)) / minute
const blocksOf = (event: EventDetail) =>
  (event.stage_plan?.blocks ?? []).map(({ from, to, kind, project_id }) => [
    kind,
    project_id === own(rosa) ? 'Rosa' : project_id === own(luis) ? 'Luis' : null,
    clock(event, from),
    clock(event, to),
  ])
const stageOf = async (event_id: number) => (await hunter.get(`/api/events/${event_id}/`)).body as EventDetail

/** A wedding of five hours: a ceremony by Rosa, three that nobody of ours plays, one of speeches, and Luis for the dance. */
async function wholeWedding() {
  const starts_at = new Date(Date.parse(EVENING) + week++ * 7 * DAY).toISOString()
  const script: Script = {
    hunter,
    brief: briefWith({
      event: { day: wallClock(starts_at, ANTIGUA.zone).day, starts: '18:00', ends: '23:00' },
    }),
    moments: [
      { intent: 'ceremony', asks: [await musicianOf(t, own(rosa))] },
      { intent: 'meal', format: null, required: false, cost: 0, asks: [] },
      { intent: 'speeches', format: null, required: false, cost: 0, asks: [] },
      { intent: 'cocktail', format: null, required: false, cost: 0, asks: [] },
      { intent: 'dance', asks: [await musicianOf(t, own(luis))] },
    ],
    now: t.clock.now(),
  }
  const { order_id, contracts: agreements } = await orderAt('paid', script)
  const { event } = (await hunter.get(`/api/orders/${order_id}/event/`)).body as { event: EventDetail }
  return { order_id, event, agreements }
}

/** Two hours of each without a pause: Rosa and after her Luis, unless said. */
async function evening(people = [rosa, luis]): Promise<{ event: EventDetail }> {
  const starts_at = new Date(Date.parse(EVENING) + week++ * 7 * DAY).toISOString()
  const wishes = people.map((person) => ({ project_ids: [own(person)] }))
  const { order_id } = await wedding(t, 'paid', hunter, wishes, { starts_at })
  return (await hunter.get(`/api/orders/${order_id}/event/`)).body
}

describe('the stage of an event', () => {
  let order_id: number
  let event: EventDetail
  let agreements: Agreement[]
  beforeAll(async () => {
    ;({ order_id, event, agreements } = await wholeWedding())
  })

  test('is planned over everybody: nobody checks at the same time, nor in the ceremony', async () => {
    expect(blocksOf(event)).toEqual([
      ['set_up', 'Luis', -160, -115],
      ['soundcheck', 'Luis', -115, -95],
      ['set_up', 'Rosa', -95, -50],
      ['soundcheck', 'Rosa', -50, -30],
      ['free', null, -30, 0],
      ['set', 'Rosa', 0, 60],
      ['free', null, 60, 120],
      ['ceremony', null, 120, 180],
      ['free', null, 180, 230],
      ['changeover', 'Luis', 230, 240],
      ['set', 'Luis', 240, 300],
    ])
    expect(event.stage_plan?.problems).toEqual([])
    // In the order of playing, though the last to play is called first.
    expect(event.performers.map(({ name, schedule }) => [name, clock(event, schedule.call_at)])).toEqual([
      ['Rosa Ixchel', -110],
      ['Luis Canel', -175],
    ])
  })

  test('calls whoever plays twice once', async () => {
    const { event: hers } = await evening([rosa, rosa])
    const schedules = new Set(hers.performers.map(({ schedule }) => JSON.stringify(schedule)))
    expect(schedules.size).toBe(1)
    expect(hers.performers[0]?.schedule.sets).toHaveLength(2)
    expect(hers.performers[0]?.moments.map(({ intent }) => intent)).toEqual(['dance', 'dance'])
    expect(hers.stage_plan?.blocks.map(({ kind }) => kind)).toEqual([
      'set_up',
      'soundcheck',
      'free',
      'set',
      'set',
    ])
  })

  test('names whoever plays by two agreements once, with both', async () => {
    const { event: hers } = await evening()
    const contract_ids = hers.performers.flatMap((one) => one.contract_ids)
    await t.db
      .update(event_performers)
      .set({ project_id: own(rosa) })
      .where(eq(event_performers.contract_id, contract_ids[1] ?? 0))
    const both = await stageOf(hers.id)
    expect(both.performers).toMatchObject([
      { name: 'Rosa Ixchel', contract_ids, moments: [{ intent: 'dance' }, { intent: 'dance' }] },
    ])
    const { body } = await hunter.get('/api/events/?limit=100')
    const listed = (body.results as EventSummary[]).find(({ id }) => id === hers.id)
    expect(listed?.performers).toEqual([{ project_id: own(rosa), name: 'Rosa Ixchel' }])
  })

  test('says where a changeover has no time, as nothing is moved that was agreed', async () => {
    const { event: tight } = await evening()
    expect(tight.stage_plan?.problems).toEqual([
      {
        kind: 'changeover',
        project_id: own(luis),
        after_project_id: own(rosa),
        at: tight.performers[1]?.schedule.sets[0]?.starts_at,
        needs: 10,
        lacks: 10,
      },
    ])
  })

  test('is read by everybody who plays, each with what is theirs marked', async () => {
    const { body } = (await rosa.get(`/api/events/${event.id}/`)) as { body: EventDetail }
    expect(body.stage_plan).toEqual(event.stage_plan)
    expect(body.performers.map(({ name, mine }) => [name, mine])).toEqual([
      ['Rosa Ixchel', true],
      ['Luis Canel', false],
    ])
    const his = (await luis.get(`/api/events/${event.id}/`)).body as EventDetail
    // One's own first.
    expect(his.performers.map(({ name, mine }) => [name, mine])).toEqual([
      ['Luis Canel', true],
      ['Rosa Ixchel', false],
    ])
    expect(event.performers.some(({ mine }) => mine)).toBe(false)
  })

  test('follows from when the place can be entered, as its host says it and nobody else', async () => {
    const path = `/api/events/${event.id}/opening/`
    const earlier = (minutes: number) =>
      new Date(Date.parse(event.starts_at) - minutes * minute).toISOString()
    expect((await t.anonymous.patch(path, { opens_at: null })).status).toBe(401)
    expect((await rosa.patch(path, { opens_at: null })).status).toBe(403)
    const other = await t.person('TALENT_HUNTER')
    expect((await other.patch(path, { opens_at: null })).status).toBe(404)
    expect((await hunter.patch(path, {})).status).toBe(422)
    for (const wrong of [earlier(-1), earlier(3 * 24 * 60)])
      expect((await hunter.patch(path, { opens_at: wrong })).body.fields).toHaveProperty('opens_at')

    const late = (await hunter.patch(path, { opens_at: earlier(150) })).body as EventDetail
    expect(late.opens_at).toBe(earlier(150))
    expect(late.stage_plan?.problems).toEqual([
      {
        kind: 'line_check',
        project_id: own(rosa),
        after_project_id: null,
        at: event.starts_at,
        needs: 20,
        lacks: 10,
      },
    ])
    const [hers, his] = late.performers.map(({ schedule }) => schedule)
    expect([hers?.soundcheck_at, clock(late, his?.soundcheck_at ?? '')]).toEqual([null, -95])

    const again = (await hunter.patch(path, { opens_at: null })).body as EventDetail
    expect([again.stage_plan, again.opens_at]).toEqual([event.stage_plan, null])
  })

  test('leaves out whoever still plays elsewhere when they would have to set up', async () => {
    const starts_at = new Date(Date.parse(EVENING) + week++ * 7 * DAY).toISOString()
    const until = new Date(Date.parse(starts_at) - 75 * minute).toISOString()
    await t.db.insert(busy_times).values({
      ...{ project_id: own(luis), user_id: luis.id, kind: 'gig', subject: 'order:999999' },
      during: `[${new Date(Date.parse(until) - HOUR).toISOString()},${until})`,
    })
    week--
    const { event: busy } = await evening()
    const his = busy.performers[1]?.schedule
    expect(his?.soundcheck_at).toBeNull()
    expect(Date.parse(his?.call_at ?? '')).toBeGreaterThanOrEqual(Date.parse(until))
    expect(busy.stage_plan?.problems.map(({ kind, lacks }) => [kind, lacks])).toEqual([
      ['line_check', null],
      ['changeover', 50],
    ])
  })

  test('knows of a gig that was agreed elsewhere and noted by hand too', async () => {
    const starts_at = new Date(Date.parse(EVENING) + week * 7 * DAY).toISOString()
    const until = new Date(Date.parse(starts_at) - 75 * minute).toISOString()
    const noted = {
      from: new Date(Date.parse(until) - HOUR).toISOString(),
      to: until,
      kind: 'gig',
      reason: '',
    }
    expect((await luis.post('/api/availability/exceptions/', noted)).status).toBe(201)
    const { event: busy } = await evening()
    const his = busy.performers[1]?.schedule
    expect(his?.soundcheck_at).toBeNull()
    expect(Date.parse(his?.call_at ?? '')).toBeGreaterThanOrEqual(Date.parse(until))
    expect(busy.performers[0]?.schedule.soundcheck_at).not.toBeNull()
  })

  test('is planned anew when one who plays it gets a gig before it the same day', async () => {
    const { event: dinner } = await evening()
    const before = dinner.performers[1]?.schedule
    expect(before?.soundcheck_at).not.toBeNull()
    // It ends two hours before the dinner, and an hour later he is free again.
    const at = new Date(Date.parse(dinner.starts_at) - 4 * HOUR).toISOString()
    const stranger = await t.person('TALENT_HUNTER')
    await wedding(t, 'paid', stranger, [{ project_ids: [own(luis)] }], { starts_at: at })
    await t.app.jobs.runSweeps()
    await t.app.jobs.drain()
    const after = await stageOf(dinner.id)
    expect(clock(dinner, before?.call_at ?? '')).toBeLessThan(-60)
    expect(clock(dinner, after.performers[1]?.schedule.call_at ?? '')).toBeGreaterThanOrEqual(-60)
    expect(after.performers[1]?.schedule.soundcheck_at).toBeNull()
    expect(after.stage_plan?.problems.map(({ kind }) => kind)).toContain('line_check')
    // Who shares the stage is told, he isn't: he knows where he plays.
    const told = async (who: Person) =>
      (await who.get('/notifications/')).body.results.filter(
        ({ value }: { value: string }) => value === `event:${dinner.id}`,
      ).length
    expect([await told(rosa), await told(luis)]).toEqual([1, 0])
  })

  test('is planned anew when somebody withdraws and when somebody else comes in, for all', async () => {
    const [hers, his] = agreements
    const contract_of_luis = [hers, his].find((one) => one?.project_id === own(luis))?.id ?? 0
    await transaction(t.app, t.clock.now(), async (work) => {
      await t.db.update(contracts).set({ state: 'voided' }).where(eq(contracts.id, contract_of_luis))
      await raise(work, agreementEnded, {
        order_id,
        contract_id: contract_of_luis,
        reason: 'account_deleted',
      })
    })
    const alone = await stageOf(event.id)
    expect(alone.performers.map(({ name }) => name)).toEqual(['Rosa Ixchel'])
    expect(blocksOf(alone)).toEqual([
      ['set_up', 'Rosa', -95, -50],
      ['soundcheck', 'Rosa', -50, -30],
      ['free', null, -30, 0],
      ['set', 'Rosa', 0, 60],
      ['free', null, 60, 120],
      ['ceremony', null, 120, 180],
      ['free', null, 180, 240],
      // Somebody is looked for.
      ['set', null, 240, 300],
    ])
    await hunter.patch(`/api/events/${event.id}/opening/`, {
      opens_at: new Date(Date.parse(event.starts_at) - 150 * minute).toISOString(),
    })
    await t.db.update(contracts).set({ state: 'active' }).where(eq(contracts.id, contract_of_luis))
    await transaction(t.app, t.clock.now(), (work) => openEvent(work, order_id))
    const both = await stageOf(event.id)
    // By what the host had said of the place.
    expect(both.performers.map(({ name, schedule }) => [name, schedule.soundcheck_at === null])).toEqual([
      ['Rosa Ixchel', true],
      ['Luis Canel', false],
    ])
  })

  test('of an event that was confirmed before stages were planned is planned by the clock', async () => {
    const before = await stageOf(event.id)
    await t.db.update(events).set({ stage_plan: null }).where(eq(events.id, event.id))
    expect((await stageOf(event.id)).stage_plan).toBeNull()
    await t.app.jobs.runSweeps(t.clock.now())
    expect(await stageOf(event.id)).toEqual(before)
  })

  test('stays as it was once the event has begun, and isn’t shown when it is off', async () => {
    const path = `/api/events/${event.id}/opening/`
    t.clock.set(new Date(event.starts_at))
    try {
      const late = await hunter.patch(path, { opens_at: null })
      expect([late.status, late.body.code]).toEqual([409, 'events.begun'])
    } finally {
      t.clock.set(new Date(NOW))
    }
    await hunter.post(`/api/orders/${order_id}/postpone/`, { confirm: true })
    expect((await stageOf(event.id)).stage_plan).toBeNull()
    const off = await hunter.patch(path, { opens_at: null })
    expect([off.status, off.body.code]).toEqual([409, 'events.over'])
  })
})
