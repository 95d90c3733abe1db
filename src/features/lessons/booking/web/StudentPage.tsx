import { useQuery } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, Suspense } from 'react'
import { ask } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { type Later, later, useComing } from '#core/web/ui/later.tsx'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { useFirstWait } from '#core/web/ui/useFirstWait.ts'
import { useSession } from '#features/accounts/web/session.ts'
import { TeacherFinder } from '../../finding/web/TeacherFinder.tsx'
import { ownZone } from '../../web/ownZone.ts'
import { findingTexts, lessonTexts } from '../../web/texts.ts'
import { readStudentDesk, type StudentDesk } from '../contract.ts'
import { useLessonNews } from './refreshes.ts'
import { useSubstitutes } from './useSubstitutes.ts'

const spoken = texts(lessonTexts, findingTexts)

/** For somebody whose account is for something else. */
const NotYours = later(async () => (await import('../../web/NotYours.tsx')).NotYours)

/** What the desk of somebody who has lessons shows. */
export interface DeskCards {
  desk: StudentDesk
  instead: ReturnType<typeof useSubstitutes>
  /** How they practise, and what. */
  practice: ReactNode
}

/** Whoever begins has none of it. */
const isNew = ({ next, teachers, packages, upcoming }: StudentDesk) =>
  !next && teachers.length === 0 && packages.length === 0 && upcoming === 0

/**
 * /student: the desk of somebody who learns. What waits for them, the next lesson, assignments, messages, credits, practice,
 * teachers, and finding one.
 * @param Cards come once it is known that there is something to show on them
 */
export function StudentPage({
  Practice,
  Repertoire,
  Cards,
}: {
  Practice: ComponentType
  Repertoire: ComponentType
  Cards: Later<DeskCards>
}) {
  const { t } = useTexts(spoken)
  const { date } = useFormat()
  const user = useSession((session) => session.user)
  const learns = user?.accountType === 'STUDENT'
  const own = useQuery({ ...ask(readStudentDesk), refetchOnMount: 'always', enabled: learns })
  const instead = useSubstitutes(undefined, learns)
  const isComing = useComing(Cards, own.data !== undefined && !isNew(own.data))
  useLessonNews()
  const waits = useFirstWait(own.isLoading || instead.isLoading || isComing)
  const desk = waits ? { ...own, data: undefined } : own
  const first = user?.name.trim().split(/\s+/)[0] ?? ''
  if (!learns)
    return (
      <div className="page-width flex flex-col gap-6">
        <PageHeader title={t('lessons.desk.hello', { name: first })} />
        <Suspense fallback={<Skeleton lines={3} />}>
          <NotYours />
        </Suspense>
      </div>
    )
  const waiting = (
    <div className="grid gap-5 lg:grid-cols-2" aria-busy="true">
      <Skeleton className="h-56 rounded-card" />
      <Skeleton className="h-56 rounded-card" />
    </div>
  )
  const practice = (
    <>
      <Practice />
      <Repertoire />
    </>
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
      <Loaded query={desk} waiting={waiting} failed={t('lessons.desk.failed')}>
        {(data) =>
          isNew(data) ? (
            <>
              <EmptyState title={t('lessons.desk.new')} as="h2">
                {t('lessons.desk.new_text')}
              </EmptyState>
              {practice}
            </>
          ) : (
            <>
              <Suspense fallback={waiting}>
                <Cards desk={data} instead={instead} practice={Cards.isHere() ? practice : null} />
              </Suspense>
              {/* It stands among the cards; without them, a timer that runs can still be stopped. */}
              {!Cards.isHere() && practice}
            </>
          )
        }
      </Loaded>
      {!desk.data && <Practice />}
      {desk.data && <TeacherFinder has_week={desk.data.has_week} />}
    </div>
  )
}
