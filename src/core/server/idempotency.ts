import { createHash } from 'node:crypto'
import { and, eq, lte } from 'drizzle-orm'
import { Refusal } from '#core/contract/errors.ts'
import { HOUR } from '#core/contract/time.ts'
import type { Db } from './db.ts'
import { idempotency_keys } from './table.ts'

/** How long a repeated write is known, milliseconds. */
const KEPT = 24 * HOUR

export interface KeyedWrite {
  user_id: number
  key: string
  /** Method, path and parameters, the same for every form of an address. */
  call: string
  /** The id in the path, which most answers are about. */
  named: number | null
  body: unknown
  now: Date
}

/** How a repeated write is answered: with what was kept of the first answer, or by reading what it was about again. */
export type Repeat<Reply> = { kept: true } | { kept: false; again: (about: number | null) => Promise<Reply> }

const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex')

/** The id of what an answer, or the path of a call, is about, where it has one. */
export const aboutOf = (reply: unknown): number | null =>
  typeof reply === 'object' && reply !== null && 'id' in reply && typeof reply.id === 'number'
    ? reply.id
    : null

/**
 * Runs a keyed write once: when the same user sends the same key again within 24 hours, nothing happens and the call is
 * answered again. An answer with anything personal isn't stored; it is read again from what is there then, so it never
 * tells what was deleted or is no longer theirs to see. A second attempt that arrives while the first is running waits
 * for its row. A refused write stores nothing.
 * @throws Refusal 422 when the key was used for another call
 */
export async function once<Reply>(
  db: Db,
  write: KeyedWrite,
  run: () => Promise<Reply>,
  repeat: Repeat<Reply>,
): Promise<Reply> {
  const { user_id, call, now } = write
  const key = hashOf(write.key)
  // With the key in it, which isn't stored: a body can't be guessed from its hash.
  const request_hash = hashOf([write.key, call, write.body ?? null])
  const mine = and(eq(idempotency_keys.user_id, user_id), eq(idempotency_keys.key, key))
  const claimed = await db
    .insert(idempotency_keys)
    .values({ user_id, key, request_hash, created_at: now.toISOString() })
    .onConflictDoNothing()
    .returning({ key: idempotency_keys.key })
  if (claimed.length === 0) {
    const [first] = await db.select().from(idempotency_keys).where(mine)
    if (!first || first.request_hash !== request_hash) throw new Refusal(422, 'common.key_reused')
    return repeat.kept ? (first.reply as Reply) : repeat.again(first.about ?? write.named)
  }
  const reply = await run()
  if (!repeat.kept && aboutOf(reply) === write.named) return reply
  await db
    .update(idempotency_keys)
    .set(repeat.kept ? { reply } : { about: aboutOf(reply) })
    .where(mine)
  return reply
}

/** Forgets somebody's keyed writes. */
export async function deleteKeysOf(db: Db, user_id: number): Promise<void> {
  await db.delete(idempotency_keys).where(eq(idempotency_keys.user_id, user_id))
}

/** Forgets writes that are a day old; run by a sweep. */
export async function deleteOldKeys(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT).toISOString()
  await db.delete(idempotency_keys).where(lte(idempotency_keys.created_at, before))
}
