import { rmSync } from 'node:fs'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { DAY, MINUTE } from '#core/contract/time.ts'
import { minors } from '#features/accounts/table.minors.ts'
import { lessonOf, student, teacher } from '#features/lessons/scene.fixture.ts'
import { A_LETTER } from './rules.ts'
import { thread_messages, threads } from './table.ts'

/* What a minor and their teacher write goes to the adult who opened the account, each message once. */

const GUARDIAN = 'marta@correo.test'
const [OTHER, THIRD] = ['pedro@correo.test', 'ines@correo.test']
// By the clock of the database, which nobody moves: who is a minor is asked of it.
const NOW = new Date()
let t: TestApp
let sofia: Person
let diego: Person
let rosa: Person & { service_id: number }
let id = 0
let sent = 0

beforeAll(async () => {
  t = await testApp({ now: NOW.toISOString() })
  ;[sofia, diego, rosa] = [await student(t), await student(t), await teacher(t)]
  await t.db.insert(minors).values({
    ...{ user_id: sofia.id, birth_date: '2013-05-20', adult_on: '2031-05-20', guardian_email: GUARDIAN },
    ...{ asked_at: NOW.toISOString(), guardian_name: 'Marta Pérez', confirmed_at: NOW.toISOString() },
  })
  id = (await sofia.post('/api/threads/', { lesson_id: await lesson(sofia) })).body.id
})
afterAll(async () => {
  await t.close()
  rmSync(t.app.config.data_dir, { recursive: true, force: true })
})

const lesson = (who: Person) => lessonOf(t, who, rosa, new Date(NOW.getTime() + 5 * DAY), 'scheduled')
const say = (who: Person, thread: number, text: string) =>
  who.post(`/api/threads/${thread}/messages/`, {
    client_id: `copied-${String(++sent).padStart(6, '0')}`,
    text,
  })
const passes = async (minutes: number) => {
  t.clock.move(minutes * MINUTE)
  await t.app.jobs.runSweeps(t.clock.now())
}
const letters = async (to = GUARDIAN) => (await t.mails(to)).filter(({ kind }) => kind === 'guardian_copies')

test('both read that it is copied, and the teacher that a student isn’t of age', async () => {
  for (const who of [sofia, rosa]) expect((await who.get(`/api/threads/${id}/`)).body.copied).toBe(true)
  const other = (await diego.post('/api/threads/', { lesson_id: await lesson(diego) })).body
  expect(other.copied).toBe(false)
  const { students } = (await rosa.get('/api/lessons/teaching/')).body
  expect(students.map((one: { id: number; minor: boolean }) => [one.id, one.minor]).sort()).toEqual(
    [
      [sofia.id, true],
      [diego.id, false],
    ].sort(),
  )
})

test('ten minutes after the first message all that was said is sent, once, of either side', async () => {
  await say(rosa, id, 'Para la próxima, la escala de sol.')
  await passes(5)
  await say(sofia, id, '¿Con las dos manos?')
  expect(await letters()).toEqual([])
  await passes(6)
  const [letter, ...more] = await letters()
  expect(more).toEqual([])
  expect(letter?.text).toContain('Para la próxima, la escala de sol.')
  expect(letter?.text).toContain('¿Con las dos manos?')
  expect(letter?.text).toContain('Marta Pérez')
  expect(letter?.text).toMatch(/\/guardian\?token=[\w-]{43}/)
  await passes(30)
  expect(await letters()).toHaveLength(1)
  await say(rosa, id, 'Sí, despacio.')
  await passes(11)
  const [second] = await letters()
  expect(second?.text).toContain('Sí, despacio.')
  expect(second?.text).not.toContain('escala de sol')
})

test('what is said in a hurry is copied to its last word, by as many letters as it takes', async () => {
  const before = (await letters()).length
  const [{ seq = 0 } = {}] = await t.db
    .select({ seq: threads.last_seq })
    .from(threads)
    .where(eq(threads.id, id))
  // As if both had written without a pause: who writes a message at a time is slower.
  const many = Array.from({ length: A_LETTER + 2 }, (_, n) => ({
    ...{ thread_id: id, seq: seq + 1 + n, user_id: rosa.id, side: 'artist' as const },
    ...{ text: `Renglón ${n + 1} de muchos.`, client_id: `hurry-${String(n).padStart(6, '0')}` },
    created_at: t.clock.now().toISOString(),
  }))
  await t.db.insert(thread_messages).values(many)
  await t.db
    .update(threads)
    .set({ last_seq: seq + many.length })
    .where(eq(threads.id, id))
  await passes(11)
  const sent = (await letters()).slice(0, (await letters()).length - before)
  expect(sent).toHaveLength(2)
  const said = sent.map(({ text }) => text).join()
  for (const { text } of many) expect(said).toContain(text)
})

test('copies begin with the adult’s yes: what was said before is nobody’s, nor what was while they had said no', async () => {
  const marcos = await student(t)
  const talk = (await marcos.post('/api/threads/', { lesson_id: await lesson(marcos) })).body.id
  await say(marcos, talk, 'De antes de que nadie preguntara.')
  await passes(15)
  const at = () => t.clock.now().toISOString()
  await t.db.insert(minors).values({
    ...{ user_id: marcos.id, birth_date: '2013-05-20', adult_on: '2031-05-20', guardian_email: OTHER },
    ...{ asked_at: at(), guardian_name: 'Pedro Gil', confirmed_at: at() },
  })
  const answers = (said: { confirmed_at: string | null; refused_at: string | null }) =>
    t.db.update(minors).set(said).where(eq(minors.user_id, marcos.id))
  await passes(15)
  expect(await letters(OTHER)).toEqual([])
  await say(rosa, talk, 'Desde el sí.')
  await passes(11)
  const [first, ...more] = await letters(OTHER)
  expect(more).toEqual([])
  expect(first?.text).toContain('Desde el sí.')
  expect(first?.text).not.toContain('De antes')
  await answers({ confirmed_at: null, refused_at: at() })
  await say(rosa, talk, 'Mientras era no.')
  await passes(15)
  await answers({ confirmed_at: at(), refused_at: null })
  await say(rosa, talk, 'Desde el segundo sí.')
  await passes(11)
  const [second] = await letters(OTHER)
  expect(second?.text).toContain('Desde el segundo sí.')
  expect(second?.text).not.toContain('Mientras era no.')
})

test('a copy says what the minor reads: no contact details before a lesson is sure, nor what staff removed', async () => {
  const lucia = await student(t)
  const asked = await lessonOf(t, lucia, rosa, new Date(NOW.getTime() + 6 * DAY), 'requested')
  const at = t.clock.now().toISOString()
  await t.db.insert(minors).values({
    ...{ user_id: lucia.id, birth_date: '2013-05-20', adult_on: '2031-05-20', guardian_email: THIRD },
    ...{ asked_at: at, guardian_name: 'Inés Paz', confirmed_at: at },
  })
  const talk = (await lucia.post('/api/threads/', { lesson_id: asked })).body.id
  await say(rosa, talk, 'Escríbeme a rosa@maestra.test o al 5555 1234.')
  const { body } = await say(rosa, talk, 'Lo que no debe decirse.')
  await t.db
    .update(thread_messages)
    .set({ text: '', deleted_at: at, removed_reason: 'No se vale.' })
    .where(and(eq(thread_messages.thread_id, talk), eq(thread_messages.seq, body.seq)))
  const read = (await lucia.get(`/api/threads/${talk}/messages/`)).body.results
  const first = read.find(({ text }: { text: string }) => text.startsWith('Escríbeme')).text
  expect(first).not.toContain('rosa@maestra.test')
  await passes(11)
  const [letter] = await letters(THIRD)
  expect(letter?.text).toContain(first)
  expect(letter?.text).not.toContain('rosa@maestra.test')
  expect(letter?.text).not.toContain('5555 1234')
  expect(letter?.text).toContain('un mensaje que ya no está')
})

test('nothing that is copied is taken back', async () => {
  const { body } = await say(rosa, id, 'Esto no se borra.')
  expect(body.deletable_until).toBeNull()
  const gone = await rosa.delete(`/api/threads/${id}/messages/${body.seq}/`)
  expect([gone.status, gone.body.code]).toEqual([409, 'threads.too_late'])
})

test('what others write is nobody’s to copy, nor what is said once the adult has no part in it', async () => {
  const { body } = await diego.post('/api/threads/', { lesson_id: await lesson(diego) })
  await say(diego, body.id, 'Entre adultos.')
  await passes(11)
  const before = (await letters()).length
  expect((await letters())[0]?.text).not.toContain('Entre adultos.')
  await t.db.update(minors).set({ adult_on: '2020-01-01' }).where(eq(minors.user_id, sofia.id))
  await say(sofia, id, 'Ya soy mayor.')
  await passes(11)
  expect(await letters()).toHaveLength(before)
})
