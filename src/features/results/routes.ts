import { drawPaper } from '#core/server/papers.ts'
import { on } from '#core/server/route.ts'
import { endLink, makeLink } from './commands.share.ts'
import { saveHostAnswers, saveMusicianAnswers, sendHostSurvey, sendMusicianAnswers } from './commands.ts'
import { readInsights } from './contract.insights.ts'
import {
  endResultsLink,
  makeResultsLink,
  readResultsLink,
  readResultsPaper,
  readSharedResults,
} from './contract.share.ts'
import {
  listSurveys,
  readMusicianSurvey,
  readResults,
  readSurvey,
  saveMusicianSurvey,
  saveSurvey,
  sendMusicianSurvey,
  sendSurvey,
} from './contract.ts'
import { insightsOf } from './queries.insights.ts'
import { resultsName, resultsPaper } from './queries.paper.ts'
import { linkOfOrder, sharedResultsOf } from './queries.share.ts'
import { musicianSurveyOf, readHostSurvey, resultsOfOrder, surveysOf } from './queries.ts'

export const routes = [
  on(readSurvey, ({ db, viewer }, { params }) => readHostSurvey(db, viewer, params.id)),
  on(saveSurvey, (ctx, { params, body }) => saveHostAnswers(ctx, ctx.viewer, params.id, body)),
  on(sendSurvey, (ctx, { params }) => sendHostSurvey(ctx, ctx.viewer, params.id)),
  on(readResults, ({ db, viewer }, { params }) => resultsOfOrder(db, viewer, params.id)),
  on(readInsights, ({ db, viewer }, { params }) => insightsOf(db, viewer, params.id)),
  on(readResultsPaper, async ({ app, db, viewer, language, now, reply, signal }, { params }) => {
    const results = await resultsOfOrder(db, viewer, params.id)
    const paper = resultsPaper(app.texts, language, results, now)
    const bytes = await app.side_workers.inTurn(`user:${viewer.id}`, () => drawPaper(app, paper), { signal })
    return reply
      .header('content-disposition', `attachment; filename="${resultsName(results)}.pdf"`)
      .header('cache-control', 'private, no-store')
      .type('application/pdf')
      .send(bytes)
  }),
  on(readResultsLink, ({ db, viewer }, { params }) => linkOfOrder(db, viewer, params.id)),
  on(makeResultsLink, (ctx, { params, body }) => makeLink(ctx, ctx.viewer, params.id, body), {
    // The address was told once: a repeated call finds that there is a link, and no more.
    again: async ({ db, viewer }, { params }) => ({
      ...(await linkOfOrder(db, viewer, params.id)),
      url: null,
    }),
  }),
  on(endResultsLink, (ctx, { params }) => endLink(ctx, ctx.viewer, params.id)),
  on(
    readSharedResults,
    async ({ db, reply }, { query }) => {
      reply.header('cache-control', 'private, no-store').header('x-robots-tag', 'noindex')
      return sharedResultsOf(db, query.key)
    },
    { pool: 'open' },
  ),
  on(listSurveys, ({ db, viewer }, { query }) => surveysOf(db, viewer.id, query)),
  on(readMusicianSurvey, ({ db, viewer }, { params }) => musicianSurveyOf(db, viewer.id, params.id)),
  on(saveMusicianSurvey, (ctx, { params, body }) => saveMusicianAnswers(ctx, ctx.viewer.id, params.id, body)),
  on(sendMusicianSurvey, (ctx, { params }) => sendMusicianAnswers(ctx, ctx.viewer.id, params.id)),
]
