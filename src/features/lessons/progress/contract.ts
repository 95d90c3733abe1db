import * as z from 'zod/mini'
import { seenBy, wordsOf } from '#core/contract/audience.ts'
import { endpoint, Id, IdParams } from '#core/contract/endpoint.ts'
import { PageQuery, page } from '#core/contract/page.ts'
import { line } from '#core/contract/text.ts'
import { Day, Instant, Zone } from '#core/contract/time.ts'
import { InstrumentName } from '#features/services/contract.ts'
import { PieceStatus } from '../contract.ts'

/** Most minutes that are noted at once, and in one day. */
export const MOST_MINUTES = 600
export const MOST_MINUTES_A_DAY = 1440
/** Most times that somebody notes in one day. */
export const MOST_A_DAY = 20
/** How many days back practice can be noted. */
export const DAYS_BACK = 30
/** Most pieces and objectives of one student. */
export const MOST_PIECES = 200
export const MOST_OBJECTIVES = 50
/** How many weeks the chart of minutes shows. */
export const WEEKS_SHOWN = 12
/** How many days the chart of a piece's tempo goes back to: those on which it changed. */
export const TEMPOS_SHOWN = 100

/* ---------------------------------------------------------------- practice */

const practised = {
  /** In the student's zone. */
  day: Day,
  minutes: z.int().check(z.minimum(1), z.maximum(MOST_MINUTES)),
  /** What was practised, in the student's words. */
  what: seenBy('self', line(0, 300)),
}

export const PracticeChange = z.object(practised)
export type PracticeChange = z.output<typeof PracticeChange>

/** With a key of the caller's: what waited for a connection is noted once, however often it is sent. */
export const PracticeDraft = z.object({ ...practised, key: z.uuid() })
export type PracticeDraft = z.output<typeof PracticeDraft>

export const Practice = z.object({ id: Id, ...practised })
export type Practice = z.output<typeof Practice>

export const listPractice = endpoint({
  method: 'GET',
  path: '/api/lessons/practice/',
  access: 'read:student',
  summary: 'What a student noted of their practice, the latest day first (student)',
  query: PageQuery,
  reply: page(Practice),
})

export const notePractice = endpoint({
  method: 'POST',
  path: '/api/lessons/practice/',
  access: 'read:student',
  summary: 'Note minutes of practice for a day, up to 30 days back (student)',
  body: PracticeDraft,
  reply: Practice,
  status: 201,
})

export const changePractice = endpoint({
  method: 'PUT',
  path: '/api/lessons/practice/:id/',
  access: 'read:student',
  summary: 'Change what was noted of a day’s practice (student)',
  params: IdParams,
  body: PracticeChange,
  reply: Practice,
})

export const removePractice = endpoint({
  method: 'DELETE',
  path: '/api/lessons/practice/:id/',
  access: 'read:student',
  summary: 'Remove what was noted of a day’s practice (student)',
  params: IdParams,
})

/* ---------------------------------------------------------------- repertoire and objectives */

const Tempo = z.nullable(z.int().check(z.minimum(20), z.maximum(400)))
const piece = {
  piece: wordsOf('either', line(1, 120)),
  /** Empty where nobody said. */
  composer: wordsOf('either', line(0, 120)),
  status: PieceStatus,
  /** Beats a minute. */
  tempo_now: Tempo,
  tempo_target: Tempo,
}

export const PieceDraft = z.object(piece)
export type PieceDraft = z.output<typeof PieceDraft>

/** That who teaches stands for it: by the name that the student knows them by, and since when. */
export const Vouched = z.nullable(z.object({ teacher: z.string(), at: Instant }))
export type Vouched = z.output<typeof Vouched>

export const Piece = z.object({
  id: Id,
  ...piece,
  /** Who teaches, where they said that it is ready. */
  vouched: Vouched,
})
export type Piece = z.output<typeof Piece>

const objective = { title: wordsOf('either', line(1, 120)), until: z.nullable(Day) }

export const ObjectiveDraft = z.object({ ...objective, reached: z.boolean() })
export type ObjectiveDraft = z.output<typeof ObjectiveDraft>

export const LearnerObjective = z.object({
  id: Id,
  ...objective,
  reached_at: z.nullable(Instant),
  /** Who teaches, where they said that it is reached. */
  vouched: Vouched,
})
export type LearnerObjective = z.output<typeof LearnerObjective>

/** How fast a piece went at the end of a day on which that changed. */
export const PieceTempo = z.object({
  /** In the student's zone. */
  day: Day,
  /** Beats a minute. */
  tempo: z.int(),
})
export type PieceTempo = z.output<typeof PieceTempo>

export const addPiece = endpoint({
  method: 'POST',
  path: '/api/lessons/progress/:id/pieces/',
  access: 'read:calendar',
  summary: 'Add a piece to a student’s repertoire (the student, or who teaches them)',
  params: IdParams,
  body: PieceDraft,
  reply: Piece,
  status: 201,
})

export const savePiece = endpoint({
  method: 'PUT',
  path: '/api/lessons/pieces/:id/',
  access: 'read:calendar',
  summary: 'Change a piece of a student’s repertoire (the student, or who teaches them)',
  params: IdParams,
  body: PieceDraft,
  reply: Piece,
})

export const removePiece = endpoint({
  method: 'DELETE',
  path: '/api/lessons/pieces/:id/',
  access: 'read:calendar',
  summary: 'Remove a piece of a student’s repertoire (the student, or who teaches them)',
  params: IdParams,
})

export const listTempos = endpoint({
  method: 'GET',
  path: '/api/lessons/pieces/:id/tempos/',
  access: 'read:calendar',
  summary: 'How the tempo of a piece rose, the first day first (the student, or who teaches them)',
  params: IdParams,
  reply: z.object({ results: z.array(PieceTempo) }),
})

export const addObjective = endpoint({
  method: 'POST',
  path: '/api/lessons/progress/:id/objectives/',
  access: 'read:calendar',
  summary: 'Set a student an objective (the student, or who teaches them)',
  params: IdParams,
  body: ObjectiveDraft,
  reply: LearnerObjective,
  status: 201,
})

export const saveObjective = endpoint({
  method: 'PUT',
  path: '/api/lessons/objectives/:id/',
  access: 'read:calendar',
  summary: 'Change an objective, or say that it is reached (the student, or who teaches them)',
  params: IdParams,
  body: ObjectiveDraft,
  reply: LearnerObjective,
})

export const removeObjective = endpoint({
  method: 'DELETE',
  path: '/api/lessons/objectives/:id/',
  access: 'read:calendar',
  summary: 'Remove an objective (the student, or who teaches them)',
  params: IdParams,
})

/* ---------------------------------------------------------------- how a student gets on */

export const PracticeWeek = z.object({
  /** Its Monday. */
  monday: Day,
  minutes: z.int(),
  /** Days with practice. */
  days: z.int(),
})
export type PracticeWeek = z.output<typeof PracticeWeek>

export const Progress = z.object({
  student: z.object({ id: Id, name: wordsOf('either', z.string()) }),
  zone: Zone,
  /** In that zone. */
  today: Day,
  /** Days with practice in a row; two days of rest in a week don't end it. */
  streak: z.int(),
  /** Twelve, the one that is running last. */
  weeks: z.array(PracticeWeek),
  pieces: z.array(Piece),
  objectives: z.array(LearnerObjective),
})
export type Progress = z.output<typeof Progress>

export const readProgress = endpoint({
  method: 'GET',
  path: '/api/lessons/progress/:id/',
  access: 'read:calendar',
  summary: 'Minutes, streak, repertoire and objectives of a student (the student, or who teaches them)',
  params: IdParams,
  reply: Progress,
})

/* ---------------------------------------------------------------- what was noted of their lessons */

export const StudentNotes = z.object({
  lesson_id: Id,
  starts_at: Instant,
  instrument: InstrumentName,
  notes_shared: wordsOf('artist', z.string()),
  /** The teacher's own. */
  notes_private: z.string(),
})
export type StudentNotes = z.output<typeof StudentNotes>

export const listStudentNotes = endpoint({
  method: 'GET',
  path: '/api/lessons/progress/:id/notes/',
  access: 'read:services',
  summary:
    'What is noted of the caller’s lessons with a student, newest first; of one that was passed on to them also what was noted for both before (teacher)',
  params: IdParams,
  query: PageQuery,
  reply: page(StudentNotes),
})
