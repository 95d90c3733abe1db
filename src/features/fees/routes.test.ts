import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person, TestApp } from '#app/server/testing.ts'
import { monthName } from '#core/contract/intl.ts'
import { subject } from '#core/contract/subject.ts'
import { DAY } from '#core/contract/time.ts'
import { accessFaults, readPaper } from '#core/server/papers.fixture.ts'
import { transaction } from '#core/server/work.ts'
import type { Agreement } from '#features/contracts/contract.ts'
import { agreementScene, own } from '#features/contracts/scene.fixture.ts'
import { formOf } from '#features/files/form.fixture.ts'
import { balancesOf } from '#features/ledger/queries.ts'
import { notifications } from '#features/notifications/table.ts'
import { giveCredit } from '#features/plans/commands.credit.ts'
import { creditHeldBy } from '#features/plans/queries.ts'
import { staffIn } from '#features/staff/staff.fixture.ts'
import { closeMonth, settleFees } from './commands.ts'
import type { FeeStatement } from './contract.ts'
import { closedMonth } from './rules.ts'

/* Statements of fees: what gathers, how a month is closed, and how it is paid. */

const AT = '/api/fees/'
const ENV = { TRANSFER_ACCOUNT: 'Banco Ejemplo|Cuenta 00-1' }
const PDF = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n')

let scene: Awaited<ReturnType<typeof agreementScene>>
let t: TestApp
let hunter: Person
let rosa: Person
let luis: Person
beforeAll(async () => {
  scene = await agreementScene({ env: ENV })
  ;({ t, hunter, rosa, luis } = scene)
})
afterAll(() => t?.close())

const listOf = async (who: Pick<Person, 'get'>): Promise<FeeStatement[]> => (await who.get(AT)).body.results
const gathering = async (who: Pick<Person, 'get'>) => (await who.get(`${AT}gathering/`)).body.results
const onAccount = async (kind: string, owner_id: number, owner_kind: 'project' | 'platform' = 'project') =>
  (await balancesOf(t.db, [{ owner_kind, owner_id }])).find(
    (one) => one.kind === kind && one.currency === 'USD',
  )?.balance ?? 0
const settle = (id: number) => transaction(t.app, t.clock.now(), (work) => settleFees(work, id, 'Marta'))
const told = async (who: Person) =>
  (
    await t.db
      .select({ params: notifications.params })
      .from(notifications)
      .where(eq(notifications.user_id, who.id))
      .orderBy(notifications.id)
  ).flatMap(({ params }) => {
    const { voice } = params as { voice?: string }
    return voice?.startsWith('fees') ? [voice] : []
  })
/** Whoever signed in a month ago isn't any more. */
const now = async (who: Person) => {
  const token = await t.session(who.id, who.project_id ?? null)
  return { ...t.as({ token }), token }
}

/** An agreement of Rosa's, paid in full and played: its fee is in the books. */
async function played(): Promise<Agreement> {
  const { agreement } = await scene.signed()
  await scene.pay(agreement, rosa)
  await hunter.post(`/api/contracts/${agreement.id}/payments/balance/`, { method: 'cash' })
  await rosa.post(`/api/contracts/${agreement.id}/payments/balance/confirm/`)
  return agreement
}
async function afterThe(agreement: Agreement) {
  t.clock.set(new Date(Date.parse(agreement.terms.event.ends_at) + 2 * DAY))
  await t.app.jobs.runSweeps()
}
/** The first days of the month after. */
async function nextMonth() {
  const [year = 0, month = 1] = t.clock.now().toISOString().split('-').map(Number)
  t.clock.set(new Date(Date.UTC(year, month, 2, 12)))
  await t.app.jobs.runSweeps()
}

describe('the fees of a month', () => {
  let agreement: Agreement
  let statement: FeeStatement
  let fee = 0

  test('gather when something is earned, not before', async () => {
    agreement = await played()
    fee = agreement.terms.fees?.platform_fee ?? 0
    expect(fee).toBeGreaterThan(0)
    expect(await gathering(rosa)).toEqual([])
    await afterThe(agreement)
    const late = await now(rosa)
    expect(await gathering(late)).toEqual([
      { project_id: own(rosa), project_name: rosa.name, currency: 'USD', amount: fee },
    ])
    expect(await listOf(late)).toEqual([])
  })

  test('are closed when it is over, once, as a numbered statement that nobody can change', async () => {
    await nextMonth()
    const { month } = closedMonth(t.clock.now())
    await t.app.jobs.runSweeps()
    const late = await now(rosa)
    const [one, ...others] = await listOf(late)
    statement = one as FeeStatement
    expect(others).toEqual([])
    expect(statement).toMatchObject({
      ...{ number: `E-P${own(rosa)}-0001`, month, amount: fee, credit: 0, state: 'due', payments: 2 },
      ...{ project_name: rosa.name, currency: 'USD', receipt_id: null, has_slip: false },
      due_at: new Date(Date.parse(statement.closed_at) + 15 * DAY).toISOString(),
    })
    expect(await gathering(late)).toEqual([])
    expect(await told(rosa)).toEqual(['fees'])
    // Again, by two at once: it is closed.
    const owed = { project_id: own(rosa), currency: 'USD' }
    await Promise.all([1, 2].map(() => transaction(t.app, t.clock.now(), (work) => closeMonth(work, owed))))
    expect(await listOf(late)).toEqual([statement])
    for (const change of [
      sql`update fee_statements set amount = 1 where id = ${statement.id}`,
      sql`delete from fee_statements where id = ${statement.id}`,
      sql`update fee_lines set amount = 1 where statement_id = ${statement.id}`,
      sql`insert into fee_lines (statement_id, posting_id, subject, amount, at)
        values (${statement.id}, 999999, 'contract:1', 5, now())`,
      sql`truncate fee_lines, fee_history, fee_statements`,
    ])
      await expect(t.db.execute(change)).rejects.toThrow()
  })

  test('are read by the project’s owner alone: 404 for others, 403 in the band, 401 for nobody', async () => {
    const [late, other] = [await now(rosa), await now(luis)]
    const sara = await t.person('MUSICIAN')
    await t.db.execute(sql`insert into project_members (project_id, user_id, role, joined_at)
      values (${own(rosa)}, ${sara.id}, 'COLLABORATOR', now())`)
    expect([await listOf(sara), await gathering(sara), await listOf(other)]).toEqual([[], [], []])
    const paths = [`${AT}${statement.id}/transfer/`, `/api/slips/fees/${statement.id}/`]
    expect((await other.post(paths[0] ?? '', { reference: 'BI 1' })).status).toBe(404)
    const banned = await sara.post(paths[0] ?? '', { reference: 'BI 1' })
    expect([banned.status, banned.body.code]).toEqual([403, 'fees.owner_only'])
    expect((await t.anonymous.post(paths[0] ?? '', { reference: 'BI 1' })).status).toBe(401)
    expect((await late.post(paths[0] ?? '', { reference: 'B' })).status).toBe(422)
    expect((await late.get(`${AT}?project=${own(luis)}`)).status).toBe(404)
    const hunters = await now(hunter)
    expect((await hunters.get(AT)).status).toBe(403)
    await t.db.execute(sql`update project_members set left_at = now() where user_id = ${sara.id}
      and project_id = ${own(rosa)}`)
  })

  test('are on a PDF, each with its agreement, in both languages', async () => {
    const { token } = await now(rosa)
    const answer = await t.server.inject({
      method: 'GET',
      url: `${AT}${statement.id}/document/`,
      headers: { authorization: `Bearer ${token}` },
    })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
    const paper = await readPaper(answer.rawPayload)
    for (const part of [
      statement.number,
      agreement.number,
      'Estado de cuenta',
      'Statement of fees',
      rosa.name,
    ])
      expect(paper.text).toContain(part)
    expect(await accessFaults(answer.rawPayload)).toEqual([])
  })

  test('are paid by a transfer that staff finds, with its slip and a receipt', async () => {
    const late = await now(rosa)
    const path = `${AT}${statement.id}/transfer/`
    const slip = (who: { token: string }) =>
      t.server.inject({
        method: 'POST',
        url: `/api/slips/fees/${statement.id}/`,
        ...formOf(PDF, { name: 'boleta.pdf', type: 'application/pdf' }),
        headers: {
          ...formOf(PDF, { name: 'boleta.pdf', type: 'application/pdf' }).headers,
          authorization: `Bearer ${who.token}`,
        },
      })
    // Nothing is recorded yet.
    expect((await slip(late)).json().code).toBe('slips.not_now')
    const said = await late.post(path, { reference: 'BI 4411' })
    expect(said.body).toMatchObject({ state: 'declared', reference: 'BI 4411' })
    expect((await late.post(path, { reference: 'BI 4411' })).status).toBe(409)
    expect((await slip(late)).statusCode).toBe(201)
    expect((await slip(await now(luis))).statusCode).toBe(404)
    expect((await listOf(late))[0]).toMatchObject({ has_slip: true })
    const marta = await staffIn(t)
    const desk = `/api/staff/queue/fees/${statement.id}/`
    const sheet = (await marta.get(desk)).body
    expect(sheet.facts).toContainEqual(expect.objectContaining({ name: 'amount', amount: fee }))
    expect(sheet.facts).toContainEqual(expect.objectContaining({ name: 'number', text: statement.number }))
    // The month by its name, in the language of who reads.
    for (const language of ['es', 'en']) {
      const { facts } = (await marta.get(desk, { headers: { 'accept-language': language } })).body
      const month = monthName(statement.month, language)
      expect(facts).toContainEqual(expect.objectContaining({ name: 'month', text: month }))
      expect(month).not.toBe(monthName(statement.month, language === 'es' ? 'en' : 'es'))
    }
    expect((await marta.get(`${desk}files/${sheet.messages[0].files[0].id}/`)).status).toBe(200)
    const decided = (who: Pick<Person, 'post'>, act: string, text = '') =>
      who.post(`${desk}decide/`, { act, text })
    expect((await decided(late, 'confirm')).status).toBe(403)
    expect((await decided(marta, 'fail')).status).toBe(422)
    expect((await decided(marta, 'fail', 'No aparece')).status).toBe(200)
    expect((await listOf(late))[0]).toMatchObject({ state: 'failed', note: 'No aparece' })
    expect((await decided(marta, 'confirm')).status).toBe(409)
    await late.post(path, { reference: 'BI 4412' })
    // Of what wasn't found there is no slip any more.
    expect((await listOf(late))[0]).toMatchObject({ has_slip: false, note: '' })
    const before = await onAccount('earned', 0, 'platform')
    expect(await onAccount('fees', own(rosa))).toBe(fee)
    await settle(statement.id)
    await expect(settle(statement.id)).rejects.toMatchObject({ status: 409 })
    expect([await onAccount('fees', own(rosa)), await onAccount('earned', 0, 'platform')]).toEqual([
      0,
      before + fee,
    ])
    const [paid] = await listOf(late)
    expect(paid).toMatchObject({ state: 'paid', reference: 'BI 4412' })
    const receipts = (await late.get('/api/receipts/')).body.results
    expect(receipts[0]).toMatchObject({
      ...{ id: paid?.receipt_id, kind: 'fees', direction: 'got', amount: fee, reference: 'BI 4412' },
      issuer: { kind: 'platform', name: 'Tarima' },
      about: { statement: statement.number },
    })
    expect(await told(rosa)).toEqual(['fees', 'fees_failed', 'fees_paid'])
  })
})

describe('credit', () => {
  test('pays fees first, in the books; a statement that it pays whole is settled at once', async () => {
    t.clock.set(new Date('2026-01-05T12:00:00Z'))
    const agreement = await played()
    const fee = agreement.terms.fees?.platform_fee ?? 0
    await transaction(t.app, t.clock.now(), (work) =>
      giveCredit(work, { key: 'test:1 given', subject: subject('referral', 1) }, [rosa.id], 1_000),
    )
    await afterThe(agreement)
    await nextMonth()
    const late = await now(rosa)
    const [statement] = await listOf(late)
    const credit = Math.min(1_000, fee)
    expect(statement).toMatchObject({ amount: fee, credit, state: fee > credit ? 'due' : 'paid' })
    expect(await creditHeldBy(t.db, rosa.id)).toBe(1_000 - credit)
    expect(await onAccount('fees', own(rosa))).toBe(fee - credit)
    const { rows } = await t.db.execute(
      sql`select currency from ledger_postings group by currency having sum(amount) <> 0`,
    )
    expect(rows).toEqual([])
  })
})

describe('the clock', () => {
  test('reminds before a statement is due, on the day and after it', async () => {
    const [statement] = await listOf(await now(rosa))
    if (statement?.state !== 'due') throw new Error('nothing is due')
    const due = Date.parse(statement.due_at)
    const voices = async (at: number) => {
      t.clock.set(new Date(at))
      await t.app.jobs.runSweeps()
      return (await told(rosa)).slice(3)
    }
    expect(await voices(due - 4 * DAY)).toEqual(['fees'])
    expect(await voices(due - 3 * DAY)).toEqual(['fees', 'fees'])
    expect(await voices(due)).toEqual(['fees', 'fees', 'fees_late'])
    expect(await voices(due + DAY)).toEqual(['fees', 'fees', 'fees_late'])
  })
})
