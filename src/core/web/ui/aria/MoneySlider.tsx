import { MINOR_UNITS } from '#core/contract/money.ts'
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
  return (
    <Slider<number[]>
      {...props}
      formatOptions={{ ...format, maximumFractionDigits: 0 }}
      value={value.map((one) => one / MINOR_UNITS)}
      onChange={(next) => onChange(next.map((one) => Math.round(one * MINOR_UNITS)))}
      minValue={0}
      maxValue={maxValue / MINOR_UNITS}
      step={step / MINOR_UNITS}
    />
  )
}
