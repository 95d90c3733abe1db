import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { useParams } from 'react-router'
import { ask } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { DocumentTitle } from '#core/web/ui/DocumentTitle.tsx'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { readProgress } from '../contract.ts'
import { NotesCard } from './NotesCard.tsx'
import { Objectives } from './Objectives.tsx'
import { Repertoire } from './Repertoire.tsx'
import { progressTexts } from './texts.ts'
import { WeeksCard } from './WeeksCard.tsx'

const spoken = texts(progressTexts)

/** What other parts show of a student's progress, which this one knows nothing of. */
interface Parts {
  /** What they gave the student to do. */
  Assignments: ComponentType<{ student_id: number }>
  /** What they stand for, on paper. */
  Certificates: ComponentType<{ student_id: number }>
}

/** /music/students/:id: how a student gets on, for who teaches them. */
export function StudentProgressPage({ Assignments, Certificates }: Parts) {
  const { t } = useTexts(spoken)
  const { nameOf } = useFormat()
  const id = Number(useParams().id)
  const query = useQuery({ ...ask(readProgress, { params: { id } }), refetchOnMount: 'always' })
  const title = query.data ? nameOf(query.data.student.name) : t('progress.student.title')
  const back = (
    <LinkButton to="/calendar?view=lessons" variant="secondary">
      {t('progress.student.back')}
    </LinkButton>
  )
  return (
    <div className="page-width flex flex-col gap-5">
      <PageHeader eyebrow={query.data && t('progress.student.eyebrow')} title={title} actions={back} />
      {query.data && <DocumentTitle title={`${title} · ${t('app.name')}`} />}
      <Loaded
        query={query}
        waiting={<Skeleton className="h-96 rounded-card" />}
        failed={t('progress.student.failed')}
        refused={({ status }) =>
          (status === 403 || status === 404) && (
            <EmptyState title={t('progress.student.none')}>{t('progress.student.none_text')}</EmptyState>
          )
        }
      >
        {(progress) => (
          <>
            <WeeksCard progress={progress} as="teacher" />
            <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]">
              <div className="flex min-w-0 flex-col gap-5">
                <Assignments student_id={id} />
                <NotesCard student_id={id} />
                <Repertoire progress={progress} as="teacher" />
              </div>
              <div className="flex min-w-0 flex-col gap-5">
                <Objectives progress={progress} as="teacher" />
                <Certificates student_id={id} />
              </div>
            </div>
            <p className="text-sm text-ink-2">{t('progress.student.note')}</p>
          </>
        )}
      </Loaded>
    </div>
  )
}
