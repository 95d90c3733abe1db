import { handle, sweep } from '#core/server/jobs.ts'
import { letterHandler } from '#core/server/letters.ts'
import { eachOf, transaction } from '#core/server/work.ts'
import { userById } from '#features/accounts/queries.ts'
import { createCode, deleteExpiredCodes } from './commands.phone.ts'
import { deleteUnsent, lapse } from './commands.ts'
import { CODE_MINUTES } from './contract.ts'
import { checksToLapse, decisionFacts } from './queries.ts'
import { codes, decisions, lostPhones } from './queues.ts'

const sendCode = handle(codes, async (app, { user_id }, job) => {
  const user = await userById(app.db, user_id)
  const made = user && (await createCode(app.db, user_id, app.clock.now()))
  if (!user || !made) return
  const text = app.texts.say(user.language, 'functionality:verification.sms', {
    code: made.code,
    minutes: CODE_MINUTES,
  })
  await app.sms.deliver({ to: made.number, text }, job.id)
})

const decided = letterHandler(decisions, async ({ db, app }, { check_id }) => {
  const facts = await decisionFacts(db, check_id)
  if (!facts) return null
  const { to, name, language, state, reason } = facts
  const why = reason && app.texts.say(language, `functionality:verification.reasons.${reason}`)
  return {
    to,
    language,
    kind: 'identity_checked',
    words: `functionality:verification.mail.${state}`,
    values: { name, reason: why ?? '' },
    subject: 'subject',
    title: 'title',
    paragraphs: ['body', 'next'],
    action: { label: 'action', path: '/profile#verification' },
    footer: 'footer',
  }
})

const lost = letterHandler(lostPhones, async ({ db }, { user_id }) => {
  const user = await userById(db, user_id)
  if (!user) return null
  return {
    to: user.email,
    language: user.language,
    kind: 'phone_lost',
    words: 'functionality:verification.mail.phone_lost',
    values: { name: user.name },
    subject: 'subject',
    title: 'title',
    paragraphs: ['body', 'next'],
    action: { label: 'action', path: '/profile#verification' },
    footer: 'footer',
  }
})

export const handlers = [sendCode, decided, lost]

export const sweeps = [
  sweep({
    name: 'verification.codes',
    run: ({ app, now }) => deleteExpiredCodes(app.db, now),
  }),
  sweep({ name: 'verification.unsent', run: ({ app, now }) => transaction(app, now, deleteUnsent) }),
  sweep({
    name: 'verification.lapse',
    run: async ({ app, now }) =>
      eachOf({ app, now }, await checksToLapse(app.db, now), (work, { id }) => lapse(work, id)),
  }),
]
