import { sql } from 'drizzle-orm'
import { MINUTE } from '#core/contract/time.ts'
import type { Reading, Work } from '#core/server/app.ts'
import { enqueue } from '#core/server/queues.ts'
import { transaction } from '#core/server/work.ts'
import { today } from '#features/accounts/contract.ts'
import { minors } from '#features/accounts/table.minors.ts'
import { copies } from './queues.ts'
import { A_LETTER, COPY_MINUTES } from './rules.ts'
import { thread_copies, thread_messages, threads } from './table.ts'

/** How many conversations a sweep takes. */
const A_SWEEP = 200

/**
 * Takes minors' conversations in which something was said a while ago that their adult hasn't got yet, and has it sent: from
 * their yes on, since what was said before is nobody's who hadn't said it. Each stretch is taken once, however many sweeps run.
 */
async function takeSome(work: Work): Promise<void> {
  const until = new Date(work.now.getTime() - COPY_MINUTES * MINUTE).toISOString()
  const { rows } = await work.db.execute<{
    thread_id: number
    user_id: number
    after: number
    to: number
  }>(sql`
    with due as (
      select t.id, t.hunter_id, t.last_seq, sent.after from ${minors} m
      join ${threads} t on t.hunter_id = m.user_id
      cross join lateral (select greatest(
        coalesce((select c.copied_seq from ${thread_copies} c where c.thread_id = t.id), 0),
        coalesce((select max(b.seq) from ${thread_messages} b
          where b.thread_id = t.id and b.created_at < m.confirmed_at), 0)) as after) sent
      where m.confirmed_at is not null and m.adult_on > ${today(work.now)}::date and t.last_seq > sent.after
        and exists (select from ${thread_messages} x where x.thread_id = t.id and x.seq > sent.after
          and x.event is null and x.created_at <= ${until}::timestamptz)
      order by t.id limit ${A_SWEEP} for update of t skip locked),
    marked as (
      insert into ${thread_copies} (thread_id, copied_seq) select id, last_seq from due
      on conflict (thread_id) do update set copied_seq = excluded.copied_seq)
    select id as thread_id, hunter_id as user_id, after, last_seq as "to" from due`)
  // As many letters as it takes: what is said in a hurry is copied as well.
  for (const { thread_id, user_id, after, to } of rows)
    for (let from = after; from < to; from += A_LETTER)
      await enqueue(work, copies, { thread_id, user_id, after: from, to: Math.min(to, from + A_LETTER) })
}

/** Has what minors wrote and were written sent to their adults. */
export const takeCopies = ({ app, now }: Pick<Reading, 'app' | 'now'>): Promise<void> =>
  transaction(app, now, takeSome)
