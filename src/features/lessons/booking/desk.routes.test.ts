import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { DAY, HOUR } from '#core/contract/time.ts'
import { ANSWER_HOURS } from '#features/payments/rules.ts'
import { staffIn } from '#features/staff/staff.fixture.ts'
import { NOW, student, teacher } from '../scene.fixture.ts'

/* Payments of lessons that teacher and student don't agree on, or don't answer, at the desk of staff. */

const AT = '/api/lessons/'
const QUEUE = '/api/staff/queue/'
const KIND = 'lesson_payment'
let t: TestApp
let marta: Person
beforeAll(async () => {
  t = await testApp({ now: NOW, max: 10 })
  marta = await staffIn(t)
  await t.allProve()
})
afterAll(async () => {
  await t.close()
  rmSync(t.app.config.data_dir, { recursive: true, force: true })
})

const waiting = async (): Promise<{ id: number; title: string; who: string; urgent: boolean }[]> =>
  (await marta.get(QUEUE, { query: { kind: KIND } })).body.results
const decide = (who: Pick<Person, 'post'>, id: number, act: string, text = '') =>
  who.post(`${QUEUE}${KIND}/${id}/decide/`, { act, text })

/** A lesson that was accepted, and that the student says is paid. */
async function paid(days: number) {
  const [who, gives] = [await student(t), await teacher(t)]
  const starts_at = new Date(Date.parse('2026-02-02T22:00:00.000Z') + days * DAY).toISOString()
  const { body } = await who.post(AT, { service_id: gives.service_id, kind: 'single', starts_at, note: '' })
  await gives.post(`${AT}${body.id}/steps/`, { step: 'accept' })
  const path = `${AT}payments/lesson/${body.id}/`
  expect((await who.post(path, { method: 'transfer', reference: `R${body.id}` })).status).toBe(200)
  return { who, gives, path, read: async () => (await who.get(`${AT}${body.id}/`)).body }
}

describe('a payment of a lesson', () => {
  test('that the teacher contests waits at once, for staff alone; found, it is paid', async () => {
    const { gives, who, path, read } = await paid(6)
    expect(await waiting()).toEqual([])
    expect((await gives.delete(path)).status).toBe(200)
    const [row] = await waiting()
    expect(row).toMatchObject({ title: expect.stringContaining('20.00 USD'), who: who.name })
    const id = row?.id ?? 0
    const sheet = `${QUEUE}${KIND}/${id}/`
    for (const [person, status] of [
      [t.anonymous, 401],
      [who, 403],
      [gives, 403],
    ] as const) {
      expect((await person.get(sheet)).status).toBe(status)
      expect((await decide(person, id, 'find')).status).toBe(status)
    }
    const { facts, acts, related } = (await marta.get(sheet)).body
    expect(facts).toContainEqual(expect.objectContaining({ name: 'state', text: 'En desacuerdo' }))
    expect(facts).toContainEqual(expect.objectContaining({ name: 'what', text: 'Una clase' }))
    expect(acts.map(({ act }: { act: string }) => act)).toEqual(['find', 'miss'])
    expect(related.map(({ subject }: { subject: string }) => subject)).toContain(`user:${who.id}`)
    expect((await decide(marta, id, 'miss')).status).toBe(422)
    expect((await decide(marta, id, 'find')).status).toBe(200)
    expect(await read()).toMatchObject({ state: 'scheduled', payments: [{ state: 'held' }] })
    expect((await decide(marta, id, 'find')).status).toBe(409)
    expect((await marta.get(sheet)).status).toBe(404)
    expect(await waiting()).toEqual([])
  })

  test('that nobody answers waits after 72 hours; not found, it may be paid again', async () => {
    const { read, who } = await paid(8)
    t.clock.move((ANSWER_HOURS - 1) * HOUR)
    expect(await waiting()).toEqual([])
    t.clock.move(HOUR)
    const [row] = await waiting()
    await t.allProve()
    expect((await decide(marta, row?.id ?? 0, 'miss', 'No hay tal transferencia')).status).toBe(200)
    expect((await who.get('/api/notifications/')).body.results[0]).toMatchObject({ type: 'LESSON_REMINDER' })
    // The lesson isn't sure any more, and lapses when nobody pays it.
    expect(await read()).toMatchObject({
      state: 'accepted',
      payments: [{ state: 'failed', may: ['record', 'card'] }],
    })
    expect(await waiting()).toEqual([])
    t.clock.move(3 * DAY)
    await t.app.jobs.runSweeps()
    expect((await read()).state).toBe('lapsed')
    t.clock.move(-3 * DAY)
  })

  test('that the student takes back leaves the lesson as it was before they said it', async () => {
    const { who, path, read } = await paid(9)
    expect((await read()).state).toBe('scheduled')
    expect((await who.delete(path)).status).toBe(200)
    expect(await read()).toMatchObject({ state: 'accepted', payments: [{ state: 'due' }] })
    expect((await who.post(path, { method: 'cash', reference: '' })).status).toBe(200)
    expect((await read()).state).toBe('scheduled')
  })

  test('that isn’t one is none', async () => {
    expect((await marta.get(`${QUEUE}${KIND}/999999/`)).status).toBe(404)
    expect((await decide(marta, 999_999, 'find')).status).toBe(409)
  })
})
