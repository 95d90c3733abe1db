import type { Genre } from '#features/services/contract.ts'

/** Genres that stand in for each other: whoever plays one of a family is near to the others of it. */
const FAMILIES: readonly (readonly Genre[])[] = [
  ['salsa', 'merengue', 'cumbia', 'bachata', 'latin', 'punta'],
  ['bolero', 'trova', 'latin', 'bachata'],
  ['marimba', 'folk', 'ranchera', 'mariachi', 'punta'],
  ['jazz', 'blues', 'funk', 'gospel'],
  ['pop', 'rock', 'reggae', 'funk'],
  ['pop', 'reggaeton', 'electronic'],
]

/** A genre and those of its families. */
export const nearTo = (genre: Genre): Genre[] => [
  ...new Set([genre, ...FAMILIES.filter((family) => family.includes(genre)).flat()]),
]
