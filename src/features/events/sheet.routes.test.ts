import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NOW, wedding } from '#app/server/scenes/wedding.fixture.ts'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { accessFaults, readPaper, sealIn } from '#core/server/papers.fixture.ts'

let t: TestApp
let hunter: Person
let rosa: Person
let event_id: number
beforeAll(async () => {
  t = await testApp({ now: NOW })
  hunter = await t.person('TALENT_HUNTER', { name: 'Ana Lucía Paz' })
  rosa = await t.person('MUSICIAN', { name: 'Rosa Ixchel' })
  const { order_id } = await wedding(t, 'paid', hunter, [{ project_ids: [rosa.project_id ?? 0] }])
  event_id = (await hunter.get(`/api/orders/${order_id}/event/`)).body.event.id
})
afterAll(() => t.close())

async function sheet(person: Person | null, language = 'es') {
  const answer = await t.server.inject({
    method: 'GET',
    url: `/api/events/${event_id}/sheet/`,
    headers: { 'accept-language': language, ...(person ? { authorization: `Bearer ${person.token}` } : {}) },
  })
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
}

describe('the day sheet', () => {
  test('says in the reader’s language who has to be where and when, and what is open', async () => {
    const { status, headers, bytes } = await sheet(hunter)
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(headers['content-disposition']).toBe(`attachment; filename="2026-04-18-${event_id}.pdf"`)
    const { text, language } = await readPaper(bytes)
    const flat = text.replace(/\s+/g, ' ')
    expect(language).toBe('es')
    for (const said of [
      'Hoja del día',
      'Rosa Ixchel',
      'Llamado',
      'En escena 18:00–20:00',
      rosa.email,
      'Pendiente',
    ])
      expect(flat).toContain(said)
    const english = (await readPaper((await sheet(hunter, 'en')).bytes)).text
    expect(english).toContain('Day sheet')
    expect(english).not.toContain('Hoja del día')
  })
  test('can be followed by a screen reader, and isn’t sealed: it changes', async () => {
    const { bytes } = await sheet(rosa)
    expect(await accessFaults(bytes)).toEqual([])
    expect(sealIn(bytes)).toBeNull()
  })
  test('shows each what the event shows them: the musician the hunter, not themself', async () => {
    const { text } = await readPaper((await sheet(rosa)).bytes)
    expect(text).toContain(hunter.email)
    expect(text).not.toContain(rosa.email)
  })
  test('is for whoever hosts or plays it', async () => {
    expect((await sheet(null)).status).toBe(401)
    for (const type of ['TALENT_HUNTER', 'MUSICIAN'] as const)
      expect((await sheet(await t.person(type))).status).toBe(404)
  })
})
