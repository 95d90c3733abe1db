import type { FastifyRequest } from 'fastify'
import { HOUR } from '#core/contract/time.ts'
import type { Work } from '#core/server/app.ts'
import { limit } from '#core/server/limits.ts'
import type { ReadContext } from '#core/server/route.ts'
import { hashPassword } from '#core/server/secrets.ts'
import { transaction } from '#core/server/work.ts'
import { createAccount, type NewAccount, startSession } from './commands.ts'
import { RESEND_SECONDS } from './contract.ts'
import { letters } from './jobs.ts'
import type { Origin, User } from './queries.ts'

/** Where the request comes from, as a session remembers it. */
export const originOf = (request: FastifyRequest): Origin => ({
  ip: request.ip,
  user_agent: request.headers['user-agent'] ?? null,
})

/** One address may do that often; generous outside production, where everybody shares one. */
export const perAddress = ({ app, request, now }: ReadContext, what: string, max: number, windowMs: number) =>
  limit(
    app.db,
    `${what}:address:${request.ip}`,
    app.config.env === 'production' ? max : max * 100,
    windowMs,
    now,
  )

/** The counter of verification letters of one account. */
export const resendKey = (user_id: number) => `verify:send:${user_id}`

interface SignUp {
  password: string
  language?: NewAccount['language'] | undefined
  remember?: boolean | undefined
}

/**
 * Signs somebody up: account, verification letter and session in one transaction.
 * @param more what else belongs in that transaction
 * @returns the access token, and what `more` answered
 * @throws Refusal 422 when the e-mail is taken, 429 for too many from one address
 */
export async function signUp<T>(
  context: ReadContext,
  body: SignUp & Omit<NewAccount, 'password_hash' | 'language' | 'account_type' | 'verified'>,
  account_type: NewAccount['account_type'],
  more: (work: Work, user: User) => Promise<T>,
): Promise<{ access: string; more: T }> {
  await perAddress(context, 'signup', 30, HOUR)
  const password_hash = await hashPassword(body.password)
  return transaction(context.app, context.now, async (work) => {
    const user = await createAccount(work, {
      ...body,
      account_type,
      password_hash,
      language: body.language ?? context.language,
    })
    await work.app.jobs.enqueue(work.db, letters, { kind: 'verify', user_id: user.id })
    // The pause before "send again" starts with the first letter.
    await limit(work.db, resendKey(user.id), 1, RESEND_SECONDS * 1000, work.now)
    const access = await startSession(work, {
      user_id: user.id,
      remember: body.remember,
      ...originOf(context.request),
    })
    return { access, more: await more(work, user) }
  })
}
