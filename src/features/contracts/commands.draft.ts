import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { notFound } from '#core/contract/errors.ts'
import { formatDate, formatList } from '#core/contract/intl.ts'
import { LANGUAGES, type Language } from '#core/contract/language.ts'
import { type Currency, formatMoney } from '#core/contract/money.ts'
import type { Work } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import { nameIn, type Texts } from '#core/server/texts.ts'
import { users } from '#features/accounts/table.ts'
import { markContracted } from '#features/budgets/commands.ts'
import { acceptedBudgets } from '#features/budgets/queries.hunter.ts'
import { amountOf } from '#features/budgets/rules.ts'
import { lockOrder } from '#features/hiring/journey/commands.ts'
import type { OrderRow } from '#features/hiring/journey/queries.ts'
import { notify } from '#features/notifications/commands.ts'
import { payments } from '#features/payments/table.ts'
import { music_projects } from '#features/projects/table.ts'
import { type PaidBefore, scheduleCarried } from './commands.schedule.ts'
import { enqueueLetter, toArtist } from './commands.ts'
import type { Terms } from './contract.ts'
import { heldFor } from './queries.deposit.ts'
import { isUnreplaced } from './queries.ends.ts'
import {
  CLAUSES,
  CLAUSES_WHERE_SAID,
  CONTRACT_STEPS,
  canonicalJson,
  carriedOver,
  DEPOSIT_HOURS,
  depositToPay,
  numberOf,
  type Replaced,
  WORDING,
} from './rules.ts'
import { contracts } from './table.ts'

/** SHA-256 of the terms' canonical JSON, hex: what a signature is given to. */
export const hashOf = (terms: Terms): string =>
  createHash('sha256').update(canonicalJson(terms)).digest('hex')

/** Every clause in both languages, with the facts of this agreement in them. */
function clausesOf(texts: Texts, terms: Omit<Terms, 'clauses'>): Terms['clauses'] {
  const { artist, buyer, signer, payer, event, fees, replaces, cancellation } = terms
  const said = CLAUSES_WHERE_SAID.filter((key) => terms[key])
  const toPay = depositToPay(terms)
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
      sets: formatList(
        (event.sets ?? []).map((set) =>
          say('set', {
            from: hour(set.starts_at),
            to: hour(set.ends_at),
            moment: set.title ?? texts.say(language, `business:order.plan.intents.${set.intent}`),
          }),
        ),
        language,
      ),
      place: [event.place, event.city].filter(Boolean).join(', ') || say('place_default'),
      line_up: artist.line_up || say('line_up_default'),
      signer: [nameIn(texts, language, signer?.name ?? null), signer?.role].filter(Boolean).join(', '),
      payer: [
        nameIn(texts, language, payer?.name ?? null),
        payer?.tax_id && say('tax_id', { id: payer.tax_id }),
      ]
        .filter(Boolean)
        .join(', '),
      total: money(fees.total),
      subtotal: money(fees.subtotal),
      discount: money(fees.discount),
      tax: money(fees.tax),
      platform_fee: money(fees.platform_fee),
      payout: money(fees.payout),
      deposit: money(fees.deposit),
      deposit_pct: fees.deposit_pct,
      deposit_hours: DEPOSIT_HOURS,
      to_pay: money(toPay),
      carried: money(replaces?.carried ?? 0),
      replaced: formatList(
        (replaces?.agreements ?? []).map(({ number }) => number),
        language,
      ),
      balance: money(fees.balance),
      balance_due: date(fees.balance_due_at, { dateStyle: 'long' }),
      tiers:
        tiers.length === 0
          ? say('tier_none')
          : [
              ...tiers.map((tier) =>
                say('tier', { count: tier.hours_before, hours: tier.hours_before, pct: tier.refund_pct }),
              ),
              say('tier_rest'),
            ].join('; '),
    }
    const wordingOf = (key: string) => {
      if (key === 'deposit' && fees.deposit === 0) return 'none'
      if (key === 'replaces' && !replaces?.carried) return 'none'
      if (key === 'deposit' && toPay === 0) return 'carried'
      if (key === 'deposit' && toPay < fees.deposit) return 'rest'
      return key === 'object' && event.sets ? 'several' : 'text'
    }
    return [...CLAUSES, ...said].map((key) => ({
      title: say(`clauses.${key}.title`),
      text: say(`clauses.${key}.${wordingOf(key)}`, values),
    }))
  }
  return Object.fromEntries(LANGUAGES.map((language) => [language, inLanguage(language)])) as Terms['clauses']
}

type Accepted = Awaited<ReturnType<typeof acceptedBudgets>>[number]

function termsOf(
  texts: Texts,
  number: string,
  order: OrderRow,
  { budget, sets, hunter, owner_name, project_name }: Accepted,
  before: readonly Replaced[],
): Terms {
  const [first] = sets
  const last = sets.at(-1)
  if (!first || !last) throw notFound()
  const place = order.brief.event?.address ?? null
  const currency = budget.currency as Currency
  const { total, payout } = budget
  const { replaces, deposit, deposit_pct } = carriedOver({ ...budget, currency }, before)
  const terms: Omit<Terms, 'clauses'> = {
    number,
    version: 1,
    wording: WORDING,
    buyer: buyerFrom(hunter),
    artist: {
      project_id: budget.project_id,
      name: project_name,
      signer: owner_name,
      line_up: budget.line_up,
    },
    event: {
      order_id: order.id,
      slot_id: first.slot_id,
      type: order.type ?? 'other',
      title: order.title,
      intent: first.intent,
      slot_title: first.title,
      starts_at: first.starts_at,
      ends_at: last.ends_at,
      ...(sets.length > 1 ? { sets } : {}),
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
      total,
      payout,
      currency,
      deposit_pct,
      deposit,
      balance: total - deposit,
      balance_due_at: budget.balance_due_at,
    },
    ...(replaces ? { replaces } : {}),
    cancellation: budget.cancellation,
    special_terms: '',
  }
  return { ...terms, clauses: clausesOf(texts, terms) }
}

/** A hunter as a buyer; a person has neither legal name nor tax id. */
function buyerFrom(hunter: Accepted['hunter']): Terms['buyer'] {
  const business = hunter.client_kind === 'BUSINESS'
  return {
    name: hunter.name,
    legal_name: business ? hunter.legal_name : null,
    tax_id: business ? hunter.tax_id : null,
  }
}

/** The buyer as their account has them now. */
export async function buyerOf(db: Db, hunter_id: number): Promise<Terms['buyer']> {
  const [hunter] = await db.select().from(users).where(eq(users.id, hunter_id))
  if (!hunter) throw notFound()
  return buyerFrom(hunter)
}

/** Who the clauses name on the buyer's side. */
const peopleOf = ({ buyer, signer, payer }: Pick<Terms, 'buyer' | 'signer' | 'payer'>) =>
  canonicalJson([buyer, signer, payer])

/**
 * Another version of terms. The clauses name the buyer, and who signs and pays for them: they are written anew when it
 * is somebody else.
 */
export function nextTerms(
  texts: Texts,
  before: Terms,
  change: Pick<Terms, 'version' | 'buyer' | 'signer' | 'payer' | 'special_terms'>,
): Terms {
  const { clauses, ...facts } = { ...before, ...change }
  if (peopleOf(before) === peopleOf(change)) return { ...facts, clauses }
  return { ...facts, wording: WORDING, clauses: clausesOf(texts, { ...facts, wording: WORDING }) }
}

/** The next version of terms for an event whose street was said, or put right. */
export function placedTerms(texts: Texts, before: Terms, version: number, place: string): Terms {
  const event = { ...before.event, place }
  const { clauses: _, ...facts } = { ...before, version, event, wording: WORDING }
  return { ...facts, clauses: clausesOf(texts, facts) }
}

/** The next version of terms for which something else was paid before: sums and clauses are written anew. */
export function recountedTerms(
  texts: Texts,
  before: Terms,
  change: Pick<Terms, 'version' | 'replaces'> & Pick<Terms['fees'], 'deposit' | 'deposit_pct'>,
): Terms {
  const { version, replaces, deposit, deposit_pct } = change
  const fees = { ...before.fees, deposit, deposit_pct, balance: before.fees.total - deposit }
  const { clauses: _, ...facts } = { ...before, version, replaces, fees, wording: WORDING }
  return { ...facts, clauses: clausesOf(texts, facts) }
}

/**
 * Drafts an agreement of each accepted budget that has none yet, and sends it to both sides.
 * @returns whether the order may have others, from before
 */
export async function draftAgreements(work: Work, order_id: number): Promise<boolean> {
  const order = await lockOrder(work, order_id)
  const accepted = await acceptedBudgets(work.db, order_id)
  if (accepted.length === 0) return true
  const numbered = await reserveNumbers(
    work,
    order_id,
    accepted.map(({ budget }) => budget.project_id),
  )
  const now = work.now.toISOString()
  const drafted = accepted.flatMap((one, at) => {
    const reserved = numbered[at]
    if (!reserved) return []
    const { id, pay_to } = reserved
    // With several agreements of one project the first takes the place of what it had.
    const isFirst = accepted.findIndex(({ budget }) => budget.project_id === one.budget.project_id) === at
    const before = isFirst ? reserved.before : []
    const number = numberOf(id, work.now)
    const terms = termsOf(work.app.texts, number, order, one, before)
    const { id: budget_id, request_id, project_id } = one.budget
    const { hunter_id } = order
    const state = CONTRACT_STEPS.send.to
    return {
      id,
      owner_id: one.owner_id,
      number,
      order_id,
      request_id,
      budget_id,
      project_id,
      hunter_id,
      state,
      terms,
      pay_to,
      before,
    }
  })
  await work.db
    .insert(contracts)
    .overridingSystemValue()
    .values(
      drafted.map(({ owner_id: _, before: __, ...one }) => ({
        ...one,
        sha256: hashOf(one.terms),
        sent_at: now,
        created_at: now,
      })),
    )
  await noteReplaced(work, drafted)
  await scheduleCarried(
    work,
    drafted.map(({ before, ...one }) => ({
      ...one,
      paid: before.findLast(({ last }) => last !== null)?.last ?? null,
    })),
  )
  await markContracted(
    work,
    drafted.map(({ budget_id }) => budget_id),
  )
  for (const { id } of drafted) await enqueueLetter(work, id, 'artist', 'sent')
  notify(
    work,
    drafted.map(({ owner_id, ...one }) => toArtist({ ...one, version: one.terms.version }, owner_id, 'sign')),
  )
  return numbered.some(({ has_others }) => has_others)
}

/** An agreement of the same project for an earlier date of the order, with what was confirmed for it last, if anything was. */
interface Before extends Replaced {
  id: number
  last: PaidBefore | null
}

/** An agreement `c` as `Before`. */
const asBefore = sql`jsonb_build_object('id', c.id, 'number', c.number, 'currency', c.currency, 'paid', ${heldFor},
  'last', (select jsonb_build_object('method', p.method, 'reference', p.reference,
      'declared_by', p.declared_by, 'declared_at', p.declared_at, 'held_at', p.held_at) from ${payments} p
    where p.subject = 'contract:' || c.id and p.state = 'held' and p.kind <> 'refund'
    order by p.id limit 1))`

/** The agreements that one was made in the place of, with what is paid for them by now. */
export async function replacedBy(db: Db, contract_id: number): Promise<Before[]> {
  const { rows } = await db.execute<{ one: Before }>(
    sql`select ${asBefore} as one from ${contracts} c where c.replaced_by_id = ${contract_id} order by c.id`,
  )
  return rows.map(({ one }) => one)
}

/** Says on agreements for an earlier date which ones are made in their place. */
async function noteReplaced(
  work: Work,
  drafted: readonly { id: number; before: readonly Before[] }[],
): Promise<void> {
  const pairs = drafted.flatMap(({ id, before }) => before.map((one) => [one.id, id] as const))
  if (pairs.length === 0) return
  await work.db.execute(sql`
    update ${contracts} set replaced_by_id = pair.next
    from unnest(${sql.param(pairs.map(([old]) => old))}::bigint[],
      ${sql.param(pairs.map(([, next]) => next))}::bigint[]) pair (old, next)
    where ${contracts.id} = pair.old`)
}

/**
 * Ids for agreements of these projects, as their numbers are part of the terms, and where each project wanted its last
 * deposit: most have one account, which doesn't pass on with the project to another owner. Also whether the order has
 * agreements already, and those of the project for an earlier date that a new one takes the place of.
 */
async function reserveNumbers(work: Work, order_id: number, project_ids: readonly number[]) {
  const { rows } = await work.db.execute<{
    id: number
    pay_to: string
    has_others: boolean
    before: Before[]
  }>(sql`
    select nextval(pg_get_serial_sequence('contracts', 'id')) as id,
      exists (select from ${contracts} c where c.order_id = ${order_id}) as has_others,
      coalesce((select c.pay_to from ${contracts} c join ${music_projects} p on p.id = c.project_id
        where c.project_id = wanted.project_id and c.pay_to <> ''
          and c.created_at >= coalesce(p.owned_since, '-infinity')
        order by c.id desc limit 1), '') as pay_to,
      coalesce((select jsonb_agg(${asBefore} order by c.id)
        from ${contracts} c
        where c.order_id = ${order_id} and c.project_id = wanted.project_id and ${isUnreplaced}), '[]') as before
    from unnest(${sql.param(project_ids)}::bigint[]) with ordinality as wanted (project_id, place)
    order by place`)
  return rows
}
