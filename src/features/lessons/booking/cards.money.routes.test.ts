import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '#core/contract/time.ts'
import { transaction } from '#core/server/work.ts'
import { prove } from '#features/ledger/commands.ts'
import { staffIn } from '#features/staff/staff.fixture.ts'
import { student, teacher } from '../scene.fixture.ts'
import { lessonCards } from './cards.fixture.ts'
import { settlePayment } from './commands.payments.ts'
import { unsettled } from './queries.staff.ts'

/* What becomes of money that came by card for lessons: it is kept, goes on, comes back, or is asked back by a bank. */

const AT = '/api/lessons/'
let s: Awaited<ReturnType<typeof lessonCards>>
beforeAll(async () => {
  s = await lessonCards()
})
afterAll(() => s?.close())

const FEE = 160
const states = async (of: 'lesson' | 'package', id: number) =>
  (await s.rows(of, id)).map(({ kind, state }) => [kind, state])
const project = ({ project_id }: { project_id: number | null }) => project_id ?? 0

describe('what was paid by card for a lesson', () => {
  test('is kept until 48 hours after it, and goes on less the fee to the teacher’s account', async () => {
    const { who, gives } = await s.people()
    const account = await s.readyAccount(gives, project(gives))
    const id = await s.accepted(who, gives, s.slot(2))
    await s.pay(who, 'lesson', id)
    const { ends_at } = await s.lesson(who, id)
    await s.passTo(ends_at, MINUTE)
    expect((await s.step(who, id, 'confirm')).body.state).toBe('confirmed')
    const kept = s.paid(await s.lesson(gives, id))
    expect(kept).toMatchObject({
      state: 'held',
      release_at: new Date(Date.parse(ends_at) + 48 * HOUR).toISOString(),
    })
    await s.passTo(ends_at, 48 * HOUR - MINUTE)
    expect(s.sentTo(account)).toBe(0)
    await s.passTo(ends_at, 48 * HOUR + MINUTE)
    expect(s.paid(await s.lesson(gives, id))).toMatchObject({
      state: 'released',
      card: { sent: 2000 - FEE, to_send: 0 },
    })
    expect(s.sentTo(account)).toBe(2000 - FEE)
    expect(await s.booksOf('lesson', id)).toMatchObject({
      ...{ 'provider clearing': -FEE, 'platform earned': FEE },
      ...{ 'project earned': 2000 - FEE, 'outside hand': FEE - 2000 },
    })
    const { results } = (await gives.get(`/api/payouts/?project=${gives.project_id}`)).body
    expect(results).toMatchObject([{ sums: [{ waiting: 0, sent: 2000 - FEE }] }])
  })

  test('waits for the teacher’s account, and nothing is asked of them meanwhile', async () => {
    const { who, gives } = await s.people()
    const id = await s.accepted(who, gives, s.slot(2))
    await s.pay(who, 'lesson', id)
    const { ends_at } = await s.lesson(who, id)
    await s.passTo(ends_at, MINUTE)
    // Confirmed by the clock three days later: it needn’t be kept any more.
    await s.passTo(ends_at, 73 * HOUR)
    expect(s.paid(await s.lesson(gives, id))).toMatchObject({
      state: 'released',
      card: { sent: 0, to_send: 2000 - FEE },
    })
    const account = await s.readyAccount(gives, project(gives))
    await s.deliver()
    expect(s.sentTo(account)).toBe(2000 - FEE)
  })

  test('comes back to the card when it is cancelled in time, and nobody records it', async () => {
    const { who, gives } = await s.people()
    const id = await s.accepted(who, gives, s.slot(5))
    await s.pay(who, 'lesson', id)
    await s.step(who, id, 'cancel_as_student')
    const on_its_way = s.refund(await s.lesson(gives, id))
    expect(on_its_way).toMatchObject({ state: 'processing', method: 'card', amount: 2000, may: [] })
    expect(s.refusal(await gives.post(`${AT}payments/lesson/${id}/`, { method: 'cash' }))).toEqual([
      409,
      'lessons.no_payment',
    ])
    await s.t.app.jobs.drain()
    await s.deliver()
    const ended = await s.lesson(who, id)
    expect(s.paid(ended)).toMatchObject({ state: 'refunded' })
    expect(s.refund(ended)).toMatchObject({ state: 'released', method: 'card' })
    expect(await s.news(who, `lesson:${id} card_returned`)).toHaveLength(1)
    expect((await s.booksOf('lesson', id))['project owed']).toBeUndefined()
  })

  test('is the teacher’s when it is cancelled late, as by hand', async () => {
    const { who, gives } = await s.people()
    const account = await s.readyAccount(gives, project(gives))
    const id = await s.accepted(who, gives, s.slot(2))
    await s.pay(who, 'lesson', id)
    const { starts_at, ends_at } = await s.lesson(who, id)
    await s.passTo(starts_at, -2 * HOUR)
    await s.step(who, id, 'cancel_as_student')
    expect(s.paid(await s.lesson(who, id))?.state).toBe('held')
    await s.passTo(ends_at, 48 * HOUR + MINUTE)
    expect(s.sentTo(account)).toBe(2000 - FEE)
    expect(await states('lesson', id)).toEqual([['balance', 'released']])
  })

  test('that no card takes back waits for staff, and nothing else of cards does', async () => {
    const { who, gives } = await s.people()
    const id = await s.accepted(who, gives, s.slot(5))
    await s.pay(who, 'lesson', id)
    const [held] = await s.rows('lesson', id)
    const settle = (payment_id: number, outcome?: { failed: string }) =>
      transaction(s.t.app, s.t.clock.now(), (work) => settlePayment(work, payment_id, 'ana', outcome))
    await expect(settle(held?.id ?? 0)).rejects.toMatchObject({ code: 'payments.card_begun' })
    Object.assign(s.stripe.all('charge').at(-1) ?? {}, { disputed: true })
    await s.step(gives, id, 'cancel_as_teacher')
    await s.t.app.jobs.drain()
    expect(s.refund(await s.lesson(who, id))).toMatchObject({ state: 'processing', card: { stuck: true } })
    const [, refund] = await s.rows('lesson', id)
    const waiting = await unsettled(s.t.db, s.t.clock.now(), 50)
    expect(waiting.map((one) => one.id)).toContain(refund?.id)
    const marta = await staffIn(s.t)
    const { facts, acts } = (await marta.get(`/api/staff/queue/lesson_payment/${refund?.id}/`)).body
    expect(acts.map(({ act }: { act: string }) => act)).toEqual(['find'])
    expect(facts).toContainEqual(expect.objectContaining({ name: 'method', text: 'Tarjeta' }))
    await expect(settle(refund?.id ?? 0, { failed: 'no' })).rejects.toMatchObject({
      code: 'payments.card_begun',
    })
    expect((await settle(refund?.id ?? 0)).held_at).not.toBeNull()
    expect((await s.booksOf('lesson', id))['project owed']).toBeUndefined()
  })
})

describe('a bank that wants back what was paid for a lesson', () => {
  test('stops it meanwhile; won, it goes on', async () => {
    const { who, gives } = await s.people()
    const account = await s.readyAccount(gives, project(gives))
    const id = await s.accepted(who, gives, s.slot(2))
    await s.pay(who, 'lesson', id)
    const claim = await s.dispute()
    for (const by of [who, gives]) {
      expect(s.paid(await s.lesson(by, id))?.card?.dispute).toBe('open')
      expect(await s.news(by, `lesson:${id} card_disputed`)).toHaveLength(1)
    }
    const { ends_at } = await s.lesson(who, id)
    await s.passTo(ends_at, MINUTE)
    await s.passTo(ends_at, 80 * HOUR)
    expect(s.paid(await s.lesson(gives, id))?.state).toBe('held')
    s.stripe.endDispute(claim, 'won')
    await s.deliver()
    await s.pass(MINUTE)
    expect(s.paid(await s.lesson(gives, id))).toMatchObject({ state: 'released', card: { dispute: 'won' } })
    expect(await s.news(gives, `lesson:${id} card_dispute_won`)).toHaveLength(1)
    expect(s.sentTo(account)).toBe(2000 - FEE)
  })

  test('and gets it: a lesson that hasn’t begun is off, one that was given stays and its money is gone', async () => {
    const { who, gives } = await s.people()
    const id = await s.accepted(who, gives, s.slot(5))
    await s.pay(who, 'lesson', id)
    await s.dispute('lost')
    const off = await s.lesson(gives, id)
    expect([off.state, s.paid(off)?.state, s.refund(off)]).toEqual([
      'cancelled_by_student',
      'refunded',
      undefined,
    ])
    for (const by of [who, gives]) expect(await s.news(by, `lesson:${id} card_dispute_off`)).toHaveLength(1)
    expect(await s.holders(id)).toEqual([])
    expect((await s.booksOf('lesson', id))['project held']).toBeUndefined()

    const given = await s.accepted(who, gives, s.slot(2))
    await s.pay(who, 'lesson', given)
    const { ends_at } = await s.lesson(who, given)
    await s.passTo(ends_at, MINUTE)
    await s.dispute('lost')
    expect((await s.lesson(who, given)).state).toBe('held')
    await s.passTo(ends_at, 80 * HOUR)
    expect((await s.lesson(who, given)).state).toBe('confirmed')
    expect(await states('lesson', given)).toEqual([['balance', 'refunded']])
    expect(await s.news(gives, `lesson:${given} card_dispute_lost`)).toHaveLength(1)
    await prove(s.t.app, s.t.clock.now())
  })
})

describe('what was paid by card for a package', () => {
  test('goes on once it is used up, two days after its last lesson', async () => {
    const { who, gives } = await s.people()
    const account = await s.readyAccount(gives, project(gives))
    const id = await s.ordered(who, gives)
    await s.pay(who, 'package', id)
    const ids = await s.lessonsOf(who, gives, id, [s.slot(2), s.slot(3), s.slot(4), s.slot(5)])
    const { ends_at } = await s.lesson(who, ids[3] ?? 0)
    for (const one of ids) {
      await s.passTo((await s.lesson(who, one)).ends_at, MINUTE)
      await s.step(who, one, 'confirm')
    }
    await s.pass(MINUTE)
    expect(await s.rows('package', id)).toMatchObject([
      { state: 'held', release_at: new Date(Date.parse(ends_at) + 48 * HOUR).toISOString() },
    ])
    await s.passTo(ends_at, 48 * HOUR + MINUTE)
    expect(await states('package', id)).toEqual([['balance', 'released']])
    expect(s.sentTo(account)).toBe(7200 - 576)
  })

  test('comes back to the card as far as it wasn’t taken, and the rest goes on', async () => {
    const { who, gives } = await s.people()
    const account = await s.readyAccount(gives, project(gives))
    const id = await s.ordered(who, gives)
    await s.pay(who, 'package', id)
    const [first] = await s.lessonsOf(who, gives, id, [s.slot(2)])
    await s.passTo((await s.lesson(who, first ?? 0)).ends_at, MINUTE)
    await s.step(who, first ?? 0, 'confirm')
    expect((await gives.post(`${AT}packages/${id}/refund/`)).status).toBe(200)
    await s.t.app.jobs.drain()
    await s.deliver()
    expect(await s.rows('package', id)).toMatchObject([
      { state: 'refunded', refunded: 5400 },
      { kind: 'refund', state: 'released', method: 'card', amount: 5400 },
    ])
    expect(s.sentTo(account)).toBe(1800 - 144)
    expect(await s.news(who, `lesson_package:${id} card_returned`)).toHaveLength(1)
    await prove(s.t.app, s.t.clock.now())
  })

  test('that its bank gets back ends it: what is ahead is off, and what is left can’t be booked', async () => {
    const { who, gives } = await s.people()
    const id = await s.ordered(who, gives)
    await s.pay(who, 'package', id)
    const [ahead] = await s.lessonsOf(who, gives, id, [s.slot(5)])
    await s.dispute('lost')
    expect((await s.lesson(who, ahead ?? 0)).state).toBe('cancelled_by_student')
    expect(await states('package', id)).toEqual([['balance', 'refunded']])
    const more = await who.post(`${AT}series/`, { package_id: id, note: '', starts: [s.slot(7)] })
    expect(s.refusal(more)).toEqual([409, 'lessons.no_credit'])
    for (const by of [who, gives])
      expect(await s.news(by, `lesson_package:${id} card_dispute_off`)).toHaveLength(1)
    expect((await s.booksOf('package', id))['project held']).toBeUndefined()
    await prove(s.t.app, s.t.clock.now())
  })
})

describe('another teacher gives what was paid by card', () => {
  const three = async () => ({ ...(await s.people()), other: await teacher(s.t) })

  test('of a single lesson all of it is theirs, and nobody is told to pass anything on', async () => {
    const all = await three()
    const { who, gives, other } = all
    const account = await s.readyAccount(other, project(other))
    const id = await s.accepted(who, gives, s.slot(3))
    await s.pay(who, 'lesson', id)
    const proposal = await s.handedOver(all, id)
    for (const by of [gives, other])
      expect((await s.listed(by)).find((one) => one.id === proposal)).toMatchObject({
        ...{ earns: 2000 - FEE, passes: null, by_card: true },
      })
    const { ends_at } = await s.lesson(who, id)
    await s.passTo(ends_at, MINUTE)
    await s.passTo(ends_at, 73 * HOUR)
    expect(s.sentTo(account)).toBe(2000 - FEE)
    expect(await s.books(gives)).toEqual({ held: 0 })
    // Cancelled, it goes back to the card, and who was asked first has nothing of it.
    const off = await s.accepted(who, gives, s.slot(3))
    await s.pay(who, 'lesson', off)
    const handed = await s.handedOver(all, off)
    await s.step(other, off, 'cancel_as_teacher')
    await s.t.app.jobs.drain()
    await s.deliver()
    expect(await states('lesson', off)).toEqual([
      ['balance', 'refunded'],
      ['refund', 'released'],
    ])
    expect(await s.told(gives, handed)).not.toContain('returned')
  })

  test('of a package its part goes to them two days after that lesson, and the rest to who sold it', async () => {
    const all = await three()
    const { who, gives, other } = all
    const [seller, theirs] = [
      await s.readyAccount(gives, project(gives)),
      await s.readyAccount(other, project(other)),
    ]
    const id = await s.ordered(who, gives)
    await s.pay(who, 'package', id)
    const ids = await s.lessonsOf(who, gives, id, [s.slot(3), s.slot(9), s.slot(11), s.slot(13)])
    const [first = 0, second = 0, , last = 0] = ids
    await s.handedOver(all, first)
    const { ends_at } = await s.lesson(who, first)
    await s.passTo(ends_at, MINUTE)
    await s.step(who, first, 'confirm')
    expect(await s.rows('package', id)).toMatchObject([{ state: 'held', shared: 1656 }])
    expect(await s.news(gives, `lesson:${first} share`)).toMatchObject([{ voice: 'substitute_share_card' }])
    expect(await s.books(gives)).toMatchObject({ held: 7200 - 1656 })
    expect(await s.books(other)).toMatchObject({ earned: 1656 })
    await s.passTo(ends_at, 48 * HOUR - MINUTE)
    expect(s.sentTo(theirs)).toBe(0)
    await s.passTo(ends_at, 48 * HOUR + 20 * MINUTE)
    expect([s.sentTo(theirs), s.sentTo(seller)]).toEqual([1656, 0])
    await s.handedOver(all, second)
    const end = (await s.lesson(who, last)).ends_at
    for (const one of ids.slice(1)) await s.passTo((await s.lesson(who, one)).ends_at, MINUTE)
    await s.passTo(end, 73 * HOUR)
    await s.pass(20 * MINUTE)
    expect([s.sentTo(theirs), s.sentTo(seller)]).toEqual([2 * 1656, 7200 - 576 - 2 * 1656])
    expect(await s.books(gives)).toMatchObject({ held: 0, earned: 7200 - 576 - 2 * 1656 })
    expect(await s.booksOf('package', id)).toMatchObject({ 'platform earned': 576 })
    await prove(s.t.app, s.t.clock.now())
  })

  test('what they earned and wasn’t sent yet goes when the bank gets it back; what was sent the platform bears', async () => {
    for (const sent of [false, true]) {
      const all = await three()
      const { who, gives, other } = all
      const theirs = await s.readyAccount(other, project(other))
      const id = await s.ordered(who, gives)
      await s.pay(who, 'package', id)
      const [first = 0, second = 0] = await s.lessonsOf(who, gives, id, [s.slot(3), s.slot(9)])
      await s.handedOver(all, first)
      const { ends_at } = await s.lesson(who, first)
      await s.passTo(ends_at, MINUTE)
      await s.step(who, first, 'confirm')
      await s.passTo(ends_at, sent ? 49 * HOUR : HOUR)
      await s.dispute('lost')
      await s.pass(3 * DAY)
      expect((await s.lesson(who, second)).state).toBe('cancelled_by_student')
      expect(s.sentTo(theirs)).toBe(sent ? 1656 : 0)
      expect((await s.books(other)).earned ?? 0).toBe(sent ? 1656 : 0)
      expect((await s.books(gives)).held ?? 0).toBe(0)
      await prove(s.t.app, s.t.clock.now())
    }
  })

  test('what a student of theirs pays by hand is passed on by hand, as before', async () => {
    const [who, gives, other] = [await student(s.t), await teacher(s.t), await teacher(s.t)]
    const id = await s.single(who, gives, s.slot(3))
    const proposal = await s.handedOver({ who, gives, other }, id)
    expect((await s.listed(gives)).find((one) => one.id === proposal)).toMatchObject({
      ...{ passes: 2000, by_card: false },
    })
  })
})
