import * as z from 'zod/mini'
import { wordsOf } from '#core/contract/audience.ts'
import { endpoint, Id, IdParams, PathId } from '#core/contract/endpoint.ts'
import { Amount, Currency } from '#core/contract/money.ts'
import { DEGREE_DECIMALS, decimals, Latitude, Longitude } from '#core/contract/numbers.ts'
import { line } from '#core/contract/text.ts'
import { Day, Instant, WallTime, Zone } from '#core/contract/time.ts'
import { EventType, Format, Genre, PriceMode } from '#features/services/contract.ts'
import { Order } from '../desk/contract.ts'

/* One musician asked for a date, without a plan for a whole event. */

/** Why a service can't be had for an event. */
export const ASK_PROBLEMS = ['on_request', 'too_far', 'short_notice'] as const
export type AskProblem = (typeof ASK_PROBLEMS)[number]

export const AskedService = z.object({
  id: Id,
  title: wordsOf('artist', z.string()),
  format: Format,
  genres: z.array(Genre),
  event_types: z.array(EventType),
  /** For exactly this, travel included, minor units; none before hours are said, or on request. */
  price: z.nullable(z.int()),
  /** Of kind "from", the price is the least that it comes to. */
  price_mode: PriceMode,
  currency: Currency,
  /** What stands in the way of this service; none where nothing does. */
  problem: z.nullable(z.enum(ASK_PROBLEMS)),
})
export type AskedService = z.output<typeof AskedService>

const degrees = (most: number) =>
  z.optional(z.coerce.number().check(z.minimum(-most), z.maximum(most), decimals(DEGREE_DECIMALS)))

export const readAsk = endpoint({
  method: 'GET',
  path: '/api/orders/ask/',
  access: 'read:order',
  summary: 'What a musician would ask for an event, service by service, and whether they are free then',
  query: z.object({
    musician: PathId,
    day: z.optional(Day),
    /** Without a day, the hours are a length that prices are for. */
    starts: z.optional(WallTime),
    ends: z.optional(WallTime),
    zone: z.optional(Zone),
    lat: degrees(90),
    lng: degrees(180),
  }),
  reply: z.object({
    musician: Id,
    name: z.nullable(wordsOf('artist', z.string())),
    profile_image: z.nullable(z.string()),
    services: z.array(AskedService),
    /** Free for the whole of that time; none before it was said. */
    free: z.nullable(z.boolean()),
    /** Until when they could answer, if they were asked now; none before a time was said, or when it is too late. */
    reply_by: z.nullable(Instant),
  }),
  limit: 240,
})

const asked = {
  service_id: Id,
  /** What it was shown to cost: nobody is asked for another price than was read. */
  price: Amount,
  day: Day,
  starts: WallTime,
  ends: WallTime,
  message: z._default(z.string().check(z.trim(), z.maxLength(1000)), ''),
}

export const AskBody = z.object({
  ...asked,
  /** The project that is asked. */
  musician: Id,
  type: EventType,
  zone: Zone,
  city: line(1, 80),
  country: z._default(z.nullable(line(0, 2)), null),
  lat: Latitude,
  lng: Longitude,
  guests: z.int().check(z.minimum(1), z.maximum(100_000)),
  /** What should be played, where somebody said it. */
  genre: z._default(z.nullable(Genre), null),
  /** The event may be shown to the musicians who are asked. */
  consent: z.literal(true, { error: 'validation.brief_consent' }),
})
export type AskBody = z.output<typeof AskBody>

export const askMusician = endpoint({
  method: 'POST',
  path: '/api/orders/ask/',
  access: 'read:order',
  summary: 'Ask one musician for a date: an order of one moment is made for it, and they alone are asked',
  status: 201,
  body: AskBody,
  reply: Order,
})

export const AskAgainBody = z.object(asked)
export type AskAgainBody = z.output<typeof AskAgainBody>

export const askAgain = endpoint({
  method: 'POST',
  path: '/api/orders/:id/ask/',
  access: 'read:order',
  summary: 'Ask the one musician of an order for another date, after they could not',
  params: IdParams,
  body: AskAgainBody,
  reply: Order,
})

export const addMusician = endpoint({
  method: 'POST',
  path: '/api/orders/:id/musicians/',
  access: 'read:order',
  summary: 'Add a musician to an order: a candidate for the moments that suit, or whom the plan will prefer',
  params: IdParams,
  body: z.object({ musician: Id }),
  reply: Order,
})
