import { useQuery } from '@tanstack/react-query'
import { ask } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { readAvailability } from '../contract.ts'
import { ExceptionList } from './ExceptionList.tsx'
import { MonthCalendar } from './MonthCalendar.tsx'
import { availabilityTexts } from './texts.ts'
import { WeekForm } from './WeekForm.tsx'

const spoken = texts(availabilityTexts)

/** When the active project plays: its week, what differs from it, and the month as it stands. */
export function AvailabilityPage() {
  const { t } = useTexts(spoken)
  const query = useQuery(ask(readAvailability))
  return (
    <div className="page-width flex flex-col gap-6">
      <PageHeader
        title={t('title')}
        eyebrow={query.data?.project_id === null ? t('eyebrow_personal') : t('eyebrow')}
      />
      <Loaded
        query={query}
        waiting={
          <div className="grid gap-5 xl:grid-cols-[minmax(0,1fr)_25rem]">
            <Skeleton className="h-[32rem] rounded-card" />
            <Skeleton className="h-96 rounded-card" />
          </div>
        }
        failed={t('load_error')}
        refused={(error) =>
          error.code === 'projects.none_active' ? (
            <EmptyState title={t('none.title')}>{t('none.text')}</EmptyState>
          ) : undefined
        }
      >
        {(data) => (
          <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_25rem]">
            <div className="flex min-w-0 flex-col gap-5">
              <WeekForm key={data.project_id ?? 'own'} availability={data} />
            </div>
            <div className="flex min-w-0 flex-col gap-5">
              <MonthCalendar zone={data.zone} />
              <ExceptionList availability={data} />
            </div>
          </div>
        )}
      </Loaded>
    </div>
  )
}
