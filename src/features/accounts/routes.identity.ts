import { notFound, Refusal } from '#core/contract/errors.ts'
import { HOUR, MINUTE } from '#core/contract/time.ts'
import type { Config } from '#core/server/config.ts'
import {
  finishAuthorization,
  IdentityError,
  startAuthorization,
  verifyCredential,
} from '#core/server/identity.ts'
import { on, type ReadContext } from '#core/server/route.ts'
import { transaction } from '#core/server/work.ts'
import { deviceCookieOf, originOf } from './commands.devices.ts'
import {
  createNonce,
  createTicket,
  type IdentityClaims,
  linkIdentity,
  spendFlow,
  spendNonce,
  spendTicket,
  startFlow,
  userByIdentity,
} from './commands.identity.ts'
import { enter } from './commands.second.ts'
import { perAddress } from './commands.signUp.ts'
import { createAccount, startSession } from './commands.ts'
import {
  createIdentityAccount,
  finishIdentity,
  type IdentityProof,
  startCredential,
  startIdentity,
} from './contract.identity.ts'

// These calls count tries, and a refusal must not undo the count: they open their transactions themselves.
const own = { transaction: false } as const

const redirectOf = ({ public_url }: Config) => `${public_url}/signin`

function providerOf({ oidc }: Config): NonNullable<Config['oidc']> {
  if (!oidc) throw notFound('accounts.identity_off')
  return oidc
}

/** A provider that can't be believed is a refusal like any other; why is for the log alone. */
async function orRefused<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof IdentityError) throw new Refusal(403, 'accounts.identity_failed')
    throw error
  }
}

/** Asks the provider what the proof is worth. A flow and a credential are each good for one try. */
async function claimsFor(
  { app, now, request }: ReadContext,
  { credential, code, state, iss, flow, remember }: IdentityProof,
): Promise<IdentityClaims & { remember: boolean }> {
  const provider = providerOf(app.config)
  if (credential) {
    const { nonce, ...claims } = await orRefused(verifyCredential(provider, credential))
    await spendNonce(app.db, deviceCookieOf(app.config, request), nonce, now)
    return { ...claims, remember: remember ?? false }
  }
  if (!code || !state || !flow)
    throw new Refusal(422, 'common.invalid', { fields: { credential: { key: 'validation.required' } } })
  const started = await spendFlow(app.db, flow, state, now)
  const back = new URL(redirectOf(app.config))
  for (const [name, value] of Object.entries({ code, state, iss }))
    if (value) back.searchParams.set(name, value)
  try {
    return {
      ...(await orRefused(finishAuthorization(provider, back, { ...started, state }))),
      remember: started.remember,
    }
  } catch (error) {
    request.log.warn({ err: error, request: request.id }, 'a sign-in with the identity provider failed')
    throw error
  }
}

export const routes = [
  on(
    startIdentity,
    async (ctx, { body }) => {
      const { app, now } = ctx
      await perAddress(ctx, 'identity', 60, 15 * MINUTE)
      const { url, ...departure } = await orRefused(
        startAuthorization(providerOf(app.config), redirectOf(app.config)),
      )
      const flow = await startFlow(app.db, { ...departure, remember: body.remember ?? false }, now)
      return { url, flow }
    },
    own,
  ),

  on(
    startCredential,
    async (ctx) => {
      await perAddress(ctx, 'identity', 60, 15 * MINUTE)
      providerOf(ctx.app.config)
      return { nonce: await createNonce(ctx.app.db, originOf(ctx).device, ctx.now) }
    },
    own,
  ),

  on(
    finishIdentity,
    async (ctx, { body }) => {
      await perAddress(ctx, 'identity', 60, 15 * MINUTE)
      const { remember, ...claims } = await claimsFor(ctx, body)
      return transaction(ctx.app, ctx.now, async (work) => {
        const known = await userByIdentity(work, claims)
        if (known) {
          ctx.request.log.info(
            { request: ctx.request.id, user: known.user_id },
            'signed in with the identity provider',
          )
          const { access = null, ...more } = await enter(work, ctx, { ...known, remember })
          return { access, ask: null, ...more }
        }
        const ticket = await createTicket(work.db, { ...claims, remember }, work.now)
        return { access: null, ask: { ticket, email: claims.email ?? '', name: claims.name } }
      })
    },
    own,
  ),

  on(
    createIdentityAccount,
    async (ctx, { body: { ticket, ...body } }) => {
      await perAddress(ctx, 'signup', 30, HOUR)
      return transaction(ctx.app, ctx.now, async (work) => {
        const { remember, email, ...identity } = await spendTicket(work.db, ticket, work.now)
        const user = await createAccount(work, {
          ...body,
          email,
          password_hash: null,
          language: body.language ?? ctx.language,
          verified: true,
        })
        await linkIdentity(work.db, user.id, identity, work.now)
        return { access: await startSession(work, { user_id: user.id, remember, ...originOf(ctx) }) }
      })
    },
    own,
  ),
]
