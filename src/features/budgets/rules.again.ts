import { DAY } from '#core/contract/time.ts'
import type { Offer } from './contract.ts'

/**
 * An offer for an earlier date as it would be for the new one: the same lines and terms, its balance due as long before
 * as it was, and a week to decide, at most until the event begins.
 * @param moved.was_at when its first moment was to begin, `begins_at` when it begins now
 */
export function offerAgain(
  before: Offer,
  moved: { was_at: string; begins_at: string; starts_at: string },
  now: Date,
): Offer {
  const shift = Date.parse(moved.begins_at) - Date.parse(moved.was_at)
  const due = Math.max(Date.parse(before.balance_due_at) + shift, now.getTime() + DAY)
  const valid = Math.min(now.getTime() + 7 * DAY, Date.parse(moved.starts_at))
  return {
    ...before,
    balance_due_at: new Date(Math.min(due, Date.parse(moved.starts_at) + 30 * DAY)).toISOString(),
    valid_until: new Date(valid).toISOString(),
  }
}
