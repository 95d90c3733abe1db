import { clsx } from 'clsx'
import type { ReactNode, Ref } from 'react'
import { RadioButton, RadioField, RadioGroup } from 'react-aria-components'
import { type FieldProps, fieldClass, type Option } from '../fieldStyle.ts'
import { FieldLabel } from './FieldLabel.tsx'
import { FieldNotes } from './FieldNotes.tsx'

export interface RadioCardsProps<V extends string> extends FieldProps {
  options: readonly (Option<V> & { icon?: ReactNode })[]
  value?: V | null
  onChange?: (value: V) => void
  onBlur?: () => void
  ref?: Ref<HTMLDivElement>
  /** Cards beside each other from 640 px up. */
  columns?: 1 | 2 | 3 | 4
}

const grids = { 1: '', 2: 'sm:grid-cols-2', 3: 'sm:grid-cols-3', 4: 'grid-cols-2 sm:grid-cols-4' } as const

/** One choice, each option a card with icon, title and a line of description. */
export function RadioCards<V extends string>({
  label,
  description,
  errorMessage,
  hideLabel,
  className,
  options,
  value,
  onChange,
  columns = 2,
  ...props
}: RadioCardsProps<V>) {
  return (
    <RadioGroup
      {...props}
      value={value ?? null}
      onChange={(next) => onChange?.(next as V)}
      isInvalid={Boolean(errorMessage)}
      validationBehavior="aria"
      className={`${fieldClass} ${className ?? ''}`}
    >
      <FieldLabel isRequired={props.isRequired} isHidden={hideLabel}>
        {label}
      </FieldLabel>
      <div className={clsx('grid gap-3', grids[columns])}>
        {options.map((option) => (
          <RadioField
            key={option.value}
            value={option.value}
            isDisabled={option.isDisabled ?? false}
            className="flex"
          >
            <RadioButton className="group relative flex flex-1 cursor-pointer items-start gap-3 rounded-card border border-line-strong bg-surface p-4 transition-colors select-none hover:border-ink-3 focus-visible:outline-3 focus-visible:outline-offset-2 focus-visible:outline-focus selected:border-accent selected:bg-accent-tint selected:inset-ring selected:inset-ring-accent disabled:cursor-default disabled:opacity-50">
              {option.icon && (
                <span className="mt-0.5 text-ink-2 group-selected:text-accent [&>svg]:size-6">
                  {option.icon}
                </span>
              )}
              <span className="min-w-0">
                <span className="block font-semibold">{option.label}</span>
                {option.description && <span className="block text-sm text-ink-2">{option.description}</span>}
              </span>
            </RadioButton>
          </RadioField>
        ))}
      </div>
      <FieldNotes description={description} errorMessage={errorMessage} />
    </RadioGroup>
  )
}
