import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { strFromU8, unzipSync } from 'fflate'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NOW, offer, scouting } from '#app/server/scenes/wedding.fixture.ts'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { DAY, MINUTE } from '#core/contract/time.ts'
import type { Handler } from '#core/server/app.ts'
import { availability_exceptions } from '#features/availability/table.ts'
import { invitations } from '#features/invitations/table.ts'
import { handlers } from './jobs.ts'
import { exports } from './queues.ts'
import { account_exports, identities, users } from './table.ts'

/* The copy of one's data: asked for, made by a job, fetched by an address, gone after a week. */

/** One try of the job that makes a copy. */
const makeCopy: Handler['run'] = async (...given) =>
  handlers.find(({ queue }) => queue.name === exports.name)?.run(...given)

let t: TestApp
let hunter: Person
let rosa: Person
let luis: Person

/** Words that are somebody's own, to be found in their copy and in nobody else's. */
const OF_HUNTER = ['clienta@correo.test', '+502 5555 0001']
const OF_ROSA = ['rosa@correo.test', '+502 5555 0002', 'Vacaciones en Semuc', 'Banco de Rosa 77-1']
const OF_LUIS = ['luis@correo.test', '+502 5555 0003', 'Operación de rodilla']

beforeAll(async () => {
  t = await testApp({ now: NOW })
  hunter = await t.person('TALENT_HUNTER', { name: 'Ana Lucía Paz', email: 'clienta@correo.test' })
  rosa = await t.person('MUSICIAN', { name: 'Rosa Ixchel', email: 'rosa@correo.test' })
  await t.secondFactor(rosa)
  luis = await t.person('MUSICIAN', { name: 'Luis Canel', email: 'luis@correo.test' })
  for (const [n, person] of [hunter, rosa, luis].entries())
    await t.db
      .update(users)
      .set({ phone: `+502 5555 000${n + 1}`, password_hash: `$argon2id$secret-of-${n}` })
      .where(eq(users.id, person.id))
  await t.db.insert(identities).values({ user_id: rosa.id, issuer: 'https://id.test', subject: 'sub-9' })
  for (const [person, reason] of [
    [rosa, 'Vacaciones en Semuc'],
    [luis, 'Operación de rodilla'],
  ] as const)
    await t.db.insert(availability_exceptions).values({
      project_id: person.project_id ?? 0,
      during: '["2026-08-01T00:00:00Z","2026-08-08T00:00:00Z")',
      kind: 'blocked',
      reason,
    })

  // Both were asked, Rosa plays: an agreement in force, whose parties know each other's contact in the product.
  const { request_ids, order_id } = await scouting(t, hunter, [
    { project_ids: [rosa.project_id ?? 0, luis.project_id ?? 0] },
  ])
  const [asked] = request_ids
  const sent = await rosa.post(`/api/requests/${asked?.[0]}/available/`, { budget: offer() })
  const lost = await luis.post(`/api/requests/${asked?.[1]}/available/`, {
    budget: offer({ note: 'Solo de Luis' }),
  })
  expect([sent.status, lost.status]).toEqual([200, 200])
  await hunter.post(`/api/budgets/${sent.body.budget.id}/accept/`, {})
  const { body } = await hunter.get(`/api/orders/${order_id}/contracts/`)
  for (const person of [hunter, rosa]) {
    const agreement = body.results[0]
    const signed = await person.post(`/api/contracts/${agreement.id}/sign/`, {
      typed_name: person.name,
      consent: true,
      sha256: agreement.sha256,
    })
    expect(signed.status, signed.text).toBe(200)
  }
  await rosa.patch(`/api/contracts/${body.results[0].id}/pay-to/`, { pay_to: 'Banco de Rosa 77-1' })
  await hunter.post(`/api/contracts/${body.results[0].id}/payments/deposit/`, { method: 'transfer' })
  expect((await rosa.post(`/api/contracts/${body.results[0].id}/payments/deposit/confirm/`)).status).toBe(200)
  // Rosa's band, which Luis is asked to join.
  const band = await t.project(rosa.id, 'GROUP', 'Los del Patio')
  await t.db.insert(invitations).values({
    project_id: band,
    invited_by: rosa.id,
    email: 'luis@correo.test',
    user_id: luis.id,
    message: 'Nos falta bajo',
    expires_at: '2026-03-16T00:00:00Z',
  })
  await t.mails()
}, 60_000)
afterAll(() => t?.close())

/** Asks for a copy, lets it be made, fetches it, and opens it. */
async function copyOf(person: Person) {
  const started = await person.post('/api/auth/export/')
  expect(started.status, started.text).toBe(202)
  await t.app.jobs.drain()
  const link = await person.post('/api/auth/export/link/')
  expect(link.status, link.text).toBe(200)
  const reply = await t.server.inject({ method: 'GET', url: link.body.url })
  expect(reply.statusCode).toBe(200)
  const entries = unzipSync(new Uint8Array(reply.rawPayload))
  const texts = Object.fromEntries(
    Object.entries(entries).flatMap(([name, bytes]) =>
      /json|txt/.test(name) ? [[name, strFromU8(bytes)]] : [],
    ),
  )
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it looks for
  const json = (name: string): any => JSON.parse(texts[`${name}.json`] ?? 'null')
  return { reply, entries, json, all: Object.values(texts).join('\n') }
}

describe('a copy of one’s data', () => {
  test('is none at first, and then has a state and a progress', async () => {
    const student = await t.person('STUDENT')
    expect((await student.get('/api/auth/export/')).body).toEqual({ export: null })
    const { body } = await student.post('/api/auth/export/')
    expect(body.export).toMatchObject({ status: 'queued', progress: 0, bytes: null, expires_at: null })
    expect((await student.post('/api/auth/export/link/')).body.code).toBe('accounts.export_expired')
    await t.app.jobs.drain()
    const { export: ready } = (await student.get('/api/auth/export/')).body
    expect(ready).toMatchObject({ id: body.export.id, status: 'ready', progress: 100 })
    expect(ready.bytes).toBeGreaterThan(300)
    expect(Date.parse(ready.expires_at) - t.clock.now().getTime()).toBeGreaterThan(7 * DAY - MINUTE)
  })

  test('shows how far it is while it is made', async () => {
    const student = await t.person('STUDENT')
    const { body } = await student.post('/api/auth/export/')
    await t.db
      .update(account_exports)
      .set({ status: 'running', progress: 45 })
      .where(eq(account_exports.id, body.export.id))
    expect((await student.get('/api/auth/export/')).body.export).toMatchObject({
      status: 'running',
      progress: 45,
    })
    // Whoever picks it up again after a crash begins anew, and it still gets ready.
    await t.app.jobs.drain()
    expect((await student.get('/api/auth/export/')).body.export.status).toBe('ready')
  })

  test('holds what a musician is and has, and nothing of another person’s', async () => {
    const { json, all, reply } = await copyOf(rosa)
    expect(reply.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(reply.rawPayload.length),
      'content-disposition': 'attachment; filename="tarima-2026-03-02.zip"',
      'cache-control': 'no-store',
    })
    expect(json('account')).toMatchObject({
      id: rosa.id,
      email: 'rosa@correo.test',
      phone: '+502 5555 0002',
      identity_providers: [{ issuer: 'https://id.test' }],
    })
    expect(json('projects').map(({ name }: { name: string }) => name)).toEqual([
      'Rosa Ixchel',
      'Los del Patio',
    ])
    expect(json('services')).toHaveLength(1)
    expect(json('availability')[0].exceptions[0].reason).toBe('Vacaciones en Semuc')
    expect(json('promised_times')[0]).toMatchObject({ kind: 'gig' })
    expect(json('requests')[0]).toMatchObject({ status: 'accepted', hunter: { first_name: 'Ana' } })
    expect(json('quotes')[0]).toMatchObject({ state: 'contracted', total: 43_200 })
    expect(json('contracts')[0]).toMatchObject({ state: 'active', side: 'artist' })
    expect(json('contracts')[0].signatures).toHaveLength(2)
    expect(json('events')[0]).toMatchObject({ side: 'musician' })
    expect(json('invitations')[0]).toMatchObject({ direction: 'sent', email: 'l…@correo.test' })
    expect(json('notifications').map(({ title }: { title: string }) => title)).not.toContain('')
    for (const own of OF_ROSA) expect(all).toContain(own)
    for (const foreign of [...OF_HUNTER, ...OF_LUIS, 'Solo de Luis', 'rosa@correo.com', '5555-1234'])
      expect(all).not.toContain(foreign)
  })

  test('holds a hunter’s orders, quotes and agreements, without anybody’s contact details', async () => {
    const { json, all } = await copyOf(hunter)
    expect(json('orders')).toHaveLength(1)
    expect(json('orders')[0]).toMatchObject({ stage: 'tracking', brief: { event: { guests: 120 } } })
    expect(json('quotes').map(({ project_name }: { project_name: string }) => project_name)).toEqual([
      'Rosa Ixchel',
      'Luis Canel',
    ])
    expect(json('contracts')[0]).toMatchObject({
      side: 'hunter',
      terms: { buyer: { name: 'Ana Lucía Paz' } },
    })
    expect(json('events')[0].checklist.length).toBeGreaterThan(0)
    expect(json('services')).toBeNull()
    for (const own of OF_HUNTER) expect(all).toContain(own)
    for (const foreign of [...OF_ROSA, ...OF_LUIS]) expect(all).not.toContain(foreign)
  })

  test('has no secret in it', async () => {
    const { all } = await copyOf(luis)
    for (const secret of [luis.token, 'argon2id', 'secret-of', 'token_hash', 'password', 'sub-9'])
      expect(all).not.toContain(secret)
    const { rows } = await t.db.$client.query('select token_hash from sessions where user_id = $1', [luis.id])
    expect(rows).toHaveLength(1)
    for (const { token_hash } of rows) expect(all).not.toContain(token_hash)
  })

  test('holds the pictures they uploaded, as pictures', async () => {
    const ana = await t.person('MUSICIAN')
    const bytes = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#c90a47' } })
      .jpeg()
      .toBuffer()
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'foto.jpg')
    const request = new Request('http://tarima.test', { method: 'POST', body: form })
    const { body: file } = await t.inject({
      method: 'POST',
      url: '/api/files/',
      headers: {
        authorization: `Bearer ${ana.token}`,
        'content-type': request.headers.get('content-type') ?? '',
      },
      payload: Buffer.from(await request.arrayBuffer()),
    })
    const { entries, json } = await copyOf(ana)
    expect(json('pictures')).toMatchObject([{ id: file.id, file: `pictures/${file.id}.jpeg`, width: 300 }])
    const picture = entries[`pictures/${file.id}.jpeg`]
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', width: 300, height: 200 })
  })

  test('tells by mail when it is ready, with a link to the page and none to the file', async () => {
    const student = await t.person('STUDENT', { language: 'en' })
    await student.post('/api/auth/export/')
    const [mail] = await t.mails(student.email)
    expect(mail).toMatchObject({ kind: 'export_ready', subject: 'The copy of your data is ready' })
    expect(mail?.text).toContain('http://tarima.test/profile#data')
    expect(mail?.text).not.toContain('token=')
  })
})

describe('who may fetch it', () => {
  test('nobody by a token that was never given, or one that has run out', async () => {
    const unknown = await t.anonymous.get(`/api/auth/export/download/?token=${'x'.repeat(43)}`)
    expect([unknown.status, unknown.body.code]).toEqual([404, 'accounts.export_expired'])
    expect((await t.anonymous.get('/api/auth/export/download/')).status).toBe(400)
    const student = await t.person('STUDENT')
    await student.post('/api/auth/export/')
    await t.app.jobs.drain()
    const first = (await student.post('/api/auth/export/link/')).body.url
    const second = (await student.post('/api/auth/export/link/')).body.url
    expect((await t.anonymous.get(first)).status).toBe(404)
    expect((await t.anonymous.get(second)).status).toBe(200)
    t.clock.move(11 * MINUTE)
    expect((await t.anonymous.get(second)).status).toBe(404)
  })

  test('nobody once the session that asked for the address has ended', async () => {
    const student = await t.person('STUDENT')
    await student.post('/api/auth/export/')
    await t.app.jobs.drain()
    const elsewhere = t.as({ token: await t.session(student.id) })
    const { url } = (await elsewhere.post('/api/auth/export/link/')).body
    expect((await t.anonymous.get(url)).status).toBe(200)
    expect((await elsewhere.post('/api/auth/logout/')).status).toBe(200)
    expect((await t.anonymous.get(url)).status).toBe(404)
    expect((await student.post('/api/auth/export/link/')).status).toBe(200)
  })

  test('nobody but its owner gets an address', async () => {
    const [owner, other] = [await t.person('STUDENT'), await t.person('STUDENT')]
    await owner.post('/api/auth/export/')
    await t.app.jobs.drain()
    const refused = await other.post('/api/auth/export/link/')
    expect([refused.status, refused.body.code]).toEqual([404, 'accounts.export_expired'])
    expect((await other.get('/api/auth/export/')).body.export).toBeNull()
  })
})

describe('limits', () => {
  test('one at a time, also when many ask at once', async () => {
    const student = await t.person('STUDENT')
    const answers = await Promise.all(Array.from({ length: 6 }, () => student.post('/api/auth/export/')))
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409, 409, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body).toEqual({
      code: 'accounts.export_running',
      message: 'Ya preparamos una copia de tus datos. Espera a que termine.',
    })
  })

  test('three a day; a new one takes the place of the old', async () => {
    const student = await t.person('STUDENT')
    for (let n = 0; n < 3; n++) {
      expect((await student.post('/api/auth/export/')).status).toBe(202)
      await t.app.jobs.drain()
    }
    const kept = await t.db.select().from(account_exports).where(eq(account_exports.user_id, student.id))
    expect(kept).toHaveLength(1)
    const refused = await student.post('/api/auth/export/')
    expect([refused.status, refused.body.code]).toEqual([429, 'common.too_many'])
    expect((await student.get('/api/auth/export/')).body.export.status).toBe('ready')
    t.clock.move(DAY)
    await t.allProve()
    expect((await student.post('/api/auth/export/')).status).toBe(202)
  })
})

describe('the end of a copy', () => {
  const bytesKept = async (key: string) => {
    const files = path.join(t.app.config.data_dir, 'files')
    return (await readdir(files, { recursive: true })).some((name) => name.includes(key))
  }

  test('comes after seven days: no address works, the bytes are removed', async () => {
    const student = await t.person('STUDENT')
    await student.post('/api/auth/export/')
    await t.app.jobs.drain()
    const [{ key } = { key: null }] = await t.db
      .select()
      .from(account_exports)
      .where(eq(account_exports.user_id, student.id))
    expect(await bytesKept(key ?? '')).toBe(true)
    t.clock.move(7 * DAY - MINUTE)
    await t.allProve()
    await t.app.jobs.runSweeps()
    const { url } = (await student.post('/api/auth/export/link/')).body
    expect((await t.anonymous.get(url)).status).toBe(200)
    t.clock.move(2 * MINUTE)
    // By the clock alone, before any sweep has run.
    expect((await t.anonymous.get(url)).status).toBe(404)
    expect((await student.get('/api/auth/export/')).body.export).toBeNull()
    expect((await student.post('/api/auth/export/link/')).body.message).toBe(
      'La copia de tus datos venció. Pide otra.',
    )
    await t.app.jobs.runSweeps()
    await t.app.jobs.drain()
    expect(await bytesKept(key ?? '')).toBe(false)
    expect(await t.db.$count(account_exports, eq(account_exports.user_id, student.id))).toBe(0)
  })

  test('after a failure is shown, isn’t counted, and another try succeeds', async () => {
    const broken = await testApp({
      env: { DATA_DIR: path.join(t.app.config.data_dir, 'broken') },
      now: NOW,
    })
    try {
      const student = await broken.person('STUDENT')
      const { body } = await student.post('/api/auth/export/')
      // Where the store's folder should be there is a file.
      const files = path.join(broken.app.config.data_dir, 'files')
      mkdirSync(path.dirname(files), { recursive: true })
      writeFileSync(files, 'in the way')
      const attempt = (n: number) =>
        makeCopy(
          broken.app,
          { export_id: body.export.id },
          { id: 'job', attempt: n, signal: AbortSignal.timeout(9_000) },
        )
      await expect(attempt(1)).rejects.toThrow()
      expect((await student.get('/api/auth/export/')).body.export.status).toBe('running')
      expect((await student.post('/api/auth/export/')).status).toBe(409)
      await expect(attempt(5)).rejects.toThrow()
      expect((await student.get('/api/auth/export/')).body.export.status).toBe('failed')
      expect(await readdir(path.join(broken.app.config.data_dir, 'exports'))).toEqual([])
      rmSync(files)
      for (let n = 0; n < 3; n++) {
        expect((await student.post('/api/auth/export/')).status).toBe(202)
        await broken.app.jobs.drain().catch(() => {})
        expect((await student.get('/api/auth/export/')).body.export.status).toBe('ready')
      }
    } finally {
      await broken.close()
    }
  })

  test('comes by the clock too when its process died for good', async () => {
    const student = await t.person('STUDENT')
    const { body } = await student.post('/api/auth/export/')
    await t.db
      .update(account_exports)
      .set({ status: 'running' })
      .where(eq(account_exports.id, body.export.id))
    t.clock.move(7 * 60 * MINUTE)
    await t.app.jobs.runSweeps()
    expect((await student.get('/api/auth/export/')).body.export.status).toBe('failed')
  })

  test('two tries at once leave one copy, and no bytes of the other', async () => {
    const student = await t.person('STUDENT')
    const { body } = await student.post('/api/auth/export/')
    const data = { export_id: body.export.id }
    const job = { id: 'job', attempt: 1, signal: AbortSignal.timeout(9_000) }
    await Promise.all([makeCopy(t.app, data, job), makeCopy(t.app, data, job)])
    const [row] = await t.db.select().from(account_exports).where(eq(account_exports.user_id, student.id))
    expect(row?.status).toBe('ready')
    expect(await readdir(path.join(t.app.config.data_dir, 'exports'))).toEqual([])
    const { url } = (await student.post('/api/auth/export/link/')).body
    expect((await t.anonymous.get(url)).status).toBe(200)
  })
})
