import { sweep } from '#core/server/jobs.ts'
import { letterHandler } from '#core/server/letters.ts'
import { transaction } from '#core/server/work.ts'
import { deleteUnsent } from './commands.files.ts'
import { closeResolved } from './commands.ts'
import { letterFacts } from './queries.ts'
import { letters } from './queues.ts'

export const handlers = [
  letterHandler(letters, async ({ db }, { ticket_id }) => {
    const facts = await letterFacts(db, ticket_id)
    if (!facts) return null
    const { to, language, title, state } = facts
    return {
      to,
      language,
      kind: 'support_answered',
      words: 'functionality:tickets.mail.person',
      values: { title },
      subject: 'subject',
      title: 'title',
      // What was answered stays behind the sign-in.
      paragraphs: ['body', state === 'resolved' ? 'resolved' : 'how'],
      action: { label: 'action', path: `/tickets/${ticket_id}` },
      footer: 'footer',
    }
  }),
]

export const sweeps = [
  sweep({
    name: 'support.close',
    run: ({ app, now }) => transaction(app, now, closeResolved),
  }),
  sweep({ name: 'support.unsent', run: ({ app, now }) => transaction(app, now, deleteUnsent) }),
]
