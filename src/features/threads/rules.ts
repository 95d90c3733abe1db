import { MINUTE } from '#core/contract/time.ts'
import { type LessonStep, PROGRESS_MONTHS } from '#features/lessons/contract.ts'
import {
  DELETE_MINUTES,
  type ThreadEvent,
  type ThreadKind,
  type ThreadSubject,
  type Writing,
} from './contract.ts'

/** Of which kind a conversation about that is; null for what names nothing, or too much. */
export function kindOf({ project_id, order_id, ...alone }: ThreadSubject): ThreadKind | null {
  const { event_id, request_id, lesson_id } = alone
  const named = [event_id, request_id, lesson_id].filter((one) => one !== undefined)
  if (named.length > 0) {
    if (named.length > 1 || project_id !== undefined || order_id !== undefined) return null
    return lesson_id !== undefined ? 'series' : event_id !== undefined ? 'event' : 'order'
  }
  if (project_id === undefined) return null
  return order_id === undefined ? 'question' : 'order'
}

/** Steps of a lesson that its conversation tells of. */
export const TOLD_OF_LESSONS: Partial<Record<LessonStep, ThreadEvent>> = {
  reschedule: 'lesson_moved',
  cancel_as_student: 'lesson_cancelled',
  cancel_as_teacher: 'lesson_cancelled',
}

/** What decides whether somebody may write. */
export interface Standing {
  side: 'hunter' | 'artist'
  /** The host, or the owner of the project that they read it under. */
  owns: boolean
  /** An agreement between the sides is in force; of a series, that one of its lessons is certain, or was had. */
  open: boolean
  /** They have to be able to talk, whoever blocked whom: they play together, or have a lesson ahead. */
  bound: boolean
  blocked_by_hunter: boolean
  blocked_by_artist: boolean
  /** When the last lesson of a series ends, or was to; null for whatever else there is to talk about. */
  lessons_end: string | null
  /** The other side is there no more: the account was deleted, the project put away. */
  gone: boolean
}

/** How long something said stands before a minor's adult is sent it: what follows at once comes with it. */
export const COPY_MINUTES = 10
/** How many messages one such letter says. */
export const A_LETTER = 50

/** Lessons are talked about until so long after the last one, as their teacher sees how the student gets on. */
export function talkedUntil(lessons_end: string): Date {
  const until = new Date(lessons_end)
  until.setUTCMonth(until.getUTCMonth() + PROGRESS_MONTHS)
  return until
}

/**
 * Whether somebody may write, or why not. A band's owner writes; its members read, and write once it is confirmed. What binds
 * them is stronger than a block: whoever has to play together, or meets for a lesson, has to be able to talk.
 */
export function writingOf(it: Standing, now: Date): Writing {
  if (it.gone) return 'gone'
  if (it.lessons_end !== null && now >= talkedUntil(it.lessons_end)) return 'over'
  if (!it.bound) {
    if (it.side === 'hunter' ? it.blocked_by_hunter : it.blocked_by_artist) return 'blocking'
    if (it.side === 'hunter' ? it.blocked_by_artist : it.blocked_by_hunter) return 'blocked'
  }
  return it.owns || it.open ? 'open' : 'owner_only'
}

/** Whether somebody may keep the other side from writing, or let it again. */
export const canBlock = (kind: ThreadKind, { owns, bound }: Pick<Standing, 'owns' | 'bound'>): boolean =>
  kind !== 'event' && owns && !bound

/** Until when a message may be taken back; null when that is over. */
export function deletableUntil(created_at: string, now: Date): string | null {
  const until = new Date(Date.parse(created_at) + DELETE_MINUTES * MINUTE)
  return now < until ? until.toISOString() : null
}
