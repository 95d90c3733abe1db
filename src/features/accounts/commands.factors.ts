import { randomInt } from 'node:crypto'
import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { Refusal } from '#core/contract/errors.ts'
import type { Work } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import type { Viewer } from '#core/server/route.ts'
import { tokenHash } from '#core/server/secrets.ts'
import { dropEmailOfOthers } from './commands.email.ts'
import { warn } from './commands.letters.ts'
import { lockStillIn } from './commands.lock.ts'
import { revokeOthers } from './commands.ts'
import { RECOVERY_CODES, RECOVERY_LENGTH } from './contract.factors.ts'
import { secondWaysOf } from './queries.factors.ts'
import { recovery_codes, sign_in_tickets, totp_secrets } from './table.ts'

/* Second factors: turned on and off, and checked. */

type FactorNews = 'totp_added' | 'totp_removed' | 'passkey_added' | 'passkey_removed'

/** The steps of the clock beside the one that is now, whose codes count too: phones' clocks aren't exact. */
const WINDOW = 1

const totpOf = (secret: string, label: string) =>
  new TOTP({ issuer: 'Tarima', label, secret: Secret.fromBase32(secret), digits: 6, period: 30 })

/**
 * Makes a secret for somebody's app, in place of one that wasn't confirmed.
 * @throws Refusal 409 when codes of an app are on already
 */
export async function startTotp({ db, now }: Work, viewer: Viewer): Promise<{ secret: string; uri: string }> {
  const secret = new Secret({ size: 20 }).base32
  const made = { secret, last_step: null, created_at: now.toISOString() }
  const [stored] = await db
    .insert(totp_secrets)
    .values({ user_id: viewer.id, ...made })
    .onConflictDoUpdate({
      target: totp_secrets.user_id,
      set: made,
      setWhere: isNull(totp_secrets.confirmed_at),
    })
    .returning({ user_id: totp_secrets.user_id })
  if (!stored) throw new Refusal(409, 'accounts.totp_on')
  return { secret, uri: totpOf(secret, viewer.email).toString() }
}

/**
 * Uses a code of an app up: it, and those before it, work once.
 * @param isOn false: for the secret that waits to be confirmed
 * @returns false when it is another one, or was used
 */
export async function spendTotp(
  db: Db,
  user_id: number,
  code: string,
  now: Date,
  isOn = true,
): Promise<boolean> {
  const theirs = and(
    eq(totp_secrets.user_id, user_id),
    isOn ? isNotNull(totp_secrets.confirmed_at) : isNull(totp_secrets.confirmed_at),
  )
  const [stored] = await db.select({ secret: totp_secrets.secret }).from(totp_secrets).where(theirs)
  if (!stored) return false
  const totp = totpOf(stored.secret, '')
  const timestamp = now.getTime()
  const delta = totp.validate({ token: code, timestamp, window: WINDOW })
  if (delta === null) return false
  const step = totp.counter({ timestamp }) + delta
  const used = await db
    .update(totp_secrets)
    .set({ last_step: step })
    .where(
      and(
        theirs,
        eq(totp_secrets.secret, stored.secret),
        or(isNull(totp_secrets.last_step), lt(totp_secrets.last_step, step)),
      ),
    )
    .returning({ user_id: totp_secrets.user_id })
  return used.length > 0
}

/** What changes the factors ends other sessions and what they asked for, and is told by mail. */
export async function factorsChanged(work: Work, viewer: Viewer, news: FactorNews): Promise<void> {
  await revokeOthers(work, viewer)
  await dropEmailOfOthers(work, viewer)
  // To the e-mail that is theirs now: whoever adds a factor that isn't theirs may change it soon.
  await warn(work, { user_id: viewer.id, news, at: work.now.toISOString(), to: viewer.email })
}

/**
 * Turns codes of an app on, once one of them was right.
 * @returns the recovery codes, where there were none
 * @throws Refusal 409 when no secret waits for it
 */
export async function turnOnTotp(work: Work, viewer: Viewer): Promise<string[]> {
  await lockStillIn(work, viewer)
  const [on] = await work.db
    .update(totp_secrets)
    .set({ confirmed_at: work.now.toISOString() })
    .where(and(eq(totp_secrets.user_id, viewer.id), isNull(totp_secrets.confirmed_at)))
    .returning({ user_id: totp_secrets.user_id })
  if (!on) throw new Refusal(409, 'accounts.totp_on')
  await factorsChanged(work, viewer, 'totp_added')
  return firstRecoveryCodes(work, viewer.id)
}

/** Turns codes of an app off. @throws Refusal 409 when they aren't on */
export async function turnOffTotp(work: Work, viewer: Viewer): Promise<void> {
  await lockStillIn(work, viewer)
  const off = await work.db
    .delete(totp_secrets)
    .where(and(eq(totp_secrets.user_id, viewer.id), isNotNull(totp_secrets.confirmed_at)))
    .returning({ user_id: totp_secrets.user_id })
  if (off.length === 0) throw new Refusal(409, 'accounts.totp_off')
  await forgetRecoveryWithoutFactor(work, viewer.id)
  await factorsChanged(work, viewer, 'totp_removed')
}

/** No character that is taken for another one. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Makes recovery codes in place of those before. @returns them, as they are shown once */
async function makeRecoveryCodes({ db, now }: Work, user_id: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: RECOVERY_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  )
  await db.delete(recovery_codes).where(eq(recovery_codes.user_id, user_id))
  await db
    .insert(recovery_codes)
    .values(codes.map((code) => ({ user_id, code_hash: tokenHash(code), created_at: now.toISOString() })))
  return codes.map((code) => code.replace(/.{6}(?!$)/g, '$&-'))
}

/** The recovery codes that come with somebody's first factor. @returns none where they have some */
export async function firstRecoveryCodes(work: Work, user_id: number): Promise<string[]> {
  const left = await work.db.$count(
    recovery_codes,
    and(eq(recovery_codes.user_id, user_id), isNull(recovery_codes.used_at)),
  )
  return left > 0 ? [] : makeRecoveryCodes(work, user_id)
}

/** With nothing left to stand in for, recovery codes would be a password that nobody chose. */
export async function forgetRecoveryWithoutFactor({ db }: Work, user_id: number): Promise<void> {
  if ((await secondWaysOf(db, user_id)).length === 0)
    await db.delete(recovery_codes).where(eq(recovery_codes.user_id, user_id))
}

/** New recovery codes. @throws Refusal 409 for whoever has no second factor */
export async function renewRecoveryCodes(work: Work, viewer: Viewer): Promise<string[]> {
  await lockStillIn(work, viewer)
  if ((await secondWaysOf(work.db, viewer.id)).length === 0) throw new Refusal(409, 'accounts.totp_off')
  return makeRecoveryCodes(work, viewer.id)
}

/** Uses a recovery code up; its owner is told. @returns false when there is no such code of theirs, or it was used */
export async function spendRecoveryCode(work: Work, user_id: number, code: string): Promise<boolean> {
  const used = await work.db
    .update(recovery_codes)
    .set({ used_at: work.now.toISOString() })
    .where(
      and(
        eq(recovery_codes.user_id, user_id),
        eq(recovery_codes.code_hash, tokenHash(code)),
        isNull(recovery_codes.used_at),
      ),
    )
    .returning({ user_id: recovery_codes.user_id })
  if (used.length === 0) return false
  await warn(work, { user_id, news: 'recovery_used', at: work.now.toISOString() })
  return true
}

/** An account that is deleted has no factors. */
export async function deleteFactorsOf(db: Db, user_id: number): Promise<void> {
  await db.delete(totp_secrets).where(eq(totp_secrets.user_id, user_id))
  await db.delete(recovery_codes).where(eq(recovery_codes.user_id, user_id))
  await db.delete(sign_in_tickets).where(eq(sign_in_tickets.user_id, user_id))
}
