import { describe, expect, test } from 'vitest'
import type { PublicProfile } from '#features/directory/contract.ts'
import type { SharedResults } from '#features/results/contract.share.ts'
import { drawn, PATH, PROFILE, resources } from './found.fixture.tsx'
import { draw, paths, questionsOf, stageOf } from './found.server.tsx'
import { ALL_PAGES } from './pages.tsx'

const SERVICE: PublicProfile['services'][number] = {
  id: 1,
  title: 'Marimba',
  category: 'MUSIC_SETTING',
  description: 'Marimba para toda la tarde.',
  genres: ['marimba'],
  event_types: ['wedding'],
  format: 'solo',
  duration_minutes: 120,
  price_mode: 'fixed',
  price: 90_000,
  price_for: null,
  currency: 'USD',
  travel_radius_km: 50,
  travel_fee_per_km: 0,
  includes_sound: false,
  setup_minutes: 30,
  lead_time_days: 2,
  languages: ['es'],
  media: [],
  extras: [],
  instrument: null,
  level: null,
  modality: null,
  lesson_minutes: null,
  trial_price: null,
}

test('what is drawn are pages that anybody may open', () => {
  for (const path of paths) expect(ALL_PAGES.find((page) => page.path === path)?.isPublic, path).toBe(true)
})

describe('a public profile', () => {
  test('asks what its page in the browser asks', () =>
    expect(questionsOf(PATH, { musicProjectId: '7' }, new URLSearchParams())).toEqual([
      { url: '/api/directory/projects/7/', key: ['/api/directory/projects/:id/', { id: 7 }, {}] },
      {
        url: '/api/directory/projects/7/media/',
        key: ['/api/directory/projects/:id/media/', { id: 7 }, {}],
      },
      {
        url: '/api/reviews/projects/7/?limit=6',
        key: ['/api/reviews/projects/:id/', { id: 7 }, { limit: '6' }, 'pages'],
        isList: true,
      },
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
    expect(JSON.parse(known)[0]).toEqual([['/api/directory/projects/:id/', { id: 7 }, {}], PROFILE])
  })

  test('somebody who plays alone is a person, with what they offer, and no event of it is anybody’s to read', async () => {
    const offered = { ...SERVICE, title: 'Boleros para la cena', price: 90_000 }
    const services = [offered, { ...SERVICE, id: 2, price_mode: 'on_request' as const, price: null }]
    const { body } = await drawn('es', { ...PROFILE, project_type: 'INDIVIDUAL', services, gigs_played: 4 })
    const data = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(body)?.[1] ?? ''
    const { makesOffer, ...said } = JSON.parse(data)
    expect(said['@type']).toBe('Person')
    expect(makesOffer).toMatchObject([
      {
        '@type': 'Offer',
        price: '900.00',
        priceCurrency: 'USD',
        itemOffered: { '@type': 'Service', name: 'Boleros para la cena' },
      },
      { '@type': 'Offer' },
    ])
    // What has no price says none.
    expect(makesOffer[1]).not.toHaveProperty('price')
    expect(body).not.toMatch(/"@type":"\w*Event"/)
  })
})

test('a date is asked for of who says a price for events; anybody else is asked a question', async () => {
  const ways = async (...services: PublicProfile['services']) => {
    const { body } = await drawn('es', { ...PROFILE, name: 'Los Vargas', services })
    return ['Pedir fecha a Los Vargas', 'Preguntar', 'No publica un precio para eventos'].filter((text) =>
      body.includes(text),
    )
  }
  const open = { ...SERVICE, price_mode: 'on_request' as const, price: null }
  const lesson = { ...SERVICE, category: 'MUSIC_THERAPY' as const }
  expect(await ways(SERVICE)).toEqual(['Pedir fecha a Los Vargas', 'Preguntar'])
  expect(await ways({ ...SERVICE, id: 2 }, open)).toEqual(['Pedir fecha a Los Vargas', 'Preguntar'])
  for (const none of [[open], [lesson], [open, lesson], []])
    expect(await ways(...none)).toEqual(['Preguntar', 'No publica un precio para eventos'])
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
        isAll: true,
      },
      { url: '/api/directory/towns/', key: ['/api/directory/towns/', {}, {}] },
      {
        url: '/api/directory/genres/?city=Cob%C3%A1n',
        key: ['/api/directory/genres/', {}, { city: 'Cobán' }],
      },
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
        { results: ['marimba', 'salsa'] },
      ],
    })
    expect(head).toContain('<title data-drawn>Música en vivo en Cobán · Tarima</title>')
    expect(head).toContain('rel="canonical" href="https://tarima.test/musicos/coban"')
    for (const link of [
      '/profile/musician/7',
      '/musicos/coban/marimba',
      '/musicos/coban/salsa',
      '/musicos/mixco',
    ])
      expect(body, link).toContain(`href="${link}"`)
    // Where somebody can be found, and not where one is.
    const towns = body.slice(body.indexOf('También en'))
    expect(towns.match(/href="\/musicos\/[^"]+"/g)).toEqual(['href="/musicos/mixco"'])
    expect(body).toContain('"@type":"ItemList"')
  })

  test('of a genre says so, leads to the town’s other genres, and without scripts to whoever comes after', async () => {
    const query = new URLSearchParams('cursor=abc')
    const questions = questionsOf(PLACE, { city: 'coban', genre: 'marimba' }, query) ?? []
    expect(questions[0]?.url).toContain('cursor=abc')
    const { head, body } = await draw({
      path: PLACE,
      url: '/musicos/coban/marimba?cursor=abc',
      language: 'es',
      origin: 'https://tarima.test',
      resources,
      questions,
      answers: [{ results: [found], next: 'def' }, { results: [] }, { results: ['marimba', 'salsa'] }],
    })
    expect(head).toContain('content="Marimba en vivo en Cobán: quiénes tocan')
    expect(head).toContain('rel="canonical" href="https://tarima.test/musicos/coban/marimba"')
    expect(body.match(/href="\/musicos\/coban\/[^"?]+"/g)).toEqual(['href="/musicos/coban/salsa"'])
    expect(body).toMatch(/<noscript><a[^>]* href="\/musicos\/coban\/marimba\?cursor=def"/)
  })
})

test('the stage of a name is an SVG of its own', () =>
  expect(stageOf('Los Vargas', { width: 687, height: 630 })).toMatch(
    /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="687" height="630"/,
  ))

test('the page that checks copies of agreements is drawn with nothing asked, in either language', async () => {
  for (const [language, title] of [
    ['es', 'Verificar un acuerdo o un certificado'],
    ['en', 'Check an agreement or a certificate'],
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

describe('results that are shared by a link', () => {
  const SHARED: SharedResults = {
    title: 'Boda Aguilar',
    type: 'wedding',
    city: 'Antigua Guatemala',
    starts_at: '2026-04-19T00:00:00.000Z',
    ends_at: '2026-04-19T04:00:00.000Z',
    zone: 'America/Guatemala',
    guests: 1200,
    objective: {
      kind: 'dance_floor',
      metric: 'dancing_share',
      target: 60,
      actual: 75,
      share: 1.25,
      reached: true,
    },
    satisfaction: 4.5,
    moments: [
      {
        slot_id: 1,
        intent: 'dance',
        title: 'Entrada',
        starts_at: '2026-04-19T00:00:00.000Z',
        ends_at: '2026-04-19T02:00:00.000Z',
        mark: 5,
      },
      {
        slot_id: 2,
        intent: 'dance',
        title: null,
        starts_at: '2026-04-19T02:00:00.000Z',
        ends_at: '2026-04-19T04:00:00.000Z',
        mark: 4,
      },
    ],
    performers: ['Rosa Ixchel', null],
    punctuality: { on_time: 1, late: 0, absent: 0, unanswered: 1 },
    money: null,
  }
  const URL = '/shared-results?key=secret'
  const sharedPage = async (language: 'es' | 'en', more: Partial<SharedResults> = {}) => {
    const questions = questionsOf('/shared-results', {}, new URLSearchParams('key=secret')) ?? []
    const { head, body } = await draw({
      path: '/shared-results',
      url: URL,
      language,
      origin: 'https://tarima.test',
      resources,
      questions,
      answers: [{ ...SHARED, ...more }],
    })
    return { head, body, said: body.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ') }
  }

  test('asks by the key of the address, and without one there is nothing to draw', () => {
    expect(questionsOf('/shared-results', {}, new URLSearchParams('key=secret'))).toEqual([
      {
        url: '/api/results/shared/?key=secret',
        key: ['/api/results/shared/', {}, { key: 'secret' }],
      },
    ])
    expect(questionsOf('/shared-results', {}, new URLSearchParams())).toBeNull()
  })

  test.each([
    [
      'es',
      'Resultados: Boda Aguilar',
      [
        '1,200 personas',
        'Tocaron Rosa Ixchel y Cuenta eliminada',
        'Gente bailando',
        'Meta alcanzada',
        'A tiempo 1',
      ],
    ],
    [
      'en',
      'Results: Boda Aguilar',
      ['1,200 people', 'Music: Rosa Ixchel and Deleted account', 'Target reached', 'On time 1'],
    ],
  ] as const)('are drawn in %s, each graph with its table', async (language, title, rows) => {
    const { head, said } = await sharedPage(language)
    expect(head).toContain(`${title}</title>`)
    // Its address is a secret: the head repeats it to nobody.
    expect(head).not.toContain('secret')
    for (const row of rows) expect(said).toContain(row)
    expect(said).toMatch(/1 Entrada 5 (de|out of) 5 2 \S+ 4 (de|out of) 5/)
    expect(said).not.toMatch(/\$|(results|survey|order)\.[a-z_]+/)
  })

  test('show sums of the whole event where they are shared', async () => {
    const money = {
      currency: 'USD' as const,
      planned: 80_000,
      agreed: 84_800,
      declared: 169_600,
      roi: 1,
      per_guest: null,
    }
    const { said } = await sharedPage('es', { money })
    for (const row of ['Planeado $800', 'Acordado $848', 'Lo que dejó $1,696', 'Retorno 100 %'])
      expect(said).toContain(row)
    expect(said).not.toContain('Costo por persona')
  })

  test('leave out what isn’t known', async () => {
    const { said } = await sharedPage('es', {
      guests: null,
      satisfaction: null,
      moments: [],
      performers: [],
      punctuality: null,
    })
    expect(said).not.toContain('Tocaron')
    expect(said).not.toContain('Puntualidad')
    expect(said).not.toContain('Satisfacción por momento')
    expect(said).toContain('Antigua Guatemala')
  })
})
