import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { REPLIES_MAX } from './contract.ts'

let t: TestApp
let ana: Person
let luis: Person
let stranger: Person

beforeAll(async () => {
  t = await testApp()
  ana = await t.person('TALENT_HUNTER')
  luis = await t.person('MUSICIAN')
  stranger = await t.person('MUSICIAN')
})
afterAll(() => t.close())

describe('saved replies', () => {
  test('are a musician’s own, twenty at most', async () => {
    expect((await ana.get('/api/saved-replies/')).status).toBe(403)
    expect((await t.as().get('/api/saved-replies/')).status).toBe(401)
    const draft = { title: 'Gracias', text: 'Gracias por escribir.' }
    const first = await luis.post('/api/saved-replies/', draft)
    expect(first.status).toBe(201)
    expect((await luis.post('/api/saved-replies/', { title: '', text: 'a' })).status).toBe(422)
    await Promise.all(
      Array.from({ length: REPLIES_MAX + 2 }, (_, i) =>
        luis.post('/api/saved-replies/', { title: `R${i}`, text: 'Hola' }),
      ),
    )
    expect((await luis.get('/api/saved-replies/')).body.results).toHaveLength(REPLIES_MAX)
    expect((await luis.post('/api/saved-replies/', draft)).body.code).toBe('threads.replies_full')
    const path = `/api/saved-replies/${first.body.id}/`
    expect((await stranger.patch(path, draft)).status).toBe(404)
    expect((await stranger.delete(path)).status).toBe(404)
    expect((await luis.patch(path, { ...draft, title: 'Mil gracias' })).body.title).toBe('Mil gracias')
    expect((await luis.delete(path)).status).toBe(200)
    expect((await luis.get('/api/saved-replies/')).body.results).toHaveLength(REPLIES_MAX - 1)
  })
})
