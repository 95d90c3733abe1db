import { eq } from 'drizzle-orm'
import { notFound } from '#core/contract/errors.ts'
import { DAY } from '#core/contract/time.ts'
import type { Db } from '#core/server/db.ts'
import { comparedOf, offerOf } from '../finding/queries.offer.ts'
import { earliestOf, obstacleOf, offersNear } from '../finding/rules.ts'
import { weeklyStarts } from '../rules.ts'
import { lesson_packages } from '../table.ts'
import type { SeriesDate } from './contract.ts'

/**
 * The dates of a weekly series that a package would pay, at the same hour of the teacher's clock: each that collides says
 * why, and offers others.
 * @throws Refusal 404 when the package isn't theirs
 */
export async function seriesChecked(
  db: Db,
  student_id: number,
  { package: package_id, first, weeks }: { package: number; first: string; weeks: number },
  now: Date,
): Promise<{ zone: string; dates: SeriesDate[] }> {
  const [pack] = await db.select().from(lesson_packages).where(eq(lesson_packages.id, package_id))
  if (pack?.student_id !== student_id) throw notFound()
  const { service, project_id, zone: place } = await offerOf(db, pack.service_id, { sold: true })
  const minutes = service.lesson_minutes ?? 60
  const from = new Date(Date.parse(first) - 4 * DAY)
  const to = new Date(Date.parse(first) + (7 * weeks + 4) * DAY)
  const compared = await comparedOf(db, project_id, student_id, from, to)
  const zone = compared?.teacher.zone ?? place
  const starts = weeklyStarts(first, weeks, zone)
  const earliest = earliestOf(service.lead_time_days, now)
  const dates = starts.map((starts_at): SeriesDate => {
    if (!compared) return { starts_at, obstacle: 'teacher', offers: [] }
    const isAfter = pack.expires_at !== null && starts_at >= pack.expires_at
    const obstacle = isAfter ? 'expired' : obstacleOf(compared, starts_at, minutes, { now, earliest })
    const others = starts.filter((other) => other !== starts_at)
    const offers = obstacle
      ? offersNear(compared, starts_at, minutes, { earliest, not: others }).filter(
          (offer) => pack.expires_at === null || offer < pack.expires_at,
        )
      : []
    return { starts_at, obstacle, offers }
  })
  return { zone, dates }
}
