import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { askPages } from '#core/web/ask.ts'
import { useAway } from '#core/web/away.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Card } from '#core/web/ui/Card.tsx'
import { LoadedPages } from '#core/web/ui/Loaded.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { listAssignments, MOST_OPEN } from '../contract.ts'
import { awaitedFirst } from '../rules.ts'
import { AssignmentList } from './AssignmentList.tsx'
import { assignmentTexts } from './texts.ts'

const spoken = texts(assignmentTexts)

/** As many as a desk shows: all of them are on the page of one's progress. */
const SHOWN = 3

/** On a student's desk: what they have to turn in, the soonest first. */
export function WaitingAssignments() {
  const { t } = useTexts(spoken)
  const open = useInfiniteQuery(askPages(listAssignments, { query: { when: 'open', limit: MOST_OPEN } }))
  const isAway = useAway(open)
  const none = <p className="text-ink-2">{t('assignments.desk.none')}</p>
  return (
    <Card
      title={t('assignments.title')}
      action={
        <Link to="/student/progress" className="text-sm font-medium text-accent">
          {t('assignments.desk.all')}
        </Link>
      }
    >
      {isAway && !open.data ? (
        <p className="text-ink-2">{t('assignments.list.offline')}</p>
      ) : (
        <LoadedPages
          query={open}
          waiting={<Skeleton className="h-14 rounded-card" />}
          failed={t('assignments.list.failed')}
          empty={none}
        >
          {(rows) => {
            const awaited = awaitedFirst(rows)
            if (awaited.length === 0) return none
            return <AssignmentList rows={awaited.slice(0, SHOWN)} as="h3" />
          }}
        </LoadedPages>
      )}
    </Card>
  )
}
