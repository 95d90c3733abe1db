import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { HOUR, MINUTE } from '#core/contract/time.ts'
import { minors } from '#features/accounts/table.minors.ts'
import { prove } from '#features/ledger/commands.ts'
import { payment_history, payments } from '#features/payments/table.ts'
import { music_projects } from '#features/projects/table.ts'
import { services } from '#features/services/table.ts'
import { NOW, student, teacher } from '../scene.fixture.ts'
import { lesson_offers } from '../table.offers.ts'
import { lesson_substitutes } from '../table.substitutes.ts'
import { substituteDataOf } from './queries.substitutes.ts'
import { lessonSubject } from './queries.ts'
import { substituting } from './substitutes.fixture.ts'

/* A teacher can’t give a lesson and asks another: who decides, and until when what was agreed stays. */

const AT = '/api/lessons/'
let t: TestApp
beforeAll(async () => {
  t = await testApp({ now: NOW, max: 10 })
})
afterAll(() => t?.close())
const {
  slot,
  step,
  refusal,
  pass,
  single,
  three,
  propose,
  answer,
  withdraw,
  listed,
  read,
  candidate,
  handedOver,
  holders,
  both,
  told,
  news,
  gone,
  books,
  now,
} = substituting(() => t)
/** What somebody was told last. */
const last = async (by: Person): Promise<{ title: string; message: string }> =>
  (await by.get('/api/notifications/')).body.results[0]

describe('a lesson that another teacher gives', () => {
  test('is theirs once both said yes: time, money, reminders and what they earn', async () => {
    const all = await three()
    const { who, gives, other } = all
    const id = await single(who, gives, slot(5))
    expect((await read(gives, id)).body).toMatchObject({ substitutable: true, handed_over: false })
    expect((await read(who, id)).body.substitutable).toBe(false)

    expect(await candidate(gives, id, other)).toEqual({ lessons: 1, free: true })
    const { body } = await propose(gives, id, other)
    expect(body).toMatchObject({
      ...{ state: 'asked', role: 'teacher', reason: 'Viajo ese día', may: ['withdraw'] },
      // They were paid by hand: all of it is passed on, and the fee is who gives it's to pay.
      ...{ earns: 1840, passes: 2000, of_package: false },
      lessons: [{ id, starts_at: slot(5) }],
    })
    // The other teacher is asked first: the student knows of nothing, and nothing is promised.
    expect(await listed(who)).toEqual([])
    expect((await answer(who, body.id, true)).status).toBe(404)
    expect(await listed(other)).toMatchObject([
      {
        ...{ role: 'substitute', may: ['accept', 'decline'], earns: 1840, passes: 2000 },
        ...{ instrument: 'guitar', level: 'any', modality: 'online', minor: false },
      },
    ])
    expect((await read(gives, id)).body.substitutable).toBe(false)
    expect((await read(other, id)).status).toBe(404)

    expect((await answer(other, body.id, true)).body).toMatchObject({ state: 'offered', may: ['decline'] })
    expect(await listed(who)).toMatchObject([
      {
        role: 'student',
        ...{ earns: null, passes: null },
        substitute: { project_id: other.project_id },
        may: ['accept', 'decline'],
      },
    ])
    expect(await holders(id)).toEqual(both(who, gives))
    expect(await books(gives)).toMatchObject({ held: 2000 })

    expect((await answer(who, body.id, true)).body.state).toBe('accepted')
    expect(await holders(id)).toEqual(both(who, other))
    expect((await read(gives, id)).status).toBe(404)
    expect((await read(other, id)).body).toMatchObject({ side: 'teacher', handed_over: true, price: 2000 })
    expect((await read(who, id)).body).toMatchObject({
      teacher: { project_id: other.project_id },
      price: 2000,
      note: 'Quiero tocar boleros',
    })
    expect(await books(gives)).toEqual({ held: 0 })
    expect(await books(other)).toEqual({ held: 2000 })
    expect(await told(other, body.id)).toEqual(['asked', 'accepted'])
    expect(await told(gives, body.id)).toEqual(['agreed', 'accepted'])
    expect(await told(who, body.id)).toEqual(['offered'])

    const handed = await t.db
      .select({ by: payment_history.by, state: payment_history.state, note: payment_history.note })
      .from(payment_history)
      .innerJoin(payments, eq(payments.id, payment_history.payment_id))
      .where(and(eq(payments.subject, lessonSubject(id)), eq(payment_history.step, 'hand_over')))
    const note = `project ${gives.project_id} to ${other.project_id}`
    expect(handed).toEqual([{ by: 'system', state: 'held', note }])
    const [shown] = await listed(other)

    await pass(Date.parse(slot(5)) - now().getTime() + 2 * HOUR)
    expect((await step(who, id, 'confirm')).body.state).toBe('confirmed')
    // What the two were told to pass on is what the other earns, and owes.
    const { earned: kept = 0, fees = 0 } = await books(other)
    expect(fees).toBe(160)
    expect([shown?.earns, shown?.passes]).toEqual([kept, kept + fees])
    expect(await books(gives)).toEqual({ held: 0 })
    const earned = async (by: Person) => (await by.get(`${AT}teaching/`)).body.earnings
    expect(await earned(other)).toMatchObject([{ earned: 1840, held: 0 }])
    expect(await earned(gives)).toMatchObject([{ earned: 0, held: 0 }])
    await prove(t.app, now())
  })

  test('is refused to whom it isn’t for, and where it can’t be', async () => {
    const { who, gives, other } = await three()
    const id = await single(who, gives, slot(6))
    const url = `${AT}${id}/substitutes/`
    expect((await t.as().post(url, { service_id: other.service_id })).status).toBe(401)
    expect((await t.as().get(url)).status).toBe(401)
    expect((await t.as().get(`${AT}substitutes/`)).status).toBe(401)
    expect((await propose(who, id, other)).status).toBe(403)
    expect((await who.get(url)).status).toBe(403)
    expect((await propose(other, id, other)).status).toBe(404)
    expect((await other.get(url)).status).toBe(404)
    expect((await gives.post(url, { service_id: 999_999 })).status).toBe(404)
    expect((await propose(gives, id, gives)).status).toBe(422)
    expect((await propose(gives, id, await teacher(t, { instrument: 'piano' }))).status).toBe(422)
    expect((await propose(gives, id, await teacher(t, { level: 'advanced' }))).status).toBe(422)
    expect((await propose(gives, id, await teacher(t, { modality: 'in_person' }))).status).toBe(422)
    expect((await propose(gives, id, other, { until: slot(4) })).status).toBe(422)
    expect((await propose(gives, id, other, { reason: 'x'.repeat(301) })).status).toBe(422)

    const { body } = await propose(gives, id, other)
    expect(refusal(await propose(gives, id, await teacher(t)))).toEqual([409, 'lessons.substitute_open'])
    expect((await t.as().post(`${AT}substitutes/${body.id}/answer/`, { accept: true })).status).toBe(401)
    expect((await t.as().delete(`${AT}substitutes/${body.id}/`)).status).toBe(401)
    const stranger = await teacher(t)
    expect((await answer(stranger, body.id, true)).status).toBe(404)
    expect((await withdraw(stranger, body.id)).status).toBe(404)
    expect((await answer(gives, body.id, true)).status).toBe(403)
    expect((await withdraw(other, body.id)).status).toBe(403)
    expect((await withdraw(who, body.id)).status).toBe(403)
    expect((await other.post(`${AT}substitutes/${body.id}/answer/`, { accept: 'yes' })).status).toBe(422)
    expect((await withdraw(gives, body.id)).body.state).toBe('withdrawn')
    expect(refusal(await answer(other, body.id, true))).toEqual([409, 'lessons.substitute_moved_on'])
    expect(refusal(await withdraw(gives, body.id))).toEqual([409, 'lessons.substitute_moved_on'])
  })

  test('is certain, paid, no trial, not about to begin, and handed on once', async () => {
    const all = await three()
    const { who, gives, other } = all
    const asked = await who.post(AT, {
      ...{ service_id: gives.service_id, kind: 'trial', starts_at: slot(5), note: '' },
    })
    expect(refusal(await propose(gives, asked.body.id, other))).toEqual([409, 'lessons.moved_on'])
    await step(gives, asked.body.id, 'accept')
    await who.post(`${AT}payments/lesson/${asked.body.id}/`, { method: 'cash' })
    await gives.post(`${AT}payments/lesson/${asked.body.id}/confirm/`)
    expect(refusal(await propose(gives, asked.body.id, other))).toEqual([409, 'lessons.substitute_trial'])
    const unpaid = await single(who, gives, slot(6), { paid: false })
    expect(refusal(await propose(gives, unpaid, other))).toEqual([409, 'lessons.substitute_unpaid'])
    const id = await single(who, gives, slot(7))
    await handedOver(all, id)
    expect(refusal(await propose(other, id, await teacher(t)))).toEqual([409, 'lessons.substitute_twice'])
    const soon = await single(who, gives, slot(8))
    await pass(Date.parse(slot(8)) - now().getTime() - 2 * HOUR)
    expect(refusal(await propose(gives, soon, other))).toEqual([409, 'lessons.substitute_late'])
  })

  test('is only given by who has the time: when they are asked, when they agree, and in the end', async () => {
    const { who, gives, other } = await three()
    const id = await single(who, gives, slot(5))
    const taken = await single(await student(t), other, slot(5))
    expect(refusal(await propose(gives, id, other))).toEqual([409, 'lessons.substitute_busy'])
    expect(await candidate(gives, id, other)).toEqual({ lessons: 1, free: false })
    await step(other, taken, 'cancel_as_teacher')
    const { body } = await propose(gives, id, other)
    await answer(other, body.id, true)
    await single(await student(t), other, slot(5))
    expect(refusal(await answer(who, body.id, true))).toEqual([409, 'lessons.substitute_busy'])
    // Nothing of it went over.
    expect((await read(gives, id)).body).toMatchObject({ state: 'scheduled', handed_over: false })
    expect(await holders(id)).toEqual(both(who, gives))
    expect((await listed(who))[0]?.state).toBe('offered')
  })

  test('is only given by who still gives such lessons, when they agree and in the end', async () => {
    const { who, gives, other } = await three()
    const { body } = await propose(gives, await single(who, gives, slot(5)), other)
    const change = (set: Partial<typeof services.$inferInsert>) =>
      t.db.update(services).set(set).where(eq(services.id, other.service_id))
    const GONE = [409, 'lessons.substitute_gone']
    await change({ status: 'inactive' })
    expect(refusal(await answer(other, body.id, true))).toEqual(GONE)
    await change({ status: 'active', level: 'advanced' })
    expect(refusal(await answer(other, body.id, true))).toEqual(GONE)
    await change({ level: 'any' })
    expect((await answer(other, body.id, true)).body.state).toBe('offered')
    await change({ modality: 'in_person' })
    expect(refusal(await answer(who, body.id, true))).toEqual(GONE)
    await change({ modality: 'online' })
    expect((await answer(who, body.id, true)).body.state).toBe('accepted')
  })

  test('finds who teaches in the town, however many teach elsewhere', async () => {
    const there = { modality: 'in_person' } as const
    const [who, gives, near, far] = [
      await student(t),
      await teacher(t, there),
      await teacher(t, there),
      await teacher(t, there),
    ]
    await t.db
      .update(music_projects)
      .set({ city: 'Cobán' })
      .where(eq(music_projects.id, far.project_id ?? 0))
    const [one] = await t.db.select().from(services).where(eq(services.id, far.service_id))
    if (!one) throw new Error('no service')
    const { id: _id, ...same } = one
    await t.db.insert(services).values(Array.from({ length: 80 }, () => same))
    // Every one of them comes before who is near.
    await t.db
      .update(lesson_offers)
      .set({ turned_score: -1 })
      .where(eq(lesson_offers.project_id, far.project_id ?? 0))
    expect(
      await t.db.$count(lesson_offers, eq(lesson_offers.project_id, far.project_id ?? 0)),
    ).toBeGreaterThan(80)
    const id = await single(who, gives, slot(5))
    const { results } = (await gives.get(`${AT}${id}/substitutes/`)).body
    const found = results.map(({ project_id }: { project_id: number }) => project_id)
    expect(found).toContain(near.project_id)
    expect(found).not.toContain(far.project_id)
  })

  test('says to who is asked, and to nobody else, that the student is under age', async () => {
    const { who, gives, other } = await three()
    await t.db.insert(minors).values({
      ...{ user_id: who.id, birth_date: '2015-05-20', adult_on: '2033-05-20' },
      ...{ guardian_email: 'adulto@example.com', guardian_name: 'Marta', asked_at: now().toISOString() },
      confirmed_at: now().toISOString(),
    })
    await propose(gives, await single(who, gives, slot(5)), other)
    expect(await listed(other)).toMatchObject([{ role: 'substitute', minor: true }])
    expect(await listed(gives)).toMatchObject([{ role: 'teacher', minor: false }])
  })
})

describe('what was agreed stays', () => {
  test('when either says no, or it is taken back', async () => {
    const { who, gives, other } = await three()
    const id = await single(who, gives, slot(5))
    const first = (await propose(gives, id, other)).body.id
    expect((await answer(other, first, false)).body.state).toBe('refused')
    expect(await told(gives, first)).toEqual(['refused'])
    expect(await told(who, first)).toEqual([])
    // It was between the two: the student isn't even refused.
    expect((await answer(who, first, true)).status).toBe(404)
    expect((await withdraw(who, first)).body.code).toBe('access.forbidden')
    const second = (await propose(gives, id, other)).body.id
    await answer(other, second, true)
    // Who said yes may say no until the student has answered.
    expect((await answer(other, second, false)).body.state).toBe('refused')
    expect(await told(who, second)).toEqual(['offered', 'stays'])
    expect(refusal(await answer(who, second, true))).toEqual([409, 'lessons.substitute_moved_on'])
    const third = (await propose(gives, id, other)).body.id
    await answer(other, third, true)
    expect((await answer(who, third, false)).body.state).toBe('declined')
    expect(await told(gives, third)).toEqual(['agreed', 'declined'])
    expect(await told(other, third)).toEqual(['asked', 'declined'])
    // Each is spoken to: who gives it isn't told of themselves by name.
    const [own, others] = [(await last(gives)).message, (await last(other)).message]
    expect(own).toContain('sigue siendo tuya')
    expect(own).not.toContain(gives.name)
    expect(others).toContain(gives.name)
    const fourth = (await propose(gives, id, other)).body.id
    await answer(other, fourth, true)
    await withdraw(gives, fourth)
    expect(await told(other, fourth)).toEqual(['asked', 'dropped'])
    expect((await read(gives, id)).body.substitutable).toBe(true)
    expect(await holders(id)).toEqual(both(who, gives))
    expect(await listed(gives)).toEqual([])
  })

  test('when nobody answers for a day', async () => {
    const { who, gives, other } = await three()
    const id = await single(who, gives, slot(5))
    const { body } = await propose(gives, id, other)
    await pass(23 * HOUR)
    expect((await listed(other))[0]?.state).toBe('asked')
    // The student has a day of their own from the other's yes on.
    await answer(other, body.id, true)
    await pass(23 * HOUR)
    expect((await listed(who))[0]?.state).toBe('offered')
    t.clock.move(HOUR + MINUTE)
    expect(refusal(await answer(who, body.id, true))).toEqual([409, 'lessons.substitute_moved_on'])
    await t.app.jobs.runSweeps()
    expect(await listed(gives)).toEqual([])
    expect(await told(gives, body.id)).toEqual(['agreed', 'unanswered'])
    expect(await told(other, body.id)).toEqual(['asked', 'dropped'])
    expect(await told(who, body.id)).toEqual(['offered', 'stays'])
    expect((await read(gives, id)).body.state).toBe('scheduled')
  })

  test.each(['cancel_as_student', 'cancel_as_teacher', 'move'])(
    'and nobody is asked any more once the lesson changes: %s',
    async (name) => {
      const { who, gives, other } = await three()
      const [before, after] = [slot(5), slot(6)]
      const id = await single(who, gives, before)
      const { body } = await propose(gives, id, other)
      await answer(other, body.id, true)
      t.clock.move(MINUTE)
      const changed =
        name === 'move'
          ? await who.post(`${AT}${id}/move/`, { starts_at: after })
          : await step(name === 'cancel_as_student' ? who : gives, id, name)
      expect(changed.status).toBe(200)
      expect(refusal(await answer(who, body.id, true))).toEqual([409, 'lessons.substitute_moved_on'])
      expect(await told(other, body.id)).toEqual(['asked', 'dropped'])
      expect(await told(gives, body.id)).toEqual(['agreed', 'released'])
      // Of a lesson that is off nobody says that it stays.
      expect(await told(who, body.id)).toEqual(name === 'move' ? ['offered', 'stays'] : ['offered'])
      // Of the lesson as they were asked for it, and as the student has it now.
      for (const [by, what] of [
        [other, 'dropped'],
        [gives, 'released'],
      ] as const)
        expect(await news(by, `lesson_substitute:${body.id} ${what}`)).toMatchObject([{ date: before }])
      if (name === 'move')
        expect(await news(who, `lesson_substitute:${body.id} stays`)).toMatchObject([{ date: after }])
    },
  )

  test('when the other’s account is deleted; the words of who is gone go with them', async () => {
    const { who, gives, other } = await three()
    const id = await single(who, gives, slot(5))
    const { body } = await propose(gives, id, other)
    const second = (await propose(gives, await single(who, gives, slot(6)), other)).body.id
    await answer(other, second, true)
    expect((await substituteDataOf(t.db, gives.id)).slice(0, 1)).toMatchObject([
      { id: body.id, role: 'teacher', state: 'asked', reason: 'Viajo ese día', lessons: [{ id }] },
    ])
    expect(await substituteDataOf(t.db, who.id)).toMatchObject([{ id: second, role: 'student' }])
    await gone(other)
    expect(await told(gives, body.id)).toEqual(['unanswered'])
    expect(await told(gives, second)).toEqual(['agreed', 'unanswered'])
    expect(await told(who, second)).toEqual(['offered', 'stays'])
    // Who is gone is told nothing, and what they were told went with them.
    expect(await told(other, second)).toEqual([])
    const row = async () =>
      (await t.db.select().from(lesson_substitutes).where(eq(lesson_substitutes.id, body.id)))[0]
    expect(await row()).toMatchObject({ state: 'released', reason: 'Viajo ese día' })
    await gone(gives)
    expect(await row()).toMatchObject({ reason: '' })
  })
})
