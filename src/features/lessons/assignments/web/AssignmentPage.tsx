import { useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
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
import { useNews } from '#features/notifications/web/news.ts'
import { type Assignment, readAssignment } from '../contract.ts'
import { Files } from './Files.tsx'
import type { Place } from './Recording.tsx'
import { Remarks } from './Remarks.tsx'
import { Task } from './Task.tsx'
import { assignmentTexts } from './texts.ts'

const spoken = texts(assignmentTexts)

/** /assignments/:id: what is to be done, what was turned in, and what is said of it; for the student and who gave it. */
export function AssignmentPage() {
  const { t } = useTexts(spoken)
  const { nameOf } = useFormat()
  const id = Number(useParams().id)
  const query = useQuery({ ...ask(readAssignment, { params: { id } }), refetchOnMount: 'always' })
  const { data, refetch } = query
  // The other side is told of it, and so is this page.
  useNews(useCallback(() => void refetch(), [refetch]))
  return (
    <div className="page-width flex flex-col gap-5">
      <PageHeader
        eyebrow={
          data &&
          (data.side === 'student'
            ? t('assignments.by', { name: nameOf(data.teacher.name) })
            : t('assignments.for', { name: nameOf(data.student.name) }))
        }
        title={<span className="wrap-anywhere">{data?.title ?? t('assignments.one')}</span>}
        actions={
          data && (
            <LinkButton
              to={data.side === 'student' ? '/student/progress' : `/music/students/${data.student.id}`}
              variant="secondary"
            >
              {t(data.side === 'student' ? 'assignments.back' : 'assignments.back_teacher')}
            </LinkButton>
          )
        }
      />
      {data && <DocumentTitle title={`${data.title} · ${t('app.name')}`} />}
      <Loaded
        query={query}
        waiting={<Skeleton className="h-96 rounded-card" />}
        failed={t('assignments.failed')}
        refused={({ status }) =>
          (status === 403 || status === 404) && (
            <EmptyState title={t('assignments.none')}>{t('assignments.none_text')}</EmptyState>
          )
        }
      >
        {(assignment) => <Whole key={assignment.id} assignment={assignment} />}
      </Loaded>
    </div>
  )
}

function Whole({ assignment }: { assignment: Assignment }) {
  /** A place that somebody wants to hear; the same one as often as they press it. */
  const [wanted, setWanted] = useState<(Place & { times: number }) | null>(null)
  /** What the remark that is being written is about. */
  const [about, setAbout] = useState<Place | null>(null)
  const words = useRef<HTMLTextAreaElement>(null)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]">
      <div className="flex min-w-0 flex-col gap-5">
        <Task assignment={assignment} />
        <Files
          assignment={assignment}
          wanted={wanted}
          onRemark={(place) => {
            setAbout(place)
            words.current?.focus()
          }}
        />
      </div>
      <Remarks
        assignment={assignment}
        words={words}
        about={about}
        onAbout={setAbout}
        onHear={(place) => setWanted((before) => ({ ...place, times: (before?.times ?? 0) + 1 }))}
      />
    </div>
  )
}
