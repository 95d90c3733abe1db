import { and, asc, eq, gte, inArray, lt, lte, sql } from 'drizzle-orm'
import { formatDate, formatList, formatNumber, localeOf } from '#core/contract/intl.ts'
import type { Language } from '#core/contract/language.ts'
import { addDays, wallClock } from '#core/contract/time.ts'
import type { Db } from '#core/server/db.ts'
import type { Texts } from '#core/server/texts.ts'
import { zoneOf } from '#features/availability/queries.personal.ts'
import { monthSpan } from '#features/availability/rules.ts'
import { music_projects } from '#features/projects/table.ts'
import { creditsOf } from '../booking/queries.ts'
import { between, practisedDays } from '../progress/queries.ts'
import { streakOf } from '../progress/rules.ts'
import { HAD } from '../rules.ts'
import { assignment_remarks, assignments } from '../table.assignments.ts'
import { learner_objectives, learner_pieces, lesson_packages, lessons, piece_statuses } from '../table.ts'
import type { MonthSummary } from './contract.ts'
import { monthBefore, movedOnTo } from './rules.ts'

/**
 * What a student did in a month of their clock; the page and the letter about it say the same.
 * @param asked YYYY-MM; the month before this one where none is given
 */
export async function monthOf(db: Db, student_id: number, now: Date, asked?: string): Promise<MonthSummary> {
  const zone = await zoneOf(db, student_id)
  const today = wallClock(now, zone).day
  const month = asked ?? monthBefore(today)
  const { first, days: length, starts_at, ends_at } = monthSpan(month, zone)
  const last = addDays(first, length - 1)
  const [until = today] = [last, today].sort()
  const practised = await practisedDays(db, student_id, until)
  const within = practised.filter(({ day }) => day >= first)
  const had = await db.$count(
    lessons,
    and(
      eq(lessons.student_id, student_id),
      inArray(lessons.state, [...HAD]),
      gte(lessons.starts_at, starts_at),
      lt(lessons.starts_at, ends_at),
    ),
  )
  const reached = await db
    .select({ id: learner_objectives.id, title: learner_objectives.title })
    .from(learner_objectives)
    .where(
      and(
        eq(learner_objectives.student_id, student_id),
        gte(learner_objectives.reached_at, starts_at),
        lt(learner_objectives.reached_at, ends_at),
      ),
    )
    .orderBy(asc(learner_objectives.reached_at), asc(learner_objectives.id))
  const turned_in = await db.$count(
    assignments,
    and(
      eq(assignments.student_id, student_id),
      gte(assignments.turned_in_at, starts_at),
      lt(assignments.turned_in_at, ends_at),
    ),
  )
  const [said] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(assignment_remarks)
    .innerJoin(assignments, eq(assignments.id, assignment_remarks.assignment_id))
    .where(
      and(
        eq(assignments.student_id, student_id),
        eq(assignment_remarks.side, 'teacher'),
        gte(assignment_remarks.created_at, starts_at),
        lt(assignment_remarks.created_at, ends_at),
      ),
    )
  return between({
    month,
    zone,
    minutes: within.reduce((sum, { minutes }) => sum + minutes, 0),
    days: within.length,
    streak: streakOf(
      practised.map(({ day }) => day),
      until,
    ),
    lessons: had,
    pieces: await movedOn(db, student_id, first, last),
    objectives: reached,
    turned_in,
    remarks: said?.count ?? 0,
    credits: await runningOut(db, student_id, now, monthSpan(addDays(last, 1).slice(0, 7), zone).ends_at),
  })
}

/** Pieces of a student that moved on between two days, and to where. */
async function movedOn(
  db: Db,
  student_id: number,
  first: string,
  last: string,
): Promise<MonthSummary['pieces']> {
  const rows = await db
    .select({
      id: learner_pieces.id,
      piece: learner_pieces.piece,
      day: piece_statuses.day,
      status: piece_statuses.status,
    })
    .from(piece_statuses)
    .innerJoin(learner_pieces, eq(learner_pieces.id, piece_statuses.piece_id))
    .where(and(eq(learner_pieces.student_id, student_id), lte(piece_statuses.day, last)))
    .orderBy(asc(learner_pieces.id), asc(piece_statuses.day))
  return [...Map.groupBy(rows, ({ id }) => id)].flatMap(([id, standings]) => {
    const status = movedOnTo(standings, first, last)
    return status ? [{ id, piece: standings[0]?.piece ?? '', status }] : []
  })
}

/** Credits of a student that run out by then, those that do so first first. */
async function runningOut(
  db: Db,
  student_id: number,
  now: Date,
  by: string,
): Promise<MonthSummary['credits']> {
  const packs = await db
    .select({
      id: lesson_packages.id,
      teacher: sql<string>`coalesce(${music_projects.name}, '')`,
      expires_at: sql<string>`${lesson_packages.expires_at}`.mapWith(lesson_packages.expires_at),
    })
    .from(lesson_packages)
    .innerJoin(music_projects, eq(music_projects.id, lesson_packages.project_id))
    .where(
      and(
        eq(lesson_packages.student_id, student_id),
        eq(lesson_packages.state, 'active'),
        gte(lesson_packages.expires_at, now.toISOString()),
        lt(lesson_packages.expires_at, by),
      ),
    )
    .orderBy(asc(lesson_packages.expires_at), asc(lesson_packages.id))
  const credits = await creditsOf(
    db,
    packs.map(({ id }) => id),
  )
  return packs.flatMap((pack) => {
    const left = credits.get(pack.id)?.left ?? 0
    return left > 0 ? [{ ...pack, left }] : []
  })
}

/** What the letter about a month says of it, a line each; nothing of what there was none. */
export function linesOf(texts: Texts, language: Language, summary: MonthSummary): string[] {
  const { minutes, days, streak, turned_in, remarks, pieces, objectives, credits, zone } = summary
  const say = (key: string, values: Record<string, string | number> = {}) =>
    texts.say(language, `functionality:months.mail.${key}`, values)
  const line = (is: unknown, key: string, values: Record<string, string | number> = {}) =>
    is ? [say(key, values)] : []
  const many = (value: number) => formatNumber(value, localeOf(language))
  return [
    ...line(summary.lessons, 'lessons', { count: summary.lessons }),
    ...line(days, 'practice', { count: days, minutes: many(minutes) }),
    ...line(days && streak, 'streak', { count: streak }),
    ...line(pieces.length, 'pieces', {
      pieces: formatList(
        pieces.map(({ piece, status }) =>
          say('piece', {
            piece,
            status: texts.say(language, `functionality:progress.pieces.statuses.${status}`),
          }),
        ),
        language,
      ),
    }),
    ...line(objectives.length, 'objectives', {
      objectives: formatList(
        objectives.map(({ title }) => `“${title}”`),
        language,
      ),
    }),
    ...line(turned_in, 'turned_in', { count: turned_in }),
    ...line(remarks, 'remarks', { count: remarks }),
    ...credits.map(({ teacher, left, expires_at }) =>
      say('credits', {
        count: left,
        teacher,
        date: formatDate(expires_at, language, { day: 'numeric', month: 'long', timeZone: zone }),
      }),
    ),
  ]
}
