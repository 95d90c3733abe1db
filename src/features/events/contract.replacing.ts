import * as z from 'zod/mini'
import { wordsOf } from '#core/contract/audience.ts'
import { endpoint, Id, IdParams } from '#core/contract/endpoint.ts'
import { Currency } from '#core/contract/money.ts'
import { Instant } from '#core/contract/time.ts'
import { Intent } from '#features/hiring/plan/contract.ts'
import { RequestStatus } from '#features/hiring/talent/contract.ts'

/* Who was lost of an event, and who could play in their place. */

/** Why somebody who was confirmed doesn't play. */
export const LOSS_CAUSES = ['withdrawn', 'missing', 'other'] as const
export type LossCause = (typeof LOSS_CAUSES)[number]

/** Somebody who could play a moment that was lost. */
export const Replacement = z.object({
  project_id: Id,
  service_id: Id,
  name: z.nullable(wordsOf('artist', z.string())),
  project_type: z.enum(['INDIVIDUAL', 'GROUP']),
  profile_image: z.nullable(z.string()),
  city: z.nullable(wordsOf('artist', z.string())),
  rating: z.nullable(z.number()),
  rating_count: z.int(),
  gigs_played: z.int(),
  service_title: wordsOf('artist', z.string()),
  distance_km: z.number(),
  /** What their service asks for the moment, with travel; minor units. */
  price: z.int(),
  /** That less what was agreed for it before. */
  difference: z.int(),
  /** 0 to 100. */
  fit: z.int(),
  /** They suit the moment at least as well as who was lost. */
  suits: z.boolean(),
  /** They said that they stand by for it. */
  stands_by: z.boolean(),
})
export type Replacement = z.output<typeof Replacement>

export const LostMoment = z.object({
  slot_id: Id,
  intent: Intent,
  title: z.nullable(z.string()),
  starts_at: Instant,
  ends_at: Instant,
  required: z.boolean(),
  cause: z.enum(LOSS_CAUSES),
  lost_at: Instant,
  /** Who was to play it. */
  lost: z.object({ project_id: Id, name: z.nullable(wordsOf('artist', z.string())) }),
  /** What was agreed for the moment, with the platform's fee; minor units. */
  agreed: z.int(),
  /** Who is asked in their place, until their agreement is in force. */
  asked: z.nullable(
    z.object({
      request_id: Id,
      project_id: Id,
      name: z.nullable(wordsOf('artist', z.string())),
      status: RequestStatus,
      reply_by: Instant,
    }),
  ),
  /** Who could, the best first; nobody while somebody is asked. */
  candidates: z.array(Replacement),
})
export type LostMoment = z.output<typeof LostMoment>

export const Replacements = z.object({
  currency: Currency,
  moments: z.array(LostMoment),
})
export type Replacements = z.output<typeof Replacements>

export const readReplacements = endpoint({
  method: 'GET',
  path: '/api/events/:id/replacements/',
  access: 'read:events',
  summary: 'The moments of my event that lost who was to play them, and who could in their place',
  params: IdParams,
  reply: Replacements,
  limit: 60,
})

export const askReplacement = endpoint({
  method: 'POST',
  path: '/api/events/:id/replacements/',
  access: 'read:events',
  summary: 'Ask a musician to play moments that were lost: a request with a short time to answer',
  params: IdParams,
  body: z.object({
    project_id: Id,
    slot_ids: z.array(Id).check(z.minLength(1), z.maxLength(50)),
  }),
  reply: Replacements,
})
