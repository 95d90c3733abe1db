import { part } from '#core/web/texts.ts'

/** What the shell of every page says of who one is here. */
export const centerTexts = part('functionality', {
  es: () => import('../texts/es/functionality.center.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/functionality.center.json', { with: { type: 'json' } }),
})

/** The fields of what a project shows. */
export const fieldTexts = part('functionality', {
  es: () => import('../texts/es/functionality.fields.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/functionality.fields.json', { with: { type: 'json' } }),
})

export const memberTexts = part('functionality', {
  es: () => import('../texts/es/functionality.members.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/functionality.members.json', { with: { type: 'json' } }),
})

export const projectTerms = part('business', {
  es: () => import('../texts/es/business.terms.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/business.terms.json', { with: { type: 'json' } }),
})

export const projectTexts = part('functionality', {
  es: () => import('../texts/es/functionality.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/functionality.json', { with: { type: 'json' } }),
})

export const transferTexts = part('functionality', {
  es: () => import('../texts/es/functionality.transfers.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/functionality.transfers.json', { with: { type: 'json' } }),
})

/** Which of their projects somebody looks at, and acts for. */
export const filterTexts = part('functionality', {
  es: () => import('../texts/es/functionality.filter.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/functionality.filter.json', { with: { type: 'json' } }),
})

/** Beginning a project, and all of them. */
export const profilesTexts = part('functionality', {
  es: () => import('../texts/es/functionality.profiles.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/functionality.profiles.json', { with: { type: 'json' } }),
})

/** What is known of a project, wherever it is shown. */
export const recordTexts = part('functionality', {
  es: () => import('../texts/es/functionality.record.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/functionality.record.json', { with: { type: 'json' } }),
})
