import { and, eq, gt, sql } from 'drizzle-orm'
import { outer, present } from '#core/server/columns.ts'
import type { Db } from '#core/server/db.ts'
import { preparedRead } from '#core/server/prepared.ts'
import type { Viewer } from '#core/server/route.ts'
import { tokenHash } from '#core/server/secrets.ts'
import { type AccountType, type ProjectType, permissionsOf } from '#features/access/rules.ts'
import { prolongSession } from '#features/accounts/commands.ts'
import { awaitsGuardian } from '#features/accounts/queries.minors.ts'
import { sessions, users } from '#features/accounts/table.ts'
import { music_projects, project_members } from './table.ts'

/* Who calls: an account by its session, and the project it acts as. Asked by every call, so in one statement. */

declare module '#core/server/route.ts' {
  interface Viewer {
    name: string
    email: string
    account_type: AccountType
    session_id: number
    /** When the session ends unless it is used. */
    expires_at: string
    /** The active project: what this session acts as. */
    project_id: number | null
    project_type: ProjectType | null
    /** Owns the active project. */
    owner: boolean
  }
}

/** The project a musician acts as: the session's while they belong to it, else their own, else the oldest. */
const activeProject = sql`(
  select p.id, p.project_type, (p.owner_id = m.user_id or m.role = 'OWNER') as owner
  from ${project_members} m join ${music_projects} p on p.id = m.project_id and p.status = 'active'
  where m.user_id = ${outer(users.id)} and m.left_at is null and ${outer(users.account_type)} = 'MUSICIAN'
  order by (p.id = ${outer(sessions.music_project_id)}) desc nulls last,
    (p.project_type = 'INDIVIDUAL' and p.owner_id = m.user_id) desc, p.id
  limit 1
) as active`

const sessionBy = preparedRead('viewer_of', (db) =>
  db
    .select({
      id: users.id,
      name: present(users.name),
      email: users.email,
      account_type: users.account_type,
      language: users.language,
      verified: sql<boolean>`${users.verified_at} is not null`,
      awaits_guardian: awaitsGuardian(sql.placeholder('now')),
      session_id: sessions.id,
      remember: sessions.remember,
      last_used_at: sessions.last_used_at,
      expires_at: sessions.expires_at,
      proved_at: sessions.proved_at,
      staff: sql<boolean>`${users.staff_since} is not null`,
      project_id: sql<number | null>`active.id`,
      project_type: sql<'INDIVIDUAL' | 'GROUP' | null>`active.project_type`,
      owner: sql<boolean | null>`active.owner`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .leftJoinLateral(activeProject, sql`true`)
    .where(
      and(
        eq(sessions.token_hash, sql.placeholder('token_hash')),
        gt(sessions.expires_at, sql.placeholder('now')),
      ),
    ),
)

/**
 * Whoever holds the token, acting as the session's project; null when it is unknown, expired or revoked. Using a
 * session prolongs it.
 */
export async function authenticate(db: Db, token: string, now: Date): Promise<Viewer | null> {
  const [row] = await sessionBy(db, { token_hash: tokenHash(token), now: now.toISOString() })
  if (!row) return null
  await prolongSession(db, row, now)
  const { remember: _, last_used_at: __, staff, ...viewer } = row
  const owner = row.owner ?? false
  return {
    ...viewer,
    owner,
    permissions: permissionsOf({
      account_type: row.account_type,
      project_type: row.project_type,
      owner,
      staff,
    }),
  }
}
