import { createHash } from 'node:crypto'
import { and, eq, gt, lte } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { MINUTE } from '#core/contract/time.ts'
import type { App, Work } from '#core/server/app.ts'
import type { Config } from '#core/server/config.ts'
import type { Db } from '#core/server/db.ts'
import { browserOf } from '#core/server/input.ts'
import { limit } from '#core/server/limits.ts'
import type { ReadContext, Viewer } from '#core/server/route.ts'
import { transaction } from '#core/server/work.ts'
import { factorsChanged, firstRecoveryCodes, forgetRecoveryWithoutFactor } from './commands.factors.ts'
import { lockStillIn } from './commands.lock.ts'
import {
  MAX_PASSKEYS,
  type PasskeyMade,
  PasskeyToMake,
  PasskeyToUse,
  type PasskeyUsed,
} from './contract.passkeys.ts'
import { passkey_challenges, passkeys } from './table.ts'

/*
 * Passkeys: made, used and removed. What they sign is checked by @simplewebauthn/server, which is loaded when somebody has
 * one: it takes as long as a tenth of the server's start.
 */
const webauthn = () => import('@simplewebauthn/server')

/** How long a browser may take: somebody has to find their phone. */
const CHALLENGE_MS = 5 * MINUTE
/** Challenges in a quarter of an hour, for one account; each is a row. */
const CHALLENGES = 30

/** How keys may sign, best first: Ed25519, ES256, RS256 (COSE, RFC 9053). All that browsers make know one of them. */
const ALGORITHMS = [-8, -7, -257]

type Asking = { app: App; now: Date }

/** Whom keys are made for: the host that people see in their browser, which alone may ask for them. */
function partyOf({ public_url }: Config) {
  const { hostname, origin } = new URL(public_url)
  return { expectedRPID: hostname, expectedOrigin: origin }
}

/**
 * What authenticators know an account by. A new key takes the place of another one of the same account on the same device,
 * so it is always the same; it tells nobody's number.
 */
const handleOf = (user_id: number) =>
  new Uint8Array(createHash('sha256').update(`tarima:${user_id}`).digest())

/** Keeps a challenge until it is signed. */
async function storeChallenge({ app, now }: Asking, user_id: number, challenge: string): Promise<void> {
  await limit(app.db, `passkey:${user_id}`, CHALLENGES, 15 * MINUTE, now)
  await app.db.insert(passkey_challenges).values({
    challenge,
    user_id,
    expires_at: new Date(now.getTime() + CHALLENGE_MS).toISOString(),
    created_at: now.toISOString(),
  })
}

/** Uses a challenge up: it is good for one answer. */
const spendChallenge =
  ({ app, now }: Asking, user_id: number) =>
  async (challenge: string): Promise<boolean> => {
    const spent = await app.db
      .delete(passkey_challenges)
      .where(
        and(
          eq(passkey_challenges.challenge, challenge),
          eq(passkey_challenges.user_id, user_id),
          gt(passkey_challenges.expires_at, now.toISOString()),
        ),
      )
      .returning({ user_id: passkey_challenges.user_id })
    return spent.length > 0
  }

const descriptorsOf = async (db: Db, user_id: number) =>
  db
    .select({ id: passkeys.credential_id, transports: passkeys.transports })
    .from(passkeys)
    .where(eq(passkeys.user_id, user_id))

/** What the library refuses is an answer that is wrong or made up. Why is for the log alone. */
async function orWrong<T>({ app }: Asking, verified: Promise<T>): Promise<T> {
  try {
    return await verified
  } catch (error) {
    app.log.info({ reason: error instanceof Error ? error.message : String(error) }, 'a passkey was refused')
    throw new Refusal(422, 'accounts.passkey_wrong')
  }
}

/**
 * What a browser needs to make a passkey for somebody.
 * @throws Refusal 409 for whoever has as many as there may be, 429 after many
 */
export async function startPasskey(asking: Asking, { id, email }: Viewer): Promise<PasskeyToMake> {
  const { config, db } = asking.app
  const known = await descriptorsOf(db, id)
  if (known.length >= MAX_PASSKEYS)
    throw new Refusal(409, 'accounts.passkeys_full', { values: { max: MAX_PASSKEYS } })
  const options = await (await webauthn()).generateRegistrationOptions({
    rpName: 'Tarima',
    rpID: partyOf(config).expectedRPID,
    userName: email,
    userDisplayName: email,
    userID: handleOf(id),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  await storeChallenge(asking, id, options.challenge)
  return PasskeyToMake.parse(options)
}

/**
 * Adds the passkey that a browser made; other sessions end, and it is told.
 * @returns the recovery codes, where there were none
 * @throws Refusal 422 when it wasn't made for this, 409 when it is somebody's already or there are as many as may be
 */
export async function addPasskeyOf(context: ReadContext, made: PasskeyMade): Promise<string[]> {
  const { app, now, viewer, request } = context
  const { registrationInfo } = await orWrong(
    context,
    (await webauthn()).verifyRegistrationResponse({
      response: { ...made, clientExtensionResults: {} },
      expectedChallenge: spendChallenge(context, viewer.id),
      ...partyOf(app.config),
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  )
  if (!registrationInfo) throw new Refusal(422, 'accounts.passkey_wrong')
  const { id, publicKey, counter } = registrationInfo.credential
  return transaction(app, now, async (work) => {
    // Two at once would each count what the other doesn't see yet.
    await lockStillIn(work, viewer)
    if ((await work.db.$count(passkeys, eq(passkeys.user_id, viewer.id))) >= MAX_PASSKEYS)
      throw new Refusal(409, 'accounts.passkeys_full', { values: { max: MAX_PASSKEYS } })
    const [added] = await work.db
      .insert(passkeys)
      .values({
        user_id: viewer.id,
        credential_id: id,
        public_key: Buffer.from(publicKey).toString('base64url'),
        counter,
        transports: made.response.transports ?? [],
        user_agent: browserOf(request),
        created_at: now.toISOString(),
      })
      .onConflictDoNothing()
      .returning({ id: passkeys.id })
    if (!added) throw new Refusal(409, 'accounts.passkey_known')
    await factorsChanged(work, viewer, 'passkey_added')
    return firstRecoveryCodes(work, viewer.id)
  })
}

/** Removes a passkey; other sessions end, and it is told. @throws Refusal 404 for what isn't theirs */
export async function removePasskeyOf(work: Work, viewer: Viewer, id: number): Promise<void> {
  await lockStillIn(work, viewer)
  const gone = await work.db
    .delete(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.user_id, viewer.id)))
    .returning({ id: passkeys.id })
  if (gone.length === 0) throw notFound()
  await forgetRecoveryWithoutFactor(work, viewer.id)
  await factorsChanged(work, viewer, 'passkey_removed')
}

/**
 * What one of somebody's passkeys has to sign.
 * @throws Refusal 409 for whoever has none, 429 after many
 */
export async function askForPasskeyOf(asking: Asking, user_id: number): Promise<PasskeyToUse> {
  const { config, db } = asking.app
  const known = await descriptorsOf(db, user_id)
  if (known.length === 0) throw new Refusal(409, 'accounts.no_passkey')
  const options = await (await webauthn()).generateAuthenticationOptions({
    rpID: partyOf(config).expectedRPID,
    allowCredentials: known,
    timeout: CHALLENGE_MS,
    userVerification: 'preferred',
  })
  await storeChallenge(asking, user_id, options.challenge)
  return PasskeyToUse.parse(options)
}

/**
 * Makes sure that one of somebody's passkeys signed what it was asked to; a challenge is good for one answer.
 * @throws Refusal 422 when it is another's or didn't
 */
export async function spendPasskey(asking: Asking, user_id: number, used: PasskeyUsed): Promise<void> {
  const { app, now } = asking
  const theirs = and(eq(passkeys.user_id, user_id), eq(passkeys.credential_id, used.id))
  const [stored] = await app.db.select().from(passkeys).where(theirs)
  if (!stored) throw new Refusal(422, 'accounts.passkey_wrong')
  const { verified, authenticationInfo } = await orWrong(
    asking,
    (await webauthn()).verifyAuthenticationResponse({
      response: { ...used, clientExtensionResults: {} },
      expectedChallenge: spendChallenge(asking, user_id),
      ...partyOf(app.config),
      credential: {
        id: stored.credential_id,
        publicKey: new Uint8Array(Buffer.from(stored.public_key, 'base64url')),
        // A count that doesn't rise is a key that was copied: the library refuses it.
        counter: stored.counter,
        transports: stored.transports,
      },
      requireUserVerification: false,
    }),
  )
  if (!verified) throw new Refusal(422, 'accounts.passkey_wrong')
  await app.db
    .update(passkeys)
    .set({ counter: authenticationInfo.newCounter, used_at: now.toISOString() })
    .where(theirs)
}

/** Deletes challenges that were never answered. */
export async function deleteExpiredChallenges(db: Db, now: Date): Promise<void> {
  await db.delete(passkey_challenges).where(lte(passkey_challenges.expires_at, now.toISOString()))
}

/** An account that is deleted has no passkeys. */
export async function deletePasskeysOf(db: Db, user_id: number): Promise<void> {
  await db.delete(passkeys).where(eq(passkeys.user_id, user_id))
  await db.delete(passkey_challenges).where(eq(passkey_challenges.user_id, user_id))
}
