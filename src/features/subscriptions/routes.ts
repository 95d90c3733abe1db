import { on } from '#core/server/route.ts'
import { saveOffers } from './commands.ts'
import { readSubscription, saveSubscription } from './contract.ts'
import { subscriptionOf } from './queries.ts'

export const routes = [
  on(readSubscription, ({ db, viewer, now }) => subscriptionOf(db, viewer.id, now)),
  on(saveSubscription, async (ctx, { body }) => {
    await saveOffers(ctx, ctx.viewer.id, body.wants_offers)
    return subscriptionOf(ctx.db, ctx.viewer.id, ctx.now)
  }),
]
