import { texts, useTexts } from '#core/web/texts.ts'
import { Card } from '#core/web/ui/Card.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { SyncSection } from '#features/calendars/web/SyncSection.tsx'
import { bookingTexts } from '../../web/texts.ts'
import { LessonList } from './LessonList.tsx'
import { useLessonNews } from './refreshes.ts'

const spoken = texts(bookingTexts)

/** /calendar of somebody who learns: their lessons, in order, and how another calendar has them. */
export function StudentCalendarPage() {
  const { t } = useTexts(spoken)
  useLessonNews()
  return (
    <div className="page-width flex flex-col gap-6">
      <PageHeader
        title={t('lessons.calendar.title')}
        actions={<LinkButton to="/student">{t('lessons.calendar.book')}</LinkButton>}
      />
      <Card title={t('lessons.calendar.lessons')}>
        <LessonList />
      </Card>
      <SyncSection what="lessons" name={t('lessons.calendar.title')} />
    </div>
  )
}
