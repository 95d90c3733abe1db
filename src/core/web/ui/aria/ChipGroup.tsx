import { Check } from 'lucide-react'
import type { Ref } from 'react'
import { Checkbox, CheckboxGroup } from 'react-aria-components'
import { type FieldProps, fieldClass, type Option } from '../fieldStyle.ts'
import { FieldLabel } from './FieldLabel.tsx'
import { FieldNotes } from './FieldNotes.tsx'

export interface ChipGroupProps<V extends string> extends FieldProps {
  options: readonly Option<V>[]
  value?: readonly V[] | null
  onChange?: (value: V[]) => void
  onBlur?: () => void
  ref?: Ref<HTMLDivElement>
  max?: number
}

/** Several choices out of a list short enough to see whole: chips that toggle. */
export function ChipGroup<V extends string>({
  label,
  description,
  errorMessage,
  hideLabel,
  className,
  options,
  value,
  onChange,
  max = Number.POSITIVE_INFINITY,
  ...props
}: ChipGroupProps<V>) {
  const chosen = value ?? []
  return (
    <CheckboxGroup
      {...props}
      value={[...chosen]}
      onChange={(next) => onChange?.(next as V[])}
      isInvalid={Boolean(errorMessage)}
      validationBehavior="aria"
      className={`${fieldClass} ${className ?? ''}`}
    >
      <FieldLabel isRequired={props.isRequired} isHidden={hideLabel}>
        {label}
      </FieldLabel>
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <Checkbox
            key={option.value}
            value={option.value}
            isDisabled={option.isDisabled || (chosen.length >= max && !chosen.includes(option.value))}
            className="flex min-h-11 cursor-pointer items-center gap-1.5 rounded-chip border border-line-strong bg-surface px-3 font-medium text-ink transition-colors select-none hover:border-ink-3 selected:border-accent selected:bg-accent-tint selected:text-accent disabled:cursor-default disabled:opacity-50 sm:min-h-9 focus-visible:outline-3 focus-visible:outline-offset-2 focus-visible:outline-focus"
          >
            {({ isSelected }) => (
              <>
                {isSelected && <Check aria-hidden className="size-4" strokeWidth={3} />}
                {option.label}
              </>
            )}
          </Checkbox>
        ))}
      </div>
      <FieldNotes description={description} errorMessage={errorMessage} />
    </CheckboxGroup>
  )
}
