import { MINOR_UNITS } from '#core/contract/money.ts'
import { NumberField, type NumberFieldProps } from './NumberField.tsx'

export interface MoneyFieldProps
  extends Omit<NumberFieldProps, 'formatOptions' | 'step' | 'minValue' | 'maxValue' | 'hideStepper'> {
  /** ISO 4217. */
  currency: string
  /** Bounds in minor units. */
  minValue?: number
  maxValue?: number
}

/** An amount of money: `value` and `onChange` are integer minor units (null when empty), the box shows major units. */
export function MoneyField({ currency, value, onChange, minValue = 0, maxValue, ...props }: MoneyFieldProps) {
  const format = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const
  return (
    <NumberField
      {...props}
      hideStepper
      formatOptions={format}
      value={value == null ? null : value / MINOR_UNITS}
      onChange={(next) => onChange?.(next === null ? null : Math.round(next * MINOR_UNITS))}
      minValue={minValue / MINOR_UNITS}
      {...(maxValue === undefined ? {} : { maxValue: maxValue / MINOR_UNITS })}
    />
  )
}
