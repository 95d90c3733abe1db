import { on } from '#core/server/route.ts'
import { sendAttachment } from '#features/files/queries.attachments.ts'
import { addFile } from './commands.files.ts'
import { rateAnswer } from './commands.help.ts'
import { askSupport, closeOwn, replyTo } from './commands.ts'
import {
  addTicketFile,
  closeTicket,
  createTicket,
  listArticleVotes,
  listAskable,
  listTickets,
  rateArticle,
  readContact,
  readTicket,
  readTicketFile,
  replyToTicket,
} from './contract.ts'
import { ticketFile } from './queries.files.ts'
import { articleVotes } from './queries.staff.ts'
import { askableOf, ticketOf, ticketsOf } from './queries.ts'
import { addressIn } from './rules.ts'

export const routes = [
  on(readContact, async ({ app }) => ({ support_email: addressIn(app.config.mail_from) })),
  on(listAskable, async ({ db, viewer }) => ({ results: await askableOf(db, viewer.id), next: null })),
  on(listTickets, ({ db, viewer }, { query }) => ticketsOf(db, viewer.id, query)),
  on(createTicket, (ctx, { body }) => askSupport(ctx, ctx.viewer.id, body)),
  on(readTicket, ({ db, viewer, now }, { params }) => ticketOf(db, viewer.id, params.id, now)),
  on(replyToTicket, (ctx, { params, body }) => replyTo(ctx, ctx.viewer.id, params.id, body)),
  on(addTicketFile, addFile, { transaction: false }),
  on(readTicketFile, async (ctx, { params }) =>
    sendAttachment(ctx, await ticketFile(ctx.db, ctx.viewer.id, params.id, params.file)),
  ),
  on(
    rateArticle,
    async (ctx, { params, body }) => ({ counted: await rateAnswer(ctx, params.article, body.helped) }),
    { transaction: false },
  ),
  on(listArticleVotes, async ({ db, now }) => ({ results: await articleVotes(db, now), next: null })),
  on(closeTicket, (ctx, { params }) => closeOwn(ctx, ctx.viewer.id, params.id)),
]
