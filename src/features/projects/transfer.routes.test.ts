import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { HOUR } from '#core/contract/time.ts'
import { sessions } from '#features/accounts/table.ts'
import { music_projects, project_members, project_transfers } from './table.ts'

let t: TestApp
let olga: Person
let beto: Person
let band: number
let member: number

beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  olga = await t.person('MUSICIAN', { name: 'Olga' })
  beto = await t.person('MUSICIAN', { name: 'Beto' })
  band = await t.project(olga.id, 'GROUP', 'Los Faroles')
  member = await joined(beto)
})

async function joined(person: Person): Promise<number> {
  const [row] = await t.db
    .insert(project_members)
    .values({ project_id: band, user_id: person.id, role: 'COLLABORATOR' })
    .returning()
  return row?.id ?? 0
}
const offer = (member_id = member) => olga.post(`/api/projects/${band}/transfer/`, { member_id })
const answer = (who: Person, action: 'accept' | 'decline') =>
  who.post(`/api/projects/${band}/transfer/answer/`, { action })
const offersTo = async (who: Person) => (await who.get('/api/projects/transfers/')).body.results
const openOffer = async (who: Person) => (await who.get(`/api/projects/${band}/transfer/`)).body.transfer
const told = async (who: Person) =>
  (await who.get('/notifications/?notification_type=OWNERSHIP_RECEIVED')).body.results.map(
    ({ message }: { message: string }) => message,
  )
const ownersOf = async () =>
  (
    await t.db
      .select({ user_id: project_members.user_id })
      .from(project_members)
      .where(and(eq(project_members.project_id, band), eq(project_members.role, 'OWNER')))
  ).map(({ user_id }) => user_id)

describe('a band that is offered', () => {
  it('stays whose it is, and the member is told', async () => {
    const { status, body } = await offer()
    expect(status).toBe(200)
    expect(body).toMatchObject({
      band_name: 'Los Faroles',
      from: { id: olga.id, name: 'Olga' },
      to: { id: beto.id, name: 'Beto' },
      state: 'offered',
    })
    expect(await ownersOf()).toEqual([olga.id])
    expect(await told(beto)).toEqual(['Olga quiere que Los Faroles sea tuya. Nada cambia hasta que aceptes.'])
    expect(await offersTo(beto)).toMatchObject([{ id: body.id, project_id: band }])
    expect(await openOffer(olga)).toMatchObject({ id: body.id })
    expect((await beto.get(`/api/projects/${band}/transfer/`)).status).toBe(403)
    // Nobody else sees it or answers it.
    const carla = await t.person('MUSICIAN')
    expect(await offersTo(carla)).toEqual([])
    expect((await answer(carla, 'accept')).status).toBe(404)
    expect((await answer(olga, 'accept')).status).toBe(404)
  })

  it('is the member’s once they accept; the old owner stays and is told', async () => {
    await offer()
    expect((await answer(beto, 'accept')).body.state).toBe('accepted')
    expect(await ownersOf()).toEqual([beto.id])
    const [project] = await t.db.select().from(music_projects).where(eq(music_projects.id, band))
    expect(project).toMatchObject({ owner_id: beto.id, owned_since: expect.any(String) })
    expect((await olga.get(`/api/projects/${band}/`)).body.role).toBe('COLLABORATOR')
    expect(await told(olga)).toEqual(['Beto aceptó: Los Faroles ya es suya. Sigues en la banda.'])
    expect(await offersTo(beto)).toEqual([])
    // A second press changes nothing and is no mistake; a no comes too late.
    expect((await answer(beto, 'accept')).status).toBe(200)
    expect(await told(olga)).toHaveLength(1)
    const late = await answer(beto, 'decline')
    expect([late.status, late.body.code]).toEqual([409, 'projects.transfer_closed'])
    expect((await offer()).status).toBe(403)
  })

  it('stays with its owner when it is declined, and can be offered again', async () => {
    await offer()
    expect((await answer(beto, 'decline')).body.state).toBe('declined')
    expect(await ownersOf()).toEqual([olga.id])
    expect(await told(olga)).toEqual(['Beto no aceptó Los Faroles. Sigue siendo tuya.'])
    expect((await answer(beto, 'accept')).status).toBe(409)
    expect((await offer()).status).toBe(200)
    expect((await answer(beto, 'accept')).status).toBe(200)
  })

  it('is answered the same to a call that is sent again with its key', async () => {
    await offer()
    const key = { headers: { 'idempotency-key': 'la-banda-es-mia' } }
    const path = `/api/projects/${band}/transfer/answer/`
    const first = await beto.call('POST', path, { action: 'accept' }, key)
    const again = await beto.call('POST', path, { action: 'accept' }, key)
    expect([again.status, again.body]).toEqual([first.status, first.body])
    expect(first.body.state).toBe('accepted')
  })

  it('is taken back by its owner, which is told', async () => {
    await offer()
    const path = `/api/projects/${band}/transfer/`
    expect((await beto.delete(path)).status).toBe(403)
    expect((await olga.delete(path)).status).toBe(200)
    expect(await openOffer(olga)).toBeNull()
    expect((await told(beto))[0]).toBe('Olga ya no te ofrece Los Faroles.')
    expect((await answer(beto, 'accept')).status).toBe(409)
    expect((await olga.delete(path)).body.code).toBe('projects.transfer_closed')
    expect(await ownersOf()).toEqual([olga.id])
  })

  it('is offered to one at a time, by the database', async () => {
    const carla = await joined(await t.person('MUSICIAN'))
    const answers = await Promise.all([offer(), offer(carla), offer(), offer(carla)])
    // The same offer once more is the one that is there; another one has to wait.
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409])
    const open = await t.db.select().from(project_transfers).where(eq(project_transfers.project_id, band))
    expect(open).toHaveLength(1)
    await expect(
      t.db.insert(project_transfers).values({
        project_id: band,
        from_user_id: olga.id,
        to_user_id: beto.id,
        offered_at: t.clock.now().toISOString(),
      }),
    ).rejects.toThrow()
  })

  it('has one outcome of accepting while it is taken back', async () => {
    for (let round = 0; round < 5; round++) {
      await offer()
      const [accepted, withdrawn] = await Promise.all([
        answer(beto, 'accept'),
        olga.delete(`/api/projects/${band}/transfer/`),
      ])
      const won = accepted.status === 200
      expect([409, 403]).toContain(won ? withdrawn.status : accepted.status)
      expect(await ownersOf()).toEqual([won ? beto.id : olga.id])
      if (won) return
    }
  })

  it('is no longer offered when they leave or the band is put away', async () => {
    await offer()
    await beto.post(`/api/projects/${band}/leave/`)
    expect(await openOffer(olga)).toBeNull()
    await t.db.update(project_members).set({ left_at: null }).where(eq(project_members.id, member))
    await offer()
    await olga.post(`/api/projects/${band}/archive/`)
    expect(await offersTo(beto)).toEqual([])
    await olga.post(`/api/projects/${band}/restore/`)
    expect((await answer(beto, 'accept')).status).toBe(409)
  })

  it('wants a fresh proof, a member, and a band', async () => {
    expect((await offer(999_999)).status).toBe(404)
    const own = await olga.post(`/api/projects/${olga.project_id}/transfer/`, { member_id: 1 })
    expect([own.status, own.body.code]).toEqual([409, 'projects.personal_stays'])
    const { results } = (await olga.get(`/api/projects/${band}/members/`)).body
    expect((await offer(results[0].id)).body.code).toBe('projects.owner_already')
    expect((await beto.post(`/api/projects/${band}/transfer/`, { member_id: member })).status).toBe(403)
    const long_ago = new Date(t.clock.now().getTime() - HOUR).toISOString()
    await t.db.update(sessions).set({ proved_at: long_ago }).where(eq(sessions.user_id, olga.id))
    expect((await offer()).status).toBe(403)
    expect(await openOffer(olga)).toBeNull()
  })
})
