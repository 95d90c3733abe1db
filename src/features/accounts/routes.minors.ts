import { HOUR } from '#core/contract/time.ts'
import { addressOf } from '#core/server/input.ts'
import { limit } from '#core/server/limits.ts'
import { on } from '#core/server/route.ts'
import { transaction } from '#core/server/work.ts'
import { answerGuardian } from './commands.guardian.ts'
import { askForGuardianLinks } from './commands.letters.ts'
import { askAgain } from './commands.minors.ts'
import { perAddress } from './commands.signUp.ts'
import {
  answerAsGuardian,
  askGuardian,
  askGuardianLink,
  readGuardianPart,
  readOwnGuardian,
} from './contract.minors.ts'
import { RESEND_SECONDS } from './contract.ts'
import { minorByLink, ownGuardian } from './queries.minors.ts'

// These calls count tries, and a refusal must not undo the count: they open their transactions themselves.
const own = { transaction: false } as const

export const routes = [
  on(readOwnGuardian, async ({ db, viewer, now }) => ({ guardian: await ownGuardian(db, viewer.id, now) })),

  on(
    askGuardian,
    async (ctx, { body }) => {
      await askAgain(ctx, ctx.viewer, body.guardian_email)
      return { guardian: await ownGuardian(ctx.db, ctx.viewer.id, ctx.now), retry_after: RESEND_SECONDS }
    },
    {
      again: async ({ db, viewer, now }) => ({
        guardian: await ownGuardian(db, viewer.id, now),
        retry_after: RESEND_SECONDS,
      }),
    },
  ),

  on(readGuardianPart, async ({ db, now }, { query }) => (await minorByLink(db, query.token, now)).part),

  on(
    answerAsGuardian,
    async (ctx, { body }) => {
      await perAddress(ctx, 'guardian', 30, HOUR)
      return transaction(ctx.app, ctx.now, (work) => answerGuardian(work, body, addressOf(ctx.request)))
    },
    own,
  ),

  on(
    askGuardianLink,
    async (ctx, { body }) => {
      await perAddress(ctx, 'guardian:link', 30, HOUR)
      await limit(ctx.app.db, `guardian:link:${body.email.toLowerCase()}`, 5, HOUR, ctx.now)
      await askForGuardianLinks(ctx, body.email)
      return {}
    },
    own,
  ),
]
