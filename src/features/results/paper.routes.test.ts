import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NOW, wedding } from '#app/server/scenes/wedding.fixture.ts'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { DAY } from '#core/contract/time.ts'
import { accessFaults, readPaper, sealIn } from '#core/server/papers.fixture.ts'
import type { Results } from './contract.ts'
import { resultsPaper } from './queries.paper.ts'

/* Results as a PDF: what the page says, for whoever hosted. */

let t: TestApp
let hunter: Person
let order_id: number
let slot_ids: number[]

beforeAll(async () => {
  t = await testApp({ now: NOW })
  hunter = await t.person('TALENT_HUNTER', { name: 'Ana Lucía Paz' })
  const rosa = await t.person('MUSICIAN', { name: 'Rosa Ixchel' })
  const luis = await t.person('MUSICIAN', { name: 'Luis Canel' })
  const played = [rosa, luis].map(({ project_id }) => ({ project_ids: [project_id ?? 0] }))
  const starts_at = new Date((Math.floor(t.clock.now().getTime() / DAY) + 20) * DAY).toISOString()
  ;({ order_id, slot_ids } = await wedding(t, 'delivered', hunter, played, { starts_at }))
})
afterAll(() => t?.close())

async function paperFor(person: Person | null, language: 'es' | 'en' = 'es') {
  const answer = await t.server.inject({
    method: 'GET',
    url: `/api/orders/${order_id}/results/paper/`,
    headers: { 'accept-language': language, ...(person ? { authorization: `Bearer ${person.token}` } : {}) },
  })
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
}
const oneLine = (text: string) => text.replace(/\s+/g, ' ')

describe('results as a paper', () => {
  test('aren’t there before the results are', async () => {
    const { status, bytes } = await paperFor(hunter)
    expect([status, JSON.parse(bytes.toString()).code]).toEqual([409, 'results.not_ready'])
  })

  test('are for the host alone', async () => {
    expect((await paperFor(null)).status).toBe(401)
    const [musician] = t.people.filter(({ name }) => name === 'Rosa Ixchel')
    expect((await paperFor(musician ?? null)).status).toBe(403)
    expect((await paperFor(await t.person('TALENT_HUNTER'))).status).toBe(404)
  })

  test('say in their reader’s language what the page says, with graphs and the same figures as tables', async () => {
    const path = `/api/orders/${order_id}/survey/`
    await hunter.patch(path, {
      nps: 9,
      satisfaction: slot_ids.map((slot_id, at) => ({ slot_id, mark: 5 - at })),
      actual: 75,
      comment: 'Nadie se quería ir.',
    })
    expect((await hunter.post(`${path}send/`)).status).toBe(200)
    const { body } = await hunter.get(`/api/orders/${order_id}/results/`)
    const results = body as Results

    const { status, headers, bytes } = await paperFor(hunter)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('application/pdf')
    expect(headers['cache-control']).toBe('private, no-store')
    expect(headers['content-disposition']).toMatch(
      new RegExp(`^attachment; filename="\\d{4}-\\d\\d-\\d\\d-${order_id}\\.pdf"$`),
    )
    const { text, title, language, roles } = await readPaper(bytes)
    const said = oneLine(text)
    expect(language).toBe('es')
    expect(said).toContain(title ?? '-')
    for (const words of [
      'Gente bailando Meta Real Alcanzado 60 % 75 % 125 %',
      'Meta alcanzada',
      'Rosa Ixchel 5 de 5',
      'Luis Canel 4 de 5',
      '4.5 de 5 en promedio',
      'Rosa Ixchel $400 $432',
      'Total planeado $800',
      'Total acordado $864',
      'Costo por persona $7.20: $864 entre 120 personas.',
      'Rosa Ixchel Sin respuesta',
      'De algunos no dijiste si llegaron a tiempo.',
      'Todavía no responde ninguno.',
      'Nadie se quería ir.',
    ])
      expect(said).toContain(words)
    expect(results.money.per_guest).toBe(720)
    expect(roles.flatMap(({ role, alt }) => (role === 'Figure' ? [alt] : []))).toEqual([
      'Meta y resultado real. Las mismas cifras están en la tabla.',
      'Satisfacción de cada momento, de 1 a 5. Las mismas cifras están en la tabla.',
      'Lo planeado y lo acordado, momento por momento. Las mismas cifras están en la tabla.',
    ])

    const english = await paperFor(hunter, 'en')
    const read = await readPaper(english.bytes)
    expect(read.language).toBe('en')
    expect(oneLine(read.text)).toContain('Planned in total $800')
    expect(oneLine(read.text)).not.toContain('Total planeado')
    for (const one of [bytes, english.bytes]) {
      expect(await accessFaults(one)).toEqual([])
      expect(sealIn(one)).toBeNull()
    }
  })

  test('have a place for each part that a page shows, and none for what isn’t known', async () => {
    const { body } = await hunter.get(`/api/orders/${order_id}/results/`)
    const results = body as Results
    const headings = (more: Partial<Results>) =>
      resultsPaper(t.app.texts, 'es', { ...results, ...more }, t.clock.now()).parts.flatMap(({ blocks }) =>
        blocks.flatMap((block) => (block.kind === 'heading' ? [block.text] : [])),
      )
    expect(headings({})).toEqual([
      'El evento',
      'Lo que falta',
      'Pista llena',
      'Costo por persona',
      'Satisfacción por momento',
      'Dinero por momento',
      'Puntualidad',
      'Recomendación',
      'Lo que dicen los músicos',
      'Tu comentario',
    ])
    const money = { ...results.money, declared: 169_600, roi: 1, per_guest: null }
    expect(headings({ missing: [], money, moments: [], punctuality: [], nps: null, comment: '' })).toEqual([
      'El evento',
      'Pista llena',
      'Retorno',
      'Lo que dicen los músicos',
    ])
  })
})
