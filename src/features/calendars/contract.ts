import * as z from 'zod/mini'
import { seenBy } from '#core/contract/audience.ts'
import { endpoint, Id, IdParams, PathId } from '#core/contract/endpoint.ts'
import { line } from '#core/contract/text.ts'
import { Instant } from '#core/contract/time.ts'

/** The address that a calendar program reads one's dates at. Whoever knows it reads them. */
export const Feed = z.object({
  url: seenBy('self', z.string()),
  created_at: Instant,
})
export type Feed = z.output<typeof Feed>

/** Why a calendar couldn't be read: each has its sentence. */
export const SOURCE_FAILURES = [
  'address',
  'unreachable',
  'refused',
  'missing',
  'answered',
  'too_large',
  'too_slow',
  'no_calendar',
  'too_complex',
  /** Nothing was in it any more, though it had times to come. */
  'emptied',
] as const
export type SourceFailure = (typeof SOURCE_FAILURES)[number]

/** A calendar from elsewhere that says when a project is busy. */
export const Source = z.object({
  id: Id,
  name: z.string(),
  /** Where it is; the rest of its address is a secret. */
  host: z.string(),
  /** It is being read, or will be in a moment. */
  reading: z.boolean(),
  read_at: z.nullable(Instant),
  tried_at: z.nullable(Instant),
  /** Why it couldn't be read last time; null when it could. */
  failure: z.nullable(z.enum(SOURCE_FAILURES)),
  /** It couldn't be read for a day: nobody knows what it says by now. */
  unknown: z.boolean(),
  /** Times that it makes busy. */
  times: z.int(),
  /** Events that couldn't be understood. */
  skipped: z.int(),
  /** There were more than are taken: only the nearest count. */
  cut: z.boolean(),
})
export type Source = z.output<typeof Source>

export const CalendarSync = z.object({
  feed: z.nullable(Feed),
  /** Null for whoever has no project, or isn't its owner. */
  sources: z.nullable(z.array(Source)),
})
export type CalendarSync = z.output<typeof CalendarSync>

/** How long an address may be. Google's have 150 characters, Outlook's 250. */
export const ADDRESS_MAX = 2000

/** Calendar programs show addresses that begin with webcal; behind it is https. */
const asHttps = (text: string) => text.trim().replace(/^webcals?:\/\//i, 'https://')
const isHttps = (text: string) => URL.canParse(text) && new URL(text).protocol === 'https:'

export const SourceDraft = z.object({
  name: line(1, 60),
  url: z
    .string()
    .check(
      z.overwrite(asHttps),
      z.minLength(1, 'validation.required'),
      z.maxLength(ADDRESS_MAX),
      z.refine(isHttps, { error: 'validation.calendar_address' }),
    ),
})
export type SourceDraft = z.output<typeof SourceDraft>

/** Of another project than the active one. */
const Whose = z.object({ project: z.optional(PathId) })

export const readSync = endpoint({
  method: 'GET',
  path: '/api/calendars/',
  access: 'signed-in',
  summary:
    'What the calendar of a project, or one’s own, is joined with: the address it is read at, and the calendars that are read for it',
  query: Whose,
  reply: CalendarSync,
})

export const openFeed = endpoint({
  method: 'PUT',
  path: '/api/calendars/feed/',
  access: 'signed-in',
  summary:
    'Have an address where calendar programs read one’s dates: of the active project or another, else one’s own',
  query: Whose,
  reply: CalendarSync,
})

export const renewFeed = endpoint({
  method: 'POST',
  path: '/api/calendars/feed/renew/',
  access: 'signed-in',
  summary: 'Another address instead: whoever knows the one before reads nothing more',
  query: Whose,
  reply: CalendarSync,
})

export const closeFeed = endpoint({
  method: 'DELETE',
  path: '/api/calendars/feed/',
  access: 'signed-in',
  summary: 'No address any more',
  query: Whose,
  reply: CalendarSync,
})

export const readFeed = endpoint({
  method: 'GET',
  path: '/api/calendars/feed.ics',
  access: 'public',
  summary:
    'Somebody’s dates for a calendar program (RFC 5545), by the secret in the address; answers If-None-Match',
  // Google reads for everybody from a few addresses.
  limit: 600,
  query: z.object({ key: z._default(z.string().check(z.maxLength(200)), '') }),
  raw: ['text/calendar'],
})

export const addSource = endpoint({
  method: 'POST',
  path: '/api/calendars/sources/',
  access: 'read:calendar',
  summary:
    'Read a calendar from elsewhere from now on, for the active project or another (owner): it is busy when that one is',
  query: Whose,
  body: SourceDraft,
  reply: CalendarSync,
  status: 201,
})

export const readSource = endpoint({
  method: 'POST',
  path: '/api/calendars/sources/:id/read/',
  access: 'read:calendar',
  summary: 'Read a calendar now instead of within half an hour (owner)',
  params: IdParams,
})

export const removeSource = endpoint({
  method: 'DELETE',
  path: '/api/calendars/sources/:id/',
  access: 'read:calendar',
  summary: 'Read a calendar no more: what it made busy is free again (owner)',
  params: IdParams,
})
