import { and, asc, eq, gt, inArray, not, or, sql } from 'drizzle-orm'
import type { Language } from '#core/contract/language.ts'
import { subject } from '#core/contract/subject.ts'
import type { Reading } from '#core/server/app.ts'
import { wordsFor } from '#core/server/audience.ts'
import { nameIn } from '#core/server/texts.ts'
import { zoneOf } from '#features/availability/queries.personal.ts'
import { availability_settings } from '#features/availability/table.ts'
import type { FeedEntry, FeedOf } from '#features/calendars/queries.ts'
import { RELEASED_FOR } from '#features/calendars/rules.ts'
import { music_projects } from '#features/projects/table.ts'
import { services } from '#features/services/table.ts'
import { LESSON_STATES, type LessonState, type Side } from '../contract.ts'
import { isSure } from '../rules.ts'
import { lessons } from '../table.ts'
import { teacherZone } from './queries.ts'

/* What calendar programs are told of lessons: an instrument, a time and, in person, a town. */

/** How a calendar shows a lesson in each state. */
const SHOWN: Record<LessonState, FeedEntry['status']> = {
  requested: 'tentative',
  accepted: 'tentative',
  scheduled: 'confirmed',
  rescheduled: 'confirmed',
  held: 'confirmed',
  confirmed: 'confirmed',
  reviewed: 'confirmed',
  declined: 'cancelled',
  lapsed: 'cancelled',
  cancelled_by_student: 'cancelled',
  cancelled_by_teacher: 'cancelled',
  no_show_student: 'cancelled',
  no_show_teacher: 'cancelled',
}
const GONE = LESSON_STATES.filter((state) => SHOWN[state] === 'cancelled')

/** Lessons that one feed has at most. */
const MOST = 1000

/**
 * The lessons of a feed: those that its owner takes and, of a personal project, those that they give. What came to nothing
 * lately is said too. A band gives none.
 * @param span instants
 */
export async function lessonEntries(
  { db, now, app }: Reading,
  { user_id, project }: FeedOf,
  { from, to }: { from: string; to: string },
): Promise<FeedEntry[]> {
  if (project && project.project_type !== 'INDIVIDUAL') return []
  const takes = eq(lessons.student_id, user_id)
  const gives = project && and(eq(lessons.project_id, project.project_id), eq(lessons.teacher_id, user_id))
  const since = new Date(now.getTime() - RELEASED_FOR).toISOString()
  const rows = await db
    .select({
      ...{ id: lessons.id, state: lessons.state, student_id: lessons.student_id },
      ...{ starts_at: lessons.starts_at, ends_at: lessons.ends_at },
      instrument: services.instrument,
      modality: lessons.modality,
      teacher: music_projects.name,
      city: music_projects.city,
      zone: teacherZone,
    })
    .from(lessons)
    .innerJoin(services, eq(services.id, lessons.service_id))
    .innerJoin(music_projects, eq(music_projects.id, lessons.project_id))
    .leftJoin(availability_settings, eq(availability_settings.project_id, lessons.project_id))
    .where(
      and(
        gives ? or(takes, gives) : takes,
        sql`${lessons.starts_at} < ${to}::timestamptz and ${lessons.ends_at} > ${from}::timestamptz`,
        or(not(inArray(lessons.state, GONE)), gt(lessons.ended_at, since)),
      ),
    )
    .orderBy(asc(lessons.starts_at), asc(lessons.id))
    .limit(MOST)
  const own_zone = rows.some(({ student_id }) => student_id === user_id) ? await zoneOf(db, user_id) : ''
  return rows.map(({ id, state, student_id, teacher, starts_at, ends_at, ...lesson }) => {
    const side: Side = student_id === user_id ? 'student' : 'teacher'
    const status = SHOWN[state]
    // Who teaches, and where, is theirs to read as written, and the student's once the lesson is certain.
    const open = side === 'teacher' || isSure(state)
    const words = (text: string | null) => text && wordsFor(text, { open })
    const titleIn = (language: Language) => {
      const instrument = app.texts.say(language, `business:terms.instruments.${lesson.instrument}`)
      // Whom somebody teaches is nothing for another company's calendar; who teaches stands on a public profile.
      const title = app.texts.say(language, `functionality:lessons.feed.${side}`, {
        instrument,
        teacher: nameIn(app.texts, language, words(teacher)),
      })
      return status === 'tentative'
        ? app.texts.say(language, 'functionality:lessons.feed.tentative', { title })
        : title
    }
    return {
      // Each of the two has an entry of their own: they are called otherwise.
      subject: subject('lesson', id, { kind: side, id: user_id }),
      status,
      title: { es: titleIn('es'), en: titleIn('en') },
      place: lesson.modality === 'in_person' ? words(lesson.city) : null,
      ...{ starts_at, ends_at },
      zone: side === 'student' ? own_zone : lesson.zone,
      path: `/calendar?lesson=${id}`,
    }
  })
}
