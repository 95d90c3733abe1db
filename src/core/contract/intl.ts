/** The locale a language is written in: dates and numbers as read in Guatemala and in the United States. */
export const localeOf = (language: string): string => (language === 'en' ? 'en-US' : 'es-GT')

/** Formatters that were made once: making one costs as much as fifty uses of it. */
const dates = new Map<string, Intl.DateTimeFormat>()
const numbers = new Map<string, Intl.NumberFormat>()

function kept<T>(made: Map<string, T>, locale: string, options: object, make: () => T): T {
  const key = locale + JSON.stringify(options)
  let one = made.get(key)
  if (!one) {
    one = make()
    made.set(key, one)
  }
  return one
}

/** An instant as a language writes it. @throws RangeError when it is no instant, or the zone is unknown */
export const formatDate = (
  at: string | Date,
  language: string,
  options: Intl.DateTimeFormatOptions,
): string =>
  kept(dates, localeOf(language), options, () => new Intl.DateTimeFormat(localeOf(language), options)).format(
    new Date(at),
  )

/** A number as a locale writes it. */
export const formatNumber = (value: number, locale: string, options: Intl.NumberFormatOptions = {}): string =>
  kept(numbers, locale, options, () => new Intl.NumberFormat(locale, options)).format(value)
