import { DAY } from '#core/contract/time.ts'
import type { HostAnswers } from '#features/results/contract.ts'
import { ASPECTS, type Aspect, type ReviewMarks, type ReviewSide } from './contract.ts'

/** So long after an event is delivered, or a lesson confirmed, both sides may write; then whatever there is can be read. */
export const WINDOW = 14 * DAY
/** So long after one round about their lessons the two are asked again: who learns every week has said it. */
export const LESSONS_AGAIN = 90 * DAY
/** So long before the end who hasn't written is reminded. */
export const REMIND_BEFORE = 3 * DAY
/** So long an answer can be changed. */
export const ANSWER_EDITABLE = DAY

/** What a rating counts as before anybody gave one, and how many reviews that is worth. */
export const USUAL_RATING = 4.3
export const USUAL_COUNT = 5

/** The mark of one review: the mean of what was asked, in quarters. */
export const markOf = (marks: ReviewMarks): number =>
  ASPECTS.reduce((sum, aspect) => sum + marks[aspect], 0) / ASPECTS.length

/**
 * The rating that is shown of so many marks: their Bayesian mean, two decimals; none without any. In whole numbers, so
 * that it is the database's (refresh_ratings) to the last digit.
 */
export function ratingOf(marks: readonly number[]): number | null {
  if (marks.length === 0) return null
  const quarters = marks.reduce((sum, mark) => sum + Math.round(mark * 4), 0)
  const over = quarters * 10 + Math.round(USUAL_RATING * USUAL_COUNT * 40)
  const under = 40 * (marks.length + USUAL_COUNT)
  return Math.floor((over * 200 + under) / (2 * under)) / 100
}

/** How many gave which mark: five first. A mark between two whole ones counts as the nearer, 4.5 as five. */
export const distributionOf = (marks: readonly number[]): { mark: number; count: number }[] =>
  [5, 4, 3, 2, 1].map((mark) => ({
    mark,
    count: marks.filter((one) => Math.floor(one + 0.5) === mark).length,
  }))

/** What a row says of who may see it. */
export interface Shown {
  side: ReviewSide
  revealed_at: string | null
  hidden_at: string | null
}

/** Somebody who may look at a review: who wrote it, whom it is about, or anybody. */
export type Looker = 'author' | 'reviewed' | 'public'

/**
 * What of a review somebody gets to see: nothing, all of it, or all of it with why staff hid it. Authors always see their
 * own, the other side once it is revealed, the public what hosts say of musicians and staff hasn't hidden.
 */
export function seenAs({ side, revealed_at, hidden_at }: Shown, who: Looker): 'nothing' | 'whole' | 'hidden' {
  if (who === 'public')
    return side === 'hunter' && revealed_at !== null && hidden_at === null ? 'whole' : 'nothing'
  if (who === 'reviewed' && revealed_at === null) return 'nothing'
  return hidden_at === null ? 'whole' : 'hidden'
}

/**
 * Whether a lesson that was held as it should opens a round.
 * @param opened_at when the last one about lessons of these two was opened; null: none was
 */
export const opensRound = (opened_at: string | null, now: Date): boolean =>
  opened_at === null || now.getTime() >= Date.parse(opened_at) + LESSONS_AGAIN

/** Whether a side may still write. */
export const canWrite = (
  round: { closes_at: string; settled_at: string | null },
  hasWritten: boolean,
  now: Date,
): boolean => !hasWritten && round.settled_at === null && now.getTime() < Date.parse(round.closes_at)

/** Whether its author may change a review: as long as nobody else could read it. */
export const canEdit = (review: Shown, closes_at: string | null, now: Date): boolean =>
  review.revealed_at === null && closes_at !== null && now.getTime() < Date.parse(closes_at)

/** Whether whom it is about may answer. What staff hid isn't shown, so its answer wouldn't be. */
export const canAnswer = (review: Shown & { answered_at: string | null }): boolean =>
  seenAs(review, 'reviewed') === 'whole' && review.answered_at === null

/** Whether their answer may be changed. */
export const canEditAnswer = (review: Shown & { answered_at: string | null }, now: Date): boolean =>
  seenAs(review, 'reviewed') === 'whole' &&
  review.answered_at !== null &&
  now.getTime() < Date.parse(review.answered_at) + ANSWER_EDITABLE

/** Whether a round ends now: both have written, or its time is over. */
export const isSettled = (written: number, closes_at: string, now: Date): boolean =>
  written === SIDES_OF_A_ROUND || now.getTime() >= Date.parse(closes_at)

const SIDES_OF_A_ROUND = 2

/** The marks that a survey says already, so that nobody is asked twice. */
export type Suggested = Record<Aspect, number | null>
const NOTHING: Suggested = {
  satisfaction: null,
  professionalism: null,
  communication: null,
  punctuality: null,
}

/** What coming on time, late or not at all is worth to begin with; the host may say otherwise. */
const OF_ARRIVAL = { on_time: 5, late: 3, absent: 1 } as const

/**
 * What a host's survey says of one project: the mean of its moments' marks, and when it came.
 * @param slot_ids the moments that the project was hired for
 */
export function suggestedByHost(
  answers: Pick<HostAnswers, 'satisfaction' | 'punctuality'>,
  project_id: number,
  slot_ids: readonly number[],
): Suggested {
  const marks = answers.satisfaction.filter(({ slot_id }) => slot_ids.includes(slot_id))
  const arrival = answers.punctuality.find((one) => one.project_id === project_id)?.arrival
  return {
    ...NOTHING,
    satisfaction:
      marks.length === 0 ? null : Math.round(marks.reduce((sum, one) => sum + one.mark, 0) / marks.length),
    punctuality: arrival ? OF_ARRIVAL[arrival] : null,
  }
}

/** What a project's survey says of its host: how the event was for it. */
export const suggestedByArtist = (answers: { mark: number | null } | undefined): Suggested => ({
  ...NOTHING,
  satisfaction: answers?.mark ?? null,
})
