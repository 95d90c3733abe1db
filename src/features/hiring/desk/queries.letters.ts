import { eq, sql } from 'drizzle-orm'
import type { Language } from '#core/contract/language.ts'
import { outer } from '#core/server/columns.ts'
import type { Db } from '#core/server/db.ts'
import { users } from '#features/accounts/table.ts'
import { music_projects } from '#features/projects/table.ts'
import { orders, requests } from '../table.ts'
import { beginsAt } from '../talent/queries.ts'

/** What a letter says: to whom, about which event. */
export interface LetterFacts {
  to: string
  language: Language
  project_name: string | null
  /** What the hunter calls it; for their own eyes. */
  title: string | null
  type: string | null
  city: string | null
  starts_at: string | null
  zone: string
}

/** The owner of a project that was asked. Null when there is no such request any more. */
export async function letterToMusician(db: Db, request_id: number): Promise<LetterFacts | null> {
  const [facts] = await db
    .select({
      to: users.email,
      language: users.language,
      project_name: music_projects.name,
      title: sql<null>`null`,
      type: orders.type,
      city: orders.city,
      starts_at: beginsAt(outer(requests.id)),
      zone: orders.zone,
    })
    .from(requests)
    .innerJoin(orders, eq(orders.id, requests.order_id))
    .innerJoin(music_projects, eq(music_projects.id, requests.project_id))
    .innerJoin(users, eq(users.id, music_projects.owner_id))
    .where(eq(requests.id, request_id))
  return facts ?? null
}

/** The hunter of an order. Null when there is no such order any more. */
export async function letterToHunter(db: Db, order_id: number): Promise<LetterFacts | null> {
  const [facts] = await db
    .select({
      to: users.email,
      language: users.language,
      project_name: sql<null>`null`,
      title: orders.title,
      type: orders.type,
      city: orders.city,
      starts_at: orders.starts_at,
      zone: orders.zone,
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.hunter_id))
    .where(eq(orders.id, order_id))
  return facts ?? null
}
