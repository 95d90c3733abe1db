import { Button } from './Button.tsx'

/** The foot of a list that comes in pages: one button while there is more. */
export function LoadMore({
  label,
  hasMore,
  isLoading,
  onLoadMore,
}: {
  label: string
  hasMore: boolean
  isLoading: boolean
  onLoadMore: () => void
}) {
  if (!hasMore) return null
  return (
    <div className="flex justify-center pt-4">
      <Button variant="secondary" onPress={onLoadMore} isPending={isLoading}>
        {label}
      </Button>
    </div>
  )
}
