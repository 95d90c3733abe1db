import { and, desc, eq, lt, lte, or } from 'drizzle-orm'
import { Refusal } from '#core/contract/errors.ts'
import { HOUR, MINUTE } from '#core/contract/time.ts'
import type { Reading, Work } from '#core/server/app.ts'
import { limit } from '#core/server/limits.ts'
import { signals } from '#core/server/live.ts'
import { collect, transaction } from '#core/server/work.ts'
import { room_peers, room_signals } from '../table.room.ts'
import { peersIn, type RoomScope, roomScope, SIGNALS_KEPT } from './queries.ts'
import { isRoomOpen } from './rules.ts'

/** How often somebody's pages may say that they are there, and tell the other's, a minute and room. */
const ENTRIES_A_MINUTE = 60
const SIGNALS_A_MINUTE = 240
/** What is older than this is nobody's any more. */
const KEPT = HOUR

/** What a page in a room does: counted for itself, whatever becomes of it. */
interface Doing {
  app: Reading['app']
  now: Date
}

/** @throws Refusal 409 `lessons.room_closed` before it opens, after it closes, and when the lesson doesn't take place */
function assertOpen({ lesson }: RoomScope, now: Date): void {
  if (!isRoomOpen(lesson, now)) throw new Refusal(409, 'lessons.room_closed')
}

/** Tells open pages of these people to look at the room. */
export const tellRoom = (work: Work, lesson_id: number, user_ids: readonly number[]): void =>
  collect(
    work,
    signals,
    user_ids.map((user_id) => ({ user_id, topic: `room:${lesson_id}` })),
  )

/** What was told to a page, or by it. */
const ofPeer = (lesson_id: number, peer: string) =>
  and(
    eq(room_signals.lesson_id, lesson_id),
    or(eq(room_signals.from_peer, peer), eq(room_signals.to_peer, peer)),
  )

/**
 * Somebody comes into the room with a page, or says that it is still there.
 * @param page.again it was there: it doesn't take the place of another page
 * @throws Refusal 404, 409 `lessons.room_closed`, 409 `lessons.room_elsewhere` when another page of theirs came in, 429
 */
export async function enter(
  { app, now }: Doing,
  user_id: number,
  lesson_id: number,
  { peer, again }: { peer: string; again: boolean },
): Promise<RoomScope> {
  const scope = await roomScope(app.db, user_id, lesson_id)
  assertOpen(scope, now)
  await limit(app.db, `room:${lesson_id}:${user_id}`, ENTRIES_A_MINUTE, MINUTE, now)
  await transaction(app, now, async (work) => {
    const [before] = await work.db
      .select()
      .from(room_peers)
      .where(and(eq(room_peers.lesson_id, lesson_id), eq(room_peers.user_id, user_id)))
      .for('update')
    if (again && before && before.peer !== peer) throw new Refusal(409, 'lessons.room_elsewhere')
    const wasThere = (await peersIn(work.db, lesson_id, now)).get(user_id) === peer
    const seen = { peer, seen_at: now.toISOString() }
    await work.db
      .insert(room_peers)
      .values({ lesson_id, user_id, ...seen })
      .onConflictDoUpdate({ target: [room_peers.lesson_id, room_peers.user_id], set: seen })
    if (wasThere) return
    if (before && before.peer !== peer)
      await work.db.delete(room_signals).where(ofPeer(lesson_id, before.peer))
    // Their own other pages too: one of them has lost its place.
    tellRoom(work, lesson_id, [scope.other_id, user_id])
  })
  return scope
}

/** Somebody leaves with a page. @throws Refusal 404 when the room isn't theirs */
export async function leave(work: Work, user_id: number, lesson_id: number, peer: string): Promise<void> {
  const { other_id } = await roomScope(work.db, user_id, lesson_id)
  const gone = await work.db
    .delete(room_peers)
    .where(
      and(eq(room_peers.lesson_id, lesson_id), eq(room_peers.user_id, user_id), eq(room_peers.peer, peer)),
    )
    .returning({ peer: room_peers.peer })
  if (gone.length === 0) return
  await work.db.delete(room_signals).where(ofPeer(lesson_id, peer))
  tellRoom(work, lesson_id, [other_id])
}

/**
 * A page tells the other's page something. Of what waits for that one only the newest are kept, however much is told; what is
 * told at the same moment goes with the next.
 * @throws Refusal 404, 409 `lessons.room_closed`, 409 `lessons.room_moved_on` when either page isn't there any more, 429
 */
export async function signal(
  { app, now }: Doing,
  user_id: number,
  lesson_id: number,
  { peer, to, body }: { peer: string; to: string; body: string },
): Promise<void> {
  const scope = await roomScope(app.db, user_id, lesson_id)
  assertOpen(scope, now)
  await limit(app.db, `room_signals:${lesson_id}:${user_id}`, SIGNALS_A_MINUTE, MINUTE, now)
  await transaction(app, now, async (work) => {
    const peers = await peersIn(work.db, lesson_id, now)
    if (peers.get(user_id) !== peer || peers.get(scope.other_id) !== to)
      throw new Refusal(409, 'lessons.room_moved_on')
    await work.db
      .insert(room_signals)
      .values({ lesson_id, from_peer: peer, to_peer: to, body, at: now.toISOString() })
    const waiting = and(eq(room_signals.lesson_id, lesson_id), eq(room_signals.to_peer, to))
    const [over] = await work.db
      .select({ id: room_signals.id })
      .from(room_signals)
      .where(waiting)
      .orderBy(desc(room_signals.id))
      .offset(SIGNALS_KEPT)
      .limit(1)
    if (over) await work.db.delete(room_signals).where(and(waiting, lte(room_signals.id, over.id)))
    tellRoom(work, lesson_id, [scope.other_id])
  })
}

/** Removes what rooms that are over left behind. */
export async function clearRooms({ db, now }: Work): Promise<void> {
  const before = new Date(now.getTime() - KEPT).toISOString()
  await db.delete(room_signals).where(lt(room_signals.at, before))
  await db.delete(room_peers).where(lt(room_peers.seen_at, before))
}
