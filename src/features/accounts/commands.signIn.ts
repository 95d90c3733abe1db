import { and, eq } from 'drizzle-orm'
import { Refusal } from '#core/contract/errors.ts'
import { MINUTE } from '#core/contract/time.ts'
import type { App } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import { addressOf, networkOf } from '#core/server/input.ts'
import {
  leavePlace,
  limitAll,
  type Pace,
  refund,
  takePlace,
  tooMany,
  waitForPlace,
} from '#core/server/limits.ts'
import type { ReadContext } from '#core/server/route.ts'
import { type Asker, atTheDoor, hashPassword, isOutdated } from '#core/server/secrets.ts'
import { transaction } from '#core/server/work.ts'
import { deviceCookieOf, knownBrowserOf } from './commands.devices.ts'
import { lockForEntry } from './commands.lock.ts'
import { enter } from './commands.second.ts'
import type { SignedIn } from './contract.second.ts'
import type { Credentials } from './contract.ts'
import { userByPassword } from './queries.ts'
import { users } from './table.ts'

/*
 * Signing in with a password, and how guessing it is slowed down without being turned against its owner. A browser that
 * the account is known to have used has a count of its own, which nobody else can fill. All other browsers are strangers
 * to the account: they have one count by address, and one pace for all of them together.
 */

const WINDOW = 15 * MINUTE
/** Wrong tries on one account in a window: with one known browser, or from one address. */
const TRIES = 10
/** Wrong tries in a window from one address, whatever the account. */
const ADDRESS_TRIES = 100

/** Wrong tries on one account by strangers together, wherever they are: at most 240 in any hour. */
export const STRANGERS: Pace = { burst: 60, every: MINUTE / 3 }

/** Where the places of strangers are kept. */
export const strangersOf = (email: string): string => `login:strangers:${email}`

const manyTries = (wait: number) => tooMany(wait, 'accounts.many_tries')

/** Counts a try beforehand. @returns what takes it back @throws Refusal 429 with Retry-After */
async function countTry(
  { app, now, request }: ReadContext,
  email: string,
  known: { user_id: number; device_hash: string } | null,
): Promise<() => Promise<void>> {
  const strangers = strangersOf(email)
  const address = networkOf(addressOf(request))
  const limits = known
    ? [{ key: `login:known:${known.user_id}:${known.device_hash}`, max: TRIES }]
    : [
        { key: `login:${email}:${address}`, max: TRIES },
        {
          key: `login:address:${address}`,
          // Outside production everybody shares one.
          max: app.config.env === 'production' ? ADDRESS_TRIES : ADDRESS_TRIES * 100,
        },
      ]
  const keys = limits.map(({ key }) => key)
  await limitAll(app.db, limits, WINDOW, now)
  if (known) return () => refund(app.db, keys, now)

  const wait = await takePlace(app.db, strangers, STRANGERS, now)
  if (wait > 0) {
    await refund(app.db, keys, now)
    throw manyTries(wait)
  }
  return async () => {
    await refund(app.db, keys, now)
    await leavePlace(app.db, strangers, STRANGERS)
  }
}

/** Strangers to each account who have come and not been answered yet. */
const waiting = new WeakMap<Db, Map<string, number>>()

/**
 * Runs what a stranger to an account came for. Of one account no more of them wait than may try at once: whoever floods
 * it then fills the queue for nobody else.
 * @throws Refusal 429 with Retry-After for those beyond
 */
async function amongStrangers<Result>(
  { app, now }: ReadContext,
  email: string,
  run: () => Promise<Result>,
): Promise<Result> {
  // A flood from ever new addresses costs one look a second.
  const wait = waitForPlace(app.db, strangersOf(email), now)
  if (wait > 0) throw manyTries(wait)
  const counts = waiting.get(app.db) ?? new Map<string, number>()
  waiting.set(app.db, counts)
  const others = counts.get(email) ?? 0
  if (others >= STRANGERS.burst) throw manyTries(STRANGERS.every)
  counts.set(email, others + 1)
  try {
    return await run()
  } finally {
    const left = (counts.get(email) ?? 1) - 1
    if (left > 0) counts.set(email, left)
    else counts.delete(email)
  }
}

/**
 * Hashes a password again that was hashed at another cost than now, in its turn among the others. It never fails: what
 * doesn't come about now does at the next log-in.
 * @param user with the hash that the password was found to match; one that was changed meanwhile stays
 */
export async function hashAnew(
  { db, log }: Pick<App, 'db' | 'log'>,
  user: { id: number; password_hash: string },
  password: string,
): Promise<void> {
  try {
    const password_hash = await hashPassword(password, { ip: 'anew' })
    await db
      .update(users)
      .set({ password_hash })
      .where(and(eq(users.id, user.id), eq(users.password_hash, user.password_hash)))
  } catch (error) {
    log.warn({ user: user.id, reason: String(error) }, 'a password was not hashed anew')
  }
}

/** A password that was changed while it was checked is checked once more. */
const CHECKS = 2

/**
 * Checks the password, and opens what it opens while it can't be changed.
 * @throws Refusal 401 when e-mail and password don't belong together
 */
async function enterByPassword(
  context: ReadContext,
  { username, password, remember }: Credentials,
  asker: Asker,
): Promise<{ entered: SignedIn; user: { id: number; password_hash: string } }> {
  const { app, now } = context
  for (let checks = 1; checks <= CHECKS; checks++) {
    const user = await userByPassword(app.db, username, password, asker)
    const entered = await transaction(app, now, async (work) => {
      const locked = await lockForEntry(work.db, user.id)
      if (locked?.password_hash !== user.password_hash) return null
      return enter(work, context, { user_id: user.id, remember })
    })
    if (entered) return { entered, user }
  }
  throw new Refusal(401, 'accounts.wrong_credentials')
}

/**
 * Lets in whoever knows the password, or asks for their second factor.
 * @throws Refusal 401 when e-mail and password don't belong together, 429 after too many tries, 503 when it is too busy
 */
export async function signIn(context: ReadContext, body: Credentials): Promise<SignedIn> {
  const { app, request } = context
  const email = body.username.toLowerCase()
  const device = deviceCookieOf(app.config, request)
  const known = device ? await knownBrowserOf(app.db, email, device) : null
  const asker = { ip: addressOf(request), known: known !== null }
  const comeIn = () =>
    atTheDoor(asker, async () => {
      const takeBack = await countTry(context, email, known)
      const { entered, user } = await enterByPassword(context, { ...body, username: email }, asker).catch(
        async (error) => {
          // Only a wrong password is a try.
          if (!(error instanceof Refusal && error.status === 401)) await takeBack()
          throw error
        },
      )
      await takeBack()
      request.log.info(
        { request: request.id, user: user.id, known: known !== null },
        'signed in with a password',
      )
      // Only now is the password known, and nobody waits for it.
      if (isOutdated(user.password_hash)) void hashAnew(app, user, body.password)
      return entered
    })
  return known ? comeIn() : amongStrangers(context, email, comeIn)
}
