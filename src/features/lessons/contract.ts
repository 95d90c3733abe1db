import * as z from 'zod/mini'

/** How a lesson stands. */
export const LESSON_STATES = [
  'requested',
  'accepted',
  'scheduled',
  'rescheduled',
  'held',
  'confirmed',
  'reviewed',
  'declined',
  'lapsed',
  'cancelled_by_student',
  'cancelled_by_teacher',
  'no_show_student',
  'no_show_teacher',
] as const
export const LessonState = z.enum(LESSON_STATES)
export type LessonState = z.output<typeof LessonState>

/** What a lesson is booked as: the first one with a teacher, one by itself, or one of a weekly series. */
export const LESSON_KINDS = ['trial', 'single', 'weekly'] as const
export const LessonKind = z.enum(LESSON_KINDS)
export type LessonKind = z.output<typeof LessonKind>

/** How a lesson is held. What is offered may be either; what is booked is one of the two. */
export const LESSON_MODALITIES = ['online', 'in_person'] as const
export const LessonModality = z.enum(LESSON_MODALITIES)
export type LessonModality = z.output<typeof LessonModality>

/** The two sides of a lesson. */
export const SIDES = ['student', 'teacher'] as const
export const LessonSide = z.enum(SIDES)
export type Side = z.output<typeof LessonSide>

/** Names of the steps in LESSON_STEPS (rules.ts). */
export const LESSON_STEP_NAMES = [
  'request',
  'accept',
  'decline',
  'schedule',
  'unsettle',
  'reschedule',
  'cancel_as_student',
  'cancel_as_teacher',
  'lapse',
  'hold',
  'confirm',
  'miss_as_student',
  'miss_as_teacher',
  'review',
] as const
export const LessonStep = z.enum(LESSON_STEP_NAMES)
export type LessonStep = z.output<typeof LessonStep>

/** How a package of lessons stands. `used`: no lesson of it is left. */
export const PACKAGE_STATES = [
  'ordered',
  'active',
  'used',
  'expired',
  'lapsed',
  'cancelled',
  'refunded',
] as const
export const PackageState = z.enum(PACKAGE_STATES)
export type PackageState = z.output<typeof PackageState>

/** Most lessons that one series has, and so one package. */
export const MOST_IN_SERIES = 12

/** How far somebody is with a piece. */
export const PIECE_STATUSES = ['to_learn', 'learning', 'polishing', 'ready'] as const
export const PieceStatus = z.enum(PIECE_STATUSES)
export type PieceStatus = z.output<typeof PieceStatus>

/** How long after their last lesson with a student a teacher still sees how they get on, in months. */
export const PROGRESS_MONTHS = 6

/** How an assignment stands. `returned`: the teacher wants it once more. */
export const ASSIGNMENT_STATES = ['given', 'turned_in', 'returned', 'done', 'withdrawn'] as const
export const AssignmentState = z.enum(ASSIGNMENT_STATES)
export type AssignmentState = z.output<typeof AssignmentState>

/** Names of the steps in ASSIGNMENT_STEPS (rules.ts). */
export const ASSIGNMENT_STEP_NAMES = ['give', 'turn_in', 'return', 'accept', 'withdraw'] as const
export const AssignmentStep = z.enum(ASSIGNMENT_STEP_NAMES)
export type AssignmentStep = z.output<typeof AssignmentStep>

/** How a recording of a lesson stands. `stopped`: it waits for its file; `removed`: that is gone again. */
export const RECORDING_STATES = [
  'asked',
  'refused',
  'withdrawn',
  'agreed',
  'stopped',
  'kept',
  'removed',
] as const
export const RecordingState = z.enum(RECORDING_STATES)
export type RecordingState = z.output<typeof RecordingState>

/** As what a recording of a lesson is kept. */
export const RECORDED_FORMATS = ['mp3', 'm4a', 'ogg', 'wav', 'flac'] as const

/**
 * How it stands that another teacher gives lessons. `asked`: that teacher is to answer; `offered`: they said yes, the student
 * is to answer.
 */
export const LESSON_SUBSTITUTE_STATES = [
  'asked',
  'offered',
  'accepted',
  'refused',
  'declined',
  'withdrawn',
  'unanswered',
  'released',
] as const
export const LessonSubstituteState = z.enum(LESSON_SUBSTITUTE_STATES)
export type LessonSubstituteState = z.output<typeof LessonSubstituteState>
