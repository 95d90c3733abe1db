import { and, eq, isNull } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NOW, offer, scouting } from '#app/server/scenes/wedding.fixture.ts'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { DAY } from '#core/contract/time.ts'
import { availability_exceptions, availability_rules, busy_times } from '#features/availability/table.ts'
import { budgets } from '#features/budgets/table.ts'
import { contract_versions, contracts, signatures } from '#features/contracts/table.ts'
import { events } from '#features/events/table.ts'
import { files } from '#features/files/table.ts'
import { order_history, orders, requests } from '#features/hiring/table.ts'
import { instruments } from '#features/instruments/table.ts'
import { invitations } from '#features/invitations/table.ts'
import { notifications } from '#features/notifications/table.ts'
import { music_projects, project_members } from '#features/projects/table.ts'
import { services } from '#features/services/table.ts'
import { deletionsIn } from './deletion.fixture.ts'

/* What deleting an account does to what others share with it. */
let t: TestApp
beforeAll(async () => {
  t = await testApp({ now: NOW, max: 10 })
})
afterAll(() => t?.close())
const { ask, someone, graceOver, goes } = deletionsIn(() => t)

/** Six in the evening there, that many days from now. */
const midnightIn = (days: number) =>
  new Date(Math.floor(t.clock.now().getTime() / DAY + days) * DAY).toISOString()

/** An order whose moments are accepted and signed: an event with people who play it. */
async function confirmed(hunter: Person, people: Person[], days: number) {
  const starts_at = midnightIn(days)
  const { order_id, request_ids } = await scouting(
    t,
    hunter,
    people.map((person) => ({ project_ids: [person.project_id ?? 0] })),
    { starts_at },
  )
  await t.db.update(orders).set({ title: 'Bodas de oro' }).where(eq(orders.id, order_id))
  const until = new Date(t.clock.now().getTime() + 2 * DAY).toISOString()
  for (const [at, person] of people.entries()) {
    const { body, status, text } = await person.post(`/api/requests/${request_ids[at]?.[0]}/available/`, {
      budget: offer({ valid_until: until, balance_due_at: starts_at, note: 'Llámame, soy yo' }),
    })
    expect(status, text).toBe(200)
    await hunter.post(`/api/budgets/${body.budget.id}/accept/`, {})
  }
  const { body } = await hunter.get(`/api/orders/${order_id}/contracts/`)
  for (const agreement of body.results) {
    for (const person of [hunter, ...people])
      await person.post(`/api/contracts/${agreement.id}/sign/`, {
        typed_name: person.name,
        consent: true,
        sha256: agreement.sha256,
      })
    await hunter.post(`/api/contracts/${agreement.id}/payments/deposit/`, { method: 'transfer' })
    for (const person of people) await person.post(`/api/contracts/${agreement.id}/payments/deposit/confirm/`)
  }
  const [order] = await t.db.select().from(orders).where(eq(orders.id, order_id))
  expect(order?.stage).toBe('tracking')
  return { order_id, request_ids, contract_ids: body.results.map(({ id }: { id: number }) => id) as number[] }
}
const contract = async (id: number) => (await t.db.select().from(contracts).where(eq(contracts.id, id)))[0]
const stageOf = async (id: number) =>
  (await t.db.select({ stage: orders.stage }).from(orders).where(eq(orders.id, id)))[0]?.stage
const holdsOf = (project_id: number | null) =>
  t.db.$count(busy_times, and(eq(busy_times.project_id, project_id ?? 0), isNull(busy_times.released_at)))

describe('a hunter’s account', () => {
  let hunter: Person
  let rosa: Person
  let past: Awaited<ReturnType<typeof confirmed>>
  let ahead: Awaited<ReturnType<typeof confirmed>>
  let draft: number
  let sha256: string | undefined
  let street: string
  beforeAll(async () => {
    hunter = await someone('TALENT_HUNTER', { name: 'Doña Perpetua Sosa', email: 'perpetua@correo.test' })
    rosa = await t.person('MUSICIAN', { name: 'Rosa Ixchel' })
    past = await confirmed(hunter, [rosa], 40)
    ahead = await confirmed(hunter, [rosa], 200)
    const { body } = await hunter.post('/api/orders/', { brief: { event: { title: 'Mi secreto' } } })
    draft = body.id
    const agreed = await contract(past.contract_ids[0] ?? 0)
    sha256 = agreed?.sha256
    street = agreed?.terms.event.place ?? ''
    // Another version of it says the street too, and so does what they wrote besides.
    await hunter.post(`/api/contracts/${agreed?.id}/amendment/`, { special_terms: `Se entra por ${street}` })
    // The first event is over and delivered.
    t.clock.move(60 * DAY)
    await t.app.jobs.runSweeps()
    expect(await stageOf(past.order_id)).toBe('delivered')
    expect(await holdsOf(rosa.project_id)).toBe(2)
    // What it was called when they were told isn't what it is called today.
    await t.db.update(orders).set({ title: 'Aniversario' }).where(eq(orders.id, past.order_id))
    await goes(hunter)
  })

  test('cancels what was open: agreement void, event off, time back, the musician told', async () => {
    expect(await stageOf(ahead.order_id)).toBe('cancelled')
    expect((await contract(ahead.contract_ids[0] ?? 0))?.state).toBe('voided')
    const [event] = await t.db.select().from(events).where(eq(events.order_id, ahead.order_id))
    expect(event?.state).toBe('cancelled')
    expect(await holdsOf(rosa.project_id)).toBe(1)
    const mails = await t.mails(rosa.email)
    expect(mails.map(({ kind }) => kind)).toContain('agreement_voided')
  })

  test('keeps what is history, without the name', async () => {
    expect(await stageOf(past.order_id)).toBe('delivered')
    const kept = await contract(past.contract_ids[0] ?? 0)
    expect(kept).toMatchObject({ state: 'completed', sha256, hunter_id: hunter.id })
    expect(JSON.stringify(kept)).not.toMatch(/Perpetua|Sosa/)
    expect(kept?.terms.fees.total).toBe(43_200)
    // Where they celebrated goes from all versions; the town stays in the sentence.
    const versions = await t.db
      .select()
      .from(contract_versions)
      .where(eq(contract_versions.contract_id, kept?.id ?? 0))
    expect(street).not.toBe('')
    expect(versions.map(({ terms }) => terms.special_terms)).toEqual(['Se entra por •••'])
    for (const { terms } of [...versions, { terms: kept?.terms }]) {
      expect(JSON.stringify(terms)).not.toContain(street)
      expect(terms?.event.place).toBeNull()
      expect(JSON.stringify(terms?.clauses.es)).toContain(terms?.event.city)
    }
    const signed = await t.db.select().from(signatures).where(eq(signatures.user_id, hunter.id))
    expect(signed.map(({ typed_name, ip, user_agent }) => [typed_name, ip, user_agent])).toEqual([
      [null, '', ''],
      [null, '', ''],
    ])
    const [order] = await t.db.select().from(orders).where(eq(orders.id, past.order_id))
    expect(order?.brief.event).toMatchObject({ type: 'wedding', guests: 120 })
    expect(order?.brief.event).not.toHaveProperty('address')
    expect(order?.brief).not.toHaveProperty('constraints')
    const history = await t.db.select().from(order_history).where(eq(order_history.order_id, ahead.order_id))
    expect(history.map(({ step }) => step)).toContain('cancel')
    expect(history.every(({ note }) => note === null)).toBe(true)
  })

  test('removes what never reached anybody', async () => {
    expect(draft).toBeGreaterThan(0)
    expect(await t.db.$count(orders, eq(orders.id, draft))).toBe(0)
    expect(await t.db.$count(notifications, eq(notifications.user_id, hunter.id))).toBe(0)
  })

  test('has no name any more to the musician, and can’t be reached', async () => {
    const path = `/api/contracts/${past.contract_ids[0]}/`
    const spanish = await rosa.get(path)
    expect(spanish.body).toMatchObject({
      contact: null,
      terms: { buyer: { name: null, legal_name: null }, artist: { name: 'Rosa Ixchel' } },
    })
    // Within a sentence it is said in the language of the sentence.
    const { es, en } = spanish.body.terms.clauses
    expect(JSON.stringify(es)).toContain('Cuenta eliminada')
    expect(JSON.stringify(en)).toContain('Deleted account')
    expect(JSON.stringify(en)).not.toContain('Cuenta eliminada')
    const request = await rosa.get(`/api/requests/${past.request_ids[0]?.[0]}/`)
    expect(request.body.hunter).toEqual({ first_name: null, city: null, checks: null })
    const [event] = await t.db.select().from(events).where(eq(events.order_id, past.order_id))
    expect((await rosa.get(`/api/events/${event?.id}/`)).body).toMatchObject({ contact: null, place: null })
  })

  test('leaves its name for the event in no bell', async () => {
    const { results } = (await rosa.get('/api/notifications/', { query: { limit: '100' } })).body
    const said = results.map(({ message }: { message: string }) => message).join('\n')
    expect(said).toContain('Boda en Antigua Guatemala')
    expect(said).not.toContain('Bodas de oro')
    const kept = await t.db.select().from(notifications).where(eq(notifications.user_id, rosa.id))
    expect(kept.map(({ subject }) => subject).join(' ')).toMatch(/contract:.* survey:/)
    expect(JSON.stringify(kept)).not.toMatch(/Bodas de oro|Aniversario/)
  })

  test('leaves no letter that nobody can deliver', async () => {
    const all = await t.mails()
    expect(all.filter(({ to }) => !to.includes('@'))).toEqual([])
  })
})

describe('a musician’s account', () => {
  let hunter: Person
  let rosa: Person
  let luis: Person
  let gig: Awaited<ReturnType<typeof confirmed>>
  let asked: Awaited<ReturnType<typeof scouting>>
  let alone: number
  let shared: number
  let picture: { id: number; url: string }
  let logo: { id: number; url: string }
  const own = () => rosa.project_id ?? 0

  async function upload(person: Person, side: number) {
    const bytes = await sharp({ create: { width: side, height: side, channels: 3, background: '#c90a47' } })
      .jpeg()
      .toBuffer()
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'foto.jpg')
    const request = new Request('http://tarima.test', { method: 'POST', body: form })
    const { body } = await t.inject({
      method: 'POST',
      url: '/api/files/',
      headers: {
        authorization: `Bearer ${person.token}`,
        'content-type': request.headers.get('content-type') ?? '',
      },
      payload: Buffer.from(await request.arrayBuffer()),
    })
    return body as { id: number; url: string }
  }

  beforeAll(async () => {
    hunter = await t.person('TALENT_HUNTER', { name: 'Carla Méndez' })
    rosa = await someone('MUSICIAN', { name: 'Tránsito Xicará', email: 'transito@correo.test' })
    luis = await t.person('MUSICIAN', { name: 'Luis Canel' })
    // Not the name of the account: an agreement holds both.
    expect((await rosa.patch(`/api/projects/${own()}/`, { name: 'La voz de Xicará' })).status).toBe(200)
    gig = await confirmed(hunter, [rosa, luis], 60)
    await t.db
      .update(contracts)
      .set({ pay_to: 'Banco Xicará, 12-345' })
      .where(eq(contracts.project_id, own()))
    asked = await scouting(t, hunter, [{ project_ids: [own(), luis.project_id ?? 0] }], {
      starts_at: midnightIn(90),
      reply_by: new Date(t.clock.now().getTime() + 30 * DAY).toISOString(),
    })
    picture = await upload(rosa, 300)
    logo = await upload(rosa, 200)
    expect(
      (await rosa.patch(`/api/projects/${own()}/`, { profile_image: picture.url, bio: 'Soy yo' })).status,
    ).toBe(200)
    alone = await t.project(rosa.id, 'GROUP', 'Xicará y sus sombras')
    // A band that goes on: it shows a logo that Rosa uploaded, and she handed it over.
    shared = await t.project(rosa.id, 'GROUP', 'Los del Patio')
    expect((await rosa.patch(`/api/projects/${shared}/`, { profile_image: logo.url })).status).toBe(200)
    const [member] = await t.db
      .insert(project_members)
      .values({ project_id: shared, user_id: luis.id, role: 'COLLABORATOR' })
      .returning()
    await rosa.post(`/api/projects/${shared}/transfer/`, { member_id: member?.id })
    await luis.post(`/api/projects/${shared}/transfer/answer/`, { action: 'accept' })
    await t.db.insert(invitations).values([
      { project_id: alone, invited_by: rosa.id, email: 'x@y.test', expires_at: '2027-01-01T00:00:00Z' },
      {
        project_id: shared,
        invited_by: luis.id,
        email: rosa.email,
        user_id: rosa.id,
        status: 'accepted',
        expires_at: '2027-01-01T00:00:00Z',
      },
    ])
    await t.db.insert(availability_exceptions).values({
      project_id: own(),
      during: '["2027-08-01T00:00:00Z","2027-08-08T00:00:00Z")',
      kind: 'blocked',
      reason: 'Mi luna de miel',
    })
    await t.db
      .insert(availability_rules)
      .values({ project_id: own(), weekday: 6, from: '18:00', to: '24:00' })
    await t.db.insert(instruments).values({ project_id: own(), name: 'guitar', type: 'musical instrument' })
    await goes(rosa)
  })

  test('withdraws what it was asked for, gives the time back, and tells the hunter', async () => {
    const [request] = await t.db
      .select()
      .from(requests)
      .where(eq(requests.id, asked.request_ids[0]?.[0] ?? 0))
    expect(request).toMatchObject({ status: 'withdrawn', reason: 'account_deleted' })
    expect(await stageOf(asked.order_id)).toBe('scouting')
    expect(await holdsOf(own())).toBe(0)
    expect(await holdsOf(luis.project_id)).toBe(1)
    const states = await Promise.all(gig.contract_ids.map(contract))
    expect(states.map((one) => one?.state).sort()).toEqual(['active', 'voided'])
    const mail = (await t.mails(hunter.email)).find(({ kind }) => kind === 'agreement_voided')
    expect(mail?.text).toContain('La otra parte borró su cuenta.')
    const { body } = await hunter.get(`/api/orders/${gig.order_id}/event/`)
    expect(body.event?.performers ?? body.performers).toHaveLength(1)
  })

  test('leaves no profile, service, instrument, availability or picture', async () => {
    const [project] = await t.db.select().from(music_projects).where(eq(music_projects.id, own()))
    expect(project).toMatchObject({
      status: 'archived',
      name: null,
      bio: '',
      profile_image: null,
      city: null,
      lat: null,
    })
    expect((await hunter.get(`/api/musicians/${own()}/`)).status).toBe(404)
    const kept = await t.db.select().from(services).where(eq(services.project_id, own()))
    expect(kept.length).toBeGreaterThan(0)
    for (const service of kept) expect(service).toMatchObject({ status: 'archived', description: '' })
    for (const table of [instruments, availability_exceptions, availability_rules])
      expect(await t.db.$count(table, eq(table.project_id, own()))).toBe(0)
    expect((await t.inject({ method: 'GET', url: picture.url })).status).toBe(404)
    const left = await t.db.select({ id: files.id }).from(files).where(eq(files.user_id, rosa.id))
    expect(left).toEqual([{ id: logo.id }])
  })

  test('archives the band it had alone, and leaves the others to those who play in them', async () => {
    const [gone] = await t.db.select().from(music_projects).where(eq(music_projects.id, alone))
    expect(gone).toMatchObject({ status: 'archived', name: null })
    const [goesOn] = await t.db.select().from(music_projects).where(eq(music_projects.id, shared))
    expect(goesOn).toMatchObject({ status: 'active', name: 'Los del Patio', owner_id: luis.id })
    expect((await t.inject({ method: 'GET', url: goesOn?.profile_image ?? '' })).status).toBe(200)
    const { body } = await luis.get(`/api/projects/${shared}/members/`)
    expect(body.results.map(({ user }: { user: { name: string } }) => user.name)).toEqual(['Luis Canel'])
    expect(await t.db.$count(invitations, eq(invitations.email, 'transito@correo.test'))).toBe(0)
    expect(await t.db.$count(invitations, eq(invitations.project_id, alone))).toBe(0)
  })

  test('has no name any more in what the hunter keeps', async () => {
    const { body } = await hunter.get(`/api/orders/${gig.order_id}/contracts/`)
    const [voided] = body.results.filter(({ state }: { state: string }) => state === 'voided')
    expect(voided.terms.artist).toMatchObject({
      name: null,
      signer: null,
      line_up: '',
    })
    expect(voided.contact).toBeNull()
    const quotes = await t.db.select().from(budgets).where(eq(budgets.project_id, own()))
    expect(quotes.map(({ total, note, line_up }) => [total, note, line_up])).toEqual([[43_200, '', '']])
    for (const path of ['', 'budgets/', 'contracts/', 'event/']) {
      const answer = await hunter.get(`/api/orders/${gig.order_id}/${path}`)
      expect(answer.status).toBe(200)
      expect(answer.text).not.toMatch(/Xicará|Tránsito|⟨deleted⟩|deleted:/)
    }
  })

  test('names them nowhere in the database', async () => {
    const { rows: tables } = await t.db.$client.query(
      `select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    )
    expect(tables.map(({ table_name }) => table_name)).toEqual(
      expect.arrayContaining(['users', 'orders', 'contracts']),
    )
    for (const { table_name } of tables) {
      const { rows } = await t.db.$client.query(
        `select count(*)::int as found from "${table_name}" r where r::text ~ 'Xicar|Tránsito|transito@'`,
      )
      expect([table_name, rows[0].found]).toEqual([table_name, 0])
    }
  })
})

test('a band that somebody joined within the grace passes to who has been in it longest', async () => {
  const rosa = await someone('MUSICIAN')
  const [luis, ana] = [await t.person('MUSICIAN'), await t.person('MUSICIAN')]
  const band = await t.project(rosa.id, 'GROUP', 'Los Recién Llegados')
  await ask(rosa)
  for (const [user_id, joined_at] of [
    [ana.id, '2026-03-03T00:00:00Z'],
    [luis.id, '2026-03-02T00:00:00Z'],
  ] as const)
    await t.db.insert(project_members).values({ project_id: band, user_id, role: 'COLLABORATOR', joined_at })
  await graceOver()
  const [goesOn] = await t.db.select().from(music_projects).where(eq(music_projects.id, band))
  expect(goesOn).toMatchObject({ status: 'active', name: 'Los Recién Llegados', owner_id: luis.id })
})
