import { getTableName } from 'drizzle-orm'
import { kilometresBetween } from '#core/contract/distance.ts'
import { notFound } from '#core/contract/errors.ts'
import { placeOf } from '#core/contract/places.ts'
import { addDays, wallClock } from '#core/contract/time.ts'
import type { Database, Db } from '#core/server/db.ts'
import { users } from '#features/accounts/table.ts'
import { daysAhead, freeProject } from '#features/availability/queries.ts'
import { experienceOf } from '#features/instruments/rules.ts'
import { instruments } from '#features/instruments/table.ts'
import { music_projects, project_members } from '#features/projects/table.ts'
import { priceFor } from '#features/services/rules.price.ts'
import { isPublicMedia } from '#features/services/rules.ts'
import { services } from '#features/services/table.ts'
import type { EventQuery, ProfileService, PublicProfile } from './contract.ts'
import { timeOf } from './rules.event.ts'

/** Names of other features' tables, for statements that are put together as plain text. */
const TABLE = {
  instruments: getTableName(instruments),
  music_projects: getTableName(music_projects),
  project_members: getTableName(project_members),
  services: getTableName(services),
  users: getTableName(users),
}

type ProfileRow = Omit<PublicProfile, 'instruments' | 'week' | 'free' | 'services'> & {
  lat: number | null
  lng: number | null
  services: (Omit<ProfileService, 'price_for'> & { media_shown: number | null })[]
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
 * @param event what is known of an event: with hours, prices are for that long, with a place for the way there too; with
 *   a day as well, whether they are free
 * @throws Refusal 404 when there is no such one, or it was put away
 */
export async function publicProfileOf(
  db: Db,
  project_id: number,
  now: Date,
  event: EventQuery = {},
): Promise<PublicProfile> {
  const { rows } = await (db as Database).$client.query<ProfileRow>({
    name: 'public_profile',
    text: `select p.id, p.name, p.project_type, p.profile_image, p.bio, p.city, p.country, p.zone, p.lat, p.lng, p.genres, p.languages,
      p.main_instrument, p.rating, p.rating_count, p.gigs_played,
      case when p.promises > 0 then p.reliability end as reliability, p.promises, p.reply_minutes, p.replies,
      checks_of(p.owner_id) as checks,
      extract(year from p.created_at)::int as since_year,
      (select coalesce(json_agg(json_build_object('id', s.id, 'title', s.title, 'category', s.category,
          'description', s.description, 'genres', s.genres, 'event_types', s.event_types, 'format', s.format,
          'duration_minutes', s.duration_minutes, 'price_mode', s.price_mode, 'price', s.price,
          'currency', s.currency, 'travel_radius_km', s.travel_radius_km,
          'travel_fee_per_km', s.travel_fee_per_km, 'includes_sound', s.includes_sound,
          'setup_minutes', s.setup_minutes, 'lead_time_days', s.lead_time_days, 'languages', s.languages,
          'media', s.media, 'media_shown', s.media_shown, 'extras', s.extras, 'instrument', s.instrument,
          'level', s.level, 'modality', s.modality, 'lesson_minutes', s.lesson_minutes, 'trial_price', s.trial_price) order by s.category = 'MUSIC_SETTING' desc, s.price, s.id), '[]')
        from ${TABLE.services} s where s.project_id = p.id and s.status = 'active') as services,
      (select coalesce(json_agg(json_build_object('name', i.name, 'brand', i.brand, 'model', i.model,
          'since_year', i.since_year, 'is_primary', i.is_primary) order by i.is_primary desc, i.id), '[]')
        from ${TABLE.instruments} i where i.project_id = p.id and i.type = 'musical instrument') as instruments,
      (select coalesce(json_agg(json_build_object('name', split_part(u.name, ' ', 1), 'function', m.function,
          'instruments', m.instruments, 'profile_image', own.profile_image, 'project_id', own.id)
          order by m.role = 'OWNER' desc, m.id), '[]')
        from ${TABLE.project_members} m join ${TABLE.users} u on u.id = m.user_id
          left join ${TABLE.music_projects} own on own.owner_id = u.id and own.project_type = 'INDIVIDUAL'
            and own.status = 'active' and own.hidden_at is null
        where m.project_id = p.id and m.left_at is null and m.substitute_for is null
          and p.project_type = 'GROUP') as members
    from ${TABLE.music_projects} p where p.id = $1 and p.status = 'active' and p.hidden_at is null`,
    values: [project_id],
  })
  const [row] = rows
  if (!row) throw notFound()
  const { lat, lng, ...said } = row
  const place = event.city ? placeOf(event.city) : null
  const { date } = event
  const time = timeOf(event, event.zone ?? place?.zone ?? row.zone)
  const km = place && lat !== null && lng !== null ? kilometresBetween({ lat, lng }, place) : 0
  const free =
    time.span &&
    (await freeProject(
      db,
      project_id,
      time.span.starts_at.toISOString(),
      time.span.ends_at.toISOString(),
      now,
    ))
  const today = wallClock(now, row.zone).day
  const middle = date && addDays(date, -3) > today ? addDays(date, -3) : today
  const ahead = await daysAhead(db, project_id, now, { first: middle, asking: true })
  return {
    ...said,
    services: row.services.map(({ media_shown, ...service }) => ({
      ...service,
      price_for:
        time.minutes === null || km > service.travel_radius_km ? null : priceFor(service, time.minutes, km),
      media: service.media.slice(0, media_shown ?? service.media.length).filter(isPublicMedia),
    })),
    free,
    instruments: row.instruments.map(({ since_year, ...instrument }) => ({
      ...instrument,
      experience: experienceOf(since_year, now),
    })),
    week: ahead?.days ?? null,
  }
}
