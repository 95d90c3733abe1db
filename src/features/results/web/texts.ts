import { part } from '#core/web/texts.ts'

export const surveyTexts = part('business', {
  es: () => import('../texts/es/business.survey.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/business.survey.json', { with: { type: 'json' } }),
})

export const resultsTexts = part('business', {
  es: () => import('../texts/es/business.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/business.json', { with: { type: 'json' } }),
})

export const insightsTexts = part('business', {
  es: () => import('../texts/es/business.insights.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/business.insights.json', { with: { type: 'json' } }),
})

export const shareTexts = part('business', {
  es: () => import('../texts/es/business.share.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/business.share.json', { with: { type: 'json' } }),
})

/** What whoever has a link reads. */
export const sharedTexts = part('business', {
  es: () => import('../texts/es/business.shared.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/business.shared.json', { with: { type: 'json' } }),
})
