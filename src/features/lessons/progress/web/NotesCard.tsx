import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { askPages } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Card } from '#core/web/ui/Card.tsx'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { LoadedPages } from '#core/web/ui/Loaded.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { instrumentNames } from '#features/accounts/web/texts.ts'
import { ownZone } from '../../web/ownZone.ts'
import { listStudentNotes, type StudentNotes } from '../contract.ts'
import { progressTexts } from './texts.ts'

const spoken = texts(progressTexts, instrumentNames)

/** As many as are read at once. */
const PAGE = 5

/** What a teacher noted of their lessons with a student, newest first; it is written on the page of each lesson. */
export function NotesCard({ student_id }: { student_id: number }) {
  const { t } = useTexts(spoken)
  const notes = useInfiniteQuery({
    ...askPages(listStudentNotes, { params: { id: student_id }, query: { limit: PAGE } }),
    refetchOnMount: 'always',
  })
  return (
    <Card title={t('progress.notes.title')}>
      <LoadedPages
        query={notes}
        waiting={<Skeleton className="h-32 rounded-card" />}
        failed={t('progress.notes.failed')}
        empty={
          <EmptyState title={t('progress.notes.empty')} as="h3">
            {t('progress.notes.empty_text')}
          </EmptyState>
        }
      >
        {(rows, foot) => (
          <>
            <ul className="flex flex-col divide-y divide-line">
              {rows.map((one) => (
                <Notes key={one.lesson_id} one={one} />
              ))}
            </ul>
            {foot}
          </>
        )}
      </LoadedPages>
    </Card>
  )
}

function Notes({ one }: { one: StudentNotes }) {
  const { t } = useTexts(spoken)
  const { date } = useFormat()
  return (
    <li className="flex flex-col gap-2 py-4 first:pt-0 last:pb-0">
      <h3 className="font-semibold">
        <Link to={`/calendar?lesson=${one.lesson_id}`} className="hover:text-accent">
          {date(one.starts_at, ownZone(), 'full')}
        </Link>
        <span className="font-normal text-ink-2">
          {' · '}
          {t(`business:terms.instruments.${one.instrument}`)}
        </span>
      </h3>
      {(['notes_shared', 'notes_private'] as const).map(
        (kind) =>
          one[kind] && (
            <div key={kind}>
              <p className="text-sm font-medium text-ink-2">{t(`progress.notes.${kind}`)}</p>
              <p className="whitespace-pre-line wrap-anywhere">{one[kind]}</p>
            </div>
          ),
      )}
    </li>
  )
}
