import { BINDING, FAILED } from '#features/contracts/rules.ts'
import { UPCOMING } from '#features/events/rules.ts'
import { UNDECIDED } from '#features/hiring/talent/rules.ts'

/*
 * More of what orders may not leave behind: who stood in for one evening, what followed from it, and the books. Over the
 * tables that leftBehind.fixture.ts names.
 */

/** A list of values for SQL: they are words of the rules. */
export const list = (values: readonly string[]) => `(${values.map((one) => `'${one}'`).join(', ')})`

/** Of a budget that waits for somebody. */
export const OPEN_BUDGET = ['sent', 'viewed', 'changes_requested']
/** Stages of an order whose event was played. */
const PLAYED = ['delivered', 'results', 'closed']

/** Who plays one evening instead of a member of a band. */
export const OF_SUBSTITUTES: Record<string, string> = {
  'a substitute is proposed or accepted for an event that is off': `select s.id from event_substitutes s
    join events e on e.id = s.event_id
    where e.state in ('cancelled', 'postponed') and s.state in ('proposed', 'accepted')`,
  'a substitute is accepted, and the time of whom they play for is promised, or theirs isn’t': `select s.id
    from event_substitutes s join events e on e.id = s.event_id and e.state in ${list(UPCOMING)}
      join project_members gone on gone.id = s.member_id join project_members plays on plays.id = s.substitute_id
    where s.state = 'accepted' and (
      exists (select from promised p where p.order_id = e.order_id and p.project_id = s.project_id
        and p.user_id = gone.user_id) and not exists (select from event_substitutes other
        where other.event_id = s.event_id and other.state = 'accepted' and other.substitute_id = s.member_id)
      or not exists (select from promised p where p.order_id = e.order_id and p.project_id = s.project_id
        and p.user_id = plays.user_id))`,
  'a substitute waits for an answer longer than the host has': `select s.id from event_substitutes s
    where s.state = 'proposed' and s.reply_by <= $1`,
  'a substitute is proposed or accepted of a band that doesn’t play': `select s.id from event_substitutes s
    join events e on e.id = s.event_id where s.state in ('proposed', 'accepted') and e.state in ${list(UPCOMING)}
      and not exists (select from event_performers p where p.event_id = s.event_id and p.project_id = s.project_id)`,
  'a place is taken by two substitutes': `select min(s.id) from event_substitutes s where s.state = 'accepted'
    group by s.event_id, s.place_id having count(*) > 1`,
  'somebody plays in two places': `select min(s.id) from event_substitutes s where s.state = 'accepted'
    group by s.event_id, s.substitute_id having count(*) > 1`,
  'somebody is told of a substitute what didn’t happen': `select t.id from told t
    join event_substitutes s on s.id = t.about
    where t.kind = 'substitute' and s.state not in (select state from (values
      ('substitute_accepted', 'accepted'), ('substitute_accepted', 'released'), ('substitute_plays', 'accepted'),
      ('substitute_plays', 'released'), ('substitute_out', 'accepted'), ('substitute_out', 'released'),
      ('substitute_rejected', 'rejected'), ('substitute_lapsed', 'unanswered'), ('substitute_withdrawn', 'withdrawn'),
      ('substitute_withdrawn', 'released'), ('substitute_gone', 'released')) as so (voice, state)
      where so.voice = t.voice union select s.state where t.voice = 'substitute')`,
  'who stood in isn’t paid for the place, or whose place it was is': `select s.id from event_substitutes s
    join events e on e.id = s.event_id join contracts c on c.order_id = e.order_id and c.project_id = s.project_id
    join project_members place on place.id = s.place_id and place.role <> 'OWNER'
    join project_members plays on plays.id = s.substitute_id
    where s.state = 'accepted' and s.place_id <> s.substitute_id
      and exists (select from payout_parts part where part.contract_id = c.id)
      and (not exists (select from payout_parts part where part.contract_id = c.id and part.user_id = plays.user_id
          and part.in_place_of = place.user_id)
        or exists (select from payout_parts part where part.contract_id = c.id and part.user_id = place.user_id
          and part.in_place_of is null))`,
}

/** What follows from an evening that was played. */
export const OF_RESULTS: Record<string, string> = {
  'somebody is asked how it was of what wasn’t played': `select s.id from (
      select id, event_id from host_surveys union all select id, event_id from musician_surveys) s
    join events e on e.id = s.event_id join orders o on o.id = e.order_id where o.stage not in ${list(PLAYED)}`,
  'an order was played, and its host or who played isn’t asked': `select o.id from orders o
    join events e on e.order_id = o.id where o.stage in ${list(PLAYED)} and (
      not exists (select from host_surveys s where s.event_id = e.id)
      or exists (select from contracts c where c.order_id = o.id and c.state in ${list(BINDING)} and not exists (
        select from musician_surveys s where s.event_id = e.id and s.project_id = c.project_id)))`,
  'an order has results and nothing follows, or the other way round': `select o.id from orders o
    where (o.stage in ('results', 'closed')) <> exists (select from follow_ups f where f.order_id = o.id)`,
  'a host has answered, and there are no results': `select s.id from host_surveys s join events e on e.id = s.event_id
    join orders o on o.id = e.order_id where s.sent_at is not null and o.stage not in ('results', 'closed')`,
  'somebody is asked again who has answered': `select t.id from told t where t.voice in ('again', 'musician_again')
    and t.created_at > (select min(s.sent_at) from (
      select 'survey' as kind, id as about, sent_at from musician_surveys
      union all select 'order', e.order_id, h.sent_at from host_surveys h join events e on e.id = h.event_id) s
      where s.kind = t.kind and s.about = t.about)`,
  'a host is told what wasn’t found': `select t.id from told t
    where t.type in ('BENCHMARKING_READY', 'ROI_RECOMMENDATIONS_READY') and not exists (select from follow_ups f
      where f.order_id = t.about and case t.type when 'BENCHMARKING_READY' then f.benchmarked_at
        else f.recommended_at end is not null)`,
}

/** What the books say, whatever was done. */
export const BOOKS: Record<string, string> = {
  'the books of a currency don’t sum to zero': `select 0 from ledger_postings p group by p.currency
    having sum(p.amount) <> 0`,
  'more was paid out than came in': `select a.id from ledger_accounts a join ledger_postings p on p.account_id = a.id
    where a.owner_kind = 'project' group by a.id having sum(p.amount) < 0`,
  'what is held, owed or earned isn’t what payments say': `select a.id from ledger_accounts a
    where a.owner_kind = 'project' and (select coalesce(sum(p.amount), 0) from ledger_postings p where p.account_id = a.id)
      <> (select coalesce(sum(case a.kind
          when 'held' then case when p.state = 'held' and p.kind <> 'refund' then p.amount else 0 end
          when 'owed' then case when p.kind = 'refund' and p.held_at is null then p.amount else 0 end
          when 'fees' then case p.state when 'released' then p.fee
            when 'refunded' then round(p.fee * (p.amount - p.refunded) / p.amount::numeric) else 0 end
          else case p.state when 'released' then case when p.kind = 'refund' then 0 else p.amount - p.fee end
            when 'refunded' then p.amount - p.refunded - round(p.fee * (p.amount - p.refunded) / p.amount::numeric)
            else 0 end - p.taken end), 0)
        from payments p where p.project_id = a.owner_id and p.currency = a.currency)
        - (select coalesce(sum(case a.kind when 'fees' then case s.state when 'paid' then s.amount else s.credit end
            when 'earned' then - s.credit else 0 end), 0)
          from fee_statements s where s.project_id = a.owner_id and s.currency = a.currency)`,
  'a statement of fees isn’t the sum of its lines': `select s.id from fee_statements s
    where s.amount <> (select coalesce(sum(l.amount), 0) from fee_lines l where l.statement_id = s.id)`,
  // It is stated as soon as the event is over, a day before the agreement is completed.
  'what a band’s members get isn’t what reaches it, or is said too early': `select c.id from contracts c
    join payout_parts part on part.contract_id = c.id
    group by c.id having sum(part.amount) < c.payout or c.ends_at > $1`,
}

/** Once every day is past: what waits for nothing any more. */
export const OF_THE_PAST: Record<string, string> = {
  'somebody is asked for a day that is past': `select a.request_id from asked a where a.status in ${list(UNDECIDED)}`,
  'time of a day that is past is held for nothing': `select p.id from promised p where p.kind = 'hold'`,
  'an agreement waits for a day that is past': `select c.id from contracts c
    where c.state not in ${list([...FAILED, 'completed'])}`,
  'a quote waits for a day that is past': `select b.id from budgets b
    where b.latest and b.state in ${list([...OPEN_BUDGET, 'accepted'])}`,
  'a substitute waits for a day that is past': `select s.id from event_substitutes s where s.state = 'proposed'`,
  'an event waits for a day that is past': `select e.id from events e where e.state in ${list(UPCOMING)}`,
  'a band played, and it isn’t said what its people get': `select c.id from contracts c
    join music_projects p on p.id = c.project_id and p.project_type = 'GROUP'
    where c.state = 'completed' and not exists (select from payout_parts part where part.contract_id = c.id)`,
}

/** Once everything had its time: the results, and a month more. */
export const OF_THE_CLOSED: Record<string, string> = {
  'an order was played and isn’t closed': `select o.id from orders o where o.stage in ('delivered', 'results')`,
  'a survey asks whoever is asked no more': `select s.id from host_surveys s where s.sent_at is null and s.nudges < 2
    union all select s.id from musician_surveys s where s.sent_at is null and s.nudges < 2`,
}
