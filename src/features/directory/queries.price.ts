/*
 * What a service, `s` in a statement, asks for a time on stage: the same sum as `priceFor` (services/rules.ts), as text
 * of a statement, for the search and for the matcher.
 */

/**
 * For playing, without travel; null when the price is on request.
 * @param minutes on stage, as float8
 */
export const performanceSql = (minutes: string): string =>
  `case when s.price_mode = 'per_hour' then ceil(s.price * ${minutes} / 60)
    else ceil(s.price * greatest(1, ${minutes} / s.duration_minutes)) end::bigint`

/**
 * For getting there.
 * @param km from the project's place, one way
 */
export const travelSql = (km: string): string => `s.travel_fee_per_km * ceil(${km})::bigint`
