import { MINUTE } from '#core/contract/time.ts'
import { addressOf } from '#core/server/input.ts'
import { limit, refund } from '#core/server/limits.ts'
import { assertFresh, on } from '#core/server/route.ts'
import { transaction } from '#core/server/work.ts'
import { scheduleDeletion, unscheduleDeletion } from './commands.deletion.ts'
import { createExportLink, requestExport } from './commands.exports.ts'
import { lockOwn } from './commands.lock.ts'
import {
  askDeletion,
  cancelDeletion,
  downloadExport,
  linkExport,
  previewDeletion,
  readExport,
  startExport,
} from './contract.data.ts'
import { confirmSelf, deletionPreviewOf } from './queries.deletion.ts'
import { exportOf, openExport } from './queries.exports.ts'
import { hasSecond } from './queries.factors.ts'

/* The copy of one's data, and the deletion of the account. */

const own = { transaction: false } as const

export const routes = [
  on(readExport, async ({ db, viewer, now }) => ({ export: await exportOf(db, viewer.id, now) })),

  on(startExport, async (ctx) => ({ export: await requestExport(ctx, ctx.viewer.id) })),

  // Outside the transaction that would store the answer for a repeated call: the address in it is a secret.
  on(
    linkExport,
    async ({ app, viewer, now }) => {
      const { token, expires_at } = await createExportLink(app.db, viewer, now)
      return { url: `${downloadExport.path}?token=${token}`, expires_at }
    },
    own,
  ),

  on(downloadExport, async (ctx, { query }) => {
    const { stream, bytes, created_at } = await openExport(ctx, query.token)
    return ctx.reply
      .header('content-length', bytes)
      .header('content-disposition', `attachment; filename="tarima-${created_at.slice(0, 10)}.zip"`)
      .type('application/zip')
      .send(stream)
  }),

  on(previewDeletion, (ctx) => deletionPreviewOf(ctx, ctx.viewer.id)),

  on(
    askDeletion,
    async (ctx, { body }) => {
      const { app, viewer, now, request } = ctx
      const key = `deletion:${viewer.id}`
      await limit(app.db, key, 10, 15 * MINUTE, now)
      const checked = await confirmSelf(app.db, viewer.id, body, addressOf(request))
      await refund(app.db, [key], now)
      // The e-mail proves nothing, and a password alone isn't who has a second factor.
      if (checked === null || (await hasSecond(app.db, viewer.id))) assertFresh(viewer, now)
      return transaction(app, now, async (work) => {
        await lockOwn(work, viewer, checked, 'password')
        return { delete_at: await scheduleDeletion(work, viewer) }
      })
    },
    own,
  ),

  on(cancelDeletion, async (ctx) => {
    await unscheduleDeletion(ctx, ctx.viewer.id)
    return {}
  }),
]
