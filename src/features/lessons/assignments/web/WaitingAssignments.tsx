import { Link } from 'react-router'
import { useAway } from '#core/web/away.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Card } from '#core/web/ui/Card.tsx'
import { LoadedPages } from '#core/web/ui/Loaded.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { awaitedFirst } from '../rules.ts'
import { AssignmentList } from './AssignmentList.tsx'
import { assignmentTexts } from './texts.ts'
import { useOpenAssignments } from './useOpenAssignments.ts'

const spoken = texts(assignmentTexts)

/** As many as a desk shows: all of them are on the page of one's progress. */
const SHOWN = 3

/** On a student's desk: what they have to turn in, the soonest first. */
export function WaitingAssignments() {
  const { t } = useTexts(spoken)
  const open = useOpenAssignments()
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
