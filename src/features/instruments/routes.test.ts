import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'

const guitar = {
  name: 'guitar',
  type: 'musical instrument',
  family: 'strings',
  brand: 'Alhambra',
  model: '5P',
  owner_id: null,
  since_year: 2018,
  level: 'advanced',
  is_primary: true,
  condition: 'good',
  photo: null,
}

let t: TestApp
let marisol: Person
let other: Person

beforeAll(async () => {
  t = await testApp({ now: '2026-11-20T12:00:00Z' })
  marisol = await t.person('MUSICIAN')
  other = await t.person('MUSICIAN')
})
afterAll(() => t.close())

describe('instruments', () => {
  it('are for people with a project: 401, 403, and 409 without one', async () => {
    expect((await t.anonymous.get('/api/instruments/')).status).toBe(401)
    expect((await (await t.person('TALENT_HUNTER')).get('/api/instruments/')).status).toBe(403)
    expect((await (await t.person('STUDENT')).get('/api/instruments/')).status).toBe(409)
  })

  it('say their experience by the year, and one at most is the main one', async () => {
    const first = (await marisol.post('/api/instruments/', guitar)).body
    expect(first).toMatchObject({ ...guitar, experience: 'lead' })
    const voice = await marisol.post('/api/instruments/', { ...guitar, name: 'voice', since_year: 2024 })
    expect(voice.body.experience).toBe('junior')
    const list = (await marisol.get('/api/instruments/')).body.results
    expect(list.map((i: { name: string; is_primary: boolean }) => [i.name, i.is_primary])).toEqual([
      ['voice', true],
      ['guitar', false],
    ])
  })

  it('refuse a year to come and an owner from elsewhere', async () => {
    const late = await marisol.post('/api/instruments/', { ...guitar, since_year: 2027 })
    expect(late).toMatchObject({ status: 422, body: { fields: { since_year: expect.any(String) } } })
    const owner = await marisol.post('/api/instruments/', { ...guitar, owner_id: 999_999 })
    expect(owner).toMatchObject({ status: 422, body: { code: 'instruments.owner' } })
  })

  it('of another project can’t be reached', async () => {
    const { id } = (await marisol.post('/api/instruments/', { ...guitar, is_primary: false })).body
    expect((await other.call('PUT', `/api/instruments/${id}/`, guitar)).status).toBe(404)
    expect((await other.delete(`/api/instruments/${id}/`)).status).toBe(404)
    const set = { name: 'Boda', instrument_ids: [id], setup_minutes: 10, teardown_minutes: 10 }
    const need = { footprint_m2: null, watts: null, input_channels: null }
    expect((await other.post('/api/instruments/sets/', { ...set, ...need })).status).toBe(422)
  })
})

it('a set loses an instrument that is removed', async () => {
  const one = (await other.post('/api/instruments/', guitar)).body
  const two = (await other.post('/api/instruments/', { ...guitar, name: 'voice' })).body
  const set = await other.post('/api/instruments/sets/', {
    name: 'Boda',
    instrument_ids: [one.id, two.id],
    setup_minutes: 30,
    teardown_minutes: 20,
    footprint_m2: 4.5,
    watts: 600,
    input_channels: 4,
  })
  expect(set).toMatchObject({ status: 201, body: { footprint_m2: 4.5 } })
  expect((await other.delete(`/api/instruments/${one.id}/`)).status).toBe(200)
  const sets = (await other.get('/api/instruments/sets/')).body.results
  expect(sets[0].instrument_ids).toEqual([two.id])
  expect((await other.delete(`/api/instruments/sets/${set.body.id}/`)).status).toBe(200)
  expect((await other.delete(`/api/instruments/sets/${set.body.id}/`)).status).toBe(404)
})
