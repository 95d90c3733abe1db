import { sql } from 'drizzle-orm'
import type { Currency } from '#core/contract/money.ts'
import { outer } from '#core/server/columns.ts'
import { isoInstant } from '#core/server/parsers.ts'
import { requests } from '#features/hiring/table.ts'
import type { RequestStatus } from '#features/hiring/talent/contract.ts'
import { beginsAt } from '#features/hiring/talent/queries.ts'
import type { MusicianRequest, Offer } from './contract.ts'
import { offerAgain } from './rules.again.ts'
import { budget_moments, budgets } from './table.ts'

/* What a project had quoted for an earlier date of the same event. */

/** The quote of an earlier date, as a row's expression has it. */
interface Earlier {
  items: Offer['items']
  discount: number
  tax: number
  currency: Currency
  deposit_pct: number
  balance_due_at: string
  cancellation: Offer['cancellation']
  line_up: string
  note: string
  slot_ids: number[]
  was_at: string
}

/**
 * What the project of a request that is asked had quoted in the same order when the event was put off: the newest such
 * quote.
 */
export const earlier = sql<Earlier | null>`case when ${requests.status} = 'asked' and ${budgets.id} is null then (
  select jsonb_build_object('items', e.items, 'discount', e.discount, 'tax', e.tax, 'currency', e.currency,
    'deposit_pct', e.deposit_pct, 'balance_due_at', e.balance_due_at, 'cancellation', e.cancellation,
    'line_up', e.line_up, 'note', e.note, 'was_at', ${beginsAt(sql`e.request_id`)},
    'slot_ids', array(select c.slot_id from ${budget_moments} c where c.budget_id = e.id order by c.slot_id))
  from ${budgets} e
  where e.order_id = ${outer(requests.order_id)} and e.project_id = ${outer(requests.project_id)} and e.latest
    and e.request_id < ${outer(requests.id)} and e.state = 'closed' and e.reason = 'order_postponed'
  order by e.id desc limit 1) end`

/** A request, as far as this reads it. */
interface Asked {
  earlier: Earlier | null
  moments: readonly { id: number; status: RequestStatus; starts_at: string }[]
  event_starts_at: string
}

/** The quote of an earlier date for the new one, where a request asks for exactly what it covers. */
export function quoteAgain(
  { earlier, moments, event_starts_at }: Asked,
  now: Date,
): MusicianRequest['again'] {
  if (!earlier) return null
  const asked = moments.filter(({ status }) => status === 'asked')
  const isSame =
    asked.length === earlier.slot_ids.length && asked.every(({ id }) => earlier.slot_ids.includes(id))
  if (!isSame) return null
  const was_at = isoInstant(earlier.was_at)
  const moved = { was_at, begins_at: asked[0]?.starts_at ?? event_starts_at, starts_at: event_starts_at }
  const offer = offerAgain(
    { ...earlier, balance_due_at: isoInstant(earlier.balance_due_at), valid_until: event_starts_at },
    moved,
    now,
  )
  return { ...offer, slot_ids: earlier.slot_ids, was_at }
}
