import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { Refusal } from '#core/contract/errors.ts'
import { outer, present } from '#core/server/columns.ts'
import type { Db } from '#core/server/db.ts'
import { type BandFate, fateOf } from './rules.ts'
import { music_projects, project_members } from './table.ts'

interface Band {
  id: number
  name: string
  fate: BandFate
}

/** Somebody's bands, and what becomes of each when their account goes. */
export async function bandsOnErasure(db: Db, user_id: number): Promise<Band[]> {
  const rows = await db
    .select({
      id: music_projects.id,
      name: present(music_projects.name),
      role: project_members.role,
      others: sql<number>`(
        select count(*)::int from project_members o
        where o.project_id = ${outer(music_projects.id)} and o.left_at is null and o.user_id <> ${user_id})`,
    })
    .from(project_members)
    .innerJoin(music_projects, eq(music_projects.id, project_members.project_id))
    .where(
      and(
        eq(project_members.user_id, user_id),
        isNull(project_members.left_at),
        eq(music_projects.project_type, 'GROUP'),
        eq(music_projects.status, 'active'),
      ),
    )
    .orderBy(asc(music_projects.id))
  return rows.map(({ others, role, ...band }) => ({ ...band, fate: fateOf(role, others) }))
}

/** @throws Refusal 409 while somebody owns a band that others play in: it is handed over first */
export async function refuseBandsToHandOver(db: Db, user_id: number): Promise<void> {
  const bands = (await bandsOnErasure(db, user_id)).filter(({ fate }) => fate === 'hand_over')
  if (bands.length > 0)
    throw new Refusal(409, 'projects.bands_to_hand_over', {
      values: { bands: bands.map(({ name }) => name).join(', ') },
    })
}
