import type { DeskKind, GivenAct } from '#features/staff/queries.queue.ts'
import { addFile } from './commands.files.ts'
import { answerTicket, takeTicket } from './commands.ts'
import { ticketFile } from './queries.files.ts'
import { countTickets, doneTickets, ticketSheet, waitingTickets } from './queries.staff.ts'

const answering = (resolves: boolean): GivenAct => ({
  text: 'required',
  decide: (work, id, { by, user_id, text, file_ids }) =>
    answerTicket(work, id, { by, text, resolves, files: user_id === null ? null : { user_id, file_ids } }),
})

/** Questions that wait for an answer. */
export const ticketKind: DeskKind = {
  kind: 'ticket',
  count: ({ db }) => countTickets(db),
  waiting: ({ db, now }, most) => waitingTickets(db, now, most),
  sheet: ({ db, now }, id) => ticketSheet(db, id, now, 'waiting'),
  done: {
    list: ({ db, now }, query) => doneTickets(db, now, query),
    sheet: ({ db, now }, id) => ticketSheet(db, id, now, 'done'),
  },
  acts: { answer: answering(false), resolve: answering(true) },
  addFile,
  file: ({ db }, id, file_id) => ticketFile(db, null, id, file_id),
  taken: takeTicket,
}
