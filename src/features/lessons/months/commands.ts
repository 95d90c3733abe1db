import { sql } from 'drizzle-orm'
import { wallClock, zoneOrDefault } from '#core/contract/time.ts'
import type { App, Reading, Work } from '#core/server/app.ts'
import { enqueue } from '#core/server/queues.ts'
import { transaction } from '#core/server/work.ts'
import { users } from '#features/accounts/table.ts'
import { zoneWhere } from '#features/availability/queries.personal.ts'
import { type Message, notify } from '#features/notifications/commands.ts'
import { student_months } from '../table.ts'
import { monthOf } from './queries.ts'
import { months } from './queues.ts'
import { hadSomething, isToldAt, monthToTell } from './rules.ts'

/** How many students a sweep takes, and how many a job. */
const A_SWEEP = 500
const A_JOB = 50

/**
 * Marks some students who have come out of a month on their own clock, and has jobs look at it; whoever is marked once isn't
 * marked again, nor is their clock asked for.
 */
async function takeSome(work: Work, month: string): Promise<void> {
  const at = sql`${work.now.toISOString()}::timestamptz`
  const first = sql`${`${month}-01`}::date`
  const zone = zoneWhere(sql`${users.id}`)
  const unmarked = sql`from ${users} where ${users.account_type} = 'STUDENT' and ${users.deleted_at} is null
    and not exists (select from ${student_months} m where m.user_id = ${users.id} and m.month = ${first})`
  // Clocks are read here: of one that can't be, the database would refuse the statement, and with it everybody's month.
  const { rows: clocks } = await work.db.execute<{ zone: string }>(
    sql`select distinct ${zone} as zone ${unmarked}`,
  )
  const told = clocks.filter((one) => isToldAt(month, wallClock(work.now, zoneOrDefault(one.zone))))
  if (told.length === 0) return
  const { rows } = await work.db.execute<{ user_id: number }>(sql`
    insert into ${student_months} (user_id, month, created_at)
    select ${users.id}, ${first}, ${at} ${unmarked} and ${zone} = any(${sql.param(told.map((one) => one.zone))}::text[])
    order by ${users.id} limit ${A_SWEEP}
    on conflict do nothing
    returning user_id`)
  for (let from = 0; from < rows.length; from += A_JOB)
    await enqueue(work, months, {
      month,
      user_ids: rows.slice(from, from + A_JOB).map(({ user_id }) => user_id),
    })
}

/** Has jobs look at the month before of those whose own has begun; the next sweep goes on. */
export async function takeMonths({ app, now }: Pick<Reading, 'app' | 'now'>): Promise<void> {
  const month = monthToTell(now)
  if (!month) return
  await transaction(app, now, (work) => takeSome(work, month))
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
