/* What the fee is of a price: a file of its own, as many pages tell it that need no plans. */

/** What the platform's fee on a price is, minor units. */
export const feeOn = (price: number, fee_pct: number): number => Math.round((price * fee_pct) / 100)

/**
 * What reaches whoever plays of all that a client pays, minor units: the most whose fee on top comes to no more than that.
 * Of lessons the fee is taken out of the price itself: there it is the price less `feeOn`.
 */
export function withoutFee(total: number, fee_pct: number): number {
  const price = Math.round((total * 100) / (100 + fee_pct))
  return price + feeOn(price, fee_pct) > total ? price - 1 : price
}
