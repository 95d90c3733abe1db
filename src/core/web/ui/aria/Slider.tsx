import {
  Slider as AriaSlider,
  Label,
  SliderFill,
  SliderOutput,
  SliderThumb,
  SliderTrack,
} from 'react-aria-components'

export interface SliderProps<T extends number | number[]> {
  label: string
  name?: string
  /** A number, or [from, to] for two thumbs. */
  value: T
  onChange: (value: T) => void
  /** Called once when the thumb is let go. */
  onChangeEnd?: (value: T) => void
  minValue?: number
  maxValue?: number
  step?: number
  formatOptions?: Intl.NumberFormatOptions
  /** Names of the thumbs when there are two, for screen readers. */
  thumbLabels?: readonly string[]
  isDisabled?: boolean
  hideLabel?: boolean
  className?: string
}

/** A value, or a range, on a line. */
export function Slider<T extends number | number[]>({
  label,
  name,
  thumbLabels,
  hideLabel,
  className,
  ...props
}: SliderProps<T>) {
  return (
    <AriaSlider {...props} className={`flex flex-col gap-1 disabled:opacity-50 ${className ?? ''}`}>
      <div
        className={hideLabel ? 'sr-only' : 'flex items-baseline justify-between gap-4 text-sm font-semibold'}
      >
        <Label>{label}</Label>
        <SliderOutput className="text-ink-2 tabular-nums">
          {({ state }) => state.values.map((_, i) => state.getThumbValueLabel(i)).join(' – ')}
        </SliderOutput>
      </div>
      <SliderTrack className="relative mx-2.5 h-11 cursor-pointer sm:h-8">
        {({ state }) => (
          <>
            <span className="absolute inset-x-[-10px] top-1/2 h-1.5 -translate-y-1/2 rounded-full bg-line" />
            <span className="absolute inset-x-0 top-1/2 h-1.5 -translate-y-1/2">
              <SliderFill className="rounded-full bg-primary" />
            </span>
            {state.values.map((_, i) => (
              <SliderThumb
                // biome-ignore lint/suspicious/noArrayIndexKey: thumbs have no other identity than their order
                key={i}
                index={i}
                {...(name ? { name } : {})}
                aria-label={thumbLabels?.[i] ?? label}
                className="top-1/2 size-6 rounded-full border-4 border-surface bg-primary ring-1 ring-line-strong transition-transform dragging:scale-110 sm:size-5"
              />
            ))}
          </>
        )}
      </SliderTrack>
    </AriaSlider>
  )
}
