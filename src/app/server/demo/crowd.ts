import type { PgTable } from 'drizzle-orm/pg-core'
import type { Place } from '#core/contract/places.ts'
import type { Db } from '#core/server/db.ts'
import type { Genre } from '#features/projects/contract.ts'

/** Somebody of the demo who plays. */
export interface DemoMusician {
  user_id: number
  project_id: number
  name: string
  place: Place
  instrument: string
  genres: Genre[]
  /** How good they are, 3.6 to 5: what is asked for by it, and around which clients' marks lie. */
  rating: number
}

export interface DemoBand {
  project_id: number
  name: string
  place: Place
  owner: DemoMusician
  members: DemoMusician[]
  genres: Genre[]
}
export const CHUNK = 500
/** Inserts many rows, some hundred at a time: one statement has room for 65,535 values. */
export async function insertAll<T extends PgTable>(
  db: Db,
  table: T,
  rows: T['$inferInsert'][],
): Promise<void> {
  for (let at = 0; at < rows.length; at += CHUNK)
    await db.insert(table).values(rows.slice(at, at + CHUNK) as never)
}
