import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { HOUR } from '#core/contract/time.ts'
import { minors } from '#features/accounts/table.minors.ts'
import { NOW, student, teacher } from '../scene.fixture.ts'
import { lessons } from '../table.ts'
import type { Lesson } from './contract.ts'
import { lessonDataOf, settingsDataOf } from './queries.desk.ts'
import { substituting } from './substitutes.fixture.ts'

/* The place of a lesson in person: who reads it and for how long, who is told that it changed, who gets a copy of it. */

const AT = '/api/lessons/'
let t: TestApp
beforeAll(async () => {
  t = await testApp({ now: NOW, max: 10, told: true })
})
afterAll(() => t?.close())

const { slot, step, pass, gone, handedOver, news, now } = substituting(() => t)
type Teacher = Person & { service_id: number }
const [USUAL, OWN, OTHER] = [
  '4a calle 12-30, zona 1',
  'Parque central, junto a la fuente',
  'Café León, zona 4',
]
const NOTES = { link: '', notes_shared: '', notes_private: '' }

const read = async (who: Person, id: number): Promise<Lesson> => (await who.get(`${AT}${id}/`)).body
const rowOf = async (id: number) => (await t.db.select().from(lessons).where(eq(lessons.id, id)))[0]
const usual = async (gives: Person, place: string) => {
  const said = await gives.call('PUT', `${AT}settings/`, { link: '', room: false, place })
  expect([said.status, said.body]).toEqual([200, { link: '', room: false, place }])
}
const sheet = async (gives: Person, id: number, place?: string) => {
  const said = await gives.call('PUT', `${AT}${id}/sheet/`, { ...NOTES, place })
  expect(said.status, said.text).toBe(200)
}
const inPerson = (more: object = {}) => teacher(t, { modality: 'in_person', trial_price: 0, ...more })
/** A trial that costs nothing: it is certain once it is accepted. */
async function asked(who: Person, gives: Teacher, starts_at: string, more: object = {}): Promise<number> {
  const draft = { service_id: gives.service_id, kind: 'trial', starts_at, note: '', ...more }
  const { status, body } = await who.post(AT, draft)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id
}
async function certain(who: Person, gives: Teacher, starts_at: string, more: object = {}): Promise<number> {
  const id = await asked(who, gives, starts_at, more)
  expect((await step(gives, id, 'accept')).body.state).toBe('scheduled')
  return id
}
/** Lessons of a package, accepted. */
async function certainSeries(who: Person, gives: Teacher, starts: string[]): Promise<number[]> {
  const { body } = await who.post(`${AT}packages/`, { service_id: gives.service_id, size: 4 })
  await who.post(`${AT}payments/package/${body.id}/`, { method: 'cash' })
  await gives.post(`${AT}payments/package/${body.id}/confirm/`)
  const series = await who.post(`${AT}series/`, { package_id: body.id, note: '', starts })
  const { series_id } = series.body.results[0]
  const { results } = (await gives.post(`${AT}series/${series_id}/answer/`, { answer: 'accept' })).body
  return results.map(({ id }: Lesson) => id)
}
/** Until a lesson that begins then was held. */
const passed = (starts_at: string) => pass(Date.parse(starts_at) - now().getTime() + 2 * HOUR)

describe('where a lesson was held', () => {
  test('stays what it was, wherever its teacher gives lessons by now', async () => {
    const [who, gives] = [await student(t), await inPerson()]
    await usual(gives, USUAL)
    const id = await certain(who, gives, slot(3))
    await usual(gives, OTHER)
    expect((await read(who, id)).place).toBe(OTHER)
    expect(await read(gives, id)).toMatchObject({ own_place: '', usual_place: OTHER })
    expect((await read(who, id)).usual_place).toBe('')
    await passed((await read(who, id)).starts_at)
    await usual(gives, 'Donde vivo ahora')
    for (const state of ['held', 'confirmed']) {
      expect(await read(who, id)).toMatchObject({ state, place: OTHER })
      expect(await read(gives, id)).toMatchObject({ place: OTHER, own_place: OTHER, usual_place: '' })
      await step(who, id, 'confirm')
    }
  })

  test('is nowhere that is said later, where nobody had said it', async () => {
    const [who, gives] = [await student(t), await inPerson()]
    const id = await certain(who, gives, slot(3))
    await passed((await read(who, id)).starts_at)
    await usual(gives, USUAL)
    expect(await read(who, id)).toMatchObject({ state: 'held', place: '' })
  })

  test('goes with the account of either', async () => {
    const [who, other, gives] = [await student(t), await student(t), await inPerson()]
    const ids = [await certain(who, gives, slot(3)), await certain(other, gives, slot(4))] as const
    for (const id of ids) await sheet(gives, id, OWN)
    await gone(who)
    expect([(await rowOf(ids[0]))?.place, (await rowOf(ids[1]))?.place]).toEqual(['', OWN])
    await gone(gives)
    expect((await rowOf(ids[1]))?.place).toBe('')
  })
})

test('a sheet, or settings, without a place leave it as it is', async () => {
  const [who, gives] = [await student(t), await inPerson()]
  await usual(gives, USUAL)
  const id = await certain(who, gives, slot(3))
  await sheet(gives, id, OWN)
  await sheet(gives, id)
  expect((await rowOf(id))?.place).toBe(OWN)
  const link = 'https://meet.example.org/a'
  const said = await gives.call('PUT', `${AT}settings/`, { link, room: true })
  expect([said.status, said.body]).toEqual([200, { link, room: true, place: USUAL }])
  await sheet(gives, id, '')
  expect((await read(who, id)).place).toBe(USUAL)
})

describe('the copy of one’s data', () => {
  const copied = async ({ id }: Person, lesson: number) =>
    (await lessonDataOf(t.db, id)).find((one) => 'id' in one && one.id === lesson)

  test('says how a lesson is held, and where as that side reads it', async () => {
    const [who, gives] = [await student(t), await inPerson()]
    await usual(gives, USUAL)
    const id = await asked(who, gives, slot(3))
    await sheet(gives, id, OWN)
    expect(await copied(who, id)).toMatchObject({ modality: 'in_person', place: '' })
    expect(await copied(gives, id)).toMatchObject({ modality: 'in_person', place: OWN })
    await step(gives, id, 'accept')
    expect(await copied(who, id)).toMatchObject({ place: OWN })
    await sheet(gives, id, '')
    for (const side of [who, gives]) expect(await copied(side, id)).toMatchObject({ place: USUAL })
  })

  test('has what a teacher says once for all lessons', async () => {
    const gives = await inPerson()
    expect(await settingsDataOf(t.db, gives.id)).toEqual([])
    await usual(gives, USUAL)
    expect(await settingsDataOf(t.db, gives.id)).toEqual([
      { project_id: gives.project_id, pay_to: '', link: '', room: false, place: USUAL },
    ])
    expect(await settingsDataOf(t.db, (await student(t)).id)).toEqual([])
  })
})

describe('who learns is told', () => {
  /** In which voices, and of how many lessons. */
  const told = async (who: Person, id: number) =>
    (await news(who, `lesson:${id} place`)).map(({ voice, count }) => [voice, count])

  test('that a lesson is held elsewhere, once for each change, and of none that isn’t one', async () => {
    const [who, gives] = [await student(t), await inPerson()]
    const id = await asked(who, gives, slot(3))
    await sheet(gives, id, OTHER)
    await step(gives, id, 'accept')
    expect(await told(who, id)).toEqual([])
    t.clock.move(120_000)
    await sheet(gives, id, OWN)
    await sheet(gives, id, OWN)
    await sheet(gives, id)
    expect(await told(who, id)).toEqual([['place', 1]])
    t.clock.move(1_000)
    await usual(gives, OWN)
    // The usual place is the same one.
    await sheet(gives, id, '')
    expect(await told(who, id)).toEqual([['place', 1]])
    await sheet(gives, id, OTHER)
    expect(await told(who, id)).toHaveLength(2)
    await t.app.jobs.runSweeps()
    const [bell] = (await who.get('/api/notifications/')).body.results
    expect([bell.type, bell.title]).toEqual([
      'LESSON_CHANGED',
      `${gives.name} actualizó el lugar de una clase`,
    ])
    expect(bell.message).toContain('Mira dónde será.')
    expect(JSON.stringify(bell)).not.toContain(OTHER)
    // What was held is no news.
    await passed((await read(who, id)).starts_at)
    await sheet(gives, id, OWN)
    expect(await told(who, id)).toHaveLength(2)
  })

  test('that their teacher’s usual place is another: all of theirs as one, and nobody whom it isn’t about', async () => {
    const gives = await teacher(t, { modality: 'both', trial_price: 0 })
    const people = await Promise.all([1, 2, 3, 4].map(() => student(t)))
    const [who, online, own, unsure] = people as [Person, Person, Person, Person]
    const starts = [slot(3), slot(4), slot(5), slot(6)] as [string, string, string, string]
    const [mine, hers, his, hers2] = [
      await certain(who, gives, starts[0], { modality: 'in_person' }),
      await certain(online, gives, starts[1], { modality: 'online' }),
      await certain(own, gives, starts[2], { modality: 'in_person' }),
      await asked(unsure, gives, starts[3], { modality: 'in_person' }),
    ]
    await sheet(gives, his, OWN)
    const before = await told(own, his)
    t.clock.move(120_000)
    await usual(gives, USUAL)
    await usual(gives, USUAL)
    expect(await told(who, mine)).toEqual([['place', 1]])
    expect([await told(online, hers), await told(unsure, hers2)]).toEqual([[], []])
    expect(await told(own, his)).toEqual(before)

    const [many, sells] = [await student(t), await inPerson()]
    const ids = await certainSeries(many, sells, [slot(4), slot(11)])
    await usual(sells, USUAL)
    expect(await told(many, ids[0] ?? 0)).toEqual([['place_series', 2]])
    expect(await told(many, ids[1] ?? 0)).toEqual([])
  })
})

describe('a minor’s adult gets a copy', () => {
  let n = 0
  /** A minor, and the places that their adult was sent since they were last asked for. */
  async function minor() {
    const who = await student(t)
    const guardian_email = `marta.lugares${++n}@correo.test`
    const said = now().toISOString()
    await t.db.insert(minors).values({
      ...{ user_id: who.id, birth_date: '2016-05-20', adult_on: '2034-05-20', guardian_email },
      ...{ asked_at: said, guardian_name: 'Marta Pérez', confirmed_at: said },
    })
    let seen = 0
    const copied = async () => {
      const all = (await t.mails(guardian_email)).filter(({ kind }) => kind === 'guardian_copies')
      const fresh = all.slice(0, all.length - seen)
      seen = all.length
      return fresh.map(({ text }) => /lugar de la clase: (.*)/.exec(text)?.[1]?.trim())
    }
    return { who, copied }
  }

  test('of the place of a lesson, once the minor reads it', async () => {
    const [{ who, copied }, gives] = [await minor(), await inPerson()]
    const id = await asked(who, gives, slot(3))
    await sheet(gives, id, OWN)
    expect(await copied()).toEqual([])
    await step(gives, id, 'accept')
    expect(await copied()).toEqual([OWN])
    await sheet(gives, id, OTHER)
    await sheet(gives, id, OTHER)
    expect(await copied()).toEqual([OTHER])
    // That of others is nothing of theirs.
    await usual(gives, USUAL)
    expect(await copied()).toEqual([])
    await sheet(gives, id, '')
    expect(await copied()).toEqual([USUAL])
    await passed((await read(who, id)).starts_at)
    await sheet(gives, id, 'Nos vemos en mi casa')
    expect(await copied()).toEqual(['Nos vemos en mi casa'])
  })

  test('of the usual place, when a lesson becomes certain and when it is another', async () => {
    const [{ who, copied }, gives] = [await minor(), await inPerson()]
    await usual(gives, USUAL)
    const ids = await certainSeries(who, gives, [slot(4), slot(11), slot(18)])
    expect(ids).toHaveLength(3)
    expect(await copied()).toEqual([USUAL])
    await usual(gives, OTHER)
    await usual(gives, OTHER)
    expect(await copied()).toEqual([OTHER])
  })

  test('of it when a lesson is paid, and of where who stands in gives it; none of a lesson online', async () => {
    const [{ who, copied }, gives, other] = [await minor(), await inPerson(), await inPerson()]
    await usual(gives, USUAL)
    await usual(other, OTHER)
    const single = { service_id: gives.service_id, kind: 'single', starts_at: slot(5), note: '' }
    const { id } = (await who.post(AT, single)).body
    await step(gives, id, 'accept')
    expect(await copied()).toEqual([])
    await who.post(`${AT}payments/lesson/${id}/`, { method: 'cash' })
    await gives.post(`${AT}payments/lesson/${id}/confirm/`)
    expect([(await read(who, id)).state, await copied()]).toEqual(['scheduled', [USUAL]])
    await sheet(gives, id, OWN)
    expect(await copied()).toEqual([OWN])
    await handedOver({ who, gives, other }, id)
    expect([(await rowOf(id))?.place, (await read(who, id)).place]).toEqual(['', OTHER])
    expect(await copied()).toEqual([OTHER])

    const online = await teacher(t, { trial_price: 0 })
    await usual(online, USUAL)
    const far = await certain(who, online, slot(6))
    await sheet(online, far, OWN)
    await usual(online, OTHER)
    expect(await copied()).toEqual([])
  })
})

test('whoever writes a program reads of each call whom it tells', () => expect([...t.untold]).toEqual([]))
