import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { DAY, HOUR } from '#core/contract/time.ts'
import { transaction } from '#core/server/work.ts'
import type { LessonState } from '#features/lessons/contract.ts'
import { lessonOf, NOW, student, teacher } from '#features/lessons/scene.fixture.ts'
import { lessons } from '#features/lessons/table.ts'
import { decideReview, openLessonRound } from './commands.ts'
import type { ReviewRound } from './contract.ts'
import { all } from './reviews.fixture.ts'
import { LESSONS_AGAIN, WINDOW } from './rules.ts'
import { review_rounds, reviews } from './table.ts'

/* What who learns and who teaches say of each other after a lesson: when they are asked, who reads what, and what counts. */

let t: TestApp
let diego: Person
let rosa: Person & { service_id: number }
let stranger: Person
beforeAll(async () => {
  t = await testApp({ now: NOW })
  ;[diego, rosa, stranger] = [await student(t), await teacher(t), await student(t)]
})
afterAll(() => t?.close())

const at = (ms: number) => new Date(t.clock.now().getTime() + ms)
const first = ({ name }: Person) => name.split(' ')[0]
const refusal = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]
const rounds = async (who: Person, query: Record<string, string> = {}): Promise<ReviewRound[]> =>
  (await who.get('/api/reviews/rounds/', { query })).body.results
const stateOf = async (id: number) =>
  (await t.db.select({ state: lessons.state }).from(lessons).where(eq(lessons.id, id)))[0]?.state
const confirm = (who: Person, id: number) => who.post(`/api/lessons/${id}/steps/`, { step: 'confirm' })
/** A lesson that was held and that the student confirms. @returns its id */
async function had(who: Person, gives: Person & { service_id: number }): Promise<number> {
  const id = await lessonOf(t, who, gives, at(-HOUR), 'held')
  const { status, body } = await confirm(who, id)
  expect([status, body.state]).toEqual([200, 'confirmed'])
  return id
}
const told = async ({ id }: Person) =>
  (
    await t.db.execute<{ type: string; version: number }>(sql`select type, version from notifications
      where user_id = ${id} and type like 'REVIEW%' order by id`)
  ).rows.map(({ type, version }) => `${type} ${version}`)

describe('a lesson opens a round', () => {
  test('once the student confirms it, for the two alone, and nobody is told', async () => {
    const [who, gives] = [await student(t), await teacher(t)]
    const before = at(WINDOW).getTime()
    const lesson_id = await had(who, gives)
    const after = at(WINDOW).getTime()
    const [mine] = await rounds(who, { lesson: String(lesson_id) })
    expect(mine).toMatchObject({
      ...{ lesson_id, event_id: null, side: 'hunter', project_id: gives.project_id },
      ...{ project_name: gives.name, type: null, title: null, city: null, instrument: 'guitar' },
      ...{ zone: 'America/Guatemala', can_write: true, other_wrote: false, mine: null, theirs: null },
      suggested: { satisfaction: null, professionalism: null, communication: null, punctuality: null },
    })
    // The clock goes on meanwhile.
    expect(Date.parse(mine?.closes_at ?? '')).toBeGreaterThanOrEqual(before)
    expect(Date.parse(mine?.closes_at ?? '')).toBeLessThanOrEqual(after)
    expect(await rounds(gives, { waiting: '1' })).toMatchObject([
      { id: mine?.id, side: 'artist', hunter_name: first(who), can_write: true },
    ])
    expect(await rounds(stranger)).toEqual([])
    expect(await rounds(who, { lesson: '999999' })).toEqual([])
    expect((await t.as().get('/api/reviews/rounds/')).status).toBe(401)
    expect((await who.get('/api/reviews/rounds/?lesson=x')).status).toBe(400)
    expect([await told(who), await told(gives)]).toEqual([[], []])
  })

  test('by itself after 72 hours, when nobody says anything of it', async () => {
    const [who, gives] = [await student(t), await teacher(t)]
    const id = await lessonOf(t, who, gives, at(-73 * HOUR), 'held')
    await t.db
      .update(lessons)
      .set({ due_at: at(-HOUR).toISOString() })
      .where(eq(lessons.id, id))
    expect(await rounds(who)).toEqual([])
    await t.app.jobs.runSweeps()
    expect(await stateOf(id)).toBe('confirmed')
    expect(await rounds(who)).toMatchObject([{ lesson_id: id, can_write: true }])
  })

  test('never where it wasn’t held as it should', async () => {
    const [who, gives] = [await student(t), await teacher(t)]
    const states: LessonState[] = [
      'requested',
      'accepted',
      'scheduled',
      'declined',
      'no_show_student',
      'lapsed',
    ]
    for (const state of states) await lessonOf(t, who, gives, at(-HOUR), state)
    const missed = await lessonOf(t, who, gives, at(-HOUR), 'held')
    const said = await who.post(`/api/lessons/${missed}/steps/`, { step: 'miss_as_teacher' })
    expect([said.status, said.body.state]).toEqual([200, 'no_show_teacher'])
    expect(await rounds(who)).toEqual([])
  })

  test('once in ninety days, however many they have, and of two at once one', async () => {
    const [who, gives, other] = [await student(t), await teacher(t), await teacher(t)]
    const ids = await Promise.all([1, 2, 3].map(() => lessonOf(t, who, gives, at(-HOUR), 'held')))
    await Promise.all(ids.map((id) => confirm(who, id)))
    expect(await rounds(who)).toHaveLength(1)
    // With another teacher they haven't said it.
    await had(who, other)
    expect(await rounds(who)).toHaveLength(2)
    const [of] = await rounds(gives)
    const opened = (ms: number) =>
      t.db
        .update(review_rounds)
        .set({ opened_at: at(ms).toISOString() })
        .where(eq(review_rounds.id, of?.id ?? 0))
    await opened(-LESSONS_AGAIN + HOUR)
    await had(who, gives)
    expect(await rounds(gives)).toHaveLength(1)
    await opened(-LESSONS_AGAIN)
    const again = await had(who, gives)
    expect((await rounds(gives)).map(({ lesson_id }) => lesson_id)).toEqual([again, of?.lesson_id])
  })

  test('the database itself takes one a lesson, about one thing', async () => {
    const [one] = await t.db.select().from(review_rounds)
    const { id: _, ...same } = one ?? ({} as never)
    await expect(t.db.insert(review_rounds).values(same)).rejects.toThrow()
    await expect(t.db.insert(review_rounds).values({ ...same, lesson_id: null })).rejects.toThrow()
    const its = { id: same.lesson_id ?? 0, student_id: stranger.id, project_id: same.project_id }
    // Asked to open it again for whomever, there is still one.
    await transaction(t.app, t.clock.now(), (work) => openLessonRound(work, its))
    expect(await t.db.$count(review_rounds, eq(review_rounds.lesson_id, its.id))).toBe(1)
  })
})

describe('of one round', () => {
  let lesson_id = 0
  let path = ''
  const round = async (who: Person): Promise<ReviewRound> => {
    const [found] = await rounds(who, { lesson: String(lesson_id) })
    if (!found) throw new Error('no round')
    return found
  }
  const write = (who: Person, mark: number, text = '') => who.post(path, all(mark, text))
  const publicly = async (query: Record<string, string> = {}) =>
    (await t.as().get(`/api/reviews/projects/${rosa.project_id}/`, { query })).body
  const ratingShown = async () => {
    const { rating, rating_count } = (await t.as().get(`/api/directory/projects/${rosa.project_id}/`)).body
    return { rating, rating_count }
  }
  async function end() {
    await t.db.update(review_rounds).set({ closes_at: t.clock.now().toISOString() })
    await t.app.jobs.runSweeps()
  }
  beforeAll(async () => {
    lesson_id = await had(diego, rosa)
    path = `/api/reviews/rounds/${(await round(diego)).id}/`
  })
  beforeEach(async () => {
    await t.db.delete(reviews)
    await t.db.update(review_rounds).set({
      ...{ opened_at: t.clock.now().toISOString(), closes_at: at(WINDOW).toISOString() },
      ...{ settled_at: null, reminded_at: null },
    })
    await t.db.update(lessons).set({ state: 'confirmed' }).where(eq(lessons.id, lesson_id))
    await t.db.execute(sql`delete from notifications where type like 'REVIEW%'`)
  })

  /* Each row: what happens in which order; then what each of them sees, and what the profile says. */
  type Step = 'student' | 'teacher' | 'end' | 'hide' | 'show'
  type Seen = { student: [boolean, boolean]; teacher: [boolean, boolean]; public: number }
  const none: Seen = { student: [false, false], teacher: [false, false], public: 0 }
  const both: Seen = { student: [true, true], teacher: [true, true], public: 1 }
  const rows: [Step[], Seen][] = [
    [[], none],
    [['end'], none],
    [['student'], { ...none, student: [true, false] }],
    [['teacher'], { ...none, teacher: [true, false] }],
    [['student', 'teacher'], both],
    [['teacher', 'student'], both],
    [['student', 'end'], { student: [true, false], teacher: [false, true], public: 1 }],
    [['teacher', 'end'], { student: [false, true], teacher: [true, false], public: 0 }],
    // Late: who has read the other's can't write any more.
    [['student', 'end', 'teacher'], { student: [true, false], teacher: [false, true], public: 1 }],
    [['end', 'student', 'teacher'], none],
    [['student', 'teacher', 'hide'], { ...both, public: 0 }],
    [['student', 'teacher', 'hide', 'show'], both],
  ]
  test.each(rows)('who sees what: %j', async (steps, seen) => {
    for (const step of steps) {
      if (step === 'student') await write(diego, 5, 'Explica con paciencia.')
      if (step === 'teacher') await write(rosa, 4, 'Practica cada semana.')
      if (step === 'end') await end()
      if (step !== 'hide' && step !== 'show') continue
      const [row] = await t.db.select({ id: reviews.id }).from(reviews).where(eq(reviews.side, 'hunter'))
      const hidden = step === 'hide' ? { reason: 'Insulta' } : null
      await transaction(t.app, t.clock.now(), (work) => decideReview(work, row?.id ?? 0, 'Marta', hidden))
    }
    const bothOf = ({ mine, theirs }: ReviewRound) => [mine !== null, theirs !== null]
    expect({ student: bothOf(await round(diego)), teacher: bothOf(await round(rosa)) }).toEqual({
      student: seen.student,
      teacher: seen.teacher,
    })
    const { results, summary } = await publicly()
    expect([results.length, summary.rating_count, summary.lessons]).toEqual(Array(3).fill(seen.public))
    // The rating of who teaches counts it as one of an event.
    expect(await ratingShown()).toEqual({
      rating: seen.public > 0 ? 4.42 : null,
      rating_count: seen.public,
    })
  })

  test('what a student says is public, with what was taught, and can be looked at alone', async () => {
    await write(diego, 5, 'Explica con paciencia. Mi número: 5555-1234')
    await write(rosa, 4)
    const { results, summary } = await publicly()
    expect(results).toMatchObject([
      {
        ...{ author: first(diego), mark: 5, event_type: null, instrument: 'guitar', city: null },
        ...{ text: 'Explica con paciencia. Mi número: •••', played_on: '2026-02-02' },
      },
    ])
    expect(summary).toMatchObject({ event_types: [], lessons: 1, rating: 4.42 })
    expect((await publicly({ lessons: '1' })).results).toHaveLength(1)
    expect((await publicly({ event_type: 'wedding' })).results).toEqual([])
    const refused = await t.as().get(`/api/reviews/projects/${rosa.project_id}/`, { query: { lessons: '2' } })
    expect(refused.status).toBe(400)
    const [received] = (await rosa.get('/api/reviews/')).body.results
    expect(received).toMatchObject({ author: first(diego), instrument: 'guitar', event_type: null })
    const [ofHim] = (await diego.get('/api/reviews/')).body.results
    expect(ofHim).toMatchObject({ author: rosa.name, instrument: 'guitar', side: 'artist' })
    const answer = `/api/reviews/${received.id}/answer/`
    expect((await diego.post(answer, { text: 'Gracias' })).status).toBe(404)
    expect((await rosa.post(answer, { text: 'Gracias, Diego.' })).status).toBe(200)
    expect((await publicly()).results[0].answer.text).toBe('Gracias, Diego.')
  })

  test('the lesson is reviewed once one of the two has written', async () => {
    expect(await stateOf(lesson_id)).toBe('confirmed')
    await write(rosa, 4)
    expect(await stateOf(lesson_id)).toBe('reviewed')
    await write(diego, 5)
    expect(await stateOf(lesson_id)).toBe('reviewed')
    const { rows: steps } = await t.db.execute<{ step: string }>(sql`select step from lesson_history
      where lesson_id = ${lesson_id} and step = 'review' and state = 'reviewed'`)
    expect(steps.length).toBeGreaterThan(0)
    expect((await diego.get(`/api/lessons/${lesson_id}/`)).body.state).toBe('reviewed')
  })

  test('who is told: one that the other has written, both that theirs is published, who hasn’t that time is short', async () => {
    await write(diego, 5)
    expect([await told(diego), await told(rosa)]).toEqual([[], ['REVIEW_REQUESTED 1']])
    const [asked] = (await rosa.get('/api/notifications/?notification_type=REVIEW_REQUESTED')).body.results
    expect(asked).toMatchObject({
      title: `${first(diego)} ya escribió su reseña`,
      value: `lesson:${lesson_id}`,
    })
    await t.db.update(review_rounds).set({ closes_at: at(3 * DAY).toISOString() })
    await t.app.jobs.runSweeps()
    await t.app.jobs.runSweeps()
    expect([await told(diego), await told(rosa)]).toEqual([[], ['REVIEW_REQUESTED 1', 'REVIEW_REQUESTED 2']])
    await write(rosa, 4)
    expect([await told(diego), await told(rosa)]).toEqual([
      ['REVIEW_PUBLISHED 1'],
      ['REVIEW_REQUESTED 1', 'REVIEW_REQUESTED 2', 'REVIEW_PUBLISHED 1'],
    ])
    const [published] = (await diego.get('/api/notifications/?notification_type=REVIEW_PUBLISHED')).body
      .results
    expect(published).toMatchObject({
      title: `${rosa.name} te dejó una reseña`,
      message: 'Ya puedes leer qué dijo de tus clases.',
    })
  })

  test('writing is refused to nobody, to others, twice, late, and where the rules don’t hold', async () => {
    expect((await t.as().post(path, all(5))).status).toBe(401)
    expect(refusal(await stranger.post(path, all(5)))).toEqual([404, 'common.not_found'])
    const unverified = await t.person('STUDENT', { verified: false })
    expect((await unverified.post(path, all(5))).status).toBe(403)
    const wrong = await diego.post(path, { ...all(6), communication: 0 })
    expect([wrong.status, Object.keys(wrong.body.fields).sort()]).toEqual([
      422,
      ['communication', 'professionalism', 'punctuality', 'satisfaction'],
    ])
    expect((await write(diego, 5)).status).toBe(200)
    expect(refusal(await write(diego, 4))).toEqual([409, 'reviews.written'])
    expect((await diego.patch(path, { satisfaction: 3 })).body.mine).toMatchObject({ mark: 4.5 })
    await end()
    expect(refusal(await write(rosa, 4))).toEqual([409, 'reviews.closed'])
    expect(refusal(await diego.patch(path, { satisfaction: 5 }))).toEqual([409, 'reviews.revealed'])
  })
})
