import { notFound } from '#core/contract/errors.ts'
import { subject } from '#core/contract/subject.ts'
import { storeOf } from '#core/server/files.ts'
import { on } from '#core/server/route.ts'
import { documentPart, documentType } from '#features/files/rules.ts'
import { add } from './commands.ts'
import { addSlip, readSlip } from './contract.ts'
import { rightsOf, slipOf } from './queries.ts'

export const routes = [
  // Reading, checking and storing take their time: none of it inside a transaction.
  on(addSlip, (ctx, { params }) => add(ctx, params.of, params.id), { transaction: false }),
  on(readSlip, async (ctx, { params }) => {
    const about = subject(params.of, params.id)
    await rightsOf(ctx, { subject: about, user_id: ctx.viewer.id })
    const { key, format, bytes } = await slipOf(ctx.db, about)
    const stream = await storeOf(ctx.app.config).read(key, documentPart(format))
    if (!stream) throw notFound()
    return ctx.reply
      .header('content-length', bytes)
      .header('content-disposition', `attachment; filename="${params.of}-${params.id}.${format}"`)
      .header('cache-control', 'private, no-store')
      .header(
        'content-security-policy',
        "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
      )
      .type(documentType(format))
      .send(stream)
  }),
]
