import { eq } from 'drizzle-orm'
import type { Person, TestApp } from '#app/server/testing.ts'
import { music_projects } from '#features/projects/table.ts'
import type { ServiceDraft } from '#features/services/contract.ts'

const ALL_WEEK = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '00:00', to: '00:00' }))

/** A musician who can be found. */
export type Playing = Person & { project_id: number }

/** Somebody of that name and place who is free all week and sells one service. */
export async function playing(
  t: TestApp,
  name: string,
  place: object,
  service: Partial<ServiceDraft>,
): Promise<Playing> {
  const person = await t.person('MUSICIAN', { name })
  const { project_id } = person
  if (!project_id) throw new Error('a musician has a project')
  await t.db
    .update(music_projects)
    .set({ ...place, bio: `${name} toca para que la noche se recuerde.` })
    .where(eq(music_projects.id, project_id))
  await person.call('PUT', '/api/availability/', {
    zone: 'America/Guatemala',
    buffer_before_minutes: 60,
    buffer_after_minutes: 60,
    minimum_notice_days: 1,
    maximum_gigs_a_day: 2,
    rules: ALL_WEEK,
  })
  const { status } = await person.post('/api/services/', {
    title: 'En vivo',
    category: 'MUSIC_SETTING',
    description: 'Música en vivo para tu evento, con repertorio a tu gusto.',
    genres: ['bolero'],
    event_types: [],
    format: 'solo',
    duration_minutes: 120,
    price_mode: 'fixed',
    price: 20_000,
    currency: 'USD',
    travel_radius_km: 100,
    travel_fee_per_km: 10,
    includes_sound: false,
    setup_minutes: 30,
    lead_time_days: 0,
    languages: ['es'],
    media: [],
    extras: [],
    instrument: null,
    level: null,
    modality: null,
    lesson_minutes: null,
    trial_price: null,
    ...service,
    activate: true,
  })
  if (status !== 201) throw new Error(`the service of ${name} was answered ${status}`)
  return { ...person, project_id }
}
