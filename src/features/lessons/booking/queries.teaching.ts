import { and, asc, eq, gt, inArray, or, sql } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { DEFAULT_ZONE, instantOf, wallClock } from '#core/contract/time.ts'
import { readBy } from '#core/server/audience.ts'
import type { Db } from '#core/server/db.ts'
import { isMinorHere } from '#features/accounts/queries.minors.ts'
import { users } from '#features/accounts/table.ts'
import { availability_settings } from '#features/availability/table.ts'
import { ledger_accounts, ledger_postings, ledger_transactions } from '#features/ledger/table.ts'
import { payments } from '#features/payments/table.ts'
import { music_projects } from '#features/projects/table.ts'
import { services } from '#features/services/table.ts'
import { showsProgress, statesOf } from '../queries.ts'
import { TAUGHT } from '../rules.ts'
import { lesson_holidays, lesson_packages, lesson_settings, lessons } from '../table.ts'
import type { OwnStudent, TeacherDesk } from './contract.teaching.ts'
import { creditsOf, lessonsWhere, packagesWhere } from './queries.ts'

/** What somebody teaches by: their personal project. @throws Refusal 404 for who has none */
export async function ownTeaching(db: Db, user_id: number): Promise<{ project_id: number; zone: string }> {
  const [found] = await db
    .select({
      project_id: music_projects.id,
      zone: sql<string>`coalesce(${availability_settings.zone}, ${music_projects.zone}, ${DEFAULT_ZONE})`,
    })
    .from(music_projects)
    .leftJoin(availability_settings, eq(availability_settings.project_id, music_projects.id))
    .where(
      and(
        eq(music_projects.owner_id, user_id),
        eq(music_projects.project_type, 'INDIVIDUAL'),
        eq(music_projects.status, 'active'),
      ),
    )
  if (!found) throw notFound()
  return found
}

/** How many students a teacher's desk lists, and their home. */
const MOST_STUDENTS = 200
const STUDENTS_AT_HOME = 8

/** Whom a project teaches, or taught: who comes next first. */
async function studentsOf(
  db: Db,
  project_id: number,
  now: Date,
  most = MOST_STUDENTS,
): Promise<OwnStudent[]> {
  const at = sql`${now.toISOString()}::timestamptz`
  const { rows } = await db.execute<Omit<OwnStudent, 'left'> & { sure: boolean }>(sql`
    select l.student_id as id, u.name, (array_agg(s.instrument order by l.id desc))[1] as instrument,
      (count(*) filter (where l.state in ('held', 'confirmed', 'reviewed')))::int as taken,
      (count(*) filter (where l.state = 'no_show_student'))::int as missed,
      min(l.starts_at) filter (where l.state in ('scheduled', 'rescheduled') and l.starts_at > ${at}) as next_at,
      max(l.starts_at) filter (where l.state in ('held', 'confirmed', 'reviewed')) as last_at,
      bool_or(${showsProgress(now)}) as progress, bool_or(l.state in (${statesOf(TAUGHT)})) as sure,
      ${isMinorHere(sql`l.student_id`)} as minor
    from ${lessons} l join ${users} u on u.id = l.student_id join ${services} s on s.id = l.service_id
    where l.project_id = ${project_id} and l.state not in ('requested', 'declined', 'lapsed')
    group by l.student_id, u.name order by next_at nulls last, last_at desc nulls last, id limit ${most}`)
  const packs = await db
    .select({ id: lesson_packages.id, student_id: lesson_packages.student_id })
    .from(lesson_packages)
    .where(and(eq(lesson_packages.project_id, project_id), eq(lesson_packages.state, 'active')))
  const credits = await creditsOf(
    db,
    packs.map(({ id }) => id),
  )
  const left = new Map<number, number>()
  for (const { id, student_id } of packs)
    left.set(student_id, (left.get(student_id) ?? 0) + (credits.get(id)?.left ?? 0))
  return rows.map(({ sure, ...row }) =>
    readBy({ side: 'artist', open: sure }, { ...row, left: left.get(row.id) ?? 0 }),
  )
}

/** The students of somebody's personal project who come next; none of who has no such project. */
export async function ownStudentsOf(
  db: Db,
  user_id: number,
  now: Date,
): Promise<{ zone: string; results: OwnStudent[] }> {
  const own = await ownTeaching(db, user_id).catch((error) => {
    if (error instanceof Refusal && error.status === 404) return null
    throw error
  })
  if (!own) return { zone: DEFAULT_ZONE, results: [] }
  return { zone: own.zone, results: await studentsOf(db, own.project_id, now, STUDENTS_AT_HOME) }
}

/** What lessons earned a project, as the books have it: altogether, and since its month began. */
async function earningsOf(
  db: Db,
  project_id: number,
  zone: string,
  now: Date,
): Promise<TeacherDesk['earnings']> {
  const month = instantOf(`${wallClock(now, zone).day.slice(0, 7)}-01`, '00:00', zone).toISOString()
  const { rows } = await db.execute<TeacherDesk['earnings'][number]>(sql`
    select a.currency,
      coalesce(sum(p.amount) filter (where a.kind = 'earned'), 0)::bigint as earned,
      coalesce(sum(p.amount) filter (where a.kind = 'earned' and t.at >= ${month}::timestamptz), 0)::bigint as this_month,
      coalesce(sum(p.amount) filter (where a.kind = 'held'), 0)::bigint as held,
      coalesce(sum(p.amount) filter (where a.kind = 'owed'), 0)::bigint as owed
    from ${ledger_accounts} a join ${ledger_postings} p on p.account_id = a.id
    join ${ledger_transactions} t on t.id = p.transaction_id
    where a.owner_kind = 'project' and a.owner_id = ${project_id}
      and (t.subject like 'lesson:%' or t.subject like 'lesson\\_package:%')
    group by a.currency order by a.currency`)
  return rows.map((row) => ({
    ...row,
    earned: Number(row.earned),
    this_month: Number(row.this_month),
  }))
}

/**
 * SQL condition: something is to be said of what was paid to a project for a lesson or a package, or to be given back. Found
 * from the payments: those are few, and the lessons that were ever given aren't.
 */
const hasOpenPayment = (
  project_id: number,
  kind: 'lesson' | 'lesson_package',
  id: typeof lessons.id | typeof lesson_packages.id,
) =>
  sql`${id} in (select split_part(open_p.subject, ':', 2)::bigint from ${payments} open_p
    where open_p.project_id = ${project_id} and open_p.subject like ${`${kind}:%`}
      and (open_p.state in ('processing', 'disputed') and open_p.method is distinct from 'card'
        or open_p.kind = 'refund' and open_p.state in ('due', 'failed')))`

/** The teacher's side of somebody's personal project. @throws Refusal 404 for who has none */
export async function teacherDeskOf(db: Db, user_id: number, now: Date): Promise<TeacherDesk> {
  const { project_id, zone } = await ownTeaching(db, user_id)
  const mine = eq(lessons.teacher_id, user_id)
  const [settings] = await db.select().from(lesson_settings).where(eq(lesson_settings.project_id, project_id))
  const holidays = await db
    .select({
      id: lesson_holidays.id,
      from: sql<string>`lower(${lesson_holidays.during})`,
      to: sql<string>`upper(${lesson_holidays.during})`,
    })
    .from(lesson_holidays)
    .where(
      and(
        eq(lesson_holidays.project_id, project_id),
        gt(sql`upper(${lesson_holidays.during})`, now.toISOString()),
      ),
    )
    .orderBy(asc(sql`lower(${lesson_holidays.during})`))
    .limit(50)
  const students = await studentsOf(db, project_id, now)
  const sells = await db.$count(
    services,
    and(
      eq(services.project_id, project_id),
      eq(services.category, 'MUSIC_LEARNING'),
      eq(services.status, 'active'),
    ),
  )
  return readBy(
    { side: 'artist', open: false },
    {
      teaches: sells > 0 || students.length > 0,
      zone,
      requests: await lessonsWhere(db, user_id, and(mine, eq(lessons.state, 'requested')), now),
      waiting: await lessonsWhere(
        db,
        user_id,
        and(mine, hasOpenPayment(project_id, 'lesson', lessons.id)),
        now,
      ),
      packages: await packagesWhere(
        db,
        user_id,
        and(
          eq(lesson_packages.project_id, project_id),
          or(
            inArray(lesson_packages.state, ['ordered', 'active']),
            hasOpenPayment(project_id, 'lesson_package', lesson_packages.id),
          ),
        ),
      ),
      students,
      earnings: await earningsOf(db, project_id, zone, now),
      holidays,
      pay_to: settings?.pay_to ?? '',
      link: settings?.link ?? '',
      room: settings?.room ?? false,
      place: settings?.place ?? '',
    },
  )
}
