import { eq } from 'drizzle-orm'
import { openForBooking, type Place } from '#app/server/scenes/cast.ts'
import type { Person, TestApp } from '#app/server/testing.ts'
import { music_projects } from '#features/projects/table.ts'
import type { ServiceDraft } from '#features/services/contract.ts'

/** Says nothing of a genre, cheap and without notice: what a test says alone decides who is found. */
const ALONE: Partial<ServiceDraft> = {
  title: 'En vivo',
  description: 'Música en vivo para tu evento, con repertorio a tu gusto.',
  genres: ['bolero'],
  format: 'solo',
  price: 20_000,
  travel_radius_km: 100,
  travel_fee_per_km: 10,
  includes_sound: false,
  lead_time_days: 0,
}

/** A musician who can be found. */
export type Playing = Person & { project_id: number }

/** Somebody of that name and place who is free all week and sells one service. */
export async function playing(
  t: TestApp,
  name: string,
  place: Place,
  service: Partial<ServiceDraft>,
): Promise<Playing> {
  const person = await t.person('MUSICIAN', { name })
  const { project_id } = person
  if (!project_id) throw new Error('a musician has a project')
  await t.db
    .update(music_projects)
    .set({ bio: `${name} toca para que la noche se recuerde.` })
    .where(eq(music_projects.id, project_id))
  await openForBooking({ ...person, project_id }, place, [{ ...ALONE, ...service }])
  return { ...person, project_id }
}
