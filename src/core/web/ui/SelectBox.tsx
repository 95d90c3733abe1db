import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import type { Option } from './fieldStyle.ts'
import { PlainField, type PlainFieldProps } from './PlainField.tsx'

/** Choices that belong together, under their name. */
export interface OptionGroup<V extends string> {
  label: string
  options: readonly Option<V>[]
}

export interface SelectBoxProps<V extends string> extends PlainFieldProps {
  options: readonly (Option<V> | OptionGroup<V>)[]
  value?: V | null
  onChange?: (value: V) => void
  placeholder?: string
}

/** One choice out of a list, as the browser shows lists. */
export function SelectBox<V extends string>({
  options,
  value,
  onChange,
  placeholder,
  ...field
}: SelectBoxProps<V>) {
  return (
    <PlainField {...field}>
      {({ className, ...control }) => (
        <span className="relative block">
          <select
            {...control}
            value={value ?? ''}
            onChange={({ target }) => onChange?.(target.value as V)}
            className={clsx(className, 'appearance-none truncate pr-9', !value && 'text-ink-3')}
          >
            {!value && (
              <option value="" disabled hidden>
                {placeholder}
              </option>
            )}
            {options.map((one) =>
              'options' in one ? (
                <optgroup key={one.label} label={one.label} className="text-ink">
                  {one.options.map(choice)}
                </optgroup>
              ) : (
                choice(one)
              ),
            )}
          </select>
          <ChevronDown
            aria-hidden
            className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-ink-2"
          />
        </span>
      )}
    </PlainField>
  )
}

const choice = ({ value, label, isDisabled }: Option) => (
  <option key={value} value={value} disabled={isDisabled} className="text-ink">
    {label}
  </option>
)
