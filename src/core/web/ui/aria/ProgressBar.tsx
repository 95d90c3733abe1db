import { ProgressBar as AriaProgressBar, Label } from 'react-aria-components'

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
  const blocks = max <= 12 ? max : 20
  const lit = Math.round((Math.max(0, Math.min(value, max)) / max) * blocks)
  return (
    <AriaProgressBar
      value={value}
      maxValue={max}
      {...(valueText ? { valueLabel: valueText } : {})}
      className={`flex flex-col gap-1.5 ${className ?? ''}`}
    >
      {({ valueText: shown }) => (
        <>
          <span className={hideLabel ? 'sr-only' : 'flex justify-between gap-4 text-sm font-semibold'}>
            <Label>{label}</Label>
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
        </>
      )}
    </AriaProgressBar>
  )
}
