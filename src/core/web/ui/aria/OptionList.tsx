import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { ListBox, ListBoxItem } from 'react-aria-components'
import { type Option, optionClass } from '../fieldStyle.ts'

/** The list inside a Select, ComboBox or TagField popover. */
export function OptionList({ options, empty }: { options: readonly Option[]; empty?: ReactNode }) {
  return (
    <ListBox
      items={options.map((option) => ({ ...option, id: option.value }))}
      className="outline-none"
      renderEmptyState={() => (empty ? <p className="px-2.5 py-2 text-sm text-ink-2">{empty}</p> : null)}
    >
      {(option) => (
        <ListBoxItem
          id={option.id}
          textValue={option.label}
          isDisabled={option.isDisabled ?? false}
          className={optionClass}
        >
          {({ isSelected }) => (
            <>
              <span className="min-w-0 flex-1">
                {option.label}
                {option.description && (
                  <span className="block text-sm font-normal text-ink-2">{option.description}</span>
                )}
              </span>
              {isSelected && <Check aria-hidden className="size-4 shrink-0 text-accent" />}
            </>
          )}
        </ListBoxItem>
      )}
    </ListBox>
  )
}
