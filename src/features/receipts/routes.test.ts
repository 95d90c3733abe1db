import { readFile } from 'node:fs/promises'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { accessFaults, readPaper } from '#core/server/papers.fixture.ts'
import { transaction } from '#core/server/work.ts'
import type { Agreement } from '#features/contracts/contract.ts'
import { agreementScene, own } from '#features/contracts/scene.fixture.ts'
import { settleCharge } from '#features/plans/commands.charges.ts'
import { membership_charges, memberships } from '#features/plans/table.ts'
import { project_members } from '#features/projects/table.ts'
import { eraseProject, eraseUser, type Issued, issue } from './commands.ts'
import type { Receipt } from './contract.ts'
import { sourceOf } from './queries.ts'
import { receipts } from './table.ts'

/* Receipts: who has one of what, what it says, and that their numbers have no gap. */

const AT = '/api/receipts/'
const listOf = async (who: Person): Promise<Receipt[]> => (await who.get(AT)).body.results

/** Numbers of an issuer as they stand. */
const numbersOf = async (t: TestApp, issuer_kind: Receipt['issuer']['kind'], issuer_id: number) =>
  (
    await t.db
      .select({ year: receipts.year, number: receipts.number })
      .from(receipts)
      .where(sql`${receipts.issuer_kind} = ${issuer_kind} and ${receipts.issuer_id} = ${issuer_id}`)
      .orderBy(receipts.year, receipts.number)
  ).map(({ number }) => number)
const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1)

describe('between two who agreed', () => {
  let scene: Awaited<ReturnType<typeof agreementScene>>
  let agreement: Agreement
  let receipt: Receipt
  const document = async (who: { token: string } | null, id = receipt.id) => {
    const answer = await scene.t.server.inject({
      method: 'GET',
      url: `${AT}${id}/document/`,
      headers: who ? { authorization: `Bearer ${who.token}` } : {},
    })
    return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
  }
  beforeAll(async () => {
    scene = await agreementScene()
    const { t, hunter, rosa } = scene
    await t.db.execute(sql`update users set client_kind = 'BUSINESS', legal_name = 'Fiestas del Sur, S. A.',
      tax_id = '1234567-8' where id = ${hunter.id}`)
    ;({ agreement } = await scene.signed())
    const url = `/api/contracts/${agreement.id}/payments/deposit/`
    await hunter.post(url, { method: 'transfer', reference: 'BI-77' })
    expect(await listOf(hunter)).toEqual([])
    await rosa.post(`${url}confirm/`)
  })
  afterAll(() => scene.t.close())

  test('who is paid gives one to who pays, once it is confirmed, and both have it', async () => {
    const { hunter, rosa, stranger, luis } = scene
    const [given, ...others] = await listOf(rosa)
    expect(others).toEqual([])
    receipt = given as Receipt
    expect(receipt).toMatchObject({
      number: `R-2026-P${own(rosa)}-00001`,
      kind: 'deposit',
      direction: 'given',
      issuer: { kind: 'project', name: 'Rosa Ixchel', tax_id: null },
      payer: { kind: 'user', name: hunter.name, legal_name: 'Fiestas del Sur, S. A.', tax_id: '1234567-8' },
      about: { agreement: agreement.number, event_type: 'wedding', plan: null },
      amount: agreement.terms.fees?.deposit,
      currency: agreement.terms.fees?.currency,
      method: 'transfer',
      reference: 'BI-77',
    })
    expect(await listOf(hunter)).toEqual([{ ...receipt, direction: 'got' }])
    expect([await listOf(stranger), await listOf(luis)]).toEqual([[], []])
    const of = async (contract: number) => (await hunter.get(`${AT}?contract=${contract}`)).body.results
    expect([(await of(agreement.id)).length, (await of(agreement.id + 1)).length]).toEqual([1, 0])
    for (const side of [hunter, rosa]) {
      const { payments } = (await side.get(`/api/contracts/${agreement.id}/`)).body as Agreement
      expect(payments.map(({ kind, receipt_id }) => [kind, receipt_id])).toContainEqual([
        'deposit',
        receipt.id,
      ])
    }
  })

  test('as a PDF it says everything in both languages, and that it is no invoice', async () => {
    const { status, headers, bytes } = await document(scene.hunter)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('application/pdf')
    expect(headers['content-disposition']).toBe(`attachment; filename="${receipt.number}.pdf"`)
    expect(headers['cache-control']).toBe('private, no-store')
    const { text, language, pages } = await readPaper(bytes)
    expect([language, pages.length]).toEqual(['es', 1])
    const flat = text.replace(/\s+/g, ' ')
    for (const said of [
      receipt.number,
      'Rosa Ixchel',
      'Fiestas del Sur, S. A., NIT 1234567-8',
      'Tax ID 1234567-8',
      `Anticipo del acuerdo ${agreement.number}: Boda`,
      `Deposit of agreement ${agreement.number}: Wedding`,
      'Transferencia',
      'Bank transfer',
      'BI-77',
      '2 de marzo de 2026',
      'March 2, 2026',
      'no es una factura',
      'is not a tax invoice',
    ])
      expect(flat).toContain(said)
    expect(await accessFaults(bytes)).toEqual([])
  })

  test('only its two sides open it, of a band its owner', async () => {
    const { t, rosa, luis, stranger } = scene
    expect((await document(rosa)).status).toBe(200)
    expect((await document(null)).status).toBe(401)
    expect((await document(stranger)).status).toBe(404)
    expect((await document(luis)).status).toBe(404)
    expect((await document(rosa, 999_999)).status).toBe(404)
    for (const path of [AT, `${AT}years/`, `${AT}export/?year=2026`])
      expect((await t.anonymous.get(path)).status).toBe(401)
    await t.db.insert(project_members).values({
      project_id: own(rosa),
      user_id: luis.id,
      role: 'COLLABORATOR',
      function: 'voice',
      joined_at: '2026-01-01T00:00:00Z',
    })
    const refused = await luis.get(`${AT}${receipt.id}/document/`)
    expect([refused.status, refused.body.code]).toEqual([403, 'receipts.owner_only'])
    expect(await listOf(luis)).toEqual([])
    await t.db
      .update(project_members)
      .set({ left_at: '2026-03-02T00:00:00Z' })
      .where(sql`${project_members.user_id} = ${luis.id} and ${project_members.project_id} = ${own(rosa)}`)
    expect((await document(luis)).status).toBe(404)
  })

  test('a year is a table of figures, of one’s own alone', async () => {
    const { hunter, stranger } = scene
    expect((await hunter.get(`${AT}years/`)).body.results).toEqual([{ year: 2026, count: 1 }])
    const { status, text, headers } = await hunter.get(`${AT}export/?year=2026`)
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    const lines = text.trimEnd().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(/^\uFEFF?Número,Emitido,/)
    expect(lines[1]).toContain(receipt.number)
    expect(lines[1]).toContain('"Fiestas del Sur, S. A.",1234567-8')
    expect(lines[1]).toContain(`${(receipt.amount / 100).toFixed(2)},USD,Transferencia,BI-77`)
    expect((await hunter.get(`${AT}export/?year=2025`)).text.trimEnd().split('\r\n')).toHaveLength(1)
    expect((await stranger.get(`${AT}export/?year=2026`)).text).not.toContain(receipt.number)
    const english = await hunter.get(`${AT}export/?year=2026`, { headers: { 'accept-language': 'en' } })
    expect(english.text).toContain('Bank transfer')
    for (const year of ['x', '12', ''])
      expect((await hunter.get(`${AT}export/?year=${year}`)).status).toBe(400)
  })

  test('what comes back has one the other way round, in the numbers of who is paid back', async () => {
    const { hunter, rosa } = scene
    await hunter.post(`/api/orders/${agreement.order_id}/cancel/`, { confirm: true })
    const url = `/api/contracts/${agreement.id}/payments/refund/`
    await rosa.post(url, { method: 'cash' })
    expect((await hunter.post(`${url}confirm/`)).status).toBe(200)
    const [back] = await listOf(hunter)
    expect(back).toMatchObject({
      number: `R-2026-U${hunter.id}-00001`,
      kind: 'refund',
      direction: 'given',
      issuer: { kind: 'user', name: hunter.name },
      payer: { kind: 'project', name: 'Rosa Ixchel' },
      method: 'cash',
    })
    expect((await listOf(rosa)).map(({ direction }) => direction)).toEqual(['got', 'given'])
    expect(await accessFaults((await document(hunter, back?.id)).bytes)).toEqual([])
  })

  test('what was confirmed before there were receipts has the same ones', async () => {
    const { db } = scene.t
    const { agreement: second } = await scene.signed()
    await scene.pay(second, scene.rosa)
    const facts = (tx: Pick<typeof db, 'execute'>) =>
      tx.execute(sql`select source, subject, kind, issuer_kind, issuer_id, year, number, payer_kind, payer_id, issuer_name,
        issuer_legal_name, issuer_tax_id, payer_name, payer_legal_name, payer_tax_id, person_id, about, amount, currency,
        method, reference, paid_at from receipts order by source`)
    const counted = (tx: Pick<typeof db, 'execute'>) =>
      tx.execute(sql`select * from receipt_counters order by issuer_kind, issuer_id, year`)
    const [now, counters] = [(await facts(db)).rows, (await counted(db)).rows]
    expect(now.length).toBeGreaterThan(0)
    const migration = await readFile('migrations/0051_receipts.sql', 'utf8')
    const undone = db.transaction(async (tx) => {
      for (const table of ['receipts', 'receipt_counters'])
        await tx.execute(sql.raw(`alter table ${table} disable trigger user`))
      await tx.execute(sql`truncate receipts, receipt_counters`)
      const [from, to] = ['INSERT INTO receipts', 'CREATE FUNCTION receipts_stay'].map((words) =>
        migration.indexOf(words),
      )
      await tx.execute(sql.raw(migration.slice(from, to)))
      expect((await facts(tx)).rows).toEqual(now)
      expect((await counted(tx)).rows).toEqual(counters)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
  })

  test('nobody changes one; what names somebody goes with their account, and nothing else', async () => {
    const { t, hunter, rosa } = scene
    const of = sql`where id = ${receipt.id}`
    for (const change of [
      sql`update receipts set amount = amount + 1 ${of}`,
      sql`update receipts set payer_name = 'Otra' ${of}`,
      sql`update receipts set about = '{}' ${of}`,
      sql`delete from receipts ${of}`,
      sql`truncate receipts`,
      sql`truncate receipt_counters`,
    ])
      await expect(t.db.execute(change)).rejects.toThrow()
    const work = (run: Parameters<typeof transaction<void>>[2]) => transaction(t.app, t.clock.now(), run)
    await work((one) => eraseUser(one, hunter.id))
    expect((await listOf(rosa)).at(-1)).toEqual({
      ...receipt,
      payer: { kind: 'user', name: null, legal_name: null, tax_id: null },
      reference: '',
    })
    await work((one) => eraseProject(one, own(rosa)))
    await work((one) => eraseUser(one, rosa.id))
    const [row] = await t.db.select().from(receipts).where(eq(receipts.id, receipt.id))
    expect(row).toMatchObject({
      issuer_name: null,
      issuer_legal_name: null,
      amount: receipt.amount,
      number: 1,
    })
    expect(JSON.stringify(await t.db.select().from(receipts))).not.toMatch(/Rosa|Ana Luc|Fiestas|1234567/)
    const { status, bytes } = await document(hunter)
    expect(status).toBe(200)
    expect((await readPaper(bytes)).text).toContain('Cuenta eliminada')
  })
})

describe('numbers', () => {
  let t: TestApp
  beforeAll(async () => {
    const env = { OPERATOR_LEGAL_NAME: 'Tarima, S. A.', OPERATOR_TAX_ID: '7654321-0' }
    t = await testApp({ now: '2026-11-10T15:00:00Z', max: 20, env })
  })
  afterAll(() => t?.close())
  const settle = (charge_id: number) =>
    transaction(t.app, t.clock.now(), (work) => settleCharge(work, charge_id, 'Marta'))

  test('of 50 charges confirmed at once have no gap and no double, each confirmed twice', async () => {
    const people = await Promise.all(upTo(50).map(() => t.person('MUSICIAN')))
    const at = t.clock.now().toISOString()
    const made = await t.db
      .insert(memberships)
      .values(
        people.map(({ id }) => ({
          ...{ user_id: id, plan: 'pro' as const, interval: 'month' as const, currency: 'USD' },
          ...{
            state: 'awaiting' as const,
            period_start: at,
            period_end: at,
            state_until: '2027-01-01T00:00:00Z',
          },
          anchor_day: 1,
        })),
      )
      .returning()
    const charges = await t.db
      .insert(membership_charges)
      .values(
        made.map(({ id, user_id }) => ({
          ...{ membership_id: id, user_id, kind: 'first' as const, plan: 'pro' as const },
          ...{
            interval: 'month' as const,
            amount: 900,
            currency: 'USD',
            state: 'declared' as const,
            due_at: at,
          },
          reference: `B-${user_id}`,
        })),
      )
      .returning()
    await Promise.allSettled([...charges, ...charges].map(({ id }) => settle(id)))
    expect(await numbersOf(t, 'platform', 0)).toEqual(upTo(50))
    const [own, ...others] = await listOf(people[7] as Person)
    expect(others).toEqual([])
    expect(own).toMatchObject({
      kind: 'plan',
      direction: 'got',
      issuer: { kind: 'platform', name: 'Tarima', legal_name: 'Tarima, S. A.', tax_id: '7654321-0' },
      about: { plan: 'pro', interval: 'month', agreement: null },
      amount: 900,
    })
    const [charge] = (await (people[7] as Person).get('/api/membership/charges/')).body.results
    expect(charge).toMatchObject({ state: 'paid', receipt_id: own?.id })
  })

  const one = (source: number, id = 900): Issued => ({
    source: sourceOf('payment', source),
    subject: 'contract:1',
    kind: 'deposit',
    issuer: { kind: 'project', id, name: 'Trío', legal_name: null, tax_id: null },
    payer: { kind: 'user', id: 1, name: 'Ana', legal_name: null, tax_id: null },
    about: {
      agreement: 'T-1',
      event_type: 'wedding',
      starts_at: null,
      zone: null,
      plan: null,
      interval: null,
    },
    ...{ amount: 100, currency: 'USD', method: 'cash', reference: '', paid_at: '2026-11-10T15:00:00.000Z' },
  })

  test('that are undone are given again, whoever waited for them', async () => {
    const tried = await Promise.allSettled(
      upTo(50).map((at) =>
        transaction(t.app, t.clock.now(), async (work) => {
          await issue(work, one(at))
          if (at % 3 === 0) throw new Error('undone')
        }),
      ),
    )
    const kept = tried.filter(({ status }) => status === 'fulfilled').length
    expect(kept).toBe(34)
    expect(await numbersOf(t, 'project', 900)).toEqual(upTo(34))
  })

  test('begin anew with each year and issuer', async () => {
    const at = (moment: string, source: number, id: number) =>
      transaction(t.app, new Date(moment), (work) => issue(work, one(source, id)))
    await at('2027-01-01T05:59:59Z', 101, 901)
    await at('2027-01-01T06:00:00Z', 102, 901)
    await at('2027-01-02T00:00:00Z', 103, 901)
    await at('2027-01-02T00:00:00Z', 104, 902)
    expect(await numbersOf(t, 'project', 901)).toEqual([1, 1, 2])
    expect(await numbersOf(t, 'project', 902)).toEqual([1])
  })

  test('are the database’s: none is left out, counted back or made up', async () => {
    const counter = sql`where issuer_kind = 'project' and issuer_id = 902`
    for (const fault of [
      sql`update receipt_counters set last = last + 1 ${counter}`,
      sql`update receipt_counters set last = last + 2 ${counter}`,
      sql`update receipt_counters set last = 0 ${counter}`,
      sql`delete from receipt_counters ${counter}`,
      sql`insert into receipt_counters values ('project', 903, 2027, 5)`,
      sql`insert into receipts (source, subject, kind, issuer_kind, issuer_id, year, number, payer_kind, payer_id, about, amount,
          currency, paid_at, issued_at)
        select 'payment:999', subject, kind, issuer_kind, issuer_id, year, 7, payer_kind, payer_id, about, amount, currency, paid_at,
          issued_at from receipts where issuer_id = 902`,
    ])
      await expect(t.db.transaction((tx) => tx.execute(fault))).rejects.toThrow()
    await expect(transaction(t.app, t.clock.now(), (work) => issue(work, one(104, 905)))).rejects.toThrow()
    expect(await numbersOf(t, 'project', 905)).toEqual([])
  })
})
