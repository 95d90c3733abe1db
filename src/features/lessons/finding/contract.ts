import * as z from 'zod/mini'
import { wordsOf } from '#core/contract/audience.ts'
import { endpoint, Id, IdParams, PathId } from '#core/contract/endpoint.ts'
import { Amount, Currency } from '#core/contract/money.ts'
import { PageQuery, page } from '#core/contract/page.ts'
import { Day, Instant, Zone } from '#core/contract/time.ts'
import { InstrumentName, Level, Modality, SpokenLanguage } from '#features/services/contract.ts'

/** A lesson that can be booked, with what it costs. */
export const LessonOffer = z.object({
  service_id: Id,
  title: wordsOf('either', z.string()),
  instrument: InstrumentName,
  level: Level,
  modality: Modality,
  minutes: z.int(),
  languages: z.array(SpokenLanguage),
  currency: Currency,
  /** Of one lesson; null on request. */
  price: z.nullable(Amount),
  /** Of a first one; 0 where it is free, null without one. */
  trial_price: z.nullable(Amount),
  packages: z.array(z.object({ size: z.int(), price: Amount })),
})
export type LessonOffer = z.output<typeof LessonOffer>

export const FoundTeacher = z.object({
  project_id: Id,
  name: z.nullable(wordsOf('either', z.string())),
  image: z.nullable(z.string()),
  city: z.nullable(wordsOf('either', z.string())),
  rating: z.nullable(z.number()),
  rating_count: z.int(),
  offer: LessonOffer,
  /** Soonest starts within a week that fit the caller's own times; empty when that wasn't asked for. */
  starts: z.array(Instant),
})
export type FoundTeacher = z.output<typeof FoundTeacher>

export const TeacherQuery = z.extend(PageQuery, {
  /** Name, or words of the lesson; spelled roughly is fine. */
  q: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  instrument: z.optional(InstrumentName),
  level: z.optional(z.enum(['beginner', 'intermediate', 'advanced'])),
  modality: z.optional(z.enum(['online', 'in_person'])),
  city: z.optional(z.string().check(z.trim(), z.maxLength(80))),
  language: z.optional(SpokenLanguage),
  /** Of one lesson at most, minor units of `currency`. */
  max_price: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100_000_000))),
  currency: z._default(Currency, 'USD'),
  /** With a first lesson. */
  trial: z.optional(z.literal('true')),
  /** Free at the caller's own times within a week. */
  at_my_times: z.optional(z.literal('true')),
})
export type TeacherQuery = z.output<typeof TeacherQuery>

export const listTeachers = endpoint({
  method: 'GET',
  path: '/api/lessons/teachers/',
  access: 'read:student',
  summary:
    'Find a teacher: by instrument, level, modality, place, language, price, and free at one’s own times',
  query: TeacherQuery,
  reply: page(FoundTeacher),
})

export const listOffers = endpoint({
  method: 'GET',
  path: '/api/lessons/offers/',
  access: 'public',
  summary: 'The lessons that somebody gives, with their prices',
  query: z.object({ project: PathId }),
  reply: z.object({ results: z.array(LessonOffer), zone: Zone }),
})

export const readOffer = endpoint({
  method: 'GET',
  path: '/api/lessons/offers/:id/',
  access: 'public',
  summary: 'A lesson that can be booked, with who gives it',
  params: IdParams,
  reply: z.object({
    project_id: Id,
    teacher: z.nullable(wordsOf('either', z.string())),
    /** Where lessons in person are held, as a town. */
    city: z.nullable(wordsOf('either', z.string())),
    zone: Zone,
    offer: LessonOffer,
    /** Whether it has a trial, and the caller hasn't had theirs with this teacher. */
    trial: z.boolean(),
  }),
})

export const LessonStart = z.object({
  starts_at: Instant,
  /** It also fits what the caller said of their own time. */
  fits: z.boolean(),
})

export const listStarts = endpoint({
  method: 'GET',
  path: '/api/lessons/offers/:id/starts/',
  access: 'public',
  summary:
    'The free starts of a lesson over some days of a zone; for a student without what they have promised elsewhere',
  params: IdParams,
  query: z.object({
    /** First day, in `zone`; today without it. */
    from: z.optional(Day),
    days: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(14)), 7),
    /** Whose clock the days are of; the caller's without it. */
    zone: z.optional(Zone),
  }),
  reply: z.object({
    zone: Zone,
    teacher_zone: Zone,
    from: Day,
    minutes: z.int(),
    starts: z.array(LessonStart),
  }),
})
