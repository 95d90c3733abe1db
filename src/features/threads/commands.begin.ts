import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import type { Work } from '#core/server/app.ts'
import type { Viewer } from '#core/server/route.ts'
import { event_performers, events } from '#features/events/table.ts'
import { orders, requests } from '#features/hiring/table.ts'
import { lessons } from '#features/lessons/table.ts'
import { publicOwnerOf } from '#features/projects/queries.ts'
import { music_projects, project_members } from '#features/projects/table.ts'
import type { Thread, ThreadSubject } from './contract.ts'
import { threadView } from './queries.ts'
import { kindOf } from './rules.ts'
import { threads } from './table.ts'

type NewThread = Omit<typeof threads.$inferInsert, 'last_at'>

/** The thread of a subject, made where there is none yet. @returns its id */
export async function ensureThread(work: Work, its: NewThread): Promise<number> {
  const same = and(
    eq(threads.hunter_id, its.hunter_id),
    its.event_id ? eq(threads.event_id, its.event_id) : isNull(threads.event_id),
    its.order_id ? eq(threads.order_id, its.order_id) : isNull(threads.order_id),
    its.series_id ? eq(threads.series_id, its.series_id) : isNull(threads.series_id),
    its.project_id ? eq(threads.project_id, its.project_id) : isNull(threads.project_id),
  )
  const at = work.now.toISOString()
  const [made] = await work.db
    .insert(threads)
    .values({ ...its, last_at: at, created_at: at })
    .onConflictDoNothing()
    .returning({ id: threads.id })
  if (made) return made.id
  const [found] = await work.db.select({ id: threads.id }).from(threads).where(same)
  if (!found) throw new Error('a thread was neither made nor found')
  return found.id
}

/**
 * The conversation about something, begun where there is none yet; it is shown in lists once something was said.
 * @throws Refusal 422 for what isn't one subject, 404 for one that isn't theirs, 403 for a question by anybody but a hunter
 */
export async function beginThread(
  work: Work,
  viewer: Pick<Viewer, 'id' | 'account_type'>,
  about: ThreadSubject,
): Promise<Thread> {
  const kind = kindOf(about)
  if (!kind) throw new Refusal(422, 'threads.one_subject')
  const its =
    kind === 'event'
      ? await eventSubject(work, viewer.id, about.event_id ?? 0)
      : kind === 'order'
        ? await orderSubject(work, viewer.id, about)
        : kind === 'series'
          ? await seriesSubject(work, viewer.id, about.lesson_id ?? 0)
          : await questionSubject(work, viewer, about.project_id ?? 0)
  return threadView(work.db, viewer.id, await ensureThread(work, its), work.now)
}

/** Somebody is in a project now, as a row of its members. */
const belongs = (user_id: number) => sql`exists (select from ${project_members} m
  where m.project_id = ${music_projects.id} and m.user_id = ${user_id} and m.left_at is null)`

async function questionSubject(
  { db }: Work,
  { id, account_type }: Pick<Viewer, 'id' | 'account_type'>,
  project_id: number,
): Promise<NewThread> {
  if ((await publicOwnerOf(db, project_id)) === null) throw notFound()
  if (account_type !== 'TALENT_HUNTER') throw new Refusal(403, 'threads.hunters_ask')
  return { hunter_id: id, project_id }
}

async function orderSubject(
  { db }: Work,
  user_id: number,
  { order_id = 0, project_id = 0, request_id }: ThreadSubject,
): Promise<NewThread> {
  const [found] = await db
    .select({
      hunter_id: orders.hunter_id,
      order_id: requests.order_id,
      project_id: requests.project_id,
    })
    .from(orders)
    .innerJoin(requests, eq(requests.order_id, orders.id))
    .innerJoin(music_projects, eq(music_projects.id, requests.project_id))
    .where(
      and(
        request_id === undefined
          ? and(eq(orders.id, order_id), eq(requests.project_id, project_id))
          : eq(requests.id, request_id),
        sql`(${orders.hunter_id} = ${user_id} or ${belongs(user_id)})`,
      ),
    )
    .limit(1)
  if (!found) throw notFound()
  return found
}

async function eventSubject({ db }: Work, user_id: number, event_id: number): Promise<NewThread> {
  const [found] = await db
    .select({ hunter_id: events.hunter_id })
    .from(events)
    .where(
      and(
        eq(events.id, event_id),
        sql`(${events.hunter_id} = ${user_id} or exists (select from ${event_performers} p
          join ${project_members} m on m.project_id = p.project_id
          where p.event_id = ${event_id} and m.user_id = ${user_id} and m.left_at is null))`,
      ),
    )
  if (!found) throw notFound()
  return { hunter_id: found.hunter_id, event_id }
}

/** The series of a lesson, for the two whose it is: a member of the teacher's project has no part in it. */
async function seriesSubject({ db }: Work, user_id: number, lesson_id: number): Promise<NewThread> {
  const [found] = await db
    .select({ hunter_id: lessons.student_id, project_id: lessons.project_id, series_id: lessons.series_id })
    .from(lessons)
    .where(
      and(eq(lessons.id, lesson_id), or(eq(lessons.student_id, user_id), eq(lessons.teacher_id, user_id))),
    )
  if (!found) throw notFound()
  return found
}
