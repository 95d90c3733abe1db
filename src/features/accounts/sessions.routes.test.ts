import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/server/testing.ts'
import { permissionsOf } from '#features/access/rules.ts'
import { signedUpTo } from './signUp.fixture.ts'
import { sessions } from './table.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ max: 10 })
})
afterEach(() => t?.clock.reset())
afterAll(() => t?.close())

const bearer = (token: string) => t.as({ token })
const signedUp = (more: object = {}) => signedUpTo(t, more)

describe('somebody whose e-mail is not verified yet', () => {
  test('sees where they are signed in, and signs out there', async () => {
    const me = await signedUp()
    const enter = async () =>
      (await t.anonymous.post('/auth/login/', { username: me.email, password: me.password })).body.access
    const [second, third] = [await enter(), await enter()]
    const { status, body } = await me.me.get('/auth/sessions/')
    expect([status, body.results.length]).toEqual([200, 3])
    const path = `/auth/profile/${me.id}/checkVerified`
    const latest = body.results.find(({ current }: { current: boolean }) => !current)
    expect((await me.me.delete(`/auth/sessions/${latest.id}/`)).status).toBe(200)
    expect((await me.me.post('/auth/sessions/revoke-others/')).body).toEqual({ revoked: 1 })
    for (const token of [second, third]) expect((await bearer(token).get(path)).status).toBe(401)
    expect((await me.me.get(path)).body).toEqual({ verified: false })
  })
})

describe('the session', () => {
  test('without "remember me" it ends after 12 quiet hours, with it after 30 quiet days; use prolongs both', async () => {
    const me = await signedUp()
    const enter = async (remember: boolean) =>
      bearer(
        (await t.anonymous.post('/auth/login/', { username: me.email, password: me.password, remember })).body
          .access,
      )
    const path = `/auth/profile/${me.id}/checkVerified`
    const hour = 3_600_000
    const short = await enter(false)
    const long = await enter(true)
    t.clock.move(11 * hour)
    expect((await short.get(path)).status).toBe(200)
    t.clock.move(11 * hour)
    expect((await short.get(path)).status).toBe(200)
    t.clock.move(12 * hour + 1000)
    const gone = await short.get(path)
    expect([gone.status, gone.body]).toEqual([401, { message: 'Unauthorized', code: 'access.unauthorized' }])
    t.clock.move(28 * 24 * hour)
    expect((await long.get(path)).status).toBe(200)
    t.clock.move(29 * 24 * hour)
    expect((await long.get(path)).status).toBe(200)
    t.clock.move(30 * 24 * hour + 1000)
    expect((await long.get(path)).status).toBe(401)
  })

  test('ends after 90 days however often it is used', async () => {
    const me = await signedUp({ remember: true })
    const path = `/auth/profile/${me.id}/checkVerified`
    const day = 86_400_000
    for (const used of [29, 29, 29]) {
      t.clock.move(used * day)
      expect((await me.me.get(path)).status).toBe(200)
    }
    t.clock.move(3 * day - 60_000)
    expect((await me.me.get(path)).status).toBe(200)
    t.clock.move(120_000)
    expect((await me.me.get(path)).status).toBe(401)
  })

  test('is touched at most once a minute', async () => {
    const me = await signedUp()
    const lastUse = async () =>
      (await t.db.select().from(sessions).where(eq(sessions.user_id, me.id)))[0]?.last_used_at
    const first = await lastUse()
    await me.me.get(`/auth/profile/${me.id}/checkVerified`)
    expect(await lastUse()).toBe(first)
    t.clock.move(61_000)
    await me.me.get(`/auth/profile/${me.id}/checkVerified`)
    expect(await lastUse()).not.toBe(first)
  })

  test('logout ends it on the server', async () => {
    const me = await signedUp()
    expect((await t.anonymous.post('/auth/logout/')).status).toBe(401)
    expect((await me.me.post('/auth/logout/')).status).toBe(200)
    expect((await me.me.get(`/auth/profile/${me.id}/checkVerified`)).status).toBe(401)
  })

  test('permissions follow the account and the active project', async () => {
    const musician = await t.person('MUSICIAN')
    const { authenticate } = await import('#features/projects/commands.viewer.ts')
    const now = () => t.clock.now()
    expect(await authenticate(t.db, musician.token, now())).toMatchObject({
      id: musician.id,
      project_id: musician.project_id,
      project_type: 'INDIVIDUAL',
      owner: true,
      permissions: permissionsOf({ account_type: 'MUSICIAN', project_type: 'INDIVIDUAL', owner: true }),
    })
    const band = await t.project((await t.person('MUSICIAN')).id, 'GROUP', 'Los Planos')
    await t.db.update(sessions).set({ music_project_id: band }).where(eq(sessions.user_id, musician.id))
    // not a member of that band: the session falls back to the personal project
    expect((await authenticate(t.db, musician.token, now()))?.project_id).toBe(musician.project_id)
    const own = await t.project(musician.id, 'GROUP', 'Marea Sur')
    await t.db.update(sessions).set({ music_project_id: own }).where(eq(sessions.user_id, musician.id))
    const viewer = await authenticate(t.db, musician.token, now())
    expect(viewer).toMatchObject({ project_id: own, project_type: 'GROUP', owner: true })
    expect(viewer?.permissions).toContain('read:members')
    expect(viewer?.permissions).not.toContain('read:edit-profile')
    const hunter = await t.person('TALENT_HUNTER')
    expect(await authenticate(t.db, hunter.token, now())).toMatchObject({ project_id: null, owner: false })
    expect(await authenticate(t.db, 'x'.repeat(43), now())).toBeNull()
  })

  test('they are listed, and others are revoked, one or all; never somebody else’s', async () => {
    const me = await t.person('STUDENT')
    const other = await t.person('STUDENT')
    const second = await t.session(me.id)
    await t.session(me.id)
    const list = await me.get('/api/auth/sessions/')
    expect(list.body.results).toHaveLength(3)
    const current = list.body.results.filter((row: { current: boolean }) => row.current)
    expect(current).toHaveLength(1)
    expect(JSON.stringify(list.body)).not.toContain('token')
    const secondId = (await t.as({ token: second }).get('/api/auth/sessions/')).body.results.find(
      (row: { current: boolean }) => row.current,
    ).id
    expect((await other.delete(`/api/auth/sessions/${secondId}/`)).status).toBe(404)
    expect((await me.delete(`/api/auth/sessions/${current[0].id}/`)).status).toBe(409)
    expect((await me.delete(`/api/auth/sessions/${secondId}/`)).status).toBe(200)
    expect((await t.as({ token: second }).get('/api/auth/sessions/')).status).toBe(401)
    expect((await me.post('/api/auth/sessions/revoke-others/')).body).toEqual({ revoked: 1 })
    expect((await me.get('/api/auth/sessions/')).body.results).toHaveLength(1)
    expect((await t.anonymous.get('/api/auth/sessions/')).status).toBe(401)
  })

  test('whoever isn’t verified yet sees and ends theirs too', async () => {
    const me = await t.person('STUDENT', { verified: false })
    expect((await me.get('/api/notifications/')).body.code).toBe('access.unverified')
    const second = await t.session(me.id)
    await t.session(me.id)
    const { results } = (await me.get('/api/auth/sessions/')).body as {
      results: { id: number; current: boolean }[]
    }
    expect(results).toHaveLength(3)
    const other = results.find(({ current }) => !current)
    expect((await me.delete(`/api/auth/sessions/${other?.id}/`)).status).toBe(200)
    expect((await me.post('/api/auth/sessions/revoke-others/')).body).toEqual({ revoked: 1 })
    expect((await t.as({ token: second }).get('/api/auth/sessions/')).status).toBe(401)
    expect((await me.get('/api/auth/sessions/')).body.results).toHaveLength(1)
  })
})
