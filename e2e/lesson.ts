import type { APIRequestContext } from '@playwright/test'
import { offerService, openForBooking } from '#app/server/scenes/cast.ts'
import { bookLesson, stepLesson } from '#features/lessons/booking/contract.ts'
import { listStarts } from '#features/lessons/finding/contract.ts'
import { readProfile } from '#features/projects/contract.ts'
import type { ServiceDraft } from '#features/services/contract.ts'
import { callsOf } from './order.ts'
import { newPerson } from './people.ts'

/* Lessons that a teacher of these journeys offers, and a student who has one ahead. */

export const GUATEMALA = {
  city: 'Ciudad de Guatemala',
  country: 'GT',
  lat: 14.6,
  lng: -90.5,
  zone: 'America/Guatemala',
}

export const LESSON = {
  title: 'Guitarra desde cero',
  category: 'MUSIC_LEARNING',
  description: 'Clases de guitarra a tu ritmo, con las canciones que te gustan.',
  price: 2000,
  lead_time_days: 0,
  instrument: 'guitar',
  level: 'any',
  modality: 'online',
  lesson_minutes: 60,
  trial_price: 500,
  package_4_price: 7200,
} as const

/** A teacher whose trial lessons cost nothing, and how somebody books one that is offered one way. */
export async function teachesFree(request: APIRequestContext, more: Partial<ServiceDraft> = {}) {
  const gives = await newPerson(request, 'MUSICIAN', { name: 'Rosa Ixchel' })
  const teaching = callsOf(request, gives.token)
  const { music_project } = await teaching(readProfile)
  await openForBooking({ api: teaching, project_id: music_project[0]?.id ?? 0 }, GUATEMALA, [])
  const service_id = await offerService({ api: teaching }, { ...LESSON, trial_price: 0, ...more })
  async function book(learning: ReturnType<typeof callsOf>) {
    const { starts } = await learning(listStarts, { params: { id: service_id }, query: { days: '14' } })
    const booked = { service_id, kind: 'trial', starts_at: starts.at(-1)?.starts_at ?? '', note: '' } as const
    const { id } = await learning(bookLesson, { body: booked })
    return { id, starts_at: booked.starts_at }
  }
  return { gives, teaching, service_id, book }
}

/** A teacher, and a student who has a single lesson of theirs to pay: it is accepted. */
export async function toBePaid(request: APIRequestContext) {
  const gives = await newPerson(request, 'MUSICIAN', { name: 'Rosa Cuerdas' })
  const teaching = callsOf(request, gives.token)
  const { music_project } = await teaching(readProfile)
  await openForBooking({ api: teaching, project_id: music_project[0]?.id ?? 0 }, GUATEMALA, [])
  const service_id = await offerService({ api: teaching }, LESSON)
  const learns = await newPerson(request, 'STUDENT', { name: 'Diego Tarjeta' })
  const learning = callsOf(request, learns.token)
  const { starts } = await learning(listStarts, { params: { id: service_id }, query: { days: '14' } })
  const starts_at = starts.at(-1)?.starts_at ?? ''
  const { id } = await learning(bookLesson, {
    body: { service_id, kind: 'single', starts_at, note: '' },
  })
  await teaching(stepLesson, { params: { id }, body: { step: 'accept' } })
  return { gives, learns, learning, service_id, id }
}

/** A teacher, and a student who has an accepted trial lesson with them; with the student's calls and the lesson. */
export async function taught(request: APIRequestContext) {
  const { gives, teaching, book } = await teachesFree(request)
  const learns = await newPerson(request, 'STUDENT', { name: 'Diego Paniagua' })
  const learning = callsOf(request, learns.token)
  const lesson = await book(learning)
  await teaching(stepLesson, { params: { id: lesson.id }, body: { step: 'accept' } })
  return { gives, learns, learning, lesson }
}
