import { clsx } from 'clsx'
import { useState } from 'react'
import { localeOf } from '#core/contract/intl.ts'
import { MINOR_UNITS } from '#core/contract/money.ts'
import { useFormat } from '../format.ts'
import { texts, useTexts } from '../texts.ts'
import { numberIn, problemOfNumber } from './numberText.ts'
import { PlainField, type PlainFieldProps } from './PlainField.tsx'

const spoken = texts()

/** Money has no more decimals than its smallest unit. */
const exact = (amount: number) => Math.round(amount * MINOR_UNITS) / MINOR_UNITS

interface Numeric extends PlainFieldProps {
  value?: number | null
  onChange?: (value: number | null) => void
  minValue?: number
  maxValue?: number
}

/**
 * A number; empty is null. What is typed is handed on as it is, for the checks to speak while somebody types: out of
 * bounds too, and NaN for what is no number, which no schema lets through. Arrow keys count it up and down within bounds.
 */
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
  errorMessage: said,
  ...field
}: Numeric & { textOf: (value: number) => string; unit?: string; mode: 'numeric' | 'decimal' }) {
  const { t, i18n } = useTexts(spoken)
  const [typed, setTyped] = useState<{ text: string; given: number | null; over: number | null } | null>(null)
  const held = value ?? null
  // As it was typed: over what stood there before, where that wasn't taken, until the value is changed from elsewhere.
  const isTaken = typed !== null && Object.is(typed.given, held)
  if (typed && isTaken && !Object.is(typed.over, held)) setTyped({ ...typed, over: held })
  if (typed && !isTaken && !Object.is(typed.over, held)) setTyped(null)
  const text = typed?.text ?? (held === null || Number.isNaN(held) ? '' : textOf(held))
  const written = numberIn(text, localeOf(i18n.language), unit)
  const give = (next: number | null) => {
    if (!Object.is(next, held)) onChange?.(next)
  }
  // What is wrong with what stands there, whatever the form says of it.
  const problem = problemOfNumber(written, { isWhole: mode === 'numeric', least: minValue, most: maxValue })
  const bound = problem === 'minimum' ? minValue : maxValue
  const errorMessage = problem ? t(`common:validation.${problem}`, { value: textOf(bound) }) : said
  return (
    <PlainField {...field} errorMessage={errorMessage}>
      {({ className, ...control }) => (
        <input
          {...control}
          type="text"
          inputMode={mode}
          autoComplete="off"
          value={text}
          onChange={({ target }) => {
            const next = numberIn(target.value, localeOf(i18n.language), unit)
            const given =
              next === undefined ? Number.NaN : next !== null && mode === 'decimal' ? exact(next) : next
            setTyped({ text: target.value, given, over: held })
            give(given)
          }}
          // Written as the language writes it, where it is a number that can be; else it stays to be mended.
          onBlur={() => {
            if (!problem) setTyped(null)
          }}
          onKeyDown={(event) => {
            const by = { ArrowUp: 1, ArrowDown: -1 }[event.key]
            if (!by) return
            event.preventDefault()
            setTyped(null)
            give(Math.min(maxValue, Math.max(minValue, (written ?? 0) + by)))
          }}
          className={clsx(className, 'tabular-nums')}
        />
      )}
    </PlainField>
  )
}
