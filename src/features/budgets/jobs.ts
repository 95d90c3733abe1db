import { formatDate } from '#core/contract/intl.ts'
import { formatMoney } from '#core/contract/money.ts'
import type { Reading } from '#core/server/app.ts'
import { wordsFor } from '#core/server/audience.ts'
import { handle, sweep } from '#core/server/jobs.ts'
import { type Letter, letterHandler } from '#core/server/letters.ts'
import { nameIn } from '#core/server/texts.ts'
import { eachOf, transaction } from '#core/server/work.ts'
import { closeHeldElsewhere, expireBudget, tellAnswer } from './commands.closing.ts'
import { budgetsToExpire, momentsHeldElsewhere } from './queries.closing.ts'
import { isAgreed, letterFacts } from './queries.ts'
import { answered, type BudgetNews, letters } from './queues.ts'

/** What a letter about a request and its budget says, to the project's owner. */
async function budgetLetter(
  { db, app }: Reading,
  request_id: number,
  news: BudgetNews,
): Promise<Letter | null> {
  const facts = await letterFacts(db, request_id)
  if (!facts) return null
  const { language, to, type } = facts
  const open = isAgreed(facts)
  const city = wordsFor(facts.city ?? '', { open })
  const known = app.texts.knows(language, `business:budgets.reasons.${facts.reason}`)
  const reason = known
    ? app.texts.say(language, `business:budgets.reasons.${facts.reason}`)
    : wordsFor(facts.reason, { open })
  return {
    to,
    language,
    kind: `budget_${news}`,
    words: 'business:budgets.mail',
    values: {
      event: [type ? app.texts.say(language, `business:terms.event_types.${type}`) : '', city]
        .filter(Boolean)
        .join(', '),
      project: nameIn(app.texts, language, facts.project_name),
      date: formatDate(facts.starts_at, language, { dateStyle: 'full', timeZone: facts.zone }),
      total: formatMoney(facts.total ?? 0, facts.currency, language),
      reason,
    },
    subject: `${news}.subject`,
    title: `${news}.title`,
    paragraphs: [`${news}.body`, reason ? { text: `“${reason}”` } : null],
    action: { label: 'action', path: `/budgets?request=${request_id}` },
    footer: 'footer',
  }
}

export const handlers = [
  letterHandler(letters, (reading, { request_id, news }) => budgetLetter(reading, request_id, news)),
  handle(answered, async (app, { request_id, ...answer }) => {
    await transaction(app, app.clock.now(), (work) => tellAnswer(work, request_id, answer))
    if (answer.answer !== 'quoted' && answer.answer !== 'revised') return
    for (const other of await momentsHeldElsewhere(app.db, request_id))
      await transaction(app, app.clock.now(), (work) => closeHeldElsewhere(work, other))
  }),
]

export const sweeps = [
  sweep({
    name: 'budgets.expire',
    run: async (reading) => eachOf(reading, await budgetsToExpire(reading.db, reading.now), expireBudget),
  }),
]
