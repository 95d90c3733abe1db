import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Person, TestApp } from '#app/server/testing.ts'
import { DAY, MINUTE } from '#core/contract/time.ts'
import { storeOf } from '#core/server/files.ts'
import { accessFaults, readPaper, sealIn } from '#core/server/papers.fixture.ts'
import { transaction } from '#core/server/work.ts'
import { entriesOf } from '#features/accounts/queries.exports.ts'
import { project_members } from '#features/projects/table.ts'
import { eraseSigner } from './commands.erasure.ts'
import { makeDocument } from './commands.papers.ts'
import type { Agreement } from './contract.ts'
import { documentsMissing, documentsMissingOf, PART } from './queries.papers.ts'
import { agreementScene, own, sign } from './scene.fixture.ts'
import { contracts } from './table.ts'

let scene: Awaited<ReturnType<typeof agreementScene>>
let t: TestApp
let hunter: Person
let rosa: Person
let luis: Person
let stranger: Person
beforeAll(async () => {
  scene = await agreementScene()
  ;({ t, hunter, rosa, luis, stranger } = scene)
})
afterAll(() => t.close())

/** Has something happen while the next paper is drawn. */
function whileDrawn(happens: () => Promise<unknown>) {
  const workers = t.app.side_workers
  const draw = workers.run.bind(workers)
  vi.spyOn(workers, 'run').mockImplementationOnce(async (task, input) => {
    const drawn = await draw(task, input)
    await happens()
    return drawn as never
  })
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const rowOf = async (id: number) => {
  const [row] = await t.db.select().from(contracts).where(eq(contracts.id, id))
  if (!row) throw new Error('no agreement')
  return row
}
const verify = async (number: string, sha256: string) => {
  const { body, status } = await t.anonymous.get('/api/verify-contract/', { query: { number, sha256 } })
  expect(status).toBe(200)
  return body
}

describe('the PDF of an agreement', () => {
  let agreement: Agreement
  let bytes: Buffer
  beforeAll(async () => {
    ;({ agreement } = await scene.signed({
      discount: 2_000,
      tax: 1_500,
      items: [
        { kind: 'performance', description: 'Trío de noche', qty: 2, unit_price: 20_000, optional: false },
        { kind: 'travel', description: 'Viaje desde la capital', qty: 1, unit_price: 5_000, optional: false },
      ],
    }))
    ;({ bytes } = await scene.pdf(hunter, agreement.id))
  })

  test('has the clauses of the page in both languages, and one paper for both sides', async () => {
    const { terms } = (await hunter.get(`/api/contracts/${agreement.id}/`)).body as Agreement
    const { text, pages, language } = await readPaper(bytes)
    const flat = text.replace(/\s+/g, ' ')
    expect(language).toBe('es')
    for (const clause of [...terms.clauses.es, ...terms.clauses.en]) {
      expect(flat).toContain(clause.title)
      expect(flat).toContain(clause.text.replace(/\s+/g, ' '))
    }
    for (const [at, page] of pages.entries()) expect(page).toContain(`Página ${at + 1} de ${pages.length}`)
    expect((await scene.pdf(rosa, agreement.id)).bytes.equals(bytes)).toBe(true)
  })

  test('has a price that adds up: lines, discount, tax and fee', async () => {
    const flat = (await readPaper(bytes)).text.replace(/\s+/g, ' ')
    // 450 less 20, plus 15 of tax, plus 8 % of 430.
    for (const said of [
      'Suma de los conceptos $450',
      'Descuento -$20',
      'Impuestos $15',
      'Comisión de la plataforma $34.40',
      'Total a pagar $479.40',
      'Platform fee $34.40',
    ])
      expect(flat).toContain(said)
  })

  test('says who signed what, when, with which consent and from where, and where it is checked', async () => {
    const flat = (await readPaper(bytes)).text.replace(/\s+/g, ' ')
    for (const said of [
      'Ana Lucía Paz',
      'Rosa Ixchel',
      'Leí los términos y los acepto.',
      '127.0.0.1',
      agreement.sha256,
      `/verify-contract?number=${agreement.number}`,
    ])
      expect(flat).toContain(said)
    expect(flat).toMatch(/2 de marzo de 2026 a las 09:\d\d:\d\d GMT-6/)
  })

  test('is sealed, can be followed by a screen reader, and its hash is kept', async () => {
    expect(sealIn(bytes)).toMatchObject({ kind: 'ETSI.CAdES.detached', covers_all: true, is_valid: true })
    expect(await accessFaults(bytes)).toEqual([])
    const row = await rowOf(agreement.id)
    expect([row.document_sha256, row.document_bytes]).toEqual([hashOf(bytes), bytes.length])
  })

  test('comes as a file of its own name that nobody keeps on the way', async () => {
    const { headers } = await scene.pdf(rosa, agreement.id)
    expect(headers['content-type']).toBe('application/pdf')
    expect(headers['content-disposition']).toBe(`attachment; filename="${agreement.number}-v1.pdf"`)
    expect(headers['cache-control']).toBe('private, no-store')
  })

  test('is for those who act for a side', async () => {
    expect((await scene.pdf(null, agreement.id)).status).toBe(401)
    for (const person of [stranger, luis]) expect((await scene.pdf(person, agreement.id)).status).toBe(404)
    await t.db.insert(project_members).values({
      project_id: own(rosa),
      user_id: luis.id,
      role: 'COLLABORATOR',
      joined_at: t.clock.now().toISOString(),
    })
    expect(await scene.pdf(luis, agreement.id)).toMatchObject({ status: 403, code: 'contracts.owner_only' })
    await t.db
      .delete(project_members)
      .where(and(eq(project_members.user_id, luis.id), eq(project_members.project_id, own(rosa))))
    expect((await scene.pdf(hunter, agreement.id, 7)).status).toBe(404)
  })

  test('is made once, however often its job runs', async () => {
    const before = await rowOf(agreement.id)
    await makeDocument(t.app, agreement.id, 1)
    expect(await rowOf(agreement.id)).toEqual(before)
  })

  test('is told of in the letter that says that both have signed', async () => {
    const letters = await t.mails(hunter.email)
    expect(letters.find(({ kind }) => kind === 'agreement_deposit_due')?.text).toContain('PDF con sello')
  })
})

test('before both have signed there is no PDF, and none right after', async () => {
  const { agreements } = await scene.contracting([rosa])
  const agreement = agreements[0] as Agreement
  await sign(hunter, agreement)
  expect(await scene.pdf(hunter, agreement.id)).toMatchObject({
    status: 409,
    code: 'contracts.document_unsigned',
  })
  const { body } = await sign(rosa, agreement)
  expect(body.has_document).toBe(false)
  expect(await scene.pdf(hunter, agreement.id)).toMatchObject({
    status: 409,
    code: 'contracts.document_making',
  })
  await t.app.jobs.drain()
  expect((await hunter.get(`/api/contracts/${agreement.id}/`)).body.has_document).toBe(true)
})

test('what a crash left of a try is removed by the next one', async () => {
  const { agreements } = await scene.contracting([rosa])
  const agreement = agreements[0] as Agreement
  for (const person of [hunter, rosa]) await sign(person, agreement)
  const store = storeOf(t.app.config)
  const left = 'ab'.repeat(16)
  await store.put(left, new Map([[PART, Buffer.from('half')]]))
  await t.db.update(contracts).set({ document_key: left }).where(eq(contracts.id, agreement.id))
  await t.app.jobs.drain()
  expect(await store.read(left, PART)).toBeNull()
  expect((await scene.pdf(hunter, agreement.id)).status).toBe(200)
})

test('a try that comes late leaves the PDF that another has made meanwhile', async () => {
  const { agreements } = await scene.contracting([rosa])
  const agreement = agreements[0] as Agreement
  for (const person of [hunter, rosa]) await sign(person, agreement)
  const store = storeOf(t.app.config)
  const key = 'cd'.repeat(16)
  const set = (values: Partial<typeof contracts.$inferInsert>) =>
    t.db.update(contracts).set(values).where(eq(contracts.id, agreement.id))
  await set({ document_key: key })
  whileDrawn(async () => {
    await store.put(key, new Map([[PART, Buffer.from('made')]]))
    await set({ document_sha256: hashOf(Buffer.from('made')), document_bytes: 4 })
  })
  await expect(makeDocument(t.app, agreement.id, 1)).rejects.toThrow('another try')
  expect((await scene.pdf(hunter, agreement.id)).bytes.toString()).toBe('made')
})

test('a version that an amendment takes the place of while its PDF is drawn gets it all the same', async () => {
  const { agreements } = await scene.contracting([rosa])
  const agreement = agreements[0] as Agreement
  for (const person of [hunter, rosa]) await sign(person, agreement)
  const at = `/api/contracts/${agreement.id}/`
  whileDrawn(async () => {
    await rosa.post(`${at}amendment/`, { special_terms: 'Con cena' })
    const [{ sha256 }] = (await rosa.get(`${at}versions/`)).body.results
    for (const person of [hunter, rosa])
      await person.post(`${at}amendment/sign/`, { typed_name: person.name, consent: true, sha256 })
  })
  // The job tries again, and finds it where it is by then.
  await expect(makeDocument(t.app, agreement.id, 1)).rejects.toThrow('superseded')
  await makeDocument(t.app, agreement.id, 1)
  const { bytes } = await scene.pdf(rosa, agreement.id, 1)
  expect(await verify(agreement.number, hashOf(bytes))).toMatchObject({ finding: 'superseded', version: 1 })
  expect((await scene.pdf(rosa, agreement.id)).code).toBe('contracts.document_making')
  await t.app.jobs.drain()
  const amended = await scene.pdf(rosa, agreement.id)
  expect(amended.status).toBe(200)
  expect((await readPaper(amended.bytes)).text).toContain('Con cena')
  expect(await accessFaults(amended.bytes)).toEqual([])
})

test('what has no PDF is looked for from its last signature on, whenever it was proposed, superseded or not', async () => {
  const { agreements } = await scene.contracting([rosa])
  const agreement = agreements[0] as Agreement
  const { id } = agreement
  for (const person of [hunter, rosa]) await sign(person, agreement)
  await rosa.post(`/api/contracts/${id}/amendment/`, { special_terms: 'Con cena' })
  const [{ sha256 }] = (await rosa.get(`/api/contracts/${id}/versions/`)).body.results
  const signedIn = (days: number) => new Date(t.clock.now().getTime() + days * DAY).toISOString()
  const missing = async (until: string) =>
    (await documentsMissing(t.db, until, 50)).flatMap((one) => (one.contract_id === id ? [one.version] : []))
  const before = signedIn(0)
  for (const person of [hunter, rosa])
    await person.post(`/api/contracts/${id}/amendment/sign/`, {
      typed_name: person.name,
      consent: true,
      sha256,
    })
  expect(await missing(before)).toEqual([1])
  expect(await missing(signedIn(60))).toEqual([2, 1])
})

test('what has no PDF is found by index, however many agreements there are', async () => {
  const plan = await t.db.transaction(async (db) => {
    // With so few rows here anything is quick: what can be read by index is to be.
    await db.execute(sql`set local enable_seqscan = off`)
    const asked = documentsMissingOf(t.clock.now().toISOString(), 50)
    const { rows: lines } = await db.execute<{ 'QUERY PLAN': string }>(sql`explain ${asked}`)
    return lines.map((line) => line['QUERY PLAN']).join('\n')
  })
  expect(plan).toContain('contracts_without_document')
  expect(plan).toContain('versions_without_document')
})

test('whoever has a copy of their data made gets the PDFs that they can fetch, and nobody else’s', async () => {
  const { agreement } = await scene.signed()
  const { agreement: waits } = await scene.signed({ line_up: 'Trío, llámame al 5555-0001' })
  const reading = { app: t.app, db: t.app.db, now: t.clock.now() }
  const filesOf = async (who: Person) =>
    ((await entriesOf(reading, who.id)) ?? []).flatMap((entry) =>
      'open' in entry && entry.name.startsWith('agreements/') ? [entry] : [],
    )
  const nameOf = ({ number }: Agreement) => `agreements/${number}-v1.pdf`
  for (const [who, names] of [
    // Its words with the musician's number aren't the hunter's to read yet.
    [hunter, { has: [agreement], lacks: [waits] }],
    [rosa, { has: [agreement, waits], lacks: [] }],
    [luis, { has: [], lacks: [agreement, waits] }],
  ] as const) {
    const files = await filesOf(who)
    for (const one of names.lacks) expect(files.map(({ name }) => name)).not.toContain(nameOf(one))
    for (const one of names.has) {
      const stream = await files.find(({ name }) => name === nameOf(one))?.open()
      const bytes = Buffer.concat((await stream?.toArray()) ?? [])
      expect(bytes.equals((await scene.pdf(who, one.id)).bytes)).toBe(true)
    }
  }
})

test('a PDF whose job was given up is made when the clock comes by', async () => {
  const { agreement } = await scene.signed()
  await t.db
    .update(contracts)
    .set({ document_key: null, document_sha256: null, document_bytes: null })
    .where(eq(contracts.id, agreement.id))
  const lateBy = (ms: number) => t.app.jobs.runSweeps(new Date(t.clock.now().getTime() + ms))
  // Its own job may still run.
  await lateBy(MINUTE)
  await t.app.jobs.drain()
  expect((await scene.pdf(rosa, agreement.id)).status).toBe(409)
  await lateBy(15 * MINUTE)
  await t.app.jobs.drain()
  expect((await scene.pdf(rosa, agreement.id)).status).toBe(200)
})

test('words with contact details of the other side wait in the PDF until the agreement is in force', async () => {
  const { agreement } = await scene.signed({ line_up: 'Trío, llámame al 5555-0001' })
  expect(await scene.pdf(hunter, agreement.id)).toMatchObject({
    status: 409,
    code: 'contracts.document_waits',
  })
  expect((await hunter.get(`/api/contracts/${agreement.id}/`)).body.has_document).toBe(false)
  // Their own words.
  expect((await scene.pdf(rosa, agreement.id)).status).toBe(200)
  await scene.pay(agreement, rosa)
  expect((await hunter.get(`/api/contracts/${agreement.id}/`)).body).toMatchObject({
    state: 'active',
    has_document: true,
  })
  expect((await scene.pdf(hunter, agreement.id)).status).toBe(200)
})

test('no PDF is made of names that are erased before it is drawn, or meanwhile', async () => {
  const erase = () => transaction(t.app, t.clock.now(), (work) => eraseSigner(work, hunter.id, hunter.name))
  for (const isDrawn of [false, true]) {
    const { agreements } = await scene.contracting([luis])
    const agreement = agreements[0] as Agreement
    for (const person of [hunter, luis]) await sign(person, agreement)
    if (isDrawn) {
      whileDrawn(erase)
      await expect(makeDocument(t.app, agreement.id, 1)).rejects.toThrow('erased')
    } else await erase()
    await makeDocument(t.app, agreement.id, 1)
    expect(await rowOf(agreement.id)).toMatchObject({ document_key: null, document_sha256: null })
    expect((await scene.pdf(luis, agreement.id)).status).toBe(404)
  }
})

describe('whether a copy is the agreement', () => {
  let agreement: Agreement
  let copy: string
  beforeAll(async () => {
    ;({ agreement } = await scene.signed())
    copy = hashOf((await scene.pdf(hunter, agreement.id)).bytes)
  })

  test('is told to anybody by its file or its terms, and nothing else of it', async () => {
    const genuine = { paper: 'agreement', finding: 'genuine', version: 1, signed_at: expect.any(String) }
    for (const hash of [copy, agreement.sha256, copy.toUpperCase()])
      expect(await verify(agreement.number, hash)).toEqual(genuine)
    expect(await verify(` ${agreement.number.toLowerCase()} `, copy)).toEqual(genuine)
  })
  test('is changed when it is none of its versions, and unknown where nobody has the number', async () => {
    expect(await verify(agreement.number, 'a'.repeat(64))).toEqual({
      paper: 'agreement',
      finding: 'changed',
      version: null,
      signed_at: null,
    })
    expect(await verify('T-2026-999999', copy)).toEqual({
      paper: 'agreement',
      finding: 'unknown',
      version: null,
      signed_at: null,
    })
    const { agreement: other } = await scene.signed()
    expect(await verify(other.number, copy)).toMatchObject({ finding: 'changed' })
  })
  test('is asked for by a number and a hash', async () => {
    for (const query of [
      { number: 'T-1', sha256: copy },
      { number: agreement.number, sha256: 'x' },
    ]) {
      const { status, body } = await t.anonymous.get('/api/verify-contract/', { query })
      expect([status, Object.keys(body.fields)]).toEqual([400, [query.sha256 === 'x' ? 'sha256' : 'number']])
    }
  })
  test('of one that isn’t signed by both says so', async () => {
    const { agreements } = await scene.contracting([luis])
    const unsigned = agreements[0] as Agreement
    expect(await verify(unsigned.number, unsigned.sha256)).toMatchObject({
      finding: 'unsigned',
      signed_at: null,
    })
  })
  test('is voided with it', async () => {
    await hunter.post(`/api/orders/${agreement.order_id}/cancel/`, { confirm: true, reason: 'Ya no' })
    expect((await rowOf(agreement.id)).state).toBe('voided')
    expect(await verify(agreement.number, copy)).toMatchObject({ finding: 'voided', version: 1 })
  })
  test('can still be proved when a name was erased with its account, though the PDF is gone', async () => {
    const { agreement: kept } = await scene.signed()
    const { bytes } = await scene.pdf(rosa, kept.id)
    const { document_key } = await rowOf(kept.id)
    await transaction(t.app, t.clock.now(), (work) => eraseSigner(work, hunter.id, hunter.name))
    await t.app.jobs.drain()
    expect((await scene.pdf(rosa, kept.id)).status).toBe(404)
    expect(await storeOf(t.app.config).read(document_key ?? '', PART)).toBeNull()
    expect(await verify(kept.number, hashOf(bytes))).toMatchObject({ finding: 'genuine' })
    // A day later nothing makes it anew.
    t.clock.move(DAY)
    await t.app.jobs.runSweeps()
    await t.app.jobs.drain()
    expect((await rowOf(kept.id)).document_key).toBeNull()
  })
})
