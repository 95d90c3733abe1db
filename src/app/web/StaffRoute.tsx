import { Suspense } from 'react'
import { later } from '#core/web/ui/later.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { StaffPage } from '#features/staff/web/StaffPage.tsx'

const HelpVotes = later(async () => (await import('#features/support/web/HelpVotes.tsx')).HelpVotes)

/** /staff, with how the help is doing: the desk knows no feature above it. */
export function StaffRoute() {
  return (
    <StaffPage
      help={
        <Suspense fallback={<Skeleton className="h-60" />}>
          <HelpVotes />
        </Suspense>
      }
    />
  )
}
