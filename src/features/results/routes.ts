import { on } from '#core/server/route.ts'
import { saveHostAnswers, saveMusicianAnswers, sendHostSurvey, sendMusicianAnswers } from './commands.ts'
import { readInsights } from './contract.insights.ts'
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
import { musicianSurveyOf, readHostSurvey, resultsOfOrder, surveysOf } from './queries.ts'

export const routes = [
  on(readSurvey, ({ db, viewer }, { params }) => readHostSurvey(db, viewer, params.id)),
  on(saveSurvey, (ctx, { params, body }) => saveHostAnswers(ctx, ctx.viewer, params.id, body)),
  on(sendSurvey, (ctx, { params }) => sendHostSurvey(ctx, ctx.viewer, params.id)),
  on(readResults, ({ db, viewer }, { params }) => resultsOfOrder(db, viewer, params.id)),
  on(readInsights, ({ db, viewer }, { params }) => insightsOf(db, viewer, params.id)),
  on(listSurveys, ({ db, viewer }, { query }) => surveysOf(db, viewer.id, query)),
  on(readMusicianSurvey, ({ db, viewer }, { params }) => musicianSurveyOf(db, viewer.id, params.id)),
  on(saveMusicianSurvey, (ctx, { params, body }) => saveMusicianAnswers(ctx, ctx.viewer.id, params.id, body)),
  on(sendMusicianSurvey, (ctx, { params }) => sendMusicianAnswers(ctx, ctx.viewer.id, params.id)),
]
