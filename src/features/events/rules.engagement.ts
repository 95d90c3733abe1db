import { type Player, pricesTogether } from '#features/hiring/talent/rules.together.ts'

/* What is agreed with an artist is one price for all that they play: whoever takes their place is compared by that. */

/** A moment with the project that plays it, or did. */
export interface PlayedMoment {
  slot_id: number
  starts_at: string
  ends_at: string
  plays: number
}

/** Somebody as they would be at each moment in the place of whoever plays it. */
export interface Substitute {
  /** What they ask for the moment that is asked about, alone. */
  price: number
  /** Whether anybody is looked for at a moment. */
  isSought: (slot_id: number) => boolean
  /** Them there; undefined where somebody is looked for and they wouldn't play. */
  at: (slot_id: number) => Player | undefined
}

/**
 * What somebody asks for a moment in the place of whoever plays it, minor units: their part of all that that one plays,
 * where they would play it wherever somebody is looked for; else their part of what they would play.
 * @param moments of everybody who plays, in the order of time
 */
export function priceInPlace(
  { slot_id, plays }: Pick<PlayedMoment, 'slot_id' | 'plays'>,
  moments: readonly PlayedMoment[],
  { price, isSought, at }: Substitute,
): number {
  const engagement = moments.filter((one) => one.plays === plays)
  const theirs = engagement.filter((one) => at(one.slot_id))
  const played = theirs.length === engagement.length ? theirs : theirs.filter((one) => isSought(one.slot_id))
  const part = played.findIndex((one) => one.slot_id === slot_id)
  if (played.length < 2 || part < 0) return price
  const turns = played.flatMap((one) => {
    const player = at(one.slot_id)
    return player ? [{ from: one.starts_at, to: one.ends_at, player }] : []
  })
  return pricesTogether(turns)?.[part] ?? price
}

/** Who is proposed for a moment, of those who could play it; and whether somebody would play it without being proposed. */
interface Choice<M, One, Picked> {
  ranked: (moment: M) => readonly One[]
  /** @param prices what each of them asks there */
  choose: (moment: M, ranked: readonly One[], price: (one: One) => number) => readonly Picked[]
  /** They are asked for it already. */
  stands: (moment: M, project_id: number) => boolean
  price: (moment: M, one: One, plays: (slot_id: number) => boolean) => number
}

/** After so many rounds who would play several moments is priced for each alone: what they ask at most. */
const MOST_ROUNDS = 12

/**
 * Who is proposed for each of several moments, each for a price of what they are proposed for: who isn't at one of those that
 * an artist plays is priced without it at the others, and may not be proposed there any more.
 */
export function proposedInPlace<
  M extends PlayedMoment,
  One extends { project_id: number },
  Picked extends One = One,
>(
  moments: readonly M[],
  { ranked, choose, stands, price }: Choice<M, One, Picked>,
): { moment: M; one: Picked; price: number }[] {
  const out = new Set<string>()
  const isOut = (slot_id: number, project_id: number) => out.has(`${slot_id} ${project_id}`)
  for (let round = 1; ; round++) {
    const isLast = round === MOST_ROUNDS
    const proposals = moments.map((moment) => {
      const priceOf = (one: One) =>
        price(moment, one, (slot_id) => !isLast && !isOut(slot_id, one.project_id))
      const able = ranked(moment).filter(({ project_id }) => !isOut(moment.slot_id, project_id))
      return { moment, priceOf, chosen: choose(moment, able, priceOf) }
    })
    const missing = proposals.flatMap(({ moment, chosen }) => {
      const here = new Set(chosen.map(({ project_id }) => project_id))
      const others = proposals.filter(
        (other) => other.moment.plays === moment.plays && other.moment !== moment,
      )
      return ranked(moment).flatMap(({ project_id }) =>
        !here.has(project_id) &&
        !stands(moment, project_id) &&
        !isOut(moment.slot_id, project_id) &&
        others.some(({ chosen: there }) => there.some((one) => one.project_id === project_id))
          ? [`${moment.slot_id} ${project_id}`]
          : [],
      )
    })
    if (isLast || missing.length === 0)
      return proposals.flatMap(({ moment, priceOf, chosen }) =>
        chosen.map((one) => ({ moment, one, price: priceOf(one) })),
      )
    for (const key of missing) out.add(key)
  }
}
