import { sql } from 'drizzle-orm'
import { DAY, MINUTE } from '#core/contract/time.ts'
import type { Db } from '#core/server/db.ts'
import { promises } from '#features/contracts/table.ts'
import { replies } from '#features/hiring/table.ts'
import { chance } from './random.ts'

/** A project, and what became of what it promised before the demo begins. */
export interface Known {
  project_id: number
  /** Promises kept, and about which share of all that is. */
  kept: number
  share: number
  /** About how long it takes to answer, minutes. */
  reply_minutes: number
}

/**
 * Writes the promises that invented people kept or broke, and the answers that they gave, before the demo begins: the rows
 * that their figures come of. Two statements, since there are thousands; a chance of its own, so that the people stay who
 * they are.
 */
export async function makeRecords(db: Db, acts: readonly Known[], now: Date): Promise<void> {
  const c = chance(20_261_126)
  const made = acts.map(({ project_id, kept, share }) => ({
    project_id,
    kept,
    broken: Math.round((kept * (1 - share)) / share),
  }))
  await db.execute(sql`
    insert into ${promises} (project_id, kept, settled_at)
    select r.project_id, n <= r.kept, ${now.toISOString()}::timestamptz - make_interval(days => (95 + n * 3)::int)
    from json_to_recordset(${JSON.stringify(made)}::json) as r (project_id bigint, kept int, broken int)
      cross join lateral generate_series(1, r.kept + r.broken) n`)
  const answered = acts.flatMap(({ project_id, kept, reply_minutes }) =>
    Array.from({ length: kept === 0 ? 0 : c.between(3, 11) }, () => {
      const at = now.getTime() - c.between(2, 75) * DAY - c.between(0, DAY)
      const took = Math.round(reply_minutes * (0.6 + c.next() * 0.9)) * MINUTE
      return {
        project_id,
        asked_at: new Date(at - took).toISOString(),
        answered_at: new Date(at).toISOString(),
      }
    }),
  )
  await db.execute(sql`
    insert into ${replies} (project_id, asked_at, answered_at)
    select project_id, asked_at, answered_at from json_to_recordset(${JSON.stringify(answered)}::json)
      as r (project_id bigint, asked_at timestamptz, answered_at timestamptz)`)
}
