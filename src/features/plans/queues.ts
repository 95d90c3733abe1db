import { queue } from '#core/server/queues.ts'

/** The card of a plan: the provider is told what is wanted of it, and asked how it stands. */
export const planCards = queue<{ card_id: number }>({ name: 'plans.card' })
