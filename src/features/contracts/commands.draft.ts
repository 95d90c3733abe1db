import { createHash } from 'node:crypto'
import { and, desc, eq, ne } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { formatDate } from '#core/contract/intl.ts'
import { LANGUAGES, type Language } from '#core/contract/language.ts'
import { type Currency, formatMoney } from '#core/contract/money.ts'
import type { Work } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import { nameIn, type Texts } from '#core/server/texts.ts'
import { users } from '#features/accounts/table.ts'
import { markContracted } from '#features/budgets/commands.ts'
import { acceptedBudgets } from '#features/budgets/queries.ts'
import { amountOf } from '#features/budgets/rules.ts'
import { lockOrder } from '#features/hiring/journey/commands.ts'
import type { OrderRow } from '#features/hiring/journey/queries.ts'
import { contractSteps, enqueueLetter } from './commands.ts'
import type { Terms } from './contract.ts'
import { CLAUSES, CONTRACT_STEPS, canonicalJson, DEPOSIT_HOURS, numberOf, WORDING } from './rules.ts'
import { contracts } from './table.ts'

/** SHA-256 of the terms' canonical JSON, hex: what a signature is given to. */
export const hashOf = (terms: Terms): string =>
  createHash('sha256').update(canonicalJson(terms)).digest('hex')

/** Every clause in both languages, with the facts of this agreement in them. */
function clausesOf(texts: Texts, terms: Omit<Terms, 'clauses'>): Terms['clauses'] {
  const { artist, buyer, event, fees, cancellation } = terms
  const inLanguage = (language: Language) => {
    const say = (key: string, values: Record<string, string | number> = {}) =>
      texts.say(language, `business:contracts.${key}`, values)
    const date = (at: string, options: Intl.DateTimeFormatOptions) =>
      formatDate(at, language, { ...options, timeZone: event.zone })
    const hour = (at: string) => date(at, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    const money = (amount: number) => formatMoney(amount, fees.currency, language)
    const tiers = cancellation.filter((tier) => tier.refund_pct > 0)
    const values = {
      artist: nameIn(texts, language, artist.name),
      buyer: nameIn(texts, language, buyer.legal_name ?? buyer.name),
      event: event.title ?? texts.say(language, `business:terms.event_types.${event.type}`),
      date: date(event.starts_at, { dateStyle: 'full' }),
      from: hour(event.starts_at),
      to: hour(event.ends_at),
      place: [event.place, event.city].filter(Boolean).join(', ') || say('place_default'),
      line_up: artist.line_up || say('line_up_default'),
      total: money(fees.total),
      subtotal: money(fees.subtotal),
      discount: money(fees.discount),
      tax: money(fees.tax),
      platform_fee: money(fees.platform_fee),
      payout: money(fees.payout),
      deposit: money(fees.deposit),
      deposit_pct: fees.deposit_pct,
      deposit_hours: DEPOSIT_HOURS,
      balance: money(fees.balance),
      balance_due: date(fees.balance_due_at, { dateStyle: 'long' }),
      tiers:
        tiers.length === 0
          ? say('tier_none')
          : [
              ...tiers.map((tier) => say('tier', { hours: tier.hours_before, pct: tier.refund_pct })),
              say('tier_rest'),
            ].join('; '),
    }
    return CLAUSES.map((key) => ({
      title: say(`clauses.${key}.title`),
      text: say(
        key === 'deposit' && fees.deposit === 0 ? 'clauses.deposit.none' : `clauses.${key}.text`,
        values,
      ),
    }))
  }
  return Object.fromEntries(LANGUAGES.map((language) => [language, inLanguage(language)])) as Terms['clauses']
}

type Accepted = Awaited<ReturnType<typeof acceptedBudgets>>[number]

function termsOf(
  texts: Texts,
  number: string,
  order: OrderRow,
  buyer: Terms['buyer'],
  { budget, moment, owner_name, project_name }: Accepted,
): Terms {
  const place = order.brief.event?.address ?? null
  const terms: Omit<Terms, 'clauses'> = {
    number,
    version: 1,
    wording: WORDING,
    buyer,
    artist: {
      project_id: budget.project_id,
      name: project_name,
      signer: owner_name,
      line_up: budget.line_up,
    },
    event: {
      order_id: order.id,
      slot_id: budget.slot_id,
      type: order.type ?? 'other',
      title: order.title,
      intent: moment.intent,
      slot_title: moment.title,
      starts_at: moment.from,
      ends_at: moment.to,
      zone: order.zone,
      city: order.city,
      place: place || null,
      guests: order.guests,
    },
    fees: {
      budget_id: budget.id,
      budget_version: budget.version,
      // Optional lines that weren't chosen are no part of the agreement.
      items: budget.items
        .filter((item, at) => !item.optional || budget.chosen.includes(at))
        .map((item) => ({ ...item, amount: amountOf(item) })),
      subtotal: budget.subtotal,
      discount: budget.discount,
      tax: budget.tax,
      platform_fee: budget.platform_fee,
      total: budget.total,
      payout: budget.payout,
      currency: budget.currency as Currency,
      deposit_pct: budget.deposit_pct,
      deposit: budget.deposit,
      balance: budget.total - budget.deposit,
      balance_due_at: budget.balance_due_at,
    },
    cancellation: budget.cancellation,
    special_terms: '',
  }
  return { ...terms, clauses: clausesOf(texts, terms) }
}

/** Drafts an agreement of each accepted budget that has none yet, and sends it to both sides. */
export async function draftAgreements(work: Work, order_id: number): Promise<void> {
  const order = await lockOrder(work, order_id)
  const accepted = await acceptedBudgets(work.db, order_id)
  if (accepted.length === 0) return
  const [hunter] = await work.db.select().from(users).where(eq(users.id, order.hunter_id))
  if (!hunter) throw notFound()
  const business = hunter.client_kind === 'BUSINESS'
  const buyer = {
    name: hunter.name,
    legal_name: business ? hunter.legal_name : null,
    tax_id: business ? hunter.tax_id : null,
  }
  const now = work.now.toISOString()
  for (const one of accepted) {
    // The number comes from the row's id and is part of the terms: first a draft, then its text.
    const [draft] = await work.db
      .insert(contracts)
      .values({
        number: `draft ${one.budget.id}`,
        order_id,
        slot_id: one.budget.slot_id,
        request_id: one.budget.request_id,
        budget_id: one.budget.id,
        project_id: one.budget.project_id,
        hunter_id: order.hunter_id,
        state: CONTRACT_STEPS.draft.to,
        terms: {} as Terms,
        sha256: '',
        pay_to: await lastPayTo(work.db, one.budget.project_id),
        created_at: now,
      })
      .returning({ id: contracts.id })
    if (!draft) throw new Refusal(409, 'contracts.moved_on')
    const number = numberOf(draft.id, work.now)
    const terms = termsOf(work.app.texts, number, order, buyer, one)
    await contractSteps.take(work, draft.id, 'send', 'system', {
      set: { number, terms, sha256: hashOf(terms), sent_at: now },
    })
    await markContracted(work, one.budget.id)
    await enqueueLetter(work, draft.id, 'artist', 'sent')
  }
}

/** Where the project wanted its last deposit: most have one account. */
async function lastPayTo(db: Db, project_id: number): Promise<string> {
  const [last] = await db
    .select({ pay_to: contracts.pay_to })
    .from(contracts)
    .where(and(eq(contracts.project_id, project_id), ne(contracts.pay_to, '')))
    .orderBy(desc(contracts.id))
    .limit(1)
  return last?.pay_to ?? ''
}
