import * as z from 'zod/mini'
import { endpoint, IdParams } from '#core/contract/endpoint.ts'
import { Agreement } from './contract.ts'

export const withdrawContract = endpoint({
  method: 'POST',
  path: '/api/contracts/:id/withdraw/',
  access: 'signed-in',
  summary: 'The artist withdraws from a signed agreement: the date is free, somebody else is looked for',
  params: IdParams,
  body: z.object({ reason: z.string().check(z.trim(), z.minLength(3), z.maxLength(500)) }),
  reply: Agreement,
})

export const reportMissing = endpoint({
  method: 'POST',
  path: '/api/contracts/:id/missing/',
  access: 'signed-in',
  summary: 'The hunter reports, from the beginning of the event on, that the artist is missing',
  params: IdParams,
  body: z.object({ reason: z._default(z.string().check(z.trim(), z.maxLength(500)), '') }),
  reply: Agreement,
})
