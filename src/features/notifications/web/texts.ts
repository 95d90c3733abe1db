import { part } from '#core/web/texts.ts'

/** What the bell says on every page. */
export const bellTexts = part('functionality', {
  es: () => import('../texts/es/functionality.bell.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/functionality.bell.json', { with: { type: 'json' } }),
})

export const noticeTexts = part('functionality', {
  es: () => import('../texts/es/functionality.notices.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/functionality.notices.json', { with: { type: 'json' } }),
})

export const notificationTexts = part('functionality', {
  es: () => import('../texts/es/functionality.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/functionality.json', { with: { type: 'json' } }),
})
