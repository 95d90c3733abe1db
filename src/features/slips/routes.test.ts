import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person, TestApp } from '#app/server/testing.ts'
import { storeOf } from '#core/server/files.ts'
import type { Agreement } from '#features/contracts/contract.ts'
import { agreementScene } from '#features/contracts/scene.fixture.ts'
import { formOf } from '#features/files/form.fixture.ts'
import { documentPart } from '#features/files/rules.ts'
import { staffIn } from '#features/staff/staff.fixture.ts'
import { slipOf } from './queries.ts'
import { transfer_slips } from './table.ts'

/* The slip of a transfer: who adds it, who sees it, and when it goes. */

const PDF = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n')

let scene: Awaited<ReturnType<typeof agreementScene>>
let t: TestApp
let hunter: Person
let rosa: Person
let agreement: Agreement
let id = 0
beforeAll(async () => {
  scene = await agreementScene()
  ;({ t, hunter, rosa } = scene)
  ;({ agreement } = await scene.signed())
  id = agreement ? ((await view(hunter)).payments[0]?.id ?? 0) : 0
})
afterAll(() => t?.close())

const view = async (who: Person): Promise<Agreement> =>
  (await who.get(`/api/contracts/${agreement.id}/`)).body
const hasSlip = async (who: Person) => (await view(who)).payments.find((one) => one.id === id)?.has_slip
const path = (of = 'payment', which = id) => `/api/slips/${of}/${which}/`
const add = async (who: { token: string } | null, bytes: Buffer = PDF, url = path()) => {
  const form = formOf(bytes, { name: 'boleta.pdf', type: 'application/pdf' })
  const answer = await t.server.inject({
    method: 'POST',
    url,
    ...form,
    headers: { ...form.headers, ...(who ? { authorization: `Bearer ${who.token}` } : {}) },
  })
  return { status: answer.statusCode, body: answer.json() }
}
const see = async (who: { token: string } | null) =>
  t.server.inject({
    method: 'GET',
    url: path(),
    headers: who ? { authorization: `Bearer ${who.token}` } : {},
  })
const url = () => `/api/contracts/${agreement.id}/payments/deposit/`
const record = (who: Person) => who.post(url(), { method: 'transfer', reference: 'BI 1' })

describe('the slip of a payment', () => {
  test('is added by who recorded it, not before and by nobody else', async () => {
    expect((await add(hunter)).body.code).toBe('slips.not_now')
    await record(hunter)
    expect((await add(rosa)).body.code).toBe('slips.not_now')
    expect((await add(scene.stranger)).status).toBe(404)
    expect((await add(null)).status).toBe(401)
    expect((await add(hunter, PDF, path('charge'))).status).toBe(404)
    expect((await add(hunter, PDF, path('gold'))).status).toBe(404)
    const refused = await add(hunter, Buffer.from('<svg onload="alert(1)">'))
    expect([refused.status, refused.body.code]).toEqual([415, 'files.not_a_document'])
    expect(await hasSlip(hunter)).toBe(false)
    expect((await add(hunter)).body).toEqual({ of: 'payment', format: 'pdf', bytes: PDF.length })
  })

  test('is seen by both ends and nobody else', async () => {
    expect([await hasSlip(hunter), await hasSlip(rosa)]).toEqual([true, true])
    for (const who of [hunter, rosa]) {
      const { statusCode, headers, rawPayload } = await see(who)
      expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
        ...[200, 'application/pdf', 'private, no-store'],
      ])
      expect(headers['content-disposition']).toMatch(/^attachment/)
      expect(rawPayload.equals(PDF)).toBe(true)
    }
    for (const who of [scene.stranger, scene.luis]) expect((await see(who)).statusCode).toBe(404)
    expect((await see(null)).statusCode).toBe(401)
  })

  test('takes the place of the one before, whose bytes go', async () => {
    const before = await slipOf(t.db, `payment:${id}`)
    expect((await add(hunter)).status).toBe(201)
    await t.app.jobs.drain()
    expect(await t.db.$count(transfer_slips, eq(transfer_slips.subject, `payment:${id}`))).toBe(1)
    expect(await storeOf(t.app.config).read(before.key, documentPart('pdf'))).toBeNull()
  })

  test('goes when what was recorded is taken back, and stays for who contests it', async () => {
    await hunter.delete(url())
    expect((await see(hunter)).statusCode).toBe(404)
    await record(hunter)
    await add(hunter)
    await rosa.delete(url())
    expect([(await see(rosa)).statusCode, await hasSlip(rosa)]).toEqual([200, true])
    expect((await add(hunter)).body.code).toBe('slips.not_now')
    // Whoever settles it sees it too, and that they looked stays in the log.
    const marta = await staffIn(t)
    const desk = `/api/staff/queue/dispute/${id}/`
    const [{ author, files }] = (await marta.get(desk)).body.messages
    expect([author, files.map(({ name }: { name: string }) => name)]).toEqual([
      hunter.name,
      [`payment-${id}.pdf`],
    ])
    expect((await marta.get(`${desk}files/${files[0].id}/`)).status).toBe(200)
    expect((await rosa.get(`${desk}files/${files[0].id}/`)).status).toBe(403)
    const [logged] = (await marta.get('/api/staff/log/', { query: { kind: 'dispute' } })).body.results
    expect(logged).toMatchObject({ subject: `payment:${id}`, who: marta.name })
    await record(hunter)
    expect(await hasSlip(rosa)).toBe(false)
    expect((await marta.get(`${desk}files/${files[0].id}/`)).status).toBe(404)
  })

  test('stays with what was confirmed, and goes with the account of who added it', async () => {
    await add(hunter)
    await rosa.post(`${url()}confirm/`)
    expect((await see(rosa)).statusCode).toBe(200)
    expect((await add(hunter)).body.code).toBe('slips.not_now')
  })
})
