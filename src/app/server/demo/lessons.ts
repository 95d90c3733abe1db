import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { DAY, HOUR } from '#core/contract/time.ts'
import type { App } from '#core/server/app.ts'
import { transaction } from '#core/server/work.ts'
import { users } from '#features/accounts/table.ts'
import { saveAvailability } from '#features/availability/contract.ts'
import { saveLearned } from '#features/instruments/contract.learner.ts'
import { savePayTo } from '#features/lessons/booking/commands.settings.ts'
import {
  answerLessonSubstitute,
  proposeLessonSubstitute,
} from '#features/lessons/booking/contract.substitutes.ts'
import { answerSeries, saveLessonSettings, saveSheet } from '#features/lessons/booking/contract.teaching.ts'
import {
  bookLesson,
  bookSeries,
  confirmLessonPayment,
  moveLesson,
  orderPackage,
  readLesson,
  recordLessonPayment,
  stepLesson,
} from '#features/lessons/booking/contract.ts'
import { askCertificate } from '#features/lessons/certificates/contract.ts'
import type { LessonModality } from '#features/lessons/contract.ts'
import { listStarts } from '#features/lessons/finding/contract.ts'
import { readAllNotifications } from '#features/notifications/contract.ts'
import { services } from '#features/services/table.ts'
import { openThread, sendMessage } from '#features/threads/contract.ts'
import type { Calls } from '../scenes/calls.ts'
import { makeAssignments } from './assignments.ts'
import { callsOf } from './orders.ts'
import type { DemoPeople } from './people.ts'
import { makeProgress } from './progress.ts'
import { makeRecorded } from './recorded.ts'
import { LEARNERS } from './words.ts'

/** The demo's teachers: a week from morning to evening, six days long. */
const WEEK = [1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, from: '08:00', to: '19:00' }))
/** What the demo's student has free. */
const EVENINGS = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '15:00', to: '19:00' }))
const PERSONAL = {
  ...{ zone: 'America/Guatemala', buffer_before_minutes: 0, buffer_after_minutes: 0 },
  ...{ minimum_notice_days: 0, maximum_gigs_a_day: 1 },
}

interface Teacher {
  api: Calls
  /** As which lessons of theirs are asked for by new students. */
  modality: LessonModality
  project_id: number
  service_id: number
}

/** What each of them teaches, by the place among the musicians. */
const TEACHERS = [
  {
    at: 10,
    offer: {
      title: 'Guitarra popular, paso a paso',
      description:
        'Clases de guitarra con las canciones que te gustan: acordes, ritmo y acompañamiento desde la primera semana.',
      instrument: 'guitar',
      level: 'any',
      modality: 'both',
      price: 1800,
    },
  },
  {
    at: 11,
    offer: {
      title: 'Piano y lectura musical',
      description:
        'Piano desde cero o para retomarlo: postura, lectura y repertorio corto, con grabaciones para casa.',
      instrument: 'piano',
      level: 'beginner',
      modality: 'online',
      price: 2200,
    },
  },
  {
    at: 12,
    offer: {
      title: 'Guitarra acústica y acompañamiento',
      description:
        'Rasgueos, arpegios y acordes para acompañar a quien canta; cada clase termina con una canción completa.',
      instrument: 'guitar',
      level: 'any',
      modality: 'online',
      price: 1900,
    },
  },
] as const

/**
 * Three months of the demo student's lessons, with credits that run out soon, and the weeks of two teachers, who have other
 * students too; a third gives one of them in another's place. Through the same calls that people make, at moved times.
 */
export async function makeLessons(
  app: App,
  server: FastifyInstance,
  people: DemoPeople,
  say: (line: string) => void,
): Promise<void> {
  const real = app.clock.now().getTime()
  const begun = Date.now()
  const at = async (days: number) => {
    app.clock.set(new Date(real + days * DAY))
    await app.jobs.runSweeps()
  }
  const student = await callsOf(app, server, people.student_id)
  const [guitar, piano, other] = await Promise.all(
    TEACHERS.map(({ at: n, offer }) => teacherOf(app, server, people.musicians[n], offer)),
  )
  if (!guitar || !piano || !other) throw new Error('nobody teaches')
  await student(saveAvailability, { body: { ...PERSONAL, rules: EVENINGS } })
  await student(saveLearned, {
    body: {
      instruments: [
        { name: 'guitar', since_year: new Date(real).getUTCFullYear() - 2, level: 'beginner' },
        { name: 'piano', since_year: new Date(real).getUTCFullYear(), level: null },
      ],
    },
  })

  /** The first free starts that fit the student, a day at a time. */
  const free = async (of: Teacher, days: readonly number[], api: Calls = student): Promise<string[]> => {
    const found: string[] = []
    for (const day of days) {
      const from = new Date(app.clock.now().getTime() + day * DAY).toISOString().slice(0, 10)
      const { starts } = await api(listStarts, { params: { id: of.service_id }, query: { from, days: '4' } })
      const start = starts.find(({ fits, starts_at }) => fits && !found.includes(starts_at))
      if (start) found.push(start.starts_at)
    }
    return found
  }
  const paid = async (of: Teacher, what: 'lesson' | 'package', id: number, api: Calls = student) => {
    const params = { of: what, id }
    await api(recordLessonPayment, { params, body: { method: 'transfer', reference: `CL-${4000 + id}` } })
    await of.api(confirmLessonPayment, { params })
  }
  const single = async (
    of: Teacher,
    kind: 'trial' | 'single',
    starts_at: string,
    modality: LessonModality,
  ) => {
    const body = { service_id: of.service_id, kind, starts_at, modality, note: '' }
    const { id } = await student(bookLesson, { body })
    await of.api(stepLesson, { params: { id }, body: { step: 'accept' } })
    await paid(of, 'lesson', id)
    return id
  }
  const bought = async (of: Teacher, size: 4 | 8) => {
    const { id } = await student(orderPackage, { body: { service_id: of.service_id, size } })
    await paid(of, 'package', id)
    return id
  }
  const series = async (of: Teacher, package_id: number, starts: readonly string[]) => {
    const { results } = await student(bookSeries, {
      body: { package_id, starts: [...starts], modality: 'online', note: '' },
    })
    await of.api(answerSeries, { params: { id: results[0]?.series_id ?? 0 }, body: { answer: 'accept' } })
    return results
  }
  const confirmed = async (ids: readonly number[]) => {
    for (const id of ids) {
      const { steps } = await student(readLesson, { params: { id } })
      if (steps.includes('confirm')) await student(stepLesson, { params: { id }, body: { step: 'confirm' } })
    }
  }

  try {
    // Piano first: four lessons, of which two were never booked and run out soon.
    await at(-160)
    const [pack, firsts] = [await bought(piano, 4), await free(piano, [4, 11])]
    const early = await series(piano, pack, firsts)
    await at(-140)
    await confirmed(early.map(({ id }) => id))
    // Then guitar: a trial, eight in a row.
    await at(-92)
    const [hour = ''] = await free(guitar, [3])
    const trial = await single(guitar, 'trial', hour, 'in_person')
    await at(-86)
    await confirmed([trial])
    const eight = await bought(guitar, 8)
    const taken = await series(guitar, eight, await free(guitar, [3, 10, 17, 24, 31, 38, 45, 52]))
    for (const day of [-70, -56, -42, -30]) {
      await at(day)
      await confirmed(taken.map(({ id }) => id))
    }
    await guitar.api(saveSheet, {
      params: { id: taken[6]?.id ?? 0 },
      body: {
        link: '',
        place: '',
        notes_shared: 'Cambios de sol a do sin mirar la mano. Metrónomo a 70, dos compases por acorde.',
        notes_private: 'Le cuesta el dedo anular; proponer la versión fácil de fa.',
      },
    })
    // And eight more, of which some are still to come; one was missed, one is moved.
    await at(-24)
    const more = await bought(guitar, 8)
    const now = await series(guitar, more, await free(guitar, [3, 10, 17, 26, 33]))
    await at(-12)
    const gone = now.find(({ starts_at }) => Date.parse(starts_at) < app.clock.now().getTime())
    if (gone) await guitar.api(stepLesson, { params: { id: gone.id }, body: { step: 'miss_as_student' } })
    await at(0)
    await confirmed(now.map(({ id }) => id))
    const [to] = await free(guitar, [6])
    const last = now.at(-1)
    if (last && to) await student(moveLesson, { params: { id: last.id }, body: { starts_at: to } })
    const next = now.find(
      ({ id, starts_at }) => id !== last?.id && Date.parse(starts_at) > app.clock.now().getTime() + DAY,
    )
    if (next) await handOver(next.id, { student, teacher: guitar.api, other })
    if (last) await talkOf(last.id, { student, teacher: guitar.api })
    await student(readAllNotifications, { body: {} })
  } finally {
    app.clock.set(new Date(real + Date.now() - begun))
  }
  await fillWeeks(app, server, people, [guitar, piano])
  await makeProgress(app, people.student_id, { student, teacher: guitar.api })
  await student(askCertificate, { body: { project_id: guitar.project_id } })
  await makeAssignments(app, people.student_id, { student, teacher: guitar.api })
  await makeRecorded(app, people.student_id)
  say('three months of the demo student’s lessons, practice and assignments, and the weeks of two teachers')
}

/** A teacher can't give a lesson: another says yes, and then the student does. */
async function handOver(
  lesson_id: number,
  { student, teacher, other }: { student: Calls; teacher: Calls; other: Teacher },
) {
  const { id } = await teacher(proposeLessonSubstitute, {
    params: { id: lesson_id },
    body: { service_id: other.service_id, reason: 'Ese día toco fuera de la ciudad.' },
  })
  for (const who of [other.api, student])
    await who(answerLessonSubstitute, { params: { id }, body: { accept: true } })
}

/** What the two said of the lesson that was moved. */
async function talkOf(lesson_id: number, { student, teacher }: { student: Calls; teacher: Calls }) {
  const { id } = await student(openThread, { body: { lesson_id } })
  const said: [Calls, string][] = [
    [student, '¿Podemos pasar la última clase? Ese día tengo examen.'],
    [teacher, 'Claro, pásala al día que te quede mejor. Y trae la canción que escogiste.'],
    [student, 'Listo, ya la moví. ¡Gracias!'],
  ]
  for (const [n, [who, text]] of said.entries())
    await who(sendMessage, { params: { id }, body: { client_id: `demo-lesson-${n}`, text, file_ids: [] } })
}

/** Somebody teaches from now on: their hours, their lesson, where they are paid. */
async function teacherOf(
  app: App,
  server: FastifyInstance,
  who: DemoPeople['musicians'][number] | undefined,
  offer: (typeof TEACHERS)[number]['offer'],
): Promise<Teacher> {
  if (!who) throw new Error('too few musicians')
  const api = await callsOf(app, server, who.user_id, who.project_id)
  await api(saveAvailability, {
    body: {
      ...PERSONAL,
      buffer_before_minutes: 60,
      buffer_after_minutes: 60,
      maximum_gigs_a_day: 2,
      rules: WEEK,
    },
  })
  const place = offer.modality === 'both' ? '4a calle 12-30, zona 1: tocar el timbre del segundo piso' : ''
  await api(saveLessonSettings, { body: { link: 'https://meet.example.com/clases', room: true, place } })
  // Saying where money goes wants a second factor, and demo accounts have none, so that anybody can try them.
  const pay_to = `Banco Industrial 000-${who.user_id}, ${who.name}`
  await transaction(app, app.clock.now(), (work) => savePayTo(work, who.user_id, { pay_to }))
  const [service] = await app.db
    .insert(services)
    .values({
      ...offer,
      project_id: who.project_id,
      category: 'MUSIC_LEARNING',
      genres: ['pop', 'latin'],
      format: 'solo',
      duration_minutes: 60,
      price_mode: 'fixed',
      currency: 'USD',
      travel_radius_km: 0,
      languages: ['es'],
      lesson_minutes: 60,
      trial_price: 800,
      package_4_price: offer.price * 4 - 600,
      package_8_price: offer.price * 8 - 2400,
      status: 'active',
    })
    .returning({ id: services.id })
  if (!service) throw new Error('no lesson')
  const modality = offer.modality === 'both' ? 'in_person' : offer.modality
  return { api, modality, project_id: who.project_id, service_id: service.id }
}

/** How often a week each of the others comes; so many of them are two thirds of what a teacher is open. */
const A_WEEK = 4
/** How many of each teacher's still ask for a day. */
const ASKING = 4

/** Other students of the two, who take up most of the days ahead by packages; and some who ask for a day more. */
async function fillWeeks(
  app: App,
  server: FastifyInstance,
  people: DemoPeople,
  teachers: readonly Teacher[],
): Promise<void> {
  const learner_ids = await learnersLike(app, people.student_id)
  const from = app.clock.now().toISOString().slice(0, 10)
  for (const [t, of] of teachers.entries()) {
    const asks: (() => Promise<unknown>)[] = []
    for (const [n, user_id] of learner_ids.filter((_, at) => at % teachers.length === t).entries()) {
      const api = await callsOf(app, server, user_id)
      const { starts } = await api(listStarts, {
        params: { id: of.service_id },
        query: { from, days: '14' },
      })
      const free = new Set(starts.map(({ starts_at }) => Date.parse(starts_at)))
      // Those that are free again a week later, on the hour: two that begin at half past leave a half between them.
      const hours = [...free].filter((at) => at % HOUR === 0 && free.has(at + 7 * DAY))
      const own = Array.from({ length: A_WEEK }, (_, i) =>
        hours.at(Math.floor(((i + (n % A_WEEK) / A_WEEK) * hours.length) / A_WEEK)),
      ).filter((at) => at !== undefined)
      const { id } = await api(orderPackage, { body: { service_id: of.service_id, size: 8 } })
      const params = { of: 'package', id } as const
      await api(recordLessonPayment, { params, body: { method: 'cash', reference: '' } })
      await of.api(confirmLessonPayment, { params })
      const dates = [...own, ...own.map((at) => at + 7 * DAY)].map((at) => new Date(at).toISOString())
      const { results } = await api(bookSeries, {
        body: { package_id: id, starts: dates, modality: 'online', note: '' },
      })
      await of.api(answerSeries, { params: { id: results[0]?.series_id ?? 0 }, body: { answer: 'accept' } })
      if (n < ASKING) asks.push(() => ask(api, of, from))
    }
    // All of that they know by now; what is asked is new.
    await of.api(readAllNotifications, { body: {} })
    for (const one of asks) await one()
  }
}

/** Asks for the first time that a teacher still has free two days ahead. */
async function ask(api: Calls, of: Teacher, from: string): Promise<void> {
  const { starts } = await api(listStarts, { params: { id: of.service_id }, query: { from, days: '7' } })
  const ahead = Date.parse(from) + 3 * DAY
  const start = starts.find(({ starts_at }) => Date.parse(starts_at) > ahead)
  if (!start) return
  const note = 'Quiero preparar una canción para el cumpleaños de mi mamá.'
  await api(bookLesson, {
    body: {
      ...{ service_id: of.service_id, kind: 'single', starts_at: start.starts_at },
      ...{ modality: of.modality, note },
    },
  })
}

/** Other students, with the same password. @returns their ids */
async function learnersLike({ db }: App, student_id: number): Promise<number[]> {
  const [student] = await db.select().from(users).where(eq(users.id, student_id))
  if (!student) throw new Error('the demo student is not there')
  const { id: _, ...same } = student
  const rows = await db
    .insert(users)
    .values(LEARNERS.map((name, n) => ({ ...same, name, email: `alumno${n + 1}@tarima.demo` })))
    .returning({ id: users.id })
  return rows.map(({ id }) => id)
}
