import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { ReplyOf } from '#core/contract/endpoint.ts'
import { ask } from '#core/web/ask.ts'
import { drawn, inSpanish, textOf } from '#core/web/drawn.fixture.tsx'
import type { Order } from '#features/hiring/desk/contract.ts'
import { listBudgets, type RequestSlot } from '../contract.ts'
import { CompareBudgets } from './CompareBudgets.tsx'
import type { ProjectBudget } from './projectBudget.ts'

inSpanish()

const AT = '2126-12-12T00:00:00.000Z'
const slotOf = (id: number): RequestSlot => ({
  ...{ id, title: `Momento ${id}`, intent: 'dance', genre: 'salsa', format: 'duo', energy: 3 },
  ...{ required: true, starts_at: AT, ends_at: AT, cost: 27_500, currency: 'USD' },
})
/** As much of a quote as is read here: one for some moments, in lines of their own. */
const quoteFor = (...slot_ids: number[]) =>
  ({
    ...{
      id: 9,
      order_id: 4,
      slot_ids,
      state: 'sent',
      latest: true,
      chosen: [],
      total: 27_432 * slot_ids.length,
    },
    items: slot_ids.map((slot_id) => ({
      ...{ description: 'Dúo', qty: 1, unit_price: 27_432, optional: false, slot_id },
    })),
    ...{
      subtotal: 0,
      discount: 0,
      tax: 0,
      platform_fee: 0,
      fee_pct: 0,
      payout: 0,
      deposit: 0,
      deposit_pct: 0,
    },
    ...{ currency: 'USD', valid_until: AT, balance_due_at: AT, cancellation: [], asked_for_more: false },
    ...{ line_up: '', note: '', reason: '' },
    project: {
      id: 7,
      name: 'Son Bolero',
      project_type: 'GROUP',
      city: null,
      rating: null,
      gigs_played: 0,
      promises: 0,
      replies: 0,
    },
  }) as unknown as ProjectBudget

async function shown(quote: ProjectBudget) {
  const client = new QueryClient()
  const params = { id: 4 }
  const answer: ReplyOf<typeof listBudgets> = {
    slots: quote.slot_ids.map((id) => ({ slot: slotOf(id), budgets: [quote], waiting: 0, gone: 0 })),
    ...{ currency: 'USD', budget_min: null, budget_max: null, accepted_total: 0 },
  }
  client.setQueryData(ask(listBudgets, { params }).queryKey, answer)
  const order = { id: 4, zone: 'America/Guatemala' } as Order
  return drawn(<CompareBudgets order={order} />, { client })
}

test('one quote for three moments is one offer: compared as a whole, and accepted once', async () => {
  const markup = await shown(quoteFor(1, 2, 3))
  const words = textOf(markup)
  expect(words).toMatch(/2\.04 menos de lo previsto para los 3 momentos/)
  expect(words).not.toContain('0.68')
  expect(words.match(/menos de lo previsto/g)).toHaveLength(1)
  expect(words.match(/Aceptar(?!\w)/g)).toHaveLength(1)
  expect(words.match(/Es la misma cotización: \S*822\.96 por los 3 momentos/g)).toHaveLength(2)
  expect(markup.match(/href="#budget-9"/g)).toHaveLength(2)
  expect(markup.match(/id="budget-9"/g)).toHaveLength(1)
})

test('a quote for one moment is compared with it', async () => {
  const words = textOf(await shown(quoteFor(1)))
  expect(words).toMatch(/0\.68 menos de lo previsto(?! para)/)
  expect(words).not.toContain('misma cotización')
})

test('a quote for several moments with one price for all says no amount at each of them', async () => {
  const own = textOf(await shown(quoteFor(1, 2)))
  expect(own).toMatch(/Momento 1 18:00–18:00 \S*274\.32 Momento 2/)
  const quote = quoteFor(1, 2)
  const words = textOf(
    await shown({
      ...quote,
      items: quote.items.map((item) => ({ ...item, slot_id: null })),
    } as ProjectBudget),
  )
  expect(words).toMatch(/Momento 1 18:00–18:00 Momento 2 18:00–18:00 \D*548\.64/)
})

test('the moment that only names a quote of another one takes the whole width', async () => {
  const markup = await shown(quoteFor(1, 2))
  const [first, second] = [1, 2].map(
    (id) => markup.match(new RegExp(`<section aria-label="Momento ${id}"[^>]*>`))?.[0],
  )
  expect(first).not.toContain('col-span-full')
  expect(second).toContain('col-span-full')
})
