import * as z from 'zod/mini'

/**
 * Whom an estimate compares, the nearest to what is asked first: those who could be hired, who all play the genre or one
 * that is liked; those who play one of its family, anything in that line-up, and whoever plays in it anywhere in the country.
 */
export const ESTIMATE_LEVELS = ['genre', 'liked', 'family', 'format', 'country'] as const

/** What a line-up asks for a length of time at a place, as real services say. Minor units of the order's currency. */
export const Estimate = z.object({
  level: z.enum(ESTIMATE_LEVELS),
  n: z.int(),
  median: z.int(),
  low: z.int(),
  high: z.int(),
  least: z.nullable(z.int()),
})

export type Estimate = z.output<typeof Estimate>

/** An estimate with whom it compares, a project each: several estimates together count nobody twice. */
export type Rate = Estimate & { project_ids: readonly number[] }
