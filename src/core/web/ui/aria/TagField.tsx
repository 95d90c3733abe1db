import { ChevronDown, X } from 'lucide-react'
import type { Ref } from 'react'
import { Button, ComboBox, Group, Input, Popover, Tag, TagGroup, TagList } from 'react-aria-components'
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

export interface TagFieldProps<V extends string> extends FieldProps {
  options: readonly Option<V>[]
  value?: readonly V[] | null
  onChange?: (value: V[]) => void
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
  placeholder?: string
  emptyText?: string
  /** At most this many; the list is closed to more once reached. */
  max?: number
}

/** Several choices out of a long list: found by typing, shown as chips that can be removed. */
export function TagField<V extends string>({
  label,
  description,
  errorMessage,
  hideLabel,
  className,
  options,
  value,
  onChange,
  ref,
  placeholder,
  emptyText,
  max = Number.POSITIVE_INFINITY,
  ...props
}: TagFieldProps<V>) {
  const chosen = value ?? []
  const isFull = chosen.length >= max
  return (
    <div className={`flex min-w-0 flex-col gap-2 ${className ?? ''}`}>
      <ComboBox
        {...props}
        selectionMode="multiple"
        value={[...chosen]}
        onChange={(keys) => onChange?.((keys as V[]).slice(0, max))}
        allowsEmptyCollection={Boolean(emptyText)}
        menuTrigger="focus"
        isInvalid={Boolean(errorMessage)}
        validationBehavior="aria"
        className={fieldClass}
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
          <OptionList
            options={isFull ? options.map((o) => ({ ...o, isDisabled: !chosen.includes(o.value) })) : options}
            empty={emptyText}
          />
        </Popover>
      </ComboBox>
      {/* Outside of the combo box, which would take the chips for options of its list. */}
      {chosen.length > 0 && (
        <TagGroup aria-label={label} onRemove={(keys) => onChange?.(chosen.filter((one) => !keys.has(one)))}>
          <TagList
            items={chosen.map((one) => ({
              id: one,
              label: options.find((o) => o.value === one)?.label ?? one,
            }))}
            className="flex flex-wrap gap-2"
          >
            {(item) => (
              <Tag
                id={item.id}
                textValue={item.label}
                className="flex min-h-9 items-center gap-1 rounded-chip bg-accent-tint pr-1 pl-3 text-sm font-semibold text-accent sm:min-h-8"
              >
                {item.label}
                <Button
                  slot="remove"
                  className="grid size-8 place-items-center rounded-check hover:bg-surface sm:size-6"
                >
                  <X aria-hidden className="size-3.5" />
                </Button>
              </Tag>
            )}
          </TagList>
        </TagGroup>
      )}
    </div>
  )
}
