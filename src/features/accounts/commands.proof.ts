import { randomInt } from 'node:crypto'
import { and, eq, gt, lt, lte, sql } from 'drizzle-orm'
import { Refusal } from '#core/contract/errors.ts'
import { FRESH_MINUTES } from '#core/contract/proof.ts'
import { DAY, MINUTE } from '#core/contract/time.ts'
import type { Db } from '#core/server/db.ts'
import { addressOf } from '#core/server/input.ts'
import { limit, refund } from '#core/server/limits.ts'
import { enqueue } from '#core/server/queues.ts'
import type { ReadContext } from '#core/server/route.ts'
import { hashPassword, passwordMatches } from '#core/server/secrets.ts'
import { credentialsOf, withOwnPassword } from './commands.credentials.ts'
import { guesserInside, spendSecond } from './commands.second.ts'
import { CODE_DIGITS, CODE_MINUTES, CODE_TRIES, type Proof, type ProofWay } from './contract.proof.ts'
import { SECOND_WAYS } from './contract.second.ts'
import { RESEND_SECONDS } from './contract.ts'
import { secondWaysOf } from './queries.factors.ts'
import { proofCodes } from './queues.ts'
import { proof_codes, sessions } from './table.ts'

/* Proving again that it is them: the session that did so may do what asks for it, for a while. */

/** How somebody can prove that it is them. */
export async function proofWaysOf(db: Db, user_id: number): Promise<{ ways: ProofWay[]; email: string }> {
  const { email, has_password } = await credentialsOf(db, user_id)
  const second = await secondWaysOf(db, user_id)
  return { ways: second.length > 0 ? second : [has_password ? 'password' : 'code'], email }
}

/**
 * Has a code mailed to the session's owner.
 * @throws Refusal 409 where they have a password, 429 right after another one or after many
 */
export async function requestProofCode(context: ReadContext): Promise<void> {
  const { app, now, viewer } = context
  const { ways } = await proofWaysOf(app.db, viewer.id)
  if (!ways.includes('code')) throw new Refusal(409, 'accounts.other_proof')
  await limit(app.db, `proof:send:${viewer.id}`, 1, RESEND_SECONDS * 1000, now)
  await limit(app.db, `proof:code:${viewer.id}`, 10, DAY, now)
  await enqueue(context, proofCodes, { user_id: viewer.id, session_id: viewer.session_id })
}

/**
 * Makes the code of a session, in place of the one it had. Called by the job that sends it, so that it lies readable
 * nowhere. A try whose answer got lost leaves a letter whose code was replaced: then they ask for another.
 * @returns null when the session has ended
 */
export async function createProofCode(db: Db, session_id: number, now: Date): Promise<string | null> {
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
  const made = {
    code_hash: await hashPassword(code, { ip: 'jobs' }),
    tries: 0,
    expires_at: new Date(now.getTime() + CODE_MINUTES * MINUTE).toISOString(),
    created_at: now.toISOString(),
  }
  const [open] = await db.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, session_id))
  if (!open) return null
  await db
    .insert(proof_codes)
    .values({ session_id, ...made })
    .onConflictDoUpdate({ target: proof_codes.session_id, set: made })
  return code
}

/** Uses the session's code up. @throws Refusal 409 when there is none to be tried any more, 422 when it is another one */
async function spendProofCode({ app, now, viewer, request }: ReadContext, code: string): Promise<void> {
  const mine = eq(proof_codes.session_id, viewer.session_id)
  const [tried] = await app.db
    .update(proof_codes)
    .set({ tries: sql`${proof_codes.tries} + 1` })
    .where(and(mine, gt(proof_codes.expires_at, now.toISOString()), lt(proof_codes.tries, CODE_TRIES)))
    .returning({ code_hash: proof_codes.code_hash })
  if (!tried) throw new Refusal(409, 'accounts.code_expired')
  if (!(await passwordMatches(tried.code_hash, code, { ip: addressOf(request), known: true })))
    throw new Refusal(422, 'common.invalid', { fields: { code: { key: 'validation.code_wrong' } } })
  const used = await app.db
    .delete(proof_codes)
    .where(and(mine, eq(proof_codes.code_hash, tried.code_hash)))
    .returning({ session_id: proof_codes.session_id })
  if (used.length === 0) throw new Refusal(409, 'accounts.code_expired')
}

/**
 * Proves that the session is theirs; guesses are counted.
 * @returns until when it counts
 * @throws Refusal 422 on the field that is wrong or missing, 409 when the mailed code works no more, 429 after too many
 */
export async function proveSelf(context: ReadContext, { password, code, ...second }: Proof): Promise<string> {
  const { app, now, viewer } = context
  const { ways } = await proofWaysOf(app.db, viewer.id)
  const missing = (field: ProofWay) =>
    new Refusal(422, 'common.invalid', { fields: { [field]: { key: 'validation.required' } } })
  if (SECOND_WAYS.some((way) => ways.includes(way)))
    await spendSecond(context, viewer.id, second, guesserInside(viewer.session_id))
  else if (ways.includes('password')) {
    if (password === undefined) throw missing('password')
    await withOwnPassword(context, password, 'password')
  } else {
    if (code === undefined) throw missing('code')
    const key = `proof:${viewer.id}`
    await limit(app.db, key, 10, 15 * MINUTE, now)
    await spendProofCode(context, code)
    await refund(app.db, [key], now)
  }
  await app.db
    .update(sessions)
    .set({ proved_at: now.toISOString() })
    .where(eq(sessions.id, viewer.session_id))
  return new Date(now.getTime() + FRESH_MINUTES * MINUTE).toISOString()
}

/** Deletes codes that work no more. */
export async function deleteExpiredCodes(db: Db, now: Date): Promise<void> {
  await db.delete(proof_codes).where(lte(proof_codes.expires_at, now.toISOString()))
}
