import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { askPages } from '#core/web/ask.ts'
import { useAway } from '#core/web/away.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { LoadedPages, rowsOf } from '#core/web/ui/Loaded.tsx'
import { later } from '#core/web/ui/later.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { listAssignments } from '../contract.ts'
import { AssignmentList } from './AssignmentList.tsx'
import { assignmentTexts } from './texts.ts'
import { useOpenAssignments } from './useOpenAssignments.ts'

const spoken = texts(assignmentTexts)

const DraftDialog = later(async () => (await import('./DraftDialog.tsx')).DraftDialog)

/** Of those that are done, as many at once. */
const PAGE = 5

/** On a student's progress: what their teachers gave them to do. */
export function OwnAssignments() {
  const { t } = useTexts(spoken)
  return (
    <Card title={t('assignments.title')}>
      <Assignments
        empty={
          <EmptyState title={t('assignments.list.empty')} as="h3">
            {t('assignments.list.empty_text')}
          </EmptyState>
        }
      />
    </Card>
  )
}

/** On a student's progress as who teaches them sees it: what they gave, and giving more. */
export function StudentAssignments({ student_id }: { student_id: number }) {
  const { t } = useTexts(spoken)
  const [isGiving, setGiving] = useState(false)
  return (
    <Card
      title={t('assignments.title')}
      action={
        <Button variant="quiet" size="sm" icon={<Plus aria-hidden />} onPress={() => setGiving(true)}>
          {t('assignments.draft.give')}
        </Button>
      }
    >
      <Assignments
        student_id={student_id}
        empty={
          <EmptyState title={t('assignments.list.empty_teacher')} as="h3">
            {t('assignments.list.empty_teacher_text')}
          </EmptyState>
        }
      />
      {isGiving && (
        <Suspense fallback={null}>
          <DraftDialog student_id={student_id} onClose={() => setGiving(false)} />
        </Suspense>
      )}
    </Card>
  )
}

/** Those that wait for somebody, then those that are done. */
function Assignments({ student_id, empty }: { student_id?: number; empty: ReactNode }) {
  const { t } = useTexts(spoken)
  const of = student_id === undefined ? {} : { student: String(student_id) }
  const open = useOpenAssignments(of)
  const done = useInfiniteQuery(askPages(listAssignments, { query: { ...of, when: 'done', limit: PAGE } }))
  const isAway = useAway(open)
  const hasDone = rowsOf(done).length > 0
  if (isAway && !open.data) return <p className="text-ink-2">{t('assignments.list.offline')}</p>
  return (
    <div className="flex flex-col gap-5">
      <LoadedPages
        query={open}
        waiting={<Skeleton className="h-32 rounded-card" />}
        failed={t('assignments.list.failed')}
        empty={hasDone ? <p className="text-ink-2">{t('assignments.list.none_open')}</p> : empty}
      >
        {(rows, foot) => (
          <>
            <AssignmentList rows={rows} as="h3" />
            {foot}
          </>
        )}
      </LoadedPages>
      {hasDone && (
        <div>
          <h3 className="mb-2 text-sm font-semibold text-ink-2">{t('assignments.list.done')}</h3>
          <LoadedPages query={done} waiting={null} failed={t('assignments.list.failed')}>
            {(rows, foot) => (
              <>
                <AssignmentList rows={rows} as="h4" />
                {foot}
              </>
            )}
          </LoadedPages>
        </div>
      )}
    </div>
  )
}
