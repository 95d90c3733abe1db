import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { notifications } from '#features/notifications/table.ts'
import { NOW, student, teacher } from '../scene.fixture.ts'
import { substituting } from './substitutes.fixture.ts'

/* Who is told that a lesson takes place at another time, or not at all; and what a holiday would do to them. */

const AT = '/api/lessons/'
let t: TestApp
beforeAll(async () => {
  t = await testApp({ now: NOW, max: 10, told: true })
})
afterAll(() => t?.close())

const { slot, series, single } = substituting(() => t)
/** What somebody was told of lessons that changed, as `lesson voice`, in the order of it. */
const told = async (who: Person) =>
  (
    await t.db
      .select({ subject: notifications.subject, type: notifications.type })
      .from(notifications)
      .where(eq(notifications.user_id, who.id))
      .orderBy(asc(notifications.id))
  ).flatMap(({ subject, type }) => (type === 'LESSON_CHANGED' ? [subject.replace(/^lesson:/, '')] : []))
/** Forgets what somebody was told before. */
const since = async (who: Person) => {
  const before = (await told(who)).length
  return async () => (await told(who)).slice(before)
}

describe('a lesson that is moved', () => {
  test('is told to the other, and to nobody twice', async () => {
    const [who, gives] = [await student(t), await teacher(t)]
    const id = await single(who, gives, slot(3))
    const [student_told, teacher_told] = [await since(who), await since(gives)]
    expect((await who.post(`${AT}${id}/move/`, { starts_at: slot(4) })).status).toBe(200)
    expect([await student_told(), await teacher_told()]).toEqual([[], [`${id} moved`]])
    t.clock.move(120_000)
    expect((await gives.post(`${AT}${id}/move/`, { starts_at: slot(5) })).status).toBe(200)
    expect([await student_told(), await teacher_told()]).toEqual([[`${id} moved`], [`${id} moved`]])
  })

  test('by a holiday is told to the student once for each series; what is cancelled, too', async () => {
    const gives = await teacher(t)
    const [who, other, stranger] = [await student(t), await student(t), await student(t)]
    const { ids } = await series(who, gives, [slot(10), slot(11), slot(24)])
    const alone = await single(other, gives, slot(12))
    await single(stranger, gives, slot(30))
    const tell = [await since(who), await since(other), await since(stranger), await since(gives)]
    const said = await gives.post(`${AT}holidays/`, { from: slot(9, 6), to: slot(15, 6) })
    expect(said.body).toMatchObject({ moved: 2, cancelled: 1 })
    expect(await Promise.all(tell.map((of) => of()))).toEqual([
      // The soonest of those that were moved stands for all of them.
      [`${ids[0]} moved`],
      [`${alone} cancelled`],
      [],
      [],
    ])
  })
})

describe('a holiday that is asked about first', () => {
  const at = `${AT}holidays/preview/`

  test('says what it would do, and does nothing', async () => {
    const [who, gives] = [await student(t), await teacher(t)]
    const { pack, ids } = await series(who, gives, [slot(10), slot(11)])
    const alone = await single(who, gives, slot(12))
    const away = { from: slot(9, 6), to: slot(15, 6) }
    const tell = [await since(who), await since(gives)]
    const asked = await gives.post(at, away)
    const follows = { moved: 2, cancelled: 1, against_you: 0, given_more: 0 }
    expect([asked.status, asked.body]).toEqual([200, follows])
    expect(await Promise.all(tell.map((of) => of()))).toEqual([[], []])
    for (const id of [...ids, alone])
      expect((await who.get(`${AT}${id}/`)).body.state, `lesson ${id}`).toBe('scheduled')
    expect((await gives.get(`${AT}teaching/`)).body.holidays).toEqual([])
    expect((await who.get(`${AT}desk/`)).body.packages[0].expires_at).toBe(pack.expires_at)
    // It can be asked again, and what is done is what was said.
    expect((await gives.post(at, away)).body).toEqual(follows)
    expect((await gives.post(`${AT}holidays/`, away)).body).toMatchObject(follows)
    expect(await tell[0]?.()).toEqual([`${alone} cancelled`, `${ids[0]} moved`])
  })

  test('says what counts against the teacher, and what they give for it, when it is said late', async () => {
    const [who, gives] = [await student(t), await teacher(t)]
    const lessons = [await single(who, gives, slot(4)), await single(who, gives, slot(5))]
    const away = { from: slot(4, 6), to: slot(6, 6) }
    const follows = { moved: 0, cancelled: 2, against_you: 2, given_more: 1 }
    expect((await gives.post(at, away)).body).toEqual(follows)
    expect((await who.get(`${AT}desk/`)).body.packages).toEqual([])
    const tell = await since(who)
    expect((await gives.post(`${AT}holidays/`, away)).body).toMatchObject(follows)
    const { packages } = (await who.get(`${AT}desk/`)).body
    expect(packages).toMatchObject([{ size: 1, price: 0, left: 1 }])
    expect((await tell()).toSorted()).toEqual(
      [...lessons.map((id) => `${id} cancelled`), `lesson_package:${packages[0].id} more`].toSorted(),
    )
  })

  test('is refused as it would be', async () => {
    const gives = await teacher(t)
    const away = { from: slot(9, 6), to: slot(15, 6) }
    expect((await t.as().post(at, away)).status).toBe(401)
    expect((await (await student(t)).post(at, away)).status).toBe(403)
    expect((await gives.post(at, { from: away.to, to: away.from })).status).toBe(422)
    expect((await gives.post(at, { from: slot(-9), to: slot(-8) })).status).toBe(422)
    expect((await gives.post(`${AT}holidays/`, away)).status).toBe(201)
    const again = await gives.post(at, away)
    expect([again.status, again.body.code]).toEqual([409, 'lessons.holiday_overlaps'])
  })
})

test('whoever writes a program reads of each call whom it tells', () => expect([...t.untold]).toEqual([]))
