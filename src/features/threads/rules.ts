import { MINUTE } from '#core/contract/time.ts'
import { DELETE_MINUTES, type ThreadKind, type ThreadSubject, type Writing } from './contract.ts'

/** Of which kind a conversation about that is; null for what names nothing, or too much. */
export function kindOf({ project_id, order_id, event_id, request_id }: ThreadSubject): ThreadKind | null {
  if (request_id !== undefined)
    return project_id === undefined && order_id === undefined && event_id === undefined ? 'order' : null
  if (event_id !== undefined) return project_id === undefined && order_id === undefined ? 'event' : null
  if (project_id === undefined) return null
  return order_id === undefined ? 'question' : 'order'
}

/** What decides whether somebody may write. */
export interface Standing {
  side: 'hunter' | 'artist'
  /** The host, or the owner of the project that they read it under. */
  owns: boolean
  /** An agreement between the sides is in force. */
  open: boolean
  blocked_by_hunter: boolean
  blocked_by_artist: boolean
  /** The other side is there no more: the account was deleted, the project put away. */
  gone: boolean
}

/**
 * Whether somebody may write, or why not. A band's owner writes; its members read, and write once it is confirmed. An
 * agreement in force is stronger than a block: whoever has to play together has to be able to talk.
 */
export function writingOf(it: Standing): Writing {
  if (it.gone) return 'gone'
  if (!it.open) {
    if (it.side === 'hunter' ? it.blocked_by_hunter : it.blocked_by_artist) return 'blocking'
    if (it.side === 'hunter' ? it.blocked_by_artist : it.blocked_by_hunter) return 'blocked'
  }
  return it.owns || it.open ? 'open' : 'owner_only'
}

/** Whether somebody may keep the other side from writing, or let it again. */
export const canBlock = (kind: ThreadKind, { owns, open }: Pick<Standing, 'owns' | 'open'>): boolean =>
  kind !== 'event' && owns && !open

/** Until when a message may be taken back; null when that is over. */
export function deletableUntil(created_at: string, now: Date): string | null {
  const until = new Date(Date.parse(created_at) + DELETE_MINUTES * MINUTE)
  return now < until ? until.toISOString() : null
}

/** What a file of a message is called: its own name, as one line of the length that fits. */
export const excerptOf = (text: string, max: number): string => {
  const one = text.replace(/\s+/g, ' ').trim()
  return one.length <= max ? one : `${one.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
