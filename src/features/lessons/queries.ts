import { type SQL, sql } from 'drizzle-orm'
import { Refusal } from '#core/contract/errors.ts'
import type { Viewer } from '#core/server/route.ts'
import { PROGRESS_MONTHS } from './contract.ts'
import { TAUGHT } from './rules.ts'

/* What each part of lessons asks of who calls. */

/** @throws Refusal 403 `lessons.students_only` for anybody but a student */
export function assertStudent({ account_type }: Pick<Viewer, 'account_type'>): void {
  if (account_type !== 'STUDENT') throw new Refusal(403, 'lessons.students_only')
}

/**
 * SQL condition on a lesson that a statement calls `l`: by it, its teacher sees how the student gets on. It takes place, or
 * it was held no longer ago than six months.
 */
export const showsProgress = (now: Date): SQL =>
  sql`(l.state in (${sql.join(
    TAUGHT.map((state) => sql`${state}`),
    sql`, `,
  )}) and l.ends_at > ${now.toISOString()}::timestamptz - make_interval(months => ${PROGRESS_MONTHS}))`
