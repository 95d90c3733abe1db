import { eq, inArray, sql } from 'drizzle-orm'
import { outer } from '#core/server/columns.ts'
import type { Db } from '#core/server/db.ts'
import { users } from '#features/accounts/table.ts'
import { card_moves, payout_accounts } from '#features/payments/table.ts'
import { actedFor } from '#features/projects/queries.ts'
import { music_projects } from '#features/projects/table.ts'
import type { ProjectPayout } from './contract.cards.ts'

/**
 * Where the projects that somebody owns are paid what came by card.
 * @throws Refusal 404 when one is asked for that isn't theirs
 */
export async function payoutAccountsOf(
  db: Db,
  mine: { user_id: number; project_id?: number | undefined },
): Promise<ProjectPayout[]> {
  const projects = (await actedFor(db, mine)).filter(({ role }) => role === 'OWNER')
  const ids = projects.map(({ project_id }) => project_id)
  if (ids.length === 0) return []
  const accounts = await db.select().from(payout_accounts).where(inArray(payout_accounts.project_id, ids))
  const { rows } = await db.execute<{
    project_id: number
    currency: ProjectPayout['sums'][number]['currency']
    waiting: number
    sent: number
  }>(sql`
    select m.project_id, m.currency,
      coalesce(sum(m.amount) filter (where m.state in ('ordered', 'sent')), 0)::bigint as waiting,
      coalesce(sum(m.amount) filter (where m.state = 'done'), 0)::bigint as sent
    from ${card_moves} m where m.kind = 'transfer' and m.project_id in (select unnest(${sql.param(ids)}::bigint[]))
    group by 1, 2 order by 2`)
  return projects.map(({ project_id, name }) => {
    const account = accounts.find((one) => one.project_id === project_id)
    return {
      project_id,
      project_name: name,
      state: account ? (account.ready ? 'ready' : 'incomplete') : 'none',
      missing: account?.missing.length ?? 0,
      sums: rows
        .filter((one) => one.project_id === project_id)
        .map(({ currency, waiting, sent }) => ({ currency, waiting, sent })),
    }
  })
}

/** The mailbox that an account at the provider is opened with. */
export async function mailboxOf(db: Db, user_id: number): Promise<string> {
  const [found] = await db.select({ email: users.email }).from(users).where(sql`${users.id} = ${user_id}`)
  return found?.email ?? ''
}

/** Whether an account is of a project. */
export const isOf = (project_id: number) => eq(payout_accounts.project_id, project_id)

/** Whether an account is of a project that was erased: its name went with it. */
export const isOfErased = sql`exists (select from ${music_projects} p
  where p.id = ${outer(payout_accounts.project_id)} and p.name is null)`
