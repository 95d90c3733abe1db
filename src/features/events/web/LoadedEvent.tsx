import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Loaded, type Query } from '#core/web/ui/Loaded.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'

/** An event that was asked for, wherever it is shown. */
export function LoadedEvent<Data>({
  query,
  children,
}: {
  query: Query<Data>
  children: (data: Data) => ReactNode
}) {
  const { t } = useTranslation('business')
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
