import { notFound, Refusal } from '#core/contract/errors.ts'
import { HOUR, MINUTE } from '#core/contract/time.ts'
import type { Config } from '#core/server/config.ts'
import {
  finishAuthorization,
  IdentityError,
  startAuthorization,
  verifyCredential,
} from '#core/server/identity.ts'
import { addressOf } from '#core/server/input.ts'
import { limit, refund } from '#core/server/limits.ts'
import { assertFresh, on, type ReadContext } from '#core/server/route.ts'
import { hashPassword } from '#core/server/secrets.ts'
import { transaction } from '#core/server/work.ts'
import { changeEmailOf, changePasswordOf, credentialsOf } from './commands.credentials.ts'
import { scheduleDeletion, unscheduleDeletion } from './commands.deletion.ts'
import { deviceCookieOf, originOf } from './commands.devices.ts'
import { createExportLink, requestExport } from './commands.exports.ts'
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
import { askToReset } from './commands.letters.ts'
import { resetByLink, verifyByLink } from './commands.links.ts'
import { enter } from './commands.second.ts'
import { signIn } from './commands.signIn.ts'
import { perAddress, sendVerificationTo, signUp } from './commands.signUp.ts'
import {
  createAccount,
  endSession,
  revokeOthers,
  revokeSessionOf,
  startSession,
  updateClient,
} from './commands.ts'
import { changeEmail, changePassword, readCredentials } from './contract.credentials.ts'
import {
  askDeletion,
  cancelDeletion,
  downloadExport,
  linkExport,
  previewDeletion,
  readExport,
  startExport,
} from './contract.data.ts'
import {
  createIdentityAccount,
  finishIdentity,
  type IdentityProof,
  startCredential,
  startIdentity,
} from './contract.identity.ts'
import { problemOfPassword } from './contract.password.ts'
import {
  checkVerified,
  confirmReset,
  listSessions,
  login,
  logout,
  RESEND_SECONDS,
  readClient,
  registerClient,
  requestReset,
  revokeOtherSessions,
  revokeSession,
  saveClient,
  sendVerification,
  signInOptions,
  signUpStudent,
  verifyEmail,
} from './contract.ts'
import { confirmSelf, deletionPreviewOf } from './queries.deletion.ts'
import { exportOf, openExport } from './queries.exports.ts'
import { resetLinkOwner } from './queries.links.ts'
import { isVerified, sessionsOf, userById } from './queries.ts'

// These calls count tries, and a refusal must not undo the count: they open their transactions themselves.
const own = { transaction: false } as const
const reserved = { pool: 'reserved' } as const

// ─── Identity provider ───────────────────────────────────────────────────────────────────────────────────────

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
    request.log.warn({ err: error }, 'a sign-in with the identity provider failed')
    throw error
  }
}

/**
 * Reset links whose new password is being hashed: a second use meanwhile doesn't cost another hash. Which use wins
 * is the database's decision all the same.
 */
const beingUsed = new Set<string>()

export const routes = [
  on(signInOptions, async ({ app: { config } }) => ({
    identity: config.oidc !== undefined,
    mailbox: config.env === 'production' || config.smtp_url ? null : '/dev/mail',
  })),

  on(login, (ctx, { body }) => signIn(ctx, body), { ...own, ...reserved }),

  on(
    logout,
    async (ctx) => {
      await endSession(ctx, ctx.viewer.session_id)
      return {}
    },
    reserved,
  ),

  on(signUpStudent, async (ctx, { body }) => ({ access: (await signUp(ctx, body, 'STUDENT')).access }), own),

  on(
    registerClient,
    async (ctx, { body }) => ({ access: (await signUp(ctx, body, 'TALENT_HUNTER')).access }),
    own,
  ),

  on(readClient, async ({ db, viewer }) => {
    const user = await userById(db, viewer.id)
    if (!user) throw notFound()
    return user
  }),

  on(saveClient, ({ db, viewer }, { body }) => updateClient(db, viewer.id, body)),

  on(
    verifyEmail,
    async (ctx, { body }) => {
      await perAddress(ctx, 'verify', 30, 15 * MINUTE)
      return transaction(ctx.app, ctx.now, async (work) => {
        const origin = originOf(ctx)
        const { user_id } = await verifyByLink(work, body.token, origin)
        return enter(work, ctx, { user_id, remember: body.remember, origin })
      })
    },
    own,
  ),

  on(checkVerified, async ({ db, viewer }, { params }) => {
    if (params.id !== viewer.id) throw notFound()
    return { verified: await isVerified(db, viewer.id) }
  }),

  on(
    sendVerification,
    async (ctx) => {
      const { app, now, viewer } = ctx
      if (viewer.verified) throw new Refusal(409, 'accounts.already_verified')
      await sendVerificationTo({ app, now, db: app.db }, viewer)
      return { retry_after: RESEND_SECONDS }
    },
    own,
  ),

  on(
    requestReset,
    async (ctx, { body }) => {
      const { app, now } = ctx
      await perAddress(ctx, 'reset', 30, HOUR)
      await limit(app.db, `reset:${body.email.toLowerCase()}`, 5, HOUR, now)
      await askToReset(ctx, body.email)
      return {}
    },
    own,
  ),

  on(
    confirmReset,
    async (ctx, { body }) => {
      await perAddress(ctx, 'reset:confirm', 30, HOUR)
      if (beingUsed.has(body.token)) throw new Refusal(409, 'accounts.link_used')
      beingUsed.add(body.token)
      try {
        const problem = problemOfPassword(
          body.password,
          await resetLinkOwner(ctx.app.db, body.token, ctx.now),
        )
        if (problem) throw new Refusal(422, 'common.invalid', { fields: { password: { key: problem } } })
        const password_hash = await hashPassword(body.password, { ip: addressOf(ctx.request), known: true })
        const { device } = originOf(ctx)
        await transaction(ctx.app, ctx.now, (work) => resetByLink(work, body.token, password_hash, device))
      } finally {
        beingUsed.delete(body.token)
      }
      return {}
    },
    own,
  ),

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

  on(readCredentials, ({ db, viewer }) => credentialsOf(db, viewer.id)),

  on(
    changePassword,
    async (ctx, { body }) => {
      await changePasswordOf(ctx, body, deviceCookieOf(ctx.app.config, ctx.request))
      return {}
    },
    own,
  ),

  on(
    changeEmail,
    async (ctx, { body }) => {
      await changeEmailOf(ctx, body, deviceCookieOf(ctx.app.config, ctx.request))
      return { email: body.email }
    },
    own,
  ),

  on(listSessions, async ({ db, viewer, now }) => ({
    results: await sessionsOf(db, viewer, now),
    next: null,
  })),

  on(revokeSession, async (ctx, { params }) => {
    if (params.id === ctx.viewer.session_id) throw new Refusal(409, 'accounts.this_session')
    if (!(await revokeSessionOf(ctx, ctx.viewer, params.id))) throw notFound()
    return {}
  }),

  on(revokeOtherSessions, async (ctx) => ({ revoked: await revokeOthers(ctx, ctx.viewer) })),

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
      const by = await confirmSelf(app.db, viewer.id, body, addressOf(request))
      await refund(app.db, [key], now)
      if (by === 'email') assertFresh(viewer, now)
      return transaction(app, now, async (work) => ({ delete_at: await scheduleDeletion(work, viewer) }))
    },
    own,
  ),

  on(cancelDeletion, async (ctx) => {
    await unscheduleDeletion(ctx, ctx.viewer.id)
    return {}
  }),
]
