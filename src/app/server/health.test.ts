import { rmSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { account_exports } from '#features/accounts/table.ts'
import { files } from '#features/files/table.ts'
import { givePlan } from '#features/plans/plans.fixture.ts'
import { music_projects } from '#features/projects/table.ts'
import { type Person, type TestApp, testApp } from './testing.ts'

const MB = 1024 * 1024
let t: TestApp
let ana: Person
let free = 10_000 * MB
let isUp = true

beforeAll(async () => {
  const home = '/database'
  t = await testApp({ embedded: { home, isUp: () => isUp }, free: async () => free })
  ana = await t.person('MUSICIAN')
  await givePlan(t.db, ana.id)
})
afterAll(async () => {
  await t.close()
  rmSync(t.app.config.data_dir, { recursive: true, force: true })
})

const asked = async (path: string) => {
  const { status, body } = await t.anonymous.get(path)
  return [status, body]
}

describe('health', () => {
  it('says that the process is well and takes calls', async () => {
    expect(await asked('/healthz')).toEqual([200, { status: 'ok' }])
    expect(await asked('/readyz')).toEqual([200, { status: 'ready', room: 'enough' }])
  })
  it('says so while the database is being started again, and when it is back', async () => {
    isUp = false
    expect(await asked('/healthz')).toEqual([503, { status: 'the database is started again' }])
    expect(await asked('/readyz')).toEqual([503, { status: 'no database' }])
    isUp = true
    expect((await asked('/healthz'))[0]).toBe(200)
    expect((await asked('/readyz'))[0]).toBe(200)
  })
})

describe('when the disk gets full', () => {
  const has = async (megabytes: number) => {
    free = megabytes * MB
    await t.app.disk.look()
  }
  const ES = 'Ahora no hay espacio para guardar esto. Prueba de nuevo más tarde.'
  const EN = "There's no room to save this right now. Try again later."

  async function upload(language = 'es') {
    const bytes = await sharp({ create: { width: 100, height: 100, channels: 3, background: '#c90a47' } })
      .png()
      .toBuffer()
    const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n'
    return t.inject({
      method: 'POST',
      url: '/api/files/',
      headers: {
        'content-type': 'multipart/form-data; boundary=x',
        'accept-language': language,
        authorization: `Bearer ${ana.token}`,
      },
      payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--x--\r\n')]),
    })
  }
  const band = (name: string) => ana.post('/api/projects/', { name, project_type: 'GROUP' })
  /** Rows of everything that is tried here. */
  const counts = async () => [
    await t.db.$count(files),
    await t.db.$count(account_exports),
    await t.db.$count(music_projects),
  ]

  it('uploads and copies of data are refused first, in both languages, and nothing of them is there', async () => {
    await has(511)
    const before = await counts()
    const refused = await upload()
    expect([refused.status, refused.body]).toEqual([507, { code: 'common.no_room', message: ES }])
    expect(refused.headers['retry-after']).toBe('60')
    expect((await upload('en')).body.message).toBe(EN)
    expect((await ana.post('/api/auth/export/')).status).toBe(507)
    expect(await counts()).toEqual(before)
    expect((await band('Otra banda')).status).toBe(201)
    expect(await asked('/readyz')).toEqual([200, { status: 'ready', room: 'short' }])
  })

  it('then all writes; who reads, deletes or leaves still can', async () => {
    await has(255)
    const before = await counts()
    const refused = await band('Una banda más')
    expect([refused.status, refused.body]).toEqual([507, { code: 'common.no_room', message: ES }])
    expect(await counts()).toEqual(before)
    expect((await ana.get('/api/notifications/')).status).toBe(200)
    const leaving = await t.session(ana.id, ana.project_id)
    expect((await t.as({ token: leaving }).post('/api/auth/logout/')).status).toBe(200)
    expect((await ana.delete('/api/files/999999/')).status).toBe(404)
    expect(await asked('/readyz')).toEqual([200, { status: 'ready', room: 'none' }])
    expect((await asked('/healthz'))[0]).toBe(200)
  })

  it('after room was made all goes on', async () => {
    await has(600)
    expect((await upload()).status).toBe(201)
    expect((await band('La última')).status).toBe(201)
    expect((await ana.post('/api/auth/export/')).status).toBe(202)
    expect((await asked('/readyz'))[1]).toEqual({ status: 'ready', room: 'enough' })
  })

  it('a copy that was asked for before waits for room', async () => {
    await has(511)
    await expect(t.app.jobs.drain()).rejects.toMatchObject({ status: 507 })
    await has(600)
    const { rows } = await t.db.execute(sql`select state from pgboss.job where name = 'accounts.export'`)
    expect(rows).toEqual([{ state: 'retry' }])
  })

  it('and the database itself has no room, that is what is said', async () => {
    await t.db.execute(sql`
      create function full_disk() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`)
    await t.db.execute(
      sql`create trigger full_disk before insert on music_projects execute function full_disk()`,
    )
    const refused = await band('Ninguna')
    expect([refused.status, refused.body.code]).toEqual([507, 'common.no_room'])
  })
})
