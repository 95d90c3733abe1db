import { formatDate } from '#core/contract/intl.ts'
import type { Language } from '#core/contract/language.ts'
import { DEFAULT_ZONE } from '#core/contract/time.ts'
import type { Work } from '#core/server/app.ts'
import { deleteOldKeys } from '#core/server/idempotency.ts'
import { handle, sweep } from '#core/server/jobs.ts'
import { letterHandler, sendLetter } from '#core/server/letters.ts'
import { deleteExpiredWindows } from '#core/server/limits.ts'
import { enqueue } from '#core/server/queues.ts'
import { eachOf, transaction } from '#core/server/work.ts'
import { deleteAccount } from './commands.deletion.ts'
import { deleteExpiredEmailChanges } from './commands.email.ts'
import { deleteExpiredExports, failExport, makeExport, removeBytes } from './commands.exports.ts'
import { closeUnopened, keepLinks, releaseAdults, unopened } from './commands.guardian.ts'
import { sinceOf } from './commands.notMe.ts'
import { deleteExpiredChallenges } from './commands.passkeys.ts'
import { createProofCode, deleteExpiredCodes } from './commands.proof.ts'
import { deleteExpiredTickets } from './commands.second.ts'
import { createMailToken } from './commands.tokens.ts'
import { deleteExpired } from './commands.ts'
import { EXPORT_DAYS } from './contract.data.ts'
import { NOT_ME_DAYS } from './contract.factors.ts'
import { guardianPath } from './contract.minors.ts'
import { CODE_MINUTES } from './contract.proof.ts'
import { accountsToDelete } from './queries.deletion.ts'
import { emailThatWaits } from './queries.email.ts'
import { hasFactorSince } from './queries.factors.ts'
import { isTakenBack } from './queries.links.ts'
import { minorsOf, ownGuardian } from './queries.minors.ts'
import { userByEmail, userById } from './queries.ts'
import {
  exportRemovals,
  exports,
  guardianLetters,
  guardianLinks,
  letters,
  type Notice,
  notices,
  proofCodes,
  type Warning,
  warnings,
} from './queues.ts'
import { deviceOf } from './rules.device.ts'
import { GUARDIAN_DAYS } from './rules.minors.ts'

const LETTER_KINDS = { verify: 'verify_email', reset: 'reset_password', email: 'new_email' } as const
const LINK_PAGES = { verify: '/verify-email', reset: '/reset-password', email: '/new-email' } as const

const linkLetter = letterHandler(letters, async ({ app, db, now }, letter) => {
  const { kind } = letter
  const user = 'email' in letter ? await userByEmail(db, letter.email) : await userById(db, letter.user_id)
  if (!user || (kind === 'verify' && user.verified)) return null
  const to = kind === 'email' ? await emailThatWaits(db, user.id, now) : user.email
  if (!to) return null
  // Made here, at the last moment, so that it is never stored in readable form, not even in a job. Stays even when
  // the mail seems to fail: an answer that got lost may belong to a letter that arrived.
  const token = await createMailToken(app.db, { user_id: user.id, kind, email: to }, now)
  return {
    to,
    language: user.language,
    kind: LETTER_KINDS[kind],
    words: `auth:mail.${kind}`,
    values: { name: user.name, before: user.email },
    subject: 'subject',
    title: 'title',
    paragraphs: ['greeting', 'body', 'life'],
    action: {
      label: 'action',
      path: `${LINK_PAGES[kind]}?token=${token}`,
    },
    footer: 'footer',
    preheader: 'body',
  }
})

const longDate = (at: string, language: Language) =>
  formatDate(at, language, { dateStyle: 'long', timeZone: DEFAULT_ZONE })

/** News of a day on which the account is deleted. */
const needsDay = (news: Notice['news']) =>
  news === 'deletion_planned' || news === 'guardian_refused' || news === 'guardian_missing'

/** Leads to the page, which asks who opens it. */
const notice = letterHandler(notices, async ({ db }, { user_id, news }) => {
  const user = await userById(db, user_id)
  // Cancelled or asked for again meanwhile: the other letter says how it is now.
  if (!user || (needsDay(news) && !user.delete_at)) return null
  return {
    to: user.email,
    language: user.language,
    kind: news,
    words: `auth:mail.${news}`,
    values: {
      name: user.name,
      days: EXPORT_DAYS,
      date: user.delete_at ? longDate(user.delete_at, user.language) : '',
    },
    subject: 'subject',
    title: 'title',
    paragraphs: ['greeting', 'body'],
    action: { label: 'action', path: news.startsWith('guardian') ? '/student' : '/profile#data' },
    footer: 'footer',
    preheader: 'body',
  }
})

/**
 * To an adult who may never have heard of us: what it is, who asks, and the one page where they say yes or no. To one who has
 * answered: what they said, and the way to change it.
 */
const guardianLetter = letterHandler(guardianLetters, async ({ app, db, now }, { user_id }) => {
  const user = await userById(db, user_id)
  const guardian = user && !user.deleted_at ? await ownGuardian(db, user_id, now) : null
  if (!user || !guardian) return null
  const { guardian_email, state } = guardian
  const token = await createMailToken(app.db, { user_id, kind: 'guardian', email: guardian_email }, now)
  const kind = state === 'awaited' ? 'guardian_asked' : 'guardian_link'
  return {
    to: guardian_email,
    language: user.language,
    kind,
    words: `auth:mail.${kind}`,
    values: { name: user.name, days: GUARDIAN_DAYS, page: `${app.config.public_url}/guardian` },
    subject: 'subject',
    title: 'title',
    paragraphs: state === 'awaited' ? ['body', 'means', 'life'] : [state, 'again'],
    action: { label: 'action', path: guardianPath(token) },
    footer: 'footer',
    preheader: state === 'awaited' ? 'body' : state,
  }
})

const guardianLink = handle(guardianLinks, async (app, { email }) => {
  await transaction(app, app.clock.now(), async (work) => {
    for (const user_id of await minorsOf(work.db, email, work.now))
      await enqueue(work, guardianLetters, { user_id })
  })
})

/** Where a warning leads; to the profile where nothing stands here. */
const PAGES: Partial<Record<Warning['news'], string>> = { sign_up_tried: '/signin', email_wanted: '/signin' }

/** When and from where, so that they can tell whether it was them. */
const warning = letterHandler(warnings, async ({ db, app, now }, { user_id, news, at, to, ...from }) => {
  const user = await userById(db, user_id)
  if (!user || user.deleted_at) return null
  const { language } = user
  const { browser, system } = deviceOf(from.user_agent ?? null)
  const email = to ?? user.email
  // Of an e-mail that isn't theirs any more there is nothing to go to, but the way back from a factor that isn't theirs.
  const since = sinceOf(at)
  const isTheirs = email.toLowerCase() === user.email.toLowerCase()
  // Looked up at each attempt: what was taken back meanwhile mustn't be brought back by a letter that comes late.
  const isFactor = news === 'totp_added' || news === 'passkey_added'
  const takesBack = isFactor || (news === 'email_changed' && !isTheirs)
  if (takesBack && (await isTakenBack(db, user_id, at))) return null
  if (isFactor && !(await hasFactorSince(db, user_id, since))) return null
  const path = takesBack
    ? `/not-me?token=${await createMailToken(app.db, { user_id, kind: 'factor', email, since }, now)}`
    : isTheirs
      ? (PAGES[news] ?? '/profile')
      : null
  return {
    to: email,
    language,
    kind: news,
    words: `auth:mail.${news}`,
    values: {
      name: user.name,
      when: formatDate(at, language, { dateStyle: 'long', timeStyle: 'short', timeZone: DEFAULT_ZONE }),
      device: browser
        ? app.texts.say(language, 'auth:mail.device', { browser, system: system ?? '–' })
        : app.texts.say(language, 'auth:mail.device_unknown'),
      ip: from.ip ?? '–',
      days: NOT_ME_DAYS,
    },
    subject: 'subject',
    title: 'title',
    paragraphs: ['greeting', 'body', 'advice', takesBack ? 'not_me' : null],
    ...(path ? { action: { label: 'action', path } } : {}),
    footer: 'footer',
    preheader: 'body',
  }
})

const proofCode = letterHandler(proofCodes, async ({ app, db, now }, { user_id, session_id }) => {
  const user = await userById(db, user_id)
  const code = user && (await createProofCode(app.db, session_id, now))
  if (!user || !code) return null
  return {
    to: user.email,
    language: user.language,
    kind: 'proof_code',
    words: 'auth:mail.proof_code',
    values: { name: user.name, code: code.replace(/(?=.{4}$)/, ' '), minutes: CODE_MINUTES },
    subject: 'subject',
    title: 'title',
    paragraphs: ['greeting', 'body', 'code', 'life'],
    footer: 'footer',
    preheader: 'body',
  }
})

/** Carries out one deletion whose day has come, with its last letter: after it the address is deleted. */
async function carryOut(work: Work, user_id: number): Promise<void> {
  const gone = await deleteAccount(work, user_id)
  if (!gone) return
  await sendLetter(work, {
    to: gone.email,
    language: gone.language,
    kind: 'deletion_done',
    words: 'auth:mail.deletion_done',
    values: { name: gone.name },
    subject: 'subject',
    title: 'title',
    paragraphs: ['greeting', 'body'],
    footer: 'footer',
    preheader: 'body',
  })
}

/** Makes the copy that was asked for. When the last try fails, the page says so. */
const exportData = handle(exports, async (app, { export_id }, job) => {
  try {
    await makeExport(app, export_id)
  } catch (error) {
    if (job.attempt > exports.retry.limit)
      await transaction(app, app.clock.now(), (work) => failExport(work, export_id))
    throw error
  }
})

const removeExport = handle(exportRemovals, (app, { key }) => removeBytes(app.config, key))

export const handlers = [
  linkLetter,
  guardianLetter,
  guardianLink,
  notice,
  warning,
  proofCode,
  exportData,
  removeExport,
]

export const sweeps = [
  sweep({
    name: 'accounts.expired',
    async run({ db, now }) {
      await deleteExpired(db, now)
      await deleteExpiredCodes(db, now)
      await deleteExpiredTickets(db, now)
      await deleteExpiredChallenges(db, now)
      await deleteExpiredEmailChanges(db, now)
      await deleteExpiredWindows(db, now)
      await deleteOldKeys(db, now)
    },
  }),
  sweep({
    name: 'accounts.exports',
    run: ({ app, now }) => transaction(app, now, deleteExpiredExports),
  }),
  sweep({
    name: 'accounts.delete',
    run: async (reading) => eachOf(reading, await accountsToDelete(reading.db, reading.now), carryOut),
  }),
  sweep({
    name: 'accounts.minors',
    async run(reading) {
      await transaction(reading.app, reading.now, releaseAdults)
      await keepLinks(reading)
      await eachOf(reading, await unopened(reading), closeUnopened)
    },
  }),
]
