import { and, asc, desc, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { present } from '#core/server/columns.ts'
import type { Db } from '#core/server/db.ts'
import { users } from '#features/accounts/table.ts'
import type { Transfer } from './contract.transfer.ts'
import type { OwnerScope } from './queries.ts'
import { music_projects, project_transfers } from './table.ts'

const giver = alias(users, 'giver')
const heir = alias(users, 'heir')

const transfers = (db: Db) =>
  db
    .select({
      id: project_transfers.id,
      project_id: project_transfers.project_id,
      band_name: present(music_projects.name),
      from: { id: giver.id, name: present(giver.name) },
      to: { id: heir.id, name: present(heir.name) },
      state: project_transfers.state,
      offered_at: project_transfers.offered_at,
    })
    .from(project_transfers)
    .innerJoin(music_projects, eq(music_projects.id, project_transfers.project_id))
    .innerJoin(giver, eq(giver.id, project_transfers.from_user_id))
    .innerJoin(heir, eq(heir.id, project_transfers.to_user_id))

/** The open offer of a band, for its owner; null without one. */
export async function openTransferOf(db: Db, scope: OwnerScope): Promise<Transfer | null> {
  const [open] = await transfers(db).where(
    and(eq(project_transfers.project_id, scope.project_id), eq(project_transfers.state, 'offered')),
  )
  return open ?? null
}

/** Bands that are offered to somebody, oldest first. */
export const transfersTo = (db: Db, user_id: number): Promise<Transfer[]> =>
  transfers(db)
    .where(and(eq(project_transfers.to_user_id, user_id), eq(project_transfers.state, 'offered')))
    .orderBy(asc(project_transfers.id))
    .limit(50)

/** The newest offer of a band to somebody, however it stands; null when there was none. */
export async function transferTo(db: Db, project_id: number, user_id: number): Promise<Transfer | null> {
  const [newest] = await transfers(db)
    .where(and(eq(project_transfers.project_id, project_id), eq(project_transfers.to_user_id, user_id)))
    .orderBy(desc(project_transfers.id))
    .limit(1)
  return newest ?? null
}

/** Offers that somebody made and got, for the copy of their data. */
export async function transferDataOf(db: Db, user_id: number) {
  const columns = {
    id: project_transfers.id,
    project_id: project_transfers.project_id,
    state: project_transfers.state,
    offered_at: project_transfers.offered_at,
    answered_at: project_transfers.answered_at,
  }
  const of = (side: typeof project_transfers.from_user_id | typeof project_transfers.to_user_id) =>
    db.select(columns).from(project_transfers).where(eq(side, user_id)).orderBy(asc(project_transfers.id))
  return [
    ...(await of(project_transfers.from_user_id)).map((one) => ({ ...one, direction: 'offered' })),
    ...(await of(project_transfers.to_user_id)).map((one) => ({ ...one, direction: 'received' })),
  ]
}
