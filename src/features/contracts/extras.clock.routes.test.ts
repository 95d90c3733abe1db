import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { leftBehind } from '#app/server/leftBehind.fixture.ts'
import type { Person } from '#app/server/testing.ts'
import { DAY, HOUR, MINUTE } from '#core/contract/time.ts'
import { base, extrasScene, HOUR_MORE, lastOf } from './extras.fixture.ts'

/* What time does to an extra: nobody answers it, or nobody pays it. */

let s: Awaited<ReturnType<typeof extrasScene>>
beforeAll(async () => {
  s = await extrasScene()
})
afterEach(() => s.backToStart())
afterAll(() => s.close())

test.each(['hunter', 'artist'] as const)(
  'an extra of the %s that nobody answers is off after seven days: both read it, who proposed it is told once',
  async (side) => {
    const agreement = await s.firm()
    const [own, other] = side === 'hunter' ? [s.hunter, s.rosa] : [s.rosa, s.hunter]
    const told = async (who: Person) => {
      const { results } = (await (await s.now(who)).get('/api/notifications/')).body
      return results.filter(({ title }: { title: string }) => title === 'Tu extra quedó sin respuesta').length
    }
    const letters = async (who: Person) =>
      (await s.t.mails(who.email)).filter(
        ({ kind, text }) => kind === 'agreement_extra_unanswered' && text.includes(agreement.number),
      ).length
    const { body } = await own.post(`${base(agreement)}/extras/`, HOUR_MORE)
    const { state, proposed_at = '', reply_by } = lastOf(body) ?? {}
    const until = new Date(Date.parse(proposed_at) + 7 * DAY)
    expect([state, reply_by]).toEqual(['proposed', until.toISOString()])
    await s.t.app.jobs.drain()
    const [asked] = (await s.t.mails(other.email)).filter(
      ({ kind, text }) => kind === 'agreement_extra_proposed' && text.includes(agreement.number),
    )
    expect(asked?.text).toMatch(/a más tardar el \S+, \d+ de \S+ de 2026, \d\d:\d\d; después ya no va/)

    const path = `${base(agreement)}/extras/${lastOf(body)?.id}/`
    const stands = async () => {
      const read = [await s.read(await s.now(own), agreement), await s.read(await s.now(other), agreement)]
      return read.map((one) => [lastOf(one)?.state, lastOf(one)?.payment])
    }
    await s.at(new Date(until.getTime() - MINUTE))
    expect(await stands()).toEqual(Array(2).fill(['proposed', null]))
    // From that moment on nobody agrees to it, also before the clock has come by.
    s.t.clock.set(until)
    const late = await (await s.now(other)).post(`${path}accept/`)
    expect([late.status, late.body.code]).toEqual([409, 'contracts.extra_moved_on'])
    for (const ms of [0, MINUTE]) await s.at(new Date(until.getTime() + ms))
    expect(await stands()).toEqual(Array(2).fill(['unanswered', null]))
    expect([await letters(own), await letters(other)]).toEqual([1, 0])
    const [letter] = (await s.t.mails(own.email)).filter(({ kind }) => kind === 'agreement_extra_unanswered')
    expect(letter?.text).toContain('Puedes proponer otro')
    expect([await told(own), await told(other)]).toEqual([1, 0])
    // It waits for nobody any more, and another one may come.
    expect((await (await s.now(s.rosa)).get('/api/home/music/')).body.waiting.to_confirm).toBe(0)
    expect((await (await s.now(own)).delete(path)).body.code).toBe('contracts.extra_moved_on')
    const again = await (await s.now(own)).post(`${base(agreement)}/extras/`, HOUR_MORE)
    expect(lastOf(again.body)?.state).toBe('proposed')
    expect(await leftBehind(s.t.db, s.t.clock.now())).toEqual([])
    // For the other side's turn of this test.
    await (await s.now(own)).delete(`${base(agreement)}/extras/${lastOf(again.body)?.id}/`)
    await s.t.db.execute('delete from notifications')
  },
)

test('who proposed an extra is told that they may propose another only while they may', async () => {
  const agreement = await s.firm()
  await s.playedFor(agreement, 13 * DAY)
  const { body } = await (await s.now(s.rosa)).post(`${base(agreement)}/extras/`, HOUR_MORE)
  expect(lastOf(body)?.state).toBe('proposed')
  await s.at(new Date(Date.parse(lastOf(body)?.reply_by ?? '') + MINUTE))
  const letter = (await s.t.mails(s.rosa.email)).find(({ kind }) => kind === 'agreement_extra_unanswered')
  expect(letter?.text).toContain('ya no va')
  expect(letter?.text).not.toContain('Puedes proponer otro')
})

test('an extra that was agreed is asked for as every payment: before it is due, that day, and while it is late; paid, no more', async () => {
  const agreement = await s.firm()
  const extra = await s.agreed(agreement)
  const due = Date.parse(extra.payment?.due_at ?? '')
  const at = async (ms: number) => {
    await s.at(new Date(due + ms))
    return [await s.asked(s.hunter, agreement), await s.asked(s.rosa, agreement)]
  }
  expect(await at(-3 * DAY - HOUR)).toEqual([0, 0])
  expect(await at(-3 * DAY)).toEqual([1, 0])
  expect(await at(-HOUR)).toEqual([1, 0])
  // Overdue: both are told.
  expect(await at(MINUTE)).toEqual([2, 1])
  expect(await at(3 * DAY)).toEqual([3, 2])
  expect(await at(10 * DAY)).toEqual([4, 3])
  expect((await s.paidInCash(agreement, 'extra')).payment?.state).toBe('released')
  expect(await at(17 * DAY + MINUTE)).toEqual([4, 3])
})
