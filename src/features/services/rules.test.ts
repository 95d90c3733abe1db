import { describe, expect, it } from 'vitest'
import { stepsFrom } from '#core/contract/steps.ts'
import { CATEGORIES, SERVICE_STATUSES, ServiceDraft } from './contract.ts'
import { priceFor, pricesFor } from './rules.price.ts'
import {
  asks,
  cleaned,
  isSearched,
  lessonBeginning,
  lessonPrice,
  onlyAsked,
  packagesOf,
  SERVICE_STEPS,
} from './rules.ts'

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
  extras: [],
  instrument: null,
  level: null,
  modality: null,
  lesson_minutes: null,
  trial_price: null,
  package_4_price: null,
  package_8_price: null,
  package_12_price: null,
}

const fieldsOf = (value: object) => {
  const read = ServiceDraft.safeParse(value)
  return read.success ? [] : read.error.issues.map((issue) => issue.path.join('.'))
}

describe('a service as it is written', () => {
  it('passes when it is whole', () => {
    expect(fieldsOf(draft)).toEqual([])
  })

  it('needs a price unless that is told on request', () => {
    expect(fieldsOf({ ...draft, price: null })).toEqual(['price'])
    expect(fieldsOf({ ...draft, price: 0 })).toEqual(['price'])
    expect(fieldsOf({ ...draft, price: null, price_mode: 'on_request' })).toEqual([])
  })

  it('has 1 to 5 different genres, 15 to 720 minutes, at most 20 pictures', () => {
    expect(fieldsOf({ ...draft, genres: [] })).toEqual(['genres'])
    expect(fieldsOf({ ...draft, genres: ['rock', 'rock'] })).toEqual(['genres'])
    expect(fieldsOf({ ...draft, genres: ['rock', 'pop', 'jazz', 'salsa', 'latin', 'blues'] })).toEqual([
      'genres',
    ])
    expect(fieldsOf({ ...draft, duration_minutes: 14 })).toEqual(['duration_minutes'])
    expect(fieldsOf({ ...draft, duration_minutes: 721 })).toEqual(['duration_minutes'])
    const picture = '/api/files/1/?v=0123456789abcdef'
    const media = Array.from({ length: 21 }, () => ({ kind: 'image', url: picture, title: '' }))
    expect(fieldsOf({ ...draft, media })).toEqual(['media'])
  })

  it('says of what and how a lesson is', () => {
    expect(fieldsOf({ ...draft, category: 'MUSIC_LEARNING' })).toEqual([
      'instrument',
      'level',
      'modality',
      'lesson_minutes',
    ])
  })

  it('takes pictures of ours, and videos over https only', () => {
    const url = (url: string, kind = 'video') => fieldsOf({ ...draft, media: [{ kind, url, title: '' }] })
    expect(url('https://video.example/watch?v=1')).toEqual([])
    expect(url('/api/files/12/?v=0123456789abcdef.3', 'image')).toEqual([])
    expect(url('/api/files/12/?v=3', 'image')).toEqual(['media.0.url'])
    expect(url('https://elsewhere.example/picture.jpg', 'image')).toEqual(['media.0.url'])
    expect(url('javascript:alert(1)')).toEqual(['media.0.url'])
    expect(url('http://video.example/')).toEqual(['media.0.url'])
  })

  it('loses what its category has no use for', () => {
    expect(cleaned({ ...draft, instrument: 'guitar', trial_price: 500 })).toMatchObject({
      instrument: null,
      trial_price: null,
      package_4_price: null,
      package_8_price: null,
      package_12_price: null,
    })
    expect(cleaned({ ...draft, price_mode: 'on_request' }).price).toBeNull()
  })
})

describe('what is asked of a service', () => {
  const lesson = { ...draft, category: 'MUSIC_LEARNING', modality: 'in_person', lesson_minutes: 45 } as const

  it('is everything about a stage for live music', () => {
    for (const what of ['event_types', 'line_up', 'duration', 'travel', 'stage'] as const)
      expect(asks({ category: 'MUSIC_SETTING' }, what), what).toBe(true)
    expect(asks({ category: 'MUSIC_SETTING' }, 'lesson')).toBe(false)
    expect(cleaned(draft)).toMatchObject({ event_types: ['wedding'], format: 'duo', setup_minutes: 45 })
  })

  it('is of a lesson neither weddings nor a stage to set up; it is as long as it says', () => {
    expect(cleaned(lesson)).toMatchObject({
      event_types: [],
      format: 'solo',
      setup_minutes: 0,
      includes_sound: false,
      duration_minutes: 45,
      travel_radius_km: 80,
      travel_fee_per_km: 50,
    })
  })

  it('is no travel of a lesson online, nor of a recording', () => {
    const away = { travel_radius_km: 0, travel_fee_per_km: 0 }
    expect(cleaned({ ...lesson, modality: 'online' })).toMatchObject(away)
    const recording = cleaned({ ...draft, category: 'MUSIC_MARKETING' })
    expect(recording).toMatchObject({ ...away, event_types: [], setup_minutes: 0, includes_sound: false })
    expect(recording).toMatchObject({ format: 'duo', duration_minutes: 120 })
  })

  it('leaves a form whose hidden fields are empty able to be saved', () => {
    const typed = { ...lesson, duration_minutes: null, setup_minutes: null }
    expect(fieldsOf(onlyAsked({ ...typed, instrument: 'guitar', level: 'any' }))).toEqual([])
  })
})

describe('the life of a service', () => {
  it.each([
    ['draft', ['activate', 'archive']],
    ['active', ['deactivate', 'archive']],
    ['inactive', ['activate', 'archive']],
    ['archived', []],
  ] as const)('from %s goes on by %j', (status, steps) => {
    expect(stepsFrom(SERVICE_STEPS, status, 'owner')).toEqual(steps)
  })

  it('knows every status it leads to', () => {
    for (const { to } of Object.values(SERVICE_STEPS)) expect(SERVICE_STATUSES).toContain(to)
  })
})

describe('the price for a time', () => {
  it('is the fixed one up to its length, in proportion beyond, plus every begun kilometre', () => {
    expect(priceFor(draft, 60, 0)).toBe(30_000)
    expect(priceFor(draft, 120, 10.2)).toBe(30_000 + 11 * 50)
    expect(priceFor(draft, 180, 0)).toBe(45_000)
  })

  it('is by the hour where the mode says so', () => {
    expect(priceFor({ ...draft, price_mode: 'per_hour', price: 10_000 }, 90, 0)).toBe(15_000)
  })

  it('is unknown on request', () => {
    expect(priceFor({ ...draft, price_mode: 'on_request', price: null }, 90, 0)).toBeNull()
  })
})

describe('a new kind of lesson', () => {
  const lesson = (lesson_minutes: number | null) => ({ category: 'MUSIC_LEARNING' as const, lesson_minutes })
  it('begins with what its teacher mainly plays, and an hour', () => {
    expect(lessonBeginning('piano', [])).toEqual({ instrument: 'piano', lesson_minutes: 60 })
    expect(lessonBeginning(null, []).instrument).toBeNull()
    expect(lessonBeginning('kazoo', []).instrument).toBeNull()
  })
  it('is as long as their latest one', () => {
    const concert = { category: 'MUSIC_SETTING' as const, lesson_minutes: null }
    expect(lessonBeginning('piano', [concert, lesson(45), lesson(90)]).lesson_minutes).toBe(45)
  })
})

describe('what somebody asks for all that they play at an event', () => {
  const service = { ...draft, id: 1 }
  const at = (starts: string, ends: string, of = service) => ({
    ...{ service: of, starts_at: `2027-02-20T${starts}:00Z`, ends_at: `2027-02-20T${ends}:00Z` },
  })
  const sum = (prices: number[] | null) => prices?.reduce((all, one) => all + one, 0)

  it('is what one time costs, where it is one', () => {
    expect(pricesFor([at('18:00', '21:00')], 10.2)).toEqual([priceFor(draft, 180, 10.2)])
  })

  it('counts what is the least that can be booked once, and the way there once', () => {
    // An hour of cocktail and one of dinner: 300.00 for up to two hours, not twice.
    const both = pricesFor([at('18:00', '19:00'), at('19:00', '20:00')], 10)
    expect(both).toEqual([15_000 + 250, 15_000 + 250])
    expect(sum(both)).toBe(priceFor(draft, 120, 10))
  })

  it('is that of the whole time, whatever it is divided into, to the last cent', () => {
    const parts = [at('18:00', '18:50'), at('18:50', '20:05'), at('20:05', '21:11')]
    for (const price of [29_999, 30_000, 30_001]) {
      const of = { ...service, price }
      const prices = pricesFor(
        parts.map((one) => ({ ...one, service: of })),
        7,
      )
      expect(sum(prices)).toBe(priceFor(of, 191, 7))
    }
  })

  it('is of what is played on both sides of a break', () => {
    const both = pricesFor([at('18:00', '19:00'), at('19:15', '20:15')], 0)
    expect(sum(both)).toBe(priceFor(draft, 120, 0))
  })

  it('is for each time that is away from the others, and for each service', () => {
    const late = at('22:00', '23:00')
    expect(sum(pricesFor([at('18:00', '19:00'), late], 10))).toBe(60_000 + 500)
    const trio = { ...service, id: 2, price: 50_000, travel_fee_per_km: 80 }
    expect(sum(pricesFor([at('18:00', '19:00'), at('19:00', '20:00', trio)], 10))).toBe(80_000 + 800)
  })

  it('is unknown where one of them is on request', () => {
    const asked = { ...service, id: 2, price_mode: 'on_request' as const, price: null }
    expect(pricesFor([at('18:00', '19:00'), at('19:00', '20:00', asked)], 0)).toBeNull()
  })
})

describe('what lessons cost', () => {
  const lesson = { price_mode: 'fixed' as const, price: 2000, lesson_minutes: 45 }
  it('is the price, an hour’s in proportion, and nothing that can be booked where it is on request', () => {
    expect(lessonPrice(lesson)).toBe(2000)
    expect(lessonPrice({ ...lesson, price_mode: 'per_hour' })).toBe(1500)
    expect(lessonPrice({ ...lesson, price_mode: 'on_request' })).toBeNull()
  })
  it('is less together, for the packages that are sold', () => {
    const packages = { package_4_price: 7200, package_8_price: null, package_12_price: 20_000 }
    expect(packagesOf({ ...lesson, ...packages })).toEqual([
      { size: 4, price: 7200 },
      { size: 12, price: 20_000 },
    ])
  })
})

it('events are searched for live music and students search for lessons; nothing else is listed', () =>
  expect(CATEGORIES.filter(isSearched)).toEqual(['MUSIC_LEARNING', 'MUSIC_SETTING']))
