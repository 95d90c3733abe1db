import * as z from 'zod/mini'
import { endpoint, PathId } from '#core/contract/endpoint.ts'

/** What a slip belongs to: a payment between two sides, a charge of a plan, a statement of fees. */
export const SLIP_OF = ['payment', 'charge', 'fees'] as const
export const SlipOf = z.enum(SLIP_OF)
export type SlipOf = z.output<typeof SlipOf>

/** As what a slip is kept, by its content. */
export const SLIP_FORMATS = ['pdf', 'jpeg', 'png', 'webp'] as const
/** The same as media types. */
export const SLIP_TYPES = ['application/pdf', 'image/jpeg', 'image/png', 'image/webp']

const OneSlip = z.object({ of: SlipOf, id: PathId })

/** A slip as whoever added it is told of it. */
export const Slip = z.object({ of: SlipOf, format: z.enum(SLIP_FORMATS), bytes: z.int() })
export type Slip = z.output<typeof Slip>

export const addSlip = endpoint({
  method: 'POST',
  path: '/api/slips/:of/:id/',
  access: 'signed-in',
  summary:
    'Add the slip of a transfer that the caller recorded (multipart field `file`; PDF, JPEG, PNG or WebP by content); it takes the place of the one before',
  params: OneSlip,
  upload: SLIP_TYPES,
  reply: Slip,
  status: 201,
  limit: 30,
})

export const readSlip = endpoint({
  method: 'GET',
  path: '/api/slips/:of/:id/',
  access: 'signed-in',
  summary: 'The slip of a transfer, for its two ends',
  params: OneSlip,
  raw: SLIP_TYPES,
})
