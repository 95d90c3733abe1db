import * as z from 'zod/mini'
import { endpoint } from '#core/contract/endpoint.ts'
import { OnePayment, Paid } from './contract.ts'

export const payLessonByCard = endpoint({
  method: 'POST',
  path: '/api/lessons/payments/:of/:id/card/',
  access: 'read:calendar',
  summary: 'The student pays a lesson or package by card: where the provider takes it, until an hour later',
  params: OnePayment,
  /** Where the browser goes: a page of the provider's. */
  reply: z.object({ url: z.string() }),
  limit: 30,
})

export const checkLessonCard = endpoint({
  method: 'POST',
  path: '/api/lessons/payments/:of/:id/card/check/',
  access: 'read:calendar',
  summary: 'Ask the provider what became of a lesson’s or package’s payment by card',
  params: OnePayment,
  reply: Paid,
  limit: 60,
})

export const endLessonCard = endpoint({
  method: 'DELETE',
  path: '/api/lessons/payments/:of/:id/card/',
  access: 'read:calendar',
  summary: 'Not to pay a lesson or package by card after all; what the provider has taken stays paid',
  params: OnePayment,
  reply: Paid,
  limit: 30,
})
