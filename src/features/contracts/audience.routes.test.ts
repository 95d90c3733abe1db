import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NOW, offer, scouting } from '#app/server/scenes/wedding.fixture.ts'
import type { Person, TestApp } from '#app/server/testing.ts'
import { HIDDEN } from '#core/contract/contacts.ts'
import { DAY } from '#core/contract/time.ts'
import { events } from '#features/events/table.ts'
import { orders, plan_moments } from '#features/hiring/table.ts'
import { music_projects, project_members } from '#features/projects/table.ts'
import type { Agreement } from './contract.ts'
import { agreementScene, own, sign } from './scene.fixture.ts'

/* Who reads what of a hire: each side, a band's collaborator, before both have signed, before it is in force, after. */

const ARTIST = [
  '5555-0001',
  'rosa@correo.com',
  '5555–0002',
  '٥٥٥٥٠٠٠٣',
  'cinco cinco cinco cinco uno dos tres uno',
]
const HUNTER = ['5555-1234', 'rosa@correo.com', '5555/0011', 'ana arroba correo punto com', '5555-0014']

let scene: Awaited<ReturnType<typeof agreementScene>>
let t: TestApp
let hunter: Person
let rosa: Person
let luis: Person
beforeAll(async () => {
  scene = await agreementScene()
  ;({ t, hunter, rosa, luis } = scene)
})
afterAll(() => t.close())

/** Which of these are said in an answer. */
const saidIn = (body: unknown, words: readonly string[]) => {
  const text = JSON.stringify(body)
  return words.filter((word) => text.includes(word))
}

describe('words with contact details in them', () => {
  let order_id: number
  let request_id: number
  let agreement: Agreement
  const budgets = async () => (await hunter.get(`/api/orders/${order_id}/budgets/`)).body
  const request = async (who = rosa) => (await who.get(`/api/requests/${request_id}/`)).body
  const read = async (who: Person) => (await who.get(`/api/contracts/${agreement.id}/`)).body as Agreement
  const written = {
    line_up: `Rosa ${ARTIST[0]}`,
    note: `Escríbeme: ${ARTIST[1]} o ${ARTIST[4]}`,
    items: [
      {
        kind: 'performance' as const,
        description: `Trío, ${ARTIST[2]}`,
        qty: 1,
        unit_price: 40_000,
        optional: false,
      },
    ],
  }

  beforeAll(async () => {
    const made = await scouting(t, hunter, [{ project_ids: [own(rosa)] }], { starts_at: scene.nextEvening() })
    order_id = made.order_id
    request_id = made.request_ids[0]?.[0] ?? 0
    await t.db
      .update(music_projects)
      .set({ name: `Rosa ${ARTIST[3]}` })
      .where(eq(music_projects.id, own(rosa)))
    await t.db
      .update(orders)
      .set({ title: `Boda ${HUNTER[2]}` })
      .where(eq(orders.id, order_id))
    const [slot] = (await budgets()).slots
    await t.db
      .update(plan_moments)
      .set({ title: `Vals, ${HUNTER[3]}` })
      .where(eq(plan_moments.slot_id, slot.slot.id))
    await rosa.post(`/api/requests/${request_id}/available/`, { budget: offer(written) })
  })

  test('are read as written by whoever wrote them, and without them by the other side', async () => {
    const seen = await budgets()
    expect(saidIn(seen, ARTIST)).toEqual([])
    expect(seen.slots[0].budgets[0]).toMatchObject({
      line_up: `Rosa ${HIDDEN}`,
      items: [{ description: `Trío, ${HIDDEN}` }],
      project: { name: `Rosa ${HIDDEN}` },
      total: 43_200,
    })
    expect(seen.slots[0].slot.title).toBe(`Vals, ${HUNTER[3]}`)
    const mine = await request()
    expect(mine.budget).toMatchObject({ line_up: written.line_up, note: written.note })
    expect(saidIn(mine, HUNTER)).toEqual(['rosa@correo.com']) // her own note
    expect(mine.moments[0].title).toBe(`Vals, ${HIDDEN}`)
    expect(mine.event.message).toBe(`Escríbeme a ${HIDDEN} o al ${HIDDEN}`)
    const order = (await hunter.get(`/api/orders/${order_id}/`)).body
    expect(order.requests[0]).toMatchObject({
      project_name: `Rosa ${HIDDEN}`,
      message: expect.stringContaining('5555-1234'),
    })
  })

  test('of a change that is asked for aren’t in the answer nor in the mail', async () => {
    const [{ budgets: sent }] = (await budgets()).slots
    await hunter.post(`/api/budgets/${sent[0].id}/changes/`, { note: `Llámame al ${HUNTER[4]} por favor` })
    expect((await request()).budget.reason).toBe(`Llámame al ${HIDDEN} por favor`)
    const letters = (await t.mails(rosa.email)).filter(({ kind }) => kind.startsWith('notification'))
    expect(letters.map(({ text }) => text).join()).toContain('Te piden un cambio')
    expect(saidIn(letters, HUNTER)).toEqual([])
    await rosa.post(`/api/budgets/${sent[0].id}/revise/`, { budget: offer(written) })
  })

  test('are in no agreement that isn’t signed, nor are full names and the street', async () => {
    const [{ budgets: sent }] = (await budgets()).slots
    await hunter.post(`/api/budgets/${sent[0].id}/accept/`, {})
    agreement = (await hunter.get(`/api/orders/${order_id}/contracts/`)).body.results[0]
    await hunter.patch(`/api/contracts/${agreement.id}/`, { special_terms: `Cualquier duda al ${HUNTER[4]}` })
    const asHunter = await read(hunter)
    expect(saidIn(asHunter, ARTIST)).toEqual([])
    expect(asHunter.terms).toMatchObject({
      buyer: { name: 'Ana Lucía Paz' },
      artist: { signer: 'Rosa', name: `Rosa ${HIDDEN}` },
      event: { place: '5a avenida norte 12', title: `Boda ${HUNTER[2]}` },
    })
    const asArtist = await read(rosa)
    expect(saidIn(asArtist, [...HUNTER.slice(2), 'Lucía', 'Paz', 'avenida norte'])).toEqual([])
    expect(asArtist.terms).toMatchObject({
      buyer: { name: 'Ana', legal_name: null, tax_id: null },
      event: { place: null, city: 'Antigua Guatemala', title: `Boda ${HIDDEN}` },
      special_terms: `Cualquier duda al ${HIDDEN}`,
    })
    expect(JSON.stringify(asArtist.terms.clauses)).toContain('Antigua Guatemala')
    expect(asArtist.sha256).toBe(asHunter.sha256)
    const mails = await t.mails(rosa.email)
    expect(
      saidIn(
        mails.filter(({ kind }) => kind.startsWith('agreement')),
        [...HUNTER, 'Lucía', 'avenida norte'],
      ),
    ).toEqual([])
  })

  test('a signature is a name alone, hidden from the other side until there are two', async () => {
    const said = await sign(hunter, await read(hunter), { typed_name: `Ana Paz ${HUNTER[0]}` })
    expect(said).toMatchObject({ status: 422, body: { fields: { typed_name: expect.any(String) } } })
    expect((await sign(hunter, await read(hunter), { typed_name: 'Ana Lucía Paz' })).status).toBe(200)
    expect((await read(rosa)).signatures).toMatchObject([{ side: 'hunter', typed_name: null }])
    expect((await read(hunter)).signatures).toMatchObject([{ side: 'hunter', typed_name: 'Ana Lucía Paz' }])
  })

  test('once both have signed names and the street are there, how to reach each other still isn’t', async () => {
    expect((await sign(rosa, await read(rosa), { typed_name: 'Rosa Ixchel' })).status).toBe(200)
    const asArtist = await read(rosa)
    expect(asArtist.state).toBe('signed')
    expect(asArtist.terms).toMatchObject({
      buyer: { name: 'Ana Lucía Paz' },
      event: { place: '5a avenida norte 12' },
    })
    expect(asArtist.signatures.map(({ typed_name }) => typed_name)).toEqual(['Ana Lucía Paz', 'Rosa Ixchel'])
    expect(saidIn(asArtist, HUNTER.slice(2))).toEqual([])
    expect(saidIn(await read(hunter), ARTIST)).toEqual([])
    expect(asArtist.contact).toBeNull()
  })

  test('in force, both sides read what was written, and each other’s contact', async () => {
    await scene.pay(agreement, rosa)
    const asHunter = await read(hunter)
    expect(asHunter).toMatchObject({
      state: 'active',
      contact: { email: rosa.email },
      terms: { artist: { line_up: written.line_up }, special_terms: `Cualquier duda al ${HUNTER[4]}` },
    })
    const asArtist = await read(rosa)
    expect(asArtist).toMatchObject({
      contact: { email: hunter.email },
      terms: { event: { title: `Boda ${HUNTER[2]}` } },
    })
    expect((await request()).event.message).toBe('Escríbeme a rosa@correo.com o al 5555-1234')
    expect((await budgets()).slots[0].budgets[0].note).toBe(written.note)
  })
})

describe('a band’s collaborator', () => {
  let band: number
  let before: { agreement: Agreement; order_id: number }
  let gig: { agreement: Agreement; order_id: number }
  let asBand: Person
  const WRITTEN = {
    title: 'Boda, 5555-0021',
    place: '5a avenida norte 12, ana@correo.com',
    item: 'Llamar al 5555-0022',
  }

  async function hire(starts_at: string) {
    const { order_id, request_ids } = await scouting(t, hunter, [{ project_ids: [band] }], { starts_at })
    const { body } = await rosa.post(`/api/requests/${request_ids[0]?.[0]}/available/`, { budget: offer() })
    await hunter.post(`/api/budgets/${body.budget.id}/accept/`, {})
    const agreement: Agreement = (await hunter.get(`/api/orders/${order_id}/contracts/`)).body.results[0]
    await rosa.patch(`/api/contracts/${agreement.id}/pay-to/`, { pay_to: 'Banco Industrial 123-4' })
    await sign(hunter, agreement)
    await sign(rosa, agreement)
    await scene.pay(agreement, rosa)
    return { agreement, order_id }
  }
  const eventOf = async (order_id: number) => (await hunter.get(`/api/orders/${order_id}/event/`)).body.event

  beforeAll(async () => {
    band = await t.project(rosa.id, 'GROUP', 'La Ceiba')
    const evening = scene.nextEvening()
    before = await hire(evening)
    // What is his is hers no more: shares that don't add up would keep the band from quoting.
    await t.db
      .update(project_members)
      .set({ share: 75 })
      .where(and(eq(project_members.project_id, band), eq(project_members.user_id, rosa.id)))
    await t.db.insert(project_members).values({
      project_id: band,
      user_id: luis.id,
      role: 'COLLABORATOR',
      required: false,
      share: 25,
      joined_at: new Date(Date.parse(evening) + DAY).toISOString(),
    })
    gig = await hire(scene.nextEvening())
    // What the hunter wrote, wherever a gig is shown.
    await t.db.update(orders).set({ title: WRITTEN.title }).where(eq(orders.id, gig.order_id))
    const { id } = await eventOf(gig.order_id)
    await t.db.update(events).set({ title: WRITTEN.title, place: WRITTEN.place }).where(eq(events.id, id))
    await hunter.post(`/api/events/${id}/checklist/`, { title: WRITTEN.item, due_at: NOW })
    asBand = { ...luis, ...t.as({ token: await t.session(luis.id, band) }) }
  })

  test('reads their part of a gig, not what the band is paid, where, nor how to reach the hunter', async () => {
    const { body } = await luis.get(`/api/contracts/${gig.agreement.id}/`)
    expect(body).toMatchObject({
      state: 'active',
      side: 'artist',
      can_act: false,
      own_part: { amount: 10_000, currency: 'USD' },
      pay_to: '',
      contact: null,
      deposit: null,
      terms: {
        fees: null,
        buyer: { name: 'Ana' },
        clauses: { es: [], en: [] },
        event: { place: '5a avenida norte 12' },
      },
    })
    expect(saidIn(body, ['Banco', '40000', '43200', 'Lucía', hunter.email])).toEqual([])
    const { body: owner } = await rosa.get(`/api/contracts/${gig.agreement.id}/`)
    expect(owner).toMatchObject({
      own_part: null,
      pay_to: 'Banco Industrial 123-4',
      contact: { email: hunter.email },
    })
  })

  test('knows when and where the event is, and asks the owner for the rest', async () => {
    const { id } = await eventOf(gig.order_id)
    const { body } = await luis.get(`/api/events/${id}/`)
    expect(body).toMatchObject({ side: 'musician', contact: null, place: `5a avenida norte 12, ${HIDDEN}` })
    expect(saidIn(body, [hunter.email, rosa.email])).toEqual([])
    expect((await rosa.get(`/api/events/${id}/`)).body.contact).toMatchObject({ email: hunter.email })
  })

  test('reads what the hunter wrote without contact details, which the owner reads as written', async () => {
    const { id, starts_at } = await eventOf(gig.order_id)
    const [{ id: request_id }] = (await asBand.get('/api/requests/')).body.results
    const span = `from=${NOW}&to=${new Date(Date.parse(starts_at) + 2 * DAY).toISOString()}`
    const seenBy = async (who: Person) => ({
      event: (await who.get(`/api/events/${id}/`)).body,
      file: (await who.get(`/api/events/${id}/file/`)).text,
      request: (await who.get(`/api/requests/${request_id}/`)).body,
      agreement: (await who.get(`/api/contracts/${gig.agreement.id}/`)).body,
      calendar: (await who.get(`/api/calendar/?${span}`)).body,
      home: (await who.get('/api/home/music/')).body,
    })
    const secrets = ['5555', 'ana@correo.com', 'rosa@correo.com']
    const asLuis = await seenBy(luis)
    for (const [where, said] of Object.entries(asLuis)) expect(saidIn(said, secrets), where).toEqual([])
    expect(asLuis.event.title).toBe(`Boda, ${HIDDEN}`)
    expect(asLuis.event.checklist.map(({ title }: { title: string }) => title)).toContain(
      `Llamar al ${HIDDEN}`,
    )
    expect(asLuis.request.event.message).toBe(`Escríbeme a ${HIDDEN} o al ${HIDDEN}`)
    const asRosa = await seenBy(rosa)
    expect(asRosa.event).toMatchObject({ title: WRITTEN.title, place: WRITTEN.place })
    expect(asRosa.request.event.message).toContain('5555-1234')
    const titles = asRosa.calendar.results.map(({ title }: { title: string | null }) => title)
    expect(titles).toContain(WRITTEN.title)
    expect(saidIn(asRosa.file.replaceAll(/\r\n /g, ''), ['5555-0021', 'ana@correo.com'])).toHaveLength(2)
    // The hunter's own list too.
    const { results } = (await hunter.get('/api/events/?when=all&limit=100')).body
    expect(results.find((one: { id: number }) => one.id === id)).toMatchObject({
      title: WRITTEN.title,
      place: WRITTEN.place,
    })
  })

  test('finds nothing from before they joined', async () => {
    expect((await luis.get(`/api/contracts/${before.agreement.id}/`)).status).toBe(404)
    expect((await luis.get(`/api/events/${(await eventOf(before.order_id)).id}/`)).status).toBe(404)
    const listed = (await asBand.get('/api/contracts/?filter=active')).body.results as Agreement[]
    expect(listed.map(({ id, own_part }) => [id, own_part?.amount])).toEqual([[gig.agreement.id, 10_000]])
    // Nor in the list of all projects, whichever they act as.
    expect((await luis.get('/api/contracts/')).body.results.map(({ id }: Agreement) => id)).toEqual([
      gig.agreement.id,
    ])
    const asked = (await asBand.get('/api/requests/')).body.results
    expect(asked).toHaveLength(1)
    const span = `from=${NOW}&to=${new Date(Date.parse(NOW) + 90 * DAY).toISOString()}`
    const days = (await asBand.get(`/api/calendar/?${span}`)).body.results
    expect(
      days.map(({ project_id, kind }: { project_id: number; kind: string }) => [project_id, kind]),
    ).toEqual([[band, 'gig']])
  })

  test('sees their part of the band’s income, and nothing that waits for its owner', async () => {
    const { body } = await asBand.get('/api/home/music/')
    expect(body.waiting).toMatchObject({ to_sign: 0, to_confirm: 0, first: [] })
    const earned = body.income.months.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)
    expect([earned, body.income.gigs]).toEqual([10_000, 1])
  })
})
