import { queue } from '#core/server/queues.ts'

/** A sound waits to be listened to; whose turn it is, is decided when one is done. */
export const listenings = queue<{ media_id: number }>({ name: 'media.listen', concurrency: 1 })
