import { formatDate } from '#core/contract/intl.ts'
import { wordsFor } from '#core/server/audience.ts'
import { letterHandler } from '#core/server/letters.ts'
import { letterToHunter, letterToMusician } from './queries.letters.ts'
import { letters } from './queues.ts'

export const handlers = [
  letterHandler(letters, async ({ app, db }, { request_id, order_id, news }) => {
    const facts = request_id
      ? await letterToMusician(db, request_id)
      : await letterToHunter(db, order_id ?? 0)
    if (!facts) return null
    const { to, language, title, type, starts_at, zone } = facts
    // Musicians get these before there is an agreement.
    const city = wordsFor(facts.city ?? '', { open: request_id === undefined })
    const kind = type ? app.texts.say(language, `business:terms.event_types.${type}`) : ''
    return {
      to,
      language,
      kind: `hiring_${news}`,
      words: `business:order.mail.${request_id ? 'musician' : 'hunter'}`,
      values: {
        event: title || [kind, city].filter(Boolean).join(', '),
        project: facts.project_name ?? '',
        date: starts_at ? formatDate(starts_at, language, { dateStyle: 'full', timeZone: zone }) : '',
      },
      subject: `${news}.subject`,
      paragraphs: [`${news}.body`],
      action: {
        label: 'action',
        path: request_id ? `/budgets?request=${request_id}` : `/order?id=${order_id}`,
      },
      footer: 'footer',
    }
  }),
]
