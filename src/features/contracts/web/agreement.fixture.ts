import type { Agreement } from '../contract.ts'

const AT = '2026-04-19T00:00:00.000Z'

/** An agreement over $500 with a deposit of $150. */
export const AGREEMENT: Agreement = {
  ...{ id: 5, number: 'T-2026-5', version: 1, state: 'voided', order_id: 12, project_id: 7 },
  ...{ project_name: 'Rosa Ixchel', side: 'hunter', can_act: true, can_sign: false },
  has_street: false,
  terms: {
    ...{ number: 'T-2026-5', version: 1, wording: 1 },
    buyer: { name: 'Ana Lucía Paz', legal_name: null, tax_id: null },
    artist: { project_id: 7, name: 'Rosa Ixchel', signer: 'Rosa Ixchel', line_up: '' },
    event: {
      ...{ order_id: 12, slot_id: 1, type: 'wedding', title: null, intent: 'dance', slot_title: null },
      ...{ starts_at: AT, ends_at: '2026-04-19T04:00:00.000Z', zone: 'America/Guatemala' },
      ...{ city: 'Antigua Guatemala', place: null, guests: 100 },
    },
    fees: {
      ...{ budget_id: 3, budget_version: 1, items: [], subtotal: 50_000, discount: 0, tax: 0 },
      ...{ platform_fee: 0, total: 50_000, payout: 50_000, currency: 'USD' },
      ...{ deposit_pct: 30, deposit: 15_000, balance: 35_000, balance_due_at: AT },
    },
    ...{ cancellation: [], special_terms: '', clauses: { es: [], en: [] } },
  },
  ...{
    own_part: null,
    in_place_of: null,
    sha256: '',
    sent_at: AT,
    signatures: [],
    payments: [],
    extras: [],
    deposit: null,
    deposit_outcome: null,
  },
  ...{
    deposit_due_at: null,
    pay_to: '',
    contact: null,
    reason: 'order_cancelled',
    said: '',
    replaced_by: null,
  },
  ...{ has_document: false, amendment: null },
}
