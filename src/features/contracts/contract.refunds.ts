/** What an open refund waits for: that it is given back, that the other side says so, or the card that it came from. */
export const REFUND_WAITS = ['refund', 'refund_confirmation', 'refund_card'] as const
export type RefundWait = (typeof REFUND_WAITS)[number]
