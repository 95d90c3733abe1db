import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person, TestApp } from '#app/server/testing.ts'
import { HOUR } from '#core/contract/time.ts'
import type { Notification } from '#features/notifications/contract.ts'
import type { Version } from './contract.papers.ts'
import type { Agreement } from './contract.ts'
import { agreementCopiesOf } from './queries.papers.ts'
import { MOST_VERSIONS } from './rules.ts'
import { agreementScene, sign } from './scene.fixture.ts'
import { contracts } from './table.ts'

/* Versions: before both have signed a change takes its place at once, after that both sign it first. */

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

const read = async (who: Person, id: number) => (await who.get(`/api/contracts/${id}/`)).body as Agreement
const versions = async (who: Person, id: number) =>
  (await who.get(`/api/contracts/${id}/versions/`)).body.results as Version[]
const amend = (who: Person, id: number, body: object) => who.post(`/api/contracts/${id}/amendment/`, body)
const signIt = (who: Person, id: number, sha256: string) =>
  who.post(`/api/contracts/${id}/amendment/sign/`, { typed_name: who.name, consent: true, sha256 })
const end = (who: Person, id: number) => who.delete(`/api/contracts/${id}/amendment/`)
const finding = async (number: string, sha256: string) =>
  (await t.anonymous.get('/api/verify-contract/', { query: { number, sha256 } })).body.finding
/** What somebody's copy of their data has of an agreement. */
const copyOf = async (who: Person, id: number) =>
  (await agreementCopiesOf(t.db, who.id, t.clock.now())).find((one) => one.id === id)
const kindsTo = async (who: Person) => (await t.mails(who.email)).map(({ kind }) => kind)

test('what was changed before both had signed stays readable as it was, with who had signed it', async () => {
  const { agreements } = await scene.contracting([rosa])
  const before = agreements[0] as Agreement
  await sign(rosa, before)
  await hunter.patch(`/api/contracts/${before.id}/`, { special_terms: 'Cena incluida' })
  const [old, ...more] = await versions(rosa, before.id)
  expect(more).toEqual([])
  expect(old).toMatchObject({
    version: 1,
    state: 'superseded',
    sha256: before.sha256,
    terms: { special_terms: '', buyer: { name: 'Ana' } },
    signatures: [{ side: 'artist', typed_name: 'Rosa Ixchel' }],
    has_document: false,
    can_sign: false,
  })
  // The hunter doesn't learn yet how the artist signs.
  expect((await versions(hunter, before.id))[0]?.signatures[0]?.typed_name).toBeNull()
  // A copy of it is of nothing that ever held.
  expect(await finding(before.number, before.sha256)).toBe('unsigned')
})

test('nobody fills the other side’s mailbox with versions: there are so many, and no more', async () => {
  const { agreements } = await scene.contracting([rosa])
  const { id } = agreements[0] as Agreement
  await t.db
    .update(contracts)
    .set({ version: MOST_VERSIONS - 1 })
    .where(eq(contracts.id, id))
  const change = (special_terms: string) => hunter.patch(`/api/contracts/${id}/`, { special_terms })
  expect((await change('La última')).body.version).toBe(MOST_VERSIONS)
  const { status, body } = await change('Una más')
  expect([status, body.code]).toEqual([409, 'contracts.too_many_versions'])
  expect((await read(hunter, id)).terms.special_terms).toBe('La última')
})

describe('an amendment of what both have signed', () => {
  let agreement: Agreement
  let proposed: Version
  const standing = async () => (await read(hunter, agreement.id)) as Agreement
  beforeAll(async () => {
    ;({ agreement } = await scene.signed())
    await scene.pay(agreement, rosa)
  })

  test('is for its parties, and for what both have signed', async () => {
    for (const person of [stranger, luis]) {
      expect((await amend(person, agreement.id, { special_terms: 'x' })).status).toBe(404)
      expect((await signIt(person, agreement.id, 'a'.repeat(64))).status).toBe(404)
      expect((await end(person, agreement.id)).status).toBe(404)
      expect((await person.get(`/api/contracts/${agreement.id}/versions/`)).status).toBe(404)
    }
    const { agreements } = await scene.contracting([luis])
    expect((await amend(hunter, agreements[0]?.id ?? 0, { special_terms: 'x' })).body.code).toBe(
      'contracts.not_amendable',
    )
    expect((await signIt(hunter, agreement.id, 'a'.repeat(64))).body.code).toBe('contracts.no_amendment')
    expect((await end(hunter, agreement.id)).body.code).toBe('contracts.no_amendment')
  })

  test('is proposed by either side, and what was signed holds meanwhile', async () => {
    const { status, body } = await amend(rosa, agreement.id, { special_terms: 'Una tanda más' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      state: 'active',
      version: 1,
      terms: { special_terms: '' },
      amendment: { version: 2, by: 'artist' },
      has_document: true,
    })
    expect(await kindsTo(hunter)).toContain('agreement_amended')
    expect((await amend(hunter, agreement.id, { special_terms: 'Otra' })).body.code).toBe(
      'contracts.amendment_open',
    )
    ;[proposed] = (await versions(hunter, agreement.id)) as [Version]
    expect(proposed).toMatchObject({
      version: 2,
      state: 'proposed',
      proposed_by: 'artist',
      can_sign: true,
      terms: { version: 2, special_terms: 'Una tanda más', fees: { total: 43_200 } },
    })
    expect(await finding(agreement.number, proposed.sha256)).toBe('unsigned')
    expect(await finding(agreement.number, agreement.sha256)).toBe('genuine')
  })

  test('takes its place when both have signed it, and the one before stays with its PDF', async () => {
    const old = await scene.pdf(hunter, agreement.id)
    expect((await signIt(rosa, agreement.id, agreement.sha256)).body.code).toBe('contracts.terms_changed')
    const first = await signIt(rosa, agreement.id, proposed.sha256)
    expect(first.body).toMatchObject({ version: 1, amendment: { version: 2 } })
    expect((await signIt(rosa, agreement.id, proposed.sha256)).body.code).toBe('contracts.signed_already')
    const last = await signIt(hunter, agreement.id, proposed.sha256)
    expect(last.body).toMatchObject({
      state: 'active',
      version: 2,
      sha256: proposed.sha256,
      amendment: null,
      terms: { special_terms: 'Una tanda más' },
    })
    expect(last.body.signatures).toHaveLength(2)
    expect(await kindsTo(rosa)).toContain('agreement_amendment_signed')
    expect(await kindsTo(hunter)).toContain('agreement_amendment_signed')

    const [before] = await versions(rosa, agreement.id)
    expect(before).toMatchObject({ version: 1, state: 'superseded', has_document: true })
    expect(before?.signatures).toHaveLength(2)
    expect((await scene.pdf(rosa, agreement.id, 1)).bytes.equals(old.bytes)).toBe(true)
    const fresh = await scene.pdf(rosa, agreement.id)
    expect(fresh.headers['content-disposition']).toContain('-v2.pdf')
    expect(await finding(agreement.number, agreement.sha256)).toBe('superseded')
    expect(await finding(agreement.number, proposed.sha256)).toBe('genuine')
    // Neither the deposit nor the date has to be settled again.
    expect((await standing()).deposit?.confirmed_at).toEqual(expect.any(String))
  })

  test('comes to nothing when it is declined or taken back, and its number isn’t given again', async () => {
    await amend(hunter, agreement.id, { special_terms: 'Sin anticipo' })
    const [third] = await versions(rosa, agreement.id)
    await signIt(hunter, agreement.id, third?.sha256 ?? '')
    expect((await end(rosa, agreement.id)).body).toMatchObject({ version: 2, amendment: null })
    expect(await kindsTo(hunter)).toContain('agreement_amendment_ended')
    await amend(hunter, agreement.id, { special_terms: 'Con anticipo' })
    expect((await end(hunter, agreement.id)).body.amendment).toBeNull()
    expect((await versions(rosa, agreement.id)).map(({ version, state }) => [version, state])).toEqual([
      [4, 'withdrawn'],
      [3, 'declined'],
      [1, 'superseded'],
    ])
    expect((await standing()).signatures).toHaveLength(2)
    expect(await finding(agreement.number, third?.sha256 ?? '')).toBe('unsigned')
    // Whoever wrote them finds them in the copy of their data.
    const { versions: kept = [] } = (await copyOf(hunter, agreement.id)) ?? {}
    expect(kept.map(({ version, terms }) => [version, terms.special_terms])).toEqual([
      [4, 'Con anticipo'],
      [3, 'Sin anticipo'],
      [1, ''],
    ])
  })

  test('is too late once the music begins', async () => {
    await amend(hunter, agreement.id, { special_terms: 'Tarde' })
    const [open] = await versions(rosa, agreement.id)
    const now = t.clock.now()
    t.clock.set(new Date(agreement.terms.event.starts_at))
    expect((await signIt(rosa, agreement.id, open?.sha256 ?? '')).body.code).toBe('contracts.not_amendable')
    const starts_at = agreement.terms.event.starts_at
    expect((await versions(rosa, agreement.id))[0]).toMatchObject({
      ...{ version: open?.version, can_sign: false, state: 'lapsed', ended_at: starts_at },
    })
    t.clock.set(now)
    expect((await versions(rosa, agreement.id))[0]?.state).toBe('proposed')
  })

  test('lapses when the agreement ends, and stays to be read', async () => {
    const { agreement: other, order_id } = await scene.signed()
    await scene.pay(other, rosa)
    await amend(rosa, other.id, { special_terms: 'Sin escenario' })
    await hunter.post(`/api/orders/${order_id}/cancel/`, { confirm: true })
    for (const person of [hunter, rosa])
      expect(await versions(person, other.id)).toMatchObject([
        { version: 2, state: 'lapsed', can_sign: false, terms: { special_terms: 'Sin escenario' } },
      ])
    expect((await end(rosa, other.id)).body.code).toBe('contracts.not_amendable')
  })
})

test('an amendment waits on the musician’s desk and in their menu as long as they haven’t signed it', async () => {
  const { agreement: one } = await scene.signed()
  await scene.pay(one, rosa)
  const counted = async () => {
    const { waiting } = (await rosa.get('/api/notifications/counts/')).body
    return waiting.find(({ page }: { page: string }) => page === 'contracts')?.count ?? 0
  }
  const waits = async () => {
    const { to_sign, to_confirm, to_give_back } = (await rosa.get('/api/home/music/')).body.waiting
    expect(await counted()).toBe(to_sign + to_confirm + to_give_back)
    return to_sign
  }
  const settled = await waits()
  await amend(hunter, one.id, { special_terms: 'Con cena' })
  expect(await waits()).toBe(settled + 1)
  const [proposed] = await versions(rosa, one.id)
  await signIt(rosa, one.id, proposed?.sha256 ?? '')
  // Now it waits for the hunter.
  expect(await waits()).toBe(settled)
  await signIt(hunter, one.id, proposed?.sha256 ?? '')
  await amend(hunter, one.id, { special_terms: 'Sin cena' })
  expect(await waits()).toBe(settled + 1)
  const now = t.clock.now()
  t.clock.set(new Date(one.terms.event.starts_at))
  expect(await counted()).toBeLessThan(settled + 1)
  t.clock.set(now)
  await end(hunter, one.id)
  expect(await waits()).toBe(settled)
})

test('a change that the musician doesn’t sign in time is told to the host, once each, and nothing else follows', async () => {
  const { agreement: one, order_id } = await scene.signed()
  await scene.pay(one, rosa)
  const eventOf = async () => (await hunter.get(`/api/orders/${order_id}/event/`)).body.event
  const { id: event_id } = await eventOf()
  const told = async () =>
    ((await hunter.get('/api/notifications/?notification_type=EVENT_AT_RISK')).body.results as Notification[])
      .filter(({ value }) => value === String(event_id))
      .map(({ title, message }) => `${title}: ${message}`)
  const begun = t.clock.now().getTime()
  const sweep = (hours: number) => t.app.jobs.runSweeps(new Date(begun + hours * HOUR))
  await amend(hunter, one.id, { special_terms: 'Con cena' })
  await sweep(71)
  expect(await told()).toEqual([])
  await sweep(73)
  await sweep(74)
  expect(await told()).toEqual([expect.stringContaining('Falta una firma: Rosa Ixchel no ha firmado')])
  // What both have signed holds: nobody is missing.
  expect(await eventOf()).toMatchObject({ state: 'confirmed', lost_moments: 0 })
  // Another change is other news; one that she has signed, or that is hers, is none.
  await end(rosa, one.id)
  await amend(hunter, one.id, { special_terms: 'Sin cena' })
  const [second] = await versions(rosa, one.id)
  await signIt(rosa, one.id, second?.sha256 ?? '')
  await sweep(80)
  expect(await told()).toHaveLength(1)
  await end(hunter, one.id)
  await amend(rosa, one.id, { special_terms: 'Con postre' })
  await sweep(80)
  expect(await told()).toHaveLength(1)
  await end(rosa, one.id)
  await amend(hunter, one.id, { special_terms: 'Con café' })
  await sweep(80)
  expect(await told()).toHaveLength(2)
  await end(hunter, one.id)
})

describe('buyer, signer and payer', () => {
  const signer = { name: 'Marta Coc', role: 'Representante legal' }
  const payer = { name: 'Fundación Lago', tax_id: '7654321-0' }

  test('may be three people: the buyer says it, and it is signed as part of the terms', async () => {
    const { agreements } = await scene.contracting([rosa])
    const { id, sha256 } = agreements[0] as Agreement
    const refused = await rosa.patch(`/api/contracts/${id}/`, { special_terms: '', payer })
    expect([refused.status, refused.body.code]).toEqual([403, 'contracts.buyer_says'])
    const { body } = await hunter.patch(`/api/contracts/${id}/`, { special_terms: '', signer, payer })
    expect(body).toMatchObject({ version: 2, terms: { signer, payer, buyer: { name: 'Ana Lucía Paz' } } })
    expect(body.sha256).not.toBe(sha256)
    const said = JSON.stringify(body.terms.clauses)
    for (const words of ['Marta Coc, Representante legal', 'Fundación Lago, NIT 7654321-0', 'signs for Ana'])
      expect(said).toContain(words)

    // Before both have signed the artist learns none of it.
    expect(JSON.stringify(await read(rosa, id))).not.toMatch(/Marta|Representante|Fundación|7654321/)
    // Whatever the artist changes leaves the buyer's people as they are.
    const changed = (await rosa.patch(`/api/contracts/${id}/`, { special_terms: 'Dos micrófonos' })).body
    for (const person of [rosa, hunter]) await sign(person, changed)
    expect((await read(rosa, id)).terms).toMatchObject({ signer, payer, special_terms: 'Dos micrófonos' })
    // And taking them back is another version without them.
    const back = await amend(hunter, id, { special_terms: 'Dos micrófonos', signer: null, payer: null })
    expect(back.status).toBe(200)
    const [{ terms }] = (await versions(hunter, id)) as [Version]
    expect([terms.signer, terms.payer, terms.clauses.es.length]).toEqual([undefined, undefined, 10])
  })

  test('whom the buyer took back before both had signed isn’t named to the artist afterwards either', async () => {
    const { agreements } = await scene.contracting([rosa])
    const { id } = agreements[0] as Agreement
    await hunter.patch(`/api/contracts/${id}/`, { special_terms: '', signer, payer })
    const { body } = await hunter.patch(`/api/contracts/${id}/`, {
      special_terms: '',
      signer: null,
      payer: null,
    })
    for (const person of [rosa, hunter]) await sign(person, body)
    const read = await versions(rosa, id)
    expect(read.map(({ version }) => version)).toEqual([2, 1])
    for (const shown of [read, await copyOf(rosa, id)])
      expect(JSON.stringify(shown)).not.toMatch(/Marta|Representante|Fundación|7654321/)
    expect((await versions(hunter, id))[0]?.terms).toMatchObject({ signer, payer })
  })

  test('are named without contact details until the agreement is in force', async () => {
    const { agreements } = await scene.contracting([rosa])
    const { id } = agreements[0] as Agreement
    const hidden = { name: 'Marta 5555-1234', role: 'Representante, 5555-0011' }
    const { body } = await hunter.patch(`/api/contracts/${id}/`, { special_terms: '', signer: hidden })
    for (const person of [rosa, hunter]) await sign(person, body)
    expect(JSON.stringify(await read(rosa, id))).not.toMatch(/5555-1234|5555-0011/)
    expect((await read(hunter, id)).terms.signer).toEqual(hidden)
    await scene.pay(body, rosa)
    expect((await read(rosa, id)).terms.signer).toEqual(hidden)
  })

  test('a name that is unlike the one in the terms is kept as it was typed', async () => {
    const { agreements } = await scene.contracting([luis])
    const agreement = agreements[0] as Agreement
    expect((await sign(hunter, agreement, { typed_name: 'Otra Persona' })).status).toBe(200)
    await sign(luis, agreement)
    const { signatures } = await read(luis, agreement.id)
    expect(signatures.find(({ side }) => side === 'hunter')?.typed_name).toBe('Otra Persona')
  })

  test('terms without them have the hash that they had before there were any', async () => {
    const { agreements } = await scene.contracting([luis])
    const [row] = await t.db
      .select()
      .from(contracts)
      .where(eq(contracts.id, agreements[0]?.id ?? 0))
    expect(Object.keys(row?.terms ?? {})).not.toEqual(expect.arrayContaining(['signer']))
    expect(Object.keys(row?.terms ?? {})).not.toEqual(expect.arrayContaining(['payer']))
  })
})
