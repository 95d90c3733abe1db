import { part } from '#core/web/texts.ts'

export const threadTexts = part('functionality', {
  es: () => import('../texts/es/functionality.threads.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/functionality.threads.json', { with: { type: 'json' } }),
})

/** What a page says that only leads to a conversation. */
export const talkTexts = part('functionality', {
  es: () => import('../texts/es/functionality.talk.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/functionality.talk.json', { with: { type: 'json' } }),
})
