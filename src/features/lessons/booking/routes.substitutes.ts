import { on } from '#core/server/route.ts'
import * as commands from './commands.substitutes.ts'
import {
  answerLessonSubstitute,
  listLessonSubstitutes,
  listSubstituteCandidates,
  proposeLessonSubstitute,
  withdrawLessonSubstitute,
} from './contract.substitutes.ts'
import { candidatesFor } from './queries.candidates.ts'
import { substitutionOf, substitutionsOf } from './queries.substitutes.ts'

type Asking = { db: Parameters<typeof substitutionOf>[0]; viewer: { id: number }; now: Date }

const one = ({ db, viewer, now }: Asking, id: number) => substitutionOf(db, viewer.id, id, now)

export const substituteRoutes = [
  on(listLessonSubstitutes, async ({ db, viewer, now }, { query }) => ({
    results: await substitutionsOf(db, viewer.id, query.lesson, now),
  })),
  on(listSubstituteCandidates, ({ db, viewer, now }, { params, query }) =>
    candidatesFor(db, viewer.id, { id: params.id, ...query }, now),
  ),
  on(
    proposeLessonSubstitute,
    async (ctx, { params, body }) =>
      one(ctx, await commands.proposeSubstitute(ctx, ctx.viewer.id, params.id, body)),
    { again: async (ctx, _input, about) => (about === null ? undefined : one(ctx, about)) },
  ),
  on(
    answerLessonSubstitute,
    async (ctx, { params, body }) => {
      await commands.answerSubstitute(ctx, ctx.viewer.id, params.id, body.accept)
      return one(ctx, params.id)
    },
    { again: (ctx, { params }) => one(ctx, params.id) },
  ),
  on(
    withdrawLessonSubstitute,
    async (ctx, { params }) => {
      await commands.withdrawSubstitute(ctx, ctx.viewer.id, params.id)
      return one(ctx, params.id)
    },
    { again: (ctx, { params }) => one(ctx, params.id) },
  ),
]
