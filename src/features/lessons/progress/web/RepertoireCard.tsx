import { Suspense } from 'react'
import { Link } from 'react-router'
import { texts, useTexts } from '#core/web/texts.ts'
import { Card } from '#core/web/ui/Card.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { later, useComing } from '#core/web/ui/later.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { useSession } from '#features/accounts/web/session.ts'
import { workedOn } from '../rules.ts'
import { practiceTexts } from './texts.ts'
import { useOwnProgress } from './useProgress.ts'

const spoken = texts(practiceTexts)

/** Comes once there is a piece that somebody works on. */
const PieceRows = later(async () => (await import('./PieceRows.tsx')).PieceRows)

/** As many as a desk shows: all of them are on the page of one's progress. */
const SHOWN = 3

/** On a student's desk: the pieces that they work on, and how fast those go by now; nothing for who doesn't learn. */
export function RepertoireCard() {
  const learns = useSession((session) => session.user?.accountType === 'STUDENT')
  return learns ? <Pieces /> : null
}

function Pieces() {
  const { t } = useTexts(spoken)
  const { query } = useOwnProgress()
  const isComing = useComing(PieceRows, query.data !== undefined && workedOn(query.data.pieces).length > 0)
  const waiting = <Skeleton className="h-24 rounded-card" />
  return (
    <Card
      title={t('progress.pieces.title')}
      action={
        <Link to="/student/progress" className="text-sm font-medium text-accent">
          {t('progress.desk.all_pieces')}
        </Link>
      }
    >
      <Loaded
        query={isComing ? { ...query, data: undefined } : query}
        waiting={waiting}
        failed={t('progress.desk.pieces_failed')}
      >
        {({ pieces }) => {
          const some = workedOn(pieces).slice(0, SHOWN)
          if (some.length === 0)
            return (
              <p className="text-ink-2">
                {t(pieces.length === 0 ? 'progress.desk.no_pieces' : 'progress.desk.all_ready')}
              </p>
            )
          return (
            <Suspense fallback={waiting}>
              <PieceRows pieces={some} />
            </Suspense>
          )
        }}
      </Loaded>
    </Card>
  )
}
