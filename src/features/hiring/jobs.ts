import { formatDate } from '#core/contract/intl.ts'
import type { Work } from '#core/server/app.ts'
import { eachOf, handle, queue, sweep } from '#core/server/jobs.ts'
import { mailLayout } from '#core/server/mail.ts'
import { expireOrder } from './commands.journey.ts'
import { expireRequests } from './commands.requests.ts'
import { type LetterFacts, letterToHunter, letterToMusician } from './queries.letters.ts'
import { ordersWithLateRequests } from './queries.requests.ts'
import { ordersToExpire } from './queries.ts'
import { findOptions } from './talent/commands.adjustment.ts'
import { optionSearches } from './talent/queues.ts'

/** Ends of a request that its project hears of: none of them was its own doing. */
const NEWS: readonly string[] = [
  'order_cancelled',
  'order_postponed',
  'order_expired',
  'date_changed',
  'brief_edited',
  'slot_changed',
  'rival_accepted',
  'withdrawn_by_hunter',
  'slot_dropped',
  'plan_changed',
]

/** The letter about a request that ended, or about an order of the hunter's own. */
const letters = queue<{ request_id?: number; order_id?: number; news: string }>({
  name: 'hiring.letter',
  async run(app, { request_id, order_id, news }, job) {
    const facts: LetterFacts | null = request_id
      ? await letterToMusician(app.db, request_id)
      : await letterToHunter(app.db, order_id ?? 0)
    if (!facts) return
    const { language, to, title, type, city, starts_at, zone } = facts
    const side = request_id ? 'musician' : 'hunter'
    const values = {
      event:
        title ||
        [type ? app.texts.say(language, `business:terms.event_types.${type}`) : '', city ?? '']
          .filter(Boolean)
          .join(', '),
      project: facts.project_name ?? '',
      date: starts_at ? formatDate(starts_at, language, { dateStyle: 'full', timeZone: zone }) : '',
    }
    const say = (key: string) => app.texts.say(language, `business:order.mail.${side}.${key}`, values)
    await app.mail.deliver(
      {
        to,
        subject: say(`${news}.subject`),
        kind: `hiring_${news}`,
        ...mailLayout({
          language,
          title: say(`${news}.subject`),
          paragraphs: [say(`${news}.body`)],
          action: {
            label: say('action'),
            url: `${app.config.public_url}${request_id ? `/budgets?request=${request_id}` : `/order?id=${order_id}`}`,
          },
          footer: say('footer'),
        }),
      },
      job.id,
    )
  },
})

/** Queues the letter to the owner of a project whose request ended by no doing of theirs. */
export async function tellRequestClosed(work: Work, request_id: number, news: string): Promise<void> {
  if (NEWS.includes(news)) await work.app.jobs.enqueue(work.db, letters, { request_id, news })
}

/** Queues the letter to the hunter about their own order. */
export const tellHunter = (
  work: Work,
  order_id: number,
  news: 'order_cancelled' | 'order_postponed' | 'order_expired',
): Promise<void> => work.app.jobs.enqueue(work.db, letters, { order_id, news })

export const queues = [
  letters,
  handle(optionSearches, (app, { order_id, asked_at }) => findOptions(app, order_id, asked_at)),
]

export const sweeps = [
  sweep({
    name: 'hiring.expire_requests',
    run: async (work) => eachOf(work, await ordersWithLateRequests(work.db, work.now), expireRequests),
  }),
  sweep({
    name: 'hiring.expire_orders',
    run: async (work) => eachOf(work, await ordersToExpire(work.db, work.now), expireOrder),
  }),
]
