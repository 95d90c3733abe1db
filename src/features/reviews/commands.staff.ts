import type { DeskKind } from '#features/staff/queries.queue.ts'
import { decideReview } from './commands.ts'
import { countReported, reportedReview, reportedReviews } from './queries.staff.ts'

/** Reviews that somebody reported: staff hides them, or they stay. */
export const reviewKind: DeskKind = {
  kind: 'review',
  count: ({ db }) => countReported(db),
  waiting: ({ db }, most) => reportedReviews(db, most),
  sheet: ({ db }, id) => reportedReview(db, id),
  acts: {
    keep: { text: 'none', decide: (work, id, { by }) => decideReview(work, id, by, null) },
    hide: {
      text: 'required',
      isReason: true,
      isDangerous: true,
      decide: (work, id, { by, text }) => decideReview(work, id, by, { reason: text }),
    },
  },
}
