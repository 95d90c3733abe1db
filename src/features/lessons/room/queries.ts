import { createHmac } from 'node:crypto'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { notFound } from '#core/contract/errors.ts'
import { HOUR } from '#core/contract/time.ts'
import { readBy } from '#core/server/audience.ts'
import type { Config } from '#core/server/config.ts'
import type { Db } from '#core/server/db.ts'
import { users } from '#features/accounts/table.ts'
import { music_projects } from '#features/projects/table.ts'
import { services } from '#features/services/table.ts'
import { isInRoom } from '../rules.ts'
import { room_peers, room_signals } from '../table.room.ts'
import { lesson_settings, lessons } from '../table.ts'
import type { IceServer, Room, Signal } from './contract.ts'
import { goingOn, seenBy } from './queries.recording.ts'
import { isRoomOpen, isThere, roomTimes } from './rules.ts'

/** How long somebody may be relayed with what they were given: as long as the longest lesson is open. */
const TURN_LASTS = 14 * HOUR
/** Signals that wait for a page at most, and are read at once: two browsers find each other with some ten. */
export const SIGNALS_KEPT = 100

/** A room, of one of the two who may be in it: made by the check alone. */
export interface RoomScope {
  lesson: typeof lessons.$inferSelect
  user_id: number
  /** Whom they meet there. */
  other_id: number
  other_name: string | null
  link: string
}

/** @throws Refusal 404 when the lesson isn't theirs, or isn't held in a room */
export async function roomScope(db: Db, user_id: number, lesson_id: number): Promise<RoomScope> {
  const [found] = await db
    .select({
      lesson: lessons,
      student: users.name,
      project: music_projects.name,
      room: lesson_settings.room,
      link: lesson_settings.link,
    })
    .from(lessons)
    .innerJoin(services, eq(services.id, lessons.service_id))
    .innerJoin(users, eq(users.id, lessons.student_id))
    .innerJoin(music_projects, eq(music_projects.id, lessons.project_id))
    .leftJoin(lesson_settings, eq(lesson_settings.project_id, lessons.project_id))
    .where(
      and(
        eq(lessons.id, lesson_id),
        sql`(${lessons.student_id} = ${user_id} or ${lessons.teacher_id} = ${user_id})`,
      ),
    )
  if (!found) throw notFound()
  const { lesson, room } = found
  if (!isInRoom({ state: lesson.state, link: lesson.link, modality: lesson.modality, room: room ?? false }))
    throw notFound()
  const learns = lesson.student_id === user_id
  return {
    lesson,
    user_id,
    other_id: learns ? lesson.teacher_id : lesson.student_id,
    other_name: learns ? found.project : found.student,
    link: found.link ?? '',
  }
}

/** Pages that are in a room, by whose they are. */
export async function peersIn(db: Db, lesson_id: number, now: Date): Promise<Map<number, string>> {
  const found = await db.select().from(room_peers).where(eq(room_peers.lesson_id, lesson_id))
  return new Map(
    found.filter(({ seen_at }) => isThere(seen_at, now)).map(({ user_id, peer }) => [user_id, peer]),
  )
}

/**
 * Who helps two browsers find each other, as configured. What a relay asks for holds for some hours and one person (the
 * REST credentials that coturn and others know).
 */
export function iceServersFor({ ice }: Pick<Config, 'ice'>, user_id: number, now: Date): IceServer[] {
  const { stun_urls, turn } = ice
  const username = `${Math.floor((now.getTime() + TURN_LASTS) / 1000)}:${user_id}`
  return [
    ...(stun_urls.length > 0 ? [{ urls: [...stun_urls] }] : []),
    ...(turn
      ? [
          {
            urls: [...turn.urls],
            username,
            credential: createHmac('sha1', turn.secret).update(username).digest('base64'),
          },
        ]
      : []),
  ]
}

/**
 * A room as one of the two sees it.
 * @param asked.peer the page that asks, as it calls itself: what was told to it comes along
 * @param asked.after the last signal that it has seen
 */
export async function roomOf(
  { db, now, config }: { db: Db; now: Date; config: Pick<Config, 'ice'> },
  scope: RoomScope,
  { peer, after = 0 }: { peer?: string | undefined; after?: number | undefined },
): Promise<Room> {
  const { lesson, user_id, other_id, other_name, link } = scope
  const peers = await peersIn(db, lesson.id, now)
  const is_here = peer !== undefined && peers.get(user_id) === peer
  const is_open = isRoomOpen(lesson, now)
  const recording = is_open ? await goingOn(db, lesson.id, peers, now) : null
  const signals: Signal[] = is_here
    ? await db
        .select({ id: room_signals.id, from: room_signals.from_peer, body: room_signals.body })
        .from(room_signals)
        .where(
          and(
            eq(room_signals.lesson_id, lesson.id),
            eq(room_signals.to_peer, peer),
            gt(room_signals.id, after),
          ),
        )
        .orderBy(asc(room_signals.id))
        .limit(SIGNALS_KEPT)
    : []
  // A lesson in a room is certain: its two know how to reach each other.
  return readBy(
    { side: null, open: true },
    {
      lesson_id: lesson.id,
      side: lesson.student_id === user_id ? 'student' : 'teacher',
      ...{ starts_at: lesson.starts_at, ends_at: lesson.ends_at, ...roomTimes(lesson) },
      is_open,
      other: { name: other_name, peer: peers.get(other_id) ?? null },
      is_here,
      // Who can't be in it needs nobody's help.
      ice: is_open ? iceServersFor(config, user_id, now) : [],
      link,
      recording: recording && seenBy(recording, user_id),
      signals,
    },
  )
}
