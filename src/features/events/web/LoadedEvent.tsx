import type { ReactNode } from 'react'
import { texts, useTexts } from '#core/web/texts.ts'
import { Loaded, type Query } from '#core/web/ui/Loaded.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { eventTexts } from './texts.ts'

const spoken = texts(eventTexts)

/** An event that was asked for, wherever it is shown. */
export function LoadedEvent<Data>({
  query,
  children,
}: {
  query: Query<Data>
  children: (data: Data) => ReactNode
}) {
  const { t } = useTexts(spoken)
  return (
    <Loaded
      query={query}
      waiting={
        <div className="flex flex-col gap-5">
          <Skeleton className="h-56" />
          <Skeleton lines={6} />
        </div>
      }
      failed={t('events.detail_error')}
    >
      {children}
    </Loaded>
  )
}
