import { and, eq, gt, lt, lte, sql } from 'drizzle-orm'
import { Refusal } from '#core/contract/errors.ts'
import { HOUR, MINUTE } from '#core/contract/time.ts'
import type { Work } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import { leavePlace, type Pace, takePlace, tooMany } from '#core/server/limits.ts'
import type { ReadContext } from '#core/server/route.ts'
import { newToken, tokenHash } from '#core/server/secrets.ts'
import { transaction } from '#core/server/work.ts'
import { deviceCookieOf, knowsBrowser, originOf } from './commands.devices.ts'
import { spendRecoveryCode, spendTotp } from './commands.factors.ts'
import { askForPasskeyOf, spendPasskey } from './commands.passkeys.ts'
import { startSession } from './commands.ts'
import type { SecondProof } from './contract.factors.ts'
import type { PasskeyToUse } from './contract.passkeys.ts'
import type { SignedIn } from './contract.second.ts'
import { secondWaysOf } from './queries.factors.ts'
import type { Origin } from './queries.ts'
import { sign_in_tickets } from './table.ts'

/* The second half of a sign-in, for accounts that have a second factor. */

const TICKET_MS = 5 * MINUTE
const TICKET_TRIES = 5

/*
 * How codes of an app are guessed no faster than this, without their owner being kept out by whoever else knows the password.
 * Three codes of a million are right at a time. Strangers together get 34 in a day and 24 in any day after, so one in 40
 * of them gets in who goes on for a year; a session or a known browser gets 106 and then 96, at most 8,700 in the 90 days
 * of a session, which is as much. Neither takes from the other. Passkeys and recovery codes aren't guessed: they have 120
 * bits and more, and aren't counted here.
 */

/** All who come with the password and whom the account doesn't know. */
const STRANGERS: Pace = { burst: 10, every: HOUR }
/** A session, or a browser that the account has been opened with. */
const KNOWN: Pace = { burst: 10, every: 15 * MINUTE }

/** Who tries a code; each has a count of their own. */
interface Guesser {
  key: string
  pace: Pace
}

/** Somebody inside, who brought the second factor when they came, or was there before it. */
export const guesserInside = (session_id: number): Guesser => ({ key: `session:${session_id}`, pace: KNOWN })

/** Somebody who signs in: by the browser that they are known by, or a stranger. */
async function guesserAtDoor({ app, request }: ReadContext, user_id: number): Promise<Guesser> {
  const device = deviceCookieOf(app.config, request)
  return device && (await knowsBrowser(app.db, user_id, device))
    ? { key: `known:${tokenHash(device)}`, pace: KNOWN }
    : { key: 'strangers', pace: STRANGERS }
}

/**
 * Lets somebody in whose first factor was right: at once, or, where they have a second factor, with a ticket to bring
 * that. Of the ticket only its hash is stored.
 * @param who.origin where it was asked for already: asked twice, a browser without a cookie would be two
 */
export async function enter(
  work: Work,
  context: ReadContext,
  { user_id, remember = false, origin }: { user_id: number; remember: boolean | undefined; origin?: Origin },
): Promise<SignedIn> {
  const ways = await secondWaysOf(work.db, user_id)
  if (ways.length === 0)
    return { access: await startSession(work, { user_id, remember, ...(origin ?? originOf(context)) }) }
  const ticket = newToken()
  await work.db.insert(sign_in_tickets).values({
    ticket_hash: tokenHash(ticket),
    user_id,
    remember,
    expires_at: new Date(work.now.getTime() + TICKET_MS).toISOString(),
    created_at: work.now.toISOString(),
  })
  return { second_factor: { ticket, ways } }
}

/**
 * Makes sure of somebody's second factor; guesses of codes are counted.
 * @throws Refusal 422 on the field that is wrong or missing, 429 after too many
 */
export async function spendSecond(
  { app, now }: Pick<ReadContext, 'app' | 'now'>,
  user_id: number,
  { passkey, totp, recovery }: SecondProof,
  guesser: Guesser,
): Promise<void> {
  const wrong = (field: string, problem: string) =>
    new Refusal(422, 'common.invalid', { fields: { [field]: { key: problem } } })
  if (passkey !== undefined) await spendPasskey({ app, now }, user_id, passkey)
  else if (totp !== undefined) {
    const key = `second:${user_id}:${guesser.key}`
    const wait = await takePlace(app.db, key, guesser.pace, now)
    if (wait > 0) throw tooMany(wait, 'accounts.many_codes')
    if (!(await spendTotp(app.db, user_id, totp, now))) throw wrong('totp', 'validation.totp_wrong')
    await leavePlace(app.db, key, guesser.pace)
  } else if (recovery !== undefined) {
    if (!(await transaction(app, now, (work) => spendRecoveryCode(work, user_id, recovery))))
      throw wrong('recovery', 'validation.recovery_wrong')
  } else throw wrong('totp', 'validation.required')
}

/** Those that may be tried still. */
const openTickets = (now: Date) =>
  and(gt(sign_in_tickets.expires_at, now.toISOString()), lt(sign_in_tickets.tries, TICKET_TRIES))

/**
 * What a passkey has to sign to finish a sign-in.
 * @throws Refusal 409 when the ticket works no more or they have no passkey, 429 after many
 */
export async function askForPasskeyByTicket(
  { app, now }: Pick<ReadContext, 'app' | 'now'>,
  ticket: string,
): Promise<PasskeyToUse> {
  const [open] = await app.db
    .select({ user_id: sign_in_tickets.user_id })
    .from(sign_in_tickets)
    .where(and(eq(sign_in_tickets.ticket_hash, tokenHash(ticket)), openTickets(now)))
  if (!open) throw new Refusal(409, 'accounts.ticket_expired')
  return askForPasskeyOf({ app, now }, open.user_id)
}

/**
 * Finishes a sign-in with the second factor. A ticket is good for five tries, and for one session.
 * @returns the access token
 * @throws Refusal 409 when the ticket has run out, was used or never was; 422 and 429 as `spendSecond`
 */
export async function finishByTicket(
  context: ReadContext,
  { ticket, ...proof }: SecondProof & { ticket: string },
): Promise<string> {
  const { app, now } = context
  const its = eq(sign_in_tickets.ticket_hash, tokenHash(ticket))
  const [tried] = await app.db
    .update(sign_in_tickets)
    .set({ tries: sql`${sign_in_tickets.tries} + 1` })
    .where(and(its, openTickets(now)))
    .returning({ user_id: sign_in_tickets.user_id })
  if (!tried) throw new Refusal(409, 'accounts.ticket_expired')
  await spendSecond(context, tried.user_id, proof, await guesserAtDoor(context, tried.user_id))
  return transaction(app, now, async (work) => {
    const [used] = await work.db
      .delete(sign_in_tickets)
      .where(its)
      .returning({ user_id: sign_in_tickets.user_id, remember: sign_in_tickets.remember })
    if (!used) throw new Refusal(409, 'accounts.ticket_expired')
    return startSession(work, { ...used, ...originOf(context) })
  })
}

/** Deletes tickets that have run out. */
export async function deleteExpiredTickets(db: Db, now: Date): Promise<void> {
  await db.delete(sign_in_tickets).where(lte(sign_in_tickets.expires_at, now.toISOString()))
}
