import { EARTH_KM } from '#core/contract/distance.ts'
import { boundSql, hasAll, nearSql, type Values, type Written } from './queries.along.ts'
import { type Ask, facetOf } from './queries.ask.ts'
import type { Words } from './queries.ways.ts'
import { foundSql, type Said } from './queries.words.ts'
import { hoursOf } from './rules.hours.ts'
import { traitsOf } from './rules.traits.ts'
import { placesReaching } from './rules.ts'

/* What is asked of a project's row in `project_search`, `f`, as conditions of a statement. */

export const pointSql = ({ point }: Ask, v: Values): Written | null =>
  point && { lat: `${v.add(point.lat)}::float8`, lng: `${v.add(point.lng)}::float8` }

/** Where the page begins, in an order by a number and the project. */
export const fromSql = ({ after }: Ask, v: Values) =>
  after && (() => `(${v.add(after[0])}::float8, ${v.add(after[1])}::bigint)`)

/**
 * What a project's own row has to have.
 * @param point where they have to travel, unless that is asked elsewhere
 * @param areFew true: by no index of genres and instruments, since others leave few
 */
export function rowSql(
  { query, among, point: asked }: Ask,
  v: Values,
  point: Written | null,
  areFew = false,
): string[] {
  const list = (column: string) => (areFew ? `(${column} || '{}'::text[])` : column)
  return [
    ...(among ? [`f.project_id = any(${v.add(among)}::bigint[])`] : []),
    ...(query.genre ? [`${list('f.genres')} @> array[${v.add(query.genre)}::text]`] : []),
    ...(query.instrument ? [`${list('f.instruments')} @> array[${v.add(query.instrument)}::text]`] : []),
    ...(point ? nearSql('f.', query, point, v) : []),
    ...(!asked && query.city ? [`f.city_key = lower(unaccented(${v.add(query.city)}))`] : []),
  ]
}

/** Who isn't open then at all, seen in the row without a look at their calendar. As a CASE, for the reason that walks have. */
export const hoursSql = ({ span }: Ask, v: Values): string[] =>
  span ? [`case when ${hasAll('f.open_hours', hoursOf(span), v)} then true end`] : []

/** Whose services can't fit, as far as their row tells. As a CASE, too. */
function offersSql(ask: Ask, v: Values): string[] {
  const { query } = ask
  const traits = traitsOf(query)
  const fit = traits === 0n ? [] : [hasAll('f.traits', traits, v)]
  if (query.price_max !== undefined) {
    const currency = `${v.add(query.currency ?? 'USD')}::text`
    fit.push(`coalesce(f.currency, ${currency}) = ${currency}`)
    fit.push(`${boundSql(ask, null, v)} <= ${v.add(query.price_max)}::bigint`)
  }
  return fit.length > 0 ? [`case when ${fit.join(' and ')} then true end`] : []
}

/** What the index of words knows of where they are found and by what. */
function placesSql({ query, point }: Ask, { cells }: Words, v: Values): string[] {
  const facet = facetOf(query)
  const anywhere = facet ? [facet] : []
  const places =
    point && cells.length > 0 ? cells.flatMap((cell) => placesReaching(point, cell, facet)) : anywhere
  return places.length > 0 ? [`f.places && ${v.add(places)}::text[]`] : []
}

/** The best who say a text and fit what is asked of their row. */
export const wordsSql = (ask: Ask, way: Words, v: Values, point: Written | null): string =>
  foundSql(
    saidOf(ask.query.q ?? '', v),
    [...placesSql(ask, way, v), ...rowSql(ask, v, point, true), ...hoursSql(ask, v), ...offersSql(ask, v)],
    way.most,
  )

/** How a text finds somebody; `asked` is what their words are ranked by. */
export function saidOf(text: string, v: Values): Said & { asked(): string } {
  const asked = () => `websearch_to_tsquery('spanish_unaccent', ${v.add(text)})`
  return {
    asked,
    words: () => `f.words @@ ${asked()}`,
    named: () => `f.name_key like unaccented(lower(${v.add(`%${text.replace(/[\\%_]/g, '\\$&')}%`)}))`,
  }
}

/** How long the straight line is, on the sphere of radius 1, to what is so many kilometres away, and a little more. */
export const chord = (km: string) => `(2 * sin(least(${km} / ${EARTH_KM}, pi() / 2)) + 1e-7)`
