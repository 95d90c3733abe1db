import type { ReactNode, Ref } from 'react'
import { SwitchButton, SwitchField } from 'react-aria-components'
import { FieldNotes } from './FieldNotes.tsx'

export interface SwitchProps {
  children: ReactNode
  name?: string
  value?: boolean | null
  onChange?: (value: boolean) => void
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
  description?: ReactNode
  errorMessage?: string | undefined
  isDisabled?: boolean
  className?: string
}

/** On or off, at once. `value` is a boolean. */
export function Switch({
  children,
  value,
  onChange,
  ref,
  description,
  errorMessage,
  className,
  ...props
}: SwitchProps) {
  return (
    <SwitchField
      {...props}
      {...(ref ? { inputRef: ref as React.RefObject<HTMLInputElement> } : {})}
      {...(onChange ? { onChange } : {})}
      isSelected={value ?? false}
      isInvalid={Boolean(errorMessage)}
      validationBehavior="aria"
      className={`flex flex-col gap-1 ${className ?? ''}`}
    >
      <SwitchButton className="group flex min-h-11 cursor-pointer items-center justify-between gap-4 disabled:cursor-default disabled:opacity-50 sm:min-h-8">
        <span className="font-medium">{children}</span>
        <span className="flex h-6.5 w-11 shrink-0 items-center rounded-full border border-line-strong bg-surface-2 p-0.5 transition-colors group-focus-visible:outline-3 group-focus-visible:outline-offset-2 group-focus-visible:outline-focus group-selected:border-primary group-selected:bg-primary">
          <span className="size-5 rounded-full bg-ink-3 transition-all group-selected:translate-x-[18px] group-selected:bg-on-primary" />
        </span>
      </SwitchButton>
      <FieldNotes description={description} errorMessage={errorMessage} />
    </SwitchField>
  )
}
