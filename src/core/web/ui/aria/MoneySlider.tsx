import { Slider, type SliderProps } from './Slider.tsx'

export interface MoneySliderProps
  extends Omit<SliderProps<number[]>, 'formatOptions' | 'onChangeEnd' | 'minValue' | 'maxValue' | 'step'> {
  /** ISO 4217. */
  currency: string
  /** Bound and step in minor units. */
  maxValue: number
  step: number
}

/**
 * A range of money on a line: `value` and `onChange` are integer minor units. Its thumbs say what they are on as money,
 * where bare cents would be read as a hundred times as much.
 */
export function MoneySlider({ currency, value, onChange, maxValue, step, ...props }: MoneySliderProps) {
  const format = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const
  const scale = 10 ** (new Intl.NumberFormat('en', format).resolvedOptions().maximumFractionDigits ?? 2)
  return (
    <Slider<number[]>
      {...props}
      formatOptions={{ ...format, maximumFractionDigits: 0 }}
      value={value.map((one) => one / scale)}
      onChange={(next) => onChange(next.map((one) => Math.round(one * scale)))}
      minValue={0}
      maxValue={maxValue / scale}
      step={step / scale}
    />
  )
}
