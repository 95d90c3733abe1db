import { formatDate } from '#core/contract/intl.ts'
import { formatMoney } from '#core/contract/money.ts'
import type { Work } from '#core/server/app.ts'
import { eachOf, queue, sweep } from '#core/server/jobs.ts'
import { mailLayout } from '#core/server/mail.ts'
import { transaction } from '#core/server/work.ts'
import { closeHeldElsewhere, expire } from './commands.closing.ts'
import { madeImpossible, runOut } from './queries.closing.ts'
import { letterFacts } from './queries.ts'

type News = 'accepted' | 'changes' | 'declined' | 'closed'

/** The letter to a project's owner about a quote of theirs. */
const quoteLetters = queue<{ request_id: number; news: News }>({
  name: 'budgets.letter',
  async run(app, { request_id, news }, job) {
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
        kind: `quote_${news}`,
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
  },
})

/** Queues the letter about a request's quote with the transaction. */
export const tellAboutQuote = (work: Work, request_id: number, news: News): Promise<void> =>
  work.app.jobs.enqueue(work.db, quoteLetters, { request_id, news })

/**
 * After a hold: other orders that asked for the same people and hour are told, one transaction an order. As a
 * job, so that the answer that won never waits for, or fails by, what others have to be told.
 */
const heldElsewhere = queue<{ request_id: number }>({
  name: 'budgets.held_elsewhere',
  async run(app, { request_id }) {
    for (const other of await madeImpossible(app.db, request_id))
      await transaction(app, app.clock.now(), (work) =>
        closeHeldElsewhere(work, other.request_id, other.order_id),
      )
  },
})

/** Queues the news of a hold with the transaction that holds. */
export const tellOthersHeld = (work: Work, request_id: number): Promise<void> =>
  work.app.jobs.enqueue(work.db, heldElsewhere, { request_id })

export const queues = [quoteLetters, heldElsewhere]

export const sweeps = [
  sweep({
    name: 'budgets.expire',
    run: async (work) => eachOf(work, await runOut(work.db, work.now), expire),
  }),
]
