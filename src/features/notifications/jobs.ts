import webpush from 'web-push'
import type { App, Reading } from '#core/server/app.ts'
import { gather } from '#core/server/events.ts'
import { handle, sweep } from '#core/server/jobs.ts'
import { type Letter, type Line, letterHandler } from '#core/server/letters.ts'
import { enqueue } from '#core/server/queues.ts'
import { transaction } from '#core/server/work.ts'
import { HOMES } from '#features/access/rules.ts'
import { claimDue, type Digest, deleteBrowser, digestOf, returnDue } from './commands.delivery.ts'
import type { Notification } from './contract.ts'
import { browserOf, browsersOf, type Due, peopleDue, pushKeys } from './queries.delivery.ts'
import { letterLines, localized } from './queries.ts'
import { deliveries, letters, pushes } from './queues.ts'
import { isUrgent, nameOf, quietUntil } from './rules.delivery.ts'
import { opens } from './rules.ts'

/** More than these are counted in a letter, not listed. */
const LISTED = 20
/** How long a push service holds what it can't deliver at once, in seconds. */
const PUSH_LIFE = 24 * 3600
const PUSH_TRY_MS = 30_000
/** A push service takes at most 4096 bytes, encrypted. */
const PUSH_TEXT = 300
const PEOPLE_A_ROUND = 200

/** Where somebody finds all of it. */
const listPath = ({ account_type }: Digest) => `${HOMES[account_type]}?notifications=open`

const pathOf = (digest: Digest, notification: Pick<Notification, 'type' | 'value'>) =>
  opens(notification, digest.account_type) ?? listPath(digest)

/**
 * What is due, ready to be sent; what came up in quiet hours waits for their end instead.
 * @returns null when nothing is to be sent now
 */
async function readyToSend(app: App, due: Due): Promise<Digest | null> {
  const now = app.clock.now()
  const digest = await digestOf(app.db, due)
  if (!digest) return null
  const until = quietUntil(now, digest.hours)
  if (!until || digest.told.some(({ type, params }) => isUrgent({ type, params: JSON.parse(params) }, now)))
    return digest
  await returnDue(app.db, due, until)
  return null
}

/** A letter about one notification, or about several. */
async function letterAbout(reading: Reading, due: Due): Promise<Letter | null> {
  const { app } = reading
  const digest = await readyToSend(app, due)
  if (!digest) return null
  const { language, told } = digest
  const news = told.map((one) => localized(app.texts, language, one))
  const [first] = news
  if (!first) return null
  const linesOf = ({ type, value }: Notification) =>
    gather(reading, letterLines, { type, value, language, user_id: due.user_id })
  const isOne = news.length === 1
  const link = new URL('/api/notifications/unsubscribe/', app.config.public_url)
  const type = isOne ? first.type : 'all'
  link.search = new URLSearchParams({ token: digest.letter_token, type }).toString()
  // The page behind it calls the kind as the letter does.
  if (isOne) link.searchParams.set('as', digest.account_type)
  const letter = {
    to: digest.email,
    language,
    words: 'functionality:notifications.mail',
    footer: 'footer',
    unsubscribe: link.href,
  }
  if (isOne) {
    const kind = app.texts.say(
      language,
      `functionality:notifications.types.${nameOf(first.type, digest.account_type)}`,
    )
    return {
      ...letter,
      kind: 'notification',
      subject: { text: first.title },
      paragraphs: [first.message, ...(await linesOf(first))].map((text) => ({ text })),
      action: { label: 'open', path: pathOf(digest, first) },
      footer_link: { label: { key: 'stop_one', values: { type: kind } }, url: link.href },
    }
  }
  const more = news.length - LISTED
  const listed: Line[] = []
  for (const one of news.slice(-LISTED))
    listed.push({ text: [one.title, one.message, ...(await linesOf(one))].join('\n') })
  return {
    ...letter,
    kind: 'notification_digest',
    values: { count: news.length },
    subject: 'subject',
    title: 'title',
    paragraphs: [...listed, more > 0 ? { key: 'more', values: { count: more } } : null],
    action: { label: 'open_all', path: listPath(digest) },
    footer_link: { label: 'stop_all', url: link.href },
  }
}

/** A push to one browser: about one notification, or one line that counts several. */
async function push(app: App, due: Due & { subscription_id: number }): Promise<void> {
  const browser = await browserOf(app.db, due.user_id, due.subscription_id)
  if (!browser) return
  const digest = await readyToSend(app, due)
  const newest = digest?.told.at(-1)
  if (!digest || !newest) return
  const { language, told } = digest
  const say = (key: string, values: Record<string, string | number>) =>
    app.texts.say(language, `functionality:notifications.push.${key}`, values)
  const { title, message } = localized(app.texts, language, newest)
  const isOne = told.length === 1
  const text = JSON.stringify({
    title: isOne ? title : say('several', { count: told.length }),
    body: (isOne ? message : title).slice(0, PUSH_TEXT),
    url: isOne ? pathOf(digest, newest) : listPath(digest),
    tag: isOne ? `notification-${newest.id}` : 'notifications',
    language,
  })
  const request = await encryptedFor(app, browser, text)
  // A key that is none: nothing will ever reach that browser.
  if (!request) return deleteBrowser(app.db, browser.id)
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
  if (answer.status === 404 || answer.status === 410) return deleteBrowser(app.db, browser.id)
  if (answer.status === 429 || answer.status >= 500)
    throw new Error(`the push service answered ${answer.status}`)
  app.log.warn({ status: answer.status, browser: browser.id }, 'a push service refused a push')
}

/** The request that brings a push to a browser; null where its key can't be encrypted for. */
async function encryptedFor(
  app: App,
  { endpoint, p256dh, auth }: { endpoint: string; p256dh: string; auth: string },
  text: string,
) {
  const { public_key, private_key } = await pushKeys(app.db)
  try {
    return webpush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, {
      vapidDetails: {
        subject: `mailto:${/<([^>]+)>/.exec(app.config.mail_from)?.[1] ?? app.config.mail_from}`,
        publicKey: public_key,
        privateKey: private_key,
      },
      TTL: PUSH_LIFE,
      urgency: 'normal',
    })
  } catch (error) {
    app.log.info({ err: error }, 'a browser gave a key that is none')
    return null
  }
}

/** Moves what is due to these people into the queues, in one transaction for each. */
async function deliverTo(app: App, user_ids: readonly number[], now: Date): Promise<void> {
  for (const user_id of user_ids)
    await transaction(app, now, async (work) => {
      for (const due of await claimDue(work.db, user_id, now)) {
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
