import { useId } from 'react'
import { useFormat } from '../format.ts'

/** How far something is, as a row of level-meter blocks. */
export function ProgressBar({
  label,
  value,
  max = 100,
  valueText,
  hideLabel,
  className,
}: {
  label: string
  value: number
  max?: number
  /** Shown and read instead of the percentage, e.g. "3 / 6". */
  valueText?: string
  hideLabel?: boolean
  className?: string
}) {
  const { percent } = useFormat()
  const id = useId()
  const within = Math.max(0, Math.min(value, max))
  const blocks = max <= 12 ? max : 20
  const lit = Math.round((within / max) * blocks)
  const shown = valueText ?? percent(within / max)
  return (
    <div
      role="progressbar"
      aria-labelledby={id}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={within}
      aria-valuetext={shown}
      className={`flex flex-col gap-1.5 ${className ?? ''}`}
    >
      <span className={hideLabel ? 'sr-only' : 'flex justify-between gap-4 text-sm font-semibold'}>
        <span id={id}>{label}</span>
        <span className="text-ink-2 tabular-nums">{shown}</span>
      </span>
      <span className="flex h-2.5 gap-1">
        {Array.from({ length: blocks }, (_, i) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no other identity than their place
            key={i}
            className={`flex-1 rounded-full ${i < lit ? 'bg-primary' : 'bg-line'}`}
          />
        ))}
      </span>
    </div>
  )
}
