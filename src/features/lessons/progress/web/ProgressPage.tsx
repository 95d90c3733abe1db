import { type ComponentType, useEffect, useState } from 'react'
import { wallClock } from '#core/contract/time.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Card } from '#core/web/ui/Card.tsx'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { OfflineNote } from '#core/web/ui/OfflineNote.tsx'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { storePage } from '#core/web/worker.ts'
import { useSession } from '#features/accounts/web/session.ts'
import { ownZone } from '../../web/ownZone.ts'
import type { PracticeChange } from '../contract.ts'
import { Objectives } from './Objectives.tsx'
import { PracticeForm } from './PracticeForm.tsx'
import { PracticeList } from './PracticeList.tsx'
import { PracticeTimer } from './PracticeTimer.tsx'
import { note } from './practiceBox.ts'
import { Repertoire } from './Repertoire.tsx'
import { progressTexts } from './texts.ts'
import { useOwnProgress } from './useProgress.ts'
import { useTimer } from './useTimer.ts'
import { WeeksCard } from './WeeksCard.tsx'

const spoken = texts(progressTexts)

/** What other parts show of somebody's progress, which this one knows nothing of. */
interface Parts {
  /** What their teachers gave them to do. */
  Assignments: ComponentType
  /** The month before this one. */
  Month: ComponentType
  /** What their teachers stand for, on paper. */
  Certificates: ComponentType
}

/** /student/progress: what somebody practises, plays and wants to reach; noting it needs no connection. */
export function ProgressPage(parts: Parts) {
  const { t } = useTexts(spoken)
  const learns = useSession((session) => session.user?.accountType === 'STUDENT')
  return (
    <div className="page-width flex flex-col gap-5">
      <PageHeader
        eyebrow={t('progress.eyebrow')}
        title={t('progress.title')}
        actions={
          <>
            {learns && (
              // A page of its own: it may use the microphone.
              <LinkButton to="/tuner" reloadDocument variant="secondary">
                {t('progress.tuner')}
              </LinkButton>
            )}
            <LinkButton to="/student" variant="secondary">
              {t('progress.home')}
            </LinkButton>
          </>
        }
      />
      {learns ? (
        <Learner {...parts} />
      ) : (
        <EmptyState title={t('progress.not_yours')}>{t('progress.not_yours_text')}</EmptyState>
      )}
    </div>
  )
}

const COLUMNS = 'grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]'

/** Nothing of the page comes later that noting practice needs. */
const noParts = async () => {}

function Learner({ Assignments, Month, Certificates }: Parts) {
  const { t } = useTexts(spoken)
  const { date, time } = useFormat()
  const { query, isAway, as_of } = useOwnProgress()
  const clock = useTimer()
  const [stopped, setStopped] = useState<{ minutes: number; times: number } | null>(null)
  const today = wallClock(new Date(), query.data?.zone ?? ownZone()).day
  const known = isAway ? undefined : query.data
  useEffect(() => {
    // Each time it was read: what the page fetched meanwhile is one of its files too.
    if (known) void storePage(noParts)
  }, [known])
  const noteOne = async (practice: PracticeChange) => {
    const noted = await note({ ...practice, key: crypto.randomUUID() })
    if (stopped) {
      clock[2](null)
      setStopped(null)
    }
    toast.success(t(noted ? 'progress.form.noted' : 'progress.form.stored'))
  }
  return (
    <>
      <OfflineNote>
        {as_of && t('progress.as_of', { date: date(as_of, undefined, 'day'), time: time(as_of) })}
      </OfflineNote>
      <div className={COLUMNS}>
        <PracticeTimer
          clock={clock}
          onStop={(minutes) => setStopped({ minutes, times: (stopped?.times ?? 0) + 1 })}
        />
        <Card title={t('progress.form.title')}>
          <PracticeForm
            today={today}
            stopped={stopped}
            submitLabel={t('progress.form.note')}
            onSend={noteOne}
          />
        </Card>
      </div>
      <Loaded
        query={query}
        waiting={<Skeleton className="h-72 rounded-card" />}
        failed={t('progress.failed')}
      >
        {(progress) => <WeeksCard progress={progress} as="student" />}
      </Loaded>
      <Month />
      <div className={`${COLUMNS} items-start`}>
        <div className="flex min-w-0 flex-col gap-5">
          <Assignments />
          {query.data && <Repertoire progress={query.data} as="student" />}
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <Card title={t('progress.list.title')}>
            <PracticeList today={today} isAway={isAway} />
          </Card>
          {query.data && <Objectives progress={query.data} as="student" />}
          <Certificates />
        </div>
      </div>
    </>
  )
}
