import { part } from '#core/web/texts.ts'

/** Where the event is exactly, asked for beside what needs it. */
export const addressTexts = part('business', {
  es: () => import('../texts/es/business.address.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/business.address.json', { with: { type: 'json' } }),
})

export const askTexts = part('business', {
  es: () => import('../texts/es/business.ask.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/business.ask.json', { with: { type: 'json' } }),
})

export const briefTexts = part('business', {
  es: () => import('../texts/es/business.brief.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/business.brief.json', { with: { type: 'json' } }),
})

export const continuousTexts = part('business', {
  es: () => import('../texts/es/business.continuous.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/business.continuous.json', { with: { type: 'json' } }),
})

export const deskTexts = part('business', {
  es: () => import('../texts/es/business.desk.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/business.desk.json', { with: { type: 'json' } }),
})

export const fitTexts = part('business', {
  es: () => import('../texts/es/business.fit.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/business.fit.json', { with: { type: 'json' } }),
})

export const journeyTexts = part('business', {
  es: () => import('../texts/es/business.journey.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/business.journey.json', { with: { type: 'json' } }),
})

export const kpiTexts = part('business', {
  es: () => import('../texts/es/business.kpi.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/business.kpi.json', { with: { type: 'json' } }),
})

export const orderWords = part('business', {
  es: () => import('../texts/es/business.words.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/business.words.json', { with: { type: 'json' } }),
})

export const planTexts = part('business', {
  es: () => import('../texts/es/business.plan.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/business.plan.json', { with: { type: 'json' } }),
})

export const reasonsTexts = part('business', {
  es: () => import('../texts/es/business.reasons.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/business.reasons.json', { with: { type: 'json' } }),
})

export const repertoireTexts = part('business', {
  es: () => import('../texts/es/business.repertoire.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/business.repertoire.json', { with: { type: 'json' } }),
})

/** An order in a list, and what comes next in it. */
export const rowTexts = part('business', {
  es: () => import('../texts/es/business.row.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/business.row.json', { with: { type: 'json' } }),
})

export const scoreTexts = part('business', {
  es: () => import('../texts/es/business.score.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/business.score.json', { with: { type: 'json' } }),
})

export const talentTexts = part('business', {
  es: () => import('../texts/es/business.talent.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/business.talent.json', { with: { type: 'json' } }),
})

/** The whole brief, beyond the first screen. */
export const sectionsTexts = part('business', {
  es: () => import('../texts/es/business.sections.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/business.sections.json', { with: { type: 'json' } }),
})

export const adjustTexts = part('business', {
  es: () => import('../texts/es/business.adjust.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/business.adjust.json', { with: { type: 'json' } }),
})

/** What an order takes along that is called off, or moved. */
export const leaveTexts = part('business', {
  es: () => import('../texts/es/business.leave.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/business.leave.json', { with: { type: 'json' } }),
})
