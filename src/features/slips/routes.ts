import { subject } from '#core/contract/subject.ts'
import { on } from '#core/server/route.ts'
import { sendAttachment } from '#features/files/queries.attachments.ts'
import { add } from './commands.ts'
import { addSlip, readSlip } from './contract.ts'
import { rightsOf, slipOf } from './queries.ts'

export const routes = [
  // Reading, checking and storing take their time: none of it inside a transaction.
  on(addSlip, (ctx, { params }) => add(ctx, params.of, params.id), { transaction: false }),
  on(readSlip, async (ctx, { params }) => {
    const about = subject(params.of, params.id)
    await rightsOf(ctx, { subject: about, user_id: ctx.viewer.id })
    return sendAttachment(ctx, await slipOf(ctx.db, about))
  }),
]
