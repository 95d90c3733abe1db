import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { notFound } from '#core/contract/errors.ts'
import { addDays, instantOf, wallClock } from '#core/contract/time.ts'
import { wordsFor } from '#core/server/audience.ts'
import type { Db } from '#core/server/db.ts'
import type { Viewer } from '#core/server/route.ts'
import { zoneOf } from '#features/availability/queries.personal.ts'
import { music_projects } from '#features/projects/table.ts'
import { lessonPrice, packagesOf } from '#features/services/rules.ts'
import { services } from '#features/services/table.ts'
import { lesson_offers } from '../table.offers.ts'
import type { LessonOffer } from './contract.ts'
import { comparedOf, hadTrial, isTheirOffer, offerOf } from './queries.offer.ts'
import { earliestOf, type Start, shownIn, startsBetween } from './rules.ts'

/** A lesson as it is offered. */
export const offerView = (service: typeof services.$inferSelect): LessonOffer =>
  ({
    service_id: service.id,
    title: wordsFor(service.title, { open: false }),
    instrument: service.instrument,
    level: service.level ?? 'any',
    modality: service.modality ?? 'both',
    minutes: service.lesson_minutes ?? 60,
    languages: service.languages,
    currency: service.currency,
    price: lessonPrice(service as Parameters<typeof lessonPrice>[0]),
    trial_price: service.trial_price,
    packages: packagesOf(service as Parameters<typeof packagesOf>[0]),
  }) as LessonOffer

/** Some offers, by their services. */
export async function offersOf(db: Db, service_ids: readonly number[]): Promise<Map<number, LessonOffer>> {
  if (service_ids.length === 0) return new Map()
  const rows = await db
    .select()
    .from(services)
    .where(inArray(services.id, [...service_ids]))
  return new Map(rows.map((row) => [row.id, offerView(row)]))
}

/** The lessons that a personal project gives now, the oldest first; none of who gives none. */
export async function offersOfProject(db: Db, project_id: number) {
  const rows = await db
    .select({ service: services, zone: lesson_offers.zone })
    .from(lesson_offers)
    .innerJoin(services, eq(services.id, lesson_offers.service_id))
    .where(eq(lesson_offers.project_id, project_id))
    .orderBy(asc(services.id))
    .limit(50)
  if (rows.length > 0)
    return {
      results: rows.map(({ service }) => offerView(service)),
      zone: rows[0]?.zone ?? shownIn(undefined),
    }
  const [project] = await db
    .select({ zone: music_projects.zone })
    .from(music_projects)
    .where(
      and(
        eq(music_projects.id, project_id),
        eq(music_projects.status, 'active'),
        isNull(music_projects.hidden_at),
      ),
    )
  if (!project) throw notFound()
  return { results: [], zone: project.zone }
}

/**
 * A lesson that can be booked, with who gives it.
 * @param viewer whoever gives it, or booked or bought it, also reads one that nobody can book any more
 * @throws Refusal 404
 */
export async function readableOffer(db: Db, service_id: number, viewer: Pick<Viewer, 'id'> | null) {
  const sold = viewer !== null && (await isTheirOffer(db, service_id, viewer.id))
  const { service, project_id, teacher_name, city, zone: place } = await offerOf(db, service_id, { sold })
  const [listed] = await db
    .select({ zone: lesson_offers.zone })
    .from(lesson_offers)
    .where(eq(lesson_offers.service_id, service_id))
  return {
    project_id,
    teacher: teacher_name && wordsFor(teacher_name, { open: false }),
    city: city && wordsFor(city, { open: false }),
    zone: listed?.zone ?? place,
    offer: offerView(service),
    trial: service.trial_price !== null && !(viewer && (await hadTrial(db, project_id, viewer.id))),
  }
}

/**
 * The free starts of a lesson over some days.
 * @param viewer who asks: what a student has promised elsewhere is left out; and who gives it, or booked or bought it, also
 *   sees those of a lesson that nobody else can book any more
 * @throws Refusal 404 for no such lesson
 */
export async function startsOf(
  db: Db,
  service_id: number,
  viewer: Pick<Viewer, 'id' | 'account_type'> | null,
  { from, days, zone: asked }: { from?: string | undefined; days: number; zone?: string | undefined },
  now: Date,
): Promise<{ zone: string; teacher_zone: string; from: string; minutes: number; starts: Start[] }> {
  const student_id = viewer?.account_type === 'STUDENT' ? viewer.id : null
  const sold = viewer !== null && (await isTheirOffer(db, service_id, viewer.id))
  const { service, project_id, zone: place } = await offerOf(db, service_id, { sold })
  const zone = asked ?? (student_id === null ? place : await zoneOf(db, student_id))
  const first = from ?? wallClock(now, zone).day
  const begin = instantOf(first, '00:00', zone)
  const end = instantOf(addDays(first, days), '00:00', zone)
  const compared = await comparedOf(db, project_id, student_id, begin, end)
  const minutes = service.lesson_minutes ?? 60
  return {
    zone,
    teacher_zone: compared?.teacher.zone ?? place,
    ...{ from: first, minutes },
    starts: compared
      ? startsBetween(compared, minutes, {
          ...{ from: begin, to: end },
          earliest: earliestOf(service.lead_time_days, now),
        })
      : [],
  }
}
