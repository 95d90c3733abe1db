import { queue } from '#core/server/queues.ts'

/** The PDF of a certificate. */
export const certificateDocuments = queue<{ id: number }>({ name: 'lessons.certificate', concurrency: 1 })
