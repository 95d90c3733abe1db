import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { type Subject, subject } from '#core/contract/subject.ts'
import { outer } from '#core/server/columns.ts'
import type { Db } from '#core/server/db.ts'
import { budget_moments } from '#features/budgets/table.ts'
import { BINDING } from '#features/contracts/rules.ts'
import { contract_versions, contracts, signatures } from '#features/contracts/table.ts'
import { orders, plan_moments } from '#features/hiring/table.ts'
import { notifications } from '#features/notifications/table.ts'
import { UPCOMING } from './rules.ts'
import { event_backups, event_losses, event_performers, events } from './table.ts'

/* Whether everybody is there whom an event needs. */

/** Agreements of a moment's order that cover it; needs `plan_moments` around it. */
const covering = sql`from ${contracts} c join ${budget_moments} b
  on b.budget_id = c.budget_id and b.slot_id = ${outer(plan_moments.slot_id)}`

/** The live moments of an order's plan: who is agreed for them, and who was lost last. */
export async function standingOf(db: Db, order_id: number) {
  const rows = await db
    .select({
      slot_id: plan_moments.slot_id,
      required: plan_moments.required,
      agreed: sql<boolean>`exists (select ${covering} where c.order_id = ${order_id}
        and c.state in ${[...BINDING]})`,
      loss_id: sql<number | null>`(select l.id ${covering} join ${event_losses} l on l.contract_id = c.id
        where c.order_id = ${order_id} order by l.id desc limit 1)`,
    })
    .from(plan_moments)
    .innerJoin(orders, and(eq(orders.id, order_id), eq(orders.plan_id, plan_moments.plan_id)))
    .where(isNotNull(plan_moments.format))
    .orderBy(asc(plan_moments.position))
  return rows.map((row) => ({ ...row, lost: row.loss_id !== null }))
}

/** Projects that play an event, besides one. */
export async function othersWhoPlay(db: Db, event_id: number, project_id: number | null): Promise<number[]> {
  const rows = await db
    .selectDistinct({ project_id: event_performers.project_id })
    .from(event_performers)
    .where(eq(event_performers.event_id, event_id))
  return rows.map((row) => row.project_id).filter((id) => id !== project_id)
}

/** What hosts were told of a project by name: their ids, and the agreements or the stand-bys that it was about. */
export async function toldOfProject(db: Db, project_id: number) {
  const { rows } = await db.execute<{
    hunter_id: number
    event_id: number
    contract_id: number | null
    backup_id: number | null
  }>(sql`
    select e.hunter_id, p.event_id, p.contract_id, p.backup_id from (
      select event_id, contract_id, null::bigint as backup_id from ${event_performers}
        where project_id = ${project_id}
      union select event_id, contract_id, null from ${event_losses} where project_id = ${project_id}
      union select event_id, null, id from ${event_backups} where project_id = ${project_id}) p
    join ${events} e on e.id = p.event_id`)
  return rows
}

/** News of who plays by an agreement, for the host of an event. */
export const ofAgreement = (event_id: number, contract_id: number): Subject =>
  subject('event', event_id, { kind: 'contract', id: contract_id })

/** How long a change that the host proposed may wait for the artist's signature: at most a quarter of the time that is left. */
const SIGNS_WITHIN = sql`least(interval '72 hours', (c.starts_at - v.created_at) / 4)`

/** A change of an agreement in force that its host proposed. */
export interface Unsigned {
  order_id: number
  contract_id: number
  version: number
}

/** Changes that the artist hasn't signed in time, of events still to come, and that the host wasn't told of yet. */
export async function changesUnsigned(db: Db, now: Date): Promise<Unsigned[]> {
  const at = sql`${now.toISOString()}::timestamptz`
  const { rows } = await db.execute<
    { [K in keyof Unsigned]: Unsigned[K] } & { event_id: number; hunter_id: number }
  >(sql`
    select e.id as event_id, e.hunter_id, e.order_id, c.id as contract_id, v.version
    from ${contracts} c
      join ${contract_versions} v on v.contract_id = c.id and v.version = c.amendment_version
      join ${events} e on e.order_id = c.order_id
    where c.amendment_version is not null and c.amendment_by = 'hunter' and c.state = 'active'
      and c.starts_at > ${at} and e.state in ${UPCOMING} and v.created_at + ${SIGNS_WITHIN} <= ${at}
      and not exists (select from ${signatures} s where s.contract_id = c.id and s.version = v.version
        and s.side = 'artist' and s.voided_at is null)
    order by c.id`)
  if (rows.length === 0) return []
  const subjectOf = (row: (typeof rows)[number]) => ofAgreement(row.event_id, row.contract_id)
  const told = await db
    .select({ subject: notifications.subject, version: notifications.version })
    .from(notifications)
    .where(
      and(
        inArray(notifications.user_id, [...new Set(rows.map(({ hunter_id }) => hunter_id))]),
        eq(notifications.type, 'EVENT_AT_RISK'),
        inArray(notifications.subject, rows.map(subjectOf)),
      ),
    )
  return rows
    .filter((row) => !told.some((one) => one.subject === subjectOf(row) && one.version === row.version))
    .map(({ order_id, contract_id, version }) => ({ order_id, contract_id, version }))
}
