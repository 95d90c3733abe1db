import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** A number as everybody dials it, and as people read it. */
export interface PhoneNumber {
  /** E.164: `+50255551234`. */
  number: string
  /** With the usual spaces: `+502 5555 1234`. */
  written: string
}

/** Where numbers are from that say no country. */
const DEFAULT_COUNTRY: CountryCode = 'GT'

/**
 * The number that somebody typed, if a text message could reach it: one that exists in its country's plan and isn't a
 * landline.
 * @param country ISO 3166-1 alpha-2 of where they live, for a number without its country's prefix
 */
export function phoneOf(text: string, country: string | null = null): PhoneNumber | null {
  const home = country && isSupportedCountry(country) ? country : DEFAULT_COUNTRY
  // As it is dialled from abroad, in most of the world.
  const parsed = parsePhoneNumberFromString(text.trim().replace(/^00(?=[1-9])/, '+'), home)
  if (!parsed?.isValid() || parsed.ext) return null
  const type = parsed.getType()
  if (type !== 'MOBILE' && type !== 'FIXED_LINE_OR_MOBILE' && type !== undefined) return null
  return { number: parsed.number, written: parsed.formatInternational() }
}
