import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { DAY, HOUR } from '#core/contract/time.ts'
import { transaction } from '#core/server/work.ts'
import { lessonOf, NOW, student, teacher } from '#features/lessons/scene.fixture.ts'
import { notifications } from '#features/notifications/table.ts'
import { creditHeldBy } from '#features/plans/queries.ts'
import { register } from './commands.ts'
import { referrals } from './table.ts'

/* Who came to learn, or to teach, counts with their first paid lesson. */

const LESSONS = '/api/lessons/'
let t: TestApp
beforeAll(async () => {
  t = await testApp({ now: NOW, env: { TRANSFER_ACCOUNT: 'Banco Ejemplo|Cuenta 00-1' } })
})
afterAll(() => t?.close())

const slot = (day: number) =>
  new Date(Date.parse('2026-02-02T00:00:00.000Z') + day * DAY + 22 * HOUR).toISOString()
const rowOf = async ({ id }: { id: number }) =>
  (await t.db.select().from(referrals).where(eq(referrals.invited_id, id)))[0]

/** Somebody came by the code of somebody else. */
async function cameBy(inviter: Person, who: Person): Promise<void> {
  const { code } = (await inviter.post('/api/referrals/code/')).body
  await transaction(t.app, t.clock.now(), (work) =>
    register(work, { user_id: who.id, ref: code, verified: true }),
  )
}

test('neither asked for nor paid is enough; given and paid is, and both get their reward two weeks later', async () => {
  const [inviter, other] = [await t.person('MUSICIAN'), await t.person('STUDENT')]
  const [who, gives] = [await student(t), await teacher(t)]
  await cameBy(inviter, who)
  await cameBy(other, gives)
  const asked = { service_id: gives.service_id, kind: 'single', starts_at: slot(3), note: '' }
  const { id } = (await who.post(LESSONS, asked)).body
  await gives.post(`${LESSONS}${id}/steps/`, { step: 'accept' })
  const told = { method: 'transfer', reference: 'R-1' }
  await who.post(`${LESSONS}payments/lesson/${id}/`, told)
  await gives.post(`${LESSONS}payments/lesson/${id}/confirm/`)
  await t.app.jobs.runSweeps()
  for (const one of [who, gives])
    expect(await rowOf(one)).toMatchObject({ state: 'verified', lesson_id: null })

  t.clock.move(4 * DAY)
  await t.app.jobs.runSweeps()
  await who.post(`${LESSONS}${id}/steps/`, { step: 'confirm' })
  await t.app.jobs.runSweeps()
  for (const one of [who, gives])
    expect(await rowOf(one)).toMatchObject({ state: 'qualified', lesson_id: id, contract_id: null })

  t.clock.move(14 * DAY + HOUR)
  await t.app.jobs.runSweeps()
  for (const one of [who, gives]) expect((await rowOf(one))?.state).toBe('rewarded')
  for (const one of [inviter, other, who, gives]) expect(await creditHeldBy(t.db, one.id)).toBe(1_000)
  // Who has no plan that it could pay isn't told that it does.
  const rows = await t.db
    .select({ user_id: notifications.user_id, params: notifications.params })
    .from(notifications)
    .where(eq(notifications.type, 'REFERRAL_REWARDED'))
  const voices = new Map(rows.map(({ user_id, params }) => [user_id, params.voice]))
  expect([inviter, other, who, gives].map(({ id: user_id }) => voices.get(user_id))).toEqual([
    'inviter',
    'inviter_kept',
    'invited_kept',
    'invited',
  ])
})

test('what isn’t paid any more goes back to waiting', async () => {
  const [inviter, who, gives] = [await t.person('MUSICIAN'), await student(t), await teacher(t)]
  await cameBy(inviter, who)
  const lesson_id = await lessonOf(t, who, gives, t.clock.now())
  const at = t.clock.now().toISOString()
  await t.db
    .update(referrals)
    .set({ state: 'qualified', lesson_id, qualified_at: at, reward_at: at })
    .where(eq(referrals.invited_id, who.id))
  await t.app.jobs.runSweeps()
  expect(await rowOf(who)).toMatchObject({ state: 'verified', qualified_at: null, lesson_id: null })
})
