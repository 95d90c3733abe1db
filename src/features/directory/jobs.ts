import { letterHandler } from '#core/server/letters.ts'
import { hiddenFacts } from './queries.reports.ts'
import { hiddenLetters } from './queues.ts'

export const handlers = [
  letterHandler(hiddenLetters, async ({ db }, { project_id }) => {
    const facts = await hiddenFacts(db, project_id)
    if (!facts) return null
    const { to, language, name, project_name, reason } = facts
    return {
      to,
      language,
      kind: reason === null ? 'profile_shown' : 'profile_hidden',
      words: `functionality:directory.mail.${reason === null ? 'shown' : 'hidden'}`,
      values: { name, project_name },
      subject: 'subject',
      title: 'title',
      paragraphs: ['body', reason === null ? null : { text: reason }, 'next'],
      action: { label: 'action', path: '/profile' },
      footer: 'footer',
    }
  }),
]
