import { shownBy } from '#core/server/audience.ts'
import { drawPaper } from '#core/server/papers.ts'
import { on } from '#core/server/route.ts'
import { declareFees as declare } from './commands.ts'
import { declareFees, FeeStatement, listFees, readFeeDocument, readGathering } from './contract.ts'
import { feesPaper } from './queries.paper.ts'
import { gatheringOf, paperFactsOf, statementOf, statementsOf } from './queries.ts'

/** Names go out of files as they do out of answers. */
const shown = shownBy(FeeStatement)

export const routes = [
  on(listFees, ({ db, viewer }, { query }) => statementsOf(db, viewer.id, query)),
  on(readGathering, async ({ app, db, viewer }) => ({
    results: await gatheringOf(db, viewer.id),
    transfer_account: app.config.transfer_account ?? null,
  })),
  on(
    declareFees,
    async (ctx, { params, body }) => {
      await declare(ctx, ctx.viewer.id, params.id, body.reference)
      return statementOf(ctx.db, ctx.viewer.id, params.id)
    },
    { again: ({ db, viewer }, { params }) => statementOf(db, viewer.id, params.id) },
  ),
  on(readFeeDocument, async ({ app, db, viewer, reply, signal }, { params }) => {
    const facts = await paperFactsOf(db, viewer.id, params.id)
    const paper = feesPaper(app.texts, { ...facts, statement: shown(facts.statement) })
    const bytes = await app.side_workers.inTurn(`user:${viewer.id}`, () => drawPaper(app, paper), { signal })
    return reply
      .header('content-disposition', `attachment; filename="${facts.statement.number}.pdf"`)
      .header('cache-control', 'private, no-store')
      .type('application/pdf')
      .send(bytes)
  }),
]
