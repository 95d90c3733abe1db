import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { App, Work } from '#core/server/app.ts'
import { outer } from '#core/server/columns.ts'
import { enqueue } from '#core/server/queues.ts'
import { transaction } from '#core/server/work.ts'
import { answered } from './commands.pages.ts'
import { portOf } from './commands.port.ts'
import type { AccountFound } from './port.ts'
import { moves } from './queues.ts'
import { card_moves, payments, payout_accounts } from './table.ts'

/* Where at the provider projects are paid. What it still wants to know stays with it: here are its names for that alone. */

const MOST_MISSING = 50

/** Writes down an account as the provider has it; what waits for it is sent once it is ready. */
async function keep(work: Work, project_id: number, found: AccountFound): Promise<void> {
  const { account_id, ready } = found
  const said = { ready, missing: found.missing.slice(0, MOST_MISSING), asked_at: work.now.toISOString() }
  await work.db
    .insert(payout_accounts)
    .values({ project_id, account_id, ...said, created_at: work.now.toISOString() })
    .onConflictDoUpdate({ target: payout_accounts.project_id, set: { account_id, ...said } })
  if (!ready) return
  const waiting = await work.db
    .select({ id: card_moves.id })
    .from(card_moves)
    .where(
      and(
        eq(card_moves.project_id, project_id),
        eq(card_moves.kind, 'transfer'),
        eq(card_moves.state, 'ordered'),
      ),
    )
    .limit(100)
  for (const { id } of waiting) await enqueue(work, moves, { move_id: id })
}

/** Asks the provider how a project's account stands. */
export async function askForAccount(app: App, project_id: number, account_id: string): Promise<void> {
  const found = await portOf(app.config).askAccount(account_id)
  await transaction(app, app.clock.now(), (work) => keep(work, project_id, found))
}

/**
 * A page of the provider's for the account of a project, which is opened if it has none. Who may do so is for the caller
 * to ask.
 * @throws Refusal 503 `payments.no_answer`
 */
export async function accountPageOf(
  app: App,
  project: { project_id: number; email: string },
  back: { return_url: string; refresh_url: string },
): Promise<string> {
  const port = portOf(app.config)
  const [known] = await app.db
    .select()
    .from(payout_accounts)
    .where(eq(payout_accounts.project_id, project.project_id))
  const account = await answered(known ? port.askAccount(known.account_id) : port.openAccount(project))
  await transaction(app, app.clock.now(), (work) => keep(work, project.project_id, account))
  return answered(port.accountPage(account, back))
}

/** A project has another owner, and is paid where that one says: nobody is sent anything there that wasn't begun. */
export async function forgetAccount(work: Work, project_id: number): Promise<void> {
  await work.db.delete(payout_accounts).where(eq(payout_accounts.project_id, project_id))
}

/**
 * Forgets accounts of projects that are erased. What was earned and is still kept, or on its way, is sent there yet: then
 * an account stays until that has gone.
 * @param gone of which of the accounts that is said
 */
export async function leaveAccounts(work: Work, gone: SQL): Promise<void> {
  const project = outer(payout_accounts.project_id)
  await work.db.delete(payout_accounts).where(
    and(
      gone,
      sql`not exists (select from ${payments} p
        where p.project_id = ${project} and p.state = 'held' and p.carded > 0)`,
      sql`not exists (select from ${card_moves} m
        where m.project_id = ${project} and m.kind = 'transfer' and m.state in ('ordered', 'sent'))`,
    ),
  )
}
