/** Grey shapes while something loads; `lines` of text or one block sized with classes. Mark the parent aria-busy. */
export function Skeleton({ lines, className }: { lines?: number; className?: string }) {
  if (!lines) {
    return (
      <div aria-hidden className={`animate-shimmer rounded-control bg-surface-2 ${className ?? 'h-24'}`} />
    )
  }
  return (
    <div aria-hidden className={`flex flex-col gap-2.5 ${className ?? ''}`}>
      {Array.from({ length: lines }, (_, i) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity than their place
          key={i}
          className="h-4 animate-shimmer rounded-check bg-surface-2"
          style={{ width: `${i === lines - 1 ? 58 : 100 - ((i * 13) % 20)}%` }}
        />
      ))}
    </div>
  )
}
