import { part } from '#core/web/texts.ts'

export const accountRefusals = part('common', {
  es: () => import('../texts/es/common.refusals.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/common.refusals.json', { with: { type: 'json' } }),
})

export const accountTexts = part('auth', {
  es: () => import('../texts/es/auth.account.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/auth.account.json', { with: { type: 'json' } }),
})

/** What opens from an account's cards. */
export const accountDialogTexts = part('auth', {
  es: () => import('../texts/es/auth.dialogs.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/auth.dialogs.json', { with: { type: 'json' } }),
})

export const entryTexts = part('auth', {
  es: () => import('../texts/es/auth.entry.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/auth.entry.json', { with: { type: 'json' } }),
})

export const minorsTexts = part('auth', {
  es: () => import('../texts/es/auth.minors.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/auth.minors.json', { with: { type: 'json' } }),
})

export const proofTexts = part('auth', {
  es: () => import('../texts/es/auth.proof.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/auth.proof.json', { with: { type: 'json' } }),
})

export const factorTexts = part('auth', {
  es: () => import('../texts/es/auth.factors.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/auth.factors.json', { with: { type: 'json' } }),
})

export const instrumentNames = part('business', {
  es: () => import('../texts/es/business.instruments.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/business.instruments.json', { with: { type: 'json' } }),
})

export const leaveTexts = part('auth', {
  es: () => import('../texts/es/auth.leave.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/auth.leave.json', { with: { type: 'json' } }),
})

export const termsTexts = part('auth', {
  es: () => import('../texts/es/auth.terms.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/auth.terms.json', { with: { type: 'json' } }),
})
