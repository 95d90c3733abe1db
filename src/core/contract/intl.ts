/** The locale of a language: dates and numbers as Guatemala and the United States write them. */
export const localeOf = (language: string): string => (language === 'en' ? 'en-US' : 'es-GT')

/** Formatters by locale and options: making one costs as much as using it fifty times. */
const dates = new Map<string, Intl.DateTimeFormat>()
const numbers = new Map<string, Intl.NumberFormat>()

function cached<T>(cache: Map<string, T>, locale: string, options: object, make: () => T): T {
  const key = locale + JSON.stringify(options)
  let one = cache.get(key)
  if (!one) {
    one = make()
    cache.set(key, one)
  }
  return one
}

/** An instant as a language writes it. @throws RangeError for an invalid instant or an unknown zone */
export const formatDate = (
  at: string | Date,
  language: string,
  options: Intl.DateTimeFormatOptions,
): string =>
  cached(
    dates,
    localeOf(language),
    options,
    () => new Intl.DateTimeFormat(localeOf(language), options),
  ).format(new Date(at))

/** The name of a month YYYY-MM, with its year. */
export const monthName = (month: string, language: string): string =>
  formatDate(`${month}-15T12:00:00Z`, language, { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** A number as a locale writes it. */
export const formatNumber = (value: number, locale: string, options: Intl.NumberFormatOptions = {}): string =>
  cached(numbers, locale, options, () => new Intl.NumberFormat(locale, options)).format(value)

/**
 * A share as a language writes it, 1 is all of it. Spanish keeps the sign apart, as all its texts do; Intl has it so for Spain
 * and not for Guatemala.
 * @param digits how exact it is written at most
 */
export function formatPercent(share: number, language: string, digits = 0): string {
  const said = formatNumber(share, localeOf(language), { style: 'percent', maximumFractionDigits: digits })
  return language === 'en' ? said : said.replace(/\s*%/, '\u00a0%')
}

const lists = new Map<string, Intl.ListFormat>()

/** Several things in one sentence, as a language joins them. */
export const formatList = (items: readonly string[], language: string): string =>
  cached(
    lists,
    localeOf(language),
    {},
    () => new Intl.ListFormat(localeOf(language), { type: 'conjunction' }),
  ).format(items)

/**
 * A time zone as people name it: its city and how far its clock is from Greenwich at that moment, such as
 * `Guatemala (GMT-6)`.
 * @param zone an IANA name. @throws RangeError for one that isn't known
 */
export function zoneName(zone: string, at: Date = new Date()): string {
  const parts = cached(
    dates,
    'en-US',
    { timeZone: zone, timeZoneName: 'shortOffset' },
    () => new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'shortOffset' }),
  ).formatToParts(at)
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT'
  return `${(zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')} (${offset})`
}
