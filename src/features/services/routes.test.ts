import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { project_members } from '#features/projects/table.ts'
import type { ServiceDraft } from './contract.ts'

const draft: ServiceDraft = {
  title: 'Boleros para tu boda',
  category: 'MUSIC_SETTING',
  description: 'Dos horas de boleros con guitarra y voz, para la cena.',
  genres: ['bolero'],
  event_types: ['wedding'],
  format: 'duo',
  duration_minutes: 120,
  price_mode: 'fixed',
  price: 30_000,
  currency: 'USD',
  travel_radius_km: 80,
  travel_fee_per_km: 50,
  includes_sound: true,
  setup_minutes: 45,
  lead_time_days: 3,
  languages: ['es'],
  media: [],
  extras: [{ name: 'Una hora más', price: 12_000 }],
  instrument: null,
  level: null,
  modality: null,
  lesson_minutes: null,
  trial_price: null,
  package_4_price: null,
  package_8_price: null,
  package_12_price: null,
}

let t: TestApp
let marisol: Person
let other: Person

beforeAll(async () => {
  t = await testApp()
  marisol = await t.person('MUSICIAN')
  other = await t.person('MUSICIAN')
})
afterAll(() => t.close())

const add = async (person: Person, change: Partial<ServiceDraft> = {}, activate = false) =>
  (await person.post('/api/services/', { ...draft, ...change, activate })).body

describe('who may', () => {
  it('is nobody without a session, and no hunter', async () => {
    expect((await t.anonymous.get('/api/services/')).status).toBe(401)
    const hunter = await t.person('TALENT_HUNTER')
    expect((await hunter.get('/api/services/')).status).toBe(403)
  })

  it('never reaches the service of another project', async () => {
    const { id } = await add(marisol)
    expect((await other.get(`/api/services/${id}/`)).status).toBe(404)
    expect((await other.post(`/api/services/${id}/status/`, { step: 'activate' })).status).toBe(404)
    const put = await other.call('PUT', `/api/services/${id}/`, draft)
    expect(put.status).toBe(404)
  })

  it('is the owner alone in a band; collaborators read', async () => {
    const band = await t.project(other.id, 'GROUP', 'La Candela')
    await t.db.insert(project_members).values({ project_id: band, user_id: marisol.id, role: 'COLLABORATOR' })
    const owner = t.as({ token: await t.session(other.id, band) })
    const member = t.as({ token: await t.session(marisol.id, band) })
    const made = await owner.post('/api/services/', { ...draft, activate: true })
    expect(made.status).toBe(201)
    const list = await member.get('/api/services/')
    expect(list.body.results).toMatchObject([{ id: made.body.id, status: 'active', steps: [] }])
    expect((await member.post('/api/services/', draft)).status).toBe(403)
    expect((await member.post(`/api/services/${made.body.id}/status/`, { step: 'archive' })).status).toBe(403)
  })
})

describe('a service', () => {
  it('is kept as it was sent, and listed newest first, page by page', async () => {
    const person = await t.person('MUSICIAN')
    const first = await add(person)
    const second = await add(person, { title: 'Salsa para bailar', genres: ['salsa'] }, true)
    expect(first).toMatchObject({ ...draft, status: 'draft', version: 1, steps: ['activate', 'archive'] })
    expect(second.status).toBe('active')
    const page = await person.get('/api/services/', { query: { limit: '1' } })
    expect(page.body.results.map((s: { id: number }) => s.id)).toEqual([second.id])
    const next = await person.get('/api/services/', { query: { limit: '1', cursor: page.body.next } })
    expect(next.body.results.map((s: { id: number }) => s.id)).toEqual([first.id])
    expect(next.body.next).toBeNull()
  })

  it('is refused by field where a rule is broken', async () => {
    const wrong = { ...draft, title: 'ab', price: null, genres: [] }
    const answer = await marisol.post('/api/services/', wrong)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.fields).sort()).toEqual(['genres', 'price', 'title'])
    const unpriced = await marisol.post('/api/services/', { ...draft, price: null })
    expect(unpriced.body.fields).toEqual({ price: 'Escribe el precio, o elige «A consultar»' })
  })

  it('goes through its life by steps, and a step from elsewhere is told', async () => {
    const { id } = await add(marisol)
    const step = (name: string) => marisol.post(`/api/services/${id}/status/`, { step: name })
    expect((await step('deactivate')).body.code).toBe('services.moved_on')
    expect((await step('activate')).body.status).toBe('active')
    expect((await step('deactivate')).body.status).toBe('inactive')
    expect((await step('archive')).body).toMatchObject({ status: 'archived', steps: [] })
    expect((await step('activate')).status).toBe(409)
    const put = await marisol.call('PUT', `/api/services/${id}/`, draft)
    expect(put).toMatchObject({ status: 409, body: { code: 'services.archived' } })
    const archived = await marisol.get('/api/services/', { query: { status: 'archived' } })
    expect(archived.body.results.map((s: { id: number }) => s.id)).toContain(id)
  })

  it('is rewritten in place while nobody has booked it', async () => {
    const { id } = await add(marisol)
    const put = await marisol.call('PUT', `/api/services/${id}/`, {
      ...draft,
      title: 'Boleros y valses',
      activate: true,
    })
    expect(put.body).toMatchObject({ id, version: 1, title: 'Boleros y valses', status: 'active' })
  })
})
