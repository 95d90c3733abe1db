import { notFound } from '#core/contract/errors.ts'
import { storeOf } from '#core/server/files.ts'
import { on } from '#core/server/route.ts'
import { studentScope } from '../progress/queries.ts'
import * as commands from './commands.ts'
import { askCertificate, listCertificates, readCertificate } from './contract.ts'
import { certifiableOf, certificateOf, certificatesOf, documentOf, PART } from './queries.ts'

export const routes = [
  on(listCertificates, async ({ db, viewer, now }, { params }) => {
    const { student_id } = await studentScope(db, viewer.id, params.id, now)
    return {
      results: await certificatesOf(db, viewer.id, student_id),
      possible: viewer.id === student_id ? await certifiableOf(db, student_id) : [],
    }
  }),
  on(askCertificate, (ctx, { body }) => commands.askCertificate(ctx, ctx.viewer, body.project_id), {
    again: async ({ db, viewer }, _, about) =>
      about === null ? undefined : certificateOf(db, viewer.id, about),
  }),
  on(readCertificate, async ({ app, db, viewer, reply }, { params }) => {
    const { key, bytes, name } = await documentOf(db, viewer.id, params.id)
    const stream = await storeOf(app.config).read(key, PART)
    if (!stream) throw notFound()
    return reply
      .header('content-length', bytes)
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'private, no-store')
      .type('application/pdf')
      .send(stream)
  }),
]
