import { part } from '#core/web/texts.ts'

export const legalTexts = part('functionality', {
  es: () => import('../texts/es/functionality.legal.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/functionality.legal.json', { with: { type: 'json' } }),
})

export const helpTexts = part('functionality', {
  es: () => import('../texts/es/functionality.help.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/functionality.help.json', { with: { type: 'json' } }),
})

export const ticketTexts = part('functionality', {
  es: () => import('../texts/es/functionality.tickets.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/functionality.tickets.json', { with: { type: 'json' } }),
})

export const voteTexts = part('functionality', {
  es: () => import('../texts/es/functionality.votes.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/functionality.votes.json', { with: { type: 'json' } }),
})
