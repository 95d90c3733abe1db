import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { Refusal } from '#core/contract/errors.ts'
import type { Db } from './db.ts'
import { idempotency_keys } from './table.ts'

interface KeyedWrite {
  user_id: number
  key: string
  /** Method and path. */
  call: string
  body: unknown
  now: Date
}

/**
 * Runs a keyed write once: when the same user sends the same key again, the first answer is replayed. A second attempt that
 * arrives while the first is running waits for its row and then replays it too. A refused write stores nothing.
 * @throws Refusal 422 when the key was used for another call
 */
export async function once<Reply>(db: Db, write: KeyedWrite, run: () => Promise<Reply>): Promise<Reply> {
  const { user_id, key, call, now } = write
  const request_hash = createHash('sha256')
    .update(JSON.stringify([call, write.body ?? null]))
    .digest('hex')
  const mine = and(eq(idempotency_keys.user_id, user_id), eq(idempotency_keys.key, key))
  const claimed = await db
    .insert(idempotency_keys)
    .values({ user_id, key, call, request_hash, created_at: now.toISOString() })
    .onConflictDoNothing()
    .returning({ key: idempotency_keys.key })
  if (claimed.length === 0) {
    const [first] = await db.select().from(idempotency_keys).where(mine)
    if (!first || first.request_hash !== request_hash) throw new Refusal(422, 'common.key_reused')
    return first.reply as Reply
  }
  const reply = await run()
  await db.update(idempotency_keys).set({ status: 200, reply }).where(mine)
  return reply
}

/** Deletes the answers that are stored for somebody's keyed writes. */
export async function deleteKeysOf(db: Db, user_id: number): Promise<void> {
  await db.delete(idempotency_keys).where(eq(idempotency_keys.user_id, user_id))
}
