import { HOUR } from '#core/contract/time.ts'
import type { Reading } from '#core/server/app.ts'
import { addressOf, browserOf, networkOf } from '#core/server/input.ts'
import { limit } from '#core/server/limits.ts'
import type { ReadContext } from '#core/server/route.ts'
import { hashPassword } from '#core/server/secrets.ts'
import { transaction } from '#core/server/work.ts'
import { originOf } from './commands.devices.ts'
import { askToVerify, warn } from './commands.letters.ts'
import { refuseCommon } from './commands.password.ts'
import { createAccount, isEmailTaken, type NewAccount, startSession } from './commands.ts'
import { RESEND_SECONDS } from './contract.ts'
import { type User, userByEmail } from './queries.ts'

/** One address may do that often; generous outside production, where everybody shares one. */
export const perAddress = ({ app, request, now }: ReadContext, what: string, max: number, windowMs: number) =>
  limit(
    app.db,
    `${what}:address:${networkOf(addressOf(request))}`,
    app.config.env === 'production' ? max : max * 100,
    windowMs,
    now,
  )

/** Sends somebody a verification letter. @throws Refusal 429 right after another one */
export async function sendVerificationTo(
  reading: Pick<Reading, 'app' | 'db' | 'now'>,
  user: { id: number; email: string },
): Promise<void> {
  await limit(reading.db, `verify:send:${user.id}`, 1, RESEND_SECONDS * 1000, reading.now)
  await askToVerify(reading, user)
}

interface SignUp {
  password: string
  language?: NewAccount['language'] | undefined
  remember?: boolean | undefined
}

/**
 * Signs somebody up: account, verification letter and session in one transaction. The owner of an e-mail that is taken
 * is told by a letter.
 * @returns the access token, and the new account
 * @throws Refusal 422 when the e-mail is taken, 429 for too many from one address
 */
export async function signUp(
  context: ReadContext,
  body: SignUp & Omit<NewAccount, 'password_hash' | 'language' | 'account_type' | 'verified'>,
  account_type: NewAccount['account_type'],
): Promise<{ access: string; user: User }> {
  await countAsking(context)
  await refuseCommon(body.password)
  const password_hash = await hashPassword(body.password, { ip: addressOf(context.request) })
  const signed = transaction(context.app, context.now, async (work) => {
    const user = await createAccount(work, {
      ...body,
      account_type,
      password_hash,
      language: body.language ?? context.language,
    })
    // The pause before "send again" starts with this first letter.
    await sendVerificationTo(work, user)
    const access = await startSession(work, {
      user_id: user.id,
      remember: body.remember,
      ...originOf(context),
    })
    return { access, user }
  })
  return signed.catch(async (error) => {
    if (isEmailTaken(error)) await tellOwner(context, body.email, 'sign_up_tried')
    throw error
  })
}

/** How often one address may ask for an e-mail to be its own: the answer shows whether it has an account. */
export const countAsking = (context: ReadContext): Promise<void> => perAddress(context, 'signup', 30, HOUR)

/**
 * Whoever signs up with a taken e-mail, or changes theirs to it, reads that it is taken, since signing up signs in at once. Its
 * owner hears of it: they may have forgotten that they have an account, or somebody may be looking for who has one.
 */
export async function tellOwner(
  { app, now, request }: ReadContext,
  email: string,
  news: 'sign_up_tried' | 'email_wanted',
): Promise<void> {
  const owner = await userByEmail(app.db, email)
  if (!owner) return
  await transaction(app, now, (work) =>
    warn(work, {
      user_id: owner.id,
      news,
      at: now.toISOString(),
      user_agent: browserOf(request),
      ip: addressOf(request),
    }),
  )
}
