import { and, eq, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { leftBehind } from '#app/server/leftBehind.fixture.ts'
import { NOW } from '#app/server/scenes/wedding.fixture.ts'
import type { Person } from '#app/server/testing.ts'
import { DAY, HOUR, MINUTE } from '#core/contract/time.ts'
import { readPaper } from '#core/server/papers.fixture.ts'
import { deletionsIn, GRACE } from '#features/accounts/deletion.fixture.ts'
import { busy_times } from '#features/availability/table.ts'
import type { PayoutPart } from '#features/contracts/contract.money.ts'
import { notifications } from '#features/notifications/table.ts'
import { trioScene } from './substitutes.fixture.ts'
import { event_substitutes } from './table.ts'

/* A member of a band can't play: its owner proposes who does, the host accepts or rejects. */

let s: Awaited<ReturnType<typeof trioScene>>
beforeAll(async () => {
  s = await trioScene({ max: 20 })
})
afterAll(() => s.t.close())

const names = (rows: readonly { name: string | null }[]) => rows.map(({ name }) => name).sort()
/** In which voices somebody was told of a proposal. */
const told = async (who: Person, id: number) =>
  (
    await s.t.db
      .select({ params: notifications.params })
      .from(notifications)
      .where(
        and(eq(notifications.user_id, who.id), sql`${notifications.subject} like ${`substitute:${id}/%`}`),
      )
      .orderBy(notifications.id)
  ).map(({ params }) => params.voice)
/** Whose time is promised to an order. */
const onStage = async (order_id: number) =>
  (
    await s.t.db
      .select({ user_id: busy_times.user_id })
      .from(busy_times)
      .where(
        and(eq(busy_times.subject, `order:${order_id}/project:${s.trio}`), isNull(busy_times.released_at)),
      )
  )
    .flatMap(({ user_id }) => user_id ?? [])
    .sort((a, b) => a - b)
const people = (...all: Person[]) => all.map(({ id }) => id).sort((a, b) => a - b)

describe('who plays instead of a member', () => {
  test('is proposed by the band’s owner, accepted by the host, and told to everybody it concerns', async () => {
    const { event, order_id } = await s.evening()
    const before = await s.band(s.luis, event.id)
    expect(names(before.players)).toEqual(['Luis Canel', 'Marco Tun', 'Sara Poncio'])
    expect(before.others).toMatchObject([{ name: 'Leo Caal', function: 'bass', free: true }])
    expect(await onStage(order_id)).toEqual(people(s.luis, s.sara, s.marco))

    const { status, body } = await s.propose(s.luis, event.id, { reason: 'Se quebró la mano' })
    expect([status, body.state]).toEqual([201, 'proposed'])
    expect(Date.parse(body.reply_by) - s.t.clock.now().getTime()).toBeLessThanOrEqual(24 * HOUR)
    expect(await told(s.hunter, body.id)).toEqual(['substitute'])
    // Both names and what they play; why is between the host and who leads the band.
    expect(await s.shown(s.hunter, event.id)).toMatchObject([
      {
        member: { name: 'Marco Tun', function: 'bass' },
        substitute: { name: 'Leo Caal', profile_id: s.leo.project_id },
        reason: 'Se quebró la mano',
      },
    ])
    expect((await s.shown(s.sara, event.id))[0]?.reason).toBe('')
    // A proposal promises nothing.
    expect(await onStage(order_id)).toEqual(people(s.luis, s.sara, s.marco))

    expect((await s.answer(s.hunter, event.id, body.id, true)).body.state).toBe('accepted')
    expect(await onStage(order_id)).toEqual(people(s.luis, s.sara, s.leo))
    expect(await told(s.luis, body.id)).toEqual(['substitute_accepted'])
    expect(await told(s.leo, body.id)).toEqual(['substitute_plays'])
    expect(await told(s.marco, body.id)).toEqual(['substitute_out'])
    for (const who of [s.hunter, s.luis, s.leo, s.marco])
      expect(await s.shown(who, event.id)).toMatchObject([{ state: 'accepted' }])
    const after = await s.band(s.luis, event.id)
    expect(names(after.players)).toEqual(['Leo Caal', 'Luis Canel', 'Sara Poncio'])
    expect(names(after.others)).toEqual(['Marco Tun'])
  })

  test('is refused to whom it isn’t for, and for whom it can’t be', async () => {
    const { event } = await s.evening()
    const url = `/api/events/${event.id}/substitutes/`
    expect((await s.t.anonymous.post(url, {})).status).toBe(401)
    expect((await s.propose(s.sara, event.id)).status).toBe(403)
    expect((await s.propose(s.hunter, event.id)).status).toBe(404)
    expect((await s.propose(s.stranger, event.id)).status).toBe(404)
    expect((await s.propose(s.luis, event.id, { member_id: s.places.leo })).status).toBe(422)
    expect((await s.propose(s.luis, event.id, { substitute_id: s.places.sara })).status).toBe(422)
    expect((await s.propose(s.luis, event.id, { substitute_id: 999_999 })).status).toBe(422)
    expect((await s.propose(s.luis, event.id, { reason: 'x'.repeat(301) })).status).toBe(422)

    const { body } = await s.propose(s.luis, event.id)
    const again = await s.propose(s.luis, event.id)
    expect([again.status, again.body.code]).toEqual([409, 'events.substitute_open'])
    const its = `${url}${body.id}/`
    expect((await s.t.anonymous.post(`${its}answer/`, { accept: true })).status).toBe(401)
    expect((await s.answer(s.stranger, event.id, body.id, true)).status).toBe(404)
    // Who leads the band doesn't answer for the host.
    expect([403, 404]).toContain((await s.answer(s.luis, event.id, body.id, true)).status)
    expect((await (await s.now(s.hunter)).post(`${its}answer/`, { accept: 'yes' })).status).toBe(422)
    expect((await s.t.anonymous.delete(its)).status).toBe(401)
    expect((await s.withdraw(s.sara, event.id, body.id)).status).toBe(403)
    expect((await s.withdraw(s.stranger, event.id, body.id)).status).toBe(404)
    expect((await s.withdraw(s.luis, event.id, 999_999)).status).toBe(404)

    expect((await s.withdraw(s.luis, event.id, body.id)).body.state).toBe('withdrawn')
    expect(await told(s.hunter, body.id)).toEqual(['substitute', 'substitute_withdrawn'])
    const late = await s.answer(s.hunter, event.id, body.id, true)
    expect([late.status, late.body.code]).toEqual([409, 'events.substitute_moved_on'])
    expect(await s.shown(s.hunter, event.id)).toEqual([])
  })

  test('is asked of nobody once the band is called, the event has begun, or it is off', async () => {
    const { event, order_id } = await s.evening()
    const call = event.performers[0]?.schedule.call_at ?? ''
    s.t.clock.set(new Date(Date.parse(call) - HOUR))
    const { body } = await s.propose(s.luis, event.id)
    expect(body.reply_by).toBe(new Date(call).toISOString())
    s.t.clock.set(new Date(Date.parse(call) + MINUTE))
    expect((await s.band(s.luis, event.id)).reply_by).toBeNull()
    expect((await s.propose(s.luis, event.id)).body.code).toBe('events.too_late_to_ask')
    s.t.clock.set(new Date(Date.parse(event.starts_at) + MINUTE))
    expect((await s.propose(s.luis, event.id)).body.code).toBe('events.begun')
    expect((await s.answer(s.hunter, event.id, body.id, true)).body.code).toBe('events.begun')

    const { event: other, order_id: other_order } = await s.evening()
    const open = (await s.propose(s.luis, other.id)).body
    await (await s.now(s.hunter)).post(`/api/orders/${other_order}/cancel/`, { confirm: true })
    const [row] = await s.t.db.select().from(event_substitutes).where(eq(event_substitutes.id, open.id))
    expect(row?.state).toBe('released')
    expect((await s.propose(s.luis, other.id)).body.code).toBe('events.over')
    expect((await s.answer(s.hunter, other.id, open.id, true)).body.code).toBe('events.over')
    expect(order_id).not.toBe(other_order)
  })

  test('has to be free when proposed, and when accepted by the database’s word', async () => {
    const { event, order_id } = await s.evening()
    const { body } = await s.propose(s.luis, event.id)
    // Leo promises the evening to somebody else.
    const [elsewhere] = await s.t.db
      .insert(busy_times)
      .values({
        project_id: s.leo.project_id ?? 0,
        user_id: s.leo.id,
        during: `[${event.starts_at},${event.ends_at})`,
        kind: 'gig',
        subject: 'order:999999/project:1',
      })
      .returning()
    const taken = await s.answer(s.hunter, event.id, body.id, true)
    expect([taken.status, taken.body.code]).toEqual([409, 'events.substitute_taken'])
    expect(await onStage(order_id)).toEqual(people(s.luis, s.sara, s.marco))
    expect(await s.shown(s.hunter, event.id)).toMatchObject([{ state: 'proposed' }])
    expect((await s.answer(s.hunter, event.id, body.id, false)).body.state).toBe('rejected')
    expect(await told(s.luis, body.id)).toEqual(['substitute_rejected'])
    expect((await s.propose(s.luis, event.id)).body.code).toBe('events.substitute_busy')
    expect((await s.band(s.luis, event.id)).others).toMatchObject([{ name: 'Leo Caal', free: false }])
    await s.t.db.delete(busy_times).where(eq(busy_times.id, elsewhere?.id ?? 0))
  })

  test('lapses unanswered: who was agreed plays, the band is told and proposes again', async () => {
    const { event, order_id } = await s.evening()
    const { body } = await s.propose(s.luis, event.id)
    s.t.clock.move(24 * HOUR)
    expect((await s.answer(s.hunter, event.id, body.id, true)).body.code).toBe('events.substitute_moved_on')
    for (let n = 0; n < 2; n++) await s.t.app.jobs.runSweeps()
    expect(await told(s.luis, body.id)).toEqual(['substitute_lapsed'])
    expect(await s.shown(s.hunter, event.id)).toMatchObject([{ state: 'unanswered' }])
    expect(await onStage(order_id)).toEqual(people(s.luis, s.sara, s.marco))
    expect((await s.propose(s.luis, event.id)).status).toBe(201)
  })

  test('plays for the part of whom they stand in for, also in the place of somebody who did', async () => {
    const { event, agreement } = await s.evening()
    const first = (await s.propose(s.luis, event.id)).body
    await s.answer(s.hunter, event.id, first.id, true)
    // Leo can't either; Marco is back.
    const back = { member_id: s.places.leo, substitute_id: s.places.marco }
    const second = (await s.propose(s.luis, event.id, back)).body
    await s.answer(s.hunter, event.id, second.id, true)
    expect(await s.shown(s.hunter, event.id)).toMatchObject([
      { member: { name: 'Leo Caal' }, substitute: { name: 'Marco Tun' }, state: 'accepted' },
    ])
    const third = (await s.propose(s.luis, event.id)).body
    await s.answer(s.hunter, event.id, third.id, true)
    s.t.clock.set(new Date(Date.parse(event.ends_at) + 2 * DAY))
    await s.t.app.jobs.runSweeps()
    const parts = async (who: Person): Promise<PayoutPart[]> =>
      (await (await s.now(who)).get('/api/contracts/payouts/')).body.results
    expect((await parts(s.leo)).filter(({ number }) => number === agreement.number)).toMatchObject([
      { amount: 5_000, stood_in: true },
    ])
    expect((await parts(s.marco)).filter(({ number }) => number === agreement.number)).toEqual([])
  })

  test('has their own place taken, and comes back for another’s: both are paid for where they played', async () => {
    const { event, agreement, order_id } = await s.evening()
    const first = (await s.propose(s.luis, event.id)).body
    await s.answer(s.hunter, event.id, first.id, true)
    const other = { member_id: s.places.sara, substitute_id: s.places.marco }
    const second = (await s.propose(s.luis, event.id, other)).body
    await s.answer(s.hunter, event.id, second.id, true)
    expect(await onStage(order_id)).toEqual(people(s.luis, s.leo, s.marco))
    expect(await s.shown(s.hunter, event.id)).toMatchObject([
      { member: { name: 'Marco Tun' }, substitute: { name: 'Leo Caal' }, state: 'accepted' },
      { member: { name: 'Sara Poncio' }, substitute: { name: 'Marco Tun' }, state: 'accepted' },
    ])
    s.t.clock.set(new Date(Date.parse(event.ends_at) + 2 * DAY))
    await s.t.app.jobs.runSweeps()
    const { body } = await (await s.now(s.luis)).get('/api/contracts/payouts/?limit=100')
    const parts = (body.results as PayoutPart[]).filter(({ number }) => number === agreement.number)
    expect(parts.filter(({ stood_in }) => stood_in).map(({ member_name }) => member_name)).toEqual(
      expect.arrayContaining(['Leo Caal']),
    )
    expect(parts.map(({ member_name, amount }) => [member_name, amount])).toContainEqual(['Leo Caal', 5_000])
  })

  test('is expected on the day in place of whom they stand in for: call, sheet and earnings', async () => {
    const { event, agreement } = await s.evening(new Date(Date.parse(NOW) + 30 * DAY).toISOString())
    const reminded = async (who: Person) =>
      (await s.t.mails(who.email)).filter(
        ({ kind, text }) => kind === 'gig_reminder' && text.includes(`event=${event.id}`),
      ).length
    const earned = async (who: Person) => {
      const as = await s.t.as({ token: await s.t.session(who.id, s.trio) })
      const { income } = (await as.get('/api/home/music/')).body
      return income.months.find(({ month }: { month: string }) => month === event.starts_at.slice(0, 7))
        ?.amount
    }
    const before = await Promise.all([s.marco, s.leo].map(earned))
    const { body } = await s.propose(s.luis, event.id)
    await s.answer(s.hunter, event.id, body.id, true)
    // So does the agreement: whose place he plays in, and what of it is whose.
    const shares = async (who: Person) => {
      const as = await s.t.as({ token: await s.t.session(who.id, s.trio) })
      const { own_part, in_place_of } = (await as.get(`/api/contracts/${agreement.id}/`)).body
      return { amount: own_part?.amount ?? null, in_place_of }
    }
    expect(await Promise.all([s.marco, s.leo, s.sara, s.luis].map(shares))).toEqual([
      { amount: 0, in_place_of: null },
      { amount: 5_000, in_place_of: 'Marco Tun' },
      { amount: null, in_place_of: null },
      { amount: null, in_place_of: null },
    ])
    // Marco's part of an evening, 50.00, is Leo's.
    expect(await Promise.all([s.marco, s.leo].map(earned))).toEqual([before[0] - 5_000, before[1] + 5_000])

    const { rawPayload } = await s.t.server.inject({
      method: 'GET',
      url: `/api/events/${event.id}/sheet/?of=${s.trio}`,
      headers: { 'accept-language': 'es', authorization: `Bearer ${s.hunter.token}` },
    })
    expect((await readPaper(rawPayload)).text.replace(/\s+/g, ' ')).toContain(
      'Leo Caal toca en lugar de Marco Tun',
    )

    s.t.clock.set(new Date(Date.parse(event.starts_at) - 2 * DAY))
    await s.t.app.jobs.runSweeps()
    expect(await Promise.all([s.luis, s.leo, s.marco].map(reminded))).toEqual([1, 1, 0])
  })

  test('is asked twenty times for an event at most: each time bothers the host', async () => {
    const { event } = await s.evening()
    const before = { event_id: event.id, project_id: s.trio, user_id: s.luis.id, state: 'withdrawn' } as const
    const its = { member_id: s.places.marco, place_id: s.places.marco, substitute_id: s.places.leo }
    const at = s.t.clock.now().toISOString()
    await s.t.db
      .insert(event_substitutes)
      .values(Array.from({ length: 19 }, () => ({ ...before, ...its, proposed_at: at, reply_by: at })))
    const last = await s.propose(s.luis, event.id)
    expect(last.status).toBe(201)
    await s.withdraw(s.luis, event.id, last.body.id)
    expect((await s.propose(s.luis, event.id)).body.code).toBe('events.substitutes_full')
    expect(await told(s.hunter, last.body.id)).toEqual(['substitute', 'substitute_withdrawn'])
  })

  test('is forgotten with their account: what was proposed, and what was told of it', async () => {
    const { event } = await s.evening()
    const going = deletionsIn(() => s.t)
    const ines = await going.someone('MUSICIAN', { name: 'Inés Fugaz' })
    const place = await s.joins(ines, { required: false, substitute_for: s.places.marco })
    await going.ask(ines)
    s.t.clock.move(GRACE)
    const { body } = await s.propose(s.luis, event.id, { substitute_id: place, reason: 'Está de viaje' })
    expect(await told(s.hunter, body.id)).toEqual(['substitute'])
    s.t.clock.move(MINUTE)
    for (let n = 0; n < 2; n++) await s.t.app.jobs.runSweeps()
    expect(await s.t.db.$count(event_substitutes, eq(event_substitutes.id, body.id))).toBe(0)
    // The host learns that it is off, and who it was from nothing that is kept.
    expect(await told(s.hunter, body.id)).toEqual(['substitute_withdrawn'])
    expect(await s.shown(s.hunter, event.id)).toEqual([])
    expect(JSON.stringify(await s.t.db.select().from(notifications))).not.toContain('Inés Fugaz')
  })

  test('goes with whoever leaves the band: the host is told', async () => {
    const { event, order_id } = await s.evening()
    const nora = await s.t.person('MUSICIAN', { name: 'Nora Relevo' })
    const place = await s.joins(nora, { required: false, substitute_for: s.places.sara })
    const { body } = await s.propose(s.luis, event.id, {
      member_id: s.places.sara,
      substitute_id: place,
    })
    await s.answer(s.hunter, event.id, body.id, true)
    expect(await onStage(order_id)).toEqual(people(s.luis, s.marco, nora))
    await (await s.now(s.luis)).delete(`/api/projects/${s.trio}/members/${place}/`)
    expect(await told(s.hunter, body.id)).toEqual(['substitute', 'substitute_gone'])
    expect(await onStage(order_id)).toEqual(people(s.luis, s.marco))
    expect(await s.shown(s.hunter, event.id)).toEqual([])
    // Her place is to be filled again.
    expect(names((await s.band(s.luis, event.id)).players)).toContain('Sara Poncio')
  })
})

describe('at the same time', () => {
  test('two proposals for one member: one is made', async () => {
    const { event } = await s.evening()
    const answers = await Promise.all(Array.from({ length: 8 }, () => s.propose(s.luis, event.id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)])
  })

  test('accepted, taken back, rejected and lapsed: one of them is true', async () => {
    for (let round = 0; round < 4; round++) {
      const { event, order_id } = await s.evening()
      const { body } = await s.propose(s.luis, event.id)
      // A moment before the time is over, and the clock's word just after it.
      s.t.clock.move(24 * HOUR - 1)
      const late = s.answer(s.hunter, event.id, body.id, true)
      s.t.clock.move(1)
      const [accepted, withdrawn] = await Promise.all([
        late,
        s.withdraw(s.luis, event.id, body.id),
        s.answer(s.hunter, event.id, body.id, false),
        s.t.app.jobs.runSweeps(),
      ])
      const [row] = await s.t.db.select().from(event_substitutes).where(eq(event_substitutes.id, body.id))
      expect(['accepted', 'withdrawn', 'rejected', 'unanswered']).toContain(row?.state)
      expect([accepted.status === 200, withdrawn.status === 200]).toEqual([
        row?.state === 'accepted',
        row?.state === 'withdrawn',
      ])
      expect(await onStage(order_id)).toEqual(
        row?.state === 'accepted' ? people(s.luis, s.sara, s.leo) : people(s.luis, s.sara, s.marco),
      )
      expect(await told(s.luis, body.id)).toHaveLength(row?.state === 'withdrawn' ? 0 : 1)
    }
  })
})

test('after all of that, who is accepted is who plays', async () => {
  // One moment for both: what is due a moment after a sweep waits for the next one.
  const now = s.t.clock.now()
  await s.t.app.jobs.runSweeps(now)
  expect((await leftBehind(s.t.db, now)).filter((fault) => fault.includes('substitute'))).toEqual([])
})
