import { useQuery } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { ask } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Avatar } from '#core/web/ui/Avatar.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { useFirstWait } from '#core/web/ui/useFirstWait.ts'
import { useSession } from '#features/accounts/web/session.ts'
import { pictureUrl } from '#features/files/contract.ts'
import { TeacherFinder } from '../../finding/web/TeacherFinder.tsx'
import { ownZone } from '../../web/LessonTime.tsx'
import { NotYours } from '../../web/NotYours.tsx'
import { findingTexts, lessonTexts } from '../../web/texts.ts'
import { type OwnTeacher, readStudentDesk, type StudentDesk } from '../contract.ts'
import { LessonCard } from './LessonCard.tsx'
import { PackageCard } from './PackageCard.tsx'
import { useLessonNews } from './refreshes.ts'
import { SubstituteList, useSubstitutes } from './Substitutes.tsx'

const spoken = texts(lessonTexts, findingTexts)

/**
 * /student: the desk of somebody who learns. What waits for them, the next lesson, assignments, messages, credits, practice,
 * teachers, and finding one.
 */
export function StudentPage({
  Practice,
  Repertoire,
  Assignments,
  Talk,
  Reviews,
}: {
  Practice: ComponentType
  Repertoire: ComponentType
  Assignments: ComponentType
  Talk: ComponentType
  Reviews: ComponentType
}) {
  const { t } = useTexts(spoken)
  const { date } = useFormat()
  const user = useSession((session) => session.user)
  const learns = user?.accountType === 'STUDENT'
  const own = useQuery({ ...ask(readStudentDesk), refetchOnMount: 'always', enabled: learns })
  const instead = useSubstitutes(undefined, learns)
  useLessonNews()
  const waits = useFirstWait(own.isLoading || instead.isLoading)
  const desk = waits ? { ...own, data: undefined } : own
  const first = user?.name.trim().split(/\s+/)[0] ?? ''
  if (!learns)
    return (
      <div className="page-width flex flex-col gap-6">
        <PageHeader title={t('lessons.desk.hello', { name: first })} />
        <NotYours />
      </div>
    )
  return (
    <div className="page-width flex flex-col gap-6">
      <PageHeader
        eyebrow={date(new Date(), ownZone(), 'full')}
        title={t('lessons.desk.hello', { name: first })}
        actions={
          <LinkButton to="/calendar" variant="secondary">
            {t('lessons.desk.calendar')}
          </LinkButton>
        }
      />
      <Loaded
        query={desk}
        waiting={
          <div className="grid gap-5 lg:grid-cols-2" aria-busy="true">
            <Skeleton className="h-56 rounded-card" />
            <Skeleton className="h-56 rounded-card" />
          </div>
        }
        failed={t('lessons.desk.failed')}
      >
        {(data) => (
          <Desk
            desk={data}
            practice={
              <>
                <Practice />
                <Repertoire />
              </>
            }
            assignments={<Assignments />}
            talk={<Talk />}
            reviews={<Reviews />}
            instead={<SubstituteList list={instead} />}
          />
        )}
      </Loaded>
      {!desk.data && <Practice />}
      {desk.data && desk.data.teachers.length > 0 && <Teachers teachers={desk.data.teachers} />}
      {desk.data && <TeacherFinder has_week={desk.data.has_week} />}
    </div>
  )
}

function Desk({
  desk,
  practice,
  assignments,
  talk,
  reviews,
  instead,
}: {
  desk: StudentDesk
  practice: ReactNode
  assignments: ReactNode
  talk: ReactNode
  reviews: ReactNode
  instead: ReactNode
}) {
  const { t } = useTexts(spoken)
  const zone = ownZone()
  const { next, waiting, packages, teachers } = desk
  // Who paid a package comes back to it.
  const sought = Number(useSearchParams()[0].get('package'))
  const isNew = !next && teachers.length === 0 && packages.length === 0 && desk.upcoming === 0
  if (isNew)
    return (
      <>
        <EmptyState title={t('lessons.desk.new')} as="h2">
          {t('lessons.desk.new_text')}
        </EmptyState>
        {practice}
      </>
    )
  return (
    <>
      {instead}
      {waiting.length > 0 && (
        <Card title={t('lessons.desk.waiting')}>
          <div className="grid gap-4 lg:grid-cols-2">
            {waiting.map((lesson) => (
              <LessonCard key={lesson.id} lesson={lesson} zone={zone} />
            ))}
          </div>
        </Card>
      )}
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-5">
          <Card
            title={t('lessons.desk.next')}
            action={
              <Link to="/calendar" className="text-sm font-medium text-accent">
                {t('lessons.desk.all', { count: desk.upcoming })}
              </Link>
            }
          >
            {next ? (
              <LessonCard key={next.id} lesson={next} zone={zone} />
            ) : (
              <p className="text-ink-2">{t('lessons.desk.no_next')}</p>
            )}
          </Card>
          {practice}
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          {assignments}
          {talk}
          {reviews}
          <Card title={t('lessons.desk.credits')}>
            {packages.length === 0 ? (
              <p className="text-ink-2">{t('lessons.desk.no_credits')}</p>
            ) : (
              <div className="flex flex-col gap-4">
                {packages.map((pack) => (
                  <PackageCard key={pack.id} pack={pack} isSought={pack.id === sought} />
                ))}
              </div>
            )}
          </Card>
        </div>
      </div>
    </>
  )
}

function Teachers({ teachers }: { teachers: readonly OwnTeacher[] }) {
  const { t } = useTexts(spoken)
  return (
    <Card title={t('lessons.desk.teachers')}>
      <ul className="grid gap-4 sm:grid-cols-2">
        {teachers.map((teacher) => (
          <Teacher key={teacher.project_id} teacher={teacher} />
        ))}
      </ul>
    </Card>
  )
}

function Teacher({ teacher }: { teacher: OwnTeacher }) {
  const { t } = useTexts(spoken)
  const { date, nameOf } = useFormat()
  const name = nameOf(teacher.name)
  return (
    <li className="flex flex-wrap items-center gap-3">
      <Avatar name={name} src={pictureUrl(teacher.image, 'small')} size="md" />
      <div className="min-w-0 flex-1">
        <Link to={`/profile/musician/${teacher.project_id}`} className="font-semibold hover:text-accent">
          {name}
        </Link>
        <p className="text-sm text-ink-2">
          {[
            t('lessons.desk.taken', { count: teacher.taken }),
            teacher.left > 0 && t('lessons.package.left', { count: teacher.left }),
            teacher.away_until &&
              t('lessons.desk.away', { date: date(teacher.away_until, undefined, 'long') }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <LinkButton
        to={`/student/book/${teacher.service_id}`}
        variant="secondary"
        aria-label={t('lessons.find.book_with', { name })}
      >
        {t('lessons.find.book')}
      </LinkButton>
    </li>
  )
}
