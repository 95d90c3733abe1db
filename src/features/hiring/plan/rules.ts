import type { Problem } from '#core/contract/errors.ts'
import { MINUTE } from '#core/contract/time.ts'
import type { Format, Genre } from '#features/services/contract.ts'
import type { Brief } from '../brief/contract.ts'
import type { MomentEdit } from './contract.ts'
import { liveGapAfter, SHORTEST_SILENCE } from './rules.changeover.ts'

export const SHORTEST_EDIT = 10 * MINUTE

/** Live moments: the slots that somebody is hired for. */
export const isLive = <M extends { format: Format | null }>(moment: M): moment is M & { format: Format } =>
  moment.format !== null

/** Genres of which somebody must play one to be hired for a moment: its own first, then the other liked ones. */
export function genresOf(genre: Genre, { sound }: Pick<Brief, 'sound'>): Genre[] {
  const forbidden = new Set(sound.genres_forbidden)
  return [...new Set([genre, ...sound.genres_liked])].filter((one) => !forbidden.has(one))
}

/**
 * Share of the event's time with music on stage, 0 to 1. While the musicians change over between two moments the stage is
 * at work too.
 */
export function coverageOf(
  moments: readonly { from: string; to: string; format: Format | null }[],
  starts_at: string,
  ends_at: string,
): number {
  const length = Date.parse(ends_at) - Date.parse(starts_at)
  const ordered = [...moments].sort((a, b) => Date.parse(a.from) - Date.parse(b.from))
  const live = ordered.reduce((sum, moment, i) => {
    const after = liveGapAfter(ordered, i)
    const played = isLive(moment) ? Date.parse(moment.to) - Date.parse(moment.from) : 0
    return sum + played + (after < SHORTEST_SILENCE ? after : 0)
  }, 0)
  return length > 0 ? Math.min(1, Math.round((100 * live) / length) / 100) : 0
}

/**
 * What is wrong with moments as the hunter edited them, by dotted path: outside the event, too short, overlapping,
 * a forbidden genre, more than the budget's maximum, or no live music that is required.
 */
export function problemsOfMoments(
  moments: readonly MomentEdit[],
  order: {
    starts_at: string
    ends_at: string
    genres_forbidden: readonly string[]
    budget_max: number
  },
): Record<string, Problem> {
  const fields: Record<string, Problem> = {}
  const [first, last] = [Date.parse(order.starts_at), Date.parse(order.ends_at)]
  const inOrder = moments
    .map((moment, at) => ({ moment, at, from: Date.parse(moment.from), to: Date.parse(moment.to) }))
    .sort((a, b) => a.from - b.from || a.to - b.to)
  inOrder.forEach(({ moment, at, from, to }, i) => {
    if (from < first || from >= last) fields[`moments.${at}.from`] = { key: 'validation.inside_event' }
    if (to > last) fields[`moments.${at}.to`] = { key: 'validation.inside_event' }
    else if (to - from < SHORTEST_EDIT)
      fields[`moments.${at}.to`] = {
        key: 'validation.moment_length',
        values: { count: SHORTEST_EDIT / MINUTE },
      }
    const before = inOrder[i - 1]
    if (before && from < before.to) fields[`moments.${at}.from`] ??= { key: 'validation.moments_overlap' }
    if (order.genres_forbidden.includes(moment.genre))
      fields[`moments.${at}.genre`] = { key: 'validation.genre_forbidden' }
    if (moment.format !== null && moment.cost === 0)
      fields[`moments.${at}.cost`] = { key: 'validation.required' }
    if (moment.format === null && moment.required)
      fields[`moments.${at}.required`] = { key: 'validation.required_is_live' }
  })
  const total = moments.filter(isLive).reduce((sum, { cost }) => sum + cost, 0)
  if (total > order.budget_max) fields.moments = { key: 'validation.plan_over_budget' }
  else if (!moments.some((moment) => isLive(moment) && moment.required))
    fields.moments = { key: 'validation.one_required_moment' }
  const ids = moments.flatMap(({ slot_id }) => (slot_id === null ? [] : [slot_id]))
  if (new Set(ids).size !== ids.length) fields.moments = { key: 'validation.invalid' }
  return fields
}

/** Another time for an event. */
export interface NewTime {
  day: string
  /** As they are unless said. */
  starts?: string | undefined
  ends?: string | undefined
}

/** The part of a brief that another time changes. */
export const timeOf = ({ day, starts, ends }: NewTime) => ({
  event: { day, ...(starts ? { starts } : {}), ...(ends ? { ends } : {}) },
})

/**
 * Moments moved to the event's new time, stretched where its length changed; what the musicians change over in gets no
 * longer by it, the later moment does.
 * @param moments in their order
 * @returns null when some would get too short by it
 */
export function movedMoments<Moment extends { from: string; to: string }>(
  moments: readonly Moment[],
  before: { starts_at: string | null; ends_at: string | null },
  after: { starts_at: string | null; ends_at: string | null },
): Moment[] | null {
  const [from, to] = [spanOf(before), spanOf(after)]
  const stretch = (to.end - to.start) / Math.max(1, from.end - from.start)
  const moved = (at: string) =>
    new Date(to.start + Math.round(((Date.parse(at) - from.start) * stretch) / MINUTE) * MINUTE).toISOString()
  const there = moments.map((moment) => ({ ...moment, from: moved(moment.from), to: moved(moment.to) }))
  there.forEach((one, i) => {
    const [before, was, now] = [moments[i - 1], moments[i], there[i - 1]]
    if (!before || !was || !now) return
    const pause = Date.parse(was.from) - Date.parse(before.to)
    const end = Date.parse(now.to)
    if (pause > 0 && pause < SHORTEST_SILENCE && Date.parse(one.from) - end > pause)
      one.from = new Date(end + pause).toISOString()
  })
  return there.every((one) => Date.parse(one.to) - Date.parse(one.from) >= SHORTEST_EDIT) ? there : null
}

const spanOf = ({ starts_at, ends_at }: { starts_at: string | null; ends_at: string | null }) => ({
  start: Date.parse(starts_at ?? ''),
  end: Date.parse(ends_at ?? ''),
})
