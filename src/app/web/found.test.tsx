import { describe, expect, test } from 'vitest'
import { TEXT_FOLDERS } from '#app/server/texts.ts'
import { readTexts } from '#core/server/texts.ts'
import type { PublicProfile } from '#features/directory/contract.ts'
import { draw, paths, questionsOf, stageOf } from './found.server.tsx'
import { ALL_PAGES } from './pages.tsx'

const resources = readTexts(TEXT_FOLDERS)
const PATH = '/profile/musician/:musicProjectId'
const PROFILE: PublicProfile = {
  id: 7,
  name: 'Los Vargas </script><b>',
  project_type: 'GROUP',
  profile_image: null,
  bio: 'Tocamos </script> marimba.',
  city: 'Cobán',
  country: 'GT',
  zone: 'America/Guatemala',
  genres: ['marimba'],
  languages: ['es'],
  main_instrument: null,
  rating: null,
  rating_count: 0,
  gigs_played: 0,
  reliability: null,
  reply_minutes: null,
  since_year: 2026,
  services: [],
  instruments: [],
  members: [],
  free: null,
  week: null,
}

const drawn = (language: 'es' | 'en', profile = PROFILE) => {
  const questions = questionsOf(PATH, { musicProjectId: '7' }, new URLSearchParams()) ?? []
  return draw({
    path: PATH,
    url: '/profile/musician/7',
    language,
    origin: 'https://tarima.test',
    resources,
    questions,
    answers: [profile],
  })
}

test('what is drawn are pages that anybody may open', () => {
  for (const path of paths) expect(ALL_PAGES.find((page) => page.path === path)?.isPublic, path).toBe(true)
})

describe('a public profile', () => {
  test('asks what its page in the browser asks', () =>
    expect(questionsOf(PATH, { musicProjectId: '7' }, new URLSearchParams())).toEqual([
      { url: '/api/directory/projects/7/', key: ['/api/directory/projects/:id/', { id: 7 }, {}] },
    ]))

  test('asks for the event that the address names', () => {
    const query = new URLSearchParams('city=Antigua&date=2126-12-12&from=18:00&to=23:00&genre=salsa')
    expect(questionsOf(PATH, { musicProjectId: '7' }, query)?.[0]?.url).toBe(
      '/api/directory/projects/7/?city=Antigua+Guatemala&date=2126-12-12&from=18%3A00&to=23%3A00',
    )
  })

  test.each(['0', '-1', '1.5', 'abc', '1e3', '9'.repeat(16)])('is nobody’s at %s', (musicProjectId) =>
    expect(questionsOf(PATH, { musicProjectId }, new URLSearchParams())).toBeNull(),
  )

  test('leaves room for the menu of whoever turns out to be signed in', async () => {
    const { body } = await drawn('es')
    expect(body).toContain('<div id="root"><div data-stranger=""')
  })

  test.each([
    ['es', 'música en vivo en Cobán', 'Servicios', 'https://tarima.test/profile/musician/7'],
    ['en', 'live music in Cobán', 'Services', 'https://tarima.test/profile/musician/7?lang=en'],
  ] as const)('is drawn in %s, with its head', async (language, title, word, address) => {
    const { head, body } = await drawn(language)
    expect(head).toContain(title)
    expect(head).toContain(`rel="canonical" href="${address}"`)
    for (const tag of ['hrefLang="es"', 'hrefLang="en"', 'hrefLang="x-default"', 'og:title', 'og:image'])
      expect(head, tag).toContain(tag)
    expect(head.match(/<(meta|link|title)(?! data-drawn)/), 'the app takes each of them away').toBeNull()
    expect(body).toContain(word)
    expect(body.match(/(profile|terms)\.[a-z_]+[^"]{0,20}</), 'a key where its text should be').toBeNull()
  })

  test('nothing that somebody calls themselves ends a script or becomes markup', async () => {
    const { body } = await drawn('es')
    expect(body).not.toContain('Los Vargas </script>')
    expect(body).not.toContain('Tocamos </script>')
    const data = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(body)?.[1] ?? ''
    expect(JSON.parse(data)).toMatchObject({ '@type': 'MusicGroup', name: PROFILE.name, genre: ['Marimba'] })
    const known = /<script type="application\/json" id="drawn">(.*?)<\/script>/.exec(body)?.[1] ?? ''
    expect(JSON.parse(known)).toEqual([[['/api/directory/projects/:id/', { id: 7 }, {}], PROFILE]])
  })

  test('a rating is no data for machines before its reviews can be read', async () => {
    const { body } = await drawn('es', { ...PROFILE, rating: 4.9, rating_count: 12 })
    expect(body).not.toContain('aggregateRating')
  })

  test('somebody who plays alone is a person, with what they offer', async () => {
    const { body } = await drawn('es', { ...PROFILE, project_type: 'INDIVIDUAL' })
    expect(body).toContain('"@type":"Person"')
  })
})

describe('the list of a place', () => {
  const PLACE = '/musicos/:city/:genre?'
  const found = {
    id: 7,
    name: 'Los Vargas',
    project_type: 'GROUP',
    profile_image: null,
    city: 'Cobán',
    country: 'GT',
    genres: ['marimba', 'cumbia'],
    instruments: [],
    formats: ['band'],
    excerpt: '',
    rating: null,
    rating_count: 0,
    gigs_played: 0,
    price_from: 90_000,
    price_mode: 'fixed',
    price_for: null,
    currency: 'USD',
    distance_km: null,
  }

  test('asks the search for who plays there', () => {
    expect(questionsOf(PLACE, { city: 'coban', genre: 'marimba' }, new URLSearchParams())).toEqual([
      {
        url: '/api/directory/projects/?city=Cob%C3%A1n&genre=marimba&sort=recommended',
        key: expect.arrayContaining(['pages']),
        isList: true,
      },
      { url: '/api/directory/towns/', key: ['/api/directory/towns/', {}, {}] },
    ])
  })

  test.each([{ city: 'coban', genre: 'polka' }, { city: 'Cobán' }, { city: '..' }, { city: 'x'.repeat(81) }])(
    'is nowhere at %j',
    (params) => expect(questionsOf(PLACE, params, new URLSearchParams())).toBeNull(),
  )

  test('is drawn with who was found, and leads on to genres and to other towns', async () => {
    const questions = questionsOf(PLACE, { city: 'coban' }, new URLSearchParams()) ?? []
    const { head, body } = await draw({
      path: PLACE,
      url: '/musicos/coban',
      language: 'es',
      origin: 'https://tarima.test',
      resources,
      questions,
      answers: [
        { results: [found], next: null },
        { results: ['Mixco', 'Cobán'].map((city) => ({ city, country: 'GT' })) },
      ],
    })
    expect(head).toContain('<title data-drawn>Música en vivo en Cobán · Tarima</title>')
    expect(head).toContain('rel="canonical" href="https://tarima.test/musicos/coban"')
    for (const link of ['/profile/musician/7', '/musicos/coban/marimba', '/musicos/mixco'])
      expect(body, link).toContain(`href="${link}"`)
    // Where somebody can be found, and not where one is.
    const towns = body.slice(body.indexOf('También en'))
    expect(towns.match(/href="\/musicos\/[^"]+"/g)).toEqual(['href="/musicos/mixco"'])
    expect(body).toContain('"@type":"ItemList"')
  })
})

test('the stage of a name is an SVG of its own', () =>
  expect(stageOf('Los Vargas', { width: 687, height: 630 })).toMatch(
    /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="687" height="630"/,
  ))

test('the page that checks copies of agreements is drawn with nothing asked, in either language', async () => {
  for (const [language, title] of [
    ['es', 'Verificar un acuerdo'],
    ['en', 'Check an agreement'],
  ] as const) {
    const questions = questionsOf('/verify-contract', {}, new URLSearchParams()) ?? []
    const { head, body } = await draw({
      path: '/verify-contract',
      url: '/verify-contract?number=T-2026-000123',
      language,
      origin: 'https://tarima.test',
      resources,
      questions,
      answers: [],
    })
    expect(questions).toEqual([])
    expect(head).toContain(`${title}</title>`)
    expect(head).toContain('name="description"')
    expect(body).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`))
    expect(body).toContain('value="T-2026-000123"')
  }
})
