import { asc, eq } from 'drizzle-orm'
import type { Db } from '#core/server/db.ts'
import type { Learned } from './contract.learner.ts'
import { experienceOf } from './rules.ts'
import { learner_instruments } from './table.ts'

/** What somebody without a project plays or learns, in their own order. */
export async function learnedOf(db: Db, user_id: number, now: Date): Promise<Learned[]> {
  const rows = await db
    .select()
    .from(learner_instruments)
    .where(eq(learner_instruments.user_id, user_id))
    .orderBy(asc(learner_instruments.place))
  return rows.map(({ name, since_year, level }) => ({
    ...{ name: name as Learned['name'], since_year, level },
    experience: experienceOf(since_year, now),
  }))
}
