import { queue } from '#core/server/queues.ts'

/** A payer's page whose state the provider is asked for. */
export const pagesToAsk = queue<{ checkout_id: number }>({ name: 'payments.page' })

/** Money that the provider is to send. */
export const moves = queue<{ move_id: number }>({ name: 'payments.move' })

/** A bank's claim whose state the provider is asked for. */
export const claims = queue<{ dispute_id: string }>({ name: 'payments.claim' })

/** A call of the provider's, to be worked. */
export const providerEvents = queue<{ event_id: string }>({ name: 'payments.event' })
