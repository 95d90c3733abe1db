import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/server/testing.ts'
import { addDays, HOUR } from '#core/contract/time.ts'
import { NOW, student } from '../scene.fixture.ts'
import type { Practice } from './contract.ts'
import { AT, note, noted, practiceOf, put, TODAY } from './practice.fixture.ts'

/* What a student practised: noted once, within a day's hours, and theirs alone. */

let t: TestApp
beforeAll(async () => {
  t = await testApp({ now: NOW, max: 20 })
})
afterAll(() => t?.close())

describe('practice', () => {
  test('is noted with its minutes, and read the latest day first, page by page', async () => {
    const who = await student(t)
    const first = await note(who, {
      day: addDays(TODAY, -1),
      minutes: 40,
      what: '  Arpegios\ncon metrónomo ',
    })
    expect([first.status, first.body]).toEqual([
      201,
      {
        id: first.body.id,
        day: addDays(TODAY, -1),
        minutes: 40,
        what: 'Arpegios con metrónomo',
      },
    ])
    const later = [await note(who), await note(who, { minutes: 10, what: '' })].map(({ body }) => body)
    await note(who, { day: addDays(TODAY, -2) })
    const pages: number[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await who.get(`${AT}practice/`, {
        query: { limit: '2', ...(cursor ? { cursor } : {}) },
      })
      // What was read last may go meanwhile: the list goes on behind it.
      if (pages.length === 0) await who.delete(`${AT}practice/${body.results[1].id}/`)
      pages.push(...body.results.map(({ day }: Practice) => day))
      cursor = body.next
    }
    expect(pages).toEqual([TODAY, TODAY, addDays(TODAY, -1), addDays(TODAY, -2)])
    expect((await practiceOf(who)).map(({ id }) => id)).not.toContain(later[0].id)
  })

  test('that is sent again under its key is noted once, also when it is sent twice at the same time', async () => {
    const who = await student(t)
    const body = noted()
    const sent = await Promise.all(Array.from({ length: 8 }, () => who.post(`${AT}practice/`, body)))
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(sent.map((answer) => answer.body.id)).size).toBe(1)
    // What stands there stays, also on a day that is full by then, or too long ago.
    await Promise.all([600, 600, 200].map((minutes) => note(who, { minutes })))
    expect((await who.post(`${AT}practice/`, { ...body, minutes: 500 })).body).toMatchObject({ minutes: 25 })
    expect((await note(who, { minutes: 500 })).status).toBe(409)
    expect(await practiceOf(who)).toHaveLength(4)
    // Somebody else's key is their own.
    expect((await (await student(t)).post(`${AT}practice/`, body)).body.id).not.toBe(sent[0]?.body.id)
  })

  test('has no more minutes in a day than a day, however many are noted at once', async () => {
    const who = await student(t)
    const sent = await Promise.all(Array.from({ length: 8 }, () => note(who, { minutes: 600 })))
    expect(sent.filter(({ status }) => status === 201)).toHaveLength(2)
    const refused = sent.filter(({ status }) => status !== 201)
    expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['lessons.practice_full']))
    expect((await note(who, { minutes: 240 })).status).toBe(201)
    expect((await note(who, { minutes: 1 })).status).toBe(409)
    // Nor by a change of what is noted, or by moving it there.
    const other = await note(who, { day: addDays(TODAY, -1), minutes: 30 })
    const moved = await put(who, `${AT}practice/${other.body.id}/`, { day: TODAY, minutes: 30, what: '' })
    expect([moved.status, moved.body.code]).toEqual([409, 'lessons.practice_full'])
    expect((await practiceOf(who)).at(-1)).toMatchObject({ day: addDays(TODAY, -1), minutes: 30 })
  })

  test('is noted twenty times a day', async () => {
    const who = await student(t)
    const sent = await Promise.all(Array.from({ length: 24 }, () => note(who, { minutes: 1 })))
    expect(sent.filter(({ status }) => status === 201)).toHaveLength(20)
    expect((await note(who, { day: addDays(TODAY, -1), minutes: 1 })).status).toBe(201)
  })

  test('is noted for today on the student’s clock and thirty days back; what is noted can be changed for ever', async () => {
    const who = await student(t)
    for (const day of [addDays(TODAY, 1), addDays(TODAY, -31)]) {
      const { status, body } = await note(who, { day })
      expect([status, body.fields]).toEqual([
        422,
        { day: 'La práctica se anota para hoy o para los últimos 30 días.' },
      ])
    }
    const { id } = (await note(who, { day: addDays(TODAY, -30) })).body
    // Half past eleven at night in Guatemala is half past one of the next day in New York.
    t.clock.move(11.5 * HOUR)
    expect((await note(who, { day: addDays(TODAY, 1) })).status).toBe(201)
    expect((await note(await t.person('STUDENT'), { day: addDays(TODAY, 1) })).status).toBe(422)
    const change = { day: addDays(TODAY, -30), minutes: 45, what: 'Estudio 5' }
    expect((await put(who, `${AT}practice/${id}/`, change)).body).toEqual({ id, ...change })
    const moved = await put(who, `${AT}practice/${id}/`, { ...change, day: addDays(TODAY, -31) })
    expect(moved.status).toBe(422)
    t.clock.move(-11.5 * HOUR)
  })

  test('is refused without minutes, to anybody but a student, and of what isn’t theirs', async () => {
    const [who, other] = [await student(t), await student(t)]
    for (const more of [{ minutes: 0 }, { minutes: 601 }, { minutes: 1.5 }, { key: 'x' }, { day: 'hoy' }])
      expect((await note(who, more)).status).toBe(422)
    expect((await note(await t.person('TALENT_HUNTER'))).body.code).toBe('lessons.students_only')
    expect((await note(await t.person('MUSICIAN'))).body.code).toBe('access.forbidden')
    const seen = await (await t.person('TALENT_HUNTER')).get(`${AT}practice/`)
    expect([seen.status, seen.body.code]).toEqual([403, 'lessons.students_only'])
    expect((await t.as().post(`${AT}practice/`, noted())).status).toBe(401)
    const { id } = (await note(who)).body
    expect((await put(other, `${AT}practice/${id}/`, noted())).status).toBe(404)
    expect((await other.delete(`${AT}practice/${id}/`)).status).toBe(404)
    expect((await who.delete(`${AT}practice/${id}/`)).status).toBe(200)
    expect((await who.delete(`${AT}practice/${id}/`)).status).toBe(404)
    expect((await who.get(`${AT}practice/`, { query: { cursor: '2026-13-01_4' } })).status).toBe(400)
  })
})
