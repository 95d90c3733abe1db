import { and, asc, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { DAY, MINUTE } from '#core/contract/time.ts'
import type { Work } from '#core/server/app.ts'
import type { Viewer } from '#core/server/route.ts'
import { savepoint } from '#core/server/work.ts'
import { addException, deleteException } from '#features/availability/commands.ts'
import { comparedOf } from '../finding/queries.offer.ts'
import { obstacleOf } from '../finding/rules.ts'
import { SETTLED, toldOfMove, UPCOMING, weeklyStarts } from '../rules.ts'
import { lesson_holidays, lesson_packages, lessons } from '../table.ts'
import { freezeCredits } from './commands.credits.ts'
import { type Ended, end, moveTo } from './commands.steps.ts'
import { tell } from './commands.telling.ts'
import type { HolidayDraft, HolidayOutcome, HolidayPreview } from './contract.teaching.ts'
import { ownTeaching } from './queries.teaching.ts'
import type { LessonRow } from './queries.ts'

/** Most lessons that one holiday may move: more are to be spoken of first. */
const MOST_MOVED = 200
/** A holiday that is said so long before counts against nobody. */
const SAID_BEFORE = 7 * DAY
/** How many weeks behind a series a place is looked for. */
const WEEKS_LOOKED = 8

/** The first week behind its series in which a lesson can be at its own hour, for both; null without one. */
async function placeBehind(work: Work, row: LessonRow, zone: string): Promise<string | null> {
  const [last] = await work.db
    .select({ starts_at: lessons.starts_at })
    .from(lessons)
    .where(and(eq(lessons.series_id, row.series_id), inArray(lessons.state, [...UPCOMING])))
    .orderBy(desc(lessons.starts_at))
    .limit(1)
  const [pack] =
    row.package_id === null
      ? []
      : await work.db
          .select({ expires_at: lesson_packages.expires_at })
          .from(lesson_packages)
          .where(eq(lesson_packages.id, row.package_id))
  const weeks = weeklyStarts(row.starts_at, 40, zone).filter(
    (start) => start > (last?.starts_at ?? row.starts_at) && (!pack?.expires_at || start < pack.expires_at),
  )
  const tried = weeks.slice(0, WEEKS_LOOKED)
  const [first, final] = [tried[0], tried.at(-1)]
  if (!first || !final) return null
  const compared = await comparedOf(work.db, row.project_id, row.student_id, new Date(first), new Date(final))
  if (!compared) return null
  const minutes = (Date.parse(row.ends_at) - Date.parse(row.starts_at)) / MINUTE
  return (
    tried.find(
      (start) => obstacleOf(compared, start, minutes, { now: work.now, earliest: work.now }) === null,
    ) ?? null
  )
}

/**
 * A teacher is away: nobody books that time, packages last longer by it, lessons of a series move behind its last one, and
 * what can't is cancelled. It counts against them where it is said less than seven days ahead.
 * @throws Refusal 404 for who has no personal project, 409 `lessons.holiday_overlaps`, `lessons.holiday_full`
 */
export async function addHoliday(
  work: Work,
  viewer: Pick<Viewer, 'id'>,
  { from, to }: HolidayDraft,
): Promise<HolidayOutcome> {
  const { project_id, zone } = await ownTeaching(work.db, viewer.id)
  const span = sql`tstzrange(${from}::timestamptz, ${to}::timestamptz)`
  const overlap = await work.db.$count(
    lesson_holidays,
    and(eq(lesson_holidays.project_id, project_id), sql`${lesson_holidays.during} && ${span}`),
  )
  if (overlap > 0) throw new Refusal(409, 'lessons.holiday_overlaps')
  const exception = await addException(work, { project_id }, { from, to, kind: 'blocked', reason: '' })
  const [made] = await work.db
    .insert(lesson_holidays)
    .values({
      ...{ project_id, exception_id: exception.id, during: `[${from},${to})` },
      created_at: work.now.toISOString(),
    })
    .returning({ id: lesson_holidays.id })
  if (!made) throw notFound()
  // What is over of its first day is no holiday any more.
  const begins = Math.max(Date.parse(from), work.now.getTime())
  await freezeCredits(work, project_id, { from, ms: Math.max(0, Date.parse(to) - begins) })
  const inside = await work.db
    .select()
    .from(lessons)
    .where(
      and(
        eq(lessons.project_id, project_id),
        inArray(lessons.state, [...UPCOMING]),
        // One that has begun is what it was: whoever missed it, missed it.
        gt(lessons.starts_at, work.now.toISOString()),
        sql`tstzrange(${lessons.starts_at}, ${lessons.ends_at}) && ${span}`,
      ),
    )
    .orderBy(asc(lessons.starts_at), asc(lessons.id))
    .limit(MOST_MOVED + 1)
    .for('update')
  if (inside.length > MOST_MOVED) throw new Refusal(409, 'lessons.holiday_full')
  const forgives = Date.parse(from) - work.now.getTime() >= SAID_BEFORE
  const moved = new Map<number, LessonRow[]>()
  const ended: Ended[] = []
  for (const row of inside) {
    const isSettled = SETTLED.some((state) => state === row.state)
    // What somebody stands in for is for that moment.
    const isMoved = row.kind === 'weekly' && isSettled && row.handed_over_at === null
    const place = isMoved ? await placeBehind(work, row, zone) : null
    if (place) {
      const now = await moveTo(work, row, place, 'teacher', { checked: true })
      moved.set(row.series_id, [...(moved.get(row.series_id) ?? []), now])
      continue
    }
    const step = row.state === 'requested' ? 'decline' : 'cancel_as_teacher'
    ended.push(await end(work, row, step, 'teacher', { forgives }))
  }
  const version = made.id
  for (const rows of moved.values())
    for (const side of toldOfMove('teacher'))
      await tell(work, side, 'LESSON_CHANGED', 'moved', rows, { version })
  return {
    holiday: { id: made.id, from, to },
    moved: [...moved.values()].reduce((sum, rows) => sum + rows.length, 0),
    cancelled: ended.length,
    against_you: ended.filter(({ counts }) => counts).length,
    given_more: ended.filter(({ given_more }) => given_more).length,
  }
}

/** Carries what a holiday would do out of the part of the transaction in which it was tried. */
class Tried extends Error {
  readonly outcome: HolidayOutcome
  constructor(outcome: HolidayOutcome) {
    super('a holiday was tried')
    this.outcome = outcome
  }
}

/**
 * What would become of a teacher's lessons if they were away then: it is done, and undone, so that it says what doing it
 * does. Nothing stays, and nobody is told.
 * @throws Refusal as `addHoliday`
 */
export async function previewHoliday(
  work: Work,
  viewer: Pick<Viewer, 'id'>,
  draft: HolidayDraft,
): Promise<HolidayPreview> {
  try {
    return await savepoint(work, async (part) => {
      throw new Tried(await addHoliday(part, viewer, draft))
    })
  } catch (error) {
    if (!(error instanceof Tried)) throw error
    const { holiday: _, ...preview } = error.outcome
    return preview
  }
}

/**
 * A teacher comes back: what is left of a holiday can be booked again. The packages keep the time that they got by it.
 * @throws Refusal 404 when it isn't theirs
 */
export async function removeHoliday(work: Work, viewer: Viewer, id: number): Promise<void> {
  const { project_id } = await ownTeaching(work.db, viewer.id)
  const [gone] = await work.db
    .delete(lesson_holidays)
    .where(and(eq(lesson_holidays.id, id), eq(lesson_holidays.project_id, project_id)))
    .returning({ exception_id: lesson_holidays.exception_id })
  if (!gone) throw notFound()
  if (gone.exception_id !== null)
    await deleteException(work, viewer, gone.exception_id).catch((error) => {
      // It may have been opened again on the page of availability.
      if (!(error instanceof Refusal) || error.status !== 404) throw error
    })
}
