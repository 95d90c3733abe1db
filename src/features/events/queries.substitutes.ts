import { and, asc, desc, eq, inArray, lte, notExists, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type Subject, subject } from '#core/contract/subject.ts'
import type { Db } from '#core/server/db.ts'
import { users } from '#features/accounts/table.ts'
import { personTaken } from '#features/availability/queries.ts'
import { busy_times } from '#features/availability/table.ts'
import { music_projects, project_members } from '#features/projects/table.ts'
import type { BandAtEvent, Player, Substitution } from './contract.substitutes.ts'
import { type Candidate, hostAnswersUntil, mayBeReplaced, mayReplace } from './rules.substitutes.ts'
import type { Reader } from './rules.ts'
import { event_performers, event_substitutes, events } from './table.ts'

/* Who of a band plays an event in place of a member who can't. */

/** As what the time of a project's people is promised for an order's event. */
export const promisedFor = (order_id: number, project_id: number): Subject =>
  subject('order', order_id, { kind: 'project', id: project_id })

const out = alias(project_members, 'out_m')
const stand = alias(project_members, 'sub_m')

/** Somebody of a band as JSON. @param member an alias of project_members */
const playerOf = (member: typeof out | typeof stand) => sql<Player>`(
  select json_build_object('member_id', ${member.id}, 'name', u.name, 'function', ${member.function},
    'instruments', ${member.instruments}, 'profile_id', p.id, 'profile_image', p.profile_image)
  from ${users} u left join ${music_projects} p on p.owner_id = u.id and p.project_type = 'INDIVIDUAL'
    and p.status = 'active' and p.hidden_at is null
  where u.id = ${member.user_id})`

const columns = {
  id: event_substitutes.id,
  project_id: event_substitutes.project_id,
  member: playerOf(out),
  substitute: playerOf(stand),
  reason: event_substitutes.reason,
  state: event_substitutes.state,
  reply_by: event_substitutes.reply_by,
}

const selected = (db: Db) =>
  db
    .select(columns)
    .from(event_substitutes)
    .innerJoin(out, eq(out.id, event_substitutes.member_id))
    .innerJoin(stand, eq(stand.id, event_substitutes.substitute_id))

/** What is shown of an event: of each member the last that was said. */
export function substitutesAt(db: Db, event_id: number) {
  const newer = alias(event_substitutes, 'newer')
  return selected(db)
    .where(
      and(
        eq(event_substitutes.event_id, event_id),
        inArray(event_substitutes.state, ['proposed', 'accepted', 'rejected', 'unanswered']),
        notExists(
          db
            .select({ one: sql`1` })
            .from(newer)
            .where(
              sql`${newer.event_id} = ${event_substitutes.event_id}
                and ${newer.member_id} = ${event_substitutes.member_id} and ${newer.id} > ${event_substitutes.id}`,
            ),
        ),
      ),
    )
    .orderBy(asc(event_substitutes.id))
}

/**
 * Substitutes of one project as a reader of the event may know them: nobody for others who play; why, only for the host
 * and who leads the band.
 */
export const substitutesFor = (
  rows: readonly (Substitution & { project_id: number })[],
  project_id: number,
  reader: Reader,
): Substitution[] => {
  if (reader.side !== 'hunter' && !reader.project_ids.includes(project_id)) return []
  const knowsWhy = reader.side === 'hunter' || reader.owned_ids.includes(project_id)
  return rows
    .filter((row) => row.project_id === project_id)
    .map(({ project_id: _, reason, ...row }) => ({ ...row, reason: knowsWhy ? reason : '' }))
}

/** A member of a band at an event: who they are, and whether they play. */
export type AtEvent = Candidate & Player & { user_id: number; free: boolean }

/** The members of a band, as they are about an event of theirs. */
export async function bandAt(
  db: Db,
  { event_id, order_id, project_id }: { event_id: number; order_id: number; project_id: number },
): Promise<AtEvent[]> {
  const its = promisedFor(order_id, project_id)
  const { rows } = await db.execute<{ [K in keyof AtEvent]: AtEvent[K] }>(sql`
    select m.id as member_id, m.user_id, m.required, m.substitute_for, u.name, m.function, m.instruments,
      p.id as profile_id, p.profile_image,
      exists (select from ${busy_times} b where b.subject = ${its} and b.user_id = m.user_id
        and b.released_at is null) as on_stage,
      exists (select from ${event_substitutes} s where s.event_id = ${event_id} and s.state = 'accepted'
        and (s.member_id = m.id or s.place_id = m.id)) as replaced,
      not exists (select from ${busy_times} own where own.subject = ${its} and own.user_id is null
        and own.released_at is null and ${personTaken(sql`m.user_id`, sql`own.during`)}) as free
    from ${project_members} m join ${users} u on u.id = m.user_id
      left join ${music_projects} p on p.owner_id = u.id and p.project_type = 'INDIVIDUAL' and p.status = 'active'
        and p.hidden_at is null
    where m.project_id = ${project_id} and m.left_at is null
    order by m.substitute_rank nulls last, m.id`)
  return rows
}

/** When a project's people meet for an event; null when they don't play it. */
export async function callOf(db: Db, event_id: number, project_id: number): Promise<string | null> {
  const [row] = await db
    .select({ call_at: sql<string>`${event_performers.schedule} ->> 'call_at'` })
    .from(event_performers)
    .where(and(eq(event_performers.event_id, event_id), eq(event_performers.project_id, project_id)))
    .orderBy(sql`(${event_performers.schedule} ->> 'call_at')::timestamptz`)
    .limit(1)
  return row?.call_at ?? null
}

const playerIn = ({ member_id, name, function: does, instruments, profile_id, profile_image }: AtEvent) => ({
  ...{ member_id, name, function: does, instruments, profile_id, profile_image },
})

/** What the owner of a band chooses from: who may be replaced, and who may play instead. */
export async function bandAtEvent(
  db: Db,
  its: { event_id: number; order_id: number; project_id: number },
  now: Date,
): Promise<BandAtEvent> {
  const band = await bandAt(db, its)
  const call_at = await callOf(db, its.event_id, its.project_id)
  return {
    reply_by: (call_at && hostAnswersUntil(call_at, now)?.toISOString()) || null,
    players: mayBeReplaced(band).map(playerIn),
    others: mayReplace(band).map((one) => ({ ...playerIn(one), free: one.free })),
  }
}

/** Proposals whose time to answer is over. */
export const unansweredBy = (now: Date) => lte(event_substitutes.reply_by, now.toISOString())

/** Those of them that nobody has answered: as many as one sweep goes through. */
export async function substitutesDue(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .select({ id: event_substitutes.id })
    .from(event_substitutes)
    .where(and(eq(event_substitutes.state, 'proposed'), unansweredBy(now)))
    .orderBy(asc(event_substitutes.id))
    .limit(200)
  return rows.map(({ id }) => id)
}

/** What is told of a proposal, and to whom. */
export async function substituteFacts(db: Db, where: SQL) {
  return db
    .select({
      id: event_substitutes.id,
      event_id: events.id,
      hunter_id: events.hunter_id,
      order_id: events.order_id,
      title: events.title,
      type: events.type,
      city: events.city,
      starts_at: events.starts_at,
      zone: events.zone,
      state: event_substitutes.state,
      reply_by: event_substitutes.reply_by,
      project_id: event_substitutes.project_id,
      project_name: music_projects.name,
      owner_id: music_projects.owner_id,
      member_user_id: sql<number>`${out.user_id}`,
      member_name: sql<string | null>`(select u.name from ${users} u where u.id = ${out.user_id})`,
      substitute_user_id: sql<number>`${stand.user_id}`,
      substitute_name: sql<string | null>`(select u.name from ${users} u where u.id = ${stand.user_id})`,
    })
    .from(event_substitutes)
    .innerJoin(events, eq(events.id, event_substitutes.event_id))
    .innerJoin(music_projects, eq(music_projects.id, event_substitutes.project_id))
    .innerJoin(out, eq(out.id, event_substitutes.member_id))
    .innerJoin(stand, eq(stand.id, event_substitutes.substitute_id))
    .where(where)
    .orderBy(desc(event_substitutes.id))
}
export type SubstituteFacts = Awaited<ReturnType<typeof substituteFacts>>[number]

/** Who of the bands that play an event doesn't, as a substitute was accepted for them. */
export async function outOf(db: Db, event_id: number): Promise<{ user_id: number; project_id: number }[]> {
  return db
    .select({ user_id: project_members.user_id, project_id: event_substitutes.project_id })
    .from(event_substitutes)
    .innerJoin(project_members, eq(project_members.id, event_substitutes.member_id))
    .where(
      and(
        eq(event_substitutes.event_id, event_id),
        eq(event_substitutes.state, 'accepted'),
        // Who couldn't may play in somebody else's place by now.
        sql`not exists (select from ${event_substitutes} other where other.event_id = ${event_id}
          and other.state = 'accepted' and other.substitute_id = ${event_substitutes.member_id})`,
      ),
    )
}

/** Everything that was proposed by somebody, for them or instead of them; why, where it is theirs. */
export async function substituteDataOf(db: Db, user_id: number) {
  const rows = await db
    .select({
      event_id: event_substitutes.event_id,
      project_id: event_substitutes.project_id,
      proposed_by_you: sql<boolean>`${event_substitutes.user_id} = ${user_id}`,
      cannot_play: sql<boolean>`${out.user_id} = ${user_id}`,
      plays_instead: sql<boolean>`${stand.user_id} = ${user_id}`,
      reason: sql<string | null>`case when ${event_substitutes.user_id} = ${user_id}
        or ${out.user_id} = ${user_id} then ${event_substitutes.reason} end`,
      state: event_substitutes.state,
      proposed_at: event_substitutes.proposed_at,
      ended_at: event_substitutes.ended_at,
    })
    .from(event_substitutes)
    .innerJoin(out, eq(out.id, event_substitutes.member_id))
    .innerJoin(stand, eq(stand.id, event_substitutes.substitute_id))
    .where(or(eq(event_substitutes.user_id, user_id), eq(out.user_id, user_id), eq(stand.user_id, user_id)))
    .orderBy(asc(event_substitutes.id))
  return rows
}
