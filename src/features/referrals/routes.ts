import { on } from '#core/server/route.ts'
import { makeCode } from './commands.ts'
import { listReferrals, makeReferralCode, readReferrals } from './contract.ts'
import { invitedBy, referralsOf } from './queries.ts'

export const routes = [
  on(readReferrals, (ctx) => referralsOf(ctx, ctx.viewer)),
  on(
    makeReferralCode,
    async (ctx) => {
      await makeCode(ctx, ctx.viewer.id)
      return referralsOf(ctx, ctx.viewer)
    },
    { again: (ctx) => referralsOf(ctx, ctx.viewer) },
  ),
  on(listReferrals, ({ db, viewer }, { query }) => invitedBy(db, viewer.id, query)),
]
