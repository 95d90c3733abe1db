import { addDays, HOUR, instantOf, MINUTE, wallClock } from '#core/contract/time.ts'
import type { Order } from '#features/hiring/desk/contract.ts'
import type { Moment, MomentEdit, WishEstimate } from '../contract.ts'
import { closed, liveGapAfter, SHORTEST_SILENCE } from '../rules.changeover.ts'

type Span = Pick<Order, 'starts_at' | 'ends_at' | 'zone'>

/** A moment as it is sent back: what the hunter may change of it. */
export function editOf(moment: Moment): MomentEdit {
  const { slot_id, from, to, intent, title, energy, genre, format, volume, cost, required } = moment
  return { slot_id, from, to, intent, title, energy, genre, format, volume, cost, required }
}

/** What a live moment's line-up asks there, among what the page was told; undefined while it wasn't. */
export function estimateAt(
  estimates: readonly WishEstimate[],
  { genre, format, from, to }: Pick<Moment, 'genre' | 'format' | 'from' | 'to'>,
): WishEstimate | undefined {
  const minutes = Math.round((at(to) - at(from)) / MINUTE)
  return estimates.find((one) => one.genre === genre && one.format === format && one.minutes === minutes)
}

/** The instant of a wall time during the event: before its first hour means after midnight. */
export function duringEvent(span: Span, time: string, after?: string): string {
  const start = span.starts_at ?? new Date().toISOString()
  const day = wallClock(start, span.zone).day
  const floor = new Date(after ?? start)
  let at = instantOf(day, time, span.zone)
  for (let i = 1; i <= 2 && (after ? at <= floor : at < floor); i++)
    at = instantOf(addDays(day, i), time, span.zone)
  return at.toISOString()
}

const at = (instant: string) => Date.parse(instant)
const iso = (ms: number) => new Date(ms).toISOString()

/** In the order of the night. */
export const inOrder = <M extends { from: string }>(moments: readonly M[]): M[] =>
  [...moments].sort((a, b) => at(a.from) - at(b.from))

/** Minutes between a moment and the next one; 0 where nobody plays in it, or in the next one. */
export const gapAfter = (moments: readonly Pick<Moment, 'from' | 'to' | 'format'>[], i: number): number =>
  Math.round(liveGapAfter(moments, i) / MINUTE)

/**
 * An edited night with the times closed in which musicians changed over and now one of both sides is recorded music, as they
 * are where a plan is drawn. A pause of any other time is the hunter's own.
 * @param before the night as it was
 * @returns the edited moments as they came, one by one
 */
export function closedAfter(before: readonly MomentEdit[], after: readonly MomentEdit[]): MomentEdit[] {
  const was = inOrder(before)
  const changeovers = was.flatMap((one, i) => {
    const gap = liveGapAfter(was, i)
    return gap > 0 && gap < SHORTEST_SILENCE ? [{ from: at(one.to), to: at(one.to) + gap }] : []
  })
  const ordered = inOrder(after)
  const laid = closed(
    ordered.map((one) => ({ from: at(one.from), to: at(one.to) })),
    (i) => ordered[i]?.format !== null,
    (from, to) => changeovers.some((one) => one.from === from && one.to === to),
  )
  return after.map((one) => {
    const span = laid[ordered.indexOf(one)]
    return span ? { ...one, from: iso(span.from), to: iso(span.to) } : one
  })
}

/**
 * Moves a moment one place earlier: the two change places and each keeps its length; the pause between them stays
 * between them.
 */
export function movedEarlier(moments: readonly MomentEdit[], i: number): MomentEdit[] {
  const before = moments[i - 1]
  const moved = moments[i]
  if (!before || !moved) return [...moments]
  const pause = Math.max(0, at(moved.from) - at(before.to))
  const first = { ...moved, from: before.from, to: iso(at(before.from) + at(moved.to) - at(moved.from)) }
  const from = at(first.to) + pause
  const second = { ...before, from: iso(from), to: iso(from + at(before.to) - at(before.from)) }
  return [...moments.slice(0, i - 1), first, second, ...moments.slice(i + 1)]
}

/**
 * The other moments beside a changed one: neighbours that it now covers give way, each keeps its far end.
 * What would disappear altogether stays as it is and is refused by the server with its reason.
 */
export function madeRoom(others: readonly MomentEdit[], changed: MomentEdit): MomentEdit[] {
  const [from, to] = [at(changed.from), at(changed.to)]
  return others.map((one) => {
    const [start, end] = [at(one.from), at(one.to)]
    if (start < from && end > from && end <= to) return { ...one, to: changed.from }
    if (end > to && start < to && start >= from) return { ...one, from: changed.to }
    return one
  })
}

/** A new moment in the longest silence of the night; without one, the last third of its longest moment. */
export function newMoment(moments: readonly MomentEdit[], span: Span): MomentEdit {
  const ordered = inOrder(moments)
  const start = at(span.starts_at ?? ordered[0]?.from ?? new Date().toISOString())
  const end = at(span.ends_at ?? ordered.at(-1)?.to ?? iso(start + 4 * HOUR))
  let gap: [number, number] = [start, start]
  let longest: [number, number] = [start, end]
  let free = start
  for (const [from, to] of [
    ...ordered.map((one) => [at(one.from), at(one.to)] as const),
    [end, end] as const,
  ]) {
    if (from - free > gap[1] - gap[0]) gap = [free, from]
    if (ordered.length > 0 && (free === start || to - from > longest[1] - longest[0]) && to > from)
      longest = [from, to]
    free = Math.max(free, to)
  }
  const step = 5 * MINUTE
  const third = Math.max(15 * MINUTE, Math.round((longest[1] - longest[0]) / 3 / step) * step)
  const [from, to] = gap[1] - gap[0] >= SHORTEST_SILENCE ? gap : [longest[1] - third, longest[1]]
  const model = ordered.at(-1)
  return {
    slot_id: null,
    from: iso(from),
    to: iso(Math.min(to, from + HOUR)),
    intent: 'background',
    title: null,
    energy: 2,
    genre: model?.genre ?? 'pop',
    format: null,
    volume: 'low',
    cost: 0,
    required: false,
  }
}
