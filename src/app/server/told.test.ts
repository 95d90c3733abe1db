import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY } from '#core/contract/time.ts'
import { transaction } from '#core/server/work.ts'
import { withdrawContract } from '#features/contracts/contract.leaving.ts'
import type { NotificationType } from '#features/notifications/contract.ts'
import { typesOf } from '#features/notifications/rules.delivery.ts'
import { notifications } from '#features/notifications/table.ts'
import { listReviewRounds, writeReview } from '#features/reviews/contract.ts'
import { answerTicket } from '#features/support/commands.ts'
import { openThread, sendMessage } from '#features/threads/contract.ts'
import { decide } from '#features/verification/commands.ts'
import { identity_checks } from '#features/verification/table.ts'
import { contractsOf, payDeposit, receiveDeposit, sign } from './scenes/order.ts'
import { musicianOf, wedding } from './scenes/wedding.fixture.ts'
import { type Person, type TestApp, testApp } from './testing.ts'

/*
 * The types that the product has besides those of the specification, each with the step that tells it. Of plans and of
 * referrals, whose steps are many, their own tests do (features/plans, features/referrals); the whole journey is in
 * journey.test.ts.
 */

let t: TestApp
let boss: Person
let player: Person
beforeAll(async () => {
  t = await testApp({ now: '2026-03-02T15:00:00.000Z', told: true })
  boss = await t.person('TALENT_HUNTER', { name: 'Elena Anfitriona' })
  player = await t.person('MUSICIAN', { name: 'Rosa Música' })
})
afterAll(() => t?.close())

const times = (who: Person, type: NotificationType) =>
  t.db.$count(notifications, and(eq(notifications.user_id, who.id), eq(notifications.type, type)))

const project = () => player.project_id ?? 0
const write = async (who: Person) => {
  const { results } = await who.api(listReviewRounds, { query: {} })
  const body = { satisfaction: 5, professionalism: 5, communication: 5, punctuality: 5, text: '' }
  await who.api(writeReview, { params: { id: results[0]?.id ?? 0 }, body })
}
/** The agreement of a wedding that both are about to sign. */
async function accepted(starts_at: string) {
  const { order_id } = await wedding(t, 'accepted', boss, [{ project_ids: [project()] }], { starts_at })
  const [contract] = await contractsOf(boss, order_id)
  if (!contract) throw new Error('no agreement')
  return contract
}

test('each type is told by its step, to whom it is for, and is among the choices of who gets it', async () => {
  let contract = await accepted('2026-04-19T00:00:00.000Z')
  const artist = await musicianOf(t, project())
  const steps: [NotificationType, Person, () => Promise<unknown>][] = [
    [
      'MESSAGE_RECEIVED',
      player,
      async () => {
        const { id } = await boss.api(openThread, { body: { project_id: project() } })
        const body = {
          text: '¿Tocan boleros?',
          client_id: '0a2f7c1e-5b7d-4c43-9a51-2f1f6a3d9e01',
          file_ids: [],
        }
        await boss.api(sendMessage, { params: { id }, body })
      },
    ],
    ['CONTRACT_READY', boss, () => sign(artist, contract, artist.name)],
    ['PAYMENT_DUE', boss, () => sign(boss, contract, boss.name)],
    [
      'PAYMENT_RECEIVED',
      boss,
      async () => {
        await payDeposit(boss, contract.id, 'TR-1')
        await receiveDeposit(artist, contract.id)
      },
    ],
    [
      'PAYOUT_RELEASED',
      player,
      async () => {
        t.clock.set(new Date(Date.parse('2026-04-19T00:00:00.000Z') + 3 * DAY))
        for (let n = 0; n < 2; n++) await t.app.jobs.runSweeps()
      },
    ],
    ['REVIEW_REQUESTED', player, () => write(boss)],
    ['REVIEW_PUBLISHED', boss, () => write(player)],
    [
      'EVENT_AT_RISK',
      boss,
      async () => {
        contract = await accepted('2026-06-20T00:00:00.000Z')
        await sign(boss, contract, boss.name)
        await sign(artist, contract, artist.name)
        await payDeposit(boss, contract.id, 'TR-2')
        await receiveDeposit(artist, contract.id)
        await player.api(withdrawContract, { params: { id: contract.id }, body: { reason: 'Me enfermé' } })
      },
    ],
    [
      'SUPPORT_REPLIED',
      boss,
      async () => {
        const { body } = await boss.post('/api/support/tickets/', {
          topic: 'other',
          title: 'No veo mi pedido',
          text: 'Desde ayer.',
        })
        await transaction(t.app, t.clock.now(), (work) =>
          answerTicket(work, body.id, { by: 'Carla', text: 'Ya quedó.' }),
        )
      },
    ],
    [
      'IDENTITY_CHECKED',
      player,
      async () => {
        const its = { user_id: player.id, name: player.name, consent_version: 1 }
        const [sent] = await t.db
          .insert(identity_checks)
          .values({ ...its, sent_at: t.clock.now().toISOString() })
          .returning()
        await transaction(t.app, t.clock.now(), (work) => decide(work, sent?.id ?? 0, 'Carla'))
      },
    ],
    [
      'OWNERSHIP_RECEIVED',
      player,
      async () => {
        const leader = await t.person('MUSICIAN')
        const band = (await leader.post('/api/projects/', { name: 'Los Relevos', project_type: 'GROUP' }))
          .body
        await leader.post(`/api/projects/${band.id}/switch/`)
        const invited = await leader.post(`/api/projects/${band.id}/invitations/`, { email: player.email })
        await player.patch(`/api/invitations/${invited.body.id}/accept/`, { action: 'accept' })
        const { results } = (await leader.get(`/api/projects/${band.id}/members/`)).body
        const member = results.find((one: { user: { id: number } }) => one.user.id === player.id)
        await t.allProve()
        await leader.post(`/api/projects/${band.id}/transfer/`, { member_id: member.id })
      },
    ],
  ]
  const table: string[] = []
  for (const [type, who, step] of steps) {
    const before = await times(who, type)
    await step()
    const after = await times(who, type)
    expect([type, after > before]).toEqual([type, true])
    expect(typesOf(who === boss ? 'TALENT_HUNTER' : 'MUSICIAN')).toContain(type)
    table.push(`${type}: ${who.name}`)
  }
  expect(table).toHaveLength(11)
  // Whoever writes a program reads of each call whom it tells.
  expect([...t.untold]).toEqual([])
}, 300_000)
