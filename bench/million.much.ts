import { sql } from 'drizzle-orm'
import type { App } from '#core/server/app.ts'
import { monthOf } from '#features/availability/queries.ts'
import { openRequests, requestsOf } from '#features/budgets/queries.ts'
import { waitingFor } from '#features/contracts/queries.ts'
import { ordersOf } from '#features/hiring/desk/queries.ts'
import { hunterHomeOf } from '#features/home/queries.hunter.ts'
import { musicHomeOf } from '#features/home/queries.ts'
import { projectScope } from '#features/projects/queries.ts'
import type { Mode } from './million.modes.ts'

const MANY = 5000
/** So many a statement, which may not take longer than any other. */
const AT_ONCE = 500

/** One hunter with thousands of orders, all of which one musician played or plays: what these two are shown. */
export async function muchOf(app: App): Promise<Mode[]> {
  const { db } = app
  const now = app.clock.now()
  const { rows } = await db.execute<{ hunter_id: number; user_id: number; project_id: number }>(sql`
    select (select id from users where email = 'hunter@tarima.demo') as hunter_id,
      p.owner_id as user_id, p.id as project_id
    from music_projects p join users u on u.id = p.owner_id
    where u.email = 'musico@tarima.demo' and p.project_type = 'INDIVIDUAL'`)
  const [who] = rows
  if (!who) return []
  const scope = await projectScope(db, { id: who.user_id }, who.project_id)
  const there = await db.execute(
    sql`select 1 from orders where hunter_id = ${who.hunter_id} offset 100 limit 1`,
  )
  if (there.rows.length === 0) {
    await db.transaction(async (tx) => {
      for (let first = 1; first <= MANY; first += AT_ONCE) await tx.execute(sql.raw(manyOrders(who, first)))
    })
    await db.execute(sql`vacuum analyze`)
  }
  const month = now.toISOString().slice(0, 7)
  return [
    { name: 'much: home of a hunter', ask: () => hunterHomeOf(db, who.hunter_id, now) },
    { name: 'much: orders', ask: () => ordersOf(db, who.hunter_id, { limit: 20 }) },
    { name: 'much: home of a musician', ask: () => musicHomeOf(db, scope, now) },
    { name: 'much: month', ask: () => monthOf(db, who.project_id, month) },
    { name: 'much: requests', ask: () => requestsOf(db, scope, { limit: 20 }) },
    {
      name: 'much: counts',
      ask: () => Promise.all([openRequests(db, who.project_id), waitingFor(db, who.project_id)]),
    },
  ]
}

/** An order every eight hours, half of them past: asked, offered, agreed, promised. Numbers only, no user's text. */
const manyOrders = (who: { hunter_id: number; user_id: number; project_id: number }, first: number) => `
do $$ declare o bigint; s bigint; p bigint; r bigint; b bigint; at timestamptz; service bigint;
begin
  select id into service from services where project_id = ${who.project_id} limit 1;
  if ${first} = 1 then
    delete from busy_times where user_id = ${who.user_id} or project_id = ${who.project_id};
  end if;
  for n in ${first}..${first + AT_ONCE - 1} loop
    at := date_trunc('hour', now()) + (n - ${MANY / 2}) * interval '8 hours';
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
    insert into requests (order_id, slot_id, project_id, service_id, during, reply_by, status, sent_at)
      values (o, s, ${who.project_id}, service, tstzrange(at, at + interval '2 hours'), at,
        case when n % 50 = 0 then 'asked' else 'accepted' end, at - interval '9 days') returning id into r;
    insert into budgets (request_id, order_id, slot_id, project_id, version, state, items, subtotal, discount, tax,
        platform_fee, total, payout, deposit, currency, deposit_pct, balance_due_at, valid_until, cancellation)
      values (r, o, s, ${who.project_id}, 1, 'contracted', '[]', 50000, 0, 0, 3000, 53000, 50000, 0, 'USD', 0, at, at, '[]')
      returning id into b;
    insert into contracts (number, order_id, slot_id, request_id, budget_id, project_id, hunter_id, state, terms, sha256)
      values ('bench ' || n, o, s, r, b, ${who.project_id}, ${who.hunter_id}, 'active', jsonb_build_object(
        'event', jsonb_build_object('starts_at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
          'ends_at', to_char((at + interval '2 hours') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
          'zone', 'America/Guatemala'),
        'fees', jsonb_build_object('currency', 'USD', 'total', 53000, 'payout', 50000, 'deposit', 0),
        'clauses', (select jsonb_agg(md5(n::text || k)) from generate_series(1, 150) k)), '');
    insert into busy_times (project_id, user_id, during, kind, subject)
      values (${who.project_id}, ${who.user_id}, tstzrange(at - interval '1 hour', at + interval '3 hours'), 'gig', 'order:' || o);
  end loop;
end $$`
