import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { DAY, HOUR, MINUTE } from '#core/contract/time.ts'
import { newKey, storeOf } from '#core/server/files.ts'
import { transaction } from '#core/server/work.ts'
import { deleteAccount } from '#features/accounts/commands.deletion.ts'
import { users } from '#features/accounts/table.ts'
import { OPUS } from '#features/files/encoded.fixture.ts'
import { documentPart } from '#features/files/rules.ts'
import { saveLessonSettings } from '../booking/contract.teaching.ts'
import { ANSWERS_MS, RECORDS_MS } from '../room/rules.recording.ts'
import { lessonOf, NOW, student, teacher } from '../scene.fixture.ts'
import { lesson_recordings } from '../table.recordings.ts'
import { lessons } from '../table.ts'
import { KEPT_DAYS, MOST_ASKED, MOST_RECORDINGS } from './contract.ts'
import { enter, refusal, say, sendTo, stop, url } from './routes.fixture.ts'

/* The sound of a lesson: recorded when both say yes, kept for both, and gone when either wants it. */

let t: TestApp
let gives: Person & { service_id: number }
let who: Person
/** When the lessons here begin. */
const STARTS = Date.parse(NOW) + 24 * HOUR
/** Within a minute of then: the clock here goes on. */
const about = (ms: number) =>
  expect.stringMatching(new RegExp(`^${new Date(STARTS + ms).toISOString().slice(0, 16)}:`))
const at = (ms: number) => t.clock.set(new Date(STARTS + ms))

beforeAll(async () => {
  t = await testApp({ now: NOW, max: 20 })
})
// Other people each time: what moves the clock far ends sessions.
beforeEach(async () => {
  at(0)
  gives = await teacher(t)
  who = await student(t)
  await gives.api(saveLessonSettings, { body: { link: '', room: true } })
})
afterAll(() => t?.close())

/** A lesson whose two are in its room, with the pages of who gives and who learns it. */
async function together() {
  const id = await lessonOf(t, who, gives, new Date(STARTS + HOUR), 'scheduled')
  return { id, hers: await enter(gives, id), his: await enter(who, id) }
}
/** The same, and one has asked. @returns the recording */
async function asked(by: Person = gives) {
  const { id, hers, his } = await together()
  const answer = await by.post(url(id), { peer: by === gives ? hers : his })
  expect(answer.status, answer.text).toBe(201)
  return { id, hers, his, one: answer.body.id as number }
}
const send = (as: Person | null, id: number, one: number, bytes?: Buffer, name?: string) =>
  sendTo(t, as, id, one, bytes, name)
/** A lesson with a recording that is kept. */
async function kept() {
  const { id, one, ...peers } = await asked()
  await say(who, id, one, 'yes')
  const sent = await send(gives, id, one)
  expect(sent.status, sent.text).toBe(201)
  return { id, one, ...peers }
}
const seen = async (as: Person, id: number) => (await as.get(`/api/lessons/${id}/room/`)).body.recording
const row = async (one: number) =>
  (await t.db.select().from(lesson_recordings).where(eq(lesson_recordings.id, one)))[0]
const bytesOf = async (key: string | null | undefined) =>
  storeOf(t.app.config).read(key ?? '', documentPart('ogg'))

describe('recording a lesson', () => {
  test('is asked by one and agreed to by the other, and both see it until one stops it', async () => {
    const { id, one } = await asked()
    expect(await seen(gives, id)).toMatchObject({ id: one, state: 'asked', mine: true, agreed_at: null })
    expect(await seen(who, id)).toMatchObject({ id: one, state: 'asked', mine: false })
    const yes = await say(who, id, one, 'yes')
    expect([yes.status, yes.body]).toMatchObject([200, { state: 'agreed', asked_by: 'teacher' }])
    for (const as of [gives, who])
      expect(await seen(as, id)).toMatchObject({ state: 'agreed', agreed_at: about(0) })
    at(MINUTE)
    expect((await stop(who, id, one)).body).toMatchObject({ state: 'stopped' })
    for (const as of [gives, who]) expect(await seen(as, id)).toBeNull()
    expect(refusal(await stop(gives, id, one))).toEqual([409, 'lessons.recording_moved_on'])
    // Who agreed, and when, is known.
    expect(await row(one)).toMatchObject({
      ...{ asked_by: gives.id, answered_by: who.id },
      answered_at: about(0),
      stopped_at: about(MINUTE),
    })
  })

  test('is refused or taken back, and then nothing is kept', async () => {
    const first = await asked(who)
    expect((await say(gives, first.id, first.one, 'no')).body).toMatchObject({ state: 'refused' })
    expect(refusal(await say(gives, first.id, first.one, 'yes'))).toEqual([409, 'lessons.recording_moved_on'])
    const second = await asked()
    expect((await stop(gives, second.id, second.one)).body).toMatchObject({ state: 'withdrawn' })
    const third = await asked()
    for (const [by, { id, one }] of [
      [who, first],
      [gives, second],
      [gives, third],
    ] as const) {
      expect(refusal(await send(by, id, one))).toEqual([409, 'lessons.recording_without_consent'])
      expect((await row(one))?.key).toBeNull()
    }
    // The database itself keeps no sound without the other's yes.
    await expect(
      t.db
        .update(lesson_recordings)
        .set({ state: 'stopped', key: newKey(), answered_by: gives.id, answered_at: NOW })
        .where(eq(lesson_recordings.id, third.one)),
    ).rejects.toThrow()
  })

  test('is answered by the other, taken back by who asked, and kept by who recorded', async () => {
    const { id, one } = await asked()
    expect((await say(gives, id, one, 'yes')).status).toBe(403)
    expect((await stop(who, id, one)).status).toBe(403)
    expect((await say(who, id, one, 'quizás')).status).toBe(422)
    await say(who, id, one, 'yes')
    expect((await send(who, id, one)).status).toBe(403)
    expect((await row(one))?.key).toBeNull()
  })

  test('needs both in the room, an open one, and one question at a time, also when both ask at once', async () => {
    const { id, hers, his } = await together()
    expect((await gives.post(url(id), { peer: 'yo' })).status).toBe(422)
    for (const peer of [randomUUID(), his])
      expect(refusal(await gives.post(url(id), { peer }))).toEqual([409, 'lessons.room_moved_on'])
    const answers = await Promise.all([gives.post(url(id), { peer: hers }), who.post(url(id), { peer: his })])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('lessons.recording_open')
    const alone = await lessonOf(t, who, gives, new Date(STARTS + HOUR), 'scheduled')
    const peer = await enter(gives, alone)
    expect(refusal(await gives.post(url(alone), { peer }))).toEqual([409, 'lessons.room_moved_on'])
    at(-20 * MINUTE)
    expect(refusal(await gives.post(url(alone), { peer }))).toEqual([409, 'lessons.room_closed'])
  })

  test('is over when nobody answers, when its page goes, and after half an hour', async () => {
    const { id, one, hers } = await asked()
    await enter(gives, id)
    expect(await seen(who, id)).toBeNull()
    expect(refusal(await say(who, id, one, 'yes'))).toEqual([409, 'lessons.recording_moved_on'])
    // Another page asks anew.
    const next = await enter(gives, id)
    expect(next).not.toBe(hers)
    const again = await gives.post(url(id), { peer: next })
    expect(again.status, again.text).toBe(201)
    expect((await row(one))?.state).toBe('withdrawn')

    const late = await asked()
    at(ANSWERS_MS + MINUTE)
    await gives.post(`/api/lessons/${late.id}/room/`, { peer: late.hers, again: true })
    expect(await seen(who, late.id)).toBeNull()
    expect(refusal(await say(who, late.id, late.one, 'yes'))).toEqual([409, 'lessons.recording_moved_on'])

    at(0)
    const long = await asked()
    await say(who, long.id, long.one, 'yes')
    at(RECORDS_MS + MINUTE)
    await gives.post(`/api/lessons/${long.id}/room/`, { peer: long.hers, again: true })
    expect(await seen(who, long.id)).toBeNull()
    // What was recorded until then is kept all the same.
    expect((await send(gives, long.id, long.one)).status).toBe(201)
  })
})

describe('a recording', () => {
  test('is on the lesson for both, and for nobody else', async () => {
    const { id, one } = await kept()
    const expires_at = about(KEPT_DAYS * DAY)
    for (const as of [who, gives]) {
      expect((await as.get(url(id))).body.recordings).toMatchObject([
        { id: one, state: 'kept', asked_by: 'teacher', bytes: OPUS.length, expires_at },
      ])
      const read = await as.get(url(id, `${one}/file/`))
      expect([read.status, read.headers['content-type']]).toEqual([200, 'audio/ogg'])
      expect(read.headers['cache-control']).toBe('private, no-store')
    }
    const calls = (as: Person) => [
      as.get(url(id)),
      as.post(url(id), { peer: randomUUID() }),
      say(as, id, one, 'yes'),
      stop(as, id, one),
      send(as, id, one),
      as.get(url(id, `${one}/file/`)),
      as.delete(url(id, `${one}/`)),
    ]
    for (const other of [await student(t), await teacher(t)])
      for (const call of calls(other)) expect((await call).status).toBe(404)
    for (const call of calls(await t.person('TALENT_HUNTER'))) expect((await call).status).toBe(403)
    const nobody = t.anonymous
    for (const call of [
      nobody.get(url(id)),
      nobody.post(url(id), { peer: randomUUID() }),
      nobody.post(url(id, `${one}/answer/`), { answer: 'yes' }),
      nobody.post(url(id, `${one}/stop/`)),
      send(null, id, one),
      nobody.get(url(id, `${one}/file/`)),
      nobody.delete(url(id, `${one}/`)),
    ])
      expect((await call).status).toBe(401)
    // By another lesson of theirs it isn't there.
    const next = await lessonOf(t, who, gives, new Date(STARTS + 3 * HOUR), 'scheduled')
    expect((await gives.get(url(next, `${one}/file/`))).status).toBe(404)
    expect((await gives.delete(url(next, `${one}/`))).status).toBe(404)
  })

  test('is a sound, sent once, within a day', async () => {
    const { id, one } = await asked()
    await say(who, id, one, 'yes')
    expect((await send(gives, id, one, Buffer.from('%PDF-1.4 %%EOF'))).status).toBe(415)
    expect((await send(gives, id, one, OPUS.subarray(0, OPUS.length - 9))).status).toBe(422)
    expect((await send(gives, id, one, OPUS, '../clase.ogg')).status).toBe(422)
    // What failed can be sent again.
    const twice = await Promise.all([send(gives, id, one), send(gives, id, one)])
    expect(twice.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(refusal(await send(gives, id, one))).toEqual([409, 'lessons.recording_moved_on'])
    const late = await asked()
    await say(who, late.id, late.one, 'yes')
    at(DAY + MINUTE)
    expect(refusal(await send(gives, late.id, late.one))).toEqual([409, 'lessons.recording_too_late'])
  })

  test('is deleted by either, and that both had agreed stays known', async () => {
    for (const by of [who, gives]) {
      const { id, one } = await kept()
      const before = await row(one)
      expect((await by.delete(url(id, `${one}/`))).status).toBe(200)
      await t.mails()
      expect(await bytesOf(before?.key)).toBeNull()
      expect((await gives.get(url(id))).body.recordings).toEqual([])
      expect((await gives.get(url(id, `${one}/file/`))).status).toBe(404)
      expect(refusal(await by.delete(url(id, `${one}/`)))).toEqual([409, 'lessons.recording_moved_on'])
      expect(await row(one)).toMatchObject({
        ...{ state: 'removed', removed_by: by.id, asked_by: gives.id, answered_by: who.id, key: null },
      })
    }
  })

  test('deletes itself after ninety days', async () => {
    const { one } = await kept()
    const { key } = (await row(one)) ?? {}
    at(KEPT_DAYS * DAY - MINUTE)
    await t.app.jobs.runSweeps()
    expect((await row(one))?.state).toBe('kept')
    at(KEPT_DAYS * DAY + MINUTE)
    await t.app.jobs.runSweeps()
    await t.mails()
    expect(await row(one)).toMatchObject({ state: 'removed', removed_by: null, key: null })
    expect(await bytesOf(key)).toBeNull()
  })

  test('whose upload broke off is forgotten after an hour, and can be sent again before', async () => {
    const { id, one } = await asked()
    await say(who, id, one, 'yes')
    const broken = { key: newKey(), format: 'ogg' as const, bytes: 1, sent_at: t.clock.now().toISOString() }
    await t.db.update(lesson_recordings).set(broken).where(eq(lesson_recordings.id, one))
    expect((await who.get(url(id))).body.recordings).toEqual([])
    at(HOUR + 1000)
    await t.app.jobs.runSweeps()
    expect(await row(one)).toMatchObject({ state: 'stopped', key: null })
    await t.db.update(lesson_recordings).set(broken).where(eq(lesson_recordings.id, one))
    expect((await send(gives, id, one)).status).toBe(201)
    expect((await row(one))?.key).not.toBe(broken.key)
  })

  test('that another try has taken the place of isn’t kept twice', async () => {
    const { id, one } = await asked()
    await say(who, id, one, 'yes')
    const store = storeOf(t.app.config)
    const theirs = newKey()
    const put = store.put.bind(store)
    vi.spyOn(store, 'put').mockImplementationOnce(async (key, parts) => {
      // While its bytes are on their way, another process takes the same file.
      await t.db.update(lesson_recordings).set({ key: theirs }).where(eq(lesson_recordings.id, one))
      await put(key, parts)
    })
    expect((await send(gives, id, one)).status).toBe(404)
    expect(await row(one)).toMatchObject({ state: 'agreed', key: theirs })
  })

  test('that nobody answered or stopped is over for the clock too', async () => {
    const unanswered = await asked()
    const unstopped = await asked()
    await say(who, unstopped.id, unstopped.one, 'yes')
    at(ANSWERS_MS - MINUTE)
    await t.app.jobs.runSweeps()
    expect((await row(unanswered.one))?.state).toBe('asked')
    expect((await row(unstopped.one))?.state).toBe('agreed')
    at(RECORDS_MS + MINUTE)
    await t.app.jobs.runSweeps()
    expect((await row(unanswered.one))?.state).toBe('withdrawn')
    expect((await row(unstopped.one))?.state).toBe('stopped')
  })

  test('is asked for twenty times in a lesson at most', async () => {
    const { id, hers, one } = await asked()
    await say(who, id, one, 'no')
    const [first] = await t.db.select().from(lesson_recordings).where(eq(lesson_recordings.id, one))
    if (!first) throw new Error('nothing was asked')
    const { id: _, ...its } = first
    await t.db.insert(lesson_recordings).values(Array.from({ length: MOST_ASKED - 2 }, () => its))
    const last = await gives.post(url(id), { peer: hers })
    expect(last.status, last.text).toBe(201)
    await say(who, id, last.body.id, 'no')
    expect(refusal(await gives.post(url(id), { peer: hers }))).toEqual([409, 'lessons.recording_asked'])
  })

  test('is one of six of a lesson', async () => {
    const { id, hers } = await kept()
    const [first] = await t.db.select().from(lesson_recordings).where(eq(lesson_recordings.lesson_id, id))
    if (!first) throw new Error('no recording')
    const { id: _, ...its } = first
    const more = Array.from({ length: MOST_RECORDINGS - 1 }, () => ({ ...its, key: newKey() }))
    await t.db.insert(lesson_recordings).values(more)
    expect(refusal(await gives.post(url(id), { peer: hers }))).toEqual([409, 'lessons.recordings_full'])
  })

  test('isn’t kept beside six others, however many were asked for before', async () => {
    const { id, one } = await asked()
    await say(who, id, one, 'yes')
    const first = await kept()
    const its = await row(first.one)
    if (!its) throw new Error('no recording')
    const full = Array.from({ length: MOST_RECORDINGS }, () => {
      const { id: _, ...more } = its
      return { ...more, lesson_id: id, key: newKey() }
    })
    const there = await t.db.insert(lesson_recordings).values(full).returning({ id: lesson_recordings.id })
    expect(refusal(await send(gives, id, one))).toEqual([409, 'lessons.recordings_full'])
    expect(await row(one)).toMatchObject({ state: 'agreed', key: null })
    // There is room again.
    await who.delete(url(id, `${there[0]?.id}/`))
    expect((await send(gives, id, one)).status).toBe(201)
  })

  test('is found and deleted when the lesson is over in whatever way, and the room isn’t there any more', async () => {
    const { id, one } = await kept()
    await gives.api(saveLessonSettings, { body: { link: '', room: false } })
    for (const state of ['cancelled_by_teacher', 'no_show_student'] as const) {
      await t.db.update(lessons).set({ state, reason: '' }).where(eq(lessons.id, id))
      for (const as of [who, gives])
        expect((await as.get(url(id))).body.recordings).toMatchObject([{ id: one }])
    }
    expect((await who.get(url(id, `${one}/file/`))).status).toBe(200)
    expect((await who.delete(url(id, `${one}/`))).status).toBe(200)
    expect((await gives.get(url(id))).body.recordings).toEqual([])
  })

  test('is called by the day of the lesson where people are, not by that of the server', async () => {
    const { id, one } = await kept()
    await t.db
      .update(lessons)
      .set({ starts_at: '2026-02-05T01:00:00Z', ends_at: '2026-02-05T02:00:00Z' })
      .where(eq(lessons.id, id))
    const { headers } = await who.get(url(id, `${one}/file/`))
    expect(headers['content-disposition']).toContain(`2026-02-04 ${one}.ogg`)
  })

  test('goes with the account of either, with all that was agreed', async () => {
    const { id, one } = await kept()
    const { key } = (await row(one)) ?? {}
    await t.db.update(users).set({ delete_at: t.clock.now().toISOString() }).where(eq(users.id, who.id))
    await transaction(t.app, t.clock.now(), (work) => deleteAccount(work, who.id))
    await t.mails()
    expect(await t.db.$count(lesson_recordings, eq(lesson_recordings.lesson_id, id))).toBe(0)
    expect(await bytesOf(key)).toBeNull()
  })
})
