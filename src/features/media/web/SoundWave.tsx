/** How loud a sound is from its beginning to its end, the part that was heard in the accent's colour. */
export function SoundWave({
  levels,
  heard = 0,
  className,
}: {
  /** Null while it isn't known: an even line. */
  levels: readonly number[] | null
  /** Share of it, 0 to 1. */
  heard?: number
  className?: string
}) {
  const bars = levels ?? Array.from({ length: 96 }, () => 10)
  return (
    <svg
      aria-hidden
      data-wave={levels ? 'sound' : 'unknown'}
      viewBox={`0 0 ${bars.length * 4} 100`}
      preserveAspectRatio="none"
      className={className}
    >
      {bars.map((level, n) => {
        const height = Math.max(4, level)
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: bars have no other identity than their place
            key={n}
            x={n * 4 + 0.5}
            y={50 - height / 2}
            width={2.6}
            height={height}
            className={(n + 0.5) / bars.length <= heard ? 'fill-accent' : 'fill-ink-3'}
          />
        )
      })}
    </svg>
  )
}
