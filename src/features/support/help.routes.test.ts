import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { DAY } from '#core/contract/time.ts'
import { staffIn } from '#features/staff/staff.fixture.ts'

let t: TestApp
let staff: Person
beforeAll(async () => {
  t = await testApp()
  staff = await staffIn(t)
})
afterAll(() => t.close())

const vote = async (who: Pick<Person, 'post'>, article: string, helped: boolean) =>
  (await who.post(`/api/support/help/${article}/`, { helped })).body.counted
const votes = async (who = staff) => (await who.get('/api/staff/help/')).body.results

it('an answer of the help is rated once a day by each person, and by each address without one', async () => {
  const ana = await t.person('TALENT_HUNTER')
  expect(await votes()).toEqual([])
  expect([await vote(ana, 'deposit', true), await vote(ana, 'deposit', false)]).toEqual([true, false])
  expect([await vote(t.anonymous, 'deposit', false), await vote(t.anonymous, 'deposit', true)]).toEqual([
    true,
    false,
  ])
  expect(await vote(ana, 'score', true)).toBe(true)
  expect(await votes()).toEqual([
    { article: 'deposit', yes: 1, no: 1 },
    { article: 'score', yes: 1, no: 0 },
  ])
  t.clock.move(DAY + 1000)
  expect(await vote(ana, 'deposit', false)).toBe(true)
  expect((await votes())[0]).toEqual({ article: 'deposit', yes: 1, no: 2 })
  t.clock.move(92 * DAY)
  expect(await votes(await staffIn(t, 'José Xol'))).toEqual([])
})

it('whoever has one IPv6 address has a network of them, and one vote', async () => {
  const from = async (remoteAddress: string) =>
    (
      await t.inject({
        method: 'POST',
        url: '/api/support/help/cancel/',
        payload: { helped: true },
        remoteAddress,
      })
    ).body.counted
  expect(await from('2001:db8:1:2::1')).toBe(true)
  expect(await from('2001:db8:1:2::2')).toBe(false)
  expect(await from('2001:db8:1:3::1')).toBe(true)
})

it('what isn’t an answer isn’t rated, and only staff reads the votes', async () => {
  const ana = await t.person('TALENT_HUNTER')
  expect((await ana.post('/api/support/help/nothing_here/', { helped: true })).status).toBe(404)
  expect((await ana.post('/api/support/help/deposit/', {})).status).toBe(422)
  expect((await ana.get('/api/staff/help/')).status).toBe(403)
})
