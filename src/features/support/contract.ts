import * as z from 'zod/mini'
import { endpoint } from '#core/contract/endpoint.ts'

export const readContact = endpoint({
  method: 'GET',
  path: '/api/support/contact/',
  access: 'public',
  summary: 'Where the people behind the platform are written to',
  reply: z.object({ support_email: z.string() }),
})
