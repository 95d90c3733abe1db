import { HOUR } from '#core/contract/time.ts'
import type { Reading } from '#core/server/app.ts'
import { addressOf } from '#core/server/input.ts'
import { limit } from '#core/server/limits.ts'
import { enqueue } from '#core/server/queues.ts'
import type { ReadContext } from '#core/server/route.ts'
import { hashPassword } from '#core/server/secrets.ts'
import { transaction } from '#core/server/work.ts'
import { originOf } from './commands.devices.ts'
import { createAccount, type NewAccount, startSession } from './commands.ts'
import { RESEND_SECONDS } from './contract.ts'
import type { User } from './queries.ts'
import { letters } from './queues.ts'

/** One address may do that often; generous outside production, where everybody shares one. */
export const perAddress = ({ app, request, now }: ReadContext, what: string, max: number, windowMs: number) =>
  limit(
    app.db,
    `${what}:address:${addressOf(request)}`,
    app.config.env === 'production' ? max : max * 100,
    windowMs,
    now,
  )

/** Sends somebody a verification letter. @throws Refusal 429 right after another one */
export async function sendVerificationTo(
  reading: Pick<Reading, 'app' | 'db' | 'now'>,
  user_id: number,
): Promise<void> {
  await limit(reading.db, `verify:send:${user_id}`, 1, RESEND_SECONDS * 1000, reading.now)
  await enqueue(reading, letters, { kind: 'verify', user_id })
}

interface SignUp {
  password: string
  language?: NewAccount['language'] | undefined
  remember?: boolean | undefined
}

/**
 * Signs somebody up: account, verification letter and session in one transaction.
 * @returns the access token, and the new account
 * @throws Refusal 422 when the e-mail is taken, 429 for too many from one address
 */
export async function signUp(
  context: ReadContext,
  body: SignUp & Omit<NewAccount, 'password_hash' | 'language' | 'account_type' | 'verified'>,
  account_type: NewAccount['account_type'],
): Promise<{ access: string; user: User }> {
  await perAddress(context, 'signup', 30, HOUR)
  const password_hash = await hashPassword(body.password, { ip: addressOf(context.request) })
  return transaction(context.app, context.now, async (work) => {
    const user = await createAccount(work, {
      ...body,
      account_type,
      password_hash,
      language: body.language ?? context.language,
    })
    // The pause before "send again" starts with this first letter.
    await sendVerificationTo(work, user.id)
    const access = await startSession(work, {
      user_id: user.id,
      remember: body.remember,
      ...originOf(context),
    })
    return { access, user }
  })
}
