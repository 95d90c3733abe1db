import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SERVICE } from '#app/server/scenes/cast.ts'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { DAY } from '#core/contract/time.ts'
import { transaction } from '#core/server/work.ts'
import { notifications } from '#features/notifications/table.ts'
import { settleCharge } from './commands.charges.ts'
import type { Membership } from './contract.ts'
import { membership_charges, membership_history, memberships } from './table.ts'

/* Plans: how they begin, are paid, change, pause and end; and what they limit. */

const AT = '/api/membership/'
const NOW = new Date('2026-11-10T15:00:00Z')
const ENV = { TRANSFER_ACCOUNT: 'Banco Ejemplo|Cuenta 00-1' }
const PRO = { plan: 'pro', interval: 'month', currency: 'USD' }

let t: TestApp
beforeAll(async () => {
  t = await testApp({ now: NOW, env: ENV })
})
afterAll(() => t?.close())

const of = async (who: Person): Promise<Membership> => (await who.get(AT)).body
const settle = (charge_id: number, failed?: string) =>
  transaction(t.app, t.clock.now(), (work) =>
    settleCharge(work, charge_id, 'Marta', failed ? { failed } : {}),
  )
const openOf = async (who: Person) => (await of(who)).open_charge?.id ?? 0
/** Lets days go by; sessions are used, so that they last. */
async function pass(days: number, ...people: Person[]) {
  for (let day = 0; day < days; day += 5) {
    t.clock.move(Math.min(5, days - day) * DAY)
    await t.app.jobs.runSweeps()
    for (const who of people) expect((await who.get(AT)).status).toBe(200)
  }
}
const told = (who: Person) =>
  t.db.$count(
    notifications,
    and(eq(notifications.user_id, who.id), eq(notifications.type, 'MEMBERSHIP_CHANGED')),
  )
const bandOf = async (who: Person, name = 'Los Ensayos') =>
  who.post('/api/projects/', { name, project_type: 'GROUP' })
/** A musician whose plan is paid for from today on. */
async function paying(plan: object = PRO) {
  const who = await t.person('MUSICIAN')
  expect((await who.post(`${AT}begin/`, plan)).status).toBe(200)
  await pass(14, who)
  await settle(await openOf(who))
  expect((await of(who)).held?.state).toBe('active')
  return who
}

describe('a plan', () => {
  test('is the free one first; nobody is asked for it without a session', async () => {
    const rosa = await t.person('MUSICIAN')
    expect((await t.anonymous.get(AT)).status).toBe(401)
    expect(await of(rosa)).toMatchObject({
      plan: 'free',
      held: null,
      next_charge: null,
      has_trial: true,
      entitlements: { projects: 2, active_services: 3, media: 6, fee_pct: 8 },
      transfer_account: 'Banco Ejemplo\nCuenta 00-1',
    })
  })
  test('is one’s own account’s, and one that is sold', async () => {
    const [rosa, ana, sol] = [
      await t.person('MUSICIAN'),
      await t.person('TALENT_HUNTER'),
      await t.person('STUDENT'),
    ]
    const wrong = await rosa.post(`${AT}begin/`, { ...PRO, plan: 'frequent' })
    expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([422, ['plan']])
    expect((await ana.post(`${AT}begin/`, PRO)).status).toBe(422)
    expect((await sol.post(`${AT}begin/`, { ...PRO, plan: 'plus' })).body.code).toBe('plans.not_sold')
    expect((await rosa.post(`${AT}begin/`, { ...PRO, plan: 'band' })).body.fields).toHaveProperty(
      'project_id',
    )
    const theirs = (await bandOf(await t.person('MUSICIAN'))).body.id
    expect((await rosa.post(`${AT}begin/`, { ...PRO, plan: 'band', project_id: theirs })).status).toBe(404)
    for (const step of ['cancel', 'keep', 'resume'])
      expect((await rosa.post(`${AT}${step}/`)).status).toBe(404)
    expect((await rosa.post(`${AT}pause/`, { months: 4 })).status).toBe(422)
  })
  test('isn’t sold where there is no account to transfer to, and the page can say so', async () => {
    const other = await testApp({ now: NOW })
    try {
      const rosa = await other.person('MUSICIAN')
      expect((await rosa.get(AT)).body.transfer_account).toBeNull()
      const refused = await rosa.post(`${AT}begin/`, PRO)
      expect([refused.status, refused.body.code]).toEqual([409, 'plans.not_payable'])
    } finally {
      await other.close()
    }
  })
})

describe('from the trial on', () => {
  test('fourteen days, seven more, and then the free limits; once an account', async () => {
    const rosa = await t.person('MUSICIAN')
    const begun = (await rosa.post(`${AT}begin/`, PRO)).body as Membership
    expect(begun).toMatchObject({ plan: 'pro', held: { state: 'trialing' }, has_trial: false })
    expect(begun.next_charge).toMatchObject({ amount: 900, at: begun.held?.period_end })
    expect((await rosa.post(`${AT}begin/`, PRO)).body.code).toBe('plans.has_one')
    await pass(8, rosa)
    expect((await of(rosa)).open_charge).toMatchObject({ state: 'due', amount: 900, kind: 'renewal' })
    await pass(7, rosa)
    expect(await of(rosa)).toMatchObject({ plan: 'pro', held: { state: 'past_due' } })
    await pass(7, rosa)
    expect(await of(rosa)).toMatchObject({ plan: 'free', held: null, open_charge: null, next_charge: null })
    expect(await told(rosa)).toBe(3)
    expect((await rosa.post(`${AT}begin/`, PRO)).body).toMatchObject({
      plan: 'free',
      held: { state: 'awaiting' },
      open_charge: { kind: 'first', amount: 900 },
    })
  })
  test('a transfer is recorded by its payer and confirmed by staff', async () => {
    const [rosa, luis] = [await t.person('MUSICIAN'), await t.person('MUSICIAN')]
    await rosa.post(`${AT}begin/`, PRO)
    await pass(10, rosa, luis)
    const charge_id = await openOf(rosa)
    const said = (who: Person, reference = 'BI-4411') => who.post(`${AT}transfer/`, { charge_id, reference })
    expect((await said(luis)).status).toBe(404)
    expect((await said(rosa, 'x')).status).toBe(422)
    expect((await said(rosa)).body.open_charge).toMatchObject({ state: 'declared', reference: 'BI-4411' })
    expect((await said(rosa)).body.code).toBe('plans.charge_settled')
    expect((await rosa.post(`${AT}cancel/`)).body.code).toBe('plans.charge_sent')
    await settle(charge_id, 'No aparece en el estado de cuenta')
    expect((await of(rosa)).open_charge).toMatchObject({ state: 'failed' })
    expect((await said(rosa, 'BI-4412')).status).toBe(200)
    await settle(charge_id)
    const now = await of(rosa)
    expect(now.held).toMatchObject({ state: 'active', period_paid: 900 })
    // The trial's days aren't lost: the month begins after them.
    expect(now.held?.period_end.slice(0, 10)).toBe(
      new Date(
        Date.UTC(
          t.clock.now().getUTCFullYear(),
          t.clock.now().getUTCMonth() + 1,
          t.clock.now().getUTCDate() + 4,
        ),
      )
        .toISOString()
        .slice(0, 10),
    )
    await expect(settle(charge_id)).rejects.toMatchObject({ code: 'plans.charge_settled' })
    const history = (await rosa.get(`${AT}charges/`)).body.results
    expect(history).toMatchObject([{ id: charge_id, state: 'paid', amount: 900 }])
    const noted = await t.db
      .select({ step: membership_history.step, by: membership_history.by })
      .from(membership_history)
      .where(eq(membership_history.charge_id, charge_id))
      .orderBy(membership_history.id)
    expect(noted.filter(({ by }) => by === 'Marta').map(({ step }) => step)).toEqual(['fail', 'pay'])
    expect((await luis.get(`${AT}charges/`)).body.results).toEqual([])
  })
  test('a transfer that was sent isn’t the payer’s fault: nothing ends before staff has looked', async () => {
    const rosa = await t.person('MUSICIAN')
    await rosa.post(`${AT}begin/`, PRO)
    await pass(15, rosa)
    await rosa.post(`${AT}transfer/`, { charge_id: await openOf(rosa), reference: 'BI-1' })
    await pass(20, rosa)
    expect((await of(rosa)).held?.state).toBe('past_due')
    await settle(await openOf(rosa))
    expect((await of(rosa)).held?.state).toBe('active')
  })
})

describe('a plan that is paid', () => {
  test('grows with the difference, once it is confirmed', async () => {
    const rosa = await paying()
    const project_id = (await bandOf(rosa)).body.id
    const up = { plan: 'band', interval: 'month', project_id }
    expect((await rosa.post(`${AT}change/`, { ...up, amount: 1 })).body.code).toBe('plans.price_moved')
    const asked = (await rosa.post(`${AT}change/`, { ...up, amount: 1_000 })).body as Membership
    expect(asked).toMatchObject({ plan: 'pro', open_charge: { kind: 'change', amount: 1_000 } })
    expect((await rosa.delete(`${AT}change/`)).body.open_charge).toBeNull()
    expect((await rosa.delete(`${AT}change/`)).status).toBe(409)
    await rosa.post(`${AT}change/`, { ...up, amount: 1_000 })
    await settle(await openOf(rosa))
    expect(await of(rosa)).toMatchObject({
      plan: 'band',
      held: { period_paid: 1_900, band: { id: project_id } },
    })
  })
  test('shrinks when its period ends; that can be undone', async () => {
    const rosa = await paying({ ...PRO, interval: 'year' })
    const down = { plan: 'pro', interval: 'month', amount: 0 }
    expect((await rosa.post(`${AT}change/`, down)).body).toMatchObject({
      held: { interval: 'year', next: { plan: 'pro', interval: 'month' } },
      next_charge: { amount: 900 },
    })
    expect((await rosa.delete(`${AT}change/`)).body.held.next).toBeNull()
    expect((await rosa.post(`${AT}change/`, { ...down, interval: 'year' })).body.code).toBe('plans.same')
  })
  test('is cancelled for the end of its period, and kept after all', async () => {
    const rosa = await paying()
    expect((await rosa.post(`${AT}cancel/`)).body).toMatchObject({
      plan: 'pro',
      next_charge: null,
      held: { cancels: true },
    })
    expect((await rosa.post(`${AT}keep/`)).body.held.cancels).toBe(false)
    await rosa.post(`${AT}cancel/`)
    await pass(32, rosa)
    expect(await of(rosa)).toMatchObject({ plan: 'free', held: null })
  })
  test('is paused with the free limits, and what was paid waits', async () => {
    const rosa = await paying()
    await pass(10, rosa)
    const left = Date.parse((await of(rosa)).held?.period_end ?? '') - t.clock.now().getTime()
    expect((await rosa.post(`${AT}pause/`, { months: 2 })).body).toMatchObject({
      plan: 'free',
      held: { state: 'paused' },
    })
    expect((await rosa.post(`${AT}pause/`, { months: 1 })).status).toBe(409)
    await pass(65, rosa)
    const { held } = await of(rosa)
    expect(held?.state).toBe('active')
    const now_left = Date.parse(held?.period_end ?? '') - Date.parse(held?.period_start ?? '')
    // The clock goes on while it is asked.
    expect(Math.abs(now_left - left)).toBeLessThan(10_000)
    expect((await rosa.post(`${AT}resume/`)).status).toBe(409)
  })
})

describe('limits', () => {
  const serviceOf = (who: Person, activate = true, media: object[] = []) =>
    who.post('/api/services/', { ...SERVICE, media, activate })
  const video = (n: number) => ({ kind: 'video', url: `https://youtu.be/${n}`, title: `Video ${n}` })

  test('hold for what is added, and race for the last place', async () => {
    const rosa = await t.person('MUSICIAN')
    const made = await Promise.all([1, 2, 3].map((n) => bandOf(rosa, `Banda ${n}`)))
    expect(made.filter(({ status }) => status === 409)).toHaveLength(2)
    expect((await bandOf(rosa)).body.code).toBe('plans.projects_full')
    const sold = await Promise.all(Array.from({ length: 8 }, () => serviceOf(rosa)))
    expect(sold.filter(({ status }) => status === 201)).toHaveLength(3)
    const draft = await serviceOf(rosa, false)
    expect(draft.status).toBe(201)
    const step = await rosa.post(`/api/services/${draft.body.id}/status/`, { step: 'activate' })
    expect([step.status, step.body.code]).toEqual([409, 'plans.services_full'])
    const many = await serviceOf(
      rosa,
      false,
      Array.from({ length: 7 }, (_, n) => video(n)),
    )
    expect([many.status, Object.keys(many.body.fields)]).toEqual([422, ['media']])
  })
  test('after a plan ended what is above them rests: what its owner chose stays', async () => {
    const rosa = await paying()
    const ids: number[] = []
    for (let n = 0; n < 5; n += 1)
      ids.push(
        (
          await serviceOf(
            rosa,
            true,
            Array.from({ length: 8 }, (_, m) => video(m)),
          )
        ).body.id,
      )
    const bands = [(await bandOf(rosa, 'Banda A')).body.id, (await bandOf(rosa, 'Banda B')).body.id]
    // What their quotes leave to the platform is read where prices are set.
    expect((await of(rosa)).bands.map(({ fee_pct }) => fee_pct)).toEqual([5, 5])
    const stays = { projects: [bands[1]], services: [ids[4], ids[3]] }
    const saved = await rosa.patch(`${AT}stays/`, stays)
    expect(saved.body).toMatchObject({ plan: 'pro' })
    const chosen = saved.body as Membership
    expect(chosen.services.filter((one) => one.stays).map(({ id }) => id)).toEqual([ids[0], ids[3], ids[4]])
    await rosa.post(`${AT}cancel/`)
    await pass(32, rosa)
    const now = await of(rosa)
    expect(now.services.map(({ id }) => id)).toEqual([ids[0], ids[3], ids[4]])
    expect(now.projects.map(({ name }) => name)).toContain('Banda B')
    expect(now.projects).toHaveLength(2)
    const shown = (await t.anonymous.get(`/api/directory/projects/${rosa.project_id}/`)).body
    if (shown.services) expect(shown.services[0].media).toHaveLength(6)
    // Nothing was deleted.
    expect((await rosa.get(`/api/services/${ids[1]}/`)).body).toMatchObject({ status: 'inactive' })
    expect((await rosa.get(`/api/services/${ids[0]}/`)).body.media).toHaveLength(8)
  })
})

test('two people who buy a plan for one band at once: one has it, and it serves both', async () => {
  const [rosa, luis] = [await t.person('MUSICIAN'), await t.person('MUSICIAN')]
  const project_id = (await bandOf(rosa)).body.id
  const { project_members } = await import('#features/projects/table.ts')
  await t.db.insert(project_members).values({ project_id, user_id: luis.id, role: 'COLLABORATOR' })
  const both = await Promise.all(
    [rosa, luis].map((who) => who.post(`${AT}begin/`, { ...PRO, plan: 'band', project_id })),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)?.body.code).toBe('plans.band_covered')
  expect([(await of(rosa)).plan, (await of(luis)).plan]).toEqual(['band', 'band'])
  expect(await t.db.$count(memberships, eq(memberships.project_id, project_id))).toBe(1)
})

test('fifty confirmations of one charge are one payment', async () => {
  const rosa = await t.person('MUSICIAN')
  await rosa.post(`${AT}begin/`, PRO)
  await pass(14, rosa)
  const id = await openOf(rosa)
  const done = await Promise.allSettled(Array.from({ length: 50 }, () => settle(id)))
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await of(rosa)).held).toMatchObject({ state: 'active', period_paid: 900 })
  expect(
    await t.db.$count(
      membership_charges,
      and(eq(membership_charges.user_id, rosa.id), eq(membership_charges.state, 'paid')),
    ),
  ).toBe(1)
})
