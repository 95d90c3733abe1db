import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { formatMoney } from '#core/contract/money.ts'
import { DAY, HOUR } from '#core/contract/time.ts'
import { prove } from '#features/ledger/commands.ts'
import { payments } from '#features/payments/table.ts'
import { NOW, student, teacher } from '../scene.fixture.ts'
import { lessons } from '../table.ts'
import { saveSheet } from './contract.teaching.ts'
import { substituteDataOf } from './queries.substitutes.ts'
import { creditsOf, lessonSubject } from './queries.ts'
import { substituting } from './substitutes.fixture.ts'

/* What goes over with lessons that another teacher gives, and what stays. */

const AT = '/api/lessons/'
let t: TestApp
beforeAll(async () => {
  t = await testApp({ now: NOW, max: 10 })
})
afterAll(() => t?.close())
const {
  slot,
  step,
  refusal,
  pass,
  single,
  series,
  three,
  propose,
  answer,
  listed,
  read,
  candidate,
  handedOver,
  holders,
  both,
  told,
  news,
  gone,
  books,
  now,
} = substituting(() => t)

describe('lessons of a series', () => {
  test('go over until a day, all or none; each is earned by who gave it, and the books agree', async () => {
    const all = await three()
    const { who, gives, other } = all
    const { pack, ids } = await series(who, gives, [slot(4), slot(11), slot(18), slot(25)])
    const busy = await single(await student(t), other, slot(18))
    const until = slot(18)
    const [, second, third] = ids
    expect(refusal(await propose(gives, second ?? 0, other, { until }))).toEqual([
      409,
      'lessons.substitute_busy',
    ])
    await step(other, busy, 'cancel_as_teacher')
    expect(await candidate(gives, second ?? 0, other, { until })).toEqual({ lessons: 2, free: true })
    const id = await handedOver(all, second ?? 0, { until })
    // Who sold it owes the fee of all of it: what the two lessons earn is passed on, once they were given.
    const passes = { earns: 2 * 1656, passes: 2 * 1656, of_package: true }
    expect((await listed(gives)).find((one) => one.id === id)).toMatchObject(passes)
    // Of two lessons nobody speaks as of one.
    for (const [by, what, voice] of [
      [other, 'asked', 'substitute_asked_series'],
      [who, 'offered', 'substitute_offered_series'],
      [gives, 'accepted', 'substitute_accepted_teacher_series'],
    ] as const)
      expect(await news(by, `lesson_substitute:${id} ${what}`)).toMatchObject([{ voice, count: 2 }])
    const [last] = (await who.get('/api/notifications/')).body.results
    expect(last.message).toContain('2 de tus clases')
    const rows = await t.db.select().from(lessons).where(eq(lessons.package_id, pack.id)).orderBy(lessons.id)
    expect(rows.map(({ teacher_id }) => teacher_id)).toEqual([gives.id, other.id, other.id, gives.id])
    // Those that went over are talked about among themselves.
    expect(new Set(rows.map(({ series_id }) => series_id)).size).toBe(2)
    expect(rows[1]?.series_id).toBe(rows[2]?.series_id)
    expect((await creditsOf(t.db, [pack.id])).get(pack.id)).toEqual({ left: 0, spent: 4, expired: 0 })

    // One of the two is cancelled late: it counts as taken all the same.
    await pass(Date.parse(until) - now().getTime() - HOUR)
    await step(who, third ?? 0, 'cancel_as_student')
    expect(await books(other)).toMatchObject({ earned: 1656 })
    const pay = {
      voice: 'substitute_share',
      project_name: other.name,
      amount: formatMoney(1656, 'USD', 'es'),
    }
    expect(await news(gives, `lesson:${third} share`)).toMatchObject([pay])
    expect(await news(gives, `lesson:${second} share`)).toEqual([])
    expect((await listed(gives)).filter((one) => one.id === id)).toEqual([])
    await pass(4 * DAY)
    expect(await news(gives, `lesson:${second} share`)).toMatchObject([pay])
    expect(await books(other)).toMatchObject({ earned: 2 * 1656 })
    expect(await books(gives)).toMatchObject({ held: 7200 - 2 * 1656 })
    for (const days of [8, 4, 1]) await pass(days * DAY)
    expect(await books(gives)).toEqual({ held: 0, earned: 7200 - 576 - 2 * 1656, fees: 576 })
    expect(await books(other)).toMatchObject({ earned: 2 * 1656 })
    await prove(t.app, now())
  })

  test('are asked of no more once one of them is off: nobody says that the others stay', async () => {
    const { who, gives, other } = await three()
    const { ids } = await series(who, gives, [slot(4), slot(11)])
    const { body } = await propose(gives, ids[0] ?? 0, other, { until: slot(11) })
    await answer(other, body.id, true)
    await step(who, ids[0] ?? 0, 'cancel_as_student')
    expect(await told(who, body.id)).toEqual(['offered', 'moot'])
    expect(await told(gives, body.id)).toEqual(['agreed', 'released'])
    const [last] = (await who.get('/api/notifications/')).body.results
    expect(last.title).toBe('Ya no hace falta que respondas')
  })

  test('are never worth more than the package, whose price they don’t divide', async () => {
    const [who, gives, other] = [
      await student(t),
      await teacher(t, { package_4_price: 7203 }),
      await teacher(t),
    ]
    const { ids } = await series(who, gives, [slot(4), slot(11), slot(18), slot(25)])
    const id = await handedOver({ who, gives, other }, ids[0] ?? 0, { until: slot(25) })
    expect((await listed(other)).find((one) => one.id === id)).toMatchObject({ earns: 7203 - 576 })
    for (let days = 0; days < 36; days += 3) await pass(3 * DAY)
    expect(await books(other)).toEqual({ earned: 7203 - 576 })
    expect(await books(gives)).toMatchObject({ held: 0, fees: 576 })
    expect((await books(gives)).earned ?? 0).toBe(0)
    await prove(t.app, now())
  })

  test('give their credit back when the substitute cancels, or who sold them gives back the package', async () => {
    const all = await three()
    const { who, gives, other } = all
    const { pack, ids } = await series(who, gives, [slot(4), slot(11), slot(18)])
    const [first, second] = ids
    await handedOver(all, first ?? 0)
    expect((await step(other, first ?? 0, 'cancel_as_teacher')).body.state).toBe('cancelled_by_teacher')
    expect((await creditsOf(t.db, [pack.id])).get(pack.id)).toEqual({ left: 2, spent: 2, expired: 0 })
    await handedOver(all, second ?? 0)
    expect((await gives.post(`${AT}packages/${pack.id}/refund/`)).status).toBe(200)
    expect((await read(other, second ?? 0)).body.state).toBe('cancelled_by_teacher')
    expect(await holders(second ?? 0)).toEqual([])
    const [last] = (await other.get('/api/notifications/')).body.results
    expect(last).toMatchObject({ type: 'LESSON_CHANGED', value: String(second) })
    // Neither of the two cancelled it.
    for (const by of [other, who]) {
      expect(await news(by, `lesson:${second} cancelled`)).toEqual([])
      expect(await news(by, `lesson:${second} package_back`)).toMatchObject([{ voice: 'package_back' }])
    }
    expect(last.message).toContain('Se devolvió el paquete')
    expect(await books(gives)).toMatchObject({ held: 0, owed: 7200 })
    expect(await books(other)).toEqual({})
  })
})

describe('a substitute', () => {
  test('talks with the student about that lesson alone, and sees how they get on until it is confirmed', async () => {
    const all = await three()
    const { who, gives, other } = all
    const id = await single(who, gives, slot(5))
    const before = (await who.post('/api/threads/', { lesson_id: id })).body.id
    await gives.api(saveSheet, {
      params: { id },
      body: { link: '', notes_shared: 'Traer púa', notes_private: 'Le cuesta' },
    })
    const progress = async (by: Person) => (await by.get(`${AT}progress/${who.id}/`)).status
    expect(await progress(other)).toBe(404)
    const done = await handedOver(all, id)
    const day = slot(5).slice(0, 10)
    const lines = (await who.get(`/api/threads/${before}/messages/?after=0`)).body.results
    expect(lines).toMatchObject([{ event: 'lesson_handed_over', params: { date: day }, author: null }])
    const after = (await who.post('/api/threads/', { lesson_id: id })).body.id
    expect(after).not.toBe(before)
    // The two who have the lesson now read it as the beginning of theirs.
    for (const by of [who, other]) {
      const first = (await by.get(`/api/threads/${after}/messages/?after=0`)).body.results
      expect(first).toMatchObject([{ event: 'lesson_taken_over', params: { date: day }, author: null }])
    }
    expect((await other.get(`/api/threads/${before}/`)).status).toBe(404)
    expect((await other.get(`/api/threads/${after}/`)).status).toBe(200)
    expect((await gives.get(`/api/threads/${after}/`)).status).toBe(404)
    // What the two said before stays theirs.
    expect((await gives.get(`/api/threads/${before}/`)).body).toMatchObject({ lesson_id: null })
    // What who can't come noted for themselves doesn't go over; what they noted for both is read as theirs.
    const notes_before = { name: gives.name, text: 'Traer púa' }
    for (const by of [who, other])
      expect((await read(by, id)).body).toMatchObject({ notes_shared: '', notes_private: '', notes_before })
    const sheet = { link: '', notes_shared: 'Afinar antes', notes_private: '' }
    await other.api(saveSheet, { params: { id }, body: sheet })
    for (const by of [who, other])
      expect((await read(by, id)).body).toMatchObject({ notes_shared: 'Afinar antes', notes_before })
    const copies = [gives, who, other].map((by) => substituteDataOf(t.db, by.id))
    const [hers, his, theirs] = (await Promise.all(copies)).map((rows) => JSON.stringify(rows))
    for (const copy of [hers, his]) expect(copy).toContain('Traer púa')
    expect(theirs).not.toContain('Traer púa')
    expect(his).not.toContain('Le cuesta')
    const mine = (await listed(gives)).find((one) => one.id === done)
    expect(mine?.lessons).toMatchObject([{ notes_private: 'Le cuesta' }])
    expect((await listed(other)).find((one) => one.id === done)?.lessons).toMatchObject([
      { notes_private: '' },
    ])

    expect(await progress(other)).toBe(200)
    await pass(Date.parse(slot(5)) - now().getTime() + 2 * HOUR)
    expect(await progress(other)).toBe(200)
    await step(who, id, 'confirm')
    expect(await progress(other)).toBe(404)
  })

  test('gives back what was paid by itself when the lesson is cancelled in time, and moves it in their own hours', async () => {
    const all = await three()
    const { who, gives, other } = all
    const id = await single(who, gives, slot(5))
    const done = await handedOver(all, id)
    await single(await student(t), gives, slot(6))
    // The first teacher isn't free then: who gives it now is.
    expect((await who.post(`${AT}${id}/move/`, { starts_at: slot(6) })).body.state).toBe('rescheduled')
    expect(await holders(id)).toEqual(both(who, other))
    expect((await step(who, id, 'cancel_as_student')).body.state).toBe('cancelled_by_student')
    const [refund] = await t.db
      .select()
      .from(payments)
      .where(and(eq(payments.subject, lessonSubject(id)), eq(payments.kind, 'refund')))
    expect(refund).toMatchObject({ project_id: other.project_id, amount: 2000 })
    // Who was paid by hand may have it still.
    const params = { project_name: other.name, amount: formatMoney(2000, 'USD', 'es') }
    expect(await news(gives, `lesson_substitute:${done} returned`)).toMatchObject([params])
    // It isn't one of those to come any more.
    for (const by of [gives, other, who]) expect(await listed(by)).toEqual([])
  })

  test('keeps what was paid by itself when it counts as taken: nothing goes back', async () => {
    const all = await three()
    const { who, gives, other } = all
    const starts_at = slot(5)
    const id = await single(who, gives, starts_at)
    const done = await handedOver(all, id)
    await pass(Date.parse(starts_at) - now().getTime() - HOUR)
    expect((await step(who, id, 'cancel_as_student')).body.state).toBe('cancelled_by_student')
    expect(await books(other)).toEqual({ held: 0, earned: 1840, fees: 160 })
    expect(await news(gives, `lesson_substitute:${done} returned`)).toEqual([])
  })

  test('hears what they asked for, though the lesson is confirmed by then', async () => {
    const all = await three()
    const { who, gives, other } = all
    const id = await single(who, gives, slot(5))
    await handedOver(all, id)
    const draft = { title: 'Escala de sol', text: 'Despacio', due: null }
    const given = await other.post(`${AT}progress/${who.id}/assignments/`, draft)
    expect(given.status, given.text).toBe(201)
    const path = `${AT}assignments/${given.body.id}/`
    await pass(Date.parse(slot(5)) - now().getTime() + 2 * HOUR)
    await step(who, id, 'confirm')
    expect((await other.get(`${AT}progress/${who.id}/`)).status).toBe(404)
    expect((await other.post(`${AT}progress/${who.id}/assignments/`, draft)).status).toBe(404)
    await who.post(`${path}remarks/`, { text: 'Ya la toco' })
    expect((await who.post(`${path}step/`, { step: 'turn_in' })).body.state).toBe('turned_in')
    expect((await other.get(path)).body).toMatchObject({ state: 'turned_in', steps: ['return', 'accept'] })
    expect((await gives.get(path)).status).toBe(404)
    expect((await other.post(`${path}step/`, { step: 'accept' })).body.state).toBe('done')
    expect((await other.get(path)).status).toBe(200)
    await pass(DAY)
    expect((await other.get(path)).status).toBe(404)
    expect((await who.get(path)).status).toBe(200)
  })

  test('keeps their own notes for both when the first teacher’s account goes', async () => {
    const all = await three()
    const { who, gives, other } = all
    const ids = [await single(who, gives, slot(5)), await single(who, gives, slot(7))] as const
    const note = (by: Person, id: number, notes_shared: string) =>
      by.api(saveSheet, { params: { id }, body: { link: '', notes_shared, notes_private: '' } })
    for (const id of ids) {
      await note(gives, id, 'Traer púa')
      await handedOver(all, id)
    }
    await note(other, ids[1], 'Afinar antes')
    await gone(gives)
    for (const [n, notes_shared] of ['', 'Afinar antes'].entries())
      expect((await read(who, ids[n] ?? 0)).body).toMatchObject({ notes_shared, notes_before: null })
  })
})
