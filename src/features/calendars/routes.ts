import { type Context, on, type ReadContext } from '#core/server/route.ts'
import { askedOwnProject } from '#features/projects/queries.ts'
import {
  addSourceTo,
  closeFeedOf,
  feedFile,
  openFeedOf,
  readSourceSoon,
  removeSourceFrom,
  renewFeedOf,
} from './commands.ts'
import {
  addSource,
  type CalendarSync,
  closeFeed,
  openFeed,
  readFeed,
  readSource,
  readSync,
  removeSource,
  renewFeed,
} from './contract.ts'
import { type FeedOf, feedOwner, ownerOfSource, syncOf } from './queries.ts'

type Whose = { query: { project?: number | undefined } }

const nowOf = async (ctx: ReadContext, { query }: Whose): Promise<CalendarSync> => {
  const { public_url } = ctx.app.config
  return syncOf(ctx.db, await feedOwner(ctx.db, ctx.viewer, query.project), { now: ctx.now, public_url })
}

/** Changes the feed of whom a call is about, and answers with what is there then. */
const withFeed =
  (change: (ctx: Context, of: FeedOf) => Promise<void>) => async (ctx: Context, asked: Whose) => {
    await change(ctx, await feedOwner(ctx.db, ctx.viewer, asked.query.project))
    return nowOf(ctx, asked)
  }

export const routes = [
  on(readSync, nowOf),
  on(openFeed, withFeed(openFeedOf), { again: nowOf }),
  on(renewFeed, withFeed(renewFeedOf), { again: nowOf }),
  on(closeFeed, withFeed(closeFeedOf), { again: nowOf }),

  on(readFeed, async (ctx, { query }) => {
    const { etag, write } = await feedFile(ctx, query.key)
    ctx.reply
      .header('etag', etag)
      // Theirs alone, and asked for anew each time: what was read before is compared by its tag.
      .header('cache-control', 'private, no-cache')
      .header('content-disposition', 'inline; filename="tarima.ics"')
    const known = String(ctx.request.headers['if-none-match'] ?? '').split(/\s*,\s*/)
    if (known.some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag))
      return ctx.reply.status(304).send()
    return ctx.reply.type('text/calendar; charset=utf-8').send(await write())
  }),

  on(
    addSource,
    async (ctx, asked) => {
      await addSourceTo(ctx, await askedOwnProject(ctx.db, ctx.viewer, asked.query.project), asked.body)
      return nowOf(ctx, asked)
    },
    { again: nowOf },
  ),

  on(readSource, async (ctx, { params }) => {
    await readSourceSoon(ctx, await ownerOfSource(ctx.db, ctx.viewer, params.id), params.id)
    return {}
  }),

  on(removeSource, async (ctx, { params }) => {
    await removeSourceFrom(ctx, await ownerOfSource(ctx.db, ctx.viewer, params.id), params.id)
    return {}
  }),
]
