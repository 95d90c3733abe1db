import type { StepRow } from '#core/contract/steps.ts'
import { DAY } from '#core/contract/time.ts'
import { isSoon } from '#features/staff/rules.ts'
import type { TicketState } from './contract.ts'

/** The address of a mailbox that is written as `Name <address>`, or bare. */
export const addressIn = (mailbox: string): string => /<([^>]+)>/.exec(mailbox)?.[1] ?? mailbox.trim()

/** Questions that somebody may ask in a day, and what they may write in them. */
export const TICKETS_A_DAY = 10
export const REPLIES_A_DAY = 60

/** How long a question that is over may be opened again by writing in it. */
export const REOPEN_DAYS = 7

/** What becomes of a question to support. */
export const TICKET_STEPS = {
  take: { from: ['open'], to: 'in_process', by: 'staff' },
  answer: { from: ['open', 'in_process', 'waiting_user'], to: 'waiting_user', by: 'staff' },
  resolve: { from: ['open', 'in_process', 'waiting_user'], to: 'resolved', by: 'staff' },
  reply: { from: ['waiting_user'], to: 'open', by: 'person' },
  reopen: { from: ['resolved', 'closed'], to: 'open', by: 'person' },
  close: { from: ['open', 'in_process', 'waiting_user', 'resolved'], to: 'closed', by: 'person' },
  lapse: { from: ['resolved'], to: 'closed', by: 'clock' },
} as const satisfies Record<string, StepRow<TicketState, 'person' | 'staff' | 'clock'>>

/** States in which nobody waits for anything. */
export const OVER: readonly TicketState[] = ['resolved', 'closed']

/** Whether the person may write in it: while it is open, and for some days after it is over. */
export const mayWrite = ({ state, over_at }: { state: TicketState; over_at: string | null }, now: Date) =>
  !OVER.includes(state) || (over_at !== null && now.getTime() < Date.parse(over_at) + REOPEN_DAYS * DAY)

/** Whether it is answered before others: what it is about begins within a day, and isn't over yet. */
export const isUrgent = (thing: { starts_at: string | null; ends_at: string | null } | null, now: Date) =>
  thing !== null && isSoon(thing.starts_at, thing.ends_at, now)
