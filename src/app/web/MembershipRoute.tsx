import { Suspense } from 'react'
import { later } from '#core/web/ui/later.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { useSession } from '#features/accounts/web/session.ts'
import { MembershipPage } from '#features/plans/web/MembershipPage.tsx'

const FeesCard = later(async () => (await import('#features/fees/web/FeesCard.tsx')).FeesCard)

/** /membership with what a musician's projects owe the platform. */
export function MembershipRoute() {
  const isMusician = useSession((session) => session.user?.accountType === 'MUSICIAN')
  return (
    <MembershipPage
      fees={
        isMusician && (
          <Suspense fallback={<Skeleton className="h-40" />}>
            <FeesCard />
          </Suspense>
        )
      }
    />
  )
}
