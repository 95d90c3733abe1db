import { type Player, pricesTogether } from '#features/hiring/talent/rules.together.ts'

/* What is agreed with an artist is one price for all that they play: whoever takes their place is compared by that. */

/** A moment with the project that plays it, or did. */
export interface PlayedMoment {
  slot_id: number
  starts_at: string
  ends_at: string
  plays: number
}

/**
 * What somebody asks for a moment in the place of whoever plays it, minor units: their part of all that that one plays, where
 * they could play all of it; else what they ask for that moment alone.
 * @param moments in the order of time
 * @param at who they are at a moment, where they could play it
 */
export function priceInPlace(
  { slot_id, plays }: Pick<PlayedMoment, 'slot_id' | 'plays'>,
  moments: readonly PlayedMoment[],
  alone: number,
  at: (slot_id: number) => Player | undefined,
): number {
  const engagement = moments.filter((one) => one.plays === plays)
  const turns = engagement.flatMap((one) => {
    const player = at(one.slot_id)
    return player ? [{ from: one.starts_at, to: one.ends_at, player }] : []
  })
  if (turns.length < 2 || turns.length < engagement.length) return alone
  return pricesTogether(turns)?.[engagement.findIndex((one) => one.slot_id === slot_id)] ?? alone
}
