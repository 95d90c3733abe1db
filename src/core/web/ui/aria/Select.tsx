import { ChevronDown } from 'lucide-react'
import type { Ref } from 'react'
import { Select as AriaSelect, Button, Popover, SelectValue } from 'react-aria-components'
import { controlClass, type FieldProps, fieldClass, type Option, popoverClass } from '../fieldStyle.ts'
import { FieldLabel } from './FieldLabel.tsx'
import { FieldNotes } from './FieldNotes.tsx'
import { OptionList } from './OptionList.tsx'

export interface SelectProps<V extends string> extends FieldProps {
  options: readonly Option<V>[]
  value?: V | null
  onChange?: (value: V) => void
  onBlur?: () => void
  ref?: Ref<HTMLButtonElement>
  placeholder?: string
}

/** One choice out of a short list. For more than about 12 options use ComboBox. */
export function Select<V extends string>({
  label,
  description,
  errorMessage,
  hideLabel,
  className,
  options,
  value,
  onChange,
  ref,
  ...props
}: SelectProps<V>) {
  return (
    <AriaSelect
      {...props}
      value={value ?? null}
      onChange={(key) => onChange?.(key as V)}
      isInvalid={Boolean(errorMessage)}
      validationBehavior="aria"
      className={`group ${fieldClass} ${className ?? ''}`}
    >
      <FieldLabel isRequired={props.isRequired} isHidden={hideLabel}>
        {label}
      </FieldLabel>
      <Button
        ref={ref}
        className={`${controlClass} flex items-center gap-2 text-left group-invalid:border-bad`}
      >
        <SelectValue className="min-w-0 flex-1 truncate placeholder:text-ink-3 [&_.block]:hidden" />
        <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-2" />
      </Button>
      <FieldNotes description={description} errorMessage={errorMessage} />
      <Popover className={popoverClass}>
        <OptionList options={options} />
      </Popover>
    </AriaSelect>
  )
}
