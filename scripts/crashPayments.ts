import { setTimeout as sleep } from 'node:timers/promises'
import { briefWith } from '#app/server/scenes/brief.ts'
import { type Calls, callsOver } from '#app/server/scenes/calls.ts'
import { openForBooking } from '#app/server/scenes/cast.ts'
import { orderAt } from '#app/server/scenes/order.ts'
import type { FakeStripe } from '#features/payments/stripe.fixture.ts'
import { readProfile } from '#features/projects/contract.ts'
import { ask } from './crashServer.ts'

/*
 * Payments that are recorded and confirmed, or paid by card and told by signed calls of the provider's, while the server is
 * killed again and again: what was answered is there, and nothing of it is there twice. One agreement is made as people make
 * it, the others are copies of its rows.
 */

/** The two who pay and are paid, and the balances between them. */
export interface Payers {
  hunter: string
  musician: string
  contract_ids: number[]
}

const PLACE = { city: 'La Paz', country: 'MX', lat: 24.1426, lng: -110.3128, zone: 'America/Mazatlan' }
const TOO_LONG_MS = 10_000

/** A caller's address of their own for each agreement: pages of the provider's are counted by address. */
const addressFor = (contract_id: number) => `10.0.${(contract_id >> 8) & 255}.${contract_id & 255}`

const send =
  (address: () => string, token: string | null, from = '127.0.0.1') =>
  async (method: string, path: string, body?: object) => {
    const reply = await fetch(`${address()}${path}`, {
      method,
      headers: {
        'x-forwarded-for': from,
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(TOO_LONG_MS),
    })
    return { status: reply.status, text: await reply.text() }
  }

async function newcomer(
  data: string,
  address: () => string,
  kind: 'musician' | 'talent-hunter',
  name: string,
) {
  const email = `${kind}@crash.test`
  const more = kind === 'musician' ? { city: PLACE.city, main_instrument: 'guitar' } : {}
  const { status, text } = await send(address, null)('POST', `/api/auth/register/${kind}/`, {
    ...{ name, email, password: 'ensayo-general-26', terms: true, remember: true },
    ...more,
  })
  if (status >= 300) throw new Error(`nobody could register: ${text}`)
  await ask(data, 'update users set verified_at = now() where email = $1', [email])
  const token = JSON.parse(text).access as string
  const api: Calls = callsOver(send(address, token))
  return { name, token, api }
}

/** Copies the rows of an agreement in force, each with an order of its own and a balance to be paid. */
const COPIES = `
create or replace function crash_copy(rows regclass, of_id bigint, changes jsonb) returns bigint language plpgsql as $$
declare names text; made bigint; begin
  select string_agg(quote_ident(attname), ', ' order by attnum) into names from pg_attribute
    where attrelid = rows and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = '';
  execute format('insert into %s (%s) select %s from jsonb_populate_record(null::%s,
    (select to_jsonb(t) from %s t where id = $1) || $2) returning id', rows, names, names, rows, rows)
    using of_id, changes into made;
  return made;
end $$;
create or replace function crash_copies(of_contract bigint, many int) returns bigint[] language plpgsql as $$
declare c contracts; o bigint; b bigint; k bigint; made bigint[] := '{}'; begin
  select * into c from contracts where id = of_contract;
  for n in 1..many loop
    o := crash_copy('orders', c.order_id, '{}');
    b := crash_copy('budgets', c.budget_id, jsonb_build_object('order_id', o, 'version', 1000 + n, 'latest', false));
    k := crash_copy('contracts', c.id, jsonb_build_object('order_id', o, 'budget_id', b, 'number', 'crash ' || n));
    perform crash_copy('payments', p.id, jsonb_build_object('subject', 'contract:' || k)) from payments p
      where p.subject = 'contract:' || c.id and p.kind = 'balance';
    made := made || k;
  end loop;
  return made;
end $$;`

/** Makes two people and so many balances that are due between them. */
export async function duePayments(data: string, address: () => string, many: number): Promise<Payers> {
  const hunter = await newcomer(data, address, 'talent-hunter', 'Ana Crash')
  const player = await newcomer(data, address, 'musician', 'Rosa Crash')
  const { music_project } = await player.api(readProfile)
  const musician = { ...player, project_id: music_project[0]?.id ?? 0 }
  await openForBooking(musician, PLACE, [{ format: 'solo' }])
  const day = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10)
  const { contracts } = await orderAt('paid', {
    hunter,
    now: new Date(),
    brief: briefWith({
      event: { ...PLACE, day, ends: '20:00', setting: 'indoor', guests: 60 },
      technical: { formats: ['solo'] },
      budget: { min: 20_000, max: 200_000 },
    }),
    moments: [{ asks: [musician], format: 'solo', cost: 60_000 }],
  })
  for (const statement of [COPIES]) await ask(data, statement)
  const [made] = await ask<{ ids: string[] }>(data, 'select crash_copies($1, $2) as ids', [
    contracts[0]?.id,
    many,
  ])
  return { hunter: hunter.token, musician: musician.token, contract_ids: (made?.ids ?? []).map(Number) }
}

/** What was answered of payments by now. */
export interface Answered {
  recorded: Set<number>
  confirmed: Set<number>
  /** Calls of the provider's that were answered with yes. */
  called: Set<string>
  /** Statuses that nobody should have been answered. */
  unexpected: number[]
}

/** Every second balance is paid by card. */
const isByCard = (contract_id: number) => contract_id % 2 === 1

/**
 * Tells the server what happened at the provider: each call signed, twice, the last ones first, and again until it is
 * answered, as Stripe does it.
 */
export async function callAll(
  address: () => string,
  stripe: FakeStripe,
  answered: Answered,
  until: () => boolean,
): Promise<void> {
  const told = new Map<string, number>()
  while (!until()) {
    const news = stripe.events.filter(({ id }) => (told.get(id) ?? 0) < 2).reverse()
    for (const event of news.slice(0, 16)) {
      if (until()) return
      const { payload, header } = stripe.signed(event)
      const status = await fetch(`${address()}/api/webhooks/stripe/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'stripe-signature': header },
        body: payload,
        signal: AbortSignal.timeout(TOO_LONG_MS),
      }).then(
        ({ status }) => status,
        () => 0,
      )
      if (status === 200) {
        told.set(event.id, (told.get(event.id) ?? 0) + 1)
        answered.called.add(event.id)
      } else if (status !== 0 && status !== 503) answered.unexpected.push(status)
    }
    await sleep(news.length > 0 ? 5 : 50)
  }
}

/**
 * Records and confirms balances, and pays them by card, several at once, until all are confirmed or `until` says so. Whoever
 * isn't answered tries again.
 */
export async function payAll(
  address: () => string,
  { hunter, musician, contract_ids }: Payers,
  stripe: FakeStripe,
  answered: Answered,
  until: () => boolean,
): Promise<void> {
  const open = contract_ids.filter((id) => !answered.confirmed.has(id))
  const asHunter = send(address, hunter)
  const asMusician = send(address, musician)
  const step = async (call: () => ReturnType<ReturnType<typeof send>>) => {
    try {
      const { status, text } = await call()
      // 409: it had happened, and the answer was lost. 503: the database is away.
      if (![200, 409, 503].includes(status)) answered.unexpected.push(status)
      return { status, text }
    } catch {
      return { status: 0, text: '' }
    }
  }
  /** Pays on the provider's page; who comes back from it asks what became of it, mostly before anybody called. */
  const payByCard = async (id: number) => {
    const asPayer = send(address, hunter, addressFor(id))
    const path = `/api/contracts/${id}/payments/balance/card/`
    const begun = await step(() => asPayer('POST', path))
    const session = /\/c\/pay\/(\w+)/.exec(begun.text)?.[1]
    if (session) stripe.pay(session)
    // Every second time the provider's calls have some time to come first.
    if (id % 4 === 1) await sleep(1_000)
    const { status, text } = await step(() => asPayer('POST', `${path}check/`))
    if (status !== 200) return
    const { payments } = JSON.parse(text) as { payments: { kind: string; state: string }[] }
    if (payments.some(({ kind, state }) => kind === 'balance' && state === 'held')) answered.confirmed.add(id)
  }
  const payers = Array.from({ length: 8 }, async () => {
    for (let id = open.shift(); id !== undefined && !until(); id = open.shift()) {
      if (isByCard(id)) {
        await payByCard(id)
        continue
      }
      const path = `/api/contracts/${id}/payments/balance/`
      const said = await step(() => asHunter('POST', path, { method: 'transfer', reference: `crash ${id}` }))
      if (said.status === 200) answered.recorded.add(id)
      const confirmed = await step(() => asMusician('POST', `${path}confirm/`))
      if (confirmed.status === 200) answered.confirmed.add(id)
    }
  })
  await Promise.all(payers)
}

const FAULTS: Record<string, string> = {
  'a currency doesn’t sum to zero': `select currency from ledger_postings group by currency having sum(amount) <> 0`,
  'a confirmed payment isn’t held, has no receipt, or more than one': `select id from payments p
    where p.subject like 'contract:%' and (p.held_at is not null) <>
      ((select count(*) from receipts r where r.source = 'payment:' || p.id) = 1)`,
  'what is held isn’t what was confirmed': `select 1 where (select coalesce(sum(p.amount), 0) from ledger_postings p
      join ledger_accounts a on a.id = p.account_id where a.kind = 'held')
    <> (select coalesce(sum(amount), 0) from payments where state = 'held' and kind <> 'refund')`,
  'a step was written down twice': `select payment_id from payment_history where step in ('declare', 'confirm', 'collect')
    group by payment_id, step having count(*) > 1`,
  'a card’s money counts twice, or not at all': `select p.id from payments p where p.method = 'card'
    and (p.held_at is not null) <> ((select count(*) from card_charges c
      where c.payment_id = p.id and c.amount = p.amount) = 1)`,
  'what the provider has isn’t what was paid by card': `select 1 where (select coalesce(-sum(p.amount), 0)
      from ledger_postings p join ledger_accounts a on a.id = p.account_id where a.kind = 'clearing')
    <> (select coalesce(sum(amount), 0) from card_charges)`,
  'a number of a receipt is left out': `select 1 from receipts group by issuer_kind, issuer_id, year
    having max(number) <> count(*)`,
  'a step was taken and not written down': `select p.id from payments p where p.subject like 'contract:%'
    and p.state in ('processing', 'held') and p.kind = 'balance'
    and not exists (select from payment_history h where h.payment_id = p.id and h.state = p.state)`,
}

/** What of payments is lost, or there twice, after the server was killed: sentences. */
export async function paymentFaults(data: string, stripe: FakeStripe, answered: Answered): Promise<string[]> {
  const rows = await ask<{ id: string; state: string }>(
    data,
    `select split_part(subject, ':', 2) as id, state from payments where kind = 'balance'`,
  )
  const state = new Map(rows.map((one) => [Number(one.id), one.state]))
  const lost = [
    ...[...answered.recorded].filter((id) => !['processing', 'held'].includes(state.get(id) ?? '')),
    ...[...answered.confirmed].filter((id) => state.get(id) !== 'held'),
  ]
  // Others are answered meanwhile.
  const called = [...answered.called]
  const calls = await ask<{ id: string }>(data, 'select event_id as id from provider_events')
  const kept = new Set(calls.map(({ id }) => id))
  const unheard = called.filter((id) => !kept.has(id))
  const charges = await ask<{ intent_id: string }>(data, 'select intent_id from card_charges')
  const pages = new Set(
    stripe.all('charge').map(({ payment_intent }) => String((payment_intent as string | null) ?? '')),
  )
  const strange = charges.filter(({ intent_id }) => !pages.has(intent_id))
  const found = []
  for (const [fault, statement] of Object.entries(FAULTS))
    if ((await ask(data, statement)).length > 0) found.push(fault)
  return [
    ...found,
    ...(unheard.length > 0 ? [`calls answered and lost: ${unheard.slice(0, 3).join(', ')}`] : []),
    ...(strange.length > 0 ? [`${strange.length} charges that the provider doesn’t know`] : []),
    ...(lost.length > 0 ? [`answered and lost: ${lost.slice(0, 5).join(', ')}`] : []),
    ...(answered.unexpected.length > 0 ? [`answered ${answered.unexpected.slice(0, 5).join(', ')}`] : []),
  ]
}
