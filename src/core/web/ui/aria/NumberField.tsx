import { Minus, Plus } from 'lucide-react'
import type { Ref } from 'react'
import { NumberField as AriaNumberField, Button, Group, Input } from 'react-aria-components'
import { bareInputClass, type FieldProps, fieldClass, groupClass } from '../fieldStyle.ts'
import { FieldLabel } from './FieldLabel.tsx'
import { FieldNotes } from './FieldNotes.tsx'

export interface NumberFieldProps extends FieldProps {
  value?: number | null
  onChange?: (value: number | null) => void
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
  minValue?: number
  maxValue?: number
  step?: number
  formatOptions?: Intl.NumberFormatOptions
  placeholder?: string
  /** Leave out the − and + buttons. */
  hideStepper?: boolean
}

const stepClass =
  'grid h-full w-11 shrink-0 place-items-center text-ink-2 hover:bg-surface-2 disabled:opacity-40 sm:w-9 [&>svg]:size-4'

/** A number written the way the language writes it; empty is null. */
export function NumberField({
  label,
  description,
  errorMessage,
  hideLabel,
  className,
  value,
  onChange,
  ref,
  placeholder,
  hideStepper,
  ...props
}: NumberFieldProps) {
  return (
    <AriaNumberField
      {...props}
      value={value ?? Number.NaN}
      onChange={(next) => onChange?.(Number.isNaN(next) ? null : next)}
      isInvalid={Boolean(errorMessage)}
      validationBehavior="aria"
      className={`${fieldClass} ${className ?? ''}`}
    >
      <FieldLabel isRequired={props.isRequired} isHidden={hideLabel}>
        {label}
      </FieldLabel>
      <Group className={`${groupClass} overflow-hidden`}>
        <Input ref={ref} placeholder={placeholder} className={`${bareInputClass} tabular-nums`} />
        {!hideStepper && (
          <>
            <Button slot="decrement" className={stepClass}>
              <Minus aria-hidden />
            </Button>
            <Button slot="increment" className={`${stepClass} border-l border-line`}>
              <Plus aria-hidden />
            </Button>
          </>
        )}
      </Group>
      <FieldNotes description={description} errorMessage={errorMessage} />
    </AriaNumberField>
  )
}
