import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ANTIGUA } from '#app/server/scenes/brief.ts'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { transaction } from '#core/server/work.ts'
import { music_projects } from '#features/projects/table.ts'
import { eraseFavourites } from './commands.favourites.ts'
import { FAVOURITES_MAX } from './contract.favourites.ts'
import { type Playing, playing } from './playing.fixture.ts'
import { favouriteDataOf } from './queries.favourites.ts'
import { favourites } from './table.ts'

let t: TestApp
let hunter: Person
let marisol: Playing
let oscar: Playing

beforeAll(async () => {
  t = await testApp({ now: '2026-11-20T12:00:00Z' })
  hunter = await t.person('TALENT_HUNTER')
  marisol = await playing(t, 'Marisol Reyes', ANTIGUA, { genres: ['bolero'] })
  oscar = await playing(t, 'Óscar Núñez', ANTIGUA, { genres: ['salsa'] })
})
afterAll(() => t.close())

const save = (by: Person, id: number) => by.call('PUT', `/api/directory/favourites/${id}/`)
const drop = (by: Person, id: number) => by.call('DELETE', `/api/directory/favourites/${id}/`)
const idsOf = async (by: Person) => (await by.get('/api/directory/favourites/ids/')).body.ids
const namesOf = async (by: Person, query: Record<string, string> = {}) =>
  (await by.get('/api/directory/favourites/', { query })).body.results.map(
    ({ name }: { name: string }) => name,
  )

describe('favourites', () => {
  test('are saved once, the latest first, by each for themselves', async () => {
    expect((await save(hunter, marisol.project_id)).body).toEqual({ saved: true })
    t.clock.set(new Date('2026-11-20T12:01:00Z'))
    await Promise.all([1, 2, 3].map(() => save(hunter, oscar.project_id)))
    expect(await idsOf(hunter)).toEqual([oscar.project_id, marisol.project_id])
    expect(await idsOf(await t.person('TALENT_HUNTER'))).toEqual([])
  })

  test('are searched like everybody, and nobody else is found there', async () => {
    const other = await t.person('TALENT_HUNTER')
    await save(other, oscar.project_id)
    expect(await namesOf(hunter, { sort: 'price' })).toEqual(['Marisol Reyes', 'Óscar Núñez'])
    expect(await namesOf(other)).toEqual(['Óscar Núñez'])
    expect(await namesOf(hunter, { genre: 'salsa' })).toEqual(['Óscar Núñez'])
    expect(await namesOf(hunter, { q: 'volero' })).toEqual(['Marisol Reyes'])
    const { body } = await hunter.get('/api/directory/favourites/', { query: { limit: '1' } })
    const next = await hunter.get('/api/directory/favourites/', { query: { limit: '1', cursor: body.next } })
    expect([...body.results, ...next.body.results]).toHaveLength(2)
  })

  test('stay saved while they can’t be found, and come back', async () => {
    const status = (now: 'active' | 'archived') =>
      t.db.update(music_projects).set({ status: now }).where(eq(music_projects.id, oscar.project_id))
    await status('archived')
    expect(await namesOf(hunter)).toEqual(['Marisol Reyes'])
    expect((await save(await t.person('TALENT_HUNTER'), oscar.project_id)).status).toBe(404)
    await status('active')
    expect(await namesOf(hunter)).toHaveLength(2)
  })

  test('are dropped once, also who was none', async () => {
    for (let n = 0; n < 2; n++) expect((await drop(hunter, oscar.project_id)).body).toEqual({ saved: false })
    expect(await idsOf(hunter)).toEqual([marisol.project_id])
  })

  test('are 500 at most', async () => {
    const full = await t.person('TALENT_HUNTER')
    const people = await t.db
      .insert(music_projects)
      .values(
        Array.from({ length: FAVOURITES_MAX - 1 }, (_, n) => ({
          owner_id: oscar.id,
          name: `Conjunto ${n}`,
          project_type: 'GROUP' as const,
        })),
      )
      .returning({ project_id: music_projects.id })
    await t.db
      .insert(favourites)
      .values(people.map((one) => ({ ...one, user_id: full.id, added_at: '2026-11-20T12:00:00Z' })))
    const answers = await Promise.all([marisol, oscar].map(({ project_id }) => save(full, project_id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await idsOf(full)).toHaveLength(FAVOURITES_MAX)
  })

  test('are for whoever may hire', async () => {
    const path = `/api/directory/favourites/${oscar.project_id}/`
    for (const [by, status] of [
      [t.anonymous, 401],
      [marisol, 403],
      [await t.person('STUDENT'), 403],
    ] as const) {
      expect((await by.call('PUT', path)).status).toBe(status)
      expect((await by.get('/api/directory/favourites/')).status).toBe(status)
    }
    expect((await save(hunter, 99_999_999)).status).toBe(404)
    expect((await hunter.call('PUT', '/api/directory/favourites/nadie/')).status).toBe(404)
  })

  test('stand in the copy of one’s data, and go with the account', async () => {
    expect(await favouriteDataOf(t.db, hunter.id)).toEqual([
      { name: 'Marisol Reyes', added_at: expect.any(String) },
    ])
    await transaction(t.app, t.clock.now(), (work) => eraseFavourites(work, hunter.id))
    expect(await favouriteDataOf(t.db, hunter.id)).toEqual([])
  })
})
