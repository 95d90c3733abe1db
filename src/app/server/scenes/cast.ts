import type { WeekDraft } from '#features/availability/contract.ts'
import { saveAvailability } from '#features/availability/contract.ts'
import { saveProject } from '#features/projects/contract.ts'
import { createService, type ServiceDraft, stepService } from '#features/services/contract.ts'
import type { Calls } from './calls.ts'

/** A talent hunter in a scene. */
export interface Hunter {
  name: string
  api: Calls
}

/** A musician in a scene, who acts as one of their projects. */
export interface Musician extends Hunter {
  project_id: number
}

/** Where somebody lives, and by which clock. */
export interface Place {
  city: string
  country: string
  lat: number
  lng: number
  zone: string
}

/** A service of somebody who plays alone or in a small line-up at private events. */
export const SERVICE: ServiceDraft = {
  title: 'Boleros en vivo',
  category: 'MUSIC_SETTING',
  description: 'Boleros, jazz y latina suave para la cena y la pista.',
  genres: ['bolero', 'jazz', 'latin', 'pop'],
  event_types: [],
  format: 'duo',
  duration_minutes: 120,
  price_mode: 'fixed',
  price: 40_000,
  currency: 'USD',
  travel_radius_km: 80,
  travel_fee_per_km: 0,
  includes_sound: true,
  setup_minutes: 45,
  lead_time_days: 1,
  languages: ['es'],
  media: [],
  extras: [],
  instrument: null,
  level: null,
  modality: null,
  lesson_minutes: null,
  trial_price: null,
  package_4_price: null,
  package_8_price: null,
  package_12_price: null,
}

/** Every hour of the week, with the time to travel before and after. */
const ALL_WEEK: Omit<WeekDraft, 'zone'> = {
  buffer_before_minutes: 60,
  buffer_after_minutes: 60,
  minimum_notice_days: 1,
  maximum_gigs_a_day: 3,
  rules: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '00:00', to: '00:00' })),
}

/** Puts a project in a town, opens its whole week and offers services there: the match finds it from now on. */
export async function openForBooking(
  { api, project_id }: Pick<Musician, 'api' | 'project_id'>,
  place: Place,
  services: readonly Partial<ServiceDraft>[] = [{}],
): Promise<void> {
  await api(saveProject, { params: { id: project_id }, body: place })
  await api(saveAvailability, { body: { ...ALL_WEEK, zone: place.zone } })
  for (const service of services) await offerService({ api }, service)
}

/** An active service of the project that somebody acts as. @returns its id */
export async function offerService(
  { api }: Pick<Musician, 'api'>,
  service: Partial<ServiceDraft> = {},
): Promise<number> {
  const { id } = await api(createService, { body: { ...SERVICE, ...service } })
  await api(stepService, { params: { id }, body: { step: 'activate' } })
  return id
}
