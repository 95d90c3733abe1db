import { clsx } from 'clsx'

/** Ten lamps, lit from the left. */
export function Level({
  share,
  lamps = 10,
  className,
}: {
  share: number
  lamps?: number
  className?: string
}) {
  const lit = Math.round(share * lamps)
  return (
    <span aria-hidden className={clsx('flex gap-1', className ?? 'h-2.5')}>
      {Array.from({ length: lamps }, (_, i) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: lamps have no other identity than their place
          key={i}
          className={clsx(
            'flex-1 rounded-full',
            i >= lit ? 'bg-line' : share < 0.4 ? 'bg-graph-bad' : share < 0.7 ? 'bg-foco-500' : 'bg-graph-ok',
          )}
        />
      ))}
    </span>
  )
}
