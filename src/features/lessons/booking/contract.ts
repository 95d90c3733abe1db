import * as z from 'zod/mini'
import { seenBy, wordsOf } from '#core/contract/audience.ts'
import { endpoint, Id, IdParams, PathId } from '#core/contract/endpoint.ts'
import { Amount, Currency } from '#core/contract/money.ts'
import { PageQuery, page } from '#core/contract/page.ts'
import { line } from '#core/contract/text.ts'
import { Instant, Zone } from '#core/contract/time.ts'
import { CardFacts, ENDS, PaymentMethod, PaymentState, RecordedMethod } from '#features/payments/contract.ts'
import { InstrumentName } from '#features/services/contract.ts'
import {
  LessonKind,
  LessonModality,
  LessonSide,
  LessonState,
  LessonStep,
  MOST_IN_SERIES,
  PackageState,
} from '../contract.ts'

/** Free words, at most so long. */
export const words = (most: number) => z.string().check(z.trim(), z.maxLength(most))

/** What is to be paid for a lesson or a package, as one of its two ends sees it. */
export const LessonPayment = z.object({
  state: PaymentState,
  amount: Amount,
  currency: Currency,
  due_at: Instant,
  method: z.nullable(PaymentMethod),
  reference: z.string(),
  declared_by: z.nullable(z.enum(ENDS)),
  /** It goes back to who had paid. */
  is_refund: z.boolean(),
  /** When the other side, staff or the provider had it. */
  arrived_at: z.nullable(Instant),
  /** Until when what came by card is kept after the lesson; null before, and for what was paid by hand. */
  release_at: z.nullable(Instant),
  /** What the provider says of it; null where nobody tried a card. */
  card: z.nullable(CardFacts),
  /** What the caller may do about it now; `card`: begin to pay by card, or go on with it. */
  may: z.array(z.enum(['record', 'confirm', 'clear', 'card'])),
})
export type LessonPayment = z.output<typeof LessonPayment>

export const Lesson = z.object({
  id: Id,
  series_id: Id,
  kind: LessonKind,
  state: LessonState,
  /** On which side the caller is. */
  side: LessonSide,
  starts_at: Instant,
  ends_at: Instant,
  /** The teacher's clock. */
  zone: Zone,
  service_id: Id,
  title: wordsOf('artist', z.string()),
  instrument: InstrumentName,
  modality: LessonModality,
  student: z.object({ id: Id, name: z.nullable(wordsOf('hunter', z.string())) }),
  teacher: z.object({
    project_id: Id,
    name: z.nullable(wordsOf('artist', z.string())),
    image: z.nullable(z.string()),
    city: z.nullable(wordsOf('artist', z.string())),
  }),
  price: Amount,
  currency: Currency,
  /** The package that a credit of pays it. */
  package_id: z.nullable(Id),
  payments: z.array(LessonPayment),
  /** Where to pay, as the teacher wrote it; empty until they accepted it. */
  pay_to: seenBy('sides_of_lesson', z.string()),
  /** What the caller may do with it now. */
  steps: z.array(LessonStep),
  /** Another teacher can be asked to give it instead; false for the student. */
  substitutable: z.boolean(),
  /** Who teaches it stands in for who was asked for it. */
  handed_over: z.boolean(),
  /** Cancelling now costs the student the lesson. */
  late: z.boolean(),
  /** By when somebody has to answer, pay or confirm. */
  due_at: z.nullable(Instant),
  note: wordsOf('hunter', z.string()),
  reason: wordsOf('either', z.string()),
  /** Where it is held online, once it certainly is. */
  link: z.string(),
  /** It is held in the built-in room. */
  room: z.boolean(),
  /** Its own room, for the teacher who writes it; empty for the student, and where it is their usual one. */
  own_link: z.string(),
  /** Where it is held in person, once it certainly is. */
  place: seenBy('sides_of_lesson', wordsOf('artist', z.string())),
  /** Its own place, for the teacher who writes it; empty for the student, and where it is their usual one. */
  own_place: seenBy('sides_of_lesson', wordsOf('artist', z.string())),
  /** What holds while it has none of its own, for its teacher and as long as it is to come; else empty. */
  usual_place: seenBy('sides_of_lesson', wordsOf('artist', z.string())),
  notes_shared: wordsOf('artist', z.string()),
  /** What who was asked for it had noted for both before it went over, and their name; null where there is nothing. */
  notes_before: z.nullable(
    z.object({ name: z.nullable(wordsOf('either', z.string())), text: wordsOf('either', z.string()) }),
  ),
  /** The teacher's own; empty for the student. */
  notes_private: z.string(),
})
export type Lesson = z.output<typeof Lesson>

/** Lessons that were bought together, with what is left of them. */
export const LessonPackage = z.object({
  id: Id,
  state: PackageState,
  side: LessonSide,
  service_id: Id,
  title: wordsOf('artist', z.string()),
  instrument: InstrumentName,
  minutes: z.int(),
  student: z.object({ id: Id, name: z.nullable(wordsOf('hunter', z.string())) }),
  teacher: z.object({
    project_id: Id,
    name: z.nullable(wordsOf('artist', z.string())),
    image: z.nullable(z.string()),
  }),
  size: z.int(),
  price: Amount,
  currency: Currency,
  /** Of its lessons: to be booked, booked or taken, and run out. */
  left: z.int(),
  spent: z.int(),
  expired: z.int(),
  pay_by: Instant,
  expires_at: z.nullable(Instant),
  payments: z.array(LessonPayment),
  /** Where to pay, as the teacher wrote it; empty for who ordered it once there is nothing to pay. */
  pay_to: seenBy('sides_of_lesson', z.string()),
})
export type LessonPackage = z.output<typeof LessonPackage>

export const listLessons = endpoint({
  method: 'GET',
  path: '/api/lessons/',
  access: 'read:calendar',
  summary:
    'Lessons of the caller, as student or as teacher: those to come soonest first, or those that are over',
  query: z.extend(PageQuery, {
    when: z._default(z.enum(['upcoming', 'past']), 'upcoming'),
    /** Only those of one student. */
    student: z.optional(PathId),
  }),
  reply: page(Lesson),
})

export const readLesson = endpoint({
  method: 'GET',
  path: '/api/lessons/:id/',
  access: 'read:calendar',
  summary: 'A lesson of the caller',
  params: IdParams,
  reply: Lesson,
})

export const BookingDraft = z.object({
  service_id: Id,
  kind: z.enum(['trial', 'single']),
  starts_at: Instant,
  /** To be said where it is offered both ways. */
  modality: z.optional(LessonModality),
  note: words(500),
})
export type BookingDraft = z.output<typeof BookingDraft>

export const bookLesson = endpoint({
  method: 'POST',
  path: '/api/lessons/',
  access: 'read:student',
  summary: 'Ask for a trial or a single lesson at a start that is free (student); the time is held for both',
  body: BookingDraft,
  reply: Lesson,
  status: 201,
})

/** A date of a series, and what is in its way. */
export const SeriesDate = z.object({
  starts_at: Instant,
  obstacle: z.nullable(z.enum(['past', 'too_far', 'teacher', 'student', 'expired'])),
  /** Starts near it that are free, the nearest first. */
  offers: z.array(Instant),
})
export type SeriesDate = z.output<typeof SeriesDate>

export const checkSeries = endpoint({
  method: 'GET',
  path: '/api/lessons/series/check/',
  access: 'read:student',
  summary:
    'The dates of a weekly series at the same hour of the teacher’s clock: each that collides names why, and others',
  query: z.object({
    package: PathId,
    first: Instant,
    weeks: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MOST_IN_SERIES)),
  }),
  reply: z.object({ zone: Zone, dates: z.array(SeriesDate) }),
})

export const SeriesDraft = z.object({
  package_id: Id,
  starts: z.array(Instant).check(z.minLength(1), z.maxLength(MOST_IN_SERIES)),
  /** To be said where they are offered both ways. */
  modality: z.optional(LessonModality),
  note: words(500),
})
export type SeriesDraft = z.output<typeof SeriesDraft>

export const bookSeries = endpoint({
  method: 'POST',
  path: '/api/lessons/series/',
  access: 'read:student',
  summary: 'Ask for a series of lessons that a package pays (student); all dates are held, or none',
  body: SeriesDraft,
  reply: z.object({ results: z.array(Lesson) }),
  status: 201,
})

/** Steps that a person takes with one lesson; moving it has its own call. */
export const TAKEN_STEPS = [
  'accept',
  'decline',
  'cancel_as_student',
  'cancel_as_teacher',
  'confirm',
  'miss_as_student',
  'miss_as_teacher',
] as const
export const TakenStep = z.enum(TAKEN_STEPS)
export type TakenStep = z.output<typeof TakenStep>

export const stepLesson = endpoint({
  method: 'POST',
  path: '/api/lessons/:id/steps/',
  access: 'read:calendar',
  summary: 'Accept, decline, cancel or confirm a lesson, or say that the other didn’t come',
  params: IdParams,
  body: z.object({ step: TakenStep, reason: z._default(words(300), '') }),
  reply: Lesson,
})

export const moveLesson = endpoint({
  method: 'POST',
  path: '/api/lessons/:id/move/',
  access: 'read:calendar',
  summary: 'Move a lesson to another free start: until 12 hours before it begins',
  params: IdParams,
  body: z.object({ starts_at: Instant }),
  reply: Lesson,
})

export const PaidFor = z.enum(['lesson', 'package'])
export type PaidFor = z.output<typeof PaidFor>
export const OnePayment = z.object({ of: PaidFor, id: PathId })
export const Paid = z.object({ lesson: z.nullable(Lesson), package: z.nullable(LessonPackage) })

export const recordLessonPayment = endpoint({
  method: 'POST',
  path: '/api/lessons/payments/:of/:id/',
  access: 'read:calendar',
  summary:
    'One side says that a lesson or package was paid: the student that it was sent, the teacher that it arrived',
  params: OnePayment,
  body: z.object({ method: RecordedMethod, reference: z._default(line(0, 120), '') }),
  reply: Paid,
})

export const confirmLessonPayment = endpoint({
  method: 'POST',
  path: '/api/lessons/payments/:of/:id/confirm/',
  access: 'read:calendar',
  summary: 'The other side confirms it; with a package’s its credits begin',
  params: OnePayment,
  reply: Paid,
})

export const clearLessonPayment = endpoint({
  method: 'DELETE',
  path: '/api/lessons/payments/:of/:id/',
  access: 'read:calendar',
  summary: 'Take what was said of a payment back, or say that what the other side said is not so',
  params: OnePayment,
  reply: Paid,
})

export const PackageDraft = z.object({
  service_id: Id,
  size: z.int().check(z.refine((size) => [4, 8, 12].includes(size), { error: 'validation.invalid' })),
})
export type PackageDraft = z.output<typeof PackageDraft>

export const orderPackage = endpoint({
  method: 'POST',
  path: '/api/lessons/packages/',
  access: 'read:student',
  summary: 'Order 4, 8 or 12 lessons together (student); they can be booked once the teacher has the money',
  body: PackageDraft,
  reply: LessonPackage,
  status: 201,
})

export const cancelPackage = endpoint({
  method: 'POST',
  path: '/api/lessons/packages/:id/cancel/',
  access: 'read:student',
  summary: 'Take the order of a package back, before it is paid (student)',
  params: IdParams,
  reply: LessonPackage,
})

/** A teacher that a student has, or had, lessons with. */
export const OwnTeacher = z.object({
  project_id: Id,
  name: z.nullable(wordsOf('artist', z.string())),
  image: z.nullable(z.string()),
  city: z.nullable(wordsOf('artist', z.string())),
  /** What was booked last: another lesson begins there. */
  service_id: Id,
  taken: z.int(),
  left: z.int(),
  /** Away until then. */
  away_until: z.nullable(Instant),
})
export type OwnTeacher = z.output<typeof OwnTeacher>

export const StudentDesk = z.object({
  /** The student's clock. */
  zone: Zone,
  /** Somebody said when they have time. */
  has_week: z.boolean(),
  next: z.nullable(Lesson),
  upcoming: z.int(),
  /** What waits for the student: lessons to pay or to confirm. */
  waiting: z.array(Lesson),
  packages: z.array(LessonPackage),
  teachers: z.array(OwnTeacher),
})
export type StudentDesk = z.output<typeof StudentDesk>

export const readStudentDesk = endpoint({
  method: 'GET',
  path: '/api/lessons/desk/',
  access: 'read:student',
  summary: 'The student’s desk: next lesson, credits, teachers, and what waits for them',
  reply: StudentDesk,
})
