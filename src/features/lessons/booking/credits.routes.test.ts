import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { DAY, HOUR } from '#core/contract/time.ts'
import { balancesOf } from '#features/ledger/queries.ts'
import { notifications } from '#features/notifications/table.ts'
import { NOW, student, teacher } from '../scene.fixture.ts'
import { lesson_packages } from '../table.ts'
import type { Lesson, LessonPackage } from './contract.ts'
import { creditsOf } from './queries.ts'

/* What changes, cancellations, absences and time do to credits and money. */

const AT = '/api/lessons/'
let t: TestApp
beforeAll(async () => {
  t = await testApp({ now: NOW, max: 10 })
})
afterAll(() => t?.close())

type Teacher = Person & { service_id: number }
/** 16:00 in Guatemala on a day after the clock's. */
const slot = (day: number, hour = 22) => {
  const today = Math.floor(t.clock.now().getTime() / DAY) * DAY
  return new Date(today + day * DAY + hour * HOUR).toISOString()
}
const step = (who: Person, id: number, name: string) => who.post(`${AT}${id}/steps/`, { step: name })
const read = async (who: Person, id: number): Promise<Lesson> => (await who.get(`${AT}${id}/`)).body
const left = async (id: number) => (await creditsOf(t.db, [id])).get(id) ?? { left: 0, spent: 0, expired: 0 }
async function pass(ms: number) {
  t.clock.move(ms)
  await t.app.jobs.runSweeps()
}

async function packageOf(who: Person, of: Teacher, size = 4): Promise<LessonPackage> {
  const { body } = await who.post(`${AT}packages/`, { service_id: of.service_id, size })
  await who.post(`${AT}payments/package/${body.id}/`, { method: 'cash' })
  return (await of.post(`${AT}payments/package/${body.id}/confirm/`)).body.package
}
async function seriesOf(who: Person, of: Teacher, pack: LessonPackage, starts: string[]): Promise<Lesson[]> {
  const asked = await who.post(`${AT}series/`, { package_id: pack.id, note: '', starts })
  expect(asked.status, JSON.stringify(asked.body)).toBe(201)
  const { series_id } = asked.body.results[0]
  return (await of.post(`${AT}series/${series_id}/answer/`, { answer: 'accept' })).body.results
}

describe('a lesson that a package pays', () => {
  test('costs nothing when it is cancelled twelve hours before, and the lesson later', async () => {
    const [who, gives] = [await student(t), await teacher(t)]
    const pack = await packageOf(who, gives)
    const [soon, later] = await seriesOf(who, gives, pack, [slot(1), slot(5)])
    await pass(Date.parse(slot(1)) - t.clock.now().getTime() - 11 * HOUR)
    expect(await read(who, soon?.id ?? 0)).toMatchObject({ late: true, steps: ['cancel_as_student'] })
    const moved = await who.post(`${AT}${soon?.id}/move/`, { starts_at: slot(4) })
    expect(moved.body.code).toBe('lessons.too_late')
    expect((await step(who, soon?.id ?? 0, 'cancel_as_student')).body.state).toBe('cancelled_by_student')
    expect(await left(pack.id)).toEqual({ left: 2, spent: 2, expired: 0 })
    expect((await step(who, later?.id ?? 0, 'cancel_as_student')).status).toBe(200)
    expect(await left(pack.id)).toEqual({ left: 3, spent: 1, expired: 0 })
  })

  test('is moved for nothing, and its old time is free again', async () => {
    const [who, gives] = [await student(t), await teacher(t)]
    const pack = await packageOf(who, gives)
    const from = slot(3)
    const [one] = await seriesOf(who, gives, pack, [from])
    const to = slot(4)
    const moved = await who.post(`${AT}${one?.id}/move/`, { starts_at: to })
    expect(moved.body).toMatchObject({ state: 'rescheduled', starts_at: to })
    const told = (await gives.get('/api/notifications/')).body.results[0]
    expect(told).toMatchObject({ type: 'LESSON_CHANGED', value: String(one?.id) })
    const again = await (await student(t)).post(AT, {
      ...{ service_id: gives.service_id, kind: 'single', starts_at: from, note: '' },
    })
    expect(again.status).toBe(201)
    // What a teacher moved, the student may leave for nothing until it begins.
    await gives.post(`${AT}${one?.id}/move/`, { starts_at: slot(5) })
    await pass(Date.parse(slot(5)) - t.clock.now().getTime() - HOUR)
    await step(who, one?.id ?? 0, 'cancel_as_student')
    expect(await left(pack.id)).toEqual({ left: 4, spent: 0, expired: 0 })
  })

  test('comes back when the teacher cancels, and one more from the second time within thirty days', async () => {
    const [who, gives] = [await student(t), await teacher(t)]
    const pack = await packageOf(who, gives)
    const lessons = await seriesOf(who, gives, pack, [slot(3), slot(4), slot(5)])
    await step(gives, lessons[0]?.id ?? 0, 'cancel_as_teacher')
    expect(await left(pack.id)).toEqual({ left: 2, spent: 2, expired: 0 })
    await step(gives, lessons[1]?.id ?? 0, 'cancel_as_teacher')
    expect(await left(pack.id)).toEqual({ left: 4, spent: 1, expired: 0 })
    await pass(Date.parse(slot(5)) - t.clock.now().getTime() + HOUR)
    expect((await step(who, lessons[2]?.id ?? 0, 'miss_as_teacher')).body.state).toBe('no_show_teacher')
    expect(await left(pack.id)).toEqual({ left: 6, spent: 0, expired: 0 })
  })

  test('is lost when the student doesn’t come, and confirmed by itself after three days', async () => {
    const [who, gives] = [await student(t), await teacher(t)]
    const pack = await packageOf(who, gives)
    const [missed, held] = await seriesOf(who, gives, pack, [slot(2), slot(3)])
    expect((await step(gives, missed?.id ?? 0, 'miss_as_student')).status).toBe(409)
    await pass(Date.parse(slot(3)) - t.clock.now().getTime() + 2 * HOUR)
    expect((await step(gives, missed?.id ?? 0, 'miss_as_student')).body.state).toBe('no_show_student')
    expect((await read(who, held?.id ?? 0)).state).toBe('held')
    // Looked at first within the hour: until three days after that the student may say otherwise.
    await pass(71 * HOUR)
    expect((await read(who, held?.id ?? 0)).state).toBe('held')
    await pass(2 * HOUR)
    expect((await read(who, held?.id ?? 0)).state).toBe('confirmed')
    expect(await left(pack.id)).toEqual({ left: 2, spent: 2, expired: 0 })
  })
})

describe('what is left of a package', () => {
  test('is warned of thirty and seven days before, and runs out after six months', async () => {
    const [who, gives] = [await student(t), await teacher(t)]
    const pack = await packageOf(who, gives)
    const warned = async () =>
      t.db.$count(
        notifications,
        and(eq(notifications.user_id, who.id), eq(notifications.type, 'LESSON_REMINDER')),
      )
    const until = (days: number) => Date.parse(pack.expires_at ?? '') - t.clock.now().getTime() - days * DAY
    await pass(until(31))
    expect(await warned()).toBe(0)
    await pass(until(29))
    expect(await warned()).toBe(1)
    await pass(until(6))
    expect(await warned()).toBe(2)
    await pass(until(-1))
    expect(await left(pack.id)).toEqual({ left: 0, spent: 0, expired: 4 })
    const books = await balancesOf(t.db, [{ owner_kind: 'project', owner_id: gives.project_id ?? 0 }])
    expect(Object.fromEntries(books.map(({ kind, balance }) => [kind, balance]))).toEqual({
      ...{ held: 0, earned: 7200 - 576, fees: 576 },
    })
  })

  test('waits while the teacher is away; a series moves behind its last lesson', async () => {
    const [who, gives] = [await student(t), await teacher(t)]
    const pack = await packageOf(who, gives)
    const lessons = await seriesOf(who, gives, pack, [slot(10), slot(17), slot(24)])
    const single = await who.post(AT, {
      ...{ service_id: gives.service_id, kind: 'single', starts_at: slot(18), note: '' },
    })
    const away = { from: slot(15, 6), to: slot(22, 6) }
    const said = await gives.post(`${AT}holidays/`, away)
    expect(said.body).toMatchObject({ moved: 1, cancelled: 1 })
    expect(await read(who, lessons[1]?.id ?? 0)).toMatchObject({ state: 'rescheduled', starts_at: slot(31) })
    expect((await read(who, single.body.id)).state).toBe('declined')
    const { packages } = (await who.get(`${AT}desk/`)).body
    expect(Date.parse(packages[0].expires_at) - Date.parse(pack.expires_at ?? '')).toBe(7 * DAY)
    expect((await gives.post(`${AT}holidays/`, away)).body.code).toBe('lessons.holiday_overlaps')
    expect((await gives.delete(`${AT}holidays/${said.body.holiday.id}/`)).status).toBe(200)
    // Whoever comes back sooner takes no time away: no package may run out by what its teacher says and takes back.
    const after = (await who.get(`${AT}desk/`)).body.packages[0]
    expect(after.expires_at).toBe(packages[0].expires_at)
    // One that begins while a holiday is said waits for it, too.
    await gives.post(`${AT}holidays/`, away)
    const later = await packageOf(await student(t), gives)
    expect(Date.parse(later.expires_at ?? '') - Date.parse(pack.expires_at ?? '')).toBeGreaterThanOrEqual(
      7 * DAY,
    )
  })

  test('isn’t given back while a lesson of it has begun, or is still to be confirmed', async () => {
    const [who, gives] = [await student(t), await teacher(t)]
    const pack = await packageOf(who, gives)
    const [lesson] = await seriesOf(who, gives, pack, [slot(1)])
    await pass(3 * DAY)
    const refused = await gives.post(`${AT}packages/${pack.id}/refund/`)
    expect([refused.status, refused.body.code]).toEqual([409, 'lessons.lesson_open'])
    await step(who, lesson?.id ?? 0, 'confirm')
    expect((await gives.post(`${AT}packages/${pack.id}/refund/`)).status).toBe(200)
  })

  test('has thirty days more when a lesson comes back after its end', async () => {
    const [who, gives] = [await student(t), await teacher(t)]
    const pack = await packageOf(who, gives)
    const [lesson] = await seriesOf(who, gives, pack, [slot(3)])
    await t.db
      .update(lesson_packages)
      .set({ expires_at: slot(3, 23) })
      .where(eq(lesson_packages.id, pack.id))
    await pass(4 * DAY)
    expect((await step(who, lesson?.id ?? 0, 'miss_as_teacher')).status).toBe(200)
    const [now] = (await who.get(`${AT}desk/`)).body.packages
    expect(now).toMatchObject({ state: 'active', left: pack.size })
    expect(Date.parse(now.expires_at) - t.clock.now().getTime()).toBeGreaterThan(29 * DAY)
  })

  test('is given back by the teacher, with the lessons that were to come', async () => {
    const [who, gives] = [await student(t), await teacher(t)]
    const pack = await packageOf(who, gives)
    const lessons = await seriesOf(who, gives, pack, [slot(1), slot(9)])
    await pass(3 * DAY)
    await step(who, lessons[0]?.id ?? 0, 'confirm')
    const { body } = await gives.post(`${AT}packages/${pack.id}/refund/`)
    expect(body).toMatchObject({ state: 'refunded', left: 0, spent: 1, expired: 3 })
    expect(body.payments).toMatchObject([
      { state: 'refunded' },
      { state: 'due', amount: 5400, is_refund: true },
    ])
    const { earnings } = (await gives.get(`${AT}teaching/`)).body
    expect(earnings).toMatchObject([{ earned: 1800 - 144, owed: 5400, held: 0 }])
  })
})

describe('money of a single lesson', () => {
  test('comes back when it is cancelled in time, and is earned when it is too late', async () => {
    for (const [hours, earned, owed] of [
      [13, 0, 2000],
      [11, 1840, 0],
    ] as const) {
      const [who, gives] = [await student(t), await teacher(t)]
      const starts_at = slot(3)
      const { body } = await who.post(AT, {
        ...{ service_id: gives.service_id, kind: 'single', starts_at, note: '' },
      })
      await step(gives, body.id, 'accept')
      await gives.post(`${AT}payments/lesson/${body.id}/`, { method: 'cash' })
      expect((await who.post(`${AT}payments/lesson/${body.id}/confirm/`)).status).toBe(200)
      t.clock.move(Date.parse(starts_at) - t.clock.now().getTime() - hours * HOUR)
      await step(who, body.id, 'cancel_as_student')
      const { earnings } = (await gives.get(`${AT}teaching/`)).body
      expect(earnings[0]).toMatchObject({ earned, owed, held: 0 })
    }
  })

  test('is contested by the other side, and its receipt is there once it is confirmed', async () => {
    const [who, gives] = [await student(t), await teacher(t)]
    const { body } = await who.post(AT, {
      ...{ service_id: gives.service_id, kind: 'trial', starts_at: slot(3), note: '' },
    })
    await step(gives, body.id, 'accept')
    const at = `${AT}payments/lesson/${body.id}/`
    expect((await who.post(`${at}confirm/`)).body.code).toBe('lessons.no_payment')
    await who.post(at, { method: 'transfer', reference: 'T1' })
    expect((await who.post(at, { method: 'transfer' })).body.code).toBe('lessons.payment_said')
    expect((await gives.delete(at)).body.lesson.payments).toMatchObject([{ state: 'disputed' }])
    await who.post(at, { method: 'transfer', reference: 'T2' })
    expect((await gives.post(`${at}confirm/`)).body.lesson.payments).toMatchObject([{ state: 'held' }])
    const receipts = (await who.get('/api/receipts/')).body.results
    expect(receipts).toMatchObject([{ amount: 500, about: { lessons: 1, agreement: null } }])
  })
})
