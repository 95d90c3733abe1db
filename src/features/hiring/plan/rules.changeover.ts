import { MINUTE } from '#core/contract/time.ts'
import type { Format } from '#features/services/contract.ts'

/*
 * Between two sets of different musicians the stage changes over: those who played move off, the next ones move on, connect
 * and check their lines (https://www.prosoundweb.com/max-efficiency-a-simple-straightforward-process-for-quick-effective-festival-changeovers/).
 * A plan is drawn with time for it, and the stage is planned by the same minutes.
 */

/** Minutes to bring instruments that are set up already on stage or off it. */
export const MOVE: Record<Format, number> = { solo: 5, duo: 5, trio: 10, quartet: 10, band: 15 }
export const LINE_CHECK = 5
/** Somebody's own sound system has to be connected too. */
export const OWN_SOUND = 5

/** What a changeover between two line-ups takes before anybody knows who they are, milliseconds: with sound of their own. */
export const changeoverBetween = (before: Format, after: Format): number =>
  (Math.max(MOVE[before], MOVE[after]) + LINE_CHECK + OWN_SOUND) * MINUTE

/** So long between two moments isn't for changing over any more: for a while nobody plays. */
export const SHORTEST_SILENCE = 30 * MINUTE

/** Time between a moment and the next one, milliseconds: 0 where one of them is recorded music. */
export function liveGapAfter(
  moments: readonly { from: string; to: string; format: Format | null }[],
  i: number,
): number {
  const [own, next] = [moments[i], moments[i + 1]]
  if (!own?.format || !next?.format) return 0
  return Math.max(0, Date.parse(next.from) - Date.parse(own.to))
}

/**
 * Moments with the time between two that was for changing over closed where nobody plays one of the two: the recorded
 * music goes on until the next begins, or begins where the last ended.
 * @param wasChangeover whether that is what a time between two was for
 */
export function closed<Laid extends { from: number; to: number }>(
  moments: readonly Laid[],
  isPlayed: (i: number) => boolean,
  wasChangeover: (from: number, to: number) => boolean = () => true,
): Laid[] {
  const laid = moments.map((one) => ({ ...one }))
  laid.forEach((one, i) => {
    const before = laid[i - 1]
    if (!before || before.to === one.from || !wasChangeover(before.to, one.from)) return
    if (!isPlayed(i)) one.from = before.to
    else if (!isPlayed(i - 1)) before.to = one.from
  })
  return laid
}
