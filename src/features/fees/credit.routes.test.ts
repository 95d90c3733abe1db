import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '#app/server/testing.ts'
import { subject } from '#core/contract/subject.ts'
import { DAY } from '#core/contract/time.ts'
import { transaction } from '#core/server/work.ts'
import { agreementScene } from '#features/contracts/scene.fixture.ts'
import { prove } from '#features/ledger/commands.ts'
import { giveCredit } from '#features/plans/commands.credit.ts'
import type { Membership } from '#features/plans/contract.ts'
import { creditHeldBy } from '#features/plans/queries.ts'

/* Credit pays fees before it pays a plan, also those of a month that isn't over yet. */

let scene: Awaited<ReturnType<typeof agreementScene>>
beforeAll(async () => {
  scene = await agreementScene({ env: { TRANSFER_ACCOUNT: 'Banco Ejemplo|Cuenta 00-1' } })
})
afterAll(() => scene?.t.close())

test('what the fees of this month are to take pays no plan before them; what is more does', async () => {
  const { t, hunter, rosa } = scene
  /** Whoever signed in weeks ago isn't any more. */
  const late = async (): Promise<Pick<Person, 'get' | 'post'>> =>
    t.as({ token: await t.session(rosa.id, rosa.project_id ?? null) })
  const held = async () => (await (await late()).get('/api/membership/')).body as Membership
  const { agreement } = await scene.signed()
  await scene.pay(agreement, rosa)
  await hunter.post(`/api/contracts/${agreement.id}/payments/balance/`, { method: 'cash' })
  await rosa.post(`/api/contracts/${agreement.id}/payments/balance/confirm/`)
  const fee = agreement.terms.fees?.platform_fee ?? 0
  const played = Date.parse(agreement.terms.event.ends_at)
  const at = (days: number) => t.clock.set(new Date(played + days * DAY))
  at(-4)
  const choice = { plan: 'pro', interval: 'month', currency: 'USD' }
  expect((await (await late()).post('/api/membership/begin/', choice)).status).toBe(200)
  at(2)
  await t.app.jobs.runSweeps()
  // As much as the fees that gather, and half a month of Pro besides.
  await transaction(t.app, t.clock.now(), (work) =>
    giveCredit(work, { key: 'test:1 given', subject: subject('referral', 1) }, [rosa.id], fee + 450),
  )
  const gathering = async () => (await (await late()).get('/api/fees/gathering/')).body.results
  expect(await gathering()).toMatchObject([{ amount: fee }])
  expect(await held()).toMatchObject({ credit: { amount: fee + 450 }, next_charge: { amount: 450 } })
  // A week before the trial ends its first charge is made out.
  at(3.1)
  await t.app.jobs.runSweeps()
  expect((await held()).open_charge).toMatchObject({ amount: 900, credit: 450 })
  // The fees still gather: their credit waits for them.
  expect(await gathering()).toMatchObject([{ amount: fee }])
  expect(await creditHeldBy(t.db, rosa.id)).toBe(fee)
  const [year = 0, month = 1] = t.clock.now().toISOString().split('-').map(Number)
  t.clock.set(new Date(Date.UTC(year, month, 2, 12)))
  await t.app.jobs.runSweeps()
  const [statement] = (await (await late()).get('/api/fees/')).body.results
  expect(statement).toMatchObject({ amount: fee, credit: fee, state: 'paid' })
  expect(await creditHeldBy(t.db, rosa.id)).toBe(0)
  await prove(t.app, t.clock.now())
})
