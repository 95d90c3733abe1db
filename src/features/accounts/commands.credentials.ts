import { and, eq, isNull, notInArray } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { DAY, MINUTE } from '#core/contract/time.ts'
import type { Work } from '#core/server/app.ts'
import { type Db, isUniqueViolation } from '#core/server/db.ts'
import { addressOf } from '#core/server/input.ts'
import { limit, refund } from '#core/server/limits.ts'
import { assertFresh, type ReadContext, type Viewer } from '#core/server/route.ts'
import { hashPassword } from '#core/server/secrets.ts'
import { savepoint, transaction } from '#core/server/work.ts'
import { forgetDevices } from './commands.devices.ts'
import { askForEmail, dropWaitingEmail } from './commands.email.ts'
import { unlinkIdentities } from './commands.identity.ts'
import { askToVerify, warn } from './commands.letters.ts'
import { lockOwn } from './commands.lock.ts'
import { refuseCommon } from './commands.password.ts'
import { countAsking, tellOwner } from './commands.signUp.ts'
import { isEmailTaken, refuseTaken, revokeOthers } from './commands.ts'
import type { EmailChange, PasswordChange } from './contract.credentials.ts'
import { EMAIL_CHANGES_A_DAY } from './contract.credentials.ts'
import { problemOfPassword } from './contract.password.ts'
import { confirmSelf } from './queries.deletion.ts'
import { hasSecond } from './queries.factors.ts'
import { isKept } from './queries.links.ts'
import { mail_tokens, users } from './table.ts'

/* What somebody signs in with, changed from inside: the password as it is is asked for, others' sessions end. */

/** What somebody signs in with. */
export async function credentialsOf(
  db: Db,
  user_id: number,
): Promise<{ email: string; has_password: boolean }> {
  const [user] = await db
    .select({ email: users.email, password_hash: users.password_hash })
    .from(users)
    .where(eq(users.id, user_id))
  if (!user) throw notFound()
  return { email: user.email, has_password: user.password_hash !== null }
}

/**
 * Makes sure that it is they who ask, by the password as it is; guesses are counted.
 * @param field what the form calls it
 * @returns its hash, for `lockOwn`: it may be another one by the time that something is changed
 * @throws Refusal 409 where the account has none, 422 when it is another one, 429 after too many
 */
export async function withOwnPassword(
  { app, now, viewer, request }: ReadContext,
  current: string,
  field: 'current' | 'password' = 'current',
): Promise<string | null> {
  const key = `own-password:${viewer.id}`
  await limit(app.db, key, 10, 15 * MINUTE, now)
  const { has_password } = await credentialsOf(app.db, viewer.id)
  if (!has_password) throw new Refusal(409, 'accounts.no_password')
  try {
    const checked = await confirmSelf(app.db, viewer.id, { password: current }, addressOf(request))
    await refund(app.db, [key], now)
    return checked
  } catch (error) {
    if (error instanceof Refusal && error.status === 422)
      throw new Refusal(422, 'common.invalid', { fields: { [field]: { key: 'validation.own_password' } } })
    throw error
  }
}

/**
 * The same for what the account is signed in with: whoever has a second factor proved it lately, too, since somebody who
 * only knows the password must not take the account with it.
 * @throws Refusal 403 where that was too long ago, and as `withOwnPassword`
 */
async function withWholeProof(context: ReadContext, current: string): Promise<string | null> {
  const checked = await withOwnPassword(context, current)
  if (await hasSecond(context.app.db, context.viewer.id)) assertFresh(context.viewer, context.now)
  return checked
}

/**
 * Nobody else stays in: others' sessions end, other browsers are forgotten, mailed links are worth nothing. That of a minor's
 * adult isn't a way in, and stays theirs; that which takes a new factor back outlives whoever added it.
 */
async function shutOthersOut(work: Work, viewer: Viewer, device: string | null): Promise<void> {
  await revokeOthers(work, viewer)
  await forgetDevices(work.db, viewer.id, device)
  await work.db
    .update(mail_tokens)
    .set({ used_at: work.now.toISOString() })
    .where(
      and(
        eq(mail_tokens.user_id, viewer.id),
        isNull(mail_tokens.used_at),
        notInArray(mail_tokens.kind, ['guardian', 'factor']),
      ),
    )
  await dropWaitingEmail(work, viewer.id)
}

/**
 * Changes somebody's password; they are told by mail.
 * @throws Refusal 409 where the account has none, 403 without a proof that it needs, 422 on the field that is wrong, 401 when
 * the session has ended meanwhile, 429 after too many guesses
 */
export async function changePasswordOf(
  context: ReadContext,
  { current, password }: PasswordChange,
  device: string | null,
): Promise<void> {
  const { app, now, viewer, request } = context
  const checked = await withWholeProof(context, current)
  const problem = problemOfPassword(password, viewer)
  if (problem) throw new Refusal(422, 'common.invalid', { fields: { password: { key: problem } } })
  await refuseCommon(password)
  const password_hash = await hashPassword(password, { ip: addressOf(request), known: true })
  await transaction(app, now, async (work) => {
    await lockOwn(work, viewer, checked, 'current')
    await work.db.update(users).set({ password_hash }).where(eq(users.id, viewer.id))
    await shutOthersOut(work, viewer, device)
    await warn(work, { user_id: viewer.id, news: 'password_changed', at: now.toISOString() })
  })
}

/**
 * Changes somebody's e-mail. One that was verified stays theirs until the link to the new one was used, and hears of it; one
 * that never was may be a stranger's: it is changed at once, and the new one is to be verified.
 * Who signs in by a provider as the one before is linked to this account no more.
 * @throws Refusal 409 where the account has no password, 403 without a proof that it needs, 422 on the field that is wrong,
 * 401 when the session has ended meanwhile, 429 after too many
 */
export async function changeEmailOf(
  context: ReadContext,
  { current, email }: EmailChange,
  device: string | null,
): Promise<void> {
  const { app, now, viewer } = context
  const checked = await withWholeProof(context, current)
  if (email.toLowerCase() === viewer.email.toLowerCase()) return
  const problem = problemOfPassword(current, { email, name: viewer.name })
  if (problem) throw new Refusal(422, 'common.invalid', { fields: { email: { key: problem } } })
  await limit(app.db, `email:change:${viewer.id}`, EMAIL_CHANGES_A_DAY, DAY, now)
  await countAsking(context)
  const changed = transaction(app, now, async (work) => {
    await lockOwn(work, viewer, checked, 'current')
    if (viewer.verified) return askForEmail(work, viewer, email)
    try {
      await savepoint(work, (inner) =>
        inner.db.update(users).set({ email, verified_at: null }).where(eq(users.id, viewer.id)),
      )
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      throw refuseTaken()
    }
    if (await isKept(work.db, email, now, viewer.id)) throw refuseTaken()
    await shutOthersOut(work, viewer, device)
    await unlinkIdentities(work.db, viewer.id)
    await askToVerify(work, { id: viewer.id, email })
  })
  await changed.catch(async (error) => {
    if (isEmailTaken(error)) await tellOwner(context, email, 'email_wanted')
    throw error
  })
}
