import * as z from 'zod/mini'
import { wordsOf } from '#core/contract/audience.ts'
import { endpoint, Id, IdParams } from '#core/contract/endpoint.ts'
import { Amount, Currency } from '#core/contract/money.ts'
import { DEGREE_DECIMALS, decimals } from '#core/contract/numbers.ts'
import { PageQuery, page } from '#core/contract/page.ts'
import { Day, WallTime, Zone } from '#core/contract/time.ts'
import { ProjectType } from '#features/access/rules.ts'
import { BlockState } from '#features/availability/contract.ts'
import { ExperienceBand } from '#features/instruments/contract.ts'
import {
  EventType,
  Format,
  Genre,
  InstrumentName,
  Level,
  MEDIA_KINDS,
  Modality,
  PriceMode,
} from '#features/services/contract.ts'
import { Checks } from '#features/verification/contract.checks.ts'

/** A project as lists show it. Nothing here identifies how to reach somebody. */
export const DirectoryProject = z.object({
  id: Id,
  name: wordsOf('artist', z.string()),
  project_type: ProjectType,
  profile_image: z.nullable(z.string()),
  city: z.nullable(wordsOf('artist', z.string())),
  country: z.nullable(z.string()),
  genres: z.array(Genre),
  instruments: z.array(z.string()),
  formats: z.array(Format),
  /** First words of the biography. */
  excerpt: wordsOf('artist', z.string()),
  rating: z.nullable(z.number()),
  rating_count: z.int(),
  gigs_played: z.int(),
  /** There is something of it to be heard. */
  has_sound: z.boolean(),
  /** Of whoever owns it. */
  checks: Checks,
  /** Share of promises kept, 0 to 1; none before the first one. */
  reliability: z.nullable(z.number()),
  promises: z.int(),
  reply_minutes: z.nullable(z.int()),
  replies: z.int(),
  /** The cheapest of its services, minor units; none when all are on request. */
  price_from: z.nullable(z.int()),
  price_mode: z.nullable(PriceMode),
  /**
   * What the service asks for the length that is asked for, travel to the place included, minor units; none without a
   * length, or when it is on request. Then the service is the one that asks least for that.
   */
  price_for: z.nullable(z.int()),
  currency: Currency,
  /** From the place asked for; none without one. */
  distance_km: z.nullable(z.number()),
})
export type DirectoryProject = z.output<typeof DirectoryProject>

export const SORTS = ['recommended', 'rating', 'price', 'distance'] as const
export const Sort = z.enum(SORTS)
export type Sort = z.output<typeof Sort>

const number = (min: number, max: number) =>
  z.coerce.number().check(z.minimum(min), z.maximum(max), decimals(DEGREE_DECIMALS))

const filters = {
  q: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  genre: z.optional(Genre),
  instrument: z.optional(InstrumentName),
  format: z.optional(Format),
  event_type: z.optional(EventType),
  /** By name when no point is given. */
  city: z.optional(z.string().check(z.trim(), z.maxLength(80))),
  /** A point: only who travels that far, and inside the radius when there is one. */
  lat: z.optional(number(-90, 90)),
  lng: z.optional(number(-180, 180)),
  radius: z.optional(number(1, 1000)),
  /** Free then: with `from` and `to`, wall times of `zone`; an end at or before the start is on the next day. */
  date: z.optional(Day),
  /** Both or none; without a date they are a length alone, which prices are for. */
  from: z.optional(WallTime),
  to: z.optional(WallTime),
  zone: z.optional(Zone),
  /** Minor units of `currency`; of what is asked for the length and the place, where they are given. */
  price_max: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100_000_000_000))),
  currency: z.optional(Currency),
}

export const SearchQuery = z.extend(PageQuery, { ...filters, sort: z._default(Sort, 'recommended') })
export type SearchQuery = z.output<typeof SearchQuery>

export const searchProjects = endpoint({
  method: 'GET',
  path: '/api/directory/projects/',
  access: 'public',
  summary: 'Search musicians and bands by text, genre, instrument, line-up, place, free time and price',
  query: SearchQuery,
  reply: z.extend(page(DirectoryProject), {
    /** What was searched for instead of a text that finds nobody as it was written. */
    instead: z.nullable(z.string()),
  }),
})

export const listTowns = endpoint({
  method: 'GET',
  path: '/api/directory/towns/',
  access: 'public',
  summary: 'The towns that forms offer in which somebody can be found',
  reply: z.object({ results: z.array(z.object({ city: z.string(), country: z.string() })) }),
  limit: 120,
})

export const listGenres = endpoint({
  method: 'GET',
  path: '/api/directory/genres/',
  access: 'public',
  summary: 'The genres that somebody who can be found in a town plays at events',
  query: z.object({ city: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)) }),
  reply: z.object({ results: z.array(Genre) }),
  limit: 120,
})

/** Nobody reads further: from here on it is "more than". */
export const COUNT_MAX = 100
/** What would find somebody is counted no further than this: it is to be chosen between, not to be read through. */
export const WITHOUT_MAX = 30

const Count = z.object({
  count: z.int().check(z.minimum(0), z.maximum(COUNT_MAX)),
  /** There are more than `count`. */
  more: z.boolean(),
})

/** What can be left out of a search, as a person would say it. */
export const LOOSER = [
  'date',
  'genre',
  'price_max',
  'event_type',
  'format',
  'instrument',
  'city',
  'q',
] as const
export type Looser = (typeof LOOSER)[number]

export const countProjects = endpoint({
  method: 'GET',
  path: '/api/directory/count/',
  access: 'public',
  summary:
    'How many a search finds; for one that finds nobody, how many it would without each thing it asks for',
  query: z.object(filters),
  reply: z.extend(Count, {
    /**
     * Only what would find somebody, the most first, none counted further than 30 (those with more come in no particular
     * order); empty when the search itself does.
     */
    without: z.array(z.extend(Count, { field: z.enum(LOOSER) })),
  }),
  limit: 120,
})

export const ProfileService = z.object({
  id: Id,
  title: wordsOf('artist', z.string()),
  category: z.string(),
  description: wordsOf('artist', z.string()),
  genres: z.array(Genre),
  event_types: z.array(EventType),
  format: Format,
  duration_minutes: z.int(),
  price_mode: PriceMode,
  price: z.nullable(Amount),
  /**
   * For the length that is asked for, travel to the place included, minor units; none without a length, on request, or
   * where the service doesn't travel that far.
   */
  price_for: z.nullable(z.int()),
  currency: Currency,
  travel_radius_km: z.int(),
  travel_fee_per_km: Amount,
  includes_sound: z.boolean(),
  setup_minutes: z.int(),
  lead_time_days: z.int(),
  languages: z.array(z.string()),
  /** Links to players that we know; a link to anywhere else could be to whom it belongs. */
  media: z.array(
    z.object({ kind: z.enum(MEDIA_KINDS), url: z.string(), title: wordsOf('artist', z.string()) }),
  ),
  extras: z.array(z.object({ name: wordsOf('artist', z.string()), price: Amount })),
  /** The five of a lesson; null in the other categories. */
  instrument: z.nullable(z.string()),
  level: z.nullable(Level),
  modality: z.nullable(Modality),
  lesson_minutes: z.nullable(z.int()),
  trial_price: z.nullable(Amount),
})
export type ProfileService = z.output<typeof ProfileService>

/** What anybody may read of a project. Surnames, e-mails and phones stay inside. */
export const PublicProfile = z.object({
  id: Id,
  name: wordsOf('artist', z.string()),
  project_type: ProjectType,
  profile_image: z.nullable(z.string()),
  bio: wordsOf('artist', z.string()),
  city: z.nullable(wordsOf('artist', z.string())),
  country: z.nullable(z.string()),
  zone: Zone,
  genres: z.array(Genre),
  languages: z.array(z.string()),
  main_instrument: z.nullable(z.string()),
  rating: z.nullable(z.number()),
  rating_count: z.int(),
  gigs_played: z.int(),
  /** Of whoever owns it. */
  checks: Checks,
  /** Share of promises kept, 0 to 1; none before the first one. */
  reliability: z.nullable(z.number()),
  promises: z.int(),
  reply_minutes: z.nullable(z.int()),
  replies: z.int(),
  since_year: z.int(),
  services: z.array(ProfileService),
  instruments: z.array(
    z.object({
      name: wordsOf('artist', z.string()),
      brand: z.nullable(wordsOf('artist', z.string())),
      model: z.nullable(wordsOf('artist', z.string())),
      experience: z.nullable(ExperienceBand),
      is_primary: z.boolean(),
    }),
  ),
  /** A band's people; empty for a personal project. */
  members: z.array(
    z.object({
      name: wordsOf('artist', z.string()),
      function: z.nullable(wordsOf('artist', z.string())),
      instruments: z.array(z.string()),
      profile_image: z.nullable(z.string()),
      /** Their personal project. */
      project_id: z.nullable(Id),
    }),
  ),
  /** Free for the whole of the time that is asked for; none without one. */
  free: z.nullable(z.boolean()),
  /**
   * Seven days from today, or with the day that is asked for in their middle: morning, afternoon, night each; none
   * before a week was said.
   */
  week: z.nullable(z.array(z.object({ day: Day, parts: z.array(BlockState) }))),
})
export type PublicProfile = z.output<typeof PublicProfile>

/** An event that a profile is looked at for; whatever is known of it. */
const { city, date, from, to, zone } = filters
export const EventQuery = z.object({ city, date, from, to, zone })
export type EventQuery = z.output<typeof EventQuery>

export const readPublicProfile = endpoint({
  method: 'GET',
  path: '/api/directory/projects/:id/',
  access: 'public',
  summary: 'The public profile of a musician or band; for an event, whether they are free and for how much',
  params: IdParams,
  query: EventQuery,
  reply: PublicProfile,
})

export const featuredProjects = endpoint({
  method: 'GET',
  path: '/api/directory/featured/',
  access: 'public',
  summary: 'Some of the best rated projects that can be hired now',
  query: z.object({ limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(12)), 6) }),
  reply: z.object({ results: z.array(DirectoryProject) }),
})
