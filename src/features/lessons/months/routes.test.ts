import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { addDays, DAY, MINUTE } from '#core/contract/time.ts'
import { transaction } from '#core/server/work.ts'
import { deleteAccount } from '#features/accounts/commands.deletion.ts'
import { users } from '#features/accounts/table.ts'
import { notification_settings, notifications } from '#features/notifications/table.ts'
import { note } from '../progress/practice.fixture.ts'
import { lessonOf, NOW, student, teacher } from '../scene.fixture.ts'
import { assignment_remarks, assignments } from '../table.assignments.ts'
import { lesson_packages, student_months } from '../table.ts'
import { tellOfMonth } from './commands.ts'
import type { MonthSummary } from './contract.ts'

/* What a student did in a month: on their page, and in one letter once it is over on their clock. */

let t: TestApp
beforeAll(async () => {
  t = await testApp({ now: NOW, max: 20 })
})
afterAll(() => t?.close())
/** A Monday, the second of February; where the tests were before doesn't matter. */
beforeEach(() => t.clock.set(new Date(NOW)))

const AT = '/api/lessons/'
const month = async (who: Person, of?: string): Promise<MonthSummary> =>
  (await who.get(`${AT}month/`, { query: of ? { month: of } : {} })).body
/** The clock comes by, and what it set going is done. */
async function passTo(at: string) {
  t.clock.set(new Date(at))
  await t.app.jobs.runSweeps()
  await t.app.jobs.drain()
  // What was told is due at once, or after the night.
  await t.app.jobs.runSweeps()
  await t.app.jobs.drain()
}
const lettersOf = async (who: Person) =>
  (await t.mails(who.email)).filter(({ subject }) => /Tu mes de música|Your month of music/.test(subject))
const toldOf = (who: Person) =>
  t.db
    .select({ value: notifications.value, params: notifications.params, subject: notifications.subject })
    .from(notifications)
    .where(eq(notifications.user_id, who.id))
    .then((rows) => rows.filter(({ subject }) => subject.startsWith('month:')))

/** A student on Guatemala's clock, which is everybody's who said none. */
const guatemalan = () => t.person('STUDENT')

describe('a month of a student', () => {
  test('says what they did in it, as their progress does, and nothing of what came before or after', async () => {
    const [who, gives] = [await student(t), await teacher(t)]
    // Half past eleven at night of the 31st in New York is no part of February.
    await lessonOf(t, who, gives, '2026-02-01T04:30:00.000Z')
    await lessonOf(t, who, gives, '2026-01-10T22:00:00.000Z', 'held')
    await lessonOf(t, who, gives, '2026-01-17T22:00:00.000Z', 'no_show_student')
    await lessonOf(t, who, gives, '2026-02-09T22:00:00.000Z', 'scheduled')
    for (const back of [2, 3, 4, 5]) await note(who, { day: addDays('2026-02-02', -back), minutes: 30 })
    await note(who, { day: '2026-02-01', minutes: 55 })
    const goal = { title: 'Tocar en la graduación', until: null }
    await who.post(`${AT}progress/${who.id}/objectives/`, { ...goal, reached: true })
    const given = { student_id: who.id, teacher_id: gives.id, project_id: gives.project_id ?? 0 }
    const [assignment] = await t.db
      .insert(assignments)
      .values({ ...given, title: 'Escala', state: 'turned_in', turned_in_at: '2026-01-20T12:00:00.000Z' })
      .returning()
    for (const [side, user_id, created_at] of [
      ['teacher', gives.id, '2026-01-21T12:00:00.000Z'],
      ['teacher', gives.id, '2026-02-01T12:00:00.000Z'],
      ['student', who.id, '2026-01-21T12:00:00.000Z'],
    ] as const)
      await t.db
        .insert(assignment_remarks)
        .values({ assignment_id: assignment?.id ?? 0, side, user_id, text: 'Bien', created_at })

    const january = await month(who)
    expect(january).toEqual({
      ...{ month: '2026-01', zone: 'America/New_York', minutes: 120, days: 4, streak: 4, lessons: 2 },
      ...{ pieces: [], objectives: [], turned_in: 1, remarks: 1, credits: [] },
    })
    expect(await month(who, '2026-02')).toMatchObject({
      ...{ minutes: 55, days: 1, lessons: 0, turned_in: 0, remarks: 1, objectives: [{ title: goal.title }] },
    })
    // Of the month that is running, the streak is today's; the weeks say the same minutes.
    const { streak, weeks } = (await who.get(`${AT}progress/${who.id}/`)).body
    expect((await month(who, '2026-02')).streak).toBe(streak)
    expect(weeks.reduce((sum: number, one: { minutes: number }) => sum + one.minutes, 0)).toBe(120 + 55)
  })

  test('names the pieces that moved on in it, and where they got to', async () => {
    const who = await student(t)
    const piece = { piece: 'Lágrima', composer: '', tempo_now: null, tempo_target: null }
    const { id } = (await who.post(`${AT}progress/${who.id}/pieces/`, { ...piece, status: 'learning' })).body
    await who.post(`${AT}progress/${who.id}/pieces/`, { ...piece, piece: 'Chacona', status: 'learning' })
    t.clock.move(3 * DAY)
    await who.call('PUT', `${AT}pieces/${id}/`, { ...piece, status: 'polishing' })
    expect((await month(who, '2026-02')).pieces).toEqual([{ id, piece: 'Lágrima', status: 'polishing' }])
    expect((await month(who, '2026-03')).pieces).toEqual([])
  })

  test('warns of credits that run out before the next is over', async () => {
    const [who, gives] = [await student(t), await teacher(t)]
    const pay = async (expires_at: string): Promise<number> => {
      const { id } = (await who.post(`${AT}packages/`, { service_id: gives.service_id, size: 4 })).body
      await who.post(`${AT}payments/package/${id}/`, { method: 'transfer', reference: 'R1' })
      await gives.post(`${AT}payments/package/${id}/confirm/`, {})
      await t.db.update(lesson_packages).set({ expires_at }).where(eq(lesson_packages.id, id))
      return id
    }
    const id = await pay('2026-02-20T12:00:00.000Z')
    await pay('2026-03-20T12:00:00.000Z')
    const { credits } = await month(who)
    expect(credits).toEqual([{ id, teacher: gives.name, left: 4, expires_at: '2026-02-20T12:00:00.000Z' }])
  })

  test('is a student’s own to read', async () => {
    expect((await t.as().get(`${AT}month/`)).status).toBe(401)
    expect((await (await t.person('MUSICIAN')).get(`${AT}month/`)).status).toBe(403)
    expect((await (await t.person('TALENT_HUNTER')).get(`${AT}month/`)).body.code).toBe(
      'lessons.students_only',
    )
    const who = await student(t)
    for (const asked of ['2026-13', '2026', '1999-01', 'enero'])
      expect((await who.get(`${AT}month/`, { query: { month: asked } })).status).toBe(400)
  })
})

describe('the letter about a month', () => {
  test('comes once it is over on the student’s clock, to New York before Guatemala, and once', async () => {
    const [east, south] = [await student(t), await guatemalan()]
    for (const who of [east, south]) await note(who, { day: '2026-02-02', minutes: 40 })
    await passTo('2026-03-01T12:59:00.000Z')
    expect([await toldOf(east), await toldOf(south)]).toEqual([[], []])
    // Eight in New York; seven in Guatemala.
    await passTo('2026-03-01T13:00:30.000Z')
    expect([await lettersOf(east), await lettersOf(south)].map(({ length }) => length)).toEqual([1, 0])
    await passTo('2026-03-01T14:00:30.000Z')
    expect(await lettersOf(south)).toHaveLength(1)
    for (const at of ['2026-03-01T14:01:30.000Z', '2026-03-03T14:00:00.000Z', '2026-03-05T20:00:00.000Z'])
      await passTo(at)
    // A job that runs again, and a clock that went back.
    await tellOfMonth(t.app, { month: '2026-02', user_ids: [east.id, south.id] })
    await passTo('2026-03-02T14:00:00.000Z')
    expect([await lettersOf(east), await lettersOf(south)].map(({ length }) => length)).toEqual([1, 1])
    expect(await toldOf(east)).toMatchObject([
      { value: '2026-02', params: { month: '2026-02', minutes: 40, days: 1, lessons: 0 } },
    ])
    expect(await t.db.$count(student_months, eq(student_months.user_id, east.id))).toBe(1)
  })

  test('comes to everybody though somebody’s zone is none, and to them by Guatemala’s clock', async () => {
    const [odd, south] = [await guatemalan(), await guatemalan()]
    for (const who of [odd, south]) await note(who, { day: '2026-02-02', minutes: 40 })
    // As what was stored before anybody compared it with what the database knows.
    await odd.patch('/api/notifications/settings/', { zone: 'UTC' })
    await t.db
      .update(notification_settings)
      .set({ zone: 'CAT' })
      .where(eq(notification_settings.user_id, odd.id))
    await passTo('2026-03-01T13:59:00.000Z')
    expect([await toldOf(odd), await toldOf(south)]).toEqual([[], []])
    await passTo('2026-03-01T14:00:30.000Z')
    expect([await lettersOf(odd), await lettersOf(south)].map(({ length }) => length)).toEqual([1, 1])
  })

  test('says in the student’s language what the page says, and how to stop it', async () => {
    const [who, gives] = [await student(t), await teacher(t)]
    await t.db.update(users).set({ language: 'en' }).where(eq(users.id, who.id))
    for (const day of ['2026-02-01', '2026-02-02']) await note(who, { day, minutes: 600 })
    await lessonOf(t, who, gives, '2026-02-02T17:00:00.000Z')
    const url = `${AT}progress/${who.id}/`
    await who.post(`${url}objectives/`, { title: 'Tocar en la graduación', until: null, reached: true })
    await passTo('2026-03-01T16:00:00.000Z')
    const [letter] = await lettersOf(who)
    expect(letter?.subject).toBe('Your month of music: February 2026')
    const { minutes, days, lessons: had } = await month(who, '2026-02')
    expect([minutes, days, had]).toEqual([1200, 2, 1])
    for (const said of [
      'You had 1 lesson.',
      'You practiced 1,200 min on 2 days.',
      'You reached “Tocar en la graduación”.',
      '/student/progress?month=2026-02',
      'Summary of the month',
    ])
      expect(letter?.text).toContain(said)
    // Nothing of what there was none.
    expect(letter?.text).not.toMatch(/assignment|remark|moved on|runs out/)
    expect(letter?.unsubscribe).toContain('type=MONTH_SUMMARY')
  })

  test('isn’t sent to whom it is off for: by the settings, or by its own link', async () => {
    const settings = '/api/notifications/settings/'
    const [off, stopped] = [await student(t), await student(t)]
    const listed = (await off.get(settings)).body.types
    expect(listed.find(({ type }: { type: string }) => type === 'MONTH_SUMMARY')).toEqual({
      ...{ type: 'MONTH_SUMMARY', email: 'now', push: false },
    })
    await off.patch(settings, { types: [{ type: 'MONTH_SUMMARY', email: 'off' }] })
    for (const who of [off, stopped]) await note(who, { minutes: 30 })
    await passTo('2026-03-01T16:00:00.000Z')
    const [letter] = await lettersOf(stopped)
    expect(
      (await t.as().post(letter?.unsubscribe?.slice(letter.unsubscribe.indexOf('/api')) ?? '')).status,
    ).toBe(200)
    await note(stopped, { day: '2026-03-01', minutes: 30 })
    await passTo('2026-04-01T16:00:00.000Z')
    expect([await lettersOf(off), await lettersOf(stopped)].map(({ length }) => length)).toEqual([0, 1])
    // They still find it in the list.
    expect([await toldOf(off), await toldOf(stopped)].map(({ length }) => length)).toEqual([1, 2])
  })

  test('isn’t sent of a month without anything, nor after its first days, nor to anybody but students', async () => {
    const [idle, late, gives, hires] = [
      await student(t),
      await student(t),
      await teacher(t),
      await t.person('TALENT_HUNTER'),
    ]
    await lessonOf(t, idle, gives, '2026-02-02T17:00:00.000Z', 'no_show_student')
    await passTo('2026-03-01T16:00:00.000Z')
    // The month was looked at, and isn't again.
    expect(await t.db.$count(student_months, eq(student_months.user_id, idle.id))).toBe(1)
    await t.db.delete(student_months).where(eq(student_months.user_id, late.id))
    await note(late, { day: '2026-02-27', minutes: 30 })
    await passTo('2026-03-06T16:00:00.000Z')
    for (const who of [idle, late, gives, hires]) {
      expect(await toldOf(who)).toEqual([])
      expect(await lettersOf(who)).toEqual([])
    }
    for (const who of [gives, hires, late])
      expect(await t.db.$count(student_months, eq(student_months.user_id, who.id))).toBe(0)
  })

  test('waits for the morning of whoever wants nothing at that hour', async () => {
    const who = await student(t)
    await who.patch('/api/notifications/settings/', {
      zone: 'America/New_York',
      quiet: { from: '22:00', to: '11:00' },
    })
    await note(who, { minutes: 30 })
    await passTo('2026-03-01T13:30:00.000Z')
    expect(await lettersOf(who)).toEqual([])
    await passTo(new Date(Date.parse('2026-03-01T16:00:00.000Z') + MINUTE).toISOString())
    expect(await lettersOf(who)).toHaveLength(1)
  })

  test('leaves nothing of whose months were looked at with a deleted account', async () => {
    const who = await student(t)
    await note(who, { minutes: 30 })
    await passTo('2026-03-01T16:00:00.000Z')
    await t.db.update(users).set({ delete_at: NOW }).where(eq(users.id, who.id))
    await transaction(t.app, t.clock.now(), (work) => deleteAccount(work, who.id))
    expect(await t.db.$count(student_months, eq(student_months.user_id, who.id))).toBe(0)
    expect(await toldOf(who)).toEqual([])
  })
})
