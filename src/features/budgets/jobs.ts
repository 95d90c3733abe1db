import { formatDate } from '#core/contract/intl.ts'
import { formatMoney } from '#core/contract/money.ts'
import { handle, sweep } from '#core/server/jobs.ts'
import { mailLayout } from '#core/server/mail.ts'
import { eachOf, transaction } from '#core/server/work.ts'
import { closeHeldElsewhere, expireBudget } from './commands.closing.ts'
import { budgetsToExpire, requestsHeldElsewhere } from './queries.closing.ts'
import { letterFacts } from './queries.ts'
import { heldElsewhere, letters } from './queues.ts'

export const handlers = [
  handle(letters, async (app, { request_id, news }, job) => {
    const facts = await letterFacts(app.db, request_id)
    if (!facts) return
    const { language, to, type, city } = facts
    const say = (key: string, values: Record<string, string> = {}) =>
      app.texts.say(language, `business:budgets.mail.${key}`, values)
    const known = app.texts.knows(language, `business:budgets.reasons.${facts.reason}`)
    const values = {
      event: [type ? app.texts.say(language, `business:terms.event_types.${type}`) : '', city ?? '']
        .filter(Boolean)
        .join(', '),
      project: facts.project_name,
      date: formatDate(facts.starts_at, language, { dateStyle: 'full', timeZone: facts.zone }),
      total: formatMoney(facts.total ?? 0, facts.currency, language),
      reason: known ? app.texts.say(language, `business:budgets.reasons.${facts.reason}`) : facts.reason,
    }
    await app.mail.deliver(
      {
        to,
        subject: say(`${news}.subject`, values),
        kind: `budget_${news}`,
        ...mailLayout({
          language,
          title: say(`${news}.title`, values),
          paragraphs: [say(`${news}.body`, values), ...(values.reason ? [`“${values.reason}”`] : [])],
          action: {
            label: say('action'),
            url: `${app.config.public_url}/budgets?request=${request_id}`,
          },
          footer: say('footer'),
        }),
      },
      job.id,
    )
  }),
  handle(heldElsewhere, async (app, { request_id }) => {
    for (const other of await requestsHeldElsewhere(app.db, request_id))
      await transaction(app, app.clock.now(), (work) =>
        closeHeldElsewhere(work, other.request_id, other.order_id),
      )
  }),
]

export const sweeps = [
  sweep({
    name: 'budgets.expire',
    run: async (reading) => eachOf(reading, await budgetsToExpire(reading.db, reading.now), expireBudget),
  }),
]
