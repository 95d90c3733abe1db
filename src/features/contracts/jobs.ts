import { formatDate } from '#core/contract/intl.ts'
import { formatMoney } from '#core/contract/money.ts'
import type { Reading } from '#core/server/app.ts'
import { wordsFor } from '#core/server/audience.ts'
import { handle, sweep } from '#core/server/jobs.ts'
import { type Letter, letterHandler } from '#core/server/letters.ts'
import { nameIn } from '#core/server/texts.ts'
import { eachOf, transaction } from '#core/server/work.ts'
import { leaveAccounts } from '#features/payments/commands.accounts.ts'
import { giveBackKept } from './commands.cancelled.ts'
import { expireExtra } from './commands.extras.ts'
import { enqueueMissing, makeDocument } from './commands.papers.ts'
import { stateEnded } from './commands.payouts.ts'
import { completePlayed, expireUnfinished } from './commands.ts'
import type { RecordedKind } from './contract.payments.ts'
import type { Side } from './contract.ts'
import { paymentsByAgreement } from './queries.deposit.ts'
import { agreementsToExpire } from './queries.ends.ts'
import { extrasToExpire, lastBeyond } from './queries.extras.ts'
import { toSettle } from './queries.money.ts'
import { isOfErased } from './queries.payoutAccounts.ts'
import { letterFacts } from './queries.ts'
import { type AgreementNews, documents, letters } from './queues.ts'
import { termsFor } from './rules.audience.ts'
import { mayPropose, replyBy } from './rules.extras.ts'
import { depositDueAt, depositToPay, isBinding } from './rules.ts'

/** Letters after which the signed agreement is there as a PDF, where they lead. */
const WITH_DOCUMENT: readonly AgreementNews[] = ['confirmed', 'deposit_due', 'amendment_signed']

/** What a letter about an agreement says, to one side of it. */
async function agreementLetter(
  { db, app, now }: Reading,
  contract_id: number,
  side: Side,
  news: AgreementNews,
  kind?: RecordedKind,
): Promise<Letter | null> {
  const facts = await letterFacts(db, contract_id, side)
  if (!facts) return null
  const { language, to } = facts
  const open = isBinding(facts.state)
  const terms = termsFor(facts.terms, side, { isSigned: facts.signed_at !== null, isOpen: open })
  const said = (text: string | null) => wordsFor(text ?? '', { open })
  const pay_to =
    (news === 'deposit_due' || kind === 'balance' || kind === 'extra') && side === 'hunter'
      ? facts.pay_to
      : ''
  const known = app.texts.knows(language, `business:budgets.reasons.${facts.reason}`)
  // What nobody wrote is no quotation.
  const quoted = [known ? '' : facts.reason, facts.said].filter(Boolean)
  const reasons = [
    known ? { text: app.texts.say(language, `business:budgets.reasons.${facts.reason}`) } : null,
    ...quoted.map((text) => ({ text: `“${said(text)}”` })),
  ]
  // What the two sides have to do about a deposit differs.
  const line = (part: string) => [
    ...(kind ? [`${news}.${part}_${kind}_${side}`, `${news}.${part}_${kind}`] : []),
    `${news}.${part}_${side}`,
    `${news}.${part}`,
    part,
  ]
  const isBeyond = kind === 'extra' || kind === 'tip'
  const beyond = isBeyond ? await lastBeyond(db, contract_id, kind) : null
  const paid =
    kind && !isBeyond
      ? (await paymentsByAgreement(db, [contract_id]))(contract_id).findLast((one) => one.kind === kind)
      : beyond?.payment
  const amount = paid?.amount ?? beyond?.row.amount
  return {
    to,
    language,
    kind: `agreement_${news}`,
    words: 'business:contracts.mail',
    values: {
      number: terms.number,
      artist: nameIn(app.texts, language, terms.artist.name && said(terms.artist.name)),
      event: [
        (terms.event.title && said(terms.event.title)) ??
          app.texts.say(language, `business:terms.event_types.${terms.event.type}`),
        said(terms.event.city),
      ]
        .filter(Boolean)
        .join(', '),
      date: formatDate(terms.event.starts_at, language, { dateStyle: 'full', timeZone: terms.event.zone }),
      buyer: nameIn(app.texts, language, terms.buyer.name && said(terms.buyer.name)),
      deposit: formatMoney(depositToPay(facts.terms), terms.fees.currency, language),
      amount: amount === undefined ? '' : formatMoney(amount, terms.fees.currency, language),
      what: said(beyond?.row.title ?? ''),
      due: paid ? formatDate(paid.due_at, language, { dateStyle: 'full', timeZone: terms.event.zone }) : '',
      reply_by:
        beyond?.row.kind === 'extra'
          ? formatDate(replyBy(beyond.row.created_at), language, {
              dateStyle: 'full',
              timeStyle: 'short',
              hourCycle: 'h23',
              timeZone: terms.event.zone,
            })
          : '',
      until: facts.signed_at
        ? formatDate(depositDueAt(facts.signed_at, terms.event.starts_at), language, {
            dateStyle: 'full',
            timeStyle: 'short',
            hourCycle: 'h23',
            timeZone: terms.event.zone,
          })
        : '',
    },
    subject: line('subject'),
    title: line('title'),
    paragraphs: [
      line('body'),
      news === 'extra_unanswered' && mayPropose(facts.state, terms.event.ends_at, now)
        ? 'extra_unanswered.again'
        : null,
      WITH_DOCUMENT.includes(news) ? 'document' : null,
      pay_to ? { text: pay_to } : null,
      ...reasons,
    ],
    action: {
      label: line('action'),
      path: side === 'hunter' ? `/order?id=${facts.order_id}` : `/contracts?contract=${contract_id}`,
    },
    footer: line('footer'),
  }
}

export const handlers = [
  letterHandler(letters, (reading, { contract_id, side, news, kind }) =>
    agreementLetter(reading, contract_id, side, news, kind),
  ),
  handle(documents, (app, { contract_id, version }) => makeDocument(app, contract_id, version)),
]

export const sweeps = [
  sweep({
    name: 'contracts.time',
    async run(reading) {
      await transaction(reading.app, reading.now, stateEnded)
      await transaction(reading.app, reading.now, completePlayed)
      await eachOf(reading, await agreementsToExpire(reading.db, reading.now), expireUnfinished)
      await eachOf(reading, await extrasToExpire(reading.db, reading.now), expireExtra)
      await eachOf(reading, await toSettle(reading.db), giveBackKept)
    },
  }),
  sweep({ name: 'contracts.documents', run: enqueueMissing }),
  sweep({
    name: 'contracts.payout_accounts',
    run: ({ app, now }) => transaction(app, now, (work) => leaveAccounts(work, isOfErased)),
  }),
]
