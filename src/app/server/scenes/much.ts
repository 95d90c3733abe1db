import { sql } from 'drizzle-orm'
import type { Db } from '#core/server/db.ts'

/** So many a statement, which may not take longer than any other. */
const AT_ONCE = 500

/** A hunter and a musician with a service, who plays all that the hunter orders. */
interface Who {
  hunter_id: number
  user_id: number
  project_id: number
}

/**
 * Gives two people so many orders, by SQL: years of them, around today.
 * @param many an order every eight hours, half of them past
 */
export async function manyOrders(db: Db, who: Who, many: number): Promise<void> {
  await db.transaction(async (tx) => {
    for (let first = 1; first <= many; first += AT_ONCE)
      await tx.execute(sql.raw(someOrders(who, many, first)))
  })
}

/** What comes of so many orders: an event of each, what is asked after it, a receipt and a conversation. */
export async function manyAfterwards(db: Db, { hunter_id, project_id, user_id }: Who): Promise<void> {
  const mine = sql`from orders o where o.hunter_id = ${hunter_id}`
  await db.execute(sql`insert into events (order_id, hunter_id, type, state, starts_at, ends_at, zone, confirmed_at)
    select o.id, o.hunter_id, o.type, 'delivered', o.starts_at, o.ends_at, o.zone, o.updated_at ${mine}`)
  await db.execute(sql`insert into review_rounds (event_id, project_id, hunter_id, opened_at, closes_at)
    select e.id, ${project_id}, e.hunter_id, e.ends_at, e.ends_at + interval '14 days' from events e
    where e.hunter_id = ${hunter_id}`)
  await db.transaction(async (tx) => {
    // They are numbered one by one, and each number is checked: what is wanted here is only that there are many.
    await tx.execute(sql`alter table receipts disable trigger user`)
    await tx.execute(sql`insert into receipts (source, subject, kind, issuer_kind, issuer_id, year, number, payer_kind,
        payer_id, about, amount, currency, paid_at, issued_at)
      select 'payment:' || o.id, 'contract:' || o.id, 'deposit', 'project', ${project_id}, 2026,
        row_number() over (order by o.id), 'user', o.hunter_id, '{}', 100, 'USD', o.updated_at, o.updated_at ${mine}`)
    await tx.execute(sql`alter table receipts enable trigger user`)
  })
  await db.execute(sql`with made as (insert into threads (hunter_id, project_id, order_id, last_seq, last_at)
      select o.hunter_id, ${project_id}, o.id, 1, o.updated_at ${mine} returning id, last_at)
    insert into thread_messages (thread_id, seq, user_id, side, project_id, client_id, text, created_at)
    select id, 1, ${user_id}, 'artist', ${project_id}, 'first', 'Hola', last_at from made`)
}

/** Some of them: asked, offered, agreed, promised. Numbers only, no user's text. */
const someOrders = (who: Who, many: number, first: number) => `
do $$ declare o bigint; s bigint; p bigint; r bigint; b bigint; at timestamptz; service bigint;
begin
  select id into service from services where project_id = ${who.project_id} limit 1;
  if ${first} = 1 then
    delete from busy_times where user_id = ${who.user_id} or project_id = ${who.project_id};
  end if;
  for n in ${first}..${Math.min(many, first + AT_ONCE - 1)} loop
    at := date_trunc('hour', now()) + (n - ${many / 2}) * interval '8 hours';
    insert into orders (hunter_id, stage, type, starts_at, ends_at, zone, city, currency, budget_max, updated_at)
      values (${who.hunter_id}, 'confirmed', 'wedding', at, at + interval '2 hours', 'America/Guatemala', 'Mixco', 'USD',
        100000, at - interval '3 years') returning id into o;
    insert into slots (order_id) values (o) returning id into s;
    insert into plans (order_id, version, variant, total, currency) values (o, 1, 'essential', 50000, 'USD')
      returning id into p;
    update orders set plan_id = p where id = o;
    insert into plan_moments (plan_id, slot_id, position, "from", "to", intent, energy, genre, format, volume, cost, kpi,
        required)
      values (p, s, 1, at, at + interval '2 hours', 'meal', 3, 'jazz', 'solo', 'low', 50000, '{}', true);
    insert into requests (order_id, project_id, reply_by, status, sent_at)
      values (o, ${who.project_id}, at, case when n % 50 = 0 then 'asked' else 'accepted' end, at - interval '9 days')
      returning id into r;
    insert into request_moments (request_id, slot_id, project_id, service_id, during, status)
      select r, s, project_id, service, tstzrange(at, at + interval '2 hours'), status from requests where id = r;
    insert into budgets (request_id, order_id, project_id, version, state, items, subtotal, discount, tax,
        fee_pct, platform_fee, total, payout, deposit, currency, deposit_pct, balance_due_at, valid_until, cancellation)
      values (r, o, ${who.project_id}, 1, 'contracted', '[]', 50000, 0, 0, 6, 3000, 53000, 50000, 0, 'USD', 0, at, at, '[]')
      returning id into b;
    insert into budget_moments (budget_id, slot_id, state) values (b, s, 'contracted');
    insert into contracts (number, order_id, request_id, budget_id, project_id, hunter_id, state, terms, sha256)
      values ('much ' || ${who.hunter_id} || ' ' || n, o, r, b, ${who.project_id}, ${who.hunter_id}, 'active', jsonb_build_object(
        'event', jsonb_build_object('starts_at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
          'ends_at', to_char((at + interval '2 hours') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
          'zone', 'America/Guatemala'),
        'fees', jsonb_build_object('currency', 'USD', 'total', 53000, 'payout', 50000, 'deposit', 0),
        'clauses', (select jsonb_agg(md5(n::text || k)) from generate_series(1, 150) k)), '');
    insert into busy_times (project_id, user_id, during, kind, subject)
      values (${who.project_id}, ${who.user_id}, tstzrange(at - interval '1 hour', at + interval '3 hours'), 'gig', 'order:' || o);
  end loop;
end $$`
