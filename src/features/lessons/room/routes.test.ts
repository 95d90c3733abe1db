import { randomUUID } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { HOUR, MINUTE } from '#core/contract/time.ts'
import { liveOf } from '#core/server/live.ts'
import { sessions } from '#features/accounts/table.ts'
import { inbox } from '#features/notifications/queries.live.ts'
import { saveLessonSettings } from '../booking/contract.teaching.ts'
import { readLesson } from '../booking/contract.ts'
import type { LessonState } from '../contract.ts'
import { lessonOf, NOW, student, teacher } from '../scene.fixture.ts'
import { room_peers, room_signals } from '../table.room.ts'
import { lessons } from '../table.ts'
import { SIGNAL_MAX } from './contract.ts'
import { iceServersFor, SIGNALS_KEPT } from './queries.ts'

/* Who may be in the room of a lesson, when, and what their pages tell each other. */

let t: TestApp
let gives: Person & { service_id: number }
let who: Person
/** When the lessons here begin. */
const STARTS = new Date(Date.parse(NOW) + 24 * HOUR)
const at = (minutes: number) => t.clock.set(new Date(STARTS.getTime() + minutes * MINUTE))

beforeAll(async () => {
  t = await testApp({ now: NOW, max: 20 })
  gives = await teacher(t)
  who = await student(t)
  await gives.api(saveLessonSettings, {
    body: { link: 'https://meet.example/rosa', room: true },
  })
})
beforeEach(() => at(0))
afterAll(() => t?.close())

const lesson = (state: LessonState = 'scheduled', learns = who) =>
  lessonOf(t, learns, gives, new Date(STARTS.getTime() + HOUR), state)
const urlOf = (id: number) => `/api/lessons/${id}/room/`
const enter = (as: Person, id: number, peer = randomUUID(), again = false) =>
  as.post(urlOf(id), { peer, again })
const say = (as: Person, id: number, body: object) => as.post(`${urlOf(id)}signals/`, body)

describe('the room of a lesson', () => {
  test('is offered with the lesson once that certainly takes place, where the teacher chose it', async () => {
    const id = await lesson()
    expect(await who.api(readLesson, { params: { id } })).toMatchObject({ room: true })
    const asked = await lesson('requested')
    expect(await who.api(readLesson, { params: { id: asked } })).toMatchObject({ room: false })
    // A place of its own, said for one lesson, is where that is held.
    await t.db.update(lessons).set({ link: 'https://meet.example/otra' }).where(eq(lessons.id, id))
    expect(await who.api(readLesson, { params: { id } })).toMatchObject({ room: false })
    expect((await who.get(urlOf(id))).status).toBe(404)
    expect((await enter(who, id)).status).toBe(404)
    const elsewhere = await teacher(t)
    const other = await lessonOf(t, who, elsewhere, new Date(STARTS.getTime() + HOUR), 'scheduled')
    expect((await who.get(urlOf(other))).status).toBe(404)
    const inPerson = await teacher(t, { modality: 'in_person' })
    await inPerson.api(saveLessonSettings, { body: { link: '', room: true } })
    const there = await lessonOf(
      t,
      who,
      inPerson,
      new Date(STARTS.getTime() + HOUR),
      'scheduled',
      'in_person',
    )
    expect((await who.get(urlOf(there))).status).toBe(404)
  })

  test('is the two’s alone', async () => {
    const id = await lesson()
    const [peer, to] = [randomUUID(), randomUUID()]
    const others = [await student(t), await teacher(t)]
    for (const as of others) {
      expect((await as.get(urlOf(id))).status).toBe(404)
      expect((await enter(as, id)).status).toBe(404)
      expect((await as.delete(`${urlOf(id)}${peer}/`)).status).toBe(404)
      expect((await say(as, id, { peer, to, body: '{}' })).status).toBe(404)
    }
    const hunter = await t.person('TALENT_HUNTER')
    expect((await hunter.get(urlOf(id))).status).toBe(403)
    expect((await enter(hunter, id)).status).toBe(403)
    expect((await say(hunter, id, { peer, to, body: '{}' })).status).toBe(403)
    expect((await t.anonymous.get(urlOf(id))).status).toBe(401)
    expect((await t.anonymous.post(urlOf(id), { peer })).status).toBe(401)
    expect((await t.anonymous.post(`${urlOf(id)}signals/`, { peer, to, body: '{}' })).status).toBe(401)
  })

  test('opens ten minutes before, closes thirty after, and not for a lesson that doesn’t take place', async () => {
    const id = await lesson()
    for (const [minutes, isOpen] of [
      [-11, false],
      [-10, true],
      [89, true],
      [90, false],
    ] as const) {
      at(minutes)
      expect((await who.get(urlOf(id))).body, `${minutes}`).toMatchObject({ is_open: isOpen })
      const came = await enter(who, id)
      expect([came.status, came.body.code], `${minutes}`).toEqual(
        isOpen ? [200, undefined] : [409, 'lessons.room_closed'],
      )
    }
    const closed = await say(who, id, { peer: randomUUID(), to: randomUUID(), body: '{}' })
    expect([closed.status, closed.body.code]).toEqual([409, 'lessons.room_closed'])
    at(0)
    expect((await enter(who, await lesson('cancelled_by_student'))).status).toBe(404)
  })

  test('names who is there, until they leave or say nothing for 45 seconds', async () => {
    const id = await lesson()
    const [mine, theirs] = [randomUUID(), randomUUID()]
    const alone = (await enter(who, id, mine)).body
    expect(alone).toMatchObject({
      ...{ side: 'student', is_open: true, is_here: true, link: 'https://meet.example/rosa', signals: [] },
      other: { peer: null },
    })
    expect((await enter(gives, id, theirs)).body).toMatchObject({ side: 'teacher', other: { peer: mine } })
    expect((await who.get(urlOf(id))).body).toMatchObject({ other: { peer: theirs }, is_here: false })
    await gives.delete(`${urlOf(id)}${theirs}/`)
    expect((await who.get(urlOf(id))).body.other.peer).toBeNull()
    await enter(gives, id, theirs)
    at(0.7)
    expect((await enter(who, id, mine, true)).body.other.peer).toBe(theirs)
    at(0.8)
    expect((await who.get(urlOf(id))).body.other.peer).toBeNull()
  })

  test('the page that came last is the one that somebody is there with', async () => {
    const id = await lesson()
    const [first, second] = [randomUUID(), randomUUID()]
    await enter(who, id, first)
    expect((await enter(who, id, second)).body.is_here).toBe(true)
    const refused = await enter(who, id, first, true)
    expect([refused.status, refused.body.code]).toEqual([409, 'lessons.room_elsewhere'])
    // A page that has lost its place takes nobody's with it.
    await who.delete(`${urlOf(id)}${first}/`)
    expect((await enter(who, id, second, true)).status).toBe(200)
  })

  test('what one page tells the other is read by that one alone, each once, and told to it at once', async () => {
    const id = await lesson()
    const [mine, theirs] = [randomUUID(), randomUUID()]
    await enter(who, id, mine)
    await enter(gives, id, theirs)
    const stream = new PassThrough()
    let told = ''
    stream.on('data', (text) => {
      told += text
    })
    const ends = new Date(t.clock.now().getTime() + HOUR).toISOString()
    await t.session(gives.id)
    const [session] = await t.db.select().from(sessions).where(eq(sessions.user_id, gives.id)).limit(1)
    const whose = { user_id: gives.id, session_id: session?.id ?? 0, expires_at: ends }
    await liveOf(t.app).open(inbox, whose, null, stream)
    for (const body of ['{"one":1}', '{"two":2}'])
      expect((await say(who, id, { peer: mine, to: theirs, body })).status).toBe(200)
    await expect.poll(() => told).toContain(`"topic":"room:${id}"`)
    stream.destroy()
    const heard = (await gives.get(urlOf(id), { query: { peer: theirs } })).body.signals
    expect(heard.map(({ body }: { body: string }) => body)).toEqual(['{"one":1}', '{"two":2}'])
    const after = await gives.get(urlOf(id), { query: { peer: theirs, after: String(heard[0].id) } })
    expect(after.body.signals).toEqual([heard[1]])
    expect((await who.get(urlOf(id), { query: { peer: mine } })).body.signals).toEqual([])
    // Nobody reads by naming the other's page.
    expect((await who.get(urlOf(id), { query: { peer: theirs } })).body).toMatchObject({
      is_here: false,
      signals: [],
    })
  })

  test('tells nothing to a page that is gone, nor from one', async () => {
    const id = await lesson()
    const [mine, theirs] = [randomUUID(), randomUUID()]
    await enter(who, id, mine)
    await enter(gives, id, theirs)
    for (const [peer, to] of [
      [mine, randomUUID()],
      [randomUUID(), theirs],
      [mine, mine],
    ]) {
      const { status, body } = await say(who, id, { peer, to, body: '{}' })
      expect([status, body.code]).toEqual([409, 'lessons.room_moved_on'])
    }
    await say(who, id, { peer: mine, to: theirs, body: '{}' })
    await enter(gives, id)
    expect(await t.db.$count(room_signals, eq(room_signals.lesson_id, id))).toBe(0)
  })

  test('takes what is well made, up to its size, and so much a minute', async () => {
    const id = await lesson()
    const [mine, theirs] = [randomUUID(), randomUUID()]
    expect((await who.post(urlOf(id), { peer: 'yo' })).status).toBe(422)
    await enter(who, id, mine)
    await enter(gives, id, theirs)
    for (const wrong of [{ body: '' }, { body: 'x'.repeat(SIGNAL_MAX + 1) }, { body: {} }, { to: 'tú' }])
      expect(
        (await say(who, id, { peer: mine, to: theirs, body: '{}', ...wrong })).status,
        JSON.stringify(wrong).slice(0, 40),
      ).toBe(422)
    const fits = { peer: mine, to: theirs, body: 'x'.repeat(SIGNAL_MAX) }
    expect((await say(who, id, fits)).status).toBe(200)
    const statuses: number[] = []
    for (let n = 0; n < 10; n++) {
      const some = Array.from({ length: 25 }, () => say(who, id, { peer: mine, to: theirs, body: '{}' }))
      statuses.push(...(await Promise.all(some)).map(({ status }) => status))
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(239)
    expect(statuses.filter((status) => status === 429)).toHaveLength(11)
    at(2)
    await enter(who, id, mine)
    await enter(gives, id, theirs)
    expect((await say(who, id, { peer: mine, to: theirs, body: '{}' })).status).toBe(200)
    // However much is told, the newest are kept alone: a page can't fill the table.
    expect(await t.db.$count(room_signals, eq(room_signals.lesson_id, id))).toBe(SIGNALS_KEPT)
  })

  test('leaves nothing behind for longer than an hour', async () => {
    const id = await lesson()
    const [mine, theirs] = [randomUUID(), randomUUID()]
    await enter(who, id, mine)
    await enter(gives, id, theirs)
    await say(who, id, { peer: mine, to: theirs, body: '{}' })
    at(59)
    await t.app.jobs.runSweeps()
    expect(await t.db.$count(room_signals, eq(room_signals.lesson_id, id))).toBe(1)
    at(61)
    await t.app.jobs.runSweeps()
    for (const table of [room_signals, room_peers])
      expect(await t.db.$count(table, eq(table.lesson_id, id))).toBe(0)
  })

  test('names the servers that are configured, with credentials that run out', () => {
    const now = new Date('2026-02-02T18:00:00Z')
    expect(iceServersFor({ ice: { stun_urls: [], turn: undefined } }, 7, now)).toEqual([])
    const turn = { urls: ['turn:turn.example:3478'], secret: 'a secret of the relay' }
    expect(iceServersFor({ ice: { stun_urls: ['stun:stun.example'], turn } }, 7, now)).toEqual([
      { urls: ['stun:stun.example'] },
      // What `printf 1770105600:7 | openssl dgst -sha1 -hmac 'a secret of the relay' -binary | base64` says.
      { urls: turn.urls, username: '1770105600:7', credential: 'TyNSP6nQKD8TxpOfKSGH6OQrELo=' },
    ])
  })
})
