import webpush from 'web-push'
import type { App, Reading } from '#core/server/app.ts'
import { handle, sweep } from '#core/server/jobs.ts'
import { type Letter, letterHandler } from '#core/server/letters.ts'
import { enqueue } from '#core/server/queues.ts'
import { transaction } from '#core/server/work.ts'
import { HOMES } from '#features/access/rules.ts'
import { dropBrowser, type Parcel, parcelOf, putBack, takeDue } from './commands.delivery.ts'
import type { Notification } from './contract.ts'
import { browserOf, browsersOf, type Due, peopleDue, pushKeys } from './queries.delivery.ts'
import { said } from './queries.ts'
import { deliveries, letters, pushes } from './queues.ts'
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
async function letterAbout({ app }: Reading, due: Due): Promise<Letter | null> {
  const parcel = await readyToSend(app, due)
  if (!parcel) return null
  const { language, told } = parcel
  const news = told.map((one) => said(app.texts, language, one))
  const [first] = news
  if (!first) return null
  const isOne = news.length === 1
  const link = new URL('/api/notifications/unsubscribe/', app.config.public_url)
  const type = isOne ? first.type : 'all'
  link.search = new URLSearchParams({ token: parcel.letter_token, type }).toString()
  const letter = {
    to: parcel.email,
    language,
    words: 'functionality:notifications.mail',
    footer: 'footer',
    unsubscribe: link.href,
  }
  if (isOne) {
    const kind = app.texts.say(language, `functionality:notifications.types.${first.type}`)
    return {
      ...letter,
      kind: 'notification',
      subject: { text: first.title },
      paragraphs: [{ text: first.message }],
      action: { label: 'open', path: pathOf(parcel, first) },
      footer_link: { label: { key: 'stop_one', values: { type: kind } }, url: link.href },
    }
  }
  const more = news.length - LISTED
  return {
    ...letter,
    kind: 'notification_digest',
    values: { count: news.length },
    subject: 'subject',
    title: 'title',
    paragraphs: [
      ...news.slice(-LISTED).map(({ title, message }) => ({ text: `${title}\n${message}` })),
      more > 0 ? { key: 'more', values: { count: more } } : null,
    ],
    action: { label: 'open_all', path: listPath(parcel) },
    footer_link: { label: 'stop_all', url: link.href },
  }
}

/** A push to one browser: about one notification, or one line that counts several. */
async function push(app: App, due: Due & { subscription_id: number }): Promise<void> {
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
}

/** Takes what is due to these people out of the waiting and into the queues, in one transaction for each. */
async function deliverTo(app: App, user_ids: readonly number[], now: Date): Promise<void> {
  for (const user_id of user_ids)
    await transaction(app, now, async (work) => {
      for (const due of await takeDue(work.db, user_id, now)) {
        if (due.channel === 'email') await enqueue(work, letters, due)
        else
          for (const subscription_id of due.subscription_id
            ? [due.subscription_id]
            : await browsersOf(work.db, user_id))
            await enqueue(work, pushes, { ...due, subscription_id })
      }
    })
}

export const handlers = [
  handle(deliveries, (app, { user_ids }) => deliverTo(app, user_ids, app.clock.now())),
  letterHandler(letters, letterAbout),
  handle(pushes, push),
]

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
