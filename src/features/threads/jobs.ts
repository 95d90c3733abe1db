import { formatDate } from '#core/contract/intl.ts'
import { DEFAULT_ZONE } from '#core/contract/time.ts'
import { shownBy } from '#core/server/audience.ts'
import { sweep } from '#core/server/jobs.ts'
import { type Line, letterHandler } from '#core/server/letters.ts'
import { transaction } from '#core/server/work.ts'
import { createMailToken } from '#features/accounts/commands.links.ts'
import { guardianPath } from '#features/accounts/contract.minors.ts'
import { copiedTo } from '#features/accounts/queries.minors.ts'
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
const copy = letterHandler(copies, async ({ app, db, now }, { thread_id, user_id, after, to }) => {
  const guardian = await copiedTo(db, user_id, now)
  if (!guardian) return null
  const { guardian_email, language, ...names } = guardian
  const { title, zone } = asRead.thread(await threadView(db, user_id, thread_id, now))
  const { results } = asRead.messages(
    await messagesOf(db, user_id, thread_id, { after, limit: A_LETTER }, now),
  )
  const said = results.filter(({ seq, event }) => seq <= to && event === null)
  if (said.length === 0) return null
  const lines = said.flatMap(({ text, files, mine, author, created_at, deleted }): Line[] => {
    const when = { dateStyle: 'medium', timeStyle: 'short', timeZone: zone ?? DEFAULT_ZONE } as const
    const values = { at: formatDate(created_at, language, when), author: mine ? names.name : (author ?? '') }
    // Its place stays: that there was something is known.
    if (deleted) return [{ key: 'removed', values }]
    return [
      ...(text ? [{ key: 'message', values: { ...values, text } }] : []),
      ...(files.length > 0
        ? [{ key: 'files', values: { ...values, text: files.map(({ name }) => name).join(', ') } }]
        : []),
    ]
  })
  const token = await createMailToken(app.db, { user_id, kind: 'guardian', email: guardian_email }, now)
  return {
    to: guardian_email,
    language,
    kind: 'guardian_copies',
    words: 'auth:mail.guardian_copies',
    values: { ...names, other: title ?? '' },
    subject: 'subject',
    title: 'title',
    paragraphs: ['greeting', 'body', ...lines],
    action: { label: 'action', path: guardianPath(token) },
    footer: 'footer',
    preheader: 'body',
  }
})

export const handlers = [copy]

export const sweeps = [
  sweep({ name: 'threads.unsent', run: ({ app, now }) => transaction(app, now, deleteUnsent) }),
  sweep({ name: 'threads.copies', run: takeCopies }),
]
