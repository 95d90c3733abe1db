import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ANTIGUA, briefWith } from '#app/server/scenes/brief.ts'
import { orderAt } from '#app/server/scenes/order.ts'
import { EVENING, musicianOf, NOW } from '#app/server/scenes/wedding.fixture.ts'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { wallClock } from '#core/contract/time.ts'
import { accessFaults, readPaper, sealIn } from '#core/server/papers.fixture.ts'
import { events } from './table.ts'

let t: TestApp
let hunter: Person
let rosa: Person
let luis: Person
let event_id: number

/** Rosa plays the ceremony and the dance, Luis the dinner between them, without a pause. */
beforeAll(async () => {
  t = await testApp({ now: NOW })
  hunter = await t.person('TALENT_HUNTER', { name: 'Ana Lucía Paz' })
  rosa = await t.person('MUSICIAN', { name: 'Rosa Ixchel' })
  luis = await t.person('MUSICIAN', { name: 'Luis Canel' })
  const [her, him] = await Promise.all([rosa, luis].map((one) => musicianOf(t, own(one))))
  if (!her || !him) throw new Error('nobody plays')
  const { order_id } = await orderAt('paid', {
    hunter,
    brief: briefWith({
      event: { day: wallClock(EVENING, ANTIGUA.zone).day, starts: '18:00', ends: '21:00' },
    }),
    moments: [
      { intent: 'ceremony', asks: [her] },
      { intent: 'meal', title: 'Cena de gala', asks: [him] },
      { intent: 'dance', asks: [her] },
    ],
    now: t.clock.now(),
  })
  event_id = (await hunter.get(`/api/orders/${order_id}/event/`)).body.event.id
})
afterAll(() => t.close())

const own = (person: Person) => person.project_id ?? 0

interface Asked {
  of?: string | number
  language?: 'es' | 'en'
}

async function ask(person: Person | null, { of, language = 'es' }: Asked = {}) {
  const answer = await t.server.inject({
    method: 'GET',
    url: `/api/events/${event_id}/sheet/${of === undefined ? '' : `?of=${of}`}`,
    headers: { 'accept-language': language, ...(person ? { authorization: `Bearer ${person.token}` } : {}) },
  })
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
}

/** Sheets that were drawn before: one person gets only so many a minute. */
const drawn = new Map<string, ReturnType<typeof ask>>()
function sheet(person: Person, asked: Asked = {}) {
  const key = JSON.stringify([person.id, asked])
  const known = drawn.get(key) ?? ask(person, asked)
  drawn.set(key, known)
  return known
}

/** What a sheet says, in one line, and how it is built. */
async function said(person: Person, asked?: Asked) {
  const { status, bytes } = await sheet(person, asked)
  expect(status).toBe(200)
  const { text, ...paper } = await readPaper(bytes)
  return { ...paper, text: text.replace(/\s+/g, ' ') }
}

const CHANGEOVER =
  'Faltan 10 minutos para que Luis Canel entre después de Rosa Ixchel: el cambio necesita 10. Se arregla si Rosa Ixchel termina antes'

describe('the whole day sheet', () => {
  test('says in the reader’s language who has to be where and when, and what is open', async () => {
    const { headers } = await sheet(hunter)
    expect(headers['content-type']).toBe('application/pdf')
    expect(headers['content-disposition']).toBe(`attachment; filename="2026-04-18-${event_id}.pdf"`)
    const { text, language } = await said(hunter)
    expect(language).toBe('es')
    for (const words of ['Hoja del día', 'Luis Canel', 'En escena 19:00–20:00', rosa.email, 'Pendiente'])
      expect(text).toContain(words)
    const english = await said(hunter, { language: 'en' })
    expect(english.text).toContain('Day sheet')
    expect(english.text).not.toContain('Hoja del día')
  })

  test('names who plays two moments once, with both of them and one day', async () => {
    const { text } = await said(hunter)
    expect(text).toContain('Momentos Ceremonia y Baile')
    expect(text).toContain('Momento Cena de gala')
    expect(text).toMatch(/En escena, tanda 1 18:00–19:00 En escena, tanda 2 20:00–21:00/)
    expect(text.match(/Llamado/g)).toHaveLength(2)
  })

  test('has the stage hour by hour, and what doesn’t fit on it', async () => {
    const { text } = await said(hunter)
    expect(text).toMatch(/Plan de escenario Entrada al lugar \d\d:\d\d Primeros invitados 17:30/)
    expect(text).toContain('18:00–19:00 Rosa Ixchel En escena · Ceremonia')
    expect(text).toContain('19:00–20:00 Luis Canel En escena · Cena de gala')
    expect(text).toContain(CHANGEOVER)
  })

  test('shows each what the event shows them: the musician the hunter, not themself', async () => {
    const { text } = await said(rosa)
    expect(text).toContain(hunter.email)
    expect(text).not.toContain(rosa.email)
  })
})

test('the sheet of the stage is its plan alone', async () => {
  const { headers } = await sheet(hunter, { of: 'stage' })
  expect(headers['content-disposition']).toBe(`attachment; filename="2026-04-18-${event_id}-stage.pdf"`)
  const { text, title } = await said(hunter, { of: 'stage' })
  expect(title).toBe('Plan de escenario')
  expect(text).toContain('17:30–18:00 Llegan los invitados Escenario libre')
  expect(text).toContain('20:00–21:00 Rosa Ixchel En escena · Baile')
  expect(text).toContain(CHANGEOVER)
  for (const words of ['Llamado', 'Pendiente', rosa.email, luis.email]) expect(text).not.toContain(words)
  const english = await said(hunter, { of: 'stage', language: 'en' })
  expect(english.text).toContain('Luis Canel needs 10 more minutes to come on after Rosa Ixchel')
  expect(english.text).toContain('19:00–20:00 Luis Canel On stage · Cena de gala')
})

describe('the sheet of one who plays', () => {
  test('is their day, and what of the stage is about them', async () => {
    const { headers } = await sheet(hunter, { of: own(rosa) })
    expect(headers['content-disposition']).toBe(
      `attachment; filename="2026-04-18-${event_id}-${own(rosa)}.pdf"`,
    )
    const { text, title } = await said(hunter, { of: own(rosa) })
    expect(title).toBe('Hoja del día de Rosa Ixchel')
    for (const words of [
      'Momentos Ceremonia y Baile',
      `A quién llamar Rosa Ixchel · ${rosa.email}`,
      'Llamado',
      'Entrada y montaje',
      'Prueba de sonido',
      'En escena, tanda 1 18:00–19:00',
      'En escena, tanda 2 20:00–21:00',
      'Salida',
      CHANGEOVER,
    ])
      expect(text).toContain(words)
    for (const words of ['Cena de gala', luis.email, 'Pendiente', 'Escenario libre'])
      expect(text).not.toContain(words)
    expect((await said(hunter, { of: own(rosa), language: 'en' })).title).toBe('Day sheet of Rosa Ixchel')
  })

  test('says to themself whom of the hunter’s side to call', async () => {
    const { text } = await said(rosa, { of: own(rosa) })
    expect(text).toContain(`A quién llamar Ana Lucía Paz · ${hunter.email}`)
    expect(text).not.toContain(rosa.email)
  })
})

test('every sheet can be followed by a screen reader, in both languages, and isn’t sealed: it changes', async () => {
  for (const whose of [undefined, 'stage', own(rosa)])
    for (const language of ['es', 'en'] as const) {
      const { bytes } = await sheet(hunter, { ...(whose ? { of: whose } : {}), language })
      expect(await accessFaults(bytes)).toEqual([])
      expect(sealIn(bytes)).toBeNull()
      const { roles } = await readPaper(bytes)
      // What stands in columns is a table with its name; facts have none.
      expect(roles.some(({ role }) => role === 'Caption')).toBe(whose !== own(rosa))
    }
})

describe('a sheet is for whoever has it', () => {
  test('nobody else gets one: the whole is for who hosts or plays, one’s day for them and the host', async () => {
    expect((await ask(null)).status).toBe(401)
    for (const type of ['TALENT_HUNTER', 'MUSICIAN'] as const)
      expect((await ask(await t.person(type), { of: 'stage' })).status).toBe(404)
    // Somebody else's, and nobody's.
    expect((await ask(rosa, { of: own(luis) })).status).toBe(404)
    expect((await ask(hunter, { of: 999_999 })).status).toBe(404)
  })

  test('what is no sheet at all is refused', async () => {
    const { status, bytes } = await ask(hunter, { of: 'backstage' })
    expect([status, Object.keys(JSON.parse(bytes.toString()).fields)]).toEqual([400, ['of']])
  })

  test('before the stage is planned there is the whole one alone', async () => {
    await t.db.update(events).set({ stage_plan: null }).where(eq(events.id, event_id))
    expect((await ask(hunter, { of: 'stage' })).status).toBe(404)
    expect((await ask(hunter, { of: own(rosa) })).status).toBe(404)
    const { status, bytes } = await ask(hunter)
    expect(status).toBe(200)
    const { text } = await readPaper(bytes)
    expect(text).toContain('Rosa Ixchel')
    expect(text).not.toContain('Plan de escenario')
  })
})
