import { rmSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { Refusal } from '#core/contract/errors.ts'
import { DAY, MINUTE } from '#core/contract/time.ts'
import { storeOf } from '#core/server/files.ts'
import { transaction } from '#core/server/work.ts'
import { deleteAccount } from '#features/accounts/commands.deletion.ts'
import { users } from '#features/accounts/table.ts'
import { formOf } from '#features/files/form.fixture.ts'
import { notifications } from '#features/notifications/table.ts'
import { decide } from './commands.ts'
import { CODE_TRIES, DOCUMENT_DAYS } from './contract.ts'
import { storedIdentityFiles, waitingCheck, waitingChecks, waitingFile } from './queries.ts'
import { CODES_A_DAY } from './rules.ts'
import { identity_checks, phone_codes } from './table.ts'

const OWN = '/api/verification/'
const PHONE = '/api/verification/phone/'
const CONFIRM = '/api/verification/phone/confirm/'
const IDENTITY = '/api/verification/identity/'
const FILES = '/api/verification/identity/files/'

let t: TestApp
let numbered = 0
beforeAll(async () => {
  t = await testApp({ max: 8 })
})
afterAll(async () => {
  await t.close()
  rmSync(t.app.config.data_dir, { recursive: true, force: true })
})

/** Another number each time: what is counted by number is theirs alone. */
const number = () => `5${String(1_000_000 + ++numbered).slice(-7)}`
const later = (ms: number) => t.clock.move(ms)
const own = async (who: Person) => (await who.get(OWN)).body

/** The code that came to a phone last. */
async function codeAt(to: string): Promise<string> {
  await t.app.jobs.drain()
  const sent = (await t.app.sms.sent()).find((one) => one.to === `+502${to}`)
  return /\b\d{6}\b/.exec(sent?.text ?? '')?.[0] ?? ''
}

async function prove(who: Person, phone: string) {
  await who.post(PHONE, { phone })
  return who.post(CONFIRM, { code: await codeAt(phone) })
}

describe('a phone', () => {
  it('is proved by the code that comes to it, and becomes the number of the account', async () => {
    const ana = await t.person('MUSICIAN')
    const phone = number()
    const asked = await ana.post(PHONE, { phone: `${phone.slice(0, 4)} ${phone.slice(4)}` })
    expect(asked.status).toBe(200)
    expect(asked.body).toMatchObject({ checks: { phone_at: null }, phone_code: { tries_left: CODE_TRIES } })
    const code = await codeAt(phone)
    expect(code).toHaveLength(6)
    // Nobody reads it in the database, nor in a job.
    const [row] = await t.db.select().from(phone_codes).where(eq(phone_codes.user_id, ana.id))
    expect(row?.code_hash).toMatch(/^\$argon2id/)
    const proved = await ana.post(CONFIRM, { code })
    expect(proved.status).toBe(200)
    expect(proved.body).toMatchObject({
      phone: `+502 ${phone.slice(0, 4)} ${phone.slice(4)}`,
      phone_code: null,
    })
    expect(proved.body.checks.phone_at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
    const account = (await ana.get('/api/auth/profile/')).body
    expect(account.phone).toBe(`+502 ${phone.slice(0, 4)} ${phone.slice(4)}`)
    expect((await ana.post(PHONE, { phone })).body.code).toBe('verification.phone_verified')
  })

  it('loses what was proved when the number becomes another one, and keeps it when it is written otherwise', async () => {
    const ana = await t.person('TALENT_HUNTER')
    const phone = number()
    await prove(ana, phone)
    await ana.patch('/api/auth/profile/', { phone: `+502 ${phone}` })
    expect((await own(ana)).checks.phone_at).not.toBeNull()
    await ana.patch('/api/auth/profile/', { phone: '+502 5999 0000' })
    expect(await own(ana)).toMatchObject({ checks: { phone_at: null }, phone: null })
    // Writing the old one again proves nothing.
    await ana.patch('/api/auth/profile/', { phone: `+502 ${phone}` })
    expect((await own(ana)).checks.phone_at).toBeNull()
  })

  it('is one account’s: whoever proves it last has it, and the other is told', async () => {
    const [ana, beto] = [await t.person('MUSICIAN'), await t.person('STUDENT')]
    const phone = number()
    await prove(ana, phone)
    await prove(beto, phone)
    expect((await own(ana)).checks.phone_at).toBeNull()
    expect((await own(beto)).phone).toBe(`+502 ${phone.slice(0, 4)} ${phone.slice(4)}`)
    expect((await t.mails(ana.email)).map(({ kind }) => kind)).toContain('phone_lost')
  })

  it('has five tries at a code, which is good once and for ten minutes', async () => {
    const ana = await t.person('MUSICIAN')
    const phone = number()
    await ana.post(PHONE, { phone })
    const code = await codeAt(phone)
    const wrong = code === '000000' ? '000001' : '000000'
    for (let n = 1; n < CODE_TRIES; n++) {
      const refused = await ana.post(CONFIRM, { code: wrong })
      expect([n, refused.status, Object.keys(refused.body.fields)]).toEqual([n, 422, ['code']])
    }
    for (const given of [wrong, code]) {
      const over = await ana.post(CONFIRM, { code: given })
      expect([over.status, over.body.code]).toEqual([409, 'verification.code_expired'])
    }
    later(2 * MINUTE)
    await ana.post(PHONE, { phone })
    const second = await codeAt(phone)
    later(11 * MINUTE)
    expect((await ana.post(CONFIRM, { code: second })).status).toBe(409)
    await ana.post(PHONE, { phone })
    const third = await codeAt(phone)
    expect((await ana.post(CONFIRM, { code: third })).status).toBe(200)
    expect((await ana.post(CONFIRM, { code: third })).status).toBe(409)
  })

  it('gets one code a minute, and five a day for a person and for a number', async () => {
    const ana = await t.person('MUSICIAN')
    const phone = number()
    for (let n = 0; n < CODES_A_DAY; n++) {
      expect((await ana.post(PHONE, { phone })).status).toBe(200)
      const again = await ana.post(PHONE, { phone })
      expect([again.status, Number(again.headers['retry-after']) > 0]).toEqual([429, true])
      later(2 * MINUTE)
    }
    expect((await ana.post(PHONE, { phone: number() })).status).toBe(429)
    // The number has had enough too, whoever asks.
    const beto = await t.person('MUSICIAN')
    expect((await beto.post(PHONE, { phone })).status).toBe(429)
    later(DAY)
    expect((await ana.post(PHONE, { phone })).status).toBe(200)
  })

  it('is a number that gets text messages', async () => {
    const ana = await t.person('MUSICIAN')
    for (const phone of ['2222 3333', '12345', '+999 5555 1234']) {
      const refused = await ana.post(PHONE, { phone })
      expect([phone, refused.status, Object.keys(refused.body.fields)]).toEqual([phone, 422, ['phone']])
    }
  })

  it('leaves by the gateway where one is set, and can’t be proved in production without', async () => {
    const live = await testApp({
      env: {
        NODE_ENV: 'production',
        PUBLIC_URL: 'https://tarima.example',
        SMTP_URL: 'smtp://mail.example',
        SMS_MAIL_TEMPLATE: '{number}@sms.example',
      },
    })
    const ana = await live.person('MUSICIAN')
    await ana.post(PHONE, { phone: '5555 1234' })
    const [sent] = await live.mails('50255551234@sms.example')
    expect(sent).toMatchObject({ html: '', text: expect.stringMatching(/\b\d{6}\b/) })
    await live.close()
    const bare = await testApp({ env: { NODE_ENV: 'production', PUBLIC_URL: 'https://tarima.example' } })
    const beto = await bare.person('MUSICIAN')
    expect((await beto.get(OWN)).body.phone_offered).toBe(false)
    expect((await beto.post(PHONE, { phone: '5555 1234' })).body.code).toBe('verification.no_sms')
    await bare.close()
  })
})

/* ---------------------------------------------------------------- documents */

const photo = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: '#c90a47' } })
    .withExif({ IFD0: { Copyright: 'secreto' } })
    .jpeg()
    .toBuffer()
const PDF = Buffer.from(`%PDF-1.4\n${'x'.repeat(200)}\n%%EOF\n`)

let uploads = 0
async function upload(who: Person | null, bytes: Buffer, type = 'image/jpeg') {
  const form = formOf(bytes, { name: 'dpi.jpg', type })
  return t.inject({
    method: 'POST',
    url: FILES,
    remoteAddress: `10.1.${Math.floor(++uploads / 250)}.${uploads % 250}`,
    headers: { ...form.headers, ...(who ? { authorization: `Bearer ${who.token}` } : {}) },
    payload: form.payload,
  })
}

/** Somebody whose document waits. */
async function sent(type: 'MUSICIAN' | 'TALENT_HUNTER' = 'MUSICIAN') {
  const who = await t.person(type)
  const { body } = await upload(who, await photo())
  await who.post(IDENTITY, { files: [body.id], consent: true })
  const check = (await waitingChecks(t.db)).find(({ user_id }) => user_id === who.id)
  if (!check) throw new Error('nothing was sent')
  return { who, check, file_id: body.id as number }
}

const decided = (id: number, reason?: 'name_differs', by = 'Carla') =>
  transaction(t.app, t.app.clock.now(), (work) => decide(work, id, by, reason))

/** The bytes of what is stored of documents. */
async function stored(key: string, format: string) {
  await t.app.jobs.drain()
  return storeOf(t.app.config).read(key, `document.${format}`)
}

describe('an identity document', () => {
  it('is kept without what the picture says of where it was taken, and waits for staff', async () => {
    const { who, check, file_id } = await sent()
    expect(check).toMatchObject({ name: who.name, files: [{ id: file_id, format: 'jpeg' }] })
    const { key, format } = await waitingFile(t.db, check.id, file_id)
    const chunks = []
    for await (const chunk of (await stored(key, format)) ?? []) chunks.push(chunk)
    expect(Buffer.concat(chunks).includes('secreto')).toBe(false)
    expect((await own(who)).identity).toMatchObject({ state: 'pending', reason: null })
  })

  it('is reached by nobody’s address, its owner’s neither', async () => {
    const { who, check, file_id } = await sent()
    const { key } = await waitingFile(t.db, check.id, file_id)
    const stranger = await t.person('MUSICIAN')
    for (const path of [
      `${FILES}${file_id}/`,
      `${IDENTITY}${check.id}/files/${file_id}/`,
      `/api/files/${file_id}/`,
      `/api/files/${file_id}/?v=${key.slice(0, 16)}`,
      `/api/files/${key}/document.jpeg`,
      `/files/${key.slice(0, 2)}/${key.slice(2, 4)}/${key}/document.jpeg`,
    ])
      for (const caller of [who, stranger, t.anonymous]) {
        const { status, headers } = await caller.get(path)
        expect([path, status >= 400 || !String(headers['content-type']).startsWith('image/')]).toEqual([
          path,
          true,
        ])
      }
    expect((await stranger.delete(`${FILES}${file_id}/`)).status).toBe(404)
    // What was sent isn't taken away piece by piece either.
    expect((await who.delete(`${FILES}${file_id}/`)).status).toBe(404)
  })

  it('is deleted with the decision, which its owner reads here and in a letter', async () => {
    const { who, check, file_id } = await sent('TALENT_HUNTER')
    const { key, format } = await waitingFile(t.db, check.id, file_id)
    await decided(check.id, 'name_differs')
    expect(await stored(key, format)).toBeNull()
    expect((await own(who)).identity).toMatchObject({ state: 'refused', reason: 'name_differs' })
    expect((await own(who)).checks.identity_at).toBeNull()
    const [letter] = await t.mails(who.email)
    expect(letter).toMatchObject({ kind: 'identity_checked' })
    expect(letter?.text).toContain('El nombre no es el de tu cuenta.')
    const told = await t.db.select().from(notifications).where(eq(notifications.user_id, who.id))
    expect(told.map(({ type, params }) => [type, params.voice])).toEqual([['IDENTITY_CHECKED', 'refused']])
    // Refused, another one may be sent.
    const { body } = await upload(who, PDF, 'application/pdf')
    expect((await who.post(IDENTITY, { files: [body.id], consent: true })).status).toBe(200)
  })

  it('is decided once, whoever presses first', async () => {
    const { who, check } = await sent()
    const both = await Promise.allSettled([decided(check.id), decided(check.id, 'name_differs', 'Otro')])
    const lost = both.flatMap((one) => (one.status === 'rejected' ? [one.reason as Refusal] : []))
    expect(lost.map((one) => one instanceof Refusal && one.status)).toEqual([409])
    expect((await own(who)).identity.state).not.toBe('pending')
    expect((await t.mails(who.email)).filter(({ kind }) => kind === 'identity_checked')).toHaveLength(1)
    await expect(waitingCheck(t.db, check.id)).rejects.toMatchObject({ status: 404 })
  })

  it('counts for the name that it was compared with', async () => {
    const { who, check } = await sent()
    await decided(check.id)
    expect((await own(who)).checks.identity_at).not.toBeNull()
    const again = await upload(who, await photo())
    const refused = await who.post(IDENTITY, { files: [again.body.id], consent: true })
    expect([refused.status, refused.body.code]).toEqual([409, 'verification.sent_already'])
    await who.patch('/api/auth/profile/', { name: 'Otra Persona' })
    expect((await own(who)).checks.identity_at).toBeNull()
    expect((await who.post(IDENTITY, { files: [again.body.id], consent: true })).status).toBe(200)
  })

  it('is deleted after a fortnight without a decision, and may be taken back before', async () => {
    const { who, check, file_id } = await sent()
    const { key, format } = await waitingFile(t.db, check.id, file_id)
    later((DOCUMENT_DAYS - 1) * DAY)
    await t.app.jobs.runSweeps()
    expect((await own(who)).identity.state).toBe('pending')
    later(2 * DAY)
    await t.app.jobs.runSweeps()
    expect((await own(who)).identity.state).toBe('lapsed')
    expect(await stored(key, format)).toBeNull()
    expect((await t.mails(who.email)).map(({ kind }) => kind)).toContain('identity_checked')

    const other = await sent()
    const taken = await other.who.post(`${IDENTITY}withdraw/`)
    expect([taken.status, taken.body.identity.state]).toEqual([200, 'withdrawn'])
    expect((await other.who.post(`${IDENTITY}withdraw/`)).status).toBe(409)
    await expect(decided(other.check.id)).rejects.toMatchObject({ status: 409 })
  })

  it('needs consent, and files of one’s own', async () => {
    const [ana, beto] = [await t.person('MUSICIAN'), await t.person('MUSICIAN')]
    expect((await upload(null, await photo())).status).toBe(401)
    expect((await upload(ana, Buffer.from('<svg/>'), 'image/svg+xml')).status).toBe(415)
    expect((await upload(ana, Buffer.concat([PDF, Buffer.from('PK\x03\x04 PK\x05\x06')]))).status).toBe(415)
    const mine = (await upload(ana, await photo())).body.id
    expect((await ana.post(IDENTITY, { files: [mine], consent: false })).status).toBe(422)
    expect((await ana.post(IDENTITY, { files: [], consent: true })).status).toBe(422)
    const foreign = await beto.post(IDENTITY, { files: [mine], consent: true })
    expect([foreign.status, Object.keys(foreign.body.fields)]).toEqual([422, ['files']])
    expect((await own(beto)).identity).toBeNull()
    expect((await upload(ana, PDF)).status).toBe(201)
    expect((await upload(ana, PDF)).body.code).toBe('verification.enough_files')
    expect((await ana.delete(`${FILES}${mine}/`)).status).toBe(200)
    expect((await own(ana)).files).toHaveLength(1)
    later(2 * DAY)
    await t.app.jobs.runSweeps()
    expect((await own(ana)).files).toEqual([])
  })

  it('goes with the account, and so does all that was checked of it', async () => {
    const { who, check, file_id } = await sent()
    const { key, format } = await waitingFile(t.db, check.id, file_id)
    await prove(who, number())
    await t.db.update(users).set({ delete_at: t.clock.now().toISOString() }).where(eq(users.id, who.id))
    await transaction(t.app, t.clock.now(), (work) => deleteAccount(work, who.id))
    expect(await stored(key, format)).toBeNull()
    expect(await t.db.$count(identity_checks, eq(identity_checks.user_id, who.id))).toBe(0)
    expect((await storedIdentityFiles(t.db)).some((one) => one.key === key)).toBe(false)
  })
})

describe('what was checked', () => {
  it('says which and when, where others look', async () => {
    const ana = await t.person('MUSICIAN')
    await prove(ana, number())
    const profile = (await t.anonymous.get(`/api/directory/projects/${ana.project_id}/`)).body
    expect(profile.checks).toEqual({
      email_at: expect.stringMatching(/Z$/),
      phone_at: expect.stringMatching(/Z$/),
      identity_at: null,
    })
  })
})
