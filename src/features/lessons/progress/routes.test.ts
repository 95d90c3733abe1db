import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { addDays, DAY } from '#core/contract/time.ts'
import { transaction } from '#core/server/work.ts'
import { deleteAccount } from '#features/accounts/commands.deletion.ts'
import { entriesOf } from '#features/accounts/queries.exports.ts'
import { users } from '#features/accounts/table.ts'
import { lessonOf, NOW, student, teacher } from '../scene.fixture.ts'
import {
  learner_objectives,
  learner_pieces,
  piece_statuses,
  piece_tempos,
  practice_entries,
} from '../table.ts'
import type { LearnerObjective, Piece } from './contract.ts'
import { AT, note, noted, practiceOf, put, TODAY } from './practice.fixture.ts'

/* How a student gets on: what they practise, learn and want to reach, and who else sees it. */

let t: TestApp
beforeAll(async () => {
  t = await testApp({ now: NOW, max: 20 })
})
afterAll(() => t?.close())

const progress = (who: Person, of: Person = who) => who.get(`${AT}progress/${of.id}/`)

const PIECE = {
  ...{ piece: 'Lágrima', composer: 'Francisco Tárrega', status: 'learning' },
  ...{ tempo_now: 60, tempo_target: 80 },
} as const
const GOAL = { title: 'Tocar en la graduación', until: '2026-06-30', reached: false }
const addPiece = (who: Person, of: Person = who, more: object = {}) =>
  who.post(`${AT}progress/${of.id}/pieces/`, { ...PIECE, ...more })
const addGoal = (who: Person, of: Person = who, more: object = {}) =>
  who.post(`${AT}progress/${of.id}/objectives/`, { ...GOAL, ...more })

/** So many days after now. */
const inDays = (days: number) => new Date(Date.parse(NOW) + days * DAY)

/** A student and who teaches them. */
async function pair() {
  const [who, gives] = [await student(t), await teacher(t)]
  await lessonOf(t, who, gives, inDays(3), 'scheduled')
  return { who, gives }
}

describe('how a student gets on', () => {
  test('is their streak with days of rest, and the minutes of twelve weeks', async () => {
    const who = await student(t)
    expect((await progress(who)).body).toMatchObject({
      student: { id: who.id, name: who.name },
      zone: 'America/New_York',
      today: TODAY,
      streak: 0,
      pieces: [],
      objectives: [],
    })
    // Monday and, of the week before, all days but Saturday and Sunday.
    for (const back of [0, 3, 4, 5, 6, 7]) await note(who, { day: addDays(TODAY, -back), minutes: 20 })
    await note(who, { minutes: 15 })
    const { streak, weeks } = (await progress(who)).body
    expect(streak).toBe(6)
    expect(weeks).toHaveLength(12)
    expect(weeks.slice(-2)).toEqual([
      { monday: addDays(TODAY, -7), minutes: 100, days: 5 },
      { monday: TODAY, minutes: 35, days: 1 },
    ])
  })

  test('is seen by a teacher from the first lesson that takes place until six months after the last', async () => {
    const [who, gives] = [await student(t), await teacher(t)]
    const sees = async () => {
      const [{ status }, desk] = [await progress(gives, who), await gives.get(`${AT}teaching/`)]
      // The list of students says the same.
      for (const one of desk.body.students) expect(one.progress).toBe(status === 200)
      return status
    }
    const starts_at = new Date(Date.parse('2026-02-05T22:00:00.000Z')).toISOString()
    const { id } = (await who.post(AT, { service_id: gives.service_id, kind: 'single', starts_at, note: '' }))
      .body
    expect(await sees()).toBe(404)
    await gives.post(`${AT}${id}/steps/`, { step: 'accept' })
    expect(await sees()).toBe(404)
    await who.post(`${AT}payments/lesson/${id}/`, { method: 'transfer', reference: 'R1' })
    expect(await sees()).toBe(200)
    await who.post(`${AT}${id}/steps/`, { step: 'cancel_as_student' })
    expect(await sees()).toBe(404)
    await lessonOf(t, who, gives, inDays(-186), 'confirmed')
    expect(await sees()).toBe(404)
    await lessonOf(t, who, gives, inDays(-20), 'no_show_student')
    expect(await sees()).toBe(404)
    await lessonOf(t, who, gives, inDays(-180), 'reviewed')
    expect(await sees()).toBe(200)
  })

  test('says to a teacher how much was practised, and not what', async () => {
    const { who, gives } = await pair()
    await note(who, { what: 'Lo que no me sale y no quiero contar' })
    const { status, body, text } = await progress(gives, who)
    expect([status, body.streak, body.weeks.at(-1).minutes]).toEqual([200, 1, 25])
    expect(text).not.toContain('no me sale')
    expect((await gives.get(`${AT}practice/`)).status).toBe(403)
  })

  test('is nobody else’s: not another student’s or teacher’s, nor who hires, nor a stranger', async () => {
    const { who } = await pair()
    const theirs = await pair()
    for (const other of [theirs.who, theirs.gives, await t.person('MUSICIAN')])
      expect((await progress(other, who)).status).toBe(404)
    expect((await progress(await t.person('TALENT_HUNTER'), who)).status).toBe(403)
    expect((await t.as().get(`${AT}progress/${who.id}/`)).status).toBe(401)
    // Who teaches has no progress of their own to read.
    expect((await progress(theirs.gives)).status).toBe(404)
  })
})

describe('a repertoire', () => {
  test('is written by the student and by who teaches them, and both read it as it is written', async () => {
    const { who, gives } = await pair()
    const own = await addPiece(who, who, { piece: 'Lágrima, versión de maestro@tarima.test' })
    expect(own.status).toBe(201)
    const given = await addPiece(gives, who, { composer: '', tempo_now: null, tempo_target: null })
    const saved = await put(gives, `${AT}pieces/${own.body.id}/`, {
      ...PIECE,
      piece: own.body.piece,
      status: 'ready',
    })
    const vouched = { teacher: gives.name, at: expect.any(String) }
    expect(saved.body).toEqual({ ...own.body, status: 'ready', vouched })
    for (const reader of [who, gives])
      expect((await progress(reader, who)).body.pieces).toEqual([saved.body, given.body])
    expect((await who.delete(`${AT}pieces/${given.body.id}/`)).status).toBe(200)
    expect((await progress(who)).body.pieces.map(({ id }: Piece) => id)).toEqual([own.body.id])
    expect((await put(who, `${AT}pieces/${given.body.id}/`, PIECE)).status).toBe(404)
  })

  test('remembers how a tempo rose, by the day', async () => {
    const { who, gives } = await pair()
    const { id } = (await addPiece(who, who, { tempo_now: 52 })).body
    const save = (by: Person, tempo_now: number | null) =>
      put(by, `${AT}pieces/${id}/`, { ...PIECE, tempo_now })
    await save(who, 56)
    t.clock.move(DAY)
    // Not said, and said again as it was: nothing rose.
    await save(who, null)
    t.clock.move(DAY)
    await save(gives, 63)
    t.clock.move(DAY)
    await save(gives, 63)
    for (const reader of [who, gives])
      expect((await reader.get(`${AT}pieces/${id}/tempos/`)).body.results).toEqual([
        { day: TODAY, tempo: 56 },
        { day: addDays(TODAY, 2), tempo: 63 },
      ])
    t.clock.move(-3 * DAY)
    await who.delete(`${AT}pieces/${id}/`)
    expect(await t.db.$count(piece_tempos, eq(piece_tempos.piece_id, id))).toBe(0)
  })

  test('remembers how it got on with a piece, by the day', async () => {
    const { who, gives } = await pair()
    const { id } = (await addPiece(who, who, { status: 'to_learn' })).body
    const save = (by: Person, status: string) => put(by, `${AT}pieces/${id}/`, { ...PIECE, status })
    await save(who, 'learning')
    t.clock.move(DAY)
    await save(who, 'learning')
    t.clock.move(DAY)
    await save(gives, 'polishing')
    t.clock.move(-2 * DAY)
    const kept = await t.db
      .select()
      .from(piece_statuses)
      .where(eq(piece_statuses.piece_id, id))
      .orderBy(piece_statuses.day)
    expect(kept).toEqual([
      { piece_id: id, day: TODAY, status: 'learning' },
      { piece_id: id, day: addDays(TODAY, 2), status: 'polishing' },
    ])
  })

  test('has two hundred pieces at most, and fifty objectives, also when the last is added twice at once', async () => {
    const who = await student(t)
    const row = { student_id: who.id, piece: 'Estudio', title: 'Meta', status: 'to_learn' } as const
    await t.db.insert(learner_pieces).values(Array(199).fill(row))
    await t.db.insert(learner_objectives).values(Array(49).fill(row))
    for (const [add, code] of [
      [addPiece, 'lessons.pieces_full'],
      [addGoal, 'lessons.objectives_full'],
    ] as const) {
      const answers = await Promise.all([add(who), add(who), add(who)])
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
      expect(answers.find(({ status }) => status === 409)?.body.code).toBe(code)
    }
    expect((await addPiece(who)).body.message).toBe('Ya hay 200 piezas. Quita una para agregar otra.')
  })

  test('is refused without a name, and to whom it doesn’t concern', async () => {
    const { who } = await pair()
    for (const more of [{ piece: ' ' }, { status: 'lost' }, { tempo_now: 10 }, { tempo_target: 401 }])
      expect((await addPiece(who, who, more)).status).toBe(422)
    const { id } = (await addPiece(who)).body
    const theirs = await pair()
    for (const other of [theirs.who, theirs.gives]) {
      expect((await addPiece(other, who)).status).toBe(404)
      expect((await put(other, `${AT}pieces/${id}/`, PIECE)).status).toBe(404)
      expect((await other.delete(`${AT}pieces/${id}/`)).status).toBe(404)
      expect((await other.get(`${AT}pieces/${id}/tempos/`)).status).toBe(404)
    }
    expect((await addPiece(await t.person('TALENT_HUNTER'), who)).status).toBe(403)
    expect((await t.as().call('PUT', `${AT}pieces/${id}/`, PIECE)).status).toBe(401)
  })
})

describe('an objective', () => {
  test('is set by either, reached once, and open again when that is taken back', async () => {
    const { who, gives } = await pair()
    const set = await addGoal(gives, who)
    expect([set.status, set.body]).toEqual([
      201,
      { id: set.body.id, title: GOAL.title, until: GOAL.until, reached_at: null, vouched: null },
    ])
    const save = async (by: Person, more: object): Promise<LearnerObjective> =>
      (await put(by, `${AT}objectives/${set.body.id}/`, { ...GOAL, ...more })).body
    const { reached_at } = await save(who, { reached: true })
    expect(reached_at?.slice(0, 10)).toBe(TODAY)
    t.clock.move(DAY)
    expect(await save(gives, { reached: true, title: 'Tocar en la boda', until: null })).toEqual({
      ...{ id: set.body.id, title: 'Tocar en la boda', until: null, reached_at },
      vouched: { teacher: gives.name, at: expect.any(String) },
    })
    t.clock.move(-DAY)
    expect((await progress(who)).body.objectives).toMatchObject([{ title: 'Tocar en la boda' }])
    expect(await save(gives, { reached: false })).toMatchObject({ reached_at: null })
    expect((await who.delete(`${AT}objectives/${set.body.id}/`)).status).toBe(200)
    expect((await progress(gives, who)).body.objectives).toEqual([])
  })

  test('is vouched for by who teaches, until the student opens it again or changes its words', async () => {
    const { who, gives } = await pair()
    for (const [add, what, title, isDone, is] of [
      [addGoal, 'objectives', 'title', { reached: true }, { reached: false }],
      [addPiece, 'pieces', 'piece', { status: 'ready' }, { status: 'polishing' }],
    ] as const) {
      const whole = what === 'pieces' ? PIECE : GOAL
      const { id, vouched } = (await add(who, who, isDone)).body
      const save = async (by: Person, more: object = {}) => {
        const { status, body } = await put(by, `${AT}${what}/${id}/`, { ...whole, ...isDone, ...more })
        expect([status, body.message]).toEqual([200, undefined])
        return body.vouched
      }
      // The student says so themselves.
      expect([vouched, await save(who)]).toEqual([null, null])
      const first = await save(gives)
      expect(first).toEqual({ teacher: gives.name, at: expect.stringMatching(TODAY) })
      t.clock.move(DAY)
      // Once: saved again as it is, by either, it stays with its day.
      for (const by of [gives, who]) expect(await save(by)).toEqual(first)
      expect(await save(who, { [title]: 'Chacona' })).toBeNull()
      expect(await save(gives, { [title]: 'Chacona' })).toMatchObject({ teacher: gives.name })
      expect(await save(who, { [title]: 'Chacona', ...is })).toBeNull()
      t.clock.move(-DAY)
      expect((await add(gives, who, isDone)).body.vouched).toMatchObject({ teacher: gives.name })
    }
    expect(
      (
        await put(who, `${AT}pieces/${(await addPiece(gives, who, { status: 'ready' })).body.id}/`, {
          ...PIECE,
          status: 'ready',
          composer: 'Otro',
        })
      ).body.vouched,
    ).toBeNull()
  })

  test('stays with its student when its teacher is gone, and nobody vouches for it', async () => {
    const { who, gives } = await pair()
    await addGoal(gives, who, { reached: true })
    await addPiece(gives, who, { status: 'ready' })
    await t.db.update(users).set({ delete_at: NOW }).where(eq(users.id, gives.id))
    await transaction(t.app, t.clock.now(), (work) => deleteAccount(work, gives.id))
    const { objectives, pieces } = (await progress(who)).body
    expect(objectives).toMatchObject([{ title: GOAL.title, vouched: null }])
    expect(objectives[0].reached_at).not.toBeNull()
    expect(pieces).toMatchObject([{ status: 'ready', vouched: null }])
  })

  test('is refused without a title, and to whom it doesn’t concern', async () => {
    const { who } = await pair()
    for (const more of [{ title: '' }, { until: '2026-02-30' }, { reached: null }])
      expect((await addGoal(who, who, more)).status).toBe(422)
    const { id } = (await addGoal(who)).body
    const theirs = await pair()
    for (const other of [theirs.who, theirs.gives]) {
      expect((await addGoal(other, who)).status).toBe(404)
      expect((await put(other, `${AT}objectives/${id}/`, GOAL)).status).toBe(404)
      expect((await other.delete(`${AT}objectives/${id}/`)).status).toBe(404)
    }
    expect((await addGoal(await t.person('TALENT_HUNTER'), who)).status).toBe(403)
    expect((await t.as().delete(`${AT}objectives/${id}/`)).status).toBe(401)
  })
})

test('a repeated call with an Idempotency-Key is answered by what is there', async () => {
  const { who, gives } = await pair()
  const keyed = (key: string) => ({ headers: { 'idempotency-key': key } })
  const url = `${AT}progress/${who.id}/`
  for (const [by, to, body] of [
    [who, `${AT}practice/`, noted()],
    [gives, `${url}pieces/`, PIECE],
    [gives, `${url}objectives/`, GOAL],
  ] as const) {
    const first = await by.post(to, body, keyed(`add ${to}`))
    expect(first.status).toBe(201)
    expect((await by.post(to, body, keyed(`add ${to}`))).body).toEqual(first.body)
  }
  const { pieces, objectives } = (await progress(who)).body
  expect([pieces.length, objectives.length, (await practiceOf(who)).length]).toEqual([1, 1, 1])
})

test('all of it is in the copy of one’s data, and goes with the account', async () => {
  const { who, gives } = await pair()
  await note(who)
  await addPiece(gives, who)
  await addGoal(who)
  const entries = (await entriesOf({ app: t.app, db: t.db, now: t.clock.now() }, who.id)) ?? []
  const read = async (document: string) => {
    const entry = entries.find(({ name }) => name === `${document}.json`)
    return entry && 'text' in entry ? JSON.parse((await entry.text()) ?? '[]') : []
  }
  expect(await read('practice')).toMatchObject([{ day: TODAY, minutes: 25, what: 'Escalas' }])
  expect(await read('pieces_learned')).toMatchObject([
    { piece: PIECE.piece, tempos: [{ day: TODAY, tempo: 60 }] },
  ])
  expect(await read('objectives')).toMatchObject([{ title: GOAL.title, reached_at: null }])
  await t.db.update(users).set({ delete_at: NOW }).where(eq(users.id, who.id))
  await transaction(t.app, t.clock.now(), (work) => deleteAccount(work, who.id))
  expect(await t.db.$count(practice_entries, eq(practice_entries.user_id, who.id))).toBe(0)
  expect(await t.db.$count(learner_pieces, eq(learner_pieces.student_id, who.id))).toBe(0)
  expect(await t.db.$count(learner_objectives, eq(learner_objectives.student_id, who.id))).toBe(0)
  expect((await progress(gives, who)).status).toBe(404)
})
