import * as z from 'zod/mini'
import { seenBy, wordsOf } from '#core/contract/audience.ts'
import { endpoint, Id, IdParams, PathId } from '#core/contract/endpoint.ts'
import { PageQuery, page } from '#core/contract/page.ts'
import { Day, Instant, Zone } from '#core/contract/time.ts'
import { EventType, InstrumentName } from '#features/services/contract.ts'

/** The longest text of a review. */
export const TEXT_MAX = 2000
/** The longest answer to one. */
export const ANSWER_MAX = 1000
/** The longest note beside a report. */
export const NOTE_MAX = 500

/** What a review is about, in the order in which it is asked. */
export const ASPECTS = ['satisfaction', 'professionalism', 'communication', 'punctuality'] as const
export type Aspect = (typeof ASPECTS)[number]

/** Who says something of the other after an event, or a lesson: who hired or learned, and who played or taught. */
export const SIDES = ['hunter', 'artist'] as const
export const ReviewSide = z.enum(SIDES)
export type ReviewSide = z.output<typeof ReviewSide>

/** How good something was, 1 to 5. */
const Mark = z.int().check(z.minimum(1), z.maximum(5))

export const ReviewMarks = z.object({
  satisfaction: Mark,
  professionalism: Mark,
  communication: Mark,
  punctuality: Mark,
})
export type ReviewMarks = z.output<typeof ReviewMarks>

/** What somebody says of the other side; the text may be empty. */
export const ReviewBody = z.extend(ReviewMarks, {
  text: z.string().check(z.trim(), z.maxLength(TEXT_MAX)),
})
export type ReviewBody = z.output<typeof ReviewBody>

/** Their mean, two decimals. */
const mark = z.number()

/** What the reviewed said to it, once. */
const answerOf = (by: ReviewSide | 'either') =>
  z.nullable(z.object({ text: wordsOf(by, z.string()), answered_at: Instant }))

/* ---------------------------------------------------------------- for everybody */

/** What anybody may read of a review: its author's first name, never who they are. */
export const PublicReview = z.extend(ReviewMarks, {
  id: Id,
  mark,
  text: wordsOf('hunter', z.string()),
  /** First name; null once their account is deleted. */
  author: z.nullable(wordsOf('hunter', z.string())),
  /** After which kind of event; null after a lesson. */
  event_type: z.nullable(EventType),
  /** What was taught; null after an event. */
  instrument: z.nullable(InstrumentName),
  city: z.nullable(wordsOf('hunter', z.string())),
  played_on: Day,
  revealed_at: Instant,
  answer: answerOf('artist'),
})
export type PublicReview = z.output<typeof PublicReview>

/** All that is said of a project, in figures. */
export const ReviewSummary = z.object({
  rating: z.nullable(z.number()),
  rating_count: z.int(),
  /** How many gave which mark, rounded: first five, last one. */
  distribution: z.array(z.object({ mark: z.int(), count: z.int() })),
  /** Means of what was asked, two decimals; none without a review. */
  aspects: z.nullable(
    z.object({
      satisfaction: z.number(),
      professionalism: z.number(),
      communication: z.number(),
      punctuality: z.number(),
    }),
  ),
  event_types: z.array(z.object({ event_type: EventType, count: z.int() })),
  /** How many are about lessons. */
  lessons: z.int(),
})
export type ReviewSummary = z.output<typeof ReviewSummary>

export const listProjectReviews = endpoint({
  method: 'GET',
  path: '/api/reviews/projects/:id/',
  access: 'public',
  summary: 'What is said of a musician or band, newest first, with how many gave which mark',
  params: IdParams,
  query: z.extend(PageQuery, {
    /** After events of this type alone; the figures stay those of all. */
    event_type: z.optional(EventType),
    /** About lessons alone. */
    lessons: z.optional(z.literal('1')),
  }),
  reply: z.extend(page(PublicReview), { summary: ReviewSummary }),
})

/* ---------------------------------------------------------------- the two sides */

/** A review as its author and the one whom it is about read it. */
export const Review = z.extend(ReviewMarks, {
  id: Id,
  /** Who wrote it. */
  side: ReviewSide,
  mark,
  text: wordsOf('either', z.string()),
  written_at: Instant,
  edited_at: z.nullable(Instant),
  /** Since when both can read it; none: only its author does. */
  revealed_at: z.nullable(Instant),
  /** Why it isn't shown in public and counts no more, as staff said; both sides see it. */
  hidden_reason: z.nullable(seenBy('self', z.string())),
  answer: answerOf('either'),
  /** What the caller may do with it now. */
  can_edit: z.boolean(),
  can_answer: z.boolean(),
  can_edit_answer: z.boolean(),
  can_report: z.boolean(),
})
export type Review = z.output<typeof Review>

/** What the two sides of an agreement may say of each other after its event, or those of a lesson after it. */
export const ReviewRound = z.object({
  id: Id,
  event_id: z.nullable(Id),
  lesson_id: z.nullable(Id),
  /** The caller's. */
  side: ReviewSide,
  project_id: Id,
  project_name: z.nullable(wordsOf('artist', z.string())),
  hunter_name: z.nullable(wordsOf('hunter', z.string())),
  title: z.nullable(wordsOf('hunter', z.string())),
  type: z.nullable(EventType),
  instrument: z.nullable(InstrumentName),
  city: z.nullable(wordsOf('hunter', z.string())),
  starts_at: Instant,
  zone: Zone,
  /** Until when both may write. */
  closes_at: Instant,
  can_write: z.boolean(),
  /** Whether the other side has written; what they wrote is read once both have, or the time is over. */
  other_wrote: z.boolean(),
  mine: z.nullable(Review),
  theirs: z.nullable(Review),
  /** What the caller's survey of the event says already, to begin with; null where it says nothing. */
  suggested: z.object({
    satisfaction: z.nullable(Mark),
    professionalism: z.nullable(Mark),
    communication: z.nullable(Mark),
    punctuality: z.nullable(Mark),
  }),
})
export type ReviewRound = z.output<typeof ReviewRound>

export const listReviewRounds = endpoint({
  method: 'GET',
  path: '/api/reviews/rounds/',
  access: 'signed-in',
  summary:
    'Events and lessons after which the caller may say something of the other side, or did; newest first',
  query: z.extend(PageQuery, {
    /** Of this event alone. */
    event: z.optional(PathId),
    /** Of this lesson alone. */
    lesson: z.optional(PathId),
    /** Only those that wait for the caller’s word. */
    waiting: z.optional(z.literal('1')),
  }),
  reply: page(ReviewRound),
})

export const writeReview = endpoint({
  method: 'POST',
  path: '/api/reviews/rounds/:id/',
  access: 'signed-in',
  summary: 'Say how it was with the other side, once; both are read when both are in, or after 14 days',
  params: IdParams,
  body: ReviewBody,
  reply: ReviewRound,
})

export const editReview = endpoint({
  method: 'PATCH',
  path: '/api/reviews/rounds/:id/',
  access: 'signed-in',
  summary: 'Change what one has written, until it is read',
  params: IdParams,
  body: z.partial(ReviewBody),
  reply: ReviewRound,
})

/** A review about the caller, with what it was about. */
export const ReceivedReview = z.extend(Review, {
  project_id: Id,
  project_name: z.nullable(wordsOf('artist', z.string())),
  /** First name of the host, or name of the project; null once their account is deleted. */
  author: z.nullable(wordsOf('either', z.string())),
  event_type: z.nullable(EventType),
  instrument: z.nullable(InstrumentName),
  city: z.nullable(wordsOf('hunter', z.string())),
  played_on: Day,
})
export type ReceivedReview = z.output<typeof ReceivedReview>

export const listReceivedReviews = endpoint({
  method: 'GET',
  path: '/api/reviews/',
  access: 'signed-in',
  summary: 'What is said of the caller and of the projects that they own, newest first',
  query: z.extend(PageQuery, {
    /** Of this project alone. */
    project: z.optional(PathId),
  }),
  reply: page(ReceivedReview),
})

const Answer = z.object({
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(ANSWER_MAX)),
})

export const answerReview = endpoint({
  method: 'POST',
  path: '/api/reviews/:id/answer/',
  access: 'signed-in',
  summary: 'Answer a review about oneself, once and in public',
  params: IdParams,
  body: Answer,
  reply: ReceivedReview,
})

export const editAnswer = endpoint({
  method: 'PATCH',
  path: '/api/reviews/:id/answer/',
  access: 'signed-in',
  summary: 'Change one’s answer, for a day',
  params: IdParams,
  body: Answer,
  reply: ReceivedReview,
})

/** Why somebody finds that a review shouldn't be shown. */
export const REPORT_REASONS = ['offensive', 'untrue', 'private', 'advertising', 'other'] as const
export const ReportReason = z.enum(REPORT_REASONS)
export type ReportReason = z.output<typeof ReportReason>

export const reportReview = endpoint({
  method: 'POST',
  path: '/api/reviews/:id/report/',
  access: 'signed-in',
  summary: 'Tell staff that a review shouldn’t be shown; it stays until they say so',
  params: IdParams,
  body: z.object({
    reason: ReportReason,
    note: z._default(z.string().check(z.trim(), z.maxLength(NOTE_MAX)), ''),
  }),
  reply: z.object({ reported: z.boolean() }),
})
