import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#app/server/testing.ts'
import { subject } from '#core/contract/subject.ts'
import { DAY, HOUR } from '#core/contract/time.ts'
import { gather } from '#core/server/events.ts'
import { transaction } from '#core/server/work.ts'
import { personalData } from '#features/accounts/queries.exports.ts'
import { prove } from '#features/ledger/commands.ts'
import { project_members } from '#features/projects/table.ts'
import { planCardScene } from './cards.fixture.ts'
import { settleCharge } from './commands.charges.ts'
import { giveCredit } from './commands.credit.ts'
import { erasePlans } from './commands.ts'
import type { Membership } from './contract.ts'
import { membership_charges, memberships, plan_cards } from './table.ts'

/* Plans that are paid by a transfer or charged to a card: the same becomes of both. Then what only cards do. */

const AT = '/api/membership/'
const PRO = { plan: 'pro', interval: 'month', currency: 'USD' }
const DECLINED = '4000000000000002'

let s: Awaited<ReturnType<typeof planCardScene>>
beforeAll(async () => {
  s = await planCardScene({ now: new Date('2026-03-10T15:00:00Z') })
})
afterEach(async () => {
  // Whatever happened: the books are right.
  await prove(s.t.app, s.t.clock.now())
})
afterAll(() => s?.close())

const post = async (who: Person, path: string, body: object = {}) =>
  (await s.late(who)).post(`${AT}${path}`, body)
const end = ({ held }: Membership) => Date.parse(held?.period_end ?? '')
/** Everything that somebody was asked for, the first first. */
const chargesOf = ({ id }: Person) =>
  s.t.db
    .select()
    .from(membership_charges)
    .where(eq(membership_charges.user_id, id))
    .orderBy(membership_charges.id)
const settle = (id: number) =>
  transaction(s.t.app, s.t.clock.now(), (work) => settleCharge(work, id, 'Marta'))
const WAYS = ['transfer', 'card'] as const

/** Somebody in their trial, whose plan is to be paid so. */
async function trying(way: (typeof WAYS)[number], card?: string) {
  const who = await s.t.person('MUSICIAN')
  expect((await post(who, 'begin/', PRO)).status).toBe(200)
  if (way === 'card') expect(await s.byCard(who, card)).toBeNull()
  return who
}
/** What is charged by then is paid: staff finds the transfer, or the card is charged. */
async function paid(way: (typeof WAYS)[number], who: Person) {
  const { open_charge } = await s.of(who)
  if (way === 'transfer') await settle(open_charge?.id ?? 0)
  else await s.deliver()
}
/** Somebody who has paid for a month of Pro that has just begun. */
async function paying(way: (typeof WAYS)[number]) {
  const who = await trying(way)
  await s.pass(end(await s.of(who)) + HOUR)
  await paid(way, who)
  expect((await s.of(who)).held?.state).toBe('active')
  return who
}

describe.each(WAYS)('a plan that is paid by %s', (way) => {
  test('is paid when the trial is over, once, with a receipt and in the books', async () => {
    const before = await s.booked('platform', 'earned')
    const who = await paying(way)
    const now = await s.of(who)
    expect(now).toMatchObject({ plan: 'pro', held: { state: 'active', period_paid: 900 }, open_charge: null })
    expect(new Date(end(now)).getUTCDate()).toBe(new Date(end(now)).getUTCDate())
    expect(now.next_charge).toMatchObject({ amount: 900, at: now.held?.period_end })
    expect(await s.booked('platform', 'earned')).toBe(before + 900)
    const { results } = (await (await s.late(who)).get(`${AT}charges/`)).body
    expect(results).toMatchObject([{ amount: 900, state: 'paid', method: way }])
    const receipts = (await (await s.late(who)).get('/api/receipts/')).body.results
    expect(receipts).toMatchObject([{ id: results[0].receipt_id, amount: 900, method: way, kind: 'plan' }])
  })

  test('grows at once with the difference, and shrinks when its period ends; that can be undone', async () => {
    const who = await paying(way)
    await s.pass(s.t.clock.now().getTime() + 5 * DAY)
    const yearly = { plan: 'pro', interval: 'year' }
    // What is left of a month by days, as the page says it.
    const held = await s.of(who)
    const days = Math.ceil((end(held) - s.t.clock.now().getTime()) / DAY)
    const all = Math.ceil((end(held) - Date.parse(held.held?.period_start ?? '')) / DAY)
    const amount = 9_000 - Math.floor((900 * days) / all)
    expect((await post(who, 'change/', { ...yearly, amount: amount - 1 })).body.code).toBe(
      'plans.price_moved',
    )
    expect((await post(who, 'change/', { ...yearly, amount })).status).toBe(200)
    await s.t.app.jobs.drain()
    await paid(way, who)
    const grown = await s.of(who)
    expect(grown).toMatchObject({ held: { interval: 'year', state: 'active', period_paid: 9_000 } })
    expect(end(grown) - s.t.clock.now().getTime()).toBeGreaterThan(360 * DAY)
    const { results } = (await (await s.late(who)).get(`${AT}charges/`)).body
    expect(results[0]).toMatchObject({ kind: 'change', amount, state: 'paid' })
    const less = { plan: 'pro', interval: 'month', amount: 0 }
    expect((await post(who, 'change/', less)).body.held).toMatchObject({ next: { interval: 'month' } })
    await (await s.late(who)).delete(`${AT}change/`)
    expect((await s.of(who)).held?.next).toBeNull()
    await post(who, 'change/', less)
    await s.t.app.jobs.drain()
    await s.pass(end(grown) + HOUR)
    await paid(way, who)
    const shrunk = await s.of(who)
    expect(shrunk.held).toMatchObject({ interval: 'month', state: 'active', period_paid: 900, next: null })
    expect(end(shrunk) - end(grown)).toBeLessThan(32 * DAY)
  })

  test('is cancelled for the end of its period and kept after all; cancelled, nothing is charged', async () => {
    const who = await paying(way)
    expect((await post(who, 'cancel/')).body).toMatchObject({ held: { cancels: true }, next_charge: null })
    await s.t.app.jobs.drain()
    expect((await post(who, 'keep/')).body.held.cancels).toBe(false)
    await post(who, 'cancel/')
    await s.t.app.jobs.drain()
    await s.pass(end(await s.of(who)) + HOUR)
    expect(await s.of(who)).toMatchObject({ plan: 'free', held: null })
    const { results } = (await (await s.late(who)).get(`${AT}charges/`)).body
    expect(results.filter(({ state }: { state: string }) => state === 'paid')).toHaveLength(1)
  })

  test('waits for what is left of it in a pause', async () => {
    const who = await paying(way)
    const before = await s.of(who)
    await s.pass(s.t.clock.now().getTime() + 10 * DAY)
    const left = end(before) - s.t.clock.now().getTime()
    expect((await post(who, 'pause/', { months: 1 })).body.held.state).toBe('paused')
    await s.t.app.jobs.drain()
    // The day on which it would have been charged: nothing is.
    await s.pass(end(before) + HOUR)
    expect((await s.of(who)).held?.state).toBe('paused')
    await post(who, 'resume/')
    await s.t.app.jobs.drain()
    const resumed = await s.of(who)
    expect(Math.abs(end(resumed) - s.t.clock.now().getTime() - left)).toBeLessThan(HOUR)
    await s.pass(end(resumed) + HOUR)
    await paid(way, who)
    expect((await s.of(who)).held).toMatchObject({ state: 'active', period_paid: 900 })
  })

  test('that nobody pays is late for seven days, and then free', async () => {
    const who = await trying(way)
    if (way === 'card') s.stripe.changeCard(s.subscription().customer, DECLINED)
    const over = end(await s.of(who))
    await s.pass(over + HOUR)
    expect(await s.of(who)).toMatchObject({ plan: 'pro', held: { state: 'past_due' } })
    await s.pass(over + 6 * DAY)
    expect((await s.of(who)).plan).toBe('pro')
    await s.pass(over + 7 * DAY + HOUR)
    await s.pass()
    expect(await s.of(who)).toMatchObject({ plan: 'free', held: null })
    if (way === 'card') expect(s.subscription().status).toBe('canceled')
  })
})

describe('a card', () => {
  test('is asked for on one page, also of fifty; left, a transfer is as good as before', async () => {
    const who = await s.t.person('MUSICIAN')
    await post(who, 'begin/', PRO)
    const pages = await Promise.all(Array.from({ length: 50 }, () => s.page(who)))
    expect(new Set(pages).size).toBe(1)
    expect((await s.of(who)).card).toMatchObject({ state: 'open' })
    // While somebody may type in a card nothing else is done.
    expect((await post(who, 'cancel/')).body.code).toBe('plans.card_begun')
    expect((await post(who, 'pause/', { months: 1 })).body.code).toBe('plans.card_begun')
    expect((await (await s.late(who)).delete(`${AT}card/`)).body.card).toBeNull()
    expect(s.stripe.completePlan(pages[0] ?? '')).toBe('session_over')
    expect((await post(who, 'cancel/')).status).toBe(200)
    expect((await post(who, 'card/')).body.code).toBe('plans.moved_on')
  })

  test('takes the place of a charge that waits for a transfer, and pays it at once', async () => {
    const who = await trying('transfer')
    const over = end(await s.of(who))
    await s.pass(over + HOUR)
    const { open_charge } = await s.of(who)
    expect(open_charge).toMatchObject({ state: 'due', method: 'transfer' })
    expect(await s.byCard(who, DECLINED)).toBe('generic_decline')
    expect((await s.of(who)).open_charge?.id).toBe(open_charge?.id)
    const page = await s.page(who)
    expect(s.stripe.completePlan(page)).toBeNull()
    // Known as soon as they come back, before the provider calls.
    expect((await post(who, 'card/check/')).body).toMatchObject({
      ...{ held: { state: 'active', period_paid: 900 }, card: { state: 'running', late: false } },
      open_charge: null,
    })
    await s.deliver()
    const { results } = (await (await s.late(who)).get(`${AT}charges/`)).body
    expect(
      results.map(({ state, method }: { state: string; method: string }) => `${method} ${state}`),
    ).toEqual(['card paid', 'transfer cancelled'])
    // The month that was paid for begins when the trial ended, and so the next charge comes.
    await s.pass()
    expect(s.subscription().items.data[0].current_period_end * 1000).toBe(
      Math.floor(end(await s.of(who)) / 1000) * 1000,
    )
  })

  test('that isn’t taken for another plan changes nothing; changed on the provider’s page, it is', async () => {
    const who = await paying('card')
    s.stripe.changeCard(s.subscription().customer, DECLINED)
    const { held } = await s.of(who)
    const amount = 9_000 - 900
    s.t.clock.set(new Date(held?.period_start ?? ''))
    expect((await post(who, 'change/', { plan: 'pro', interval: 'year', amount })).status).toBe(200)
    await s.t.app.jobs.drain()
    expect(await s.of(who)).toMatchObject({ held: { interval: 'month', state: 'active' }, open_charge: null })
    const url = (await post(who, 'card/portal/')).body.url as string
    expect(url).toContain('/portal/')
    s.stripe.changeCard(s.subscription().customer, '4242424242424242')
    await post(who, 'change/', { plan: 'pro', interval: 'year', amount })
    await s.t.app.jobs.drain()
    await s.deliver()
    expect((await s.of(who)).held).toMatchObject({ interval: 'year', period_paid: 9_000 })
  })

  test('that was late pays as soon as it is changed', async () => {
    const who = await trying('card')
    s.stripe.changeCard(s.subscription().customer, DECLINED)
    const over = end(await s.of(who))
    await s.pass(over + HOUR)
    expect(await s.of(who)).toMatchObject({ held: { state: 'past_due' }, card: { late: true } })
    s.stripe.changeCard(s.subscription().customer, '4242424242424242')
    await s.deliver()
    expect(await s.of(who)).toMatchObject({ held: { state: 'active' }, card: { late: false } })
    expect(end(await s.of(who))).toBeGreaterThan(over + 27 * DAY)
  })

  test('is charged once, however many calls say so; what is untrue or another’s changes nothing', async () => {
    const who = await trying('card')
    s.t.clock.set(new Date(end(await s.of(who)) + HOUR))
    s.stripe.pass()
    const event = s.stripe.events.findLast(({ type }) => type === 'invoice.paid') as { id: string }
    await Promise.all(Array.from({ length: 50 }, (_, n) => s.call({ ...event, id: `evt_many_${n}` })))
    await s.t.app.jobs.drain()
    expect(await s.t.db.$count(membership_charges, eq(membership_charges.user_id, who.id))).toBe(1)
    await s.deliver()
    // Another amount, or another currency, than was asked for.
    const before = await s.of(who)
    for (const wrong of [{ unit_amount: 1 }, { currency: 'gtq' }]) {
      const { price } = s.subscription().items.data[0]
      const right = { ...price }
      Object.assign(price, wrong)
      if ('currency' in wrong) s.subscription().currency = 'gtq'
      await s.pass(end(await s.of(who)) + HOUR)
      Object.assign(price, right)
      s.subscription().currency = 'usd'
    }
    expect(await s.t.db.$count(membership_charges, eq(membership_charges.user_id, who.id))).toBe(1)
    expect((await s.of(who)).held?.period_end).toBe(before.held?.period_end)
    expect(
      await s.call({
        ...event,
        id: 'evt_nobodys',
        data: { object: { id: 'in_x', metadata: { plan_card: '99999999' } } },
      }),
    ).toBe(200)
    await s.t.app.jobs.drain()
  })

  test('whose answers are lost is begun once, changed once and charged once', async () => {
    const who = await s.t.person('MUSICIAN')
    await post(who, 'begin/', PRO)
    const sessions = s.stripe.all('checkout.session').length
    s.stripe.faults.push('after', 'trouble')
    expect((await post(who, 'card/')).status).toBe(503)
    const page = await s.page(who)
    expect(s.stripe.all('checkout.session').length).toBe(sessions + 1)
    expect(s.stripe.completePlan(page)).toBeNull()
    await s.deliver()
    await s.pass(end(await s.of(who)) + HOUR)
    // What is asked for first is answered; that it was charged isn't, twice.
    s.stripe.faults.push('none', 'none', 'none', 'after', 'after')
    const held = await s.of(who)
    const days = Math.ceil((end(held) - s.t.clock.now().getTime()) / DAY)
    const all = Math.ceil((end(held) - Date.parse(held.held?.period_start ?? '')) / DAY)
    const amount = 9_000 - Math.floor((900 * Math.min(all, days)) / all)
    expect((await post(who, 'change/', { plan: 'pro', interval: 'year', amount })).status).toBe(200)
    await expect(s.t.app.jobs.drain()).rejects.toThrow()
    expect(s.stripe.faults).toEqual([])
    expect((await s.of(who)).open_charge).toMatchObject({ method: 'card', state: 'due' })
    await s.pass(s.t.clock.now().getTime() + HOUR)
    await s.pass(s.t.clock.now().getTime() + HOUR)
    expect((await s.of(who)).held?.interval).toBe('year')
    const paidOf = await chargesOf(who)
    expect(paidOf.filter(({ state }) => state === 'paid').map((one) => one.amount)).toEqual([900, amount])
  })

  test('isn’t charged for what credit pays whole; what it doesn’t the card pays all of', async () => {
    const who = await paying('card')
    await transaction(s.t.app, s.t.clock.now(), (work) =>
      giveCredit(work, { key: 'test:1 given', subject: subject('referral', 1) }, [who.id], 1_000),
    )
    const first = end(await s.of(who))
    expect((await s.of(who)).next_charge?.amount).toBe(0)
    await s.pass(first - 6 * DAY)
    const credited = await s.of(who)
    expect(credited).toMatchObject({ credit: { amount: 100 }, next_charge: { amount: 900 } })
    expect(end(credited)).toBeGreaterThan(first + 27 * DAY)
    await s.pass(first + HOUR)
    await s.pass(end(credited) + HOUR)
    expect((await chargesOf(who)).map(({ method, credit }) => `${method} ${credit}`)).toEqual([
      'card 0',
      'card 900',
      'card 0',
    ])
  })

  test('is charged for nothing once the account is gone, and what it was meanwhile goes back', async () => {
    const who = await paying('card')
    const sub = s.subscription()
    await transaction(s.t.app, s.t.clock.now(), (work) => erasePlans(work, who.id))
    // Charged before the provider was told.
    s.t.clock.set(new Date(sub.items.data[0].current_period_end * 1000 + HOUR))
    s.stripe.pass()
    const before = s.stripe.all('refund').length
    await s.t.app.jobs.drain()
    expect(sub.status).toBe('canceled')
    expect(s.stripe.all('refund').length).toBe(before + 1)
    const [card] = await s.t.db.select().from(plan_cards).where(eq(plan_cards.subscription_id, sub.id))
    expect(card).toMatchObject({ state: 'over', email: '' })
  })

  test('is in the copy of its payer’s data and nobody else’s, without how the provider knows it', async () => {
    const who = await paying('card')
    const copy = async ({ id: user_id }: Person) => {
      const { app, db, clock } = s.t
      const parts = await gather({ app, db, now: clock.now() }, personalData, { user_id })
      const its = parts.flatMap((part) => ('document' in part && part.document === 'plans' ? [part] : []))
      return JSON.parse(JSON.stringify(await its[0]?.read(db)))
    }
    const [held] = await copy(who)
    expect(held.cards).toMatchObject([
      { state: 'running', plan: 'pro', interval: 'month', amount: 900, currency: 'USD', email: who.email },
    ])
    const { id, customer } = s.subscription()
    const all = JSON.stringify(held)
    for (const secret of [id, customer, 'cs_', '/c/pay/']) expect(all).not.toContain(secret)
    const [other] = await copy(await paying('transfer'))
    expect(other.cards).toEqual([])
  })

  test('is its payer’s: 401 for nobody, 404 without a plan, 409 for what isn’t there', async () => {
    const who = await s.t.person('MUSICIAN')
    for (const [path, method] of [
      ['card/', 'post'],
      ['card/check/', 'post'],
      ['card/portal/', 'post'],
      ['card/', 'delete'],
    ] as const) {
      expect((await s.t.anonymous[method](`${AT}${path}`)).status).toBe(401)
      expect((await (await s.late(who))[method](`${AT}${path}`)).status).toBe(404)
    }
    await post(who, 'begin/', PRO)
    expect((await post(who, 'card/portal/')).body.code).toBe('plans.no_card')
    expect((await (await s.late(who)).delete(`${AT}card/`)).body.code).toBe('plans.no_card')
    expect((await post(who, 'card/check/')).status).toBe(200)
    await s.byCard(who)
    expect((await post(who, 'card/')).body.code).toBe('plans.card_runs')
    expect((await (await s.late(who)).delete(`${AT}card/`)).body.code).toBe('plans.card_runs')
    const other = await s.t.person('MUSICIAN')
    await post(other, 'begin/', { ...PRO, currency: 'GTQ' })
    expect((await post(other, 'card/')).body.code).toBe('payments.no_cards')
  })
})

test('two people upgrade one band at once: one subscription, whoever pays how', async () => {
  for (const way of WAYS) {
    const [rosa, luis] = [await paying(way), await paying(way)]
    const project_id = (
      await (await s.late(rosa)).post('/api/projects/', { name: `Los ${way}`, project_type: 'GROUP' })
    ).body.id
    await s.t.db.insert(project_members).values({ project_id, user_id: luis.id, role: 'COLLABORATOR' })
    const both = await Promise.all(
      [rosa, luis].map(async (who) => {
        const held = await s.of(who)
        const days = Math.ceil((end(held) - s.t.clock.now().getTime()) / DAY)
        const all = Math.ceil((end(held) - Date.parse(held.held?.period_start ?? '')) / DAY)
        const amount = 1_900 - Math.floor((900 * Math.min(all, days)) / all)
        return post(who, 'change/', { plan: 'band', interval: 'month', project_id, amount })
      }),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.body.code).toBe('plans.band_covered')
    await s.t.app.jobs.drain()
    const winner = both[0]?.status === 200 ? rosa : luis
    await paid(way, winner)
    expect(await s.t.db.$count(memberships, eq(memberships.project_id, project_id))).toBe(1)
    expect([(await s.of(rosa)).plan, (await s.of(luis)).plan]).toEqual(['band', 'band'])
  }
})
