import type { Role } from './contract.ts'

/* What each member of a band gets of a gig: shown on the quote, read on the agreement, stated once it was played. */

/** What a member gets: a fee (minor units) or a share (percent) of what reaches the band; null: nobody said. */
export interface Part {
  fee: number | null
  share: number | null
}

/**
 * What a part comes to, minor units; null where the band hasn't said. A percent is rounded down: parts rounded up could be
 * more than what there is, and the owner gets what is left.
 * @param payout what reaches the band
 */
export function partOf(payout: number, { fee, share }: Part): number | null {
  if (fee !== null) return fee
  // Percents have two decimals: whole numbers of them, as a product of fractions may fall just short of a cent.
  return share === null ? null : Math.floor((payout * Math.round(share * 100)) / 10_000)
}

/** A member as the split looks at them. */
export interface SplitMember extends Part {
  id: number
  user_id: number
  role: Role
  /** The member whose substitute they are; null for a member in their own right. */
  substitute_for: number | null
  /** The member whose place they were accepted for that evening. */
  in_place_of?: number | null
}

/** What somebody gets of a gig. */
export interface Payout {
  user_id: number
  /** Minor units. */
  amount: number
  /** Whose place they took. */
  in_place_of: number | null
}

/**
 * How what reaches a band is split. A substitute is paid when they play: their own part, or else that of whom they stand
 * in for, who then gets none. The owner gets what is left: so the parts sum up to what reaches the band, unless those of
 * the others are more. Who has no part gets none.
 * @param played who was on stage, as far as it is known; nobody: everybody but the substitutes
 */
export function split(
  payout: number,
  members: readonly SplitMember[],
  played: readonly number[] = [],
): Payout[] {
  const others = members
    .filter(({ role, substitute_for }) => role !== 'OWNER' && substitute_for === null)
    .flatMap((member) => paidFor(payout, member, members, played))
  const owner = members.find(({ role }) => role === 'OWNER')
  if (!owner) return others
  // Who stands in for the owner is paid their own part, where they have one; the rest stays the owner's.
  const stood_in = standsInFor(owner, members, played)
  const theirs = stood_in && partOf(payout, stood_in)
  if (stood_in && theirs)
    others.push({ user_id: stood_in.user_id, amount: theirs, in_place_of: owner.user_id })
  const left = payout - others.reduce((sum, { amount }) => sum + amount, 0)
  return [...others, { user_id: owner.user_id, amount: Math.max(0, left), in_place_of: null }]
}

/** Who plays in a member's place; nobody where they play themselves. */
const standsInFor = (
  member: SplitMember,
  members: readonly SplitMember[],
  played: readonly number[],
): SplitMember | undefined =>
  !member.in_place_of && played.includes(member.user_id)
    ? undefined
    : members.find((one) => placeOf(one) === member.id && played.includes(one.user_id))

/** Whose place somebody plays in, if they play in somebody's: who has one of their own may take another's for an evening. */
const placeOf = ({ in_place_of, substitute_for }: SplitMember) => in_place_of ?? substitute_for

/** Who is paid for a member's place, and what. */
function paidFor(
  payout: number,
  member: SplitMember,
  members: readonly SplitMember[],
  played: readonly number[],
): Payout[] {
  const stood_in = standsInFor(member, members, played)
  const amount = (stood_in && partOf(payout, stood_in)) ?? partOf(payout, member)
  if (amount === null || amount <= 0) return []
  return [
    {
      user_id: stood_in?.user_id ?? member.user_id,
      amount,
      in_place_of: stood_in ? member.user_id : null,
    },
  ]
}
