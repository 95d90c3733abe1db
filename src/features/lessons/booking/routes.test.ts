import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { DAY, HOUR, wallClock } from '#core/contract/time.ts'
import { transaction } from '#core/server/work.ts'
import { sessions } from '#features/accounts/table.ts'
import { busy_times } from '#features/availability/table.ts'
import { post } from '#features/ledger/commands.ts'
import { earnedBy, inHand, move, owedBy } from '#features/ledger/rules.ts'
import { NOW, student, teacher } from '../scene.fixture.ts'
import type { Lesson, LessonPackage, SeriesDate } from './contract.ts'
import { lessonDataOf } from './queries.desk.ts'
import { lessonSubject } from './queries.ts'

/* Lessons: from asking to what they leave in the books, and what is refused on the way. */

const AT = '/api/lessons/'
let t: TestApp
beforeAll(async () => {
  t = await testApp({ now: NOW, max: 20 })
})
afterAll(() => t?.close())

/** 16:00 in Guatemala on a day after the test's, which is 17:00 in New York in winter. */
const slot = (day: number, hour = 22) =>
  new Date(Date.parse('2026-02-02T00:00:00.000Z') + day * DAY + hour * HOUR).toISOString()

const book = (who: Person, service_id: number, starts_at: string, kind = 'single') =>
  who.post(AT, { service_id, kind, starts_at, note: 'Quiero tocar boleros' })
const step = (who: Person, id: number, name: string) => who.post(`${AT}${id}/steps/`, { step: name })
const read = async (who: Person, id: number): Promise<Lesson> => (await who.get(`${AT}${id}/`)).body
const pay = (who: Person, of: string, id: number) =>
  who.post(`${AT}payments/${of}/${id}/`, { method: 'transfer', reference: `R${id}` })
const arrived = (who: Person, of: string, id: number) => who.post(`${AT}payments/${of}/${id}/confirm/`)

async function packageOf(who: Person, of: Person & { service_id: number }, size = 4): Promise<LessonPackage> {
  const { body } = await who.post(`${AT}packages/`, { service_id: of.service_id, size })
  await pay(who, 'package', body.id)
  return (await arrived(of, 'package', body.id)).body.package
}
const creditsOf = async (who: Person, id: number) => {
  const { body } = await who.get(`${AT}desk/`)
  const { left, spent, expired } = body.packages.find((one: LessonPackage) => one.id === id)
  return { left, spent, expired }
}

describe('a single lesson', () => {
  test('is asked for, accepted, paid, held and confirmed, and the teacher has earned it less the fee', async () => {
    const [who, gives] = [await student(t), await teacher(t)]
    const asked = await book(who, gives.service_id, slot(3))
    expect(asked.status).toBe(201)
    expect(asked.body).toMatchObject({
      state: 'requested',
      side: 'student',
      zone: 'America/Guatemala',
      price: 2000,
    })
    expect((await gives.get(`${AT}teaching/`)).body.requests).toHaveLength(1)
    expect((await gives.get('/api/notifications/')).body.results[0]).toMatchObject({
      type: 'LESSON_REQUESTED',
    })

    expect((await step(gives, asked.body.id, 'accept')).body).toMatchObject({ state: 'accepted' })
    expect((await read(who, asked.body.id)).payments).toMatchObject([
      { state: 'due', may: ['record', 'card'] },
    ])
    expect((await pay(who, 'lesson', asked.body.id)).body.lesson).toMatchObject({ state: 'scheduled' })
    expect((await arrived(gives, 'lesson', asked.body.id)).status).toBe(200)

    t.clock.move(4 * DAY)
    await t.app.jobs.runSweeps()
    expect((await read(who, asked.body.id)).state).toBe('held')
    expect((await step(who, asked.body.id, 'confirm')).body.state).toBe('confirmed')
    const { earnings, students } = (await gives.get(`${AT}teaching/`)).body
    expect(earnings).toEqual([{ currency: 'USD', earned: 1840, this_month: 1840, held: 0, owed: 0 }])
    expect(students).toMatchObject([{ id: who.id, taken: 1, missed: 0 }])
    t.clock.move(-4 * DAY)
  })

  test('earned before and given back now leaves a month below nothing', async () => {
    const { project_id, ...gives } = await teacher(t)
    const [hand, earned, owed] = [
      inHand('USD'),
      earnedBy(project_id ?? 0, 'USD'),
      owedBy(project_id ?? 0, 'USD'),
    ]
    const of = lessonSubject(900_000_000 + (project_id ?? 0))
    await transaction(t.app, t.clock.now(), (work) =>
      post(work, [
        {
          key: `${of} earned`,
          subject: of,
          at: new Date('2026-01-20T18:00:00Z'),
          lines: move(1000, hand, earned),
        },
        { key: `${of} returned`, subject: of, at: work.now, lines: move(400, earned, owed) },
      ]),
    )
    expect((await gives.get(`${AT}teaching/`)).body.earnings).toEqual([
      { currency: 'USD', earned: 600, this_month: -400, held: 0, owed: 400 },
    ])
  })

  test('is one of fifty that want the same start', async () => {
    const gives = await teacher(t)
    const people = await Promise.all(Array.from({ length: 50 }, () => t.person('STUDENT')))
    const answers = await Promise.all(people.map((who) => book(who, gives.service_id, slot(5))))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(new Set(answers.filter(({ status }) => status !== 201).map(({ status }) => status))).toEqual(
      new Set([409]),
    )
  })

  test('is one of the twenty that one student asks of as many teachers for the same start', async () => {
    const who = await student(t)
    const offers = await Promise.all(Array.from({ length: 20 }, () => teacher(t)))
    const answers = await Promise.all(offers.map(({ service_id }) => book(who, service_id, slot(4))))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]))
    const held = sql`user_id = ${who.id} and released_at is null`
    expect(await t.db.$count(busy_times, held)).toBe(1)
    expect((await who.get(AT, { query: { when: 'upcoming' } })).body.results).toHaveLength(1)
  })

  test('has notes of the teacher’s own that the student never reads', async () => {
    const [who, gives] = [await student(t), await teacher(t)]
    const { body } = await book(who, gives.service_id, slot(8))
    const sheet = { link: '', notes_shared: 'Practica la cejilla', notes_private: 'Va lento con el ritmo' }
    const saved = await gives.call('PUT', `${AT}${body.id}/sheet/`, sheet)
    expect(saved.body).toMatchObject({ notes_shared: sheet.notes_shared, notes_private: sheet.notes_private })
    expect(await read(who, body.id)).toMatchObject({ notes_shared: sheet.notes_shared, notes_private: '' })
    for (const path of [`${AT}?when=upcoming`, `${AT}desk/`, `${AT}${body.id}/`])
      expect(JSON.stringify((await who.get(path)).body), path).not.toContain(sheet.notes_private)
    expect((await who.call('PUT', `${AT}${body.id}/sheet/`, sheet)).status).toBe(403)
    expect((await (await teacher(t)).call('PUT', `${AT}${body.id}/sheet/`, sheet)).status).toBe(404)
    // Nor in what a step answers, when it is over, or in the copy of their data.
    for (const seen of [
      (await step(who, body.id, 'cancel_as_student')).body,
      (await who.get(`${AT}?when=past`)).body,
      await lessonDataOf(t.db, who.id),
    ]) {
      expect(JSON.stringify(seen)).toContain(sheet.notes_shared)
      expect(JSON.stringify(seen)).not.toContain(sheet.notes_private)
    }
    expect(JSON.stringify(await lessonDataOf(t.db, gives.id))).toContain(sheet.notes_private)
  })

  test('takes the time of both, and gives it back when it is declined', async () => {
    const [who, gives] = [await student(t), await teacher(t)]
    const { body } = await book(who, gives.service_id, slot(3))
    const held = () =>
      t.db.$count(
        busy_times,
        sql`subject = ${`lesson:${body.id}`} and released_at is null and kind = 'lesson'`,
      )
    expect(await held()).toBe(2)
    expect((await book(await t.person('STUDENT'), gives.service_id, slot(3))).body.code).toBe(
      'lessons.teacher_busy',
    )
    expect((await book(who, (await teacher(t)).service_id, slot(3))).body.code).toBe('lessons.student_busy')
    expect((await step(gives, body.id, 'decline')).body.state).toBe('declined')
    expect(await held()).toBe(0)
  })

  test('is refused where the teacher isn’t open, too soon, to anybody but a student, and of what isn’t theirs', async () => {
    const [who, gives] = [await student(t), await teacher(t)]
    expect((await book(who, gives.service_id, slot(3, 6))).body.code).toBe('lessons.teacher_busy')
    expect((await book(who, gives.service_id, slot(0, 19))).body.code).toBe('lessons.too_soon')
    expect((await book(who, gives.service_id, slot(300))).body.code).toBe('lessons.too_far')
    expect((await book(who, 999_999, slot(3))).status).toBe(404)
    expect((await book(await t.person('TALENT_HUNTER'), gives.service_id, slot(3))).body.code).toBe(
      'lessons.students_only',
    )
    expect((await book(gives, gives.service_id, slot(3))).status).toBe(403)
    const { body } = await book(who, gives.service_id, slot(3))
    expect((await step(await student(t), body.id, 'cancel_as_student')).status).toBe(404)
    expect((await step(who, body.id, 'accept')).status).toBe(403)
    expect((await step(who, body.id, 'confirm')).status).toBe(409)
    expect((await t.as().get(`${AT}${body.id}/`)).status).toBe(401)
  })

  test('lapses when nobody answers, or nobody pays', async () => {
    const [who, gives] = [await student(t), await teacher(t)]
    const unanswered = (await book(who, gives.service_id, slot(6))).body.id
    const unpaid = (await book(who, gives.service_id, slot(7))).body.id
    await step(gives, unpaid, 'accept')
    t.clock.move(3 * DAY)
    await t.app.jobs.runSweeps()
    expect((await read(who, unanswered)).state).toBe('lapsed')
    const gone = await read(who, unpaid)
    expect(gone).toMatchObject({ state: 'lapsed', payments: [{ state: 'cancelled' }] })
    t.clock.move(-3 * DAY)
  })
})

describe('a trial', () => {
  test('is taken once with a teacher, and again when the teacher couldn’t', async () => {
    const [who, gives] = [await student(t), await teacher(t)]
    const first = await book(who, gives.service_id, slot(3), 'trial')
    expect(first.body).toMatchObject({ kind: 'trial', price: 500 })
    expect((await book(who, gives.service_id, slot(4), 'trial')).body.code).toBe('lessons.trial_taken')
    await step(gives, first.body.id, 'decline')
    expect((await book(who, gives.service_id, slot(4), 'trial')).status).toBe(201)
    const none = await teacher(t, { trial_price: null })
    expect((await book(who, none.service_id, slot(5), 'trial')).body.code).toBe('lessons.no_trial')
  })
})

describe('a package', () => {
  test('is ordered once, paid, and its credits begin when the teacher has the money', async () => {
    const [who, gives] = [await student(t), await teacher(t)]
    const { body } = await who.post(`${AT}packages/`, { service_id: gives.service_id, size: 4 })
    expect(body).toMatchObject({ state: 'ordered', left: 0, price: 7200 })
    expect((await who.post(`${AT}packages/`, { service_id: gives.service_id, size: 8 })).body.code).toBe(
      'lessons.package_ordered',
    )
    await pay(who, 'package', body.id)
    expect((await arrived(who, 'package', body.id)).body.code).toBe('lessons.other_side_confirms')
    const begun = (await arrived(gives, 'package', body.id)).body.package
    expect(begun).toMatchObject({ state: 'active', left: 4, spent: 0, expired: 0 })
    expect(begun.expires_at.slice(0, 10)).toBe('2026-08-02')
    expect((await who.post(`${AT}packages/`, { service_id: gives.service_id, size: 12 })).body.code).toBe(
      'lessons.no_package',
    )
  })

  test('pays a weekly series at the teacher’s hour over a change of the student’s clock', async () => {
    const [who, gives] = [await student(t), await teacher(t)]
    const pack = await packageOf(who, gives, 8)
    const first = '2026-02-19T23:00:00.000Z'
    const checked = await who.get(`${AT}series/check/`, {
      query: { package: String(pack.id), first, weeks: '5' },
    })
    const dates: SeriesDate[] = checked.body.dates
    expect(dates.map(({ obstacle }) => obstacle)).toEqual([null, null, null, null, null])
    const clock = (zone: string) => dates.map(({ starts_at }) => wallClock(starts_at, zone).time)
    expect(clock('America/Guatemala')).toEqual(['17:00', '17:00', '17:00', '17:00', '17:00'])
    expect(clock('America/New_York')).toEqual(['18:00', '18:00', '18:00', '19:00', '19:00'])
    const booked = await who.post(`${AT}series/`, {
      ...{ package_id: pack.id, note: '' },
      starts: dates.map(({ starts_at }) => starts_at),
    })
    expect(booked.status).toBe(201)
    expect(await creditsOf(who, pack.id)).toEqual({ left: 3, spent: 5, expired: 0 })
    const { series_id } = booked.body.results[0]
    const answered = await gives.post(`${AT}series/${series_id}/answer/`, { answer: 'accept' })
    expect(answered.body.results.map(({ state }: Lesson) => state)).toEqual(Array(5).fill('scheduled'))
    expect((await gives.post(`${AT}series/${series_id}/answer/`, { answer: 'accept' })).status).toBe(409)
  })

  test('names each of twelve dates that collides, and offers others', async () => {
    const [who, gives, other] = [
      await student(t),
      await teacher(t, { package_12_price: 20_000 }),
      await student(t),
    ]
    const pack = await packageOf(who, gives, 12)
    const first = slot(10)
    for (const week of [1, 4]) await book(other, gives.service_id, slot(10 + 7 * week))
    const elsewhere = await teacher(t)
    await book(who, elsewhere.service_id, slot(10 + 7 * 6))
    const query = { package: String(pack.id), first, weeks: '12' }
    const dates: SeriesDate[] = (await who.get(`${AT}series/check/`, { query })).body.dates
    const collides = dates.flatMap(({ obstacle }, at) => (obstacle ? [[at, obstacle]] : []))
    expect(collides).toEqual([
      [1, 'teacher'],
      [4, 'teacher'],
      [6, 'student'],
    ])
    for (const [at] of collides) expect(dates[Number(at)]?.offers.length).toBeGreaterThan(0)
    const starts = dates.map(({ starts_at }) => starts_at)
    const refused = await who.post(`${AT}series/`, { package_id: pack.id, note: '', starts })
    expect(refused.status).toBe(409)
    expect(Object.keys(refused.body.fields)).toEqual(['starts.1', 'starts.4', 'starts.6'])
    const others = dates.map(({ starts_at, obstacle, offers }) => (obstacle ? offers[0] : starts_at))
    expect((await who.post(`${AT}series/`, { package_id: pack.id, note: '', starts: others })).status).toBe(
      201,
    )
    expect(await creditsOf(who, pack.id)).toEqual({ left: 0, spent: 12, expired: 0 })
    expect(
      (await who.post(`${AT}series/`, { package_id: pack.id, note: '', starts: [slot(130)] })).body.code,
    ).toBe('lessons.no_credit')
  })
})

describe('where a teacher is paid', () => {
  const PAY_TO = `${AT}settings/pay-to/`
  const where = async (who: Person) => (await who.get(`${AT}teaching/`)).body.pay_to

  test('is changed by nobody without a second factor and a proof, and by no other call', async () => {
    const gives = await teacher(t)
    const save = (pay_to: string) => gives.call('PUT', PAY_TO, { pay_to })
    const refused = await save('Banco del ladrón 666')
    expect([refused.status, refused.body.code]).toEqual([403, 'access.second_needed'])
    await t.secondFactor(gives)
    expect(await save('Banco Industrial 123')).toMatchObject({
      status: 200,
      body: { pay_to: 'Banco Industrial 123' },
    })
    const beside = { link: 'https://meet.example/rosa', room: true, pay_to: 'Banco del ladrón 666' }
    await gives.call('PUT', `${AT}settings/`, beside)
    expect(await where(gives)).toBe('Banco Industrial 123')
    await t.db
      .update(sessions)
      .set({ proved_at: '2026-01-01T00:00:00Z' })
      .where(eq(sessions.user_id, gives.id))
    const stolen = await save('Banco del ladrón 666')
    expect([stolen.status, stolen.body.code]).toEqual([403, 'access.proof_needed'])
    expect(await where(gives)).toBe('Banco Industrial 123')
    await t.allProve()
    expect((await save('x'.repeat(301))).status).toBe(422)
  })

  test('is read by a student with something to pay, and stays when the room is chosen', async () => {
    const [who, gives] = [await student(t), await teacher(t)]
    await t.secondFactor(gives)
    await gives.call('PUT', PAY_TO, { pay_to: 'Banco Industrial 456' })
    await gives.call('PUT', `${AT}settings/`, { link: '', room: true })
    const { body } = await book(who, gives.service_id, slot(9))
    await step(gives, body.id, 'accept')
    expect(await read(who, body.id)).toMatchObject({ pay_to: 'Banco Industrial 456' })
  })
})
