import { type SQL, sql } from 'drizzle-orm'
import { Refusal } from '#core/contract/errors.ts'
import type { Viewer } from '#core/server/route.ts'
import { type LessonState, PROGRESS_MONTHS } from './contract.ts'
import { PROGRESS_FOR_SUBSTITUTES, TAUGHT } from './rules.ts'

/* What each part of lessons asks of who calls. */

/** @throws Refusal 403 `lessons.students_only` for anybody but a student */
export function assertStudent({ account_type }: Pick<Viewer, 'account_type'>): void {
  if (account_type !== 'STUDENT') throw new Refusal(403, 'lessons.students_only')
}

/** Some states of lessons, for a statement. */
export const statesOf = (some: readonly LessonState[]): SQL =>
  sql.join(
    some.map((state) => sql`${state}`),
    sql`, `,
  )

/**
 * SQL condition on a lesson that a statement calls `l`: by it, its teacher sees how the student gets on. It takes place, or
 * it was held no longer ago than six months; of a lesson that a substitute gives, until it is confirmed.
 */
export const showsProgress = (now: Date): SQL =>
  sql`(l.state in (${statesOf(TAUGHT)})
    and l.ends_at > ${now.toISOString()}::timestamptz - make_interval(months => ${PROGRESS_MONTHS})
    and (l.handed_over_at is null or l.state in (${statesOf(PROGRESS_FOR_SUBSTITUTES)})))`
