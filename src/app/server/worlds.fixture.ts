import type { Database } from '#core/server/db.ts'

/*
 * Orders as they were once, to begin from again and again: their rows are stored in a schema each and put back in a
 * hundredth of the time that the calls take which made them.
 */

/** What is there, as far as calls need it. */
export interface Rows {
  orders: {
    id: number
    hunter_id: number
    stage: string
    revision: number
    starts_at: string
    ends_at: string
  }[]
  /** Who could play each live moment. */
  slots: { order_id: number; slot_id: number; project_ids: number[] }[]
  requests: { id: number; order_id: number; project_id: number; status: string }[]
  budgets: { id: number; order_id: number; project_id: number; state: string }[]
  contracts: {
    id: number
    order_id: number
    project_id: number
    state: string
    sha256: string
    /** Sides that have signed, and the side that says the deposit was paid. */
    signed: string[]
    recorded_by: string | null
    /** What is proposed in its place, as it may be signed. */
    amendment: { by: string; sha256: string; signed: string[] } | null
  }[]
  events: { id: number; order_id: number; state: string }[]
  backups: { id: number; event_id: number; order_id: number; project_id: number; state: string }[]
  substitutes: { id: number; event_id: number; order_id: number; project_id: number; state: string }[]
  /** Who of each band that plays an event is on stage there, and who isn't. */
  bands: {
    event_id: number
    project_id: number
    ahead: boolean
    playing: number[]
    others: number[]
  }[]
  /** What hosts are asked after events, and artists. */
  surveys: { order_id: number; slot_ids: number[]; sent: boolean }[]
  asked_artists: { id: number; project_id: number; sent: boolean }[]
  /** Moments that lost who was to play them. */
  lost: { event_id: number; order_id: number; slot_id: number }[]
}

/** All of it in one statement. */
const ROWS = {
  name: 'rows for any step',
  text: `select jsonb_build_object(
    'orders', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'hunter_id', hunter_id, 'stage', stage,
      'revision', revision, 'starts_at', starts_at, 'ends_at', ends_at) order by id), '[]') from orders),
    'slots', (select coalesce(jsonb_agg(one order by one.slot_id), '[]') from (
      select o.id as order_id, m.slot_id, array(select c.project_id from candidates c where c.slot_id = m.slot_id
        order by c.project_id) as project_ids
      from orders o join plan_moments m on m.plan_id = o.plan_id where m.format is not null) one),
    'requests', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'order_id', order_id, 'project_id', project_id,
      'status', status) order by id), '[]') from requests),
    'budgets', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'order_id', order_id, 'project_id', project_id,
      'state', state) order by id), '[]') from budgets where latest),
    'contracts', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'order_id', order_id, 'project_id', project_id,
      'state', state, 'sha256', sha256, 'recorded_by', (select case p.declared_by
        when 'user' then 'hunter' when 'project' then 'artist' end from payments p
        where p.subject = 'contract:' || c.id and p.kind = 'deposit' and p.state = 'processing'), 'signed', array(select s.side
        from signatures s where s.contract_id = c.id and s.version = c.version and s.voided_at is null),
      'amendment', (select jsonb_build_object('by', v.proposed_by, 'sha256', v.sha256, 'signed', array(select s.side
          from signatures s where s.contract_id = c.id and s.version = v.version and s.voided_at is null))
        from contract_versions v where v.contract_id = c.id and v.version = c.amendment_version))
      order by id), '[]') from contracts c),
    'events', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'order_id', order_id, 'state', state)
      order by id), '[]') from events),
    'backups', (select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'event_id', e.id, 'order_id', e.order_id,
      'project_id', b.project_id, 'state', b.state) order by b.id), '[]')
      from event_backups b join events e on e.id = b.event_id),
    'substitutes', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'event_id', e.id, 'order_id', e.order_id,
      'project_id', s.project_id, 'state', s.state) order by s.id), '[]')
      from event_substitutes s join events e on e.id = s.event_id),
    'bands', (select coalesce(jsonb_agg(one order by one.event_id, one.project_id), '[]') from (
      select e.id as event_id, c.project_id, e.state in ('confirmed', 'ready', 'at_risk') as ahead,
        coalesce(array_agg(m.id order by m.id) filter (where on_stage.yes), '{}') as playing,
        coalesce(array_agg(m.id order by m.id) filter (where not on_stage.yes), '{}') as others
      from events e join contracts c on c.order_id = e.order_id and c.state in ('active', 'completed')
        join music_projects p on p.id = c.project_id and p.project_type = 'GROUP'
        join project_members m on m.project_id = p.id and m.left_at is null
        cross join lateral (select exists (select from busy_times b where b.user_id = m.user_id
          and b.released_at is null and b.subject = 'order:' || e.order_id || '/project:' || p.id) as yes) on_stage
      group by e.id, c.project_id) one),
    'surveys', (select coalesce(jsonb_agg(jsonb_build_object('order_id', e.order_id, 'sent', s.sent_at is not null,
      'slot_ids', array(select m.slot_id from contracts c join budget_moments m on m.budget_id = c.budget_id
        where c.order_id = e.order_id and c.state in ('active', 'completed'))) order by s.id), '[]')
      from host_surveys s join events e on e.id = s.event_id),
    'asked_artists', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'project_id', project_id,
      'sent', sent_at is not null) order by id), '[]') from musician_surveys),
    'lost', (select coalesce(jsonb_agg(distinct jsonb_build_object('event_id', l.event_id, 'order_id', c.order_id,
      'slot_id', m.slot_id)), '[]') from event_losses l join contracts c on c.id = l.contract_id
      join budget_moments m on m.budget_id = c.budget_id)) as rows`,
}

/** Functions that store the rows of orders by a name, and put them in the place of whatever there is; who the people are stays. */
const WORLDS = `
create table in_worlds as select c.relname::text as name, (
    select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as fields
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname = 'public' and c.relname = any(array[
    'orders', 'order_history', 'plans', 'slots', 'plan_moments', 'candidates', 'requests', 'request_moments',
    'continuous_plans', 'continuous_dates', 'busy_times', 'budgets', 'budget_moments', 'contracts', 'signatures',
     'contract_versions', 'payout_parts', 'payments', 'payment_history', 'fee_months', 'fee_statements', 'fee_lines',
     'fee_history', 'receipts', 'receipt_counters', 'events', 'event_performers',
     'checklist_items', 'event_losses', 'event_backups', 'event_substitutes', 'accepted_risks', 'host_surveys', 'musician_surveys',
     'review_rounds', 'reviews', 'review_reports', 'follow_ups', 'notifications', 'notification_deliveries',
     'ledger_accounts', 'ledger_transactions', 'ledger_postings', 'ledger_checkpoints', 'ledger_proofs', 'sessions']);
create function store_world(world text) returns void language plpgsql as $$
declare one record; begin
  execute format('create schema %I', world);
  for one in select * from in_worlds loop
    execute format('create table %I.%I as select %s from %I', world, one.name, one.fields, one.name);
    if one.name <> 'sessions' then execute format('delete from only %I', one.name); end if;
  end loop;
end $$;
create function enter_world(world text) returns void language plpgsql as $$
declare one record; begin
  for one in select * from in_worlds loop
    execute format('delete from only %I', one.name);
    execute format('insert into %I (%s) overriding system value select * from %I.%I',
      one.name, one.fields, world, one.name);
  end loop;
  delete from pgboss.job;
end $$;
-- Nothing is checked or follows while rows are put down that belong together.
alter function store_world set session_replication_role = replica;
alter function enter_world set session_replication_role = replica;
`

/** Makes a database able to store worlds. Its user has to be its owner. */
export async function openWorlds({ $client }: Database): Promise<void> {
  await $client.query(WORLDS)
}

/** Stores the orders that there are, with all that belongs to them, and takes them away. */
export async function storeWorld({ $client }: Database, world: string): Promise<void> {
  await $client.query('select store_world($1)', [world])
}

/** Begins from a stored world: its rows are there, and no others, nor any job. */
export async function enterWorld({ $client }: Database, world: string): Promise<void> {
  await $client.query('select enter_world($1)', [world])
}

/** What is there now. */
export async function rowsNow({ $client }: Database): Promise<Rows> {
  const { rows } = await $client.query<{ rows: Rows }>(ROWS)
  const [found] = rows
  if (!found) throw new Error('nothing was read')
  return found.rows
}
