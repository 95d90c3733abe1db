import { on } from '#core/server/route.ts'
import { answerReceived, editOwnAnswer, editOwnReview, reportOf, writeOwnReview } from './commands.ts'
import {
  answerReview,
  editAnswer,
  editReview,
  listProjectReviews,
  listReceivedReviews,
  listReviewRounds,
  reportReview,
  writeReview,
} from './contract.ts'
import { projectReviews } from './queries.public.ts'
import { receivedReviews, roundsOf } from './queries.ts'

export const routes = [
  on(listProjectReviews, ({ db }, { params, query }) => projectReviews(db, params.id, query), {
    pool: 'open',
  }),
  on(listReceivedReviews, ({ db, viewer, now }, { query }) => receivedReviews(db, viewer.id, query, now)),
  on(listReviewRounds, ({ db, viewer, now }, { query }) => roundsOf(db, viewer.id, query, now)),
  on(writeReview, (ctx, { params, body }) => writeOwnReview(ctx, ctx.viewer.id, params.id, body)),
  on(editReview, (ctx, { params, body }) => editOwnReview(ctx, ctx.viewer.id, params.id, body)),
  on(answerReview, (ctx, { params, body }) => answerReceived(ctx, ctx.viewer.id, params.id, body.text)),
  on(editAnswer, (ctx, { params, body }) => editOwnAnswer(ctx, ctx.viewer.id, params.id, body.text)),
  on(reportReview, (ctx, { params, body }) => reportOf(ctx, ctx.viewer.id, params.id, body)),
]
