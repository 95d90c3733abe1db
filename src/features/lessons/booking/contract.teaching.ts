import * as z from 'zod/mini'
import { seenBy, wordsOf } from '#core/contract/audience.ts'
import { endpoint, Id, IdParams } from '#core/contract/endpoint.ts'
import { Amount, Currency } from '#core/contract/money.ts'
import { Instant, Zone } from '#core/contract/time.ts'
import { InstrumentName } from '#features/services/contract.ts'
import { Lesson, LessonPackage, words } from './contract.ts'

export const answerSeries = endpoint({
  method: 'POST',
  path: '/api/lessons/series/:id/answer/',
  access: 'read:services',
  summary: 'Accept or decline all that is asked for in a series (teacher)',
  params: IdParams,
  body: z.object({ answer: z.enum(['accept', 'decline']), reason: z._default(words(300), '') }),
  reply: z.object({ results: z.array(Lesson) }),
})

export const LINK = /^https:\/\/[^\s/]+\.[^\s/]+(\/\S*)?$/
const Link = z.string().check(
  z.trim(),
  z.maxLength(300),
  z.refine((text) => text === '' || LINK.test(text), { error: 'validation.url' }),
)

/** Where lessons in person are held, in words. */
const Place = wordsOf('artist', words(300))

export const SheetDraft = z.object({
  link: Link,
  /** Left out, it stays as it is. */
  place: z.optional(Place),
  notes_shared: words(4000),
  notes_private: words(4000),
})
export type SheetDraft = z.output<typeof SheetDraft>

export const saveSheet = endpoint({
  method: 'PUT',
  path: '/api/lessons/:id/sheet/',
  access: 'read:services',
  summary: 'The sheet of a lesson: where it is held, and the notes for both and for oneself (teacher)',
  params: IdParams,
  body: SheetDraft,
  reply: Lesson,
})

export const refundPackage = endpoint({
  method: 'POST',
  path: '/api/lessons/packages/:id/refund/',
  access: 'read:services',
  summary: 'Give back what is left of a package (teacher): its lessons to come are cancelled',
  params: IdParams,
  reply: LessonPackage,
})

/** Somebody that a teacher teaches, or taught. */
export const OwnStudent = z.object({
  id: Id,
  name: z.nullable(wordsOf('hunter', z.string())),
  instrument: InstrumentName,
  taken: z.int(),
  left: z.int(),
  next_at: z.nullable(Instant),
  last_at: z.nullable(Instant),
  missed: z.int(),
  /** Whether the teacher sees how they get on: from the first lesson that takes place until six months after the last. */
  progress: z.boolean(),
  /** Not of age: an adult gets a copy of what is written with them. */
  minor: z.boolean(),
})
export type OwnStudent = z.output<typeof OwnStudent>

export const listOwnStudents = endpoint({
  method: 'GET',
  path: '/api/lessons/students/',
  access: 'read:services',
  summary: 'Whom the caller teaches, or taught: the eight who come next (teacher)',
  reply: z.object({ zone: Zone, results: z.array(OwnStudent) }),
})

export const Holiday = z.object({ id: Id, from: Instant, to: Instant })
export type Holiday = z.output<typeof Holiday>

export const TeacherDesk = z.object({
  /** They teach, or have taught: an active lesson service, or lessons. */
  teaches: z.boolean(),
  zone: Zone,
  requests: z.array(Lesson),
  /** Payments that they have to confirm, and lessons that they have to give back. */
  waiting: z.array(Lesson),
  packages: z.array(LessonPackage),
  students: z.array(OwnStudent),
  /**
   * By currency, minor units: what lessons earned, what is held for those to come, and to be given back. A month in which
   * more was given back than earned is below zero.
   */
  earnings: z.array(
    z.object({ currency: Currency, earned: Amount, this_month: z.int(), held: Amount, owed: Amount }),
  ),
  holidays: z.array(Holiday),
  pay_to: seenBy('self', z.string()),
  link: z.string(),
  room: z.boolean(),
  place: seenBy('self', wordsOf('artist', z.string())),
})
export type TeacherDesk = z.output<typeof TeacherDesk>

export const readTeacherDesk = endpoint({
  method: 'GET',
  path: '/api/lessons/teaching/',
  access: 'read:services',
  summary:
    'The teacher’s side of the caller’s personal project: requests, students, packages, earnings, holidays',
  reply: TeacherDesk,
})

export const LessonPayTo = z.object({ pay_to: seenBy('self', words(300)) })
export type LessonPayTo = z.output<typeof LessonPayTo>

/** Apart from the other settings: where money goes is changed by nobody but the teacher. */
export const saveLessonPayTo = endpoint({
  method: 'PUT',
  path: '/api/lessons/settings/pay-to/',
  access: 'read:services',
  summary: 'Where lessons are to be paid (teacher)',
  fresh: true,
  second: true,
  body: LessonPayTo,
  reply: LessonPayTo,
})

export const LessonSettings = z.object({
  link: z.string(),
  /** Lessons online are held in the built-in room. */
  room: z.boolean(),
  place: seenBy('self', wordsOf('artist', z.string())),
})
export type LessonSettings = z.output<typeof LessonSettings>

export const LessonSettingsDraft = z.object({
  link: Link,
  room: z._default(z.boolean(), false),
  /** Left out, it stays as it is. */
  place: z.optional(Place),
})
export type LessonSettingsDraft = z.output<typeof LessonSettingsDraft>

export const saveLessonSettings = endpoint({
  method: 'PUT',
  path: '/api/lessons/settings/',
  access: 'read:services',
  summary: 'Where lessons are held, online and in person (teacher)',
  body: LessonSettingsDraft,
  reply: LessonSettings,
})

export const HolidayDraft = z.object({ from: Instant, to: Instant }).check(
  z.refine(({ from, to }) => Date.parse(from) < Date.parse(to), {
    error: 'validation.after_start',
    path: ['to'],
  }),
  z.refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= 92 * 86_400_000, {
    error: 'validation.invalid',
    path: ['to'],
  }),
)
export type HolidayDraft = z.output<typeof HolidayDraft>

/** What becomes of the lessons that fall into a holiday. */
export const HolidayPreview = z.object({
  moved: z.int(),
  cancelled: z.int(),
  /** Of those cancelled: they count against the teacher, for it is said too late. */
  against_you: z.int(),
  /** Lessons that the teacher gives on top for it. */
  given_more: z.int(),
})
export type HolidayPreview = z.output<typeof HolidayPreview>

/** What became of them. */
export const HolidayOutcome = z.extend(HolidayPreview, { holiday: Holiday })
export type HolidayOutcome = z.output<typeof HolidayOutcome>

export const addHoliday = endpoint({
  method: 'POST',
  path: '/api/lessons/holidays/',
  access: 'read:services',
  summary:
    'Say when one is away (teacher): lessons of a series move behind its last one, others are cancelled, credits last longer',
  body: HolidayDraft,
  reply: HolidayOutcome,
  status: 201,
})

export const previewHoliday = endpoint({
  method: 'POST',
  path: '/api/lessons/holidays/preview/',
  access: 'read:services',
  summary:
    'What would become of the lessons if one were away then (teacher): nothing is changed, nobody is told',
  body: HolidayDraft,
  reply: HolidayPreview,
})

export const removeHoliday = endpoint({
  method: 'DELETE',
  path: '/api/lessons/holidays/:id/',
  access: 'read:services',
  summary: 'Come back earlier (teacher): the time can be booked again; what was moved stays moved',
  params: IdParams,
})
