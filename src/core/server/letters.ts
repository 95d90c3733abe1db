import type { Language } from '#core/contract/language.ts'
import type { App, Attempt, Handler, Mail, Queue, Reading, Work } from './app.ts'
import { handle } from './jobs.ts'
import { mailLayout } from './mail.ts'

/*
 * One way to write to somebody. A letter is a queue (queues.ts of its feature) and a function from the facts of that
 * moment to a Letter: to whom, in which language, and which of the feature's texts it says. Words, layout and delivery
 * are the same for all.
 */

type Values = Record<string, string | number>

/**
 * Words of a letter: a key below `words`, several of which the first that exists is said, a key with values of its
 * own, or text that is there already, such as what somebody wrote.
 */
export type Line =
  | string
  | readonly string[]
  | { readonly key: string; readonly values: Values }
  | { readonly text: string }

/** A letter before its words are looked up. Keys are relative to `words`. */
export interface Letter {
  to: string
  language: Language
  /** What it is about, for logs and the list of sent mails; e.g. `budget_accepted`. */
  kind: string
  /** Where its texts are, e.g. `business:budgets.mail`. */
  words: string
  /** Values of its texts. */
  values?: Values
  subject: Line
  /** The headline; the subject where none is given. */
  title?: Line
  /** Lines that are empty or null are left out. */
  paragraphs: readonly (Line | null)[]
  /** The one thing to do. Its path is one of this product's pages. */
  action?: { label: Line; path: string }
  footer: Line
  /** Under the footer, such as how to stop these letters. */
  footer_link?: { label: Line; url: string }
  /** What a mailbox shows beside the subject; the first paragraph where none is given. */
  preheader?: Line
  /** Where one click stops letters of this kind (RFC 8058). */
  unsubscribe?: string
}

/**
 * Ties a queue to its letter. It is written when the job runs, from what is true then.
 * @param write null: there is nobody to write to, or nothing to say any more
 */
export const letterHandler = <T extends object>(
  queue: Queue<T>,
  write: (reading: Reading, data: T) => Promise<Letter | null>,
): Handler =>
  handle(queue, async (app: App, data: T, job: Attempt) => {
    const letter = await write({ db: app.db, now: app.clock.now(), app }, data)
    if (letter) await app.mail.deliver(mailOf(app, letter), job.id)
  })

/** Queues a letter as it reads now, for what won't be known any more when a job runs. */
export const sendLetter = (work: Work, letter: Letter, options: { key?: string } = {}): Promise<void> =>
  work.app.mail.send(work.db, mailOf(work.app, letter), options)

/** Pages that every letter leads to, as the foot of every page does. */
const LEGAL = ['terms', 'privacy', 'contact'] as const

/** The mail that a letter makes: its words said, laid out. */
export function mailOf(app: Pick<App, 'texts' | 'config'>, letter: Letter): Mail {
  const { language, words, values = {} } = letter
  const say = (line: Line): string => {
    if (typeof line === 'object' && 'text' in line) return line.text
    if (typeof line === 'object' && 'key' in line)
      return app.texts.say(language, `${words}.${line.key}`, { ...values, ...line.values })
    const keys = [line].flat().map((key) => `${words}.${key}`)
    const key = keys.find((one) => app.texts.knows(language, one)) ?? keys[0] ?? words
    return app.texts.say(language, key, values)
  }
  const { subject, title = subject, action, footer_link, preheader, unsubscribe } = letter
  return {
    to: letter.to,
    subject: say(subject),
    kind: letter.kind,
    ...(unsubscribe ? { unsubscribe } : {}),
    ...mailLayout({
      language,
      title: say(title),
      paragraphs: letter.paragraphs.flatMap((line) => (line === null ? [] : say(line) || [])),
      ...(action
        ? { action: { label: say(action.label), url: `${app.config.public_url}${action.path}` } }
        : {}),
      footer: say(letter.footer),
      legal: LEGAL.map((page) => ({
        label: app.texts.say(language, `common:foot.${page}`),
        url: `${app.config.public_url}/${page}`,
      })),
      ...(footer_link ? { footer_link: { label: say(footer_link.label), url: footer_link.url } } : {}),
      ...(preheader ? { preheader: say(preheader) } : {}),
    }),
  }
}
