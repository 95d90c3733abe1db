import { type SQL, sql } from 'drizzle-orm'
import { MINUTE } from '#core/contract/time.ts'
import type { Db } from '#core/server/db.ts'
import { kilometresSql } from '#core/server/distance.ts'
import { isFree, peopleOnStage } from '#features/availability/queries.ts'
import { music_projects } from '#features/projects/table.ts'
import { EVENT_TYPES, type Format, GENRES, type Genre } from '#features/services/contract.ts'
import { services } from '#features/services/table.ts'
import {
  bitsOf,
  inParts,
  type MatchSlot,
  type OfferPart,
  offersIn,
  offersOfProjects,
  partsOf,
  reachOf,
} from './queries.parts.ts'
import { distancePoints, freshnessPoints, genrePoints, pricePoints } from './queries.points.ts'
import { performanceSql, travelSql } from './queries.price.ts'
import type { Reach } from './rules.ts'

export interface MatchLimits {
  /** What "now" is for notice and lead time. */
  now: Date
  /** The best of a slot by fit, so many; 200 unless said. */
  per_slot?: number
  /** Besides, so many of the cheapest, and each whom nobody cheaper fits as well as; nobody unless said. */
  cheapest?: number
  /** Projects that are candidates besides, when they pass. */
  also?: readonly number[]
  /** false leaves out the free test, to count who would match on another date. */
  free?: boolean
}

/** Somebody who passes every hard rule of a slot, with the facts that the fit score is made of. */
export interface MatchCandidate {
  slot_id: number
  project_id: number
  service_id: number
  name: string
  project_type: 'INDIVIDUAL' | 'GROUP'
  profile_image: string | null
  city: string | null
  rating: number | null
  rating_count: number
  gigs_played: number
  /** 0 to 1, of so many `promises`. */
  reliability: number
  promises: number
  reply_minutes: number | null
  /** The day, as its beginning in UTC. */
  last_active_at: string | null
  service_title: string
  format: Format
  /** Of the service. */
  genres: Genre[]
  includes_sound: boolean
  /** For the slot's length, travel included, minor units. */
  price: number
  travel_fee: number
  distance_km: number
  travel_radius_km: number
  /** Liked genres that the service plays. */
  genre_overlap: number
  /** The service names this type of event. */
  event_type_named: boolean
  /** Who would be on stage: nobody may be on two at once. */
  user_ids: number[]
}

/*
 * Only who may be among the best is measured, and only who is asked for is asked whether they are free. The fit is made of
 * what stands in project_search_offers alone, so each offer there has one; of whoever isn't read it is known how well they
 * could fit at most, by genre, cell and record, or how little they could ask. So the best of what was read are the best of
 * all as far as nobody else could fit as well, and if those are too few, more is read. (Hiring's queries.match.test compares
 * them with everybody, measured by `fitOf`.)
 */

const PER_SLOT = 200

/** How much is read; tests go in smaller steps. */
export interface MatchSteps {
  /** No more offers than this are read at once. */
  few: number
  /** Of more, those that may fit this well; then the next; at last, all that may still be wanted. */
  least: readonly number[]
}
const STEPS: MatchSteps = { few: 3_000, least: [92, 80] }

/** Where candidates of a slot are looked for. */
export interface MatchSearch {
  slot: MatchSlot
  parts: readonly OfferPart[]
  /** How well they have to fit at least, in the order in which they are looked for. */
  levels: readonly number[]
}

/**
 * Finds out for some slots at once where to look; each is searched by `candidatesIn`.
 * @param known of `reachOf`
 */
export async function searchesFor(
  db: Db,
  slots: readonly MatchSlot[],
  known: readonly Reach[],
  steps: MatchSteps = STEPS,
): Promise<MatchSearch[]> {
  if (slots.length === 0) return []
  const parts = slots.map((slot) => partsOf(slot, known))
  const offers = await offersIn(db, parts, steps.few)
  return slots.map((slot, at) => ({
    slot,
    parts: parts[at] ?? [],
    levels: (offers[at] ?? 0) <= steps.few ? [0] : [...steps.least, 0],
  }))
}

/**
 * The best who pass the hard rules (rule J-16) of each slot: active service of category MUSIC_SETTING in the slot's
 * format, genre, within the travel radius, enough lead time, free by the database, price within the slot's share, not
 * declined. One service a project and slot: the best by fit, then price. Sorted by slot as asked, then by fit, then
 * price: the same as if everybody who passes was measured. One slot at a time, so that reading the answers makes no turn
 * of the event loop long.
 */
export async function candidatesFor(
  db: Db,
  slots: readonly MatchSlot[],
  limits: MatchLimits,
  steps: MatchSteps = STEPS,
): Promise<MatchCandidate[]> {
  const found: MatchCandidate[] = []
  for (const search of await searchesFor(db, slots, await reachOf(db), steps))
    found.push(...(await candidatesIn(db, search, limits)))
  return found
}

/** The candidates of one slot, as `candidatesFor` finds those of several. */
export async function candidatesIn(
  db: Db,
  { slot, parts, levels }: MatchSearch,
  limits: MatchLimits,
): Promise<MatchCandidate[]> {
  if (parts.length === 0) return []
  const { per_slot = PER_SLOT, cheapest = 0, also = [] } = limits
  const all = new Map<number, Found>()
  const look = async (take: Take, source = likely(slot, parts, take)) => {
    const { rows } = await db.execute<{ [K in keyof Found]: Found[K] }>(
      statementOf(slot, parts, source, take, limits),
    )
    for (const one of rows) all.set(one.project_id, one)
    return rows.length
  }
  for (const [at, least] of levels.entries()) {
    if ((await look({ by: 'fit', least, most: per_slot })) < per_slot) continue
    if (cheapest === 0) break
    // Whoever isn't found yet fits worse than all of these, and is only wanted for asking less than any of them.
    for (const lower of at + 1 < levels.length ? levels.slice(at + 1) : [least]) {
      const most = lower === 0 ? cheapest : 0
      let below = Math.min(...[...all.values()].map(({ price }) => price))
      while ((await look({ by: 'price', least: lower, below, most })) < most && below <= slot.price_max)
        below = Math.max(2 * below, Math.ceil(slot.price_max / 16))
    }
    break
  }
  const lacking = also.filter((id) => !all.has(id))
  if (lacking.length > 0)
    await look({ by: 'fit', least: 0, most: lacking.length }, offersOfProjects(lacking, parts))
  return shortlist([...all.values()], limits)
}

/** Somebody as a candidate of a slot, and whether they are free then. */
export type Suiting = MatchCandidate & { free: boolean }

/**
 * What one project is to each of some slots, in their order: null where it doesn't pass the hard rules, of which being
 * free is only said. All in one statement, as nobody else is looked for.
 * @param known of `reachOf`
 */
export async function suitingOf(
  db: Db,
  slots: readonly MatchSlot[],
  project_id: number,
  known: readonly Reach[],
  now: Date,
): Promise<(Suiting | null)[]> {
  const found: (Suiting | null)[] = slots.map(() => null)
  const asked = slots.flatMap((slot, at) => {
    const parts = partsOf(slot, known)
    if (parts.length === 0) return []
    const source = offersOfProjects([project_id], parts)
    const one = statementOf(slot, parts, source, { by: 'fit', least: 0, most: 1 }, { now, free: false })
    return [sql`select ${at}::int as at, c.*, ${isFreeFor(slot, now)} as free from (${one}) c`]
  })
  if (asked.length === 0) return found
  const { rows } = await db.execute<{ at: number } & { [K in keyof Suiting]: Suiting[K] } & { fit: number }>(
    sql.join(asked, sql` union all `),
  )
  for (const { at, fit, ...one } of rows) found[at] = one
  return found
}

/** How many fit a moment, 200 at most: on any date, and of these who are free on its own. */
export interface Matches {
  any: number
  free: number
}

/** How many `candidatesIn` finds for each of some searches: counted together, whoever they are. */
export async function countIn(
  db: Db,
  searches: readonly MatchSearch[],
  { now }: Pick<MatchLimits, 'now'>,
): Promise<Matches[]> {
  const found = searches.map((): Matches => ({ any: 0, free: 0 }))
  const isOpen = (at: number, level: number) => {
    const { parts = [], levels = [] } = searches[at] ?? {}
    return parts.length > 0 && level < levels.length && (found[at]?.free ?? 0) < PER_SLOT
  }
  for (let level = 0; searches.some((_, at) => isOpen(at, level)); level++) {
    const counts = searches.flatMap(({ slot, parts, levels }, at) => {
      if (!isOpen(at, level)) return []
      const take: Take = { by: 'fit', least: levels[level] ?? 0, most: PER_SLOT }
      const among = offersOf(slot, likely(slot, parts, take), take, now)
      const count = (where: SQL) => sql`(select count(*)::int from ${firstBy(BY_FIT, PER_SLOT, where)} one)`
      return [
        sql`select ${at}::int as at, counted.* from (${among}
          select ${count(sql`true`)} as any, ${count(isFreeFor(slot, now))} as free) counted`,
      ]
    })
    const { rows } = await db.execute<{ at: number; any: number; free: number }>(
      sql.join(counts, sql` union all `),
    )
    for (const { at, ...counted } of rows) found[at] = counted
  }
  return found
}

/** The best, the cheapest and each whom nobody cheaper fits as well as, as far as these are asked for; best first. */
function shortlist(
  found: readonly Found[],
  { per_slot = PER_SLOT, cheapest = 0, also = [] }: MatchLimits,
): MatchCandidate[] {
  const sorted = [...found].sort((a, b) => b.fit - a.fit || a.price - b.price || a.project_id - b.project_id)
  const cheap = new Set([...sorted].sort((a, b) => a.price - b.price).slice(0, cheapest))
  let least = cheapest > 0 ? Number.POSITIVE_INFINITY : 0
  return sorted
    .filter((one, place) => {
      const isUnmatched = one.price < least
      least = Math.min(least, one.price)
      return isUnmatched || place < per_slot || cheap.has(one) || also.includes(one.project_id)
    })
    .map(({ fit, ...one }) => one)
}

/* ---------------------------------------------------------------- what is read */

/**
 * Those that may be wanted. Who fits so well is known in part by the record alone, and by all but how far in their cell they
 * are; who asks less in part by the price alone, of which by the hour they ask only some in a shorter moment.
 */
function likely(slot: MatchSlot, parts: readonly OfferPart[], take: Take): SQL {
  const { least } = take
  const fits = sql`o.record >= ${least}::int - part.most and o.record + part.distance + ${genrePoints}
    + ${pricePoints(performance)} + ${freshnessPoints} >= ${least}::int`
  if (take.by === 'fit') return inParts(parts, fits)
  const minutes = (Date.parse(slot.ends_at) - Date.parse(slot.starts_at)) / MINUTE
  const price = Math.ceil(take.below * Math.max(1, 60 / minutes))
  return inParts(
    parts,
    sql`o.price < ${price}::bigint and ${performance} < ${take.below}::bigint and ${least === 0 ? sql`true` : fits}`,
  )
}

/* ---------------------------------------------------------------- the statement */

type Found = MatchCandidate & { fit: number }

/**
 * Who of the offers that fit so well is asked for: the best; or of those that ask less than `below` each whom nobody cheaper
 * fits as well as, and the cheapest.
 */
type Take = { least: number; most: number } & ({ by: 'fit' } | { by: 'price'; below: number })

const performance = sql.raw(performanceSql('slot.minutes', 'o'))
const travel = sql.raw(travelSql('at.km', 'o'))
const kilometres = sql.raw(
  kilometresSql({ lat: 'o.lat', lng: 'o.lng' }, { lat: 'slot.lat', lng: 'slot.lng' }),
)

/** Offers that pass the hard rules but for being free, with price and fit. */
const measured = (source: SQL) => sql`
  select o.project_id, o.service_id, o.seen_on, at.km, cost.travel, cost.total as price, worth.fit
  from slot cross join lateral ${source} o
    cross join lateral (select ${kilometres} as km offset 0) at
    cross join lateral (select way.travel, ${performance} + way.travel as total
      from (select ${travel} as travel) way offset 0) cost
    cross join lateral (select o.record + ${genrePoints} + ${pricePoints(sql`cost.total`)}
      + ${distancePoints(sql`at.km`)} + ${freshnessPoints} as fit offset 0) worth
  where slot.starts_at >= slot.now + make_interval(days => o.lead_time_days)
    and at.km <= o.travel_radius_km and cost.total <= slot.price_max and o.project_id <> all(slot.declined)`

const BY_FIT = sql`c.fit desc, c.price, c.project_id`
const BY_PRICE = sql`c.price, c.fit desc, c.project_id`

const spanOf = ({ starts_at, ends_at }: MatchSlot) =>
  [sql`${starts_at}::timestamptz`, sql`${ends_at}::timestamptz`] as const

const wantedBy = ({ genres, forbidden }: MatchSlot): Genre[] =>
  genres.filter((genre) => !forbidden.includes(genre))

/** Whether a candidate `c` is free for a moment: inside a select it stays a question of its own. */
const isFreeFor = (slot: MatchSlot, now: Date): SQL => {
  const [starts, ends] = spanOf(slot)
  return sql`(select ${isFree(sql`c.project_id`, starts, ends, now)})`
}

/** The first candidates who pass, asked one by one in this order until there are enough. */
const firstBy = (order: SQL, limit: number, passes: SQL, where = sql`true`) => sql`(
    select c.* from (select c.* from offer c where ${where} order by ${order} offset 0) c where ${passes} limit ${limit})`

/** What a statement about one slot begins with: the slot, and each project's best offer of a source. */
function offersOf(slot: MatchSlot, source: SQL, take: Take, now: Date): SQL {
  const [starts, ends] = spanOf(slot)
  return sql`
    with recursive slot as materialized (
      select *, extract(epoch from ends_at - starts_at)::float8 / 60 as minutes,
        (now at time zone 'UTC')::date as today from (select
        ${starts} as starts_at, ${ends} as ends_at, ${now.toISOString()}::timestamptz as now,
        ${slot.cost}::float8 as cost, ${slot.price_max}::bigint as price_max,
        ${bitsOf([slot.genre], GENRES)}::int as genre_bit, ${bitsOf(slot.near, GENRES)}::int as near_bits,
        ${bitsOf(wantedBy(slot), GENRES)}::int as liked_bits,
        ${bitsOf(slot.event_type === null ? [] : [slot.event_type], EVENT_TYPES)}::int as event_bit,
        ${slot.lat}::float8 as lat, ${slot.lng}::float8 as lng,
        ${sql.param([...slot.declined])}::bigint[] as declined) asked
    ), offer as materialized (
      select distinct on (m.project_id) m.* from (${measured(source)}) m
      where m.fit >= ${take.least}::int and ${take.by === 'price' ? sql`m.price < ${take.below}::bigint` : sql`true`}
      order by m.project_id, m.fit desc, m.price, m.service_id
    )`
}

/** The candidates of one slot among the offers of a source. */
function statementOf(
  slot: MatchSlot,
  parts: readonly OfferPart[],
  source: SQL,
  take: Take,
  { now, free = true }: MatchLimits,
): SQL {
  const [starts, ends] = spanOf(slot)
  const below = take.by === 'price' ? sql`${take.below}::bigint` : null
  // Another service of theirs may fit better and ask more.
  const isTheirs = sql`not exists (select from (${measured(offersOfProjects(sql`c.project_id`, parts))}) other
    where (other.fit, c.price, c.service_id) > (c.fit, other.price, other.service_id))`
  const passes = sql`${free ? isFreeFor(slot, now) : sql`true`} and ${below ? isTheirs : sql`true`}`
  const cheapest = take.most > 0 ? sql`union ${firstBy(BY_PRICE, take.most, passes)}` : sql``
  return sql`${offersOf(slot, source, take, now)} ${
    below
      ? sql`, front as (
        select 0::bigint as project_id, 0::bigint as service_id, null::date as seen_on, 0::float8 as km,
          0::bigint as travel, ${below} as price, 0 as fit
        union all
        select c.* from front f cross join lateral ${firstBy(BY_FIT, 1, passes, sql`c.price < f.price`)} c)`
      : sql``
  }
    select c.project_id, c.service_id, c.fit, ${slot.slot_id}::bigint as slot_id, p.name, p.project_type,
      p.profile_image, p.city, p.rating, p.rating_count, p.gigs_played, p.reliability, p.promises,
      p.reply_minutes,
      c.seen_on::timestamp at time zone 'UTC' as last_active_at, s.title as service_title, s.format, s.genres,
      s.includes_sound, c.price, c.travel as travel_fee, c.km as distance_km, s.travel_radius_km,
      (select count(*)::int from unnest(${sql.param(wantedBy(slot))}::text[]) liked where liked = any(s.genres)) as genre_overlap,
      coalesce(${slot.event_type}::text = any(s.event_types), false) as event_type_named,
      ${peopleOnStage(sql`c.project_id`, starts, ends)} as user_ids
    from (${below ? sql`select * from front ${cheapest}` : firstBy(BY_FIT, take.most, passes)}) c
      join ${music_projects} p on p.id = c.project_id join ${services} s on s.id = c.service_id`
}
