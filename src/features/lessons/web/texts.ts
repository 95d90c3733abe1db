import { part } from '#core/web/texts.ts'

/** What is said of lessons wherever there are any. */
export const lessonTexts = part('functionality', {
  es: () => import('../texts/es/functionality.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/functionality.json', { with: { type: 'json' } }),
})

/** The desk of who learns, with the finding of a teacher. */
export const findingTexts = part('functionality', {
  es: () => import('../texts/es/functionality.finding.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/functionality.finding.json', { with: { type: 'json' } }),
})

/** One lesson, what may be done with it, and what is paid. */
export const oneLessonTexts = part('functionality', {
  es: () => import('../texts/es/functionality.one.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/functionality.one.json', { with: { type: 'json' } }),
})

/** Choosing times: a first lesson, a series, another day. */
export const bookingTexts = part('functionality', {
  es: () => import('../texts/es/functionality.booking.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/functionality.booking.json', { with: { type: 'json' } }),
})

/** What whoever teaches reads and sets. */
export const teachingTexts = part('functionality', {
  es: () => import('../texts/es/functionality.teaching.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/functionality.teaching.json', { with: { type: 'json' } }),
})

/** Whom a musician teaches, on their home. */
export const studentsTexts = part('functionality', {
  es: () => import('../texts/es/functionality.students.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/functionality.students.json', { with: { type: 'json' } }),
})

/** What the server refuses, where a form knows it beforehand. */
export const lessonRefusals = part('common', {
  es: () => import('../texts/es/common.refusals.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/common.refusals.json', { with: { type: 'json' } }),
})
