import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { notifications } from '#features/notifications/table.ts'
import { NOW, student, teacher } from '../scene.fixture.ts'
import type { Lesson, LessonPackage } from './contract.ts'
import { substituting } from './substitutes.fixture.ts'

/* Online or in person: what is offered both ways is booked as one, and each says where it is once it certainly takes place. */

const AT = '/api/lessons/'
let t: TestApp
beforeAll(async () => {
  t = await testApp({ now: NOW, max: 10, told: true })
})
afterAll(() => t?.close())

const { slot, step } = substituting(() => t)
type Teacher = Person & { service_id: number }
const book = (who: Person, { service_id }: Teacher, starts_at: string, modality?: string) =>
  who.post(AT, { service_id, kind: 'trial', starts_at, note: '', modality })
const read = async (who: Person, id: number): Promise<Lesson> => (await who.get(`${AT}${id}/`)).body
const settings = (who: Person, body: Record<string, unknown>) =>
  who.call('PUT', `${AT}settings/`, { link: '', room: false, ...body })

/** A trial that costs nothing: it is certain once it is accepted. */
const givesBoth = () => teacher(t, { modality: 'both', trial_price: 0 })

describe('a lesson that is offered both ways', () => {
  test('is booked as the student says, and not without', async () => {
    const [who, gives] = [await student(t), await givesBoth()]
    const unsaid = await book(who, gives, slot(3))
    expect([unsaid.status, unsaid.body.fields]).toEqual([422, { modality: expect.any(String) }])
    expect((await book(who, gives, slot(3), 'both')).status).toBe(422)
    const asked = await book(who, gives, slot(3), 'in_person')
    expect([asked.status, asked.body.modality]).toEqual([201, 'in_person'])
    expect((await read(gives, asked.body.id)).modality).toBe('in_person')
  })

  test('is so in a series too: nothing of a credit is spent on one that says none', async () => {
    const [who, gives] = [await student(t), await givesBoth()]
    const { body } = await who.post(`${AT}packages/`, { service_id: gives.service_id, size: 4 })
    await who.post(`${AT}payments/package/${body.id}/`, { method: 'cash' })
    const pack: LessonPackage = (await gives.post(`${AT}payments/package/${body.id}/confirm/`)).body.package
    const draft = { package_id: pack.id, note: '', starts: [slot(4), slot(11)] }
    expect((await who.post(`${AT}series/`, draft)).status).toBe(422)
    expect((await who.get(`${AT}desk/`)).body.packages[0].left).toBe(4)
    const asked = await who.post(`${AT}series/`, { ...draft, modality: 'online' })
    expect(asked.body.results.map(({ modality }: Lesson) => modality)).toEqual(['online', 'online'])
  })

  test('is asked for in words: the letter to who gives it says which', async () => {
    const [who, gives] = [await student(t), await givesBoth()]
    const { body } = await book(who, gives, slot(3), 'in_person')
    const [told] = await t.db
      .select({ params: notifications.params })
      .from(notifications)
      .where(and(eq(notifications.user_id, gives.id), eq(notifications.type, 'LESSON_REQUESTED')))
    expect(told?.params).toMatchObject({ modality: 'in_person' })
    expect(body.state).toBe('requested')
    await t.app.jobs.runSweeps()
    const [bell] = (await gives.get('/api/notifications/')).body.results
    expect(bell.message).toContain('(tu hora), presencial.')
  })
})

test('a lesson that is offered one way needs no word, and isn’t held another', async () => {
  const [who, gives] = [await student(t), await teacher(t, { modality: 'in_person', trial_price: 0 })]
  expect((await book(who, gives, slot(3), 'online')).body.fields).toEqual({ modality: expect.any(String) })
  expect((await book(who, gives, slot(3))).body).toMatchObject({ modality: 'in_person' })
})

describe('where it is held', () => {
  test('in person at the teacher’s usual place, or at one of its own, once it is certain; never a link', async () => {
    const [who, gives] = [await student(t), await givesBoth()]
    const usual = '4a calle 12-30, zona 1, segundo piso'
    expect(
      (await settings(gives, { link: 'https://meet.example.org/a', room: true, place: usual })).status,
    ).toBe(200)
    const { id } = (await book(who, gives, slot(3), 'in_person')).body
    expect(await read(who, id)).toMatchObject({ state: 'requested', place: '', own_place: '', link: '' })
    await step(gives, id, 'accept')
    expect(await read(who, id)).toMatchObject({ state: 'scheduled', place: usual, link: '', room: false })

    const sheet = { link: '', notes_shared: '', notes_private: '' }
    const own = 'En tu casa, llego a las cuatro'
    expect((await gives.call('PUT', `${AT}${id}/sheet/`, { ...sheet, place: own })).status).toBe(200)
    expect(await read(who, id)).toMatchObject({ place: own, own_place: '' })
    expect(await read(gives, id)).toMatchObject({ place: own, own_place: own })
    const tooLong = await gives.call('PUT', `${AT}${id}/sheet/`, { ...sheet, place: 'x'.repeat(301) })
    expect([tooLong.status, (await read(who, id)).place]).toEqual([422, own])
    expect((await who.call('PUT', `${AT}${id}/sheet/`, { ...sheet, place: 'aquí' })).status).toBe(403)
    await step(who, id, 'cancel_as_student')
    expect(await read(who, id)).toMatchObject({ place: '' })
  })

  test('online by its link, and never at an address', async () => {
    const [who, gives] = [await student(t), await givesBoth()]
    await settings(gives, { link: 'https://meet.example.org/a', place: '4a calle 12-30' })
    const { id } = (await book(who, gives, slot(3), 'online')).body
    await step(gives, id, 'accept')
    expect(await read(who, id)).toMatchObject({ link: 'https://meet.example.org/a', place: '', room: false })
  })
})
