import { eq, type SQL, sql } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import type { Subject } from '#core/contract/subject.ts'
import type { Work } from '#core/server/app.ts'
import { isExclusionViolation, takeTurns, turnOf } from '#core/server/db.ts'
import type { Viewer } from '#core/server/route.ts'
import { markAvailability } from '#features/projects/commands.profile.ts'
import { type OwnerScope, ownerScope } from '#features/projects/queries.ts'
import { music_projects, project_members } from '#features/projects/table.ts'
import type { Exception, ExceptionDraft, WeekDraft } from './contract.ts'
import { leadsOf, personTaken } from './queries.ts'
import { FIRST_SETTINGS, problemsOfWeek, sortedRules, weekOf } from './rules.ts'
import {
  availability_exceptions,
  availability_rules,
  availability_settings,
  busy_times,
  imported_times,
  personal_weeks,
} from './table.ts'

/* ---------------------------------------------------------------- promised time */

export interface Promised {
  project_id: number
  starts_at: string
  ends_at: string
  kind: 'hold' | 'gig' | 'lesson'
  /** What it is for, such as a request; confirmed and released together. */
  subject: Subject
}

/**
 * Expression: waits for the turns of everybody whose time a project may promise, by the project, then by its people in
 * rising order, so that those who want the same time pass one after the other. Read in a statement before the one that
 * promises: who waited has to see what was promised meanwhile.
 */
export const turnsToHold = (project_id: SQL) => sql<number>`(
  select count(pg_advisory_xact_lock(turn)) from (
    select ${turnOf('busy.project', project_id)} as turn, 0 as place, 0 as id
    union all
    select ${turnOf('busy.person', sql`user_id`)}, 1, user_id from (
      select user_id from ${leadsOf(project_id)} lead
      union select user_id from ${project_members} sub
      where sub.project_id = ${project_id} and sub.substitute_for is not null and sub.left_at is null) people
    order by place, id) in_turn)`

/**
 * Promises the project's time, with its buffers: rows of the band, and of everybody who must be on stage, in one
 * statement, after one that has waited for their turns (`turnsToHold`). A required member who isn't free is replaced by their first free substitute. Whether it may be is
 * decided by the database's constraints alone; whoever is refused has their whole transaction undone.
 * @returns who will be on stage
 * @throws Refusal 409 `availability.taken` when somebody or the band is promised elsewhere then
 */
export async function holdTime(work: Work, promised: Promised): Promise<{ user_ids: number[] }> {
  const { project_id, starts_at, ends_at, kind, subject } = promised
  try {
    const { rows } = await work.db.execute<{ user_id: number | null }>(sql`
      with span as (
        select p.id, p.project_type, tstzrange(
          ${starts_at}::timestamptz - make_interval(mins => coalesce(a.buffer_before_minutes,
            ${FIRST_SETTINGS.buffer_before_minutes})),
          ${ends_at}::timestamptz + make_interval(mins => coalesce(a.buffer_after_minutes,
            ${FIRST_SETTINGS.buffer_after_minutes}))) as during
        from ${music_projects} p left join availability_settings a on a.project_id = p.id
        where p.id = ${project_id}
      ), on_stage as (
        select distinct case when ${personTaken(sql`lead.user_id`, sql`span.during`)} then coalesce((
            select sub.user_id from ${project_members} sub
            where sub.project_id = span.id and sub.substitute_for = lead.member_id and sub.left_at is null
              and not ${personTaken(sql`sub.user_id`, sql`span.during`)}
            order by sub.substitute_rank nulls last, sub.id limit 1), lead.user_id)
          else lead.user_id end as user_id
        from span, lateral ${leadsOf(sql`span.id`)} lead
      )
      insert into busy_times (project_id, user_id, during, kind, subject, created_at)
      select span.id, stage.user_id, span.during, ${kind}, ${subject}, ${work.now.toISOString()}::timestamptz
      from span, (
        select user_id from on_stage
        union all select null from span where project_type = 'GROUP') stage
      order by stage.user_id nulls first
      returning user_id`)
    if (rows.length === 0) throw notFound()
    return { user_ids: rows.flatMap(({ user_id }) => (user_id === null ? [] : [user_id])) }
  } catch (error) {
    if (isExclusionViolation(error)) throw new Refusal(409, 'availability.taken')
    throw error
  }
}

/**
 * Holds become gigs.
 * @throws Refusal 409 `availability.released` when nothing is held for one of them any more
 */
export async function confirmTime(work: Work, subjects: ReadonlySet<Subject>): Promise<void> {
  const { rows } = await work.db.execute<{ subject: string }>(sql`
    update busy_times set kind = 'gig'
    where subject = any(${sql.param([...subjects])}::text[]) and released_at is null returning subject`)
  if (new Set(rows.map(({ subject }) => subject)).size < subjects.size)
    throw new Refusal(409, 'availability.released')
}

/**
 * Promised time gets shorter at its ends, with the buffers it was promised with: what is less never stands in
 * anybody's way, whatever was changed or promised meanwhile.
 * @param by how much later it begins and how much earlier it ends, in milliseconds
 */
export async function narrowTime(
  work: Work,
  subject: Subject,
  by: { start: number; end: number },
): Promise<void> {
  await work.db.execute(sql`
    update busy_times set during = tstzrange(lower(during) + make_interval(secs => ${by.start / 1000}),
      upper(during) - make_interval(secs => ${by.end / 1000}))
    where subject = ${subject} and released_at is null`)
}

/** Gives the time back. Nothing happens when it was given back before. */
export async function releaseTime(work: Work, subject: Subject): Promise<void> {
  await work.db.execute(
    sql`update busy_times set released_at = ${work.now.toISOString()}::timestamptz
      where subject = ${subject} and released_at is null`,
  )
}

/**
 * Writes the whole week. What is promised already stays promised.
 * @throws Refusal 422 by field where two rules overlap
 */
export async function saveWeek(work: Work, scope: OwnerScope, draft: WeekDraft): Promise<void> {
  const { project_id } = scope
  const fields = problemsOfWeek(draft.rules)
  if (Object.keys(fields).length > 0) throw new Refusal(422, 'common.invalid', { fields })
  const { rules, ...settings } = draft
  const week = weekOf(rules)
  // The project itself first, as everybody who writes more of it does: two that begin at other ends wait for each other.
  await markAvailability(work, project_id, rules.length > 0)
  await work.db
    .insert(availability_settings)
    .values({ project_id, ...settings, week })
    .onConflictDoUpdate({ target: availability_settings.project_id, set: { ...settings, week } })
  await work.db.delete(availability_rules).where(eq(availability_rules.project_id, project_id))
  if (rules.length > 0)
    await work.db
      .insert(availability_rules)
      .values(sortedRules(rules).map((rule) => ({ project_id, ...rule })))
}

/**
 * Opens or blocks a time.
 * @throws Refusal 422 when it is over already
 */
export async function addException(
  work: Work,
  whose: Pick<OwnerScope, 'project_id'> | { user_id: number },
  draft: ExceptionDraft,
): Promise<Exception> {
  const from = new Date(draft.from).toISOString()
  const to = new Date(draft.to).toISOString()
  if (Date.parse(to) <= work.now.getTime())
    throw new Refusal(422, 'common.invalid', { fields: { to: { key: 'validation.in_future' } } })
  const [row] = await work.db
    .insert(availability_exceptions)
    .values({
      ...('project_id' in whose ? { project_id: whose.project_id } : { user_id: whose.user_id }),
      during: `[${from},${to})`,
      kind: draft.kind,
      reason: draft.reason,
    })
    .returning({ id: availability_exceptions.id })
  return { ...draft, from, to, id: row?.id ?? 0 }
}

/**
 * Takes an exception back; whose it is decides who may, whichever project they act as.
 * @throws Refusal 404 when it is of no project of theirs, 403 when they are a collaborator
 */
export async function deleteException(work: Work, viewer: Viewer, id: number): Promise<void> {
  const { db } = work
  const one = eq(availability_exceptions.id, id)
  const [found] = await db
    .select({ project_id: availability_exceptions.project_id, user_id: availability_exceptions.user_id })
    .from(availability_exceptions)
    .where(one)
  if (!found) throw notFound()
  if (found.project_id !== null) await ownerScope(db, viewer, found.project_id)
  else if (found.user_id !== viewer.id) throw notFound()
  await db.delete(availability_exceptions).where(one)
}

/**
 * Stores when a project is busy by a calendar from elsewhere, instead of what that one said before: only what differs
 * is written.
 * @param busy in order, none touching another: the first instant and the one it is over
 */
export async function replaceImported(
  { db }: Work,
  project_id: number,
  subject: Subject,
  busy: readonly (readonly [string, string])[],
): Promise<void> {
  const column = (n: 0 | 1) => sql.param(busy.map((span) => span[n]))
  await db.execute(sql`
    with given as materialized (
      select tstzrange(starts_at, ends_at) as during
      from unnest(${column(0)}::timestamptz[], ${column(1)}::timestamptz[]) as span (starts_at, ends_at)
    ), gone as (
      delete from ${imported_times} i
      where i.subject = ${subject} and not exists (select 1 from given g where g.during = i.during))
    insert into ${imported_times} (project_id, during, subject)
    select ${project_id}, g.during, ${subject} from given g where not exists (
      select 1 from ${imported_times} i where i.subject = ${subject} and i.during = g.during)`)
}

/** A calendar from elsewhere makes nobody busy any more. */
export async function removeImported({ db }: Work, subject: Subject): Promise<void> {
  await db.delete(imported_times).where(eq(imported_times.subject, subject))
}

/**
 * Writes the whole week of somebody without a project.
 * @throws Refusal 422 by field where two rules overlap
 */
export async function savePersonalWeek(
  work: Work,
  user_id: number,
  { zone, rules }: Pick<WeekDraft, 'zone' | 'rules'>,
): Promise<void> {
  const fields = problemsOfWeek(rules)
  if (Object.keys(fields).length > 0) throw new Refusal(422, 'common.invalid', { fields })
  const set = { zone, rules: sortedRules(rules) }
  await work.db
    .insert(personal_weeks)
    .values({ user_id, ...set })
    .onConflictDoUpdate({ target: personal_weeks.user_id, set })
}

/** Promises a lesson's time, without buffers: a row of who teaches and one of who learns, of the project that teaches. */
export interface PromisedLesson {
  project_id: number
  user_ids: readonly number[]
  starts_at: string
  ends_at: string
  subject: Subject
}

/**
 * Holds the time of lessons for everybody in them, after taking their turns: of two who want the same time one is
 * refused by the database's constraint, and their whole transaction undone.
 * @throws Refusal 409 `availability.taken`
 */
export async function holdLessons(work: Work, some: readonly PromisedLesson[]): Promise<void> {
  const people = [...new Set(some.flatMap(({ user_ids }) => user_ids))].sort((a, b) => a - b)
  await takeTurns(work.db, 'busy.person', people)
  try {
    await work.db.insert(busy_times).values(
      some.flatMap(({ project_id, user_ids, starts_at, ends_at, subject }) =>
        user_ids.map((user_id) => ({
          ...{ project_id, user_id, subject },
          during: `[${starts_at},${ends_at})`,
          kind: 'lesson' as const,
          created_at: work.now.toISOString(),
        })),
      ),
    )
  } catch (error) {
    if (isExclusionViolation(error)) throw new Refusal(409, 'availability.taken')
    throw error
  }
}

/** Removes what somebody said of their own time. */
export async function erasePersonal({ db }: Work, user_id: number): Promise<void> {
  await db.delete(personal_weeks).where(eq(personal_weeks.user_id, user_id))
  await db.delete(availability_exceptions).where(eq(availability_exceptions.user_id, user_id))
}

/** Removes what a project said about its time. What it promised is released by whoever promised it. */
export async function eraseAvailability({ db }: Work, project_id: number): Promise<void> {
  for (const table of [availability_exceptions, availability_rules, availability_settings, imported_times])
    await db.delete(table).where(eq(table.project_id, project_id))
}

/**
 * Who left a band gives back what it has promised of their time and what hasn't begun. Their first substitute who is free
 * then is promised in their place; where nobody is, the band plays without.
 */
export async function replaceMember(
  { db, now }: Work,
  { project_id, member_id, user_id }: { project_id: number; member_id: number; user_id: number },
): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`
  await db.execute(sql`select ${turnsToHold(sql`${project_id}::bigint`)}`)
  // Whoever a host accepted in their place plays in their own right from now on.
  await db.execute(sql`update busy_times set in_place_of = null
    where in_place_of = ${member_id} and lower(during) > ${at}`)
  await db.execute(sql`
    with theirs as (
      update busy_times set released_at = ${at}
      where project_id = ${project_id} and user_id = ${user_id} and released_at is null and lower(during) > ${at}
      returning during, kind, subject)
    insert into busy_times (project_id, user_id, during, kind, subject, created_at)
    select ${project_id}, stands_in.user_id, theirs.during, theirs.kind, theirs.subject, ${at}
    from theirs cross join lateral (
      select sub.user_id from ${project_members} sub
      where sub.project_id = ${project_id} and sub.substitute_for = ${member_id} and sub.left_at is null
        and not ${personTaken(sql`sub.user_id`, sql`theirs.during`)}
      order by sub.substitute_rank nulls last, sub.id limit 1) stands_in`)
}

/**
 * A gig's time moves from somebody who can't play to who plays instead, with the hours that it was promised with. Whether
 * it may is decided by the database's constraint, after the turn of whoever comes in.
 * @param gig.project_id the band; its own row says the hours, as who isn't required has none
 * @param gig.to.in_place_of the member whose part they play; null: their own
 * @throws Refusal 409 `availability.taken` when they are promised elsewhere then, `availability.released` when the band
 * isn't promised any more
 */
export async function moveTime(
  work: Work,
  {
    subject,
    project_id,
    from_user_id,
    to,
  }: {
    subject: Subject
    project_id: number
    from_user_id: number
    to: { user_id: number; in_place_of: number | null }
  },
): Promise<void> {
  const at = sql`${work.now.toISOString()}::timestamptz`
  await takeTurns(work.db, 'busy.person', [to.user_id])
  await work.db.execute(sql`update busy_times set released_at = ${at}
    where subject = ${subject} and user_id = ${from_user_id} and released_at is null`)
  try {
    const { rows } = await work.db.execute(sql`
      insert into busy_times (project_id, user_id, during, kind, subject, in_place_of, created_at)
      select project_id, ${to.user_id}, during, kind, subject, ${to.in_place_of}::bigint, ${at} from busy_times
      where subject = ${subject} and project_id = ${project_id} and user_id is null and released_at is null
        and kind = 'gig'
      returning id`)
    if (rows.length === 0) throw new Refusal(409, 'availability.released')
  } catch (error) {
    if (isExclusionViolation(error)) throw new Refusal(409, 'availability.taken')
    throw error
  }
}

/** Gives back what was promised of one person for something; the others' stays. */
export async function releasePersonFrom({ db, now }: Work, subject: Subject, user_id: number): Promise<void> {
  await db.execute(sql`update busy_times set released_at = ${now.toISOString()}::timestamptz
    where subject = ${subject} and user_id = ${user_id} and released_at is null`)
}

/** Gives back the time to come of somebody who won't be there, whatever band promised it. */
export async function releasePerson({ db, now }: Work, user_id: number): Promise<void> {
  await db.execute(
    sql`update busy_times set released_at = ${now.toISOString()}::timestamptz
      where user_id = ${user_id} and released_at is null and upper(during) > ${now.toISOString()}::timestamptz`,
  )
}
