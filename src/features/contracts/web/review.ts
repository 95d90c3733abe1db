/**
 * Where a review of agreements stands that are signed one after the other.
 * @param agreements those of the review, in the order of the event
 * @param later ids of those that were put last, the first of them first
 * @returns the one to read now, none once nothing is left to sign; its place among all, from 1; how many are left
 */
export function reviewOf<One extends { id: number; can_sign: boolean }>(
  agreements: readonly One[],
  later: readonly number[],
): { current: One | undefined; place: number; left: number } {
  const open = agreements.filter(({ can_sign }) => can_sign)
  const turn = ({ id }: One) => later.indexOf(id)
  const [current] = [...open].sort((a, b) => turn(a) - turn(b))
  return { current, place: agreements.length - open.length + 1, left: open.length }
}
