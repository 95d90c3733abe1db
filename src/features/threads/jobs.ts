import { DEFAULT_ZONE } from '#core/contract/time.ts'
import { shownBy } from '#core/server/audience.ts'
import { sweep } from '#core/server/jobs.ts'
import { type Line, letterHandler } from '#core/server/letters.ts'
import { transaction } from '#core/server/work.ts'
import { copiedAt, copyLetter } from '#features/lessons/copies/commands.letter.ts'
import { takeCopies } from './commands.copies.ts'
import { deleteUnsent } from './commands.files.ts'
import { listMessages, readThread } from './contract.ts'
import { messagesOf } from './queries.messages.ts'
import { threadView } from './queries.ts'
import { copies } from './queues.ts'
import { A_LETTER } from './rules.ts'

/** As they leave for whoever reads them: what the minor isn't shown isn't in a letter either. */
const asRead = { thread: shownBy(readThread.reply), messages: shownBy(listMessages.reply) }

/** What a minor and their teacher wrote, as the minor reads it, and the way to take the permission back. */
const copy = letterHandler(copies, (reading, { thread_id, user_id, after, to }) =>
  copyLetter(reading, user_id, async ({ name, language }) => {
    const { db, now } = reading
    const { title, zone } = asRead.thread(await threadView(db, user_id, thread_id, now))
    const { results } = asRead.messages(
      await messagesOf(db, user_id, thread_id, { after, limit: A_LETTER }, now),
    )
    const said = results.filter(({ seq, event }) => seq <= to && event === null)
    const lines = said.flatMap(({ text, files, mine, author, created_at, deleted }): Line[] => {
      const at = copiedAt(created_at, language, zone ?? DEFAULT_ZONE)
      const values = { at, author: mine ? name : (author ?? '') }
      // Its place stays: that there was something is known.
      if (deleted) return [{ key: 'removed', values }]
      return [
        ...(text ? [{ key: 'message', values: { ...values, text } }] : []),
        ...(files.length > 0
          ? [{ key: 'files', values: { ...values, text: files.map((file) => file.name).join(', ') } }]
          : []),
      ]
    })
    return { other: title ?? '', lines }
  }),
)

export const handlers = [copy]

export const sweeps = [
  sweep({ name: 'threads.unsent', run: ({ app, now }) => transaction(app, now, deleteUnsent) }),
  sweep({ name: 'threads.copies', run: takeCopies }),
]
