import { DAY } from '#core/contract/time.ts'
import type { Intent } from '../plan/contract.ts'
import { LEAST_REPLY } from '../talent/rules.ts'

/** An agreement that ended as its order was put off: whose it was, for what, and what was paid for it. */
export interface Agreed {
  project_id: number
  /** As people call the agreement. */
  number: string
  /** What it was for, with the service that was asked for. */
  moments: readonly { slot_id: number; service_id: number }[]
  /** What of its deposit both sides say was paid, and what of that comes back where they don't play again; minor units. */
  paid: number
  refund: number
}

/** A moment of the plan as it lies at the new time. */
interface There {
  slot_id: number
  intent: Intent
  title: string | null
  from: string
  to: string
}

/**
 * What is asked again of whom: each project once, with every moment of its agreements that the plan still has, in the
 * order of their time; of an event that was put off more than once, whoever agreed to a moment last. Who would have
 * nothing to play isn't in it.
 * @param agreed in the order in which it was agreed
 */
export function againOf(agreed: readonly Agreed[], moments: readonly There[]) {
  const agreedLast = new Map(
    agreed.flatMap(({ project_id, moments: its }) =>
      its.map(({ slot_id }) => [slot_id, project_id] as const),
    ),
  )
  const projects = [...new Set(agreed.map(({ project_id }) => project_id))]
  return projects.flatMap((project_id) => {
    const its = agreed.filter((one) => one.project_id === project_id)
    const services = new Map(its.flatMap((one) => one.moments.map((m) => [m.slot_id, m.service_id] as const)))
    const theirs = moments.filter(({ slot_id }) => agreedLast.get(slot_id) === project_id)
    if (theirs.length === 0) return []
    return [
      {
        project_id,
        numbers: its.map(({ number }) => number),
        moments: theirs.map(({ slot_id, intent, title, from, to }) => ({ slot_id, intent, title, from, to })),
        paid: its.reduce((sum, { paid }) => sum + paid, 0),
        refund: its.reduce((sum, { refund }) => sum + refund, 0),
        asks: theirs.map(({ slot_id, from, to }) => ({
          slot_id,
          project_id,
          service_id: services.get(slot_id) ?? 0,
          from,
          to,
        })),
      },
    ]
  })
}

/** How long those who had agreed have to answer, unless the hunter says it. */
const USUAL_REPLY = 3 * DAY

/** Until when they have to answer, unless the hunter says it: three days, at most until the first moment begins. */
export const usualReplyBy = (now: Date, first: number): Date =>
  new Date(Math.min(now.getTime() + USUAL_REPLY, first))

/** What is wrong with a time to answer by; null where nothing is. */
export function replyProblem(
  until: number,
  now: Date,
  first: number,
): 'reply_by_soon' | 'reply_by_late' | null {
  if (until < now.getTime() + LEAST_REPLY) return 'reply_by_soon'
  return until > first ? 'reply_by_late' : null
}
