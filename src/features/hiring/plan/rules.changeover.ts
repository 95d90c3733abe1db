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
