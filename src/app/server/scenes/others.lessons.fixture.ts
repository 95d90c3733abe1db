import { randomUUID } from 'node:crypto'
import type { TestApp } from '#app/server/testing.ts'
import { newKey } from '#core/server/files.ts'
import { assignment_files, assignment_remarks, assignments } from '#features/lessons/table.assignments.ts'
import { certificates } from '#features/lessons/table.certificates.ts'
import { lesson_recordings } from '#features/lessons/table.recordings.ts'
import { lesson_scores } from '#features/lessons/table.scores.ts'
import { lesson_substitute_lessons, lesson_substitutes } from '#features/lessons/table.substitutes.ts'
import {
  learner_objectives,
  learner_pieces,
  lesson_holidays,
  lesson_packages,
  lesson_series,
  lessons,
  practice_entries,
} from '#features/lessons/table.ts'

/** Rows of somebody else's lessons, by what they are. */
export type LessonsOfOthers = Record<
  | 'offer'
  | 'series'
  | 'lesson'
  | 'package'
  | 'holiday'
  | 'learner'
  | 'practice'
  | 'piece'
  | 'objective'
  | 'assignment'
  | 'assignment_file'
  | 'score'
  | 'recording'
  | 'lesson_substitute'
  | 'remark'
  | 'certificate',
  number
>

export const idOf = (row: { id: number } | undefined | null): number => {
  if (!row) throw new Error('no row')
  return row.id
}

/** Lessons that somebody else gives to somebody else again, and how those get on. */
export async function lessonsOf(
  t: TestApp,
  { id, project_id, service_id }: { id: number; project_id: number; service_id: number },
): Promise<LessonsOfOthers> {
  const learner = await t.person('STUDENT')
  const at = t.clock.now().toISOString()
  const booked = { student_id: learner.id, project_id, service_id }
  const [pack] = await t.db
    .insert(lesson_packages)
    .values({ ...booked, size: 4, price: 100, currency: 'USD', state: 'ordered', pay_by: at })
    .returning()
  const [series] = await t.db
    .insert(lesson_series)
    .values({ ...booked, kind: 'single' })
    .returning()
  const [lesson] = await t.db
    .insert(lessons)
    .values({
      ...{ ...booked, series_id: idOf(series), teacher_id: id, kind: 'single', state: 'requested' },
      modality: 'online',
      ...{ starts_at: '2999-01-01T10:00:00.000Z', ends_at: '2999-01-01T11:00:00.000Z' },
      ...{ price: 100, currency: 'USD' },
    })
    .returning()
  const [holiday] = await t.db
    .insert(lesson_holidays)
    .values({ project_id, during: '[2998-01-01,2998-01-02)' })
    .returning()
  const [practice] = await t.db
    .insert(practice_entries)
    .values({ user_id: learner.id, key: randomUUID(), day: '2026-01-01', minutes: 20 })
    .returning()
  const [piece] = await t.db
    .insert(learner_pieces)
    .values({ student_id: learner.id, piece: 'Luna de Xelajú', status: 'learning' })
    .returning()
  const [objective] = await t.db
    .insert(learner_objectives)
    .values({ student_id: learner.id, title: 'Tocar en la graduación' })
    .returning()
  const [assignment] = await t.db
    .insert(assignments)
    .values({ student_id: learner.id, teacher_id: id, project_id, title: 'Escala de sol', state: 'given' })
    .returning()
  const side = { assignment_id: idOf(assignment), user_id: learner.id, side: 'student' } as const
  const [file] = await t.db
    .insert(assignment_files)
    .values({ ...side, key: newKey(), format: 'mp3', bytes: 1, name: 'toma.mp3', stored_at: at })
    .returning()
  const [score] = await t.db
    .insert(lesson_scores)
    .values({
      ...{ lesson_id: idOf(lesson), user_id: learner.id, key: newKey(), bytes: 1 },
      ...{ name: 'Luna de Xelajú.pdf', stored_at: at },
    })
    .returning()
  const [recording] = await t.db
    .insert(lesson_recordings)
    .values({
      ...{
        lesson_id: idOf(lesson),
        state: 'kept',
        asked_by: learner.id,
        asked_peer: randomUUID(),
        asked_at: at,
      },
      ...{
        answered_by: id,
        answered_at: at,
        stopped_at: at,
        key: newKey(),
        format: 'ogg',
        bytes: 1,
        seconds: 60,
      },
      ...{ sent_at: at, kept_at: at, expires_at: '2999-01-01T00:00:00.000Z' },
    })
    .returning()
  const other = await t.person('MUSICIAN')
  const [substitute] = await t.db
    .insert(lesson_substitutes)
    .values({
      ...{ student_id: learner.id, series_id: idOf(series), from_project_id: project_id, from_user_id: id },
      ...{ project_id: other.project_id ?? 0, user_id: other.id, service_id },
      ...{ state: 'offered', reply_by: '2998-12-31T10:00:00.000Z', offered_at: '2026-01-01T10:00:00.000Z' },
    })
    .returning()
  await t.db
    .insert(lesson_substitute_lessons)
    .values({ substitute_id: idOf(substitute), lesson_id: idOf(lesson) })
  const [remark] = await t.db
    .insert(assignment_remarks)
    .values({ ...side, text: 'Me costó el final' })
    .returning()
  const [certificate] = await t.db
    .insert(certificates)
    .values({
      ...{ student_id: learner.id, teacher_id: id, project_id, language: 'es', sha256: 'a'.repeat(64) },
      certified: {
        ...{
          student: learner.name,
          teacher: 'Quien enseña',
          lessons: 1,
          from: '2026-01-05',
          to: '2026-01-05',
        },
        objectives: [{ title: 'Tocar en la graduación', on: '2026-01-06' }],
        pieces: [],
      },
    })
    .returning()
  return {
    offer: service_id,
    series: idOf(series),
    lesson: idOf(lesson),
    package: idOf(pack),
    holiday: idOf(holiday),
    learner: learner.id,
    practice: idOf(practice),
    piece: idOf(piece),
    objective: idOf(objective),
    assignment: idOf(assignment),
    assignment_file: idOf(file),
    score: idOf(score),
    recording: idOf(recording),
    lesson_substitute: idOf(substitute),
    remark: idOf(remark),
    certificate: idOf(certificate),
  }
}
