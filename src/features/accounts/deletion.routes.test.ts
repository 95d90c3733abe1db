import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NOW, scouting } from '#app/server/scenes/wedding.fixture.ts'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { MINUTE } from '#core/contract/time.ts'
import { project_members } from '#features/projects/table.ts'
import { deletionsIn, GRACE, PASSWORD } from './deletion.fixture.ts'
import { account_exports, identities, sessions, users } from './table.ts'

/* Deleting an account: asked for, fourteen days to change one's mind, then carried out by the clock. */
let t: TestApp
beforeAll(async () => {
  t = await testApp({ now: NOW, max: 10 })
})
afterAll(() => t?.close())
const { row, ask, someone, graceOver, goes } = deletionsIn(() => t)

describe('asking for it', () => {
  test('wants the password, and sets the day two weeks from now', async () => {
    const ana = await someone('STUDENT')
    for (const [body, message] of [
      [{}, 'Este campo es requerido'],
      [{ password: 'otra-cosa-1' }, 'Esa no es tu contraseña'],
      [{ email: ana.email }, 'Este campo es requerido'],
    ] as const) {
      const refused = await ana.post('/api/auth/deletion/', body)
      expect([refused.status, refused.body.fields]).toEqual([422, { password: message }])
    }
    expect((await row(ana.id))?.delete_at).toBeNull()
    const { status, body } = await ask(ana)
    expect(status).toBe(200)
    expect(Math.abs(Date.parse(body.delete_at) - t.clock.now().getTime() - GRACE)).toBeLessThan(5_000)
    expect((await ana.get('/api/auth/profile/')).body.delete_at).toBe(body.delete_at)
    const again = await ask(ana)
    expect([again.status, again.body.code]).toEqual([409, 'accounts.deletion_planned'])
  })

  test('wants the e-mail typed where there is no password', async () => {
    const ana = await t.person('STUDENT')
    expect((await ana.get('/api/auth/deletion/')).body.confirm_by).toBe('email')
    const wrong = await ana.post('/api/auth/deletion/', { email: 'otra@correo.test' })
    expect([wrong.status, wrong.body.fields]).toEqual([422, { email: 'Ese no es tu correo' }])
    const right = await ana.post('/api/auth/deletion/', { email: ana.email.toUpperCase() })
    expect(right.status).toBe(200)
  })

  test('is no place to guess a password', async () => {
    const ana = await someone('STUDENT')
    const tries = []
    for (let n = 0; n < 11; n++)
      tries.push((await ana.post('/api/auth/deletion/', { password: `no-es-esta-${n}` })).status)
    expect(tries).toEqual([...Array.from({ length: 10 }, () => 422), 429])
  })

  test('ends the other sessions, and tells by mail', async () => {
    const ana = await someone('STUDENT')
    const other = t.as({ token: await t.session(ana.id) })
    expect((await other.get('/api/auth/profile/')).status).toBe(200)
    await ask(ana)
    expect((await other.get('/api/auth/profile/')).status).toBe(401)
    expect((await ana.get('/api/auth/profile/')).status).toBe(200)
    const [mail] = await t.mails(ana.email)
    expect(mail).toMatchObject({
      kind: 'deletion_planned',
      subject: 'Tu cuenta se borrará el 16 de marzo de 2026',
    })
  })

  test('says what it takes with it', async () => {
    const hunter = await someone('TALENT_HUNTER')
    const rosa = await someone('MUSICIAN')
    await t.project(rosa.id, 'GROUP', 'Los del Patio')
    await scouting(t, hunter, [{ project_ids: [rosa.project_id ?? 0] }])
    expect((await hunter.get('/api/auth/deletion/')).body).toEqual({
      delete_at: null,
      confirm_by: 'password',
      parts: [{ kind: 'orders', count: 1 }],
    })
    expect((await rosa.get('/api/auth/deletion/')).body.parts).toEqual([
      { kind: 'band_goes', count: 1, id: expect.any(Number), name: 'Los del Patio', blocks: false },
      { kind: 'services', count: 1 },
      { kind: 'requests', count: 1 },
    ])
  })

  test('is refused while they own a band that others play in, until it is handed over', async () => {
    const rosa = await someone('MUSICIAN')
    const luis = await someone('MUSICIAN')
    const band = await t.project(rosa.id, 'GROUP', 'Marimba Ixchel')
    const [member] = await t.db
      .insert(project_members)
      .values({ project_id: band, user_id: luis.id, role: 'COLLABORATOR' })
      .returning()
    expect((await rosa.get('/api/auth/deletion/')).body.parts[0]).toMatchObject({
      kind: 'band_hand_over',
      blocks: true,
    })
    expect((await luis.get('/api/auth/deletion/')).body.parts[0]).toMatchObject({
      kind: 'band_left',
      blocks: false,
    })
    const refused = await ask(rosa)
    expect([refused.status, refused.body]).toEqual([
      409,
      {
        code: 'projects.bands_to_hand_over',
        message: 'Primero transfiere estas bandas: Marimba Ixchel.',
      },
    ])
    expect((await row(rosa.id))?.delete_at).toBeNull()
    expect((await rosa.post(`/api/projects/${band}/transfer/`, { member_id: member?.id })).status).toBe(200)
    // Offered isn't handed over.
    expect((await ask(rosa)).status).toBe(409)
    expect((await luis.post(`/api/projects/${band}/transfer/answer/`, { action: 'accept' })).status).toBe(200)
    expect((await ask(rosa)).status).toBe(200)
  })
})

describe('changing one’s mind', () => {
  test('within the grace everything is as it was, and nothing happens on the day', async () => {
    const rosa = await someone('MUSICIAN', { name: 'Rosa Queda' })
    await ask(rosa)
    t.clock.move(GRACE - MINUTE)
    await t.app.jobs.runSweeps()
    const signedIn = await t.anonymous.post('/api/auth/login/', { username: rosa.email, password: PASSWORD })
    expect(signedIn.status).toBe(200)
    const kept = await t.as({ token: signedIn.body.access }).delete('/api/auth/deletion/')
    expect(kept.status).toBe(200)
    await graceOver()
    expect(await row(rosa.id)).toMatchObject({ name: 'Rosa Queda', delete_at: null, deleted_at: null })
    expect((await rosa.get('/api/auth/profile/')).body.delete_at).toBeNull()
    expect((await t.mails(rosa.email)).map(({ kind }) => kind)).toContain('deletion_dropped')
  })

  test('is refused when nothing was asked for', async () => {
    const ana = await someone('STUDENT')
    const refused = await ana.delete('/api/auth/deletion/')
    expect([refused.status, refused.body.code]).toEqual([409, 'accounts.deletion_not_planned'])
  })

  test('and the sweep decide in the database: both never win', async () => {
    const ana = await someone('STUDENT')
    await ask(ana)
    t.clock.move(GRACE + MINUTE)
    const [kept] = await Promise.all([ana.delete('/api/auth/deletion/'), t.app.jobs.runSweeps()])
    const gone = (await row(ana.id))?.deleted_at !== null
    expect(gone).toBe(kept.status !== 200)
  })
})

describe('a student’s account', () => {
  let ana: Person
  beforeAll(async () => {
    ana = await someone('STUDENT', { name: 'Ana Sin Rastro', email: 'ana@correo.test', city: 'Xela' })
    await t.db.insert(identities).values({ user_id: ana.id, issuer: 'https://id.test', subject: 'ana' })
    await ana.post('/api/auth/export/')
    await t.app.jobs.drain()
    await goes(ana)
  })

  test('is nobody’s: no name, no address, no way in', async () => {
    expect(await row(ana.id)).toMatchObject({
      name: null,
      email: `deleted:${ana.id}`,
      password_hash: null,
      verified_at: null,
      phone: null,
      city: null,
      delete_at: null,
    })
    for (const table of [sessions, identities, account_exports])
      expect(await t.db.$count(table, eq(table.user_id, ana.id))).toBe(0)
    expect(await readdir(path.join(t.app.config.data_dir, 'exports'))).toEqual([])
    expect((await ana.get('/api/auth/profile/')).status).toBe(401)
    for (const username of ['ana@correo.test', `deleted:${ana.id}`]) {
      const refused = await t.anonymous.post('/api/auth/login/', { username, password: PASSWORD })
      expect([refused.status, refused.body.code]).toEqual([401, 'accounts.wrong_credentials'])
    }
  })

  test('gets one last letter, at the address it had', async () => {
    const mails = await t.mails('ana@correo.test')
    expect(mails[0]).toMatchObject({ kind: 'deletion_done', subject: 'Borramos tu cuenta' })
  })

  test('leaves the e-mail free for a new account', async () => {
    const answer = await t.anonymous.post('/auth/signup', {
      name: 'Ana de Nuevo',
      email: 'ana@correo.test',
      password: PASSWORD,
      terms: true,
      birth_date: '1990-05-05',
    })
    expect(answer.status, answer.text).toBe(200)
    const { body } = await t.as({ token: answer.body.access }).get('/api/auth/profile/')
    expect(body).toMatchObject({ name: 'Ana de Nuevo', delete_at: null })
    expect(body.id).not.toBe(ana.id)
  })

  test('is not deleted twice', async () => {
    const before = await row(ana.id)
    await graceOver()
    expect(await row(ana.id)).toEqual(before)
  })
})

test('one that can’t be carried out keeps no other waiting, and is tried again', async () => {
  const [first, second] = [await someone('STUDENT'), await someone('STUDENT')]
  await ask(first)
  await ask(second)
  const { rows } = await t.db.$client.query(
    `insert into users (name, email, account_type, terms_accepted_at)
     values ('En medio', $1, 'STUDENT', now()) returning id`,
    [`deleted:${first.id}`],
  )
  t.clock.move(GRACE + MINUTE)
  await expect(t.app.jobs.runSweeps()).rejects.toThrow()
  expect((await row(first.id))?.deleted_at).toBeNull()
  expect((await row(second.id))?.deleted_at).toEqual(expect.any(String))
  await t.db.delete(users).where(eq(users.id, rows[0].id))
  await t.app.jobs.runSweeps()
  expect((await row(first.id))?.deleted_at).toEqual(expect.any(String))
})
