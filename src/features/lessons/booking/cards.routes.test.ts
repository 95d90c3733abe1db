import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '#app/server/testing.ts'
import { DAY, HOUR, MINUTE } from '#core/contract/time.ts'
import { student } from '../scene.fixture.ts'
import { lessonCards } from './cards.fixture.ts'

/* Lessons and packages by card, with a Stripe on this machine: begun, taken or not, left, and what ended by then. */

const AT = '/api/lessons/'
let s: Awaited<ReturnType<typeof lessonCards>>
beforeAll(async () => {
  s = await lessonCards()
})
afterEach(() => {
  s.stripe.faults.length = 0
})
afterAll(() => s?.close())

describe('a lesson by card', () => {
  test('is paid on a page of the provider’s, and takes place without anybody recording it', async () => {
    const { who, gives } = await s.people()
    const id = await s.accepted(who, gives, s.slot(5))
    const due = s.paid(await s.lesson(who, id))
    expect([due?.state, due?.may, due?.card]).toEqual(['due', ['record', 'card'], null])
    expect(s.paid(await s.lesson(gives, id))?.may).toEqual(['record'])
    const session = await s.begin(who, 'lesson', id)
    const begun = await s.lesson(who, id)
    expect([begun.state, s.paid(begun)]).toMatchObject([
      'accepted',
      { state: 'processing', method: 'card', may: ['card'], arrived_at: null },
    ])
    // The teacher has nothing to say of it, and neither has the student by hand.
    expect(s.paid(await s.lesson(gives, id))?.may).toEqual([])
    const desk = (await gives.get(`${AT}teaching/`)).body
    expect(desk.waiting.map((one: { id: number }) => one.id)).not.toContain(id)
    const manual = `${AT}payments/lesson/${id}/`
    for (const answer of [
      await who.post(manual, { method: 'cash' }),
      await gives.post(`${manual}confirm/`),
      await gives.delete(manual),
      await who.delete(manual),
    ])
      expect(s.refusal(answer)).toEqual([409, 'payments.card_begun'])
    expect(s.page(session)).toMatchObject({
      title: `Clase con ${gives.name}`,
      success_url: expect.stringContaining(`/calendar?lesson=${id}`),
    })
    expect(s.stripe.pay(session)).toBeNull()
    await s.deliver()
    const paid = await s.lesson(gives, id)
    expect([paid.state, s.paid(paid)]).toMatchObject([
      'scheduled',
      { state: 'held', method: 'card', may: [], card: { failure: null, dispute: null } },
    ])
    const cost = Math.round((2000 * 3) / 100)
    expect(await s.booksOf('lesson', id)).toEqual({
      ...{ 'provider clearing': -2000, 'project held': 2000 },
      ...{ 'platform costs': -cost, 'provider costs': cost },
    })
    expect(await s.news(gives, `lesson:${id} card_paid`)).toMatchObject([{ voice: 'card_paid' }])
    const told = (await gives.get('/api/notifications/')).body.results[0]
    expect(told.title).toBe(`${who.name} pagó con tarjeta`)
    // Each has its receipt, as by hand.
    const { results } = (await who.get('/api/receipts/')).body
    expect(results).toMatchObject([{ amount: 2000, method: 'card', direction: 'got', about: { lessons: 1 } }])
  })

  test('pressed twice, at once or later, is one page', async () => {
    const { who, gives } = await s.people()
    const id = await s.accepted(who, gives, s.slot(5))
    const url = s.cardOf('lesson', id)
    const answers = await Promise.all(Array.from({ length: 6 }, () => who.post(url)))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(new Set(answers.map(({ body }) => body.url)).size).toBe(1)
  })

  test('is known as soon as they come back, before the provider calls', async () => {
    const { who, gives } = await s.people()
    const id = await s.accepted(who, gives, s.slot(5))
    s.stripe.pay(await s.begin(who, 'lesson', id))
    const { status, body } = await who.post(`${s.cardOf('lesson', id)}check/`)
    expect([status, body.lesson.state, s.paid(body.lesson)?.state]).toEqual([200, 'scheduled', 'held'])
    // What the provider says afterwards is known.
    await s.deliver()
    expect((await s.booksOf('lesson', id))['project held']).toBe(2000)
  })

  test('that no card was taken for is told; left, it is due again and may be paid otherwise', async () => {
    const { who, gives } = await s.people()
    const id = await s.accepted(who, gives, s.slot(5))
    const session = await s.begin(who, 'lesson', id)
    expect(s.stripe.pay(session, '4000000000000069')).toBe('expired_card')
    await s.deliver()
    expect(s.paid(await s.lesson(who, id))).toMatchObject({
      state: 'processing',
      card: { failure: 'expired_card' },
    })
    expect(await s.news(who, `lesson:${id} card_declined`)).toHaveLength(1)
    expect(await s.news(gives, `lesson:${id} card_declined`)).toEqual([])
    const left = await who.delete(s.cardOf('lesson', id))
    expect([left.status, s.paid(left.body.lesson)?.state]).toEqual([200, 'failed'])
    expect(s.stripe.pay(session)).toBe('session_over')
    expect(s.refusal(await who.delete(s.cardOf('lesson', id)))).toEqual([409, 'lessons.no_payment'])
    await who.post(`${AT}payments/lesson/${id}/`, { method: 'cash' })
    const { body } = await gives.post(`${AT}payments/lesson/${id}/confirm/`)
    expect(s.paid(body.lesson)).toMatchObject({ state: 'held', method: 'cash' })
  })

  test('said to be paid by hand and contested is paid by card after all', async () => {
    const { who, gives } = await s.people()
    const id = await s.accepted(who, gives, s.slot(5))
    const manual = `${AT}payments/lesson/${id}/`
    await who.post(manual, { method: 'transfer', reference: 'BI 7' })
    expect(s.refusal(await s.ask(who, 'lesson', id))).toEqual([409, 'lessons.payment_said'])
    await gives.delete(manual)
    await s.pay(who, 'lesson', id)
    expect(s.paid(await s.lesson(who, id))).toMatchObject({ state: 'held', method: 'card', reference: '' })
  })

  test('is the student’s to pay: 403 for the teacher, 404 for others, 401 for nobody, 409 for what isn’t due', async () => {
    const { who, gives } = await s.people()
    const other = await s.people()
    const id = await s.accepted(who, gives, s.slot(5))
    const pack = await s.ordered(who, gives)
    for (const url of [s.cardOf('lesson', id), s.cardOf('package', pack)])
      for (const [by, status] of [
        [gives, 403],
        [other.who, 404],
        [other.gives, 404],
        [await s.t.person('TALENT_HUNTER'), 403],
        [s.t.anonymous, 401],
      ] as const)
        for (const answer of [
          await by.post(url, undefined, s.elsewhere()),
          await by.post(`${url}check/`, undefined, s.elsewhere()),
          await by.delete(url, s.elsewhere()),
        ])
          expect(answer.status).toBe(status)
    expect((await s.ask(gives, 'lesson', id)).body.code).toBe('lessons.student_pays')
    expect((await who.post(`${AT}payments/contract/${id}/card/`)).status).toBe(404)
    const { body } = await who.post(AT, {
      ...{ service_id: gives.service_id, kind: 'single', starts_at: s.slot(7), note: '' },
    })
    expect(s.refusal(await who.post(s.cardOf('lesson', body.id)))).toEqual([409, 'lessons.no_payment'])
    await s.pay(who, 'lesson', id)
    expect(s.refusal(await s.ask(who, 'lesson', id))).toEqual([409, 'lessons.no_payment'])
  })

  test('whose answer is lost is taken up again, and begun once', async () => {
    const { who, gives } = await s.people()
    const id = await s.accepted(who, gives, s.slot(5))
    const before = s.stripe.all('checkout.session').length
    s.stripe.faults.push('after', 'before')
    expect(s.refusal(await s.ask(who, 'lesson', id))).toEqual([503, 'payments.no_answer'])
    expect(s.paid(await s.lesson(who, id))?.state).toBe('processing')
    await s.begin(who, 'lesson', id)
    expect(s.stripe.all('checkout.session')).toHaveLength(before + 1)
  })

  test('isn’t let go while its page is open, and is as soon as nobody may pay on it any more', async () => {
    const { who, gives } = await s.people()
    const id = await s.accepted(who, gives, s.slot(5))
    await s.pass(48 * HOUR - MINUTE)
    const session = await s.begin(who, 'lesson', id)
    await s.pass(10 * MINUTE)
    expect((await s.lesson(who, id)).state).toBe('accepted')
    s.stripe.expire(session)
    await s.deliver()
    await s.pass(MINUTE)
    const over = await s.lesson(who, id)
    expect([over.state, s.paid(over)?.state]).toEqual(['lapsed', 'cancelled'])
    expect((await s.ask(who, 'lesson', id)).body.code).toBe('lessons.no_payment')
  })

  test('for one that had ended by then comes back whole, and nobody begins to pay for it', async () => {
    const { who, gives } = await s.people()
    const id = await s.accepted(who, gives, s.slot(5))
    const session = await s.begin(who, 'lesson', id)
    await s.step(gives, id, 'cancel_as_teacher')
    expect(s.refusal(await s.ask(who, 'lesson', id))).toEqual([409, 'lessons.moved_on'])
    s.stripe.pay(session)
    await s.deliver()
    await s.deliver()
    const ended = await s.lesson(who, id)
    expect([ended.state, s.paid(ended)?.state]).toEqual(['cancelled_by_teacher', 'refunded'])
    expect(s.refund(ended)).toMatchObject({ state: 'released', method: 'card', amount: 2000, may: [] })
    expect((await s.booksOf('lesson', id))['provider clearing']).toBeUndefined()
    expect(await s.news(gives, `lesson:${id} card_paid`)).toEqual([])
    expect(await s.news(who, `lesson:${id} card_returned`)).toHaveLength(1)
  })

  test('isn’t offered without keys, nor in a currency that isn’t taken', async () => {
    const t = await testApp()
    const learns = await student(t)
    expect((await learns.get('/api/payments/ways/')).body).toEqual({ card: false, currencies: [] })
    await t.close()
    const { who, gives } = await s.people({ currency: 'GTQ' })
    const id = await s.accepted(who, gives, s.slot(5))
    expect(s.refusal(await s.ask(who, 'lesson', id))).toEqual([409, 'payments.no_cards'])
    expect(s.paid(await s.lesson(who, id))?.state).toBe('due')
  })
})

describe('a package by card', () => {
  test('begins its credits once it is paid, and both are told', async () => {
    const { who, gives } = await s.people()
    const id = await s.ordered(who, gives)
    const session = await s.begin(who, 'package', id)
    expect(s.page(session)).toMatchObject({
      title: `4 clases con ${gives.name}`,
      success_url: expect.stringContaining(`/student?package=${id}`),
    })
    expect(s.refusal(await who.post(`${AT}packages/${id}/cancel/`))).toEqual([409, 'payments.card_begun'])
    s.stripe.pay(session)
    const { body } = await who.post(`${s.cardOf('package', id)}check/`)
    expect(body.package).toMatchObject({ state: 'active', left: 4 })
    expect(s.paid(body.package)).toMatchObject({ state: 'held', method: 'card', may: [] })
    await s.deliver()
    expect(await s.booksOf('package', id)).toMatchObject({ 'project held': 7200 })
    expect(await s.news(who, `lesson_package:${id} credits_by_card`)).toMatchObject([{ count: 4 }])
    expect(await s.news(gives, `lesson_package:${id} card_paid`)).toMatchObject([
      { voice: 'card_paid_package' },
    ])
    const [told] = (await who.get('/api/notifications/')).body.results
    expect(told.message).toContain(`Tu pago con tarjeta a ${gives.name} quedó hecho`)
    const { results } = (await who.get('/api/receipts/')).body
    expect(results).toMatchObject([{ amount: 7200, method: 'card', about: { lessons: 4 } }])
  })

  test('that nobody paid on its page lapses once that is over; what is paid after its end comes back', async () => {
    const { who, gives } = await s.people()
    const id = await s.ordered(who, gives)
    await s.pass(3 * DAY - MINUTE)
    const session = await s.begin(who, 'package', id)
    await s.pass(10 * MINUTE)
    expect((await s.pack(who, id)).state).toBe('ordered')
    s.stripe.expire(session)
    await s.deliver()
    await s.pass(MINUTE)
    expect((await s.rows('package', id)).map(({ state }) => state)).toEqual(['cancelled'])
    expect(s.refusal(await s.ask(who, 'package', id))).toEqual([409, 'lessons.no_payment'])
    // Nobody gives these lessons any more by the time it is paid.
    const other = await s.people()
    const late = await s.ordered(other.who, other.gives)
    const page = await s.begin(other.who, 'package', late)
    await s.gone(other.gives)
    s.stripe.pay(page)
    await s.deliver()
    await s.deliver()
    expect((await s.rows('package', late)).map(({ kind, state }) => [kind, state])).toEqual([
      ['balance', 'refunded'],
      ['refund', 'released'],
    ])
    expect((await s.booksOf('package', late))['provider clearing']).toBeUndefined()
  })
})
