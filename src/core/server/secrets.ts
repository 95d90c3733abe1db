import { createHash, randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { type Algorithm, hash, verify } from '@node-rs/argon2'
import { Refusal } from '#core/contract/errors.ts'

/** argon2id with 64 MiB and three passes: about 100 ms of one core on a small server. */
const COST = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 65_536, timeCost: 3, parallelism: 1 }

/** A new secret of 256 bits, as it travels in a header or a link. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What is stored of a token: its SHA-256 in hex. A token is random, so it needs neither salt nor a slow hash. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex')

// Hashing runs off the event loop, but cores and memory are limited: as many run at a time as there are cores, others
// wait in line, and whoever comes when the line is full is asked to come back.
const CONCURRENCY = Math.max(1, availableParallelism())
const QUEUE_MAX = 100
let running = 0
const waiting: (() => void)[] = []

async function queued<T>(work: () => Promise<T>): Promise<T> {
  if (running >= CONCURRENCY) {
    if (waiting.length >= QUEUE_MAX)
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

/** The hash to store of a password. @throws Refusal 503 when too many are waiting already */
export const hashPassword = (password: string): Promise<string> => queued(() => hash(password, COST))

let decoy: Promise<string> | undefined

/**
 * Whether a password matches the stored hash. Without a hash (no such account, or an account without a password) it
 * takes the same time, and the answer is no.
 * @throws Refusal 503 when too many are waiting already
 */
export async function passwordMatches(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hash(newToken(), COST)
  const against = stored ?? (await decoy)
  const matches = await queued(() => verify(against, password))
  return matches && !!stored
}
