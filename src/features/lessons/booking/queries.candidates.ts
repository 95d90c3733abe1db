import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { DAY, MINUTE } from '#core/contract/time.ts'
import { wordsFor } from '#core/server/audience.ts'
import type { Db } from '#core/server/db.ts'
import { calendarsOf } from '#features/availability/queries.calendars.ts'
import type { Calendar } from '#features/availability/rules.ts'
import { paymentsFor } from '#features/payments/queries.ts'
import { music_projects } from '#features/projects/table.ts'
import { services } from '#features/services/table.ts'
import type { LessonModality } from '../contract.ts'
import { obstacleOf } from '../finding/rules.ts'
import {
  fitsInstead,
  type NoSubstitute,
  substituteAnswersUntil,
  substituteObstacle,
  type Taught,
} from '../rules.substitutes.ts'
import { lesson_offers } from '../table.offers.ts'
import { lessons } from '../table.ts'
import type { LessonSubstitute } from './contract.substitutes.ts'
import { seriesUntil } from './queries.substitutes.ts'
import { hasArrived, type LessonRow, lessonSubject } from './queries.ts'

/* Who could give lessons in place of a teacher who can't. */

/** How many offers are compared by their calendars, and how many people are shown. */
const COMPARED = 80
const SHOWN = 20

/** How it is refused that another gives a lesson. */
export const NO_SUBSTITUTE: Record<NoSubstitute, string> = {
  state: 'lessons.moved_on',
  trial: 'lessons.substitute_trial',
  twice: 'lessons.substitute_twice',
  unpaid: 'lessons.substitute_unpaid',
  late: 'lessons.substitute_late',
}

/** Lessons of which everything that is to be paid by itself has arrived. */
export async function paidLessons(db: Db, rows: readonly LessonRow[]): Promise<ReadonlySet<number>> {
  const paid = await paymentsFor(
    db,
    rows.filter(({ price }) => price > 0).map(({ id }) => lessonSubject(id)),
  )
  return new Set(rows.filter(({ id }) => hasArrived(paid.get(lessonSubject(id)) ?? [])).map(({ id }) => id))
}

/**
 * Until when somebody could answer for some lessons.
 * @param rows soonest first
 * @throws Refusal 409 when one of them can't be given by another
 */
export async function assertReplaceable(db: Db, rows: readonly LessonRow[], now: Date): Promise<Date> {
  const paid = await paidLessons(db, rows)
  for (const row of rows) {
    const obstacle = substituteObstacle({ ...row, is_paid: paid.has(row.id) }, now)
    if (obstacle) throw new Refusal(409, NO_SUBSTITUTE[obstacle])
  }
  const until = rows[0] && substituteAnswersUntil(rows[0].starts_at, now)
  if (!until) throw new Refusal(409, NO_SUBSTITUTE.late)
  return until
}

/** What of a service decides whether it can take another's place. @throws Refusal 404 */
export async function taughtBy(db: Db, service_id: number): Promise<Taught> {
  const [found] = await db
    .select({
      instrument: services.instrument,
      level: services.level,
      modality: services.modality,
      city_key: sql<string | null>`lower(unaccented(${music_projects.city}))`,
    })
    .from(services)
    .innerJoin(music_projects, eq(music_projects.id, services.project_id))
    .where(eq(services.id, service_id))
  if (!found) throw notFound()
  return found
}

/** What of a lesson decides who can give it instead: what it is of, and how it was booked. @throws Refusal 404 */
export const taughtIn = async (
  db: Db,
  { service_id, modality }: Pick<LessonRow, 'service_id' | 'modality'>,
): Promise<Taught & { modality: LessonModality }> => ({ ...(await taughtBy(db, service_id)), modality })

const minutesOf = ({ starts_at, ends_at }: Pick<LessonRow, 'starts_at' | 'ends_at'>) =>
  (Date.parse(ends_at) - Date.parse(starts_at)) / MINUTE

/** Whether a teacher with that calendar has all of some lessons free. */
const isFree = (teacher: Calendar | undefined, rows: readonly LessonRow[], now: Date): boolean =>
  teacher !== undefined &&
  rows.every((row) => obstacleOf({ teacher }, row.starts_at, minutesOf(row), { now, earliest: now }) === null)

/** The calendars of some projects around some lessons. */
async function calendarsAround(db: Db, project_ids: readonly number[], rows: readonly LessonRow[]) {
  const times = rows.map(({ starts_at }) => Date.parse(starts_at))
  // What begins the day before may reach into it.
  const [begin, end] = [Math.min(...times) - 2 * DAY, Math.max(...times) + 3 * DAY].map((at) =>
    new Date(at).toISOString(),
  ) as [string, string]
  return calendarsOf(db, [...new Set(project_ids)], begin, end)
}

/** Whether a project has all of some lessons free. */
export const hasFree = async (
  db: Db,
  project_id: number,
  rows: readonly LessonRow[],
  now: Date,
): Promise<boolean> => isFree((await calendarsAround(db, [project_id], rows)).get(project_id), rows, now)

/** SQL condition: a project is called so, or nearly so. */
const isCalled = (q: string): SQL => {
  const name = sql`unaccented(lower(${music_projects.name}))`
  const part = `%${q.replaceAll(/[%_\\]/g, '')}%`
  return sql`(${name} like unaccented(lower(${part})) or ${name} in (
    select near from names_near(unaccented(lower(${q})), 40) near))`
}

/**
 * Who could give a lesson of somebody's, and those of its series until a moment, instead: best first as a student finds
 * them, who is free before who isn't. Who isn't free is only found by name.
 * @throws Refusal 404 when they don't teach it, 409 when nobody else can give it
 */
export async function candidatesFor(
  db: Db,
  user_id: number,
  { id, until, q }: { id: number; until?: string | undefined; q?: string | undefined },
  now: Date,
): Promise<{ lessons: number; reply_by: string; results: (LessonSubstitute & { free: boolean })[] }> {
  const [first] = await db
    .select()
    .from(lessons)
    .where(and(eq(lessons.id, id), eq(lessons.teacher_id, user_id)))
  if (!first) throw notFound()
  const rows = await db
    .select()
    .from(lessons)
    .where(seriesUntil(first, until))
    .orderBy(asc(lessons.starts_at), asc(lessons.id))
  const reply_by = await assertReplaceable(db, rows, now)
  const own = await taughtIn(db, first)
  const offers = await db
    .select({
      project_id: lesson_offers.project_id,
      service_id: lesson_offers.service_id,
      name: music_projects.name,
      image: music_projects.profile_image,
      city: music_projects.city,
      rating: music_projects.rating,
      rating_count: music_projects.rating_count,
      title: services.title,
      instrument: lesson_offers.instrument,
      level: lesson_offers.level,
      modality: lesson_offers.modality,
      city_key: lesson_offers.city_key,
    })
    .from(lesson_offers)
    .innerJoin(services, eq(services.id, lesson_offers.service_id))
    .innerJoin(music_projects, eq(music_projects.id, lesson_offers.project_id))
    .where(
      and(
        eq(lesson_offers.instrument, own.instrument ?? ''),
        sql`${lesson_offers.level} in ('any', ${own.level ?? 'any'})`,
        inArray(lesson_offers.modality, ['both', own.modality]),
        // Before so many are compared: those of other towns would fill the list.
        own.modality === 'online' ? undefined : sql`${lesson_offers.city_key} = ${own.city_key}`,
        sql`${music_projects.owner_id} not in (${user_id}, ${first.student_id})`,
        q ? isCalled(q) : undefined,
      ),
    )
    .orderBy(asc(lesson_offers.turned_score), asc(lesson_offers.service_id))
    .limit(COMPARED)
  // One lesson of each: the best that fits.
  const fitting = offers.filter(
    (one, at) =>
      fitsInstead(own, one) &&
      offers.findIndex((other) => other.project_id === one.project_id && fitsInstead(own, other)) === at,
  )
  const calendars = await calendarsAround(
    db,
    fitting.map(({ project_id }) => project_id),
    rows,
  )
  const words = (text: string) => wordsFor(text, { open: false })
  const results = fitting
    .map(({ instrument: _i, level: _l, modality: _m, city_key: _c, ...one }) => ({
      ...one,
      name: one.name && words(one.name),
      title: words(one.title),
      free: isFree(calendars.get(one.project_id), rows, now),
    }))
    .filter(({ free }) => free || q)
    .sort((one, other) => Number(other.free) - Number(one.free))
    .slice(0, SHOWN)
  return { lessons: rows.length, reply_by: reply_by.toISOString(), results }
}
