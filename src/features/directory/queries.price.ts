/*
 * What a service asks for a time on stage: the same sum as `priceFor` (services/rules.price.ts), as text of a statement, for the
 * search and for the matcher. The service is `s` in the statement, or `o` as a row of project_search_offers.
 */

const BY_THE_HOUR = { s: "s.price_mode = 'per_hour'", o: 'o.per_hour' }

/**
 * For playing, without travel; null when the price is on request.
 * @param minutes on stage, as float8
 */
export const performanceSql = (minutes: string, of: 's' | 'o' = 's'): string =>
  `case when ${BY_THE_HOUR[of]} then ceil(${of}.price * ${minutes} / 60)
    else ceil(${of}.price * greatest(1, ${minutes} / ${of}.duration_minutes)) end::bigint`

/**
 * For getting there.
 * @param km from the project's place, one way
 */
export const travelSql = (km: string, of: 's' | 'o' = 's'): string =>
  `${of}.travel_fee_per_km * ceil(${km})::bigint`
