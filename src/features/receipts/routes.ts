import { shownBy } from '#core/server/audience.ts'
import { drawPaper } from '#core/server/papers.ts'
import { on } from '#core/server/route.ts'
import { exportReceipts, listReceipts, listReceiptYears, Receipt, readReceipt } from './contract.ts'
import { receiptPaper, receiptsCsv } from './queries.paper.ts'
import { allReceiptsOf, receiptOf, receiptsOf, yearsOf } from './queries.ts'

/** Names go out of files as they do out of answers. */
const shown = shownBy(Receipt)

export const routes = [
  on(listReceipts, ({ db, viewer }, { query }) => receiptsOf(db, viewer.id, query)),
  on(listReceiptYears, async ({ db, viewer }) => ({ results: await yearsOf(db, viewer.id) })),
  on(exportReceipts, async ({ app, db, viewer, language, reply }, { query: { year } }) => {
    const all = await allReceiptsOf(db, viewer.id, year)
    return reply
      .header('content-disposition', `attachment; filename="tarima-${year}.csv"`)
      .header('cache-control', 'private, no-store')
      .type('text/csv; charset=utf-8')
      .send(receiptsCsv(app.texts, language, all.map(shown)))
  }),
  on(readReceipt, async ({ app, db, viewer, reply, signal }, { params }) => {
    const receipt = shown(await receiptOf(db, viewer.id, params.id))
    const paper = receiptPaper(app.texts, receipt)
    const bytes = await app.side_workers.inTurn(`user:${viewer.id}`, () => drawPaper(app, paper), { signal })
    return reply
      .header('content-disposition', `attachment; filename="${receipt.number}.pdf"`)
      .header('cache-control', 'private, no-store')
      .type('application/pdf')
      .send(bytes)
  }),
]
