import { Link } from 'react-router'
import { texts, useTexts } from '#core/web/texts.ts'
import { Card } from '#core/web/ui/Card.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { useSession } from '#features/accounts/web/session.ts'
import { PracticeTimer } from './PracticeTimer.tsx'
import { StreakFigures } from './StreakFigures.tsx'
import { practiceTexts } from './texts.ts'
import { useOwnProgress } from './useProgress.ts'
import { useTimer } from './useTimer.ts'

const spoken = texts(practiceTexts)

/** On a student's desk: the streak, the minutes of the week, and the timer at hand; nothing for who doesn't learn. */
export function PracticeCard() {
  const learns = useSession((session) => session.user?.accountType === 'STUDENT')
  return learns ? <Practice /> : null
}

function Practice() {
  const { t } = useTexts(spoken)
  const { query } = useOwnProgress()
  const clock = useTimer()
  return (
    <div className="@container">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 @3xl:grid-cols-2">
        <PracticeTimer clock={clock} />
        <Card
          title={t('progress.desk.title')}
          action={
            <Link to="/student/progress" className="text-sm font-medium text-accent">
              {t('progress.desk.all')}
            </Link>
          }
        >
          <Loaded
            query={query}
            waiting={<Skeleton className="h-28 rounded-card" />}
            failed={t('progress.desk.failed')}
          >
            {(progress) => <StreakFigures progress={progress} />}
          </Loaded>
        </Card>
      </div>
    </div>
  )
}
