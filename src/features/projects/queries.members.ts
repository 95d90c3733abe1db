import { and, asc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { notFound } from '#core/contract/errors.ts'
import { idAfter, type Page, pageOf } from '#core/contract/page.ts'
import { outer, present } from '#core/server/columns.ts'
import type { Db } from '#core/server/db.ts'
import { users } from '#features/accounts/table.ts'
import type { Member } from './contract.ts'
import type { ProjectScope } from './queries.ts'
import { SHARES_OFF } from './rules.ts'
import { project_members } from './table.ts'

/** Who plays in a project. Fees and shares are for its owner, and for oneself. */
export async function membersOf(
  db: Db,
  scope: ProjectScope,
  query: { cursor?: string | undefined; limit: number; member_id?: number },
): Promise<Page<Member>> {
  const after = idAfter(query.cursor)
  const rows = await db
    .select({
      id: project_members.id,
      user: { id: users.id, name: present(users.name) },
      profile_image: sql<string | null>`(
        select p.profile_image from music_projects p
        where p.owner_id = ${outer(users.id)} and p.project_type = 'INDIVIDUAL'
      )`,
      role: project_members.role,
      function: project_members.function,
      instruments: project_members.instruments,
      required: project_members.required,
      substitute_for: project_members.substitute_for,
      substitute_rank: project_members.substitute_rank,
      fee: project_members.fee,
      share: project_members.share,
      joined_at: project_members.joined_at,
    })
    .from(project_members)
    .innerJoin(users, eq(users.id, project_members.user_id))
    .where(
      and(
        eq(project_members.project_id, scope.project_id),
        isNull(project_members.left_at),
        after === undefined ? undefined : gt(project_members.id, after),
        query.member_id ? eq(project_members.id, query.member_id) : undefined,
      ),
    )
    .orderBy(asc(project_members.id))
    .limit(query.limit + 1)
  const { results, next } = pageOf(rows, query.limit, (row) => row.id)
  return {
    results: results.map((member) => {
      const is_you = member.user.id === scope.user_id
      const sees = is_you || scope.role === 'OWNER'
      return { ...member, is_you, fee: sees ? member.fee : null, share: sees ? member.share : null }
    }),
    next,
  }
}

/** One member of a project. @throws Refusal 404 when there is no such one */
export async function memberOf(db: Db, scope: ProjectScope, member_id: number): Promise<Member> {
  const { results } = await membersOf(db, scope, { limit: 1, member_id })
  if (!results[0]) throw notFound()
  return results[0]
}

/** Whether a project's members have shares that no longer add up to 100, as an expression; see `sharesStand`. */
export const sharesOpen = (project_id: PgColumn): SQL<boolean> => sql<boolean>`coalesce((
  select sum(m.share) > 0 and abs(sum(m.share)::numeric - 100) >= ${SHARES_OFF}::numeric from ${project_members} m
  where m.project_id = ${outer(project_id)} and m.left_at is null
), false)`

/** Who of a project's members has no part of its fee, their names, as an expression; substitutes play for a part of others. */
export const membersWithoutPart = (project_id: PgColumn): SQL<string[]> => sql<string[]>`array(
  select u.name from ${project_members} m join ${users} u on u.id = m.user_id
  where m.project_id = ${outer(project_id)} and m.left_at is null and m.fee is null and m.share is null
    and m.substitute_for is null and u.name is not null order by m.id)`

/** Whether somebody is part of a project now. */
export async function isMember(db: Db, project_id: number, user_id: number): Promise<boolean> {
  const rows = await db
    .select({ id: project_members.id })
    .from(project_members)
    .where(
      and(
        eq(project_members.project_id, project_id),
        eq(project_members.user_id, user_id),
        isNull(project_members.left_at),
      ),
    )
    .limit(1)
  return rows.length > 0
}
