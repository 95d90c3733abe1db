import { formatDate } from '#core/contract/intl.ts'
import { formatMoney } from '#core/contract/money.ts'
import { handle, sweep } from '#core/server/jobs.ts'
import { mailLayout } from '#core/server/mail.ts'
import { transaction } from '#core/server/work.ts'
import { completePlayed, expireUnfinished } from './commands.ts'
import { letterFacts } from './queries.ts'
import { letters } from './queues.ts'
import { depositDueAt } from './rules.ts'

export const handlers = [
  handle(letters, async (app, { contract_id, side, news }, job) => {
    const facts = await letterFacts(app.db, contract_id, side)
    if (!facts) return
    const { language, to, terms } = facts
    const values = {
      number: terms.number,
      artist: terms.artist.name,
      event: [
        terms.event.title ?? app.texts.say(language, `business:terms.event_types.${terms.event.type}`),
        terms.event.city ?? '',
      ]
        .filter(Boolean)
        .join(', '),
      date: formatDate(terms.event.starts_at, language, { dateStyle: 'full', timeZone: terms.event.zone }),
      buyer: terms.buyer.name,
      deposit: formatMoney(terms.fees.deposit, terms.fees.currency, language),
      until: facts.signed_at
        ? formatDate(depositDueAt(facts.signed_at, terms.event.starts_at), language, {
            dateStyle: 'full',
            timeStyle: 'short',
            hourCycle: 'h23',
            timeZone: terms.event.zone,
          })
        : '',
    }
    // What the two sides have to do about a deposit differs.
    const say = (part: 'subject' | 'title' | 'body' | 'action' | 'footer') => {
      const own = `business:contracts.mail.${news}.${part}`
      const key = [`${own}_${side}`, own, `business:contracts.mail.${part}`].find((one) =>
        app.texts.knows(language, one),
      )
      return app.texts.say(language, key ?? own, values)
    }
    const pay_to = news === 'deposit_due' && side === 'hunter' ? facts.pay_to : ''
    const known = app.texts.knows(language, `business:budgets.reasons.${facts.reason}`)
    const reason = known ? app.texts.say(language, `business:budgets.reasons.${facts.reason}`) : facts.reason
    await app.mail.deliver(
      {
        to,
        subject: say('subject'),
        kind: `agreement_${news}`,
        ...mailLayout({
          language,
          title: say('title'),
          paragraphs: [say('body'), ...(pay_to ? [pay_to] : []), ...(reason ? [`“${reason}”`] : [])],
          action: {
            label: say('action'),
            url: `${app.config.public_url}${side === 'hunter' ? `/order?id=${facts.order_id}` : `/contracts?contract=${contract_id}`}`,
          },
          footer: say('footer'),
        }),
      },
      job.id,
    )
  }),
]

export const sweeps = [
  sweep({
    name: 'contracts.time',
    async run({ app, now }) {
      await transaction(app, now, completePlayed)
      await transaction(app, now, expireUnfinished)
    },
  }),
]
