import { on } from '#core/server/route.ts'
import { askForPasskeyOf } from './commands.passkeys.ts'
import { proofWaysOf, proveSelf, requestProofCode } from './commands.proof.ts'
import { askForPasskey, prove, readProofWays, sendProofCode } from './contract.proof.ts'
import { RESEND_SECONDS } from './contract.ts'

// These calls count tries, and a refusal must not undo the count: they open their transactions themselves.
const own = { transaction: false } as const

export const routes = [
  on(readProofWays, ({ db, viewer }) => proofWaysOf(db, viewer.id)),

  on(
    sendProofCode,
    async (ctx) => {
      await requestProofCode(ctx)
      return { retry_after: RESEND_SECONDS }
    },
    own,
  ),

  on(askForPasskey, ({ app, now, viewer }) => askForPasskeyOf({ app, now }, viewer.id), own),

  on(prove, async (ctx, { body }) => ({ until: await proveSelf(ctx, body) }), own),
]
