import { sql } from 'drizzle-orm'
import { manyOrders } from '#app/server/scenes/much.ts'
import { DAY, MINUTE } from '#core/contract/time.ts'
import type { App } from '#core/server/app.ts'
import { transaction } from '#core/server/work.ts'
import { replaceImported } from '#features/availability/commands.ts'
import { monthOf } from '#features/availability/queries.ts'
import { requestsOf, unansweredOf } from '#features/budgets/queries.ts'
import { sourceSubject } from '#features/calendars/queries.ts'
import { unsettledOf } from '#features/contracts/queries.desk.ts'
import { calendarOf } from '#features/events/queries.calendar.ts'
import { ordersOf } from '#features/hiring/desk/queries.ts'
import { hunterHomeOf } from '#features/home/queries.hunter.ts'
import { musicHomeOf } from '#features/home/queries.ts'
import { projectScope } from '#features/projects/queries.ts'
import type { Mode } from './million.modes.ts'

const MANY = 5000
/** What somebody with much waits for the first page of it. */
const USUAL_MS = 10

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
    await manyOrders(db, who, MANY)
    await db.execute(sql`vacuum analyze`)
  }
  const mine = { user_id: who.user_id }
  const month = now.toISOString().slice(0, 7)
  const much: Mode[] = [
    { name: 'much: home of a hunter', ask: () => hunterHomeOf(db, who.hunter_id, now) },
    { name: 'much: orders', ask: () => ordersOf({ db, now }, who.hunter_id, { limit: 20 }) },
    {
      name: 'much: home of a musician',
      ask: () => musicHomeOf(db, scope, now, { only: false, active: who.project_id }),
    },
    { name: 'much: month', ask: () => monthOf(db, who.project_id, month) },
    { name: 'much: requests', ask: () => requestsOf({ db, now }, mine, { limit: 20 }) },
    {
      name: 'much: counts',
      ask: () => Promise.all([unansweredOf(db, mine, 6), unsettledOf(db, mine, now, 6)]),
    },
  ]
  return [...much.map((mode) => ({ ...mode, usual_ms: USUAL_MS })), ...(await importedOf(app, who))]
}

/** What a month by other calendars may take, milliseconds. */
const IMPORTED_MS = 50

/**
 * Months that other calendars fill: with five thousand times, and with as many as stay apart when what lies less than a
 * quarter of an hour between two of them isn't shown as free.
 */
async function importedOf(app: App, who: { user_id: number }): Promise<Mode[]> {
  const { db } = app
  const now = app.clock.now()
  const { rows } = await db.execute<{ user_id: number; project_id: number }>(sql`
    select p.owner_id as user_id, p.id as project_id from music_projects p
    where p.project_type = 'INDIVIDUAL' and p.status = 'active' and p.owner_id <> ${who.user_id}
    order by p.id limit 2`)
  const [other, another] = rows
  if (!other || !another) return []
  const month = now.toISOString().slice(0, 7)
  const first = Date.parse(`${month}-01T06:00:00Z`)
  const at = (ms: number) => new Date(first + ms).toISOString()
  /** Of five minutes each, every so many minutes. */
  const full = (project_id: number, minutes: number) => {
    const times = Array.from(
      { length: Math.min(MANY, Math.floor((30 * DAY) / (minutes * MINUTE))) },
      (_, n): [string, string] => [at(n * minutes * MINUTE), at((n * minutes + 5) * MINUTE)],
    )
    return transaction(app, now, (work) =>
      replaceImported(work, project_id, sourceSubject(project_id), times),
    )
  }
  await full(other.project_id, 8)
  await full(another.project_id, 20)
  await db.execute(sql`vacuum analyze imported_times`)
  const span = { from: at(0), to: at(31 * DAY) }
  return [
    { name: 'imported: month of 5000', ask: () => monthOf(db, other.project_id, month) },
    { name: 'imported: calendar of 5000', ask: () => calendarOf(db, { user_id: other.user_id }, span) },
    { name: 'imported: month of 2160 apart', ask: () => monthOf(db, another.project_id, month) },
    {
      name: 'imported: calendar of 2160 apart',
      ask: () => calendarOf(db, { user_id: another.user_id }, span),
    },
  ].map((mode) => ({ ...mode, goal_ms: IMPORTED_MS }))
}
