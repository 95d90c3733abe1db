import { formatDate } from '#core/contract/intl.ts'
import type { Language } from '#core/contract/language.ts'
import { DEFAULT_ZONE } from '#core/contract/time.ts'
import type { Work } from '#core/server/app.ts'
import { handle, sweep } from '#core/server/jobs.ts'
import { forgetWindows } from '#core/server/limits.ts'
import { mailLayout } from '#core/server/mail.ts'
import { eachOf, transaction } from '#core/server/work.ts'
import { deleteAccount } from './commands.deletion.ts'
import { deleteExpiredExports, failExport, makeExport, removeBytes } from './commands.exports.ts'
import { createMailToken } from './commands.links.ts'
import { deleteExpired } from './commands.ts'
import { EXPORT_DAYS } from './contract.ts'
import { accountsToDelete } from './queries.deletion.ts'
import { userByEmail, userById } from './queries.ts'
import { exportRemovals, exports, letters, notices } from './queues.ts'

/** The token is made here, at the last moment, so that it is never stored in readable form, not even in a job. */
const sendLetter = handle(letters, async (app, letter, job) => {
  const user =
    letter.kind === 'verify'
      ? await userById(app.db, letter.user_id)
      : await userByEmail(app.db, letter.email)
  if (!user || (letter.kind === 'verify' && user.verified)) return
  // Stays even when the mail seems to fail: an answer that got lost may belong to a letter that arrived.
  const token = await createMailToken(app.db, { user_id: user.id, kind: letter.kind }, app.clock.now())
  const page = letter.kind === 'verify' ? 'verify-email' : 'reset-password'
  const say = (key: string) =>
    app.texts.say(user.language, `auth:mail.${letter.kind}.${key}`, { name: user.name })
  await app.mail.deliver(
    {
      to: user.email,
      subject: say('subject'),
      kind: letter.kind === 'verify' ? 'verify_email' : 'reset_password',
      ...mailLayout({
        language: user.language,
        title: say('title'),
        paragraphs: [say('greeting'), say('body'), say('life')],
        action: { label: say('action'), url: `${app.config.public_url}/${page}?token=${token}` },
        footer: say('footer'),
        preheader: say('body'),
      }),
    },
    job.id,
  )
})

const longDate = (at: string, language: Language) =>
  formatDate(at, language, { dateStyle: 'long', timeZone: DEFAULT_ZONE })

/** Leads to the page, which asks who opens it. */
const sendNotice = handle(notices, async (app, { user_id, news }, job) => {
  const user = await userById(app.db, user_id)
  // Cancelled or asked for again meanwhile: the other letter says how it is now.
  if (!user || (news === 'deletion_planned' && !user.delete_at)) return
  const say = (key: string) =>
    app.texts.say(user.language, `auth:mail.${news}.${key}`, {
      name: user.name,
      days: EXPORT_DAYS,
      date: user.delete_at ? longDate(user.delete_at, user.language) : '',
    })
  await app.mail.deliver(
    {
      to: user.email,
      subject: say('subject'),
      kind: news,
      ...mailLayout({
        language: user.language,
        title: say('title'),
        paragraphs: [say('greeting'), say('body')],
        action: { label: say('action'), url: `${app.config.public_url}/profile#data` },
        footer: say('footer'),
        preheader: say('body'),
      }),
    },
    job.id,
  )
})

/** Carries out one deletion whose day has come, with its last letter: after it the address is deleted. */
async function carryOut(work: Work, user_id: number): Promise<void> {
  const { app, db } = work
  const gone = await deleteAccount(work, user_id)
  if (!gone) return
  const say = (key: string) =>
    app.texts.say(gone.language, `auth:mail.deletion_done.${key}`, { name: gone.name })
  await app.mail.send(db, {
    to: gone.email,
    subject: say('subject'),
    kind: 'deletion_done',
    ...mailLayout({
      language: gone.language,
      title: say('title'),
      paragraphs: [say('greeting'), say('body')],
      footer: say('footer'),
      preheader: say('body'),
    }),
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

export const handlers = [sendLetter, sendNotice, exportData, removeExport]

export const sweeps = [
  sweep({
    name: 'accounts.expired',
    async run({ db, now }) {
      await deleteExpired(db, now)
      await forgetWindows(db, now)
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
]
