import { sql } from 'drizzle-orm'
import type { App, Reading, Work } from '#core/server/app.ts'
import { enqueue } from '#core/server/queues.ts'
import { transaction } from '#core/server/work.ts'
import { users } from '#features/accounts/table.ts'
import { zoneWhere } from '#features/availability/queries.personal.ts'
import { type Message, notify } from '#features/notifications/commands.ts'
import { student_months } from '../table.ts'
import { monthOf } from './queries.ts'
import { months } from './queues.ts'
import { hadSomething, isTellingTime, TOLD_DAYS, TOLD_FROM } from './rules.ts'

/** How many students the clock takes at once, and how many a job. */
const A_ROUND = 500
const A_JOB = 50

/**
 * Marks some students whose month has begun on their own clock, and has jobs look at the one before; whoever is marked once
 * isn't marked again. @returns how many
 */
async function takeSome(work: Work): Promise<number> {
  const at = sql`${work.now.toISOString()}::timestamptz`
  const { rows } = await work.db.execute<{ user_id: number; month: string }>(sql`
    insert into ${student_months} (user_id, month, created_at)
    select s.id, s.month, ${at} from (
      select l.id, (date_trunc('month', l.clock) - interval '1 month')::date as month, l.clock from (
        select ${users.id} as id, ${at} at time zone ${zoneWhere(sql`${users.id}`)} as clock from ${users}
        where ${users.account_type} = 'STUDENT' and ${users.deleted_at} is null) l
      where extract(day from l.clock) <= ${TOLD_DAYS} and l.clock::time >= ${TOLD_FROM}::time) s
    where not exists (select from ${student_months} m where m.user_id = s.id and m.month = s.month)
    order by s.id limit ${A_ROUND}
    on conflict do nothing
    returning user_id, to_char(month, 'YYYY-MM') as month`)
  for (const [month, of] of Map.groupBy(rows, (row) => row.month))
    for (let from = 0; from < of.length; from += A_JOB)
      await enqueue(work, months, {
        month,
        user_ids: of.slice(from, from + A_JOB).map(({ user_id }) => user_id),
      })
  return rows.length
}

/** Has jobs look at the month before of everybody whose own has begun; by the clock, in its first days. */
export async function takeMonths({ app, now }: Pick<Reading, 'app' | 'now'>): Promise<void> {
  if (!isTellingTime(now)) return
  while ((await transaction(app, now, takeSome)) === A_ROUND);
}

/** Tells students of a month that they had something in; once each, however often the job runs. */
export async function tellOfMonth(
  app: App,
  { month, user_ids }: { month: string; user_ids: readonly number[] },
): Promise<void> {
  const now = app.clock.now()
  const told: Message[] = []
  for (const user_id of user_ids) {
    const summary = await monthOf(app.db, user_id, now, month)
    if (!hadSomething(summary)) continue
    const { minutes, days, lessons } = summary
    told.push({
      ...{ user_id, type: 'MONTH_SUMMARY', subject: `month:${month}`, value: month },
      params: { voice: 'told', month, minutes, days, lessons },
    })
  }
  if (told.length > 0) await transaction(app, now, async (work) => notify(work, told))
}

/** Somebody is gone: nothing says any more which of their months were looked at. */
export async function eraseMonths({ db }: Work, user_id: number): Promise<void> {
  await db.execute(sql`delete from ${student_months} where user_id = ${user_id}`)
}
