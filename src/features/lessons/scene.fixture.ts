import { type Place, SERVICE } from '#app/server/scenes/cast.ts'
import type { Person, TestApp } from '#app/server/testing.ts'
import { HOUR } from '#core/contract/time.ts'
import { saveAvailability } from '#features/availability/contract.ts'
import { saveProject } from '#features/projects/contract.ts'
import { createService, type ServiceDraft } from '#features/services/contract.ts'
import type { LessonModality, LessonState } from './contract.ts'
import { lesson_series, lessons } from './table.ts'

/* A teacher with a week, and a student with another clock. */

/** A Monday noon in Guatemala, some weeks before the clocks of New York change (8 March 2026). */
export const NOW = '2026-02-02T18:00:00.000Z'

const GUATEMALA: Place = {
  city: 'Ciudad de Guatemala',
  country: 'GT',
  lat: 14.6,
  lng: -90.5,
  zone: 'America/Guatemala',
}

export const LESSON: Partial<ServiceDraft> = {
  title: 'Clases de guitarra',
  category: 'MUSIC_LEARNING',
  description: 'Clases de guitarra a tu ritmo, con canciones que te gustan.',
  genres: ['pop'],
  format: 'solo',
  price_mode: 'fixed',
  price: 2000,
  lead_time_days: 0,
  instrument: 'guitar',
  level: 'any',
  modality: 'online',
  lesson_minutes: 60,
  trial_price: 500,
  package_4_price: 7200,
  package_8_price: 13_600,
  package_12_price: null,
}

/** A teacher who is open every day from 08:00 to 20:00 in Guatemala, with a lesson that can be booked. */
export async function teacher(
  t: TestApp,
  more: Partial<ServiceDraft> = {},
): Promise<Person & { service_id: number }> {
  const person = await t.person('MUSICIAN')
  await person.api(saveProject, { params: { id: person.project_id ?? 0 }, body: GUATEMALA })
  await person.api(saveAvailability, {
    body: {
      zone: 'America/Guatemala',
      buffer_before_minutes: 60,
      buffer_after_minutes: 60,
      minimum_notice_days: 2,
      maximum_gigs_a_day: 2,
      rules: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '08:00', to: '20:00' })),
    },
  })
  const { id } = await person.api(createService, {
    body: { ...SERVICE, ...LESSON, ...more, activate: true },
  })
  return { ...person, service_id: id }
}

/** A student whose clock is New York's, with evenings free. */
export async function student(t: TestApp): Promise<Person> {
  const person = await t.person('STUDENT')
  await person.api(saveAvailability, {
    body: {
      zone: 'America/New_York',
      buffer_before_minutes: 0,
      buffer_after_minutes: 0,
      minimum_notice_days: 0,
      maximum_gigs_a_day: 1,
      rules: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '17:00', to: '21:00' })),
    },
  })
  return person
}

/** A lesson of an hour between two that ends at that instant, in a state. @returns its id */
export async function lessonOf(
  t: TestApp,
  who: Person,
  gives: Person & { service_id: number },
  ends: string | Date,
  state: LessonState = 'confirmed',
  modality: LessonModality = 'online',
): Promise<number> {
  const booked = { student_id: who.id, project_id: gives.project_id ?? 0, service_id: gives.service_id }
  const [series] = await t.db
    .insert(lesson_series)
    .values({ ...booked, kind: 'single' })
    .returning()
  const ends_at = new Date(ends)
  const [lesson] = await t.db
    .insert(lessons)
    .values({
      ...{ ...booked, series_id: series?.id ?? 0, teacher_id: gives.id, kind: 'single', state },
      modality,
      ...{ starts_at: new Date(ends_at.getTime() - HOUR).toISOString(), ends_at: ends_at.toISOString() },
      ...{ price: 2000, currency: 'USD' },
    })
    .returning({ id: lessons.id })
  return lesson?.id ?? 0
}
