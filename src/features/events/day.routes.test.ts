import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#app/server/testing.ts'
import { DAY, HOUR, MINUTE } from '#core/contract/time.ts'
import { raise } from '#core/server/events.ts'
import { transaction } from '#core/server/work.ts'
import { accountDeleted } from '#features/accounts/commands.deletion.ts'
import type { Notification } from '#features/notifications/contract.ts'
import { project_members } from '#features/projects/table.ts'
import { heardBy, type WeddingDay, weddingDay } from './day.fixture.ts'
import { reportDataOf } from './queries.day.ts'
import { DAY_AHEAD_MS, REPORTS_MAX } from './rules.day.ts'
import { day_reports, events } from './table.ts'

let w: WeddingDay
let hears: Awaited<ReturnType<typeof heardBy>>
/** When the first of them is called, and when the event ends. */
let first: number
let end: number

beforeAll(async () => {
  w = await weddingDay()
  hears = await heardBy(w.t)
  const { day } = await w.page(w.hunter)
  first = Date.parse(day?.from ?? '') + DAY_AHEAD_MS
  end = Date.parse(day?.to ?? '')
})
afterAll(async () => {
  await hears.close()
  await w.t.close()
})

const say = (who: Person, body: object, headers: Record<string, string> = {}) =>
  who.post(`/api/events/${w.event_id}/day/`, body, { headers })
const undo = (who: Person, id: number) => who.delete(`/api/events/${w.event_id}/day/${id}/`)
const reports = async (who: Person) => (await w.page(who)).day?.reports ?? []
const lastOf = async (who: Person) => (await reports(who)).at(-1)
const told = async (who: Person): Promise<Notification[]> =>
  (await who.get('/notifications/?notification_type=EVENT_AT_RISK')).body.results
const at = (ms: number) => w.t.clock.set(new Date(ms))

describe('whoever plays is reminded by a letter, with their call and the place', () => {
  const gigs = async (who: Person) =>
    (await w.t.mails(who.email)).filter(({ kind }) => kind === 'gig_reminder').map(({ subject }) => subject)

  test('a week before, two days before and on the day, once each', async () => {
    const counts = []
    for (const ms of [first - 8 * DAY, first - 7 * DAY, first - 2 * DAY, first - 2 * HOUR]) {
      at(ms + MINUTE)
      for (let twice = 0; twice < 2; twice++) await w.t.app.jobs.runSweeps(w.t.clock.now())
      counts.push([(await gigs(w.rosa)).length, (await gigs(w.sara)).length])
    }
    expect(counts).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
      [3, 3],
    ])
    expect((await gigs(w.rosa)).map((one) => one.split(':')[0])).toEqual([
      'Hoy tocas',
      'En dos días tocas',
      'En una semana tocas',
    ])
    // In their own language.
    expect((await gigs(w.sara))[0]).toContain('You play today')
    expect(await gigs(w.hunter)).toEqual([])
    const [letter] = (await w.t.mails(w.rosa.email)).filter(({ kind }) => kind === 'gig_reminder')
    const call = (await w.page(w.rosa)).performers.find(({ mine }) => mine)?.schedule.call_at ?? ''
    expect(letter?.text).toContain(
      new Date(call).toLocaleTimeString('es', {
        timeZone: 'America/Guatemala',
        hour: '2-digit',
        minute: '2-digit',
      }),
    )
    expect(letter?.text).toContain('5a avenida norte 12')
    expect(letter?.text).toContain(`/calendar?event=${w.event_id}`)
  })

  test('says how far it is off, also when it is sent later than it should have been', async () => {
    const late = async (ms: number) => {
      at(ms)
      // As an event that was on before anybody who plays was reminded.
      await w.t.db
        .update(events)
        .set({ gig_reminder: 0, confirmed_at: new Date(first - 60 * DAY + (ms % DAY)).toISOString() })
      await w.t.app.jobs.runSweeps(w.t.clock.now())
      return [(await gigs(w.rosa))[0], (await gigs(w.sara))[0]].map((one) => one?.split(':')[0])
    }
    const [before] = await w.t.db.select().from(events)
    expect(await late(first - 5 * DAY)).toEqual(['En 5 días tocas', 'You play in 5 days'])
    expect(await late(first - 20 * HOUR)).toEqual(['Mañana tocas', 'You play tomorrow'])
    await w.t.db.update(events).set({ gig_reminder: 4, confirmed_at: before?.confirmed_at ?? '' })
  })

  test('and the host as before, of what is open', async () => {
    const { body } = await w.hunter.get('/notifications/?notification_type=EVENT_REMINDER_SENT')
    expect(body.results.length).toBeGreaterThan(0)
    const hers = await w.rosa.get('/notifications/?notification_type=EVENT_REMINDER_SENT')
    expect(hers.body.results).toEqual([])
  })
})

describe('on the day', () => {
  test('nothing is said earlier than twelve hours before the first call', async () => {
    at(first - 12 * HOUR - MINUTE)
    const early = await say(w.rosa, { kind: 'arrived' })
    expect([early.status, early.body.code]).toEqual([409, 'events.not_the_day'])
  })

  test('who arrives is seen by everybody at once, with the time and the call; once more changes nothing', async () => {
    at(first + 5 * MINUTE)
    await hears.of(`event:${w.event_id}`)
    const said = await say(w.rosa, { kind: 'arrived' })
    expect(said.status, said.text).toBe(200)
    expect(await hears.of(`event:${w.event_id}`)).toEqual(
      [w.hunter.id, w.rosa.id, w.luis.id, w.sara.id].sort((a, b) => a - b),
    )
    await say(w.rosa, { kind: 'arrived' })
    const schedule = (await w.page(w.rosa)).performers.find(({ mine }) => mine)?.schedule
    expect(await reports(w.hunter)).toMatchObject([
      {
        project_name: 'Rosa Ixchel',
        person_name: 'Rosa',
        kind: 'arrived',
        call_at: schedule?.call_at,
        mine: false,
      },
    ])
    expect((await reports(w.rosa))[0]?.mine).toBe(true)
    expect(await told(w.hunter)).toEqual([])
  })

  test('who comes late is notified to the host; others who play see how late, and not who said it', async () => {
    expect((await say(w.sara, { kind: 'late', minutes: 20 })).status).toBe(200)
    expect(await lastOf(w.hunter)).toMatchObject({
      project_name: 'Trío Volcán',
      person_name: 'Sara',
      minutes: 20,
    })
    expect(await lastOf(w.rosa)).toMatchObject({
      project_name: 'Trío Volcán',
      person_name: null,
      minutes: 20,
    })
    expect(await told(w.hunter)).toMatchObject([
      {
        title: 'Trío Volcán viene tarde',
        message: expect.stringContaining('20 min'),
        value: `${w.event_id}`,
      },
    ])
    for (const who of [w.rosa, w.luis, w.sara]) expect(await told(who)).toEqual([])
  })

  test('the same kind by the same person is notified once in five minutes, and shown each time', async () => {
    await say(w.sara, { kind: 'late', minutes: 20 })
    expect(await told(w.hunter)).toHaveLength(1)
    expect((await reports(w.hunter)).filter(({ kind }) => kind === 'late')).toHaveLength(2)
    await say(w.luis, { kind: 'late', minutes: 30 })
    expect(await told(w.hunter)).toHaveLength(2)
    w.t.clock.move(6 * MINUTE)
    await say(w.sara, { kind: 'late', minutes: 15 })
    expect(await told(w.hunter)).toHaveLength(3)
  })

  test('who comes later than they said is notified again at once', async () => {
    await say(w.sara, { kind: 'late', minutes: 45 })
    expect((await told(w.hunter)).map(({ message }) => message)[0]).toContain('45 min')
    expect(await told(w.hunter)).toHaveLength(4)
    await say(w.sara, { kind: 'late', minutes: 30 })
    expect(await told(w.hunter)).toHaveLength(4)
  })

  test('a problem is read by the host and by their own people, not by others who play', async () => {
    expect((await say(w.luis, { kind: 'problem', problem: 'Se ponchó una llanta' })).status).toBe(200)
    expect(await lastOf(w.hunter)).toMatchObject({ kind: 'problem', problem: 'Se ponchó una llanta' })
    expect(await lastOf(w.sara)).toMatchObject({ kind: 'problem', problem: 'Se ponchó una llanta' })
    expect(await lastOf(w.rosa)).toMatchObject({ kind: 'late' })
    expect((await told(w.hunter))[0]?.message).toContain('Se ponchó una llanta')
  })

  test('the host’s problem is notified to the owners, in their language, and read by all', async () => {
    expect((await say(w.hunter, { kind: 'problem', problem: 'Se fue la luz' })).status).toBe(200)
    for (const who of [w.rosa, w.luis]) expect(await told(who)).toHaveLength(1)
    expect(await told(w.sara)).toEqual([])
    for (const who of [w.rosa, w.luis, w.sara])
      expect(await lastOf(who)).toMatchObject({
        project_id: null,
        person_name: 'Ana',
        problem: 'Se fue la luz',
      })
  })

  test('what can hold up the event is sent at night too', async () => {
    // Half past eleven there: most people have their quiet hours.
    await w.t.db.update(events).set({ ends_at: new Date(end + 5 * HOUR).toISOString() })
    at(Date.parse('2026-04-19T05:30:00Z'))
    await say(w.rosa, { kind: 'problem', problem: 'No hay salida' })
    expect((await w.t.mails(w.hunter.email))[0]?.text).toContain('No hay salida')
    await w.t.db.update(events).set({ ends_at: new Date(end).toISOString() })
    at(first + HOUR)
  })
})

describe('what was just said', () => {
  const idOf = async (who: Person) =>
    Math.max(...(await reports(who)).filter(({ mine }) => mine).map(({ id }) => id))

  test('can be taken back for ten seconds: nobody sees it, no notification is left, and the row stays', async () => {
    const before = await told(w.hunter)
    await say(w.rosa, { kind: 'late', minutes: 60 })
    expect(await told(w.hunter)).toHaveLength(before.length + 1)
    const id = await idOf(w.rosa)
    w.t.clock.move(9_000)
    expect((await undo(w.rosa, id)).status).toBe(200)
    expect((await reports(w.hunter)).map((one) => one.id)).not.toContain(id)
    expect(await told(w.hunter)).toEqual(before)
    // A second press changes nothing.
    expect((await undo(w.rosa, id)).status).toBe(200)
    const [row] = await w.t.db.select().from(day_reports).where(eq(day_reports.id, id))
    expect(row).toMatchObject({ kind: 'late', minutes: 60, undone_at: expect.any(String) })
  })

  test('no longer afterwards', async () => {
    await say(w.rosa, { kind: 'problem', problem: 'Falta un cable' })
    const id = await idOf(w.rosa)
    w.t.clock.move(14_000)
    const late = await undo(w.rosa, id)
    expect([late.status, late.body.code]).toEqual([409, 'events.undo_over'])
    expect((await reports(w.hunter)).map((one) => one.id)).toContain(id)
  })

  test('makes way for what is right: the other side is told that, though it is of the same kind', async () => {
    w.t.clock.move(6 * MINUTE)
    const before = await told(w.hunter)
    await say(w.rosa, { kind: 'late', minutes: 15 })
    expect((await undo(w.rosa, await idOf(w.rosa))).status).toBe(200)
    await say(w.rosa, { kind: 'late', minutes: 50 })
    const [newest, ...others] = await told(w.hunter)
    expect(newest?.message).toContain('50 min')
    expect(others).toEqual(before)
  })

  test('is told of each project: who plays in two may come late with both', async () => {
    w.t.clock.move(6 * MINUTE)
    const hers = w.rosa.project_id ?? 0
    await w.t.db.insert(project_members).values({
      project_id: hers,
      user_id: w.luis.id,
      role: 'COLLABORATOR',
      joined_at: '2026-01-01T00:00:00Z',
    })
    for (const [project_id, minutes] of [
      [w.trio, 10],
      [hers, 25],
    ])
      expect((await say(w.luis, { kind: 'late', minutes, project_id })).status).toBe(200)
    expect((await told(w.hunter)).slice(0, 2).map(({ title }) => title)).toEqual([
      'Rosa Ixchel viene tarde',
      'Trío Volcán viene tarde',
    ])
    await w.t.db
      .delete(project_members)
      .where(and(eq(project_members.project_id, hers), eq(project_members.user_id, w.luis.id)))
  })

  test('is its speaker’s alone: 403 for who may read it, 404 for who may not', async () => {
    await say(w.rosa, { kind: 'problem', problem: 'Otro cable' })
    const id = await idOf(w.rosa)
    expect((await undo({ ...w.rosa, ...w.t.as() }, id)).status).toBe(401)
    const host = await undo(w.hunter, id)
    expect([host.status, host.body.code]).toEqual([403, 'events.not_your_report'])
    for (const who of [w.luis, w.stranger]) expect((await undo(who, id)).status).toBe(404)
    expect((await undo(w.rosa, 999_999)).status).toBe(404)
  })
})

describe('an arrival that was pressed without connection', () => {
  const rows = (who: Person) =>
    w.t.db
      .select({ at: day_reports.at })
      .from(day_reports)
      .where(and(eq(day_reports.user_id, who.id), eq(day_reports.kind, 'arrived')))

  test('counts when it was, once, however often it is sent', async () => {
    const arrived_at = new Date(first + 2 * MINUTE).toISOString()
    const key = { 'idempotency-key': 'sin-conexion' }
    for (let twice = 0; twice < 2; twice++) {
      const sent = await say(w.luis, { kind: 'arrived', arrived_at }, key)
      expect(sent.status, sent.text).toBe(200)
    }
    expect(await rows(w.luis)).toEqual([{ at: arrived_at }])
  })

  test('is taken after the end too, if it was in the day; a clock that is fast doesn’t count', async () => {
    const arrived_at = new Date(end + DAY).toISOString()
    await say(w.sara, { kind: 'arrived', arrived_at })
    const [hers] = await rows(w.sara)
    expect(Date.parse(hers?.at ?? '')).toBeLessThanOrEqual(w.t.clock.now().getTime())
    at(end + HOUR)
    expect(
      (await say(w.hunter, { kind: 'arrived', arrived_at: new Date(first - 13 * HOUR).toISOString() }))
        .status,
    ).toBe(409)
    expect(
      (await say(w.hunter, { kind: 'arrived', arrived_at: new Date(end - HOUR).toISOString() })).status,
    ).toBe(200)
    at(first + 2 * HOUR)
  })
})

test('who may not speak is refused, and what lacks something is', async () => {
  expect((await say({ ...w.rosa, ...w.t.as() }, { kind: 'arrived' })).status).toBe(401)
  expect((await say(w.stranger, { kind: 'arrived' })).status).toBe(404)
  // As somebody else's project, or as one that doesn't play.
  for (const project_id of [w.trio, 999_999])
    expect((await say(w.rosa, { kind: 'late', minutes: 10, project_id })).status).toBe(404)
  const fields = async (body: object) => {
    const answer = await say(w.rosa, body)
    return [answer.status, Object.keys(answer.body.fields)]
  }
  expect(await fields({ kind: 'late' })).toEqual([422, ['minutes']])
  expect(await fields({ kind: 'late', minutes: 4 })).toEqual([422, ['minutes']])
  expect(await fields({ kind: 'late', minutes: 181 })).toEqual([422, ['minutes']])
  expect(await fields({ kind: 'problem', problem: '  ' })).toEqual([422, ['problem']])
  expect(await fields({ kind: 'problem', problem: 'x'.repeat(301) })).toEqual([422, ['problem']])
  expect(await fields({ kind: 'gone' })).toEqual([422, ['kind']])
})

test('nobody says more on one day than anybody can read', async () => {
  const { hunter, t, event_id } = w
  const said = await t.db.$count(day_reports, eq(day_reports.user_id, hunter.id))
  await t.db.insert(day_reports).values(
    Array.from({ length: REPORTS_MAX - said }, () => ({
      event_id,
      user_id: hunter.id,
      kind: 'late' as const,
      minutes: 5,
      at: t.clock.now().toISOString(),
      created_at: t.clock.now().toISOString(),
    })),
  )
  const full = await say(hunter, { kind: 'late', minutes: 5 })
  expect([full.status, full.body.code]).toEqual([409, 'events.day_full'])
})

test('the copy of one’s data has what one said, whoever’s project it was as, and what one took back', async () => {
  const hers = await reportDataOf(w.t.db, w.sara.id)
  expect(hers).toMatchObject([
    { event_id: w.event_id, kind: 'late', minutes: 20, undone_at: null },
    { kind: 'late', minutes: 20 },
    { kind: 'late', minutes: 15 },
    { kind: 'late', minutes: 45 },
    { kind: 'late', minutes: 30 },
    { kind: 'arrived' },
  ])
  const rosas = await reportDataOf(w.t.db, w.rosa.id)
  expect(rosas).toContainEqual(expect.objectContaining({ minutes: 60, undone_at: expect.any(String) }))
  expect(rosas.map(({ problem }) => problem)).toContain('No hay salida')
  expect(JSON.stringify(rosas)).not.toContain('Se ponchó')
})

test('the words of who leaves go with their account; that they were there stays', async () => {
  await transaction(w.t.app, w.t.clock.now(), (work) =>
    raise(work, accountDeleted, { user_id: w.rosa.id, name: w.rosa.name, email: w.rosa.email }),
  )
  const rows = await w.t.db.select().from(day_reports).where(eq(day_reports.user_id, w.rosa.id))
  expect(rows.map(({ kind }) => kind)).toContain('arrived')
  expect(rows.every(({ problem }) => problem === '')).toBe(true)
})

test('after the end, and of an event that is over or off, nothing is said', async () => {
  at(end + MINUTE)
  const late = await say(w.luis, { kind: 'late', minutes: 5 })
  expect([late.status, late.body.code]).toEqual([409, 'events.not_the_day'])
  at(first + HOUR)
  await w.t.db.update(events).set({ state: 'cancelled' }).where(eq(events.id, w.event_id))
  const off = await say(w.luis, { kind: 'late', minutes: 5 })
  expect([off.status, off.body.code]).toEqual([409, 'events.over'])
  expect((await w.page(w.luis)).day).toBeNull()
})
