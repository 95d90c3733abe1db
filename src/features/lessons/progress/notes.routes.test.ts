import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { DAY } from '#core/contract/time.ts'
import { substituting } from '../booking/substitutes.fixture.ts'
import { lessonOf, NOW, student, teacher } from '../scene.fixture.ts'
import type { StudentNotes } from './contract.ts'

/* What a teacher has of their students beside the calendar: what they noted, and who comes next. */

const AT = '/api/lessons/'
let t: TestApp
beforeAll(async () => {
  t = await testApp({ now: NOW, max: 10 })
})
afterAll(() => t?.close())
const { single, slot, three, handedOver } = substituting(() => t)

const inDays = (days: number) => new Date(Date.parse(NOW) + days * DAY)
const notesOf = (who: Person, of: Person, query: Record<string, string> = {}) =>
  who.get(`${AT}progress/${of.id}/notes/`, { query })
async function note(gives: Person, id: number, notes_shared: string, notes_private: string) {
  const saved = await gives.call('PUT', `${AT}${id}/sheet/`, { link: '', notes_shared, notes_private })
  expect(saved.status).toBe(200)
}

describe('notes of lessons', () => {
  test('are read by who wrote them, those for both and their own, newest first, a page at a time', async () => {
    const [who, gives] = [await student(t), await teacher(t)]
    const ids: number[] = []
    for (const days of [-20, -13, -6, 3])
      ids.push(await lessonOf(t, who, gives, inDays(days), days < 0 ? 'confirmed' : 'scheduled'))
    const [first = 0, second = 0, third = 0] = ids
    await note(gives, first, 'Metrónomo a 60', '')
    await note(gives, second, '', 'Le cuesta el anular')
    await note(gives, third, 'Cejilla en fa', 'Proponer la versión fácil')
    const { body } = await notesOf(gives, who, { limit: '2' })
    expect(body.results).toMatchObject([
      { lesson_id: third, notes_shared: 'Cejilla en fa', notes_private: 'Proponer la versión fácil' },
      { lesson_id: second, notes_shared: '', notes_private: 'Le cuesta el anular', instrument: 'guitar' },
    ])
    const rest = await notesOf(gives, who, { limit: '2', cursor: body.next })
    expect(rest.body).toMatchObject({ results: [{ lesson_id: first }], next: null })
    expect((await notesOf(gives, who, { cursor: 'x' })).status).toBe(400)
  })

  test('are nobody else’s: not the student’s, another teacher’s, who hires, or a stranger’s', async () => {
    const [who, gives, other] = [await student(t), await teacher(t), await teacher(t)]
    const id = await lessonOf(t, who, gives, inDays(-3))
    await note(gives, id, 'Cejilla en fa', 'Le cuesta el anular')
    expect((await notesOf(who, who)).status).toBe(403)
    expect((await notesOf(other, who)).status).toBe(404)
    expect((await notesOf(await t.person('TALENT_HUNTER'), who)).status).toBe(403)
    expect((await t.as().get(`${AT}progress/${who.id}/notes/`)).status).toBe(401)
    // Whatever a student reads of it, the private ones are in none of it.
    for (const path of [`${AT}${id}/`, `${AT}?when=past`, `${AT}desk/`, `${AT}progress/${who.id}/`]) {
      const { status, text } = await who.get(path)
      expect([path, status]).toEqual([path, 200])
      expect(text).not.toContain('anular')
    }
    expect((await who.get(`${AT}${id}/`)).body).toMatchObject({
      ...{ notes_shared: 'Cejilla en fa', notes_private: '' },
    })
    // Another who teaches them as well reads their own alone.
    await lessonOf(t, who, other, inDays(-2))
    expect((await notesOf(other, who)).body).toEqual({ results: [], next: null })
  })

  test('of a lesson that went over are of who stands in, and what was noted before isn’t', async () => {
    const all = await three()
    const id = await single(all.who, all.gives, slot(4))
    await note(all.gives, id, 'Para los dos', 'Solo mío')
    await handedOver(all, id)
    expect((await notesOf(all.gives, all.who)).status).toBe(404)
    expect((await notesOf(all.other, all.who)).body.results).toEqual([])
    await note(all.other, id, '', 'De quien suple')
    const { results } = (await notesOf(all.other, all.who)).body as { results: StudentNotes[] }
    expect(results).toMatchObject([{ lesson_id: id, notes_shared: '', notes_private: 'De quien suple' }])
  })
})

describe('the students at a teacher’s home', () => {
  const studentsOf = (who: Person) => who.get(`${AT}students/`)

  test('are theirs, who comes next first, and no more than eight', async () => {
    const [gives, other] = [await teacher(t), await teacher(t)]
    const [later, sooner, before] = [await student(t), await student(t), await student(t)]
    await lessonOf(t, later, gives, inDays(9), 'scheduled')
    await lessonOf(t, sooner, gives, inDays(2), 'scheduled')
    await lessonOf(t, before, gives, inDays(-9))
    await lessonOf(t, await student(t), other, inDays(1), 'scheduled')
    // Who only asks isn't one of theirs yet.
    await lessonOf(t, await student(t), gives, inDays(1), 'requested')
    const { body } = await studentsOf(gives)
    expect(body.zone).toBe('America/Guatemala')
    expect(body.results).toMatchObject([
      { id: sooner.id, name: sooner.name, instrument: 'guitar', next_at: expect.any(String) },
      { id: later.id },
      { id: before.id, next_at: null, progress: true },
    ])
    for (let n = 0; n < 6; n++) await lessonOf(t, await student(t), gives, inDays(20 + n), 'scheduled')
    expect((await studentsOf(gives)).body.results).toHaveLength(8)
  })

  test('are none of a musician without lessons, and nobody’s who doesn’t teach', async () => {
    expect((await studentsOf(await t.person('MUSICIAN'))).body.results).toEqual([])
    expect((await studentsOf(await student(t))).status).toBe(403)
    expect((await studentsOf(await t.person('TALENT_HUNTER'))).status).toBe(403)
    expect((await t.as().get(`${AT}students/`)).status).toBe(401)
  })
})
