import type { AccountType } from '#features/access/rules.ts'

/* The answers of the help, in the order in which they are shown; what they say is in texts/ (functionality.help.json). */

export const TOPICS = ['start', 'hire', 'play', 'learn', 'agreements', 'money', 'event', 'account'] as const
export type Topic = (typeof TOPICS)[number]

const EVERYBODY = ['MUSICIAN', 'TALENT_HUNTER', 'STUDENT'] as const
const HIRING = ['TALENT_HUNTER'] as const
const PLAYING = ['MUSICIAN'] as const
const LEARNING = ['STUDENT'] as const
const DEALING = ['MUSICIAN', 'TALENT_HUNTER'] as const
const PLAYERS = ['MUSICIAN', 'STUDENT'] as const

/** By the name in their address, `/help/<name>`: the topic that they stand in, and whom they are for. */
export const ARTICLES = {
  verify_email: { topic: 'start', of: EVERYBODY },
  password: { topic: 'start', of: EVERYBODY },
  second_factor: { topic: 'start', of: EVERYBODY },
  sessions: { topic: 'start', of: EVERYBODY },
  who_is_verified: { topic: 'start', of: EVERYBODY },
  search: { topic: 'hire', of: HIRING },
  new_order: { topic: 'hire', of: HIRING },
  score: { topic: 'hire', of: HIRING },
  plan_sonoro: { topic: 'hire', of: HIRING },
  fit: { topic: 'hire', of: HIRING },
  ask_one: { topic: 'hire', of: HIRING },
  compare: { topic: 'hire', of: HIRING },
  nobody_free: { topic: 'hire', of: HIRING },
  continuous: { topic: 'hire', of: HIRING },
  complete_profile: { topic: 'play', of: PLAYING },
  services: { topic: 'play', of: PLAYING },
  media: { topic: 'play', of: PLAYING },
  availability: { topic: 'play', of: PLAYERS },
  calendars: { topic: 'play', of: PLAYERS },
  requests: { topic: 'play', of: PLAYING },
  quote: { topic: 'play', of: PLAYING },
  band: { topic: 'play', of: PLAYING },
  instruments: { topic: 'play', of: PLAYERS },
  cannot_teach: { topic: 'learn', of: PLAYING },
  lesson_room: { topic: 'learn', of: PLAYERS },
  sign: { topic: 'agreements', of: DEALING },
  check_copy: { topic: 'agreements', of: DEALING },
  cancel: { topic: 'agreements', of: DEALING },
  postpone: { topic: 'agreements', of: HIRING },
  cannot_play: { topic: 'agreements', of: PLAYING },
  deposit: { topic: 'money', of: DEALING },
  fee: { topic: 'money', of: DEALING },
  plans: { topic: 'money', of: EVERYBODY },
  cancel_plan: { topic: 'money', of: EVERYBODY },
  event_page: { topic: 'event', of: DEALING },
  day: { topic: 'event', of: DEALING },
  backups: { topic: 'event', of: HIRING },
  results: { topic: 'event', of: HIRING },
  reviews: { topic: 'event', of: EVERYBODY },
  notifications: { topic: 'account', of: EVERYBODY },
  messages: { topic: 'account', of: EVERYBODY },
  contact_hidden: { topic: 'account', of: DEALING },
  export: { topic: 'account', of: EVERYBODY },
  delete: { topic: 'account', of: EVERYBODY },
  ask_support: { topic: 'account', of: EVERYBODY },
  students: { topic: 'account', of: LEARNING },
  minors: { topic: 'account', of: LEARNING },
} as const satisfies Record<string, { topic: Topic; of: readonly AccountType[] }>
export type ArticleKey = keyof typeof ARTICLES
export const ARTICLE_KEYS = Object.keys(ARTICLES) as readonly ArticleKey[]

/** The answers that concern an account type, or all of them. */
export const articlesOf = (account: AccountType | null): ArticleKey[] =>
  ARTICLE_KEYS.filter((key) => !account || (ARTICLES[key].of as readonly AccountType[]).includes(account))

/** The answer of an address; null where there is none. */
export const articleOf = (name: string | undefined): ArticleKey | null =>
  ARTICLE_KEYS.find((key) => key === name) ?? null
