import { randomInt } from 'node:crypto'
import { and, eq, gt, isNotNull, lt, lte, ne, sql } from 'drizzle-orm'
import { Refusal } from '#core/contract/errors.ts'
import { placeOf } from '#core/contract/places.ts'
import { DAY, MINUTE } from '#core/contract/time.ts'
import { type Db, takeTurns } from '#core/server/db.ts'
import { addressOf, networkOf } from '#core/server/input.ts'
import { limit, limitAll, refund } from '#core/server/limits.ts'
import { phoneOf } from '#core/server/phone.ts'
import { enqueue } from '#core/server/queues.ts'
import type { ReadContext } from '#core/server/route.ts'
import { hashPassword, passwordMatches } from '#core/server/secrets.ts'
import { transaction } from '#core/server/work.ts'
import { updateUser } from '#features/accounts/commands.ts'
import { userById } from '#features/accounts/queries.ts'
import { CODE_DIGITS, CODE_MINUTES, CODE_PAUSE_SECONDS, CODE_TRIES, type OwnChecks } from './contract.ts'
import { provedPhoneOf, verificationOf } from './queries.ts'
import { codes, lostPhones } from './queues.ts'
import { CODES_A_DAY, CODES_A_DAY_ALL, CODES_A_DAY_FROM, TRIES_A_DAY } from './rules.ts'
import { phone_codes, verified_phones } from './table.ts'

const wrong = (field: string, key: string) =>
  new Refusal(422, 'common.invalid', { fields: { [field]: { key } } })

/**
 * Has a code sent to a phone.
 * @throws Refusal 409 where no text messages can be sent, or the number is verified already, 422 for a number that gets
 * none, 429 right after another one or after many
 */
export async function askForCode(ctx: ReadContext, text: string): Promise<OwnChecks> {
  const { app, now, viewer, request } = ctx
  if (!app.sms.isOffered) throw new Refusal(409, 'verification.no_sms')
  const user = await userById(app.db, viewer.id)
  const phone = phoneOf(text, (user?.city && placeOf(user.city)?.country) || null)
  if (!phone) throw wrong('phone', 'validation.phone_mobile')
  const { number } = phone
  if ((await provedPhoneOf(app.db, viewer.id)) === number)
    throw new Refusal(409, 'verification.phone_verified')
  await limit(app.db, `phone:pause:${viewer.id}`, 1, CODE_PAUSE_SECONDS * 1000, now)
  await limitAll(
    app.db,
    [
      { key: `phone:person:${viewer.id}`, max: CODES_A_DAY },
      { key: `phone:number:${number}`, max: CODES_A_DAY },
      { key: `phone:from:${networkOf(addressOf(request))}`, max: CODES_A_DAY_FROM },
      { key: 'phone:all', max: CODES_A_DAY_ALL },
    ],
    DAY,
    now,
  )
  const asked = {
    number,
    code_hash: null,
    tries: 0,
    expires_at: new Date(now.getTime() + CODE_MINUTES * MINUTE).toISOString(),
    created_at: now.toISOString(),
  }
  return transaction(app, now, async (work) => {
    await work.db
      .insert(phone_codes)
      .values({ user_id: viewer.id, ...asked })
      .onConflictDoUpdate({ target: phone_codes.user_id, set: asked })
    await enqueue(work, codes, { user_id: viewer.id })
    return verificationOf(work, viewer.id)
  })
}

/**
 * Makes the code that somebody asked for, in place of the one they had. Called by the job that sends it, so that it lies
 * readable nowhere; a try whose answer got lost leaves a message whose code was replaced.
 * @returns null when they asked for none, or it would have expired meanwhile
 */
export async function createCode(
  db: Db,
  user_id: number,
  now: Date,
): Promise<{ number: string; code: string } | null> {
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
  const code_hash = await hashPassword(code, { ip: 'jobs' })
  const [made] = await db
    .update(phone_codes)
    .set({ code_hash })
    .where(and(eq(phone_codes.user_id, user_id), gt(phone_codes.expires_at, now.toISOString())))
    .returning({ number: phone_codes.number })
  return made ? { number: made.number, code } : null
}

/**
 * Proves a phone by the code that came to it: it becomes the number of the account. Whoever had the same number verified
 * before has it no more, since numbers get new owners; they are told.
 * @throws Refusal 409 when there is no code to be tried any more, 422 when it is another one, 429 after too many
 */
export async function confirmCode(ctx: ReadContext, code: string): Promise<OwnChecks> {
  const { app, now, viewer, request } = ctx
  const mine = eq(phone_codes.user_id, viewer.id)
  const key = `phone:tries:${viewer.id}`
  await limit(app.db, key, TRIES_A_DAY, DAY, now)
  // Counted before it is compared, and not undone by a refusal.
  const [tried] = await app.db
    .update(phone_codes)
    .set({ tries: sql`${phone_codes.tries} + 1` })
    .where(
      and(
        mine,
        gt(phone_codes.expires_at, now.toISOString()),
        lt(phone_codes.tries, CODE_TRIES),
        isNotNull(phone_codes.code_hash),
      ),
    )
    .returning({ code_hash: phone_codes.code_hash, tries: phone_codes.tries })
  if (!tried?.code_hash) throw new Refusal(409, 'verification.code_expired')
  if (!(await passwordMatches(tried.code_hash, code, { ip: addressOf(request), known: true }))) {
    if (tried.tries >= CODE_TRIES) throw new Refusal(409, 'verification.code_expired')
    throw wrong('code', 'validation.code_wrong')
  }
  const { code_hash } = tried
  const proved = await transaction(app, now, async (work) => {
    const [used] = await work.db
      .delete(phone_codes)
      .where(and(mine, eq(phone_codes.code_hash, code_hash)))
      .returning({ number: phone_codes.number })
    if (!used) throw new Refusal(409, 'verification.code_expired')
    const { number } = used
    // Two who prove the same number wait for each other here; the later one has it.
    await takeTurns(work.db, 'verified_phone', [Number(number.slice(1))])
    const [lost] = await work.db
      .delete(verified_phones)
      .where(and(eq(verified_phones.number, number), ne(verified_phones.user_id, viewer.id)))
      .returning({ user_id: verified_phones.user_id })
    if (lost) await enqueue(work, lostPhones, { user_id: lost.user_id })
    // First the number: what was proved of another one goes with it.
    await updateUser(work.db, viewer.id, { phone: phoneOf(number)?.written ?? number })
    const its = { number, verified_at: now.toISOString() }
    await work.db
      .insert(verified_phones)
      .values({ user_id: viewer.id, ...its })
      .onConflictDoUpdate({ target: verified_phones.user_id, set: its })
    return verificationOf(work, viewer.id)
  })
  await refund(app.db, [key], now)
  return proved
}

/** Deletes codes that work no more. */
export async function deleteExpiredCodes(db: Db, now: Date): Promise<void> {
  await db.delete(phone_codes).where(lte(phone_codes.expires_at, now.toISOString()))
}
