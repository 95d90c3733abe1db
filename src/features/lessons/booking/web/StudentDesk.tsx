import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Avatar } from '#core/web/ui/Avatar.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { pictureUrl } from '#features/files/contract.ts'
import { ownZone } from '../../web/ownZone.ts'
import { findingTexts, lessonTexts } from '../../web/texts.ts'
import type { OwnTeacher } from '../contract.ts'
import { LessonCard } from './LessonCard.tsx'
import { PackageCard } from './PackageCard.tsx'
import type { DeskCards } from './StudentPage.tsx'
import { SubstituteList } from './Substitutes.tsx'

const spoken = texts(lessonTexts, findingTexts)

/** What the desk of somebody who has lessons shows: what waits for them, lessons, credits, teachers. */
export function StudentDesk({
  desk: { next, waiting, packages, teachers, upcoming },
  instead,
  practice,
  assignments,
  talk,
  reviews,
}: DeskCards & { assignments: ReactNode; talk: ReactNode; reviews: ReactNode }) {
  const { t } = useTexts(spoken)
  const zone = ownZone()
  // Who paid a package comes back to it.
  const sought = Number(useSearchParams()[0].get('package'))
  return (
    <>
      <SubstituteList list={instead} />
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
                {t('lessons.desk.all', { count: upcoming })}
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
      {teachers.length > 0 && <Teachers teachers={teachers} />}
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
