import { clsx } from 'clsx'
import { useState } from 'react'
import { PlainField, type PlainFieldProps } from './PlainField.tsx'

export interface MomentBoxProps extends PlainFieldProps {
  type: 'date' | 'time'
  /** 'YYYY-MM-DD' or 'HH:MM'; null when empty or incomplete. */
  value?: string | null
  onChange?: (value: string | null) => void
  /** The first and the last day that the calendar offers. */
  min?: string
  max?: string
}

/** While a year is typed its first digits are years too, of long ago. */
const FIRST_YEAR = '1000'

/** A day or a time of day, as the browser asks for them. */
export function MomentBox({ type, value, onChange, min, max, ...field }: MomentBoxProps) {
  // What is being typed stays as it is, whatever it comes to so far.
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <PlainField {...field}>
      {({ className, ...control }) => (
        <input
          {...control}
          type={type}
          min={min}
          max={max}
          value={typed ?? value ?? ''}
          onChange={({ target }) => {
            setTyped(target.value)
            const isWhole = target.value !== '' && (type === 'time' || target.value >= FIRST_YEAR)
            onChange?.(isWhole ? target.value : null)
          }}
          onBlur={() => setTyped(null)}
          className={clsx(
            className,
            'appearance-none tabular-nums [&::-webkit-date-and-time-value]:text-left',
          )}
        />
      )}
    </PlainField>
  )
}
