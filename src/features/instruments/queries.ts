import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { idAfter, type Page, type PageQuery, pageOf } from '#core/contract/page.ts'
import type { Db } from '#core/server/db.ts'
import { users } from '#features/accounts/table.ts'
import type { ProjectScope } from '#features/projects/queries.ts'
import { project_members } from '#features/projects/table.ts'
import type { Instrument, InstrumentSet, InstrumentType } from './contract.ts'
import { experienceOf } from './rules.ts'
import { instrument_sets, instruments } from './table.ts'

/** Rows that a project may have of each. */
export const MOST = 100

const columns = {
  id: instruments.id,
  project_id: instruments.project_id,
  name: instruments.name,
  type: instruments.type,
  family: instruments.family,
  brand: instruments.brand,
  model: instruments.model,
  owner_id: instruments.owner_id,
  since_year: instruments.since_year,
  level: instruments.level,
  is_primary: instruments.is_primary,
  condition: instruments.condition,
  photo: instruments.photo,
  created_at: instruments.created_at,
  owner_name: users.name,
}

export const rows = (db: Db) =>
  db
    .select(columns)
    .from(instruments)
    .leftJoin(project_members, eq(project_members.id, instruments.owner_id))
    .leftJoin(users, eq(users.id, project_members.user_id))

type Row = Omit<Instrument, 'experience'>
export const shown = (row: Row, now: Date): Instrument => ({
  ...row,
  experience: experienceOf(row.since_year, now),
})

/** Instruments of a project; the primary ones first, then in the order of their entry. */
export async function instrumentsOf(
  db: Db,
  scope: ProjectScope,
  query: PageQuery & { type?: InstrumentType | undefined },
  now: Date,
): Promise<Page<Instrument>> {
  // One row is primary at most, and the list is short: the place in it is its key.
  const place = sql<number>`case when ${instruments.is_primary} then 0 else ${instruments.id} end`
  const after = idAfter(query.cursor)
  const found = await rows(db)
    .where(
      and(
        eq(instruments.project_id, scope.project_id),
        query.type ? eq(instruments.type, query.type) : undefined,
        after === undefined ? undefined : gt(place, after),
      ),
    )
    .orderBy(place)
    .limit(query.limit + 1)
  const { results, next } = pageOf(found, query.limit, (row) => (row.is_primary ? 0 : row.id))
  return { results: results.map((row) => shown(row, now)), next }
}

/** Sets of a project in the order of their entry. */
export async function setsOf(db: Db, scope: ProjectScope, query: PageQuery): Promise<Page<InstrumentSet>> {
  const after = idAfter(query.cursor)
  const found = await db
    .select()
    .from(instrument_sets)
    .where(
      and(
        eq(instrument_sets.project_id, scope.project_id),
        after === undefined ? undefined : gt(instrument_sets.id, after),
      ),
    )
    .orderBy(asc(instrument_sets.id))
    .limit(query.limit + 1)
  return pageOf(found, query.limit, (row) => row.id)
}
