import { getTableName, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { keyAfter, type Page, pageOf } from '#core/contract/page.ts'
import { placeOf } from '#core/contract/places.ts'
import { DEFAULT_ZONE, spanOf } from '#core/contract/time.ts'
import type { Database, Db } from '#core/server/db.ts'
import { kilometresSql } from '#core/server/distance.ts'
import { sessions, users } from '#features/accounts/table.ts'
import { daysAhead, isFree, notFreeAmong, peopleOnStage } from '#features/availability/queries.ts'
import { experienceOf } from '#features/instruments/rules.ts'
import { instruments } from '#features/instruments/table.ts'
import { music_projects, project_members } from '#features/projects/table.ts'
import type { EventType, Format, Genre } from '#features/services/contract.ts'
import { isPublicMedia } from '#features/services/rules.ts'
import { services } from '#features/services/table.ts'
import type { DirectoryProject, PublicProfile, SearchQuery } from './contract.ts'

/** A moment of a plan that needs live music, as the matcher asks for it. */
export interface MatchSlot {
  slot_id: number
  starts_at: string
  ends_at: string
  /** Liked: a service plays at least one of them. Empty: any. */
  genres: readonly Genre[]
  /** Never counts as liked; with nothing liked, a service must play something else too. */
  forbidden: readonly Genre[]
  format: Format
  /** The slot's share, minor units of `currency`, travel included. Services in another currency don't compare. */
  price_max: number
  currency: string
  lat: number
  lng: number
  /** Projects that said no, or that the hunter took out. */
  declined: readonly number[]
  event_type: EventType | null
}

export interface MatchLimits {
  /** What "now" is for notice and lead time. */
  now: Date
  /** Candidates of a slot at most, the cheapest fit first; 200 unless said. */
  per_slot?: number
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
  /** 0 to 1 */
  reliability: number
  reply_minutes: number | null
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

/**
 * Everybody who passes the hard rules (rule J-16), for all slots in one statement: active service of
 * category MUSIC_SETTING in the slot's format, genre, within the travel radius, enough lead time, free by the
 * database, price within the slot's share, not declined. One service a project and slot: the best by genre, then
 * price. Sorted by slot, then genre overlap, then price.
 */
export async function candidatesFor(
  db: Db,
  slots: readonly MatchSlot[],
  limits: MatchLimits,
): Promise<MatchCandidate[]> {
  if (slots.length === 0) return []
  const asked = slots.map(({ genres, forbidden, ...slot }) => ({
    ...slot,
    wanted: genres.filter((genre) => !forbidden.includes(genre)),
    any_genre: genres.length === 0,
    forbidden,
  }))
  const free =
    limits.free === false
      ? sql`true`
      : sql`(slot_id, project_id) not in (${notFreeAmong(sql`offer`, limits.now)})`
  const now = limits.now.toISOString()
  const { rows } = await db.execute<{ [K in keyof MatchCandidate]: MatchCandidate[K] }>(sql`
    with slot as materialized (
      select s.*, extract(epoch from s.ends_at - s.starts_at)::float8 / 60 as minutes
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as s(slot_id bigint, starts_at timestamptz,
        ends_at timestamptz, wanted text[], any_genre boolean, forbidden text[], format text, price_max bigint,
        currency text, lat float8, lng float8, declined bigint[], event_type text)
    ), offer as materialized (
      select distinct on (slot.slot_id, s.project_id) slot.slot_id, slot.starts_at, slot.ends_at,
        s.project_id, s.id as service_id, p.name, p.project_type, p.profile_image, p.city, p.rating,
        p.rating_count, p.gigs_played, p.reliability, p.reply_minutes, p.owner_id, p.updated_at,
        s.title as service_title, s.format, s.genres, s.includes_sound, s.travel_radius_km,
        cost.performance + cost.travel as price, cost.travel as travel_fee, at.km as distance_km,
        heard.liked as genre_overlap, coalesce(slot.event_type = any(s.event_types), false) as event_type_named
      from slot
        join ${services} s on s.status = 'active' and s.category = 'MUSIC_SETTING' and s.format = slot.format
          and s.currency = slot.currency and s.price_mode <> 'on_request' and s.price <= slot.price_max
          and slot.starts_at >= ${now}::timestamptz + make_interval(days => s.lead_time_days)
          and case when slot.any_genre then not s.genres <@ slot.forbidden else s.genres && slot.wanted end
        join ${music_projects} p on p.id = s.project_id and p.status = 'active' and p.lat is not null
          and p.id <> all(slot.declined)
        cross join lateral (select ${sql.raw(kilometresSql({ lat: 'p.lat', lng: 'p.lng' }, { lat: 'slot.lat', lng: 'slot.lng' }))} as km) at
        cross join lateral (select
          case when s.price_mode = 'per_hour' then ceil(s.price * slot.minutes / 60)
            else ceil(s.price * greatest(1, slot.minutes / s.duration_minutes)) end::bigint as performance,
          s.travel_fee_per_km * ceil(at.km)::bigint as travel) cost
        cross join lateral (
          select count(*)::int as liked from unnest(slot.wanted) preferred where preferred = any(s.genres)) heard
      where at.km <= s.travel_radius_km and cost.performance + cost.travel <= slot.price_max
      order by slot.slot_id, s.project_id, heard.liked desc, cost.performance + cost.travel, s.id
    ), ranked as (
      select offer.*, row_number() over (
        partition by slot_id order by genre_overlap desc, price, project_id) as place
      from offer where ${free}
    )
    select r.slot_id, r.project_id, r.service_id, r.name, r.project_type, r.profile_image, r.city, r.rating,
      r.rating_count, r.gigs_played, r.reliability, r.reply_minutes,
      (select max(seen.last_used_at) from ${sessions} seen where seen.user_id = r.owner_id) as last_active_at,
      r.service_title, r.format, r.genres, r.includes_sound, r.price, r.travel_fee, r.distance_km,
      r.travel_radius_km, r.genre_overlap, r.event_type_named,
      ${peopleOnStage(sql`r.project_id`, sql`r.starts_at`, sql`r.ends_at`)} as user_ids
    from ranked r where r.place <= ${limits.per_slot ?? 200}
    order by r.slot_id, r.place`)
  return rows
}

/* ---------------------------------------------------------------- search */

/** Names of other features' tables, for statements that are put together as plain text. */
const TABLE = {
  instruments: getTableName(instruments),
  music_projects: getTableName(music_projects),
  project_members: getTableName(project_members),
  services: getTableName(services),
  users: getTableName(users),
}

/** Collects a statement's values; the same filters give the same text, so the server prepares it once. */
class Values {
  readonly list: unknown[] = []
  add(value: unknown): string {
    this.list.push(value)
    return `$${this.list.length}`
  }
}

/** `isFree` as plain text, compiled once; its three values are put where the statement has them. */
const FREE = (() => {
  const at = new Date(0)
  const { sql: text, params } = new PgDialect().sqlToQuery(
    isFree(sql.raw('@project'), sql.raw('@starts'), sql.raw('@ends'), at),
  )
  // The only parameter of the fragment is the moment that notice is counted from.
  return params.reduce<string>((made, _value, n) => made.replace(`$${n + 1}`, '@now'), text)
})()

/** What is searched for; best first unless said. */
export type Search = Omit<SearchQuery, 'sort'> & Partial<Pick<SearchQuery, 'sort'>>

/**
 * Musicians and bands with an active live-music service that fits every filter at once, best first or as sorted.
 * Text is searched in Spanish without accents, in names also by their beginnings.
 * @param db the pool
 * @throws Refusal 400 for a cursor that isn't one of ours, 422 for a time that lacks a part
 */
export async function searchProjects(db: Db, query: Search, now: Date): Promise<Page<DirectoryProject>> {
  const v = new Values()
  const town = query.city && query.lat === undefined ? placeOf(query.city) : null
  const lat = query.lng === undefined ? town?.lat : (query.lat ?? town?.lat)
  const lng = query.lat === undefined ? town?.lng : (query.lng ?? town?.lng)
  const point = lat !== undefined && lng !== undefined ? { lat: v.add(lat), lng: v.add(lng) } : null
  const km = point
    ? kilometresSql(
        { lat: 'f.lat', lng: 'f.lng' },
        { lat: `${point.lat}::float8`, lng: `${point.lng}::float8` },
      )
    : 'null::float8'

  const of = ["s.status = 'active'", "s.category = 'MUSIC_SETTING'"]
  const where: string[] = []
  if (query.genre) {
    const genre = v.add(query.genre)
    where.push(`f.genres @> array[${genre}::text]`)
    of.push(`${genre}::text = any(s.genres)`)
  }
  if (query.format) {
    const format = v.add(query.format)
    of.push(`s.format = ${format}`)
  }
  if (query.event_type)
    of.push(`(s.event_types = '{}' or ${v.add(query.event_type)}::text = any(s.event_types))`)
  if (query.price_max !== undefined)
    of.push(`s.price <= ${v.add(query.price_max)}::bigint and s.currency = ${v.add(query.currency ?? 'USD')}`)
  if (query.instrument) where.push(`f.instruments @> array[${v.add(query.instrument)}::text]`)
  let bonus = ''
  if (query.q) {
    const q = v.add(query.q)
    const asked = `websearch_to_tsquery('spanish_unaccent', ${q})`
    const start = v.add(`%${query.q.replace(/[\\%_]/g, '\\$&')}%`)
    where.push(`f.project_id in (
      select w.project_id from project_search w where w.words @@ ${asked}
      union select n.id from ${TABLE.music_projects} n
      where n.status = 'active' and unaccented(lower(n.name)) like unaccented(lower(${start})))`)
    bonus = ` - 20 * ts_rank(f.words, ${asked})`
  }
  if (point) {
    const radius = query.radius === undefined ? null : v.add(query.radius)
    // A degree of latitude is 111 km: what is farther than anybody travels isn't measured.
    const far = radius ? `least(f.radius_km, ${radius}::float8)` : 'f.radius_km'
    where.push(`abs(f.lat - ${point.lat}::float8) * 111 <= ${far} + 1`, `${km} <= ${far}`)
    of.push(`s.travel_radius_km >= ${km}`)
  } else if (query.city) where.push(`f.city_key = lower(unaccented(${v.add(query.city)}))`)

  const sort = !query.sort || (query.sort === 'distance' && !point) ? 'recommended' : query.sort
  const key = {
    recommended: `(-f.score${bonus})`,
    rating: '(-coalesce(f.rating, 0) * 1000)::float8',
    price: 'coalesce(offer.price, 9000000000000000)::float8',
    distance: `${km}`,
  }[sort]
  const after = keyAfter(query.cursor, ['number', 'id'], 'directory.cursor')
  if (after) where.push(`(${key}, f.project_id) > (${v.add(after[0])}::float8, ${v.add(after[1])}::bigint)`)

  let free = ''
  if (query.date || query.from || query.to) {
    if (!query.date || !query.from || !query.to)
      throw new Refusal(422, 'common.invalid', {
        fields: {
          [query.date ? (query.from ? 'to' : 'from') : 'date']: { key: 'validation.all_three' },
        },
      })
    const zone = query.zone ?? town?.zone ?? DEFAULT_ZONE
    const { starts_at, ends_at } = spanOf(query.date, query.from, query.to, zone)
    const starts = `${v.add(starts_at.toISOString())}::timestamptz`
    const ends = `${v.add(ends_at.toISOString())}::timestamptz`
    const at = v.add(now.toISOString())
    free = `(select ${FREE.replaceAll('@starts', starts).replaceAll('@ends', ends).replaceAll('@now', at)})`
  }

  // What costs most, the free test, is asked of the best only, one by one until the page is full: as a filter of
  // the index that is in this order already, or above the sort.
  const sorted = sort !== 'recommended' || bonus !== '' || where.length > 0
  if (free && !sorted) where.push(free.replaceAll('@project', 'f.project_id'))
  const limit = `limit ${v.add(query.limit + 1)}`
  const found = `
        select f.project_id as id, f.genres, f.instruments, f.formats, offer.price, offer.price_mode,
          offer.currency, ${km} as km, ${key} as key
        from project_search f
          cross join lateral (
            select s.price, s.price_mode, s.currency from ${TABLE.services} s
            where s.project_id = f.project_id and ${of.join(' and ')}
            order by s.price nulls last, s.id limit 1) offer
        ${where.length > 0 ? `where ${where.join(' and ')}` : ''}
        order by ${key}, f.project_id`
  const text = `
    select c.id, p.name, p.project_type, p.profile_image, p.city, p.country, c.genres, c.instruments, c.formats,
      left(p.bio, 180) as excerpt, p.rating, p.rating_count, p.gigs_played, c.price as price_from,
      c.price_mode, c.currency, c.km as distance_km, c.key
    from (${
      free && sorted
        ? `select * from (${found} offset 0) c where ${free.replaceAll('@project', 'c.id')}
      order by c.key, c.id ${limit}`
        : `${found} ${limit}`
    }) c
      join ${TABLE.music_projects} p on p.id = c.id
    order by c.key, c.id`
  // Planned for its own values: how many play a genre differs a hundredfold, and one plan for all of them sorted
  // everybody who plays salsa to show twenty.
  const { rows } = await (db as Database).$client.query<DirectoryProject & { key: number }>({
    text,
    values: v.list,
  })
  return pageOf(rows, query.limit, ({ key, id }) => [key, id])
}

/** Some of the best that can be hired now, for the front page. */
export async function featured(db: Db, limit: number, now: Date): Promise<DirectoryProject[]> {
  const { results } = await searchProjects(db, { limit, sort: 'recommended' }, now)
  return results
}

/* ---------------------------------------------------------------- one profile */

type ProfileRow = Omit<PublicProfile, 'instruments' | 'week'> & {
  instruments: {
    name: string
    brand: string | null
    model: string | null
    since_year: number | null
    is_primary: boolean
  }[]
}

/**
 * What anybody may read of an active project.
 * @throws Refusal 404 when there is no such one, or it was put away
 */
export async function publicProfileOf(db: Db, project_id: number, now: Date): Promise<PublicProfile> {
  const { rows } = await (db as Database).$client.query<ProfileRow>({
    name: 'public_profile',
    text: `select p.id, p.name, p.project_type, p.profile_image, p.bio, p.city, p.country, p.zone, p.genres, p.languages,
      p.main_instrument, p.rating, p.rating_count, p.gigs_played,
      case when p.gigs_played > 0 then p.reliability end as reliability, p.reply_minutes,
      extract(year from p.created_at)::int as since_year,
      (select coalesce(json_agg(json_build_object('id', s.id, 'title', s.title, 'category', s.category,
          'description', s.description, 'genres', s.genres, 'event_types', s.event_types, 'format', s.format,
          'duration_minutes', s.duration_minutes, 'price_mode', s.price_mode, 'price', s.price,
          'currency', s.currency, 'travel_radius_km', s.travel_radius_km,
          'travel_fee_per_km', s.travel_fee_per_km, 'includes_sound', s.includes_sound,
          'setup_minutes', s.setup_minutes, 'lead_time_days', s.lead_time_days, 'languages', s.languages,
          'media', s.media, 'extras', s.extras) order by s.category = 'MUSIC_SETTING' desc, s.price), '[]')
        from ${TABLE.services} s where s.project_id = p.id and s.status = 'active') as services,
      (select coalesce(json_agg(json_build_object('name', i.name, 'brand', i.brand, 'model', i.model,
          'since_year', i.since_year, 'is_primary', i.is_primary) order by i.is_primary desc, i.id), '[]')
        from ${TABLE.instruments} i where i.project_id = p.id and i.type = 'musical instrument') as instruments,
      (select coalesce(json_agg(json_build_object('name', split_part(u.name, ' ', 1), 'function', m.function,
          'instruments', m.instruments, 'profile_image', own.profile_image, 'project_id', own.id)
          order by m.role = 'OWNER' desc, m.id), '[]')
        from ${TABLE.project_members} m join ${TABLE.users} u on u.id = m.user_id
          left join ${TABLE.music_projects} own on own.owner_id = u.id and own.project_type = 'INDIVIDUAL'
            and own.status = 'active'
        where m.project_id = p.id and m.left_at is null and m.substitute_for is null
          and p.project_type = 'GROUP') as members
    from ${TABLE.music_projects} p where p.id = $1 and p.status = 'active'`,
    values: [project_id],
  })
  const [row] = rows
  if (!row) throw notFound()
  const ahead = await daysAhead(db, project_id, now)
  return {
    ...row,
    services: row.services.map((service) => ({ ...service, media: service.media.filter(isPublicMedia) })),
    instruments: row.instruments.map(({ since_year, ...instrument }) => ({
      ...instrument,
      experience: experienceOf(since_year, now),
    })),
    week: ahead?.days ?? null,
  }
}
