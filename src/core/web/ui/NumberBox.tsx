import { clsx } from 'clsx'
import { useState } from 'react'
import { localeOf } from '#core/contract/intl.ts'
import { MINOR_UNITS } from '#core/contract/money.ts'
import { useFormat } from '../format.ts'
import { texts, useTexts } from '../texts.ts'
import { numberIn } from './numberText.ts'
import { PlainField, type PlainFieldProps } from './PlainField.tsx'

const spoken = texts()

interface Numeric extends PlainFieldProps {
  value?: number | null
  onChange?: (value: number | null) => void
  minValue?: number
  maxValue?: number
}

/** A number; empty is null. It is taken over when the field is left, and arrow keys count it up and down. */
export function NumberBox(props: Numeric) {
  const { number } = useFormat()
  return <Numbers {...props} textOf={number} mode="numeric" />
}

/** An amount of money: `value` and `onChange` are integer minor units, the box shows major units. */
export function MoneyBox({ currency, value, onChange, ...props }: Numeric & { currency: string }) {
  const { money } = useFormat()
  const textOf = (amount: number) => money(Math.round(amount * MINOR_UNITS), currency)
  return (
    <Numbers
      {...props}
      value={value == null ? null : value / MINOR_UNITS}
      onChange={(amount) => onChange?.(amount === null ? null : Math.round(amount * MINOR_UNITS))}
      textOf={textOf}
      unit={textOf(0).replace(/[\d\s]/g, '')}
      mode="decimal"
    />
  )
}

function Numbers({
  value,
  onChange,
  minValue = 0,
  maxValue = Number.MAX_SAFE_INTEGER,
  textOf,
  unit,
  mode,
  ...field
}: Numeric & { textOf: (value: number) => string; unit?: string; mode: 'numeric' | 'decimal' }) {
  const { i18n } = useTexts(spoken)
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? (value == null ? '' : textOf(value))
  const written = () => numberIn(text, localeOf(i18n.language), unit)
  const bounded = (one: number) =>
    Math.min(maxValue, Math.max(minValue, mode === 'numeric' ? Math.round(one) : one))
  /** What is no number gives way to what was there before. */
  const take = (next: number | null | undefined) => {
    setTyped(null)
    const taken = next == null ? next : bounded(next)
    if (taken !== undefined && taken !== (value ?? null)) onChange?.(taken)
  }
  return (
    <PlainField {...field}>
      {({ className, ...control }) => (
        <input
          {...control}
          type="text"
          inputMode={mode}
          autoComplete="off"
          value={text}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={() => {
            if (typed !== null) take(written())
          }}
          onKeyDown={(event) => {
            // A form that is sent from the field itself doesn't leave it.
            if (event.key === 'Enter' && typed !== null) take(written())
            const by = { ArrowUp: 1, ArrowDown: -1 }[event.key]
            if (!by) return
            event.preventDefault()
            take((written() ?? value ?? 0) + by)
          }}
          className={clsx(className, 'tabular-nums')}
        />
      )}
    </PlainField>
  )
}
