import { waveform } from './waveform.ts'

/** The waveform of a name, in currentColor; decoration, hidden from screen readers. Size it with classes. */
export function Waveform({
  name,
  bars = 24,
  thickness = 0.5,
  isStanding = false,
  className,
}: {
  name: string
  bars?: number
  /** Width of a bar against its step, 0–1. */
  thickness?: number
  /** Its bars stand on a floor, as lights on a stage do; else they lie around a middle line, as a signature. */
  isStanding?: boolean
  className?: string
}) {
  const step = 10
  const width = step * thickness
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${bars * step} 100`}
      preserveAspectRatio="none"
      className={className ?? 'h-7 w-28 text-noche-400'}
      fill="currentColor"
    >
      {waveform(name, bars).map((height, i) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: bars have no other identity than their place
          key={i}
          x={i * step + (step - width) / 2}
          y={isStanding ? 100 - height * 100 : 50 - height * 50}
          width={width}
          height={height * 100}
          rx={width / 2}
          ry={width * 1.2}
        />
      ))}
    </svg>
  )
}
