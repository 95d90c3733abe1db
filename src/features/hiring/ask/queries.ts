import { and, asc, eq, sql } from 'drizzle-orm'
import { type Coordinates, kilometresBetween } from '#core/contract/distance.ts'
import type { QueryOf, ReplyOf } from '#core/contract/endpoint.ts'
import { notFound } from '#core/contract/errors.ts'
import type { Currency } from '#core/contract/money.ts'
import { DEFAULT_ZONE } from '#core/contract/time.ts'
import type { Reading } from '#core/server/app.ts'
import { outer } from '#core/server/columns.ts'
import { together } from '#core/server/together.ts'
import { isFree } from '#features/availability/queries.ts'
import { availability_settings } from '#features/availability/table.ts'
import { timeOf } from '#features/directory/rules.event.ts'
import { project_search_offers } from '#features/directory/table.ts'
import { isPublic } from '#features/projects/queries.ts'
import { music_projects } from '#features/projects/table.ts'
import type { EventType, Genre } from '#features/services/contract.ts'
import { services } from '#features/services/table.ts'
import type { readAsk } from './contract.ts'
import { offerOf, replyUntil } from './rules.ts'

/** When and where somebody is wanted, as far as it is known. */
export interface AskedWhere {
  span: { starts_at: Date; ends_at: Date } | null
  /** On stage. */
  minutes: number | null
  point: Coordinates | null
}

/**
 * A project with what it offers for an event: each service with its price, and what stands in its way.
 * @throws Refusal 404 when there is no such project, or it was put away
 */
export async function askable(
  { db, now }: Pick<Reading, 'db' | 'now'>,
  musician: number,
  { span, minutes, point }: AskedWhere,
) {
  const at = (moment: Date) => sql`${moment.toISOString()}::timestamptz`
  const { projects, offered } = await together(db, {
    projects: db
      .select({
        id: music_projects.id,
        owner_id: music_projects.owner_id,
        name: music_projects.name,
        profile_image: music_projects.profile_image,
        lat: music_projects.lat,
        lng: music_projects.lng,
        rating: music_projects.rating,
        rating_count: music_projects.rating_count,
        gigs_played: music_projects.gigs_played,
        promises: music_projects.promises,
        reliability: music_projects.reliability,
        reply_minutes: music_projects.reply_minutes,
        notice_days: sql<number>`coalesce(${availability_settings.minimum_notice_days}, 0)`,
        free: span
          ? sql<
              boolean | null
            >`${isFree(outer(music_projects.id), at(span.starts_at), at(span.ends_at), now)}`
          : sql<boolean | null>`null::boolean`,
      })
      .from(music_projects)
      .leftJoin(availability_settings, eq(availability_settings.project_id, music_projects.id))
      .where(and(eq(music_projects.id, musician), isPublic)),
    offered: db
      .select({
        id: services.id,
        title: services.title,
        format: services.format,
        genres: sql<Genre[]>`${services.genres}`,
        event_types: sql<EventType[]>`${services.event_types}`,
        price_mode: services.price_mode,
        list_price: services.price,
        currency: services.currency,
        duration_minutes: services.duration_minutes,
        travel_radius_km: services.travel_radius_km,
        travel_fee_per_km: services.travel_fee_per_km,
        lead_time_days: services.lead_time_days,
        /** The day, as its beginning in UTC. */
        last_active_at: sql<string | null>`(select max(o.seen_on)::text from ${project_search_offers} o
          where o.project_id = ${outer(services.project_id)} and o.service_id = ${outer(services.id)})`,
      })
      .from(services)
      .where(
        and(
          eq(services.project_id, musician),
          eq(services.status, 'active'),
          eq(services.category, 'MUSIC_SETTING'),
        ),
      )
      .orderBy(asc(services.price), asc(services.id)),
  })
  const [project] = projects
  if (!project) throw notFound()
  const { lat, lng, notice_days } = project
  const km = point && lat !== null && lng !== null ? kilometresBetween({ lat, lng }, point) : 0
  const time = { minutes, starts_at: span?.starts_at ?? null, km, notice_days }
  return {
    project,
    distance_km: km,
    services: offered.map(({ list_price, ...service }) => ({
      ...service,
      currency: service.currency as Currency,
      ...offerOf({ ...service, price: list_price }, time, now),
    })),
  }
}

export type Askable = Awaited<ReturnType<typeof askable>>

/** What a musician would ask for an event, and whether they are free then. @throws Refusal 404 */
export async function askOf(
  reading: Pick<Reading, 'db' | 'now'>,
  { musician, day, starts, ends, zone, lat, lng }: QueryOf<typeof readAsk>,
): Promise<ReplyOf<typeof readAsk>> {
  const { span, minutes } = timeOf(
    { ...(day ? { date: day } : {}), ...(starts && ends ? { from: starts, to: ends } : {}) },
    zone ?? DEFAULT_ZONE,
  )
  const point = lat !== undefined && lng !== undefined ? { lat, lng } : null
  const { project, services } = await askable(reading, musician, { span, minutes, point })
  return {
    musician: project.id,
    name: project.name,
    profile_image: project.profile_image,
    services: services.map(
      ({ id, title, format, genres, event_types, price, price_mode, currency, problem }) => ({
        ...{ id, title, format, genres, event_types, price, price_mode, currency, problem },
      }),
    ),
    free: project.free,
    reply_by: span && (replyUntil(span.starts_at, reading.now)?.toISOString() ?? null),
  }
}
