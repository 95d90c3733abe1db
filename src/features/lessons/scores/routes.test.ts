import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { DAY, HOUR } from '#core/contract/time.ts'
import { newKey, storeOf } from '#core/server/files.ts'
import { transaction } from '#core/server/work.ts'
import { deleteAccount } from '#features/accounts/commands.deletion.ts'
import { users } from '#features/accounts/table.ts'
import { UPLOAD_MAX } from '#features/files/contract.ts'
import { MP3 } from '#features/files/encoded.fixture.ts'
import { formOf } from '#features/files/form.fixture.ts'
import { documentPart } from '#features/files/rules.ts'
import { saveLessonSettings } from '../booking/contract.teaching.ts'
import { lessonOf, NOW, student, teacher } from '../scene.fixture.ts'
import { assignments } from '../table.assignments.ts'
import { lesson_scores } from '../table.scores.ts'
import { lessons } from '../table.ts'
import { MOST_SCORES } from './contract.ts'

/* PDFs that the two of a lesson look at together in its room. */

let t: TestApp
beforeAll(async () => {
  t = await testApp({ now: NOW, max: 20 })
})
afterAll(() => t?.close())

const PDF = Buffer.from('%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n')

/** A student and who teaches them in a room, with a lesson ahead. */
async function pair() {
  const [who, gives] = [await student(t), await teacher(t)]
  await gives.api(saveLessonSettings, { body: { link: '', room: true } })
  return { who, gives, id: await ahead(who, gives) }
}
const ahead = (who: Person, gives: Awaited<ReturnType<typeof teacher>>, days = 3) =>
  lessonOf(t, who, gives, new Date(t.clock.now().getTime() + days * DAY), 'scheduled')
const at = (id: number) => `/api/lessons/${id}/scores/`
const send = (who: Person | null, url: string, bytes: Buffer = PDF, name = 'Luna de Xelajú.pdf') => {
  const form = formOf(bytes, { name, type: 'application/pdf' })
  return t.inject({
    method: 'POST',
    url,
    headers: { ...form.headers, ...(who ? { authorization: `Bearer ${who.token}` } : {}) },
    payload: form.payload,
  })
}
const bring = (who: Person | null, id: number, bytes?: Buffer, name?: string) =>
  send(who, at(id), bytes, name)
const listed = async (who: Person, id: number) => (await who.get(at(id))).body.scores

describe('a score of a lesson', () => {
  test('that one brings is opened by both, and removed by who brought it alone', async () => {
    const { who, gives, id } = await pair()
    const brought = await bring(gives, id)
    expect([brought.status, brought.body]).toMatchObject([
      201,
      { source: 'lesson', name: 'Luna de Xelajú.pdf', bytes: PDF.length, mine: true },
    ])
    const file = brought.body.id
    expect((await who.get(at(id))).body).toEqual({
      scores: [{ source: 'lesson', id: file, name: 'Luna de Xelajú.pdf', bytes: PDF.length, mine: false }],
      brought: 1,
    })
    for (const as of [who, gives]) {
      const read = await as.get(`${at(id)}lesson/${file}/`)
      expect([read.status, read.text]).toEqual([200, PDF.toString()])
      expect(read.headers['content-type']).toBe('application/pdf')
      expect(read.headers['cache-control']).toBe('private, no-store')
    }
    expect((await who.delete(`${at(id)}${file}/`)).status).toBe(404)
    const [row] = await t.db.select().from(lesson_scores).where(eq(lesson_scores.id, file))
    expect((await gives.delete(`${at(id)}${file}/`)).status).toBe(200)
    await t.mails()
    expect(await storeOf(t.app.config).read(row?.key ?? '', documentPart('pdf'))).toBeNull()
    expect((await who.get(`${at(id)}lesson/${file}/`)).status).toBe(404)
  })

  test('is also what they put to assignments, unless that was taken back', async () => {
    const { who, gives, id } = await pair()
    const given = await gives.post(`/api/lessons/progress/${who.id}/assignments/`, {
      ...{ title: 'Vals', text: '', due: null },
    })
    const files = `/api/lessons/assignments/${given.body.id}/files/`
    const put = await send(gives, files, PDF, 'Vals.pdf')
    await send(who, files, MP3, 'toma.mp3')
    expect(await listed(gives, id)).toMatchObject([
      { source: 'assignment', id: put.body.id, name: 'Vals.pdf', mine: false },
    ])
    for (const as of [who, gives])
      expect((await as.get(`${at(id)}assignment/${put.body.id}/`)).text).toBe(PDF.toString())
    // By another place's name it is another file.
    expect((await who.get(`${at(id)}lesson/${put.body.id}/`)).status).toBe(404)
    await t.db.update(assignments).set({ state: 'withdrawn' }).where(eq(assignments.id, given.body.id))
    expect(await listed(gives, id)).toEqual([])
    expect((await gives.get(`${at(id)}assignment/${put.body.id}/`)).status).toBe(404)
  })

  test('stays with what the two have together, and is nobody else’s', async () => {
    const { who, gives, id } = await pair()
    const file = (await bring(who, id)).body.id
    const next = await ahead(who, gives, 10)
    expect(await listed(gives, next)).toMatchObject([{ id: file, mine: false }])
    // It is of the other lesson: there it can be removed.
    expect((await who.delete(`${at(next)}${file}/`)).status).toBe(404)
    const other = await student(t)
    const theirs = await ahead(other, gives, 11)
    expect(await listed(gives, theirs)).toEqual([])
    expect((await gives.get(`${at(theirs)}lesson/${file}/`)).status).toBe(404)
    for (const as of [other, await teacher(t)]) {
      expect((await as.get(at(id))).status).toBe(404)
      expect((await as.get(`${at(id)}lesson/${file}/`)).status).toBe(404)
      expect((await as.delete(`${at(id)}${file}/`)).status).toBe(404)
      expect((await bring(as, id)).status).toBe(404)
    }
    const hunter = await t.person('TALENT_HUNTER')
    for (const [as, status] of [
      [hunter, 403],
      [t.anonymous, 401],
    ] as const) {
      expect((await as.get(at(id))).status).toBe(status)
      expect((await as.get(`${at(id)}lesson/${file}/`)).status).toBe(status)
      expect((await as.delete(`${at(id)}${file}/`)).status).toBe(status)
    }
    expect((await bring(hunter, id)).status).toBe(403)
    expect((await bring(null, id)).status).toBe(401)
    // Where the lesson has no room, nothing is looked at together.
    await t.db.update(lessons).set({ state: 'cancelled_by_student' }).where(eq(lessons.id, id))
    expect((await who.get(at(id))).status).toBe(404)
    expect((await bring(who, id)).status).toBe(404)
  })

  test('is a PDF by its content, of 10 MB, and ten of a lesson, also when they come at once', async () => {
    const { who, id } = await pair()
    for (const [bytes, name] of [
      [MP3, 'toma.mp3'],
      [Buffer.from('<html>'), 'partitura.pdf'],
      [Buffer.from('%PDF-1.4\n1 0 obj <<>>'), 'a medias.pdf'],
    ] as const) {
      const refused = await bring(who, id, bytes, name)
      expect([refused.status, refused.body.code], name).toEqual([415, 'lessons.score_not_pdf'])
    }
    expect((await bring(who, id, Buffer.alloc(UPLOAD_MAX + 1, 32))).status).toBe(413)
    expect((await bring(who, id, PDF, '../partitura.pdf')).status).toBe(422)
    expect((await who.get(`${at(id)}desk/1/`)).status).toBe(404)
    const answers = await Promise.all(Array.from({ length: MOST_SCORES + 1 }, () => bring(who, id)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(MOST_SCORES)
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('lessons.scores_full')
    expect((await who.get(at(id))).body.brought).toBe(MOST_SCORES)
  })

  test('whose upload broke off is shown to nobody, and gone after an hour', async () => {
    const { who, id } = await pair()
    await t.db.insert(lesson_scores).values({
      ...{ lesson_id: id, user_id: who.id, key: newKey(), bytes: 1, name: 'a medias.pdf' },
      created_at: t.clock.now().toISOString(),
    })
    expect(await listed(who, id)).toEqual([])
    const kept = (await bring(who, id)).body.id
    t.clock.set(new Date(t.clock.now().getTime() + HOUR + 1000))
    await t.app.jobs.runSweeps()
    const rows = await t.db.select().from(lesson_scores).where(eq(lesson_scores.lesson_id, id))
    expect(rows.map((row) => row.id)).toEqual([kept])
  })

  test('goes with the account of who brought it', async () => {
    const { who, gives, id } = await pair()
    const mine = (await bring(who, id)).body.id
    const theirs = (await bring(gives, id)).body.id
    const [row] = await t.db.select().from(lesson_scores).where(eq(lesson_scores.id, mine))
    await t.db.update(users).set({ delete_at: t.clock.now().toISOString() }).where(eq(users.id, who.id))
    await transaction(t.app, t.clock.now(), (work) => deleteAccount(work, who.id))
    await t.mails()
    expect(await storeOf(t.app.config).read(row?.key ?? '', documentPart('pdf'))).toBeNull()
    const left = await t.db.select().from(lesson_scores).where(eq(lesson_scores.lesson_id, id))
    expect(left.map((one) => one.id)).toEqual([theirs])
  })
})
