import { type SQL, sql } from 'drizzle-orm'
import type { Currency } from '#core/contract/money.ts'
import { readBy } from '#core/server/audience.ts'
import type { Db } from '#core/server/db.ts'
import { isStuckOf } from '#features/payments/queries.ts'
import { OPEN_STATES } from '#features/payments/rules.ts'
import { payments } from '#features/payments/table.ts'
import type { EventType } from '#features/services/contract.ts'
import type { RefundWait } from './contract.refunds.ts'
import { TO_GIVE_BACK } from './rules.refunds.ts'
import { FAILED } from './rules.ts'
import { contracts } from './table.ts'

/* What is to be given back and isn't yet, for whoever gives it back and for whoever waits for it. */

/**
 * The newest agreements of a project of which something is to be given back by hand, in parentheses: to be listed with others.
 * @param after only what is older than this one
 */
export const withOpenRefund = (project_id: number, after: number | undefined, most: number): SQL => sql`(
  select c.id from ${payments} p join ${contracts} c on c.id = split_part(p.subject, ':', 2)::bigint
  where p.project_id = ${project_id} and p.state in ${OPEN_STATES} and p.kind = 'refund' and p.refund_of is null
    and p.subject like 'contract:%' and c.project_id = ${project_id} ${after === undefined ? sql`` : sql`and c.id < ${after}`}
  order by c.id desc limit ${most})`

/** A refund that a hunter waits for, or is to say of that it arrived. */
export interface AwaitedRefund {
  id: number
  contract_id: number
  order_id: number
  waits: RefundWait | 'refund_stuck'
  /** Whether it is this person's turn. */
  mine: boolean
  artist: string | null
  amount: number
  currency: Currency
  due_at: string
  title: string | null
  type: EventType
  city: string | null
  starts_at: string
  zone: string
}

/**
 * What a hunter gets back and hasn't yet: what they are to say something of first, then what is due first; looked up from their open refunds,
 * which are few.
 */
export async function refundsAwaited(db: Db, hunter_id: number, most: number): Promise<AwaitedRefund[]> {
  const { rows } = await db.execute<{ [K in keyof AwaitedRefund]: AwaitedRefund[K] }>(sql`
    select p.id, c.id as contract_id, c.order_id, p.amount, p.currency, p.due_at,
      case when p.state in ${TO_GIVE_BACK} then 'refund' when p.method = 'card' then case when ${isStuckOf(sql`p`)} then 'refund_stuck' else 'refund_card' end
        else 'refund_confirmation' end as waits,
      p.state = 'processing' and p.method <> 'card' and p.declared_by = 'project' as mine,
      c.terms -> 'artist' ->> 'name' as artist, c.terms -> 'event' ->> 'title' as title,
      c.terms -> 'event' ->> 'type' as type, c.terms -> 'event' ->> 'city' as city, c.starts_at, c.zone
    from ${payments} p join ${contracts} c on c.id = split_part(p.subject, ':', 2)::bigint
    where p.user_id = ${hunter_id} and p.kind = 'refund' and p.state in ${OPEN_STATES} and p.subject like 'contract:%'
      and c.hunter_id = ${hunter_id} and c.state in ${FAILED}
    order by mine desc, p.due_at, p.id limit ${most}`)
  return rows.map((row) => readBy({ side: 'hunter', open: false }, row))
}
