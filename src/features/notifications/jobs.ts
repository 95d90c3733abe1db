import webpush from 'web-push'
import type { App, Work } from '#core/server/app.ts'
import { queue, sweep } from '#core/server/jobs.ts'
import { mailLayout } from '#core/server/mail.ts'
import { HOMES } from '#features/access/rules.ts'
import { dropBrowser, type Parcel, parcelOf, putBack, takeDue } from './commands.delivery.ts'
import type { Notification } from './contract.ts'
import { browserOf, browsersOf, type Due, peopleDue, pushKeys } from './queries.delivery.ts'
import { said } from './queries.ts'
import { quietUntil } from './rules.delivery.ts'
import { opens } from './rules.ts'

/** More than these are counted in a letter, not listed. */
const LISTED = 20
/** A push service keeps what it can't hand over at once for this long, seconds. */
const PUSH_LIFE = 24 * 3600
const PUSH_TRY_MS = 30_000
/** A push service takes at most 4096 bytes, encrypted. */
const PUSH_TEXT = 300
const PEOPLE_A_ROUND = 200

/** Where somebody finds all of it. */
const listPath = ({ account_type }: Parcel) => `${HOMES[account_type]}?notifications=open`

const pathOf = (parcel: Parcel, notification: Pick<Notification, 'type' | 'value'>) =>
  opens(notification, parcel.account_type) ?? listPath(parcel)

/**
 * What is due, ready to be sent; what came up in quiet hours waits for their end instead.
 * @returns null when nothing is to be sent now
 */
async function readyToSend(app: App, due: Due): Promise<Parcel | null> {
  const now = app.clock.now()
  const parcel = await parcelOf(app.db, due)
  if (!parcel) return null
  const until = quietUntil(now, parcel.hours)
  if (!until) return parcel
  await putBack(app.db, due, until)
  return null
}

/** A letter about one notification, or about several. */
const letters = queue<Due>({
  name: 'notifications.letter',
  async run(app, due, job) {
    const parcel = await readyToSend(app, due)
    if (!parcel) return
    const { language, told } = parcel
    const news = told.map((one) => said(app.texts, language, one))
    const [first] = news
    if (!first) return
    const isOne = news.length === 1
    const say = (key: string, values: Record<string, string | number> = {}) =>
      app.texts.say(language, `functionality:notifications.mail.${key}`, values)
    const type = isOne ? first.type : 'all'
    const link = new URL('/api/notifications/unsubscribe/', app.config.public_url)
    link.search = new URLSearchParams({ token: parcel.letter_token, type }).toString()
    const kind = app.texts.say(language, `functionality:notifications.types.${first.type}`)
    await app.mail.deliver(
      {
        to: parcel.email,
        subject: isOne ? first.title : say('subject', { count: news.length }),
        kind: isOne ? 'notification' : 'notification_digest',
        unsubscribe: link.href,
        ...mailLayout({
          language,
          title: isOne ? first.title : say('title', { count: news.length }),
          paragraphs: isOne
            ? [first.message]
            : [
                ...news.slice(-LISTED).map(({ title, message }) => `${title}\n${message}`),
                ...(news.length > LISTED ? [say('more', { count: news.length - LISTED })] : []),
              ],
          action: {
            label: say(isOne ? 'open' : 'open_all'),
            url: `${app.config.public_url}${isOne ? pathOf(parcel, first) : listPath(parcel)}`,
          },
          footer: say('footer'),
          footer_link: { label: isOne ? say('stop_one', { type: kind }) : say('stop_all'), url: link.href },
        }),
      },
      job.id,
    )
  },
})

/** A push to one browser: about one notification, or one line that counts several. */
const pushes = queue<Due & { subscription_id: number }>({
  name: 'notifications.push',
  concurrency: 8,
  // What is half a day old is no news.
  retry: { limit: 8, delay_seconds: 10, delay_max_seconds: 3600 },
  async run(app, due) {
    const browser = await browserOf(app.db, due.user_id, due.subscription_id)
    if (!browser) return
    const parcel = await readyToSend(app, due)
    const newest = parcel?.told.at(-1)
    if (!parcel || !newest) return
    const { language, told } = parcel
    const say = (key: string, values: Record<string, string | number>) =>
      app.texts.say(language, `functionality:notifications.push.${key}`, values)
    const { title, message } = said(app.texts, language, newest)
    const isOne = told.length === 1
    const text = JSON.stringify({
      title: isOne ? title : say('several', { count: told.length }),
      body: (isOne ? message : title).slice(0, PUSH_TEXT),
      url: isOne ? pathOf(parcel, newest) : listPath(parcel),
      tag: isOne ? `notification-${newest.id}` : 'notifications',
      language,
    })
    const { public_key, private_key } = await pushKeys(app.db)
    const request = webpush.generateRequestDetails(
      { endpoint: browser.endpoint, keys: { p256dh: browser.p256dh, auth: browser.auth } },
      text,
      {
        vapidDetails: {
          subject: `mailto:${/<([^>]+)>/.exec(app.config.mail_from)?.[1] ?? app.config.mail_from}`,
          publicKey: public_key,
          privateKey: private_key,
        },
        TTL: PUSH_LIFE,
        urgency: 'normal',
      },
    )
    const answer = await fetch(request.endpoint, {
      method: 'POST',
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      ),
      body: request.body ? new Uint8Array(request.body) : null,
      redirect: 'error',
      signal: AbortSignal.timeout(PUSH_TRY_MS),
    })
    await answer.body?.cancel()
    if (answer.ok) return
    if (answer.status === 404 || answer.status === 410) return dropBrowser(app.db, browser.id)
    if (answer.status === 429 || answer.status >= 500)
      throw new Error(`the push service answered ${answer.status}`)
    app.log.warn({ status: answer.status, browser: browser.id }, 'a push service refused a push')
  },
})

/** Hands over what is due to these people: out of the waiting and into the queues in one transaction each. */
async function deliverTo(app: App, user_ids: readonly number[], now: Date): Promise<void> {
  for (const user_id of user_ids)
    await app.db.transaction(async (tx) => {
      for (const due of await takeDue(tx, user_id, now)) {
        if (due.channel === 'email') await app.jobs.enqueue(tx, letters, due)
        else
          for (const subscription_id of due.subscription_id
            ? [due.subscription_id]
            : await browsersOf(tx, user_id))
            await app.jobs.enqueue(tx, pushes, { ...due, subscription_id })
      }
    })
}

const soon = queue<{ user_ids: readonly number[] }>({
  name: 'notifications.deliver',
  run: (app, { user_ids }) => deliverTo(app, user_ids, app.clock.now()),
})

/** Queues, with the transaction that tells them, what these people are to be sent at once. */
export const deliverSoon = (work: Work, { user_ids }: { user_ids: readonly number[] }): Promise<void> =>
  work.app.jobs.enqueue(work.db, soon, { user_ids })

export const queues = [soon, letters, pushes]

export const sweeps = [
  sweep({
    name: 'notifications.deliver',
    async run({ db, app, now }) {
      for (;;) {
        const people = await peopleDue(db, now, PEOPLE_A_ROUND)
        await deliverTo(app, people, now)
        if (people.length < PEOPLE_A_ROUND) return
      }
    },
  }),
]
