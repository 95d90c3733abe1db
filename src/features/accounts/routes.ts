import { notFound, Refusal } from '#core/contract/errors.ts'
import { HOUR, MINUTE } from '#core/contract/time.ts'
import { addressOf, networkOf } from '#core/server/input.ts'
import { limit } from '#core/server/limits.ts'
import { on } from '#core/server/route.ts'
import { hashPassword } from '#core/server/secrets.ts'
import { transaction } from '#core/server/work.ts'
import { changeEmailOf, changePasswordOf, credentialsOf } from './commands.credentials.ts'
import { deviceCookieOf, originOf } from './commands.devices.ts'
import { changeEmailByLink, dropEmailOfOthers, takeBackEmail } from './commands.email.ts'
import { askToReset } from './commands.letters.ts'
import { resetByLink, verifyByLink } from './commands.links.ts'
import { refuseCommon } from './commands.password.ts'
import { enter } from './commands.second.ts'
import { signIn } from './commands.signIn.ts'
import { perAddress, sendVerificationTo, signUp } from './commands.signUp.ts'
import { acceptTermsOf } from './commands.terms.ts'
import { endSession, revokeOthers, revokeSessionOf, updateClient } from './commands.ts'
import { acceptTerms } from './contract.acceptance.ts'
import {
  changeEmail,
  changePassword,
  confirmEmailChange,
  readCredentials,
  takeBackEmailChange,
} from './contract.credentials.ts'
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
import { emailThatWaits } from './queries.email.ts'
import { resetLinkOwner } from './queries.links.ts'
import { isVerified, sessionsOf, userById } from './queries.ts'

// These calls count tries, and a refusal must not undo the count: they open their transactions themselves.
const own = { transaction: false } as const
const reserved = { pool: 'reserved' } as const

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

  on(saveClient, (ctx, { body }) => updateClient(ctx, ctx.viewer.id, body)),

  on(
    verifyEmail,
    async (ctx, { body }) => {
      await perAddress(ctx, 'verify', 30, 15 * MINUTE)
      return transaction(ctx.app, ctx.now, async (work) => {
        const origin = originOf(ctx)
        const { user_id } = await verifyByLink(work, body.token, {
          device: origin.device,
          session_id: ctx.guest?.session_id,
        })
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
      // By place, so that a stranger who asks in somebody's name doesn't keep them from asking.
      await limit(
        app.db,
        `reset:${body.email.toLowerCase()}:${networkOf(addressOf(ctx.request))}`,
        5,
        HOUR,
        now,
      )
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
        await refuseCommon(body.password)
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

  on(acceptTerms, async (ctx, { body }) => {
    await acceptTermsOf(ctx, ctx.viewer.id, body)
    return {}
  }),

  on(readCredentials, async ({ db, viewer, now }) => ({
    ...(await credentialsOf(db, viewer.id)),
    email_waits: await emailThatWaits(db, viewer.id, now),
  })),

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
      const { email } = await credentialsOf(ctx.app.db, ctx.viewer.id)
      return { email, email_waits: await emailThatWaits(ctx.app.db, ctx.viewer.id, ctx.now) }
    },
    own,
  ),

  on(takeBackEmailChange, async (ctx) => {
    await takeBackEmail(ctx, ctx.viewer.id)
    return {}
  }),

  on(
    confirmEmailChange,
    async (ctx, { body }) => {
      await perAddress(ctx, 'verify', 30, 15 * MINUTE)
      const origin = originOf(ctx)
      return {
        email: await transaction(ctx.app, ctx.now, (work) => changeEmailByLink(work, body.token, origin)),
      }
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

  on(revokeOtherSessions, async (ctx) => {
    await dropEmailOfOthers(ctx, ctx.viewer)
    return { revoked: await revokeOthers(ctx, ctx.viewer) }
  }),
]
