import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ANTIGUA } from '#app/server/scenes/brief.ts'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { transaction } from '#core/server/work.ts'
import { holdTime } from '#features/availability/commands.ts'
import { music_projects, project_members } from '#features/projects/table.ts'
import { GENRES } from '#features/services/contract.ts'
import { priceFor } from '#features/services/rules.price.ts'
import { services } from '#features/services/table.ts'
import { type Playing, playing } from './playing.fixture.ts'

const SAN_JOSE = { city: 'San José', country: 'CR', lat: 9.9281, lng: -84.0907, zone: 'America/Costa_Rica' }

let t: TestApp
let hunter: Person
let marisol: Playing
let oscar: Playing
let lejano: Playing

beforeAll(async () => {
  t = await testApp({ now: '2026-11-20T12:00:00Z' })
  hunter = await t.person('TALENT_HUNTER')
  marisol = await playing(t, 'Marisol Reyes', ANTIGUA, { genres: ['bolero', 'jazz'] })
  oscar = await playing(t, 'Óscar Núñez', ANTIGUA, { genres: ['salsa'], price: 90_000, format: 'band' })
  lejano = await playing(t, 'Trío Lejano', SAN_JOSE, {
    genres: ['bolero'],
    price: null,
    price_mode: 'on_request',
  })
})
afterAll(() => t.close())

const found = async (query: Record<string, string>) => {
  const { status, body } = await hunter.get('/api/directory/projects/', { query })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.results.map((p: { name: string }) => p.name).sort()
}

describe('the towns with somebody in them', () => {
  it('are those that forms offer, by their own names, and no other', async () => {
    const { body } = await t.anonymous.get('/api/directory/towns/')
    expect(body.results).toEqual([
      { city: 'Antigua Guatemala', country: 'GT' },
      { city: 'San José', country: 'CR' },
    ])
  })
})

describe('the genres of a town', () => {
  const genres = async (city: string) =>
    (await t.anonymous.get('/api/directory/genres/', { query: { city } })).body.results
  it('are those that the search finds somebody for there, however the town is written', async () => {
    const here = await genres('antigua guatemala')
    expect(here).toEqual(await genres('Antigua Guatemala'))
    for (const genre of GENRES) {
      const query = { city: 'Antigua Guatemala', genre }
      const { body } = await t.anonymous.get('/api/directory/projects/', { query })
      expect(here.includes(genre), genre).toBe(body.results.length > 0)
    }
    expect(await genres('Atlantis')).toEqual([])
  })
  it('are asked of a town', async () => {
    expect((await t.anonymous.get('/api/directory/genres/')).status).toBe(400)
    expect(
      (await t.anonymous.get('/api/directory/genres/', { query: { city: 'x'.repeat(81) } })).status,
    ).toBe(400)
  })
})

describe('the search', () => {
  it('is for anybody', async () => {
    for (const who of [t.anonymous, marisol, hunter]) {
      const { status, body } = await who.get('/api/directory/projects/')
      expect(status).toBe(200)
      expect(body.results).toHaveLength(3)
    }
  })

  it('says what each asks for this event, its length and the way there, and compares by that', async () => {
    const { body } = await t.anonymous.get('/api/directory/projects/', {
      query: { lat: '14.6349', lng: '-90.5069', from: '19:00', to: '22:00', sort: 'price' },
    })
    const asked = { price_mode: 'fixed', duration_minutes: 120, travel_fee_per_km: 10 } as const
    expect(body.results).toMatchObject([
      { name: 'Marisol Reyes', price_from: 20_000 },
      { name: 'Óscar Núñez', price_from: 90_000 },
    ])
    for (const { price_from, price_for, distance_km } of body.results) {
      expect(price_for).toBe(priceFor({ ...asked, price: price_from }, 180, distance_km))
      expect(price_for).toBeGreaterThan(price_from * 1.5)
    }
    // 300 for three hours and the way there: nobody for 290, whatever their price for two hours.
    const evening = { from: '19:00', to: '22:00', currency: 'USD' }
    expect(await found({ ...evening, price_max: '30000' })).toEqual(['Marisol Reyes'])
    expect(await found({ ...evening, price_max: '29000' })).toEqual([])
    expect(await found({ ...evening, price_max: '30000', city: 'Ciudad de Guatemala' })).toEqual([])
    // Nothing is said for a length that nobody gave, and by none who asks to be asked.
    const silent: Record<string, string>[] = [
      { genre: 'salsa' },
      { city: 'San José', from: '19:00', to: '22:00' },
    ]
    for (const query of silent)
      expect((await hunter.get('/api/directory/projects/', { query })).body.results).toMatchObject([
        { price_for: null },
      ])
  })

  it('counts whom it finds, and says what to leave out when it finds nobody', async () => {
    const count = async (query: Record<string, string>) => {
      const { status, body } = await t.anonymous.get('/api/directory/count/', { query })
      expect(status, JSON.stringify(body)).toBe(200)
      return body
    }
    expect(await count({})).toEqual({ count: 3, more: false, without: [] })
    expect(await count({ genre: 'bolero', format: 'band' })).toEqual({
      count: 0,
      more: false,
      without: [
        { field: 'format', count: 2, more: false },
        { field: 'genre', count: 1, more: false },
      ],
    })
    const far = { city: 'San José', genre: 'jazz', price_max: '100', currency: 'USD' }
    // No single thing helps.
    expect((await count(far)).without).toEqual([])
    const { without } = await count({
      date: '2026-11-21',
      from: '19:00',
      to: '22:00',
      genre: 'salsa',
      city: 'David',
    })
    expect(without).toEqual([{ field: 'city', count: 1, more: false }])
    const half = await t.anonymous.get('/api/directory/count/', { query: { to: '22:00' } })
    expect(half).toMatchObject({ status: 422, body: { fields: { from: expect.any(String) } } })
    const wrong = { genre: 'noise', date: '2026-02-30', lat: '91', price_max: '-1' }
    for (const [name, value] of Object.entries(wrong))
      expect(
        (await t.anonymous.get('/api/directory/count/', { query: { [name]: value } })).status,
        name,
      ).toBe(400)
  })

  it('leaves out who wants to be asked earlier than that', async () => {
    const late = await playing(t, 'Con Tiempo', ANTIGUA, { genres: ['mariachi'], lead_time_days: 30 })
    const evening = { genre: 'mariachi', from: '19:00', to: '22:00' }
    expect(await found({ ...evening, date: '2026-12-12' })).toEqual([])
    expect(await found({ ...evening, date: '2026-12-26' })).toEqual(['Con Tiempo'])
    const { body } = await late.get('/api/services/')
    await late.post(`/api/services/${body.results[0].id}/status/`, { step: 'archive' })
  })

  it('finds everybody with an active service, and by each filter only who fits', async () => {
    expect(await found({})).toHaveLength(3)
    expect(await found({ genre: 'salsa' })).toEqual(['Óscar Núñez'])
    expect(await found({ format: 'band' })).toEqual(['Óscar Núñez'])
    expect(await found({ price_max: '50000', currency: 'USD' })).toEqual(['Marisol Reyes'])
    expect(await found({ city: 'San José' })).toEqual(['Trío Lejano'])
    expect(await found({ lat: '14.6', lng: '-90.5' })).toEqual(['Marisol Reyes', 'Óscar Núñez'])
    expect(await found({ lat: '14.6', lng: '-90.5', radius: '5' })).toEqual([])
    // Both filters by one service: nobody has a band for bolero.
    expect(await found({ genre: 'bolero', format: 'band' })).toEqual([])
  })

  it('reads Spanish without accents, and beginnings of names', async () => {
    expect(await found({ q: 'oscar nunez' })).toEqual(['Óscar Núñez'])
    expect(await found({ q: 'maris' })).toEqual(['Marisol Reyes'])
    expect(await found({ q: 'boleros' })).toEqual(['Marisol Reyes', 'Trío Lejano'])
    expect(await found({ q: "'; drop table users; --" })).toEqual([])
    expect(await found({ q: '100%_' })).toEqual([])
  })

  it('forgives how words are spelled, and says what it searched for instead', async () => {
    const search = async (query: Record<string, string>) =>
      (await t.anonymous.get('/api/directory/projects/', { query })).body
    for (const [q, instead, who] of [
      ['volero', 'bolero', ['Marisol Reyes', 'Trío Lejano']],
      ['salza nunes', 'salsa nunez', ['Óscar Núñez']],
      ['Marizol Reyez', 'marisol reyes', ['Marisol Reyes']],
    ] as const) {
      expect((await search({ q })).instead, q).toBe(instead)
      expect(await found({ q }), q).toEqual(who)
    }
    // Every other filter holds, and the next page goes on with the same words.
    expect(await search({ q: 'volero', format: 'band' })).toEqual({ results: [], next: null, instead: null })
    const { next, instead } = await search({ q: 'volero', limit: '1' })
    const second = await search({ q: 'volero', limit: '1', cursor: next })
    expect([instead, second.instead, second.results.length, second.next]).toEqual([
      'bolero',
      'bolero',
      1,
      null,
    ])
    const { body } = await t.anonymous.get('/api/directory/count/', { query: { q: 'volero' } })
    expect(body.count).toBe(2)
    // What is found as it is written stays as it is.
    expect((await search({ q: 'maris' })).instead).toBeNull()
    expect(await search({ q: 'xylofonista' })).toEqual({ results: [], next: null, instead: null })
  })

  it('leaves out who isn’t free then, and wants all three parts of a time', async () => {
    await transaction(t.app, t.clock.now(), (work) =>
      holdTime(work, {
        project_id: marisol.project_id,
        starts_at: '2026-12-06T00:00:00Z',
        ends_at: '2026-12-06T03:00:00Z',
        kind: 'hold',
        subject: 'request:1',
      }),
    )
    const evening = { date: '2026-12-05', from: '19:00', to: '22:00', zone: 'America/Guatemala' }
    expect(await found({ ...evening, genre: 'bolero' })).toEqual(['Trío Lejano'])
    expect(await found({ ...evening, date: '2026-12-06', genre: 'bolero' })).toHaveLength(2)
    for (const sort of ['price', 'rating']) expect(await found({ ...evening, sort })).toHaveLength(2)
    const half = await hunter.get('/api/directory/projects/', { query: { date: '2026-12-05' } })
    expect(half).toMatchObject({ status: 422, body: { fields: { from: expect.any(String) } } })
  })

  it('walks every order page by page without losing or repeating anybody', async () => {
    for (const sort of ['recommended', 'rating', 'price', 'distance']) {
      const names: string[] = []
      let cursor: string | null = null
      do {
        const query: Record<string, string> = {
          limit: '1',
          sort,
          lat: '14.5',
          lng: '-90.6',
          ...(cursor ? { cursor } : {}),
        }
        const { body } = await hunter.get('/api/directory/projects/', { query })
        names.push(...body.results.map((p: { name: string }) => p.name))
        cursor = body.next
      } while (cursor)
      expect([...names].sort(), sort).toEqual(['Marisol Reyes', 'Óscar Núñez'])
    }
    const wrong = await hunter.get('/api/directory/projects/', { query: { cursor: 'nonsense' } })
    expect(wrong).toMatchObject({ status: 400, body: { code: 'directory.cursor' } })
  })

  it('follows what its people change', async () => {
    const gone = await playing(t, 'Se Va', ANTIGUA, { genres: ['punta'] })
    expect(await found({ genre: 'punta' })).toEqual(['Se Va'])
    const { body } = await gone.get('/api/services/')
    await gone.post(`/api/services/${body.results[0].id}/status/`, { step: 'deactivate' })
    expect(await found({ genre: 'punta' })).toEqual([])
    await gone.post(`/api/services/${body.results[0].id}/status/`, { step: 'activate' })
    await gone.patch(`/api/projects/${gone.project_id}/`, { name: 'Se Queda' })
    expect(await found({ q: 'queda' })).toEqual(['Se Queda'])
    await gone.post(`/api/services/${body.results[0].id}/status/`, { step: 'archive' })
  })
})

describe('the public profile', () => {
  it('is read by anybody, without a way to reach the person', async () => {
    const { status, body, text } = await t.anonymous.get(`/api/directory/projects/${marisol.project_id}/`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ name: 'Marisol Reyes', city: 'Antigua Guatemala', members: [] })
    expect(body.services).toMatchObject([{ price: 20_000, genres: ['bolero', 'jazz'] }])
    expect(body.week).toHaveLength(7)
    expect(text).not.toContain(marisol.email)
  })

  it('says for an event whether they are free, and what it comes to', async () => {
    const profile = async (query: Record<string, string>) =>
      (await t.anonymous.get(`/api/directory/projects/${marisol.project_id}/`, { query })).body
    expect(await profile({})).toMatchObject({ free: null, services: [{ price_for: null }] })
    const event = { date: '2026-12-12', from: '19:00', to: '22:00', city: 'Ciudad de Guatemala' }
    const asked = await profile(event)
    expect(asked).toMatchObject({ free: true, services: [{ price: 20_000 }] })
    const { body } = await t.anonymous.get('/api/directory/projects/', { query: { ...event, genre: 'jazz' } })
    expect(asked.services[0].price_for).toBe(body.results[0].price_for)
    // The day stands in the middle of the week that is shown, and where somebody lives precisely doesn't.
    expect(asked.week.map(({ day }: { day: string }) => day)[3]).toBe('2026-12-12')
    expect(asked).not.toHaveProperty('lat')
    // Held that evening, in the search's test above.
    expect(await profile({ ...event, date: '2026-12-05' })).toMatchObject({ free: false })
    // Farther than they travel: there is no price for that.
    expect(await profile({ ...event, city: 'David' })).toMatchObject({ services: [{ price_for: null }] })
    expect((await profile({ date: '2026-11-01' })).week[0].day).toBe('2026-11-20')
    const wrong = await t.anonymous.get(`/api/directory/projects/${marisol.project_id}/`, {
      query: { date: 'soon' },
    })
    expect(wrong.status).toBe(400)
  })

  it('shows nobody’s contact details, whatever was written into it; its owner reads it as written', async () => {
    const { project_id } = lejano
    const written =
      'Llámame: 5555–1234, ٥٥٥٥١٢٣٤ o rosa arroba correo punto com. Desde Q3,500; 3 músicos, 120 bpm.'
    await t.db
      .update(music_projects)
      .set({ name: 'Lejano 5555/1234', bio: written })
      .where(eq(music_projects.id, project_id))
    const media = [
      'https://wa.me/50255551234',
      'https://t.me/lejano',
      'https://www.youtube.com/watch?v=1234567890a',
    ]
    await t.db
      .update(services)
      .set({
        title: 'Solo 5555 1234',
        description: 'Escríbeme a lejano@correo.com o al cinco cinco cinco cinco uno dos tres uno',
        extras: [{ name: 'Luces, IG: lejano.musica', price: 5000 }],
        media: media.map((url) => ({ kind: 'video' as const, url, title: 'En vivo @lejano' })),
      })
      .where(eq(services.project_id, project_id))
    const { body } = await t.anonymous.get(`/api/directory/projects/${project_id}/`)
    expect(body).toMatchObject({
      name: 'Lejano •••',
      bio: 'Llámame: ••• o •••. Desde Q3,500; 3 músicos, 120 bpm.',
      services: [
        {
          title: 'Solo •••',
          description: 'Escríbeme a ••• o al •••',
          extras: [{ name: 'Luces, •••' }],
          media: [{ url: media[2], title: 'En vivo •••' }],
        },
      ],
    })
    for (const path of ['/api/directory/projects/?q=lejano', '/api/directory/featured/?limit=12'])
      expect((await hunter.get(path)).text).not.toMatch(/5555|٥|arroba/)
    const owner = t.people.find((person) => person.project_id === project_id)
    expect((await owner?.get(`/api/projects/${project_id}/`))?.body.bio).toBe(written)
    // Nor what is left of them where the search cuts a text.
    const long = `${'Tocamos con gusto. '.repeat(8)} Escribe a rosaixchel arroba gmail punto com, o al 5555 1234.`
    await t.db.update(music_projects).set({ bio: long }).where(eq(music_projects.id, project_id))
    const { body: found } = await t.anonymous.get('/api/directory/projects/?q=lejano')
    expect(found.results[0].excerpt).toMatch(/Escribe a •••, o al/)
    expect((await owner?.get('/api/services/'))?.body.results[0].media).toHaveLength(3)
  })

  it('shows a band’s people by first name', async () => {
    const band = await t.project(marisol.id, 'GROUP', 'La Candela')
    await t.db.insert(project_members).values({
      project_id: band,
      user_id: oscar.id,
      role: 'COLLABORATOR',
      function: 'Trompeta',
    })
    const { body } = await t.anonymous.get(`/api/directory/projects/${band}/`)
    expect(body.members).toMatchObject([
      { name: 'Marisol', project_id: marisol.project_id },
      { name: 'Óscar', function: 'Trompeta' },
    ])
    expect(body.week).toBeNull()
  })

  it('isn’t there for an unknown or archived project', async () => {
    expect((await t.anonymous.get('/api/directory/projects/999999/')).status).toBe(404)
    await t.db.execute(sql`update music_projects set status = 'archived' where id = ${lejano.project_id}`)
    expect((await t.anonymous.get(`/api/directory/projects/${lejano.project_id}/`)).status).toBe(404)
    expect(await found({ q: 'lejano' })).toEqual([])
    await t.db.execute(sql`update music_projects set status = 'active' where id = ${lejano.project_id}`)
    const { body } = await t.anonymous.get('/api/directory/featured/')
    expect(body.results.length).toBe(3)
  })
})
