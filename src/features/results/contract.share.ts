import { endpoint, IdParams } from '#core/contract/endpoint.ts'

/* Results that are handed on: as a paper, and to whoever has a link. */

export const readResultsPaper = endpoint({
  method: 'GET',
  path: '/api/orders/:id/results/paper/',
  access: 'read:events',
  summary: 'What an event achieved, as a PDF in my language: all that its page shows',
  params: IdParams,
  raw: ['application/pdf'],
})
