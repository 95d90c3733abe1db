import { notFound } from '#core/contract/errors.ts'
import { attachmentOf } from '#core/server/attachments.ts'
import { storeOf } from '#core/server/files.ts'
import { drawPaper } from '#core/server/papers.ts'
import { on, onPrepared } from '#core/server/route.ts'
import { datesOf } from '#features/calendars/commands.ts'
import { calendarFile } from '#features/calendars/rules.writing.ts'
import { documentPart, documentType } from '#features/files/rules.ts'
import { ownOrder } from '#features/hiring/journey/queries.ts'
import * as backups from './commands.backups.ts'
import { saveArtistFactsOf, saveHostFactsOf, sayOnDay, undoReportOf } from './commands.day.ts'
import { handOver, removeDocument, renameDocument } from './commands.documents.ts'
import { askInPlace } from './commands.replacing.ts'
import { saveOpeningOf } from './commands.stage.ts'
import * as substitutes from './commands.substitutes.ts'
import { addChecklistItem, setItemDone } from './commands.ts'
import { acceptRisk, answerStandBy, askBackup, listStandBys, readContingency } from './contract.backups.ts'
import { askReplacement, readReplacements } from './contract.replacing.ts'
import {
  answerSubstitute,
  proposeSubstitute,
  readBandAtEvent,
  withdrawSubstitute,
} from './contract.substitutes.ts'
import {
  addEventDocument,
  addItem,
  listEvents,
  readCalendar,
  readEvent,
  readEventDocument,
  readEventFile,
  readOrderEvent,
  readSheet,
  removeEventDocument,
  renameEventDocument,
  saveArtistFacts,
  saveHostFacts,
  saveOpening,
  sayOnTheDay,
  undoReport,
  updateItem,
} from './contract.ts'
import { contingencyOf, standBysOf } from './queries.backups.ts'
import { calendarOf } from './queries.calendar.ts'
import { documentFileOf } from './queries.documents.ts'
import { eventEntries } from './queries.feed.ts'
import { hostedEvent, replacementsFor } from './queries.replacing.ts'
import { sheetName, sheetPaper } from './queries.sheet.ts'
import { bandAtEvent } from './queries.substitutes.ts'
import { eventOf, eventOfOrder, eventsOf, shownEvent } from './queries.ts'

export const routes = [
  on(listEvents, ({ db, viewer }, { query }) => eventsOf(db, viewer.id, query)),
  on(readEvent, ({ db, viewer }, { params }) => eventOf(db, viewer.id, params.id)),
  on(readEventFile, async (ctx, { params }) => {
    const entries = await eventEntries(ctx, ctx.viewer.id, params.id)
    if (entries.length === 0) throw notFound()
    const file = calendarFile({ name: null, dates: await datesOf(ctx, entries, ctx.language) })
    return ctx.reply
      .header('content-disposition', `attachment; filename="tarima-${params.id}.ics"`)
      .type('text/calendar; charset=utf-8')
      .send(file)
  }),
  on(readSheet, async ({ app, db, viewer, language, now, reply, signal }, { params, query }) => {
    const event = shownEvent(await eventOf(db, viewer.id, params.id))
    const paper = sheetPaper(app.texts, language, event, query.of ?? null, now)
    const bytes = await app.side_workers.inTurn(`user:${viewer.id}`, () => drawPaper(app, paper), { signal })
    return reply
      .header('content-disposition', `attachment; filename="${sheetName(event, query.of ?? null)}.pdf"`)
      .header('cache-control', 'private, no-store')
      .type('application/pdf')
      .send(bytes)
  }),
  on(readOrderEvent, async ({ db, viewer }, { params }) => ({
    event: await eventOfOrder(db, viewer, params.id),
  })),
  on(saveOpening, (ctx, { params, body }) => saveOpeningOf(ctx, ctx.viewer.id, params.id, body.opens_at)),
  on(saveHostFacts, (ctx, { params, body }) => saveHostFactsOf(ctx, ctx.viewer.id, params.id, body)),
  on(saveArtistFacts, (ctx, { params, body }) =>
    saveArtistFactsOf(ctx, ctx.viewer.id, params.id, params.project, body),
  ),
  // Reading, checking and storing take their time: none of it inside a transaction.
  on(addEventDocument, (ctx, { params, query }) => handOver(ctx, params.id, query.project ?? null), {
    transaction: false,
  }),
  on(readEventDocument, async ({ app, db, viewer, reply }, { params }) => {
    const { key, format, bytes, title } = await documentFileOf(db, viewer.id, params.id, params.document)
    const stream = await storeOf(app.config).read(key, documentPart(format))
    if (!stream) throw notFound()
    return reply
      .header('content-length', bytes)
      .header('content-disposition', attachmentOf(`${title}.${format}`))
      .header('cache-control', 'private, no-store')
      .header(
        'content-security-policy',
        "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
      )
      .type(documentType(format))
      .send(stream)
  }),
  on(renameEventDocument, (ctx, { params, body }) =>
    renameDocument(ctx, ctx.viewer.id, params.id, params.document, body.title),
  ),
  on(removeEventDocument, (ctx, { params }) =>
    removeDocument(ctx, ctx.viewer.id, params.id, params.document),
  ),
  on(sayOnTheDay, (ctx, { params, body }) => sayOnDay(ctx, ctx.viewer.id, params.id, body)),
  on(undoReport, (ctx, { params }) => undoReportOf(ctx, ctx.viewer.id, params.id, params.report)),
  on(updateItem, (ctx, { params, body }) =>
    setItemDone(ctx, ctx.viewer.id, params.id, params.item, body.done),
  ),
  on(addItem, (ctx, { params, body }) => addChecklistItem(ctx, ctx.viewer.id, params.id, body)),
  on(readReplacements, (ctx, { params }) => replacementsFor(ctx, ctx.viewer, params.id)),
  onPrepared(
    askReplacement,
    async (ctx, { params }) => replacementsFor(ctx, ctx.viewer, params.id),
    (ctx, { params, body }, found) => askInPlace(ctx, ctx.viewer, params.id, body, found),
  ),
  on(readContingency, async ({ db, viewer }, { params }) => {
    const event = await hostedEvent(db, viewer, params.id)
    return contingencyOf(db, event, await ownOrder(db, viewer, event.order_id))
  }),
  on(askBackup, (ctx, { params }) => backups.askBackup(ctx, ctx.viewer, params.id, params.backup)),
  on(acceptRisk, (ctx, { params, body }) => backups.acceptRisk(ctx, ctx.viewer, params.id, body.slot_id)),
  on(listStandBys, async (ctx) => ({ results: await standBysOf(ctx, ctx.viewer.id) })),
  on(answerStandBy, (ctx, { params, body }) =>
    backups.answerStandBy(ctx, ctx.viewer, params.id, body.stands),
  ),
  on(readBandAtEvent, async ({ db, viewer, now }, { params: { id, project } }) => {
    const { order_id } = await substitutes.ownBandAt(db, viewer, id, project)
    return bandAtEvent(db, { event_id: id, order_id, project_id: project }, now)
  }),
  on(proposeSubstitute, (ctx, { params, body }) => substitutes.propose(ctx, ctx.viewer, params.id, body)),
  on(answerSubstitute, (ctx, { params, body }) =>
    substitutes.answer(ctx, ctx.viewer, params.id, params.substitute, body.accept),
  ),
  on(withdrawSubstitute, (ctx, { params }) =>
    substitutes.withdraw(ctx, ctx.viewer, params.id, params.substitute),
  ),
  on(readCalendar, ({ db, viewer }, { query: { project, ...span } }) =>
    calendarOf(db, { user_id: viewer.id, project_id: project }, { ...span, active: viewer.project_id }),
  ),
]
