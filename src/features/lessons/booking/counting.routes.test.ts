import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/server/testing.ts'
import { DAY } from '#core/contract/time.ts'
import { NOW, student, teacher } from '../scene.fixture.ts'
import { creditsOf } from './queries.ts'
import { substituting } from './substitutes.fixture.ts'

/* Which cancellations of a teacher's count as the first within thirty days, so that the next gives one lesson more. */

const AT = '/api/lessons/'
let t: TestApp
beforeAll(async () => {
  t = await testApp({ now: NOW, max: 10 })
})
afterAll(() => t?.close())

const { slot, step, single, series } = substituting(() => t)
const left = async (id: number) => (await creditsOf(t.db, [id])).get(id)?.left

describe('a second cancellation gives no lesson more', () => {
  test('where the first was of a lesson that nobody had paid yet', async () => {
    const [who, gives] = [await student(t), await teacher(t)]
    const { pack, ids } = await series(who, gives, [slot(3), slot(4)])
    const { body } = await who.post(AT, {
      ...{ service_id: gives.service_id, kind: 'single', starts_at: slot(5), note: '' },
    })
    expect((await step(gives, body.id, 'accept')).body.state).toBe('accepted')
    expect((await step(gives, body.id, 'cancel_as_teacher')).body.state).toBe('cancelled_by_teacher')
    await step(gives, ids[0] ?? 0, 'cancel_as_teacher')
    expect(await left(pack.id)).toBe(3)
    // This one is the second that counts.
    await step(gives, ids[1] ?? 0, 'cancel_as_teacher')
    expect(await left(pack.id)).toBe(5)
  })

  test('where the first fell into a holiday that was said a week ahead', async () => {
    const [who, gives] = [await student(t), await teacher(t)]
    const { pack, ids } = await series(who, gives, [slot(3), slot(4)])
    const alone = await single(who, gives, slot(18))
    const said = await gives.post(`${AT}holidays/`, { from: slot(15, 6), to: slot(22, 6) })
    expect(said.body).toMatchObject({ moved: 0, cancelled: 1 })
    expect((await who.get(`${AT}${alone}/`)).body.state).toBe('cancelled_by_teacher')
    await step(gives, ids[0] ?? 0, 'cancel_as_teacher')
    expect(await left(pack.id)).toBe(3)
    await step(gives, ids[1] ?? 0, 'cancel_as_teacher')
    expect(await left(pack.id)).toBe(5)
  })

  test('but does where that holiday was said later', async () => {
    const [who, gives] = [await student(t), await teacher(t)]
    const { pack, ids } = await series(who, gives, [slot(2), slot(20)])
    await single(who, gives, slot(5))
    expect((await gives.post(`${AT}holidays/`, { from: slot(4, 6), to: slot(6, 6) })).body.cancelled).toBe(1)
    await step(gives, ids[0] ?? 0, 'cancel_as_teacher')
    expect(await left(pack.id)).toBe(4)
  })

  test('where the first came back with its package', async () => {
    const [who, gives] = [await student(t), await teacher(t)]
    const returned = await series(who, gives, [slot(3)])
    expect((await gives.post(`${AT}packages/${returned.pack.id}/refund/`)).status).toBe(200)
    expect((await who.get(`${AT}${returned.ids[0]}/`)).body.state).toBe('cancelled_by_teacher')
    const { pack, ids } = await series(who, gives, [slot(4), slot(5)])
    await step(gives, ids[0] ?? 0, 'cancel_as_teacher')
    expect(await left(pack.id)).toBe(3)
  })

  test('where the first was thirty-one days before', async () => {
    const [who, gives] = [await student(t), await teacher(t)]
    const { pack, ids } = await series(who, gives, [slot(3), slot(40), slot(41)])
    await step(gives, ids[0] ?? 0, 'cancel_as_teacher')
    expect(await left(pack.id)).toBe(2)
    t.clock.move(31 * DAY)
    await step(gives, ids[1] ?? 0, 'cancel_as_teacher')
    expect(await left(pack.id)).toBe(3)
    t.clock.move(DAY)
    await step(gives, ids[2] ?? 0, 'cancel_as_teacher')
    expect(await left(pack.id)).toBe(5)
  })
})
