import { handle, sweep } from '#core/server/jobs.ts'
import { enqueueMissing, makeCertificate } from './commands.ts'
import { certificateDocuments } from './queues.ts'

export const handlers = [handle(certificateDocuments, (app, { id }) => makeCertificate(app, id))]

export const sweeps = [sweep({ name: 'lessons.certificates', run: enqueueMissing })]
