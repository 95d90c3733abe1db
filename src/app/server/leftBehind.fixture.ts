import type { Database } from '#core/server/db.ts'
import { TAKEN } from '#features/budgets/rules.ts'
import { BINDING, FAILED } from '#features/contracts/rules.ts'
import { COUNTING } from '#features/events/rules.backups.ts'
import { UPCOMING } from '#features/events/rules.ts'
import { JOURNEY, OVER } from '#features/hiring/journey/rules.ts'
import { HELD, LEADING, OPEN, UNDECIDED } from '#features/hiring/talent/rules.ts'
import {
  BOOKS,
  list,
  OF_RESULTS,
  OF_SUBSTITUTES,
  OF_THE_CLOSED,
  OF_THE_PAST,
  OPEN_BUDGET,
} from './leftBehind.parts.fixture.ts'

/*
 * What orders may not leave behind: each sentence names rows that the stage of their order, or what they belong to,
 * doesn't explain. Over all rows there are.
 */

/** Stages in which nobody is asked for anything, nor has promised it. */
const NOBODY_ASKED = [
  ...['draft', 'validated', 'changes_needed', 'scored', 'planned'],
  ...['cancelled', 'expired', 'postponed'],
]
/** Stages in which an order has stopped, as its hunter is told. */
const STOPPED = ['cancelled', 'postponed', 'expired']
/** Of an order whose event is made. */
const WITH_EVENT = ['confirmed', 'tracking']

/** Which steps tell the hunter what. */
const TELLS = Object.entries(JOURNEY).flatMap(([step, { tells }]) =>
  tells ? [`('${step}', '${tells}')`] : [],
)

const WITH = `with promised as (
  select b.id, b.project_id, b.user_id, b.during, b.kind,
    (regexp_match(b.subject, '^order:([0-9]+)/project:[0-9]+$'))[1]::bigint as order_id
  from busy_times b where b.released_at is null and b.subject like 'order:%'
), asked as (
  select r.order_id, r.project_id, r.id as request_id, m.slot_id, m.during, m.status, o.stage
  from request_moments m join requests r on r.id = m.request_id join orders o on o.id = r.order_id
), held as (select * from asked where status in ${list(HELD)}
), needed as (
  select o.id as order_id, o.stage, m.slot_id from orders o join plan_moments m on m.plan_id = o.plan_id
  where m.required and m.format is not null
), standing as (
  select c.*, o.stage, (c.terms -> 'fees' ->> 'deposit')::bigint as deposit,
    coalesce((c.terms -> 'replaces' ->> 'carried')::bigint, 0) as carried
  from contracts c join orders o on o.id = c.order_id
), told as (
  select n.id, n.user_id, n.type, n.subject, n.created_at, n.params ->> 'voice' as voice,
    split_part(split_part(n.subject, '/', 1), ':', 1) as kind,
    split_part(split_part(n.subject, '/', 1), ':', 2)::bigint as about,
    split_part(split_part(n.subject, '/', 2), ':', 1) as part
  from notifications n
), tells (step, type) as (values ${TELLS.join(', ')})`

/** Rows that are left behind, by what is wrong with them. */
const FAULTS: Record<string, string> = {
  'time is promised to an order that holds nobody': `select p.id from promised p
    where not exists (select from held h where h.order_id = p.order_id and h.project_id = p.project_id)`,
  'a moment is held, and its time isn’t promised': `select h.request_id from held h
    where not exists (select from promised p where p.order_id = h.order_id and p.project_id = h.project_id
      and p.during @> h.during)`,
  'time is a gig without an agreement in force': `select p.id from promised p
    where p.kind = 'gig' and not exists (select from contracts c where c.order_id = p.order_id
      and c.project_id = p.project_id and c.state in ${list(BINDING)})`,
  'an agreement is in force without a gig': `select c.id from contracts c where c.state in ${list(BINDING)}
    and not exists (select from promised p where p.order_id = c.order_id and p.project_id = c.project_id
      and p.kind = 'gig')`,
  'a request isn’t what its moments say': `select r.id from requests r where r.status <> (
    select (array_agg(m.status order by array_position(array[${LEADING.map((one) => `'${one}'`)}], m.status)))[1]
    from request_moments m where m.request_id = r.id)`,
  'somebody is asked for an order that asks nobody': `select a.request_id from asked a
    where a.stage in ${list(NOBODY_ASKED)} and a.status in ${list(OPEN)}`,
  'somebody is still asked for what is over': `select a.request_id from asked a
    where a.stage in ${list(OVER)} and a.status in ${list(UNDECIDED)}`,
  'a quote waits, and nothing of it is held': `select b.id from budgets b
    where b.latest and b.state in ${list(OPEN_BUDGET)}
      and not exists (select from held h where h.request_id = b.request_id and h.status = 'available')`,
  'a quote is accepted, and nothing of its request': `select b.id from budgets b
    where b.latest and b.state in ${list(TAKEN)}
      and not exists (select from held h where h.request_id = b.request_id and h.status = 'accepted')`,
  'a moment is held without a quote': `select h.request_id from held h
    where not exists (select from budgets b where b.request_id = h.request_id and b.latest
      and b.state in ${list([...OPEN_BUDGET, ...TAKEN])})`,
  'a quote covers a moment that isn’t held': `select b.id from budgets b join budget_moments c on c.budget_id = b.id
    where b.latest and b.state in ${list(['sent', 'viewed', ...TAKEN])}
      and not exists (select from held h where h.request_id = b.request_id and h.slot_id = c.slot_id)`,
  'a quote is contracted without an agreement': `select b.id from budgets b
    where b.state = 'contracted' and b.latest and not exists (select from contracts c
      where c.budget_id = b.id and c.state not in ${list(FAILED)})`,
  'an agreement stands without its quote': `select c.id from contracts c join budgets b on b.id = c.budget_id
    where c.state not in ${list(FAILED)} and b.state <> 'contracted'`,
  'an agreement waits or binds for an order that is over': `select c.id from standing c
    where c.stage in ${list([...NOBODY_ASKED, ...OVER])} and c.state not in ${list([...FAILED, 'completed'])}`,
  'an event isn’t where its order is': `select e.id from events e join orders o on o.id = e.order_id
    where (e.state in ${list(UPCOMING)}) <> (o.stage in ${list(WITH_EVENT)})`,
  'an order is confirmed without an event': `select o.id from orders o
    where o.stage in ${list(WITH_EVENT)} and not exists (select from events e where e.order_id = o.id)`,
  'an event isn’t at risk and lacks somebody, or is and doesn’t': `select e.id from events e
    where e.state in ${list(UPCOMING)} and e.ends_at > $1 and (e.state = 'at_risk') <> (exists (select from contracts c
        join payments p on p.subject = 'contract:' || c.id and p.kind = 'balance' and p.held_at is null
        where c.order_id = e.order_id and c.state = 'active' and p.state <> 'processing' and p.due_at <= $1
          and e.state = 'at_risk') or exists (select from needed n
      where n.order_id = e.order_id and not exists (select from contracts c
        join budget_moments b on b.budget_id = c.budget_id and b.slot_id = n.slot_id
        where c.order_id = e.order_id and c.state in ${list(BINDING)})))`,
  'somebody plays an event without an agreement, or has one and doesn’t': `select e.id from events e
    where e.state in ${list(UPCOMING)} and (
      exists (select from event_performers p join contracts c on c.id = p.contract_id
        where p.event_id = e.id and c.state not in ${list(BINDING)})
      or exists (select from contracts c where c.order_id = e.order_id and c.state in ${list(BINDING)}
        and not exists (select from event_performers p where p.contract_id = c.id)))`,
  'somebody stands by for an event that is off': `select b.id from event_backups b
    join events e on e.id = b.event_id
    where e.state in ('cancelled', 'postponed') and b.state in ${list([...COUNTING, 'ranked'])}`,
  'an order waits for somebody, and nobody is asked': `select n.order_id from needed n where n.stage = 'scouting'
    and not exists (select from asked a where a.order_id = n.order_id and a.slot_id = n.slot_id
      and a.status in ${list(OPEN)})`,
  'an order has every date, and one isn’t held': `select n.order_id from needed n
    where n.stage in ('available', 'contracting') and not exists (select from held h
      where h.order_id = n.order_id and h.slot_id = n.slot_id)`,
  'somebody is told of an order who is no party of it': `select t.id from told t
    where t.kind in ('order', 'request', 'contract', 'event', 'survey', 'substitute') and t.user_id not in (
      select o.hunter_id from orders o where t.kind = 'order' and o.id = t.about
      union select o.hunter_id from requests r join orders o on o.id = r.order_id
        where t.kind = 'request' and r.id = t.about
      union select p.owner_id from requests r join music_projects p on p.id = r.project_id
        where t.kind = 'request' and r.id = t.about
      union select p.owner_id from contracts c join music_projects p on p.id = c.project_id
        where t.kind = 'contract' and c.id = t.about
      union select c.hunter_id from contracts c where t.kind = 'contract' and c.id = t.about
      union select e.hunter_id from events e where t.kind = 'event' and e.id = t.about
      union select p.owner_id from events e join contracts c on c.order_id = e.order_id and c.activated_at is not null
        join music_projects p on p.id = c.project_id where t.kind = 'event' and e.id = t.about
      union select p.owner_id from musician_surveys s join music_projects p on p.id = s.project_id
        where t.kind = 'survey' and s.id = t.about
      union select e.hunter_id from event_substitutes s join events e on e.id = s.event_id
        where t.kind = 'substitute' and s.id = t.about
      union select p.owner_id from event_substitutes s join music_projects p on p.id = s.project_id
        where t.kind = 'substitute' and s.id = t.about
      union select m.user_id from event_substitutes s join project_members m on m.id in (s.member_id, s.substitute_id)
        where t.kind = 'substitute' and s.id = t.about)`,
  'the hunter is told of a step that wasn’t taken': `select t.id from told t
    where t.kind = 'order' and t.type in (select type from tells) and t.voice is distinct from 'again'
      and t.part not in ${list(STOPPED)}
      and (select count(*) from told same where same.subject = t.subject and same.type = t.type
          and same.voice is distinct from 'again')
        > (select count(*) from order_history h join tells s on s.step = h.step and s.type = t.type
          where h.order_id = t.about)`,
  'the hunter is told that an order stopped, which never did': `select t.id from told t
    where t.kind = 'order' and t.part in ${list(STOPPED)}
      and not exists (select from order_history h where h.order_id = t.about and h."to" = t.part)`,
  'somebody is told of a quote that was never sent': `select t.id from told t
    where t.kind = 'request' and t.voice in ('quoted', 'revised', 'withdrew', 'changes')
      and not exists (select from budgets b where b.request_id = t.about)`,
  'somebody is told of an agreement what it doesn’t say': `select t.id from told t join contracts c on c.id = t.about
    where t.kind = 'contract' and (t.part = 'deposit' and not exists (select from payments p where p.subject = 'contract:' || c.id
        and p.kind = 'deposit' and p.declared_by = 'user' and p.state not in ('due', 'disputed', 'scheduled'))
      or t.part = 'deposit_recorded' and not exists (select from payments p where p.subject = 'contract:' || c.id
        and p.kind = 'deposit' and p.declared_by = 'project' and p.state not in ('due', 'disputed', 'scheduled'))
      or t.part = 'firm' and c.activated_at is null or t.part = 'missing' and not c.artist_left)`,
  'a deposit is there before both have signed, or confirmed and never recorded': `select c.id from contracts c
    join payments p on p.subject = 'contract:' || c.id
    where p.kind <> 'carried' and (c.signed_at is null or p.held_at is not null and p.declared_at is null)`,
  'an agreement is in force without its deposit': `select c.id from standing c
    where c.state in ${list(BINDING)} and c.deposit > c.carried and not exists (
      select from payments p where p.subject = 'contract:' || c.id and p.kind = 'deposit' and p.held_at is not null)`,
  'an agreement binds that both haven’t signed as it stands': `select c.id from contracts c
    where c.state in ${list(BINDING)} and (select count(*) from signatures s
      where s.contract_id = c.id and s.version = c.version and s.voided_at is null) <> 2`,
  'an agreement waits for an amendment that isn’t there, or that both have signed': `select c.id from contracts c
    where c.amendment_version is not null and (
      not exists (select from contract_versions v where v.contract_id = c.id and v.version = c.amendment_version
        and v.state = 'proposed' and v.proposed_by = c.amendment_by)
      or (select count(*) from signatures s where s.contract_id = c.id and s.version = c.amendment_version
        and s.voided_at is null) = 2)`,
  'an amendment is proposed that no agreement waits for': `select v.contract_id from contract_versions v
    join contracts c on c.id = v.contract_id
    where v.state = 'proposed' and c.amendment_version is distinct from v.version`,
  'a signature holds for what came to nothing': `select s.contract_id from signatures s
    join contract_versions v on v.contract_id = s.contract_id and v.version = s.version
    where s.voided_at is null and v.state in ('declined', 'withdrawn')`,
  'an agreement ended, and it isn’t said when': `select c.id from contracts c
    where c.state in ${list(FAILED)} and c.ended_at is null`,
  'more of a deposit counts for other agreements than was paid': `select old.id from standing old
    where (select coalesce(sum((one ->> 'carried')::bigint), 0) from contracts n,
        jsonb_array_elements(n.terms -> 'replaces' -> 'agreements') one
        where n.order_id = old.order_id and one ->> 'number' = old.number
          and (n.signed_at is not null or n.state not in ${list(FAILED)}))
      > old.carried + (select coalesce(sum(p.amount), 0) from payments p where p.subject = 'contract:' || old.id
        and p.kind in ('deposit', 'balance') and p.held_at is not null)`,
  'a payment is open of an agreement that ended, or held without waiting for another': `select c.id from standing c
    join payments p on p.subject = 'contract:' || c.id where c.state in ${list(FAILED)} and p.kind <> 'refund'
      and (p.state in ('scheduled', 'due', 'failed') or p.state = 'held' and not p.waits)`,
  'an agreement was signed by both and its payments don’t sum up to it': `select c.id from standing c
    where c.signed_at is not null and c.total <> (select coalesce(sum(p.amount), 0) from payments p
      where p.subject = 'contract:' || c.id and p.kind <> 'refund')`,
  'somebody is charged twice for the same': `select min(p.id) from payments p
    where p.kind <> 'refund' group by p.subject, p.kind having count(*) > 1`,
  'a payment is confirmed without a receipt of it, or has one and isn’t': `select p.id from payments p
    where p.kind <> 'carried' and (p.held_at is not null) <> exists (select from receipts r
      where r.source = 'payment:' || p.id and r.amount = p.amount and r.currency = p.currency)`,
  'a number of a receipt is left out': `select min(r.id) from receipts r group by r.issuer_kind, r.issuer_id, r.year
    having max(r.number) <> count(*)`,
  'more is to be given back than comes back of payments': `select min(r.id) from payments r
    where r.kind = 'refund' group by r.subject having sum(r.amount) <> (select coalesce(sum(p.refunded), 0)
      from payments p where p.subject = r.subject or p.subject in (select x.kind || ':' || x.id
        from contract_extras x where 'contract:' || x.contract_id = r.subject))`,
  'something beyond an agreement is open that ended, or was paid and hasn’t come back': `select x.id from contract_extras x
    join contracts c on c.id = x.contract_id where c.state in ${list(FAILED)} and (x.state in ('proposed', 'agreed')
      or exists (select from payments p where p.subject = x.kind || ':' || x.id and p.state in ('due', 'failed', 'held')))`,
  'an extra waits for an answer longer than a week': `select x.id from contract_extras x
    where x.state = 'proposed' and x.created_at <= $1::timestamptz - interval '7 days'`,
  'something beyond an agreement is agreed and not to be paid, or the other way round': `select x.id from contract_extras x
    where case x.state when 'agreed' then not exists (select from payments p
        where p.subject = x.kind || ':' || x.id and p.kind = x.kind and p.state <> 'cancelled')
      when 'lapsed' then false else exists (select from payments p
        where p.subject = x.kind || ':' || x.id and p.state <> 'cancelled') end`,
}

const statement = (faults: Record<string, string>) =>
  `${WITH} ${Object.entries(faults)
    .map(
      ([fault, rows]) =>
        `select '${fault}' as fault, array_agg(id) as ids from (${rows}) as found (id) having count(*) > 0`,
    )
    .join('\nunion all ')}`
const ALWAYS = { ...FAULTS, ...OF_SUBSTITUTES, ...OF_RESULTS, ...BOOKS }
const STATEMENTS = {
  during: { name: 'left behind', text: statement(ALWAYS) },
  past: { name: 'left of what is past', text: statement({ ...ALWAYS, ...OF_THE_PAST }) },
  closed: {
    name: 'left of what is closed',
    text: statement({ ...ALWAYS, ...OF_THE_PAST, ...OF_THE_CLOSED }),
  },
}

/**
 * What orders have left behind by now, as sentences with the ids of rows; none as it should be.
 * @param now who is reported as missing after an event's end isn't replaced any more
 * @param when past: also what waits for a day that is past; closed: also what is left when everything had its time
 */
export async function leftBehind(
  { $client }: Database,
  now: Date,
  when: keyof typeof STATEMENTS = 'during',
): Promise<string[]> {
  const { rows } = await $client.query<{ fault: string; ids: string[] }>({
    ...STATEMENTS[when],
    values: [now.toISOString()],
  })
  return rows.map(({ fault, ids }) => `${fault}: ${ids.join(', ')}`)
}
