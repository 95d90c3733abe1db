import { DAY, HOUR, MINUTE } from '#core/contract/time.ts'

/** Calendars that one project may have read. */
export const MOST_SOURCES = 5
/** How often a calendar is read. */
export const READ_EVERY = 30 * MINUTE
/** A calendar that couldn't be read for so long says nothing that counts any more. */
export const UNKNOWN_AFTER = DAY
/** Then it is tried less often, and one that was too much for us once a day. */
const LATER = 6 * HOUR
export const READ_MAX = {
  bytes: 5 * 1024 * 1024,
  ms: 10_000,
  accept: 'text/calendar, text/plain;q=0.5, */*;q=0.1',
}

/** From a day back to 18 months ahead, by whole days of UTC, so that the same calendar gives the same times all day. */
export function readingSpan(now: Date): { from: string; to: string } {
  const today = Math.floor(now.getTime() / DAY) * DAY
  return { from: new Date(today - DAY).toISOString(), to: new Date(today + 548 * DAY).toISOString() }
}

/** Whether nobody knows what a calendar says by now. */
export const isUnknown = (source: { read_at: string | null; created_at: string }, now: Date): boolean =>
  now.getTime() - Date.parse(source.read_at ?? source.created_at) >= UNKNOWN_AFTER

/**
 * Whether a calendar that comes back empty has done so for a day: then it is. Before that, a server of others may have
 * lost it for a moment, and dates mustn't be free by that.
 */
export const isEmptyForLong = (
  source: { read_at: string | null; created_at: string; failure: string | null },
  now: Date,
): boolean => source.failure === 'emptied' && isUnknown(source, now)

/** When a calendar is read next. */
export function nextReading(
  source: { read_at: string | null; created_at: string; failure: string | null },
  now: Date,
): Date {
  if (source.failure === 'too_complex') return new Date(now.getTime() + DAY)
  return new Date(now.getTime() + (isUnknown(source, now) ? LATER : READ_EVERY))
}

/** How the UIDs of our own dates end. */
export const uidSuffix = (public_url: string): string => `@${new URL(public_url).hostname}`

/** For so long a feed says that a date came to nothing; calendar programs read it far more often. */
export const RELEASED_FOR = 30 * DAY

/** What a feed tells: what was not long ago, and as far ahead as anybody plans. */
export const feedSpan = (now: Date): { from: string; to: string } => ({
  from: new Date(now.getTime() - 90 * DAY).toISOString(),
  to: new Date(now.getTime() + 548 * DAY).toISOString(),
})

/* ---------------------------------------------------------------- ways into other calendars */

/** What a date is to another calendar. */
export interface DateThere {
  title: string
  place: string | null
  starts_at: string
  ends_at: string
  /** Where its page is. */
  url: string
}

const compact = (at: string) => new Date(at).toISOString().replace(/[-:]|\.\d{3}/g, '')
const withQuery = (address: string, query: Record<string, string>) =>
  `${address}?${new URLSearchParams(query)}`

/** Google's page that proposes a date to be saved. */
export const googleDate = ({ title, place, starts_at, ends_at, url }: DateThere): string =>
  withQuery('https://calendar.google.com/calendar/render', {
    action: 'TEMPLATE',
    text: title,
    dates: `${compact(starts_at)}/${compact(ends_at)}`,
    details: url,
    ...(place ? { location: place } : {}),
  })

/** Outlook's. */
export const outlookDate = ({ title, place, starts_at, ends_at, url }: DateThere): string =>
  withQuery('https://outlook.live.com/calendar/0/deeplink/compose', {
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: title,
    startdt: new Date(starts_at).toISOString(),
    enddt: new Date(ends_at).toISOString(),
    body: url,
    ...(place ? { location: place } : {}),
  })

/** What programs on the device open by themselves. */
export const webcal = (feed: string): string => feed.replace(/^https?:/, 'webcal:')

/** Where a feed is subscribed to, by program. */
export const subscribing = (feed: string, name: string): Record<'google' | 'apple' | 'outlook', string> => ({
  google: withQuery('https://calendar.google.com/calendar/render', { cid: webcal(feed) }),
  apple: webcal(feed),
  outlook: withQuery('https://outlook.live.com/calendar/0/addfromweb', { url: feed, name }),
})
