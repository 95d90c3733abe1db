import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { instrumentNames } from '#features/accounts/web/texts.ts'
import { ownZone } from '../../web/ownZone.ts'
import { findingTexts, lessonTexts, studentsTexts, teachingTexts } from '../../web/texts.ts'
import { readTeacherDesk, type TeacherDesk } from '../contract.teaching.ts'
import { HolidaysCard } from './HolidaysCard.tsx'
import { LessonCard } from './LessonCard.tsx'
import { LessonList } from './LessonList.tsx'
import { PackageCard } from './PackageCard.tsx'
import { useLessonNews } from './refreshes.ts'
import { SeriesRequests } from './SeriesRequests.tsx'
import { SettingsCard } from './SettingsCard.tsx'
import { Substitutes } from './Substitutes.tsx'

const spoken = texts(lessonTexts, findingTexts, teachingTexts, studentsTexts, instrumentNames)

/** /calendar?view=lessons: the side of somebody who teaches. Requests, lessons, students, money, holidays. */
export function TeachingPage() {
  const { t } = useTexts(spoken)
  const desk = useQuery({ ...ask(readTeacherDesk), refetchOnMount: 'always' })
  useLessonNews()
  return (
    <div className="page-width flex flex-col gap-6">
      <PageHeader
        title={t('lessons.teaching.title')}
        actions={
          <>
            <LinkButton to="/tuner" reloadDocument variant="secondary">
              {t('lessons.teaching.tuner')}
            </LinkButton>
            <LinkButton to="/calendar" variant="secondary">
              {t('lessons.teaching.month')}
            </LinkButton>
          </>
        }
      />
      <Loaded
        query={desk}
        waiting={<Skeleton className="h-96 rounded-card" />}
        failed={t('lessons.teaching.failed')}
      >
        {(data) =>
          data.teaches ? (
            <Teaching desk={data} />
          ) : (
            <EmptyState
              title={t('lessons.teaching.none')}
              action={<LinkButton to="/services/new">{t('lessons.teaching.offer')}</LinkButton>}
            >
              {t('lessons.teaching.none_text')}
            </EmptyState>
          )
        }
      </Loaded>
    </div>
  )
}

function Teaching({ desk }: { desk: TeacherDesk }) {
  const { t } = useTexts(spoken)
  const zone = ownZone()
  const [student, setStudent] = useState<number | undefined>()
  return (
    <>
      {desk.requests.length > 0 && (
        <Card title={t('lessons.teaching.requests')}>
          <SeriesRequests requests={desk.requests} zone={zone} />
        </Card>
      )}
      <Substitutes />
      {desk.waiting.length > 0 && (
        <Card title={t('lessons.teaching.waiting')}>
          <div className="grid gap-4 lg:grid-cols-2">
            {desk.waiting.map((lesson) => (
              <LessonCard key={lesson.id} lesson={lesson} zone={zone} />
            ))}
          </div>
        </Card>
      )}
      <Card title={t('lessons.teaching.lessons')}>
        {student !== undefined && (
          <p className="mb-3 flex flex-wrap items-center gap-3">
            {t('lessons.teaching.only', {
              name: desk.students.find(({ id }) => id === student)?.name ?? '',
            })}
            <Button variant="quiet" onPress={() => setStudent(undefined)}>
              {t('lessons.teaching.everybody')}
            </Button>
          </p>
        )}
        <LessonList key={student ?? 0} student={student} above={[...desk.requests, ...desk.waiting]} />
      </Card>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Students desk={desk} onChoose={setStudent} />
        <div className="flex min-w-0 flex-col gap-5">
          <Earnings earnings={desk.earnings} />
          <SettingsCard pay_to={desk.pay_to} link={desk.link} room={desk.room} place={desk.place} />
          <HolidaysCard holidays={desk.holidays} zone={desk.zone} />
        </div>
      </div>
      {desk.packages.length > 0 && (
        <Card title={t('lessons.teaching.packages')}>
          <div className="grid gap-4 lg:grid-cols-2">
            {desk.packages.map((pack) => (
              <PackageCard key={pack.id} pack={pack} />
            ))}
          </div>
        </Card>
      )}
    </>
  )
}

function Students({ desk, onChoose }: { desk: TeacherDesk; onChoose: (id: number) => void }) {
  const { t } = useTexts(spoken)
  const { date, nameOf } = useFormat()
  return (
    <Card title={t('lessons.teaching.students')}>
      {desk.students.length === 0 ? (
        <p className="text-ink-2">{t('lessons.teaching.no_students')}</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {desk.students.map((one) => (
            <li key={one.id} className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0">
              <div className="min-w-0 flex-1 basis-44">
                <p className="font-semibold wrap-anywhere">{nameOf(one.name)}</p>
                <p className="text-sm text-ink-2">
                  {[
                    one.minor && t('lessons.teaching.minor'),
                    t(`business:terms.instruments.${one.instrument}`),
                    t('lessons.desk.taken', { count: one.taken }),
                    one.missed > 0 && t('lessons.teaching.missed', { count: one.missed }),
                    one.left > 0 && t('lessons.package.left', { count: one.left }),
                    one.next_at && t('lessons.teaching.next', { date: date(one.next_at, desk.zone, 'day') }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              </div>
              <span className="flex flex-wrap gap-1">
                {one.progress && (
                  <LinkButton
                    to={`/music/students/${one.id}`}
                    variant="quiet"
                    aria-label={t('lessons.teaching.progress_of', { name: nameOf(one.name) })}
                  >
                    {t('lessons.teaching.progress')}
                  </LinkButton>
                )}
                <Button
                  variant="quiet"
                  aria-label={t('lessons.teaching.of', { name: nameOf(one.name) })}
                  onPress={() => onChoose(one.id)}
                >
                  {t('lessons.teaching.see')}
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Earnings({ earnings }: { earnings: TeacherDesk['earnings'] }) {
  const { t } = useTexts(spoken)
  const { money } = useFormat()
  return (
    <Card title={t('lessons.teaching.earnings')}>
      {earnings.length === 0 && <p className="text-ink-2">{t('lessons.teaching.no_earnings')}</p>}
      {earnings.map(({ currency, ...sums }) => (
        <dl key={currency} className="flex flex-col divide-y divide-line">
          {(['this_month', 'earned', 'held', 'owed'] as const).map((key) => (
            <div key={key} className="flex items-baseline justify-between gap-4 py-2">
              <dt className="text-ink-2">{t(`lessons.teaching.money.${key}`)}</dt>
              <dd className="font-semibold tabular-nums">{money(sums[key], currency)}</dd>
            </div>
          ))}
        </dl>
      ))}
    </Card>
  )
}
