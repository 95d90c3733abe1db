import type { ReactNode } from 'react'

/** What every form field takes; value, onChange, onBlur and ref come from react-hook-form's Controller. */
export interface FieldProps {
  label: string
  name?: string
  /** Help under the control, read with it by screen readers. */
  description?: ReactNode
  /** The field's error text; its presence marks the field invalid. */
  errorMessage?: string | undefined
  isRequired?: boolean
  isDisabled?: boolean
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean
  className?: string
}

export const fieldClass = 'flex min-w-0 flex-col gap-1.5'

/** Look of a box that holds text. 44 px high on phones, 40 above. */
export const controlClass =
  'h-11 w-full min-w-0 rounded-control border border-line-strong bg-surface px-3 text-ink outline-offset-0 transition-colors ' +
  'sm:h-10 hover:border-ink-3 user-invalid:border-bad disabled:bg-surface-2 disabled:text-ink-3 disabled:opacity-70 [&[readonly]]:bg-surface-2'

/** The same box when it is a group around an input and buttons. */
export const groupClass =
  'flex h-11 w-full min-w-0 items-center rounded-control border border-line-strong bg-surface text-ink transition-colors ' +
  'sm:h-10 hover:border-ink-3 focus-within:outline-3 focus-within:outline-focus user-invalid:border-bad disabled:bg-surface-2 disabled:text-ink-3 disabled:opacity-70'

/** An input inside such a group: the group draws the ring. */
export const bareInputClass = 'h-full w-full min-w-0 flex-1 bg-transparent text-ellipsis px-3 outline-none!'

export const popoverClass =
  'max-h-80 min-w-(--trigger-width) overflow-auto rounded-control border border-line bg-surface p-1.5 text-ink shadow-popover entering:animate-pop'

export const optionClass =
  'flex min-h-11 cursor-default items-center gap-2 rounded-chip px-2.5 py-1.5 outline-none select-none sm:min-h-9 ' +
  'focus:bg-surface-2 hover:bg-surface-2 selected:font-semibold disabled:text-ink-3 focus-visible:outline-3 focus-visible:-outline-offset-2 focus-visible:outline-focus'

/** A choice in a Select, ComboBox, TagField, RadioCards or SegmentedControl. */
export interface Option<V extends string = string> {
  value: V
  label: string
  description?: string
  isDisabled?: boolean
}

export const segmentClass =
  'rounded-[4px] px-0.5 tabular-nums outline-none caret-transparent placeholder:text-ink-3 type-literal:px-0 type-literal:text-ink-2 ' +
  'focus:bg-primary focus:text-on-primary disabled:text-ink-3'
