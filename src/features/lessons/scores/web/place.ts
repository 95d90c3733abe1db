import type { Side } from '../../contract.ts'
import { type LessonScore, PAGES_MAX, SCORE_SOURCES } from '../contract.ts'

/* Where the two are in a score: told from page to page, so that no server hears of it. */

export type OpenScore = Pick<LessonScore, 'source' | 'id' | 'name'>

/** What both see. The change with the highest number holds; of two at once, the teacher's. */
export interface Place {
  change: number
  by: Side
  /** Null: none is open. */
  score: OpenScore | null
  /** From 1 on. */
  page: number
}

/** Before anybody opened one. */
export const NOWHERE: Place = { change: 0, by: 'student', score: null, page: 1 }

/** Where somebody points, as shares of the page's width and height. */
export interface Spot {
  x: number
  y: number
}

/** Where a pointer begins that no mouse moves. */
export const MIDDLE: Spot = { x: 0.5, y: 0.5 }
/** How far a key moves it, as a share of the page. */
const STEP = 0.02
const ARROWS: Readonly<Record<string, Spot>> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
}

/** A pointer after an arrow key, still on the page; null for any other key. */
export function movedBy(key: string, from: Spot): Spot | null {
  const by = ARROWS[key]
  const within = (share: number) => Math.min(1, Math.max(0, Math.round(share * 1000) / 1000))
  return by ? { x: within(from.x + by.x), y: within(from.y + by.y) } : null
}

/** What one page tells the other. */
export type Note = { place: Place } | { spot: Spot }

/** Whether a place takes the place of another. */
export const isNewer = (one: Place, than: Place): boolean =>
  one.change > than.change || (one.change === than.change && one.by === 'teacher' && than.by === 'student')

/** The place after somebody's change. */
export const changed = (from: Place, by: Side, to: Partial<Pick<Place, 'score' | 'page'>>): Place => ({
  ...from,
  ...to,
  by,
  change: from.change + 1,
})

/** More changes than that in a lesson, nobody makes. */
const MOST_CHANGES = 1_000_000
const NAME_MAX = 200

const isWithin = (value: unknown, least: number, most: number): value is number =>
  typeof value === 'number' && value >= least && value <= most
const isWhole = (value: unknown, least: number, most: number): value is number =>
  isWithin(value, least, most) && Number.isInteger(value)

function scoreIn(value: unknown): OpenScore | null | undefined {
  if (value === null) return null
  const { source, id, name } = (value ?? {}) as Partial<OpenScore>
  const known = SCORE_SOURCES.find((one) => one === source)
  if (!known || !isWhole(id, 1, Number.MAX_SAFE_INTEGER) || typeof name !== 'string') return undefined
  return { source: known, id, name: name.slice(0, NAME_MAX) }
}

/** A place that came from elsewhere; null for what isn't one. */
export function placeIn(value: unknown): Place | null {
  const { change, by, score: said, page } = (value ?? {}) as Partial<Place>
  const score = scoreIn(said)
  if (!isWhole(change, 0, MOST_CHANGES) || !isWhole(page, 1, PAGES_MAX) || score === undefined) return null
  return by === 'student' || by === 'teacher' ? { change, by, score, page } : null
}

/** What the other's page told, if it is one of the things that can be told. */
export function noteIn(data: unknown): Note | null {
  try {
    const { place: there, spot } = JSON.parse(String(data)) ?? {}
    const place = there === undefined ? null : placeIn(there)
    if (place) return { place }
    return isWithin(spot?.x, 0, 1) && isWithin(spot?.y, 0, 1) ? { spot: { x: spot.x, y: spot.y } } : null
  } catch {
    return null
  }
}
