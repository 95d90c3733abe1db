import * as z from 'zod/mini'
import { wordsOf } from '#core/contract/audience.ts'
import { endpoint, Id } from '#core/contract/endpoint.ts'
import { Instant, Zone } from '#core/contract/time.ts'
import { PieceStatus } from '../contract.ts'

/** A month, YYYY-MM. */
export const Month = z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'validation.invalid'))

/** What a student did in a month of their own clock: what the letter about it says, and the page. */
export const MonthSummary = z.object({
  month: Month,
  zone: Zone,
  minutes: z.int(),
  /** Days with practice. */
  days: z.int(),
  /** The streak as it stood on its last day, or stands today. */
  streak: z.int(),
  /** Lessons had. */
  lessons: z.int(),
  /** Pieces that moved on, and to where. */
  pieces: z.array(z.object({ id: Id, piece: wordsOf('either', z.string()), status: PieceStatus })),
  /** Objectives reached. */
  objectives: z.array(z.object({ id: Id, title: wordsOf('either', z.string()) })),
  /** Assignments turned in. */
  turned_in: z.int(),
  /** Remarks that teachers made on assignments. */
  remarks: z.int(),
  /** Credits that run out before the month after it is over. */
  credits: z.array(z.object({ id: Id, teacher: z.string(), left: z.int(), expires_at: Instant })),
})
export type MonthSummary = z.output<typeof MonthSummary>

export const readMonthSummary = endpoint({
  method: 'GET',
  path: '/api/lessons/month/',
  access: 'read:student',
  summary: 'What a student did in a month, the one before this one unless said (student)',
  query: z.object({ month: z.optional(Month) }),
  reply: MonthSummary,
})
