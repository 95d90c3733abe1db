import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { HOUR } from '#core/contract/time.ts'
import { newKey, storeOf } from '#core/server/files.ts'
import { signals } from '#core/server/live.ts'
import { transaction } from '#core/server/work.ts'
import { createMailToken } from '#features/accounts/commands.tokens.ts'
import { minors } from '#features/accounts/table.minors.ts'
import { documentPart } from '#features/files/rules.ts'
import { saveLessonSettings } from '../booking/contract.teaching.ts'
import { lessonOf, NOW, student, teacher } from '../scene.fixture.ts'
import { lesson_recordings } from '../table.recordings.ts'
import { forbidRecordings } from './commands.ts'
import { enter, refusal, say, sendTo, stop, url } from './routes.fixture.ts'

/* A lesson with somebody under age is recorded only while the adult who opened their account allows that. */

let t: TestApp
let gives: Person & { service_id: number }
let who: Person

beforeAll(async () => {
  t = await testApp({ now: NOW, max: 20 })
})
beforeEach(async () => {
  gives = await teacher(t)
  who = await student(t)
  await gives.api(saveLessonSettings, { body: { link: '', room: true } })
})
afterAll(() => t?.close())

/** A lesson whose two are in its room, with the pages of who gives and who learns it. */
async function together() {
  const id = await lessonOf(t, who, gives, new Date(Date.parse(NOW) + HOUR), 'scheduled')
  return { id, hers: await enter(gives, id), his: await enter(who, id) }
}
/** The same, and both agree to record. @returns the recording */
async function agreed() {
  const { id, hers } = await together()
  const one = (await gives.post(url(id), { peer: hers })).body.id as number
  expect((await say(who, id, one, 'yes')).status).toBe(200)
  return { id, one }
}
const row = async (one: number) =>
  (await t.db.select().from(lesson_recordings).where(eq(lesson_recordings.id, one)))[0]

const GUARDIAN = 'marta.graba@correo.test'
/** Who learns is under age, and an adult opened the account. */
const underAge = async (recording_at: string | null) => {
  const said = t.clock.now().toISOString()
  await t.db.insert(minors).values({
    ...{ user_id: who.id, birth_date: '2016-05-20', adult_on: '2034-05-20', guardian_email: GUARDIAN },
    ...{ asked_at: said, guardian_name: 'Marta Pérez', confirmed_at: said, recording_at },
  })
}
const allow = (recording_at: string | null) =>
  t.db.update(minors).set({ recording_at }).where(eq(minors.user_id, who.id))
const MINOR = [409, 'lessons.recording_minor']

test('a lesson with a minor is recorded only while their adult allows it, whoever asks', async () => {
  await underAge(null)
  const { id, hers, his } = await together()
  for (const [as, peer] of [
    [gives, hers],
    [who, his],
  ] as const)
    expect(refusal(await as.post(url(id), { peer }))).toEqual(MINOR)
  expect(await t.db.$count(lesson_recordings, eq(lesson_recordings.lesson_id, id))).toBe(0)
  await allow(NOW)
  const one = (await gives.post(url(id), { peer: hers })).body.id as number
  await allow(null)
  expect(refusal(await say(who, id, one, 'yes'))).toEqual(MINOR)
  await allow(NOW)
  expect((await say(who, id, one, 'yes')).status).toBe(200)
  await allow(null)
  expect(refusal(await sendTo(t, gives, id, one))).toEqual(MINOR)
  expect((await row(one))?.key).toBeNull()
  // A no is always taken, and who comes of age needs nobody.
  await allow(NOW)
  expect((await sendTo(t, gives, id, one)).status).toBe(201)
  const next = (await gives.post(url(id), { peer: hers })).body.id as number
  await allow(null)
  expect((await say(who, id, next, 'no')).status).toBe(200)
  await t.db.update(minors).set({ adult_on: '2020-01-01' }).where(eq(minors.user_id, who.id))
  expect((await gives.post(url(id), { peer: hers })).status).toBe(201)
})

test('nothing of it is kept once the adult takes that back', async () => {
  await underAge(NOW)
  const first = await agreed()
  expect((await sendTo(t, gives, first.id, first.one)).status).toBe(201)
  const { key } = (await row(first.one)) ?? {}
  const going = await agreed()
  const token = await createMailToken(
    t.db,
    { user_id: who.id, kind: 'guardian', email: GUARDIAN },
    t.clock.now(),
  )
  const said = await t.anonymous.post('/api/guardian/', { token, step: 'forbid_recording' })
  expect(said.status, said.text).toBe(200)
  await t.mails()
  expect(await row(first.one)).toMatchObject({ state: 'removed', key: null, removed_by: null })
  expect(await storeOf(t.app.config).read(key ?? '', documentPart('ogg'))).toBeNull()
  expect((await row(going.one))?.state).toBe('stopped')
  expect(refusal(await sendTo(t, gives, going.id, going.one))).toEqual(MINOR)
})

test('what the adult takes back while it is being kept isn’t kept', async () => {
  await underAge(NOW)
  const { id, one } = await agreed()
  await stop(who, id, one)
  const put = vi.spyOn(storeOf(t.app.config), 'put')
  // It was allowed when it was sent, and isn't when it would be written down: whoever writes waits for the adult's word.
  let sent: ReturnType<typeof sendTo> | undefined
  await transaction(t.app, t.clock.now(), async (work) => {
    await work.db.update(minors).set({ recording_at: null }).where(eq(minors.user_id, who.id))
    sent = sendTo(t, gives, id, one)
    await new Promise((resolve) => setTimeout(resolve, 300))
    await forbidRecordings(work, who.id)
  })
  const answer = await sent
  expect(answer && refusal(answer)).toEqual(MINOR)
  expect(put).not.toHaveBeenCalled()
  expect(await row(one)).toMatchObject({ state: 'stopped', key: null })
  put.mockRestore()
})

test('what they take back while its bytes are on their way is forgotten, and says why', async () => {
  await underAge(NOW)
  const { id, one } = await agreed()
  const store = storeOf(t.app.config)
  const put = store.put.bind(store)
  let at = ''
  vi.spyOn(store, 'put').mockImplementationOnce(async (key, parts) => {
    await allow(null)
    await put(key, parts)
    at = key
  })
  expect(refusal(await sendTo(t, gives, id, one))).toEqual(MINOR)
  await t.mails()
  expect((await row(one))?.key).toBeNull()
  expect(await store.read(at, documentPart('ogg'))).toBeNull()
})

test('one that is kept at the very moment goes as well, and both pages are told', async () => {
  await underAge(NOW)
  const { id, one } = await agreed()
  await stop(who, id, one)
  const now = t.clock.now().toISOString()
  const key = newKey()
  await t.db
    .update(lesson_recordings)
    .set({ key, format: 'ogg', bytes: 1, sent_at: now })
    .where(eq(lesson_recordings.id, one))
  const told: string[] = []
  let forbidding: Promise<void> | undefined
  await transaction(t.app, t.clock.now(), async (work) => {
    await work.db
      .update(lesson_recordings)
      .set({ state: 'kept', kept_at: now, expires_at: '2026-09-01T00:00:00Z' })
      .where(eq(lesson_recordings.id, one))
    forbidding = transaction(t.app, t.clock.now(), async (other) => {
      const add = vi.spyOn(other.effects, 'add')
      await forbidRecordings(other, who.id)
      told.push(
        ...add.mock.calls.filter(([effect]) => effect === signals).map(([, items]) => JSON.stringify(items)),
      )
    })
    await new Promise((resolve) => setTimeout(resolve, 300))
  })
  await forbidding
  expect(await row(one)).toMatchObject({ state: 'removed', key: null })
  expect(told.map((one) => JSON.parse(one))).toEqual([
    [who.id, gives.id].map((user_id) => ({ user_id, topic: `room:${id}` })),
  ])
})
