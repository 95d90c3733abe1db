import { Skeleton } from '#core/web/ui/Skeleton.tsx'

/** The shape of a request that is on its way. */
export const DetailSkeleton = () => (
  <div className="flex flex-col gap-5">
    <Skeleton className="h-56" />
    <Skeleton lines={5} />
  </div>
)
