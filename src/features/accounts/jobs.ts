import { formatDate } from '#core/contract/intl.ts'
import type { Language } from '#core/contract/language.ts'
import { DEFAULT_ZONE } from '#core/contract/time.ts'
import type { Work } from '#core/server/app.ts'
import { queue, sweep } from '#core/server/jobs.ts'
import { deleteExpiredWindows, refund } from '#core/server/limits.ts'
import { mailLayout } from '#core/server/mail.ts'
import { eachOf, transaction } from '#core/server/work.ts'
import { deleteAccount } from './commands.deletion.ts'
import { failExport, forgetExports, makeExport, removeBytes } from './commands.exports.ts'
import { createMailToken } from './commands.links.ts'
import { forgetExpired } from './commands.ts'
import { EXPORT_DAYS } from './contract.ts'
import { accountsToDelete } from './queries.deletion.ts'
import { userByEmail, userById } from './queries.ts'

/**
 * A letter with a single-use link. The token is made here, at the last moment, so that it is never kept in
 * readable form, not even in a job; and a reset is queued for any e-mail, so that the call takes the same time
 * whether or not it has an account.
 */
export const letters = queue<{ kind: 'verify'; user_id: number } | { kind: 'reset'; email: string }>({
  name: 'accounts.letter',
  async run(app, letter, job) {
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
  },
})

const longDate = (at: string, language: Language) =>
  formatDate(at, language, { dateStyle: 'long', timeZone: DEFAULT_ZONE })

/** News about one's data and account; they lead to the page, which asks who opens it. */
export const notices = queue<{
  user_id: number
  news: 'export_ready' | 'deletion_planned' | 'deletion_dropped'
}>({
  name: 'accounts.notice',
  async run(app, { user_id, news }, job) {
    const user = await userById(app.db, user_id)
    // Kept or asked again meanwhile: the other letter says how it is now.
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
  },
})

/** The counter of copies that somebody asked for. */
export const exportsKey = (user_id: number) => `export:${user_id}`

const EXPORT_RETRIES = 4

/** Makes the copy that was asked for. Its last failure is shown, and not counted against whoever asked. */
export const exportQueue = queue<{ export_id: number }>({
  name: 'accounts.export',
  retry: { limit: EXPORT_RETRIES, delay_seconds: 5, delay_max_seconds: 60 },
  concurrency: 1,
  async run(app, { export_id }, job) {
    try {
      await makeExport(app, export_id, async (work, { user_id, replaced }) => {
        for (const key of replaced) await removeLater(work, key)
        await app.jobs.enqueue(work.db, notices, { user_id, news: 'export_ready' })
      })
    } catch (error) {
      if (job.attempt > EXPORT_RETRIES) {
        const now = app.clock.now()
        const failed = await failExport(app.db, export_id, now)
        if (failed) await refund(app.db, [exportsKey(failed.user_id)], now)
      }
      throw error
    }
  },
})

const removals = queue<{ key: string }>({
  name: 'accounts.remove_export',
  run: (app, { key }) => removeBytes(app.config, key),
})

/** Removes the bytes of a copy whose row is gone, once the transaction has said so. */
const removeLater = (work: Work, key: string): Promise<void> =>
  work.app.jobs.enqueue(work.db, removals, { key })

/** Carries out one deletion whose day has come, with its last letter: after it the address is forgotten. */
async function carryOut(work: Work, user_id: number): Promise<void> {
  const { app, db } = work
  const gone = await deleteAccount(work, user_id)
  if (!gone) return
  for (const key of gone.export_keys) await removeLater(work, key)
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

export const queues = [letters, notices, exportQueue, removals]

export const sweeps = [
  sweep({
    name: 'accounts.forget',
    async run({ db, now }) {
      await forgetExpired(db, now)
      await deleteExpiredWindows(db, now)
    },
  }),
  sweep({
    name: 'accounts.exports',
    run: ({ now, app }) =>
      transaction(app, now, async (work) => {
        for (const key of await forgetExports(work.db, now)) await removeLater(work, key)
      }),
  }),
  sweep({
    name: 'accounts.delete',
    run: async (reading) => eachOf(reading, await accountsToDelete(reading.db, reading.now), carryOut),
  }),
]
