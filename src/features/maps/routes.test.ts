import { afterEach, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '#app/server/testing.ts'

let t: TestApp
afterEach(() => t.close())

const imagesLetIn = async () =>
  /img-src ([^;]*)/.exec(String((await t.anonymous.get('/healthz')).headers['content-security-policy']))?.[1]

describe('the map’s pictures', () => {
  it('are for people who are signed in', async () => {
    t = await testApp()
    expect((await t.anonymous.get('/api/maps/tiles/')).status).toBe(401)
  })

  it('come from OpenStreetMap unless somebody else is configured', async () => {
    t = await testApp()
    const person = await t.person('TALENT_HUNTER')
    expect((await person.get('/api/maps/tiles/')).body).toEqual({
      url: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
      key: null,
      attribution: '© OpenStreetMap',
    })
    expect(await imagesLetIn()).toContain('https://tile.openstreetmap.org')
  })

  it('come with the browser key of a provider, and its hosts are let in', async () => {
    t = await testApp({
      env: { MAPS_TILES_URL: 'https://{s}.tiles.example/{z}/{x}/{y}.png?key={key}', MAPS_KEY: 'pk.public' },
    })
    const person = await t.person('MUSICIAN')
    expect((await person.get('/api/maps/tiles/')).body).toEqual({
      url: 'https://{s}.tiles.example/{z}/{x}/{y}.png?key={key}',
      key: 'pk.public',
      attribution: null,
    })
    expect((await imagesLetIn())?.split(' ')).toContain('https://*.tiles.example')
  })
})
