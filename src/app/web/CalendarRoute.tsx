import { useSearchParams } from 'react-router'
import { later } from '#core/web/ui/later.tsx'
import { useSession } from '#features/accounts/web/session.ts'
import { CalendarPage } from '#features/events/web/CalendarPage.tsx'
import { AfterEvent } from './AfterEvent.ts'
import { EventTalk } from './EventTalk.ts'
import { LessonFollowing } from './LessonFollowing.ts'
import { LessonTalk } from './LessonTalk.ts'

const OneLesson = later(async () => (await import('#features/lessons/booking/web/OneLesson.tsx')).OneLesson)
const StudentCalendarPage = later(
  async () => (await import('#features/lessons/booking/web/StudentCalendarPage.tsx')).StudentCalendarPage,
)
const TeachingPage = later(
  async () => (await import('#features/lessons/booking/web/TeachingPage.tsx')).TeachingPage,
)

/** /calendar: of who learns, their lessons; of who plays, the month, and their side of the lessons they give. */
export function CalendarRoute() {
  const [params] = useSearchParams()
  const account = useSession((session) => session.user?.accountType)
  const lesson = Number(params.get('lesson')) || null
  if (lesson) return <OneLesson id={lesson} Talk={LessonTalk} After={LessonFollowing} />
  if (account === 'STUDENT') return <StudentCalendarPage />
  if (params.get('view') === 'lessons') return <TeachingPage />
  return <CalendarPage AfterEvent={AfterEvent} Talk={EventTalk} />
}
