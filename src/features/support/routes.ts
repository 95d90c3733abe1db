import { on } from '#core/server/route.ts'
import { askSupport, closeOwn, replyTo } from './commands.ts'
import {
  closeTicket,
  createTicket,
  listAskable,
  listTickets,
  readContact,
  readTicket,
  replyToTicket,
} from './contract.ts'
import { askableOf, ticketOf, ticketsOf } from './queries.ts'
import { addressIn } from './rules.ts'

export const routes = [
  on(readContact, async ({ app }) => ({ support_email: addressIn(app.config.mail_from) })),
  on(listAskable, async ({ db, viewer }) => ({ results: await askableOf(db, viewer.id), next: null })),
  on(listTickets, ({ db, viewer }, { query }) => ticketsOf(db, viewer.id, query)),
  on(createTicket, (ctx, { body }) => askSupport(ctx, ctx.viewer.id, body)),
  on(readTicket, ({ db, viewer, now }, { params }) => ticketOf(db, viewer.id, params.id, now)),
  on(replyToTicket, (ctx, { params, body }) => replyTo(ctx, ctx.viewer.id, params.id, body.text)),
  on(closeTicket, (ctx, { params }) => closeOwn(ctx, ctx.viewer.id, params.id)),
]
