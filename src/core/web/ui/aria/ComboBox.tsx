import { ChevronDown } from 'lucide-react'
import type { Ref } from 'react'
import { ComboBox as AriaComboBox, Button, Group, Input, Popover } from 'react-aria-components'
import {
  bareInputClass,
  type FieldProps,
  fieldClass,
  groupClass,
  type Option,
  popoverClass,
} from '../fieldStyle.ts'
import { FieldLabel } from './FieldLabel.tsx'
import { FieldNotes } from './FieldNotes.tsx'
import { OptionList } from './OptionList.tsx'

export interface ComboBoxProps<V extends string> extends FieldProps {
  options: readonly Option<V>[]
  value?: V | null
  onChange?: (value: V | null) => void
  /** Given, the caller filters: it hears what is typed and passes matching options. */
  onInputChange?: (text: string) => void
  inputValue?: string
  /**
   * Given, what is written stays when it is none of the options, and the caller hears of it and says what stands in the
   * field (`inputValue`). It still filters: unlike with `onInputChange`, the options are all there.
   */
  onWritten?: (text: string) => void
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
  placeholder?: string
  /** Shown when nothing matches. */
  emptyText?: string
}

/** One choice out of a long list, found by typing (accents don't matter). */
export function ComboBox<V extends string>({
  label,
  description,
  errorMessage,
  hideLabel,
  className,
  options,
  value,
  onChange,
  onInputChange,
  onWritten,
  ref,
  placeholder,
  emptyText,
  ...props
}: ComboBoxProps<V>) {
  return (
    <AriaComboBox
      {...props}
      {...(onInputChange ? { items: options, onInputChange } : {})}
      {...(onWritten ? { allowsCustomValue: true, onInputChange: onWritten } : {})}
      allowsEmptyCollection={Boolean(emptyText)}
      menuTrigger="focus"
      formValue="key"
      value={value ?? null}
      onChange={(key) => onChange?.(key as V | null)}
      isInvalid={Boolean(errorMessage)}
      validationBehavior="aria"
      className={`${fieldClass} ${className ?? ''}`}
    >
      <FieldLabel isRequired={props.isRequired} isHidden={hideLabel}>
        {label}
      </FieldLabel>
      <Group className={groupClass}>
        <Input ref={ref} placeholder={placeholder} className={bareInputClass} />
        <Button className="grid h-full w-11 shrink-0 place-items-center text-ink-2 sm:w-9">
          <ChevronDown aria-hidden className="size-4" />
        </Button>
      </Group>
      <FieldNotes description={description} errorMessage={errorMessage} />
      <Popover className={popoverClass}>
        <OptionList options={options} empty={emptyText} />
      </Popover>
    </AriaComboBox>
  )
}
