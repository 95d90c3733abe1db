import { sql } from 'drizzle-orm'
import { chance } from '#app/server/demo/random.ts'
import { FUNCTIONS } from '#app/server/demo/words.ts'
import { PLACES } from '#core/contract/places.ts'
import { addDays } from '#core/contract/time.ts'
import type { App } from '#core/server/app.ts'
import type { Search } from '#features/directory/queries.ask.ts'
import { countsOf } from '#features/directory/queries.count.ts'
import { searchProjects } from '#features/directory/queries.search.ts'
import { publicProfileOf } from '#features/directory/queries.ts'
import { GENRES } from '#features/projects/contract.ts'
import { EVENT_TYPES, FORMATS } from '#features/services/contract.ts'
import { WRITTEN_TOWNS } from './million.make.ts'

/** A kind of question; each number asks for something else, the same in every run. */
export interface Mode {
  name: string
  /** Another goal than the rest for the slowest of a hundred by many connections, in milliseconds. */
  goal_ms?: number
  /** A goal for what is usual by one connection, in milliseconds, where there is one. */
  usual_ms?: number
  ask(n: number): Promise<unknown>
}

const WORDS = [
  'salsa',
  'jazz',
  'boda',
  'guitarra',
  'trompeta',
  'bolero',
  'marisol',
  'escenarios',
  'voz',
  'cuarteto',
]

/** Every way to search, and the public profile. */
export async function modesOf(app: App): Promise<Mode[]> {
  const now = app.clock.now()
  const day = now.toISOString().slice(0, 10)
  const { rows: ids } = await app.db.execute<{ id: number }>(
    sql`select id from music_projects tablesample system (0.5) repeatable (1) limit 500`,
  )
  const search = (name: string, query: (n: number) => Partial<Search>): Mode => ({
    name,
    ask: (n) => searchProjects(app.open_db, { limit: 20, ...query(n) }, now),
  })
  const of = <T>(items: readonly T[], n: number, seed: number): T => chance(seed * 1000 + n).pick(items)
  const genre = (n: number) => ({ genre: of(GENRES, n, 1) })
  const city = (n: number) => ({ city: of(PLACES, n, 2).city })
  const price = (n: number) => ({
    price_max: of([4_000, 6_000, 10_000, 20_000, 50_000], n, 3),
    currency: 'USD' as const,
  })
  const free = (n: number) => ({
    date: addDays(day, chance(4000 + n).between(7, 120)),
    from: of(['12:00', '17:00', '19:00'], n, 5),
    to: '22:00',
    zone: 'America/Guatemala',
  })
  /** What the landing asks: a day with its hours, a town, a kind of event. */
  const event = (n: number) => ({ ...free(n), ...city(n), event_type: of(EVENT_TYPES, n, 9) })
  const text = (n: number) => ({ q: of(WORDS, n, 6) })
  const instrument = (n: number) => ({ instrument: of(FUNCTIONS, n, 7) })
  const town = (n: number) => ({ city: of(WRITTEN_TOWNS, n, 8) })
  return [
    search('nothing', () => ({})),
    search('page 51', pageAfter(await searchFar(app, now))),
    search('event type', (n) => ({ event_type: of(EVENT_TYPES, n, 9) })),
    search('genre', genre),
    search('city', city),
    search('free on a date', free),
    search('genre + city', (n) => ({ ...genre(n), ...city(n) })),
    search('genre + city + price', (n) => ({ ...genre(n), ...city(n), ...price(n) })),
    search('genre + city + radius 25', (n) => {
      const { lat, lng } = of(PLACES, n, 2)
      return { ...genre(n), lat, lng, radius: 25 }
    }),
    search('free + genre + city', (n) => ({ ...free(n), ...genre(n), ...city(n) })),
    search('instrument + city', (n) => ({ ...instrument(n), ...city(n) })),
    search('band + city', (n) => ({ format: 'band', ...city(n) })),
    search('format + city', (n) => ({ format: of(FORMATS, n, 10), ...city(n) })),
    search('written city + genre', (n) => ({ ...town(n), ...genre(n) })),
    search('price max', price),
    search('by price', () => ({ sort: 'price' })),
    search('by price, city', (n) => ({ sort: 'price', ...city(n) })),
    search('by price, genre', (n) => ({ sort: 'price', ...genre(n) })),
    search('by rating', () => ({ sort: 'rating' })),
    search('by rating, genre + city', (n) => ({ sort: 'rating', ...genre(n), ...city(n) })),
    search('by rating, event + price max', (n) => ({ sort: 'rating', ...event(n), ...price(n) })),
    search('by distance', (n) => ({ sort: 'distance', ...city(n) })),
    search('by distance, genre', (n) => ({ sort: 'distance', ...genre(n), ...city(n) })),
    search('by distance, event + price max', (n) => ({ sort: 'distance', ...event(n), ...price(n) })),
    search('event', event),
    search('event, genre', (n) => ({ ...event(n), ...genre(n) })),
    search('event by price', (n) => ({ sort: 'price', ...event(n) })),
    search('event by price, genre + price max', (n) => ({
      sort: 'price',
      ...event(n),
      ...genre(n),
      ...price(n),
    })),
    { name: 'count of an event', ask: (n) => countsOf(app.open_db, event(n), now) },
    {
      name: 'count of nobody',
      ask: (n) => countsOf(app.open_db, { ...event(n), ...genre(n), ...price(n), format: 'band' }, now),
    },
    search('text', text),
    search('text + genre + city', (n) => ({ ...text(n), ...genre(n), ...city(n) })),
    search('text + price max', (n) => ({ ...text(n), ...city(n), ...price(n) })),
    search('text by price', (n) => ({ sort: 'price', ...text(n), ...city(n) })),
    {
      name: 'public profile',
      ask: (n) => publicProfileOf(app.open_db, ids[n % ids.length]?.id ?? 1, now),
    },
  ]
}

const pageAfter = (cursor: string | null) => () => (cursor ? { cursor } : {})

/** Where the fifty-first page starts. */
async function searchFar(app: App, now: Date): Promise<string | null> {
  let cursor: string | null = null
  for (let page = 0; page < 10; page++)
    cursor = (await searchProjects(app.open_db, { limit: 100, ...(cursor ? { cursor } : {}) }, now)).next
  return cursor
}
