import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { DAY, MINUTE } from '#core/contract/time.ts'
import { storeOf } from '#core/server/files.ts'
import { accessFaults, readPaper, sealIn } from '#core/server/papers.fixture.ts'
import { transaction } from '#core/server/work.ts'
import { deleteAccount } from '#features/accounts/commands.deletion.ts'
import { entriesOf } from '#features/accounts/queries.exports.ts'
import { users } from '#features/accounts/table.ts'
import { lessonOf, NOW, student, teacher } from '../scene.fixture.ts'
import { certificates } from '../table.certificates.ts'
import { lessons } from '../table.ts'
import { makeCertificate } from './commands.ts'
import { type Certificate, MOST_CERTIFICATES } from './contract.ts'
import { PART } from './queries.ts'

/* What a student reached with a teacher, on paper: asked for by the student, said by the teacher, checked by anybody. */

let t: TestApp
beforeAll(async () => {
  t = await testApp({ now: NOW, max: 20 })
})
afterAll(() => t?.close())

const AT = '/api/lessons/'

const GOAL = { title: 'Tocar en la graduación', until: null, reached: true }
const PIECE = {
  piece: 'Lágrima',
  composer: 'Francisco Tárrega',
  status: 'ready',
  tempo_now: null,
  tempo_target: null,
}
const reach = (by: Person, of: Person, more: object = {}) =>
  by.post(`${AT}progress/${of.id}/objectives/`, { ...GOAL, ...more })
const ready = (by: Person, of: Person, more: object = {}) =>
  by.post(`${AT}progress/${of.id}/pieces/`, { ...PIECE, ...more })

/** A student who had two lessons with a teacher. */
async function pair() {
  const [who, gives] = [await student(t), await teacher(t)]
  // Half past ten at night of the 4th in New York.
  await lessonOf(t, who, gives, '2026-01-05T04:30:00.000Z')
  await lessonOf(t, who, gives, '2026-01-20T22:00:00.000Z', 'held')
  await lessonOf(t, who, gives, '2026-01-27T22:00:00.000Z', 'no_show_student')
  return { who, gives }
}
const list = (who: Person, of: Person = who) => who.get(`${AT}progress/${of.id}/certificates/`)
const possible = async (who: Person) => (await list(who)).body.possible
const ask = (who: Person, gives: Person) => who.post(`${AT}certificates/`, { project_id: gives.project_id })
async function pdf(who: Person | null, id: number) {
  const answer = await t.server.inject({
    method: 'GET',
    url: `${AT}certificates/${id}/document/`,
    headers: who ? { authorization: `Bearer ${who.token}` } : {},
  })
  const bytes = answer.rawPayload
  const code = answer.statusCode === 200 ? undefined : JSON.parse(bytes.toString()).code
  return { status: answer.statusCode, headers: answer.headers, bytes, code }
}
/** A certificate that is there, with its PDF. */
async function issued() {
  const { who, gives } = await pair()
  await reach(gives, who)
  const certificate = (await ask(who, gives)).body as Certificate
  await t.app.jobs.drain()
  return { who, gives, certificate }
}
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const verify = async (number: string, sha256: string) =>
  (await t.as().get('/api/verify-contract/', { query: { number, sha256 } })).body
const rowOf = async (id: number) => (await t.db.select().from(certificates).where(eq(certificates.id, id)))[0]
const leave = async (who: Person) => {
  await t.db.update(users).set({ delete_at: NOW }).where(eq(users.id, who.id))
  await transaction(t.app, t.clock.now(), (work) => deleteAccount(work, who.id))
  await t.app.jobs.drain()
}

describe('what can be certified', () => {
  test('is what a teacher stands for, with the lessons had with them, each teacher by themselves', async () => {
    const { who, gives } = await pair()
    const other = await teacher(t)
    await lessonOf(t, who, other, '2026-02-09T22:00:00.000Z', 'scheduled')
    const of = (one: Person) => ({ project_id: one.project_id, teacher: one.name, certificate_id: null })
    const none = { objectives: 0, pieces: 0 }
    expect(await possible(who)).toEqual([
      { ...of(other), lessons: 0, ...none },
      { ...of(gives), lessons: 2, ...none },
    ])
    // What the student says of themselves is nobody's word.
    await reach(who, who)
    await ready(who, who)
    expect((await possible(who))[1]).toMatchObject(none)
    await reach(gives, who)
    await ready(other, who)
    expect(await possible(who)).toMatchObject([
      { objectives: 0, pieces: 1 },
      { objectives: 1, pieces: 0 },
    ])
    // Their teacher doesn't see what they could ask for.
    expect((await list(gives, who)).body).toEqual({ results: [], possible: [] })
  })

  test('needs a lesson that was had, and a teacher’s word', async () => {
    const { who, gives } = await pair()
    expect((await ask(who, gives)).body.code).toBe('lessons.certificate_word')
    await reach(who, who)
    const refused = await ask(who, gives)
    expect([refused.status, refused.body.code]).toEqual([409, 'lessons.certificate_word'])
    const other = await teacher(t)
    await lessonOf(t, who, other, '2026-02-09T22:00:00.000Z', 'scheduled')
    await reach(other, who)
    expect((await ask(who, other)).body.code).toBe('lessons.certificate_lesson')
    expect((await list(who)).body.results).toEqual([])
  })

  test('is asked for by the student alone, of whom they learn with', async () => {
    const { who, gives } = await pair()
    await reach(gives, who)
    expect((await t.as().post(`${AT}certificates/`, { project_id: gives.project_id })).status).toBe(401)
    expect((await ask(gives, gives)).status).toBe(403)
    expect((await ask(await t.person('TALENT_HUNTER'), gives)).body.code).toBe('lessons.students_only')
    expect((await ask(await student(t), gives)).status).toBe(404)
    expect((await who.post(`${AT}certificates/`, { project_id: 'x' })).status).toBe(422)
    const theirs = await pair()
    for (const one of [theirs.who, theirs.gives]) expect((await list(one, who)).status).toBe(404)
    expect((await list(await t.person('TALENT_HUNTER'), who)).status).toBe(403)
    expect((await t.as().get(`${AT}progress/${who.id}/certificates/`)).status).toBe(401)
  })
})

describe('a certificate', () => {
  test('says in the student’s language what stands in the rows, and no more', async () => {
    const { who, gives } = await pair()
    await reach(gives, who)
    await ready(gives, who)
    await ready(who, who, { piece: 'Chacona' })
    await reach(who, who, { title: 'Dormir más' })
    const { status, body } = await ask(who, gives)
    expect([status, body]).toEqual([
      201,
      {
        ...{ id: body.id, number: `C-2026-${String(body.id).padStart(6, '0')}`, student: who.name },
        ...{
          teacher: gives.name,
          lessons: 2,
          objectives: 1,
          pieces: 1,
          from: '2026-01-04',
          to: '2026-01-20',
        },
        ...{ issued_at: expect.any(String), has_document: false },
      },
    ])
    expect(await pdf(who, body.id)).toMatchObject({ status: 409, code: 'lessons.certificate_making' })
    await t.app.jobs.drain()
    for (const one of [who, gives])
      expect((await list(one, who)).body.results).toMatchObject([{ has_document: true }])
    const { headers, bytes } = await pdf(who, body.id)
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${body.number}.pdf"`,
      'cache-control': 'private, no-store',
    })
    expect((await pdf(gives, body.id)).bytes.equals(bytes)).toBe(true)
    const { text, title, language } = await readPaper(bytes)
    const said = text.replace(/\s+/g, ' ')
    expect([title, language]).toEqual([`Certificado de ${who.name}`, 'es'])
    for (const words of [
      `${gives.name} confirmó en Tarima lo que ${who.name} alcanzó en sus clases.`,
      'Clases tomadas 2, entre el 4 de enero de 2026 y el 20 de enero de 2026',
      'Objetivos logrados',
      'Tocar en la graduación 2 de febrero de 2026',
      'Lágrima Francisco Tárrega 2 de febrero de 2026',
      (await rowOf(body.id))?.sha256 ?? '-',
      `/verify-contract?number=${body.number}`,
    ])
      expect(said).toContain(words)
    expect(said).not.toMatch(/Chacona|Dormir más/)
    expect(sealIn(bytes)).toMatchObject({ kind: 'ETSI.CAdES.detached', covers_all: true, is_valid: true })
    expect(await accessFaults(bytes)).toEqual([])
  })

  test('in English, with one lesson and only what there is', async () => {
    const [who, gives] = [await student(t), await teacher(t)]
    await t.db.update(users).set({ language: 'en' }).where(eq(users.id, who.id))
    await lessonOf(t, who, gives, '2026-01-20T22:00:00.000Z')
    await ready(gives, who, { composer: '' })
    const { id } = (await ask(who, gives)).body
    await t.app.jobs.drain()
    const { bytes } = await pdf(who, id)
    const { text, language } = await readPaper(bytes)
    const said = text.replace(/\s+/g, ' ')
    expect(language).toBe('en')
    expect(said).toContain('Lessons taken 1, on January 20, 2026')
    expect(said).toContain('Pieces ready')
    expect(said).not.toContain('Objectives')
    expect(await accessFaults(bytes)).toEqual([])
  })

  test('is one for what it says, also asked for five times at once, and another once there is more', async () => {
    const { who, gives } = await pair()
    await reach(gives, who)
    const asked = await Promise.all(Array.from({ length: 5 }, () => ask(who, gives)))
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([201]))
    const [first] = new Set(asked.map(({ body }) => body.id))
    expect(asked.every(({ body }) => body.id === first)).toBe(true)
    expect(await possible(who)).toMatchObject([{ certificate_id: first }])
    await ready(gives, who)
    expect(await possible(who)).toMatchObject([{ certificate_id: null }])
    expect((await ask(who, gives)).body.id).not.toBe(first)
    // What it said stays, whatever becomes of the rows.
    const { objectives } = (await who.get(`${AT}progress/${who.id}/`)).body
    await who.delete(`${AT}objectives/${objectives[0].id}/`)
    expect((await list(who)).body.results).toMatchObject([
      { objectives: 1, pieces: 1 },
      { objectives: 1, pieces: 0 },
    ])
    const keyed = { headers: { 'idempotency-key': 'ask' } }
    const again = () => who.post(`${AT}certificates/`, { project_id: gives.project_id }, keyed)
    expect((await again()).body).toEqual((await again()).body)
  })

  test('is one of a hundred at most', async () => {
    const { who, gives } = await pair()
    await reach(gives, who)
    const row = {
      student_id: who.id,
      teacher_id: gives.id,
      project_id: gives.project_id ?? 0,
      language: 'es',
    } as const
    await t.db
      .insert(certificates)
      .values(Array.from({ length: MOST_CERTIFICATES }, (_, n) => ({ ...row, sha256: `${n}` })))
    const { status, body } = await ask(who, gives)
    expect([status, body.code]).toEqual([409, 'lessons.certificates_full'])
  })

  test('is opened by its student and its teacher, also when that sees no progress any more', async () => {
    const { who, gives, certificate } = await issued()
    const { id } = certificate
    await t.db.update(lessons).set({ state: 'cancelled_by_student' }).where(eq(lessons.student_id, who.id))
    expect((await list(gives, who)).status).toBe(404)
    expect((await pdf(gives, id)).status).toBe(200)
    const theirs = await pair()
    for (const one of [theirs.who, theirs.gives]) expect((await pdf(one, id)).status).toBe(404)
    expect((await pdf(await t.person('TALENT_HUNTER'), id)).status).toBe(403)
    expect((await pdf(null, id)).status).toBe(401)
    expect((await pdf(who, 999_999)).status).toBe(404)
  })
})

describe('whether a copy is the certificate', () => {
  test('is told to anybody by its file or what it says, and nothing else of it', async () => {
    const { who, certificate } = await issued()
    const { bytes } = await pdf(who, certificate.id)
    const genuine = {
      paper: 'certificate',
      finding: 'genuine',
      version: null,
      signed_at: certificate.issued_at,
    }
    for (const hash of [hashOf(bytes), (await rowOf(certificate.id))?.sha256 ?? ''])
      expect(await verify(certificate.number, hash)).toEqual(genuine)
    expect(await verify(` ${certificate.number.toLowerCase()} `, hashOf(bytes))).toEqual(genuine)
    expect(await verify(certificate.number, 'a'.repeat(64))).toMatchObject({
      finding: 'changed',
      signed_at: null,
    })
  })

  test('is unknown where nobody has the number, also of another year, and of an agreement', async () => {
    const { who, certificate } = await issued()
    const hash = hashOf((await pdf(who, certificate.id)).bytes)
    const unknown = { paper: 'certificate', finding: 'unknown', version: null, signed_at: null }
    expect(await verify('C-2026-999999', hash)).toEqual(unknown)
    expect(await verify(certificate.number.replace('2026', '2025'), hash)).toEqual(unknown)
    expect(await verify(certificate.number.replace('C', 'T'), hash)).toEqual({
      ...unknown,
      paper: 'agreement',
    })
    expect(
      (await t.as().get('/api/verify-contract/', { query: { number: 'X-2026-000001', sha256: hash } }))
        .status,
    ).toBe(400)
  })
})

describe('the PDF of a certificate', () => {
  test('is made once, and by the clock where its job was given up', async () => {
    const { who, certificate } = await issued()
    const before = await rowOf(certificate.id)
    await makeCertificate(t.app, certificate.id)
    expect(await rowOf(certificate.id)).toEqual(before)
    await t.db
      .update(certificates)
      .set({ document_sha256: null, document_bytes: null })
      .where(eq(certificates.id, certificate.id))
    const lateBy = async (ms: number) => {
      await t.app.jobs.runSweeps(new Date(t.clock.now().getTime() + ms))
      await t.app.jobs.drain()
    }
    // Its own job may still run.
    await lateBy(MINUTE)
    expect((await pdf(who, certificate.id)).status).toBe(409)
    await lateBy(15 * MINUTE)
    expect((await pdf(who, certificate.id)).status).toBe(200)
    // What was left of the first is gone.
    expect(await storeOf(t.app.config).read(before?.document_key ?? '', PART)).toBeNull()
  })

  test('isn’t kept where its student leaves while it is drawn', async () => {
    const { who, gives } = await pair()
    await reach(gives, who)
    const { id } = (await ask(who, gives)).body
    const workers = t.app.side_workers
    const draw = workers.run.bind(workers)
    vi.spyOn(workers, 'run').mockImplementationOnce(async (task, input) => {
      const drawn = await draw(task, input)
      await t.db.update(users).set({ delete_at: NOW }).where(eq(users.id, who.id))
      await transaction(t.app, t.clock.now(), (work) => deleteAccount(work, who.id))
      return drawn as never
    })
    await expect(makeCertificate(t.app, id)).rejects.toThrow('left meanwhile')
    await t.app.jobs.drain()
    expect(await rowOf(id)).toBeUndefined()
  })
})

describe('with an account', () => {
  test('of the student a certificate is copied, and goes', async () => {
    const { who, gives, certificate } = await issued()
    const reading = { app: t.app, db: t.db, now: t.clock.now() }
    const { bytes } = await pdf(who, certificate.id)
    for (const one of [who, gives]) {
      const entries = (await entriesOf(reading, one.id)) ?? []
      const said = entries.find(({ name }) => name === 'certificates.json')
      const rows = said && 'text' in said ? JSON.parse((await said.text()) ?? '[]') : []
      expect(rows).toMatchObject([
        { id: certificate.id, given_by_you: one === gives, certified: { student: who.name } },
      ])
      const file = entries.find(({ name }) => name === `certificates/${certificate.number}.pdf`)
      const stream = file && 'open' in file ? await file.open() : null
      expect(Buffer.concat((await stream?.toArray()) ?? []).equals(bytes)).toBe(true)
    }
    const key = (await rowOf(certificate.id))?.document_key ?? ''
    await leave(who)
    expect(await rowOf(certificate.id)).toBeUndefined()
    expect(await storeOf(t.app.config).read(key, PART)).toBeNull()
    expect((await pdf(gives, certificate.id)).status).toBe(404)
    expect(await verify(certificate.number, hashOf(bytes))).toMatchObject({ finding: 'unknown' })
  })

  test('of the teacher it loses its name and its PDF; a copy can still be proved', async () => {
    const { who, gives, certificate } = await issued()
    const { bytes } = await pdf(who, certificate.id)
    const key = (await rowOf(certificate.id))?.document_key ?? ''
    await leave(gives)
    expect(await rowOf(certificate.id)).toMatchObject({ certified: null, document_key: null })
    expect(await storeOf(t.app.config).read(key, PART)).toBeNull()
    expect((await list(who)).body).toEqual({ results: [], possible: [] })
    expect((await pdf(who, certificate.id)).status).toBe(404)
    expect(await verify(certificate.number, hashOf(bytes))).toMatchObject({ finding: 'genuine' })
    // Nothing makes it anew.
    t.clock.move(DAY)
    await t.app.jobs.runSweeps()
    await t.app.jobs.drain()
    t.clock.move(-DAY)
    expect(await rowOf(certificate.id)).toMatchObject({ certified: null, document_key: null })
  })
})
