import { Suspense, useRef } from 'react'
import { later } from '#core/web/ui/later.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { useNear } from '#core/web/ui/useNear.ts'
import type { SyncProps } from './Sync.tsx'

const Sync = later(async () => (await import('./Sync.tsx')).Sync)

/** How a calendar is joined with others, below what it is about: fetched once somebody gets there. */
export function SyncSection(props: SyncProps) {
  const box = useRef<HTMLDivElement>(null)
  const isNear = useNear(box)
  return (
    <div ref={box}>
      {isNear ? (
        <Suspense fallback={<Skeleton className="h-72 rounded-card" />}>
          <Sync {...props} />
        </Suspense>
      ) : (
        // Nothing is on its way yet.
        <div className="h-72" />
      )}
    </div>
  )
}
