import { createHash, randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { type Algorithm, hash, verify } from '@node-rs/argon2'
import { Refusal } from '#core/contract/errors.ts'

/** argon2id with 64 MiB and three passes: about 100 ms of one core on a small server. */
const COST = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 65_536, timeCost: 3, parallelism: 1 }

/** A new secret of 256 bits, as it travels in a header or a link. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What is kept of a token: SHA-256, hex. A token is random, so no salt and no slow hash. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex')

// Hashing runs off the event loop, but cores and memory are not endless: as many at a time as there are
// cores, the rest waits its turn, and a crowd beyond that is asked to come back.
const AT_ONCE = Math.max(1, availableParallelism())
const WAITING = 100
let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= WAITING)
      throw new Refusal(503, 'common.unavailable', { headers: { 'retry-after': '5' } })
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

/** @throws Refusal 503 when too many wait already */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, COST))

let decoy: Promise<string> | undefined

/**
 * Whether the password belongs to the hash. Without a hash (no such account, or one without a password) it takes
 * the same time and says no.
 * @throws Refusal 503 when too many wait already
 */
export async function passwordMatches(kept: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hash(newToken(), COST)
  const against = kept ?? (await decoy)
  const matches = await inTurn(() => verify(against, password))
  return matches && !!kept
}
