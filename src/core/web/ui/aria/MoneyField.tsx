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
  const scale = 10 ** (new Intl.NumberFormat('en', format).resolvedOptions().maximumFractionDigits ?? 2)
  return (
    <NumberField
      {...props}
      hideStepper
      formatOptions={format}
      value={value == null ? null : value / scale}
      onChange={(next) => onChange?.(next === null ? null : Math.round(next * scale))}
      minValue={minValue / scale}
      {...(maxValue === undefined ? {} : { maxValue: maxValue / scale })}
    />
  )
}
