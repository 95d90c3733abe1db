import * as z from 'zod/mini'
import { wordsOf } from '#core/contract/audience.ts'
import { endpoint, Id, IdParams, PathId } from '#core/contract/endpoint.ts'
import { Amount, Currency } from '#core/contract/money.ts'
import { line } from '#core/contract/text.ts'
import { Instant, Zone } from '#core/contract/time.ts'
import { InstrumentName, Level } from '#features/services/contract.ts'
import { LessonModality, LessonSubstituteState } from '../contract.ts'
import { SUBSTITUTE_ROLES } from '../rules.substitutes.ts'

/* Another teacher gives lessons in place of one who can't. */

/** Somebody who could give lessons instead, or is asked to. */
export const LessonSubstitute = z.object({
  project_id: Id,
  service_id: Id,
  name: z.nullable(wordsOf('either', z.string())),
  image: z.nullable(z.string()),
  city: z.nullable(wordsOf('either', z.string())),
  rating: z.nullable(z.number()),
  rating_count: z.int(),
  /** Their lesson, as they offer it. */
  title: wordsOf('either', z.string()),
})
export type LessonSubstitute = z.output<typeof LessonSubstitute>

export const LessonSubstitution = z.object({
  id: Id,
  state: LessonSubstituteState,
  /** Who the caller is in it. */
  role: z.enum(SUBSTITUTE_ROLES),
  /** Who can't give them. */
  teacher: z.object({ project_id: Id, name: z.nullable(wordsOf('either', z.string())) }),
  substitute: LessonSubstitute,
  student: z.object({ id: Id, name: z.nullable(wordsOf('either', z.string())) }),
  instrument: InstrumentName,
  modality: LessonModality,
  /** For which level the lessons are that were agreed. */
  level: Level,
  /** Who learns is under age: an adult gets a copy of what is written with them. Said to who is asked. */
  minor: z.boolean(),
  /** The clock of who can't give them. */
  zone: Zone,
  reason: wordsOf('artist', z.string()),
  /** Until when whoever is to answer may. */
  reply_by: Instant,
  lessons: z.array(
    z.object({
      id: Id,
      starts_at: Instant,
      ends_at: Instant,
      /** What who can't give it had noted for themselves alone; empty for the others. */
      notes_private: z.string(),
    }),
  ),
  /** What the substitute earns by all of them, minor units; null for the student. */
  earns: z.nullable(Amount),
  /**
   * What who can't give them was paid by hand and passes on to the substitute, minor units: the price of a single lesson, whose
   * fee is then the substitute's; of a package what its lessons earn, as each is given. Null for the student, and for what came by card.
   */
  passes: z.nullable(Amount),
  /** They are of a package: who sold it keeps its payment, and owes its fee. */
  of_package: z.boolean(),
  /** It was paid by card: what the substitute earns goes to their account by itself. */
  by_card: z.boolean(),
  currency: Currency,
  /** The caller may answer, or take it back. */
  may: z.array(z.enum(['accept', 'decline', 'withdraw'])),
})
export type LessonSubstitution = z.output<typeof LessonSubstitution>

export const listLessonSubstitutes = endpoint({
  method: 'GET',
  path: '/api/lessons/substitutes/',
  access: 'read:calendar',
  summary:
    'Lessons that another teacher is to give instead, where the caller can’t, is asked or learns: those that wait or are to come, or the last of one lesson',
  query: z.object({ lesson: z.optional(PathId) }),
  reply: z.object({ results: z.array(LessonSubstitution) }),
})

/** The lesson that somebody can't give, and up to when they can't give those of its series. */
const Until = z.optional(Instant)

export const listSubstituteCandidates = endpoint({
  method: 'GET',
  path: '/api/lessons/:id/substitutes/',
  access: 'read:services',
  summary:
    'Who could give a lesson of the caller’s instead (teacher): the same instrument, level and way, free then; by name also who isn’t',
  params: IdParams,
  query: z.object({
    until: Until,
    /** A name, or a part of it. */
    q: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  }),
  reply: z.object({
    /** How many lessons it would be. */
    lessons: z.int(),
    /** Until when they could answer. */
    reply_by: Instant,
    results: z.array(z.extend(LessonSubstitute, { free: z.boolean() })),
  }),
})

export const LessonSubstituteDraft = z.object({
  service_id: Id,
  /** The lessons of its series up to then as well. */
  until: Until,
  reason: z._default(line(0, 300), ''),
})
export type LessonSubstituteDraft = z.output<typeof LessonSubstituteDraft>

export const proposeLessonSubstitute = endpoint({
  method: 'POST',
  path: '/api/lessons/:id/substitutes/',
  access: 'read:services',
  summary:
    'Ask another teacher to give a lesson of the caller’s, or those of its series until a moment, instead (teacher)',
  params: IdParams,
  body: LessonSubstituteDraft,
  reply: LessonSubstitution,
  status: 201,
  limit: 30,
})

export const answerLessonSubstitute = endpoint({
  method: 'POST',
  path: '/api/lessons/substitutes/:id/answer/',
  access: 'read:calendar',
  summary: 'Say yes or no: first the other teacher, then the student, with whose yes the lessons go over',
  params: IdParams,
  body: z.object({ accept: z.boolean() }),
  reply: LessonSubstitution,
})

export const withdrawLessonSubstitute = endpoint({
  method: 'DELETE',
  path: '/api/lessons/substitutes/:id/',
  access: 'read:services',
  summary:
    'Take back whom the caller asked to give lessons instead, until the student has answered (teacher)',
  params: IdParams,
  reply: LessonSubstitution,
})
