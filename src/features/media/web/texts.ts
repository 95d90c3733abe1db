import { part } from '#core/web/texts.ts'

/** What there is to see and hear of somebody. */
export const mediaTexts = part('functionality', {
  es: () => import('../texts/es/functionality.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/functionality.json', { with: { type: 'json' } }),
})

/** A button to listen: on cards, where nothing else of media is said. */
export const hearTexts = part('functionality', {
  es: () => import('../texts/es/functionality.hear.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/functionality.hear.json', { with: { type: 'json' } }),
})

export const playerTexts = part('functionality', {
  es: () => import('../texts/es/functionality.player.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/functionality.player.json', { with: { type: 'json' } }),
})

/** What one does with one's own. */
export const editTexts = part('functionality', {
  es: () => import('../texts/es/functionality.edit.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/functionality.edit.json', { with: { type: 'json' } }),
})

export const mediaRefusals = part('common', {
  es: () => import('../texts/es/common.refusals.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/common.refusals.json', { with: { type: 'json' } }),
})
