import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { CURRENCIES } from '#core/contract/money.ts'
import { created_at, id, instant, money, ref, tstzrange } from '#core/server/columns.ts'
import { users } from '#features/accounts/table.ts'
import { music_projects } from '#features/projects/table.ts'
import { services } from '#features/services/table.ts'
import {
  LESSON_KINDS,
  LESSON_MODALITIES,
  LESSON_STATES,
  PACKAGE_STATES,
  PIECE_STATUSES,
  SIDES,
} from './contract.ts'

/** Lessons that were bought together. How many are left stands in the ledger alone. */
export const lesson_packages = pgTable(
  'lesson_packages',
  {
    id: id(),
    student_id: ref()
      .notNull()
      .references(() => users.id),
    project_id: ref()
      .notNull()
      .references(() => music_projects.id),
    service_id: ref()
      .notNull()
      .references(() => services.id),
    size: smallint().notNull(),
    /** Minor units, for all of them; 0: given by a teacher who had cancelled. */
    price: money().notNull(),
    currency: text({ enum: CURRENCIES }).notNull(),
    /** The platform's share of the price. */
    fee: money().notNull().default(0),
    state: text({ enum: PACKAGE_STATES }).notNull(),
    /** Until when it can be paid. */
    pay_by: instant().notNull(),
    bought_at: instant(),
    /** When what is left of it runs out; later by what the teacher was away. */
    expires_at: instant(),
    /** The last warning that went out, in days before the end. */
    warned_days: smallint(),
    ended_at: instant(),
    created_at: created_at(),
  },
  (t) => [
    check('package_of_lessons', sql`${t.size} in (1, 4, 8, 12) and ${t.price} >= 0`),
    check('package_runs_out', sql`(${t.bought_at} is null) = (${t.expires_at} is null)`),
    index('packages_of_student').on(t.student_id, t.id),
    index('packages_of_project').on(t.project_id, t.id),
    index('packages_to_expire').on(t.expires_at).where(sql`state = 'active'`),
    index('packages_to_pay').on(t.pay_by).where(sql`state = 'ordered'`),
    // One order at a time is enough: pressed twice, it is bought once.
    uniqueIndex('one_open_order').on(t.student_id, t.service_id).where(sql`state = 'ordered' and price > 0`),
  ],
)

/** What was booked together: one lesson, or one a week. Two people talk about it in one place. */
export const lesson_series = pgTable(
  'lesson_series',
  {
    id: id(),
    student_id: ref()
      .notNull()
      .references(() => users.id),
    project_id: ref()
      .notNull()
      .references(() => music_projects.id),
    service_id: ref()
      .notNull()
      .references(() => services.id),
    package_id: ref().references(() => lesson_packages.id),
    kind: text({ enum: LESSON_KINDS }).notNull(),
    /** What the student wrote with the request. */
    note: text().notNull().default(''),
    created_at: created_at(),
  },
  (t) => [
    check('series_by_package', sql`(${t.kind} = 'weekly') = (${t.package_id} is not null)`),
    index('series_of_student').on(t.student_id, t.id),
    index('series_of_project').on(t.project_id, t.id),
  ],
)

export const lessons = pgTable(
  'lessons',
  {
    id: id(),
    series_id: ref()
      .notNull()
      .references(() => lesson_series.id),
    student_id: ref()
      .notNull()
      .references(() => users.id),
    project_id: ref()
      .notNull()
      .references(() => music_projects.id),
    /** Who teaches: the owner of the personal project. */
    teacher_id: ref()
      .notNull()
      .references(() => users.id),
    service_id: ref()
      .notNull()
      .references(() => services.id),
    /** What it is paid by; none: by itself. */
    package_id: ref().references(() => lesson_packages.id),
    kind: text({ enum: LESSON_KINDS }).notNull(),
    state: text({ enum: LESSON_STATES }).notNull(),
    starts_at: instant().notNull(),
    ends_at: instant().notNull(),
    /** Minor units; 0: free, or by a credit. */
    price: money().notNull(),
    currency: text({ enum: CURRENCIES }).notNull(),
    fee: money().notNull().default(0),
    /** Who moved it last. */
    moved_by: text({ enum: SIDES }),
    /** How it is held, as the student asked for it where it is offered both ways. */
    modality: text({ enum: LESSON_MODALITIES }).notNull(),
    /** When somebody is to answer, pay or confirm; then the clock goes on. */
    due_at: instant(),
    reminded_at: instant(),
    /** A room of its own online; empty: the usual one. */
    link: text().notNull().default(''),
    /** A place of its own in person; empty: the usual one, until it was held. */
    place: text().notNull().default(''),
    /** Of the lesson sheet: for both, and the teacher's own. */
    notes_shared: text().notNull().default(''),
    notes_private: text().notNull().default(''),
    /** It counts as taken: what was paid for it is earned. */
    is_charged: boolean().notNull().default(false),
    /** Its end counts against the teacher: they cancelled what was certain, or didn't come, and nothing excuses it. */
    counts: boolean().notNull().default(false),
    /** Why it was cancelled or declined, as written to the other. */
    reason: text().notNull().default(''),
    /** When it came to an end of either kind. */
    ended_at: instant(),
    /** When a substitute took it over, and so who teaches it now; null where that is who was asked for it. */
    handed_over_at: instant(),
    created_at: created_at(),
  },
  (t) => [
    check('lesson_takes_time', sql`${t.ends_at} > ${t.starts_at}`),
    check('lesson_by_package', sql`(${t.kind} = 'weekly') = (${t.package_id} is not null)`),
    check('lesson_price', sql`${t.price} >= 0 and ${t.fee} between 0 and ${t.price}`),
    uniqueIndex('one_trial_a_teacher')
      .on(t.student_id, t.project_id)
      .where(
        sql`kind = 'trial' and state not in ('declined', 'lapsed', 'cancelled_by_teacher', 'no_show_teacher')`,
      ),
    index('lessons_of_student').on(t.student_id, t.starts_at, t.id),
    index('lessons_of_project').on(t.project_id, t.starts_at, t.id),
    index('lessons_of_teacher').on(t.teacher_id, t.starts_at, t.id),
    index('lessons_of_series').on(t.series_id, t.id),
    index('lessons_of_package').on(t.package_id, t.id),
    index('lessons_ended').on(t.ended_at).where(sql`package_id is not null`),
    index('lessons_due').on(t.due_at).where(sql`due_at is not null`),
    index('lessons_to_hold').on(t.ends_at).where(sql`state in ('scheduled', 'rescheduled')`),
    index('lessons_to_remind')
      .on(t.starts_at)
      .where(sql`state in ('scheduled', 'rescheduled') and reminded_at is null`),
  ],
)

/** Every step of a lesson, with who took it and when the lesson was to begin then; never changed. */
export const lesson_history = pgTable(
  'lesson_history',
  {
    id: id(),
    lesson_id: ref()
      .notNull()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    step: text().notNull(),
    state: text({ enum: LESSON_STATES }).notNull(),
    /** student, teacher, clock or system. */
    by: text().notNull(),
    starts_at: instant().notNull(),
    at: instant().notNull(),
  },
  (t) => [index('history_of_lesson').on(t.lesson_id, t.id)],
)

/** What a teacher says once for all of their lessons. */
export const lesson_settings = pgTable('lesson_settings', {
  project_id: ref()
    .primaryKey()
    .references(() => music_projects.id, { onDelete: 'cascade' }),
  /** Where lessons are to be paid, in words. */
  pay_to: text().notNull().default(''),
  /** Where lessons online are held, unless one says otherwise. */
  link: text().notNull().default(''),
  /** They are held in the room of each lesson; the link is for where no connection comes up. */
  room: boolean().notNull().default(false),
  /** Where lessons in person are held, unless one says otherwise. */
  place: text().notNull().default(''),
})

/** When a teacher is away: lessons are moved, credits wait. */
export const lesson_holidays = pgTable(
  'lesson_holidays',
  {
    id: id(),
    project_id: ref()
      .notNull()
      .references(() => music_projects.id, { onDelete: 'cascade' }),
    during: tstzrange().notNull(),
    /** What blocks their availability meanwhile. */
    exception_id: bigint({ mode: 'number' }),
    created_at: created_at(),
  },
  (t) => [index('holidays_of_project').using('gist', t.project_id, t.during)],
)

/**
 * What a student practised, as they noted it: at most twenty times and 1,440 minutes a day, by the trigger
 * practice_day_full.
 */
export const practice_entries = pgTable(
  'practice_entries',
  {
    id: id(),
    user_id: ref()
      .notNull()
      .references(() => users.id),
    /** The browser's own name for it: what is sent again isn't noted again. */
    key: uuid().notNull(),
    /** On the student's clock. */
    day: date({ mode: 'string' }).notNull(),
    minutes: smallint().notNull(),
    what: text().notNull().default(''),
    created_at: created_at(),
  },
  (t) => [
    check('practice_takes_minutes', sql`${t.minutes} between 1 and 600`),
    uniqueIndex('practice_noted_once').on(t.user_id, t.key),
    index('practice_of_student').on(t.user_id, t.day, t.id),
  ],
)

/** Pieces that a student learns, or plays. */
export const learner_pieces = pgTable(
  'learner_pieces',
  {
    id: id(),
    student_id: ref()
      .notNull()
      .references(() => users.id),
    piece: text().notNull(),
    composer: text().notNull().default(''),
    status: text({ enum: PIECE_STATUSES }).notNull(),
    /** Beats a minute. */
    tempo_now: smallint(),
    tempo_target: smallint(),
    /** Who teaches, once they said that it is ready; null where only the student says so. */
    vouched_by: ref().references(() => users.id),
    vouched_at: instant(),
    created_at: created_at(),
  },
  (t) => [
    check('piece_tempo', sql`${t.tempo_now} between 20 and 400 and ${t.tempo_target} between 20 and 400`),
    check(
      'piece_vouched',
      sql`(${t.vouched_by} is null) = (${t.vouched_at} is null) and (${t.vouched_by} is null or ${t.status} = 'ready')`,
    ),
    index('pieces_of_student').on(t.student_id, t.id),
    index('pieces_vouched').on(t.vouched_by).where(sql`vouched_by is not null`),
  ],
)

/** How far somebody was with a piece at the end of the days on which that changed; the first is how it began. */
export const piece_statuses = pgTable(
  'piece_statuses',
  {
    piece_id: ref()
      .notNull()
      .references(() => learner_pieces.id, { onDelete: 'cascade' }),
    /** On the student's clock. */
    day: date({ mode: 'string' }).notNull(),
    status: text({ enum: PIECE_STATUSES }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.piece_id, t.day] })],
)

/** How fast a piece went on the days on which that changed. */
export const piece_tempos = pgTable(
  'piece_tempos',
  {
    piece_id: ref()
      .notNull()
      .references(() => learner_pieces.id, { onDelete: 'cascade' }),
    /** On the student's clock. */
    day: date({ mode: 'string' }).notNull(),
    /** Beats a minute. */
    tempo: smallint().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.piece_id, t.day] }),
    check('tempo_of_piece', sql`${t.tempo} between 20 and 400`),
  ],
)

/** What a student wants to reach. */
export const learner_objectives = pgTable(
  'learner_objectives',
  {
    id: id(),
    student_id: ref()
      .notNull()
      .references(() => users.id),
    title: text().notNull(),
    until: date({ mode: 'string' }),
    reached_at: instant(),
    /** Who teaches, once they said that it is reached; null where only the student says so. */
    vouched_by: ref().references(() => users.id),
    vouched_at: instant(),
    created_at: created_at(),
  },
  (t) => [
    check(
      'objective_vouched',
      sql`(${t.vouched_by} is null) = (${t.vouched_at} is null) and (${t.vouched_by} is null or ${t.reached_at} is not null)`,
    ),
    index('objectives_of_student').on(t.student_id, t.id),
    index('objectives_vouched').on(t.vouched_by).where(sql`vouched_by is not null`),
  ],
)

/** Months of students that the clock has looked at: whoever had something in one is told of it once. */
export const student_months = pgTable(
  'student_months',
  {
    user_id: ref()
      .notNull()
      .references(() => users.id),
    /** Its first day. */
    month: date({ mode: 'string' }).notNull(),
    created_at: created_at(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.month] })],
)
