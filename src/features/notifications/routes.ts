import { notFound } from '#core/contract/errors.ts'
import { handOver } from '#core/server/handOver.ts'
import { browserOf } from '#core/server/input.ts'
import { liveOf } from '#core/server/live.ts'
import { on } from '#core/server/route.ts'
import { changeSettings, removeBrowserOf, saveBrowser, stopLetters } from './commands.delivery.ts'
import { markAllRead, markMany, markRead, markUnread } from './commands.ts'
import {
  addBrowser,
  changeNotificationSettings,
  countNotifications,
  listNotifications,
  markNotifications,
  readAllNotifications,
  readNotification,
  readNotificationSettings,
  removeBrowser,
  showUnsubscribe,
  streamNotifications,
  undoReadAll,
  unsubscribe,
} from './contract.ts'
import { settingsOf } from './queries.delivery.ts'
import { inbox } from './queries.live.ts'
import { countsOf, localized, notificationsOf, waitingOf } from './queries.ts'

export const routes = [
  on(
    listNotifications,
    async ({ db, app, viewer, language }, { query }) => {
      const { results, next } = await notificationsOf(db, viewer.id, query)
      return { results: results.map((one) => localized(app.texts, language, one)), next }
    },
    { ahead: true },
  ),

  on(countNotifications, async (ctx) => ({
    ...(await countsOf(ctx.db, ctx.viewer.id)),
    waiting: await waitingOf(ctx, ctx.viewer),
  })),

  on(readAllNotifications, async (ctx, { body }) => {
    const marked = await markAllRead(ctx, ctx.viewer.id, body.to_id)
    return { marked, read_at: marked > 0 ? ctx.now.toISOString() : null }
  }),

  on(markNotifications, async (ctx, { body }) => ({
    marked: await markMany(ctx, ctx.viewer.id, body.ids, body.read),
  })),

  on(undoReadAll, async (ctx, { body }) => ({
    marked: await markUnread(ctx, ctx.viewer.id, body.read_at),
  })),

  on(streamNotifications, async ({ app, viewer, request, reply }, { query }) => {
    const header = request.headers['last-event-id']
    const last =
      typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : query.last_event_id
    reply.hijack()
    // What is written to the connection is the body as it is, up to its end.
    reply.raw.useChunkedEncodingByDefault = false
    reply.raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      // The connection ends with the stream: a server that stops doesn't wait for it to idle.
      connection: 'close',
    })
    reply.raw.flushHeaders()
    if (request.method === 'HEAD') {
      reply.raw.end()
      return {}
    }
    const { id: user_id, session_id, expires_at } = viewer
    const connection = await handOver(reply.raw)
    if (connection)
      await liveOf(app).open(inbox, { user_id, session_id, expires_at }, last ?? null, connection)
    return {}
  }),

  on(readNotificationSettings, ({ db, viewer }) => settingsOf(db, viewer)),

  on(changeNotificationSettings, (ctx, { body }) => changeSettings(ctx, ctx.viewer, body)),

  on(addBrowser, async (ctx, { body }) => {
    await saveBrowser(ctx, ctx.viewer, { ...body, user_agent: browserOf(ctx.request) })
    return settingsOf(ctx.db, ctx.viewer)
  }),

  on(removeBrowser, async ({ db, viewer }, { params }) => {
    await removeBrowserOf(db, viewer.id, params.id)
    return settingsOf(db, viewer)
  }),

  // Mail programs and virus scanners open links: only the page's button, or a one-click POST, changes anything.
  on(showUnsubscribe, async ({ reply }, { query }) => {
    const { token, type, as } = query
    return reply.redirect(`/unsubscribe?${new URLSearchParams({ token, type, ...(as ? { as } : {}) })}`)
  }),

  on(unsubscribe, async (ctx, { query }) => {
    await stopLetters(ctx, query.token, query.type)
    return { type: query.type }
  }),

  on(readNotification, async (ctx, { params, body }) => {
    const marked = await markRead(ctx, ctx.viewer.id, params.id, body.read)
    if (!marked) throw notFound()
    return localized(ctx.app.texts, ctx.language, marked)
  }),
]
