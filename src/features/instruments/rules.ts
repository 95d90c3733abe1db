import type { ExperienceBand } from './contract.ts'

/**
 * Experience by years of playing: Graduate below 2, Junior from 2, Senior from 4, Lead or above from 8.
 * Only the year is known, so it counts calendar years.
 * @returns null without a year, or with one that hasn't come
 */
export function experienceOf(since_year: number | null, now: Date): ExperienceBand | null {
  if (since_year === null) return null
  const years = now.getUTCFullYear() - since_year
  if (years < 0) return null
  if (years < 2) return 'graduate'
  if (years < 4) return 'junior'
  if (years < 8) return 'senior'
  return 'lead'
}
