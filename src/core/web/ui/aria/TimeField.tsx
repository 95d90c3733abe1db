import { parseTime, type Time } from '@internationalized/date'
import type { Ref } from 'react'
import { TimeField as AriaTimeField, DateInput, DateSegment } from 'react-aria-components'
import { type FieldProps, fieldClass, groupClass, segmentClass } from '../fieldStyle.ts'
import { FieldLabel } from './FieldLabel.tsx'
import { FieldNotes } from './FieldNotes.tsx'

export interface TimeFieldProps extends FieldProps {
  /** 'HH:MM', 24 hours; null when empty or incomplete. */
  value?: string | null
  onChange?: (value: string | null) => void
  onBlur?: () => void
  ref?: Ref<HTMLDivElement>
}

const parsed = (value: string | null | undefined): Time | null => (value ? parseTime(value) : null)

/** A time of day, typed part by part on a clock of 24 hours. */
export function TimeField({
  label,
  description,
  errorMessage,
  hideLabel,
  className,
  value,
  onChange,
  ...props
}: TimeFieldProps) {
  return (
    <AriaTimeField
      {...props}
      value={parsed(value)}
      onChange={(time) => onChange?.(time ? time.toString().slice(0, 5) : null)}
      // As every page prints times, in both languages; es-GT alone would count to twelve.
      hourCycle={24}
      shouldForceLeadingZeros
      isInvalid={Boolean(errorMessage)}
      validationBehavior="aria"
      className={`${fieldClass} ${className ?? ''}`}
    >
      <FieldLabel isRequired={props.isRequired} isHidden={hideLabel}>
        {label}
      </FieldLabel>
      <DateInput className={`${groupClass} px-2.5`}>
        {(segment) => <DateSegment segment={segment} className={segmentClass} />}
      </DateInput>
      <FieldNotes description={description} errorMessage={errorMessage} />
    </AriaTimeField>
  )
}
