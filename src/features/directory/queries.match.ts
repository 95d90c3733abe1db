import { sql } from 'drizzle-orm'
import type { Db } from '#core/server/db.ts'
import { kilometresSql } from '#core/server/distance.ts'
import { sessions } from '#features/accounts/table.ts'
import { notFreeAmong, peopleOnStage } from '#features/availability/queries.ts'
import { music_projects } from '#features/projects/table.ts'
import type { EventType, Format, Genre } from '#features/services/contract.ts'
import { services } from '#features/services/table.ts'
import { performanceSql, travelSql } from './queries.price.ts'

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
        cross join lateral (select ${sql.raw(performanceSql('slot.minutes'))} as performance,
          ${sql.raw(travelSql('at.km'))} as travel) cost
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
